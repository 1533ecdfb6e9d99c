internal import MapGeometry

/// A rectangle of cells of a level: columns and rows counted from the north-western corner of the
/// world, the last ones not included.
struct LevelRect {
  var minColumn: UInt32
  var maxColumn: UInt32
  var minRow: UInt32
  var maxRow: UInt32

  /// Whether the cell with a number of the level, whatever bits it has beyond, is one of them.
  @inline(__always)
  func contains(_ number: UInt64) -> Bool {
    let column = MortonKey.gathered(number)
    let row = MortonKey.gathered(number >> 1)
    return column >= minColumn && column < maxColumn && row >= minRow && row < maxRow
  }

  /// Which of the 64 cells of a block lie in the rectangle.
  @inline(__always)
  func mask(blockX: UInt32, blockY: UInt32) -> UInt64 {
    // Most blocks lie inside as a whole; the others are worth a look into tables.
    guard
      blockX < minColumn || blockY < minRow || maxColumn &- blockX < 8 || maxRow &- blockY < 8
    else { return .max }
    return LevelRect.eastOf[LevelRect.offset(minColumn, blockX)]
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
  /// A square that is not walked into any further.
  struct Found {
    /// Its node.
    var index: UInt32
    var level: Int32
    /// Columns and rows of its level.
    var x: UInt32
    var y: UInt32
  }

  /// A block of which some cells are wanted.
  struct Part {
    var start: Int32
    var count: Int32
    var occupancy: UInt64
    var wanted: UInt64
  }

  var found: [Found] = []
  var parts: [Part] = []
  var cells: [SquareSum] = []
}

extension SquareTree {
  /// Appends the cells of a level that have points and lie in a rectangle, in the order of keys;
  /// their place is the last 32 bits of their number on the level.
  mutating func cells(
    level: Int, in rect: LevelRect, walk: inout LevelWalk, into result: inout [SquareSum],
    work: inout Work
  ) {
    blocks?.closeRanks()
    let search = LevelSearch(level: level, rect: rect)
    walk.found.removeAll(keepingCapacity: true)
    walk.found.append(addingCapacity: min(search.mostFound, nodes.count)) { found in
      search.start(nodes.span, &found, &work)
    }
    walk.parts.removeAll(keepingCapacity: true)
    for index in walk.found.indices {
      let square = walk.found[index]
      let node = nodes[Int(square.index)]
      if node.tag & SquareTree.leafBit != 0 {
        copy(&walk.parts, into: &result)
        scan(node, level: level, in: rect, into: &result, work: &work)
      } else if Int(square.level) == search.blockLevel {
        let block =
          blocks?.block(of: node.tag)
          ?? made(node, square, level: level, walk: &walk, work: &work)
        work.cellsVisited += 1
        let mask = rect.mask(blockX: square.x &<< 3, blockY: square.y &<< 3)
        walk.parts.append(
          LevelWalk.Part(
            start: block.start, count: Int32(block.count), occupancy: block.occupancy,
            wanted: block.occupancy & mask))
      } else {
        copy(&walk.parts, into: &result)
        var cell = node
        cell.tag = UInt32(truncatingIfNeeded: MortonKey.key(x: square.x, y: square.y))
        result.append(cell)
      }
    }
    copy(&walk.parts, into: &result)
  }

  /// Appends the cells that are wanted, and empties the list of their blocks.
  @inline(__always)
  private func copy(_ parts: inout [LevelWalk.Part], into result: inout [SquareSum]) {
    guard !parts.isEmpty, let cells = blocks?.cells else { return }
    let room = parts.reduce(0) { $0 &+ Int($1.count) }
    result.append(addingCapacity: room) { target in
      let cells = cells.span
      unsafe target.withUnsafeMutableBufferPointer { target, count in
        for index in parts.indices {
          unsafe parts[index].copy(from: cells, to: target, count: &count)
        }
      }
    }
    parts.removeAll(keepingCapacity: true)
  }

  /// The cells of a leaf that is larger than a block of them.
  @inline(__always)
  private func scan(
    _ node: SquareSum, level: Int, in rect: LevelRect, into result: inout [SquareSum],
    work: inout Work
  ) {
    work.pointsTouched += Int64(node.count)
    guard !hasLate(node) else { return scanWithLate(node, level: level, in: rect, into: &result) }
    var last = UInt64.max
    for slot in slots(of: node) {
      SquareTree.put(points[slot], level: level, in: rect, last: &last, into: &result)
    }
  }

  /// The same for a leaf that points wait for.
  ///
  /// Cells keep the last bits of their numbers only, and by those neither their order is known nor
  /// whether two are the same. So points that wait go among the others by their keys.
  @inline(never)
  private func scanWithLate(
    _ node: SquareSum, level: Int, in rect: LevelRect, into result: inout [SquareSum]
  ) {
    var all = Array(points[slots(of: node)])
    eachLate(of: node) { item in
      var slot = all.count
      while slot > 0, all[slot - 1].key > item.point.key { slot -= 1 }
      all.insert(item.point, at: slot)
    }
    assert(all.count == Int(node.count), "a leaf has other points than its sum says")
    var last = UInt64.max
    for point in all {
      SquareTree.put(point, level: level, in: rect, last: &last, into: &result)
    }
  }

  /// Adds a point to its cell, which is the last one or comes behind it.
  @inline(__always)
  private static func put(
    _ point: Point, level: Int, in rect: LevelRect, last: inout UInt64,
    into cells: inout [SquareSum]
  ) {
    let number = level == 0 ? 0 : point.key &>> UInt64(64 - 2 * level)
    if number != last {
      guard rect.contains(number) else { return }
      last = number
      cells.append(
        SquareSum(latitude: 0, longitude: 0, count: 0, tag: UInt32(truncatingIfNeeded: number)))
    }
    cells[cells.count - 1].add(point.place)
  }

  /// Makes the block of a square, or makes it anew.
  private mutating func made(
    _ node: SquareSum, _ square: LevelWalk.Found, level: Int, walk: inout LevelWalk,
    work: inout Work
  ) -> LevelBlocks.Block {
    walk.cells.removeAll(keepingCapacity: true)
    gather(node, prefix: 0, depth: 0, level: level, into: &walk.cells, work: &work)
    let prefix = UInt32(truncatingIfNeeded: MortonKey.key(x: square.x, y: square.y))
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
      let first = cells.count
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
      if hasLate(node) { addLate(of: node, shift: shift, from: first, to: &cells) }
    }
  }

  /// Adds the points that wait for a leaf to its cells of a block, whose order is kept.
  @inline(never)
  private func addLate(
    of node: SquareSum, shift: UInt64, from first: Int, to cells: inout [SquareSum]
  ) {
    eachLate(of: node) { item in
      var cell = SquareSum(of: item.point.place)
      cell.tag = UInt32(truncatingIfNeeded: item.point.key &>> shift) & 63
      var slot = cells.count
      while slot > first, cells[slot - 1].tag > cell.tag { slot -= 1 }
      if slot > first, cells[slot - 1].tag == cell.tag {
        cells[slot - 1].add(cell)
      } else {
        cells.insert(cell, at: slot)
      }
    }
  }
}
