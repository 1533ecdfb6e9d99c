internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Counts cluster updates, and knows the clusters on the map.
///
/// An update counts for the step and the part in which it was requested, since it finishes while
/// later steps run.
struct ClusterCounter {
  private(set) var updates: [UpdateFacts] = []
  /// The map and its layer when each update was requested.
  private var requests: [Request] = []
  /// When each batch arrived.
  private(set) var batchTimes: [SimulatedTime] = []
  private var settingsChanges: [LayerID: Int] = [:]
  private var stability = StabilityCounter()
  private var churn = ChurnCounter()
  private var kinds = ClusterKinds()
  /// When each layer's index was filled, in order, without overlap.
  private var indexings: [LayerID: [Range<SimulatedTime>]] = [:]

  private struct Request {
    var scope: Tally.Scope
    var camera: Camera
    var viewSize: ScreenSize
    /// The layer's number of settings changes.
    var settings: Int
  }

  mutating func observe(
    _ event: Event.Kind, in regions: RegionCounter, isUnderCallout: Bool, _ tally: inout Tally
  ) {
    switch event {
    case .cluster(let event):
      observe(event, in: regions, isUnderCallout: isUnderCallout, &tally)
    case .data(.batchArrived): batchTimes.append(tally.now)
    case .data(.annotationAdded(let annotation, _, let content, let size)):
      if churn.add(annotation, content: content, at: tally.now) { tally.count(.churn) }
      if let size { show(annotation, size, &tally) }
    case .data(.annotationRemoved(let annotation, _, let content, let isCluster)):
      if churn.remove(annotation, content: content, at: tally.now) { tally.count(.churn) }
      if isCluster { show(annotation, nil, &tally) }
    case .data(.annotationMoved(let annotation, let coordinate)):
      stability.carried(annotation, to: coordinate)
    case .session, .map, .data, .view, .selection, .callout, .frame, .snapshot, .input, .drag,
      .overlay, .delegate, .animator, .calloutAnnotation:
      break
    }
  }

  private mutating func observe(
    _ event: ClusterEvent, in regions: RegionCounter, isUnderCallout: Bool, _ tally: inout Tally
  ) {
    switch event {
    case .queued(let update, let layer, let trigger, let triggeredAt):
      precondition(Int(update) == updates.count, "update \(update) was queued out of turn")
      // A cause lies a few batches back at most.
      let batches = batchTimes.lastIndex { $0 <= triggeredAt }.map { $0 + 1 } ?? 0
      updates.append(
        UpdateFacts(
          update: update, layer: layer, step: tally.currentStep, trigger: trigger,
          triggeredAt: triggeredAt, batches: batches))
      requests.append(
        Request(
          scope: tally.currentScope, camera: regions.camera, viewSize: regions.viewSize,
          settings: settingsChanges[layer, default: 0]))
      tally.count(.updateRequested)
      if [.requested, .resumed].contains(trigger) { tally.count(.controllerRequest) }
    case .started(let update, let layer): start(Int(update), of: layer, &tally)
    case .computed(let update, _, let work): compute(Int(update), work, &tally)
    case .indexed(let layer, let began, let work): fillIndex(of: layer, since: began, work, &tally)
    case .reused(let annotation, _, let content, let size):
      churn.renew(annotation, content: content, at: tally.now)
      show(annotation, size, &tally)
    case .waited(let update, _, let time):
      updates[Int(update)].mainThreadWait = updates[Int(update)].mainThreadWait + time
    case .worked(let update, _, let time): updates[Int(update)].mainThreadWork = time
    case .applied(let update, _, let change):
      apply(Int(update), change, isUnderCallout: isUnderCallout, &tally)
      showKinds(&tally)
    case .finished(let update, let layer):
      finish(Int(update), &tally)
      stability.finished(update, in: layer)
    case .listed(let annotation, let layer, let content, _, _, let coordinate):
      stability.listed(annotation, in: layer, content: content, at: coordinate)
    case .audited(let update, let layer, let audit):
      stability.audited(update, in: layer)
      count(audit, after: UpdatePlace(update: update, layer: layer), &tally)
    case .coalesced(let update, _, let into):
      updates[Int(update)].coalescedInto = into
      tally.count(.updatesCoalesced, in: scope(of: update))
    case .cancelled(let update, _):
      updates[Int(update)].isCancelled = true
      tally.count(.updatesCancelled, in: scope(of: update))
    case .coarsened(let update, _, _): tally.count(.gridsCoarsened, in: scope(of: update))
    case .titleRequested: tally.count(.titlesRequested)
    case .subtitleRequested: tally.count(.subtitlesRequested)
    case .viewNotRefreshed: tally.count(.staleClusterViews)
    case .completed: tally.count(.completions)
    case .unsupported:
      tally.count(.controllerRequest)
      tally.count(.unsupportedCalls)
    case .paused: tally.count(.controllerRequest)
    case .followed(let annotation, let layer): stability.followed(annotation, in: layer)
    case .settingsChanged(let layer): settingsChanges[layer, default: 0] += 1
    case .moved, .stalled: break
    }
  }

