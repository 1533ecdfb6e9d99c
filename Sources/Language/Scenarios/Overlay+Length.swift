public import MapConfiguration

extension OverlaySetup {
  /// Kilometers along a geodesic line on the earth as a sphere; 0 for the other shapes.
  ///
  /// - Complexity: O(places).
  public var geodesicKilometers: Double {
    guard case .geodesicPolyline(let places) = shape else { return 0 }
    return zip(places, places.dropFirst()).reduce(0) { $0 + GreatCircle.kilometers($1.0, $1.1) }
  }
}
