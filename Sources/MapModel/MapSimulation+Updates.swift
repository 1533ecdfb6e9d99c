internal import MapEvents
public import MapGeometry

/// How a layer gets other points.
public enum ReplaceMethod: Hashable, Sendable {
  /// All annotations are removed, then the new ones are added.
  case all
  /// Only those are removed and added that differ.
  case changed
}

/// Changes of what is on the map beyond adding and removing.
extension MapSimulation {
  /// Gives points of a layer other coordinates, one for each; points that the layer does not have
  /// are skipped, and those that are there already.
  ///
  /// On a plain layer a view follows at once, which costs its layout; it leaves, or comes, with the
  /// next frame. The layer keeps the new coordinate of a point that is removed and added again. The
  /// index of a clustered layer learns of it only when that is mended: then an update follows.
  ///
  /// - Complexity: O(points).
  public func move(_ points: [Int32], in layer: Int, to coordinates: [Coordinate]) {
    precondition(points.count == coordinates.count, "\(points.count) points, not as many places")
    guard layers[layer].controller == nil else {
      return moveIndexed(points, in: layer, to: coordinates)
    }
    for (point, coordinate) in zip(points, coordinates) {
      let slot = layers[layer].slots[Int(point)]
      guard slot >= 0 else { continue }
      moveAnnotation(slot, to: coordinate)
    }
    requestViewsAtOnce()
  }

  /// Where a point of a layer is, or would be: in its data, or where the app or a finger put it
  /// last.
  public func coordinate(of point: Int32, in layer: Int) -> Coordinate {
    layers[layer].coordinates[Int(point)]
  }

  /// Gives an annotation another coordinate and tells of it; nothing happens where it is already.
  ///
  /// A plain layer remembers the coordinate for the annotation's point; the index of a clustered
  /// one does not learn of it.
  func moveAnnotation(_ slot: Int32, to coordinate: Coordinate) {
    let annotation = annotations[slot]
    guard annotation.coordinate != coordinate else { return }
    assert(annotation.count == 1, "a cluster stands where its points say")
    if annotation.layer >= 0, annotation.cluster < 0 {
      layers[Int(annotation.layer)].coordinates[Int(annotation.point)] = coordinate
    }
    annotations.move(slot, to: coordinate, mapPoint: Projection.mapKit.mapPoint(for: coordinate))
    // It can have crossed the border of the area in which views exist.
    areViewsStale = true
    // One that is carried is on its own until it is dropped.
    if slot != dragged { groupsMayHaveChanged() }
    emit(.data(.annotationMoved(annotation: annotation.serial, coordinate)))
    guard annotation.view >= 0 else { return }
    collisionsMayHaveChanged()
    spend(setup.costs.viewLayout, times: 1)
  }

  /// Gives a layer other points in place of all that it has.
  ///
  /// `.all` removes what is there and adds what is new, as apps do that call `removeAnnotations`
  /// with all annotations; `.changed` first compares, which takes main-thread time for every
  /// annotation old and new. A clustered layer's index gets the same points; its clusters change
  /// with the updates that follow.
  ///
  /// - Complexity: O(points of all data sets).
  public func replacePoints(of layer: Int, with points: [Int32], how: ReplaceMethod) {
    precondition(layers.indices.contains(layer), "there is no layer \(layer)")
    let members = layers[layer].isMember
    var isWanted = [Bool](repeating: false, count: members.count)
    let new = points.filter { point in
      defer { isWanted[Int(point)] = true }
      return !isWanted[Int(point)]
    }
    let old = members.indices.filter { members[$0] }.map { Int32($0) }
    let isCompared = how == .changed
    let leaving = isCompared ? old.filter { !isWanted[Int($0)] } : old
    let coming = isCompared ? new.filter { !members[Int($0)] } : new
    let kept = old.count - leaving.count
    let compared = isCompared ? old.count + new.count : 0
    assert(kept + coming.count == new.count, "a point is neither kept nor new")
    spend(setup.costs.annotationComparison, times: compared)
    // An app that knows that there is nothing to do does not ask for it.
    if !leaving.isEmpty { remove(leaving, from: layer) }
    if !coming.isEmpty { add(coming, to: layer) }
    emit(
      .data(
        .replaced(
          layer: Int32(layer), removed: Int32(leaving.count), added: Int32(coming.count),
          kept: Int32(kept), compared: Int32(compared))))
  }

  /// Tells the map where the user is: the dot comes, follows or goes.
  ///
  /// - Precondition: The setup says that the session shows the user's location.
  public func moveUserLocation(to coordinate: Coordinate?) {
    precondition(setup.showsUserLocation, "the map does not show the user's location")
    switch (userLocation, coordinate) {
    case (nil, nil): return
    case (let slot?, nil):
      userLocation = nil
      hide([slot])
    case (let slot?, let coordinate?):
      moveAnnotation(slot, to: coordinate)
    case (nil, let coordinate?):
      userLocation = show(
        Annotation(
          serial: 0, layer: -1, coordinate: coordinate,
          mapPoint: Projection.mapKit.mapPoint(for: coordinate),
          content: content(ClusterController.mixed(-1), layer: -1), count: 1, point: -1,
          cluster: -1, view: -1))
      spend(setup.costs.annotationChange, times: 1)
    }
    requestViewsAtOnce()
  }

  /// Changes the views of a layer, those of its clusters too.
  ///
  /// What is enabled, draggable, in front or gives way changes at once; offsets are those of views
  /// that come from now on, while views that are on the map keep theirs until their next layout,
  /// which is the next frame in which the map moved. Views of the map's own change as well.
  public func change(_ change: ViewChange, of layer: Int) {
    precondition(layers.indices.contains(layer), "there is no layer \(layer)")
    precondition(
      (0...Collisions.Shape.required).contains(change.displayPriority ?? 0),
      "a display priority of \(change.displayPriority ?? 0)")
    layers[layer].view.apply(change)
    layers[layer].clusterView.apply(change)
    layers[layer].oneLocationView.apply(change)
    areOffsetsStale = true
    for slot in shown where annotations[slot].layer == Int32(layer) {
      let view = annotations[slot].view
      if change.isEnabled != nil { pools[view].isEnabledByHand = nil }
      // The app sets the offsets of all that it shows, whatever each was made for.
      if change.centerOffset ?? change.calloutOffset != nil { pools[view].followsSettings = true }
    }
    if change.displayPriority != nil || change.centerOffset != nil { groupsMayHaveChanged() }
    let couldYield = hasYieldingViews
    hasYieldingViews = MapSimulation.hasYieldingViews(layers)
    guard couldYield || hasYieldingViews, change.displayPriority != nil else { return }
    collisionsMayHaveChanged()
  }

  /// In a frame in which the map moved, every view takes the offsets that its settings have now.
  func layOutViews() {
    spend(setup.costs.viewLayout, times: pools.liveCount)
    layOutCallouts()
    guard areOffsetsStale else { return }
    areOffsetsStale = false
    for slot in shown where annotations[slot].callout < 0 {
      let view = annotations[slot].view
      guard pools[view].followsSettings else { continue }
      let views = viewSetup(of: slot)
      pools[view].appearance.centerOffset = views.centerOffset
      pools[view].appearance.calloutOffset = views.calloutOffset
    }
    collisionsMayHaveChanged()
  }
}
