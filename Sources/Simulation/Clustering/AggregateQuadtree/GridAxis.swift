internal import MapGeometry

/// The edges of a row of cells in units, and which units are cut by one.
struct GridAxis: Sendable {
  enum Direction { case east, south }

  let direction: Direction
  /// The first unit that lies beyond each edge as a whole; one edge more than there are cells.
  private(set) var beyond: [Int64] = []
  /// The unit in which each edge lies; the same as `beyond` where an edge is between two units.
  private(set) var cut: [Int64] = []
  private(set) var keyBeyond: [UInt64] = []
  private(set) var keyCut: [UInt64] = []
  var count: Int { beyond.count - 1 }

  private var first = 0
  private var last: Int?
  private var side = 1.0
  private var origin = 0.0
  private var cellsPerUnit = 0.0

  init(_ direction: Direction) { self.direction = direction }

  /// The bits of a key that say where a place is in this direction.
  @inline(__always) var mask: UInt64 { direction == .east ? MortonKey.xBits : ~MortonKey.xBits }

  /// Sets the edges of some cells, counted from the edge of the world; x belongs to cell floor(x /
  /// side).
  ///
  /// The cell `last`, if there is one, has all the rest of the world.
  mutating func set(first: Int, count: Int, last: Int?, side: Double) {
    assert(side > 0 && side.isFinite && count >= 0, "\(count) cells with a side of \(side)")
    (self.first, self.last, self.side) = (first, last, side)
    beyond.removeAll(keepingCapacity: true)
    cut.removeAll(keepingCapacity: true)
    keyBeyond.removeAll(keepingCapacity: true)
    keyCut.removeAll(keepingCapacity: true)
    for index in first...first + count {
      let isEnd = last.map { index == $0 + 1 } ?? false
      let edge = isEnd ? 0x1p32 : GridAxis.edge(index, side: side) * MortonKey.unitsPerMapPoint
      let unit = edge.rounded(.down)
      let next = Int64(unit) + (unit == edge ? 0 : 1)
      cut.append(Int64(unit))
      beyond.append(next)
      keyCut.append(keyBits(Int64(unit)))
      keyBeyond.append(keyBits(next))
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

  private func keyBits(_ unit: Int64) -> UInt64 {
    // No place has all bits of both directions.
    guard unit < 1 << 32 else { return .max }
    let bits = MortonKey.spread(UInt32(truncatingIfNeeded: max(unit, 0)))
    return direction == .east ? bits : bits << 1
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
  func cell(of point: AggregateQuadtree.Point, from first: Int32, to last: Int32) -> Int32 {
    let bits = point.key & mask
    var cell = first
    while cell < last, bits >= keyBeyond[Int(cell &+ 1)] { cell &+= 1 }
    guard cell < last, bits >= keyCut[Int(cell &+ 1)] else { return cell }
    return exactCell(of: point.place)
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
