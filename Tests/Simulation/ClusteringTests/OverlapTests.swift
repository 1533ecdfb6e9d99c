import Clustering
import MapGeometry
import Support
import Testing

/// Room between neighboring clusters, by hand and in worlds that are drawn.
@Suite("Overlaps")
struct OverlapTests {
  static let side = MapSize.worldSide / 64

  /// An answer with a set of so many members at each place, in the cell that holds it; the grid
  /// begins in one of the columns of the world.
  static func answer(
    _ places: [(x: Double, y: Double, count: Int)], columns: Int = 64, west: Int = 0
  ) -> (sets: ClusterSets, query: ClusterQuery) {
    let grid = ClusterGrid(
      visibleRect: MapRect(
        x: Double(west) * side, y: 0, width: Double(columns) * side, height: MapSize.worldSide),
      marginFactor: 0,
      cellSide: side)
    var sets = ClusterSets()
    var next: Int32 = 0
    func column(_ x: Double) -> Int { (Int(x) - west + 64) % 64 }
    let sorted = places.sorted {
      (Int($0.y), column($0.x), $0.x) < (Int($1.y), column($1.x), $1.x)
    }
    for place in sorted {
      let row = Int(place.y)
      let rect = MapRect(
        x: place.x.rounded(.down) * side, y: Double(row) * side, width: side, height: side)
      sets.openCell(
        ClusterCell(
          gridIndex: row * columns + column(place.x), rect: rect, box: CoordinateBox(rect)))
      for _ in 0..<place.count {
        sets.append(next)
        next += 1
      }
      sets.closeSet(
        isUniqueLocation: place.count == 1,
        coordinate: Projection.coordinate(for: MapPoint(x: place.x * side, y: place.y * side)))
    }
    return (sets: sets, query: ClusterQuery(grid: grid))
  }

  static let extents = ClusterExtents(
    pin: MapSize(width: 0.4 * side, height: 0.4 * side),
    cluster: MapSize(width: 0.6 * side, height: 0.6 * side))

  /// The places in cells, and how many members there are.
  static func places(_ sets: ClusterSets) -> [(x: Double, y: Double, count: Int)] {
    sets.indices.map { index in
      let point = Projection.mapKit.mapPoint(for: sets[index].coordinate)
      return (x: point.x / side, y: point.y / side, count: sets[index].count)
    }
  }

  /// Pairs of sets of neighboring cells that overlap, by looking at all pairs.
  static func overlapping(
    _ sets: ClusterSets, where isCompared: (ClusterSet, ClusterSet) -> Bool = { _, _ in true }
  ) -> Int {
    let all = places(sets)
    var count = 0
    for (left, one) in all.enumerated() {
      for (right, other) in all.enumerated().dropFirst(left + 1) {
        var dx = abs(one.x - other.x)
        dx = min(dx, 64 - dx)
        let reach = ((one.count > 1 ? 0.6 : 0.4) + (other.count > 1 ? 0.6 : 0.4)) / 2 - 1e-5
        guard dx < reach, abs(one.y - other.y) < reach else { continue }
        if isCompared(sets[left], sets[right]) { count += 1 }
      }
    }
    return count
  }

  static func resolve(
    _ answer: (sets: ClusterSets, query: ClusterQuery), _ overlap: ClusterOverlap
  ) -> (sets: ClusterSets, changes: Int) {
    var sets = answer.sets
    var overlaps = ClusterOverlaps()
    var work = Work()
    let changes = overlaps.resolve(
      &sets, overlap: overlap, extents: extents, query: answer.query, work: &work)
    return (sets: sets, changes: changes)
  }

