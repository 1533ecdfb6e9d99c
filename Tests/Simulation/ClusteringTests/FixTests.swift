import Clustering
import MapGeometry
import Testing

/// Each fix of the engine beside the flaw that it fixes.
@Suite("Fixes of the engine")
struct MendTests {
  static let world = MapSize.worldSide

  static func grid(x: Double, width: Double, columns: Int) -> ClusterGrid {
    ClusterGrid(
      visibleRect: MapRect(x: x, y: 0, width: width, height: world), marginFactor: 0,
      cellSide: world / Double(columns))
  }

  /// The members of all sets of some points, asked for with one fix and without.
  static func found(
    _ places: [Coordinate], _ grid: ClusterGrid, fix: WritableKeyPath<ClusterFixes, Bool>
  ) -> (flawed: [Int32], fixed: [Int32]) {
    var fixes = ClusterFixes.none
    fixes[keyPath: fix] = true
    let answers = [ClusterFixes.none, fixes].map { fixes in
      var engine = ReferenceEngine(fixes: fixes)
      var work = Work()
      var sets = ClusterSets()
      _ = engine.add(Array(0..<Int32(places.count)), at: places, work: &work)
      engine.clusters(ClusterQuery(grid: grid), into: &sets, work: &work)
      return sets.members
    }
    return (flawed: answers[0], fixed: answers[1])
  }

  @Test(arguments: [-1.0, -3, 2])
  func `finds what lies on the other side of the date line`(worlds: Double) {
    let fiji = [
      Coordinate(latitude: -17, longitude: 178), Coordinate(latitude: -17, longitude: -1),
    ]
    let grid = MendTests.grid(
      x: (worlds + 0.9) * MendTests.world, width: 0.2 * MendTests.world, columns: 16)
    let answers = MendTests.found(fiji, grid, fix: \.wrapsWestward)
    #expect(answers.fixed == [0])
    #expect(answers.flawed == (worlds > 0 ? [0] : []))
  }

  @Test
  func `has each cell of a wide grid once`() {
    let places = [Coordinate(latitude: 1, longitude: 1), Coordinate(latitude: 1, longitude: -100)]
    let grid = MendTests.grid(x: 0, width: 2.5 * MendTests.world, columns: 8)
    let answers = MendTests.found(places, grid, fix: \.visitsCellsOnce)
    #expect(answers.flawed == [1, 0, 1, 0, 1])
    #expect(answers.fixed == [1, 0])
  }

  @Test
  func `keeps a point on an edge in one cell`() {
    let places = [Coordinate(latitude: 0, longitude: 0)]
    let grid = MendTests.grid(x: 0, width: MendTests.world, columns: 4)
    let answers = MendTests.found(places, grid, fix: \.keepsPointsInOneCell)
    #expect(answers.flawed == [0, 0, 0, 0])
    #expect(answers.fixed == [0])
  }

