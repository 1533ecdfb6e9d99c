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

  /// No more squares than this can be found, however many there are.
  var mostFound: Int {
    let shift = UInt32(blockLevel < 0 ? 0 : LevelBlocks.depth)
    let columns = Int((rect.maxColumn &- 1) >> shift) - Int(rect.minColumn >> shift) + 1
    let rows = Int((rect.maxRow &- 1) >> shift) - Int(rect.minRow >> shift) + 1
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
  /// The quarter of a square that lies so many columns and rows from the first one.
  @inline(__always) func moved(_ columns: UInt32, _ rows: UInt32) -> LevelWalk.Found {
    LevelWalk.Found(
      index: index &+ columns &+ 2 &* rows, level: level, x: x &+ columns, y: y &+ rows)
  }
}

extension LevelWalk.Part {
  /// Writes the cells that are wanted behind those that are there.
  ///
  /// The target has capacity for all cells of the block.
  @inline(__always) func copy(
    from cells: Span<CellAggregate>, to target: UnsafeMutableBufferPointer<CellAggregate>,
    count end: inout Int
  ) {
    let cells = cells.extracting(Int(start)..<Int(start) &+ Int(count))
    assert(end + cells.count <= target.count, "no capacity for the cells of a block")
    if wanted == occupancy {
      unsafe cells.withUnsafeBufferPointer { cells in
        _ = unsafe target[end...].update(fromContentsOf: cells)
      }
      end &+= cells.count
      return
    }
    if 2 &* wanted.nonzeroBitCount < cells.count {
      var left = wanted
      while left != 0 {
        let bit = left & (0 &- left)
        unsafe target[end] = cells[(occupancy & (bit &- 1)).nonzeroBitCount]
        end &+= 1
        left ^= bit
      }
      return
    }
    // An unwanted cell is overwritten by the next one, which needs no branch for each.
    var left = occupancy
    var kept = end
    for slot in cells.indices {
      let bit = left & (0 &- left)
      unsafe target[kept] = cells[unchecked: slot]
      kept &+= wanted & bit != 0 ? 1 : 0
      left ^= bit
    }
    end = kept
  }
}

/// A rectangle of cells of a level: columns and rows counted from the north-western corner of the
/// world, the last ones not included.
struct LevelRect {
  var minColumn: UInt32
  var maxColumn: UInt32
  var minRow: UInt32
  var maxRow: UInt32

  /// Whether the cell with a number of the level, whatever bits it has beyond, is one of them.
  @inline(__always) func contains(_ number: UInt64) -> Bool {
    let column = MortonKey.gathered(number)
    let row = MortonKey.gathered(number >> 1)
    return column >= minColumn && column < maxColumn && row >= minRow && row < maxRow
  }

  /// Which of the 64 cells of a block lie in the rectangle.
  @inline(__always) func mask(blockX: UInt32, blockY: UInt32) -> UInt64 {
    // Most blocks lie inside as a whole; the others are worth a look into tables.
    guard blockX < minColumn || blockY < minRow || maxColumn &- blockX < 8 || maxRow &- blockY < 8
    else { return .max }
    return LevelRect.eastOf[LevelRect.offset(minColumn, blockX)] & ~LevelRect.eastOf[
      LevelRect.offset(maxColumn, blockX)] & LevelRect.southOf[LevelRect.offset(minRow, blockY)]
      & ~LevelRect.southOf[LevelRect.offset(maxRow, blockY)]
  }

  @inline(__always) private static func offset(_ edge: UInt32, _ block: UInt32) -> Int {
    Int(min(max(Int64(edge) &- Int64(block), 0), 8))
  }

  /// The cells of a block from a column on, for 0 to 8.
  private static let eastOf: [UInt64] = masks { MortonKey.gathered($0) }
  /// The cells of a block from a row on, for 0 to 8.
  private static let southOf: [UInt64] = masks { MortonKey.gathered($0 >> 1) }

  private static func masks(_ part: (UInt64) -> UInt32) -> [UInt64] {
    (0...8).map { edge in
      (0..<UInt64(64)).reduce(UInt64(0)) { mask, cell in
        part(cell) >= UInt32(edge) ? mask | (UInt64(1) << cell) : mask
      }
    }
  }
}

/// The buffers of a walk over the cells of a level, kept from one to the next.
struct LevelWalk: Sendable {
  /// A square that is not walked into any further.
  struct Found {
    var index: UInt32
    var level: Int32
    var x: UInt32
    var y: UInt32
  }

  struct Part {
    var start: Int32
    var count: Int32
    var occupancy: UInt64
    var wanted: UInt64
  }

  var found: [Found] = []
  var parts: [Part] = []
  var cells: [CellAggregate] = []
}
