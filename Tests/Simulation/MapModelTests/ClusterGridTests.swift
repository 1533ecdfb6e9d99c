import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// The grid that a cluster controller draws, and the rect around a cluster.
@Suite("Grids and rects of clusters")
struct ClusterGridOverlayTests {
  private static func gridded(_ draws: Bool = true) -> LayerSetup {
    LayerSetup.clustered().clustering { $0.app.drawsGrid = draws }
  }

  private func settle(_ test: TestMap) -> [String] {
    #expect(test.map.advanceUntilSettled())
    return test.take(.overlay, .cluster).filter { !$0.hasPrefix("indexed") }
  }

  private func changed(draws: Bool) -> ClusteringChange {
    var change = ClusteringChange()
    change.drawsGrid = draws
    return change
  }

  /// The library measures cells between two corners, which on a map that is turned beyond the poles
  /// come out without any length; there are none, and nothing of them is drawn.
  @Test
  func `has no cells of no length in a picture`() {
    var missing = 0
    let side = MapSize.worldSide
    for heading in [0.0, 45, 90, 180, 270, 301.5] {
      for y in [0.5, 0.24] {
        var viewport = TestMap.viewport(
          width: 300, height: 140, center: MapPoint(x: side / 2, y: y * side), scale: side / 300)
        viewport.headingDegrees = heading
        let test = TestMap(
          viewport: viewport, layers: [LayerSetup.clustered().clustering { $0.fixes = .none }])
        let grids = test.map.makeSnapshot(.snapshot).grids
        for grid in grids {
          #expect(grid.origin.x.isFinite && grid.origin.y.isFinite && grid.columns > 0)
        }
        missing += 1 - grids.count
      }
    }
    #expect(missing > 0)
  }

