internal import ExactMath
public import MapGeometry

/// The length of a cluster cell on the map, and the zoom level, as upstream computes them.
public enum ClusterScale {
  /// Upstream's literal; rounding it differently moves the zoom level by one unit.
  private static let naturalLogarithmOfTwo = 0.69314718055994529

  /// The zoom level of a region: 0 shows 360 degrees in 256 points, each level doubles the scale;
  /// not a number when both the span and the width are zero.
  ///
  /// zoom = 22 - log2(2 (X(lon) - X(lon - span / 2)) / width), X(l) = 2^29 + 2^29 / 180 l, with
  /// degrees and a width in points.
  public static func zoomLevel(
    centerLongitude: Double, longitudeDelta: Double, viewWidth: Double
  ) -> Double {
    let half = 536_870_912.0
    let middle = half + half / 180 * centerLongitude
    let west = half + half / 180 * (centerLongitude - longitudeDelta / 2)
    return 22 - Elementary.log(2 * (middle - west) / viewWidth) / naturalLogarithmOfTwo
  }

  /// The zoom level of a map that shows a map rect in a view of some width in points.
  public static func zoomLevel(visibleRect: MapRect, viewWidth: Double) -> Double {
    zoomLevel(
      centerLongitude: CoordinateBox.longitude(forMapX: visibleRect.midX),
      longitudeDelta: visibleRect.width / MapSize.worldSide * 360, viewWidth: viewWidth)
  }

  /// The length of `cellSize` points on a map that is not turned, in map points; 0 for a view
  /// without width.
  ///
  /// Both ends go through degrees and back, as upstream: the noise of about 1e-8 decides how many
  /// cells fit around the world when the number is almost whole. Only + - × ÷ take part, so the
  /// noise is the same everywhere.
  public static func mapLength(
    visibleRect: MapRect, viewWidth: Double, cellSize: Double
  ) -> Double {
    guard viewWidth > 0 else { return 0 }
    let scale = visibleRect.width / viewWidth
    let left = throughDegrees(x: visibleRect.minX + 0 * scale)
    let right = throughDegrees(x: visibleRect.minX + cellSize * scale)
    return nearerWayRound(abs(right - left))
  }

  /// The length in map points of `cellSize` points of a viewport with any heading, as upstream
  /// computes it; 0 for a view without width; the projection clamps ends beyond the world.
  ///
  /// On a turned map it is right only where both ends lie in the world: beyond a pole all latitudes
  /// are the limit, and across the date line the distance in both directions is taken the shorter
  /// way. Near a heading of 90 degrees it can be as short as the cosine of the heading, or
  /// negative.
  public static func mapLength(
    viewport: Viewport, cellSize: Double, projection: Projection = .mapKit
  ) -> Double {
    guard viewport.headingDegrees != 0 else {
      return mapLength(
        visibleRect: viewport.visibleMapRect, viewWidth: viewport.size.width, cellSize: cellSize)
    }
    guard viewport.size.width > 0 else { return 0 }
    let start = viewport.mapPoint(at: ScreenPoint(x: 0, y: 0))
    let end = viewport.mapPoint(at: ScreenPoint(x: cellSize, y: 0))
    let dx = throughDegrees(x: end.x) - throughDegrees(x: start.x)
    let dy =
      projection.mapY(forLatitude: Projection.latitude(forMapY: end.y))
      - projection.mapY(forLatitude: Projection.latitude(forMapY: start.y))
    return nearerWayRound((dx * dx + dy * dy).squareRoot())
  }

  /// The length of `cellSize` points at a scale, in map points, at every heading and place.
  ///
  /// It is a billionth shorter than the product, so that where a whole number of cells goes around
  /// the world the rounding of the scale does not decide whether one less does.
  public static func mapLength(mapPointsPerPoint: Double, cellSize: Double) -> Double {
    cellSize * mapPointsPerPoint * (1 - 1e-9)
  }

  private static func throughDegrees(x: Double) -> Double {
    Projection.mapX(forLongitude: CoordinateBox.longitude(forMapX: x))
  }

  /// Upstream's remedy for ends on two sides of the date line; wrong for cells longer than half the
  /// world.
  private static func nearerWayRound(_ length: Double) -> Double {
    length > MapSize.worldSide / 2 ? MapSize.worldSide - length : length
  }
}
