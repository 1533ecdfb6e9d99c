internal import ExactMath

extension Coordinate {
  /// Meters to another coordinate along the shortest line on the ellipsoid WGS84, as
  /// `CLLocation.distance(from:)`, right to some nanometers for any two places.
  ///
  /// Some hundred times as slow as a projection.
  ///
  /// - Returns: Not a number when a latitude is not one of -90...90 or a longitude is not finite.
  public func distance(from other: Coordinate) -> Double {
    guard latitude.magnitude <= 90, other.latitude.magnitude <= 90, longitude.isFinite,
      other.longitude.isFinite
    else { return .nan }
    let difference = (other.longitude - longitude).remainder(dividingBy: 360).magnitude
    return Geodesic.distance(
      fromLatitude: latitude, toLatitude: other.latitude, longitudeDifference: difference)
  }
}

/// The shortest line between two places on the ellipsoid WGS84.
///
/// The problem is the one of F. W. Bessel (1825) in the form of C. F. F. Karney, "Algorithms for
/// geodesics", Journal of Geodesy 87 (2013): an azimuth at the first point is searched for which
/// the line meets the other parallel at the right longitude. Unlike there the two integrals are
/// summed numerically, and the search is a bracketed one, which needs no good start and so no
/// special treatment of antipodes.
private struct Geodesic {
  static let equatorialRadius = 6_378_137.0
  static let flattening = 1 / 298.257_223_563
  static let polarRadius = equatorialRadius * (1 - flattening)
  /// The square of the second eccentricity, e² / (1 - e²).
  static let secondEccentricitySquared =
    flattening * (2 - flattening) / ((1 - flattening) * (1 - flattening))

  struct Direction {
    let sine: Double
    let cosine: Double

    var angle: Double { Elementary.direction(y: sine, x: cosine) }

    /// The angle from this direction on to another one, in 0...pi.
    func angle(to other: Direction) -> Double {
      Elementary.direction(
        y: max(0, cosine * other.sine - sine * other.cosine),
        x: cosine * other.cosine + sine * other.sine)
    }

    /// The same direction with a length of one; no direction becomes the one of the x axis, which
    /// happens only to a line along the equator.
    func normalized() -> Direction {
      let length = (sine * sine + cosine * cosine).squareRoot()
      guard length > 0 else { return Direction(sine: 0, cosine: 1) }
      return Direction(sine: sine / length, cosine: cosine / length)
    }
  }

  /// The reduced latitudes of the two ends: the first in the south and at least as far from the
  /// equator as the second.
  let start: Direction
  let end: Direction

  /// A line through the first point, up to where it meets the parallel of the second one while it
  /// goes north.
  struct Line {
    /// The arc on the auxiliary sphere from the equator, where the line crosses it northwards, to
    /// the first point.
    let startArc: Double
    let arc: Double
    let longitude: Double
    /// k², by which the ellipsoid stretches the arcs.
    let stretch: Double
  }

  static func distance(
    fromLatitude latitude: Double, toLatitude otherLatitude: Double, longitudeDifference: Double
  ) -> Double {
    // The mirror images of a line are as long as the line.
    let isFirst = latitude.magnitude >= otherLatitude.magnitude
    let farther = snapped(isFirst ? latitude : otherLatitude)
    let nearer = snapped(isFirst ? otherLatitude : latitude)
    let south = farther > 0 ? -farther : farther
    let north = farther > 0 ? -nearer : nearer
    let geodesic = Geodesic(start: reduced(south), end: reduced(north))
    if south == -90 || longitudeDifference == 0 { return geodesic.meridianDistance }
    if south == 0, longitudeDifference <= 180 * (1 - flattening) {
      return longitudeDifference * (Double.pi / 180) * equatorialRadius
    }
    let line = geodesic.line(toLongitude: longitudeDifference * (Double.pi / 180))
    return geodesic.length(of: line)
  }

  /// The latitude, or the equator when it is less than some nanometers away: there the azimuth
  /// would be a step.
  private static func snapped(_ latitude: Double) -> Double {
    latitude.magnitude < 1e-14 ? 0 : latitude
  }

  /// The direction of the reduced latitude β of a latitude in degrees: tan β = (1 - f) tan φ.
  private static func reduced(_ latitude: Double) -> Direction {
    let phi = latitude * (Double.pi / 180)
    return Direction(sine: (1 - flattening) * Elementary.sin(phi), cosine: Elementary.cos(phi))
      .normalized()
  }

  /// The way along a meridian that does not cross a pole.
  private var meridianDistance: Double {
    length(
      of: Line(
        startArc: start.angle, arc: start.angle(to: end), longitude: 0,
        stretch: Geodesic.secondEccentricitySquared))
  }

