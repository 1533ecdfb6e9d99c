internal import MapGeometry

/// A search for the squares of which a rectangle of cells is copied.
struct LevelSearch {
  let level: Int
  /// The level of the squares whose blocks have the cells; negative for none.
  let blockLevel: Int
  private let rect: LevelRect

  init(level: Int, rect: LevelRect) {
    (self.level, self.rect) = (level, rect)
    blockLevel = level - LevelBlocks.depth
  }

  /// The squares that the rectangle overlaps.
  var squares: LevelRect {
    let shift = UInt32(blockLevel < 0 ? 0 : LevelBlocks.depth)
    return LevelRect(
      minColumn: rect.minColumn &>> shift, maxColumn: (rect.maxColumn &- 1) &>> shift &+ 1,
      minRow: rect.minRow &>> shift, maxRow: (rect.maxRow &- 1) &>> shift &+ 1)
  }

  /// The upper bound on the number of found squares.
  var mostFound: Int {
    let squares = squares
    let columns = Int(squares.maxColumn) - Int(squares.minColumn)
    let rows = Int(squares.maxRow) - Int(squares.minRow)
    return max(columns * rows, 1)
  }

  func start(
    _ nodes: Span<CellAggregate>, _ found: inout OutputSpan<LevelWalk.Found>, _ work: inout Work
  ) {
    guard rect.minColumn < rect.maxColumn, rect.minRow < rect.maxRow else { return }
    // Straight down to the smallest square that has all of the rectangle.
    let differing = (rect.minColumn ^ (rect.maxColumn &- 1)) | (rect.minRow ^ (rect.maxRow &- 1))
    let levelOfAll = level - (UInt32.bitWidth - differing.leadingZeroBitCount)
    let last = min(levelOfAll, blockLevel < 0 ? level : blockLevel)
    var index = 0
    var depth = 0
    while depth < last, nodes[index].tag & AggregateQuadtree.leafBit == 0, nodes[index].count > 0 {
      depth += 1
      let shift = UInt32(level - depth)
      let quarter = (rect.minColumn >> shift & 1) | (rect.minRow >> shift & 1) << 1
      index = Int(nodes[index].tag) + Int(quarter)
    }
    work.nodesVisited += Int64(depth)
    let shift = UInt32(level - depth)
    look(
      LevelWalk.Found(
        index: UInt32(truncatingIfNeeded: index), level: Int32(depth),
        x: rect.minColumn >> shift, y: rect.minRow >> shift), nodes, &found, &work)
  }

  /// Finds what there is in a square that has a part of the rectangle.
  private func look(
    _ square: LevelWalk.Found, _ nodes: Span<CellAggregate>,
    _ found: inout OutputSpan<LevelWalk.Found>, _ work: inout Work
  ) {
    let node = nodes[Int(square.index)]
    guard node.count > 0 else { return }
    let depth = Int(square.level)
    guard !node.isLeaf, depth != blockLevel, depth != level else { return found.append(square) }
    work.nodesVisited &+= 4
    let below = UInt32(truncatingIfNeeded: level &- depth &- 1)
    let westEnd = (square.x &* 2 &+ 1) &<< below
    let northEnd = (square.y &* 2 &+ 1) &<< below
    // Which quarters have a part of the rectangle.
    let isWest = rect.minColumn < westEnd
    let isEast = rect.maxColumn > westEnd
    let isNorth = rect.minRow < northEnd
    let isSouth = rect.maxRow > northEnd
    let first = LevelWalk.Found(
      index: node.tag, level: square.level &+ 1, x: square.x &* 2, y: square.y &* 2)
    if isNorth, isWest { look(first, nodes, &found, &work) }
    if isNorth, isEast { look(first.moved(1, 0), nodes, &found, &work) }
    if isSouth, isWest { look(first.moved(0, 1), nodes, &found, &work) }
    if isSouth, isEast { look(first.moved(1, 1), nodes, &found, &work) }
  }
}

extension LevelWalk.Found {
  /// The quarter of a square at an offset in columns and rows from the first one.
  @inline(__always) func moved(_ columns: UInt32, _ rows: UInt32) -> LevelWalk.Found {
    LevelWalk.Found(
      index: index &+ columns &+ 2 &* rows, level: level, x: x &+ columns, y: y &+ rows)
  }
}

