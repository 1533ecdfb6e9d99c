internal import MapEvents
internal import MapGeometry

/// When a layer's clusters follow the map and the data, and what is told of them afterwards.
extension MapSimulation {
  /// Lets the updates of a layer wait, or go on and catch up.
  ///
  /// While they wait, neither the region nor data bring an update; data goes into the index all the
  /// same, and what was queued before goes on. When they go on, one update catches up, if anything
  /// asked for one in between; during a region change its end does. A plain layer has none, and a
  /// controller that cannot pause says so.
  public func setClusteringPaused(of layer: Int, _ isPaused: Bool) {
    precondition(layers.indices.contains(layer), "there is no layer \(layer)")
    guard layers[layer].controller != nil else { return }
    guard mends(of: layer).pausesAndResumes else {
      return emit(.cluster(.unsupported(layer: Int32(layer), isPaused ? .pause : .resume)))
    }
    guard layers[layer].isPaused != isPaused else { return }
    layers[layer].isPaused = isPaused
    emit(.cluster(.paused(layer: Int32(layer), isPaused)))
    guard !isPaused, layers[layer].isUpdateDue else { return }
    layers[layer].isUpdateDue = false
    guard change == nil else { return }
    enqueueUpdate(of: layer, trigger: .resumed, triggeredAt: now)
  }

  /// Lets a layer update now, or as soon as its queue comes to it, even while its updates wait.
  ///
  /// Nothing happens to a plain layer; a controller that updates for its own reasons only says so.
  public func updateClusters(of layer: Int) {
    precondition(layers.indices.contains(layer), "there is no layer \(layer)")
    guard layers[layer].controller != nil else { return }
    guard mends(of: layer).updatesOnRequest else {
      return emit(.cluster(.unsupported(layer: Int32(layer), .update)))
    }
    layers[layer].isUpdateDue = false
    enqueueUpdate(of: layer, trigger: .requested, triggeredAt: now)
  }

  /// Lets a layer update, now or when its updates no longer wait.
  func askForUpdate(
    of layer: Int, trigger: ClusterEvent.Trigger, triggeredAt: SimulatedTime
  ) {
    guard !layers[layer].isPaused else {
      layers[layer].isUpdateDue = true
      return
    }
    enqueueUpdate(of: layer, trigger: trigger, triggeredAt: triggeredAt)
  }

  /// Marks the updates of a layer that wait or run as cancelled, each once.
  ///
  /// In the reproduced library nobody looks at the mark. Where updates coalesce nothing is marked,
  /// since an update either gives way or is wanted.
  func cancelUpdates(of layer: Int) {
    guard !mends(of: layer).coalescesUpdates else { return }
    for update in layers[layer].queue.updates(from: layers[layer].firstUncancelled) {
      assert(update < updateCount, "update \(update) is cancelled before it was asked for")
      emit(.cluster(.cancelled(update: update, layer: Int32(layer))))
    }
    layers[layer].firstUncancelled = updateCount
  }

  /// Tells of each cluster of a layer on the map after an update, and how they compare with the
  /// points of its index.
  ///
  /// - Complexity: O(points); no memory.
  func auditClusters(of layer: Int, after plan: ClusterController.Plan) {
    guard let controller = layers[layer].controller else { return }
    for record in controller.onMap {
      let annotation = annotations[controller.records[Int(record)].annotation]
      assert(annotation.cluster == record, "an annotation and its cluster do not know each other")
      emit(
        .cluster(
          .stands(
            annotation: annotation.serial, layer: annotation.layer, content: annotation.content,
            count: annotation.count, isUniqueLocation: annotation.isUniqueLocation,
            annotation.coordinate)))
    }
    let audit = controller.audit(after: plan.number, in: plan.visibleRect)
    emit(.cluster(.audited(update: plan.number, layer: Int32(layer), audit)))
  }
}
