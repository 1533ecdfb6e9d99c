internal import Metrics

/// Times in ascending order, in nanoseconds.
struct AscendingTimes: Codable, Hashable {
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
    let rank = (percent * ascending.count + 99) / 100
    return .nanoseconds(ascending[max(rank, 1) - 1])
  }
}

/// The times of a scope, each kind in ascending order.
struct SortedTimes: Codable, Hashable {
  private var queueWaits = AscendingTimes()
  private var indexings = AscendingTimes()
  private var computes = AscendingTimes()
  private var latencies = AscendingTimes()
  private var latenciesWithoutFade = AscendingTimes()

  subscript(samples: TimeSamples) -> AscendingTimes {
    get { self[keyPath: SortedTimes.path(samples)] }
    _modify { yield &self[keyPath: SortedTimes.path(samples)] }
  }

  private static func path(
    _ samples: TimeSamples
  ) -> WritableKeyPath<SortedTimes, AscendingTimes> {
    switch samples {
    case .queueWaits: \.queueWaits
    case .indexings: \.indexings
    case .computes: \.computes
    case .latencies: \.latencies
    case .latenciesWithoutFade: \.latenciesWithoutFade
    }
  }
}
