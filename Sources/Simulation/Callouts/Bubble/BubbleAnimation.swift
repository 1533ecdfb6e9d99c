public import MapGeometry

/// How a bubble grows out of its parent: three steps, each a scaling that keeps one point fixed.
///
/// The view is scaled about its middle and shifted so that the fixed point stays; that point lies
/// 1.5 points below the drawn tip, so the tip itself wobbles by as much as the scale differs from
/// 1. A scale of 0 could not be inverted, so it starts from a thousandth. Source: "Asynchrony",
/// custom callouts part 1, `animateIn`.
public struct BubbleAnimation: Hashable, Sendable {
  /// One of the steps, which follow each other without a gap.
  public struct Step: Hashable, Sendable {
    /// Its start, from the beginning of the animation.
    public var start: SimulatedTime
    /// Its duration.
    public var duration: SimulatedTime
    /// The scale at its start.
    public var fromScale: Double
    /// The scale at its end.
    public var toScale: Double
    /// Its timing curve.
    public var curve: AnimationCurve
  }

  /// The transform of the view at one instant: scaled about its middle, then shifted.
  public struct Transform: Hashable, Sendable {
    /// The factor in both directions.
    public var scale: Double
    /// The shift, in points.
    public var shift: ScreenOffset
  }

  /// Extent of the view, in points.
  public let viewSize: ScreenSize
  /// The point of the view that does not move.
  public let fixedPoint: ScreenPoint
  /// The drawn end of the tip.
  public let tip: ScreenPoint

  /// Makes the animation of a shape.
  public init(of shape: BubbleShape) {
    viewSize = shape.viewSize
    tip = shape.tip
    let measures = BubbleMeasures.self
    fixedPoint = ScreenPoint(
      x: shape.tip.x,
      y: shape.viewSize.height + shape.offsetFromParent.dy + measures.bottomShadow
        + measures.heightAboveParent)
    assert(
      (fixedPoint.y - tip.y - measures.fixedPointBelowTip).magnitude <= 1e-9
        * max(1, fixedPoint.y.magnitude), "the fixed point does not lie below the tip")
  }

  /// The three steps: beyond the full size, below it, to it.
  public static let steps: [Step] = [
    Step(
      start: .zero, duration: SimulatedTime(milliseconds: 75), fromScale: 0.001, toScale: 1.1,
      curve: .easeOut),
    Step(
      start: SimulatedTime(milliseconds: 75), duration: SimulatedTime(milliseconds: 100),
      fromScale: 1.1, toScale: 0.95, curve: .easeInOut),
    Step(
      start: SimulatedTime(milliseconds: 175), duration: SimulatedTime(milliseconds: 75),
      fromScale: 0.95, toScale: 1, curve: .easeInOut),
  ]

  /// The duration of the whole animation.
  public static let duration = SimulatedTime(milliseconds: 250)

  /// The scale after some time: the first step's before the beginning, 1 after the end.
  public static func scale(at time: SimulatedTime) -> Double {
    guard time < duration else { return 1 }
    guard time > .zero else { return steps[0].fromScale }
    for step in steps where time < step.start + step.duration {
      let passed = Double((time - step.start).nanoseconds) / Double(step.duration.nanoseconds)
      return step.fromScale + (step.toScale - step.fromScale) * step.curve.progress(at: passed)
    }
    return 1
  }

  /// The transform of the view at a scale.
  public func transform(scale: Double) -> Transform {
    precondition(scale > 0, "a scale of \(scale) cannot be inverted")
    return Transform(
      scale: scale,
      shift: ScreenOffset(
        dx: (viewSize.width / 2 - fixedPoint.x) * (scale - 1),
        dy: (fixedPoint.y - viewSize.height / 2) * (1 - scale)))
  }

  /// The transform of the view after some time.
  public func transform(at time: SimulatedTime) -> Transform {
    transform(scale: BubbleAnimation.scale(at: time))
  }

  /// Where a point of the view is at a scale, in points of the view at rest.
  public func place(of point: ScreenPoint, scale: Double) -> ScreenPoint {
    let transform = transform(scale: scale)
    let middle = ScreenPoint(x: viewSize.width / 2, y: viewSize.height / 2)
    return ScreenPoint(
      x: middle.x + (point.x - middle.x) * transform.scale + transform.shift.dx,
      y: middle.y + (point.y - middle.y) * transform.scale + transform.shift.dy)
  }

  /// The frame of the whole view at a scale, in points of the view at rest.
  public func frame(scale: Double) -> ScreenRect {
    let origin = place(of: ScreenPoint(x: 0, y: 0), scale: scale)
    return ScreenRect(
      minX: origin.x, minY: origin.y, width: viewSize.width * scale,
      height: viewSize.height * scale)
  }
}
