internal import MapEvents
internal import MapGeometry

/// Cluster updates and callouts count for the step and the part in which they began, since they
/// come to rest while later steps run.
extension FactsRecorder {
  mutating func observe(_ event: ClusterEvent) {
    switch event {
    case .queued(let update, let layer, let trigger, let triggeredAt):
      precondition(Int(update) == facts.updates.count, "update \(update) was queued out of turn")
      facts.updates.append(
        UpdateFacts(
          update: update, layer: layer, step: currentStep, trigger: trigger,
          triggeredAt: triggeredAt, batches: batches(at: triggeredAt)))
      updateScopes.append(currentScope)
      updateCameras.append(camera)
      updateSettings.append(settingsChanges[layer, default: 0])
    case .started(let update, _):
      let wait = now - facts.updates[Int(update)].triggeredAt
      facts.updates[Int(update)].queueWait = wait
      count(in: updateScopes[Int(update)]) { $0.add(queueWait: wait.nanoseconds) }
    case .computed(let update, _, let work):
      compute(update: Int(update), work: work)
    case .indexed(let layer, let work):
      stability.dataChanged(in: layer)
      count(in: currentScope) { $0.add(work) }
    case .reused(let annotation, _, let content):
      churn.renew(annotation, content: content, at: now)
    case .applied(let update, _, let change):
      count(in: updateScopes[Int(update)]) { tally in
        tally.updates += 1
        tally.clustersCreated += Int64(change.created)
        tally.clustersReused += Int64(change.reused)
      }
    case .finished(let update, let layer):
      finish(update: Int(update))
      stability.finished(update, in: layer)
    case .stands(let annotation, let layer, let content, let count, let isUnique, let coordinate):
      toldKinds.add(count: count, isUniqueLocation: isUnique)
      stability.stands(annotation, in: layer, content: content, at: coordinate)
    case .audited(let update, let layer, let audit):
      stability.audited(update, in: layer)
      count(in: updateScopes[Int(update)]) { $0.add(audit) }
    case .coalesced(let update, _, let into):
      facts.updates[Int(update)].coalescedInto = into
      count(in: updateScopes[Int(update)]) { $0.updatesCoalesced += 1 }
    case .cancelled(let update, _):
      facts.updates[Int(update)].isCancelled = true
      count(in: updateScopes[Int(update)]) { $0.updatesCancelled += 1 }
    case .titleRequested: count(in: currentScope) { $0.titlesRequested += 1 }
    case .subtitleRequested: count(in: currentScope) { $0.subtitlesRequested += 1 }
    case .viewNotRefreshed: count(in: currentScope) { $0.staleClusterViews += 1 }
    case .completed: count(in: currentScope) { $0.completions += 1 }
    case .unsupported: count(in: currentScope) { $0.unsupportedCalls += 1 }
    case .followed(let annotation, let layer): stability.followed(annotation, in: layer)
    case .settingsChanged(let layer): settingsChanges[layer, default: 0] += 1
    case .moved, .paused, .stalled: break
    }
  }

  private mutating func compute(update: Int, work: ClusterWork) {
    let record = facts.updates[update]
    let compute = now - record.triggeredAt - (record.queueWait ?? .zero)
    facts.updates[update].compute = compute
    facts.updates[update].work = work
    count(in: updateScopes[update]) { tally in
      tally.add(work)
      tally.updatesWithoutWork += work.isNothing ? 1 : 0
      tally.add(compute: compute.nanoseconds)
    }
  }

  private mutating func finish(update: Int) {
    let record = facts.updates[update]
    let latency = now - record.triggeredAt
    let animation = latency - (record.queueWait ?? .zero) - (record.compute ?? .zero)
    facts.updates[update].latency = latency
    facts.updates[update].animation = animation
    count(in: updateScopes[update]) { tally in
      tally.add(latency: latency.nanoseconds)
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
    defer { toldKinds = ClusterKinds() }
    guard let update = stability.openUpdate else { return stability.drop() }
    if let layer = stability.openLayer { showKinds(of: layer) }
    let scope = updateScopes[Int(update)]
    let changes = stability.close(
      view: view(of: updateCameras[Int(update)]), step: scope.step,
      settings: updateSettings[Int(update)])
    count(in: scope) { $0.add(changes) }
  }

  /// Every scope ends with the kinds of clusters that were on the map after the last update, of
  /// whatever layer.
  private mutating func showKinds(of layer: Int32) {
    while kindsByLayer.count <= Int(layer) { kindsByLayer.append(ClusterKinds()) }
    kindsByLayer[Int(layer)] = toldKinds
    let total = kindsByLayer.reduce(into: ClusterKinds()) { $0.add($1) }
    count(in: currentScope) { $0.kindsShown = total }
  }

  private func view(of camera: Camera) -> Viewport {
    Viewport(
      size: viewSize, center: camera.center, mapPointsPerPoint: camera.mapPointsPerPoint,
      headingDegrees: camera.headingDegrees, options: ViewportOptions())
  }
}
