internal import Clustering
internal import MapEvents
internal import MapGeometry

/// The grid of a cluster layer over the map, for those who look for mistakes.
///
/// The library adds a polygon for each cell; here they are one overlay for each layer, behind those
/// of the scenario by number. What the app draws comes first: it has nothing for them, so they are
/// blue lines.
extension MapSimulation {
  /// Replaces the grid of a layer by that of the map as it is now, when the layer draws it; one
  /// that does no longer leaves its last grid on the map, as the library does.
  func drawGrid(of layer: Int) {
    guard let controller = layers[layer].controller, controller.setup.app.drawsGrid,
      let index = setup.griddedLayers.firstIndex(of: layer)
    else { return }
    let overlay = setup.overlays.count + index
    removeOverlay(overlay)
    let grid = grid(for: controller.setup)
    // Longer cells than the library's are not what whoever looks for its mistakes wants to see.
    guard grid.count > 0, grid.doublings == 0 else { return }
    let cells = Array(grid.cells)
    overlays.setOutline(OverlayOutline(cells: cells), of: Int32(overlay))
    addOverlay(overlay, at: .last)
  }
}

extension SimulationSetup {
  /// The names of the grids that can be drawn.
  var gridNames: [String] { griddedLayers.map { "grid of \(layers[$0].name)" } }
}

extension OverlayOutline {
  /// Makes an outline of cells, each where it is said to be.
  init(cells: [MapRect]) {
    kind = .cell
    points = cells.flatMap { cell in
      [
        MapPoint(x: cell.minX, y: cell.minY), MapPoint(x: cell.maxX, y: cell.minY),
        MapPoint(x: cell.maxX, y: cell.maxY), MapPoint(x: cell.minX, y: cell.maxY),
      ]
    }
    bounds = MapRect(bounding: points)
  }

  /// The outlines to draw: one for each cell of a grid.
  var parts: [OverlayOutline] {
    guard kind == .cell else { return [self] }
    assert(points.count.isMultiple(of: 4), "a cell has four corners")
    return stride(from: 0, to: points.count, by: 4).map { first in
      let corners = Array(points[first..<first + 4])
      return OverlayOutline(kind: .cell, points: corners, bounds: MapRect(bounding: corners))
    }
  }
}
