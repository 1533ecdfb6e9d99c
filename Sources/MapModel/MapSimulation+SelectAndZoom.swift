internal import Clustering
internal import MapEvents
internal import MapGeometry

/// Selecting a point of a clustered layer with a zoom, in the two steps of the reproduced library:
/// first the map goes to the point, then to the cluster that holds it there.
///
/// Two things are mended together with `keepsSelection`: when no cluster holds the point, the map
/// stays and the selection is missed, where the library goes to 0, 0; and only an update that was
/// asked for after the call counts, where the library takes the next one to end, whatever it shows.
extension MapSimulation {
  /// Shows so many metres around a point and remembers that it is to be selected.
  func beginSelection(
    of point: Int32, layer: Int, latitudinalMeters: Double, longitudinalMeters: Double,
    animated: Bool
  ) {
    // The library asserts that and returns.
    guard layers[layer].isMember[Int(identity(of: point))] else {
      return miss(nextCall(), layer: layer, .notOnMap)
    }
    deselect()
    let place = layers[layer].coordinates[Int(point)]
    let region = CoordinateRegion(
      center: place, latitudinalMeters: latitudinalMeters, longitudinalMeters: longitudinalMeters)
    // What the map was doing ends before the call counts.
    if isSelectionMended(layer), viewport.hasSize, let goal = viewport.showing(region) {
      interruptMotion(isContinued: goal != viewport)
    }
    let call = nextCall()
    if let old = layers[layer].memory.request { miss(old.call, layer: layer, .superseded) }
    if isSelectionMended(layer) {
      drop(layers[layer].memory.choice, layer: layer)
      layers[layer].memory.choice = nil
    }
    layers[layer].memory.request = ClusterMemory.Request(call: call, point: point)
    let isThere = ClusterController.isNear(place, shownCenter)
    let before = viewport
    if mainQueue.isStepped {
      moveExactly(
        toMetres: (latitudinalMeters, longitudinalMeters), around: place, animated: animated)
    } else {
      setRegion(region, animated: animated)
    }
    // Mended, a map that changes tells of that itself, and nothing else is waited for.
    let isTold = isSelectionMended(layer) && (change != nil || viewport != before)
    guard isThere, !isTold else { return }
    // The map does not tell of a change that it does not make; when only the zoom differs, it does
    // so all the same later.
    clusterLayerWillSeeRegionChange(layer)
    clusterLayersDidSeeRegionChange(in: layer..<layer + 1)
  }

  /// The update behind a region change has finished.
  func continueSelection(of layer: Int, calls: Int32) {
    guard let request = layers[layer].memory.request else {
      guard let choice = layers[layer].memory.choice else { return }
      layers[layer].memory.choice = nil
      return select(choice, layer: layer)
    }
    let isMended = isSelectionMended(layer)
    if isMended, request.call >= calls { return }
    layers[layer].memory.request = nil
    guard let choice = choice(for: request, layer: layer) else {
      guard !isMended else { return miss(request.call, layer: layer, .notOnMap) }
      drop(layers[layer].memory.choice, layer: layer)
      layers[layer].memory.choice = nil
      let isThere = ClusterController.isNear(Coordinate(latitude: 0, longitude: 0), shownCenter)
      return isThere
        ? miss(request.call, layer: layer, .notOnMap, isAsked: true)
        : post(.recenter(layer: layer, call: request.call))
    }
    if ClusterController.isNear(choice.coordinate, shownCenter) {
      return select(choice, layer: layer)
    }
    drop(layers[layer].memory.choice, layer: layer)
    layers[layer].memory.choice = choice
    post(.recenter(layer: layer, call: request.call))
  }

