import Clustering
import MapGeometry
import Support
import Testing

/// A set as the definition finds it, without order.
private struct SlowSet: Hashable {
  let cell: Int
  let members: [Int32]
  let isUnique: Bool
}

/// A small world that is drawn: its points, and what is asked of them.
private struct SmallWorld {
  var coordinates: [Coordinate] = []
  let query: ClusterQuery

  init(seed: Int) {
    var draw = Dice(seed: seed)
    let side = MapSize.worldSide / Double(2 + draw.below(30))
    let visible = MapRect(
      x: (draw.fraction() * 1.2 - 0.1) * MapSize.worldSide, y: draw.fraction() * 1.5e8,
      width: side * (0.5 + 3 * draw.fraction()), height: side * (0.5 + 3 * draw.fraction()))
    let grid = ClusterGrid(
      visibleRect: visible, marginFactor: Double(draw.below(5)) / 4 - 0.25, cellSide: side)
    query = ClusterQuery(
      grid: grid, isClusteringDisabled: draw.below(4) == 0, minimumUniqueLocations: draw.below(6),
      method: draw.below(2) == 0 ? .centerOfMass : .nearCenter)
    for _ in 0..<draw.below(40) {
      if !coordinates.isEmpty, draw.below(3) == 0 {
        coordinates.append(coordinates[draw.below(coordinates.count)])
      } else {
        let point = MapPoint(
          x: grid.rect.minX + draw.fraction() * grid.rect.width,
          y: grid.rect.minY + draw.fraction() * grid.rect.height)
        coordinates.append(Projection.coordinate(for: point))
      }
    }
  }

  /// The sets by looking at every point for every cell.
  var slowSets: [SlowSet] {
    var sets: [SlowSet] = []
    for (cell, rect) in query.grid.cells.enumerated() {
      let box = CoordinateBox(rect)
      let found = coordinates.indices.filter {
        CoordinateBox.world.contains(coordinates[$0]) && box.contains(coordinates[$0])
      }
      let byPlace = Dictionary(grouping: found) { LocationKey(coordinates[$0]) }
      let limit = query.minimumUniqueLocations > 2 ? query.minimumUniqueLocations : 2
      if query.isClusteringDisabled || byPlace.count < limit {
        for members in byPlace.values {
          sets.append(SlowSet(cell: cell, members: members.map { Int32($0) }, isUnique: true))
        }
      } else {
        sets.append(SlowSet(cell: cell, members: found.map { Int32($0) }, isUnique: false))
      }
    }
    return sets
  }
}

/// The engine against the definition of what it finds.
@Suite("Reference engine")
struct ReferenceEngineTests {
  @Test
  func `finds what the definition finds in small worlds`() {
    var sets = ClusterSets()
    var found = 0
    for seed in 0..<2000 {
      let world = SmallWorld(seed: seed)
      var engine = ReferenceEngine()
      var work = Work()
      let ids = Array(0..<Int32(world.coordinates.count))
      _ = engine.add(ids, at: world.coordinates, work: &work)
      engine.clusters(world.query, into: &sets, work: &work)
      let mine = sets.indices.map { index in
        SlowSet(
          cell: sets.cells[sets[index].cell].gridIndex,
          members: sets.members(of: sets[index]).sorted(), isUnique: sets[index].isUniqueLocation)
      }
      let slow = world.slowSets
      #expect(mine.count == slow.count && Set(mine) == Set(slow), "world \(seed)")
      found += mine.count
    }
    // The worlds are not empty.
    #expect(found > 5000)
  }

  @Test
  func `puts every set of small worlds where it belongs`() {
    var sets = ClusterSets()
    for seed in 0..<500 {
      let world = SmallWorld(seed: seed)
      var engine = ReferenceEngine()
      var work = Work()
      let ids = Array(0..<Int32(world.coordinates.count))
      _ = engine.add(ids, at: world.coordinates, work: &work)
      engine.clusters(world.query, into: &sets, work: &work)
      for index in sets.indices {
        let set = sets[index]
        let places = sets.members(of: set).map { world.coordinates[Int($0)] }
        let expected =
          set.isUniqueLocation
          ? places[0] : world.query.method.coordinate(of: places, in: sets.cells[set.cell].rect)
        #expect(set.coordinate == expected, "world \(seed), set \(index)")
        #expect(set.isUniqueLocation == LocationKey.areOneLocation(places))
        #expect(sets.cells[set.cell].box == CoordinateBox(sets.cells[set.cell].rect))
      }
    }
  }

