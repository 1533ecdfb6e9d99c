extension Viewport {
  /// Zoom level: 0 shows the world in 256 points, each level doubles it; whole at scales that are
  /// powers of two, 20 where a map point is a point.
  public var zoomLevel: Double {
    let x = MapSize.worldSide / (256 * mapPointsPerPoint)
    guard x.isNormal, x > 0 else { return Elementary.log(x) / Elementary.log(2) }
    return Double(x.exponent) + Elementary.log(x.significand) / Elementary.log(2)
  }

  /// The scale, in map points for each point, of a zoom level: W / 256 / 2^level.
  ///
  /// Exact for whole levels.
  public static func mapPointsPerPoint(atZoomLevel level: Double) -> Double {
    MapSize.worldSide / 256 / WebMercator.powerOfTwo(level)
  }

  /// Twice the tangent of half the camera's vertical field of view of 30 degrees.
  private static let fieldOfView = 2 * Elementary.tan(15 * (Double.pi / 180))

  /// The distance of the camera from the middle of the map, in metres, for a map without pitch:
  /// h s m / (2 tan 15°) with the view's height h, the scale s and the metres m for each map point
  /// in the middle.
  ///
  /// Published distances agree to 3e-7. Infinite where no map point belongs to a metre, beyond
  /// 85.5 degrees, which lies outside the world.
  public var cameraDistance: Double {
    let latitude = Projection.latitude(forMapY: center.y)
    let metersPerMapPoint = Projection.mapKit.metersPerMapPoint(atLatitude: latitude)
    return size.height * mapPointsPerPoint * metersPerMapPoint / Viewport.fieldOfView
  }
}
