public import MapGeometry

/// Shifts the visible rectangle until it contains callout and parent, and shows its region.
///
/// Source: Stanislaw's answer on fitting a callout, `adjustToContainRect`, with the evident slip in
/// its text fixed (it is the annotation's rectangle that is enlarged). Kept as published:
///
/// - A rectangle larger than the view enlarges the visible rectangle, so the map zooms out.
/// - Region to rectangle to region is no identity, so the map drifts and zooms at low zoom even
///   when nothing is to be done.
/// - The region is always set.
public struct ContainRectAdjuster: CalloutAdjuster, Hashable {
  /// Points that the rectangle is enlarged by on each side; published value 2.
  public let margin: Double
  /// Whether the region is set with an animation; the published example does not.
  public let animated: Bool

  /// Makes an adjuster with its margin, which is not negative.
  public init(margin: Double = 2, animated: Bool) {
    precondition(margin >= 0, "the margin is \(margin) pt")
    (self.margin, self.animated) = (margin, animated)
  }

  /// The name in scenarios and reports.
  public var name: String { "contain rect" }

  /// Always a region, fitted to the view; unfitted when its center is invalid and the map will
  /// refuse it.
  public func move(for scene: CalloutScene) -> MapMove {
    let viewport = scene.viewport
    let visible = viewport.screenRect(for: viewport.region)
    let region = viewport.region(for: adjusted(visible, in: scene))
    return .region(fitting(viewport).regionThatFits(region) ?? region, animated: animated)
  }

  /// The map that the region is fitted to, which does not round to whole zoom levels: a rounded
  /// region would not fit its own level when it is set.
  private func fitting(_ viewport: Viewport) -> Viewport {
    guard viewport.regionFit == .legacyIntegerZoom else { return viewport }
    var result = viewport
    result.regionFit = .edgeSum
    return result
  }

  /// The same for two scenes at once.
  public func moves(for first: CalloutScene, _ second: CalloutScene) -> (MapMove, MapMove) {
    let (here, there) = (first.viewport, second.viewport)
    guard here.regionFit != .legacyIntegerZoom, there.regionFit != .legacyIntegerZoom else {
      return (move(for: first), move(for: second))
    }
    let shown = Viewport.regions(of: here, there)
    let visible = Viewport.screenRects(for: shown, in: here, there)
    let regions = Viewport.regions(
      for: (adjusted(visible.0, in: first), adjusted(visible.1, in: second)), in: here, there)
    let fitted = Viewport.regionsThatFit(regions, in: here, there)
    return (
      .region(fitted.0 ?? regions.0, animated: animated),
      .region(fitted.1 ?? regions.1, animated: animated)
    )
  }

  private func adjusted(_ visible: ScreenRect, in scene: CalloutScene) -> ScreenRect {
    // Where all of the view lies beyond the latitudes that are projected, these count as one.
    assert(
      min(visible.width, visible.height) >= 0 && max(visible.width, visible.height) > 0,
      "a region without extent is visible")
    return ContainRectAdjuster.moved(visible, toContain: scene.calloutAndParent.grown(by: margin))
  }

  /// The map accepts the region and shows the pin: its scale can be another one, and a map that
  /// rounds regions shifts it.
  public var keptCriteria: Set<Criterion> {
    [.tipPinned, .animatedAsAtOnce, .moveAccepted, .parentVisible, .callbacksPaired]
  }

  /// Callout and parent, the margin away from every edge.
  public func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
    VisibilityGuarantee(contain: scene.calloutAndParent, insets: EdgeInsets(all: margin))
  }

  /// A rectangle as large as the larger of both, moved from the first until it contains the second.
  ///
  /// It is enlarged to the right and down before it moves, and never shrinks.
  static func moved(_ rect: ScreenRect, toContain inner: ScreenRect) -> ScreenRect {
    var result = rect
    result.width = max(rect.width, inner.width)
    result.height = max(rect.height, inner.height)
    if inner.maxX > result.maxX {
      result.minX += inner.maxX - result.maxX
    } else if result.minX > inner.minX {
      result.minX -= result.minX - inner.minX
    }
    if inner.maxY > result.maxY {
      result.minY += inner.maxY - result.maxY
    } else if result.minY > inner.minY {
      result.minY -= result.minY - inner.minY
    }
    assert(result.width >= rect.width && result.height >= rect.height, "a rectangle shrank")
    assert(
      result.minX <= inner.minX + 1e-6 && result.maxX >= inner.maxX - 1e-6,
      "a rectangle was moved and does not contain the other")
    return result
  }
}
