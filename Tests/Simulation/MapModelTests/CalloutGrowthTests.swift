import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What the map knows of an open callout in each frame.
@Suite("A callout that opens")
struct CalloutGrowthTests {
  private static let subview = CalloutStyle.subview(
    SubviewCallout(content: .whole(ScreenSize(width: 100, height: 57))))
  /// One whose bars leave it too little room above, so that it asks for more; it stands alike.
  private static let crampedSubview = CalloutStyle.subview(
    SubviewCallout(
      content: .whole(ScreenSize(width: 100, height: 57)),
      insets: EdgeInsets(top: 60, left: 0, bottom: 0, right: 0)))
  private static let bubble = CalloutStyle.bubble(
    contentHeight: 20, offsetFromParent: ScreenOffset(dx: 10, dy: -14))

  /// Where the callout was in a frame.
  private struct Shown {
    var milliseconds: Int64
    var pin: CalloutPin?
  }

  /// A map 20 ms after its beginning with a pin in its middle that is tapped then, and what was
  /// shown until it settled.
  private static func open(
    _ style: CalloutStyle, animated: Bool = true, move: MapMove = .stay,
    overlooksRight: Bool = false,
    act: (TestMap) -> Void = { $0.map.advanceUntilSettled() }
  ) -> (test: TestMap, shown: [Shown]) {
    let setup = CalloutSetup(
      style: style,
      adjuster: SelectionTests.FixedAdjuster(answer: move, overlooksRight: overlooksRight),
      isAnimated: animated)
    let test = TestMap(screenPoints: [(x: 150, y: 120)], layers: [.plain(callout: setup)])
    test.addAll()
    test.map.advanceUntilSettled()
    test.map.advance(by: SimulatedTime(nanoseconds: 20_000_000 - test.map.now.nanoseconds))
    _ = test.take()
    test.map.tap(point: 0, layer: 0)
    var shown: [Shown] = []
    // Events are told in the middle of a frame; the map is asked where it stands by then.
    let map = test.map
    test.trace.watch = { event in
      guard case .frame = event.kind else { return }
      shown.append(
        Shown(milliseconds: event.time.nanoseconds / 1_000_000, pin: map.callouts.pin()))
    }
    act(test)
    test.trace.watch = nil
    return (test, shown)
  }

  private static func milliseconds(_ number: Int64) -> SimulatedTime {
    SimulatedTime(milliseconds: number)
  }

