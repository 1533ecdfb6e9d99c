public import MapGeometry

/// How a callout comes into sight: after a delay in which it is hidden, at once or growing.
///
/// Pure functions of the time since it opened.
public struct CalloutGrowth: Hashable, Sendable {
  /// The ways to grow.
  public enum Kind: Hashable, Sendable {
    case atOnce
    case bubble
    case bounce
  }

  /// The way.
  public var kind: Kind
  /// How long it stays hidden first.
  public var delay: SimulatedTime

  /// Makes a growth of its parts.
  public init(_ kind: Kind, delay: SimulatedTime = .zero) {
    precondition(delay >= .zero, "a callout cannot appear \(delay) before it opens")
    (self.kind, self.delay) = (kind, delay)
  }

  /// How a callout of a style appears.
  ///
  /// - Parameters:
  ///   - style: Its shape.
  ///   - animated: Whether it grows at all.
  ///   - movesMap: Whether the map was asked to make room by the delegate of a subview, which then
  ///     waits; see ``CalloutScene/asksDelegateForRoom(overlooksRight:)``.
  public init(of style: CalloutStyle, animated: Bool, movesMap: Bool) {
    switch style {
    case .plain: self.init(.atOnce)
    case .bubble: self.init(animated ? .bubble : .atOnce)
    case .subview:
      self.init(
        animated ? .bounce : .atOnce, delay: movesMap ? SubviewBounce.repositionDelay : .zero)
    }
  }

  /// From the opening until the callout stands in its full size.
  public var duration: SimulatedTime {
    switch kind {
    case .atOnce: delay
    case .bubble: delay + BubbleAnimation.duration
    case .bounce: delay + SubviewBounce.duration
    }
  }

  /// The scale some time after the opening: nil while the callout is hidden, 1 from the end on.
  public func scale(after time: SimulatedTime) -> Double? {
    guard time >= delay else { return nil }
    switch kind {
    case .atOnce: return 1
    case .bubble: return BubbleAnimation.scale(at: time - delay)
    case .bounce: return SubviewBounce.scale(at: time - delay)
    }
  }
}

extension CalloutScene {
  /// Whether a subview asks its delegate to make room; other styles never do.
  ///
  /// It does when callout and target stick out of the area that it should lie in, whatever somebody
  /// else thinks of it: an adjuster that always moves the map does not make it wait, and one that
  /// sees no need is not asked. How long it waits is the delegate's answer, which does not depend
  /// on the animations: told not to grow, the callout is hidden as long and then there at once.
  ///
  /// - Parameter overlooksRight: Whether what sticks out on the right goes unnoticed, as in version
  ///   2.1.5.
  /// - Returns: Whether its delegate is asked.
  public func asksDelegateForRoom(overlooksRight: Bool) -> Bool {
    guard case .subview(let callout) = style else { return false }
    let placement = callout.placement(
      over: parent.frame, offset: parent.calloutOffset, in: viewport.size)
    return placement.offset(overlooksRight: overlooksRight) != .zero
  }
}

extension CalloutStyle {
  /// Where the drawn tip of a callout is while it is scaled.
  ///
  /// A subview is scaled about its tip, a bubble about the point that ``BubbleAnimation`` keeps, so
  /// that its tip wobbles by 1.5 points for each whole by which the scale misses 1.
  public func tip(of layout: CalloutLayout, scale: Double) -> ScreenPoint {
    switch self {
    case .plain, .subview: return layout.tip
    case .bubble:
      return ScreenPoint(
        x: layout.tip.x, y: layout.tip.y + BubbleMeasures.fixedPointBelowTip * (1 - scale))
    }
  }
}
