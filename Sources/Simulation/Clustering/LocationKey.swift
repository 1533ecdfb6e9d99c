public import MapGeometry

/// The place of a coordinate, as coarse as a geohash of nine characters.
///
/// Points with equal keys count as one location. A key names a rectangle of 45 / 2^20 degrees in
/// both directions, about 4.8 m high, so two points closer than that can still be two locations.
public struct LocationKey: Hashable, Sendable {
  /// The 45 bits of the geohash: the first, a longitude bit, is bit 44.
  public let bits: UInt64

  /// Both sides of the rectangle, in degrees: 360 / 2^23 and 180 / 2^22.
  ///
  /// It has six significant bits, so every edge is exact and bisecting the range, as a geohash is
  /// defined, meets no other numbers.
  private static let side = 45.0 / 1_048_576.0

  /// The key of a coordinate; nil when it lies outside ±90 and ±180 degrees or is no number.
  public init?(_ coordinate: Coordinate) {
    guard Projection.isValid(coordinate) else { return nil }
    let column = LocationKey.step(of: coordinate.longitude, from: -180, last: (1 << 23) - 1)
    let row = LocationKey.step(of: coordinate.latitude, from: -90, last: (1 << 22) - 1)
    bits = MortonKey.key(x: column, y: row)
  }

  /// Whether all coordinates have the same key; false when there are none or one has no key.
  public static func areOneLocation(_ coordinates: [Coordinate]) -> Bool {
    guard let first = coordinates.first, let key = LocationKey(first) else { return false }
    return coordinates.allSatisfy { LocationKey($0) == key }
  }

  /// The number of the rectangle that holds an angle, counted from the start of the range.
  private static func step(of angle: Double, from start: Double, last: Int) -> UInt32 {
    var step = Int((angle - start) / side)
    // The difference was rounded; the edges are exact and decide.
    if start + Double(step) * side > angle { step -= 1 }
    if start + Double(step + 1) * side <= angle { step += 1 }
    assert(step >= 0 && step <= last + 1, "the angle lies outside the range")
    // The upper end of the range belongs to the last rectangle.
    return UInt32(min(step, last))
  }
}
