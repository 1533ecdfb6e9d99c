import MapEvents
import MapGeometry
import Testing

@testable import Measures

/// What the auditor says of reuse identifiers, and of views that were made for something else.
@Suite("View audit")
struct ViewAuditTests {
  private func audit(_ kinds: [Event.Kind]) -> [String] {
    var auditor = TraceAuditor()
    for kind in kinds { auditor.observe(Event(time: .zero, step: 0, kind: kind)) }
    return auditor.contradictions.map(\.sentence)
  }

  @Test
  func `finds a reuse identifier with two pools`() {
    func began(_ identifiers: [String]) -> [Event.Kind] {
      [
        .session(
          .began(
            Legend(
              viewSize: ScreenSize(width: 1, height: 1), viewMarginFraction: 0,
              framePeriod: SimulatedTime(milliseconds: 1),
              camera: Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1), layers: [],
              marks: [], identifiers: identifiers)))
      ]
    }
    #expect(audit(began(["pin", "cluster"])) == [])
    #expect(audit(began(["pin", "cluster", "pin"])) == ["a reuse identifier has two pools"])
  }

  @Test
  func `finds a view that keeps what it should have, or that did not come`() {
    let marker = ViewAppearance(
      kind: .marker, size: ScreenSize(width: 1, height: 1), centerOffset: .zero,
      calloutOffset: .zero)
    var pin = marker
    pin.kind = .pin
    func keeps(_ view: ViewID, _ wanted: ViewAppearance) -> [String] {
      audit([
        .view(.requested(annotation: 1, identifier: 0)), .view(.created(view: 0, identifier: 0)),
        .view(.appearanceKept(view: view, annotation: 1, pin, insteadOf: wanted)),
      ])
    }
    #expect(keeps(0, marker) == [])
    #expect(keeps(0, pin) == ["view 0 keeps the appearance that it should have"])
    #expect(keeps(1, marker) == ["view 1 keeps its appearance but did not just come"])
  }
}
