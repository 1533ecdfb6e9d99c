internal import MapGeometry

/// A quadtree that stores the sum of every square.
///
/// The root is the world. The square of a place on level l shares the first 2 l bits of its
/// key. The order of insertion has no effect: sums are whole numbers, and the points of a
/// leaf are sorted by key.
struct AggregateQuadtree: Sendable {
  struct Point: Sendable {
    var key: UInt64
    var place: Coordinate

    /// The number of the row of units.
    @inline(__always) var row: UInt32 { MortonKey.gathered(key >> 1) }
  }

  /// The points of a leaf, a stretch that may have more capacity.
  struct Leaf: Sendable {
    var start: Int32
    var capacity: Int32
  }

  /// The bit of ``CellAggregate/tag`` that marks a leaf.
  ///
  /// The other bits are the index of the leaf, or of the first of four quarters.
  static let leafBit: UInt32 = 0x8000_0000
  static let emptyWorld = [CellAggregate](repeating: .nothing, count: 4)
  /// Squares of more points are quartered, down to the last level.
  let leafCapacity: Int
  /// The world, three unused nodes, and the quarters of squares.
  ///
  /// Squares without points have neither quarters nor a leaf.
  private(set) var nodes: [CellAggregate] = AggregateQuadtree.emptyWorld
  private(set) var leaves: [Leaf] = []
  private(set) var points = PointPieces()
  private(set) var leafOfID = LeafNumbers()
  /// Pending insertions: points that are counted, but not yet in their leaves.
  private(set) var pending = PendingPoints()
  private(set) var free = FreeList()
  /// The number of changes of points, each of which may change squares.
  private var changes = 0
  /// The cells of the levels that were searched.
  private(set) var blocks = LevelBlocks()
  /// Keys of points added or removed while logging is on.
  var log: [UInt64] = []
  var isLogging = false
  /// Keeps the compiler from dropping loads that only prefetch.
  private(set) var prefetchSink: UInt64 = 0

  init(leafCapacity: Int) {
    precondition(leafCapacity > 0, "a leaf of \(leafCapacity) points can hold none")
    self.leafCapacity = leafCapacity
  }

  var root: CellAggregate { nodes[0] }
  /// The capacity of the tree: sums of more points may overflow 64 bits.
  static let mostPoints = 1 << 25

  var count: Int { Int(nodes[0].count) }

  func contains(_ id: Int32) -> Bool {
    id >= 0 && Int(id) < leafOfID.count && leafOfID[id] >= 0
  }

  /// The stretch of points of a leaf, without those that are pending.
  @inline(__always) func stretch(of node: CellAggregate) -> PointPieces.Stretch {
    let number = node.leaf
    return points.stretch(
      Int(leaves[number].start), count: Int(node.count) &- pending.count(of: number))
  }
}

extension AggregateQuadtree {
  /// Replaces the tree by one of points with different ids and valid keys, in O(n).
  mutating func build(
    _ newIDs: [Int32], at coordinates: [Coordinate], keys newKeys: consuming [UInt64]
  ) {
    changes += 1
    let count = newKeys.count
    nodes.removeAll(keepingCapacity: true)
    // A sixth as many as points is enough for most, and what is left over goes at the end.
    nodes.reserveCapacity(AggregateQuadtree.emptyWorld.count + count / 6)
    nodes.append(contentsOf: AggregateQuadtree.emptyWorld)
    leaves.removeAll(keepingCapacity: true)
    free = FreeList()
    pending = PendingPoints()
    blocks = LevelBlocks()
    points = PointPieces()
    var build = Build(count: count)
    let spread = build.sorter.spread(newIDs, at: coordinates, keys: newKeys)
    // The sorter has them with the points.
    newKeys = []
    nodes[0] = made(0..<count, level: 0, spread, in: &build)
    build.piece.append(build.capacity + count - build.piece.places.count)
    points = PointPieces(build.piece)
    assert(self.count == count, "a point got lost")
    AggregateQuadtree.trim(&nodes)
    AggregateQuadtree.trim(&leaves)
  }

  private static func trim<Element: BitwiseCopyable>(_ list: inout [Element]) {
    guard list.capacity > list.count + list.count / 8 else { return }
    var exact: [Element] = []
    exact.reserveCapacity(list.count)
    exact.append(contentsOf: list)
    list = exact
  }

  /// Returns the square of points that are spread.
  private mutating func made(
    _ range: Range<Int>, level: Int, _ spread: PointSorter.Spread, in build: inout Build
  ) -> CellAggregate {
    guard !range.isEmpty else { return .nothing }
    guard level < MortonKey.levelCount else {
      return leaf(range, in: &build) { $0.sorter.settle(crowd: range, in: &$0.piece) }
    }
    var spread = spread
    if level >= spread.levels || range.count <= spread.least {
      guard range.count > PointSorter.mostSorted else {
        build.sorter.makeWords(of: range)
        let order = PointSorter.Order(level: level, end: level)
        return made(words: 0..<range.count, from: range.lowerBound, level: level, order, in: &build)
      }
      spread = build.sorter.spread(range)
    }
    return square(of: range, in: &build) { sorter, rest, quarter in
      sorter.bound(rest, level: level, quarter: quarter)
    } quarter: { tree, part, build in
      tree.made(part, level: level + 1, spread, in: &build)
    }
  }

  /// Returns the square of some words, which are sorted as far as an order says; the points of all
  /// words begin at a number.
  private mutating func made(
    words: Range<Int>, from first: Int, level: Int, _ order: PointSorter.Order,
    in build: inout Build
  ) -> CellAggregate {
    guard !words.isEmpty else { return .nothing }
    guard words.count > leafCapacity, level < MortonKey.levelCount else {
      let range = first + words.lowerBound..<first + words.upperBound
      return leaf(range, in: &build) { $0.sorter.settle(words, in: &$0.piece) }
    }
    let order = level < order.end ? order : build.sorter.sort(words, level: level)
    return square(of: words, in: &build) { sorter, rest, quarter in
      sorter.bound(rest, level: level, order: order, quarter: quarter)
    } quarter: { tree, part, build in
      tree.made(words: part, from: first, level: level + 1, order, in: &build)
    }
  }

