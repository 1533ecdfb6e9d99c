public import MapGeometry

/// The number of points in a square of the map, and the sums of their coordinates.
///
/// Sums are whole numbers of 2^-30 degrees, a tenth of a millimeter, so they do not depend on
/// order, and subtraction is exact.
public struct CellAggregate: Hashable, Sendable {
  /// The sum of latitudes, in 2^-30 degrees.
  public internal(set) var latitude: Int64
  /// The sum of longitudes, in 2^-30 degrees.
  public internal(set) var longitude: Int64
  /// The number of points.
  public internal(set) var count: Int32
  /// The square, by a number whose meaning depends on the source of the value.
  public internal(set) var tag: UInt32

  static let unitsPerDegree = 0x1p30

  @inline(__always) init(latitude: Int64, longitude: Int64, count: Int32, tag: UInt32) {
    (self.latitude, self.longitude, self.count, self.tag) = (latitude, longitude, count, tag)
  }

  @inline(__always) init(of coordinate: Coordinate) {
    self.init(
      latitude: CellAggregate.units(coordinate.latitude),
      longitude: CellAggregate.units(coordinate.longitude), count: 1, tag: 0)
  }

  static let nothing = CellAggregate(latitude: 0, longitude: 0, count: 0, tag: 0)

  /// Adds up the points of a square, in any order.
  package init(of coordinates: [Coordinate], tag: UInt32) {
    self = .nothing
    self.tag = tag
    for coordinate in coordinates { add(coordinate) }
    assert(Int(count) == coordinates.count, "a sum has lost points")
  }

  /// The mean of the coordinates.
  ///
  /// - Precondition: There are points.
  public var place: Coordinate {
    // A quotient is rounded once, so the mean of points on the date line is not beyond it, as the
    // product with a rounded fraction can be.
    let units = CellAggregate.unitsPerDegree * Double(count)
    return Coordinate(latitude: Double(latitude) / units, longitude: Double(longitude) / units)
  }

  /// An angle as a whole number of 2^-30 degrees, the nearest; ties go to the even one.
  @inline(__always) static func units(_ degrees: Double) -> Int64 {
    // Adding 1.5 × 2^52 leaves the whole number in the last bits.
    let shifted = degrees * unitsPerDegree + 0x1.8p52
    return Int64(bitPattern: shifted.bitPattern) &- unitShift
  }

  @inline(__always) static func units(of coordinate: Coordinate) -> SIMD2<Int64> {
    shiftedUnits(of: coordinate) &- unitShift
  }

  /// Latitude and longitude, each with ``unitShift`` added, to be taken off a sum at the end.
  @inline(__always) static func shiftedUnits(of coordinate: Coordinate) -> SIMD2<Int64> {
    let shifted = SIMD2(coordinate.latitude, coordinate.longitude) * unitsPerDegree + 0x1.8p52
    return unsafe unsafeBitCast(shifted, to: SIMD2<Int64>.self)
  }

  static let unitShift: Int64 = 0x4338_0000_0000_0000

  @inline(__always) mutating func add(_ coordinate: Coordinate) {
    latitude &+= CellAggregate.units(coordinate.latitude)
    longitude &+= CellAggregate.units(coordinate.longitude)
    count &+= 1
  }

  /// Adds what is left of one sum without another.
  @inline(__always) mutating func add(_ whole: CellAggregate, without part: CellAggregate) {
    latitude &+= whole.latitude &- part.latitude
    longitude &+= whole.longitude &- part.longitude
    count &+= whole.count &- part.count
  }

  @inline(__always) mutating func remove(_ other: CellAggregate) {
    latitude &-= other.latitude
    longitude &-= other.longitude
    count &-= other.count
  }

  @inline(__always) mutating func add(_ other: CellAggregate) {
    latitude &+= other.latitude
    longitude &+= other.longitude
    count &+= other.count
  }
}

extension CellAggregate {
  /// Whether a node of a tree is a leaf.
  @inline(__always) var isLeaf: Bool { tag & AggregateQuadtree.leafBit != 0 }
  /// The index of a leaf.
  @inline(__always) var leaf: Int { Int(tag & ~AggregateQuadtree.leafBit) }
}