  @Test
  func `finds every point inside the grid`() {
    var draw = Dice(seed: 4)
    var engine = ReferenceEngine()
    var work = Work()
    let points = (0..<3000).map { _ in
      MapPoint(x: draw.fraction() * MapSize.worldSide, y: draw.fraction() * MapSize.worldSide)
    }
    let coordinates = points.map { Projection.coordinate(for: $0) }
    _ = engine.add(Array(0..<3000), at: coordinates, work: &work)
    var sets = ClusterSets()
    for cellSize in [3.0e6, 7.7e6, 4.1e7] {
      let grid = ClusterGrid(
        visibleRect: MapRect(x: 1e8, y: 0.8e8, width: 5e7, height: 9e7), marginFactor: 0.5,
        cellSide: ClusterGrid.alignedCellSide(mapLength: cellSize))
      engine.clusters(ClusterQuery(grid: grid), into: &sets, work: &work)
      let found = Set(sets.members)
      for id in 0..<3000 where engine.contains(Int32(id)) {
        let point = points[id]
        guard point.x >= grid.rect.minX, point.x < grid.rect.maxX, point.y >= grid.rect.minY,
          point.y < grid.rect.maxY
        else { continue }
        #expect(found.contains(Int32(id)), "point \(id), cells of \(cellSize)")
      }
    }
  }

  @Test
  func `keeps the order of cells, locations and members`() {
    var engine = ReferenceEngine()
    var work = Work()
    // One cell with two places, visited in turn, and a cell to the south.
    let north = Coordinate(latitude: 10, longitude: 10)
    let northToo = Coordinate(latitude: 10.5, longitude: 10)
    let south = Coordinate(latitude: -10, longitude: 10)
    let places = [south, northToo, north, northToo, north, south]
    _ = engine.add(Array(0..<6), at: places, work: &work)
    let side = MapSize.worldSide / 2
    let grid = ClusterGrid(
      rect: MapRect(x: 0, y: 0, width: 2 * side, height: 2 * side), cellSide: side)
    var sets = ClusterSets()
    engine.clusters(
      ClusterQuery(grid: grid, minimumUniqueLocations: 3), into: &sets, work: &work)
    let members = sets.indices.map { Array(sets.members(of: sets[$0])) }
    #expect(members == [[1, 3], [2, 4], [0, 5]])
    #expect(sets.indices.map { sets[$0].cell } == [0, 0, 1])
    #expect(sets.cells.map(\.gridIndex) == [1, 3])
    #expect(sets[0].coordinate == northToo)
    #expect(sets[1].count == 2)
  }

  @Test
  func `skips points that it has and points that it cannot place`() {
    var engine = ReferenceEngine()
    var work = Work()
    let place = Coordinate(latitude: 1, longitude: 2)
    let pole = Coordinate(latitude: 86, longitude: 0)
    #expect(engine.add([3, 3, 5, 4], at: [place, pole, pole, place], work: &work) == 2)
    #expect(engine.count == 2)
    #expect(engine.contains(3) && engine.contains(4) && !engine.contains(5))
    #expect(!engine.contains(-1) && !engine.contains(99))
    #expect(engine.coordinate(of: 3) == place)
    #expect(engine.coordinate(of: 5) == nil)
    #expect(engine.add([5], at: [place], work: &work) == 1)
  }

  @Test
  func `lets a point go only where it is`() {
    var engine = ReferenceEngine()
    var work = Work()
    let places = (0..<12).map { Coordinate(latitude: 50, longitude: Double($0)) }
    _ = engine.add(Array(0..<12), at: places, work: &work)
    let elsewhere = Coordinate(latitude: -50, longitude: -100)
    // Point 11 lies below the root, whose bucket holds the first ten.
    #expect(engine.remove([11], at: [elsewhere], work: &work) == 0)
    #expect(engine.contains(11))
    #expect(
      engine.remove([11, 11, 40], at: [places[11], places[11], elsewhere], work: &work) == 1)
    #expect(!engine.contains(11))
    #expect(engine.count == 11)
    #expect(engine.add([11], at: [elsewhere], work: &work) == 1)
    #expect(engine.coordinate(of: 11) == elsewhere)
  }

  @Test
  func `splits thousands of locations in one cell`() {
    var engine = ReferenceEngine()
    var work = Work()
    let places = (0..<5000).map { id in
      Coordinate(latitude: 10 + Double(id % 2500) / 1000, longitude: 20)
    }
    _ = engine.add(Array(0..<5000), at: places, work: &work)
    let world = MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide)
    let grid = ClusterGrid(rect: world, cellSide: MapSize.worldSide)
    var sets = ClusterSets()
    for _ in 0..<2 {
      engine.clusters(
        ClusterQuery(grid: grid, isClusteringDisabled: true), into: &sets, work: &work)
      #expect(sets.count == 2500)
      #expect(sets.indices.allSatisfy { sets[$0].count == 2 && sets[$0].isUniqueLocation })
    }
  }

  @Test
  func `the same question costs the same work`() {
    let world = SmallWorld(seed: 17)
    var engine = ReferenceEngine()
    var work = Work()
    let ids = Array(0..<Int32(world.coordinates.count))
    _ = engine.add(ids, at: world.coordinates, work: &work)
    var sets = ClusterSets()
    var first = Work()
    engine.clusters(world.query, into: &sets, work: &first)
    var second = Work()
    engine.clusters(world.query, into: &sets, work: &second)
    #expect(first == second)
    #expect(Int(first.cellsVisited) == world.query.grid.count)
    #expect(first + second == first + first)
  }
}
