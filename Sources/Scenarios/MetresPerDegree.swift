import MapGeometry

/// Metres along one degree, by the two cosine series that MapKit's published values follow.
enum MetresPerDegree {
  /// Metres from one parallel to the next, one degree apart.
  static func ofLatitude(atLatitude latitude: Double) -> Double {
    let phi = latitude * (Double.pi / 180)
    return 111132.92 - 559.82 * Elementary.cos(2 * phi) + 1.175 * Elementary.cos(4 * phi)
      - 0.0023 * Elementary.cos(6 * phi)
  }

  /// Metres from one meridian to the next, one degree apart.
  static func ofLongitude(atLatitude latitude: Double) -> Double {
    let phi = latitude * (Double.pi / 180)
    return 111412.84 * Elementary.cos(phi) - 93.5 * Elementary.cos(3 * phi)
      + 0.118 * Elementary.cos(5 * phi)
  }
}
