internal import MapGeometry

/// The edges of a row of cells in units, and which units are cut by one.
struct GridAxis: Sendable {
  enum Direction {
    case east, south

    /// A number that grows with a place in this direction as its unit does: how many degrees it is
    /// east of the date line, by their bits, or its row of units.
    @inline(__always) func position(of place: Coordinate, _ badge: PointPieces.Badge) -> UInt64 {
      switch self {
      case .east: (place.longitude + 180).bitPattern
      case .south: UInt64(badge.y)
      }
    }

    /// The least position of a place that is in a unit, or beyond it.
    func position(ofUnit unit: Int64) -> UInt64 {
      guard self == .east, unit > 0 else { return UInt64(max(unit, 0)) }
      // The product has 41 bits at most, so it is exact. The number before it is smaller by more
      // than half a step once it is divided by 360, so it rounds to another quotient.
      return (Double(unit) * (360 / GridAxis.unitsPerWorld)).bitPattern
    }
  }

  private static let unitsPerWorld = MapSize.worldSide * MortonKey.unitsPerMapPoint

  let direction: Direction
  /// The first unit that lies beyond each edge as a whole; one edge more than there are cells.
  private(set) var beyond: [Int64] = []
  /// The unit in which each edge lies; the same as `beyond` where an edge is between two units.
  private(set) var cut: [Int64] = []
  /// The same as positions of places; see ``Direction/position(of:_:)``.
  private(set) var positionBeyond: [UInt64] = []
  private(set) var positionCut: [UInt64] = []
  var count: Int { beyond.count - 1 }

  private var first = 0
  private var last: Int?
  private var side = 1.0
  private var origin = 0.0
  private var cellsPerUnit = 0.0

  init(_ direction: Direction) { self.direction = direction }

  /// Sets the edges of some cells, counted from the edge of the world; x belongs to cell floor(x /
  /// side).
  ///
  /// The cell `last`, if there is one, has all the rest of the world.
  mutating func set(first: Int, count: Int, last: Int?, side: Double) {
    assert(side > 0 && side.isFinite && count >= 0, "\(count) cells with a side of \(side)")
    (self.first, self.last, self.side) = (first, last, side)
    beyond.removeAll(keepingCapacity: true)
    cut.removeAll(keepingCapacity: true)
    positionBeyond.removeAll(keepingCapacity: true)
    positionCut.removeAll(keepingCapacity: true)
    for index in first...first + count {
      let isEnd = last.map { index == $0 + 1 } ?? false
      let edge = isEnd ? 0x1p32 : GridAxis.edge(index, side: side) * MortonKey.unitsPerMapPoint
      let unit = edge.rounded(.down)
      let next = Int64(unit) + (unit == edge ? 0 : 1)
      cut.append(Int64(unit))
      beyond.append(next)
      positionCut.append(direction.position(ofUnit: Int64(unit)))
      positionBeyond.append(direction.position(ofUnit: next))
    }
    assert(zip(cut, beyond).allSatisfy { $0 <= $1 }, "an edge lies beyond the unit that it cuts")
    origin = Double(beyond[0])
    cellsPerUnit = 1 / (side * MortonKey.unitsPerMapPoint)
  }

  /// The least number whose quotient with the side is not below a whole number.
  private static func edge(_ index: Int, side: Double) -> Double {
    let whole = Double(index)
    var edge = whole * side
    while edge / side < whole { edge = edge.nextUp }
    while edge > 0, edge.nextDown / side >= whole { edge = edge.nextDown }
    return edge
  }

  /// The last cell that can have a unit, by the edges before it: -1 before the first cell, `count`
  /// beyond the last.
  @inline(__always) func lowest(_ unit: Int64) -> Int32 {
    var cell = estimate(unit)
    while cell >= 0, beyond[cell] > unit { cell &-= 1 }
    while cell < count, beyond[cell &+ 1] <= unit { cell &+= 1 }
    return Int32(truncatingIfNeeded: cell)
  }

  /// The same for a unit that is known to lie between two cells.
  @inline(__always) func lowest(_ unit: Int64, from first: Int32, to last: Int32) -> Int32 {
    guard first < last else { return first }
    guard first &+ 1 < last else { return beyond[Int(last)] <= unit ? last : first }
    return lowest(unit)
  }

  @inline(__always) private func estimate(_ unit: Int64) -> Int {
    let cells = (Double(unit) - origin) * cellsPerUnit
    return cells < 0 ? -1 : cells >= Double(count) ? count : Int(cells)
  }

  /// The highest cell that a unit just before a middle can be in, given the lowest one of the
  /// middle.
  @inline(__always) func highest(before middle: Int64, lowest cell: Int32) -> Int32 {
    guard cell >= 0 else { return -1 }
    return cut[Int(cell)] < middle ? cell : cell &- 1
  }

  /// The cell of a point between two cells.
  @inline(__always)
  func cell(
    of place: Coordinate, _ badge: PointPieces.Badge, from first: Int32, to last: Int32
  ) -> Int32 {
    let position = direction.position(of: place, badge)
    var cell = first
    while cell < last, position >= positionBeyond[Int(cell &+ 1)] { cell &+= 1 }
    guard cell < last, position >= positionCut[Int(cell &+ 1)] else { return cell }
    return exactCell(of: place)
  }

  /// The cell of a place by its map point, where a unit is cut.
  @inline(never) private func exactCell(of place: Coordinate) -> Int32 {
    switch direction {
    case .east:
      let x = Projection.mapX(forLongitude: place.longitude)
      let cell = x < MapSize.worldSide ? Int((x / side).rounded(.down)) : 0
      return Int32(min(cell, last ?? cell) - first)
    case .south:
      let y = Projection.mapKit.mapY(forLatitude: place.latitude)
      return Int32(Int((y / side).rounded(.down)) - first)
    }
  }
}
