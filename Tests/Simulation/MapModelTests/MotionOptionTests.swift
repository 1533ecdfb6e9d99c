import ExactMath
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Options of motions that no published figure settles: each changes what it names.
@Suite("Options of motions")
struct MotionOptionTests {
  static func options(_ change: (inout MapOptions) -> Void) -> MapOptions {
    var options = MapOptions.asRecorded
    change(&options)
    return options
  }

  /// How fast a finger leaves the map that eases in over 200 points in half a second.
  static func speed(window milliseconds: Int64, curve: MapOptions.TimingCurve) -> Double {
    let test = TestMap(
      options: options { $0.velocityWindow = SimulatedTime(milliseconds: milliseconds) })
    test.map.pan(
      by: ScreenOffset(dx: 200, dy: 0), over: GestureTests.time(500), curve: curve, release: .moving
    )
    return GestureTests.speeds(test).first?.dx ?? .nan
  }

  @Test
  func `measure the speed of a finger over their window`() {
    for milliseconds: Int64 in [1, 50, 100, 499, 500, 900] {
      #expect(abs(MotionOptionTests.speed(window: milliseconds, curve: .linear) - 400) < 1e-9)
      let window = Double(min(milliseconds, 500)) / 500
      let way = 1 - AnimationCurve.easeIn.progress(at: 1 - window)
      let eased = MotionOptionTests.speed(window: milliseconds, curve: .easeIn)
      #expect(abs(eased - way * 400 / window) < 1e-6)
    }
    let speeds = [1, 50, 100, 400].map {
      MotionOptionTests.speed(window: $0, curve: .easeIn)
    }
    #expect(speeds == speeds.sorted(by: >))
    // It ends with the slope 1 / 0.58 of its curve.
    #expect(abs(speeds[0] - 400 / 0.58) < 10)
    #expect(MotionOptionTests.speed(window: 1, curve: .easeOut) < 5)
  }

  @Test
  func `let the map follow a finger at its pace`() {
    let test = TestMap()
    let start = test.map.viewport.center.x
    test.map.pan(
      by: ScreenOffset(dx: 100, dy: 0), over: GestureTests.time(200), curve: .easeInOut,
      release: .resting)
    let ways = GestureTests.cameras(test).map { (start - $0.center.x) / 64 }
    #expect(ways.count == 10)
    for (index, way) in ways.enumerated() {
      let progress = AnimationCurve.easeInOut.progress(at: Double(index + 1) / 10)
      #expect(abs(way - 100 * progress) < 1e-6)
    }
  }

  @Test(arguments: [0.05, 0.3, 0.55, 1])
  func `stretch as far beyond the edge as their coefficient says`(coefficient: Double) {
    let test = GestureTests.northern(
      0, options: MotionOptionTests.options { $0.rubberBandCoefficient = coefficient })
    test.map.pan(by: ScreenOffset(dx: 0, dy: 100), over: GestureTests.time(400))
    let top = GestureTests.cameras(test).map { $0.center.y / 64 - 100 }.min() ?? .nan
    // f(x) = (1 - 1 / (x c / D + 1)) D.
    #expect(abs(-top - (1 - 1 / (100 * coefficient / 200 + 1)) * 200) < 1e-9)
  }

  @Test(arguments: [(25.0, 0.5), (100, 0.5), (100, 5), (900, 0.5)])
  func `spring back as stiff as they say, until they rest`(stiffness: Double, rest: Double) {
    let options = MotionOptionTests.options {
      $0.springStiffness = stiffness
      $0.springRemainderPoints = rest
    }
    let test = GestureTests.northern(0, options: options)
    test.map.pan(by: ScreenOffset(dx: 0, dy: 100), over: GestureTests.time(400))
    let tops = GestureTests.cameras(test).map { $0.center.y / 64 - 100 }
    let shown = rubberBand(distance: 100, extent: 200)
    let rate = stiffness.squareRoot()
    for (number, top) in tops[20...].dropLast().enumerated() {
      let time = Double(number + 1) / 50
      // x(t) = e^(-r t) (x0 + r x0 t), for a finger that rests.
      let expected = Elementary.exp(-rate * time) * shown * (1 + rate * time)
      #expect(abs(top + expected) < 1e-9)
      #expect(-top > rest)
    }
    #expect(tops.last == 0)
    let end = Double(tops.count - 20) / 50
    #expect(Elementary.exp(-rate * end) * shown * (1 + rate * end) <= rest)
  }

  @Test(arguments: [0.01, 0.25, 4])
  func `drift until their remainder is left`(points: Double) {
    let test = TestMap(options: MotionOptionTests.options { $0.driftRemainderPoints = points })
    let start = test.map.viewport.center.x
    test.map.fling(pointsPerSecond: ScreenOffset(dx: 500, dy: 0))
    let ways = GestureTests.cameras(test).map { (start - $0.center.x) / 64 }
    let whole = 500 / -Scrolling.standard.decay
    #expect(abs((ways.last ?? .nan) - whole) < 1e-6)
    #expect(ways.dropLast().allSatisfy { whole - $0 > points })
  }

  @Test(arguments: MapOptions.DraggedViews.allCases)
  func `keep what is carried away, or cancel its drag`(choice: MapOptions.DraggedViews) {
    var layer = LayerSetup.plain()
    layer.view.isDraggable = true
    let test = TestMap(
      margin: 0.25, screenPoints: [(x: 150, y: 100)], layers: [layer],
      options: MotionOptionTests.options { $0.draggedViews = choice })
    test.addAll()
    test.map.advance(by: GestureTests.time(100))
    let home = test.map.annotations[0].coordinate
    _ = test.take()
    // The views end 75 points beyond the edge, 225 from here.
    test.map.drag(
      .point(0, layer: 0), by: ScreenOffset(dx: 600, dy: 0), over: GestureTests.time(2000),
      end: .drop)
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.drag)
    let isHome = test.map.annotations[0].coordinate == home
    switch choice {
    case .kept:
      #expect(!isHome && words.contains { $0.contains("ending") }, "\(words)")
      #expect(!words.contains { $0.contains("cancel") }, "\(words)")
    case .cancelled:
      #expect(isHome && words.contains { $0.contains("cancel") }, "\(words)")
      #expect(!words.contains { $0.contains("ending") }, "\(words)")
    }
    #expect(test.map.drag.dragged == nil)
  }

  @Test(arguments: MapOptions.CollisionCircle.allCases)
  func `decide which circle of a view collides`(circle: MapOptions.CollisionCircle) {
    var layer = LayerSetup.plain()
    layer.view.size = ScreenSize(width: 20, height: 20)
    layer.view.collision = .circle
    layer.view.displayPriority = 500
    // 24 points apart: circles of radius 10 do not meet, those of 14.1 do.
    let test = TestMap(
      screenPoints: [(x: 100, y: 100), (x: 124, y: 100)], layers: [layer],
      options: MotionOptionTests.options { $0.collisionCircle = circle })
    test.addAll()
    test.map.advance(by: GestureTests.time(100))
    #expect(test.map.views.pools.hiddenCount == (circle == .inscribed ? 0 : 1))
  }
}
