internal import MapGeometry

/// Morton keys of places on the square of the world: 32 bits of x and 32 of y in turns.
///
/// A unit is the 2^32nd part of the world's side, a sixteenth of a map point, about a centimeter.
/// The bits of y come before those of x, so quarters are numbered north-west, north-east,
/// south-west, south-east, and all places of a square of 2^k units share their leading bits (G. M.
/// Morton, 1966).
package enum MortonKey {
  static let unitsPerMapPoint = 16.0
  /// Quarterings from the world down to a unit.
  package static let levelCount = 32
  static let xBits: UInt64 = 0x5555_5555_5555_5555

  @inline(__always)
  package static func key(x: UInt32, y: UInt32) -> UInt64 { spread(x) | spread(y) << 1 }

  /// Moves bit i to bit 2i.
  @inline(__always) static func spread(_ number: UInt32) -> UInt64 {
    var bits = UInt64(number)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & xBits
  }

  /// Moves bit 2i to bit i and drops the others.
  @inline(__always) static func gathered(_ key: UInt64) -> UInt32 {
    var bits = key & xBits
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bits | bits >> 16)
  }

  /// Whether the key of one unit is less than that of another, by the units alone.
  @inline(__always)
  static func isBefore(x: UInt32, y: UInt32, otherX: UInt32, otherY: UInt32) -> Bool {
    let (byX, byY) = (x ^ otherX, y ^ otherY)
    let differing = byX | byY
    // The first bit that differs decides; where both differ there, that of y.
    let bit = UInt32(0x8000_0000) >> UInt32(differing.leadingZeroBitCount)
    let decider = byY & bit > 0 ? y : x
    return differing > 0 && decider & bit == 0
  }

  /// Which quarter of its square of a level a place lies in; the world is on level 0.
  @inline(__always) static func quarter(_ key: UInt64, level: Int) -> Int {
    Int(truncatingIfNeeded: key >> UInt64(truncatingIfNeeded: 62 &- 2 &* level)) & 3
  }
}
