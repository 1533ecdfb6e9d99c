internal import MapGeometry

/// The points of all leaves, in pieces, so that none of them is moved when there are more.
///
/// Slots are numbered through. The first piece is what a tree was made with, as large as that is;
/// of the numbers behind, each further piece has ``side``, which need not all be in use.
struct PointPieces: Sendable {
  /// A point without its place: the number of its row of units, and its id.
  ///
  /// The column of units follows from the longitude by three operations; see
  /// ``UnitProjection/column(of:)``.
  struct Badge: Sendable {
    var y: UInt32
    var id: Int32
  }

  struct Piece: Sendable {
    var places: [Coordinate] = []
    /// Parallel to `places`.
    var badges: [Badge] = []
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
    end = first.places.count
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
    let stretch = stretch(slot, count: 1)
    let slot = stretch.slots.lowerBound
    return stretch.isInFirst ? first.key(at: slot) : more.span[stretch.piece].key(at: slot)
  }

  /// Reads a slot, so that it is in the caches when it is needed.
  @inline(__always) func touch(_ slot: Int) -> UInt64 {
    let stretch = stretch(slot, count: 1)
    let slot = stretch.slots.lowerBound
    let more = more.span
    let places = stretch.isInFirst ? first.places.span : more[stretch.piece].places.span
    let badges = stretch.isInFirst ? first.badges.span : more[stretch.piece].badges.span
    return places[slot].longitude.bitPattern &+ UInt64(badges[slot].y)
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
  func settle(_ stretch: Stretch, in leaf: Int32, _ leafOfID: inout LeafNumbers) -> CellAggregate {
    let more = more.span
    let places = stretch.isInFirst ? first.places.span : more[stretch.piece].places.span
    let badges = stretch.isInFirst ? first.badges.span : more[stretch.piece].badges.span
    leafOfID.set(leaf, of: badges.extracting(stretch.slots))
    var sum = CellAggregate.nothing
    for slot in stretch.slots { sum.add(places[slot]) }
    return sum
  }
}

extension PointPieces.Badge {
  init(of point: AggregateQuadtree.Point, id: Int32) {
    self.init(y: point.row, id: id)
  }

  /// The key of a point at a place.
  @inline(__always) func key(at place: Coordinate) -> UInt64 {
    MortonKey.key(x: UnitProjection.column(of: place), y: y)
  }
}

extension PointPieces {
  /// Appends a stretch that is not empty, and returns its first slot.
  mutating func append(_ capacity: Int) -> Int {
    assert(capacity > 0, "an empty stretch has no first slot")
    if capacity > rest { appendPiece(for: capacity) }
    let last = more.count - 1
    let start = end + last << PointPieces.sideBits + more[last].places.count
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
    piece.places.reserveCapacity(wanted)
    piece.badges.reserveCapacity(wanted)
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
    let slots = more[..<dropped].reduce(first.places.count) { $0 + $1.places.count }
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
    _ stretch: Stretch, with batch: [AggregateQuadtree.Arrival], _ arrivals: Range<Int>
  ) {
    if stretch.isInFirst {
      first.merge(stretch.slots, with: batch, arrivals)
    } else {
      more[stretch.piece].merge(stretch.slots, with: batch, arrivals)
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
  private static let nowhere = Coordinate(latitude: 0, longitude: 0)
  private static let noBadge = PointPieces.Badge(y: 0, id: 0)

  mutating func append(_ capacity: Int) {
    places.append(contentsOf: repeatElement(Self.nowhere, count: capacity))
    badges.append(contentsOf: repeatElement(Self.noBadge, count: capacity))
  }

  @inline(__always) func key(at slot: Int) -> UInt64 { badges[slot].key(at: places[slot]) }

  /// Where the points of a quarter end, in a stretch that is sorted by quarters.
  func bound(_ start: Int, _ end: Int, level: Int, quarter: Int) -> Int {
    var low = start
    var high = end
    while low < high {
      let middle = (low &+ high) >> 1
      if MortonKey.quarter(key(at: middle), level: level) > quarter {
        high = middle
      } else {
        low = middle &+ 1
      }
    }
    return low
  }

  mutating func copy(_ slots: Range<Int>, to start: Int) {
    var places = places.mutableSpan
    for slot in slots { places[slot &- slots.lowerBound &+ start] = places[slot] }
    var badges = badges.mutableSpan
    for slot in slots { badges[slot &- slots.lowerBound &+ start] = badges[slot] }
  }

  mutating func copy(_ slots: Range<Int>, of other: borrowing Self, to start: Int) {
    let oldPlaces = other.places.span
    var places = places.mutableSpan
    for slot in slots { places[slot &- slots.lowerBound &+ start] = oldPlaces[slot] }
    let oldBadges = other.badges.span
    var badges = badges.mutableSpan
    for slot in slots { badges[slot &- slots.lowerBound &+ start] = oldBadges[slot] }
  }

  /// See ``PointPieces``.
  mutating func merge(
    _ slots: Range<Int>, with batch: [AggregateQuadtree.Arrival], _ arrivals: Range<Int>
  ) {
    Self.merge(slots, &places, &badges, with: batch, arrivals)
  }

  @inline(__always) private static func merge(
    _ slots: Range<Int>, _ places: inout [Coordinate], _ badges: inout [PointPieces.Badge],
    with batch: [AggregateQuadtree.Arrival], _ arrivals: Range<Int>
  ) {
    var places = places.mutableSpan
    var badges = badges.mutableSpan
    let batch = batch.span
    // From the end on, so that nothing is overwritten that has not been moved.
    var slot = slots.upperBound &+ arrivals.count
    var old = slots.upperBound
    var new = arrivals.upperBound
    while new > arrivals.lowerBound {
      new &-= 1
      let arrival = batch[new]
      let badge = PointPieces.Badge(of: arrival.point, id: arrival.id)
      let column = UnitProjection.column(of: arrival.point.place)
      while old > slots.lowerBound {
        let place = places[old &- 1]
        let other = badges[old &- 1]
        guard
          MortonKey.isBefore(
            x: column, y: badge.y, otherX: UnitProjection.column(of: place), otherY: other.y)
        else { break }
        old &-= 1
        slot &-= 1
        places[slot] = place
        badges[slot] = other
      }
      slot &-= 1
      places[slot] = arrival.point.place
      badges[slot] = badge
    }
  }
}
