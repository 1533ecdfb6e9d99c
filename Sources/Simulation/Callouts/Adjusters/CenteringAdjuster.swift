public import MapGeometry

/// Brings the annotation to the middle of the view, visible or not.
///
/// Apps that call `setCenter(annotation.coordinate, animated: true)` in `didSelect` do this: every
/// callout moves the map, and one that is higher than half of the view sticks out above.
public struct CenteringAdjuster: CalloutAdjuster, Hashable {
  /// Whether the map moves with an animation.
  public let animated: Bool

  /// Makes the adjuster.
  public init(animated: Bool = true) { self.animated = animated }

  /// The name in scenarios and reports.
  public var name: String { "centering" }

  /// The annotation's coordinate as the new center, always.
  public func move(for scene: CalloutScene) -> MapMove {
    let point = scene.viewport.mapPoint(at: scene.parent.coordinatePoint)
    return .center(Projection.coordinate(for: point), animated: animated)
  }

  /// The pin is visible, and in the middle anywhere; nothing is promised of the callout's room.
  public var keptCriteria: Set<Criterion> {
    [
      .zoomUnchanged, .idempotent, .tipPinned, .animatedAsAtOnce, .mirrored, .sameAtAnyLongitude,
      .sameAtAnyLatitude, .moveAccepted, .sameWhenTurned, .parentVisible, .callbacksPaired,
    ]
  }

  /// Callout and parent inside the view, without a margin.
  public func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
    VisibilityGuarantee(contain: scene.calloutAndParent, insets: EdgeInsets(all: 0))
  }
}
