internal import ExactMath
internal import MapGeometry

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
  /// - Parameters:
  ///   - replays: The processor times of replays, in nanoseconds.
  ///   - references: The times of the reference work before the first replay and after each.
  /// - Complexity: O(n² log n) for n replays.
  public init?(replays: [Int64], references: [Int64]) {
    guard replays.count >= RelativeTime.fewestSamples, references.count == replays.count + 1,
      (replays + references).allSatisfy({ $0 > 0 })
    else { return nil }
    let steps = references.map { Elementary.log(Double($0)) }
    let around = zip(steps, steps.dropFirst()).map { ($0 + $1) / 2 }
    let ratios = zip(replays, around).map { Elementary.log(Double($0)) - $1 }
    guard let estimate = ShiftEstimate(of: ratios, level: TimesJudge().level) else { return nil }
    let median = replays.sorted()[replays.count / 2]
    self.init(
      processorNanoseconds: median,
      referenceNanoseconds: max(
        1, Int64((Double(median) / Elementary.exp(estimate.shift)).rounded())),
      spreadMillionths: Int64((estimate.width / 2 * 1_000_000).rounded(.up)),
      samples: replays.count)
  }
}
