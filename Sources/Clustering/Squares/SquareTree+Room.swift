internal import MapGeometry

/// Room for leaves and quarters: taken, given back, taken again.
extension SquareTree {
  /// How much room a leaf gets for some points: a quarter more than it needs.
  static func room(for count: Int) -> Int {
    (count + max(count / 4, 1) + 3) & ~3
  }

  /// A leaf without points.
  mutating func takeLeaf(capacity: Int) -> UInt32 {
    let leaf = Leaf(start: takeStretch(capacity), capacity: Int32(capacity))
    guard let number = spare.leaves.popLast() else {
      leaves.append(leaf)
      return UInt32(leaves.count - 1)
    }
    leaves[Int(number)] = leaf
    return number
  }

  mutating func giveBack(leaf number: UInt32) {
    giveBack(stretchOf: leaves[Int(number)])
    spare.leaves.append(number)
  }

  mutating func takeStretch(_ capacity: Int) -> Int32 {
    if capacity < spare.stretches.count, let start = spare.stretches[capacity].popLast() {
      spare.room -= capacity
      return start
    }
    let start = points.count
    if points.capacity < start + capacity {
      // An eighth more instead of twice as much.
      let wanted = start + max(start / 8, 1_024) + capacity
      points.reserveCapacity(wanted)
      ids.reserveCapacity(wanted)
    }
    let nowhere = Point(key: 0, place: Coordinate(latitude: 0, longitude: 0))
    points.append(contentsOf: repeatElement(nowhere, count: capacity))
    ids.append(contentsOf: repeatElement(0, count: capacity))
    return Int32(start)
  }

  mutating func giveBack(stretchOf leaf: Leaf) {
    // Room comes in fours; what the tree was made with need not.
    let capacity = Int(leaf.capacity) & ~3
    spare.room += Int(leaf.capacity)
    guard capacity > 0, capacity <= SquareTree.largestSpare else { return }
    while spare.stretches.count <= capacity { spare.stretches.append([]) }
    spare.stretches[capacity].append(leaf.start)
  }

  /// Larger stretches are not taken again.
  private static let largestSpare = 256

  /// Gives back memory once most of it is nobody's, so that no way of coming and going makes the
  /// tree larger and larger.
  ///
  /// - Complexity: O(all), after changes of at least a part of all.
  mutating func giveBackMemory() {
    if nodes.count > SquareTree.fewest, spare.groups.count * 4 > nodes.count - nodes.count / 4 {
      // Fewer points than there were: what is left is made anew.
      rebuild(with: [], at: [], keys: [], taken: 0)
    } else if points.count > SquareTree.fewest, spare.room > points.count / 2 {
      closeRanks()
    }
  }

  /// Lists of no more than this are left as they are.
  private static let fewest = 4_096

  /// Moves the points of all leaves together; squares stay as they are, and who waits still waits.
  ///
  /// How much room a list gets depends on the machine, and when this is done with it. So nothing
  /// is changed here that could be told from outside.
  ///
  /// - Complexity: O(all).
  mutating func closeRanks() {
    closeRanks(of: leafSquares(), with: [])
  }

  /// Moves the points of all leaves together, with those that wait, and quarters the leaves that
  /// get too large.
  ///
  /// - Complexity: O(all).
  mutating func closeRanksWithLate(work: inout Work) {
    let squares = leafSquares()
    closeRanks(of: squares, with: lateInOrder())
    late.removeAll()
    for square in squares where Int(square.level) < MortonKey.levelCount {
      var node = nodes[Int(square.index)]
      guard Int(node.count) > leafCapacity else { continue }
      split(&node, level: Int(square.level), work: &work)
      nodes[Int(square.index)] = node
    }
  }

  /// Moves the points of all leaves together, with all that wait, in the order of keys, or with
  /// nobody else.
  private mutating func closeRanks(of squares: [Errand], with batch: [Arrival]) {
    var old = (points: [Point](), ids: [Int32]())
    swap(&old.points, &points)
    swap(&old.ids, &ids)
    let room = squares.reduce(0) { $0 + keptCapacity(of: nodes[Int($1.index)]) }
    let nowhere = Point(key: 0, place: Coordinate(latitude: 0, longitude: 0))
    points = [Point](repeating: nowhere, count: room)
    ids = [Int32](repeating: 0, count: room)
    var first = 0
    var start = 0
    for square in squares {
      let node = nodes[Int(square.index)]
      let number = Int(node.tag & ~SquareTree.leafBit)
      let capacity = keptCapacity(of: node)
      let stretch = slots(of: node)
      // Points and leaves are in the same order.
      let arrivals = first..<first + (batch.isEmpty ? 0 : Int(node.count) - stretch.count)
      leaves[number] = Leaf(start: Int32(start), capacity: Int32(capacity))
      SquareTree.copy(old.points, old.ids, stretch, to: start, &points, &ids)
      takeIn(batch, arrivals, behind: start..<start + stretch.count, at: start, leaf: number)
      first = arrivals.upperBound
      start += capacity
    }
    assert(first == batch.count && start == room, "a point was left behind")
    spare.stretches = []
    spare.room = 0
  }

  /// How much room a leaf keeps when ranks are closed: no more than a new one would have.
  private func keptCapacity(of node: SquareSum) -> Int {
    let capacity = Int(leaves[Int(node.tag & ~SquareTree.leafBit)].capacity)
    return max(Int(node.count), min(capacity, SquareTree.room(for: Int(node.count))))
  }

  /// The squares that are leaves with points, in the order of keys, as errands that bring nothing.
  func leafSquares() -> [Errand] {
    var squares: [Errand] = []
    squares.reserveCapacity(leaves.count)
    var stack = [Errand(start: 0, end: 0, index: 0)]
    while let square = stack.popLast() {
      let node = nodes[Int(square.index)]
      guard node.count > 0 else { continue }
      guard node.tag & SquareTree.leafBit == 0 else {
        squares.append(square)
        continue
      }
      for quarter in (0..<4).reversed() {
        stack.append(
          Errand(
            start: 0, end: 0, index: Int32(bitPattern: node.tag) + Int32(quarter),
            level: square.level + 1))
      }
    }
    return squares
  }

  /// Copies a stretch of points and their numbers to where there is room in other lists.
  private static func copy(
    _ points: [Point], _ ids: [Int32], _ stretch: Range<Int>, to start: Int,
    _ newPoints: inout [Point], _ newIDs: inout [Int32]
  ) {
    let points = points.span
    let ids = ids.span
    var newPoints = newPoints.mutableSpan
    var newIDs = newIDs.mutableSpan
    let way = start &- stretch.lowerBound
    for slot in stretch {
      newPoints[slot &+ way] = points[slot]
      newIDs[slot &+ way] = ids[slot]
    }
  }

  /// Four quarters without points.
  mutating func takeGroup() -> UInt32 {
    if let group = spare.groups.popLast() {
      for quarter in 0..<4 { nodes[Int(group) + quarter] = .nothing }
      return group
    }
    if nodes.capacity < nodes.count + 4 {
      nodes.reserveCapacity(nodes.count + max(nodes.count / 8, 64))
    }
    for _ in 0..<4 { nodes.append(.nothing) }
    return UInt32(nodes.count - 4)
  }

  mutating func giveBack(group: UInt32) {
    blocks?.forget(group)
    spare.groups.append(group)
  }
}