  @Test
  func `draws the cells at each update, right after it was asked for`() {
    let fence = OverlaySetup(
      name: "fence", shape: .circle(center: TestMap.coordinate(x: 50, y: 50), radiusMeters: 100))
    let test = TestMap(
      screenPoints: [(x: 100, y: 100)], layers: [.plain(), ClusterGridOverlayTests.gridded()],
      overlays: [fence])
    #expect(test.map.legend.overlays == ["fence", "grid of clustered"])
    #expect(test.map.makeSnapshot(.snapshot).shapes.isEmpty)
    test.map.addOverlay(0, at: .last)
    test.addAll(to: 1)
    #expect(
      settle(test).prefix(5) == [
        "overlay 0 aboveLabels at 0", "renderer of 0", "queued 0 pointsAdded", "started 0",
        "overlay 1 aboveLabels at 1",
      ])
    test.map.pan(by: ScreenOffset(dx: 7, dy: 9), over: .zero)
    #expect(
      settle(test).prefix(4) == [
        "queued 1 regionChanged", "started 1", "overlay 1 removed", "overlay 1 aboveLabels at 1",
      ])
    let cells = test.map.clusters.layers[1].map { Array($0.grid.cells) } ?? []
    let seen = cells.filter { cell in
      cell.minX <= test.map.region.visibleRect.maxX && cell.maxX >= test.map.region.visibleRect.minX
        && cell.minY <= test.map.region.visibleRect.maxY
        && cell.maxY >= test.map.region.visibleRect.minY
    }
    let shapes = test.map.makeSnapshot(.snapshot).shapes.filter { $0.overlay == 1 }
    #expect(seen.count > 20 && shapes.count == seen.count)
    for (shape, cell) in zip(shapes, seen) {
      let corner = test.map.viewport.screenPoint(for: cell.origin)
      #expect(shape.kind == .cell && shape.points.count == 4)
      #expect(abs(shape.points[0].x - corner.x) < 1e-6 && abs(shape.points[0].y - corner.y) < 1e-6)
      let side = cell.width / test.map.viewport.mapPointsPerPoint
      #expect(abs(shape.points[2].x - shape.points[0].x - side) < 1e-6)
      #expect(abs(shape.points[2].y - shape.points[0].y - side) < 1e-6)
    }
  }

  @Test
  func `begins and ends to draw with the setting, and leaves the last grid`() {
    let test = TestMap(
      points: [TestMap.coordinate(x: 100, y: 100)],
      layers: [ClusterGridOverlayTests.gridded(false)],
      griddedLayers: [0])
    test.addAll()
    #expect(!settle(test).contains { $0.hasPrefix("overlay") })
    test.map.changeClustering(of: 0, changed(draws: true))
    #expect(settle(test) == ["other settings of 0"])
    test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
    #expect(settle(test).contains("overlay 0 aboveLabels at 0"))
    test.map.changeClustering(of: 0, changed(draws: false))
    test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
    #expect(!settle(test).contains { $0.hasPrefix("overlay") })
    #expect(!test.map.makeSnapshot(.snapshot).shapes.isEmpty)
  }

  @Test
  func `has one grid for each layer`() {
    let test = TestMap(
      screenPoints: [(x: 100, y: 100)],
      layers: [ClusterGridOverlayTests.gridded(), ClusterGridOverlayTests.gridded()])
    test.addAll(to: 1)
    #expect(settle(test).contains("overlay 1 aboveLabels at 0"))
    test.addAll(to: 0)
    #expect(settle(test).contains("overlay 0 aboveLabels at 1"))
    #expect(Set(test.map.makeSnapshot(.snapshot).shapes.map(\.overlay)) == [0, 1])
  }

  /// Cells beyond the eastern edge of the world are drawn where the library draws them: at its
  /// western edge, a world away, where a map across the date line sees them just the same.
  @Test
  func `draws wrapped cells at their wrapped place`() throws {
    let test = TestMap(
      viewport: TestMap.viewport(center: MapPoint(x: MapSize.worldSide - 1_000, y: 1e8)),
      points: [Coordinate(latitude: 40, longitude: 179)],
      layers: [ClusterGridOverlayTests.gridded()])
    test.addAll()
    _ = settle(test)
    let outline = test.map.overlays.stacks.entries[0].outline
    #expect(outline.points.contains { $0.x < 1e7 } && outline.points.contains { $0.x > 2.6e8 })
    let shapes = test.map.makeSnapshot(.snapshot).shapes
    let width = test.map.viewport.size.width
    #expect(shapes.allSatisfy { $0.points[0].x <= width && $0.points[1].x >= 0 })
    #expect(shapes.contains { $0.points[1].x > width - 60 }, "the eastern side is covered too")
  }

  @Test(arguments: [0.0, 30, 200])
  func `shows in pictures the cells where the grid draws them`(heading: Double) throws {
    var viewport = TestMap.viewport()
    viewport.headingDegrees = heading
    let test = TestMap(
      viewport: viewport, screenPoints: [(x: 100, y: 100)],
      layers: [ClusterGridOverlayTests.gridded()])
    test.addAll()
    _ = settle(test)
    let scene = test.map.makeSnapshot(.snapshot)
    let grid = try #require(scene.grids.first)
    let first = try #require(test.map.overlays.stacks.entries[0].outline.points.first)
    let corner = test.map.viewport.screenPoint(for: first)
    #expect(abs(grid.origin.x - corner.x) < 1e-6 && abs(grid.origin.y - corner.y) < 1e-6)
  }

  // MARK: Zooming to a cluster

  private static func cluster(
    _ points: [Coordinate], center: MapPoint, scale: Double, fixes: ClusterFixes = .none
  ) -> TestMap {
    let test = TestMap(
      viewport: TestMap.viewport(center: center, scale: scale), points: points,
      layers: [LayerSetup.clustered(cellSize: 150).clustering { $0.fixes = fixes }])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    return test
  }

  @Test(arguments: [true, false])
  func `shows all points of a cluster with the padding around them`(animated: Bool) throws {
    let places = [(10.0, 20.0), (10.02, 20.01), (10.01, 20.03)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let points = places.map { Projection.mapKit.mapPoint(for: $0) }
    let test = ClusterGridOverlayTests.cluster(places, center: points[0], scale: 4096)
    #expect(test.map.recordedClusters(of: 0).map(\.count) == [3])
    test.map.zoomToCluster(
      .point(1, layer: 0), padding: EdgeInsets(all: 40), animated: animated)
    #expect(test.map.advanceUntilSettled())
    let shown = points.map { test.map.viewport.screenPoint(for: $0) }
    let size = test.map.viewport.size
    let free: [Double] = [
      shown.map(\.x).min() ?? 0, size.width - (shown.map(\.x).max() ?? 0),
      shown.map(\.y).min() ?? 0, size.height - (shown.map(\.y).max() ?? 0),
    ]
    #expect(free.allSatisfy { $0 > 39.9 })
    #expect(free.contains { $0 < 40.1 })
    #expect(test.take(.map).filter { $0.hasPrefix("will") }.count == 1)
    #expect(test.map.recordedClusters(of: 0).count > 1, "they part")
  }

  @Test
  func `misses what is not there, and shows a single point from as near as can be`() {
    let place = Coordinate(latitude: 10, longitude: 20)
    let center = Projection.mapKit.mapPoint(for: place)
    let test = ClusterGridOverlayTests.cluster([place], center: center, scale: 4096)
    test.map.zoomToCluster(
      .near(.top, withinPoints: 1), padding: EdgeInsets(all: 0), animated: false)
    #expect(test.take() == ["missed"])
    test.map.zoomToCluster(.point(0, layer: 0), padding: EdgeInsets(all: 0), animated: false)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.viewport.mapPointsPerPoint <= 1)
    #expect(abs(test.map.viewport.center.x - center.x) < 1)
  }

  /// Clusters of neighboring cells that become one can hold points on both sides of the date line.
  @Test(
    arguments: [
      ([(10, 20), (30, 25)], false, 10, 20.1), ([(10, 20), (30, 25)], true, 10, 20.1),
      ([(10, 20), (-10, 25)], false, -10, 20.1), ([(10, 20), (-10, 25)], true, -10, 20.1),
      ([(5, 20)], true, 5, 0.1),
    ] as [([(x: Double, y: Double)], Bool, Double, Double)])
  func `takes the short way across the date line only when that is fixed`(
    places: [(x: Double, y: Double)], isShort: Bool, west: Double, width: Double
  ) throws {
    // West of the date line stands for its distance from there.
    let world = MapSize.worldSide
    let points = places.map { MapPoint(x: $0.x < 0 ? world + $0.x : $0.x, y: $0.y) }
    let place = isShort ? MapPoint(x: world / 2, y: 21) : points[0]
    let rect = try #require(
      ClusterLayer.rect(at: place, around: points, isShort: isShort))
    let isAcross = places.contains { $0.x < 0 }
    if isAcross, !isShort {
      #expect(rect == MapRect(x: 10, y: 20, width: world - 20 + 0.1, height: 5.1))
    } else {
      let start = west < 0 ? world + west : west
      #expect(rect.minX == start && rect.minY == 20)
      #expect(abs(rect.width - width) < 1e-7)
    }
    let outside = Projection.invalidMapPoint
    #expect(
      ClusterLayer.rect(at: place, around: points + [outside], isShort: isShort) == rect)
    #expect(ClusterLayer.rect(at: outside, around: [], isShort: isShort) == nil)
  }
}
