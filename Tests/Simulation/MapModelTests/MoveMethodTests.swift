import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// How an app moves annotations, and what the map sees of it.
@Suite("Ways to move annotations")
struct MoveMethodTests {
  private static let slot = AnnotationSlot(0)
  private static let time = SimulatedTime(milliseconds: 600)

  /// A pin at 100 points from the left.
  private static func map() -> TestMap {
    var layer = LayerSetup.plain()
    layer.view.isDraggable = true
    let test = TestMap(screenPoints: [(x: 100, y: 100)], layers: [layer])
    test.addAll()
    test.map.advanceUntilSettled()
    _ = test.take()
    return test
  }

  private static func x(_ test: TestMap) -> Double {
    test.map.viewport.screenPoint(for: test.map.annotations[slot].mapPoint).x
  }

  /// The map knows the goal at once, and the view glides there: half of it after half of the time.
  @Test
  func `in an animation are known at once and seen on the way`() {
    let test = MoveMethodTests.map()
    let goal = TestMap.coordinate(x: 200, y: 100)
    test.map.move([0], in: 0, to: [goal], over: MoveMethodTests.time, how: .animation)
    #expect(test.take(.data).count == 1)
    #expect(test.map.annotations[MoveMethodTests.slot].coordinate == goal)
    #expect((MoveMethodTests.x(test) - 100).magnitude < 1e-6)
    test.map.advance(by: SimulatedTime(milliseconds: 300))
    #expect((MoveMethodTests.x(test) - 150).magnitude < 3)
    // A finger meets it where it is seen.
    let frame = test.map.views.frame(of: MoveMethodTests.slot)
    test.map.tap(at: ScreenPoint(x: 150, y: frame.midY))
    #expect(test.map.selectedSerial == 0)
    test.map.advanceUntilSettled()
    #expect(test.take(.data).isEmpty)
    #expect(
      test.map.annotations[MoveMethodTests.slot].mapPoint
        == Projection.mapKit.mapPoint(for: goal))
  }

  /// A glide of 600 ms has 30 frames of 20 ms, with and without main-thread costs.
  @Test(arguments: [MoveMethod.announced, .animation], [0, 6_000])
  func `over time are drawn in each frame`(how: MoveMethod, layoutNanoseconds: Int64) {
    let test = TestMap(
      costs: .phone(layout: layoutNanoseconds), screenPoints: [(x: 100, y: 100)],
      options: .with { $0.mainThread = .takesTime })
    test.addAll()
    test.map.advanceUntilSettled()
    _ = test.take()
    let goal = TestMap.coordinate(x: 200, y: 100)
    test.map.move([0], in: 0, to: [goal], over: MoveMethodTests.time, how: how)
    #expect(test.map.advanceUntilSettled())
    #expect((30...31).contains(test.take(.frame).count))
  }

  /// Over the 180th meridian the short way.
  @Test
  func `in an animation go the short way around the world`() {
    let viewport = TestMap.viewport(
      center: MapPoint(x: MapSize.worldSide, y: TestMap.middle.y))
    let test = TestMap(viewport: viewport, screenPoints: [(x: 100, y: 100)])
    test.addAll()
    test.map.advanceUntilSettled()
    let goal = TestMap.coordinate(x: 200, y: 100, in: viewport)
    test.map.move([0], in: 0, to: [goal], over: MoveMethodTests.time, how: .animation)
    for _ in 0..<30 {
      test.map.advance(by: SimulatedTime(milliseconds: 20))
      #expect((99.9...200.1).contains(MoveMethodTests.x(test)))
    }
    #expect((MoveMethodTests.x(test) - 200).magnitude < 4)
  }

  /// Each ends the animation: another move, a drag, or that the point leaves and comes back.
  @Test(arguments: ["move", "drag", "remove"])
  func `in an animation end when something else moves them`(deed: String) {
    let test = MoveMethodTests.map()
    let goals = [200.0, 60].map { TestMap.coordinate(x: $0, y: 100) }
    test.map.move([0], in: 0, to: [goals[0]], over: MoveMethodTests.time, how: .animation)
    test.map.advance(by: SimulatedTime(milliseconds: 300))
    switch deed {
    case "move": test.map.move([0], in: 0, to: [goals[1]])
    case "drag":
      test.map.drag(
        .point(0, layer: 0), by: ScreenOffset(dx: 0, dy: 40),
        over: SimulatedTime(milliseconds: 900), end: .drop)
    default:
      test.map.remove([0], from: 0)
      test.map.add([0], to: 0)
    }
    test.map.advanceUntilSettled()
    let wanted = deed == "move" ? 60.0 : deed == "drag" ? 150 : 200
    #expect((MoveMethodTests.x(test) - wanted).magnitude < 12, "\(MoveMethodTests.x(test))")
    if deed != "drag" { #expect((MoveMethodTests.x(test) - wanted).magnitude < 1e-6) }
  }

  @Test
  func `unannounced are not seen before the point comes again`() {
    let test = MoveMethodTests.map()
    let goal = TestMap.coordinate(x: 200, y: 100)
    test.map.move([0], in: 0, to: [goal], how: .unannounced)
    test.map.advanceUntilSettled()
    #expect(test.take(.data, .view).isEmpty)
    #expect(test.map.coordinate(of: 0, in: 0) == goal)
    #expect((MoveMethodTests.x(test) - 100).magnitude < 1e-6)
    // Announced at last, although the app has no other coordinate.
    test.map.move([0], in: 0, to: [goal])
    #expect((MoveMethodTests.x(test) - 200).magnitude < 1e-6)
    #expect(test.take(.session).isEmpty)
  }

  @Test
  func `unannounced do not reach an index that follows moves`() {
    for how in [MoveMethod.announced, .unannounced] {
      let test = ClusterFixTests.settled(
        fixes: ClusterMoveTests.moving, places: [(x: 100, y: 100)])
      test.map.move([0], in: 0, to: [TestMap.coordinate(x: 200, y: 100)], how: how)
      test.map.advanceUntilSettled()
      #expect(test.take(.cluster).isEmpty == (how == .unannounced))
    }
  }
}
