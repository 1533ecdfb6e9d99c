internal import MapGeometry

extension SquareTree {
  /// Takes points that it does not hold yet; those without a key are refused.
  ///
  /// - Returns: How many points it took.
  /// - Complexity: O(n log of all) for n points, each with a pass over its leaf; a batch that is
  ///   not small beside what there is makes the tree anew, in O(all).
  mutating func add(_ newIDs: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    var keys: [UInt64] = []
    UnitProjection.keys(of: coordinates, into: &keys)
    makeRoom(for: Int(newIDs.max() ?? -1))
    var taken = 0
    for index in newIDs.indices where keys[index] != UnitProjection.noKey {
      let id = Int(newIDs[index])
      if leafOfID[id] >= 0 {
        keys[index] = UnitProjection.noKey
      } else {
        // Held from here on, so that the same number later in the batch is skipped.
        leafOfID[id] = 0
        taken += 1
        if isLogging { log.append(keys[index]) }
      }
    }
    precondition(
      count + taken <= SquareTree.mostPoints, "more than \(SquareTree.mostPoints) points")
    work.pointsTouched += Int64(taken)
    if taken * SquareTree.rebuildShare > count {
      rebuild(with: newIDs, at: coordinates, keys: keys, taken: taken)
    } else if taken > 0 {
      let sort = KeySort(keys)
      var batch: [Arrival] = []
      batch.reserveCapacity(sort.words.count)
      for position in sort.words.indices {
        let number = sort.number(at: position)
        batch.append(
          Arrival(
            point: Point(key: keys[number], place: SquareTree.kept(coordinates[number])),
            id: newIDs[number]))
      }
      SquareTree.finish(&batch)
      run(errands(for: batch, work: &work), of: batch, work: &work)
      giveBackMemory()
    }
    return taken
  }

  /// Where a point is kept: no latitude is beyond 85 degrees, and the date line has one longitude.
  @inline(__always)
  static func kept(_ coordinate: Coordinate) -> Coordinate {
    var place = coordinate
    place.latitude = min(max(place.latitude, -85), 85)
    if place.longitude > 179, Projection.mapX(forLongitude: place.longitude) >= MapSize.worldSide {
      place.longitude = -180
    }
    return place
  }

  /// A batch of more than this part of what there is makes the tree anew.
  private static let rebuildShare = 4

  mutating func rebuild(
    with newIDs: [Int32], at coordinates: [Coordinate], keys: [UInt64], taken: Int
  ) {
    guard count > 0 || taken < keys.count else {
      return build(newIDs, at: coordinates, keys: keys)
    }
    var allIDs: [Int32] = []
    var allPlaces: [Coordinate] = []
    var allKeys: [UInt64] = []
    allIDs.reserveCapacity(taken + count)
    allPlaces.reserveCapacity(taken + count)
    allKeys.reserveCapacity(taken + count)
    for index in keys.indices where keys[index] != UnitProjection.noKey {
      allIDs.append(newIDs[index])
      allPlaces.append(coordinates[index])
      allKeys.append(keys[index])
    }
    eachLeaf { slots in
      for slot in slots {
        allIDs.append(ids[slot])
        allPlaces.append(points[slot].place)
        allKeys.append(points[slot].key)
      }
    }
    build(allIDs, at: allPlaces, keys: allKeys)
  }

  /// Calls with the stretch of each leaf, in the order of keys.
  func eachLeaf(_ body: (Range<Int>) -> Void) {
    var stack = [root]
    while let node = stack.popLast() {
      guard node.count > 0 else { continue }
      guard node.tag & SquareTree.leafBit == 0 else {
        body(slots(of: node))
        continue
      }
      for quarter in (0..<4).reversed() { stack.append(nodes[Int(node.tag) + quarter]) }
    }
  }

  /// A point on its way into the tree.
  struct Arrival {
    var point: Point
    var id: Int32
  }

  /// Sorts by the rest of the keys what agrees in the bits that have been sorted by.
  private static func finish(_ batch: inout [Arrival]) {
    let isSorted = zip(batch, batch.dropFirst()).allSatisfy { $0.point.key <= $1.point.key }
    if !isSorted { batch.sort { $0.point.key < $1.point.key } }
  }

  /// A stretch of a batch that goes into the leaf of a node, or into a node without one.
  struct Errand {
    var start: Int32
    var end: Int32
    var index: Int32
    var level: Int32 = 0
  }

  /// Adds a batch, which is sorted by key, to the sums of all squares around it but the leaves.
  ///
  /// Level by level: squares of a level lie far apart, and so they are asked of memory together.
  ///
  /// - Returns: What goes into which leaf, one errand for each.
  private mutating func errands(for batch: [Arrival], work: inout Work) -> [Errand] {
    // The sums of the batch up to each point.
    var sums: [SquareSum] = [.nothing]
    sums.reserveCapacity(batch.count + 1)
    for arrival in batch {
      var sum = sums[sums.count - 1]
      sum.add(arrival.point.place)
      sums.append(sum)
    }
    assert(Int(sums[batch.count].count) == batch.count, "a point of the batch was not summed")
    var errands: [Errand] = []
    var squares = [Errand(start: 0, end: Int32(batch.count), index: 0)]
    var below: [Errand] = []
    var level = 0
    while !squares.isEmpty {
      work.nodesVisited += Int64(squares.count)
      below.removeAll(keepingCapacity: true)
      sink &+= SquareTree.descend(
        squares, of: batch, sums: sums, level: level, nodes: &nodes, errands: &errands,
        below: &below)
      if blocks != nil {
        for square in squares {
          let group = nodes[Int(square.index)].tag
          if group != 0, group & SquareTree.leafBit == 0 { blocks?.soil(group) }
        }
      }
      swap(&squares, &below)
      level += 1
    }
    return errands
  }

