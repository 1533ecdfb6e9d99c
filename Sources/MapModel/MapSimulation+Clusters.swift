internal import Clustering
internal import MapEvents
internal import MapGeometry

/// Cluster layers: one serial queue each, whose operations take simulated background time.
extension MapSimulation {
  /// Lets a change of the index wait for its turn: the changes come one after the other, and
  /// before an update that a newer one may replace.
  ///
  /// A change that overtakes an update spares a whole further one, which can take as long as its
  /// fade; that is what waiting is worth. An update that has waited for so long is overtaken no
  /// more, or a stream of changes without end would let the map wait for ever.
  func enqueue(_ change: ClusterController.IndexChange, layer: Int) {
    if let setup = layers[layer].controller?.setup, setup.mends.coalescesUpdates {
      layers[layer].queue.append(change, beforeUpdateSince: now - setup.fade)
    } else {
      layers[layer].queue.append(.index(change))
    }
    startNextOperation(of: layer)
  }

  /// What is mended of a layer's controller.
  func mends(of layer: Int) -> ClusterMends {
    layers[layer].controller?.setup.mends ?? .none
  }

  func startNextOperation(of layer: Int) {
    guard mayStartOperation(), let operation = layers[layer].queue.takeNext() else { return }
    switch operation {
    case .index(let change):
      var work = Work()
      let accepted = lap(.index) { index(change, of: layer, work: &work) }
      let result = IndexResult(
        accepted: accepted, isRemoval: change.isRemoval, triggeredAt: change.triggeredAt,
        call: change.call)
      layers[layer].queue.begin(.indexed(result, began: now, work: work))
      planEnd(of: layer, after: setup.costs.compute(work))
    case .update(let inputs):
      emit(.cluster(.started(update: inputs.number, layer: Int32(layer))))
      guard let controller = layers[layer].controller else {
        return assertionFailure("a plain layer has no updates")
      }
      var work = Work()
      lap(.query, updateOf: layer) { controller.query(inputs, work: &work) }
      lap(.locate, updateOf: layer) { controller.locate(inputs, work: &work) }
      var plan = lap(.choose, updateOf: layer) { controller.choose(inputs, work: work) }
      lap(.diff, updateOf: layer) { controller.diff(inputs, plan: &plan) }
      controller.giveBack(inputs)
      notePoints(of: plan, layer: layer)
      layers[layer].queue.begin(.computed(plan))
      planEnd(of: layer, after: setup.costs.compute(plan.work))
    }
  }

  /// The running operation of a layer has used up its time.
  func finishOperation(of layer: Int) {
    switch layers[layer].queue.takeRunning() {
    case .indexed(let result, let began, let work):
      emit(.cluster(.indexed(layer: Int32(layer), began: began, work: ClusterWork(work))))
      post(.indexed(layer: layer, result))
      startNextOperation(of: layer)
    case .computed(let plan):
      lap(.apply, updateOf: layer) { apply(plan, layer: layer) }
      stopwatch.update(
        plan.number, step: plan.origin.step, marks: plan.origin.marks,
        laps: layers[layer].updateLaps)
      layers[layer].updateLaps = UpdateLaps()
      beginFading(plan, layer: layer)
    case .fading(let plan):
      removeFaded(plan, layer: layer)
      emit(.cluster(.finished(update: plan.number, layer: Int32(layer))))
      let waiting = layers[layer].queue.firstWaitingUpdate ?? Int32.max
      layers[layer].controller?.reclaim(before: waiting)
      lap(.audit) { auditClusters(of: layer, after: plan) }
      didFinish(update: plan.number, layer: layer)
      layers[layer].controller?.giveBack(plan)
      startNextOperation(of: layer)
    case nil:
      assertionFailure("layer \(layer) finished an operation that did not run")
    }
  }

