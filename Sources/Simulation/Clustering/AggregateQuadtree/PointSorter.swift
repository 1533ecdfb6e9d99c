internal import MapGeometry

/// Sorts points by key, whole points at a time.
///
/// Sorting indices would read all memory in no order. Points are first spread over squares that
/// have few of them; the rest is done square by square, in the caches.
struct PointSorter {
  typealias Point = AggregateQuadtree.Point

  struct Order {
    /// Squares with more than ``least`` points are apart down to this level.
    var levels: Int
    var least: Int
  }

  private static let nowhere = Point(key: 0, place: Coordinate(latitude: 0, longitude: 0))
  /// Longer stretches are spread before they are sorted.
  static let mostSorted = 1 << 16
  /// Squares of fewer points are not spread any further.
  private static let leastSpread = 4_096
  /// By how many levels points are spread at most.
  private static let mostLevels = 8
  /// Points in each square or digit; then where the next one goes.
  private var counts: [Int32] = []
  /// The first of the squares that stay together, for each square.
  private var takers: [Int32] = []
  private var words: [UInt32] = []
  private var order: [UInt32] = []
  private var points: [Point] = []
  private var ids: [Int32] = []

  /// Sorts points with keys as far as ``Order`` says, leaving capacity before the first one.
  mutating func spread(
    _ newIDs: [Int32], at coordinates: [Coordinate], keys: [UInt64], capacity: Int,
    points: inout [Point], ids: inout [Int32]
  ) -> Order {
    let count = keys.count
    let squares = squares(count: count, from: capacity) { keys[$0] }
    let takers = takers
    var counts: [Int32] = []
    swap(&counts, &self.counts)
    points = unsafe Array(unsafeUninitializedCapacity: capacity + count) { allPoints, pointCount in
      ids = unsafe Array(unsafeUninitializedCapacity: capacity + count) { allIDs, idCount in
        unsafe allPoints[..<capacity].initialize(repeating: PointSorter.nowhere)
        unsafe allIDs[..<capacity].initialize(repeating: 0)
        let takers = takers.span
        var counts = counts.mutableSpan
        for index in 0..<count {
          let key = keys[index]
          let taker = unsafe Int(takers[unchecked: squares.number(key)])
          let slot = unsafe Int(counts[unchecked: taker])
          unsafe counts[unchecked: taker] = Int32(truncatingIfNeeded: slot &+ 1)
          unsafe allPoints[slot] = Point(
            key: key, place: AggregateQuadtree.kept(coordinates[index]))
          unsafe allIDs[slot] = newIDs[index]
        }
        idCount = capacity + count
      }
      pointCount = capacity + count
    }
    swap(&counts, &self.counts)
    return squares.order
  }

  /// Squares of one level in a stretch of keys.
  private struct Squares {
    var level = 0
    var levels = 0

    var order: Order { Order(levels: level + levels, least: PointSorter.leastSpread) }

    @inline(__always) func number(_ key: UInt64) -> Int {
      let shift = UInt64(truncatingIfNeeded: 64 &- 2 &* (level &+ levels))
      return Int(truncatingIfNeeded: key >> shift) & ((1 &<< (2 &* levels)) &- 1)
    }
  }

  private mutating func spread(
    _ stretch: Range<Int>, points: inout [Point], ids: inout [Int32]
  ) -> Order {
    let start = stretch.lowerBound
    let squares = squares(count: stretch.count, from: 0) { points[start &+ $0].key }
    guard squares.levels > 0 else { return squares.order }
    makePassage(stretch.count)
    for index in 0..<stretch.count {
      self.points[index] = points[start &+ index]
      self.ids[index] = ids[start &+ index]
    }
    for index in 0..<stretch.count {
      let slot = start &+ next(squares.number(self.points[index].key))
      points[slot] = self.points[index]
      ids[slot] = self.ids[index]
    }
    return squares.order
  }

  @inline(__always) private mutating func next(_ square: Int) -> Int {
    let taker = Int(takers[square])
    let slot = counts[taker]
    counts[taker] = slot &+ 1
    return Int(slot)
  }

