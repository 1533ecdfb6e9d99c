internal import Clustering
package import MapConfiguration
package import MapEvents
package import MapGeometry

/// A cluster annotation on the map, as recordings describe it.
package struct RecordedCluster {
  /// Number of the annotation in the session.
  package var serial: AnnotationID
  /// Number of points, as the annotation reports it.
  package var count: Int
  /// Where the annotation is.
  package var coordinate: Coordinate
  /// Where the cluster controller keeps it.
  package var recordCoordinate: Coordinate
  /// The points that the cluster controller keeps for it, in its order.
  package var members: [PointID]
}

/// Operations of a recorded session of CCHMapClusterController on a map: it moves the map to the
/// last bit, beyond the world too, calls the controller past the map, and runs single blocks and
/// operations.
extension MapSimulation {
  /// Shows a rect to the last bit, wherever it is in the world or outside, without a callback.
  package func show(exactly rect: MapRect) {
    region.show(exactly: rect)
    views.setNeedsUpdate()
  }

  /// A gesture that ends at once; none when the rect is shown already.
  package func move(exactlyTo rect: MapRect) {
    if let recording {
      recording.move(to: rect, animated: false)
    } else if rect != region.visibleRect {
      region.willChange(animated: false)
      show(exactly: rect)
      region.didChange(callout: nil)
    }
  }

  /// Selects the first cluster on the map that holds a point, with a tap or block by block.
  package func select(recorded point: PointID, layer: Int) {
    guard recording != nil else {
      tap(point: point, layer: layer)
      return
    }
    guard let slot = clusters.slot(of: point, layer: layer) else { return targets.miss(.notOnMap) }
    if selection.selected != slot { selection.select(slot) }
  }

  /// Notifies the controllers past the map that the region is about to change.
  package func controllersWillSeeRegionChange() { clusters.regionWillChange() }
  /// Notifies the controllers past the map that the region has changed.
  package func controllersDidSeeRegionChange() { clusters.regionDidChange() }

  /// Changes the settings of a cluster layer for the updates to come; its engine stays.
  package func changeClusterSettings(of layer: Int, _ change: (inout ClusterSetup) -> Void) {
    clusters.layers[layer]?.controller.change(change)
  }

  /// Calls back with each annotation that an outdated update adds again.
  package func observeAddedAgain(_ observer: @escaping (AnnotationID) -> Void) {
    clusters.session.observeAddedAgain(observer)
  }

  /// Runs the oldest block of the main thread.
  package func runMainBlock() { recording?.runMainBlock() }
  /// Runs the oldest background operation of a queue that runs none.
  package func runBackgroundOperation() { recording?.runBackgroundOperation() }

  /// Runs blocks, and operations when there is no block, until neither is there.
  package func runUntilNothingWaits() {
    while let recording, recording.runMainBlock() || recording.runBackgroundOperation() {}
  }

  /// The visible map rect, to the last bit.
  package var exactRect: MapRect { region.visibleRect }
  /// How many calls of the app to cluster controllers were numbered.
  package var callCount: Int32 { clusters.session.callCount }
  /// How many cluster updates were requested.
  package var updateCount: Int32 { clusters.session.updateCount }
  /// The number of the selected annotation; nil when none is.
  package var selectedSerial: AnnotationID? { selection.selected.map { annotations[$0].serial } }

  /// The number of points of an annotation; nil when it is not on the map.
  package func recordedCount(ofAnnotation serial: AnnotationID) -> Int? {
    annotations.slots.indices.first { annotations.holds(serial, at: AnnotationSlot($0)) }
      .map { Int(annotations.slots[$0].count) }
  }

  /// How many points were given to a layer and not removed.
  package func memberCount(of layer: Int) -> Int { data.members(of: layer).count }

  /// The clusters of a layer that are on the map, in the order of its controller.
  package func recordedClusters(of layer: Int) -> [RecordedCluster] {
    guard let layer = clusters.layers[layer] else { return [] }
    return layer.controller.onMap.map { index in
      let record = layer.controller.records[index]
      let annotation = annotations[record.annotation]
      return RecordedCluster(
        serial: annotation.serial, count: Int(annotation.count), coordinate: annotation.coordinate,
        recordCoordinate: record.coordinate, members: layer.points(of: index))
    }
  }
}