  /// Queues an update of a layer on the map as it is now, paused or not.
  ///
  /// With coalescing, an update that waits is replaced: it never starts, and what waited for its
  /// end waits for the end of the new one. That takes its place in the queue, before changes that
  /// did not overtake it: they ask for an update themselves. Only one that the app requests comes
  /// after all that it did before, since a paused layer has no other.
  func enqueueUpdate(
    of layer: Int, trigger: ClusterEvent.Trigger, triggeredAt: SimulatedTime
  ) {
    guard let controller = layers[layer].controller else { return }
    cancelUpdates(of: layer)
    var inputs = ClusterController.Inputs(
      number: updateCount, origin: ClusterController.Origin(step: step, marks: markCount),
      query: query(for: controller.setup),
      before: controller.takeListOfMap(),
      reusesAnnotations: controller.setup.reusesAnnotations,
      extents: ClusterExtents(
        pin: layers[layer].view, cluster: layers[layer].clusterView,
        oneLocation: layers[layer].oneLocationView, mapPointsPerPoint: viewport.mapPointsPerPoint),
      visibleRect: visibleRect, waitsSince: now)
    inputs.animator = controller.setup.fading
    inputs.isAnimatedByApp = controller.setup.animator != nil
    updateCount += 1
    emit(
      .cluster(
        .queued(
          update: inputs.number, layer: Int32(layer), trigger: trigger, triggeredAt: triggeredAt)))
    let doublings = inputs.query.grid.doublings
    if doublings > 0 {
      emit(
        .cluster(
          .coarsened(
            update: inputs.number, layer: Int32(layer), doublings: Int32(clamping: doublings))))
    }
    let old =
      controller.setup.mends.coalescesUpdates
      ? layers[layer].queue.replaceUpdate(with: inputs, onlyAtEnd: trigger == .requested) : nil
    if let old {
      controller.giveBack(old)
      emit(.cluster(.coalesced(update: old.number, layer: Int32(layer), into: inputs.number)))
    } else {
      layers[layer].queue.append(.update(inputs))
    }
    startNextOperation(of: layer)
    drawGrid(of: layer)
  }

  /// What an update asks for on the map as it is now.
  func query(for setup: ClusterSetup) -> ClusterQuery {
    let zoom = ClusterScale.zoomLevel(visibleRect: visibleRect, viewWidth: viewport.size.width)
    var query = ClusterQuery(
      grid: grid(for: setup), isClusteringDisabled: zoom > setup.maximumZoomLevel,
      minimumUniqueLocations: setup.minimumUniqueLocations, method: setup.method)
    query.placer = setup.placer
    return query
  }

  /// The cells of a layer on the map as it is now.
  func grid(for setup: ClusterSetup) -> ClusterGrid {
    ClusterGrid(
      visibleRect: visibleRect, marginFactor: setup.marginFraction,
      cellSide: setup.engine.cellSide(forLength: cellLength(for: setup)))
  }

  /// The side of a cell that a layer asks for, in map points.
  private func cellLength(for setup: ClusterSetup) -> Double {
    let size = setup.cellSizePoints
    guard !setup.mends.measuresCellsByScale else {
      return ClusterScale.mapLength(mapPointsPerPoint: viewport.mapPointsPerPoint, cellSize: size)
    }
    guard viewport.headingDegrees == 0 else {
      return ClusterScale.mapLength(viewport: viewport, cellSize: size)
    }
    return ClusterScale.mapLength(
      visibleRect: visibleRect, viewWidth: viewport.size.width, cellSize: size)
  }

  /// The new clusters come onto the map: first those that stay get their members, then the new
  /// ones.
  private func apply(_ plan: ClusterController.Plan, layer: Int) {
    guard let controller = layers[layer].controller else { return }
    // What an update with an outdated view of the map takes for new can be there already, and what
    // it lets go can be gone.
    let created = plan.created.count { controller.records[Int($0)].annotation < 0 }
    let removed = plan.removed.count { controller.records[Int($0)].annotation >= 0 }
    let kept = plan.reused.count { controller.records[Int($0.record)].annotation >= 0 }
    let change = ClusterChange(
      shown: Int32(plan.shown), created: Int32(created), reused: Int32(kept),
      removed: Int32(removed))
    emit(
      .cluster(
        .computed(
          update: plan.number, layer: Int32(layer),
          work: ClusterWork(plan.work))))
    // Block by block it has happened by now.
    for (record, coordinate) in plan.reused where !mainQueue.isStepped {
      renew(record, movesTo: coordinate, layer: layer)
    }
    for record in plan.created {
      guard controller.records[Int(record)].annotation < 0 else {
        addedAgain?(annotations[controller.records[Int(record)].annotation].serial)
        continue
      }
      let slot = show(annotation(of: record, in: controller, layer: layer))
      controller.didShow(record, annotation: slot)
    }
    spend(setup.costs.annotationChange, times: created)
    emit(.cluster(.applied(update: plan.number, layer: Int32(layer), change: change)))
    requestViewsAtOnce()
  }