  private func scope(of update: Int32) -> Tally.Scope { requests[Int(update)].scope }

  // MARK: Clusters on the map

  private mutating func show(
    _ cluster: AnnotationID, _ size: ClusterSize?, _ tally: inout Tally
  ) {
    kinds.show(cluster, size)
    showKinds(&tally)
  }

  /// Sets the states of the current scope to the clusters on the map, even if there are none.
  private func showKinds(_ tally: inout Tally) {
    tally.count(.clustersKnown)
    kinds.visitStates { tally.follow($0, $1) }
    tally.followLayer()
  }

  // MARK: Stages of an update

  private mutating func fillIndex(
    of layer: LayerID, since began: SimulatedTime, _ work: ClusterWork, _ tally: inout Tally
  ) {
    stability.dataChanged(in: layer)
    indexings[layer, default: []].append(began..<tally.now)
    let time = tally.now - began
    tally.count(in: tally.currentScope) { counts in
      counts.add(work)
      counts.add(time, to: .indexings)
    }
    tally.see(.indexingMaximum, time.nanoseconds, in: tally.currentScope)
  }

  /// Until an update starts, its layer's index is filled or it waits, as the queue is serial.
  private mutating func start(_ update: Int, of layer: LayerID, _ tally: inout Tally) {
    let trigger = updates[update].triggeredAt
    var indexing = SimulatedTime.zero
    for filling in indexings[layer, default: []].reversed() {
      guard filling.upperBound > trigger else { break }
      indexing = indexing + (filling.upperBound - max(filling.lowerBound, trigger))
    }
    // While it waits for the main thread its index may be filled.
    let rest = tally.now - trigger - indexing
    let mainThreadWait = min(updates[update].mainThreadWait, rest)
    let wait = rest - mainThreadWait
    assert(wait >= .zero, "update \(update) waited for \(wait)")
    updates[update].mainThreadWait = mainThreadWait
    updates[update].indexing = indexing
    updates[update].queueWait = wait
    tally.count(in: requests[update].scope) { $0.add(wait, to: .queueWaits) }
  }

  private mutating func compute(_ update: Int, _ work: ClusterWork, _ tally: inout Tally) {
    let compute = tally.now - updates[update].triggeredAt - updates[update].parts
    updates[update].compute = compute
    updates[update].work = work
    tally.count(in: requests[update].scope) { counts in
      counts.add(work)
      if work.isNothing { counts.add(.updatesWithoutWork) }
      counts.add(compute, to: .computes)
    }
  }

  private mutating func apply(
    _ update: Int, _ change: ClusterChange, isUnderCallout: Bool, _ tally: inout Tally
  ) {
    let work = updates[update].mainThreadWork ?? .zero
    let latency = tally.now - updates[update].triggeredAt + work
    updates[update].mainThreadWork = work
    updates[update].latencyWithoutFade = latency
    tally.count(in: requests[update].scope) { counts in
      counts.add(work, to: .mainThreadWorks)
      counts.add(latency, to: .latenciesWithoutFade)
      counts.add(.clusterUpdates)
      counts.add(.mapChange)
      if isUnderCallout || counts[.calloutsOpened] > 0 { counts.add(.updateUnderCallout) }
      counts.add(.clustersCreated, Int64(change.created))
      counts.add(.clustersReused, Int64(change.reused))
    }
  }

