internal import Callouts
internal import MapEvents
internal import MapGeometry

/// A callout between its opening and its end.
struct OpenCallout {
  let number: Int32
  let slot: Int32
  /// As it opened; a subview keeps its place over its parent from then on.
  let opening: CalloutScene
  /// How it comes into sight.
  let growth: CalloutGrowth
  let openedAt: SimulatedTime
  /// Whether it was told where it came to rest, or that it did not.
  var isSettled = false
  /// Whether a frame has shown it in its full size.
  var isGrown: Bool
  /// Where tip and pin were in the last frame that told of them.
  var toldPin: Pin?

  /// A tip and what it should touch.
  struct Pin: Equatable {
    var tip: ScreenPoint
    var anchor: ScreenPoint
    var scale: Double
  }

  init(
    number: Int32, slot: Int32, opening: CalloutScene, growth: CalloutGrowth,
    openedAt: SimulatedTime
  ) {
    self.number = number
    self.slot = slot
    self.opening = opening
    self.growth = growth
    self.openedAt = openedAt
    isGrown = growth.duration == .zero
  }

  /// How large it is drawn at an instant; nil while it is hidden.
  func scale(at time: SimulatedTime) -> Double? {
    assert(time >= openedAt, "a callout is looked at before it opens")
    return growth.scale(after: time - openedAt)
  }
}

/// The open callout from frame to frame.
extension MapSimulation {
  /// The open callout over its parent, where that is now.
  func scene(of open: OpenCallout) -> CalloutScene {
    open.opening.carried(by: parent(of: open.slot), in: viewport)
  }

  /// Where the tip of the open callout is drawn now, the point that it should touch, and how large
  /// the callout is drawn; nil without a callout and while it is hidden.
  func calloutPin() -> (tip: ScreenPoint, anchor: ScreenPoint, scale: Double)? {
    guard let open = callout, let scale = open.scale(at: now) else { return nil }
    let scene = scene(of: open)
    return (
      tip: scene.style.tip(of: scene.layout, scale: scale), anchor: scene.layout.anchor,
      scale: scale
    )
  }

  /// Tells where tip and pin are in this frame, if the callout just came or any of both moved or
  /// grew.
  func tellCalloutPin() {
    guard let open = callout, let (tip, anchor, scale) = calloutPin() else { return }
    let pin = OpenCallout.Pin(tip: tip, anchor: anchor, scale: scale)
    guard pin != open.toldPin else { return }
    callout?.toldPin = pin
    emit(.callout(.pinned(callout: open.number, tip: tip, anchor: anchor, scale: scale)))
  }

  /// Whether a callout is hidden or has not been shown in its full size.
  var isCalloutGrowing: Bool { callout?.isGrown == false }

  /// The next frame in which the open callout grows; none is needed while it is hidden.
  var calloutFrame: Int64? {
    guard let open = callout, !open.isGrown else { return nil }
    let appearance = open.openedAt + open.growth.delay
    let instantBefore = appearance - SimulatedTime(nanoseconds: 1)
    return setup.costs.frame(after: max(now, instantBefore))
  }

  /// Lets the open callout grow to where it is at this frame.
  func growCallout() {
    guard let open = callout, !open.isGrown else { return }
    if now - open.openedAt >= open.growth.duration { callout?.isGrown = true }
  }

  /// How a callout is drawn in its full size.
  static func look(of scene: CalloutScene) -> CalloutLook {
    switch scene.style {
    case .plain: return CalloutLook(kind: .plain)
    case .bubble(let height, let offset):
      return CalloutLook(kind: .bubble, contentHeightPoints: height, offsetFromParent: offset)
    case .subview:
      return CalloutLook(
        kind: .subview, pointsUp: scene.layout.tip.y < scene.layout.frame.midY)
    }
  }
}
