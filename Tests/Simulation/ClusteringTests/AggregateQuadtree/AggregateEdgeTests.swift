import Clustering
import MapGeometry
import Support
import Testing

/// The fast engine where numbers come to an end: on the date line, and far below a map point.
@Suite("Edges of the aggregate quadtree")
struct AggregateEdgeTests {
  private static let middle = MapSize.worldSide / 2

  private static func view(scale: Double, at point: MapPoint) -> ClusterView {
    ClusterView(
      rect: MapRect(
        x: point.x - 200 * scale, y: point.y - 350 * scale, width: 400 * scale,
        height: 700 * scale),
      mapPointsPerPoint: scale)
  }

  @Test
  func `the mean of points on the date line is not beyond it`() {
    var engine = AggregateEngine(.aggregate)
    var work = Work()
    let grid = ClusterGrid(
      visibleRect: MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide),
      marginFactor: 0, cellSide: engine.cellSide(forLength: MapSize.worldSide))
    for id in 0..<Int32(400) {
      let place = Coordinate(latitude: Double(id % 7), longitude: id % 2 == 0 ? 180 : -180)
      #expect(engine.add([id], at: [place], work: &work) == 1)
      var sums: [CellAggregate] = []
      engine.clusters(
        in: AggregateEdgeTests.view(
          scale: MapSize.worldSide / 256,
          at: MapPoint(x: AggregateEdgeTests.middle, y: AggregateEdgeTests.middle)),
        into: &sums, work: &work)
      #expect(sums.reduce(0) { $0 + $1.count } == id + 1)
      #expect(sums.allSatisfy { $0.place.longitude == -180 }, "\(id + 1) points")
      var sets = ClusterSets()
      engine.clusters(ClusterQuery(grid: grid), into: &sets, work: &work)
      #expect(sets.count == 1 && sets.indices.allSatisfy { sets[$0].coordinate.longitude == -180 })
    }
  }

  /// Scales down to far below what numbers can tell apart.
  @Test(
    arguments: AggregateEngine.Kind.allCases, [1e-2, 1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 1e-30, 1e-300])
  func `cells may be as small as one likes`(kind: AggregateEngine.Kind, scale: Double) {
    var engine = AggregateEngine(kind)
    var work = Work()
    let places = [Coordinate](repeating: Coordinate(latitude: 0, longitude: 0), count: 40)
    _ = engine.add(Array(0..<40), at: places, work: &work)
    for x in [0, AggregateEdgeTests.middle, MapSize.worldSide, 3 * MapSize.worldSide] {
      var sums: [CellAggregate] = []
      engine.clusters(
        in: AggregateEdgeTests.view(
          scale: scale, at: MapPoint(x: x, y: AggregateEdgeTests.middle)), into: &sums, work: &work)
      #expect(sums.allSatisfy { $0.count == 40 })
      #expect(sums.count <= 1)
      if x == AggregateEdgeTests.middle, scale > 1e-6 { #expect(sums.count == 1) }
    }
  }

  @Test
  func `a pyramid has cells down to an eighth of a map point`() {
    let engine = AggregateEngine(.pyramid)
    for (length, side) in [
      (1.0, 1.0), (0.9, 1), (0.51, 1), (0.5, 0.5), (0.2, 0.25), (0.125, 0.125), (0.1, 0.125),
      (1e-9, 0.125),
    ] {
      #expect(engine.cellSide(forLength: length) == side)
    }
    // By definition: the smallest power of two from the side on that divides the world.
    var draw = Dice(seed: 12)
    let exact = (0...28).flatMap { level in
      let length = MapSize.worldSide / Double(1 << level)
      return [length, length.nextUp, length.nextDown, length / 3]
    }
    let drawn = (0..<2_000).map { _ in
      MapSize.worldSide / Double(1 << draw.below(32)) * (0.5 + draw.fraction())
    }
    for length in exact + drawn {
      let side = ClusterGrid.alignedCellSide(mapLength: length)
      let level = side.binade < side ? 2 * side.binade : side
      #expect(engine.cellSide(forLength: length) == max(level, 0.125), "of \(length)")
    }
    #expect(engine.cellSide(forLength: 0) == 0)
    #expect(engine.cellSide(forLength: .leastNonzeroMagnitude) == 0)
    #expect(engine.cellSide(forLength: 2 * MapSize.worldSide) == .infinity)
    #expect(engine.cellSide(forLength: -1) < 0 && engine.cellSide(forLength: .nan).isNaN)
    #expect(AggregateEngine(.aggregate).cellSide(forLength: 1e-3) < 2e-3)
  }

  @Test
  func `points of one location stand at the one in the south, of several there in the west`() {
    var engine = AggregateEngine(.aggregate)
    var work = Work()
    // A location is some meters long; these are centimeters apart.
    let places = [(2, 0), (1, 2), (1, 1), (3, 0), (1, 3)].map { north, east in
      Coordinate(latitude: 52.5 + Double(north) * 1e-7, longitude: 13.4 + Double(east) * 1e-7)
    }
    _ = engine.add(Array(0..<5), at: places, work: &work)
    let grid = ClusterGrid(
      visibleRect: MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide),
      marginFactor: 0, cellSide: engine.cellSide(forLength: MapSize.worldSide))
    var sets = ClusterSets()
    engine.clusters(ClusterQuery(grid: grid), into: &sets, work: &work)
    #expect(sets.count == 1 && sets.indices.allSatisfy { sets[$0].isUniqueLocation })
    #expect(sets.indices.map { sets[$0].coordinate } == [places[2]])
  }

  /// A unit of a key is a sixteenth of a map point; the smallest cells here are a quarter of that,
  /// and the others have points within two units of their edges.
  @Test(arguments: [1 << 34, 1 << 32, 89_478_485, 1 << 24])
  func `a change is noticed in all cells of its unit`(columns: Int) {
    var draw = Dice(seed: 31)
    let side = MapSize.worldSide / Double(columns)
    let start = Double(columns / 2 - 8) * side
    let query = ClusterQuery(
      grid: ClusterGrid(
        rect: MapRect(x: start, y: start, width: 16 * side, height: 16 * side), cellSide: side))
    var engine = AggregateEngine(.aggregate)
    var held: [Int32: Coordinate] = [:]
    var work = Work()
    var mine = ClusterSets()
    var theirs = ClusterSets()
    var found = 0
    for round in 0..<300 {
      let id = Int32(draw.below(12))
      func drawn() -> Double {
        start + Double(1 + draw.below(15)) * side + (draw.fraction() - 0.5) / 4
      }
      let place = Projection.coordinate(for: MapPoint(x: drawn(), y: drawn()))
      held[id] = place
      #expect(engine.move([id], to: [place], work: &work) == 1)
      engine.clusters(query, into: &mine, work: &work)
      var other = AggregateEngine(.aggregate)
      let ids = held.keys.sorted()
      _ = other.add(ids, at: ids.compactMap { held[$0] }, work: &work)
      other.clusters(query, into: &theirs, work: &work)
      #expect(mine.members == theirs.members, "round \(round)")
      #expect(mine.cells == theirs.cells, "round \(round)")
      found += mine.count
    }
    #expect(found > 1_000)
  }
}
