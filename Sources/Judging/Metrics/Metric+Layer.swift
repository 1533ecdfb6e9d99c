extension Metric {
  /// Whether it can be counted for a single layer.
  ///
  /// Events of frames, of the map and of views in shared pools belong to no single layer.
  public var isCountedByLayer: Bool {
    switch definition.group {
    case .clustering: true
    case .views:
      [
        .viewsRequested, .viewsCreated, .viewsReused, .viewReuseRate, .liveViewsPeak, .staleReuses,
        .viewsOfAnotherRole, .providerNilAnswers, .viewsHidden, .annotationsJoined,
        .annotationsSeparated,
      ].contains(self)
    case .callouts:
      combines(calloutsOf: .calloutJudged, .calloutStood, .criterionApplied)
        || [
          .calloutsOpened, .calloutsJudged, .calloutsUnsettled, .accessoryTaps,
          .calloutGrowthFrames,
        ].contains(self)
    case .map: self == .selections
    case .data:
      [
        .batches, .annotationsAdded, .annotationsRemoved, .annotationsMoved, .annotationsCompared,
        .clustersRemoved, .batchAttemptsLost, .batchesGivenUp, .emptyBatches, .annotationsRetitled,
      ].contains(self)
    case .frames: false
    }
  }

  private func combines(calloutsOf occasions: Occasion...) -> Bool {
    guard case .after(let occasion) = definition.opportunity else { return false }
    return occasions.contains(occasion)
  }

  /// The metrics that can be counted for a single layer, in the order of their declaration.
  public static let ofLayers = allCases.filter(\.isCountedByLayer)
}
