internal import ExactMath
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// A change of the region that takes time, as a pure function of it.
struct CameraAnimation {
  /// The path of the camera from its start to its target.
  enum Path {
    /// The content follows a finger by this much, with its own timing.
    case drag(ScreenOffset, AnimationCurve, Scrolling)
    /// The content was released.
    case deceleration(Deceleration)
    /// Two fingers, or a tap, change the scale; what lies under a point stays there.
    case scaling(about: ScreenPoint, Timing)
    /// Two fingers turn the map evenly about a point.
    case turning(degrees: Double, about: ScreenPoint)
    /// Two fingers left it in motion.
    case momentum(Momentum)
    /// From here to there, center straight in map points.
    case transition(Timing)
  }

  struct Timing: Equatable {
    var curve: AnimationCurve
    var zoomPath: MapOptions.ZoomPath

    /// Fingers: linear, through equal ratios.
    static let fingers = Timing(curve: .linear, zoomPath: .logarithmic)
  }

  let path: Path
  /// The pair of callbacks that it belongs to.
  let change: Int32
  let mover: RegionMover
  let start: SimulatedTime
  let duration: SimulatedTime
  let from: Viewport
  let target: Viewport
  var callout: Int32?

  /// When the animation ends; its last frame is the first one at or after this.
  var end: SimulatedTime { start + duration }

  /// Whether fingers on the map lead it.
  var followsFingers: Bool {
    switch path {
    case .drag, .turning: true
    case .scaling(_, let timing): timing == .fingers
    case .deceleration, .momentum, .transition: false
    }
  }

  /// The viewport at an instant; exactly the target from the end on.
  ///
  /// - Parameters:
  ///   - time: The instant.
  ///   - way: The way of the finger where it is no straight line. The animation does not hold it:
  ///     it is copied in every frame, and a reference would cost each copy.
  /// - Returns: The viewport.
  func viewport(at time: SimulatedTime, along way: FingerWay? = nil) -> Viewport {
    assert(time >= start, "an animation is evaluated before it began")
    guard time < end else { return target }
    let elapsed = (time - start).nanoseconds
    let fraction = Double(elapsed) / Double(duration.nanoseconds)
    switch path {
    case .drag(let offset, let timing, let scrolling):
      let share = timing.progress(at: fraction)
      let moved =
        way?.offset(after: share) ?? ScreenOffset(dx: offset.dx * share, dy: offset.dy * share)
      return CameraAnimation.viewport(from, draggedBy: moved, scrolling)
    case .deceleration(let deceleration):
      return deceleration.viewport(afterSeconds: Double(elapsed) / 1_000_000_000)
    case .momentum(let momentum):
      return momentum.viewport(from: from, afterSeconds: Double(elapsed) / 1_000_000_000)
    case .scaling(let point, let timing):
      let scale = scale(after: timing.curve.progress(at: fraction), timing.zoomPath)
      return from.scaled(by: from.mapPointsPerPoint / scale, about: point)
    case .turning(let degrees, let point):
      return from.turned(byDegrees: degrees * fraction, about: point)
    case .transition(let timing):
      return between(timing.curve.progress(at: fraction), timing.zoomPath)
    }
  }

  /// The content follows a finger; beyond the northern and the southern edge less and less.
  static func viewport(
    _ viewport: Viewport, draggedBy offset: ScreenOffset, _ scrolling: Scrolling
  ) -> Viewport {
    let free = viewport.movedBeyondEdges(by: offset)
    var result = free.clamped()
    let beyond = (free.center.y - result.center.y) / free.mapPointsPerPoint
    guard scrolling.isElastic, beyond != 0 else { return result }
    let shown = rubberBand(
      distance: beyond, extent: free.size.height, coefficient: scrolling.bandCoefficient)
    // One minus nearly one: what is pulled by less than a rounding shows a whole one.
    assert(
      shown.magnitude <= beyond.magnitude + free.size.height * 0x1p-52,
      "the map runs ahead of the finger")
    result.center.y += shown * free.mapPointsPerPoint
    return result
  }

  private func scale(after progress: Double, _ path: MapOptions.ZoomPath) -> Double {
    let (first, last) = (from.mapPointsPerPoint, target.mapPointsPerPoint)
    guard first != last else { return first }
    switch path {
    case .logarithmic: return first * Elementary.exp(progress * Elementary.log(last / first))
    case .linear: return first + (last - first) * progress
    }
  }

  private func between(_ progress: Double, _ path: MapOptions.ZoomPath) -> Viewport {
    var result = from
    result.mapPointsPerPoint = scale(after: progress, path)
    if target.headingDegrees != from.headingDegrees {
      let way = CameraAnimation.shortWay(from.headingDegrees, target.headingDegrees, around: 360)
      let heading = from.headingDegrees + way * progress
      result.headingDegrees = heading < 0 ? heading + 360 : heading >= 360 ? heading - 360 : heading
    }
    let dx = CameraAnimation.shortWay(from.center.x, target.center.x, around: MapSize.worldSide)
    result.center = MapPoint(
      x: from.center.x + dx * progress,
      y: from.center.y + (target.center.y - from.center.y) * progress)
    return result.clamped()
  }

  /// The way from one place to another on a circle of some length, the shorter one.
  static func shortWay(_ from: Double, _ to: Double, around length: Double) -> Double {
    let way = to - from
    let short = way - length * (way / length).rounded(.toNearestOrEven)
    assert(short.magnitude <= length / 2, "the way from \(from) to \(to) is not the short one")
    return short
  }
}
