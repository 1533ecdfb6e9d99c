internal import Clustering
internal import MapEvents
internal import MapGeometry

/// Cluster layers: one serial queue each, whose operations take simulated background time.
extension MapSimulation {
  func enqueue(_ operation: ClusterQueue.Operation, layer: Int) {
    layers[layer].queue.append(operation)
    startNextOperation(of: layer)
  }

  func startNextOperation(of layer: Int) {
    guard mayStartOperation(), let operation = layers[layer].queue.takeNext() else { return }
    switch operation {
    case .index(let points, let isRemoval, let triggeredAt, let call):
      var work = Work()
      let accepted = lap(.index) {
        index(points, of: layer, isRemoval: isRemoval, work: &work)
      }
      let result = IndexResult(
        accepted: accepted, isRemoval: isRemoval, triggeredAt: triggeredAt, call: call)
      layers[layer].queue.begin(.indexed(result, work: work))
      planEnd(of: layer, after: setup.costs.compute(work))
    case .update(let inputs):
      emit(.cluster(.started(update: inputs.number, layer: Int32(layer))))
      var work = Work()
      lap(.query, updateOf: layer) { layers[layer].controller?.query(inputs, work: &work) }
      let plan = lap(.diff, updateOf: layer) {
        layers[layer].controller?.match(inputs, work: work)
      }
      guard let plan else { return assertionFailure("a plain layer has no updates") }
      notePoints(of: plan, layer: layer)
      layers[layer].queue.begin(.computed(plan))
      planEnd(of: layer, after: setup.costs.compute(plan.work))
    }
  }

  /// The running operation of a layer has used up its time.
  func finishOperation(of layer: Int) {
    switch layers[layer].queue.takeRunning() {
    case .indexed(let result, let work):
      emit(.cluster(.indexed(layer: Int32(layer), work: ClusterWork(work))))
      post(.indexed(layer: layer, result))
      startNextOperation(of: layer)
    case .computed(let plan):
      lap(.apply, updateOf: layer) { apply(plan, layer: layer) }
      stopwatch.update(
        step: plan.origin.step, marks: plan.origin.marks,
        nanoseconds: layers[layer].updateNanoseconds)
      layers[layer].updateNanoseconds = 0
      beginFading(plan, layer: layer)
    case .fading(let plan):
      removeFaded(plan, layer: layer)
      emit(.cluster(.finished(update: plan.number, layer: Int32(layer))))
      if layers[layer].queue.isIdle { layers[layer].controller?.reclaim() }
      didFinish(update: plan.number, layer: layer)
      startNextOperation(of: layer)
    case nil:
      assertionFailure("layer \(layer) finished an operation that did not run")
    }
  }

  func enqueueUpdate(
    of layer: Int, trigger: ClusterEvent.Trigger, triggeredAt: SimulatedTime
  ) {
    guard let controller = layers[layer].controller else { return }
    let inputs = ClusterController.Inputs(
      number: updateCount, origin: ClusterController.Origin(step: step, marks: markCount),
      query: query(for: controller.setup), before: controller.onMap,
      reusesAnnotations: controller.setup.reusesAnnotations)
    updateCount += 1
    emit(
      .cluster(
        .queued(
          update: inputs.number, layer: Int32(layer), trigger: trigger, triggeredAt: triggeredAt)))
    enqueue(.update(inputs), layer: layer)
    drawGrid(of: layer)
  }

  /// What an update asks for on the map as it is now.
  private func query(for setup: ClusterSetup) -> ClusterQuery {
    let zoom = ClusterScale.zoomLevel(visibleRect: visibleRect, viewWidth: viewport.size.width)
    return ClusterQuery(
      grid: grid(for: setup), isClusteringDisabled: zoom > setup.maximumZoomLevel,
      minimumUniqueLocations: setup.minimumUniqueLocations, method: setup.method)
  }

  /// The cells of a layer on the map as it is now.
  func grid(for setup: ClusterSetup) -> ClusterGrid {
    let size = setup.cellSizePoints
    let length =
      viewport.headingDegrees == 0
      ? ClusterScale.mapLength(
        visibleRect: visibleRect, viewWidth: viewport.size.width, cellSize: size)
      : ClusterScale.mapLength(viewport: viewport, cellSize: size)
    return ClusterGrid(
      visibleRect: visibleRect, marginFactor: setup.marginFraction,
      cellSide: ClusterGrid.alignedCellSide(mapLength: length))
  }

  /// The new clusters come onto the map: first those that stay get their members, then the new
  /// ones.
  private func apply(_ plan: ClusterController.Plan, layer: Int) {
    guard let controller = layers[layer].controller else { return }
    // What an update with an outdated view of the map takes for new can be there already, and what
    // it lets go can be gone.
    let created = plan.created.filter { controller.records[Int($0)].annotation < 0 }
    let removed = plan.removed.filter { controller.records[Int($0)].annotation >= 0 }
    let kept = plan.reused.filter { controller.records[Int($0.record)].annotation >= 0 }
    let change = ClusterChange(
      shown: Int32(plan.shown), created: Int32(created.count), reused: Int32(kept.count),
      removed: Int32(removed.count))
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
    spend(setup.costs.annotationChange, times: created.count)
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
    annotations[slot].point = record.members.first ?? 0
    if let movesTo, movesTo != annotations[slot].coordinate {
      annotations.move(
        slot, to: movesTo, mapPoint: Projection.mapKit.mapPoint(for: movesTo))
      // It can have crossed the border of the area in which views exist.
      areViewsStale = true
      collisionsMayHaveChanged()
    }
    emit(
      .cluster(
        .reused(
          annotation: annotations[slot].serial, layer: Int32(layer),
          content: annotations[slot].content)))
    wasReused(slot, layer: layer)
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
      point: cluster.members.first ?? 0, cluster: record, view: -1)
  }

  private func removeFaded(_ plan: ClusterController.Plan, layer: Int) {
    guard let controller = layers[layer].controller else { return }
    let leaving = plan.removed.filter { controller.records[Int($0)].annotation >= 0 }
    hide(leaving.map { controller.records[Int($0)].annotation })
    controller.didHide(leaving)
  }

  /// Every region change lets each cluster layer update; a change of the longitude span beyond
  /// single precision counts as a zoom and drops the selection, as in the reproduced library.
  func clusterLayersDidSeeRegionChange(in told: [Int]? = nil) {
    for layer in told ?? Array(layers.indices) where layers[layer].controller != nil {
      let spanBefore = layers[layer].memory.spanBefore
      layers[layer].memory.isRegionChanging = false
      if abs(longitudeSpan - spanBefore) >= 1.1920928955078125e-07 { deselect() }
      wait(.selection(calls: callCount), forUpdateOf: layer)
      enqueueUpdate(of: layer, trigger: .regionChanged, triggeredAt: now)
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
