import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Measures
import Metrics
import Replay
import Scenarios
import Testing

/// What the judge says of callouts while they are open, against a second reading of the trace.
@Suite("Callouts, witnessed")
struct CalloutWitnessTests {
  @Test
  func `are judged by the worst moment in which they stood still`() {
    var seen: Set<String> = []
    for seed in 0..<480 {
      let scenario = RandomScenario.scenario(seed: seed, steps: 40)
      let plans = CalloutWitnessTests.plans(of: scenario)
      var events: [Event] = []
      var recorder = FactsRecorder(
        stepExpectations: Array(repeating: [], count: scenario.stepCount), finalExpectations: [],
        plans: plans)
      Replayer(scenario).play(meter: StillMeter()) { event in
        events.append(event)
        recorder.observe(event)
      }
      guard case .session(.began(let legend)) = events.first?.kind else { continue }
      let witness = CalloutWitness(
        events, framePeriod: legend.framePeriod, viewSize: legend.viewSize, plans: plans)
      let (facts, findings) = (recorder.result, witness.findings)
      #expect(facts.callouts.count == findings.count)
      for (verdict, finding) in zip(facts.callouts, findings) {
        let place = "callout \(verdict.callout) of seed \(seed)"
        for (criterion, amount) in [
          (Criterion.inside, finding.overflow), (.parentVisible, finding.distance),
        ] {
          let found = verdict.measure(of: criterion)?.amount
          #expect((found == nil) == (amount == nil), "\(criterion) of \(place)")
          guard let found, let amount else { continue }
          #expect((found - amount).magnitude <= 1e-6 * max(1, amount), "\(criterion) of \(place)")
        }
        seen.formUnion(signs(of: verdict))
      }
      let unsettled = findings.count { $0.isUnsettled }
      #expect(facts.session[.calloutsUnsettled] == .count(Int64(unsettled)), "seed \(seed)")
      if unsettled > 0 { seen.insert("unsettled") }
    }
    #expect(seen.isSuperset(of: ["kept", "broken later", "unsettled"]))
  }

  /// Which steps wait for the map to settle, those inside repetitions too.
  private static func plans(of scenario: Scenario) -> [StepPlan] {
    var plans = Array(repeating: StepPlan(), count: scenario.stepCount)
    var rest = scenario.steps
    while let step = rest.popLast() {
      if case .waitUntil(let awaited, atMost: _) = step.action {
        plans[step.id].settles = awaited.conditions.contains { $0.quantity == .regionChanges }
      } else if case .waitUntilSettled = step.action {
        plans[step.id].settles = true
      }
      if case .repeat(_, let inner) = step.action { rest += inner }
    }
    return plans
  }

  private func signs(of verdict: CalloutVerdict) -> [String] {
    [
      verdict.isCorrect ? "kept" : nil,
      verdict.keeps(.inside) == false && verdict.moment(of: .inside) != nil ? "broken later" : nil,
    ].compactMap(\.self)
  }
}
