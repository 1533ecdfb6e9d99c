import Callouts
import MapGeometry

/// Somebody's own adjuster, as bad as can be: it looks at the pin alone, always sets a region, and
/// makes that a little larger each time.
struct CarelessAdjuster: CalloutAdjuster {
  let name = "careless"

  func move(for scene: CalloutScene) -> MapMove {
    var region = scene.viewport.region
    region.center = Projection.coordinate(
      for: scene.viewport.mapPoint(at: scene.parent.coordinatePoint))
    // Not the middle of the callout, but its right end.
    region.center.longitude += region.span.longitudeDelta / 3
    region.span.latitudeDelta *= 1.5
    return .region(region, animated: false)
  }

  func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
    VisibilityGuarantee(contain: scene.calloutAndParent, insets: EdgeInsets(all: 0))
  }
}
