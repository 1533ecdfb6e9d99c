/// A percentile of times by the nearest rank: the least that `percent` of 100 do not exceed.
public struct TimeRank: Hashable, Sendable {
  /// The percentile.
  public let percent: Int
  /// The times.
  public let samples: TimeSamples

  /// Whether it is the longest of `count` times, as a 95th percentile of fewer than 20 is.
  public func isMaximum(of count: Int) -> Bool { TimeRank.isMaximum(percent, of: count) }

  /// Whether a percentile of `count` times is the longest of them.
  public static func isMaximum(_ percent: Int, of count: Int) -> Bool {
    percent < 100 && count > 0 && index(percent, of: count) == count - 1
  }

  /// The index of a percentile among `count` ascending values, by the nearest rank.
  public static func index(_ percent: Int, of count: Int) -> Int {
    precondition(count > 0, "there is no percentile of nothing")
    return max((percent * count + 99) / 100, 1) - 1
  }
}

/// The kinds of times in each scope.
public enum TimeSamples: Int, CaseIterable, Hashable, Sendable {
  /// From the trigger of an update to its start, without the time to fill the index.
  case queueWaits
  /// To fill the index with a change of the data.
  case indexings
  /// To compute an update.
  case computes
  /// From adding the new clusters until the old ones are removed.
  case animations
  /// From the trigger of an update until the old clusters are removed.
  case latencies
  /// From the trigger of an update until the new clusters are on the map.
  case latenciesWithoutFade
  /// The time that an update waited for the main thread, from its trigger to its end.
  case mainThreadWaits
  /// The work of the main thread that brings the clusters of an update onto the map.
  case mainThreadWorks

  /// The occasion of the timed operation.
  public var occasion: Occasion {
    switch self {
    case .queueWaits: .updateStarted
    case .indexings: .indexing
    case .computes: .updateComputed
    case .latenciesWithoutFade, .mainThreadWorks: .updateApplied
    case .animations, .latencies, .mainThreadWaits: .updateFinished
    }
  }

  /// The noun for one of the timed operations.
  public var noun: String { self == .indexings ? "change of the index" : "update" }
  /// The plural of ``noun``.
  public var nouns: String { self == .indexings ? "changes of the index" : "updates" }
}
