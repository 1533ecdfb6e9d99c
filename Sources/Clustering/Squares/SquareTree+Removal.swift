internal import MapGeometry

extension SquareTree {
  /// Lets points go; those that it does not hold are skipped.
  ///
  /// - Returns: How many it let go.
  /// - Complexity: O(n log of all) for n points, and a pass over each leaf that loses one.
  mutating func remove(_ oldIDs: [Int32], work: inout Work) -> Int {
    // Leaf by leaf, so that a crowd at one place is passed over once.
    var words: [UInt64] = []
    words.reserveCapacity(oldIDs.count)
    for id in oldIDs where contains(id) {
      words.append(UInt64(leafOfID[Int(id)]) << 32 | UInt64(id))
      // Twice in the list is once.
      leafOfID[Int(id)] = -1
    }
    words.sort()
    var from = 0
    var asked = 0
    while from < words.count {
      if from >= asked {
        asked = min(from + SquareTree.chunk, words.count)
        askFor(leavesOf: words[from..<asked])
      }
      let leaf = words[from] >> 32
      var to = from
      while to < words.count, words[to] >> 32 == leaf { to += 1 }
      // What is taken from tells the key by which squares are merged afterwards; merging at once
      // would move points that are about to go.
      words[from] = takeOut(words[from..<to], of: Int(leaf), work: &work)
      for index in from + 1..<max(to, from + 1) { words[index] = words[from] }
      from = to
    }
    var last = UInt64.max
    for key in words where key != last {
      last = key
      merge(around: key)
    }
    giveBackMemory()
    return words.count
  }

  /// Asks leaves of memory that lie far apart, so that they come together.
  private mutating func askFor(leavesOf words: ArraySlice<UInt64>) {
    for word in words {
      let start = Int(leaves[Int(word >> 32)].start)
      guard start < points.count else { continue }
      sink &+= points[start].key &+ UInt64(UInt32(bitPattern: ids[start]))
    }
  }

  /// Takes the points that are not held any longer out of a leaf.
  ///
  /// - Parameters:
  ///   - words: Their numbers, in the last half of each.
  ///   - number: The leaf.
  ///   - work: What was looked at is added to this.
  /// - Returns: The key of one of its points.
  private mutating func takeOut(
    _ words: ArraySlice<UInt64>, of number: Int, work: inout Work
  ) -> UInt64 {
    let last = late.last(of: number)
    let key =
      last < 0 ? points[Int(leaves[number].start)].key : late.items[Int(last)].point.key
    var path: [UInt32] = []
    swap(&path, &spare.path)
    path.removeAll(keepingCapacity: true)
    let node = findLeaf(of: key, path: &path)
    work.nodesVisited += Int64(path.count + 1)
    work.pointsTouched += Int64(node.count)
    var gone = SquareSum.nothing
    let slots = slots(of: node)
    var kept = slots.lowerBound
    for slot in slots {
      if isGone(ids[slot], by: words) {
        gone.add(points[slot].place)
        if isLogging { log.append(points[slot].key) }
      } else {
        if kept < slot {
          points[kept] = points[slot]
          ids[kept] = ids[slot]
        }
        kept += 1
      }
    }
    if last >= 0 { takeOut(lateOf: number, to: &gone) }
    assert(gone.count > 0, "a leaf lost nobody")
    subtract(gone, along: path)
    swap(&path, &spare.path)
    return key
  }

  /// Whether a point of a leaf is not held any longer; mostly one of them is, which is known sooner
  /// than the leaf of each.
  @inline(__always)
  private func isGone(_ id: Int32, by words: ArraySlice<UInt64>) -> Bool {
    guard words.count <= 4 else { return leafOfID[Int(id)] < 0 }
    return words.contains { Int32(truncatingIfNeeded: $0) == id }
  }

  /// Takes the points that are not held any longer off those that wait for a leaf.
  @inline(never)
  private mutating func takeOut(lateOf number: Int, to gone: inout SquareSum) {
    for item in late.drop(of: number, unlessIn: leafOfID) {
      gone.add(item.point.place)
      if isLogging { log.append(item.point.key) }
    }
  }

  /// The nodes on the way to a leaf, without the world and with the leaf.
  ///
  /// - Returns: The leaf.
  private func findLeaf(of key: UInt64, path: inout [UInt32]) -> SquareSum {
    var node = root
    while node.tag & SquareTree.leafBit == 0 {
      assert(node.tag != 0, "a point is not where its key says")
      let index = Int(node.tag) + MortonKey.quarter(key, level: path.count)
      node = nodes[index]
      path.append(UInt32(index))
    }
    return node
  }

  /// Subtracts what a leaf lost from it and from all squares around it.
  private mutating func subtract(_ gone: SquareSum, along path: [UInt32]) {
    nodes[0].remove(gone)
    var last = 0
    for index in path {
      blocks?.soil(nodes[last].tag)
      last = Int(index)
      nodes[last].remove(gone)
    }
    guard nodes[last].count == 0 else { return }
    giveBack(leaf: nodes[last].tag & ~SquareTree.leafBit)
    nodes[last] = .nothing
  }

  /// Makes a leaf of the largest square around a place that has quarters and few points left.
  private mutating func merge(around key: UInt64) {
    var index = 0
    var level = 0
    while nodes[index].tag != 0, nodes[index].tag & SquareTree.leafBit == 0 {
      if Int(nodes[index].count) <= leafCapacity / 2 {
        var node = nodes[index]
        merge(&node)
        nodes[index] = node
        return
      }
      index = Int(nodes[index].tag) + MortonKey.quarter(key, level: level)
      level += 1
    }
  }

  /// Makes a leaf of a square with quarters.
  private mutating func merge(_ node: inout SquareSum) {
    let group = node.tag
    guard node.count > 0 else {
      collect(group, into: 0, at: 0)
      node = .nothing
      return
    }
    let number = takeLeaf(capacity: SquareTree.room(for: Int(node.count)))
    let start = Int(leaves[Int(number)].start)
    let end = collect(group, into: Int32(number), at: start)
    assert(end == start + Int(node.count), "a merge lost a point")
    node.tag = number | SquareTree.leafBit
  }

  /// Moves the points below a group into a leaf, in the order of keys, and gives back what held
  /// them.
  @discardableResult
  private mutating func collect(_ group: UInt32, into leaf: Int32, at slot: Int) -> Int {
    var slot = slot
    for quarter in 0..<4 {
      let node = nodes[Int(group) + quarter]
      guard node.tag != 0 else { continue }
      guard node.tag & SquareTree.leafBit != 0 else {
        slot = collect(node.tag, into: leaf, at: slot)
        continue
      }
      takeIn(lateOf: node)
      for old in slots(of: node) {
        points[slot] = points[old]
        ids[slot] = ids[old]
        leafOfID[Int(ids[slot])] = leaf
        slot += 1
      }
      giveBack(leaf: node.tag & ~SquareTree.leafBit)
    }
    giveBack(group: group)
    return slot
  }
}
