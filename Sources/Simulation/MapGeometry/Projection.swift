internal import ExactMath

/// Spherical Mercator as MapKit uses it, from degrees to map points and back.
///
/// The world is a square of 2^28 map points. Latitudes beyond the limit are clamped, invalid
/// coordinates become the point (-1, -1).
public struct Projection: Hashable, Sendable {
  /// Latitudes are clamped to this many degrees north and south before they are projected.
  public let latitudeLimit: Double

  /// Makes a projection with its latitude limit in degrees; MapKit's is 85.
  public init(latitudeLimit: Double) { self.latitudeLimit = latitudeLimit }

  /// The projection of MapKit, which clamps at 85 degrees exactly.
  public static let mapKit = Projection(latitudeLimit: 85)

  /// The latitude of the northern edge of the world, in degrees: atan(sinh pi), where MapKit clamps
  /// at 85.
  public static let worldLatitudeEdge = 85.0511287798066
  /// Where invalid coordinates go.
  public static let invalidMapPoint = MapPoint(x: -1, y: -1)

  /// Whether a coordinate is finite, its latitude in -90...90 and its longitude in -180...180.
  public static func isValid(_ coordinate: Coordinate) -> Bool {
    // NaN and infinities fail the comparisons.
    coordinate.latitude >= -90 && coordinate.latitude <= 90
      && coordinate.longitude >= -180 && coordinate.longitude <= 180
  }

  /// The map point of a coordinate, or (-1, -1) when the coordinate is invalid.
  public func mapPoint(for coordinate: Coordinate) -> MapPoint {
    guard Projection.isValid(coordinate) else { return Projection.invalidMapPoint }
    return MapPoint(
      x: Projection.mapX(forLongitude: coordinate.longitude),
      y: mapY(forLatitude: coordinate.latitude))
  }

  /// The map points of two coordinates, for little more than the price of one.
  package func mapPoints(
    for first: Coordinate, _ second: Coordinate
  ) -> (first: MapPoint, second: MapPoint) {
    let ys = mapYs(forLatitudes: SIMD2(first.latitude, second.latitude))
    func point(_ place: Coordinate, _ y: Double) -> MapPoint {
      Projection.isValid(place)
        ? MapPoint(x: Projection.mapX(forLongitude: place.longitude), y: y)
        : Projection.invalidMapPoint
    }
    return (point(first, ys[0]), point(second, ys[1]))
  }

  /// Map points east of the 180th meridian for a longitude in degrees, not limited to the world.
  public static func mapX(forLongitude longitude: Double) -> Double {
    (longitude + 180) / 360 * MapSize.worldSide
  }

  /// Map points south of the northern edge for a latitude in degrees, clamped to the limit:
  /// y = (0.5 - ln((1 + sin phi) / (1 - sin phi)) / 4 pi) W.
  public func mapY(forLatitude latitude: Double) -> Double {
    mapYs(forLatitudes: SIMD2(repeating: latitude))[0]
  }

  func mapYs(forLatitudes latitudes: SIMD2<Double>) -> SIMD2<Double> {
    // One by one: what is no number counts as the southern limit.
    let clamped = SIMD2(
      max(-latitudeLimit, min(latitudeLimit, latitudes[0])),
      max(-latitudeLimit, min(latitudeLimit, latitudes[1])))
    let sines = Elementary.sines(clamped * (Double.pi / 180))
    let logarithms = Elementary.logarithms((1 + sines) / (1 - sines))
    return (0.5 - logarithms / (4 * Double.pi)) * MapSize.worldSide
  }

  /// The coordinate of a map point: x is reduced into the world, y is not clamped.
  public static func coordinate(for point: MapPoint) -> Coordinate {
    Coordinate(latitude: latitude(forMapY: point.y), longitude: longitude(forMapX: point.x))
  }

  /// The longitude in degrees of an x in map points, reduced into the world.
  static func longitude(forMapX x: Double) -> Double { wrappedX(x) / MapSize.worldSide * 360 - 180 }

  /// An x in map points moved into the world by whole worlds; the eastern edge, +180 degrees,
  /// stays.
  static func wrappedX(_ x: Double) -> Double {
    guard x < 0 || x > MapSize.worldSide else { return x }
    let rest = x.truncatingRemainder(dividingBy: MapSize.worldSide)
    return rest < 0 ? rest + MapSize.worldSide : rest
  }

  /// The latitude in degrees of a y in map points: atan(sinh(pi - 2 pi y / W)).
  public static func latitude(forMapY y: Double) -> Double {
    latitudes(forMapYs: SIMD2(repeating: y))[0]
  }

  static func latitudes(forMapYs ys: SIMD2<Double>) -> SIMD2<Double> {
    let angles = Double.pi - 2 * Double.pi * ys / MapSize.worldSide
    return Elementary.arcTangentsOfHyperbolicSines(angles) * (180 / Double.pi)
  }

  /// The region of a map rect: centerd in map points, with the difference of the edges as span.
  public static func region(for rect: MapRect) -> CoordinateRegion {
    CoordinateRegion(
      center: coordinate(for: MapPoint(x: rect.midX, y: rect.midY)), span: span(of: rect))
  }

  static func span(of rect: MapRect) -> CoordinateSpan {
    CoordinateSpan(latitudeDelta: latitudeDelta(of: rect), longitudeDelta: longitudeDelta(of: rect))
  }

  static func latitudeDelta(of rect: MapRect) -> Double {
    let edges = latitudes(forMapYs: SIMD2(rect.minY, rect.maxY))
    return edges[0] - edges[1]
  }

  static func longitudeDelta(of rect: MapRect) -> Double { rect.width / MapSize.worldSide * 360 }
}
