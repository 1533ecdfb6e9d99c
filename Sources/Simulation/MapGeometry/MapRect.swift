/// A rectangle in map points; its fields are kept as given, negative sizes too.
public struct MapRect: Hashable, Sendable {
  /// The corner with the smallest coordinates when the size is positive.
  public var origin: MapPoint
  /// The extent, which may be negative.
  public var size: MapSize

  /// Makes a rectangle of its parts.
  public init(origin: MapPoint, size: MapSize) { (self.origin, self.size) = (origin, size) }

  /// Makes a rectangle of four numbers, in map points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: MapPoint(x: x, y: y), size: MapSize(width: width, height: height))
  }

  /// The western edge as stored.
  public var minX: Double { origin.x }
  /// The northern edge as stored.
  public var minY: Double { origin.y }
  /// The western edge plus the width.
  public var maxX: Double { origin.x + size.width }
  /// The northern edge plus the height.
  public var maxY: Double { origin.y + size.height }
  /// The western edge plus half the width.
  public var midX: Double { origin.x + size.width / 2 }
  /// The northern edge plus half the height.
  public var midY: Double { origin.y + size.height / 2 }
  /// Map points from west to east, as stored.
  public var width: Double { size.width }
  /// Map points from north to south, as stored.
  public var height: Double { size.height }
}
