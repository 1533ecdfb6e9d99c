/// A point of the projected world, in map points: the origin is north-west, x grows to the east
/// and y to the south.
public struct MapPoint: Codable, Hashable, Sendable {
  /// Map points east of the 180th meridian.
  public var x: Double
  /// Map points south of the northern edge of the world.
  public var y: Double

  /// Makes a map point of its parts.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// An extent in map points; may be zero, negative or infinite, as MapKit's may.
public struct MapSize: Hashable, Sendable {
  /// Map points from west to east.
  public var width: Double
  /// Map points from north to south.
  public var height: Double

  /// Makes a size of its parts.
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// The side of the world: 2^28 map points on both axes.
  public static let worldSide = 268_435_456.0
  /// The size of the whole world.
  public static let world = MapSize(width: worldSide, height: worldSide)
}
