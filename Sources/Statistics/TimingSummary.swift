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

  /// Sums up laps in nanoseconds by nearest rank, exactly; nil when there are none.
  ///
  /// A clock that steps back gives a lap below zero, which counts as zero. For a few laps: many are
  /// better recorded in a ``TimingHistogram`` as they come.
  ///
  /// - Complexity: O(n log n) for n laps.
  public init?(nanoseconds laps: [Int64]) {
    guard !laps.isEmpty else { return nil }
    let sorted = laps.map { Swift.max($0, 0) }.sorted()
    func rank(_ percent: Int) -> Int64 { sorted[TimeRank.index(percent, of: sorted.count)] }
    self.init(
      count: sorted.count, p50: rank(50), p90: rank(90), p95: rank(95),
      p99: sorted.count < TimingSummary.leastForP99 ? nil : rank(99), max: rank(100))
  }
}

/// Summary of repetitions of one measurement, in nanoseconds; the least was disturbed least.
public struct Spread: Codable, Hashable, Sendable {
  /// Number of repetitions.
  public let count: Int
  /// The least.
  public let least: Int64
  /// The one in the middle (nearest rank).
  public let median: Int64
  /// The most.
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

/// Laps as they come, in constant memory.
///
/// Percentiles come from an HDR histogram of three significant digits. A clock that steps back
/// gives a lap below zero, which counts as zero.
public struct TimingHistogram {
  private var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  private var count = 0
  private var longest: Int64 = 0

  /// Makes a histogram of laps, in nanoseconds.
  public init(of laps: [Int64] = []) { for lap in laps { record(lap) } }

  /// Takes in a lap, in nanoseconds.
  public mutating func record(_ lap: Int64) {
    // Beyond the half of UInt64 the histogram would not resize; a lap never comes near it.
    let recorded = histogram.record(UInt64(max(lap, 0)))
    assert(recorded, "a lap of \(lap) ns did not fit into the histogram")
    longest = max(longest, lap)
    count += 1
  }

  /// Summary of the laps so far; nil when there were none.
  public var summary: TimingSummary? {
    guard count > 0 else { return nil }
    func rank(_ percent: Double) -> Int64 {
      Int64(clamping: histogram.valueAtPercentile(percent))
    }
    return TimingSummary(
      count: count, p50: rank(50), p90: rank(90), p95: rank(95),
      p99: count < TimingSummary.leastForP99 ? nil : rank(99), max: longest)
  }
}