  @Test
  func `clusters of neighboring cells become one where their members are`() {
    let answer = OverlapTests.answer([(10.9, 20.5, 3), (11.1, 20.5, 1), (13.5, 20.5, 2)])
    let (sets, changes) = OverlapTests.resolve(answer, .merged)
    #expect(changes == 1)
    #expect(sets.members == [0, 1, 2, 3, 4, 5])
    let places = OverlapTests.places(sets)
    #expect(places.map(\.count) == [4, 2])
    #expect(abs(places[0].x - 10.95) < 1e-6)
    let cell = sets.cells[0]
    #expect(cell.rect.width == 2 * OverlapTests.side)
    #expect(cell.box.contains(sets[0].coordinate))
  }

  @Test
  func `clusters on both sides of the date line become one`() {
    let answer = OverlapTests.answer([(0.05, 20.5, 1), (63.9, 20.5, 2)])
    let (sets, changes) = OverlapTests.resolve(answer, .merged)
    #expect(changes == 1)
    let x = OverlapTests.places(sets)[0].x
    #expect(abs(x - (63.9 + 0.05)) < 1e-6)
    #expect(sets.cells[0].rect.minX == -OverlapTests.side)
    #expect(sets.cells[0].box.contains(sets[0].coordinate))
    // A grid that does not go around the world has no such neighbors.
    let open = OverlapTests.answer([(0.05, 20.5, 1), (62.95, 20.5, 2)], columns: 63)
    #expect(OverlapTests.resolve(open, .merged).changes == 0)
  }

  @Test
  func `single locations are left alone where they are too few to be clustered`() {
    var answer = OverlapTests.answer([(10.9, 20.5, 1), (11.1, 20.5, 1)])
    #expect(OverlapTests.resolve(answer, .merged).changes == 1)
    answer.query.minimumUniqueLocations = 3
    #expect(OverlapTests.resolve(answer, .merged).changes == 0)
    answer.query.minimumUniqueLocations = 0
    answer.query.isClusteringDisabled = true
    for overlap in ClusterOverlap.allCases {
      #expect(OverlapTests.resolve(answer, overlap).changes == 0)
    }
  }

  @Test
  func `the query's method places what was joined`() {
    var answer = OverlapTests.answer([(10.8, 20.5, 2), (11.1, 20.5, 3)])
    answer.query.method = .nearCenter
    #expect(abs(OverlapTests.places(OverlapTests.resolve(answer, .merged).sets)[0].x - 11.1) < 1e-6)
    answer.query.method = .firstMember
    #expect(abs(OverlapTests.places(OverlapTests.resolve(answer, .merged).sets)[0].x - 10.8) < 1e-6)
    answer.query.placer = ClusterPlacer("second") { members, places, _ in
      places[Int(members[members.endIndex - 1])]
    }
    #expect(abs(OverlapTests.places(OverlapTests.resolve(answer, .merged).sets)[0].x - 11.1) < 1e-6)
  }

  @Test
  func `clusters go apart until they touch`() {
    let answer = OverlapTests.answer([(10.9, 20.5, 2), (11.1, 20.45, 3)])
    let (sets, changes) = OverlapTests.resolve(answer, .pushedApart)
    #expect(changes == 2)
    let places = OverlapTests.places(sets)
    #expect(abs(places[0].x - 10.7) < 1e-5 && abs(places[1].x - 11.3) < 1e-5)
    #expect(abs(places[0].y - 20.5) < 1e-6 && abs(places[1].y - 20.45) < 1e-6)
  }

  @Test
  func `clusters that went apart do not overlap by a rounding error`() {
    var draw = Dice(seed: 44)
    for _ in 0..<1000 {
      let offset = (x: draw.fraction() * 0.29, y: draw.fraction() * 0.29)
      let answer = OverlapTests.answer([
        (10.99 - offset.x, 20.99 - offset.y, 2), (11.01 + offset.y, 21.01 + offset.x, 3),
      ])
      let places = OverlapTests.places(OverlapTests.resolve(answer, .pushedApart).sets)
      let distance = max(abs(places[0].x - places[1].x), abs(places[0].y - places[1].y))
      #expect(distance > 0.6 && distance < 0.60001, "\(offset)")
    }
  }

