internal import ExactMath

/// How `setRegion` turns a latitude span into a height; Apple publishes no rule.
public enum RegionFit: String, Hashable, Sendable, CaseIterable {
  /// The height between the latitudes center ± half the span. Not an inverse of `region`.
  case edgeSum = "edge sum"
  /// The height whose edges are the span apart when it is centerd in map points.
  ///
  /// The inverse of `region`: feeding the region of a map back to it changes nothing.
  case exactInverse = "exact inverse"
  /// As `edgeSum`, then the scale is rounded up to a power of two and the visible map rect moved
  /// to the nearest whole points, as iOS 3 to 5 did.
  case legacyIntegerZoom = "legacy integer zoom"
}

extension MapRect {
  /// Whether the origin is a whole number of screen points from the corner of the world on each
  /// axis, as ``RegionFit/legacyIntegerZoom`` leaves every visible map rect.
  public func startsOnWholePoints(mapPointsPerPoint scale: Double) -> (x: Bool, y: Bool) {
    let (x, y) = (minX / scale, minY / scale)
    return (x: x == x.rounded(), y: y == y.rounded())
  }
}

extension RegionFit {
  /// The height in map points that a region asks for under this rule.
  func height(of region: CoordinateRegion) -> Double {
    switch self {
    case .edgeSum, .legacyIntegerZoom:
      let edges = RegionFit.latitudeEdges(of: region)
      return edges.south - edges.north
    case .exactInverse:
      return min(
        MapSize.worldSide,
        RegionFit.exactHeight(
          latitude: region.center.latitude, latitudeDelta: region.span.latitudeDelta))
    }
  }

  /// The scale, in map points for each point, for a wanted one under this rule.
  func scale(notBelow scale: Double) -> Double {
    guard self == .legacyIntegerZoom, scale > 0, scale.isFinite else { return scale }
    return scale.binade == scale ? scale : scale.binade * 2
  }

  /// The map y of the latitudes half the span north and south of the center.
  static func latitudeEdges(of region: CoordinateRegion) -> (north: Double, south: Double) {
    let half = region.span.latitudeDelta / 2
    let latitude = region.center.latitude
    let edges = Projection.mapKit.mapYs(forLatitudes: SIMD2(latitude + half, latitude - half))
    return (edges[0], edges[1])
  }

  /// The height in map points whose edges are a latitude span apart when its middle lies at a
  /// latitude, both in degrees; spans of 180 degrees and more give some worlds.
  ///
  /// With a half height of h (world = 2 pi) and the center at latitude phi the edges are d = 2
  /// atan(sinh h / cosh a) apart, cosh a = 1 / cos phi; this follows from tan(phi) = sinh(a) and
  /// the formula for the tangent of a difference. Hence h = asinh(tan(d / 2) / cos phi).
  static func exactHeight(latitude: Double, latitudeDelta: Double) -> Double {
    guard latitudeDelta > 0 else { return 0 }
    let limit = Projection.mapKit.latitudeLimit
    let phi = max(-limit, min(limit, latitude)) * (Double.pi / 180)
    let tangent = Elementary.tan(min(latitudeDelta, 180) * (Double.pi / 360))
    let half = areaHyperbolicSine(ofPositive: tangent / Elementary.cos(phi))
    return half / Double.pi * MapSize.worldSide
  }

  /// The inverse of sinh for a positive number, relatively exact to a few units in the last place.
  private static func areaHyperbolicSine(ofPositive x: Double) -> Double {
    // asinh x = ln(1 + y). For small y the rounding of 1 + y is undone by y / ((1 + y) - 1)
    // (W. Kahan; see D. Goldberg, "What every computer scientist should know …", theorem 4).
    let y = x + x * x / (1 + (1 + x * x).squareRoot())
    let u = 1 + y
    guard u > 1 else { return y }
    return Elementary.log(u) * (y / (u - 1))
  }
}
