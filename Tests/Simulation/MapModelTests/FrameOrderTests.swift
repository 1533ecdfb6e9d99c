import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What comes first within one frame.
@Suite("Order in a frame")
struct FrameOrderTests {
  @Test
  func `is fingers, region, renderers, leaving views, entering views, didAdd, frame`() {
    // Pins on a row 10 points apart; the map shows those from 0 to 300.
    let test = TestMap(
      screenPoints: [(x: 5, y: 100), (x: 150, y: 100), (x: 305, y: 100)],
      overlays: [OverlayTests.circle("a", at: TestMap.coordinate(x: 319, y: 100))])
    test.addAll()
    test.map.addOverlay(0, at: .last)
    #expect(test.map.advanceUntilSettled())
    test.map.tap(point: 0, layer: 0)
    test.map.deselectAnnotation()
    test.map.advance(by: SimulatedTime(nanoseconds: 100_000_000 - test.map.now.nanoseconds))
    _ = test.take()
    // All of it happens in the one frame of the pan, in which the finger is lifted too.
    test.map.pan(by: ScreenOffset(dx: -10, dy: 0), over: SimulatedTime(milliseconds: 20))
    #expect(
      test.take(timed: true) == [
        "100 pan begins", "100 will", "120 pan ends", "120 visible", "120 did",
        "120 renderer of 0", "120 return a of 0", "120 request 2 of 0", "120 reuse a",
        "120 display a for 2", "120 didAdd 1", "120 frame 6",
      ])
  }

  @Test
  func `lets what happened at an instant come before its frame`() {
    var layer = LayerSetup.plain(callout: .plain())
    layer.view.isDraggable = true
    let test = TestMap(
      screenPoints: [(x: 150, y: 100), (x: 10, y: 100)], layers: [layer])
    test.map.add([0], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 100))
    _ = test.take()
    // The view answers, a batch comes and the finger lets go at one instant.
    test.map.planBatch([1], for: 0, after: SimulatedTime(milliseconds: 200))
    test.map.drag(
      .point(0, layer: 0), by: ScreenOffset(dx: 20, dy: 0), over: SimulatedTime(milliseconds: 200),
      end: .drop)
    let words = test.take(timed: true).filter { $0.hasPrefix("300") }
    #expect(
      words == [
        "300 batch of 1 for 0", "300 1 points to 0", "300 add 1", "300 view of 0 dragging",
        "300 0 dragging from starting", "300 drag ends", "300 move 0", "300 view of 0 ending",
        "300 0 ending from dragging", "300 geocode 0",
      ])
  }

  @Test
  func `lets the selection that a zoom drops go before the views`() {
    let test = TestMap(
      screenPoints: [(x: 150, y: 100), (x: 290, y: 100)],
      layers: [.clustered(cellSize: 20, fade: .zero)])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    test.map.tap(nearestTo: TestMap.coordinate(x: 290, y: 100))
    _ = test.take()
    test.map.zoom(byLevels: 1, over: .zero)
    let words = test.take(.input, .map, .selection, .view, .frame)
    #expect(
      words == [
        "pinch begins", "will", "pinch ends", "visible", "did", "willDeselect 1", "didDeselect 1",
        "didDeselect annotation 1", "return b of 1", "frame 2",
      ])
  }
}
