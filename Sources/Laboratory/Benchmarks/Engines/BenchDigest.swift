/// A fingerprint of numbers in their order: FNV-1a over words instead of bytes, mixed at the end.
public struct BenchDigest: Hashable, Sendable {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Takes in the next number.
  public mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
    state ^= state >> 29
  }

  /// Eight digits to the base of 16 are enough to see a difference.
  public var text: String {
    let digits = String(UInt32(truncatingIfNeeded: state ^ state >> 32), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
