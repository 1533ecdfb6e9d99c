import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What a session tells a judge beside rectangles: what was asked, what the adjuster does
/// elsewhere, and where tip and pin are in each frame.
@Suite("Evidence of callouts")
struct CalloutEvidenceTests {
  private static func opening(in test: TestMap) -> CalloutOpening? {
    test.trace.events.compactMap { event in
      if case .callout(.opened(_, _, let opening)) = event.kind { opening } else { nil }
    }.last
  }

  private static func pins(in test: TestMap) -> [CalloutPin] {
    test.trace.events.compactMap { event in
      if case .callout(.pinned(_, let pin)) = event.kind { pin } else { nil }
    }
  }

  @Test(arguments: [
    (MapMove.stay, CalloutRequest.none, false),
    (.point(TestMap.middle, animated: true), .animated, false),
    (.point(TestMap.middle, animated: false), .atOnce, false),
    (.center(Coordinate(latitude: 91, longitude: 0), animated: true), .animated, true),
    (.center(Coordinate(latitude: 0, longitude: 181), animated: false), .atOnce, true),
  ])
  func `tells what the map was asked`(
    move: MapMove, request: CalloutRequest, isRefused: Bool
  ) throws {
    let adjuster = SelectionTests.FixedAdjuster(answer: move)
    let test = SelectionTests.map(callout: .plain(adjuster: adjuster), pins: [(x: 10, y: 100)])
    test.map.tap(point: 0, layer: 0)
    let opening = try #require(CalloutEvidenceTests.opening(in: test))
    #expect(opening.move == request)
    #expect(opening.isRefused == isRefused)
    #expect(opening.probes.atOnce.isRefused == isRefused)
  }

  @Test
  func `the animation ends where the probe made at once ends`() throws {
    let test = SelectionTests.map(callout: .plain(), pins: [(x: 10, y: 100)])
    test.map.tap(point: 0, layer: 0)
    #expect(test.map.advanceUntilSettled())
    let opening = try #require(CalloutEvidenceTests.opening(in: test))
    #expect(test.map.viewport.center == opening.probes.atOnceCenter)
    #expect(test.map.viewport.mapPointsPerPoint == opening.probes.atOnceMapPointsPerPoint)
  }

  @Test
  func `each frame in which the map moves tells of tip and pin, and no other`() {
    let test = SelectionTests.map(callout: .plain(), pins: [(x: 10, y: 100)])
    test.map.tap(point: 0, layer: 0)
    #expect(test.map.advanceUntilSettled())
    let pins = CalloutEvidenceTests.pins(in: test)
    #expect(pins.count == 17)
    #expect(pins.allSatisfy { $0.tip == $0.anchor })
    #expect(zip(pins, pins.dropFirst()).allSatisfy { $0.tip.x < $1.tip.x })
    _ = test.take()
    test.map.advance(by: SimulatedTime(milliseconds: 500))
    #expect(CalloutEvidenceTests.pins(in: test).isEmpty)
    test.map.zoom(byLevels: 1, over: SimulatedTime(milliseconds: 100))
    #expect(test.map.advanceUntilSettled())
    #expect(CalloutEvidenceTests.pins(in: test).count == 5)
    test.map.deselectAnnotation()
    _ = test.take()
    test.map.zoom(byLevels: -1, over: SimulatedTime(milliseconds: 100))
    #expect(CalloutEvidenceTests.pins(in: test).isEmpty)
  }
}
