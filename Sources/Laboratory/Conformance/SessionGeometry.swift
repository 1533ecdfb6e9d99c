internal import Clustering
internal import MapGeometry

extension MapRect {
  /// Whether a coordinate is inside, half open as ever, on no other copy of the world.
  func contains(_ place: Coordinate) -> Bool { contains(Projection.mapKit.mapPoint(for: place)) }
}

/// Zoom level and cells of a map rect with the settings.
struct SessionGeometry {
  var rect: MapRect
  var viewWidth: Double
  var settings: RecordedSession.Settings
  /// How far map points may lie from recorded ones.
  var tolerance = 0.0

  var zoomLevel: Double { ClusterScale.zoomLevel(visibleRect: rect, viewWidth: viewWidth) }

  private var mapLength: Double {
    ClusterScale.mapLength(visibleRect: rect, viewWidth: viewWidth, cellSize: settings.cellSize)
  }

  var grid: ClusterGrid {
    ClusterGrid(
      visibleRect: rect, marginFactor: settings.marginFactor,
      cellSide: ClusterGrid.alignedCellSide(mapLength: mapLength))
  }

  func compare(_ result: GoldenValue, name: String, _ comparison: Comparison) throws {
    expect("\(name) visibleMapRect", try result.mapRect("visibleMapRect"), rect, comparison)
    comparison.expect(
      "\(name) mapLength", try result.number("mapLength"), mapLength, within: tolerance)
    comparison.expect(
      "\(name) cellMapSize", try result.number("cellMapSize"), grid.cellSide, within: tolerance)
    expect("\(name) gridMapRect", try result.mapRect("gridMapRect"), grid.rect, comparison)
    comparison.expect("\(name) cells", try result.whole("cells"), grid.count)
    if result["zoomLevel"].isNull {
      comparison.expect("\(name) zoomLevel is none", true, zoomLevel.isNaN)
    } else {
      comparison.expect(
        "\(name) zoomLevel", try result.number("zoomLevel"), zoomLevel, within: 1e-9)
    }
  }

  private func expect(
    _ what: String, _ expected: MapRect, _ got: MapRect, _ comparison: Comparison
  ) {
    guard tolerance > 0 else { return comparison.expect(what, expected, got) }
    comparison.expect(what, expected.numbers, got.numbers, within: tolerance)
  }
}
