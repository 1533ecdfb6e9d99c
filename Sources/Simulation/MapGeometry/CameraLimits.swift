/// How far an app lets the camera of a map go, beside the limits of the world.
///
/// MapKit has a camera boundary and a camera zoom range.
public struct CameraLimits: Hashable, Sendable {
  /// The part of the map in which its center stays; nil for the world.
  public var boundary: MapRect?
  /// The least distance of the camera from the center, in meters; nil for none.
  public var closestMeters: Double?
  /// The largest distance of the camera from the center, in meters; nil for none.
  public var farthestMeters: Double?

  /// Makes limits of their parts; when two exclude each other, the least distance wins.
  public init(
    boundary: MapRect? = nil, closestMeters: Double? = nil, farthestMeters: Double? = nil
  ) {
    self.boundary = boundary
    self.closestMeters = closestMeters
    self.farthestMeters = farthestMeters
  }

  /// A y moved into the boundary.
  func inside(y: Double) -> Double {
    boundary.map { max($0.minY, min($0.maxY, y)) } ?? y
  }

  /// An x moved into the boundary, on the shorter way around the world.
  func inside(x: Double) -> Double {
    guard let boundary else { return x }
    // 180 and -180 degrees are one place.
    let middle = Viewport.wrappedCenterX(boundary.midX)
    let way = Viewport.wrappedCenterX(x) - middle
    let short = way - MapSize.worldSide * (way / MapSize.worldSide).rounded(.toNearestOrEven)
    guard short.magnitude > boundary.width / 2 else { return x }
    return middle + (short < 0 ? -boundary.width : boundary.width) / 2
  }

  /// A scale moved between those of the least and of the largest distance.
  ///
  /// - Parameters:
  ///   - scale: The scale, in map points for each point.
  ///   - perMeter: The scale for each meter of distance.
  /// - Returns: The scale, in map points for each point.
  func limited(_ scale: Double, perMeter: Double) -> Double {
    let near = farthestMeters.map { min(scale, $0 * perMeter) } ?? scale
    return closestMeters.map { max(near, $0 * perMeter) } ?? near
  }
}
