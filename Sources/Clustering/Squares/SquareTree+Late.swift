internal import MapGeometry

/// Points that the sums of all squares around them have, and that their leaf has not taken in yet.
///
/// The points of a batch fall into leaves that lie far apart, and to take one in moves half of the
/// others. So a point waits here, beside those of its batch; a query that looks into its leaf looks
/// here as well.
struct LatePoints: Sendable {
  /// A point that waits.
  struct Item: Sendable {
    var point: SquareTree.Point
    /// Its number; negative once it does not wait any longer.
    var id: Int32
    /// The one that came to the same leaf before; negative for none.
    var next: Int32
    /// How many wait for the leaf, up to this one.
    var rank: Int32
  }

  var items: [Item] = []
  /// How many wait; the others have been taken in or are gone.
  var count = 0
  /// By the number of a leaf the last one that waits for it, negative for none; shorter than the
  /// list of leaves as long as nobody waits for the others.
  var lasts: [Int32] = []

  /// The last one that waits for a leaf; negative for none.
  @inline(__always)
  func last(of leaf: Int) -> Int32 {
    leaf < lasts.count ? lasts[leaf] : -1
  }

  /// How many wait for a leaf.
  @inline(__always)
  func count(of leaf: Int) -> Int {
    // Mostly nobody does.
    guard count > 0 else { return 0 }
    let last = last(of: leaf)
    return last < 0 ? 0 : Int(items[Int(last)].rank)
  }

  /// Nobody waits any longer.
  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    lasts.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Takes the points that wait for a leaf off the list, and appends them to others.
  mutating func takeOut(of leaf: Int, into arrivals: inout [SquareTree.Arrival]) {
    var last = last(of: leaf)
    guard last >= 0 else { return }
    lasts[leaf] = -1
    while last >= 0 {
      let item = items[Int(last)]
      assert(item.id >= 0, "a point that does not wait any longer is on the list of a leaf")
      arrivals.append(SquareTree.Arrival(point: item.point, id: item.id))
      items[Int(last)].id = -1
      count -= 1
      last = item.next
    }
  }

  /// Takes those that wait for a leaf, and that no leaf has any longer, off the list.
  mutating func drop(of leaf: Int, unlessIn leafOfID: [Int32]) -> [Item] {
    var gone: [Item] = []
    var kept: [Int32] = []
    var next = last(of: leaf)
    while next >= 0 {
      if leafOfID[Int(items[Int(next)].id)] < 0 {
        gone.append(items[Int(next)])
        items[Int(next)].id = -1
        count -= 1
      } else {
        kept.append(next)
      }
      next = items[Int(next)].next
    }
    var last: Int32 = -1
    for (before, position) in kept.reversed().enumerated() {
      items[Int(position)].next = last
      items[Int(position)].rank = Int32(before + 1)
      last = position
    }
    lasts[leaf] = last
    return gone
  }
}

extension SquareTree {
  /// No more points wait for one leaf.
  private static let mostLateOfLeaf = 8
  /// A tree has this many points for each that waits.
  static let lateShare = 8
  /// No more points wait, so that to take them in takes less than a sixtieth of a second.
  private static let mostLate = 8_192

  /// Whether points wait for a leaf.
  @inline(__always)
  func hasLate(_ node: SquareSum) -> Bool {
    late.count > 0 && late.last(of: Int(node.tag & ~SquareTree.leafBit)) >= 0
  }

  /// Calls with each point that waits for a leaf.
  @inline(__always)
  func eachLate(of node: SquareSum, _ body: (LatePoints.Item) -> Void) {
    var next = late.last(of: Int(node.tag & ~SquareTree.leafBit))
    while next >= 0 {
      let item = late.items[Int(next)]
      body(item)
      next = item.next
    }
  }

