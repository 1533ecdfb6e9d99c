public import MapGeometry

/// Leaves the map where it is, so that the others can be compared with doing nothing.
public struct NoAdjuster: CalloutAdjuster, Hashable {
  /// Makes an adjuster that does nothing.
  public init() {}

  /// The name in scenarios and reports.
  public var name: String { "none" }

  /// Always ``MapMove/stay``.
  public func move(for scene: CalloutScene) -> MapMove { .stay }

  /// The criteria that need no room.
  public var keptCriteria: Set<Criterion> {
    Set(Criterion.allCases)
      .subtracting([.inside, .minimalShift, .oversize, .exactWhenClose, .parentVisible])
  }

  /// Callout and parent inside the view, without a margin.
  public func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
    VisibilityGuarantee(contain: scene.calloutAndParent, insets: EdgeInsets(all: 0))
  }
}