  /// A cluster that stayed gets its new members; its view stays too.
  func renew(_ number: Int32, movesTo: Coordinate?, layer: Int) {
    guard let controller = layers[layer].controller else { return }
    if let movesTo { controller.setCoordinate(movesTo, of: number) }
    let record = controller.records[Int(number)]
    let slot = record.annotation
    guard slot >= 0 else { return }
    assert(!record.members.isEmpty, "a cluster that stays stands for no point")
    annotations[slot].content = content(record.content, layer: layer)
    annotations[slot].count = Int32(record.members.count)
    annotations[slot].isUniqueLocation = record.isUniqueLocation
    annotations[slot].point = record.members.first ?? 0
    if let movesTo { moveCluster(slot, to: movesTo, follows: record.followsPoints) }
    emit(
      .cluster(
        .reused(
          annotation: annotations[slot].serial, layer: Int32(layer),
          content: annotations[slot].content, size: annotations[slot].size)))
    wasReused(slot, layer: layer)
  }

  /// A cluster that stayed goes to where its members are, if that is somewhere else.
  private func moveCluster(_ slot: Int32, to place: Coordinate, follows: Bool) {
    guard place != annotations[slot].coordinate else { return }
    annotations.move(slot, to: place, mapPoint: Projection.mapKit.mapPoint(for: place))
    // It can have crossed the border of the area in which views exist.
    areViewsStale = true
    collisionsMayHaveChanged()
    let annotation = annotations[slot]
    emit(
      .cluster(.moved(annotation: annotation.serial, layer: annotation.layer, place)))
    if follows {
      emit(.cluster(.followed(annotation: annotation.serial, layer: annotation.layer)))
    }
    // Of the reproduced library only noise moves a cluster, and no view with it.
    let mends = mends(of: Int(annotation.layer))
    guard mends.movesReused || mends.movesPoints || mends.overlap != .left, annotation.view >= 0
    else { return }
    spend(setup.costs.viewLayout, times: 1)
  }

  private func annotation(
    of record: Int32, in controller: ClusterController, layer: Int
  ) -> Annotation {
    let cluster = controller.records[Int(record)]
    assert(!cluster.members.isEmpty, "cluster \(record) stands for no point")
    return Annotation(
      serial: 0, layer: Int32(layer), coordinate: cluster.coordinate,
      mapPoint: Projection.mapKit.mapPoint(for: cluster.coordinate),
      content: content(cluster.content, layer: layer), count: Int32(cluster.members.count),
      isUniqueLocation: cluster.isUniqueLocation, point: cluster.members.first ?? 0,
      cluster: record, view: -1)
  }

  private func removeFaded(_ plan: ClusterController.Plan, layer: Int) {
    guard let controller = layers[layer].controller else { return }
    controller.listLeaving(plan)
    handOverSelection(after: plan.number, layer: layer)
    hide(controller.spare.leavingSlots)
    controller.didHide(controller.spare.leaving, before: updateCount)
  }

  /// Every region change lets each cluster layer update, and a zoom drops the selection, each as
  /// the mends of the layer say.
  func clusterLayersDidSeeRegionChange(in told: Range<Int>? = nil) {
    for layer in told ?? layers.indices where layers[layer].controller != nil {
      let memory = layers[layer].memory
      layers[layer].memory.isRegionChanging = false
      let isZoom = isZoom(
        spanBefore: memory.spanBefore, levelBefore: memory.levelBefore, for: layer)
      if isZoom, !mends(of: layer).keepsSelection { deselect() }
      wait(.selection(calls: callCount), forUpdateOf: layer)
      askForUpdate(of: layer, trigger: .regionChanged, triggeredAt: now)
    }
  }
}

extension ClusterWork {
  /// The work of an engine, as an event tells it.
  fileprivate init(_ work: Work) {
    self.init(
      nodesVisited: work.nodesVisited, pointsTouched: work.pointsTouched,
      cellsVisited: work.cellsVisited, distances: work.distances)
  }
}