  /// Returns the square of four quarters.
  ///
  /// - Parameters:
  ///   - range: The numbers of what is in the square, one quarter after the other.
  ///   - build: The tree that is built.
  ///   - bound: The end of a quarter at the beginning of some numbers.
  ///   - quarter: The square of a quarter.
  /// - Returns: The sum of the quarters.
  @inline(__always) private mutating func square(
    of range: Range<Int>, in build: inout Build,
    bound: (borrowing PointSorter, Range<Int>, Int) -> Int,
    quarter: (inout AggregateQuadtree, Range<Int>, inout Build) -> CellAggregate
  ) -> CellAggregate {
    let group = nodes.count
    for _ in 0..<4 { nodes.append(.nothing) }
    var sum = CellAggregate.nothing
    var rest = range
    for number in 0..<4 {
      let end = number == 3 ? rest.upperBound : bound(build.sorter, rest, number)
      let node = quarter(&self, rest.lowerBound..<end, &build)
      nodes[group + number] = node
      sum.add(node)
      rest = end..<rest.upperBound
    }
    sum.tag = UInt32(group)
    return sum
  }

  /// Creates a leaf of the points with some numbers in the order of keys, which a closure appends,
  /// with its share of the spare capacity behind them.
  @inline(__always) private mutating func leaf(
    _ range: Range<Int>, in build: inout Build, settle: (inout Build) -> CellAggregate
  ) -> CellAggregate {
    let number = leaves.count
    let start = build.start(of: range.lowerBound)
    leaves.append(
      Leaf(start: Int32(start), capacity: Int32(build.start(of: range.upperBound) - start)))
    build.piece.append(start - build.piece.places.count)
    var sum = settle(&build)
    leafOfID.set(Int32(number), of: build.piece.badges.span.extracting(start...))
    sum.tag = UInt32(number) | AggregateQuadtree.leafBit
    return sum
  }

  /// A tree that is built of points that come all at once.
  private struct Build {
    let count: Int
    /// Spare slots, which lie between the leaves.
    let capacity: Int
    var piece = PointPieces.Piece()
    var sorter = PointSorter()

    /// The spare capacity exists because memory is allocated in large pieces.
    init(count: Int) {
      self.count = count
      piece.places.reserveCapacity(count)
      piece.badges.reserveCapacity(count)
      let most = min(piece.places.capacity, piece.badges.capacity)
      capacity = min(most - count, count / 16)
    }

    /// The first slot of the point with a number in the order of keys: spare slots are shared in
    /// proportion to points.
    @inline(__always) func start(of number: Int) -> Int {
      number + (count > 0 ? number * capacity / count : 0)
    }
  }
}

extension AggregateQuadtree {
  /// Adds points that the tree does not hold yet and returns their number.
  ///
  /// Points without a key are refused.
  ///
  /// - Complexity: O(n log of all). A batch that is large relative to the tree rebuilds it,
  ///   in O(all).
  mutating func add(_ newIDs: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    changes += 1
    var keys: [UInt64] = []
    UnitProjection.keys(of: coordinates, into: &keys)
    leafOfID.reserve(Int(newIDs.max() ?? -1) + 1)
    let taken = leafOfID.hold(newIDs, keys: &keys)
    if isLogging { log.append(contentsOf: keys.lazy.filter { $0 != UnitProjection.noKey }) }
    precondition(
      count + taken <= AggregateQuadtree.mostPoints,
      "more than \(AggregateQuadtree.mostPoints) points")
    work.pointsTouched += Int64(taken)
    if taken * AggregateQuadtree.rebuildShare > count {
      rebuild(with: newIDs, at: coordinates, keys: keys, taken: taken)
    } else if taken > 0 {
      let batch = AggregateQuadtree.sorted(keys) { number in
        Arrival(
          point: Point(key: keys[number], place: AggregateQuadtree.kept(coordinates[number])),
          id: newIDs[number])
      }
      take(batch, work: &work)
    }
    return taken
  }

  /// The stored place of a point: its latitude is at most 85 degrees, and the date line has
  /// one longitude.
  @inline(__always) static func kept(_ coordinate: Coordinate) -> Coordinate {
    var place = coordinate
    place.latitude = min(max(place.latitude, -85), 85)
    if place.longitude > 179, Projection.mapX(forLongitude: place.longitude) >= MapSize.worldSide {
      place.longitude = -180
    }
    return place
  }

  /// A batch of more than a fourth of the tree rebuilds it.
  private static let rebuildShare = 4