  /// One turn of the main queue later the map goes to the chosen cluster, which the end of this
  /// change selects; without one it goes to the coordinate of nothing, 0, 0.
  func recenter(layer: Int, call: Int32) {
    let choice = layers[layer].memory.choice
    let isChanging = center(
      at: choice.map { coordinate(of: $0, layer: layer) } ?? Coordinate(latitude: 0, longitude: 0))
    guard let choice else { return miss(call, layer: layer, .notOnMap) }
    guard !isChanging, isSelectionMended(layer) else { return }
    layers[layer].memory.choice = nil
    select(choice, layer: layer)
  }

  private func isSelectionMended(_ layer: Int) -> Bool {
    layers[layer].controller?.setup.mends.keepsSelection ?? false
  }

  /// The first cluster inside the visible rect that holds a point.
  private func choice(
    for request: ClusterMemory.Request, layer: Int
  ) -> ClusterMemory.Choice? {
    guard let controller = layers[layer].controller else { return nil }
    let point = identity(of: request.point)
    // An app on a map across the date line sees both of its sides.
    let copies = controller.setup.mends.wrapsWestward ? [0, -1, 1] : [0.0]
    for record in controller.onMap {
      let cluster = controller.records[Int(record)]
      let annotation = annotations[cluster.annotation]
      let place = annotation.mapPoint
      let isInView = copies.contains { copy in
        visibleRect.contains(MapPoint(x: place.x + copy * MapSize.worldSide, y: place.y))
      }
      guard isInView, cluster.members.contains(point) else { continue }
      return ClusterMemory.Choice(
        call: request.call, serial: annotation.serial, record: record,
        coordinate: annotation.coordinate)
    }
    return nil
  }

  /// The slot of a chosen cluster if that is still on the map.
  private func slot(of choice: ClusterMemory.Choice, layer: Int) -> Int32? {
    guard let controller = layers[layer].controller else { return nil }
    let slot = controller.records[Int(choice.record)].annotation
    return slot >= 0 && annotations[slot].serial == choice.serial ? slot : nil
  }

  private func coordinate(of choice: ClusterMemory.Choice, layer: Int) -> Coordinate {
    slot(of: choice, layer: layer).map { annotations[$0].coordinate } ?? choice.coordinate
  }

  /// Selects a chosen cluster, as `selectAnnotation` does; one that has left is missed.
  private func select(_ choice: ClusterMemory.Choice, layer: Int) {
    guard let slot = slot(of: choice, layer: layer) else {
      return miss(choice.call, layer: layer, .notOnMap)
    }
    if mainQueue.isStepped {
      if selected != slot { select(slot) }
    } else {
      // A cluster that has just come has no view before the map's next layout, which a selection
      // brings forward.
      if annotations[slot].view < 0, areViewsStale { lap(.views) { updateViews() } }
      guard annotations[slot].view >= 0 else {
        return miss(choice.call, layer: layer, .withoutView)
      }
      touch(slot)
    }
    complete(call: choice.call, layer: layer)
  }

  /// A call ends without a selection; recordings tell only of those in which the map was asked to
  /// select nothing.
  private func miss(
    _ call: Int32, layer: Int, _ reason: MissedSelection.Reason, isAsked: Bool = false
  ) {
    if isAsked || !mainQueue.isStepped { miss(reason) }
    complete(call: call, layer: layer)
  }

  private func drop(_ choice: ClusterMemory.Choice?, layer: Int) {
    if let choice { miss(choice.call, layer: layer, .superseded) }
  }

  // MARK: The map

  /// The coordinate in the middle of what is shown.
  private var shownCenter: Coordinate {
    var center = Projection.coordinate(for: MapPoint(x: visibleRect.midX, y: visibleRect.midY))
    // A recorded map that leaves the world knows longitudes beyond 180 degrees.
    if mainQueue.isStepped { center.longitude = visibleRect.midX / MapSize.worldSide * 360 - 180 }
    return center
  }

  /// Centres the map at once.
  ///
  /// - Returns: Whether it changed.
  private func center(at place: Coordinate) -> Bool {
    guard !mainQueue.isStepped else { return moveExactly(toCenter: place) }
    reentryDepth = 0
    return change(animated: false) { $0.centered(at: place) }
  }
}
