/// A way to count zoom levels; programs disagree, so a number needs the name of its definition.
public enum ZoomLevelDefinition: String, Hashable, Sendable, CaseIterable {
  /// log2(W / (256 s)): at 0 the world is 256 points wide, at 20 a map point is a point.
  case common
  /// CCHMapClusterController's: log2(360 w / (256 × longitude span)), the same number as the
  /// common one, by another way that goes through the width of the view in degrees.
  case cch
  /// Troy Brant's category on MKMapView: 20 less the doublings from his world of 2^29 pixels, which
  /// is one lower than the common one, rounded.
  ///
  /// Copies of it are in use that start at 21 and so give the common level, rounded.
  case troyBrant = "troy brant"
  /// PinFloyd's: the common one plus one, truncated.
  case pinFloyd = "pin floyd"
}

extension Viewport {
  /// Zoom level in the common sense: 0 shows the world in 256 points, each level doubles it.
  ///
  /// Whole at scales that are powers of two.
  public var zoomLevel: Double {
    Viewport.binaryLogarithm(MapSize.worldSide / (256 * mapPointsPerPoint))
  }

  /// Zoom level by one of the definitions in use.
  ///
  /// The heading does not matter: a length on a turned map is as long as on one that is not.
  public func zoomLevel(_ definition: ZoomLevelDefinition) -> Double {
    switch definition {
    case .common: return zoomLevel
    case .cch:
      let longitudeDelta = size.width * mapPointsPerPoint / MapSize.worldSide * 360
      return Viewport.binaryLogarithm(360 * size.width / (256 * longitudeDelta))
    case .troyBrant: return (zoomLevel - 1).rounded()
    case .pinFloyd: return (zoomLevel + 1).rounded(.towardZero)
    }
  }

  /// The scale, in map points for each point, of a zoom level in the common sense:
  /// W / 256 / 2^level.
  ///
  /// Exact for whole levels.
  public static func mapPointsPerPoint(atZoomLevel level: Double) -> Double {
    MapSize.worldSide / 256 / WebMercator.powerOfTwo(level)
  }

  private static func binaryLogarithm(_ x: Double) -> Double {
    guard x.isNormal, x > 0 else { return Elementary.log(x) / Elementary.log(2) }
    return Double(x.exponent) + Elementary.log(x.significand) / Elementary.log(2)
  }
}