  mutating func rebuild(
    with newIDs: [Int32], at coordinates: [Coordinate], keys: consuming [UInt64], taken: Int
  ) {
    guard count > 0 || taken < keys.count else { return build(newIDs, at: coordinates, keys: keys) }
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
      let stretch = stretch(of: nodes[Int(square.index)])
      let piece = points.takeOut(stretch)
      for slot in stretch.slots {
        allIDs.append(piece.badges[slot].id)
        allPlaces.append(piece.places[slot])
        allKeys.append(piece.key(at: slot))
      }
      points.putBack(piece, stretch)
    }
    for item in pending.items where item.id >= 0 {
      allIDs.append(item.id)
      allPlaces.append(item.point.place)
      allKeys.append(item.point.key)
    }
    build(allIDs, at: allPlaces, keys: allKeys)
  }

  struct Arrival {
    var point: Point
    var id: Int32
  }

  /// Arrivals in the order of their keys.
  @inline(__always) static func sorted(_ keys: [UInt64], made: (Int) -> Arrival) -> [Arrival] {
    let sort = KeySort(keys)
    var batch: [Arrival] = []
    batch.reserveCapacity(sort.words.count)
    for position in sort.words.indices { batch.append(made(sort.number(at: position))) }
    finish(&batch)
    return batch
  }

  /// Sorts points that agree in the leading bits by the rest of their keys.
  ///
  /// They are nearly in order, except for many points at one place.
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

  private mutating func take(_ batch: [Arrival], work: inout Work) {
    var insertions = insertions(for: batch, isNew: true, work: &work)
    // No batch pays for many before it: what is beyond its means goes on waiting.
    let means = max(batch.count, AggregateQuadtree.chunk) * AggregateQuadtree.effortPerArrival
    let canWait = batch.count <= mostPendingNow
    if canWait { insertions = postpone(insertions, of: batch) }
    var left: [LeafInsertion] = []
    var effort = run(
      insertions, of: batch, atMost: canWait ? means / 2 : .max, left: &left, work: &work)
    if !left.isEmpty { _ = postpone(left, of: batch, beyondLimit: true) }
    effort += takeInDue(atMost: means / 2 - effort, work: &work)
    // Those that were taken in one by one are on the list as well.
    if pending.items.count > mostPendingNow {
      if mostPendingNow <= AggregateQuadtree.fewPending {
        takeInOldest(pending.count, work: &work)
      } else {
        // Some of them always, also beside a crowd that takes all the means.
        takeInOldest(
          pending.count - mostPendingNow, atMost: max(means - effort, means / 4), work: &work)
      }
    }
    releaseMemory(changes: batch.count)
  }

  /// Moves stretches of a batch, with the pending points of their leaves, into leaves whose
  /// sums already include them.
  ///
  /// Leaves lie far apart, so a chunk of them is prefetched before the first is needed. Once
  /// the effort exceeds its limit, leaves that get few points of the batch are appended to
  /// `left` instead.
  ///
  /// - Returns: The effort: points visited, and ``effortPerLeaf`` for each leaf.
  mutating func run(
    _ insertions: [LeafInsertion], of batch: [Arrival], atMost most: Int,
    left: inout [LeafInsertion], work: inout Work
  ) -> Int {
    var arrivals: [Arrival] = []
    var effort = 0
    var next = 0
    while next < insertions.count {
      let chunk = next..<min(next + AggregateQuadtree.chunk, insertions.count)
      next = chunk.upperBound
      for insertion in insertions[chunk] {
        let tag = nodes[Int(insertion.index)].tag
        guard tag & AggregateQuadtree.leafBit != 0 else { continue }
        let leaf = leaves[Int(tag & ~AggregateQuadtree.leafBit)]
        if leaf.capacity > 0 { prefetchSink &+= points.touch(Int(leaf.start)) }
      }
      for insertion in insertions[chunk] {
        guard effort < most || insertion.count > AggregateQuadtree.mostPendingOfLeaf else {
          left.append(insertion)
          continue
        }
        var node = nodes[Int(insertion.index)]
        if node.tag == 0 { node.tag = takeLeaf(capacity: 0) | AggregateQuadtree.leafBit }
        let stretch = Int(insertion.start)..<Int(insertion.end)
        let number = node.leaf
        if pending.last(of: number) < 0 {
          takeIn(batch, stretch, into: node)
        } else {
          arrivals.removeAll(keepingCapacity: true)
          pending.takeOut(of: number, into: &arrivals)
          arrivals.append(contentsOf: batch[stretch])
          AggregateQuadtree.finish(&arrivals)
          takeIn(arrivals, arrivals.indices, into: node)
        }
        effort += Int(node.count) + AggregateQuadtree.effortPerLeaf
        if Int(node.count) > leafCapacity, Int(insertion.level) < MortonKey.levelCount {
          let before = work.pointsTouched
          split(&node, level: Int(insertion.level), work: &work)
          effort += Int(work.pointsTouched - before)
        }
        nodes[Int(insertion.index)] = node
      }
    }
    return effort
  }

  static let chunk = 64

  /// Moves a part of a batch into a leaf whose sum already includes it.
  mutating func takeIn(_ batch: [Arrival], _ arrivals: Range<Int>, into node: CellAggregate) {
    let number = node.leaf
    let old = leaves[number]
    assert(pending.last(of: number) < 0, "a leaf takes in points, and some still wait for it")
    let count = Int(node.count) - arrivals.count
    if Int(node.count) > Int(old.capacity) {
      let capacity = AggregateQuadtree.capacity(for: Int(node.count))
      let start = takeStretch(capacity)
      leaves[number] = Leaf(start: start, capacity: Int32(capacity))
      points.copy(points.stretch(Int(old.start), count: count), to: Int(start))
      release(stretchOf: old)
    }
    points.merge(
      points.stretch(Int(leaves[number].start), count: count), with: batch, arrivals)
    for arrival in batch[arrivals] {
      leafOfID.set(Int32(truncatingIfNeeded: number), of: arrival.id)
    }
  }

  mutating func split(_ node: inout CellAggregate, level: Int, work: inout Work) {
    let old = node.leaf
    assert(!hasPending(node), "a leaf is quartered that points wait for")
    let whole = points.stretch(Int(leaves[old].start), count: Int(node.count))
    let group = takeGroup()
    var isKept = false
    var rest = whole
    for quarter in 0..<4 {
      var stretch = rest
      if quarter < 3 { stretch.slots = points.part(of: rest, in: quarter, level: level) }
      let (from, to) = (stretch.slots.lowerBound, stretch.slots.upperBound)
      guard from < to else { continue }
      var part = node
      // The leaf of points that lie close together goes down with them.
      isKept = to - from == Int(node.count)
      if !isKept {
        let number = takeLeaf(capacity: AggregateQuadtree.capacity(for: to - from))
        points.copy(stretch, to: Int(leaves[Int(number)].start))
        part = points.settle(stretch, in: Int32(number), &leafOfID)
        part.tag = number | AggregateQuadtree.leafBit
      }
      work.pointsTouched += Int64(to - from)
      if to - from > leafCapacity, level + 1 < MortonKey.levelCount {
        split(&part, level: level + 1, work: &work)
      }
      nodes[Int(group) + quarter] = part
      rest.slots = to..<rest.slots.upperBound
    }
    assert(
      (0..<4).reduce(0) { $0 + Int(nodes[Int(group) + $1].count) } == Int(node.count),
      "a split lost a point")
    if !isKept { release(leaf: UInt32(old)) }
    node.tag = group
  }
}

extension AggregateQuadtree {
  /// A stretch of a batch that goes into the leaf of a node, or a node without one.
  struct LeafInsertion {
    var start: Int32
    var end: Int32
    var index: Int32
    var level: Int32 = 0

    @inline(__always) var count: Int { Int(end &- start) }
  }

  /// Adds a batch, sorted by key, to the sums of all enclosing squares, unless they include
  /// it already (`isNew` is false), and returns one insertion for each leaf.
  ///
  /// It descends level by level, because squares of a level lie far apart and can be
  /// prefetched together.
  mutating func insertions(for batch: [Arrival], isNew: Bool, work: inout Work) -> [LeafInsertion] {
    let sums = isNew ? AggregateQuadtree.sums(of: batch) : []
    var insertions: [LeafInsertion] = []
    var squares = [LeafInsertion(start: 0, end: Int32(batch.count), index: 0)]
    var below: [LeafInsertion] = []
    var singles = SinglePointDescents(capacity: batch.count)
    var level = 0
    while !squares.isEmpty || singles.count > 0 {
      work.nodesVisited += Int64(squares.count + singles.count)
      if isNew { invalidateBlocks(of: squares, singles) }
      prefetchSink &+= singles.descend(from: level, of: batch, isNew: isNew, nodes: &nodes)
      below.removeAll(keepingCapacity: true)
      prefetchSink &+= AggregateQuadtree.descend(
        squares, of: batch, sums: sums, level: level, nodes: &nodes, insertions: &insertions,
        below: &below, singles: &singles)
      swap(&squares, &below)
      level += 1
    }
    insertions.append(contentsOf: singles.arrived)
    assert(
      insertions.reduce(0) { $0 + $1.count } == batch.count,
      "a point of a batch reaches no leaf, or two")
    return insertions
  }

