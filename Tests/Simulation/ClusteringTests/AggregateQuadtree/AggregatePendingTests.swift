import MapGeometry
import Support
import Testing

@testable import Clustering

/// Points that wait until their leaf takes them in: nobody can tell from answers that they do.
@Suite("Pending points of the aggregate quadtree")
struct PendingPointsTests {
  private static let side = MapSize.worldSide

  /// Places of a crowd here and there; the more of them there are, the fewer leaves are hit.
  private static func places(_ count: Int, spread: Double, _ draw: inout Dice) -> [Coordinate] {
    (0..<count).map { _ in
      let city = Double(draw.below(7))
      return Coordinate(
        latitude: city * 20 - 60 + draw.fraction() * spread,
        longitude: min(city * 51 - 180 + draw.fraction() * spread, 180))
    }
  }

  private static func sums(_ found: [CellAggregate]) -> Set<SlowSums.Sum> {
    Set(
      found.map { SlowSums.Sum(latitude: $0.latitude, longitude: $0.longitude, count: $0.count) })
  }

  /// A map around a place, from the world to a house.
  private static func view(around place: Coordinate, zoom: Int) -> ClusterView {
    let scale = side / (256 * Double(1 << zoom))
    let middle = Projection.mapKit.mapPoint(for: place)
    return ClusterView(
      rect: MapRect(
        x: middle.x - 200 * scale, y: middle.y - 350 * scale, width: 400 * scale,
        height: 700 * scale),
      mapPointsPerPoint: scale, cellPoints: 60)
  }

