internal import Metrics

/// Times in ascending order, in nanoseconds.
struct AscendingTimes: Hashable {
  private(set) var nanoseconds: [Int64] = []

  var count: Int { nanoseconds.count }

  /// Takes in a time.
  ///
  /// - Complexity: O(times), but only to make room in a flat buffer.
  mutating func insert(_ time: Int64) {
    var low = 0
    var high = nanoseconds.count
    while low < high {
      let middle = (low + high) / 2
      if nanoseconds[middle] <= time { low = middle + 1 } else { high = middle }
    }
    nanoseconds.insert(time, at: low)
  }

  /// The least time that at least `percent` of 100 do not exceed (nearest rank).
  func value(at percent: Int) -> MetricValue { AscendingTimes.value(at: percent, of: nanoseconds) }

  /// The least of ascending times that at least `percent` of 100 do not exceed.
  static func value(at percent: Int, of ascending: [Int64]) -> MetricValue {
    guard !ascending.isEmpty else { return .never }
    return .nanoseconds(ascending[TimeRank.index(percent, of: ascending.count)])
  }
}
