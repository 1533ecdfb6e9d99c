import MapEvents
import MapGeometry
import Testing

@testable import Measures

@Suite("Audit of the map's delegate")
struct DelegateAuditTests {
  private func audit(_ kinds: [Event.Kind]) -> [String] {
    var audit = DelegateAudit()
    var log = ContradictionLog()
    for kind in kinds { audit.observe(kind, &log) }
    return log.contradictions.map(\.sentence)
  }

  @Test
  func `has nothing against an app that answers while it is there`() {
    let kinds: [Event.Kind] = [
      .map(.reentered(depth: 1)), .delegate(.set(to: .none)), .delegate(.unanswered(.didSelect)),
      .delegate(.set(to: .another)), .callout(.accessoryTapped(callout: 0, annotation: 0, .left)),
      .delegate(.set(to: .app)), .drag(.refused(annotation: 0)),
    ]
    #expect(audit(kinds) == [])
  }

  @Test(
    arguments: [
      ([.delegate(.set(to: .app))], "set to what it was"),
      ([.delegate(.unanswered(.viewFor))], "the app was there"),
      (
        [
          .delegate(.set(to: .none)), .delegate(.set(to: .another)),
          .delegate(.unanswered(.didSelect)),
        ], "the app was there"
      ),
      ([.delegate(.set(to: .none)), .map(.reentered(depth: 1))], "did not receive"),
      (
        [
          .delegate(.set(to: .none)),
          .callout(.accessoryTapped(callout: 0, annotation: 0, .left)),
        ], "did not receive"
      ),
    ] as [([Event.Kind], String)])
  func `finds what no app does`(kinds: [Event.Kind], word: String) {
    let found = audit(kinds)
    #expect(found.count == 1 && found.first?.contains(word) == true, "\(found)")
  }

  @Test
  func `finds a view that fades and is not there`() {
    var auditor = TraceAuditor()
    auditor.observe(Event(time: .zero, step: -1, kind: .animator(.cutShort(view: 0))))
    #expect(auditor.contradictions.map(\.sentence) == ["view 0 fades but is not on the map"])
  }

  @Test
  func `finds a view that keeps its alpha and is not there, or is the one that faded`() {
    var auditor = TraceAuditor()
    let kept = AnimatorEvent.alphaKept(view: 0, annotation: 1, fadedFor: 1)
    auditor.observe(Event(time: .zero, step: -1, kind: .animator(kept)))
    #expect(
      auditor.contradictions.map(\.sentence) == [
        "view 0 keeps its alpha but is not of 1",
        "view 0 faded out for annotation 1, which it shows",
      ])
  }
}