  @Test
  func `grows as a bubble about the point below its tip`() throws {
    let (test, shown) = Self.open(Self.bubble)
    #expect(shown.map(\.milliseconds) == Array(stride(from: 40, through: 280, by: 20)))
    #expect(test.map.isSettled)
    for frame in shown {
      let pin = try #require(frame.pin)
      #expect(
        pin.scale == BubbleAnimation.scale(at: Self.milliseconds(frame.milliseconds - 20)))
      #expect(pin.tip.x == pin.anchor.x)
      #expect(abs(pin.tip.y - pin.anchor.y - 1.5 * (1 - pin.scale)) < 1e-9)
    }
    #expect(shown.last?.pin?.scale == 1)
    #expect(shown.contains { ($0.pin?.scale ?? 0) > 1 })
  }

  @Test
  func `bounces as a subview about its tip`() throws {
    let (_, shown) = Self.open(Self.subview)
    #expect(shown.map(\.milliseconds) == Array(stride(from: 40, through: 260, by: 20)))
    for frame in shown {
      let pin = try #require(frame.pin)
      #expect(pin.scale == SubviewBounce.scale(at: Self.milliseconds(frame.milliseconds - 20)))
      #expect(pin.tip == pin.anchor)
    }
  }

  @Test(arguments: [bubble, subview])
  func `is there at once without an animation`(style: CalloutStyle) {
    let (test, shown) = Self.open(style, animated: false)
    #expect(shown.isEmpty)
    #expect(test.map.now == Self.milliseconds(20))
    #expect(test.map.callouts.pin()?.scale == 1)
  }

  @Test
  func `is hidden as a subview while the map makes room`() {
    let place = TestMap.coordinate(x: 180, y: 100)
    let (test, shown) = Self.open(Self.crampedSubview, move: .center(place, animated: true))
    for frame in shown {
      // A third of a second after 20 ms.
      #expect((frame.pin != nil) == (frame.milliseconds > 353), "\(frame.milliseconds) ms")
    }
    #expect(shown.contains { $0.pin == nil })
    #expect(shown.last?.milliseconds == 600, "the first frame 563 ms after the tap or later")
    #expect(test.map.callouts.pin()?.scale == 1)
  }

  @Test(arguments: [true, false])
  func `waits as long without growing, and is there at once then`(isMoveAnimated: Bool) {
    let (test, shown) = Self.open(
      Self.crampedSubview, animated: false, move: .center(Self.place, animated: isMoveAnimated))
    for frame in shown {
      #expect((frame.pin != nil) == (frame.milliseconds > 353), "\(frame.milliseconds) ms")
      #expect(frame.pin.map { $0.scale == 1 } ?? true)
    }
    #expect(shown.contains { $0.pin == nil })
    #expect(test.map.callouts.pin()?.scale == 1)
  }

  @Test(arguments: [
    MapMove.center(place, animated: true), .center(place, animated: false),
  ])
  func `waits for no move that it did not ask for`(move: MapMove) {
    let (_, shown) = Self.open(Self.subview, move: move)
    #expect(shown.first?.milliseconds == 40)
    #expect(shown.allSatisfy { $0.pin != nil })
  }

  @Test(arguments: [false, true])
  func `waits for no room on the right if its adjuster overlooks it`(overlooksRight: Bool) {
    let style = CalloutStyle.subview(
      SubviewCallout(
        content: .whole(ScreenSize(width: 100, height: 57)),
        insets: EdgeInsets(top: 0, left: 0, bottom: 0, right: 120)))
    let (_, shown) = Self.open(
      style, move: .center(Self.place, animated: true), overlooksRight: overlooksRight)
    #expect(shown.allSatisfy { $0.pin != nil } == overlooksRight)
  }

  @Test
  func `waits for nothing when nobody moves the map`() {
    let (_, shown) = Self.open(Self.crampedSubview)
    #expect(!shown.isEmpty && shown.allSatisfy { $0.pin != nil })
  }

  @Test
  func `needs no frame while nothing is to be seen`() {
    let place = TestMap.coordinate(x: 180, y: 100)
    let (_, shown) = Self.open(Self.crampedSubview, move: .center(place, animated: false))
    let times = shown.map(\.milliseconds)
    // The map jumps in the first, the callout appears in the next.
    #expect(times == [40] + Array(stride(from: 360, through: 600, by: 20)))
  }

  @Test
  func `takes no tap while it is hidden`() {
    for isHidden in [true, false] {
      let place = TestMap.coordinate(x: 180, y: 100)
      let (test, _) = Self.open(
        Self.crampedSubview, move: .center(place, animated: false)
      ) { test in
        test.map.advance(by: Self.milliseconds(isHidden ? 330 : 400))
      }
      #expect((test.map.callouts.pin() == nil) == isHidden)
      _ = test.take()
      test.map.tap(at: ScreenPoint(x: 120, y: 70))
      #expect(test.take(.selection).isEmpty == !isHidden)
      #expect((test.map.selection.selected == nil) == isHidden)
    }
  }

  @Test(arguments: [bubble, subview], [MapMove.stay, .center(place, animated: false)])
  func `shows nothing more once it is closed`(style: CalloutStyle, move: MapMove) {
    let (test, shown) = Self.open(style, move: move) { test in
      test.map.advance(by: Self.milliseconds(100))
      test.map.deselectAnnotation()
      #expect(test.map.callouts.pin() == nil)
      test.map.advance(by: Self.milliseconds(1_000))
    }
    #expect(test.map.isSettled)
    #expect(shown.allSatisfy { $0.milliseconds <= 140 })
  }

  private static let place = TestMap.coordinate(x: 180, y: 100)

  @Test
  func `goes with its parent as a subview, and is not placed anew`() throws {
    let setup = CalloutSetup(
      style: Self.subview,
      adjuster: MoveCenterAdjuster(margin: 10, subject: .calloutAndParent))
    let test = TestMap(screenPoints: [(x: 12, y: 120)], layers: [.plain(callout: setup)])
    test.addAll()
    test.map.advanceUntilSettled()
    test.map.tap(point: 0, layer: 0)
    test.map.advanceUntilSettled()
    let events = test.trace.events.compactMap { event -> CalloutEvent? in
      guard case .callout(let callout) = event.kind else { return nil }
      return callout
    }
    let settled = events.last { if case .settled = $0 { true } else { false } }
    guard case .opened(_, _, let opening) = events.first, case .settled(_, let rest) = settled
    else {
      Issue.record("\(events)")
      return
    }
    // 27 points left of the arrow reach to -15, so the map goes 25 points to the right.
    #expect(opening.rects.body.minX == -15)
    #expect(opening.rects.look == CalloutLook(kind: .subview))
    #expect(abs(rest.rects.body.minX - 10) < 1e-6)
    #expect(abs(rest.rects.tip.x - rest.rects.body.minX - 27) < 1e-6)
    #expect(rest.rects.tip.y == rest.rects.body.maxY)
  }

  @Test
  func `stands in pictures as large as it is`() throws {
    let (test, _) = Self.open(Self.bubble) { test in
      test.map.advance(by: Self.milliseconds(50))
      test.map.mark(0)
      test.map.advanceUntilSettled()
      test.map.mark(0)
    }
    let scales = test.trace.events.compactMap { event -> Double? in
      guard case .snapshot(let scene) = event.kind else { return nil }
      return scene.callout?.look.scale
    }
    // It came to rest when it opened, for no one moved the map.
    #expect(scales == [1, BubbleAnimation.scale(at: Self.milliseconds(50)), 1])
  }
}
