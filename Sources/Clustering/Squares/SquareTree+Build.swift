internal import MapGeometry

extension SquareTree {
  /// Makes the tree of a list of points with different numbers, in place of all it held.
  ///
  /// - Parameters:
  ///   - newIDs: The numbers, for which there is room.
  ///   - coordinates: Where they are.
  ///   - newKeys: The keys of the coordinates; each has one.
  /// - Complexity: O(n).
  mutating func build(_ newIDs: [Int32], at coordinates: [Coordinate], keys newKeys: [UInt64]) {
    let count = newKeys.count
    nodes.removeAll(keepingCapacity: true)
    nodes.append(contentsOf: SquareTree.emptyWorld)
    leaves.removeAll(keepingCapacity: true)
    spare = SpareParts()
    late = LatePoints()
    if blocks != nil { blocks = LevelBlocks() }
    points = []
    ids = []
    let room = SquareTree.room(beside: count)
    let share = RoomShare(room: room, count: count)
    var sorter = PointSorter()
    let order = sorter.spread(
      newIDs, at: coordinates, keys: newKeys, room: room, points: &points, ids: &ids)
    nodes[0] = made(room, room + count, level: 0, order: order, share: share, by: &sorter)
    assert(self.count == count, "a point got lost")
    SquareTree.trim(&nodes)
    SquareTree.trim(&leaves)
  }

  /// Gives back the room that growth by doubling left.
  private static func trim<Element: BitwiseCopyable>(_ list: inout [Element]) {
    guard list.capacity > list.count + list.count / 8 else { return }
    var exact: [Element] = []
    exact.reserveCapacity(list.count)
    exact.append(contentsOf: list)
    list = exact
  }

  mutating func makeRoom(for id: Int) {
    guard id >= leafOfID.count else { return }
    leafOfID.append(contentsOf: repeatElement(-1, count: id + 1 - leafOfID.count))
  }

  /// The square of a stretch of points, which is in order as far as an order says.
  private mutating func made(
    _ start: Int, _ end: Int, level: Int, order: PointSorter.Order, share: RoomShare,
    by sorter: inout PointSorter
  ) -> SquareSum {
    guard start < end else { return .nothing }
    guard end - start > leafCapacity, level < MortonKey.levelCount else {
      if end - start <= leafCapacity { SquareTree.sortFew(start, end, &points, &ids) }
      return leaf(start, end, share)
    }
    var order = order
    if level >= order.levels || end - start <= order.least {
      order = sorter.sort(start..<end, level: level, points: &points, ids: &ids)
    }
    let group = nodes.count
    for _ in 0..<4 { nodes.append(.nothing) }
    var sum = SquareSum.nothing
    var from = start
    for quarter in 0..<4 {
      let to = quarter == 3 ? end : bound(from, end, level: level, quarter: quarter)
      let node = made(
        from, to, level: level + 1, order: order, share: share, by: &sorter)
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

  /// Points are moved as far as there is room, and that far back memory must still be in a cache.
  private static let mostRoom = 1 << 16

  /// How much room lists of points and numbers get from memory that is given in large pieces.
  private static func room(beside count: Int) -> Int {
    var points: [Point] = []
    var ids: [Int32] = []
    points.reserveCapacity(count)
    ids.reserveCapacity(count)
    return min(points.capacity, ids.capacity, count + min(count / 16, mostRoom)) - count
  }

  /// Makes a leaf of a stretch, with its share of the room that lies before all points.
  private mutating func leaf(_ start: Int, _ end: Int, _ share: RoomShare) -> SquareSum {
    let number = leaves.count
    let place = share.start(of: start)
    let capacity = share.start(of: end) - place
    assert(place <= start && capacity >= end - start, "a leaf has less than its points")
    leaves.append(Leaf(start: Int32(place), capacity: Int32(capacity)))
    var sum = SquareTree.settle(
      start..<end, at: place, in: Int32(number), &points, &ids, &leafOfID)
    sum.tag = UInt32(number) | SquareTree.leafBit
    return sum
  }

  /// Moves a stretch forward, notes the leaf of each of its points, and sums them.
  @inline(__always)
  static func settle(
    _ stretch: Range<Int>, at place: Int, in leaf: Int32, _ points: inout [Point],
    _ ids: inout [Int32], _ leafOfID: inout [Int32]
  ) -> SquareSum {
    var points = points.mutableSpan
    var ids = ids.mutableSpan
    var leafOfID = leafOfID.mutableSpan
    var units = SIMD2<Int64>.zero
    let way = stretch.lowerBound &- place
    for slot in stretch {
      let point = points[slot]
      let id = ids[slot]
      points[slot &- way] = point
      ids[slot &- way] = id
      units &+= SquareSum.units(of: point.place)
      leafOfID[Int(id)] = leaf
    }
    return SquareSum(
      latitude: units[0], longitude: units[1], count: Int32(stretch.count), tag: 0)
  }

  /// Sorts a leaf, whose points are few: mostly they are in order as far as the digits of a sort
  /// tell them apart, but those of a square that was spread and not sorted are in none.
  @inline(__always)
  private static func sortFew(
    _ start: Int, _ end: Int, _ points: inout [Point], _ ids: inout [Int32]
  ) {
    var points = points.mutableSpan
    var ids = ids.mutableSpan
    var slot = start &+ 1
    while slot < end {
      if points[slot].key < points[slot &- 1].key { insert(slot, from: start, &points, &ids) }
      slot &+= 1
    }
  }

  /// Puts a point in its place among those before it, which are sorted.
  @inline(__always)
  static func insert(
    _ slot: Int, from start: Int, _ points: inout MutableSpan<Point>,
    _ ids: inout MutableSpan<Int32>
  ) {
    let point = points[slot]
    let id = ids[slot]
    var hole = slot
    while hole > start, unsafe points[unchecked: hole &- 1].key > point.key {
      points[hole] = unsafe points[unchecked: hole &- 1]
      ids[hole] = unsafe ids[unchecked: hole &- 1]
      hole &-= 1
    }
    points[hole] = point
    ids[hole] = id
  }
}

/// How the room before all points is shared among leaves, in proportion to their points.
struct RoomShare {
  let room: Int
  let count: Int

  /// Where a leaf begins whose points were put in order from a slot on.
  @inline(__always)
  func start(of slot: Int) -> Int {
    let before = slot - room
    return before + (count > 0 ? before * room / count : 0)
  }
}
