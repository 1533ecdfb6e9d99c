internal import Authoring
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
  /// Whether a test hides the end of the first region change from the auditor.
  private let isDeaf: Bool

  /// Prepares the replay of a session.
  ///
  /// - Parameters:
  ///   - scenario: The session.
  ///   - sabotage: The mistakes that a test plants.
  package init(_ scenario: Scenario, sabotage: [Sabotage] = []) {
    self.scenario = scenario
    isDeaf = sabotage.kinds(in: scenario.id).contains(.deafen)
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
    var auditor = TraceAuditor()
    var print = Fingerprint()
    var isDeaf = isDeaf
    Replayer(scenario).play(meter: StillMeter()) { event in
      recorder.observe(event)
      print.observe(event)
      if isDeaf, case .map(.regionDidChange) = event.kind {
        isDeaf = false
      } else {
        auditor.observe(event)
      }
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

  /// The written expectations that are judged, each once: their subjects and places.
  package var written: [(subject: ExpectedMetric, rule: WrittenRule)] {
    var known: Set<String> = []
    return bound.filter { !$0.isImplied && !$0.isReference }
      .map { ($0.expectation.subject, $0.written) }
      .filter { known.insert($1.key(of: $0)).inserted }
  }

  /// The number of verdicts that count: each written expectation, those by default as one; for a
  /// canary one, that it is caught.
  package var verdictCount: Int { scenario.mustFailNames.isEmpty ? written.count + 1 : 1 }

  /// The names of the variants with which expectations compare their values.
  package var comparedVariants: Set<String> {
    Set(bound.compactMap(\.expectation.comparedVariant))
  }

  private var bound: [BoundExpectation] {
    Array(scenario.stepExpectations.joined()) + scenario.finalExpectations
  }

  /// The row of a study about this session; nil without one, and where the session or its
  /// expectations are others now.
  ///
  /// - Complexity: O(rows + expectations).
  func robustness(of report: SessionReport, by counts: AssumptionCounts) -> Robustness? {
    guard report.abort == nil, let row = counts.row(.session, report.id),
      row.behavior == report.facts.digest.text, row.verdicts == verdictCount
    else { return nil }
    return Robustness(
      verdicts: row.verdicts, changed: row.changed, consulted: row.consulting, causes: row.causes)
  }

  /// Whether a canary with these facts fails as it must, its budgets left aside.
  package func isCaught(_ facts: Facts) -> Bool {
    var report = SessionRunner(scenario: scenario).report
    (report.facts, report.mustExceed) = (facts, scenario.mustExceed)
    return report.factsAreGood
  }
}

extension WrittenRule {
  /// The place and the subject of an expectation, the same in all rounds of a step.
  package func key(of subject: ExpectedMetric) -> String {
    "\(file ?? ""):\(line):\(column) \(subject.name)"
  }
}
