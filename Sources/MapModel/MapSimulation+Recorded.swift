package import MapGeometry

/// A cluster annotation on the map, with all that a recording tells of it.
package struct RecordedCluster {
  /// Number of the annotation in the session.
  package var serial: Int32
  /// Points that the annotation says it stands for.
  package var count: Int
  /// Where the annotation is.
  package var coordinate: Coordinate
  /// Where the cluster controller keeps it.
  package var recordCoordinate: Coordinate
  /// The points that the cluster controller keeps for it, in its order.
  package var members: [Int32]
}

/// What a recorded session of the reproduced library does to a map, and what it tells of it.
///
/// Recordings move the map to the last bit, beyond the world too, and call the controller past the
/// map; a scenario can do neither.
extension MapSimulation {
  /// Shows a rect to the last bit, wherever it is in the world or outside, and tells nobody.
  package func show(exactly rect: MapRect) {
    var next = viewport
    next.center = MapPoint(x: rect.midX, y: rect.midY)
    if next.hasSize { next.mapPointsPerPoint = rect.width / next.size.width }
    viewport = next
    visibleRect = rect
    areViewsStale = true
  }

  /// A gesture that ends at once; none when the rect is shown already.
  package func move(exactlyTo rect: MapRect) {
    guard rect != visibleRect else { return }
    willChangeRegion(animated: false)
    show(exactly: rect)
    didChangeRegion(callout: nil)
  }

  /// Changes the settings of a cluster layer for the updates to come; its engine stays.
  package func changeClusterSettings(of layer: Int, _ change: (inout ClusterSetup) -> Void) {
    guard let controller = layers[layer].controller else { return }
    change(&controller.setup)
  }

  /// Whether a region change is under way.
  package var isRegionChanging: Bool { change != nil }

  /// What the map shows, to the last bit.
  package var exactRect: MapRect { visibleRect }

  /// How many calls of the app to a cluster controller were numbered.
  package var askedCalls: Int32 { callCount }

  /// How many cluster updates were asked for.
  package var askedUpdates: Int32 { updateCount }

  /// The number of the selected annotation; nil when none is.
  package var selectedSerial: Int32? { selected.map { annotations[$0].serial } }

  /// The clusters of a layer that are on the map, in the order of its controller.
  package func recordedClusters(of layer: Int) -> [RecordedCluster] {
    guard let controller = layers[layer].controller else { return [] }
    return controller.onMap.map { index in
      let record = controller.records[Int(index)]
      let annotation = annotations[record.annotation]
      return RecordedCluster(
        serial: annotation.serial, count: Int(annotation.count),
        coordinate: annotation.coordinate, recordCoordinate: record.coordinate,
        members: points(of: index, layer: layer))
    }
  }
}
