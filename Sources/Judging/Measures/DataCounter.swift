internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Counts data that arrives and leaves, and knows which downloads are running.
struct DataCounter {
  /// How many of the batches planned so far have not arrived.
  private var missingBatches = 0
  /// When each running download of which the session tells began.
  private var downloadBegins: [Int32: SimulatedTime] = [:]

  /// The last load that began for each layer.
  private var lastLoads: [LayerID: Int32] = [:]

  /// Expects the batches of a step that begins.
  mutating func begin(_ plan: StepPlan) { missingBatches += plan.batchCount }

  mutating func observe(_ event: DataEvent, in plan: StepPlan, _ tally: inout Tally) {
    switch event {
    case .batchArrived(_, let points):
      tally.count(.batches)
      endBatches(1, &tally)
      if points == 0 { tally.count(.emptyBatches) }
    case .batchLost(_, _, let isGivenUp):
      tally.count(.batchAttemptsLost)
      guard isGivenUp else { return }
      tally.count(.batchesGivenUp)
      endBatches(1, &tally)
    case .downloadBegan(let download): downloadBegins[download] = tally.now
    case .downloadEnded(let download):
      guard let begin = downloadBegins.removeValue(forKey: download) else { return }
      tally.count(.downloadEnded)
      tally.raise(.downloadTime, to: (tally.now - begin).nanoseconds)
    case .downloadCancelled(let download, let batches):
      downloadBegins[download] = nil
      tally.count(.downloadsCancelled)
      tally.count(.batchesCancelled, by: Int64(batches))
      endBatches(Int(batches), &tally)
    case .nothingToCancel: if !plan.mayDoNothing { tally.report(.cancelsWithoutEffect) }
    case .loadBegan(let load, let layer):
      lastLoads[layer] = load
      tally.count(.loads)
    case .loadEnded(let load, let layer, _):
      tally.count(.loadAnswered)
      if lastLoads[layer] != load { tally.count(.staleAnswers) }
    case .loadCancelled: tally.count(.loadsCancelled)
    case .pointsAdded(_, let points): tally.count(.annotationsAdded, by: Int64(points))
    case .pointsRemoved(_, let points): tally.count(.annotationsRemoved, by: Int64(points))
    case .annotationAdded, .annotationRemoved: tally.count(.mapChange)
    case .annotationMoved: tally.count(.annotationsMoved)
    case .annotationRetitled: tally.count(.annotationsRetitled)
    case .clustersRemoved(_, let clusters): tally.count(.clustersRemoved, by: Int64(clusters))
    case .replaced(_, _, _, _, let compared):
      tally.count(.mapChange)
      tally.count(.replacement)
      tally.count(.annotationsCompared, by: Int64(compared))
    }
  }

  /// Counts batches that arrived, or never will; those of one instant are done together.
  private mutating func endBatches(_ count: Int, _ tally: inout Tally) {
    missingBatches -= count
    if missingBatches == 0, count > 0 { tally.reach(.downloadDone) }
  }
}
