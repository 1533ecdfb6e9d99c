internal import MapGeometry

/// Room for leaves and quarters: taken, given back, taken again.
extension SquareTree {
  /// The room of a new leaf.
  static let smallestRoom = 4

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

  /// Moves the points of a leaf to where there is more room.
  mutating func enlarge(_ number: Int, count: Int) {
    let old = leaves[number]
    let capacity = SquareTree.room(for: count + 1)
    let start = takeStretch(capacity)
    for offset in 0..<count {
      points[Int(start) + offset] = points[Int(old.start) + offset]
      ids[Int(start) + offset] = ids[Int(old.start) + offset]
    }
    leaves[number] = Leaf(start: start, capacity: Int32(capacity))
    giveBack(stretchOf: old)
  }

  private mutating func takeStretch(_ capacity: Int) -> Int32 {
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

  private mutating func giveBack(stretchOf leaf: Leaf) {
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

  /// Moves the points of all leaves together; the squares stay as they are.
  ///
  /// How much room a list gets depends on the machine, and when this is done with it. So nothing
  /// is changed here that could be told from outside.
  private mutating func closeRanks() {
    let nowhere = Point(key: 0, place: Coordinate(latitude: 0, longitude: 0))
    var keptPoints: [Point] = []
    var keptIDs: [Int32] = []
    keptPoints.reserveCapacity(points.count - spare.room)
    keptIDs.reserveCapacity(points.count - spare.room)
    var stack = [root]
    while let node = stack.popLast() {
      guard node.count > 0 else { continue }
      guard node.tag & SquareTree.leafBit != 0 else {
        for quarter in (0..<4).reversed() { stack.append(nodes[Int(node.tag) + quarter]) }
        continue
      }
      let number = Int(node.tag & ~SquareTree.leafBit)
      let capacity = min(Int(leaves[number].capacity), SquareTree.room(for: Int(node.count)))
      let free = capacity - Int(node.count)
      let slots = slots(of: node)
      leaves[number] = Leaf(start: Int32(keptPoints.count), capacity: Int32(capacity))
      keptPoints.append(contentsOf: points[slots])
      keptPoints.append(contentsOf: repeatElement(nowhere, count: free))
      keptIDs.append(contentsOf: ids[slots])
      keptIDs.append(contentsOf: repeatElement(0, count: free))
    }
    assert(keptIDs.count == keptPoints.count, "a point lost its number")
    assert(keptPoints.count < points.count, "what was given back took more room")
    points = keptPoints
    ids = keptIDs
    spare.stretches = []
    spare.room = 0
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
