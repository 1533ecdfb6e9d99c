internal import ExactMath
internal import MapGeometry

/// The processor time of a replay with those of the reference work around it, in nanoseconds.
public struct TimedReplay: Codable, Hashable, Sendable {
  /// The time of the replay.
  public let replay: Int64
  /// The time of the reference work before the replay.
  public let before: Int64
  /// The time of the reference work after the replay.
  public let after: Int64

  /// Makes a time of its parts.
  public init(replay: Int64, before: Int64, after: Int64) {
    (self.replay, self.before, self.after) = (replay, before, after)
  }

  /// Whether the machine was undisturbed before and after the replay.
  ///
  /// The time of the replay takes no part, so the choice prefers neither fast nor slow replays.
  ///
  /// - Parameter level: The time of the reference work on the undisturbed machine.
  /// - Returns: True when it was.
  public func isQuiet(level: Int64) -> Bool {
    max(before, after) <= level + level / TimedReplay.tolerance
  }

  /// The part of the level by which the reference work is slower at most: 10 %.
  ///
  /// A program on the same core slows it by 20 to 90 %.
  private static let tolerance: Int64 = 10

  /// The time of the reference work on the undisturbed machine: one that 2 of 100 fall below.
  ///
  /// - Complexity: O(n log n) for n replays.
  public static func quietLevel(of replays: [TimedReplay]) -> Int64 {
    let laps = replays.flatMap { [$0.before, $0.after] }.sorted()
    return laps.isEmpty ? 0 : laps[laps.count / 50]
  }
}

/// The processor time of a session beside that of the reference work, a fixed loop.
///
/// Replays and the reference work take turns, so a machine that slows down slows both. Histories
/// compare the ratio of the two. Whatever disturbs a replay makes it slower, so the time is that of
/// which a tenth of the replays fall short. On a machine whose cores other machines share, the
/// middle of the quiet replays scatters 1.5 times as much from run to run.
public struct RelativeTime: Codable, Hashable, Sendable {
  /// The processor time of a replay of which a tenth of the replays fall short, in nanoseconds.
  public let processorNanoseconds: Int64
  /// The time of the reference work, in nanoseconds: the processor time over it is the estimated
  /// ratio.
  public let referenceNanoseconds: Int64
  /// Half the spread of the smallest ratios, in millionths of the ratio.
  public let spreadMillionths: Int64
  /// The number of replays.
  public let samples: Int

  /// Makes a time of its parts.
  public init(
    processorNanoseconds: Int64, referenceNanoseconds: Int64, spreadMillionths: Int64, samples: Int
  ) {
    self.processorNanoseconds = processorNanoseconds
    self.referenceNanoseconds = referenceNanoseconds
    (self.spreadMillionths, self.samples) = (spreadMillionths, samples)
  }

  /// The fewest replays that have a time.
  public static let fewestSamples = 7
  /// The replays of a session unless a run asks for another number.
  public static let usualSamples = 15
  /// The largest trusted spread, in millionths: with more, a slowdown of 5 % would be lost in it.
  public static let spreadLimit: Int64 = 30_000

  /// Whether the spread is small enough for a history.
  public var isSteady: Bool { spreadMillionths <= RelativeTime.spreadLimit }

  /// Estimates the ratio of replays to the reference work of which a tenth fall short.
  ///
  /// The spread is half of the interval in which the true tenth is in 19 of 20 runs. It begins with
  /// the least ratio for fewer than 54 replays.
  ///
  /// The result is nil for too few replays and for a time of zero.
  ///
  /// - Complexity: O(n log n) for n replays.
  public init?(_ replays: [TimedReplay]) {
    guard replays.count >= RelativeTime.fewestSamples,
      replays.allSatisfy({ min($0.replay, $0.before, $0.after) > 0 })
    else { return nil }
    let ratios = replays.map {
      Elementary.log(Double($0.replay))
        - (Elementary.log(Double($0.before)) + Elementary.log(Double($0.after))) / 2
    }.sorted()
    let tenth = replays.count / 10
    let ranks = RelativeTime.ranks(count: replays.count)
    let interval = ratios[ranks.upperBound] - ratios[ranks.lowerBound]
    let time = replays.map(\.replay).sorted()[tenth]
    self.init(
      processorNanoseconds: time,
      referenceNanoseconds: max(1, Int64((Double(time) / Elementary.exp(ratios[tenth])).rounded())),
      spreadMillionths: Int64((interval / 2 * 1_000_000).rounded(.up)),
      samples: replays.count)
  }

  /// The ranks, from zero, of the values of `count` between which the true tenth is in 19 of 20
  /// cases; the lower one is 0 for fewer than 54 values.
  ///
  /// The number of values below the tenth has a binomial distribution with a probability of 0.1.
  static func ranks(count: Int) -> ClosedRange<Int> {
    guard count <= 1_000 else {
      // The normal distribution is near, and 0.9 to the power of `count` leaves the numbers.
      let (mean, width) = (0.1 * Double(count), 1.96 * (0.09 * Double(count)).squareRoot())
      return Int((mean - width).rounded(.down))...Int((mean + width).rounded(.up))
    }
    var probability = (0..<count).reduce(1.0) { product, _ in product * 0.9 }
    var (sum, lower, upper) = (probability, 0, 0)
    while sum < 0.975, upper < count - 1 {
      if sum <= 0.025 { lower = upper }
      probability *= Double(count - upper) / Double(upper + 1) / 9
      upper += 1
      sum += probability
    }
    return lower...upper
  }
}
