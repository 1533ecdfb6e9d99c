internal import MapGeometry
public import Metrics

/// The latency of the cluster updates whose cause came while some batches in a row were the last
/// ones.
public struct BatchWindow: Codable, Hashable, Sendable {
  /// The most windows of a session.
  public static let limit = 10

  /// The numbers of its batches, from 1.
  public var batches: ClosedRange<Int>
  /// How many updates came to their end.
  public var updates: Int
  /// The latency that half of them did not exceed (nearest rank).
  public var median: MetricValue
  /// The latency that 95 of 100 did not exceed (nearest rank).
  public var percentile95: MetricValue
  /// The longest latency.
  public var maximum: MetricValue

  /// Makes a window of its parts.
  public init(
    batches: ClosedRange<Int>, updates: Int, median: MetricValue, percentile95: MetricValue,
    maximum: MetricValue
  ) {
    self.batches = batches
    self.updates = updates
    self.median = median
    self.percentile95 = percentile95
    self.maximum = maximum
  }

  /// Divides the updates of a session by the batches that had arrived when they were caused; those
  /// that were caused before the first batch are left out.
  ///
  /// - Parameters:
  ///   - updates: The updates, in any order.
  ///   - batchCount: How many batches arrived in all.
  /// - Returns: At most ``limit`` windows of as many batches each as there can be; none for fewer
  ///   than two batches.
  /// - Complexity: O(n log n) for n updates.
  static func windows(of updates: [UpdateFacts], batchCount: Int) -> [BatchWindow] {
    guard batchCount > 1 else { return [] }
    let count = min(limit, batchCount)
    var latencies = Array(repeating: [Int64](), count: count)
    for update in updates {
      guard update.batches > 0, let latency = update.latency else { continue }
      assert(update.batches <= batchCount, "update \(update.update) came after the last batch")
      latencies[window(ofBatch: update.batches, of: batchCount)].append(latency.nanoseconds)
    }
    return latencies.enumerated().map { window, latencies in
      let sorted = latencies.sorted()
      return BatchWindow(
        batches: first(of: window, of: batchCount)...first(of: window + 1, of: batchCount) - 1,
        updates: sorted.count, median: AscendingTimes.value(at: 50, of: sorted),
        percentile95: AscendingTimes.value(at: 95, of: sorted),
        maximum: AscendingTimes.value(at: 100, of: sorted))
    }
  }

  /// The number of the first batch of a window; windows are counted from 0.
  private static func first(of window: Int, of batchCount: Int) -> Int {
    window * batchCount / min(limit, batchCount) + 1
  }

  private static func window(ofBatch batch: Int, of batchCount: Int) -> Int {
    let count = min(limit, batchCount)
    return (batch * count - 1) / batchCount
  }
}
