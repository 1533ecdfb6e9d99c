import Clustering
import MapGeometry
import Testing

/// The cells of a grid, at its edges.
@Suite("Cluster grid")
struct ClusterGridTests {
  @Test
  func `covers a rect that is no multiple of the side`() {
    let grid = ClusterGrid(rect: MapRect(x: 0, y: 0, width: 95, height: 95), cellSide: 10)
    #expect(grid.rows == 10)
    #expect(grid.columns == 10)
    #expect(Array(grid.cells).count == 100)
  }

  @Test(arguments: [0.0, .infinity, .nan, -3])
  func `has no cells of an impossible side`(side: Double) {
    let visible = MapRect(x: -5, y: 5, width: 95, height: 95)
    let grid = ClusterGrid(visibleRect: visible, marginFactor: 0.5, cellSide: side)
    #expect(grid.count == 0)
    #expect(Array(grid.cells).isEmpty)
  }

  @Test(arguments: [-0.5, -0.6, -2])
  func `has no cells when the margin shrinks it to nothing`(margin: Double) {
    let visible = MapRect(x: 100, y: 100, width: 40, height: 40)
    let grid = ClusterGrid(visibleRect: visible, marginFactor: margin, cellSide: 10)
    #expect(Array(grid.cells).count == grid.count)
    #expect(grid.count <= 1)
  }

  @Test
  func `covers the margin on all sides`() {
    let visible = MapRect(x: 100, y: 200, width: 40, height: 80)
    let grid = ClusterGrid(visibleRect: visible, marginFactor: 0.5, cellSide: 10)
    #expect(grid.rect == MapRect(x: 80, y: 160, width: 80, height: 160))
    #expect(grid.columns == 8)
    #expect(grid.rows == 16)
  }

  @Test
  func `cells of a whole part of the world tile it`() {
    let side = ClusterGrid.alignedCellSide(mapLength: 30_000_000)
    #expect(side == MapSize.worldSide / 8)
    let world = MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide)
    let grid = ClusterGrid(visibleRect: world, marginFactor: 0, cellSide: side)
    #expect(grid.count == 64)
  }

  @Test(arguments: [0, 45, 90, 180, 270, 301.5])
  func `a turned map has cells of the same length`(heading: Double) {
    let viewport = Viewport(
      size: ScreenSize(width: 300, height: 500), center: MapPoint(x: 1.4e8, y: 0.9e8),
      mapPointsPerPoint: 4096, headingDegrees: heading, regionFit: .edgeSum)
    let length = ClusterScale.mapLength(viewport: viewport, cellSize: 60)
    #expect(abs(length - 60 * 4096) < 1e-6)
  }

  @Test
  func `a cell across the date line is not as long as the world`() {
    let rect = MapRect(x: MapSize.worldSide - 50, y: 1e8, width: 100, height: 100)
    let length = ClusterScale.mapLength(visibleRect: rect, viewWidth: 100, cellSize: 60)
    #expect(abs(length - 60) < 1e-6)
  }

  @Test
  func `a cell longer than half the world is measured the wrong way round`() {
    let rect = MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide)
    let length = ClusterScale.mapLength(visibleRect: rect, viewWidth: 100, cellSize: 75)
    #expect(length == MapSize.worldSide / 4)
  }

  @Test(arguments: [0.0, 30])
  func `a view without width has cells without length`(heading: Double) {
    let viewport = Viewport(
      size: ScreenSize(width: 0, height: 0), center: MapPoint(x: 1e8, y: 1e8),
      mapPointsPerPoint: 1, headingDegrees: heading, regionFit: .edgeSum)
    #expect(ClusterScale.mapLength(viewport: viewport, cellSize: 60) == 0)
  }

  @Test
  func `zoom levels follow the visible rect`() {
    let world = MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide)
    #expect(abs(ClusterScale.zoomLevel(visibleRect: world, viewWidth: 256)) < 1e-9)
    #expect(abs(ClusterScale.zoomLevel(visibleRect: world, viewWidth: 1024) - 2) < 1e-9)
  }

  @Test
  func `too many cells are a mistake`() async {
    await #expect(processExitsWith: .failure) {
      _ = ClusterGrid(rect: MapRect(x: 0, y: 0, width: 1e8, height: 1), cellSide: 1)
    }
  }

  @Test
  func `boxes share their sides`() {
    let box = CoordinateBox(minLatitude: 0, minLongitude: 0, maxLatitude: 1, maxLongitude: 1)
    var neighbour = box
    neighbour.minLongitude = 1
    neighbour.maxLongitude = 2
    #expect(box.intersects(neighbour))
    #expect(box.contains(Coordinate(latitude: 0.5, longitude: 1)))
    #expect(neighbour.contains(Coordinate(latitude: 0.5, longitude: 1)))
    neighbour.minLongitude = 1.5
    #expect(!box.intersects(neighbour))
    #expect(!box.contains(Coordinate(latitude: .nan, longitude: 0.5)))
  }
}