extension LevelSearch {
  /// Appends the wanted cells of the blocks that a walk has copied.
  func appendCells(
    of copies: Span<LevelWalk.Copy>, mostCells: Int, _ cells: Span<[CellAggregate]>,
    to result: inout [CellAggregate]
  ) {
    guard !copies.isEmpty else { return }
    let masks = BlockMasks(of: rect)
    result.append(addingCapacity: mostCells) { target in
      unsafe target.withUnsafeMutableBufferPointer { target, count in
        for index in copies.indices {
          let copy = unsafe copies[unchecked: index]
          let wanted = copy.block.occupancy & masks.mask(x: copy.x, y: copy.y)
          unsafe copy.block.copy(wanted, of: cells, to: target, count: &count)
        }
      }
    }
  }

  /// Appends the wanted cells of squares from an index on, up to the first square without a
  /// fresh block, and returns the index of that square.
  func appendCells(
    of found: Span<LevelWalk.Found>, from start: Int, _ nodes: Span<CellAggregate>,
    _ blocks: Span<LevelBlocks.Block>, _ cells: Span<[CellAggregate]>,
    to result: inout [CellAggregate]
  ) -> Int {
    var capacity = 0
    var end = start
    while end < found.count {
      let square = found[end]
      let node = nodes[Int(square.index)]
      guard Int(square.level) == blockLevel, !node.isLeaf else { break }
      let number = LevelBlocks.number(of: node.tag)
      guard number < blocks.count, blocks[number].isFresh else { break }
      capacity &+= Int(blocks[number].count)
      end &+= 1
    }
    guard start < end else { return start }
    let masks = BlockMasks(of: rect)
    result.append(addingCapacity: capacity) { target in
      unsafe target.withUnsafeMutableBufferPointer { target, count in
        for index in start..<end {
          let square = found[index]
          let block = blocks[LevelBlocks.number(of: nodes[Int(square.index)].tag)]
          let wanted = block.occupancy & masks.mask(x: square.x, y: square.y)
          unsafe block.copy(wanted, of: cells, to: target, count: &count)
        }
      }
    }
    return end
  }
}

extension LevelBlocks.Block {
  /// Appends the wanted cells to those already in the target.
  ///
  /// The target has capacity for all cells of the block.
  @inline(__always) fileprivate func copy(
    _ wanted: UInt64, of cells: Span<[CellAggregate]>,
    to target: UnsafeMutableBufferPointer<CellAggregate>, count end: inout Int
  ) {
    guard wanted != 0 else { return }
    let place = CellPieces.place(start)
    let cells = cells[place.piece].span.extracting(place.slot..<place.slot &+ Int(count))
    assert(end + cells.count <= target.count, "no capacity for the cells of a block")
    if wanted == occupancy {
      for slot in cells.indices { unsafe target[end &+ slot] = cells[unchecked: slot] }
      end &+= cells.count
      return
    }
    // An unwanted cell is overwritten by the next one, which needs no branch for each.
    var kept = end
    for slot in cells.indices {
      let cell = unsafe cells[unchecked: slot]
      unsafe target[kept] = cell
      kept &+= Int(truncatingIfNeeded: wanted &>> UInt64(cell.tag & 63) & 1)
    }
    end = kept
  }
}

/// Masks of the 64 cells of blocks that lie in a rectangle.
///
/// The rectangle is not empty.
private struct BlockMasks {
  /// The first and the last column and row of blocks, and which of their cells are wanted.
  private let first: (x: UInt32, y: UInt32, columns: UInt64, rows: UInt64)
  private let last: (x: UInt32, y: UInt32, columns: UInt64, rows: UInt64)

  init(of rect: LevelRect) {
    let (maxColumn, maxRow) = (rect.maxColumn &- 1, rect.maxRow &- 1)
    first = (
      rect.minColumn &>> 3, rect.minRow &>> 3, BlockMasks.eastOf[Int(rect.minColumn & 7)],
      BlockMasks.southOf[Int(rect.minRow & 7)]
    )
    last = (
      maxColumn &>> 3, maxRow &>> 3, ~BlockMasks.eastOf[Int(maxColumn & 7) + 1],
      ~BlockMasks.southOf[Int(maxRow & 7) + 1]
    )
  }

