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
  public func isQuiet(level: Int64) -> Bool {
    max(before, after) <= level + level / TimedReplay.tolerance
  }

  /// The part of the level by which the reference work is slower at most: 3 %.
  private static let tolerance: Int64 = 32

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
/// compare the ratio of the two.
public struct RelativeTime: Codable, Hashable, Sendable {
  /// The median processor time of a replay, in nanoseconds.
  public let processorNanoseconds: Int64
  /// The time of the reference work, in nanoseconds: the processor time over it is the estimated
  /// ratio.
  public let referenceNanoseconds: Int64
  /// The half-width of the interval of the ratio, in millionths of the ratio.
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

  /// The fewest replays that have an interval.
  public static let fewestSamples = TimesJudge.fewestBlocks
  /// The replays of a session unless a run asks for another number.
  public static let usualSamples = 15
  /// The largest trusted spread, in millionths: the difference between builds of the same work.
  public static let spreadLimit = Int64(TimesJudge.layoutFloor * 1_000_000)

  /// Whether the interval is narrow enough for a history.
  public var isSteady: Bool { spreadMillionths <= RelativeTime.spreadLimit }

  /// Estimates the ratio of replays to the reference work with its interval, as ``TimesJudge``
  /// does.
  ///
  /// The interval misses the ratio in 5 of 100 runs, because neighbors share a time of the
  /// reference work.
  ///
  /// The result is nil for too few replays and for a time of zero.
  ///
  /// - Complexity: O(n² log n) for n replays.
  public init?(_ replays: [TimedReplay]) {
    guard replays.count >= RelativeTime.fewestSamples,
      replays.allSatisfy({ min($0.replay, $0.before, $0.after) > 0 })
    else { return nil }
    let ratios = replays.map {
      Elementary.log(Double($0.replay))
        - (Elementary.log(Double($0.before)) + Elementary.log(Double($0.after))) / 2
    }
    guard let estimate = ShiftEstimate(of: ratios, level: TimesJudge().level) else { return nil }
    let median = replays.map(\.replay).sorted()[replays.count / 2]
    self.init(
      processorNanoseconds: median,
      referenceNanoseconds: max(
        1, Int64((Double(median) / Elementary.exp(estimate.shift)).rounded())),
      spreadMillionths: Int64((estimate.width / 2 * 1_000_000).rounded(.up)),
      samples: replays.count)
  }
}
