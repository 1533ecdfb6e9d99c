package import MapEvents
internal import MapModel
package import Measures
package import Metrics
internal import Replay
internal import Reporting
package import Scenarios

/// A replay of a session for its facts and verdicts alone: without a report or a second replay.
package struct VerdictReplay {
  private let scenario: Scenario

  /// Prepares the replay of a session.
  package init(_ scenario: Scenario) { self.scenario = scenario }

  /// Replays the session and judges it; comparisons with other variants stay open.
  package func facts() -> Facts {
    var recorder = FactsRecorder(
      stepExpectations: scenario.stepExpectations, finalExpectations: scenario.finalExpectations,
      plans: scenario.stepPlans)
    Replayer(scenario).play(meter: StillMeter()) { recorder.observe($0) }
    return recorder.result
  }

  /// Replays the session for the fingerprint of what it does, the same as that of its facts.
  package func digest() -> TraceDigest {
    var behavior = BehaviorDigest()
    Replayer(scenario).play(meter: StillMeter()) { behavior.observe($0) }
    return behavior.digest
  }

  /// The written expectations that are judged, each once: their subjects and places.
  package var written: [(subject: ExpectedMetric, rule: WrittenRule)] {
    bound.filter { !$0.isImplied && !$0.isReference }.map { ($0.expectation.subject, $0.written) }
  }

  /// The names of the variants with which expectations compare their values.
  package var comparedVariants: Set<String> {
    Set(bound.compactMap(\.expectation.comparedVariant))
  }

  private var bound: [BoundExpectation] {
    Array(scenario.stepExpectations.joined()) + scenario.finalExpectations
  }

  /// Whether a canary with these facts fails as it must, its budgets left aside.
  package func isCaught(_ facts: Facts) -> Bool {
    var report = SessionRunner(scenario: scenario).report
    (report.facts, report.mustExceed) = (facts, scenario.mustExceed)
    return report.factsAreGood
  }
}
