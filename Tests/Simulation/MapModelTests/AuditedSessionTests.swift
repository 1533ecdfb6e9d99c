import MapConfiguration
import MapEvents
import Measures
import Metrics
import Support
import Testing

@testable import MapModel

/// What watches every run of the program, on sessions that nobody wrote.
@Suite("Audited sessions")
struct AuditedSessionTests {
  /// What is wrong with a session.
  private func faults(of test: TestMap) -> (contradictions: [Contradiction], dirty: [StaleReuse]) {
    var auditor = TraceAuditor()
    // Random sessions have no steps of their own.
    var recorder = FactsRecorder(stepExpectations: [], finalExpectations: [])
    for event in test.trace.events {
      auditor.observe(event)
      recorder.observe(event)
    }
    return (auditor.contradictions, recorder.result.staleReuses)
  }

  @Test(arguments: [false, true])
  func `contradict themselves nowhere and leave nothing on views`(isMeddling: Bool) {
    for seed in 0..<120 {
      let session = RandomSession(seed: seed, isMeddling: isMeddling)
      session.play(steps: 40)
      let faults = faults(of: session.test)
      #expect(faults.contradictions == [], "session \(seed)")
      #expect(faults.dirty == [], "session \(seed)")
    }
  }

  @Test(arguments: [false, true])
  func `nor do those with fixed controllers`(isMeddling: Bool) {
    for seed in 0..<50 {
      let session = RandomSession(seed: seed, isMeddling: isMeddling, isFixed: true)
      session.play(steps: 50)
      let faults = faults(of: session.test)
      #expect(faults.contradictions == [], "session \(seed)")
      #expect(faults.dirty == [], "session \(seed)")
    }
  }

  @Test(arguments: [false, true])
  func `nor do those with callouts that are annotations`(isMeddling: Bool) {
    for seed in 0..<80 {
      let session = RandomSession(
        seed: seed, isMeddling: isMeddling, isFixed: seed % 3 == 0, isDoubled: true)
      session.play(steps: 50)
      let faults = faults(of: session.test)
      #expect(faults.contradictions == [], "session \(seed)")
      // The content that some of their apps forget, and what pins and callouts leave each other.
      let parts = Set(faults.dirty.flatMap(\.leaks).map(\.part))
      let left: Set<StaleReuse.State> = seed % 4 == 0 ? [.kind, .size, .offset] : []
      #expect(parts.isSubset(of: left.union([.content])), "session \(seed)")
    }
  }

  /// Whatever a mark, a step or an expectation falls into: old clusters that fade, new ones that
  /// are there already, the map's own.
  @Test
  func `show clusters whose kinds add up at every instant`() {
    for seed in 0..<12 {
      let session = RandomSession(seed: seed, isMeddling: seed % 2 == 0, isFixed: seed % 3 == 0)
      session.play(steps: 40)
      expectKindsAddUp(in: session.test, "session \(seed)")
      let views = RandomViews(seed: seed)
      views.play(steps: 40)
      expectKindsAddUp(in: views.test, "views \(seed)")
    }
  }

  private func expectKindsAddUp(in test: TestMap, _ name: String) {
    var recorder = FactsRecorder(stepExpectations: [], finalExpectations: [])
    for (number, event) in test.trace.events.enumerated() {
      recorder.observe(event)
      guard number % 23 == 0, event.kind != .session(.ended) else { continue }
      var copy = recorder
      copy.observe(Event(time: event.time, step: -1, kind: .session(.ended)))
      let table = copy.result.session
      let kinds = [.clustersOfOnePoint, .clustersOfOneLocation, .clustersOfSeveralLocations]
        .map { count($0, table) }
      #expect(kinds.reduce(0, +) == count(.clustersShown, table), "\(name), event \(number)")
    }
  }

  private func count(_ metric: Metric, _ table: MetricTable) -> Int64 {
    if case .count(let count) = table[metric] { count } else { 0 }
  }

  @Test
  func `nor do those with every kind of view`() {
    for seed in 0..<120 {
      let session = RandomViews(seed: seed)
      session.play(steps: 60)
      let faults = faults(of: session.test)
      #expect(faults.contradictions == [], "session \(seed)")
      // The identifier that some of their apps forget.
      let parts = faults.dirty.flatMap(\.leaks).map(\.part)
      #expect(parts.allSatisfy { $0 == .clustering }, "session \(seed)")
      #expect(parts.isEmpty == (session.judge.losses == 0), "session \(seed)")
    }
  }
}
