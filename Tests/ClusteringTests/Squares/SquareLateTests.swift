import MapGeometry
import Testing

@testable import Clustering

/// Points that wait until their leaf takes them in: nobody can tell from answers that they do.
@Suite("Late points of squares")
struct SquareLateTests {
  private static let side = MapSize.worldSide

  /// Places of a crowd here and there; the more of them there are, the fewer leaves are hit.
  private static func places(_ count: Int, spread: Double, _ draw: inout Draw) -> [Coordinate] {
    (0..<count).map { _ in
      let city = Double(draw.below(7))
      return Coordinate(
        latitude: city * 20 - 60 + draw.fraction() * spread,
        longitude: min(city * 51 - 180 + draw.fraction() * spread, 180))
    }
  }

  private static func sums(_ found: [SquareSum]) -> Set<SlowSums.Sum> {
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

  @Test(arguments: SquareEngine.Kind.allCases, [60.0, 4, 0.05])
  func `are in every answer`(kind: SquareEngine.Kind, spread: Double) {
    var draw = Draw(seed: 31)
    var engine = SquareEngine(kind)
    var slow = SlowSums()
    var work = Work()
    var waiting = 0
    var takenIn = 0
    for round in 0..<30 {
      let count = round == 0 ? 4_000 : [1, 20, 150, 450][draw.below(4)]
      let places = SquareLateTests.places(count, spread: spread, &draw)
      let ids = (0..<count).map { round == 0 ? Int32($0) : Int32(draw.below(9_000)) }
      let before = engine.tree.late.items.count
      switch round == 0 ? 0 : draw.below(5) {
      case 0...2: #expect(engine.add(ids, at: places, work: &work) == slow.add(ids, at: places))
      case 3: #expect(engine.remove(ids, work: &work) == slow.remove(ids))
      default:
        _ = slow.remove(ids)
        #expect(engine.move(ids, to: places, work: &work) == slow.add(ids, at: places))
      }
      waiting += engine.tree.late.count
      if engine.tree.late.items.count < before { takenIn += 1 }
      #expect(SquareLateTests.faults(of: engine.tree) == [], "round \(round)")
      for zoom in [0, 3, 7, 11, 16, 20] {
        let view = SquareLateTests.view(around: places[0], zoom: zoom)
        let side = engine.cellSide(forLength: view.cellPoints * view.mapPointsPerPoint)
        var found: [SquareSum] = []
        engine.clusters(in: view, into: &found, work: &work)
        #expect(
          SquareLateTests.sums(found) == Set(slow.sums(in: view, side: side)),
          "round \(round), zoom \(zoom)")
      }
    }
    #expect(waiting > 500 && takenIn > 0)
  }

  @Test
  func `are among the points of their cell`() {
    var draw = Draw(seed: 32)
    var tree = SquareTree(leafCapacity: 32)
    var work = Work()
    var held: [Int32: Coordinate] = [:]
    for batch in 0..<12 {
      let count = batch == 0 ? 3_000 : 30
      let places = SquareLateTests.places(count, spread: 3, &draw)
      let ids = (0..<count).map { Int32(held.count + $0) }
      #expect(tree.add(ids, at: places, work: &work) == count)
      for (id, place) in zip(ids, places) { held[id] = place }
    }
    #expect(tree.late.count > 200)
    var walk = GridWalk()
    var found = 0
    let columns = 512
    let side = SquareLateTests.side / Double(columns)
    var cells: [Int: Set<Int32>] = [:]
    for (id, place) in held {
      let point = Projection.mapKit.mapPoint(for: place)
      cells[Int(point.y / side) * columns + Int(point.x / side), default: []].insert(id)
    }
    for (cell, ids) in cells {
      var members: [CellMember] = []
      tree.members(
        of: SquareCells(
          firstColumn: cell % columns, columns: 1, firstRow: cell / columns, rows: 1, side: side,
          worldColumns: columns), walk: &walk, into: &members, work: &work)
      #expect(members.count == ids.count && Set(members.map(\.id)) == ids)
      #expect(members.allSatisfy { held[$0.id] == $0.place })
      found += members.count
    }
    #expect(found == held.count)
  }

  @Test(arguments: [false, true])
  func `are taken in one leaf at a time or all together`(areMany: Bool) {
    var draw = Draw(seed: 33)
    var tree = SquareTree(leafCapacity: 32)
    var work = Work()
    let places = SquareLateTests.places(20_000, spread: 20, &draw)
    #expect(tree.add(Array(0..<20_000), at: places, work: &work) == 20_000)
    let more = SquareLateTests.places(areMany ? 2_000 : 100, spread: 20, &draw)
    let ids = more.indices.map { Int32(20_000 + $0) }
    #expect(tree.add(ids, at: more, work: &work) == more.count)
    let waiting = tree.late.count
    #expect(waiting > more.count / 2)
    #expect((waiting * 2 > tree.leaves.count) == areMany)
    let room = tree.points.count
    tree.takeInAll(work: &work)
    #expect(tree.late.count == 0 && tree.late.items.isEmpty)
    #expect(SquareLateTests.faults(of: tree) == [])
    #expect(tree.count == 20_000 + more.count)
    // Whoever grows in place leaves the others where they are; all together move.
    #expect(areMany ? tree.points.count <= tree.count * 5 / 4 : tree.points.count >= room)
  }

