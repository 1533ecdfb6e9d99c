internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The map as a camera would see it now: for snapshots, and for observers that look at the map.
final class LiveScene: MapComponent, MapScene {
  private let callouts: CalloutController
  private let selection: SelectionController
  private let overlays: OverlayController
  private let clusters: ClusterCoordinator

  init(
    _ part: MapComponent, callouts: CalloutController, selection: SelectionController,
    overlays: OverlayController, clusters: ClusterCoordinator
  ) {
    self.callouts = callouts
    self.selection = selection
    self.overlays = overlays
    self.clusters = clusters
    super.init(part)
  }

  var viewport: Viewport { region.viewport }

  /// Emits the callouts that the app will not remove any more, and a snapshot.
  func emitSnapshot(_ occasion: Snapshot.Occasion) {
    callouts.own.emitLeftBehind()
    context.emit(.snapshot(makeSnapshot(occasion)))
  }

  func makeSnapshot(_ occasion: Snapshot.Occasion) -> Snapshot {
    var callout = callouts.rects
    // A settled callout is shown in full, even if it has only begun to grow.
    if occasion == .callout { callout?.look.scale = 1 }
    return Snapshot(
      occasion: occasion, camera: region.camera,
      grids: clusters.layers.compactMap { $0.flatMap { grid(of: $0) } },
      pins: seenAnnotations.map { pin(of: $0) }, callout: callout, shapes: overlays.shapes)
  }

  /// The annotation views that can be seen, back to front, without callouts.
  var placedViews: [PlacedView] {
    seenAnnotations.map { slot in
      PlacedView(
        view: annotations[slot].view, place: views.presentedPlace(of: slot),
        point: annotations[slot].point, pin: pin(of: slot))
    }
  }

  /// Views that join native clusters move there without an event.
  var hasMovingViews: Bool { views.hasMergedInFrame }

  /// The cells of each layer with clusters.
  var placedGrids: [PlacedGrid] {
    clusters.layers.compactMap { layer in
      guard let layer else { return nil }
      let grid = layer.grid
      return PlacedGrid(
        layer: LayerID(layer.index), rect: grid.rect, sideMapPoints: grid.cellSide,
        columns: Int32(grid.columns), rows: Int32(grid.rows))
    }
  }

  /// The open callout, in points of the view.
  var calloutRects: CalloutRects? { callouts.rects }
  /// The overlays that are drawn, back to front.
  var overlayShapes: [Snapshot.Shape] { overlays.shapes }

  /// Annotations whose views can be seen, back to front, without callouts.
  private var seenAnnotations: [AnnotationSlot] {
    views.stack(selected: selection.selected, isPicture: true)
      .filter { annotations[$0].callout.isNone }
  }

  /// The cells of a layer; nil for none, which are nowhere.
  private func grid(of layer: ClusterLayer) -> Snapshot.Grid? {
    let grid = layer.grid
    guard grid.count > 0 else { return nil }
    let visible = viewport.visibleMapRect
    let scale = viewport.mapPointsPerPoint
    // The visible rect of a turned map begins beside the screen.
    let origin =
      viewport.headingDegrees == 0
      ? ScreenPoint(
        x: (grid.rect.minX - visible.minX) / scale, y: (grid.rect.minY - visible.minY) / scale)
      : viewport.exactScreenPoint(for: grid.rect.origin)
    return Snapshot.Grid(
      layer: LayerID(layer.index), origin: origin, sidePoints: grid.cellSide / scale,
      columns: Int32(grid.columns), rows: Int32(grid.rows))
  }

  private func pin(of slot: AnnotationSlot) -> Snapshot.Pin {
    let annotation = annotations[slot]
    let content = views.shownContent(of: slot)
    return Snapshot.Pin(
      layer: annotation.layer, point: viewport.screenPoint(for: views.presentedPlace(of: slot)),
      frame: views.frame(of: slot), count: content.count, isSelected: slot == selection.selected,
      kind: views.appearance(of: slot).kind, isUniqueLocation: content.isUniqueLocation)
  }
}
