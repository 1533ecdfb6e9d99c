internal import MapGeometry

/// A rectangle of cells of a level: columns and rows counted from the north-western corner of the
/// world, the last ones not included.
struct LevelRect {
  var minColumn: UInt32
  var maxColumn: UInt32
  var minRow: UInt32
  var maxRow: UInt32

  /// Which of the 64 cells of a block lie in the rectangle.
  @inline(__always)
  func mask(blockX: UInt32, blockY: UInt32) -> UInt64 {
    LevelRect.eastOf[LevelRect.offset(minColumn, blockX)]
      & ~LevelRect.eastOf[LevelRect.offset(maxColumn, blockX)]
      & LevelRect.southOf[LevelRect.offset(minRow, blockY)]
      & ~LevelRect.southOf[LevelRect.offset(maxRow, blockY)]
  }

  @inline(__always)
  private static func offset(_ edge: UInt32, _ block: UInt32) -> Int {
    Int(min(max(Int64(edge) &- Int64(block), 0), 8))
  }

  /// The cells of a block from a column on, for 0 to 8.
  private static let eastOf: [UInt64] = masks { MortonKey.gathered($0) }
  /// The cells of a block from a row on, for 0 to 8.
  private static let southOf: [UInt64] = masks { MortonKey.gathered($0 >> 1) }

  private static func masks(_ part: (UInt64) -> UInt32) -> [UInt64] {
    (0...8).map { edge in
      (0..<64).reduce(UInt64(0)) { mask, cell in
        part(UInt64(cell)) >= UInt32(edge) ? mask | 1 << UInt64(cell) : mask
      }
    }
  }
}

/// What a walk over the cells of a level needs, kept from one to the next.
struct LevelWalk: Sendable {
  struct Frame {
    var node: SquareSum
    var level: Int32
    var x: UInt32
    var y: UInt32
  }

  var stack: [Frame] = []
  var cells: [SquareSum] = []
}

extension SquareTree {
  /// Appends the cells of a level that have points and lie in a rectangle, in the order of keys;
  /// their place is the last 32 bits of their number on the level.
  mutating func cells(
    level: Int, in rect: LevelRect, walk: inout LevelWalk, into result: inout [SquareSum],
    work: inout Work
  ) {
    let blockLevel = level - LevelBlocks.depth
    walk.stack.removeAll(keepingCapacity: true)
    walk.stack.append(LevelWalk.Frame(node: root, level: 0, x: 0, y: 0))
    while let frame = walk.stack.popLast() {
      let node = frame.node
      let below = UInt32(level) &- UInt32(frame.level)
      let x = frame.x &<< below
      let y = frame.y &<< below
      if node.tag & SquareTree.leafBit != 0 {
        scan(node, level: level, in: rect, into: &result, work: &work)
      } else if Int(frame.level) == blockLevel {
        let block =
          blocks?.block(of: node.tag)
          ?? made(node, frame, level: level, walk: &walk, work: &work)
        work.cellsVisited += 1
        copy(block, mask: rect.mask(blockX: x, blockY: y), into: &result)
      } else if Int(frame.level) == level {
        var cell = node
        cell.tag = UInt32(truncatingIfNeeded: MortonKey.key(x: frame.x, y: frame.y))
        result.append(cell)
      } else {
        push(frame, level: level, rect, &walk, &work)
      }
    }
  }

  /// Pushes the quarters of a square that lie in the rectangle, the last one first.
  @inline(__always)
  private func push(
    _ frame: LevelWalk.Frame, level: Int, _ rect: LevelRect, _ walk: inout LevelWalk,
    _ work: inout Work
  ) {
    let group = Int(frame.node.tag)
    let below = UInt32(level) &- UInt32(frame.level) &- 1
    work.nodesVisited += 4
    for quarter in (0..<4).reversed() {
      let node = nodes[group + quarter]
      guard node.count > 0 else { continue }
      let x = frame.x &* 2 &+ UInt32(quarter & 1)
      let y = frame.y &* 2 &+ UInt32(quarter >> 1)
      let west = x &<< below
      let north = y &<< below
      let side = UInt32(1) &<< below
      guard west < rect.maxColumn, west &+ side > rect.minColumn, north < rect.maxRow,
        north &+ side > rect.minRow
      else { continue }
      walk.stack.append(LevelWalk.Frame(node: node, level: frame.level + 1, x: x, y: y))
    }
  }

