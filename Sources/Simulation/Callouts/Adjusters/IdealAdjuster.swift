public import MapGeometry

/// The shortest move on the screen that brings callout and parent inside the view.
///
/// Each axis is moved alone. The map point of the middle is set directly, so zoom, latitude, the
/// 180th meridian and heading do not matter. On an axis where callout and parent do not fit
/// together the rule is applied to the parent alone, or nothing moves. Where the world ends the map
/// goes as far as it can.
public struct IdealAdjuster: CalloutAdjuster, Hashable {
  /// Points between the rectangle and the edges of the part of the view that no bar covers.
  public let margin: Double
  /// The margins of the view that bars cover, in points.
  public let insets: EdgeInsets
  /// Whether the map moves with an animation.
  public let animated: Bool

  /// Makes an adjuster with its margin and the room that bars take, neither of them negative.
  public init(margin: Double = 2, insets: EdgeInsets = EdgeInsets(all: 0), animated: Bool = true) {
    precondition(margin >= 0, "the margin is \(margin) pt")
    precondition(
      insets.top >= 0 && insets.left >= 0 && insets.bottom >= 0 && insets.right >= 0,
      "a bar of negative extent: \(insets)")
    (self.margin, self.insets, self.animated) = (margin, insets, animated)
  }

  /// Overflow up to here counts as none: rounding in map points after a move.
  static let slack = 1e-6

  /// The name in scenarios and reports.
  public var name: String { "ideal" }

  /// A map point to show in the middle, or ``MapMove/stay`` when nothing sticks out or the world
  /// ends here.
  public func move(for scene: CalloutScene) -> MapMove {
    let shift = translation(for: scene)
    guard shift != .zero else { return .stay }
    let viewport = scene.viewport
    let center = viewport.mapPoint(
      at: ScreenPoint(
        x: viewport.size.width / 2 - shift.dx, y: viewport.size.height / 2 - shift.dy))
    assert(center.x.isFinite && center.y.isFinite, "a center out of the number range")
    guard viewport.centered(at: center) != viewport else { return .stay }
    return .point(center, animated: animated)
  }

  /// All criteria.
  public var keptCriteria: Set<Criterion> { Set(Criterion.allCases) }

  /// Callout and parent, the margin away from the bars.
  public func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
    VisibilityGuarantee(
      contain: scene.calloutAndParent, insets: scene.distances(margin: margin, beside: insets))
  }

  /// How far the content should move on the screen, right and down.
  public func translation(for scene: CalloutScene) -> ScreenOffset {
    let rect = scene.calloutAndParent
    let parent = scene.parent.frame
    let size = scene.viewport.size
    let edges = scene.distances(margin: margin, beside: insets)
    // A bubble is as wide as the map and stays when the map moves sideways: only its parent does
    // move.
    let inRow = scene.style.isAsWideAsMap ? parent : rect
    let columns = Extent(low: edges.left, high: size.width - edges.right)
    let rows = Extent(low: edges.top, high: size.height - edges.bottom)
    let right =
      columns.shortestMove(of: Extent(low: inRow.minX, high: inRow.maxX))
      ?? columns.shortestMove(of: Extent(low: parent.minX, high: parent.maxX)) ?? 0
    let down =
      rows.shortestMove(of: Extent(low: rect.minY, high: rect.maxY))
      ?? rows.shortestMove(of: Extent(low: parent.minY, high: parent.maxY)) ?? 0
    return ScreenOffset(dx: right, dy: down)
  }

  /// A stretch of one axis; bars may leave one that ends before it begins.
  struct Extent {
    var low: Double
    var high: Double

    /// The shortest move of another stretch into this one; nil when it is too long.
    func shortestMove(of other: Extent) -> Double? {
      assert(other.low <= other.high, "a stretch ends before it begins")
      guard other.high - other.low <= high - low + slack else { return nil }
      if other.low < low - slack { return low - other.low }
      if other.high > high + slack { return high - other.high }
      return 0
    }
  }
}

extension CalloutStyle {
  /// Whether the callout spans the map from side to side, wherever its parent is.
  var isAsWideAsMap: Bool {
    switch self {
    case .plain, .subview: false
    case .bubble: true
    }
  }
}
