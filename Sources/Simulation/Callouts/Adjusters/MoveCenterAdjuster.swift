public import MapGeometry

/// Moves the center by the part that sticks out, measured on the screen.
///
/// The center is a point of the screen that is converted to a coordinate, so zoom, latitude and
/// heading do not matter. Source: the demo of AMap's (Gaode's) map kit, with a margin of 8 and the
/// callout alone; with a margin of 10, callout and target together, it is the rule of SMCalloutView
/// 2.1.5. Kept as published: of two opposite edges that stick out, the right one and the upper one
/// win.
public struct MoveCenterAdjuster: CalloutAdjuster, Hashable {
  /// The part that is brought inside the view.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The callout alone, as in the demo.
    case callout
    /// Callout and parent, as SMCalloutView does.
    case calloutAndParent = "callout and parent"
  }

  /// Points between the subject and the edges of the part of the view that no bar covers.
  public let margin: Double
  /// The margins of the view that bars cover, in points.
  public let insets: EdgeInsets
  /// The part that is brought inside.
  public let subject: Subject
  /// Whether a part that sticks out on the right is ignored, as in SMCalloutView 2.1.5, where the
  /// nudge to the left, never above 0, is taken only if above 0.
  public let overlooksRight: Bool
  /// Whether the map moves with an animation.
  public let animated: Bool

  /// Makes an adjuster; by default, the one of the demo.
  public init(
    margin: Double = 8, insets: EdgeInsets = EdgeInsets(all: 0), subject: Subject = .callout,
    overlooksRight: Bool = false, animated: Bool = true
  ) {
    precondition(margin >= 0, "the margin is \(margin) pt")
    precondition(
      insets.top >= 0 && insets.left >= 0 && insets.bottom >= 0 && insets.right >= 0,
      "a bar of negative extent: \(insets)")
    (self.margin, self.insets, self.subject) = (margin, insets, subject)
    (self.overlooksRight, self.animated) = (overlooksRight, animated)
  }

  /// The name in scenarios and reports.
  public var name: String { "move center" }

  /// A new center, or ``MapMove/stay`` when nothing sticks out.
  public func move(for scene: CalloutScene) -> MapMove {
    let offset = offset(for: scene)
    guard offset != .zero else { return .stay }
    assert(offset.dx.isFinite && offset.dy.isFinite, "an offset out of the number range")
    let size = scene.viewport.size
    let center = scene.viewport.mapPoint(
      at: ScreenPoint(x: size.width / 2 - offset.dx, y: size.height / 2 - offset.dy))
    return .center(Projection.coordinate(for: center), animated: animated)
  }

  /// All criteria but those of what does not fit, where the right edge wins, and of the world's
  /// ends: those of the pin only if that is brought inside too, and none that needs room on the
  /// right if that is overlooked.
  public var keptCriteria: Set<Criterion> {
    var kept = Set(Criterion.allCases).subtracting([.mirrored, .oversize, .steadyAtWorldEdge])
    if subject == .callout || overlooksRight { kept.subtract([.inside, .parentVisible]) }
    if overlooksRight { kept.subtract([.minimalShift, .exactWhenClose]) }
    return kept
  }

  /// The subject, the margin away from the bars.
  public func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
    VisibilityGuarantee(
      contain: rect(of: scene), insets: scene.distances(margin: margin, beside: insets))
  }

  /// How far the content should move on the screen, right and down.
  public func offset(for scene: CalloutScene) -> ScreenOffset {
    let size = scene.viewport.size
    let edges = scene.distances(margin: margin, beside: insets)
    let box = ScreenRect(
      minX: edges.left, minY: edges.top, width: size.width - edges.left - edges.right,
      height: size.height - edges.top - edges.bottom)
    return MoveCenterAdjuster.offset(of: rect(of: scene), into: box, overlooksRight: overlooksRight)
  }

  /// How far a rectangle has to move into another one; with `overlooksRight` its right edge is
  /// ignored.
  public static func offset(
    of rect: ScreenRect, into box: ScreenRect, overlooksRight: Bool
  ) -> ScreenOffset {
    let left = max(0, box.minX - rect.minX)
    let right = overlooksRight ? 0 : min(0, box.maxX - rect.maxX)
    let top = max(0, box.minY - rect.minY)
    let bottom = min(0, box.maxY - rect.maxY)
    return ScreenOffset(dx: right != 0 ? right : left, dy: top != 0 ? top : bottom)
  }

  private func rect(of scene: CalloutScene) -> ScreenRect {
    subject == .callout ? scene.layout.body : scene.calloutAndParent
  }
}