  @Test(arguments: AggregateEngine.Kind.allCases, [60.0, 4, 0.05, 0])
  func `are in every answer`(kind: AggregateEngine.Kind, spread: Double) {
    var draw = Dice(seed: 31)
    var engine = AggregateEngine(kind)
    var slow = SlowSums()
    var work = Work()
    var waiting = 0
    var takenIn = 0
    for round in 0..<30 {
      let count = round == 0 ? 1_200 : [1, 20, 60, 140][draw.below(4)]
      let places = PendingPointsTests.places(count, spread: spread, &draw)
      let ids = (0..<count).map { round == 0 ? Int32($0) : Int32(draw.below(2_400)) }
      let before = engine.tree.pending.items.count
      switch round == 0 ? 0 : draw.below(5) {
      case 0...2: engine.add(ids, at: places, beside: &slow)
      case 3: engine.remove(ids, beside: &slow)
      default: engine.move(ids, to: places, beside: &slow)
      }
      waiting += engine.tree.pending.count
      if engine.tree.pending.items.count < before { takenIn += 1 }
      #expect(QuadtreeFaults.of(engine.tree) == [], "round \(round)")
      for zoom in [[0, 11], [3, 16], [7, 20]][draw.below(3)] {
        let view = PendingPointsTests.view(around: places[0], zoom: zoom)
        let side = engine.cellSide(forLength: view.cellPoints * view.mapPointsPerPoint)
        var found: [CellAggregate] = []
        engine.clusters(in: view, into: &found, work: &work)
        #expect(
          PendingPointsTests.sums(found) == Set(slow.sums(in: view, side: side)),
          "round \(round), zoom \(zoom)")
      }
    }
    // A crowd at one place waits no longer than its eight.
    #expect(spread == 0 ? waiting > 50 : waiting > 1_000)
    #expect(takenIn > 1 || spread == 0)
  }

  @Test(arguments: [17, 20, 24, 31])
  func `are in their cell where the last bits of numbers begin anew`(level: Int) {
    // Around the middle of the world, where the last 32 bits are ones in the north-west and zeros
    // in the south-east, all in the world's own leaf.
    var draw = Dice(seed: 37)
    let middle = UInt32(1) << UInt32(level - 1)
    let side = PendingPointsTests.side / Double(1 << level)
    let rect = LevelRect(
      minColumn: middle - 3, maxColumn: middle + 2, minRow: middle - 2, maxRow: middle + 3)
    for _ in 0..<20 {
      let places = (0..<27).map { _ in
        Projection.coordinate(
          for: MapPoint(
            x: (Double(middle) - 4 + draw.fraction() * 8) * side,
            y: (Double(middle) - 4 + draw.fraction() * 8) * side))
      }
      var tree = AggregateQuadtree(leafCapacity: 32)
      var whole = AggregateQuadtree(leafCapacity: 32)
      var work = Work()
      #expect(tree.add(Array(0..<24), at: Array(places[..<24]), work: &work) == 24)
      for id in 24..<27 { #expect(tree.add([Int32(id)], at: [places[id]], work: &work) == 1) }
      #expect(whole.add(Array(0..<27), at: places, work: &work) == 27)
      #expect(tree.pending.count == 3 && tree.nodes[0].tag == AggregateQuadtree.leafBit)
      var walk = LevelWalk()
      var found: [CellAggregate] = []
      var expected: [CellAggregate] = []
      tree.cells(level: level, in: rect, walk: &walk, into: &found, work: &work)
      whole.cells(level: level, in: rect, walk: &walk, into: &expected, work: &work)
      #expect(found == expected && found.count > 3)
    }
  }

  @Test
  func `wait on when ranks are closed, so that nobody can tell when that was`() {
    var draw = Dice(seed: 38)
    var trees = [AggregateQuadtree](
      repeating: AggregateQuadtree(leafCapacity: 8), count: 2)
    var works = [Work(), Work()]
    let places = PendingPointsTests.places(2_000, spread: 10, &draw)
    var waited = 0
    for round in 0..<30 {
      let some =
        round == 0 ? places : PendingPointsTests.places(15 + draw.below(30), spread: 10, &draw)
      let ids = some.indices.map { Int32(round * 2_000 + $0) }
      let gone = (0..<10).map { _ in Int32(draw.below(2_000)) }
      let view = PendingPointsTests.view(around: some[0], zoom: draw.below(12))
      let columns = 64
      let first = Int(view.rect.minX / PendingPointsTests.side * Double(columns))
      for index in trees.indices {
        #expect(trees[index].add(ids, at: some, work: &works[index]) == some.count)
        _ = trees[index].remove(gone, work: &works[index])
      }
      waited += trees[1].pending.count
      trees[1].compact()
      #expect(trees[1].pending.count == trees[0].pending.count && trees[1].free.capacity == 0)
      #expect(QuadtreeFaults.of(trees[1]) == [], "round \(round)")
      for index in trees.indices {
        var walk = GridWalk()
        var found: [CellAggregate] = []
        trees[index].sums(
          of: GridCells(
            firstColumn: min(max(first, 0), columns - 8), columns: 8, firstRow: 10, rows: 40,
            side: PendingPointsTests.side / Double(columns), worldColumns: columns),
          walk: &walk, into: &found, work: &works[index])
        #expect(!found.isEmpty || round > 0)
      }
      #expect(works[0] == works[1], "round \(round)")
    }
    #expect(waited > 300)
  }

  @Test
  func `are among the points of their cell`() {
    var draw = Dice(seed: 32)
    var tree = AggregateQuadtree(leafCapacity: 32)
    var work = Work()
    var held: [Int32: Coordinate] = [:]
    for batch in 0..<12 {
      let count = batch == 0 ? 3_000 : 30
      let places = PendingPointsTests.places(count, spread: 3, &draw)
      let ids = (0..<count).map { Int32(held.count + $0) }
      #expect(tree.add(ids, at: places, work: &work) == count)
      for (id, place) in zip(ids, places) { held[id] = place }
    }
    #expect(tree.pending.count > 200)
    var walk = GridWalk()
    var found = 0
    let columns = 512
    let side = PendingPointsTests.side / Double(columns)
    var cells: [Int: Set<Int32>] = [:]
    for (id, place) in held {
      let point = Projection.mapKit.mapPoint(for: place)
      cells[Int(point.y / side) * columns + Int(point.x / side), default: []].insert(id)
    }
    for (cell, ids) in cells {
      var members: [CellMember] = []
      tree.members(
        of: GridCells(
          firstColumn: cell % columns, columns: 1, firstRow: cell / columns, rows: 1, side: side,
          worldColumns: columns), walk: &walk, into: &members, work: &work)
      #expect(members.count == ids.count && Set(members.map(\.id)) == ids)
      #expect(members.allSatisfy { held[$0.id] == $0.place })
      found += members.count
    }
    #expect(found == held.count)
  }

  @Test(arguments: [0, 1, 7, 500, .max])
  func `are taken in from the oldest on, leaf by leaf`(count: Int) {
    var draw = Dice(seed: 33)
    var tree = AggregateQuadtree(leafCapacity: 32)
    var work = Work()
    let places = PendingPointsTests.places(20_000, spread: 20, &draw)
    #expect(tree.add(Array(0..<20_000), at: places, work: &work) == 20_000)
    let more = PendingPointsTests.places(1_200, spread: 20, &draw)
    let ids = more.indices.map { Int32(20_000 + $0) }
    #expect(tree.add(ids, at: more, work: &work) == more.count)
    let waiting = tree.pending
    #expect(waiting.count > more.count / 2)
    let leaves = tree.leaves
    tree.takeInOldest(count, work: &work)
    // Others of the same leaves come along.
    let taken = waiting.count - tree.pending.count
    #expect(taken >= min(count, waiting.count))
    #expect(count == .max || taken <= count + count / 2 + (count > 0 ? 8 : 0))
    let oldest = waiting.items.prefix(min(count, waiting.count)).map(\.id)
    #expect(!tree.pending.items.contains { oldest.contains($0.id) && $0.id >= 0 })
    // Leaves in the order of their oldest points.
    let left = Set(tree.pending.items.filter { $0.id >= 0 }.map(\.id))
    let isLeft = waiting.items.filter { $0.rank == 1 }.map { left.contains($0.id) }
    #expect(isLeft == isLeft.filter { !$0 } + isLeft.filter { $0 })
    #expect(tree.pending.items.count <= 2 * max(tree.pending.count, taken))
    #expect(QuadtreeFaults.of(tree) == [])
    #expect(tree.count == 20_000 + more.count)
    // All other leaves stay where they are.
    #expect(zip(leaves, tree.leaves).count { $0.start != $1.start } <= taken)
  }

  @Test
  func `never are too many, and no batch takes in more than about as many as come`() {
    var draw = Dice(seed: 43)
    var tree = AggregateQuadtree(leafCapacity: 32)
    var work = Work()
    let places = PendingPointsTests.places(20_000, spread: 20, &draw)
    #expect(tree.add(Array(0..<20_000), at: places, work: &work) == 20_000)
    var most = 0
    for round in 0..<60 {
      let before = tree.pending.count
      let some = PendingPointsTests.places(300, spread: 20, &draw)
      let ids = some.indices.map { Int32(20_000 + 300 * round + $0) }
      #expect(tree.add(ids, at: some, work: &work) == 300)
      #expect(tree.pending.count <= tree.count / AggregateQuadtree.pendingShare)
      most = max(most, before + 300 - tree.pending.count)
    }
    // Among them are those that did not wait, and others of the leaves.
    #expect(most > 300 && most < 3 * 300, "\(most) at once")
    #expect(QuadtreeFaults.of(tree) == [])
  }

  @Test(arguments: [1e-3, 1e-6, 0], [20_000, 60_000])
  func `are taken in by parts when all leaves are due at once`(spread: Double, count: Int) {
    var draw = Dice(seed: 44)
    var tree = AggregateQuadtree(leafCapacity: 32)
    var work = Work()
    let places = PendingPointsTests.places(count, spread: 20, &draw)
    #expect(tree.add(Array(0..<Int32(count)), at: places, work: &work) == count)
    // Each batch has one point for each of these leaves, or a few of the same ones.
    let middles = Array(places[..<500])
    let (means, oneLeaf) = (AggregateQuadtree.effortPerArrival * middles.count, 33 * 64)
    var most = (taken: 0, touched: 0, waiting: 0)
    for round in 0..<45 {
      let before = (count: tree.pending.count, touched: work.pointsTouched)
      let some = middles.map { middle in
        Coordinate(
          latitude: middle.latitude + draw.fraction() * spread,
          longitude: min(middle.longitude + draw.fraction() * spread, 180))
      }
      let ids = some.indices.map { Int32(count + round * some.count + $0) }
      #expect(tree.add(ids, at: some, work: &work) == some.count)
      most.taken = max(most.taken, before.count + some.count - tree.pending.count)
      most.touched = max(most.touched, Int(work.pointsTouched - before.touched))
      most.waiting = max(most.waiting, tree.pending.count)
      if round % 8 == 0 { #expect(QuadtreeFaults.of(tree) == [], "round \(round)") }
    }
    // All at once would be 4,500, and quarter squares of nearly equal places for 100,000 looks.
    #expect(most.taken > 500 && most.taken < 3_000, "\(most.taken) at once")
    #expect(most.touched < means + oneLeaf + middles.count, "\(most.touched) looks")
    #expect(most.waiting < 8_192 + count / 48, "\(most.waiting) wait")
  }

  @Test
  func `are taken in beside a crowd that has no quarters left`() {
    var draw = Dice(seed: 42)
    var tree = AggregateQuadtree(leafCapacity: 8)
    var work = Work()
    var places = PendingPointsTests.places(400, spread: 20, &draw)
    places += [Coordinate](repeating: places[0], count: 100)
    #expect(tree.add(Array(0..<500), at: places, work: &work) == 500)
    let more = PendingPointsTests.places(57, spread: 20, &draw) + [places[0], places[0]]
    #expect(tree.add(Array(500..<559), at: more, work: &work) == 59)
    #expect(tree.pending.count > 40 && tree.pending.count * 16 > tree.count)
    tree.takeInOldest(.max, work: &work)
    #expect(tree.pending.count == 0 && QuadtreeFaults.of(tree) == [])
  }

  @Test
  func `do not wait when there are many for one leaf, or few others`() {
    var work = Work()
    var draw = Dice(seed: 34)
    let places = PendingPointsTests.places(2_000, spread: 20, &draw)
    var tree = AggregateQuadtree(leafCapacity: 32)
    #expect(tree.add(Array(0..<2_000), at: places, work: &work) == 2_000)
    let crowd = [Coordinate](repeating: places[0], count: 20)
    #expect(tree.add(Array(2_000..<2_020), at: crowd, work: &work) == 20)
    #expect(tree.pending.items.isEmpty && QuadtreeFaults.of(tree) == [])
    // One by one they wait, up to eight; the ninth takes all in.
    for number in 0..<9 {
      let place = Coordinate(latitude: places[1].latitude, longitude: places[1].longitude)
      #expect(tree.add([Int32(3_000 + number)], at: [place], work: &work) == 1)
      #expect(tree.pending.count == (number < 8 ? number + 1 : 0))
      #expect(QuadtreeFaults.of(tree) == [])
    }
    let others = PendingPointsTests.places(400, spread: 20, &draw)
    #expect(tree.add(Array(4_000..<4_400), at: others, work: &work) == 400)
    #expect(tree.pending.count == 0 && QuadtreeFaults.of(tree) == [])
  }

  @Test
  func `go with the others when the tree is made anew`() {
    var work = Work()
    var draw = Dice(seed: 39)
    let places = PendingPointsTests.places(2_000, spread: 20, &draw)
    var tree = AggregateQuadtree(leafCapacity: 32)
    #expect(tree.add(Array(0..<1_000), at: Array(places[..<1_000]), work: &work) == 1_000)
    #expect(tree.add(Array(1_000..<1_050), at: Array(places[1_000..<1_050]), work: &work) == 50)
    #expect(tree.remove([1_000, 1_049, 3], work: &work) == 3)
    #expect(tree.pending.count > 30 && tree.pending.items.count > tree.pending.count)
    #expect(tree.add(Array(1_050..<2_000), at: Array(places[1_050...]), work: &work) == 950)
    #expect(tree.count == 1_997 && tree.pending.count == 0 && tree.pending.items.isEmpty)
    #expect(QuadtreeFaults.of(tree) == [])
    #expect((0..<2_000).allSatisfy { tree.contains($0) == ![1_000, 1_049, 3].contains($0) })
  }

  @Test
  func `are in order in the leaf of squares that merge`() {
    var work = Work()
    var draw = Dice(seed: 40)
    for _ in 0..<5 {
      let places = PendingPointsTests.places(330, spread: 20, &draw)
      var tree = AggregateQuadtree(leafCapacity: 32)
      #expect(tree.add(Array(0..<300), at: Array(places[..<300]), work: &work) == 300)
      #expect(tree.add(Array(300..<330), at: Array(places[300...]), work: &work) == 30)
      #expect(tree.pending.count > 20)
      // Until squares merge whose leaves points wait for.
      for step in 0..<30 {
        _ = tree.remove((0..<10).map { Int32(step * 10 + $0) }, work: &work)
        #expect(QuadtreeFaults.of(tree) == [], "step \(step)")
      }
      #expect(tree.count == 30 && (300..<330).allSatisfy { tree.contains($0) })
    }
  }

  @Test(arguments: [GridAxis.Direction.east, .south])
  func `are on their side of an edge that cuts their unit`(direction: GridAxis.Direction) {
    // An edge at a third of the world is between two units nowhere.
    var draw = Dice(seed: 41)
    let side = PendingPointsTests.side / 3
    var walk = GridWalk()
    var work = Work()
    for _ in 0..<20 {
      let places = (0..<67).map { number in
        let off = number < 60 ? draw.fraction() * 1e6 - 5e5 : (draw.fraction() - 0.5) / 8
        let beside = side * 1.5 + draw.fraction() * 1e6
        return Projection.coordinate(
          for: direction == .east
            ? MapPoint(x: side + off, y: beside) : MapPoint(x: beside, y: side + off))
      }
      var tree = AggregateQuadtree(leafCapacity: 4)
      #expect(tree.add(Array(0..<60), at: Array(places[..<60]), work: &work) == 60)
      for id in 60..<67 { #expect(tree.add([Int32(id)], at: [places[id]], work: &work) == 1) }
      #expect(tree.pending.count == 7)
      var found: [CellAggregate] = []
      tree.sums(
        of: GridCells(
          firstColumn: 0, columns: 3, firstRow: 0, rows: 3, side: side, worldColumns: 3),
        walk: &walk, into: &found, work: &work)
      var expected: [Int: Int32] = [:]
      for place in places {
        let point = Projection.mapKit.mapPoint(for: place)
        expected[Int(point.y / side) * 3 + Int(point.x / side), default: 0] += 1
      }
      #expect(
        Dictionary(uniqueKeysWithValues: found.map { (Int($0.tag), $0.count) }) == expected)
    }
  }

  @Test
  func `batches are sorted however far from it they are`() {
    let nowhere = Coordinate(latitude: 0, longitude: 0)
    for count in [0, 1, 2, 5, 40, 300] {
      // Backwards, and with a few that are out of order.
      for step in [1, 7, count] {
        var batch = (0..<count).map { index in
          let key = index % max(step, 1) == 0 ? count - index : index
          return AggregateQuadtree.Arrival(
            point: AggregateQuadtree.Point(key: UInt64(key), place: nowhere), id: Int32(index))
        }
        let expected = batch.sorted { ($0.point.key, $0.id) < ($1.point.key, $1.id) }
        AggregateQuadtree.finish(&batch)
        #expect(batch.map(\.point.key) == expected.map(\.point.key))
        #expect(Set(batch.map(\.id)) == Set(expected.map(\.id)))
      }
    }
  }

  @Test
  func `are let go while they wait`() {
    var work = Work()
    var draw = Dice(seed: 35)
    let places = PendingPointsTests.places(2_000, spread: 20, &draw)
    var tree = AggregateQuadtree(leafCapacity: 32)
    #expect(tree.add(Array(0..<2_000), at: places, work: &work) == 2_000)
    tree.isLogging = true
    let pending = [Coordinate](repeating: places[0], count: 5)
    #expect(tree.add(Array(5_000..<5_005), at: pending, work: &work) == 5)
    let keys = tree.log
    #expect(keys.count == 5 && Set(keys).count == 1)
    // The middle one, the first and the last.
    for (gone, left) in [(5_002, 4), (5_000, 3), (5_004, 2)] as [(Int32, Int)] {
      #expect(tree.remove([gone], work: &work) == 1 && !tree.contains(gone))
      #expect(tree.pending.count == left && tree.count == 2_000 + left)
      #expect(QuadtreeFaults.of(tree) == [])
    }
    #expect(tree.log == keys + keys.prefix(3))
    // Those whose whole leaf goes, with points that it has and points that wait.
    #expect(tree.remove(Array(0..<2_000), work: &work) == 2_000)
    #expect(tree.count == 2 && QuadtreeFaults.of(tree) == [])
    #expect(tree.remove([5_001, 5_003], work: &work) == 2)
    #expect(tree.count == 0 && tree.nodes[0].count == 0)
  }

  @Test
  func `that come and go do not pile up`() {
    var work = Work()
    var draw = Dice(seed: 36)
    let places = PendingPointsTests.places(4_000, spread: 20, &draw)
    var tree = AggregateQuadtree(leafCapacity: 16)
    #expect(tree.add(Array(0..<4_000), at: places, work: &work) == 4_000)
    var most = 0
    for round in 0..<200 {
      let some = PendingPointsTests.places(40, spread: 20, &draw)
      let ids = (0..<40).map { Int32(4_000 + round % 3 * 40 + $0) }
      #expect(tree.add(ids, at: some, work: &work) == 40)
      #expect(tree.remove(ids, work: &work) == 40)
      most = max(most, tree.pending.items.count)
    }
    #expect(tree.count == 4_000 && QuadtreeFaults.of(tree) == [])
    #expect(most > 100 && most <= 4_040 / AggregateQuadtree.pendingShare + 40)
    #expect(tree.points.count < 8_000)
  }
}