  @inline(__always)
  private func copy(_ block: LevelBlocks.Block, mask: UInt64, into result: inout [SquareSum]) {
    guard let cells = blocks?.cells else { return }
    let start = Int(block.start)
    let count = block.occupancy.nonzeroBitCount
    let wanted = block.occupancy & mask
    if 2 &* wanted.nonzeroBitCount >= count {
      let first = result.count
      result.append(contentsOf: cells[start..<start &+ count])
      if wanted != block.occupancy { keep(wanted, of: block.occupancy, from: first, in: &result) }
      return
    }
    var left = wanted
    while left != 0 {
      let bit = left & (0 &- left)
      result.append(cells[start &+ (block.occupancy & (bit &- 1)).nonzeroBitCount])
      left ^= bit
    }
  }

  /// Lets the cells at the end of a list go that are not wanted.
  ///
  /// They are overwritten by the next one, so that nothing is decided cell by cell.
  @inline(__always)
  private func keep(
    _ wanted: UInt64, of occupancy: UInt64, from first: Int, in result: inout [SquareSum]
  ) {
    let end = result.count
    var kept = first
    var left = occupancy
    do {
      var cells = result.mutableSpan
      for slot in first..<end {
        let bit = left & (0 &- left)
        cells[kept] = cells[slot]
        kept &+= wanted & bit != 0 ? 1 : 0
        left ^= bit
      }
    }
    assert(left == 0, "a block has more cells than its word says")
    result.removeLast(end &- kept)
  }

  /// The cells of a leaf that is larger than a block of them.
  private func scan(
    _ node: SquareSum, level: Int, in rect: LevelRect, into result: inout [SquareSum],
    work: inout Work
  ) {
    let shift = UInt64(64 - 2 * level)
    var last = UInt64.max
    work.pointsTouched += Int64(node.count)
    for slot in slots(of: node) {
      let number = level == 0 ? 0 : points[slot].key &>> shift
      if number != last {
        let column = MortonKey.gathered(number)
        let row = MortonKey.gathered(number >> 1)
        guard column >= rect.minColumn, column < rect.maxColumn, row >= rect.minRow,
          row < rect.maxRow
        else { continue }
        last = number
        result.append(
          SquareSum(latitude: 0, longitude: 0, count: 0, tag: UInt32(truncatingIfNeeded: number)))
      }
      result[result.count - 1].add(points[slot].place)
    }
  }

  /// Makes the block of a square, or makes it anew.
  private mutating func made(
    _ node: SquareSum, _ frame: LevelWalk.Frame, level: Int, walk: inout LevelWalk,
    work: inout Work
  ) -> LevelBlocks.Block {
    walk.cells.removeAll(keepingCapacity: true)
    gather(node, prefix: 0, depth: 0, level: level, into: &walk.cells, work: &work)
    let prefix = UInt32(truncatingIfNeeded: MortonKey.key(x: frame.x, y: frame.y))
    guard
      let block = blocks?.set(
        node.tag, to: walk.cells, prefix: prefix, groupCount: nodes.count / 4)
    else { preconditionFailure("a tree without blocks was asked for one") }
    return block
  }

  /// Appends the cells of a block in the order of keys.
  private func gather(
    _ node: SquareSum, prefix: UInt32, depth: Int, level: Int, into cells: inout [SquareSum],
    work: inout Work
  ) {
    if depth == LevelBlocks.depth {
      var cell = node
      cell.tag = prefix
      cells.append(cell)
    } else if node.tag & SquareTree.leafBit == 0 {
      work.nodesVisited += 4
      for quarter in 0..<4 {
        let below = nodes[Int(node.tag) + quarter]
        guard below.count > 0 else { continue }
        gather(
          below, prefix: prefix << 2 | UInt32(quarter), depth: depth + 1, level: level,
          into: &cells, work: &work)
      }
    } else {
      let shift = UInt64(64 - 2 * level)
      work.pointsTouched += Int64(node.count)
      for slot in slots(of: node) {
        let place = UInt32(truncatingIfNeeded: points[slot].key &>> shift) & 63
        if let last = cells.last, last.tag == place {
          cells[cells.count - 1].add(points[slot].place)
        } else {
          var cell = SquareSum(of: points[slot].place)
          cell.tag = place
          cells.append(cell)
        }
      }
    }
  }
}
