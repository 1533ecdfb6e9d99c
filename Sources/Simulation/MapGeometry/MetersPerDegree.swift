internal import ExactMath

/// Meters along one degree, by the two cosine series that MapKit's published values follow.
///
/// They are no closed formula of an ellipsoid: regions made of distances agree with them to the
/// last bit, with radii of WGS84 only to about 3e-8.
public enum MetersPerDegree {
  /// Meters from one parallel to the next, one degree apart, at a latitude in degrees:
  /// 111132.92 - 559.82 cos 2φ + 1.175 cos 4φ - 0.0023 cos 6φ.
  public static func ofLatitude(atLatitude latitude: Double) -> Double {
    let phi = latitude * (Double.pi / 180)
    return 111132.92 - 559.82 * Elementary.cos(2 * phi) + 1.175 * Elementary.cos(4 * phi)
      - 0.0023 * Elementary.cos(6 * phi)
  }

  /// Meters from one meridian to the next, one degree apart, at a latitude in degrees:
  /// 111412.84 cos φ - 93.5 cos 3φ + 0.118 cos 5φ.
  ///
  /// A little above or below zero at the poles.
  public static func ofLongitude(atLatitude latitude: Double) -> Double {
    let phi = latitude * (Double.pi / 180)
    return 111412.84 * Elementary.cos(phi) - 93.5 * Elementary.cos(3 * phi)
      + 0.118 * Elementary.cos(5 * phi)
  }
}

extension CoordinateRegion {
  /// Makes a region of a center and its extent in meters, as `MKCoordinateRegionMakeWithDistance`
  /// does: the meters over those of one degree at the center.
  ///
  /// The center is copied unchecked, and nothing is limited: near a pole the longitude span is
  /// huge.
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    let latitude = center.latitude
    self.init(
      center: center,
      span: CoordinateSpan(
        latitudeDelta: latitudinalMeters / MetersPerDegree.ofLatitude(atLatitude: latitude),
        longitudeDelta: longitudinalMeters / MetersPerDegree.ofLongitude(atLatitude: latitude)))
  }
}
