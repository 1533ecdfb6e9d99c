internal import MapEvents
internal import MapGeometry

/// Overlays: renderers are asked for when they are first seen, and drawn level by level.
extension MapSimulation {
  /// Puts an overlay on the map, by its index in the setup; one that is there stays.
  public func addOverlay(_ overlay: Int, at placement: OverlayPlacement) {
    guard let place = overlays.add(Int32(overlay), at: placement) else { return }
    emit(
      .overlay(
        .added(overlay: Int32(overlay), level: place.level, index: place.index)))
    requestRenderers()
  }

  /// Takes an overlay from the map.
  public func removeOverlay(_ overlay: Int) {
    guard overlays.remove(Int32(overlay)) else { return }
    emit(.overlay(.removed(overlay: Int32(overlay))))
  }

  /// Lets two overlays on the map change places, and levels if theirs differ.
  public func exchangeOverlays(_ first: Int, _ second: Int) {
    guard overlays.exchange(Int32(first), Int32(second)) else { return }
    emit(.overlay(.exchanged(Int32(first), Int32(second))))
  }

  /// Asks for the renderers of overlays that are seen for the first time.
  ///
  /// - Complexity: O(overlays) until all on the map were seen, then O(1).
  func requestRenderers() {
    guard overlays.unseenCount > 0 else { return }
    for level in OverlayLevel.allCases {
      for overlay in overlays.overlays(in: level) {
        let entry = overlays.entries[Int(overlay)]
        guard !entry.isRequested, entry.outline.meets(visibleRect) else { continue }
        emit(.overlay(.rendererRequested(overlay: overlay)))
        // The lines of a grid are the proxy's own answer, when the app has none.
        let isGrid = Int(overlay) >= setup.overlays.count
        let isAnswered = (isGrid || tell(.rendererFor)) && entry.hasRenderer
        overlays.didRequest(overlay, isDrawn: isAnswered)
        if !isAnswered { emit(.overlay(.rendererMissing(overlay: overlay))) }
      }
    }
  }

  /// The overlays in view that have renderers, back to front.
  var shapes: [Scene.Shape] {
    var shapes: [Scene.Shape] = []
    for level in OverlayLevel.allCases {
      for overlay in overlays.overlays(in: level) {
        let entry = overlays.entries[Int(overlay)]
        guard entry.isDrawn, entry.outline.meets(visibleRect) else {
          continue
        }
        for outline in entry.outline.parts where outline.meets(visibleRect) {
          let points = screenPoints(of: outline)
          assert(points.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "a shape without a place")
          shapes.append(Scene.Shape(overlay: overlay, kind: outline.kind, points: points))
        }
      }
    }
    return shapes
  }

  /// The points of an outline on one copy of the world, so that it is not torn apart.
  private func screenPoints(of outline: OverlayOutline) -> [ScreenPoint] {
    var plain = viewport
    plain.options.worldCopy = .asProjected
    let world = MapSize.worldSide
    let worlds = ((viewport.center.x - outline.bounds.midX) / world).rounded(.toNearestOrEven)
    plain.center.x -= worlds * world
    return outline.points.map { plain.screenPoint(for: $0) }
  }
}
