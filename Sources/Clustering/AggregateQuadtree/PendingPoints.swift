internal import MapGeometry

/// Points that the sums of all squares around them have, and that their leaf has not taken in yet.
///
/// The points of a batch fall into leaves that lie far apart, and to take one in moves half of the
/// others. So a point waits here, beside those of its batch; a query that looks into its leaf looks
/// here as well.
struct PendingPoints: Sendable {
  struct Item: Sendable {
    var point: AggregateQuadtree.Point
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

  @inline(__always) func last(of leaf: Int) -> Int32 { leaf < lasts.count ? lasts[leaf] : -1 }

  @inline(__always) func count(of leaf: Int) -> Int {
    // Mostly nobody does.
    guard count > 0 else { return 0 }
    let last = last(of: leaf)
    return last < 0 ? 0 : Int(items[Int(last)].rank)
  }

  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    lasts.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Takes the points that wait for a leaf off the list, and appends them to others.
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
