package import MapEvents
internal import MapModel
package import Measures
internal import Replay
internal import Reporting
package import Scenarios

/// A replay of a session for its facts and verdicts alone: without a report or a second replay.
package struct VerdictReplay {
  private let scenario: Scenario
  private let sabotage: Set<Sabotage.Kind>

  /// Prepares the replay of a session.
  ///
  /// - Parameters:
  ///   - scenario: The session.
  ///   - sabotage: The mistakes that a test plants.
  package init(_ scenario: Scenario, sabotage: [Sabotage] = []) {
    self.scenario = scenario
    self.sabotage = sabotage.kinds(in: scenario.id)
  }

  /// The result of a replay.
  package struct Result {
    /// The facts; comparisons with other variants stay open.
    package var facts: Facts
    /// The fingerprint of all that is judged.
    package var fingerprint: TraceDigest
    /// The places where the model contradicts itself; the facts then mean nothing.
    package var contradictions: [Contradiction]
  }

  /// Replays the session and judges it.
  package func result() -> Result {
    var recorder = FactsRecorder(
      stepExpectations: scenario.stepExpectations, finalExpectations: scenario.finalExpectations,
      plans: scenario.stepPlans)
    var auditor = ReplayAuditor(sabotage)
    var print = Fingerprint()
    Replayer(scenario).play(meter: StillMeter()) { event in
      recorder.observe(event)
      auditor.observe(event)
      print.observe(event)
    }
    return Result(
      facts: recorder.result, fingerprint: print.digest, contradictions: auditor.contradictions)
  }

  /// Replays the session for the fingerprint of all that is judged.
  package func fingerprint() -> TraceDigest {
    var print = Fingerprint()
    Replayer(scenario).play(meter: StillMeter()) { print.observe($0) }
    return print.digest
  }

  /// The fingerprint of all events.
  ///
  /// Facts and verdicts are a function of the events, so where it is equal, they are. The view
  /// margin in the legend is only for pictures: without it, a margin that changes nothing leaves
  /// the fingerprint as before.
  private struct Fingerprint {
    private(set) var digest = TraceDigest()

    mutating func observe(_ event: Event) {
      guard case .session(.began(var legend)) = event.kind else { return digest.observe(event) }
      legend.viewMarginFraction = 0
      digest.observe(Event(time: event.time, step: event.step, kind: .session(.began(legend))))
    }
  }

  /// Whether a canary with these facts fails as it must, its budgets left aside.
  package func isCaught(_ facts: Facts) -> Bool {
    var report = SessionRunner(scenario: scenario).report
    (report.facts, report.mustExceed) = (facts, scenario.mustExceed)
    return report.factsAreGood
  }
}
