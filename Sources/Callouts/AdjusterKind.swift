/// The adjusters that a scenario can name.
public enum AdjusterKind: String, Hashable, Sendable, CaseIterable {
  /// Never moves the map.
  case none = "none"
  /// Keeps the parent away from the edges by a shift in degrees, as the published bubble does.
  case edgeMargins = "edge margins"
  /// Shows the region of a rectangle around callout and parent.
  case containRect = "contain rect"
  /// The shortest move on the screen.
  case ideal = "ideal"

  /// The adjuster of this kind.
  ///
  /// The margin is in points between the callout and the edges of the view; `none` has no use for
  /// it and `edgeMargins` has distances of its own.
  public func adjuster(margin: Double) -> any CalloutAdjuster {
    let result: any CalloutAdjuster =
      switch self {
      case .none: NoAdjuster()
      case .edgeMargins: EdgeMarginsAdjuster()
      // Its published use from a selection is not animated.
      case .containRect: ContainRectAdjuster(margin: margin, animated: false)
      case .ideal: IdealAdjuster(margin: margin)
      }
    assert(result.name == rawValue, "an adjuster goes by another name than its kind")
    return result
  }
}
