/// Cells of whole levels, in blocks of eight by eight that lie together.
///
/// A square with quarters has the block of the cells three levels below. A block is made on demand,
/// and again after changes, from the sums of the tree, in less than a microsecond.
struct LevelBlocks: Sendable {
  /// The cells of a square with points, in the order of keys.
  struct Block: Sendable {
    var occupancy: UInt64 = 0
    var start: Int32 = -1
    var capacity: Int16 = 0
    var count: UInt8 = 0
    /// Whether it agrees with the tree.
    var isFresh = false
  }

  /// Levels from a square to the cells of its block.
  static let depth = 3
  /// By a quarter of the number of the group.
  private(set) var blocks: [Block] = []
  private(set) var cells: [CellAggregate] = []
  private var free = LevelBlocks.noneSpare
  private var freeCount = 0
  private static let noneSpare = [[Int32]](repeating: [], count: 65)

  /// Whether no level was looked at.
  var isEmpty: Bool { blocks.isEmpty }

  /// The number of a group's block.
  @inline(__always) static func number(of group: UInt32) -> Int { Int(group >> 2) }

  @inline(__always) mutating func invalidate(_ group: UInt32) {
    let index = LevelBlocks.number(of: group)
    guard index < blocks.count else { return }
    blocks[index].isFresh = false
  }

  mutating func forget(_ group: UInt32) {
    let index = LevelBlocks.number(of: group)
    guard index < blocks.count else { return }
    release(blocks[index])
    blocks[index] = Block()
  }

  /// Sets the cells of a group, tagged 0 to 63, which get the last bits of their number on the
  /// level as tags.
  mutating func set(
    _ group: UInt32, to new: [CellAggregate], prefix: UInt32, groupCount: Int
  ) {
    let index = LevelBlocks.number(of: group)
    if index >= blocks.count {
      if blocks.capacity < groupCount {
        blocks.reserveCapacity(max(groupCount, blocks.count + blocks.count / 8))
      }
      blocks.append(contentsOf: repeatElement(Block(), count: groupCount - blocks.count))
    }
    var block = blocks[index]
    if block.start < 0 || Int(block.capacity) < new.count {
      release(block)
      block.start = take(new.count)
      block.capacity = Int16(new.count)
    }
    block.occupancy = 0
    block.count = UInt8(new.count)
    block.isFresh = true
    var slot = Int(block.start)
    for cell in new {
      assert(cell.tag < 64 && cell.count > 0, "a block has 64 cells, and keeps none without points")
      block.occupancy |= 1 << UInt64(cell.tag)
      cells[slot] = cell
      cells[slot].tag = prefix &<< 6 | cell.tag
      slot += 1
    }
    blocks[index] = block
  }

  private mutating func take(_ count: Int) -> Int32 {
    if let start = free[count].popLast() {
      freeCount -= count
      return start
    }
    if cells.capacity < cells.count + count {
      cells.reserveCapacity(cells.count + max(cells.count / 8, 4_096))
    }
    cells.append(contentsOf: repeatElement(.nothing, count: count))
    return Int32(cells.count - count)
  }

  private mutating func release(_ block: Block) {
    guard block.start >= 0 else { return }
    free[Int(block.capacity)].append(block.start)
    freeCount += Int(block.capacity)
  }

  /// Whether most cells are unused.
  @inline(__always) var isSparse: Bool { freeCount > cells.count / 2 && cells.count > 4_096 }

  /// Moves the cells of fresh blocks together once most cells are unused; other blocks are dropped.
  mutating func compact() {
    guard isSparse else { return }
    var kept: [CellAggregate] = []
    kept.reserveCapacity(cells.count - freeCount)
    for index in blocks.indices where blocks[index].start >= 0 {
      guard blocks[index].isFresh else {
        blocks[index] = Block()
        continue
      }
      let start = Int(blocks[index].start)
      let count = Int(blocks[index].count)
      blocks[index].start = Int32(kept.count)
      blocks[index].capacity = Int16(count)
      kept.append(contentsOf: cells[start..<start + count])
    }
    assert(kept.count <= cells.count - freeCount, "a cell was of two blocks")
    cells = kept
    free = LevelBlocks.noneSpare
    freeCount = 0
  }
}
