internal import ExactMath
internal import Workloads

/// Chance for tests: the same throws for the same seed.
public struct Dice {
  private var stream: RandomStream

  /// Makes the dice of a seed.
  public init(seed: Int) {
    stream = RandomStream(seed: UInt64(seed), name: "dice")
  }

  /// A whole number from 0 to one below the limit.
  public mutating func below(_ limit: Int) -> Int {
    Int(stream.next(through: UInt64(limit - 1)))
  }

  /// A number from 0 to just below 1.
  public mutating func fraction() -> Double { Double(below(1 << 30)) / Double(1 << 30) }
}
