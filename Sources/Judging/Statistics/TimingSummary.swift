internal import Histogram
internal import Metrics

/// Summary of many laps of a real clock: their count and durations.
///
/// Laps are measurements, never facts: they differ from run to run and gate nothing.
public struct TimingSummary: Codable, Hashable, Sendable {
  /// Number of laps.
  public let count: Int
  /// The time within which half of the laps ended, in nanoseconds; within 0.1 %.
  public let p50: Int64
  /// The time within which 90 of 100 laps ended, in nanoseconds; within 0.1 %.
  public let p90: Int64
  /// The time within which 95 of 100 laps ended, in nanoseconds; within 0.1 %.
  public let p95: Int64
  /// The time within which 99 of 100 laps ended, in nanoseconds; within 0.1 %; nil for fewer than
  /// 100 laps, of which it would be the longest one.
  public let p99: Int64?
  /// The longest lap, in nanoseconds; exact.
  public let max: Int64

  /// Makes a summary of its parts, in nanoseconds.
  public init(
    count: Int, p50: Int64, p90: Int64, p95: Int64, p99: Int64? = nil, max: Int64
  ) {
    (self.count, self.p50, self.p90, self.p95) = (count, p50, p90, p95)
    (self.p99, self.max) = (p99, max)
  }

  /// The fewest laps of which a 99th percentile is not simply the longest one.
  static let leastForP99 = 100

  /// The most laps that are sorted; of more, an HDR histogram is less work.
  static let mostSorted = 1_000

  /// Sums up laps in nanoseconds by nearest rank; nil when there are none.
  ///
  /// A clock that steps back gives a lap below zero, which counts as zero. Percentiles of up to
  /// 1,000 laps are exact, those of more come from an HDR histogram of three significant digits.
  ///
  /// - Complexity: O(n) for n laps.
  public init?(nanoseconds laps: [Int64]) {
    guard let longest = laps.max().map({ Swift.max($0, 0) }) else { return nil }
    let rank =
      laps.count > TimingSummary.mostSorted
      ? TimingSummary.ranks(ofMany: laps, upTo: longest) : TimingSummary.ranks(of: laps)
    self.init(
      count: laps.count, p50: rank(50), p90: rank(90), p95: rank(95),
      p99: laps.count < TimingSummary.leastForP99 ? nil : rank(99), max: longest)
  }

  private static func ranks(of laps: [Int64]) -> (_ percent: Int) -> Int64 {
    let sorted = laps.map { Swift.max($0, 0) }.sorted()
    return { sorted[TimeRank.index($0, of: sorted.count)] }
  }

  private static func ranks(
    ofMany laps: [Int64], upTo longest: Int64
  ) -> (_ percent: Int) -> Int64 {
    // A histogram that grows as longer laps come copies itself each time.
    var histogram = Histogram<UInt64>(
      highestTrackableValue: UInt64(min(Swift.max(longest, 2), .max / 2)),
      numberOfSignificantValueDigits: .three)
    for lap in laps {
      let recorded = histogram.record(UInt64(min(Swift.max(lap, 0), .max / 2)))
      assert(recorded, "a lap of \(lap) ns did not fit into the histogram")
    }
    return { [histogram] percent in
      min(Int64(clamping: histogram.valueAtPercentile(Double(percent))), longest)
    }
  }
}

/// Summary of repetitions of one measurement, in nanoseconds; the least was disturbed least.
public struct Spread: Codable, Hashable, Sendable {
  /// Number of repetitions.
  public let count: Int
  /// The shortest time, in nanoseconds.
  public let least: Int64
  /// The median, in nanoseconds, by nearest rank.
  public let median: Int64
  /// The longest time, in nanoseconds.
  public let most: Int64

  /// Sums up repetitions in any order; nil when there are none.
  public init?(_ repetitions: [Int64]) {
    guard let summary = TimingSummary(nanoseconds: repetitions) else { return nil }
    count = summary.count
    least = max(repetitions.min() ?? 0, 0)
    median = summary.p50
    most = summary.max
  }
}
