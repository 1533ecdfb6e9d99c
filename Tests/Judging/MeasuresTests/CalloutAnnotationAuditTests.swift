import MapEvents
import MapGeometry
import Testing

@testable import Measures

@Suite("The audit of callouts that are annotations")
struct CalloutAnnotationAuditTests {
  private static let layout = CalloutAnnotationLayout(
    view: 4, maker: .delegate, parent: 1, over: 1, content: 0, shownContent: 0, contentOwner: 3)

  private static let added = CalloutAnnotationEvent.added(
    annotation: 3, parent: 1, content: 0, by: .delegate)

  private static func errors(_ events: [CalloutAnnotationEvent]) -> [String] {
    var auditor = TraceAuditor()
    for event in events {
      auditor.observe(Event(time: .zero, step: 0, kind: .calloutAnnotation(event)))
    }
    return auditor.contradictions.map(\.sentence)
  }

  @Test(
    arguments: [
      ([added, added], "added twice"),
      ([.removed(annotation: 3)], "was not on the map"),
      ([added, .removed(annotation: 3), .removed(annotation: 3)], "was not on the map"),
      ([.moved(annotation: 3, parent: 1, content: 0)], "is not on the map"),
      ([.leftBehind(annotation: 3)], "is not on the map"),
      (
        [
          .drawn(
            annotation: 3, body: ScreenRect(minX: 0, minY: 0, width: 1, height: 1),
            tip: ScreenPoint(x: 0, y: 0))
        ], "is not on the map"
      ),
      ([added, .laidOut(annotation: 3, layout)], "laid out for another parent"),
      ([.released(siblings: 1, reenabled: 0)], "that no button held"),
      (
        [
          .held(parent: 1, siblings: 1), .released(siblings: 1, reenabled: 0),
          .released(siblings: 1, reenabled: 0),
        ], "that no button held"
      ),
    ] as [([CalloutAnnotationEvent], String)])
  func `finds what cannot be`(events: [CalloutAnnotationEvent], words: String) {
    let errors = Self.errors(events)
    #expect(errors.count == 1)
    #expect(errors.first?.contains(words) == true, "\(errors)")
  }

  @Test
  func `finds nothing in the life of a callout`() {
    let events: [CalloutAnnotationEvent] = [
      Self.added, .held(parent: 1, siblings: 2), .deadTap(annotation: 2),
      .held(parent: 1, siblings: 2), .released(siblings: 2, reenabled: 0),
      .released(siblings: 2, reenabled: 0), .moved(annotation: 3, parent: 2, content: 1),
      .leftBehind(annotation: 3), .removed(annotation: 3), .tappedAway(annotation: 3), Self.added,
    ]
    #expect(Self.errors(events) == [])
  }
}
