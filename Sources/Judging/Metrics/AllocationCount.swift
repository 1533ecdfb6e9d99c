/// The counts of allocations that an expectation can be about.
///
/// They are exact for one build of the program, and another build may have others: they fail a run,
/// but are never in facts. Where they cannot be counted, they are unavailable.
public enum AllocationCount: String, CaseIterable, Codable, Hashable, Sendable {
  case perSteadyFrame = "allocations per steady frame"
  case requests = "allocations"
  case bytes = "allocated bytes"
  case peak = "peak live bytes"

  /// The name in plain words, as scenario files and reports write it.
  public var name: String { rawValue }

  /// Describes the count in one sentence.
  public var help: String {
    switch self {
    case .perSteadyFrame:
      "The most requests for memory in one steady frame: since the previous frame only the region "
        + "moved, and views only came out of their pools or went back."
    case .requests: "Requests for memory while the session is replayed."
    case .bytes: "Bytes that the replay asks for, freed or not, in size classes of the allocator."
    case .peak:
      "The most bytes that the replay holds when a step or a phase of its work begins or "
        + "ends."
    }
  }

  /// The unit of the rule.
  public var unit: MetricUnit {
    switch self {
    case .perSteadyFrame, .requests: .count
    case .bytes, .peak: .bytes
    }
  }
}

/// The expectation of a scenario about a count of allocations.
public struct AllocationBudget: Codable, Hashable, Sendable {
  /// The count.
  public let count: AllocationCount
  /// The rule that it is held to: `at most`, `at least`, `exactly` or `between`.
  public let rule: Expectation.Rule
  /// Whether an empty count keeps the rule.
  public let isKeptByNothing: Bool

  /// Makes a budget of its parts.
  public init(count: AllocationCount, rule: Expectation.Rule, isKeptByNothing: Bool = false) {
    (self.count, self.rule, self.isKeptByNothing) = (count, rule, isKeptByNothing)
  }

  /// The outcome for a number; never evaluated when there was nothing to count.
  public func outcome(for number: Int64?) -> Expectation.Outcome {
    guard let number else { return isKeptByNothing ? .kept : .neverEvaluated }
    return Expectation(metric: .simulatedTime, rule: rule)
      .outcome(for: .count(number), occasions: 1)
  }
}

/// A measured value outside the facts that a scenario can expect of a whole session.
public enum MeasuredFigure: Hashable, Sendable {
  /// A real time, which informs.
  case time(RealTime)
  /// A count of allocations.
  case allocation(AllocationCount)

  /// All of them, in the order of documents.
  public static let all =
    RealTime.allCases.map { MeasuredFigure.time($0) }
    + AllocationCount.allCases.map { .allocation($0) }

  /// Returns the figure of a name; nil when there is none.
  public init?(named name: String) {
    guard let figure = MeasuredFigure.all.first(where: { $0.name == name }) else { return nil }
    self = figure
  }

  /// The name in plain words, as scenario files and reports write it.
  public var name: String {
    switch self {
    case .time(let time): time.name
    case .allocation(let count): count.name
    }
  }

  /// Describes the measured value in one sentence.
  public var help: String {
    switch self {
    case .time(let time): time.help
    case .allocation(let count): count.help
    }
  }

  /// Describes the effect on a run in one sentence.
  public var effect: String {
    switch self {
    case .time: "It informs, and is in no facts."
    case .allocation: "It is exact for one build, fails a run, and is in no facts."
    }
  }

  /// The unit of the rule.
  public var unit: MetricUnit {
    switch self {
    case .time: .time
    case .allocation(let count): count.unit
    }
  }
}
