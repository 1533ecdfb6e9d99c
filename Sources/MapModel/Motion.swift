internal import MapGeometry

/// A change of the region that takes time, as a pure function of it.
struct Motion {
  /// How the camera goes from its start to its target.
  enum Path {
    /// The content follows the finger evenly by this much.
    case drag(ScreenOffset)
    /// The content slows down from this speed, in points a second.
    case drift(ScreenOffset)
    /// Scale in equal ratios, the middle of the view stays.
    case pinch
    /// From here to there: scale in equal ratios, centre straight in map points.
    case glide(AnimationCurve)
  }

  /// Velocity kept each millisecond, `normal` of a scroll view; given as 1000 ln 0.998.
  static let decayPerSecond = -2.002_002_670_673_079_4
  /// A drift ends when this much of its way remains.
  static let driftRemainderPoints = 0.25
  /// A programmatic pan takes a third of a second.
  static let panDuration = SimulatedTime(nanoseconds: 333_333_333)
  /// A programmatic change of scale takes half a second.
  static let zoomDuration = SimulatedTime(milliseconds: 500)

  let path: Path
  let isAnimated: Bool
  let start: SimulatedTime
  let duration: SimulatedTime
  let from: Viewport
  let target: Viewport
  /// The callout that waits for this motion to end.
  var callout: Int32?

  /// When the motion ends; its last frame is the first one at or after this.
  var end: SimulatedTime { start + duration }

  /// What the map shows at an instant; exactly the target from the end on.
  func viewport(at time: SimulatedTime) -> Viewport {
    assert(time >= start, "a motion is asked where it was before it began")
    guard time < end else { return target }
    let elapsed = (time - start).nanoseconds
    let fraction = Double(elapsed) / Double(duration.nanoseconds)
    switch path {
    case .drag(let offset):
      return moved(by: ScreenOffset(dx: offset.dx * fraction, dy: offset.dy * fraction))
    case .drift(let velocity):
      let seconds = Double(elapsed) / 1_000_000_000
      let factor = Motion.driftFactor(afterSeconds: seconds)
      return moved(by: ScreenOffset(dx: velocity.dx * factor, dy: velocity.dy * factor))
    case .pinch:
      return between(fraction)
    case .glide(let curve):
      return between(curve.progress(at: fraction))
    }
  }

  /// Content moved by an offset moves the centre the other way.
  private func moved(by offset: ScreenOffset) -> Viewport {
    Motion.viewport(from, movedBy: offset)
  }

  static func viewport(_ viewport: Viewport, movedBy offset: ScreenOffset) -> Viewport {
    let scale = viewport.mapPointsPerPoint
    return viewport.centered(
      at: MapPoint(
        x: viewport.center.x - offset.dx * scale, y: viewport.center.y - offset.dy * scale))
  }

  private func between(_ progress: Double) -> Viewport {
    var result = from
    let ratio = target.mapPointsPerPoint / from.mapPointsPerPoint
    if ratio != 1 {
      result.mapPointsPerPoint =
        from.mapPointsPerPoint * Elementary.exp(progress * Elementary.log(ratio))
    }
    let world = MapSize.worldSide
    var dx = target.center.x - from.center.x
    dx -= world * (dx / world).rounded(.toNearestOrEven)
    result.center = MapPoint(
      x: from.center.x + dx * progress,
      y: from.center.y + (target.center.y - from.center.y) * progress)
    return result.clamped()
  }

  /// Seconds of full speed that a drift covers after some time: (d^1000t - 1) / 1000 ln d.
  static func driftFactor(afterSeconds seconds: Double) -> Double {
    (Elementary.exp(decayPerSecond * seconds) - 1) / decayPerSecond
  }

  /// How long a drift lasts until `driftRemainderPoints` remain: ln(-1000 ln d e / v) / 1000 ln d.
  static func driftDuration(pointsPerSecond speed: Double) -> SimulatedTime {
    let ratio = -decayPerSecond * driftRemainderPoints / speed
    guard ratio < 1 else { return .zero }
    let seconds = Elementary.log(ratio) / decayPerSecond
    return SimulatedTime(nanoseconds: Int64((seconds * 1_000_000_000).rounded()))
  }
}