  @Test
  func `a pin keeps its place and the cluster makes room`() {
    let answer = OverlapTests.answer([(10.9, 20.5, 1), (11.1, 20.5, 3), (11.2, 19.98, 1)])
    let (sets, changes) = OverlapTests.resolve(answer, .pushedApart)
    #expect(changes == 1)
    let places = OverlapTests.places(sets)
    #expect(places.map(\.count) == [1, 1, 3])
    #expect(places[1].x == OverlapTests.places(answer.sets)[1].x)
    #expect(OverlapTests.overlapping(sets) == 0)
  }

  @Test(arguments: [ClusterOverlap.merged, .pushedApart])
  func `drawn worlds come to rest, and nothing is lost`(overlap: ClusterOverlap) {
    var before = 0
    var after = 0
    for seed in 0..<300 {
      var draw = Dice(seed: seed)
      var places: [(x: Double, y: Double, count: Int)] = []
      let origin = (x: draw.below(64), y: 1 + draw.below(50))
      for cell in 0..<100 where draw.below(3) == 0 {
        let column = (origin.x + cell % 10) % 64
        places.append(
          (
            x: Double(column) + draw.fraction() * 0.999,
            y: Double(origin.y + cell / 10) + draw.fraction() * 0.999, count: 1 + draw.below(5)
          ))
      }
      let answer = OverlapTests.answer(places)
      let (sets, changes) = OverlapTests.resolve(answer, overlap)
      #expect(OverlapTests.resolve(answer, overlap).changes == changes)
      #expect(sets.members.sorted() == answer.sets.members)
      func compares(_ left: ClusterSet, _ right: ClusterSet) -> Bool {
        overlap == .merged || !left.isUniqueLocation || !right.isUniqueLocation
      }
      before += OverlapTests.overlapping(answer.sets, where: compares)
      after += OverlapTests.overlapping(sets, where: compares)
      for index in sets.indices {
        #expect(sets.cells[sets[index].cell].box.contains(sets[index].coordinate))
      }
      if overlap == .merged { #expect(sets.count + changes == answer.sets.count) }
    }
    #expect(before > 800)
    // What has moved beyond the cells around its own is not compared any longer.
    #expect(after * 50 < before, "\(after) of \(before)")
  }

  @Test(arguments: [ClusterOverlap.merged, .pushedApart])
  func `where a grid around the world begins changes nothing`(overlap: ClusterOverlap) {
    var draw = Dice(seed: 7)
    let drawn = (0..<192).map { cell -> (x: Double, y: Double, count: Int) in
      let x = Double(cell % 64) + draw.fraction() * 0.999
      let y = Double(20 + cell / 64) + draw.fraction() * 0.999
      return (x: x, y: y, count: 2 + draw.below(4))
    }
    func summary(west: Int) -> [String] {
      let (sets, _) = OverlapTests.resolve(OverlapTests.answer(drawn, west: west), overlap)
      return OverlapTests.places(sets)
        .map { "\(Int(($0.x * 1e4).rounded())) \(Int(($0.y * 1e4).rounded())) \($0.count)" }
        .sorted()
    }
    let expected = summary(west: 0)
    #expect(overlap == .pushedApart ? expected.count == 192 : expected.count < 150)
    for west in 1..<64 { #expect(summary(west: west) == expected, "from column \(west)") }
  }

  @Test
  func `nothing leaves the world`() {
    let answer = OverlapTests.answer([(0.05, 0.1, 2), (0.1, 1.02, 2), (63.99, 0.2, 2)])
    let (sets, _) = OverlapTests.resolve(answer, .pushedApart)
    for index in sets.indices {
      let place = sets[index].coordinate
      #expect(abs(place.latitude) <= 85 && place.longitude >= -180 && place.longitude < 180)
    }
  }
}