  private mutating func invalidateBlocks(
    of squares: [LeafInsertion], _ singles: SinglePointDescents
  ) {
    guard !blocks.isEmpty else { return }
    for square in squares { invalidateBlock(of: square.index) }
    for cursor in singles.cursors[..<singles.count] { invalidateBlock(of: cursor.index) }
  }

  @inline(__always) private mutating func invalidateBlock(of index: Int32) {
    let group = nodes[Int(index)].tag
    if group != 0, group & AggregateQuadtree.leafBit == 0 { blocks.invalidate(group) }
  }

  private static func sums(of batch: [Arrival]) -> [CellAggregate] {
    var sums: [CellAggregate] = [.nothing]
    sums.reserveCapacity(batch.count + 1)
    var sum = CellAggregate.nothing
    for arrival in batch {
      sum.add(arrival.point.place)
      sums.append(sum)
    }
    assert(Int(sum.count) == batch.count, "a point of the batch was not summed")
    return sums
  }

  /// Adds a batch to the squares of a level that have several of its points; `sums` is empty for
  /// one that is counted already.
  ///
  /// - Returns: A checksum of the loads that only prefetch.
  private static func descend(
    _ squares: [LeafInsertion], of batch: [Arrival], sums: [CellAggregate], level: Int,
    nodes: inout [CellAggregate], insertions: inout [LeafInsertion], below: inout [LeafInsertion],
    singles: inout SinglePointDescents
  ) -> UInt64 {
    var touched: UInt64 = 0
    var nodes = nodes.mutableSpan
    let batch = batch.span
    let sums = sums.span
    for square in squares {
      let group = nodes[Int(square.index)].tag
      if !sums.isEmpty {
        nodes[Int(square.index)].add(sums[Int(square.end)], without: sums[Int(square.start)])
      }
      guard group != 0, group & leafBit == 0 else {
        insertions.append(
          LeafInsertion(
            start: square.start, end: square.end, index: square.index, level: Int32(level)))
        continue
      }
      let end = Int(square.end)
      var from = Int(square.start)
      while from < end {
        let quarter = MortonKey.quarter(batch[from].point.key, level: level)
        var to = from &+ 1
        while to < end, MortonKey.quarter(batch[to].point.key, level: level) == quarter { to &+= 1 }
        let index = Int(group) &+ quarter
        touched &+= UInt64(nodes[index].tag)
        if to == from &+ 1 {
          singles.append(position: from, index: index)
        } else {
          below.append(
            LeafInsertion(
              start: Int32(truncatingIfNeeded: from), end: Int32(truncatingIfNeeded: to),
              index: Int32(truncatingIfNeeded: index)))
        }
        from = to
      }
    }
    return touched
  }
}

/// Single-point descents: points of a batch that are alone in their squares.
///
/// Most points are alone after a few levels.
private struct SinglePointDescents {
  /// A point and its current square.
  struct Cursor {
    var position: Int32
    var index: Int32
  }

  /// Running cursors, then capacity for all points.
  var cursors: [Cursor]
  private(set) var count = 0
  private var insertions: [AggregateQuadtree.LeafInsertion]
  private var insertionCount = 0

  init(capacity: Int) {
    cursors = [Cursor](repeating: Cursor(position: 0, index: 0), count: capacity)
    insertions = [AggregateQuadtree.LeafInsertion](
      repeating: AggregateQuadtree.LeafInsertion(start: 0, end: 0, index: 0), count: capacity + 1)
  }

  /// Insertions of the points that reached a leaf or an empty square.
  var arrived: ArraySlice<AggregateQuadtree.LeafInsertion> { insertions[..<insertionCount] }

  @inline(__always) mutating func append(position: Int, index: Int) {
    cursors[count] = Cursor(
      position: Int32(truncatingIfNeeded: position), index: Int32(truncatingIfNeeded: index))
    count &+= 1
  }

  /// Moves each cursor to the square below, unless it has arrived.
  ///
  /// - Returns: A checksum of the loads that only prefetch.
  mutating func descend(
    from level: Int, of batch: [AggregateQuadtree.Arrival], isNew: Bool,
    nodes: inout [CellAggregate]
  ) -> UInt64 {
    SinglePointDescents.descend(
      &cursors, &count, from: level, of: batch, isNew: isNew, nodes: &nodes,
      insertions: &insertions, &insertionCount)
  }

  /// Moves each cursor down, without a branch on arrival.
  ///
  /// Arrival is unpredictable, so each cursor is written to both lists, and the end of only
  /// one of them advances.
  private static func descend(
    _ cursors: inout [Cursor], _ count: inout Int, from level: Int,
    of batch: [AggregateQuadtree.Arrival], isNew: Bool, nodes: inout [CellAggregate],
    insertions: inout [AggregateQuadtree.LeafInsertion], _ insertionCount: inout Int
  ) -> UInt64 {
    var touched: UInt64 = 0
    var cursors = cursors.mutableSpan
    var nodes = nodes.mutableSpan
    var insertions = insertions.mutableSpan
    let batch = batch.span
    var kept = 0
    var arrived = insertionCount
    for slot in 0..<count {
      let cursor = cursors[slot]
      let index = Int(cursor.index)
      let point = batch[Int(cursor.position)].point
      let group = nodes[index].tag
      if isNew { nodes[index].add(point.place) }
      // Neither empty nor a leaf.
      let goesOn: Int32 = group &- 1 < AggregateQuadtree.leafBit &- 1 ? 1 : 0
      insertions[arrived] = AggregateQuadtree.LeafInsertion(
        start: cursor.position, end: cursor.position &+ 1, index: cursor.index,
        level: Int32(truncatingIfNeeded: level))
      arrived &+= Int(1 &- goesOn)
      let quarter = Int32(truncatingIfNeeded: MortonKey.quarter(point.key, level: level))
      let next = (Int32(bitPattern: group) &+ quarter) & (0 &- goesOn)
      touched &+= UInt64(nodes[Int(next)].tag)
      cursors[kept] = Cursor(position: cursor.position, index: next)
      kept &+= Int(goesOn)
    }
    count = kept
    insertionCount = arrived
    return touched
  }
}

extension AggregateQuadtree {
  /// The most pending points of a leaf.
  ///
  /// A leaf with more is due and takes them in as soon as a batch has effort left.
  static let mostPendingOfLeaf = 8
  /// The share of the tree's points, as a divisor, above which points do not stay pending for
  /// long.
  static let pendingShare = 8
  /// The most pending points of the tree, so that their list stays in the caches.
  ///
  /// More do not stay pending for long.
  private static let mostPending = 8_192
  /// The most pending points that are inserted all together, which takes less than half a
  /// millisecond.
  private static let fewPending = 1_024
  /// The largest effort of a batch for each of its points.
  ///
  /// It covers a full leaf and the path to it, so that points are inserted as fast as they
  /// arrive, unless squares are split many times.
  static let effortPerArrival = 48
  /// The effort to reach a leaf, in points.
  private static let effortPerLeaf = 16

