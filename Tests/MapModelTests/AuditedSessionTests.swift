import MapEvents
import Measures
import Support
import Testing

@testable import MapModel

/// What watches every run of the program, on sessions that nobody wrote.
@Suite("Audited sessions")
struct AuditedSessionTests {
  @Test(arguments: [false, true])
  func `contradict themselves nowhere and leave nothing on views`(isMeddling: Bool) {
    for seed in 0..<120 {
      let session = RandomSession(seed: seed, isMeddling: isMeddling)
      session.play(steps: 40)
      var auditor = TraceAuditor()
      // Random sessions have no steps of their own.
      var recorder = FactsRecorder(stepDemands: [], finalDemands: [])
      for event in session.test.trace.events {
        auditor.observe(event)
        recorder.observe(event)
      }
      #expect(auditor.contradictions == [], "session \(seed)")
      #expect(recorder.result.dirtyReuses == [], "session \(seed)")
    }
  }
}
