internal import MapGeometry

/// Sorts points by key, whole points at a time.
///
/// Sorting indices would read all memory in no order. Points are first spread over squares that
/// have few of them. The rest is done square by square, in the caches: words of bits of their keys
/// and of their numbers in the square are sorted, and each leaf is written to where it stays.
struct PointSorter {
  typealias Arrival = AggregateQuadtree.Arrival

  /// How far points are spread.
  struct Spread {
    /// Squares with more than ``least`` points are apart down to this level.
    var levels: Int
    var least: Int
  }

  /// More points are spread before they are sorted; a word has bits for so many numbers.
  static let mostSorted = 1 << 16
  private static let numberMask = UInt64(mostSorted - 1)
  /// Squares of fewer points are not spread any further.
  private static let leastSpread = 4_096
  /// By how many levels points are spread at most.
  private static let mostLevels = 8

  private var points: [Arrival] = []
  /// Points in each square or digit; then where the next one goes.
  private var counts: [Int32] = []
  /// The first of the squares that stay together, for each square.
  private var takers: [Int32] = []
  /// The points of which there are words.
  private var range = 0..<0
  private var words: [UInt64] = []
  private var otherWords: [UInt64] = []

  /// Spreads points with keys.
  mutating func spread(
    _ ids: [Int32], at coordinates: [Coordinate], keys: [UInt64]
  ) -> Spread {
    let squares = squares(count: keys.count) { keys[$0] }
    let takers = takers
    var counts: [Int32] = []
    swap(&counts, &self.counts)
    points = unsafe Array(unsafeUninitializedCapacity: keys.count) { points, count in
      let takers = takers.span
      let keys = keys.span
      var counts = counts.mutableSpan
      for index in keys.indices {
        let key = unsafe keys[unchecked: index]
        let taker = unsafe Int(takers[unchecked: squares.number(key)])
        let slot = unsafe Int(counts[unchecked: taker])
        unsafe counts[unchecked: taker] = Int32(truncatingIfNeeded: slot &+ 1)
        let place = AggregateQuadtree.kept(coordinates[index])
        unsafe points[slot] = Arrival(
          point: AggregateQuadtree.Point(key: key, place: place), id: ids[index])
      }
      count = keys.count
    }
    swap(&counts, &self.counts)
    return squares.spread
  }

  /// Squares of one level in a stretch of keys.
  private struct Squares {
    var level = 0
    var levels = 0

    var spread: Spread { Spread(levels: level + levels, least: PointSorter.leastSpread) }

    @inline(__always) func number(_ key: UInt64) -> Int {
      let shift = UInt64(truncatingIfNeeded: 64 &- 2 &* (level &+ levels))
      return Int(truncatingIfNeeded: key &>> shift) & ((1 &<< (2 &* levels)) &- 1)
    }
  }

  /// Spreads some of the points further.
  mutating func spread(_ range: Range<Int>) -> Spread {
    let old = Array(points[range])
    let squares = squares(count: old.count) { old[$0].point.key }
    for arrival in old where squares.levels > 0 {
      let taker = Int(takers[squares.number(arrival.point.key)])
      points[range.lowerBound + Int(counts[taker])] = arrival
      counts[taker] += 1
    }
    return squares.spread
  }

  /// The squares over which keys are spread; sets where each begins.
  @inline(__always)
  private mutating func squares(count: Int, key: (Int) -> UInt64) -> Squares {
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
      var total: Int32 = 0
      for square in 0...squareCount {
        let count = counts[square]
        counts[square] = total
        total &+= count
      }
      assert(Int(total) == count, "the squares have other points than there are")
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

  /// Where those of a quarter end, of points that are spread over quarters.
  func bound(_ range: Range<Int>, level: Int, quarter: Int) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low &+ high) >> 1
      if MortonKey.quarter(points[middle].point.key, level: level) > quarter {
        high = middle
      } else {
        low = middle &+ 1
      }
    }
    return low
  }
}

extension PointSorter {
  /// How far words are sorted.
  struct Order {
    /// The first bits of words are those of keys from this level on.
    var level: Int
    /// Words are in order down to this level.
    var end: Int
  }

  /// Makes a word for each of some points, at most ``mostSorted``.
  mutating func makeWords(of range: Range<Int>) {
    self.range = range
    if words.count < range.count {
      words = [UInt64](repeating: 0, count: max(range.count, PointSorter.leastSpread))
      otherWords = words
    }
    var words = words.mutableSpan
    for number in 0..<range.count { words[number] = UInt64(number) }
  }