  @inline(__always) func hasPending(_ node: CellAggregate) -> Bool {
    pending.count > 0 && pending.last(of: node.leaf) >= 0
  }

  @inline(__always) func eachPending(of node: CellAggregate, _ body: (PendingPoints.Item) -> Void) {
    var next = pending.last(of: node.leaf)
    while next >= 0 {
      let item = pending.items[Int(next)]
      body(item)
      next = item.next
    }
  }

  /// Makes the points of a batch pending, and returns the insertions of leaves that would
  /// exceed the limit.
  ///
  /// Where leaves may exceed it, they become due instead.
  mutating func postpone(
    _ insertions: [LeafInsertion], of batch: [Arrival], beyondLimit: Bool = false
  ) -> [LeafInsertion] {
    for insertion in insertions where nodes[Int(insertion.index)].tag == 0 {
      // Without any capacity: it gets some when it takes in points.
      nodes[Int(insertion.index)].tag = takeLeaf(capacity: 0) | AggregateQuadtree.leafBit
    }
    pending.lasts.append(
      contentsOf: repeatElement(-1, count: max(leaves.count - pending.lasts.count, 0)))
    let first = pending.items.count
    let none = PendingPoints.Item(
      point: Point(key: 0, place: Coordinate(latitude: 0, longitude: 0)), id: -1, next: -1, rank: 0)
    pending.items.append(contentsOf: repeatElement(none, count: batch.count))
    var atOnce: [LeafInsertion] = []
    let end = AggregateQuadtree.postpone(
      insertions, of: batch, nodes: nodes, items: &pending.items, from: first,
      lasts: &pending.lasts, leafOfID: &leafOfID, beyondLimit: beyondLimit, due: &pending.due,
      atOnce: &atOnce)
    pending.items.removeLast(pending.items.count - end)
    pending.count += end - first
    return atOnce
  }

  /// Writes pending points into a list from a position on, and returns their end.
  private static func postpone(
    _ insertions: [LeafInsertion], of batch: [Arrival], nodes: [CellAggregate],
    items: inout [PendingPoints.Item], from first: Int, lasts: inout [Int32],
    leafOfID: inout LeafNumbers, beyondLimit: Bool, due: inout [Int32],
    atOnce: inout [LeafInsertion]
  ) -> Int {
    var items = items.mutableSpan
    var lasts = lasts.mutableSpan
    let nodes = nodes.span
    let batch = batch.span
    var end = first
    for insertion in insertions {
      let number = Int(nodes[Int(insertion.index)].tag & ~leafBit)
      var last = lasts[number]
      var rank = last < 0 ? 0 : items[Int(last)].rank
      if Int(rank) &+ insertion.count > mostPendingOfLeaf {
        guard beyondLimit else {
          atOnce.append(insertion)
          continue
        }
        if rank <= mostPendingOfLeaf { due.append(Int32(truncatingIfNeeded: number)) }
      }
      for position in Int(insertion.start)..<Int(insertion.end) {
        let arrival = batch[position]
        rank &+= 1
        items[end] = PendingPoints.Item(
          point: arrival.point, id: arrival.id, next: last, rank: rank)
        last = Int32(truncatingIfNeeded: end)
        end &+= 1
        leafOfID.set(Int32(truncatingIfNeeded: number), of: arrival.id)
      }
      lasts[number] = last
    }
    return end
  }

  var mostPendingNow: Int {
    min(count / AggregateQuadtree.pendingShare, AggregateQuadtree.mostPending)
  }

  /// Inserts the pending points of a leaf, which must not exceed the capacity of a leaf.
  mutating func takeIn(pendingOf node: CellAggregate) {
    let number = node.leaf
    guard pending.last(of: number) >= 0 else { return }
    var arrivals: [Arrival] = []
    pending.takeOut(of: number, into: &arrivals)
    AggregateQuadtree.finish(&arrivals)
    takeIn(arrivals, arrivals.indices, into: node)
  }

  /// Inserts the points of leaves that are due, as far as the effort allows.
  ///
  /// - Returns: The effort.
  private mutating func takeInDue(atMost most: Int, work: inout Work) -> Int {
    guard !pending.due.isEmpty else { return 0 }
    let effortOfDue = AggregateQuadtree.mostPendingOfLeaf + 1 + AggregateQuadtree.effortPerLeaf
    // Those that are due no longer go in any case, or the list would grow for ever.
    let some = pending.nextDue(
      most > 0 ? most / effortOfDue + 1 : 0, beyond: AggregateQuadtree.mostPendingOfLeaf)
    guard !some.isEmpty else { return 0 }
    return takeIn(leavesOf: some, atMost: most, work: &work)
  }

  /// Inserts the oldest pending points, and the others of their leaves, as in one batch,
  /// until the effort exceeds a limit.
  mutating func takeInOldest(_ count: Int, atMost most: Int = .max, work: inout Work) {
    if count > 0, most > 0 {
      // No more are looked for than there is effort for.
      let some = pending.oldest(min(count, most / (AggregateQuadtree.effortPerLeaf + 1) + 1))
      takeIn(leavesOf: some, atMost: most, work: &work)
    }
    pending.forgetOldest(leafOfID: leafOfID)
    assert(pending.count <= pending.items.count, "more points wait than are on the list")
  }

  /// Inserts all pending points of the leaves of some of them.
  @discardableResult
  private mutating func takeIn(
    leavesOf some: [Arrival], atMost most: Int, work: inout Work
  ) -> Int {
    let batch = AggregateQuadtree.sorted(some.map(\.point.key)) { some[$0] }
    // The way down was counted when they came.
    var counted = Work()
    var insertions = insertions(for: batch, isNew: false, work: &counted)
    // The points come from the pending list.
    for index in insertions.indices { insertions[index].end = insertions[index].start }
    // What is left goes on waiting.
    var left: [LeafInsertion] = []
    return run(insertions, of: batch, atMost: most, left: &left, work: &work)
  }
}

