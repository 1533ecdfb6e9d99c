public import MapGeometry

/// The place of a coordinate, as coarse as a geohash of nine characters.
///
/// Points with equal keys count as one location. A key names a rectangle of 45 / 2^20 degrees in
/// both directions, about 4.8 m from south to north, so two points closer than that can still be
/// two locations.
public struct LocationKey: Hashable, Sendable {
  /// The 45 bits of the geohash: the first, a longitude bit, is bit 44.
  public let bits: UInt64

  /// Both sides of the rectangle, in degrees: 360 / 2^23 and 180 / 2^22.
  ///
  /// It has six significant bits, so every edge is a Double exactly and bisecting the range, as a
  /// geohash is defined, meets no other numbers.
  private static let side = 45.0 / 1_048_576.0

  /// The key of a coordinate; nil when it lies outside ±90 and ±180 degrees or is no number.
  ///
  /// - Complexity: O(1).
  public init?(_ coordinate: Coordinate) {
    guard Projection.isValid(coordinate) else { return nil }
    let column = LocationKey.step(of: coordinate.longitude, from: -180, last: (1 << 23) - 1)
    let row = LocationKey.step(of: coordinate.latitude, from: -90, last: (1 << 22) - 1)
    bits = LocationKey.spread(column) | LocationKey.spread(row) << 1
  }

  /// Whether all coordinates have the same key; false when there are none or one has no key.
  public static func areOneLocation(_ coordinates: [Coordinate]) -> Bool {
    guard let first = coordinates.first, let key = LocationKey(first) else { return false }
    return coordinates.allSatisfy { LocationKey($0) == key }
  }

  /// The number of the rectangle that holds an angle, counted from the start of the range.
  private static func step(of angle: Double, from start: Double, last: Int) -> UInt64 {
    var step = Int((angle - start) / side)
    // The difference was rounded; the edges are exact and decide.
    if start + Double(step) * side > angle { step -= 1 }
    if start + Double(step + 1) * side <= angle { step += 1 }
    assert(step >= 0 && step <= last + 1, "the angle lies outside the range")
    // The upper end of the range belongs to the last rectangle.
    return UInt64(min(step, last))
  }

  private static func spread(_ number: UInt64) -> UInt64 {
    var bits = number
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }
}