  @Test
  func `an edge belongs to the cell in the east and south, the date line to the first one`() {
    var fixes = ClusterFixes.none
    fixes.keepsPointsInOneCell = true
    var engine = ReferenceEngine(fixes: fixes)
    var work = Work()
    let places = [
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 10, longitude: 180),
      Coordinate(latitude: 10, longitude: -180), Coordinate(latitude: 10, longitude: 179),
    ]
    _ = engine.add([0, 1, 2, 3], at: places, work: &work)
    var sets = ClusterSets()
    engine.clusters(
      ClusterQuery(grid: MendTests.grid(x: 0, width: MendTests.world, columns: 4)), into: &sets,
      work: &work)
    #expect(sets.cells.map(\.gridIndex) == [4, 7, 10])
    #expect(sets.members == [1, 2, 3, 0])
    // Both are the same place, so that their middle is not in Africa.
    #expect(sets[0].coordinate == places[2])
    #expect(sets[0].isUniqueLocation)
    for set in sets.indices.map({ sets[$0] }) {
      #expect(sets.cells[set.cell].box.contains(set.coordinate))
    }
  }

  @Test(arguments: [90.0, 86, -85.5, -90])
  func `shows what lies beyond the index at its edge`(latitude: Double) {
    let places = [Coordinate(latitude: latitude, longitude: 12)]
    let grid = MendTests.grid(x: 0, width: MendTests.world, columns: 8)
    let answers = MendTests.found(places, grid, fix: \.clampsLatitudes)
    #expect(answers.flawed.isEmpty)
    #expect(answers.fixed == [0])
    var engine = ReferenceEngine(fixes: .standard)
    var work = Work()
    let nowhere = Coordinate(latitude: .nan, longitude: 0)
    let tooFar = Coordinate(latitude: latitude * 1.1, longitude: 0)
    #expect(engine.add([0, 1, 2], at: places + [nowhere, tooFar], work: &work) == 1)
    #expect(engine.coordinate(of: 0)?.latitude == (latitude > 0 ? 85 : -85))
  }

  @Test
  func `a crowd takes linear work`() {
    let place = Coordinate(latitude: 52.5, longitude: 13.4)
    func visits(_ count: Int32, _ fixes: ClusterFixes) -> Int64 {
      var engine = ReferenceEngine(fixes: fixes)
      var work = Work()
      let all = Array(0..<count)
      let places = all.map { id in
        // Two crowds that differ in the last bit, and a third one elsewhere.
        switch id % 3 {
        case 0: place
        case 1: Coordinate(latitude: place.latitude.nextUp, longitude: place.longitude)
        default: Coordinate(latitude: -place.latitude, longitude: place.longitude)
        }
      }
      _ = engine.add(all, at: places, work: &work)
      #expect(engine.remove(all, at: places, work: &work) == Int(count))
      #expect(engine.count == 0)
      return work.nodesVisited
    }
    #expect(visits(40_000, .standard) <= 40_000 * 27)
    #expect(visits(4_000, .none) > 4_000 * 60)
  }

  @Test
  func `a point is let go wherever it is said to be`() {
    let places = (0..<40).map { Coordinate(latitude: 50, longitude: Double($0)) }
    let elsewhere = [Coordinate](repeating: Coordinate(latitude: -1, longitude: -1), count: 40)
    var engine = ReferenceEngine(fixes: .standard)
    var work = Work()
    _ = engine.add(Array(0..<40), at: places, work: &work)
    #expect(engine.remove(Array(20..<60), at: elsewhere, work: &work) == 20)
    #expect(engine.remove([-1, 20], at: [places[0], places[0]], work: &work) == 0)
    #expect(engine.count == 20)
    // What was never held is taken, and what has no place is not held any longer.
    let nowhere = Coordinate(latitude: .nan, longitude: 0)
    #expect(engine.move([3, 70, 4], to: [elsewhere[0], places[9], nowhere], work: &work) == 2)
    #expect(engine.coordinate(of: 3) == elsewhere[0])
    #expect(engine.coordinate(of: 70) == places[9])
    #expect(engine.coordinate(of: 4) == nil)
    // It knows where it keeps a point, too, when it searches by place.
    var fixes = ClusterFixes.none
    fixes.movesPoints = true
    var byPlace = ReferenceEngine(fixes: fixes)
    _ = byPlace.add(Array(0..<40), at: places, work: &work)
    #expect(byPlace.remove([30], at: [elsewhere[0]], work: &work) == 0)
    #expect(byPlace.move([30, 30], to: [elsewhere[0], places[0]], work: &work) == 1)
    #expect(byPlace.coordinate(of: 30) == elsewhere[0])
    #expect(byPlace.remove([30], at: [elsewhere[0]], work: &work) == 1)
    var library = ReferenceEngine()
    _ = library.add(Array(0..<40), at: places, work: &work)
    #expect(library.move([30], to: [elsewhere[0]], work: &work) == 0)
    #expect(library.coordinate(of: 30) == places[30])
  }

  @Test
  func `a fixed grid that is not aligned is a mistake`() async {
    await #expect(processExitsWith: .failure) {
      var engine = ReferenceEngine(fixes: .standard)
      var sets = ClusterSets()
      var work = Work()
      let grid = ClusterGrid(
        rect: MapRect(x: 3e6, y: 0, width: 1e8, height: 1e8), cellSide: MapSize.worldSide / 16)
      engine.clusters(ClusterQuery(grid: grid), into: &sets, work: &work)
    }
  }

  @Test
  func `a rule of one's own places clusters`() {
    let places = [Coordinate(latitude: 1, longitude: 2), Coordinate(latitude: 3, longitude: 9)]
    let grid = MendTests.grid(x: 0, width: MendTests.world, columns: 2)
    let last = ClusterPlacer("last") { members, coordinates, _ in
      coordinates[Int(members[members.endIndex - 1])]
    }
    #expect(last == ClusterPlacer("last") { _, coordinates, _ in coordinates[0] })
    #expect(Set([last, ClusterPlacer("other") { _, places, _ in places[0] }]).count == 2)
    var engine = ReferenceEngine()
    var work = Work()
    var sets = ClusterSets()
    _ = engine.add([0, 1], at: places, work: &work)
    for (method, placer, expected) in [
      (ClusterMethod.firstMember, nil, places[0]), (.nearCenter, last, places[1]),
    ] {
      let query = ClusterQuery(grid: grid, method: method, placer: placer)
      engine.clusters(query, into: &sets, work: &work)
      #expect(sets[0].coordinate == expected)
    }
    #expect(ClusterMethod.firstMember.coordinate(of: places, in: grid.rect) == places[0])
  }
}