extension AggregateQuadtree {
  /// Removes points, skipping those that it does not hold, and returns their number.
  ///
  /// - Complexity: O(n log of all) for n points, and a pass over each leaf that loses one.
  mutating func remove(_ oldIDs: [Int32], work: inout Work) -> Int {
    changes += 1
    // Leaf by leaf, so that a crowd at one place is passed over once.
    var words: [UInt64] = []
    words.reserveCapacity(oldIDs.count)
    for id in oldIDs where contains(id) {
      words.append(UInt64(leafOfID[id]) << 32 | UInt64(id))
      // A duplicate id is removed once.
      leafOfID.set(-1, of: id)
    }
    words.sort()
    var from = 0
    var asked = 0
    while from < words.count {
      if from >= asked {
        asked = min(from + AggregateQuadtree.chunk, words.count)
        askFor(leavesOf: words[from..<asked])
      }
      let leaf = words[from] >> 32
      var to = from
      while to < words.count, words[to] >> 32 == leaf { to += 1 }
      // The leaf gives the key by which squares are merged afterwards; merging at once
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
    releaseMemory(changes: words.count)
    return words.count
  }

  /// Prefetches leaves that lie far apart.
  private mutating func askFor(leavesOf words: ArraySlice<UInt64>) {
    for word in words {
      let leaf = leaves[Int(word >> 32)]
      guard leaf.capacity > 0 else { continue }
      prefetchSink &+= points.touch(Int(leaf.start))
    }
  }

  /// Takes removed points, whose ids are the last halves of words, out of a leaf, and returns the
  /// key of one of its points.
  private mutating func takeOut(
    _ words: ArraySlice<UInt64>, of number: Int, work: inout Work
  ) -> UInt64 {
    let last = pending.last(of: number)
    let key =
      last < 0 ? points.key(at: Int(leaves[number].start)) : pending.items[Int(last)].point.key
    /// A buffer for the path to a leaf.
    var path: [UInt32] = []
    swap(&path, &free.path)
    path.removeAll(keepingCapacity: true)
    let node = findLeaf(of: key, path: &path)
    work.nodesVisited += Int64(path.count + 1)
    work.pointsTouched += Int64(node.count)
    var gone = CellAggregate.nothing
    let stretch = stretch(of: node)
    var piece = points.takeOut(stretch)
    var kept = stretch.slots.lowerBound
    for slot in stretch.slots {
      if isGone(piece.badges[slot].id, by: words) {
        gone.add(piece.places[slot])
        if isLogging { log.append(piece.key(at: slot)) }
      } else {
        if kept < slot {
          piece.places[kept] = piece.places[slot]
          piece.badges[kept] = piece.badges[slot]
        }
        kept += 1
      }
    }
    points.putBack(piece, stretch)
    if last >= 0 { takeOut(pendingOf: number, to: &gone) }
    assert(gone.count > 0, "a leaf lost no point")
    subtract(gone, along: path)
    swap(&path, &free.path)
    return key
  }

  /// Whether a point of a leaf was removed.
  ///
  /// For few ids, searching the list is faster than looking up each leaf.
  @inline(__always) private func isGone(_ id: Int32, by words: ArraySlice<UInt64>) -> Bool {
    guard words.count <= 4 else { return leafOfID[id] < 0 }
    return words.contains { Int32(truncatingIfNeeded: $0) == id }
  }

  /// Removes deleted points from the pending points of a leaf.
  @inline(never)
  private mutating func takeOut(pendingOf number: Int, to gone: inout CellAggregate) {
    for item in pending.drop(of: number, unlessIn: leafOfID) {
      gone.add(item.point.place)
      if isLogging { log.append(item.point.key) }
    }
  }

  /// The leaf of a key, with the path to it, without the world.
  private func findLeaf(of key: UInt64, path: inout [UInt32]) -> CellAggregate {
    var node = root
    while !node.isLeaf {
      assert(node.tag != 0, "a point is not where its key says")
      let index = Int(node.tag) + MortonKey.quarter(key, level: path.count)
      node = nodes[index]
      path.append(UInt32(index))
    }
    return node
  }

  private mutating func subtract(_ gone: CellAggregate, along path: [UInt32]) {
    nodes[0].remove(gone)
    var last = 0
    for index in path {
      blocks.invalidate(nodes[last].tag)
      last = Int(index)
      nodes[last].remove(gone)
    }
    guard nodes[last].count == 0 else { return }
    release(leaf: nodes[last].tag & ~AggregateQuadtree.leafBit)
    nodes[last] = .nothing
  }

  /// Makes a leaf of the largest square around a place that has quarters and few points.
  private mutating func merge(around key: UInt64) {
    var index = 0
    var level = 0
    while nodes[index].tag != 0, nodes[index].tag & AggregateQuadtree.leafBit == 0 {
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

  private mutating func merge(_ node: inout CellAggregate) {
    let group = node.tag
    guard node.count > 0 else {
      collect(group, into: 0, at: 0)
      node = .nothing
      return
    }
    let number = takeLeaf(capacity: AggregateQuadtree.capacity(for: Int(node.count)))
    let start = Int(leaves[Int(number)].start)
    let end = collect(group, into: Int32(number), at: start)
    assert(end == start + Int(node.count), "a merge lost a point")
    node.tag = number | AggregateQuadtree.leafBit
  }

  /// Moves the points below a group into a leaf, in the order of keys, and releases the
  /// group's nodes.
  @discardableResult
  private mutating func collect(_ group: UInt32, into leaf: Int32, at slot: Int) -> Int {
    var slot = slot
    for quarter in 0..<4 {
      let node = nodes[Int(group) + quarter]
      guard node.tag != 0 else { continue }
      guard node.isLeaf else {
        slot = collect(node.tag, into: leaf, at: slot)
        continue
      }
      takeIn(pendingOf: node)
      let stretch = stretch(of: node)
      points.copy(stretch, to: slot)
      _ = points.settle(stretch, in: leaf, &leafOfID)
      slot += stretch.slots.count
      release(leaf: node.tag & ~AggregateQuadtree.leafBit)
    }
    release(group: group)
    return slot
  }
}

/// Allocation of leaves and quarters: take, release, reuse.
extension AggregateQuadtree {
  /// The capacity of a new leaf: a quarter more than it needs.
  static func capacity(for count: Int) -> Int { (count + max(count / 4, 1) + 3) & ~3 }

  mutating func takeLeaf(capacity: Int) -> UInt32 {
    let leaf = Leaf(start: takeStretch(capacity), capacity: Int32(capacity))
    guard let number = free.leaves.popLast() else {
      leaves.append(leaf)
      return UInt32(leaves.count - 1)
    }
    leaves[Int(number)] = leaf
    return number
  }

  mutating func release(leaf number: UInt32) {
    release(stretchOf: leaves[Int(number)])
    free.leaves.append(number)
  }

  mutating func takeStretch(_ capacity: Int) -> Int32 {
    if capacity < free.stretches.count, let start = free.stretches[capacity].popLast() {
      free.capacity -= capacity
      return start
    }
    // None of a leaf without capacity is read.
    return capacity > 0 ? Int32(points.append(capacity)) : 0
  }

  mutating func release(stretchOf leaf: Leaf) {
    // Capacity comes in fours; what the tree was made with need not.
    let capacity = Int(leaf.capacity) & ~3
    free.capacity += Int(leaf.capacity)
    guard capacity > 0, capacity <= AggregateQuadtree.largestSpare,
      Int(leaf.start) >= free.abandoned
    else { return }
    while free.stretches.count <= capacity { free.stretches.append([]) }
    free.stretches[capacity].append(leaf.start)
  }

  /// The capacity above which free stretches are not reused.
  private static let largestSpare = 256

  /// Releases memory once most of it is unused, so that no pattern of changes makes the tree
  /// grow without bound.
  ///
  /// Points are moved in parts, in proportion to the number of changes.
  ///
  /// - Complexity: O(changes), and a pass over the starts of leaves at the end; O(all) once
  ///   most squares are gone.
  mutating func releaseMemory(changes: Int) {
    if nodes.count > AggregateQuadtree.fewest, free.groups.count * 4 > nodes.count - nodes.count / 4
    {
      // Fewer points than there were: the tree is rebuilt.
      rebuild(with: [], at: [], keys: [], taken: 0)
    } else if free.abandoned > 0
      || (points.count > AggregateQuadtree.fewest && free.capacity > points.count / 2)
    {
      let changes = max(changes, AggregateQuadtree.chunk)
      compact(atMost: changes * AggregateQuadtree.effortPerArrival / 2)
    }
  }

  /// The length below which lists are never compacted.
  private static let fewest = 4_096

  /// Moves the points of all leaves, or of the next ones within a limit of effort, into new
  /// pieces in the order of keys, then releases the old pieces.
  ///
  /// Squares and pending points stay unchanged.
  ///
  /// The capacity of a list, and so the time of compaction, depends on the machine: it must
  /// have no observable effect.
  mutating func compact(atMost most: Int = .max) {
    if free.abandoned == 0 {
      // From here on no old slot is taken.
      free.abandoned = points.beginPiece()
      free.stretches = []
      free.nextKey = 0
    }
    var effort = 0
    while effort < most {
      var node = root
      var level = 0
      while node.count > 0, !node.isLeaf {
        node = nodes[Int(node.tag) + MortonKey.quarter(free.nextKey, level: level)]
        level += 1
      }
      if node.count > 0 {
        compact(node)
        effort += Int(node.count) + AggregateQuadtree.effortPerLeaf
      } else {
        effort += AggregateQuadtree.effortPerLeaf / 4
      }
      // The world is as wide as all keys: a smart shift by the width of a word gives 0.
      let width = UInt64(1) << UInt64(64 - 2 * level)
      let last = free.nextKey | (width &- 1)
      guard last < .max else { return finishCompaction() }
      free.nextKey = last + 1
    }
  }

  /// Moves the points of a leaf, unless it lies in new pieces already.
  private mutating func compact(_ node: CellAggregate) {
    let old = leaves[node.leaf]
    guard old.capacity > 0, Int(old.start) < free.abandoned else { return }
    let capacity = keptCapacity(of: node)
    let stretch = stretch(of: node)
    let start = takeStretch(capacity)
    assert(Int(start) >= free.abandoned, "points are moved to where they have to go from")
    leaves[node.leaf] = Leaf(start: start, capacity: Int32(capacity))
    points.copy(stretch, to: Int(start))
    release(stretchOf: old)
  }

  /// Releases the old pieces, which no longer hold any leaf, and renumbers the slots.
  private mutating func finishCompaction() {
    let offset = Int32(free.abandoned)
    free.capacity -= points.dropPieces(before: free.abandoned)
    assert(free.capacity >= 0, "a leaf was left behind")
    free.abandoned = 0
    for number in leaves.indices {
      // Leaves without capacity have no slots.
      leaves[number].start = max(leaves[number].start - offset, 0)
    }
    for capacity in free.stretches.indices {
      assert(free.stretches[capacity].allSatisfy { $0 >= offset }, "a free stretch is dropped")
      for index in free.stretches[capacity].indices { free.stretches[capacity][index] -= offset }
    }
  }

  /// The capacity of a leaf after compaction: no more than a new one has.
  private func keptCapacity(of node: CellAggregate) -> Int {
    let capacity = Int(leaves[node.leaf].capacity)
    return max(Int(node.count), min(capacity, AggregateQuadtree.capacity(for: Int(node.count))))
  }

  /// The leaves with points in the order of keys, as empty insertions.
  func leafSquares() -> [LeafInsertion] {
    var squares: [LeafInsertion] = []
    squares.reserveCapacity(leaves.count)
    var stack = [LeafInsertion(start: 0, end: 0, index: 0)]
    while let square = stack.popLast() {
      let node = nodes[Int(square.index)]
      guard node.count > 0 else { continue }
      guard !node.isLeaf else {
        squares.append(square)
        continue
      }
      for quarter in (0..<4).reversed() {
        stack.append(
          LeafInsertion(
            start: 0, end: 0, index: Int32(bitPattern: node.tag) + Int32(quarter),
            level: square.level + 1))
      }
    }
    return squares
  }

  mutating func takeGroup() -> UInt32 {
    if let group = free.groups.popLast() {
      for quarter in 0..<4 { nodes[Int(group) + quarter] = .nothing }
      return group
    }
    if nodes.capacity < nodes.count + 4 {
      nodes.reserveCapacity(nodes.count + max(nodes.count / 8, 64))
    }
    for _ in 0..<4 { nodes.append(.nothing) }
    return UInt32(nodes.count - 4)
  }

  mutating func release(group: UInt32) {
    blocks.forget(group)
    free.groups.append(group)
  }
}

extension AggregateQuadtree {
  /// Appends the nonempty cells of a level within a rectangle, in the order of keys.
  ///
  /// Tags are the last 32 bits of their numbers.
  mutating func cells(
    level: Int, in rect: LevelRect, walk: inout LevelWalk, into result: inout [CellAggregate],
    work: inout Work
  ) {
    if blocks.isSparse {
      blocks.compact()
      // The blocks that walks have copies of have moved.
      changes += 1
    }
    let search = LevelSearch(level: level, rect: rect)
    // A map that moves a little shows the same squares.
    let asked = LevelWalk.Question(search, changes: changes)
    let isKnown = walk.question == asked
    if isKnown, walk.hasCopies {
      work.nodesVisited += walk.work.nodesVisited
      work.cellsVisited += Int64(walk.copies.count)
      search.appendCells(
        of: walk.copies.span, mostCells: walk.mostCells, blocks.cells.pieces.span, to: &result)
      return
    }
    if !isKnown {
      (walk.question, walk.work, walk.hasCopies) = (asked, Work(), false)
      walk.found.removeAll(keepingCapacity: true)
      walk.found.append(addingCapacity: min(search.mostFound, nodes.count)) { found in
        search.start(nodes.span, &found, &walk.work)
      }
      // What was asked before allocates nothing.
      walk.copies.reserveCapacity(walk.found.count)
    }
    // Counted as if it were done, as who asks must not be able to tell.
    work.nodesVisited += walk.work.nodesVisited
    var index = 0
    var hasOthers = false
    while index < walk.found.count {
      let end = search.appendCells(
        of: walk.found.span, from: index, nodes.span, blocks.blocks.span, blocks.cells.pieces.span,
        to: &result)
      work.cellsVisited += Int64(end - index)
      index = end
      guard index < walk.found.count else { break }
      let square = walk.found[index]
      let node = nodes[Int(square.index)]
      if node.isLeaf {
        scan(node, level: level, in: rect, into: &result, work: &work)
      } else if Int(square.level) == search.blockLevel {
        makeBlock(of: node, square, level: level, walk: &walk, work: &work)
        continue
      } else {
        var cell = node
        cell.tag = UInt32(truncatingIfNeeded: MortonKey.key(x: square.x, y: square.y))
        result.append(cell)
      }
      hasOthers = true
      index += 1
    }
    // What is asked for once is not asked for again, as a rule.
    if isKnown, !hasOthers { copyBlocks(&walk) }
  }

  /// Keeps the blocks of squares that all have fresh ones.
  private func copyBlocks(_ walk: inout LevelWalk) {
    walk.copies.removeAll(keepingCapacity: true)
    walk.mostCells = 0
    for square in walk.found {
      let block = blocks.blocks[LevelBlocks.number(of: nodes[Int(square.index)].tag)]
      assert(block.isFresh, "an answer came from a block that is stale")
      walk.copies.append(LevelWalk.Copy(block: block, x: square.x, y: square.y))
      walk.mostCells += Int(block.count)
    }
    walk.hasCopies = true
  }

  /// The cells of a leaf that is larger than a block.
  @inline(__always) private func scan(
    _ node: CellAggregate, level: Int, in rect: LevelRect, into result: inout [CellAggregate],
    work: inout Work
  ) {
    work.pointsTouched += Int64(node.count)
    guard !hasPending(node) else {
      return scanWithPending(node, level: level, in: rect, into: &result)
    }
    let stretch = stretch(of: node)
    let more = points.more.span
    let places = stretch.isInFirst ? points.first.places.span : more[stretch.piece].places.span
    let badges = stretch.isInFirst ? points.first.badges.span : more[stretch.piece].badges.span
    LevelWalk.appendCells(
      of: places.extracting(stretch.slots), badges.extracting(stretch.slots), level: level,
      in: rect, to: &result)
  }

  /// Scans a leaf with pending points, which are merged with the others by key.
  @inline(never) private func scanWithPending(
    _ node: CellAggregate, level: Int, in rect: LevelRect, into result: inout [CellAggregate]
  ) {
    let stretch = stretch(of: node)
    let piece = stretch.isInFirst ? points.first : points.more[stretch.piece]
    var all = PointPieces.Piece()
    all.places += piece.places[stretch.slots]
    all.badges += piece.badges[stretch.slots]
    eachPending(of: node) { item in
      var slot = all.places.count
      while slot > 0, all.key(at: slot - 1) > item.point.key { slot -= 1 }
      all.places.insert(item.point.place, at: slot)
      all.badges.insert(PointPieces.Badge(of: item.point, id: item.id), at: slot)
    }
    assert(all.places.count == Int(node.count), "a leaf has other points than its sum says")
    LevelWalk.appendCells(of: all.places.span, all.badges.span, level: level, in: rect, to: &result)
  }

  /// Creates or refreshes the block of a square.
  private mutating func makeBlock(
    of node: CellAggregate, _ square: LevelWalk.Found, level: Int, walk: inout LevelWalk,
    work: inout Work
  ) {
    walk.cells.removeAll(keepingCapacity: true)
    gather(node, prefix: 0, depth: 0, level: level, into: &walk.cells, work: &work)
    let prefix = UInt32(truncatingIfNeeded: MortonKey.key(x: square.x, y: square.y))
    blocks.set(node.tag, to: walk.cells, prefix: prefix, groupCount: nodes.count / 4)
  }

  private func gather(
    _ node: CellAggregate, prefix: UInt32, depth: Int, level: Int,
    into cells: inout [CellAggregate], work: inout Work
  ) {
    if depth == LevelBlocks.depth {
      var cell = node
      cell.tag = prefix
      cells.append(cell)
    } else if !node.isLeaf {
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
      let stretch = stretch(of: node)
      let more = points.more.span
      let places = stretch.isInFirst ? points.first.places.span : more[stretch.piece].places.span
      let badges = stretch.isInFirst ? points.first.badges.span : more[stretch.piece].badges.span
      for slot in stretch.slots {
        let number = badges[slot].key(at: places[slot]) &>> shift
        var cell = CellAggregate(of: places[slot])
        cell.tag = UInt32(truncatingIfNeeded: number) & 63
        if let last = cells.last, last.tag == cell.tag {
          cells[cells.count - 1].add(cell)
        } else {
          cells.append(cell)
        }
      }
      if hasPending(node) { addPending(of: node, shift: shift, from: first, to: &cells) }
    }
  }

  /// Adds the pending points of a leaf to the cells of a block, in order.
  @inline(never) private func addPending(
    of node: CellAggregate, shift: UInt64, from first: Int, to cells: inout [CellAggregate]
  ) {
    eachPending(of: node) { item in
      var cell = CellAggregate(of: item.point.place)
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

/// Free lists of groups, leaves and stretches.
struct FreeList: Sendable {
  var groups: [UInt32] = []
  var leaves: [UInt32] = []
  /// Starts of free stretches by their capacity.
  var stretches: [[Int32]] = []
  /// The capacity of all free stretches, including those that are never reused.
  var capacity = 0
  /// The slot below which nothing is allocated again.
  ///
  /// Slots before it are released once all leaves have moved; 0 unless a compaction is
  /// running.
  var abandoned = 0
  /// The key at which the compaction continues.
  var nextKey: UInt64 = 0
  /// The path to a leaf during a search.
  var path: [UInt32] = []
}
