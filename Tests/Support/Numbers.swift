/// Numbers that look arbitrary and are the same in every run.
///
/// A linear congruential generator with the constants of Knuth's MMIX; the upper half of the state
/// is given out.
package struct Numbers {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// The next 32 bits.
  package mutating func next() -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: state >> 32)
  }

  /// The next number in a range.
  package mutating func next(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * (Double(next()) * 0x1p-32)
  }
}
