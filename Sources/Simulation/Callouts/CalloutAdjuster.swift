public import MapGeometry

/// A strategy that brings a callout into view by moving the map.
///
/// An adjuster is asked once, when the callout opens, and sees only the frozen scene; it keeps no
/// state, so the same scene always gets the same answer.
public protocol CalloutAdjuster: Sendable {
  /// The name used in scenarios and reports.
  var name: String { get }

  /// The move that the map is asked for.
  func move(for scene: CalloutScene) -> MapMove

  /// The moves for two scenes: the same as scene by scene, which is the default.
  ///
  /// For adjusters that project much, which take little longer for two than for one.
  func moves(for first: CalloutScene, _ second: CalloutScene) -> (MapMove, MapMove)

  /// The rectangle that this adjuster promises to bring inside the view; a judge measures against
  /// it before the move and again after it.
  func guarantee(for scene: CalloutScene) -> VisibilityGuarantee

  /// The criteria that this adjuster promises to keep while what it brings inside fits and the map
  /// can move; by default none.
  var keptCriteria: Set<Criterion> { get }

  /// Whether a callout that sticks out on the right alone asks for no room; by default it asks.
  var overlooksRight: Bool { get }

  /// How far the app takes a callout that is an annotation back from where its frame was, in points
  /// of the screen, beside the move; by default not at all.
  func frameShift(for scene: CalloutScene) -> ScreenOffset
}

extension CalloutAdjuster {
  /// The moves scene by scene.
  public func moves(for first: CalloutScene, _ second: CalloutScene) -> (MapMove, MapMove) {
    (move(for: first), move(for: second))
  }

  /// Nothing is promised.
  public var keptCriteria: Set<Criterion> { [] }

  /// Every side counts.
  public var overlooksRight: Bool { false }

  /// The frame stays.
  public func frameShift(for scene: CalloutScene) -> ScreenOffset { .zero }
}

/// A rectangle that an adjuster promises to bring inside the view, and how far inside.
public struct VisibilityGuarantee: Hashable, Sendable {
  /// The rectangle, in points of the screen.
  public var contain: ScreenRect
  /// How far from the edges of the view the rectangle has to stay.
  public var insets: EdgeInsets

  /// Makes a promise of its parts.
  public init(contain: ScreenRect, insets: EdgeInsets) {
    precondition(contain.width >= 0 && contain.height >= 0, "a promise of negative extent")
    (self.contain, self.insets) = (contain, insets)
  }
}
