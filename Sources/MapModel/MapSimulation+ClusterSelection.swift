internal import MapEvents
internal import MapGeometry

/// What becomes of a selected annotation when the map is zoomed and its clusters change.
extension MapSimulation {
  /// Whether a region change is a zoom for a layer's controller.
  ///
  /// In the reproduced library it is when the longitude span changed beyond single precision, noise
  /// and the turning of the map included. Mended, the zoom level must change by more than the
  /// layer's tolerance, which turning does not.
  func isZoom(spanBefore: Double, levelBefore: Double, for layer: Int) -> Bool {
    guard let cluster = layers[layer].controller?.setup, cluster.mends.toleratesZoomNoise else {
      return abs(longitudeSpan - spanBefore) >= ClusterController.noiseDegrees
    }
    return abs(viewport.zoomLevel - levelBefore) > cluster.zoomToleranceLevels
  }

  /// Before the clusters that an update lets go leave the map, a selected one of them hands over to
  /// the cluster that now holds its first point, if that can be seen and selected.
  ///
  /// An annotation that stays keeps its selection and its callout, and nothing is told. Where
  /// another one takes over, the app is told of a deselection and of a selection, since it knows
  /// annotations and not points; the callout opens anew, and the map does not make room for it: the
  /// finger or the data that changed the clusters did not ask for another place. Whatever the
  /// reason of the update, the same holds: not only zooms make a cluster another one.
  func handOverSelection(after update: Int32, layer: Int) {
    guard mends(of: layer).keepsSelection, let controller = layers[layer].controller,
      let selected, annotations[selected].layer == Int32(layer)
    else { return }
    let record = controller.records[Int(annotations[selected].cluster)]
    assert(record.annotation == selected, "a selected cluster does not know its annotation")
    guard record.result != update, let heir = heir(of: record, after: update, layer: layer) else {
      return
    }
    if annotations[heir].view < 0 {
      // Whoever selects what just came does not wait for the next frame.
      lap(.views) { updateViews() }
      areViewsStale = true
    }
    // A view outside the margin is not there, and some maps deselect what is.
    guard annotations[heir].view >= 0, self.selected != nil else { return }
    select(heir, makesRoom: false)
  }

  /// The slot of the cluster of the last result that holds the first point of another one that is
  /// still in the layer.
  private func heir(
    of record: ClusterController.Record, after update: Int32, layer: Int
  ) -> Int32? {
    guard let controller = layers[layer].controller,
      let point = record.members.first(where: { layers[layer].isMember[Int($0)] }),
      let heir = controller.onMap.first(where: { index in
        let other = controller.records[Int(index)]
        return other.result == update && other.members.contains(point)
      })
    else { return nil }
    let slot = controller.records[Int(heir)].annotation
    guard MapArea(visibleRect).contains(annotations[slot].mapPoint), isInteractive(slot) else {
      return nil
    }
    return slot
  }
}
