internal import MapGeometry
public import Metrics

/// The latency of the cluster updates that were triggered during some consecutive batches.
public struct BatchWindow: Codable, Hashable, Sendable {
  /// The most windows of a session.
  public static let limit = 10

  /// The numbers of its batches, from 1.
  public var batches: ClosedRange<Int>
  /// The number of finished updates.
  public var updates: Int
  /// The latency that half of them did not exceed (nearest rank).
  public var median: MetricValue
  /// The latency that 95 of 100 did not exceed (nearest rank).
  public var percentile95: MetricValue
  /// The longest latency.
  public var maximum: MetricValue

  /// At most ``limit`` windows of about as many of the `batchCount` batches each, with the updates
  /// triggered since the first batch; none for fewer than two batches.
  ///
  /// - Complexity: O(n log n) for n updates.
  static func windows(of updates: [UpdateFacts], batchCount: Int) -> [BatchWindow] {
    guard batchCount > 1 else { return [] }
    let count = min(limit, batchCount)
    var latencies = Array(repeating: [Int64](), count: count)
    for update in updates {
      guard update.batches > 0, let latency = update.latency else { continue }
      assert(update.batches <= batchCount, "update \(update.update) came after the last batch")
      latencies[(update.batches * count - 1) / batchCount].append(latency.nanoseconds)
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

  /// The number of the first batch of a window; windows count from 0.
  private static func first(of window: Int, of batchCount: Int) -> Int {
    window * batchCount / min(limit, batchCount) + 1
  }
}
