internal import MapEvents
internal import MapGeometry

/// What a clustered layer's index learns of its points.
extension MapSimulation {
  /// Lets the index take points of a layer, or let them go.
  ///
  /// Where the index learns of moves, the places are those of this moment, so that it finds a point
  /// that moves before its turn comes; the reproduced library looks when the turn comes.
  func index(
    _ kind: ClusterController.IndexChange.Kind, _ points: [Int32], layer: Int, call: Int32
  ) {
    let coordinates = layers[layer].coordinates
    let isFixed = mends(of: layer).movesPoints
    enqueue(
      ClusterController.IndexChange(
        kind: kind, points: points, places: isFixed ? points.map { coordinates[Int($0)] } : nil,
        triggeredAt: now, call: call),
      layer: layer)
  }

  /// Gives points of a clustered layer other coordinates.
  ///
  /// In the reproduced library the app can do so, but nobody looks: the index keeps the old place,
  /// the clusters stay as they are, and when such a point is removed it is looked for at the new
  /// place and not found. With `movesPoints` the index puts it there, and one update shows all that
  /// moved; with `findsByIdentity` the index finds what it is to remove, wherever that is.
  func moveIndexed(_ points: [Int32], in layer: Int, to coordinates: [Coordinate]) {
    var moved: [Int32] = []
    var old: [Coordinate] = []
    // A point that is named twice goes to its last place at once.
    var isMoved: Set<Int32> = []
    let isFollowed = mends(of: layer).movesPoints
    for (point, coordinate) in zip(points, coordinates) {
      let identity = identity(of: point)
      let place = layers[layer].coordinates[Int(point)]
      guard layers[layer].isMember[Int(identity)], place != coordinate else { continue }
      layers[layer].coordinates[Int(point)] = coordinate
      // An index that follows tells audits of it when its turn comes.
      if !isFollowed, isHeldItself(point, layer: layer) {
        layers[layer].controller?.notePlace(of: identity, coordinate)
      }
      guard isMoved.insert(point).inserted else { continue }
      moved.append(point)
      old.append(place)
    }
    guard isFollowed, !moved.isEmpty else { return }
    enqueue(
      ClusterController.IndexChange(
        kind: .move(from: old), points: moved,
        places: moved.map { layers[layer].coordinates[Int($0)] }, triggeredAt: now),
      layer: layer)
  }
}
