internal import Formatting
public import Metrics
internal import Statistics

/// The outcome of an expectation on a real time, which is informative.
public struct RealVerdict: Codable, Hashable, Sendable {
  /// The time and its rule.
  public var expectation: RealExpectation
  /// The rule as the author wrote it.
  public var written: WrittenRule
  /// The measured time in nanoseconds; nil when it was not measured.
  public var nanoseconds: Int64?

  /// Makes a verdict on a measured time.
  public init(expectation: RealExpectation, written: WrittenRule, nanoseconds: Int64?) {
    (self.expectation, self.written, self.nanoseconds) = (expectation, written, nanoseconds)
  }

  /// Whether the time keeps the rule; never evaluated when it was not measured.
  public var outcome: Expectation.Outcome { expectation.outcome(for: nanoseconds) }

  /// The sentence: `real time, expected at most 250 ms, actual 31.2345 ms`.
  package var sentence: String {
    let actual = nanoseconds.map { time in
      MetricText.amount(time, AmountUnits.time, inUnitOf: [written.text]) ?? MetricText.lap(time)
    }
    return "\(expectation.time.name), expected \(written.text), actual \(actual ?? "not measured")"
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
  package var realTimeLines: [String] {
    realVerdicts.map { session, verdict in
      let isGated = gates.contains(.time)
      let effect =
        switch verdict.outcome {
        case .broken where isGated: "breaks the gate"
        case .neverEvaluated where isGated: "cannot be told"
        case .kept, .broken, .neverEvaluated: "informs"
        }
      return line(of: session, verdict, "\(effect): ")
    }
  }

  private func line(of session: SessionReport, _ verdict: RealVerdict, _ effect: String) -> String {
    "\(verdict.written.place(in: session.file)): "
      + "\(session.variantPrefix)\(effect)\(verdict.sentence)"
  }

  /// The expectations on real times with an outcome; none unless real times gate the run.
  private func gated(
    _ outcome: Expectation.Outcome
  ) -> [(session: SessionReport, verdict: RealVerdict)] {
    gates.contains(.time) ? realVerdicts.filter { $0.verdict.outcome == outcome } : []
  }

  /// The number of real times that break the gate; 0 without the gate.
  public var brokenRealTimes: Int { gated(.broken).count }

  /// The number of real times that were not measured, so that the gate is undecided; 0
  /// without the gate.
  public var unmeasuredRealTimes: Int { gated(.neverEvaluated).count }

  /// The finding of the gate on real times: the number of times out of bounds, and the first
  /// of them.
  var brokenRealTimesFinding: String {
    let broken = gated(.broken)
    return MetricText.things(broken.count, "real time") + " out of bounds"
      + (broken.first.map { "; first \(line(of: $0.session, $0.verdict, ""))" } ?? "")
  }

  /// The number of gated real times that were not measured, the reason, and a remedy.
  package var unmeasuredRealTimesFinding: String {
    let unmeasured = gated(.neverEvaluated)
    let count =
      MetricText.things(unmeasured.count, "real time")
      + (unmeasured.count == 1 ? " was" : " were") + " not measured"
    guard let first = unmeasured.first else { return count }
    if isDebugBuild { return "\(count): a debug build measures none; play with a release build" }
    let place = line(of: first.session, first.verdict, "")
    let reason =
      first.session.measurements == nil
      ? "a run measures only so many sessions and so long; choose fewer with --filter"
      : "nothing of the kind was played"
    return "\(count): \(reason); first \(place)"
  }
}