  /// The length in meters: b ∫ √(1 + k² sin² σ) dσ (Karney's equation 7).
  private func length(of line: Line) -> Double {
    Geodesic.polarRadius
      * GaussLegendre.integral(from: line.startArc, length: line.arc) { arc in
        let sine = Elementary.sin(arc)
        return (1 + line.stretch * sine * sine).squareRoot()
      }
  }

  /// The line with an azimuth of 90 degrees plus an excess in radians at its first point.
  ///
  /// Measured from due east, azimuths stay exact where they decide most: at lines along a parallel.
  private func line(excess: Double) -> Line {
    let azimuth = Direction(sine: Elementary.cos(excess), cosine: -Elementary.sin(excess))
    let node = Direction(
      sine: azimuth.sine * start.cosine,
      cosine: (azimuth.cosine * azimuth.cosine
        + azimuth.sine * azimuth.sine * start.sine * start.sine).squareRoot())
    // cos α cos β at both ends; in the difference of the squares the cosines of the latitudes are
    // replaced by their sines, which are exact near the equator.
    let northward = azimuth.cosine * start.cosine
    let rise =
      start.cosine < -start.sine
      ? (end.cosine - start.cosine) * (end.cosine + start.cosine)
      : (start.sine - end.sine) * (start.sine + end.sine)
    let endNorthward = max(0, northward * northward + rise).squareRoot()
    let startArc = Direction(sine: start.sine, cosine: northward).normalized()
    let endArc = Direction(sine: end.sine, cosine: endNorthward).normalized()
    let startLongitude = Direction(sine: node.sine * start.sine, cosine: northward).normalized()
    let endLongitude = Direction(sine: node.sine * end.sine, cosine: endNorthward).normalized()
    let stretch = Geodesic.secondEccentricitySquared * node.cosine * node.cosine
    let arc = startArc.angle(to: endArc)
    let flattening = Geodesic.flattening
    // Karney's equation 8.
    let lag = GaussLegendre.integral(from: startArc.angle, length: arc) { arc in
      let sine = Elementary.sin(arc)
      return (2 - flattening) / (1 + (1 - flattening) * (1 + stretch * sine * sine).squareRoot())
    }
    return Line(
      startArc: startArc.angle, arc: arc,
      longitude: startLongitude.angle(to: endLongitude) - flattening * node.sine * lag,
      stretch: stretch)
  }

  /// The line to a difference of longitudes in radians, by Ridders' method (1979).
  ///
  /// The longitude grows with the azimuth from north over east to south, so the root stays between
  /// the ends, which at least halve their distance in each round.
  private func line(toLongitude wanted: Double) -> Line {
    var (low, high) = (-Double.pi / 2, Double.pi / 2)
    var (below, above) = (-wanted, Double.pi - wanted)
    var best = line(excess: high)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      best = line(excess: middle)
      let error = best.longitude - wanted
      guard error.magnitude > Geodesic.tolerance, low < middle, middle < high else { break }
      let root = (error * error - below * above).squareRoot()
      let guess = middle - (middle - low) * (error / root)
      if error < 0 { (low, below) = (middle, error) } else { (high, above) = (middle, error) }
      guard low < guess, guess < high else { continue }
      best = line(excess: guess)
      let guessError = best.longitude - wanted
      guard guessError.magnitude > Geodesic.tolerance else { break }
      if guessError < 0 { (low, below) = (guess, guessError) }
      if guessError > 0 { (high, above) = (guess, guessError) }
    }
    return best
  }

  /// The error of a longitude, in radians, below which the search ends: two nanometers.
  private static let tolerance = 3e-16
}

/// Integration by the rule of Gauss and Legendre with 16 nodes.
///
/// For the integrands above and arcs up to half a turn its own error is below the rounding error.
private enum GaussLegendre {
  /// The positive nodes in -1...1 with their weights.
  private static let nodes = [
    (0.09501250983763744, 0.1894506104550685), (0.2816035507792589, 0.18260341504492358),
    (0.45801677765722737, 0.16915651939500254), (0.6178762444026438, 0.14959598881657674),
    (0.755404408355003, 0.12462897125553388), (0.8656312023878318, 0.09515851168249279),
    (0.9445750230732326, 0.062253523938647894), (0.9894009349916499, 0.027152459411754096),
  ]

  static func integral(
    from start: Double, length: Double, of function: (Double) -> Double
  ) -> Double {
    let half = length / 2
    var sum = 0.0
    for (node, weight) in nodes {
      sum += weight * (function(start + half - half * node) + function(start + half + half * node))
    }
    return sum * half
  }
}
