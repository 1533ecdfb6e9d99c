internal import Clustering
internal import MapGeometry

/// What a map rect and the settings say of zoom level and cells.
struct SessionGeometry {
  var rect: MapRect
  var viewWidth: Double
  var settings: RecordedSession.Settings

  var zoomLevel: Double { ClusterScale.zoomLevel(visibleRect: rect, viewWidth: viewWidth) }

  private var mapLength: Double {
    ClusterScale.mapLength(visibleRect: rect, viewWidth: viewWidth, cellSize: settings.cellSize)
  }

  var grid: ClusterGrid {
    ClusterGrid(
      visibleRect: rect, marginFactor: settings.marginFactor,
      cellSide: ClusterGrid.alignedCellSide(mapLength: mapLength))
  }

  func compare(_ result: GoldenValue, name: String, _ comparison: inout Comparison) throws {
    comparison.expect("\(name) visibleMapRect", try result.mapRect("visibleMapRect"), rect)
    comparison.expect("\(name) mapLength", try result.number("mapLength"), mapLength)
    comparison.expect("\(name) cellMapSize", try result.number("cellMapSize"), grid.cellSide)
    comparison.expect("\(name) gridMapRect", try result.mapRect("gridMapRect"), grid.rect)
    comparison.expect("\(name) cells", try result.whole("cells"), grid.count)
    if result["zoomLevel"].isNull {
      comparison.expect("\(name) zoomLevel is none", true, zoomLevel.isNaN)
    } else {
      comparison.expect(
        "\(name) zoomLevel", try result.number("zoomLevel"), zoomLevel, within: 1e-9)
    }
  }
}
