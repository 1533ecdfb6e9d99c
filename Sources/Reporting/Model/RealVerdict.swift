internal import Formatting
public import Metrics
internal import Statistics

/// The outcome of an expectation on a real time, which informs.
public struct RealVerdict: Codable, Hashable, Sendable {
  /// The time and its rule.
  public var expectation: RealExpectation
  /// The rule as the author wrote it.
  public var text: String
  /// The line of its key in its file.
  public var line: Int
  /// The column of its key.
  public var column: Int
  /// Its file; nil for the scenario's own.
  public var file: String?
  /// The measured time in nanoseconds; nil when it was not measured.
  public var nanoseconds: Int64?

  /// Makes a verdict before anything was measured.
  public init(
    expectation: RealExpectation, text: String, line: Int, column: Int, file: String?
  ) {
    (self.expectation, self.text) = (expectation, text)
    (self.line, self.column, self.file) = (line, column, file)
  }

  /// Whether the time keeps the rule; never evaluated when it was not measured.
  public var outcome: Expectation.Outcome { expectation.outcome(for: nanoseconds) }

  /// The sentence: `real time, expected at most 250 ms, actual 31.2 ms`.
  var sentence: String {
    "\(expectation.time.name), expected \(text), actual "
      + (nanoseconds.map(MetricText.lap) ?? "not measured")
  }
}

extension Measurements {
  /// A real time of the session in nanoseconds; nil when it was not measured.
  public func nanoseconds(of time: RealTime) -> Int64? {
    switch time {
    case .replay: realNanoseconds
    case .computeMedian: updates.session?.p50
    case .computePercentile95: updates.session?.p95
    case .computeMaximum: updates.session?.max
    case .indexingMedian: indexing?.p50
    case .indexingPercentile95: indexing?.p95
    case .indexingMaximum: indexing?.max
    }
  }
}

extension RunReport {
  /// The expectations on real times, each with its session.
  public var realVerdicts: [(session: SessionReport, verdict: RealVerdict)] {
    sessions.flatMap { session in session.realVerdicts.map { (session, $0) } }
  }

  /// The lines about real times: `a.yaml:9:3: informs: real time, expected at most 4 ms, ...`.
  var realTimeLines: [String] {
    realVerdicts.map { session, verdict in
      let isGated = gates.contains(.time) && verdict.outcome != .kept
      return "\(verdict.file ?? session.file):\(verdict.line):\(verdict.column): "
        + "\(session.variantPrefix)\(isGated ? "breaks the gate" : "informs"): \(verdict.sentence)"
    }
  }

  /// How many real times break the gate on them; 0 where there is none.
  public var brokenRealTimes: Int {
    gates.contains(.time) ? realVerdicts.count { $0.verdict.outcome != .kept } : 0
  }
}