  /// The squares over which keys are spread; sets where each begins.
  @inline(__always)
  private mutating func squares(
    count: Int, from start: Int, key: (Int) -> UInt64
  ) -> Squares {
    var all: UInt64 = .max
    var any: UInt64 = 0
    for index in 0..<count {
      all &= key(index)
      any |= key(index)
    }
    var squares = Squares()
    squares.level = (all ^ any).leadingZeroBitCount / 2
    // About sixteen points to a square where they lie evenly.
    let wanted = max((Int.bitWidth - count.leadingZeroBitCount - 4) / 2, 1)
    squares.levels = min(wanted, PointSorter.mostLevels, MortonKey.levelCount - squares.level)
    let squareCount = 1 << (2 * squares.levels)
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: squareCount + 1))
    do {
      var counts = counts.mutableSpan
      for index in 0..<count { unsafe counts[unchecked: squares.number(key(index))] &+= 1 }
      var total = Int32(start)
      for square in 0...squareCount {
        let count = counts[square]
        counts[square] = total
        total &+= count
      }
      assert(Int(total) == start + count, "the squares have other points than there are")
    }
    join(squareCount)
    return squares
  }

  /// Joins squares by fours as long as they have few points.
  private mutating func join(_ squareCount: Int) {
    takers.removeAll(keepingCapacity: true)
    var first = 0
    while first < squareCount {
      var side = 1
      while first & (4 * side - 1) == 0, 4 * side <= squareCount,
        Int(counts[first + 4 * side] - counts[first]) <= PointSorter.leastSpread
      { side *= 4 }
      takers.append(contentsOf: repeatElement(Int32(first), count: side))
      first += side
    }
  }

  /// Sorts a stretch of points that agree above a level, at least one level down: by two digits,
  /// the longer the more points there are.
  mutating func sort(
    _ stretch: Range<Int>, level: Int, points: inout [Point], ids: inout [Int32]
  ) -> Order {
    guard stretch.count <= PointSorter.mostSorted else {
      return spread(stretch, points: &points, ids: &ids)
    }
    let count = stretch.count
    let wanted = min(max(Int.bitWidth - count.leadingZeroBitCount, 4), 11)
    // As many levels as bits of a digit, for there are two digits.
    let bits = min(wanted, MortonKey.levelCount - level)
    let shift = UInt64(truncatingIfNeeded: 64 &- 2 &* (level &+ bits))
    let mask = (1 &<< UInt64(truncatingIfNeeded: bits)) &- 1 as UInt64
    let digits = 1 << bits
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: 2 * digits))
    do {
      let source = points.span
      var counts = counts.mutableSpan
      for slot in stretch {
        let rest = unsafe source[unchecked: slot].key &>> shift
        counts[Int(truncatingIfNeeded: rest & mask)] &+= 1
        counts[
          digits &+ Int(truncatingIfNeeded: rest &>> UInt64(truncatingIfNeeded: bits) & mask)] &+= 1
      }
      var low: Int32 = 0
      var high: Int32 = 0
      for digit in 0..<digits {
        let counted = (counts[digit], counts[digits &+ digit])
        counts[digit] = low
        counts[digits &+ digit] = high
        low &+= counted.0
        high &+= counted.1
      }
    }
    if words.count < count {
      words = [UInt32](repeating: 0, count: max(count, PointSorter.leastSpread))
      order = words
    }
    PointSorter.distribute(
      stretch, shift: shift, bits: bits, points: points, counts: &counts, words: &words,
      order: &order)
    makePassage(count)
    PointSorter.fetch(
      stretch, order: order, points: &points, ids: &ids, over: &self.points, &self.ids)
    return Order(levels: level + bits, least: 0)
  }

  /// Orders a stretch by two digits, the lower one first.
  @inline(__always) private static func distribute(
    _ stretch: Range<Int>, shift: UInt64, bits: Int, points: [Point], counts: inout [Int32],
    words: inout [UInt32], order: inout [UInt32]
  ) {
    let count = stretch.count
    let start = stretch.lowerBound
    let mask = (1 &<< UInt64(truncatingIfNeeded: bits)) &- 1 as UInt64
    let digits = 1 << bits
    let source = points.span
    var next = counts.mutableSpan
    var words = words.mutableSpan
    var order = order.mutableSpan
    for index in 0..<count {
      let rest = unsafe source[unchecked: start &+ index].key &>> shift
      let digit = Int(truncatingIfNeeded: rest & mask)
      let place = next[digit]
      next[digit] = place &+ 1
      let high = UInt32(truncatingIfNeeded: rest &>> UInt64(truncatingIfNeeded: bits) & mask)
      words[Int(place)] = high &<< 16 | UInt32(truncatingIfNeeded: index)
    }
    for index in 0..<count {
      let word = unsafe words[unchecked: index]
      let digit = digits &+ Int(word &>> 16)
      let place = next[digit]
      next[digit] = place &+ 1
      order[Int(place)] = word & 0xFFFF
    }
  }

  private mutating func makePassage(_ count: Int) {
    guard points.count < count else { return }
    points = [Point](repeating: PointSorter.nowhere, count: max(count, PointSorter.leastSpread))
    ids = [Int32](repeating: 0, count: max(count, PointSorter.leastSpread))
  }

  @inline(__always) private static func fetch(
    _ stretch: Range<Int>, order: [UInt32], points: inout [Point], ids: inout [Int32],
    over passPoints: inout [Point], _ passIDs: inout [Int32]
  ) {
    let start = stretch.lowerBound
    let count = stretch.count
    var points = points.mutableSpan
    var ids = ids.mutableSpan
    var passPoints = passPoints.mutableSpan
    var passIDs = passIDs.mutableSpan
    let order = order.span
    for index in 0..<count {
      let slot = unsafe start &+ Int(order[unchecked: index])
      passPoints[index] = points[slot]
      passIDs[index] = ids[slot]
    }
    for index in 0..<count {
      points[start &+ index] = unsafe passPoints[unchecked: index]
      ids[start &+ index] = unsafe passIDs[unchecked: index]
    }
  }
}
