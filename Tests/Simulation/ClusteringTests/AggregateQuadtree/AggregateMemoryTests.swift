import MapGeometry
import Support
import Testing

@testable import Clustering

/// What the tree of squares holds in memory after much has come and gone.
@Suite("Memory of the aggregate quadtree")
struct AggregateMemoryTests {
  private static func places(_ count: Int, _ draw: inout Dice) -> [Coordinate] {
    (0..<count).map { _ in
      Coordinate(latitude: draw.fraction() * 160 - 80, longitude: draw.fraction() * 360 - 180)
    }
  }

  /// The sums that a map of the world shows, and those by definition.
  private static func sums(
    _ engine: inout AggregateEngine, _ slow: SlowSums
  ) -> (found: Set<SlowSums.Sum>, expected: Set<SlowSums.Sum>) {
    let scale = MapSize.worldSide / 1_024
    let view = ClusterView(
      rect: MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide),
      mapPointsPerPoint: scale)
    var work = Work()
    var found: [CellAggregate] = []
    engine.clusters(in: view, into: &found, work: &work)
    return (
      Set(
        found.map {
          SlowSums.Sum(latitude: $0.latitude, longitude: $0.longitude, count: $0.count)
        }),
      Set(slow.sums(in: view, side: engine.cellSide(forLength: 60 * scale)))
    )
  }

  @Test(arguments: AggregateEngine.Kind.allCases)
  func `a crowd that comes and goes takes no more and more capacity`(kind: AggregateEngine.Kind) {
    var draw = Dice(seed: 21)
    var engine = AggregateEngine(kind)
    var slow = SlowSums()
    let others = AggregateMemoryTests.places(10_000, &draw)
    let ids = Array(0..<Int32(others.count))
    engine.add(ids, at: others, beside: &slow)
    let place = [Coordinate](repeating: Coordinate(latitude: 52.5, longitude: 13.4), count: 500)
    for _ in 0..<15 {
      for batch in 0..<4 {
        let crowd = Array(Int32(10_000 + batch * 500)..<Int32(10_500 + batch * 500))
        engine.add(crowd, at: place, beside: &slow)
      }
      let sums = AggregateMemoryTests.sums(&engine, slow)
      #expect(sums.found == sums.expected)
      let crowd = Array(Int32(10_000)..<12_000)
      engine.remove(crowd, beside: &slow)
    }
    #expect(engine.tree.points.count < 4 * 12_000)
    let sums = AggregateMemoryTests.sums(&engine, slow)
    #expect(sums.found == sums.expected)
  }

  @Test
  func `a crowd that only grows leaves little capacity behind`() {
    var draw = Dice(seed: 24)
    var tree = AggregateQuadtree(leafCapacity: 32)
    var work = Work()
    let others = AggregateMemoryTests.places(3_000, &draw)
    #expect(tree.add(Array(0..<3_000), at: others, work: &work) == 3_000)
    let place = [Coordinate](repeating: others[0], count: 500)
    for batch in 0..<40 {
      let first = Int32(3_000 + batch * 500)
      #expect(tree.add(Array(first..<first + 500), at: place, work: &work) == 500)
    }
    // Each time it moves to where there is more capacity, all it had is too large for anybody else.
    #expect(tree.points.count < 3 * tree.count)
    #expect(QuadtreeFaults.of(tree) == [])
  }

  @Test
  func `crowds of which some stay leave little capacity behind`() {
    var draw = Dice(seed: 25)
    var tree = AggregateQuadtree(leafCapacity: 32)
    var work = Work()
    let others = AggregateMemoryTests.places(3_000, &draw)
    #expect(tree.add(Array(0..<3_000), at: others, work: &work) == 3_000)
    for crowd in 0..<40 {
      let ids = Array(Int32(4_000)..<4_600) + (0..<20).map { Int32(5_000 + crowd * 20 + $0) }
      let place = [Coordinate](repeating: others[crowd], count: ids.count)
      #expect(tree.add(ids, at: place, work: &work) == ids.count)
      #expect(tree.remove(Array(ids[..<600]), work: &work) == 600)
    }
    #expect(tree.points.count < 4 * tree.count)
    #expect(QuadtreeFaults.of(tree) == [])
    tree.compact()
    #expect(tree.points.count < tree.count * 3 / 2 && QuadtreeFaults.of(tree) == [])
  }

  @Test
  func `points are moved together by parts, whatever comes and goes meanwhile`() {
    var draw = Dice(seed: 26)
    var tree = AggregateQuadtree(leafCapacity: 8)
    var whole = AggregateQuadtree(leafCapacity: 8)
    var works = (Work(), Work())
    let places = AggregateMemoryTests.places(3_000, &draw)
    #expect(tree.add(Array(0..<3_000), at: places, work: &works.0) == 3_000)
    #expect(whole.add(Array(0..<3_000), at: places, work: &works.1) == 3_000)
    var next: Int32 = 3_000
    var parts = (all: 0, ended: 0)
    while parts.ended < 4 {
      tree.compact(atMost: 1 + draw.below(3_000))
      parts.all += 1
      if tree.free.abandoned == 0 {
        parts.ended += 1
        #expect(tree.points.first.places.isEmpty && tree.points.count < 2 * tree.count)
      }
      let some = AggregateMemoryTests.places(1 + draw.below(200), &draw)
      let ids = some.indices.map { next + Int32($0) }
      next += Int32(some.count)
      #expect(tree.add(ids, at: some, work: &works.0) == some.count)
      #expect(whole.add(ids, at: some, work: &works.1) == some.count)
      let gone = (0..<draw.below(300)).map { _ in Int32(draw.below(Int(next))) }
      #expect(tree.remove(gone, work: &works.0) == whole.remove(gone, work: &works.1))
      if parts.all % 4 == 0 { #expect(QuadtreeFaults.of(tree) == [], "part \(parts.all)") }
      #expect(tree.root == whole.root && works.0 == works.1)
    }
    #expect(parts.all > 40)
  }

  @Test
  func `a tree whose points are all pending has room for them`() {
    var draw = Dice(seed: 28)
    var tree = AggregateQuadtree(leafCapacity: 8)
    var work = Work()
    let crowd = [Coordinate](repeating: Coordinate(latitude: 10, longitude: 0), count: 10_000)
    #expect(tree.add(Array(0..<10_000), at: crowd, work: &work) == 10_000)
    // A few in each other quarter of the world.
    let others = [(10.0, 100.0), (-10, -100), (-10, 100)].flatMap { latitude, longitude in
      (0..<8).map { index -> Coordinate in
        Coordinate(latitude: latitude + Double(index) / 8, longitude: longitude)
      }
    }
    let ids = Array(Int32(10_000)..<10_024)
    #expect(tree.add(ids, at: others, work: &work) == 24)
    #expect(tree.pending.count == 24)
    #expect(tree.remove(Array(0..<10_000), work: &work) == 10_000)
    #expect(tree.points.count == 0 && tree.pending.count == 24)
    #expect(QuadtreeFaults.of(tree) == [])
    #expect(tree.remove([10_000], work: &work) == 1)
    let more = AggregateMemoryTests.places(5_000, &draw)
    #expect(tree.add(Array(20_000..<25_000), at: more, work: &work) == 5_000)
    #expect(QuadtreeFaults.of(tree) == [] && tree.count == 5_023)
  }

  @Test
  func `no batch moves many points to release memory`() {
    var draw = Dice(seed: 27)
    var tree = AggregateQuadtree(leafCapacity: 32)
    var work = Work()
    let others = AggregateMemoryTests.places(40_000, &draw)
    #expect(tree.add(Array(0..<40_000), at: others, work: &work) == 40_000)
    let place = [Coordinate](repeating: others[0], count: 500)
    var parts = 0
    for batch in 0..<80 {
      let before = tree.leaves
      let first = Int32(40_000 + batch * 500)
      #expect(tree.add(Array(first..<first + 500), at: place, work: &work) == 500)
      guard tree.free.abandoned > 0 else {
        // While points are moved there are the old pieces and the new ones.
        #expect(tree.points.count < 3 * tree.count, "batch \(batch)")
        continue
      }
      parts += 1
      let moved = zip(before, tree.leaves).count { $0.start != $1.start }
      #expect(moved <= 500 * AggregateQuadtree.effortPerArrival / 2 / 17 + 1)
      #expect(QuadtreeFaults.of(tree) == [], "batch \(batch)")
    }
    #expect(parts > 2)
  }

  @Test(arguments: AggregateEngine.Kind.allCases)
  func `what is left of many points takes the memory of few`(kind: AggregateEngine.Kind) {
    var draw = Dice(seed: 22)
    var engine = AggregateEngine(kind)
    var slow = SlowSums()
    var work = Work()
    let places = AggregateMemoryTests.places(60_000, &draw)
    let ids = Array(0..<Int32(places.count))
    engine.add(ids, at: places, beside: &slow)
    let most = (points: engine.tree.points.count, nodes: engine.tree.nodes.count)
    for start in stride(from: 0, to: 60_000, by: 6_000) {
      let gone = ids[start..<start + 6_000].filter { $0 % 1_000 != 0 }
      engine.remove(gone, beside: &slow)
    }
    #expect(engine.count == 60)
    #expect(engine.tree.points.count * 10 < most.points)
    #expect(engine.tree.nodes.count <= max(most.nodes / 10, 4_096))
    let sums = AggregateMemoryTests.sums(&engine, slow)
    #expect(sums.found == sums.expected && sums.found.count > 30)
    #expect(engine.remove(ids, work: &work) == 60)
    #expect(engine.add(ids, at: places, work: &work) == 60_000)
  }

  @Test
  func `leaves of one point take no more capacity than they had`() {
    // Chains of squares, each with three single points and the rest in its fourth quarter: alone in
    // their leaves, which have capacity for one, beside a crowd that goes.
    var places: [Coordinate] = []
    for chain in 0..<120 {
      let side = MapSize.worldSide / 64
      let corner = MapPoint(
        x: Double(chain % 12 + 20) * side, y: Double(chain / 12 + 20) * side)
      for level in 1...16 {
        let half = side / Double(1 << level)
        for (east, south) in [(1.5, 0.5), (0.5, 1.5), (1.5, 1.5)] {
          places.append(
            Projection.coordinate(
              for: MapPoint(x: corner.x + east * half, y: corner.y + south * half)))
        }
      }
    }
    let others = places.count
    places += [Coordinate](repeating: Coordinate(latitude: -50, longitude: 100), count: 2 * others)
    var engine = AggregateEngine(.pyramid)
    var slow = SlowSums()
    let ids = Array(0..<Int32(places.count))
    engine.add(ids, at: places, beside: &slow)
    let crowd = Array(ids[others...])
    engine.remove(crowd, beside: &slow)
    #expect(engine.tree.points.count < 3 * others / 2)
    let sums = AggregateMemoryTests.sums(&engine, slow)
    #expect(sums.found == sums.expected && engine.count == others)
  }

  @Test
  func `blocks that grow cell by cell leave little behind`() {
    var blocks = LevelBlocks()
    let groups = UInt32(100)
    for count in 1...64 {
      blocks.compact()
      if count > 1 { AggregateMemoryTests.check(blocks, groups, cells: count - 1) }
      for group in 1...groups {
        let cells = (0..<count).map { cell in
          CellAggregate(
            latitude: Int64(group), longitude: Int64(cell), count: Int32(count), tag: UInt32(cell))
        }
        blocks.set(group * 4, to: cells, prefix: group, groupCount: Int(groups) + 1)
      }
    }
    blocks.compact()
    AggregateMemoryTests.check(blocks, groups, cells: 64)
    #expect(blocks.cells.count < 4 * 64 * Int(groups))
  }

  /// Blocks have the cells that they were given last.
  private static func check(_ blocks: LevelBlocks, _ groups: UInt32, cells count: Int) {
    for group in 1...groups {
      guard let block = blocks.block(of: group * 4) else {
        Issue.record("group \(group) has no block")
        continue
      }
      let cells = blocks.cells(of: block)
      #expect(Int(block.count) == count && block.occupancy.nonzeroBitCount == count)
      #expect(cells.allSatisfy { $0.latitude == Int64(group) && Int($0.count) == count })
      #expect(cells.map(\.longitude) == (0..<Int64(count)).map { $0 })
    }
  }

  @Test
  func `what was a block's is another's once it is forgotten`() {
    func cells(_ name: Int64) -> [CellAggregate] {
      (0..<3).map { CellAggregate(latitude: name, longitude: 0, count: 1, tag: $0) }
    }
    var blocks = LevelBlocks()
    blocks.set(4, to: cells(1), prefix: 0, groupCount: 4)
    blocks.forget(4)
    #expect(blocks.block(of: 4) == nil)
    blocks.set(8, to: cells(2), prefix: 0, groupCount: 4)
    blocks.set(4, to: cells(3), prefix: 0, groupCount: 4)
    for (group, name) in [(8, 2), (4, 3)] as [(UInt32, Int64)] {
      let cells = blocks.block(of: group).map { blocks.cells(of: $0) }
      #expect(cells?.map(\.latitude) == [name, name, name])
    }
    #expect(blocks.cells.count == 6)
  }

  /// In batches that are small beside what there is, so that the tree is never made anew.
  @Test(arguments: AggregateEngine.Kind.allCases)
  func `squares merge and are quartered again`(kind: AggregateEngine.Kind) {
    var draw = Dice(seed: 23)
    var engine = AggregateEngine(kind)
    var slow = SlowSums()
    let others = AggregateMemoryTests.places(4_000, &draw)
    engine.add(Array(0..<4_000), at: others, beside: &slow)
    for _ in 0..<40 {
      // A city each, in which squares are quartered many times, and which goes again.
      let middle = Coordinate(
        latitude: draw.fraction() * 120 - 60, longitude: draw.fraction() * 340 - 170)
      let spread = [30.0, 1, 1e-3][draw.below(3)]
      let first = Int32(4_000 + draw.below(3) * 500)
      let ids = Array(first..<first + 500)
      let places = ids.map { _ in
        Coordinate(
          latitude: middle.latitude + (draw.fraction() - 0.5) * spread,
          longitude: min(middle.longitude + (draw.fraction() - 0.5) * spread, 180))
      }
      engine.remove(ids, beside: &slow)
      engine.add(ids, at: places, beside: &slow)
      let some = ids.filter { _ in draw.below(3) > 0 }
      engine.remove(some, beside: &slow)
      let sums = AggregateMemoryTests.sums(&engine, slow)
      #expect(sums.found == sums.expected)
    }
    #expect(engine.tree.free.groups.count < engine.tree.nodes.count / 4)
  }
}
