internal import MapGeometry

/// A rectangle on the square of the world, whose sides are 1; its edges belong to it.
struct UnitRect: Hashable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  @inline(__always) func contains(_ spot: ClusterPosition) -> Bool {
    spot.x >= minX && spot.x <= maxX && spot.y >= minY && spot.y <= maxY
  }
}

/// What a map shows on the square of the world: one rectangle, or two with the date line between.
struct UnitRects: Hashable {
  /// The western one; nil when nothing of the world is shown.
  var first: UnitRect?
  /// The one beyond the date line, where the map goes on.
  var second: UnitRect?

  /// Takes a rectangle in map points apart; of one as wide as the world nothing is seen twice.
  init(_ rect: MapRect) {
    let side = MapSize.worldSide
    let (width, height) = (rect.width / side, rect.height / side)
    guard width >= 0, height >= 0, rect.minX.isFinite, rect.minY.isFinite else { return }
    let (north, south) = (rect.minY / side, rect.minY / side + height)
    let start = rect.minX / side
    let west = start - start.rounded(.down)
    let east = west + width
    guard east - 1 < west else {
      first = UnitRect(minX: 0, minY: north, maxX: 1, maxY: south)
      return
    }
    first = UnitRect(minX: west, minY: north, maxX: min(east, 1), maxY: south)
    guard east >= 1 else { return }
    second = UnitRect(minX: 0, minY: north, maxX: east - 1, maxY: south)
    assert(east - 1 < west, "the two parts meet around the world")
  }
}
