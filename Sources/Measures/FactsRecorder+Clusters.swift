internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Cluster updates and callouts count for the step and the part in which they began, since they
/// come to rest while later steps run.
extension FactsRecorder {
  mutating func observe(_ event: ClusterEvent) {
    switch event {
    case .queued(let update, let layer, let trigger, let triggeredAt):
      queue(
        UpdateFacts(
          update: update, layer: layer, step: currentStep, trigger: trigger,
          triggeredAt: triggeredAt, batches: batches(at: triggeredAt)))
    case .started(let update, let layer): start(update: Int(update), of: layer)
    case .computed(let update, _, let work):
      compute(update: Int(update), work: work)
    case .indexed(let layer, let began, let work):
      fillIndex(of: layer, since: began, work: work)
    case .reused(let annotation, _, let content, let size):
      churn.renew(annotation, content: content, at: now)
      show(annotation, size)
    case .applied(let update, _, let change):
      let isUnderCallout = !calloutsShown.isEmpty
      count(in: updateScopes[Int(update)]) { counts in
        counts.add(.clusterUpdates)
        counts.add(.mapChange)
        if isUnderCallout || counts[.calloutsOpened] > 0 { counts.add(.updateUnderCallout) }
        counts.add(.clustersCreated, Int64(change.created))
        counts.add(.clustersReused, Int64(change.reused))
      }
      showKinds()
    case .finished(let update, let layer):
      finish(update: Int(update))
      stability.finished(update, in: layer)
    case .stands(let annotation, let layer, let content, _, _, let coordinate):
      stability.stands(annotation, in: layer, content: content, at: coordinate)
    case .audited(let update, let layer, let audit):
      stability.audited(update, in: layer)
      count(audit, after: UpdatePlace(update: update, layer: layer))
    case .coalesced(let update, _, let into):
      facts.updates[Int(update)].coalescedInto = into
      count(.updatesCoalesced, in: updateScopes[Int(update)])
    case .cancelled(let update, _):
      facts.updates[Int(update)].isCancelled = true
      count(.updatesCancelled, in: updateScopes[Int(update)])
    case .coarsened(let update, _, _): count(.gridsCoarsened, in: updateScopes[Int(update)])
    case .titleRequested: count(.titlesRequested)
    case .subtitleRequested: count(.subtitlesRequested)
    case .viewNotRefreshed: count(.staleClusterViews)
    case .completed: count(.completions)
    case .unsupported:
      count(.controllerRequest)
      count(.unsupportedCalls)
    case .paused: count(.controllerRequest)
    case .followed(let annotation, let layer): stability.followed(annotation, in: layer)
    case .settingsChanged(let layer): settingsChanges[layer, default: 0] += 1
    case .moved, .stalled: break
    }
  }

  /// A cluster came onto the map, stands for other points, or left; every scope ends with what is
  /// on the map then.
  mutating func show(_ cluster: Int32, _ size: ClusterSize?) {
    if let old = clusterSizes[cluster] { kinds.count(old, by: -1) }
    clusterSizes[cluster] = size
    if let size { kinds.count(size, by: 1) }
    showKinds()
  }

  /// Emits what is on the map in the current scope, even if nothing is.
  mutating func showKinds() {
    count(.clustersKnown)
    follow(.clustersShown, kinds.total)
    follow(.clustersOfOnePoint, kinds.onePoint)
    follow(.clustersOfOneLocation, kinds.oneLocation)
    follow(.clustersOfSeveralLocations, kinds.severalLocations)
  }

  /// Counts what an audit after an update found.
  private mutating func count(_ audit: ClusterAudit, after place: UpdatePlace) {
    let scope = updateScopes[Int(place.update)]
    count(.audit, in: scope)
    if audit.visible > 0 { count(.auditedPoints, in: scope) }
    raise(.pointsLost, to: Int64(audit.lost), in: scope, update: place)
    raise(.pointsCountedTwice, to: Int64(audit.countedTwice), in: scope, update: place)
    raise(.ghostClusters, to: Int64(audit.ghosts), in: scope, update: place)
  }

  mutating func observe(_ event: AnimatorEvent) {
    switch event {
    case .added, .removes: count(.appAnimation)
    case .cutShort: count(.fadesCutShort)
    }
  }