  private mutating func finish(_ update: Int, _ tally: inout Tally) {
    let record = updates[update]
    let latency = tally.now - record.triggeredAt
    let animation = latency - record.parts
    assert(animation >= .zero, "update \(update) fades for \(animation)")
    updates[update].latency = latency
    updates[update].animation = animation
    tally.count(in: requests[update].scope) { counts in
      counts.add(latency, to: .latencies)
      counts.add(animation, to: .animations)
      counts.add(record.mainThreadWait, to: .mainThreadWaits)
    }
  }

  private func count(_ audit: ClusterAudit, after place: UpdatePlace, _ tally: inout Tally) {
    let scope = scope(of: place.update)
    tally.count(.audit, in: scope)
    if audit.visible > 0 { tally.count(.auditedPoints, in: scope) }
    tally.raise(.pointsLost, to: Int64(audit.lost), in: scope, update: place)
    tally.raise(.pointsCountedTwice, to: Int64(audit.countedTwice), in: scope, update: place)
    tally.raise(.ghostClusters, to: Int64(audit.ghosts), in: scope, update: place)
  }

  // MARK: Stability

  /// Counts what the clusters listed so far show of an update, unless an event continues the list.
  ///
  /// - Returns: The update; nil when no list ends.
  mutating func endListing(before event: Event, _ tally: inout Tally) -> Int32? {
    guard stability.isOpen, !stability.isContinued(by: event.kind) else { return nil }
    guard let update = stability.openUpdate else {
      stability.drop()
      return nil
    }
    let request = requests[Int(update)]
    let view = Viewport(
      size: request.viewSize, center: request.camera.center,
      mapPointsPerPoint: request.camera.mapPointsPerPoint,
      headingDegrees: request.camera.headingDegrees, options: ViewportOptions())
    let changes = stability.close(view: view, step: request.scope.step, settings: request.settings)
    tally.count(in: request.scope) { counts in
      counts.add(.clustersListed)
      if changes.isCompared { counts.add(.comparedUpdate) }
      if changes.isShownAgain { counts.add(.placeShownTwice) }
      counts.add(.clustersMoved, changes.moved)
      counts.add(.clustersFlickered, changes.flickered)
      counts.add(.clusterCountsChanged, changes.changed)
    }
    return update
  }

  // MARK: Worst case

  /// The first update with the time of a rank in a scope.
  func worstUpdate(_ rank: TimeRank, in scope: JudgedScope, _ tally: Tally) -> WorstCase? {
    let sorted = updates.indices.compactMap { index -> (time: SimulatedTime, index: Int)? in
      guard tally.holds(scope, requests[index].scope) else { return nil }
      return updates[index].time(rank.samples).map { (time: $0, index: index) }
    }.sorted { $0.time == $1.time ? $0.index < $1.index : $0.time < $1.time }
    guard !sorted.isEmpty else { return nil }
    let ranked = sorted[TimeRank.index(rank.percent, of: sorted.count)].time
    guard let found = sorted.first(where: { $0.time == ranked }) else { return nil }
    let update = updates[found.index]
    return WorstCase(
      .update(update.update, layer: update.layer), value: .nanoseconds(ranked.nanoseconds),
      step: update.step, time: update.triggeredAt)
  }
}

extension MetricAccumulator {
  fileprivate mutating func add(_ work: ClusterWork) {
    add(.clusterWork)
    add(.nodesVisited, work.nodesVisited)
    add(.pointsTouched, work.pointsTouched)
    add(.cellsVisited, work.cellsVisited)
    add(.distancesComputed, work.distances)
  }
}

extension UpdateFacts {
  fileprivate func time(_ samples: TimeSamples) -> SimulatedTime? {
    switch samples {
    case .queueWaits: queueWait
    case .indexings: indexing
    case .computes: compute
    case .animations: animation
    case .latencies: latency
    case .latenciesWithoutFade: latencyWithoutFade
    case .mainThreadWaits: mainThreadWait
    case .mainThreadWorks: mainThreadWork
    }
  }
}
