import MapGeometry

/// Maps in which a test names only what matters to it.
enum Fixture {
  /// A map in the middle of the world where a point is 1,024 map points.
  static func map(
    width: Double = 320, height: Double = 480, x: Double = 134_217_728, y: Double = 134_217_728,
    scale: Double = 1_024, heading: Double = 0, fit: RegionFit = .edgeSum
  ) -> Viewport {
    Viewport(
      size: ScreenSize(width: width, height: height), center: MapPoint(x: x, y: y),
      mapPointsPerPoint: scale, headingDegrees: heading, regionFit: fit)
  }

  /// A map around a place, of which the width in degrees is given.
  static func map(
    latitude: Double, longitude: Double = 10, longitudeDelta: Double, fit: RegionFit = .edgeSum
  ) -> Viewport {
    let center = Projection.mapKit.mapPoint(
      for: Coordinate(latitude: latitude, longitude: longitude))
    let width = longitudeDelta / 360 * MapSize.worldSide
    return map(x: center.x, y: center.y, scale: width / 320, fit: fit)
  }

  /// A region around a place.
  static func region(
    latitude: Double, longitude: Double = 10, latitudeDelta: Double, longitudeDelta: Double
  ) -> CoordinateRegion {
    CoordinateRegion(
      center: Coordinate(latitude: latitude, longitude: longitude),
      span: CoordinateSpan(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta))
  }

  /// Two by two kilometres in Beijing, by MapKit's own series for the length of a degree.
  static let beijingRegion: CoordinateRegion = {
    let phi = 39.9042 * Double.pi / 180
    let north =
      111_132.92 - 559.82 * Elementary.cos(2 * phi) + 1.175 * Elementary.cos(4 * phi)
      - 0.0023 * Elementary.cos(6 * phi)
    let east =
      111_412.84 * Elementary.cos(phi) - 93.5 * Elementary.cos(3 * phi)
      + 0.118 * Elementary.cos(5 * phi)
    return region(
      latitude: 39.9042, longitude: 116.4074, latitudeDelta: 2_000 / north,
      longitudeDelta: 2_000 / east)
  }()

  /// A map of 320 by 480 points after it was set to that region.
  static let beijing = map().showing(beijingRegion) ?? map()
}
