internal import Callouts
internal import Clustering
internal import MapEvents
internal import MapGeometry

/// Pictures: the map at a moment, as rectangles.
extension MapSimulation {
  /// Takes a picture; callouts that nobody will take away are told before it.
  func tellScene(_ occasion: Scene.Occasion) {
    tellCalloutsLeftBehind()
    emit(.scene(scene(occasion)))
  }

  func scene(_ occasion: Scene.Occasion) -> Scene {
    var callout = calloutRects
    // Where it came to rest is shown, even if it has only begun to grow.
    if occasion == .callout { callout?.look.scale = 1 }
    return Scene(
      occasion: occasion, camera: camera,
      grids: layers.indices.compactMap { grid(of: $0) },
      pins: stackedViews().filter { annotations[$0].callout < 0 }.map { pin(of: $0) },
      callout: callout, shapes: shapes)
  }

  private func grid(of layer: Int) -> Scene.Grid? {
    guard let controller = layers[layer].controller else { return nil }
    let grid = grid(for: controller.setup)
    let visible = viewport.visibleMapRect
    let scale = viewport.mapPointsPerPoint
    // What a turned map says that it shows begins beside the screen.
    let origin =
      viewport.headingDegrees == 0
      ? ScreenPoint(
        x: (grid.rect.minX - visible.minX) / scale, y: (grid.rect.minY - visible.minY) / scale)
      : viewport.exactScreenPoint(for: grid.rect.origin)
    return Scene.Grid(
      layer: Int32(layer), origin: origin, sidePoints: grid.cellSide / scale,
      columns: Int32(grid.columns), rows: Int32(grid.rows))
  }

  private func pin(of slot: Int32) -> Scene.Pin {
    let annotation = annotations[slot]
    let content = shownContent(of: slot)
    return Scene.Pin(
      layer: annotation.layer, point: viewport.screenPoint(for: annotation.mapPoint),
      frame: frame(of: slot), count: content.count, isSelected: slot == selected,
      kind: appearance(of: slot).kind, isUniqueLocation: content.isUniqueLocation)
  }
}
