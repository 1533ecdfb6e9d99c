/// A small generator with a fixed seed, for worlds that are drawn.
struct Draw {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  /// A number from 0 to one below the limit.
  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  /// A number from 0 to just below 1.
  mutating func fraction() -> Double { Double(below(1 << 30)) / Double(1 << 30) }
}
