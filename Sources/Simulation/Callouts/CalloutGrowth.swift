public import MapGeometry

/// How a callout appears: after a delay in which it is hidden, at once or growing.
public struct CalloutGrowth: Hashable, Sendable {
  /// The ways to grow: not at all, as ``BubbleAnimation``, or as ``SubviewBounce``.
  public enum Kind: Hashable, Sendable { case atOnce, bubble, bounce }

  /// The kind of growth.
  public var kind: Kind
  /// The time for which it is hidden first.
  public var delay: SimulatedTime

  /// Makes a growth of its parts.
  public init(_ kind: Kind, delay: SimulatedTime = .zero) {
    precondition(delay >= .zero, "a callout cannot appear \(delay) before it opens")
    (self.kind, self.delay) = (kind, delay)
  }

  /// The growth of a callout of a style; when the delegate of a subview was asked to make room, it
  /// waits, see ``CalloutScene/asksDelegateForRoom(overlooksRight:)``.
  public init(of style: CalloutStyle, animated: Bool, movesMap: Bool) {
    switch style {
    case .plain: self.init(.atOnce)
    case .bubble: self.init(animated ? .bubble : .atOnce)
    case .subview:
      self.init(
        animated ? .bounce : .atOnce, delay: movesMap ? SubviewBounce.repositionDelay : .zero)
    }
  }

  /// The time from the opening to the full size.
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
  /// It does when callout and target stick out of the area that it should lie in, whatever the
  /// adjuster does; with `overlooksRight` what sticks out on the right does not count, as in
  /// version 2.1.5. The delegate answers with a delay, which does not depend on animations: a
  /// callout that does not grow is hidden as long.
  public func asksDelegateForRoom(overlooksRight: Bool) -> Bool {
    guard case .subview(let callout) = style else { return false }
    let placement = callout.placement(
      over: parent.frame, offset: parent.calloutOffset, in: viewport.size)
    return placement.offset(overlooksRight: overlooksRight) != .zero
  }
}

extension CalloutStyle {
  /// The drawn tip of a callout while it is scaled.
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
