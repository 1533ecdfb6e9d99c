internal import MapGeometry

/// The points of all leaves and their ids, in pieces, so that none of them is moved when there are
/// more.
///
/// Slots are numbered through. The first piece is what a tree was made with, as large as that is;
/// of the numbers behind, each further piece has ``side``, which need not all be in use.
struct PointPieces: Sendable {
  typealias Point = AggregateQuadtree.Point

  struct Piece: Sendable {
    var points: [Point] = []
    /// Ids, parallel to `points`.
    var ids: [Int32] = []
  }

  /// Slots of one piece, counted from where it begins.
  struct Stretch {
    /// The number of a further piece; negative for the first one.
    var piece: Int
    var slots: Range<Int>

    @inline(__always) var isInFirst: Bool { piece < 0 }
  }

  private static let sideBits = 15
  /// Numbers of a further piece.
  static let side = 1 << sideBits

  private(set) var first: Piece
  /// A stretch that is longer than a piece takes the numbers of several; all but the first of them
  /// are empty.
  private(set) var more: [Piece] = []
  /// Slots of all pieces.
  private(set) var count: Int
  /// How many slots can be appended to the last of the further pieces.
  private var rest = 0
  /// The first number behind those of the first piece.
  private var end: Int

  init(_ first: Piece = Piece()) {
    self.first = first
    end = first.points.count
    count = end
  }

  /// Where some slots are.
  @inline(__always) func stretch(_ start: Int, count: Int) -> Stretch {
    let beyond = start &- end
    guard beyond >= 0 else { return Stretch(piece: -1, slots: start..<start &+ count) }
    let offset = beyond & (PointPieces.side &- 1)
    return Stretch(piece: beyond &>> PointPieces.sideBits, slots: offset..<offset &+ count)
  }

  @inline(__always) func key(at slot: Int) -> UInt64 {
    let place = stretch(slot, count: 1)
    let more = more.span
    let points = place.isInFirst ? first.points.span : more[place.piece].points.span
    return points[place.slots.lowerBound].key
  }

  @inline(__always) func id(at slot: Int) -> Int32 {
    let place = stretch(slot, count: 1)
    let more = more.span
    let ids = place.isInFirst ? first.ids.span : more[place.piece].ids.span
    return ids[place.slots.lowerBound]
  }

  /// The slots of a quarter at the beginning of some that are sorted by quarters.
  func part(of stretch: Stretch, in quarter: Int, level: Int) -> Range<Int> {
    let slots = stretch.slots
    let more = more.span
    let end =
      stretch.isInFirst
      ? first.bound(slots.lowerBound, slots.upperBound, level: level, quarter: quarter)
      : more[stretch.piece].bound(
        slots.lowerBound, slots.upperBound, level: level, quarter: quarter)
    return slots.lowerBound..<end
  }

  /// Notes the leaf of each point of a stretch, and sums them.
  func settle(_ stretch: Stretch, in leaf: Int32, _ leafOfID: inout [Int32]) -> CellAggregate {
    let more = more.span
    let points = stretch.isInFirst ? first.points.span : more[stretch.piece].points.span
    let ids = stretch.isInFirst ? first.ids.span : more[stretch.piece].ids.span
    var leafOfID = leafOfID.mutableSpan
    var sum = CellAggregate.nothing
    for slot in stretch.slots {
      leafOfID[Int(ids[slot])] = leaf
      sum.add(points[slot].place)
    }
    return sum
  }
}

extension PointPieces {
  /// Appends a stretch that is not empty, and returns its first slot.
  mutating func append(_ capacity: Int) -> Int {
    assert(capacity > 0, "an empty stretch has no first slot")
    if capacity > rest { appendPiece(for: capacity) }
    let last = more.count - 1
    let start = end + last << PointPieces.sideBits + more[last].points.count
    more[last].append(capacity)
    count += capacity
    rest -= capacity
    let numbers = max(capacity - 1, 0) >> PointPieces.sideBits
    more.append(contentsOf: repeatElement(Piece(), count: numbers))
    return start
  }

  /// An eighth more, but no more than one piece has, unless one stretch needs it.
  private mutating func appendPiece(for capacity: Int) {
    let wanted = max(min(max(count / 8, 1_024), PointPieces.side), capacity)
    var piece = Piece()
    piece.points.reserveCapacity(wanted)
    piece.ids.reserveCapacity(wanted)
    more.append(piece)
    rest = wanted
  }

  /// Returns the first slot of the next piece, which begins with the next stretch.
  mutating func beginPiece() -> Int {
    rest = 0
    return end + more.count << PointPieces.sideBits
  }

