/// Limits to the distance of the camera, as `MKMapView.CameraZoomRange` has them.
public struct CameraZoomRange: Hashable, Sendable {
  /// Metres from the camera to the middle of the map at the closest; ``unconstrained`` for any.
  public let minCenterCoordinateDistance: Double
  /// Metres from the camera to the middle of the map at the farthest; ``unconstrained`` for any.
  public let maxCenterCoordinateDistance: Double

  /// The distance that stands for no limit: -1.
  public static let unconstrained = -1.0

  /// Makes limits of two distances in metres; nil when the minimum is above the maximum.
  ///
  /// Nil too for what is no distance: negative numbers other than ``unconstrained`` and NaN.
  public init?(
    minCenterCoordinateDistance: Double = unconstrained,
    maxCenterCoordinateDistance: Double = unconstrained
  ) {
    for distance in [minCenterCoordinateDistance, maxCenterCoordinateDistance] {
      guard distance >= 0 || distance == CameraZoomRange.unconstrained else { return nil }
    }
    let isOpen = maxCenterCoordinateDistance == CameraZoomRange.unconstrained
    guard isOpen || minCenterCoordinateDistance <= maxCenterCoordinateDistance else { return nil }
    self.minCenterCoordinateDistance = minCenterCoordinateDistance
    self.maxCenterCoordinateDistance = maxCenterCoordinateDistance
  }

  /// The distance in metres inside the limits that is next to another one.
  public func clamped(_ distance: Double) -> Double {
    // An unconstrained minimum lies below all distances.
    let far = max(minCenterCoordinateDistance, distance)
    guard maxCenterCoordinateDistance != CameraZoomRange.unconstrained else { return far }
    return min(maxCenterCoordinateDistance, far)
  }
}

extension Viewport {
  /// Twice the tangent of half the camera's vertical field of view of 30 degrees.
  private static let fieldOfView = 2 * Elementary.tan(15 * (Double.pi / 180))

  /// The distance of the camera from the middle of the map, in metres, for a map without pitch:
  /// h s m / (2 tan 15°) with the view's height h, the scale s and the metres m for each map point
  /// in the middle.
  ///
  /// Published distances agree to 3e-7. Infinite where no map point belongs to a metre, beyond
  /// 85.5 degrees, which lies outside the world.
  public var cameraDistance: Double {
    size.height * mapPointsPerPoint * metersPerMapPoint / Viewport.fieldOfView
  }

  /// The viewport with the camera at some distance in metres and the same centre, brought into the
  /// world; nil for a distance that is not positive and finite, or where none belongs to a scale.
  ///
  /// The inverse of ``cameraDistance`` as long as no limit is in the way.
  public func atCameraDistance(_ distance: Double) -> Viewport? {
    let scale = distance * Viewport.fieldOfView / (size.height * metersPerMapPoint)
    guard distance > 0, distance.isFinite, scale > 0 else { return nil }
    var result = self
    result.mapPointsPerPoint = scale
    return result.clamped()
  }

  /// The viewport with its camera inside a zoom range, brought into the world.
  ///
  /// The limits of the scale count too, and more: a range beyond them gives the nearest scale.
  /// Where no distance belongs to a scale the range is without effect.
  public func limited(to range: CameraZoomRange) -> Viewport {
    let distance = cameraDistance
    let wanted = range.clamped(distance)
    let meters = metersPerMapPoint
    guard wanted != distance, meters.isFinite else { return clamped() }
    var result = self
    result.mapPointsPerPoint = wanted * Viewport.fieldOfView / (size.height * meters)
    return result.clamped()
  }

  private var metersPerMapPoint: Double {
    Projection.mapKit.metersPerMapPoint(atLatitude: Projection.latitude(forMapY: center.y))
  }
}