  @Test
  func `do not wait when there are many for one leaf, or few others`() {
    var work = Work()
    var draw = Draw(seed: 34)
    let places = SquareLateTests.places(2_000, spread: 20, &draw)
    var tree = SquareTree(leafCapacity: 32)
    #expect(tree.add(Array(0..<2_000), at: places, work: &work) == 2_000)
    let crowd = [Coordinate](repeating: places[0], count: 20)
    #expect(tree.add(Array(2_000..<2_020), at: crowd, work: &work) == 20)
    #expect(tree.late.count == 0 && SquareLateTests.faults(of: tree) == [])
    // One by one they wait, up to eight; the ninth takes all in.
    for number in 0..<9 {
      let place = Coordinate(latitude: places[1].latitude, longitude: places[1].longitude)
      #expect(tree.add([Int32(3_000 + number)], at: [place], work: &work) == 1)
      #expect(tree.late.count == (number < 8 ? number + 1 : 0))
      #expect(SquareLateTests.faults(of: tree) == [])
    }
    let others = SquareLateTests.places(400, spread: 20, &draw)
    #expect(tree.add(Array(4_000..<4_400), at: others, work: &work) == 400)
    #expect(tree.late.count == 0 && SquareLateTests.faults(of: tree) == [])
  }

  @Test
  func `are let go while they wait`() {
    var work = Work()
    var draw = Draw(seed: 35)
    let places = SquareLateTests.places(2_000, spread: 20, &draw)
    var tree = SquareTree(leafCapacity: 32)
    #expect(tree.add(Array(0..<2_000), at: places, work: &work) == 2_000)
    tree.isLogging = true
    let late = [Coordinate](repeating: places[0], count: 5)
    #expect(tree.add(Array(5_000..<5_005), at: late, work: &work) == 5)
    let keys = tree.log
    #expect(keys.count == 5 && Set(keys).count == 1)
    // The middle one, the first and the last.
    for (gone, left) in [(5_002, 4), (5_000, 3), (5_004, 2)] as [(Int32, Int)] {
      #expect(tree.remove([gone], work: &work) == 1 && !tree.contains(gone))
      #expect(tree.late.count == left && tree.count == 2_000 + left)
      #expect(SquareLateTests.faults(of: tree) == [])
    }
    #expect(tree.log == keys + keys.prefix(3))
    // Those whose whole leaf goes, with points that it has and points that wait.
    #expect(tree.remove(Array(0..<2_000), work: &work) == 2_000)
    #expect(tree.count == 2 && SquareLateTests.faults(of: tree) == [])
    #expect(tree.remove([5_001, 5_003], work: &work) == 2)
    #expect(tree.count == 0 && tree.nodes[0].count == 0)
  }

  @Test
  func `that come and go do not pile up`() {
    var work = Work()
    var draw = Draw(seed: 36)
    let places = SquareLateTests.places(4_000, spread: 20, &draw)
    var tree = SquareTree(leafCapacity: 16, keepsLevels: true)
    #expect(tree.add(Array(0..<4_000), at: places, work: &work) == 4_000)
    var most = 0
    for round in 0..<200 {
      let some = SquareLateTests.places(40, spread: 20, &draw)
      let ids = (0..<40).map { Int32(4_000 + round % 3 * 40 + $0) }
      #expect(tree.add(ids, at: some, work: &work) == 40)
      #expect(tree.remove(ids, work: &work) == 40)
      most = max(most, tree.late.items.count)
    }
    #expect(tree.count == 4_000 && SquareLateTests.faults(of: tree) == [])
    #expect(most > 100 && most <= 4_040 / SquareTree.lateShare + 40)
    #expect(tree.points.count < 8_000)
  }

  /// What a tree says that is not so.
  private static func faults(of tree: SquareTree) -> [String] {
    var faults: [String] = []
    var held = 0
    var late = 0
    func check(_ node: SquareSum, level: Int) {
      var sum = SquareSum.nothing
      if node.count > 0, node.tag & SquareTree.leafBit == 0 {
        for quarter in 0..<4 {
          let below = tree.nodes[Int(node.tag) + quarter]
          sum.add(below)
          check(below, level: level + 1)
        }
      } else if node.count > 0 {
        let number = Int(node.tag & ~SquareTree.leafBit)
        let slots = tree.slots(of: node)
        if slots.count > Int(tree.leaves[number].capacity) { faults.append("leaf without room") }
        for slot in slots {
          sum.add(tree.points[slot].place)
          if Int(tree.leafOfID[Int(tree.ids[slot])]) != number { faults.append("wrong leaf") }
          if slot > slots.lowerBound, tree.points[slot - 1].key > tree.points[slot].key {
            faults.append("leaf out of order")
          }
        }
        var rank = Int32(tree.late.count(of: number))
        tree.eachLate(of: node) { item in
          sum.add(item.point.place)
          late += 1
          if item.rank != rank { faults.append("rank \(item.rank) for \(rank)") }
          if Int(tree.leafOfID[Int(item.id)]) != number {
            faults.append("wrong leaf of a late one")
          }
          rank -= 1
        }
        if rank != 0 { faults.append("\(rank) are missing") }
        held += Int(node.count)
      }
      sum.tag = node.tag
      if node.count > 0, sum != node { faults.append("a sum on level \(level) is wrong") }
    }
    check(tree.root, level: 0)
    if held != tree.count { faults.append("\(held) of \(tree.count) are in leaves") }
    if late != tree.late.count { faults.append("\(late) of \(tree.late.count) wait") }
    return faults
  }
}
