internal import MapGeometry

extension SquareTree {
  /// Takes points that it does not hold yet; those without a key are refused.
  ///
  /// - Returns: How many points it took.
  /// - Complexity: O(n log of all) for n points; a batch that is not small beside what there is
  ///   makes the tree anew, in O(all).
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
      let batch = SquareTree.sorted(keys) { number in
        Arrival(
          point: Point(key: keys[number], place: SquareTree.kept(coordinates[number])),
          id: newIDs[number])
      }
      take(batch, work: &work)
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
    for square in leafSquares() {
      for slot in slots(of: nodes[Int(square.index)]) {
        allIDs.append(ids[slot])
        allPlaces.append(points[slot].place)
        allKeys.append(points[slot].key)
      }
    }
    for item in late.items where item.id >= 0 {
      allIDs.append(item.id)
      allPlaces.append(item.point.place)
      allKeys.append(item.point.key)
    }
    build(allIDs, at: allPlaces, keys: allKeys)
  }

  /// A point on its way into the tree.
  struct Arrival {
    var point: Point
    var id: Int32
  }

  /// Points in the order of their keys, each made of its number in the list.
  @inline(__always)
  static func sorted(_ keys: [UInt64], made: (Int) -> Arrival) -> [Arrival] {
    let sort = KeySort(keys)
    var batch: [Arrival] = []
    batch.reserveCapacity(sort.words.count)
    for position in sort.words.indices { batch.append(made(sort.number(at: position))) }
    finish(&batch)
    return batch
  }

  /// Sorts by the rest of the keys what agrees in the bits that have been sorted by, and is out of
  /// order here and there at most; but a crowd in one place may be all that there is.
  static func finish(_ batch: inout [Arrival]) {
    var patience = 4 * batch.count
    for slot in batch.indices.dropFirst() where batch[slot].point.key < batch[slot - 1].point.key {
      let arrival = batch[slot]
      var hole = slot
      while hole > 0, batch[hole - 1].point.key > arrival.point.key {
        batch[hole] = batch[hole - 1]
        hole -= 1
      }
      batch[hole] = arrival
      patience -= slot - hole
      guard patience > 0 else { return batch.sort { $0.point.key < $1.point.key } }
    }
  }

  /// Takes a batch, which is sorted by key.
  private mutating func take(_ batch: [Arrival], work: inout Work) {
    var errands = errands(for: batch, isNew: true, work: &work)
    if batch.count <= mostWaiting { errands = postpone(errands, of: batch) }
    run(errands, of: batch, work: &work)
    // Those that were taken in one by one are on the list as well.
    if late.items.count > mostWaiting { takeInAll(work: &work) }
    giveBackMemory()
  }

  /// Puts stretches of a batch into their leaves, whose sums have them already, and with them what
  /// waited for these.
  ///
  /// Leaves lie far apart. Some are asked of memory before the first of them is needed, so that
  /// they come together and not one after the other.
  mutating func run(_ errands: [Errand], of batch: [Arrival], work: inout Work) {
    var arrivals: [Arrival] = []
    var next = 0
    while next < errands.count {
      let chunk = next..<min(next + SquareTree.chunk, errands.count)
      next = chunk.upperBound
      for errand in errands[chunk] {
        let tag = nodes[Int(errand.index)].tag
        guard tag & SquareTree.leafBit != 0 else { continue }
        let start = Int(leaves[Int(tag & ~SquareTree.leafBit)].start)
        if start < points.count { sink &+= points[start].key }
      }
      for errand in errands[chunk] {
        var node = nodes[Int(errand.index)]
        if node.tag == 0 { node.tag = takeLeaf(capacity: 0) | SquareTree.leafBit }
        let stretch = Int(errand.start)..<Int(errand.end)
        let number = Int(node.tag & ~SquareTree.leafBit)
        if late.last(of: number) < 0 {
          takeIn(batch, stretch, into: node)
        } else {
          arrivals.removeAll(keepingCapacity: true)
          late.takeOut(of: number, into: &arrivals)
          arrivals.append(contentsOf: batch[stretch])
          SquareTree.finish(&arrivals)
          takeIn(arrivals, arrivals.indices, into: node)
        }
        if Int(node.count) > leafCapacity, Int(errand.level) < MortonKey.levelCount {
          split(&node, level: Int(errand.level), work: &work)
        }
        nodes[Int(errand.index)] = node
      }
    }
  }

  /// So many leaves fit into a small cache.
  static let chunk = 64

  /// Puts some of a batch into the stretch of a leaf whose sum has them already.
  mutating func takeIn(
    _ batch: [Arrival], _ arrivals: Range<Int>, into node: SquareSum
  ) {
    let number = Int(node.tag & ~SquareTree.leafBit)
    let old = leaves[number]
    assert(late.last(of: number) < 0, "a leaf takes in points, and some still wait for it")
    if Int(node.count) > Int(old.capacity) {
      let capacity = SquareTree.room(for: Int(node.count))
      leaves[number] = Leaf(start: takeStretch(capacity), capacity: Int32(capacity))
      giveBack(stretchOf: old)
    }
    let start = Int(old.start)
    takeIn(
      batch, arrivals, behind: start..<start + Int(node.count) - arrivals.count,
      at: Int(leaves[number].start), leaf: number)
  }

  /// Writes a stretch of a leaf and some of a batch, both in the order of keys, to where the leaf
  /// has room; that may be where the stretch is.
  @inline(__always)
  mutating func takeIn(
    _ batch: [Arrival], _ arrivals: Range<Int>, behind stretch: Range<Int>, at start: Int,
    leaf number: Int
  ) {
    SquareTree.merge(
      stretch, with: batch, arrivals, at: start, leaf: Int32(truncatingIfNeeded: number), &points,
      &ids, &leafOfID)
  }

  private static func merge(
    _ stretch: Range<Int>, with batch: [Arrival], _ arrivals: Range<Int>, at start: Int,
    leaf: Int32, _ points: inout [Point], _ ids: inout [Int32], _ leafOfID: inout [Int32]
  ) {
    var points = points.mutableSpan
    var ids = ids.mutableSpan
    var leafOfID = leafOfID.mutableSpan
    let batch = batch.span
    // From the end on, so that nothing is overwritten that has not been moved.
    var slot = start &+ stretch.count &+ arrivals.count
    var old = stretch.upperBound
    var new = arrivals.upperBound
    while new > arrivals.lowerBound {
      slot &-= 1
      let arrival = batch[new &- 1]
      if old > stretch.lowerBound, points[old &- 1].key > arrival.point.key {
        old &-= 1
        points[slot] = points[old]
        ids[slot] = ids[old]
      } else {
        new &-= 1
        points[slot] = arrival.point
        ids[slot] = arrival.id
        leafOfID[Int(arrival.id)] = leaf
      }
    }
    guard start != stretch.lowerBound else { return }
    while old > stretch.lowerBound {
      slot &-= 1
      old &-= 1
      points[slot] = points[old]
      ids[slot] = ids[old]
    }
  }

  /// Quarters a leaf that has become too large.
  mutating func split(_ node: inout SquareSum, level: Int, work: inout Work) {
    let old = Int(node.tag & ~SquareTree.leafBit)
    assert(!hasLate(node), "a leaf is quartered that points wait for")
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
