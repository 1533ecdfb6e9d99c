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
      count(in: updateScopes[Int(update)]) { tally in
        tally.updates += 1
        tally.mapChanges += 1
        tally.updatesUnderCallouts += isUnderCallout || tally.calloutsOpened > 0 ? 1 : 0
        tally.clustersCreated += Int64(change.created)
        tally.clustersReused += Int64(change.reused)
      }
      showKinds()
    case .finished(let update, let layer):
      finish(update: Int(update))
      stability.finished(update, in: layer)
    case .stands(let annotation, let layer, let content, _, _, let coordinate):
      stability.stands(annotation, in: layer, content: content, at: coordinate)
    case .audited(let update, let layer, let audit):
      stability.audited(update, in: layer)
      see(audit, after: update, of: layer)
      count(in: updateScopes[Int(update)]) { $0.add(audit) }
    case .coalesced(let update, _, let into):
      facts.updates[Int(update)].coalescedInto = into
      count(in: updateScopes[Int(update)]) { $0.updatesCoalesced += 1 }
    case .cancelled(let update, _):
      facts.updates[Int(update)].isCancelled = true
      count(in: updateScopes[Int(update)]) { $0.updatesCancelled += 1 }
    case .coarsened(let update, _, _):
      count(in: updateScopes[Int(update)]) { $0.gridsCoarsened += 1 }
    case .titleRequested: count(in: currentScope) { $0.titlesRequested += 1 }
    case .subtitleRequested: count(in: currentScope) { $0.subtitlesRequested += 1 }
    case .viewNotRefreshed: count(in: currentScope) { $0.staleClusterViews += 1 }
    case .completed: count(in: currentScope) { $0.completions += 1 }
    case .unsupported:
      count(in: currentScope) { tally in
        tally.controllerRequests += 1
        tally.unsupportedCalls += 1
      }
    case .paused: count(in: currentScope) { $0.controllerRequests += 1 }
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

  /// Says what is on the map in every scope, nothing too.
  mutating func showKinds() {
    let kinds = kinds
    count(in: currentScope) { $0.kindsShown = kinds }
  }

  mutating func observe(_ event: AnimatorEvent) {
    switch event {
    case .added, .removes: count(in: currentScope) { $0.appAnimations += 1 }
    case .cutShort: count(in: currentScope) { $0.fadesCutShort += 1 }
    }
  }

  private mutating func queue(_ update: UpdateFacts) {
    precondition(
      Int(update.update) == facts.updates.count, "update \(update.update) was queued out of turn")
    facts.updates.append(update)
    updateScopes.append(currentScope)
    updateCameras.append(camera)
    updateSettings.append(settingsChanges[update.layer, default: 0])
    count(in: currentScope) { tally in
      tally.updatesRequested += 1
      tally.controllerRequests += [.requested, .resumed].contains(update.trigger) ? 1 : 0
    }
  }

  private mutating func fillIndex(of layer: Int32, since began: SimulatedTime, work: ClusterWork) {
    stability.dataChanged(in: layer)
    indexings[layer, default: []].append(began..<now)
    let time = now - began
    count(in: currentScope) { tally in
      tally.add(work)
      tally.add(time, to: .indexings)
    }
    see(.indexing, time.nanoseconds, in: currentScope)
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
    count(in: updateScopes[update]) { tally in
      tally.add(work)
      tally.updatesWithoutWork += work.isNothing ? 1 : 0
      tally.add(compute, to: .computes)
      tally.add(latency, to: .latenciesWithoutFade)
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
    count(in: updateScopes[update]) { tally in
      tally.add(latency, to: .latencies)
      tally.animationMaximum = max(tally.animationMaximum, animation.nanoseconds)
    }
  }

  /// How many batches had arrived at a moment.
  private func batches(at time: SimulatedTime) -> Int {
    // A cause lies a few batches back at the most.
    var count = batchTimes.count
    while count > 0, batchTimes[count - 1] > time { count -= 1 }
    return count
  }

  /// All is told that is on a layer after an update.
  mutating func comparePictures() {
    guard let update = stability.openUpdate else { return stability.drop() }
    let scope = updateScopes[Int(update)]
    let changes = stability.close(
      view: view(of: updateCameras[Int(update)]), step: scope.step,
      settings: updateSettings[Int(update)])
    count(in: scope) { $0.add(changes) }
  }

  private func view(of camera: Camera) -> Viewport {
    Viewport(
      size: viewSize, center: camera.center, mapPointsPerPoint: camera.mapPointsPerPoint,
      headingDegrees: camera.headingDegrees, options: ViewportOptions())
  }
}
