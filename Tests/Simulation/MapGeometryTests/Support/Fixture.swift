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

  /// A map with options in the middle of the world where a point is 1,024 map points.
  static func map(
    x: Double = 134_217_728, y: Double = 134_217_728, scale: Double = 1_024, heading: Double = 0,
    options: ViewportOptions
  ) -> Viewport {
    Viewport(
      size: ScreenSize(width: 320, height: 480), center: MapPoint(x: x, y: y),
      mapPointsPerPoint: scale, headingDegrees: heading, options: options)
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

  /// Two by two kilometers in Beijing, by MapKit's own series for the length of a degree.
  static let beijingRegion = CoordinateRegion(
    center: Coordinate(latitude: 39.9042, longitude: 116.4074), latitudinalMeters: 2_000,
    longitudinalMeters: 2_000)

  /// A map of 320 by 480 points after it was set to that region.
  static let beijing = map().showing(beijingRegion) ?? map()
}

extension ViewportOptions {
  /// The default options, changed.
  init(_ change: (inout ViewportOptions) -> Void) {
    self = .standard
    change(&self)
  }
}
