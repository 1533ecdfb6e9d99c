extension Elementary {
  /// The direction of a vector in radians, counterclockwise from the x axis, in -pi...pi; zero for
  /// the vector (0, 0).
  ///
  /// Errs by up to two units in the last place.
  static func direction(y: Double, x: Double) -> Double {
    guard x != 0 || y != 0 else { return 0 }
    let angle = atan(y.magnitude / x.magnitude)
    let fromEast = x < 0 ? Double.pi - angle : angle
    return y < 0 ? -fromEast : fromEast
  }
}
