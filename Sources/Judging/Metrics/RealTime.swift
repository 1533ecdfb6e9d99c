/// The real times of this machine that an expectation can be about.
///
/// They differ from run to run: expectations on them inform, and fail a run only when it is asked
/// to gate them. They are never in facts.
public enum RealTime: String, CaseIterable, Codable, Hashable, Sendable {
  case replay = "real time"
  case computeMedian = "real clustering compute p50"
  case computePercentile95 = "real clustering compute p95"
  case computeMaximum = "real clustering compute max"
  case indexingMedian = "real clustering indexing p50"
  case indexingPercentile95 = "real clustering indexing p95"
  case indexingMaximum = "real clustering indexing max"

  /// The name in plain words, as scenario files and reports write it.
  public var name: String { rawValue }

  /// Describes the time in one sentence.
  public var help: String {
    switch self {
    case .replay: "Time of the fastest replay of the whole session on this machine."
    case .computeMedian: "Median time in which this machine computes a cluster update."
    case .computePercentile95:
      "Time within which this machine computes 95 of 100 cluster updates."
    case .computeMaximum: "Longest time in which this machine computes a cluster update."
    case .indexingMedian: "Median time in which this machine fills an index with a change."
    case .indexingPercentile95:
      "Time within which this machine fills an index with 95 of 100 changes."
    case .indexingMaximum: "Longest time in which this machine fills an index with a change."
    }
  }
}

/// The expectation of a scenario about a real time.
public struct RealExpectation: Codable, Hashable, Sendable {
  /// The time.
  public let time: RealTime
  /// The rule that the time has to keep: `at most`, `at least`, `exactly` or `between`, in
  /// nanoseconds.
  public let rule: Expectation.Rule

  /// Makes an expectation of its parts.
  public init(time: RealTime, rule: Expectation.Rule) { (self.time, self.rule) = (time, rule) }

  /// The outcome for a measured time in nanoseconds; never evaluated when there is none.
  public func outcome(for nanoseconds: Int64?) -> Expectation.Outcome {
    guard let nanoseconds else { return .neverEvaluated }
    return Expectation(metric: .simulatedTime, rule: rule)
      .outcome(for: .nanoseconds(nanoseconds), occasions: 1)
  }
}