  /// Adds a batch to the squares of a level that have quarters.
  ///
  /// - Returns: A use for what was asked of memory.
  private static func descend(
    _ squares: [Errand], of batch: [Arrival], sums: [SquareSum], level: Int,
    nodes: inout [SquareSum], errands: inout [Errand], below: inout [Errand]
  ) -> UInt64 {
    var touched: UInt64 = 0
    var nodes = nodes.mutableSpan
    let batch = batch.span
    let sums = sums.span
    let most = min(4 * squares.count, batch.count)
    below.append(addingCapacity: most) { below in
      for square in squares {
        let group = nodes[Int(square.index)].tag
        guard group != 0, group & SquareTree.leafBit == 0 else {
          errands.append(
            Errand(
              start: square.start, end: square.end, index: square.index, level: Int32(level)))
          continue
        }
        nodes[Int(square.index)].add(sums[Int(square.end)], without: sums[Int(square.start)])
        let end = Int(square.end)
        var from = Int(square.start)
        while from < end {
          let quarter = MortonKey.quarter(batch[from].point.key, level: level)
          var to = from &+ 1
          while to < end, MortonKey.quarter(batch[to].point.key, level: level) == quarter {
            to &+= 1
          }
          let index = Int(group) &+ quarter
          touched &+= UInt64(nodes[index].tag)
          below.append(
            Errand(
              start: Int32(truncatingIfNeeded: from), end: Int32(truncatingIfNeeded: to),
              index: Int32(truncatingIfNeeded: index)))
          from = to
        }
      }
    }
    return touched
  }

  /// Puts all stretches of a batch into their leaves.
  ///
  /// Leaves lie far apart. All of them are asked of memory before the first one is needed, so that
  /// they come together and not one after the other.
  private mutating func run(_ errands: [Errand], of batch: [Arrival], work: inout Work) {
    for errand in errands {
      let node = nodes[Int(errand.index)]
      guard node.count > 0 else { continue }
      sink &+= points[slots(of: node).lowerBound &+ Int(node.count) &- 1].key
    }
    for errand in errands {
      let index = Int(errand.index)
      var node = nodes[index]
      for position in Int(errand.start)..<Int(errand.end) {
        let arrival = batch[position]
        put(arrival.point, id: arrival.id, into: &node)
        node.add(arrival.point.place)
      }
      if Int(node.count) > leafCapacity, Int(errand.level) < MortonKey.levelCount {
        split(&node, level: Int(errand.level), work: &work)
      }
      nodes[index] = node
    }
  }

  /// Puts a point into a leaf, or makes one of nothing; its sum is left as it is.
  private mutating func put(_ point: Point, id: Int32, into node: inout SquareSum) {
    if node.count == 0 {
      node.tag = takeLeaf(capacity: SquareTree.smallestRoom) | SquareTree.leafBit
    }
    let number = Int(node.tag & ~SquareTree.leafBit)
    let count = Int(node.count)
    if count == Int(leaves[number].capacity) { enlarge(number, count: count) }
    let start = Int(leaves[number].start)
    assert(count < Int(leaves[number].capacity), "a leaf has no room for one more point")
    points[start + count] = point
    ids[start + count] = id
    SquareTree.insert(start + count, from: start, &points, &ids)
    leafOfID[Int(id)] = Int32(number)
  }

  private static func insert(
    _ slot: Int, from start: Int, _ points: inout [Point], _ ids: inout [Int32]
  ) {
    var points = points.mutableSpan
    var ids = ids.mutableSpan
    insert(slot, from: start, &points, &ids)
  }

  /// Quarters a leaf that has become too large.
  private mutating func split(_ node: inout SquareSum, level: Int, work: inout Work) {
    let old = Int(node.tag & ~SquareTree.leafBit)
    let start = Int(leaves[old].start)
    let end = start + Int(node.count)
    let group = takeGroup()
    var from = start
    for quarter in 0..<4 {
      let to = quarter == 3 ? end : bound(from, end, level: level, quarter: quarter)
      guard from < to else { continue }
      var part = SquareSum.nothing
      let number = takeLeaf(capacity: SquareTree.room(for: to - from))
      let first = Int(leaves[Int(number)].start)
      for slot in from..<to {
        points[first + slot - from] = points[slot]
        ids[first + slot - from] = ids[slot]
        leafOfID[Int(ids[slot])] = Int32(number)
        part.add(points[slot].place)
      }
      part.tag = number | SquareTree.leafBit
      work.pointsTouched += Int64(to - from)
      if to - from > leafCapacity, level + 1 < MortonKey.levelCount {
        split(&part, level: level + 1, work: &work)
      }
      nodes[Int(group) + quarter] = part
      from = to
    }
    assert(
      (0..<4).reduce(0) { $0 + Int(nodes[Int(group) + $1].count) } == Int(node.count),
      "a split lost a point")
    giveBack(leaf: UInt32(old))
    node.tag = group
  }
}
