import Clustering
import MapGeometry
import Support
import Testing

/// Single functions of the library against recorded results.
@Suite("Recorded functions")
struct FunctionTests {
  static func lines(_ function: String) -> [GoldenLine] {
    Golden.fixture("functions", of: "Clustering").filter { $0.value["fn"].text == function }
  }

  @Test
  func `has the recorded lines`() {
    #expect(Golden.fixture("functions", of: "Clustering").count == 61)
  }

  @Test(arguments: lines("zoomLevel"))
  func `finds the zoom level`(line: GoldenLine) {
    let input = line.value["in"].numbers
    let zoom = ClusterScale.zoomLevel(
      centerLongitude: input[0], longitudeDelta: input[1], viewWidth: input[2])
    #expect(abs(zoom - line.value["out"].number) < 1e-9)
  }

  @Test(arguments: lines("alignMapLengthToWorldWidth"))
  func `rounds a length up to a whole part of the world`(line: GoldenLine) {
    let side = ClusterGrid.alignedCellSide(mapLength: line.value["in"].number)
    let expected = line.value["out"].isNull ? Double.infinity : line.value["out"].number
    #expect(side == expected)
  }

  @Test(arguments: lines("alignMapRectToCellSize"))
  func `moves the edges of a rect out to whole cells`(line: GoldenLine) {
    let input = line.value["in"].numbers
    let rect = MapRect(x: input[0], y: input[1], width: input[2], height: input[3])
    #expect(
      ClusterGrid.alignedRect(rect, cellSide: input[4]) == MapRect(line.value["out"]))
  }

  @Test(arguments: lines("gridMapRect"))
  func `widens a visible rect by the margin`(line: GoldenLine) {
    let input = line.value["in"]
    let grid = ClusterGrid(
      visibleRect: MapRect(input["rect"]), marginFactor: input["margin"].number,
      cellSide: input["cell"].number)
    #expect(grid.rect == MapRect(line.value["out"]))
  }

  @Test(arguments: lines("enumerateCells"))
  func `delivers the cells row by row`(line: GoldenLine) {
    let input = line.value["in"]
    let grid = ClusterGrid(rect: MapRect(input["rect"]), cellSide: input["cell"].number)
    let expected = line.value["out"].list.map { MapRect($0) }
    #expect(Array(grid.cells) == expected)
    #expect(grid.count == expected.count)
  }

  @Test(arguments: lines("uniqueLocations"))
  func `counts locations`(line: GoldenLine) throws {
    let coordinates = line.value["in"].list.map { Coordinate($0) }
    let keys = try coordinates.map { try #require(LocationKey($0)) }
    #expect(Set(keys).count == line.value["sets"].int)
    #expect(
      LocationKey.areOneLocation(coordinates) == line.value["isUniqueLocation"].bool)
  }

  @Test(
    arguments: lines("uniqueLocations").filter { $0.value["in"][0][0].number <= 85 })
  func `gives up a cell with more locations than the limit`(line: GoldenLine) {
    let coordinates = line.value["in"].list.map { Coordinate($0) }
    var engine = ReferenceEngine()
    var work = Work()
    let ids = Array(0..<Int32(coordinates.count))
    #expect(engine.add(ids, at: coordinates, work: &work) == ids.count)
    // One cell as large as the world, so that no edge comes between the points.
    let world = MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide)
    var query = ClusterQuery(grid: ClusterGrid(rect: world, cellSide: MapSize.worldSide))
    var sets = ClusterSets()
    for (limit, field) in [(1, "setsMax1"), (Int.max, "sets")] {
      query.isClusteringDisabled = limit == Int.max
      engine.clusters(query, into: &sets, work: &work)
      let gaveUp = line.value[field].isNull
      #expect(sets.count == (gaveUp ? 1 : line.value[field].int))
      #expect(sets[0].isUniqueLocation == !gaveUp)
    }
  }

  @Test(arguments: lines("mapLength"))
  func `measures a cell on the map`(line: GoldenLine) {
    let input = line.value["in"]
    let rect = MapRect(input["rect"])
    let width = input["view"][0].number
    let cellSize = input["cellSize"].number
    let viewport = Viewport(
      size: ScreenSize(width: width, height: input["view"][1].number),
      center: MapPoint(x: rect.midX, y: rect.midY), mapPointsPerPoint: rect.width / width,
      headingDegrees: input["heading"].number, regionFit: .edgeSum)
    let expected = line.value["out"].number
    #expect(abs(ClusterScale.mapLength(viewport: viewport, cellSize: cellSize) - expected) < 1e-6)
    guard input["heading"].number == 0 else { return }
    let length = ClusterScale.mapLength(
      visibleRect: rect, viewWidth: width, cellSize: cellSize)
    #expect(length == expected)
    #expect(
      ClusterGrid.alignedCellSide(mapLength: length) == line.value["cellMapSize"].number)
  }

  @Test(arguments: lines("clusterers"))
  func `puts a cluster in its place`(line: GoldenLine) {
    let coordinates = line.value["in"]["annotations"].list.map { Coordinate($0) }
    let cell = MapRect(line.value["in"]["cell"])
    let near = ClusterMethod.nearCenter.coordinate(of: coordinates, in: cell)
    #expect(near == Coordinate(line.value["nearCenter"]))
    let mass = ClusterMethod.centerOfMass.coordinate(of: coordinates, in: cell)
    #expect(mass == Coordinate(line.value["centerOfMass"]))
    for method in ClusterMethod.allCases {
      #expect(
        method.coordinate(of: [], in: cell) == Coordinate(line.value["emptyNearCenter"]))
    }
  }

  @Test(arguments: lines("coordinateForMapPoint"))
  func `turns corners into degrees without wrapping`(line: GoldenLine) {
    let input = line.value["in"].numbers
    let box = CoordinateBox(MapRect(x: input[0], y: input[1], width: 0, height: 0))
    let expected = line.value["out"].numbers
    #expect(abs(box.maxLatitude - expected[0]) < 1e-9)
    #expect(abs(box.minLongitude - expected[1]) < 1e-9)
  }
}
