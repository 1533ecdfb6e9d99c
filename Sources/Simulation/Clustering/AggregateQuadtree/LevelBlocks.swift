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
  private(set) var cells = CellPieces()
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
    for cell in new {
      assert(cell.tag < 64 && cell.count > 0, "a block has 64 cells, and keeps none without points")
      block.occupancy |= 1 << UInt64(cell.tag)
    }
    cells.set(block.start, to: new, prefix: prefix)
    blocks[index] = block
  }

  private mutating func take(_ count: Int) -> Int32 {
    if let start = free[count].popLast() {
      freeCount -= count
      return start
    }
    return cells.append(count)
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
    var kept = CellPieces()
    for index in blocks.indices where blocks[index].start >= 0 {
      guard blocks[index].isFresh else {
        blocks[index] = Block()
        continue
      }
      let count = Int(blocks[index].count)
      let start = kept.append(count)
      kept.copy(blocks[index].start, count: count, of: cells, to: start)
      blocks[index].start = start
      blocks[index].capacity = Int16(count)
    }
    assert(kept.count <= cells.count - freeCount, "a cell was of two blocks")
    cells = kept
    free = LevelBlocks.noneSpare
    freeCount = 0
  }
}

/// The cells of all blocks, in pieces, so that none of them is moved when there are more.
struct CellPieces: Sendable {
  private(set) var pieces: [[CellAggregate]] = []
  /// Cells of all pieces.
  private(set) var count = 0

  private static let sideBits: Int32 = 11
  /// The most cells of a piece, which take 32 KiB with what an array has beside them.
  private static let most = 1_364

  /// The piece in which a block starts, and its first cell there.
  @inline(__always) static func place(_ start: Int32) -> (piece: Int, slot: Int) {
    (piece: Int(start &>> sideBits), slot: Int(start & (1 &<< sideBits &- 1)))
  }

  /// Appends cells of one block, and returns where they start.
  mutating func append(_ added: Int) -> Int32 {
    if (pieces.last?.count ?? CellPieces.most) + added > CellPieces.most { pieces.append([]) }
    let last = pieces.count - 1
    let needed = pieces[last].count + added
    if pieces[last].capacity < needed {
      // The first one grows with its cells, the others come whole.
      pieces[last].reserveCapacity(last > 0 ? CellPieces.most : min(2 * needed, CellPieces.most))
    }
    let start = Int32(last) << CellPieces.sideBits + Int32(pieces[last].count)
    pieces[last].append(contentsOf: repeatElement(.nothing, count: added))
    count += added
    return start
  }

  /// Sets cells, whose tags get the bits of a prefix in front.
  mutating func set(_ start: Int32, to cells: [CellAggregate], prefix: UInt32) {
    let place = CellPieces.place(start)
    var piece = pieces[place.piece].mutableSpan
    for index in cells.indices {
      var cell = cells[index]
      cell.tag |= prefix &<< 6
      piece[place.slot &+ index] = cell
    }
  }

  /// Copies the cells of a block of another list.
  mutating func copy(_ source: Int32, count: Int, of other: CellPieces, to start: Int32) {
    let place = CellPieces.place(start)
    let from = CellPieces.place(source)
    for index in 0..<count {
      pieces[place.piece][place.slot + index] = other.pieces[from.piece][from.slot + index]
    }
  }
}
