/// The only source of chance: SplitMix64, one stream for each purpose.
///
/// A stream is derived from the scenario's seed and the stream's name, so that a new draw in one
/// stream moves no other. The generator is Steele, Lea and Flood's (OOPSLA 2014).
public struct RandomStream: Hashable, Sendable {
  private var state: UInt64

  /// Makes the stream of a name under a seed.
  public init(seed: UInt64, name: String) {
    // FNV-1a over the name keeps streams apart, the first step mixes in the seed.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    var mixer = RandomStream(state: seed)
    state = mixer.next() ^ hash
  }

  private init(state: UInt64) { self.state = state }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A whole number in 0...bound, each equally likely.
  ///
  /// Draws again while the bits fall into the incomplete last run, so there is no bias.
  public mutating func next(through bound: UInt64) -> UInt64 {
    guard bound < .max else { return next() }
    let count = bound + 1
    let limit = UInt64.max - UInt64.max % count
    while true {
      let bits = next()
      if bits < limit { return bits % count }
    }
  }

  /// A number from 0 to just below 1, in steps of 2^-53.
  public mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A point of the circle of radius 1 around 0, each place as likely as another.
  public mutating func inCircle() -> (x: Double, y: Double) {
    // Throws at the square around the circle until one hits it, which needs no sine.
    while true {
      let (x, y) = (2 * fraction() - 1, 2 * fraction() - 1)
      if x * x + y * y <= 1 { return (x, y) }
    }
  }
}