  /// Lets the points of a batch wait for their leaves.
  ///
  /// - Returns: The errands whose leaves have to take in points at once, since there are many.
  mutating func postpone(_ errands: [Errand], of batch: [Arrival]) -> [Errand] {
    for errand in errands where nodes[Int(errand.index)].tag == 0 {
      // Without any room: it gets some when it takes in points.
      nodes[Int(errand.index)].tag = takeLeaf(capacity: 0) | SquareTree.leafBit
    }
    late.lasts.append(
      contentsOf: repeatElement(-1, count: max(leaves.count - late.lasts.count, 0)))
    let first = late.items.count
    let nobody = LatePoints.Item(
      point: Point(key: 0, place: Coordinate(latitude: 0, longitude: 0)), id: -1, next: -1, rank: 0)
    late.items.append(contentsOf: repeatElement(nobody, count: batch.count))
    var atOnce: [Errand] = []
    let end = SquareTree.postpone(
      errands, of: batch, nodes: nodes, items: &late.items, from: first, lasts: &late.lasts,
      leafOfID: &leafOfID, atOnce: &atOnce)
    late.items.removeLast(late.items.count - end)
    late.count += end - first
    return atOnce
  }

  /// Writes the points that can wait into a list from a position on.
  ///
  /// - Returns: Where they end.
  private static func postpone(
    _ errands: [Errand], of batch: [Arrival], nodes: [SquareSum],
    items: inout [LatePoints.Item], from first: Int, lasts: inout [Int32],
    leafOfID: inout [Int32], atOnce: inout [Errand]
  ) -> Int {
    var items = items.mutableSpan
    var lasts = lasts.mutableSpan
    var leafOfID = leafOfID.mutableSpan
    let nodes = nodes.span
    let batch = batch.span
    var end = first
    for errand in errands {
      let number = Int(nodes[Int(errand.index)].tag & ~leafBit)
      var last = lasts[number]
      var rank = last < 0 ? 0 : items[Int(last)].rank
      guard Int(rank &+ (errand.end &- errand.start)) <= mostLateOfLeaf else {
        atOnce.append(errand)
        continue
      }
      for position in Int(errand.start)..<Int(errand.end) {
        let arrival = batch[position]
        rank &+= 1
        items[end] = LatePoints.Item(
          point: arrival.point, id: arrival.id, next: last, rank: rank)
        last = Int32(truncatingIfNeeded: end)
        end &+= 1
        leafOfID[Int(arrival.id)] = Int32(truncatingIfNeeded: number)
      }
      lasts[number] = last
    }
    return end
  }

  /// More points than this do not wait.
  var mostWaiting: Int { min(count / SquareTree.lateShare, SquareTree.mostLate) }

  /// Takes in the points that wait for a leaf, which must not get too large by that.
  mutating func takeIn(lateOf node: SquareSum) {
    let number = Int(node.tag & ~SquareTree.leafBit)
    guard late.last(of: number) >= 0 else { return }
    var arrivals: [Arrival] = []
    late.takeOut(of: number, into: &arrivals)
    SquareTree.finish(&arrivals)
    takeIn(arrivals, arrivals.indices, into: node)
  }

  /// Takes in all points that wait.
  ///
  /// - Complexity: O(n log of all) for n points that wait, as to add them at once.
  mutating func takeInAll(work: inout Work) {
    // Once about every second leaf would be visited, it is quicker to move all points in their
    // order; but a crowd, which leaves do not tell of, stays where it is.
    if late.count * leafCapacity * 2 > count {
      closeRanksWithLate(work: &work)
    } else if late.count > 0 {
      let batch = lateInOrder()
      var errands = errands(for: batch, isNew: false, work: &work)
      // They come from where they wait.
      for index in errands.indices { errands[index].end = errands[index].start }
      run(errands, of: batch, work: &work)
    }
    assert(late.lasts.allSatisfy { $0 < 0 }, "a point still waits")
    late.removeAll()
  }

  /// All points that wait, in the order of keys.
  func lateInOrder() -> [Arrival] {
    var keys: [UInt64] = []
    keys.reserveCapacity(late.items.count)
    for item in late.items { keys.append(item.id < 0 ? UnitProjection.noKey : item.point.key) }
    let batch = SquareTree.sorted(keys) { number in
      Arrival(point: late.items[number].point, id: late.items[number].id)
    }
    assert(batch.count == late.count, "a point that waits was forgotten")
    return batch
  }
}
