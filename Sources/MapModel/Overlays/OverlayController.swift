internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The overlays on the map: renderers are requested when they are first seen, and drawn level by
/// level.
final class OverlayController: MapPart {
  private(set) var stacks: OverlayStacks

  override init(_ part: MapPart) {
    stacks = OverlayStacks(
      part.context.setup.overlays, grids: part.context.setup.griddedLayers.count)
    super.init(part)
  }

  func add(_ overlay: Int, at placement: OverlayPlacement) {
    guard let place = stacks.add(Int32(overlay), at: placement) else { return }
    context.emit(
      .overlay(.added(overlay: Int32(overlay), level: place.level, index: place.index)))
    requestRenderers()
  }

  func remove(_ overlay: Int) {
    guard stacks.remove(Int32(overlay)) else { return }
    context.emit(.overlay(.removed(overlay: Int32(overlay))))
  }

  func exchange(_ first: Int, _ second: Int) {
    guard stacks.exchange(Int32(first), Int32(second)) else { return }
    context.emit(.overlay(.exchanged(Int32(first), Int32(second))))
  }

  /// Replaces the grid of a layer that may draw one, by its index among those layers.
  ///
  /// The library adds a polygon for each cell; here they are one overlay for each layer, numbered
  /// after those of the scenario. The app has no renderer for them, so they are blue lines.
  func replaceGrid(_ index: Int, by grid: ClusterGrid) {
    let overlay = context.setup.overlays.count + index
    remove(overlay)
    // Longer cells than the library's would not show its mistakes.
    guard grid.count > 0, grid.doublings == 0 else { return }
    stacks.setOutline(OverlayOutline(cells: Array(grid.cells)), of: Int32(overlay))
    add(overlay, at: .last)
  }

  /// Requests the renderers of overlays that are seen for the first time.
  ///
  /// - Complexity: O(overlays) until all on the map were seen, then O(1).
  func requestRenderers() {
    guard stacks.unseenCount > 0 else { return }
    for level in OverlayLevel.allCases {
      for overlay in stacks.overlays(in: level) {
        let entry = stacks.entries[Int(overlay)]
        guard !entry.isRequested, entry.outline.meets(region.visibleRect) else { continue }
        context.emit(.overlay(.rendererRequested(overlay: overlay)))
        // The proxy itself answers with lines for a grid when the app has no renderer.
        let isGrid = Int(overlay) >= context.setup.overlays.count
        let isAnswered = (isGrid || proxy.call(.rendererFor)) && entry.hasRenderer
        stacks.didRequest(overlay, isDrawn: isAnswered)
        if !isAnswered { context.emit(.overlay(.rendererMissing(overlay: overlay))) }
      }
    }
  }

  /// The overlays in view that have renderers, back to front.
  var shapes: [Snapshot.Shape] {
    var shapes: [Snapshot.Shape] = []
    for level in OverlayLevel.allCases {
      for overlay in stacks.overlays(in: level) {
        let entry = stacks.entries[Int(overlay)]
        guard entry.isDrawn, entry.outline.meets(region.visibleRect) else { continue }
        for outline in entry.outline.parts where outline.meets(region.visibleRect) {
          let points = screenPoints(of: outline)
          assert(points.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "a shape without a place")
          shapes.append(Snapshot.Shape(overlay: overlay, kind: outline.kind, points: points))
        }
      }
    }
    return shapes
  }

  /// The points of an outline on one copy of the world, so that it is not torn apart.
  private func screenPoints(of outline: OverlayOutline) -> [ScreenPoint] {
    var plain = region.viewport
    plain.options.worldCopy = .asProjected
    let world = MapSize.worldSide
    let worlds = ((plain.center.x - outline.bounds.midX) / world).rounded(.toNearestOrEven)
    plain.center.x -= worlds * world
    return outline.points.map { plain.screenPoint(for: $0) }
  }
}
