import Clustering
import MapGeometry
import Support
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

  /// The cells of a point are counted from the corner of the world, as engines do.
  @Test
  func `that holds its edges has a cell for each point of its rect`() {
    var draw = Dice(seed: 27)
    var faulty: (count: Int, last: String) = (0, "")
    for _ in 0..<2_000 {
      let side = ClusterGrid.alignedCellSide(
        mapLength: [0x1p14, 60_000, 1e6 * (0.01 + draw.fraction())][draw.below(3)])
      func edge(_ cells: Int) -> Double {
        let whole = Double(draw.below(cells))
        return draw.below(2) == 0 ? whole * side : (whole + draw.fraction()) * side
      }
      let (x, y, width, height) = (edge(200) - 100 * side, edge(100), edge(40), edge(20))
      let rect = MapRect(x: x, y: y, width: width, height: height)
      let grid = ClusterGrid(visibleRect: rect, marginFactor: 0, cellSide: side, holdsEdges: true)
      func cell(_ edge: Double) -> Int { Int((edge / side).rounded(.down)) }
      let first = (column: cell(grid.rect.minX + side / 2), row: cell(grid.rect.minY + side / 2))
      let end = (column: first.column + grid.columns, row: first.row + grid.rows)
      if first != (cell(rect.minX), cell(rect.minY)) || end.column != cell(rect.maxX) + 1
        || end.row > cell(rect.maxY) + 1
        || end.row <= cell(rect.maxY) && rect.maxY < MapSize.worldSide
      {
        faulty = (faulty.count + 1, "\(rect) in cells of \(side)")
      }
    }
    #expect(faulty.count == 0, "\(faulty.last)")
  }

  @Test
  func `of the whole world has no cells beyond it`() {
    let side = MapSize.worldSide / 8
    let grid = ClusterGrid(visibleRect: .world, marginFactor: 0, cellSide: side, holdsEdges: true)
    #expect(grid.columns == 8 && grid.rows == 8)
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
    var neighbor = box
    neighbor.minLongitude = 1
    neighbor.maxLongitude = 2
    #expect(box.intersects(neighbor))
    #expect(box.contains(Coordinate(latitude: 0.5, longitude: 1)))
    #expect(neighbor.contains(Coordinate(latitude: 0.5, longitude: 1)))
    neighbor.minLongitude = 1.5
    #expect(!box.intersects(neighbor))
    #expect(!box.contains(Coordinate(latitude: .nan, longitude: 0.5)))
  }
}
