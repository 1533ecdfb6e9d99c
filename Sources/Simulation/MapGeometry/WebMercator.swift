internal import ExactMath

/// The web's tiles: MapKit's projection without its limit at 85 degrees, in tiles, pixels or
/// meters.
public enum WebMercator {
  /// The projection to map points that is clamped at the very edge of the world.
  public static let projection = Projection(latitudeLimit: Projection.worldLatitudeEdge)
  /// The radius of the sphere, in meters: the equatorial one of WGS84.
  public static let radius = 6_378_137.0
  /// Pixels on a side of a tile.
  public static let tilePixels = 256.0

  /// Meters east of Greenwich and north of the equator in the projection EPSG:3857: (R λ, R ln
  /// tan(π/4 + φ/2)), longer than on the ground.
  public static func meters(for coordinate: Coordinate) -> (east: Double, north: Double) {
    let point = projection.mapPoint(for: coordinate)
    let scale = 2 * Double.pi * radius / MapSize.worldSide
    let middle = MapSize.worldSide / 2
    return (east: (point.x - middle) * scale, north: (middle - point.y) * scale)
  }

  /// The inverse of ``meters(for:)``; longitudes are reduced into -180...180, latitudes not
  /// clamped.
  public static func coordinate(forMetersEast east: Double, north: Double) -> Coordinate {
    let scale = MapSize.worldSide / (2 * Double.pi * radius)
    let middle = MapSize.worldSide / 2
    return Projection.coordinate(for: MapPoint(x: middle + east * scale, y: middle - north * scale))
  }

  /// The normalized y of a latitude in degrees, clamped: 0 at the equator, 1 at the northern edge
  /// of the square world.
  public static func unitY(forLatitude latitude: Double) -> Double {
    let middle = MapSize.worldSide / 2
    return (middle - projection.mapY(forLatitude: latitude)) / middle
  }

  /// The pixel of a coordinate on a world of 256 · 2^zoom pixels, from the north-western corner, at
  /// any zoom level.
  public static func pixel(for coordinate: Coordinate, zoom: Double) -> (x: Double, y: Double) {
    let point = projection.mapPoint(for: coordinate)
    let scale = tilePixels * powerOfTwo(zoom) / MapSize.worldSide
    return (x: point.x * scale, y: point.y * scale)
  }

  /// The coordinate of a pixel on a world of 256 · 2^zoom pixels.
  public static func coordinate(forPixelX x: Double, y: Double, zoom: Double) -> Coordinate {
    let scale = MapSize.worldSide / (tilePixels * powerOfTwo(zoom))
    return Projection.coordinate(for: MapPoint(x: x * scale, y: y * scale))
  }

  static func powerOfTwo(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    guard whole.magnitude < 1_000 else { return Elementary.exp(exponent * Elementary.log(2)) }
    let fraction = Elementary.exp((exponent - whole) * Elementary.log(2))
    return Double(sign: .plus, exponent: Int(whole), significand: fraction)
  }
}

/// A tile of the web's maps: one of 2^zoom by 2^zoom squares of the world.
public struct MapTile: Hashable, Sendable {
  /// The column, from 0 in the west.
  public var x: Int
  /// The row, from 0 in the north.
  public var y: Int
  /// The zoom level: how often the world was halved on both axes.
  public var zoom: Int
  /// The highest zoom level: its tiles are single map points.
  public static let deepestZoom = 28

  /// Makes a tile of its numbers.
  ///
  /// - Precondition: The zoom level is one of 0...28. Columns and rows may lie beyond the world.
  public init(x: Int, y: Int, zoom: Int) {
    precondition((0...MapTile.deepestZoom).contains(zoom), "there are no tiles of level \(zoom)")
    (self.x, self.y, self.zoom) = (x, y, zoom)
  }

  /// Makes the tile of a coordinate; nil when the coordinate is invalid.
  ///
  /// Places on an edge belong to the tile in the east or in the south, at the end of the world to
  /// the last one; what is less than 3e-6 map points before an edge lies on it, since corners'
  /// degrees are rounded.
  ///
  /// - Precondition: The zoom level is one of 0...28.
  public init?(containing coordinate: Coordinate, zoom: Int) {
    guard Projection.isValid(coordinate) else { return nil }
    self.init(x: 0, y: 0, zoom: zoom)
    let point = WebMercator.projection.mapPoint(for: coordinate)
    let last = Double(1 << zoom) - 1
    // As much as mercantile adds: 1e-14 of the world, which is far above what rounding takes.
    let slack = MapSize.worldSide * 1e-14
    x = Int(min(last, max(0, ((point.x + slack) / side).rounded(.down))))
    y = Int(min(last, max(0, ((point.y + slack) / side).rounded(.down))))
  }

  private var side: Double { MapSize.worldSide / Double(1 << zoom) }

  /// The map rect of the tile.
  public var mapRect: MapRect {
    MapRect(x: Double(x) * side, y: Double(y) * side, width: side, height: side)
  }

  /// The coordinate of the upper left corner.
  public var northWest: Coordinate {
    Projection.coordinate(for: MapPoint(x: mapRect.minX, y: mapRect.minY))
  }

  /// The coordinate of the lower right corner; the world ends at +180 degrees.
  public var southEast: Coordinate {
    Projection.coordinate(for: MapPoint(x: mapRect.maxX, y: mapRect.maxY))
  }
}