  private mutating func queue(_ update: UpdateFacts) {
    precondition(
      Int(update.update) == facts.updates.count, "update \(update.update) was queued out of turn")
    facts.updates.append(update)
    updateScopes.append(currentScope)
    updateCameras.append(camera)
    updateSettings.append(settingsChanges[update.layer, default: 0])
    count(.updateRequested)
    if [.requested, .resumed].contains(update.trigger) { count(.controllerRequest) }
  }

  private mutating func fillIndex(of layer: Int32, since began: SimulatedTime, work: ClusterWork) {
    stability.dataChanged(in: layer)
    indexings[layer, default: []].append(began..<now)
    let time = now - began
    count(in: currentScope) { counts in
      counts.add(work)
      counts.add(time, to: .indexings)
    }
    see(.indexingMaximum, time.nanoseconds, in: currentScope)
  }

  /// The queue is serial: until an update starts, its layer's index was filled, or it waited.
  private mutating func start(update: Int, of layer: Int32) {
    let trigger = facts.updates[update].triggeredAt
    var indexing = SimulatedTime.zero
    for filling in indexings[layer, default: []].reversed() {
      guard filling.upperBound > trigger else { break }
      indexing = indexing + (filling.upperBound - max(filling.lowerBound, trigger))
    }
    let wait = now - trigger - indexing
    assert(wait >= .zero, "update \(update) waited for \(wait)")
    facts.updates[update].indexing = indexing
    facts.updates[update].queueWait = wait
    count(in: updateScopes[update]) { $0.add(wait, to: .queueWaits) }
  }

  private mutating func compute(update: Int, work: ClusterWork) {
    let record = facts.updates[update]
    let latency = now - record.triggeredAt
    let compute = latency - (record.indexing ?? .zero) - (record.queueWait ?? .zero)
    facts.updates[update].compute = compute
    facts.updates[update].work = work
    count(in: updateScopes[update]) { counts in
      counts.add(work)
      if work.isNothing { counts.add(.updatesWithoutWork) }
      counts.add(compute, to: .computes)
      counts.add(latency, to: .latenciesWithoutFade)
    }
  }

  private mutating func finish(update: Int) {
    let record = facts.updates[update]
    let latency = now - record.triggeredAt
    let animation =
      latency - (record.indexing ?? .zero) - (record.queueWait ?? .zero)
      - (record.compute ?? .zero)
    facts.updates[update].latency = latency
    facts.updates[update].animation = animation
    count(in: updateScopes[update]) { counts in
      counts.add(latency, to: .latencies)
      counts.add(animation, to: .animations)
    }
  }

  /// How many batches had arrived at a moment.
  private func batches(at time: SimulatedTime) -> Int {
    // A cause lies a few batches back at the most.
    var count = batchTimes.count
    while count > 0, batchTimes[count - 1] > time { count -= 1 }
    return count
  }

  /// Compares the snapshot of a layer after an update with earlier ones; all its clusters are
  /// listed.
  mutating func compareSnapshots() {
    guard let update = stability.openUpdate else { return stability.drop() }
    let scope = updateScopes[Int(update)]
    let changes = stability.close(
      view: view(of: updateCameras[Int(update)]), step: scope.step,
      settings: updateSettings[Int(update)])
    count(in: scope) { counts in
      counts.add(.clustersListed)
      if changes.isCompared { counts.add(.comparedUpdate) }
      if changes.isShownAgain { counts.add(.placeShownTwice) }
      counts.add(.clustersMoved, changes.moved)
      counts.add(.clustersFlickered, changes.flickered)
      counts.add(.clusterCountsChanged, changes.changed)
    }
  }

  private func view(of camera: Camera) -> Viewport {
    Viewport(
      size: viewSize, center: camera.center, mapPointsPerPoint: camera.mapPointsPerPoint,
      headingDegrees: camera.headingDegrees, options: ViewportOptions())
  }
}

extension MetricAccumulator {
  /// Counts the work of an index.
  fileprivate mutating func add(_ work: ClusterWork) {
    add(.clusterWork)
    add(.nodesVisited, work.nodesVisited)
    add(.pointsTouched, work.pointsTouched)
    add(.cellsVisited, work.cellsVisited)
    add(.distancesComputed, work.distances)
  }
}
