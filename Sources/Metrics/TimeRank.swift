/// A time by its place among sorted ones: the least that `percent` of 100 do not exceed.
public struct TimeRank: Hashable, Sendable {
  /// How many of 100 times are not longer.
  public let percent: Int
  /// The times.
  public let samples: TimeSamples

  /// Whether that is the longest of so many times: a 95th percentile of fewer than 20 is.
  public func isMaximum(of count: Int) -> Bool { TimeRank.isMaximum(percent, of: count) }

  /// Whether a percentile of so many times is the longest of them.
  public static func isMaximum(_ percent: Int, of count: Int) -> Bool {
    percent < 100 && count > 0 && index(percent, of: count) == count - 1
  }

  /// The index of a percentile among ascending values, by the nearest rank: of the least that
  /// `percent` of 100 do not exceed.
  public static func index(_ percent: Int, of count: Int) -> Int {
    precondition(count > 0, "there is no percentile of nothing")
    return max((percent * count + 99) / 100, 1) - 1
  }
}

/// Times that are kept for each scope.
public enum TimeSamples: Int, CaseIterable, Hashable, Sendable {
  /// From the trigger of an update to its start, without what the filling of the index took of it.
  case queueWaits
  /// To fill the index with a change of the data.
  case indexings
  /// To compute an update.
  case computes
  /// From the new clusters' coming until the old ones are gone.
  case animations
  /// From the trigger of an update until the old clusters are gone.
  case latencies
  /// From the trigger of an update until the new clusters are on the map.
  case latenciesWithoutFade

  /// What brings one of them about.
  public var occasion: Occasion {
    switch self {
    case .queueWaits: .updateStarted
    case .indexings: .indexing
    case .computes, .latenciesWithoutFade: .updateComputed
    case .animations, .latencies: .updateFinished
    }
  }

  /// What takes one of them, in words.
  public var noun: String { self == .indexings ? "change of the index" : "update" }
  /// What takes several of them, in words.
  public var nouns: String { self == .indexings ? "changes of the index" : "updates" }
}
