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
  ///   - isNew: Whether they are counted; else the sums have them already.
  ///   - work: What was looked at is added to this.
  /// - Returns: What goes into which leaf, one errand for each.
  mutating func errands(for batch: [Arrival], isNew: Bool, work: inout Work) -> [Errand] {
    let sums = isNew ? SquareTree.sums(of: batch) : []
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
      if blocks != nil, isNew {
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

  /// Adds a batch to the squares of a level; `sums` is empty for one that is counted already.
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
        if !sums.isEmpty {
          nodes[Int(square.index)].add(sums[Int(square.end)], without: sums[Int(square.start)])
        }
        guard group != 0, group & SquareTree.leafBit == 0 else {
          errands.append(
            Errand(
              start: square.start, end: square.end, index: square.index, level: Int32(level)))
          continue
        }
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
}
