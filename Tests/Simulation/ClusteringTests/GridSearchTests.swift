import Clustering
import MapGeometry
import Support
import Testing

/// One walk for a whole grid, and a way kept from box to box, against a walk for each.
@Suite("Grid search")
struct GridSearchTests {
  /// Points in crowds of all sizes, some at one place.
  private static func points(seed: Int, count: Int) -> [Coordinate] {
    var random = Dice(seed: seed)
    var points: [Coordinate] = []
    while points.count < count {
      let spread = 60.0 / Double(1 << random.below(16))
      let middle = Coordinate(
        latitude: random.number(from: -80, to: 80), longitude: random.number(from: -180, to: 180))
      for _ in 0..<random.below(30) {
        points.append(
          Coordinate(
            latitude: max(-85, min(85, middle.latitude + spread * random.number(from: -1, to: 1))),
            longitude: max(
              -180, min(180, middle.longitude + spread * random.number(from: -1, to: 1)))))
        if random.below(5) == 0 { points.append(middle) }
      }
    }
    return points
  }

  private static func tree(of points: [Coordinate]) -> QuadTree {
    var tree = QuadTree()
    var work = Work()
    for (id, point) in points.enumerated() { tree.insert(Int32(id), at: point, work: &work) }
    return tree
  }

  @Test(arguments: 0..<60)
  func `finds in a grid what a walk for each cell finds, for the same work`(seed: Int) {
    var points = GridSearchTests.points(seed: seed, count: 400)
    var random = Dice(seed: seed + 1_000)
    let side = MapSize.worldSide / Double(1 << random.below(12)) / 3
    let columns = 1 + random.below(9)
    var middle = Projection.mapKit.mapPoint(for: points[random.below(points.count)])
    // Rows beyond a pole lie on each other.
    if seed.isMultiple(of: 4) { middle.y = -2 * side }
    let grid = ClusterGrid(
      rect: MapRect(
        x: middle.x - side, y: middle.y - side, width: side * Double(columns),
        height: side * Double(1 + random.below(9))), cellSide: side)
    // Points on edges belong to the cells on both sides.
    for cell in grid.cells where random.below(3) == 0 {
      let box = CoordinateBox(cell)
      points.append(Coordinate(latitude: box.minLatitude, longitude: box.minLongitude))
      points.append(
        Coordinate(
          latitude: box.maxLatitude, longitude: (box.minLongitude + box.maxLongitude) / 2))
    }
    points.removeAll { !CoordinateBox.world.contains($0) }
    var engine = ReferenceEngine()
    var work = Work()
    #expect(engine.add(points.indices.map { Int32($0) }, at: points, work: &work) == points.count)
    var sets = ClusterSets()
    work = Work()
    engine.clusters(
      ClusterQuery(grid: grid, minimumUniqueLocations: 0), into: &sets, work: &work)

    let tree = GridSearchTests.tree(of: points)
    var expected = Work()
    var members: [[Int32]] = []
    for cell in grid.cells {
      var found: [Int32] = []
      tree.query(CoordinateBox(cell), into: &found, work: &expected)
      if !found.isEmpty { members.append(found) }
    }
    #expect(sets.indices.map { Array(sets.members(of: sets[$0])) } == members)
    #expect(work.nodesVisited == expected.nodesVisited)
  }

  @Test(arguments: 0..<40)
  func `a cursor finds what a query finds, for the same work, wherever it goes`(seed: Int) {
    let tree = GridSearchTests.tree(of: GridSearchTests.points(seed: seed, count: 400))
    var random = Dice(seed: seed + 2_000)
    var cursor = QuadTreeCursor()
    var (work, expected) = (Work(), Work())
    var wrong = 0
    for _ in 0..<40 {
      let height = 20.0 / Double(1 << random.below(12))
      let south = random.number(from: -95, to: 95)
      var west = random.number(from: -200, to: 200)
      for _ in 0..<12 {
        // Now and then a box turned over, or back in the row.
        let width = random.below(20) == 0 ? -height : height
        let box = CoordinateBox(
          minLatitude: south, minLongitude: west, maxLatitude: south + height,
          maxLongitude: west + width)
        var (found, slow): ([Int32], [Int32]) = ([], [])
        cursor.query(box, in: tree, into: &found, work: &work)
        tree.query(box, into: &slow, work: &expected)
        if found != slow || work != expected { wrong += 1 }
        west += random.below(6) == 0 ? -7 * height : height
      }
    }
    #expect(wrong == 0)
  }
}

extension Dice {
  fileprivate mutating func number(from low: Double, to high: Double) -> Double {
    low + (high - low) * fraction()
  }
}
