internal import Clustering
internal import MapGeometry

/// A cluster as the indexes answer it that others are compared with.
struct ClusterPosition: IndexedCluster {
  /// How far east it is shown: 0 at the western edge of the world, 1 at the eastern one.
  var x: Double
  /// How far south it is shown: 0 at the northern edge of the world, 1 at the southern one.
  var y: Double
  /// The number of its points.
  var count: Int32
  /// The number of the point that it began with.
  var id: Int32

  /// The position where it is shown.
  var place: Coordinate {
    Projection.coordinate(for: MapPoint(x: x * MapSize.worldSide, y: y * MapSize.worldSide))
  }
}

extension ClusterPosition {
  /// A single point; nil for an invalid coordinate.
  ///
  /// 180 degrees east is 180 degrees west, so that a place has one x.
  init?(_ id: Int32, at coordinate: Coordinate) {
    guard Projection.isValid(coordinate) else { return nil }
    let point = Projection.mapKit.mapPoint(for: coordinate)
    let x = point.x / MapSize.worldSide
    self.init(x: x < 1 ? x : 0, y: point.y / MapSize.worldSide, count: 1, id: id)
    assert(self.x >= 0 && self.x < 1 && y > 0 && y < 1, "point \(id) is projected out of the world")
  }

  /// The square of the distance from a place, in sides of the world.
  @inline(__always) func squaredDistance(x: Double, y: Double) -> Double {
    let dx = self.x - x
    let dy = self.y - y
    return dx * dx + dy * dy
  }
}

/// A rectangle on the square of the world, whose sides are 1; its edges belong to it.
struct UnitRect: Hashable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  @inline(__always) func contains(_ position: ClusterPosition) -> Bool {
    position.x >= minX && position.x <= maxX && position.y >= minY && position.y <= maxY
  }
}

/// The visible part of the world's square: one rectangle, or two with the date line between.
struct UnitRects: Hashable {
  /// The western one; nil when nothing of the world is shown.
  var first: UnitRect?
  /// The rectangle beyond the date line, where the map continues.
  var second: UnitRect?

  /// Splits a rectangle in map points; a rectangle as wide as the world is not repeated.
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

extension ClusterView {
  /// The zoom level rounded down, with tiles of some width at level 0, from 0 to a limit.
  func wholeZoom(tileExtent: Double, atMost limit: Int) -> Int {
    // The exponent is the logarithm rounded down, without any rounding before.
    min(max(Int((MapSize.worldSide / (tileExtent * mapPointsPerPoint)).exponent), 0), limit)
  }
}