  /// Drops the pieces before a slot, with which the numbers begin from then on, and returns how
  /// many slots they had.
  mutating func dropPieces(before slot: Int) -> Int {
    let dropped = (slot - end) >> PointPieces.sideBits
    assert(slot == end + dropped << PointPieces.sideBits, "a piece is dropped in part")
    let slots = more[..<dropped].reduce(first.points.count) { $0 + $1.points.count }
    first = Piece()
    end = 0
    more.removeFirst(dropped)
    // Leaves without capacity lie in the first of them.
    if more.isEmpty { more.append(Piece()) }
    count -= slots
    return slots
  }

  /// Copies points to other slots.
  mutating func copy(_ source: Stretch, to start: Int) {
    let target = stretch(start, count: source.slots.count)
    guard target.piece != source.piece else {
      if target.isInFirst {
        first.copy(source.slots, to: target.slots.lowerBound)
      } else {
        more[target.piece].copy(source.slots, to: target.slots.lowerBound)
      }
      return
    }
    let piece = takeOut(source)
    if target.isInFirst {
      first.copy(source.slots, of: piece, to: target.slots.lowerBound)
    } else {
      more[target.piece].copy(source.slots, of: piece, to: target.slots.lowerBound)
    }
    putBack(piece, source)
  }

  /// Merges a part of a batch into points that have capacity behind them; both are in the order of
  /// keys.
  mutating func merge(
    _ stretch: Stretch, with batch: [AggregateQuadtree.Arrival], _ arrivals: Range<Int>,
    leaf: Int32, _ leafOfID: inout [Int32]
  ) {
    if stretch.isInFirst {
      first.merge(stretch.slots, with: batch, arrivals, leaf: leaf, &leafOfID)
    } else {
      more[stretch.piece].merge(stretch.slots, with: batch, arrivals, leaf: leaf, &leafOfID)
    }
  }

  /// Takes the piece of a stretch out, to be put back with changes.
  mutating func takeOut(_ stretch: Stretch) -> Piece {
    var piece = Piece()
    if stretch.isInFirst { swap(&piece, &first) } else { swap(&piece, &more[stretch.piece]) }
    return piece
  }

  mutating func putBack(_ piece: consuming Piece, _ stretch: Stretch) {
    if stretch.isInFirst { first = piece } else { more[stretch.piece] = piece }
  }
}

extension PointPieces.Piece {
  private static let nowhere = PointPieces.Point(
    key: 0, place: Coordinate(latitude: 0, longitude: 0))

  mutating func append(_ capacity: Int) {
    points.append(contentsOf: repeatElement(Self.nowhere, count: capacity))
    ids.append(contentsOf: repeatElement(0, count: capacity))
  }

  /// Where the points of a quarter end, in a stretch that is sorted by quarters.
  @inline(__always) func bound(_ start: Int, _ end: Int, level: Int, quarter: Int) -> Int {
    let points = points.span
    var low = start
    var high = end
    while low < high {
      let middle = (low &+ high) >> 1
      if MortonKey.quarter(points[middle].key, level: level) > quarter {
        high = middle
      } else {
        low = middle &+ 1
      }
    }
    return low
  }

  mutating func copy(_ slots: Range<Int>, to start: Int) {
    var points = points.mutableSpan
    for slot in slots { points[slot &- slots.lowerBound &+ start] = points[slot] }
    var ids = ids.mutableSpan
    for slot in slots { ids[slot &- slots.lowerBound &+ start] = ids[slot] }
  }

  mutating func copy(_ slots: Range<Int>, of other: borrowing Self, to start: Int) {
    let oldPoints = other.points.span
    var points = points.mutableSpan
    for slot in slots { points[slot &- slots.lowerBound &+ start] = oldPoints[slot] }
    let oldIDs = other.ids.span
    var ids = ids.mutableSpan
    for slot in slots { ids[slot &- slots.lowerBound &+ start] = oldIDs[slot] }
  }

  /// See ``PointPieces``.
  mutating func merge(
    _ slots: Range<Int>, with batch: [AggregateQuadtree.Arrival], _ arrivals: Range<Int>,
    leaf: Int32, _ leafOfID: inout [Int32]
  ) {
    Self.merge(slots, &points, &ids, with: batch, arrivals, leaf: leaf, &leafOfID)
  }

  @inline(__always) private static func merge(
    _ slots: Range<Int>, _ points: inout [PointPieces.Point], _ ids: inout [Int32],
    with batch: [AggregateQuadtree.Arrival], _ arrivals: Range<Int>, leaf: Int32,
    _ leafOfID: inout [Int32]
  ) {
    var points = points.mutableSpan
    var ids = ids.mutableSpan
    var leafOfID = leafOfID.mutableSpan
    let batch = batch.span
    // From the end on, so that nothing is overwritten that has not been moved.
    var slot = slots.upperBound &+ arrivals.count
    var old = slots.upperBound
    var new = arrivals.upperBound
    while new > arrivals.lowerBound {
      slot &-= 1
      let arrival = batch[new &- 1]
      if old > slots.lowerBound, points[old &- 1].key > arrival.point.key {
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
  }
}
