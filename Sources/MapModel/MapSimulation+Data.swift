internal import MapEvents
public import MapGeometry

/// Data that comes and goes.
extension MapSimulation {
  /// Plans a batch of points to arrive at a layer after a time.
  public func planBatch(_ points: [Int32], for layer: Int, after time: SimulatedTime) {
    precondition(layers.indices.contains(layer), "there is no layer \(layer)")
    precondition(time >= .zero, "a batch cannot arrive in the past")
    agenda.plan(.batch(layer: layer, points: points), at: now + time)
  }

  /// Gives points to a layer at once; those it has are skipped.
  ///
  /// A clustered layer calls the completion handler of the app in any case.
  ///
  /// - Complexity: O(points) for a plain layer; a clustered one works in simulated background.
  public func add(_ points: [Int32], to layer: Int) {
    let new = points.filter { point in
      let member = Int(identity(of: point))
      defer { layers[layer].isMember[member] = true }
      return !layers[layer].isMember[member]
    }
    if !new.isEmpty {
      emit(.data(.pointsAdded(layer: Int32(layer), points: Int32(new.count))))
    }
    guard layers[layer].controller == nil else {
      // The index itself finds out which equal point it holds.
      let given = setup.identities.isEmpty ? new : points
      return callController(of: layer, with: given, isRemoval: false)
    }
    guard !new.isEmpty else { return }
    for point in new { layers[layer].slots[Int(point)] = showPoint(point, layer: layer) }
    spend(setup.costs.annotationChange, times: new.count)
    requestViewsAtOnce()
  }

  /// Takes points from a layer at once; those it does not have are skipped.
  ///
  /// A clustered layer calls the completion handler of the app in any case.
  ///
  /// - Complexity: O(points and live views) for a plain layer.
  public func remove(_ points: [Int32], from layer: Int) {
    let old = points.filter { point in
      let member = Int(identity(of: point))
      defer { layers[layer].isMember[member] = false }
      return layers[layer].isMember[member]
    }
    if !old.isEmpty {
      emit(.data(.pointsRemoved(layer: Int32(layer), points: Int32(old.count))))
    }
    guard layers[layer].controller == nil else {
      let taken = setup.identities.isEmpty ? old : points
      return callController(of: layer, with: taken, isRemoval: true)
    }
    guard !old.isEmpty else { return }
    hide(old.map { layers[layer].slots[Int($0)] })
    for point in old { layers[layer].slots[Int(point)] = -1 }
  }

  private func showPoint(_ point: Int32, layer: Int) -> Int32 {
    let coordinate = layers[layer].coordinates[Int(point)]
    return show(
      Annotation(
        serial: 0, layer: Int32(layer), coordinate: coordinate,
        mapPoint: Projection.mapKit.mapPoint(for: coordinate),
        content: content(ClusterController.mixed(point), layer: layer), count: 1, point: point,
        cluster: -1, view: -1))
  }

  /// The content number in events of an annotation that stands for a single point of a layer.
  public static func content(ofPoint point: Int32, layer: Int) -> UInt64 {
    content(ClusterController.mixed(point), layer: layer)
  }

  /// A content number that tells layers apart.
  func content(_ points: UInt64, layer: Int) -> UInt64 {
    MapSimulation.content(points, layer: layer)
  }

  private static func content(_ points: UInt64, layer: Int) -> UInt64 {
    points &+ UInt64(truncatingIfNeeded: layer) &* 0x9e37_79b9_7f4a_7c15
  }

  /// Puts an annotation on the map; its view is requested when it comes within the margin.
  ///
  /// - Parameters:
  ///   - annotation: The annotation.
  ///   - size: What a cluster of the map's own stands for; any other one knows it itself.
  /// - Returns: Its slot.
  func show(_ annotation: Annotation, size: ClusterSize? = nil) -> Int32 {
    let slot = annotations.insert(annotation)
    areViewsStale = true
    if annotation.cluster < 0 { groupsMayHaveChanged() }
    emit(
      .data(
        .annotationAdded(
          annotation: annotations[slot].serial, layer: annotation.layer,
          content: annotation.content,
          cluster: size ?? (annotation.cluster >= 0 ? annotation.size : nil))))
    return slot
  }

  /// Takes annotations from the map: views go to their pools; whether a selected one is deselected
  /// before that or after is an option.
  func hide(_ slots: [Int32]) {
    guard !slots.isEmpty else { return }
    for slot in slots {
      leaveClusterForGood(slot)
      if annotations[slot].cluster < 0 { groupsMayHaveChanged() }
      if selected == slot, setup.options.removalOfSelected == .deselectsFirst { deselect() }
      returnView(of: slot)
      if selected == slot { deselect() }
      calloutLosesParent(slot)
      let annotation = annotations[slot]
      emit(
        .data(
          .annotationRemoved(
            annotation: annotation.serial, layer: annotation.layer, content: annotation.content,
            isCluster: annotation.cluster >= 0)))
      annotations.remove(slot)
    }
    shown.removeAll { !annotations.isUsed[Int($0)] }
    // Even when it costs nothing: the next frame shows the map without them.
    areViewsStale = true
    spend(setup.costs.annotationChange, times: slots.count)
    reduceClusters()
  }
}