  @inline(__always) func mask(x: UInt32, y: UInt32) -> UInt64 {
    (x == first.x ? first.columns : .max) & (x == last.x ? last.columns : .max)
      & (y == first.y ? first.rows : .max) & (y == last.y ? last.rows : .max)
  }

  /// The cells of a block from a column on, for 0 to 8.
  private static let eastOf: [UInt64] = [
    0xffff_ffff_ffff_ffff, 0xffff_fafa_ffff_fafa, 0xffff_f0f0_ffff_f0f0, 0xffff_a0a0_ffff_a0a0,
    0xffff_0000_ffff_0000, 0xfafa_0000_fafa_0000, 0xf0f0_0000_f0f0_0000, 0xa0a0_0000_a0a0_0000, 0,
  ]
  /// The cells of a block from a row on, for 0 to 8.
  private static let southOf: [UInt64] = [
    0xffff_ffff_ffff_ffff, 0xffff_ffff_ffcc_ffcc, 0xffff_ffff_ff00_ff00, 0xffff_ffff_cc00_cc00,
    0xffff_ffff_0000_0000, 0xffcc_ffcc_0000_0000, 0xff00_ff00_0000_0000, 0xcc00_cc00_0000_0000, 0,
  ]
}

/// A rectangle of cells of a level: columns and rows counted from the north-western corner of the
/// world, the last ones not included.
struct LevelRect: Equatable {
  var minColumn: UInt32
  var maxColumn: UInt32
  var minRow: UInt32
  var maxRow: UInt32
}

/// The buffers of a walk over the cells of a level, kept from one to the next.
struct LevelWalk: Sendable {
  /// A square at which the walk ends.
  struct Found {
    var index: UInt32
    var level: Int32
    var x: UInt32
    var y: UInt32
  }

  /// The squares of a search and the version of the tree.
  struct Question: Equatable {
    private let level: Int
    private let blocks: LevelRect
    private let changes: Int

    init(_ search: LevelSearch, changes: Int) {
      (level, blocks, self.changes) = (search.level, search.squares, changes)
    }
  }

  /// A copy of a square's block, taken when the whole answer came from blocks.
  struct Copy {
    var block: LevelBlocks.Block
    var x: UInt32
    var y: UInt32
  }

  /// The last answered question, with its work.
  var question: Question?
  var work = Work()
  var found: [Found] = []
  /// The blocks of all found squares and their cells, valid until one of them changes.
  var copies: [Copy] = []
  var mostCells = 0
  var hasCopies = false
  var cells: [CellAggregate] = []
}

extension LevelWalk {
  /// Appends the cells of points that are in the order of keys, as far as they lie in a
  /// rectangle.
  ///
  /// Cells keep only the last bits of their numbers, which decide neither order nor equality.
  static func appendCells(
    of places: Span<Coordinate>, _ badges: Span<PointPieces.Badge>, level: Int,
    in rect: LevelRect, to result: inout [CellAggregate]
  ) {
    result.append(addingCapacity: places.count) { cells in
      var sum = CellAggregate.nothing
      var cell = SIMD2<UInt32>.zero
      for slot in places.indices {
        // All of the world for level 0, as a smart shift by the width of a word gives 0.
        let row = badges[slot].y >> UInt32(32 - level)
        guard row >= rect.minRow, row < rect.maxRow else { continue }
        let column = UnitProjection.column(of: places[slot]) >> UInt32(32 - level)
        guard column >= rect.minColumn, column < rect.maxColumn else { continue }
        if sum.count > 0, cell != SIMD2(column, row) {
          cells.append(sum)
          sum = .nothing
        }
        if sum.count == 0 {
          cell = SIMD2(column, row)
          sum.tag = UInt32(truncatingIfNeeded: MortonKey.key(x: column, y: row))
        }
        sum.add(places[slot])
      }
      if sum.count > 0 { cells.append(sum) }
    }
  }
}
