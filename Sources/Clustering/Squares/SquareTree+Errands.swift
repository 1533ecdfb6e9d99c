internal import MapGeometry

extension SquareTree {
  /// A stretch of a batch that goes into the leaf of a node, or into a node without one.
  struct Errand {
    var start: Int32
    var end: Int32
    var index: Int32
    var level: Int32 = 0
  }

  /// Adds a batch, which is sorted by key, to the sums of all squares around it.
  ///
  /// Level by level: squares of a level lie far apart, and so they are asked of memory together.
  ///
  /// - Parameters:
  ///   - batch: The points.
  ///   - isNew: Whether they are to be counted; else the sums have them already.
  ///   - work: What was looked at is added to this.
  /// - Returns: What goes into which leaf, one errand for each.
  mutating func errands(for batch: [Arrival], isNew: Bool, work: inout Work) -> [Errand] {
    let sums = isNew ? SquareTree.sums(of: batch) : []
    var errands: [Errand] = []
    var squares = [Errand(start: 0, end: Int32(batch.count), index: 0)]
    var below: [Errand] = []
    var loners = Loners(room: batch.count)
    var level = 0
    while !squares.isEmpty || loners.count > 0 {
      work.nodesVisited += Int64(squares.count + loners.count)
      if isNew { soilBlocks(of: squares, loners) }
      sink &+= loners.descend(
        from: level, of: batch, isNew: isNew, nodes: &nodes)
      below.removeAll(keepingCapacity: true)
      sink &+= SquareTree.descend(
        squares, of: batch, sums: sums, level: level, nodes: &nodes, errands: &errands,
        below: &below, loners: &loners)
      swap(&squares, &below)
      level += 1
    }
    errands.append(contentsOf: loners.arrived)
    assert(
      errands.reduce(0) { $0 + Int($1.end - $1.start) } == batch.count,
      "a point of a batch comes to no leaf, or to two")
    return errands
  }

  private mutating func soilBlocks(of squares: [Errand], _ loners: Loners) {
    guard blocks != nil else { return }
    for square in squares { soilBlock(of: square.index) }
    for way in loners.ways[..<loners.count] { soilBlock(of: way.index) }
  }

  @inline(__always)
  private mutating func soilBlock(of index: Int32) {
    let group = nodes[Int(index)].tag
    if group != 0, group & SquareTree.leafBit == 0 { blocks?.soil(group) }
  }

  /// The sums of a batch up to each point.
  private static func sums(of batch: [Arrival]) -> [SquareSum] {
    var sums: [SquareSum] = [.nothing]
    sums.reserveCapacity(batch.count + 1)
    var sum = SquareSum.nothing
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
  /// - Returns: A use for what was asked of memory.
  private static func descend(
    _ squares: [Errand], of batch: [Arrival], sums: [SquareSum], level: Int,
    nodes: inout [SquareSum], errands: inout [Errand], below: inout [Errand],
    loners: inout Loners
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
        errands.append(
          Errand(start: square.start, end: square.end, index: square.index, level: Int32(level)))
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
          loners.append(position: from, index: index)
        } else {
          below.append(
            Errand(
              start: Int32(truncatingIfNeeded: from), end: Int32(truncatingIfNeeded: to),
              index: Int32(truncatingIfNeeded: index)))
        }
        from = to
      }
    }
    return touched
  }
}

/// Points of a batch that are alone in their squares, as most are a few levels down.
private struct Loners {
  /// Which point it is, and which square it has come to.
  struct Way {
    var position: Int32
    var index: Int32
  }

  /// The first ones are on their way; behind them is room for all.
  var ways: [Way]
  /// How many are on their way.
  private(set) var count = 0
  private var errands: [SquareTree.Errand]
  private var errandCount = 0

  init(room: Int) {
    ways = [Way](repeating: Way(position: 0, index: 0), count: room)
    errands = [SquareTree.Errand](
      repeating: SquareTree.Errand(start: 0, end: 0, index: 0), count: room + 1)
  }

  /// Those that came to a leaf, or to where there is none yet.
  var arrived: ArraySlice<SquareTree.Errand> { errands[..<errandCount] }

  @inline(__always)
  mutating func append(position: Int, index: Int) {
    ways[count] = Way(
      position: Int32(truncatingIfNeeded: position), index: Int32(truncatingIfNeeded: index))
    count &+= 1
  }

  /// Takes each to the square below its own, unless it has arrived.
  ///
  /// - Returns: A use for what was asked of memory.
  mutating func descend(
    from level: Int, of batch: [SquareTree.Arrival], isNew: Bool, nodes: inout [SquareSum]
  ) -> UInt64 {
    Loners.descend(
      &ways, &count, from: level, of: batch, isNew: isNew, nodes: &nodes, errands: &errands,
      &errandCount)
  }

  /// Whether a point has arrived cannot be foreseen, so it is written to both lists, and the end
  /// of one of them moves on.
  private static func descend(
    _ ways: inout [Way], _ count: inout Int, from level: Int, of batch: [SquareTree.Arrival],
    isNew: Bool, nodes: inout [SquareSum], errands: inout [SquareTree.Errand],
    _ errandCount: inout Int
  ) -> UInt64 {
    var touched: UInt64 = 0
    var ways = ways.mutableSpan
    var nodes = nodes.mutableSpan
    var errands = errands.mutableSpan
    let batch = batch.span
    var kept = 0
    var arrived = errandCount
    for slot in 0..<count {
      let way = ways[slot]
      let index = Int(way.index)
      let point = batch[Int(way.position)].point
      let group = nodes[index].tag
      if isNew { nodes[index].add(point.place) }
      // Neither nothing nor a leaf.
      let goesOn: Int32 = group &- 1 < SquareTree.leafBit &- 1 ? 1 : 0
      errands[arrived] = SquareTree.Errand(
        start: way.position, end: way.position &+ 1, index: way.index,
        level: Int32(truncatingIfNeeded: level))
      arrived &+= Int(1 &- goesOn)
      let quarter = Int32(truncatingIfNeeded: MortonKey.quarter(point.key, level: level))
      let next = (Int32(bitPattern: group) &+ quarter) & (0 &- goesOn)
      touched &+= UInt64(nodes[Int(next)].tag)
      ways[kept] = Way(position: way.position, index: next)
      kept &+= Int(goesOn)
    }
    count = kept
    errandCount = arrived
    return touched
  }
}
