internal import MapGeometry

extension SquareTree {
  /// Makes the tree of a list of points with different numbers, in place of all it held.
  ///
  /// - Parameters:
  ///   - newIDs: The numbers.
  ///   - coordinates: Where they are.
  ///   - newKeys: The keys of the coordinates; those without a key are left out.
  /// - Complexity: O(n).
  mutating func build(_ newIDs: [Int32], at coordinates: [Coordinate], keys newKeys: [UInt64]) {
    let sort = KeySort(newKeys)
    let count = sort.words.count
    nodes.removeAll(keepingCapacity: true)
    nodes.append(contentsOf: SquareTree.emptyWorld)
    leaves.removeAll(keepingCapacity: true)
    spare = SpareParts()
    if blocks != nil { blocks = LevelBlocks() }
    points = []
    points.reserveCapacity(count)
    ids = []
    ids.reserveCapacity(count)
    for position in 0..<count {
      let number = sort.number(at: position)
      points.append(
        Point(key: newKeys[number], place: SquareTree.kept(coordinates[number])))
      ids.append(newIDs[number])
    }
    for index in leafOfID.indices { leafOfID[index] = -1 }
    makeRoom(for: Int(newIDs.max() ?? -1))
    nodes[0] = made(0, count, level: 0)
    assert(self.count == count, "a point got lost")
  }

  mutating func makeRoom(for id: Int) {
    guard id >= leafOfID.count else { return }
    leafOfID.append(contentsOf: repeatElement(-1, count: id + 1 - leafOfID.count))
  }

  /// The square of a stretch of points, which are sorted as far as the sort goes.
  private mutating func made(_ start: Int, _ end: Int, level: Int) -> SquareSum {
    guard start < end else { return .nothing }
    guard end - start > leafCapacity, level < MortonKey.levelCount else {
      sortFew(start, end)
      return leaf(start, end)
    }
    if level == KeySort.levels { sort(start, end) }
    let group = nodes.count
    for _ in 0..<4 { nodes.append(.nothing) }
    var sum = SquareSum.nothing
    var from = start
    for quarter in 0..<4 {
      let to = quarter == 3 ? end : bound(from, end, level: level, quarter: quarter)
      let node = made(from, to, level: level + 1)
      nodes[group + quarter] = node
      sum.add(node)
      from = to
    }
    sum.tag = UInt32(group)
    return sum
  }

  /// Where the points of a quarter end, in a stretch that is sorted by quarters.
  @inline(__always)
  func bound(_ start: Int, _ end: Int, level: Int, quarter: Int) -> Int {
    var low = start
    var high = end
    while low < high {
      let middle = (low &+ high) >> 1
      if MortonKey.quarter(points[middle].key, level: level) > quarter {
        high = middle
      } else {
        low = middle &+ 1
      }
    }
    return low
  }

  /// Makes a leaf of a stretch that it owns from now on.
  private mutating func leaf(_ start: Int, _ end: Int) -> SquareSum {
    let number = leaves.count
    leaves.append(Leaf(start: Int32(start), capacity: Int32(end - start)))
    var sum = SquareSum.nothing
    for slot in start..<end {
      sum.add(points[slot].place)
      leafOfID[Int(ids[slot])] = Int32(number)
    }
    sum.tag = UInt32(number) | SquareTree.leafBit
    return sum
  }

  /// Sorts a leaf, which the sort of all has nearly sorted.
  private mutating func sortFew(_ start: Int, _ end: Int) {
    guard end - start <= leafCapacity else { return }
    for slot in start..<end where slot > start && points[slot].key < points[slot - 1].key {
      let point = points[slot]
      let id = ids[slot]
      var hole = slot
      while hole > start, points[hole - 1].key > point.key {
        points[hole] = points[hole - 1]
        ids[hole] = ids[hole - 1]
        hole -= 1
      }
      points[hole] = point
      ids[hole] = id
    }
  }

  /// Sorts a crowd that no earlier bit tells apart.
  private mutating func sort(_ start: Int, _ end: Int) {
    let first = points[start].key
    guard points[start..<end].contains(where: { $0.key != first }) else { return }
    let order = (start..<end).sorted { points[$0].key < points[$1].key }
    let sortedPoints = order.map { points[$0] }
    let sortedIDs = order.map { ids[$0] }
    points.replaceSubrange(start..<end, with: sortedPoints)
    ids.replaceSubrange(start..<end, with: sortedIDs)
  }
}
