/// Numbers that look arbitrary and are the same in every run: a linear congruential generator with
/// Knuth's constants for MMIX.
struct ArbitraryNumbers {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The next number from 0 up to a limit.
  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