  /// Sorts words whose keys agree above a level, at least one level down: by two digits, the
  /// longer the more words there are.
  mutating func sort(_ words: Range<Int>, level: Int) -> Order {
    let wanted = min(max(Int.bitWidth - words.count.leadingZeroBitCount, 4), 11)
    // As many levels as bits of a digit, for there are two digits.
    let bits = min(wanted, MortonKey.levelCount - level)
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: 2 << bits))
    PointSorter.sort(
      words, level: level, bits: bits, of: points, range, counts: &counts, words: &self.words,
      otherWords: &otherWords)
    return Order(level: level, end: level + bits)
  }

  @inline(__always) private static func sort(
    _ part: Range<Int>, level: Int, bits: Int, of points: [Arrival], _ range: Range<Int>,
    counts: inout [Int32], words: inout [UInt64], otherWords: inout [UInt64]
  ) {
    let points = points.span.extracting(range)
    let digits = 1 << bits
    let mask = UInt64(digits - 1)
    let high = UInt64(64 - bits)
    let low = high - UInt64(bits)
    let above = UInt64(2 * level)
    assert(words.indices.contains(part.upperBound - 1), "a word is not there")
    var next = counts.mutableSpan
    var words = words.mutableSpan
    var other = otherWords.mutableSpan
    // Digits have so many bits, and as many words are counted as are moved: no bound is checked.
    for index in part {
      let number = unsafe words[unchecked: index] & numberMask
      let key = unsafe points[unchecked: Int(truncatingIfNeeded: number)].point.key &<< above
      unsafe words[unchecked: index] = key & ~numberMask | number
      unsafe next[unchecked: Int(truncatingIfNeeded: key &>> low & mask)] &+= 1
      unsafe next[unchecked: digits &+ Int(truncatingIfNeeded: key &>> high)] &+= 1
    }
    var totals = (low: Int32(0), high: Int32(part.lowerBound))
    for digit in 0..<digits {
      let counted = (next[digit], next[digits &+ digit])
      (next[digit], next[digits &+ digit]) = totals
      totals = (totals.low &+ counted.0, totals.high &+ counted.1)
    }
    for index in part {
      let word = unsafe words[unchecked: index]
      let digit = Int(truncatingIfNeeded: word &>> low & mask)
      let place = unsafe next[unchecked: digit]
      unsafe next[unchecked: digit] = place &+ 1
      unsafe other[unchecked: Int(place)] = word
    }
    for index in 0..<part.count {
      let word = unsafe other[unchecked: index]
      let digit = digits &+ Int(truncatingIfNeeded: word &>> high)
      let place = unsafe next[unchecked: digit]
      unsafe next[unchecked: digit] = place &+ 1
      unsafe words[unchecked: Int(place)] = word
    }
  }

  /// Where the words of a quarter of a square end.
  @inline(__always)
  func bound(_ part: Range<Int>, level: Int, order: Order, quarter: Int) -> Int {
    let shift = UInt64(62 &- 2 &* (level &- order.level))
    let words = words.span
    var low = part.lowerBound
    var count = part.count
    // A sign is added instead of a branch taken: what is found cannot be predicted.
    while count > 0 {
      let step = (count &+ 1) &>> 1
      let word = unsafe words[unchecked: low &+ step &- 1]
      let difference = Int(truncatingIfNeeded: word &>> shift & 3) &- quarter &- 1
      low &+= step & (difference &>> (Int.bitWidth &- 1))
      count &-= step
    }
    return low
  }

  /// Appends the points of a leaf in the order of their keys, and returns their sum.
  mutating func settle(_ part: Range<Int>, in piece: inout PointPieces.Piece) -> CellAggregate {
    PointSorter.sortFew(part, of: points, range, words: &words)
    return PointSorter.settle(words.span.extracting(part), of: points, range, in: &piece)
  }

  /// Sorts few words that are nearly in order by the leading digits of their keys.
  @inline(__always) private static func sortFew(
    _ part: Range<Int>, of points: [Arrival], _ range: Range<Int>, words: inout [UInt64]
  ) {
    let points = points.span.extracting(range)
    var words = words.mutableSpan
    var last: UInt64 = 0
    for index in part {
      let word = unsafe words[unchecked: index]
      let key = unsafe points[unchecked: Int(truncatingIfNeeded: word & numberMask)].point.key
      guard key < last else {
        last = key
        continue
      }
      var hole = index
      while hole > part.lowerBound, points[Int(words[hole &- 1] & numberMask)].point.key > key {
        words[hole] = words[hole &- 1]
        hole &-= 1
      }
      words[hole] = word
    }
  }

  @inline(__always) private static func settle(
    _ words: Span<UInt64>, of points: [Arrival], _ range: Range<Int>,
    in piece: inout PointPieces.Piece
  ) -> CellAggregate {
    let points = points.span.extracting(range)
    var units = SIMD2<Int64>.zero
    piece.places.append(addingCapacity: words.count) { places in
      piece.badges.append(addingCapacity: words.count) { badges in
        for index in words.indices {
          let number = unsafe Int(truncatingIfNeeded: words[unchecked: index] & numberMask)
          let arrival = unsafe points[unchecked: number]
          places.append(arrival.point.place)
          badges.append(PointPieces.Badge(of: arrival.point, id: arrival.id))
          units &+= CellAggregate.units(of: arrival.point.place)
        }
      }
    }
    return CellAggregate(
      latitude: units[0], longitude: units[1], count: Int32(words.count), tag: 0)
  }

  /// Appends points at one place.
  func settle(crowd range: Range<Int>, in piece: inout PointPieces.Piece) -> CellAggregate {
    var sum = CellAggregate.nothing
    for arrival in points[range] {
      piece.places.append(arrival.point.place)
      piece.badges.append(PointPieces.Badge(of: arrival.point, id: arrival.id))
      sum.add(arrival.point.place)
    }
    return sum
  }
}
