import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// The button in a callout that is an annotation, and what it does to the others.
@Suite("The button of a callout")
struct CalloutButtonTests {
  /// Two pins whose callouts have buttons; the first one's callout is open.
  private static func map(
    _ pins: [(x: Double, y: Double)] = [(x: 100, y: 150), (x: 250, y: 190)],
    change: (inout CalloutAnnotationSetup) -> Void = { _ in }
  ) -> TestMap {
    let test = CalloutAnnotationTests.map(pins) {
      $0.isViewEnabled = false
      $0.button = ScreenSize(width: 29, height: 31)
      change(&$0)
    }
    CalloutAnnotationTests.select(0, on: test)
    _ = test.take()
    return test
  }

  private static func milliseconds(_ number: Int64) -> SimulatedTime {
    SimulatedTime(milliseconds: number)
  }

  @Test
  func `is where the source puts it`() throws {
    let test = Self.map()
    let rects = try #require(test.map.callouts.rects)
    let frame = rects.body
    // 7.5 and 0.5 from the frame of the view to what is drawn.
    #expect(
      HitTests.whole(rects.rightAccessory)
        == HitTests.whole(
          ScreenRect(
            minX: frame.maxX + 7.5 - 29 - 15, minY: frame.minY - 0.5 + (20 + 3 - 31) / 2,
            width: 29, height: 31)))
  }

  @Test
  func `keeps the callout though the map deselects, and selects again after a second`() {
    let test = Self.map()
    let start = test.map.now
    test.map.tapAccessory(.button)
    #expect(
      test.take(.input, .selection, .callout) == [
        "tap", "0 held beside 2", "tapped button of 0", "willDeselect 0", "didDeselect 0",
        "didDeselect annotation 0",
      ])
    #expect(test.map.callouts.pin() != nil && test.map.selection.selected == nil)
    test.map.advance(by: Self.milliseconds(999))
    #expect(test.take(.selection, .callout).isEmpty)
    test.map.advanceUntilSettled()
    #expect(test.map.now - start == Self.milliseconds(1000), "settled counts the second")
    #expect(
      test.take(.selection, .callout) == [
        "released 2 revived 1", "willSelect 0", "didSelect 0", "didSelect annotation 0",
      ])
    #expect(test.map.callouts.pin() != nil && test.map.selection.selected == 0)
    test.map.deselectAnnotation()
    #expect(test.take(.callout) == ["callout 2 goes", "closed 0"])
  }

  @Test
  func `leaves other pins dead for a second`() {
    let test = Self.map()
    test.map.tapAccessory(.button)
    _ = test.take()
    test.map.tap(point: 1, layer: 0)
    #expect(test.take(.selection, .callout) == ["1 is dead", "refused 1"])
    test.map.advance(by: Self.milliseconds(1000))
    _ = test.take()
    test.map.tap(point: 1, layer: 0)
    #expect(test.take(.selection).contains("didSelect 1"))
  }

  @Test
  func `fires for a cancelled touch too, which deselects nothing`() {
    let test = Self.map()
    test.map.tapAccessory(.cancelledButton)
    #expect(
      test.take(.input, .selection, .callout) == [
        "0 held beside 2", "tapped cancelledButton of 0",
      ])
    test.map.advanceUntilSettled()
    #expect(test.take(.selection, .callout) == ["released 2 revived 1"])
  }

  @Test
  func `ends the hold of a second hit with that of the first`() {
    let test = Self.map()
    test.map.tapAccessory(.button)
    test.map.advance(by: Self.milliseconds(600))
    test.map.tapAccessory(.button)
    _ = test.take()
    test.map.advance(by: Self.milliseconds(400))
    #expect(test.take(.callout) == ["released 2 revived 1"])
    test.map.tap(point: 1, layer: 0)
    #expect(test.map.selection.selected == 1, "it lives within the second of the second hit")
    test.map.advance(by: Self.milliseconds(100))
    _ = test.take()
    test.map.advance(by: Self.milliseconds(500))
    #expect(test.take(.callout).first == "released 2 revived 1", "a new callout too")
    #expect(test.map.selection.selected == 0, "the first parent is selected again")
  }

  @Test
  func `enables what the app disabled, the callout itself included`() {
    let test = Self.map()
    test.map.change(ViewChange(isEnabled: false), of: 0)
    test.map.tapAccessory(.button)
    test.map.advance(by: Self.milliseconds(1000))
    #expect(test.take(.callout).contains("released 2 revived 2"))
    // The parent's own view stays disabled.
    #expect(!test.map.views.isInteractive(0) && test.map.views.isInteractive(1))
    test.map.change(ViewChange(isEnabled: false), of: 0)
    #expect(!test.map.views.isInteractive(1))
    test.map.tap(at: ScreenPoint(x: 150, y: 110))
    #expect(test.take(.callout).isEmpty)
    #expect(test.map.selection.selected != nil, "the callout can be selected now")
  }

  @Test
  func `goes with its callout at a plain control`() {
    var setup = CalloutAnnotationTests.callout()
    setup.rightAccessory = HitTests.control
    let test = TestMap(screenPoints: [(x: 100, y: 150)], layers: [.plain(callout: setup)])
    test.addAll()
    test.map.advanceUntilSettled()
    CalloutAnnotationTests.select(0, on: test)
    _ = test.take()
    test.map.tapAccessory(.right)
    #expect(
      test.take(.callout) == [
        "tapped right of 0", "callout 1 goes", "closed 0", "callout 1 tapped away",
      ])
    test.map.tapAccessory(.button)
    #expect(test.take(.selection) == ["missed"])
  }

  @Test(arguments: [true, false])
  func `selects what the parent's old view shows by then`(keepsView: Bool) {
    let test = Self.map([(x: 100, y: 150), (x: 1000, y: 150)]) {
      $0.keepsParentView = keepsView
    }
    test.map.tapAccessory(.button)
    test.map.setCenter(TestMap.coordinate(x: 1000, y: 150), animated: false)
    test.map.advance(by: Self.milliseconds(500))
    #expect(test.map.views.pools[0].annotation == 1, "the view was used again")
    _ = test.take()
    test.map.advanceUntilSettled()
    #expect(test.take(.selection).contains("didSelect 1") == keepsView)
  }

  @Test
  func `leaves a callout behind when each selection makes a new one`() {
    for isMoving in [true, false] {
      let test = Self.map { $0.lifetime = isMoving ? .moves : .anew }
      test.map.tapAccessory(.button)
      test.map.advanceUntilSettled()
      let events = test.take(.callout)
      #expect(events.contains("callout 2 left") == !isMoving)
      test.map.deselectAnnotation()
      test.map.advanceUntilSettled()
      #expect(test.map.annotations.count == (isMoving ? 2 : 3))
      _ = test.take()
      test.map.end()
      #expect(test.take(.callout, .scene).first?.hasPrefix("callout 2 stands") == !isMoving)
    }
  }

  @Test
  func `lets the app move the one callout while its parent is held`() {
    let test = Self.map([(x: 100, y: 150), (x: 120, y: 190)])
    test.map.tapAccessory(.button)
    test.map.remove([0], from: 0)
    #expect(test.take(.callout).suffix(2) == ["callout 2 left", "closed 0"])
    test.map.advanceUntilSettled()
    _ = test.take()
    CalloutAnnotationTests.select(1, on: test)
    #expect(
      test.take(.callout) == ["callout 2 to 1 with 1", "opened 1 over 1", "settled 1"])
    // Drawn for the first one, put at the place of the second.
    #expect(CalloutAnnotationTests.error(test) == [0, 0])
    test.map.deselectAnnotation()
    #expect(test.map.annotations.count == 1)
  }
}
