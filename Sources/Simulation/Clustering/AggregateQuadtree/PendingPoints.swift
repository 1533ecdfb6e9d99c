internal import MapGeometry

/// Pending insertions: points that the sums of all squares have, and their leaf has not yet.
///
/// The points of a batch fall into leaves that lie far apart, and inserting one moves half of the
/// others. So points are kept here in batches; a query of a leaf looks here as well.
struct PendingPoints: Sendable {
  struct Item: Sendable {
    var point: AggregateQuadtree.Point
    /// The id, or -1 once it is not pending any longer.
    var id: Int32
    /// The pending point of the same leaf before, or -1.
    var next: Int32
    /// The number of pending points of the leaf up to this one.
    var rank: Int32
  }

  var items: [Item] = []
  /// Before this one, none is pending any longer.
  private var oldest = 0
  /// The number of pending points; the other items are inserted or removed.
  var count = 0
  /// The last pending point of each leaf, or -1; may be shorter than the list of leaves.
  var lasts: [Int32] = []
  /// Leaves that got too many pending points, in the order in which they did; some may have taken
  /// them in since.
  var due: [Int32] = []

  @inline(__always) func last(of leaf: Int) -> Int32 { leaf < lasts.count ? lasts[leaf] : -1 }

  @inline(__always) func count(of leaf: Int) -> Int {
    guard count > 0 else { return 0 }
    let last = last(of: leaf)
    return last < 0 ? 0 : Int(items[Int(last)].rank)
  }

  /// One point for each leaf of the points that have waited longest, at most so many.
  func oldest(_ most: Int) -> [AggregateQuadtree.Arrival] {
    var arrivals: [AggregateQuadtree.Arrival] = []
    var waiting = 0
    for item in items[oldest...] where item.id >= 0 {
      guard waiting < most else { break }
      waiting += 1
      // The others of its leaf come later.
      guard item.rank == 1 else { continue }
      arrivals.append(AggregateQuadtree.Arrival(point: item.point, id: item.id))
    }
    return arrivals
  }

  /// A pending point of each of the leaves that have been due longest, at most so many; those with
  /// no more points than a limit are due no longer.
  mutating func nextDue(_ most: Int, beyond limit: Int) -> [AggregateQuadtree.Arrival] {
    due = due.filter { count(of: Int($0)) > limit }
    return due.prefix(most).map { leaf in
      let item = items[Int(lasts[Int(leaf)])]
      return AggregateQuadtree.Arrival(point: item.point, id: item.id)
    }
  }

  /// Drops the items before the oldest pending point, once they are as many as those behind.
  ///
  /// - Complexity: O(1) for each point that was pending, on average.
  mutating func forgetOldest(leafOfID: LeafNumbers) {
    while oldest < items.count, items[oldest].id < 0 { oldest += 1 }
    guard 2 * oldest >= items.count else { return }
    let offset = Int32(oldest)
    for index in oldest..<items.count where items[index].id >= 0 {
      // All points of a leaf are inserted together, so none refers to one that is dropped.
      let leaf = Int(leafOfID[items[index].id])
      if lasts[leaf] == Int32(index) { lasts[leaf] -= offset }
      if items[index].next >= 0 { items[index].next -= offset }
    }
    items.removeFirst(oldest)
    oldest = 0
    assert(items.isEmpty || items[0].id >= 0, "the oldest point waits no longer")
  }

  /// Moves the pending points of a leaf to a list of arrivals.
  mutating func takeOut(of leaf: Int, into arrivals: inout [AggregateQuadtree.Arrival]) {
    var last = last(of: leaf)
    guard last >= 0 else { return }
    lasts[leaf] = -1
    while last >= 0 {
      let item = items[Int(last)]
      assert(item.id >= 0, "a point that does not wait any longer is on the list of a leaf")
      arrivals.append(AggregateQuadtree.Arrival(point: item.point, id: item.id))
      items[Int(last)].id = -1
      count -= 1
      last = item.next
    }
  }

  /// Removes the pending points of a leaf that were removed from the tree.
  mutating func drop(of leaf: Int, unlessIn leafOfID: LeafNumbers) -> [Item] {
    var gone: [Item] = []
    var kept: [Int32] = []
    var next = last(of: leaf)
    while next >= 0 {
      if leafOfID[items[Int(next)].id] < 0 {
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
