import MapGeometry
import Support
import Testing

@testable import Clustering

/// The blocks of cells beside the tree, against a table that says what each was given last.
@Suite("Blocks of levels")
struct LevelBlocksTests {
  private static let groupCount = 600

  /// Cells with points for some of the 64 places of a block, no two alike.
  private static func cells(_ count: Int, number: Int) -> [CellAggregate] {
    (0..<count).map { place in
      CellAggregate(
        latitude: Int64(number * 64 + place), longitude: -Int64(number), count: 1 + Int32(place),
        tag: UInt32(place))
    }
  }

  /// What of the blocks is not as it was given.
  private static func faults(
    of blocks: LevelBlocks, given: [UInt32: [CellAggregate]]
  ) -> [String] {
    var faults: [String] = []
    var owned: Set<Int32> = []
    for group in stride(from: UInt32(0), to: UInt32(groupCount * 4), by: 4) {
      guard let block = blocks.block(of: group) else {
        if given[group] != nil { faults.append("group \(group) is forgotten") }
        continue
      }
      var found = blocks.cells(of: block)
      for index in found.indices {
        if !owned.insert(block.start + Int32(index)).inserted {
          faults.append("group \(group) shares a cell")
        }
        if found[index].tag >> 6 != group { faults.append("group \(group) has another's cell") }
        found[index].tag &= 63
      }
      if found != given[group] { faults.append("group \(group) has other cells") }
      let occupancy = found.reduce(UInt64(0)) { $0 | 1 << UInt64($1.tag) }
      if occupancy != block.occupancy { faults.append("group \(group) has other places") }
    }
    return faults
  }

  @Test
  func `closing ranks moves the block whose cells start at 0 as well`() {
    var blocks = LevelBlocks()
    var given: [UInt32: [CellAggregate]] = [:]
    // The first cells belong to the last group, so that another block takes their place.
    for number in (0..<120).reversed() {
      let group = UInt32(number * 4)
      let cells = LevelBlocksTests.cells(60, number: number)
      blocks.set(group, to: cells, prefix: group, groupCount: LevelBlocksTests.groupCount)
      given[group] = cells
      #expect((blocks.block(of: group)?.start == 0) == (number == 119))
    }
    for number in 10..<110 {
      blocks.forget(UInt32(number * 4))
      given[UInt32(number * 4)] = nil
    }
    let before = blocks.cells.count
    blocks.compact()
    #expect(blocks.cells.count == 20 * 60 && blocks.cells.count < before)
    #expect(LevelBlocksTests.faults(of: blocks, given: given) == [])
  }

  @Test(arguments: 0..<20)
  func `blocks keep their cells through growth, changes and closing ranks`(seed: Int) {
    var draw = Dice(seed: seed + 71)
    var blocks = LevelBlocks()
    var given: [UInt32: [CellAggregate]] = [:]
    var moves = 0
    for number in 0..<4_000 {
      let group = UInt32(draw.below(LevelBlocksTests.groupCount) * 4)
      // Most groups get cells for a while, then most are given up.
      let isGrowing = (number / 1_000).isMultiple(of: 2)
      switch draw.below(10) {
      case 0:
        blocks.invalidate(group)
        given[group] = nil
      case 1...(isGrowing ? 2 : 8):
        blocks.forget(group)
        given[group] = nil
      default:
        let cells = LevelBlocksTests.cells(1 + draw.below(64), number: number)
        blocks.set(
          group, to: cells, prefix: group, groupCount: LevelBlocksTests.groupCount)
        given[group] = cells
      }
      guard number.isMultiple(of: 50) else { continue }
      let before = blocks.cells.count
      blocks.compact()
      if blocks.cells.count < before { moves += 1 }
      let faults = LevelBlocksTests.faults(of: blocks, given: given)
      #expect(faults == [], "after \(number) changes")
      guard faults.isEmpty else { return }
    }
    #expect(moves > 0)
  }

  @Test(arguments: [5, 9, 13, 16])
  func `the cells of a level come in the order of keys, from blocks, leaves and squares alike`(
    level: Int
  ) {
    var draw = Dice(seed: 73)
    // A few cities and a sprinkle of villages: some squares end in leaves, some have blocks.
    let places = (0..<3_000).map { number in
      let isVillage = number.isMultiple(of: 10)
      let spread = isVillage ? 150.0 : 3
      let city = isVillage ? 0.0 : Double(draw.below(5) * 27)
      return Coordinate(
        latitude: city - 70 + draw.fraction() * spread,
        longitude: city - 60 + draw.fraction() * spread)
    }
    var tree = AggregateQuadtree(leafCapacity: 8)
    var work = Work()
    #expect(tree.add(Array(0..<3_000), at: places, work: &work) == 3_000)
    let columns = UInt32(1) << UInt32(level)
    let world = LevelRect(minColumn: 0, maxColumn: columns, minRow: 0, maxRow: columns)
    var walk = LevelWalk()
    var found: [CellAggregate] = []
    tree.cells(level: level, in: world, walk: &walk, into: &found, work: &work)
    #expect(found.reduce(0) { $0 + Int($1.count) } == 3_000)
    // No bit of a number is lost up to level 16.
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.tag < $1.tag })
  }
}

extension LevelBlocks {
  /// The block of a group, if it is fresh.
  func block(of group: UInt32) -> Block? {
    let number = LevelBlocks.number(of: group)
    return number < blocks.count && blocks[number].isFresh ? blocks[number] : nil
  }

  func cells(of block: Block) -> [CellAggregate] {
    let place = CellPieces.place(block.start)
    return Array(cells.pieces[place.piece][place.slot..<place.slot + Int(block.count)])
  }
}
