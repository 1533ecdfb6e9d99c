import ExactMath
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Pinches and rotations that go on when the fingers leave, on a phone with a frame every 20 ms.
@Suite("Momentum of two fingers")
struct MomentumTests {
  private static let point = ScreenPoint(x: 40, y: 150)
  private static let time = SimulatedTime(milliseconds: 400)

  /// The speed that is left after each of some milliseconds, added up: what a hand would do.
  private static func way(speed: Double, rate: Double) -> Double {
    var (speed, way) = (speed, 0.0)
    // Eight seconds of a hundredth of a millisecond each.
    for _ in 0..<800_000 {
      way += speed / 100_000
      speed *= 1 - (1 - rate) / 100
    }
    return way
  }

  private static func gesture(
    _ map: MapSimulation, _ amount: Double, isPinch: Bool, release: GestureRelease
  ) {
    isPinch
      ? map.pinch(byLevels: amount, about: point, over: time, release: release)
      : map.rotate(byDegrees: amount * 30, about: point, over: time, release: release)
  }

  @Test(
    arguments: [(true, 1), (true, -0.5), (false, 1), (false, -0.5)] as [(Bool, Double)],
    MapOptions.Deceleration.allCases)
  func `go on as far as their speed carries them`(
    gesture: (isPinch: Bool, amount: Double), deceleration: MapOptions.Deceleration
  ) {
    let (isPinch, amount) = gesture
    let rate = deceleration == .fast ? 0.99 : 0.998
    let test = TestMap(options: .with { $0.pinchDeceleration = deceleration })
    let start = test.map.viewport
    let fixed = start.mapPoint(at: MomentumTests.point)
    _ = test.take()
    MomentumTests.gesture(test.map, amount, isPinch: isPinch, release: .moving)
    let further = MomentumTests.way(speed: amount / 0.4, rate: rate)
    let end = test.map.viewport
    let found =
      isPinch
      ? end.zoomLevel - start.zoomLevel
      : (end.headingDegrees < 180 ? end.headingDegrees : end.headingDegrees - 360) / 30
    #expect((found - amount - further).magnitude < 0.01 * further.magnitude, "\(found)")
    let place = end.screenPoint(for: fixed)
    #expect(
      max((place.x - MomentumTests.point.x).magnitude, (place.y - MomentumTests.point.y).magnitude)
        < 1e-3, "what lies between the fingers stays")
    let words = test.take(.map)
    #expect(words.count { $0 == "will" } == 1 && words.count { $0 == "did" } == 1)
    #expect(test.map.isSettled)
  }

  @Test(arguments: [true, false])
  func `stand still when the fingers rest first`(isPinch: Bool) {
    let test = TestMap()
    MomentumTests.gesture(test.map, 1, isPinch: isPinch, release: .resting)
    let end = test.map.viewport
    test.map.advance(by: SimulatedTime(milliseconds: 1_000))
    #expect(test.map.viewport == end)
    #expect(
      isPinch
        ? (end.zoomLevel - TestMap.viewport().zoomLevel - 1).magnitude < 1e-9
        : (end.headingDegrees - 30).magnitude < 1e-9)
  }

  /// Each frame is nearer to the end than the one before, ever less so.
  @Test
  func `slow down from frame to frame`() {
    let test = TestMap(options: .with { $0.pinchDeceleration = .normal })
    _ = test.take()
    MomentumTests.gesture(test.map, 1, isPinch: true, release: .moving)
    let levels = test.trace.events.compactMap { event -> Double? in
      guard case .map(.visibleRegionChanged(let camera, _)) = event.kind else { return nil }
      return -Elementary.log(camera.mapPointsPerPoint) / Elementary.log(2)
    }
    let ways = zip(levels, levels.dropFirst()).map { $1 - $0 }
    #expect(ways.count > 50 && ways.allSatisfy { $0 > 0 })
    // The fingers move evenly for 20 frames; the frame in which they leave is in between.
    #expect(zip(ways.dropFirst(21), ways.dropFirst(22)).dropLast().allSatisfy { $0 > $1 })
  }

  /// A tap stops it where it is, as it stops a map that drifts.
  @Test
  func `stop when a finger comes back`() {
    let test = TestMap(options: .with { $0.pinchDeceleration = .normal })
    var stopped: Viewport?
    test.trace.watch = { [unowned test] event in
      switch event.kind {
      case .input(.ended):
        test.map.planBatch([], for: 0, after: SimulatedTime(milliseconds: 100))
      case .data(.batchArrived):
        test.map.tapEmptyMap()
        stopped = test.map.viewport
      default: break
      }
    }
    MomentumTests.gesture(test.map, 1, isPinch: true, release: .moving)
    test.map.advance(by: SimulatedTime(milliseconds: 1_000))
    #expect(stopped == test.map.viewport)
    #expect(test.trace.events.contains { $0.kind == .map(.regionChangeInterrupted) })
  }

  /// The map cannot come nearer than its limit, and its change ends with the fingers.
  @Test
  func `end where the map does`() {
    var viewport = TestMap.viewport()
    viewport.mapPointsPerPoint = viewport.options.closestMapPointsPerPoint
    let test = TestMap(viewport: viewport)
    let start = test.map.now
    MomentumTests.gesture(test.map, 1, isPinch: true, release: .moving)
    #expect(test.map.now == start + MomentumTests.time)
    #expect(test.map.viewport.mapPointsPerPoint == viewport.mapPointsPerPoint)
  }
}
