import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// The paces of moving maps, against published values.
@Suite("Motions")
struct MotionTests {
  @Test(arguments: [
    (
      MapOptions.TimingCurve.easeInOut, [0.019722, 0.129162, 0.5, 0.870838, 0.980278]
    ),
    (.easeOut, [0.160572, 0.378138, 0.684643, 0.906535, 0.982973]),
    (.default, [0.094796, 0.408511, 0.802403, 0.960459, 0.994316]),
    // The mirror image of easing out.
    (.easeIn, [0.017027, 0.093465, 0.315357, 0.621862, 0.839428]),
    (.linear, [0.1, 0.25, 0.5, 0.75, 0.9]),
  ])
  func `is Core Animation's curve`(
    timing: MapOptions.TimingCurve, progress: [Double]
  ) {
    let curve = AnimationCurve(timing)
    for (fraction, expected) in zip([0.1, 0.25, 0.5, 0.75, 0.9], progress) {
      #expect(abs(curve.progress(at: fraction) - expected) < 5.1e-7, "\(timing) at \(fraction)")
    }
  }

  @Test(arguments: [(10.0, 5.4377), (100, 49.3458), (480, 170.3226), (-100, -49.3458)])
  func `follows a finger beyond the edge as a rubber band`(pull: Double, shown: Double) {
    let start = TestMap.viewport(width: 320, height: 480, center: MapPoint(x: 1e8, y: 240 * 64))
    let south = TestMap.viewport(
      width: 320, height: 480, center: MapPoint(x: 1e8, y: MapSize.worldSide - 240 * 64))
    let from = pull > 0 ? start : south
    let offset = ScreenOffset(dx: 3, dy: pull)
    let end = CameraAnimation.viewport(from, draggedBy: offset, .standard)
    #expect(abs((from.center.y - end.center.y) / 64 - shown) < 5e-5)
    #expect(end.center.x == 1e8 - 3 * 64)
    var options = MapOptions.asRecorded
    options.beyondEdge = .stop
    #expect(
      CameraAnimation.viewport(from, draggedBy: offset, Scrolling(options)).center.y
        == from.center.y)
    // Its slope says how fast the content is.
    let further = CameraAnimation.viewport(
      from, draggedBy: ScreenOffset(dx: 3, dy: pull * 1.000_001), .standard)
    let slope = (end.center.y - further.center.y) / 64 / (pull * 0.000_001)
    #expect(abs(slope - Scrolling.standard.bandSlope(shown: shown, extent: 480)) < 1e-4)
  }

  @Test(arguments: [(0.0, 100.0), (0.1, 73.5759), (0.2, 40.6006), (0.5, 4.0428)])
  func `springs back as a scroll view`(seconds: Double, points: Double) {
    let place = Scrolling.standard.spring(from: 100, speed: 0, afterSeconds: seconds)
    #expect(abs(place - points) < 5e-5)
    #expect(Scrolling.standard.spring(from: -100, speed: 0, afterSeconds: seconds) == -place)
  }

  @Test
  func `rests when the spring stays within half a point`() {
    for start in [-300.0, -10, -0.6, -0.5, 0, 0.1, 0.5, 1, 40, 170] {
      for speed in [-5000.0, -1001, -400, -20, 0, 3, 30, 250, 2000, 90_000] {
        let end = Scrolling.standard.springSeconds(from: start, speed: speed)
        func distance(_ seconds: Double) -> Double {
          Scrolling.standard.spring(from: start, speed: speed, afterSeconds: seconds).magnitude
        }
        // Sampled, it never leaves again, and just before it had not come to rest.
        let later = (0...2000).map { distance(end + Double($0) / 1000) }
        #expect(later.allSatisfy { $0 <= 0.5 + 1e-9 }, "\(start) at \(speed)")
        #expect(end == 0 || distance(end - 1e-6) > 0.5 - 1e-6, "\(start) at \(speed)")
        #expect((end == 0) == (0...2000).allSatisfy { distance(Double($0) / 1000) <= 0.5 })
      }
    }
  }

  @Test
  func `goes forward at every instant and stays within the ends`() {
    for curve in [AnimationCurve.linear, .easeInOut, AnimationCurve((0, 0), (0.58, 1))] {
      let values = (-10...1010).map { curve.progress(at: Double($0) / 1000) }
      #expect(values.first == 0)
      #expect(values.last == 1)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test(arguments: [
    (MapOptions.Deceleration.normal, 499.4998, 3.7961), (.fast, 99.4992, 0.5956),
  ])
  func `drifts as far and as long as a scroll view`(
    deceleration: MapOptions.Deceleration, rest: Double, seconds: Double
  ) {
    let scrolling = Scrolling(deceleration)
    let decay = scrolling.decay
    #expect(abs(-1 / decay * 1000 - rest) < 5e-5)
    let time = scrolling.decelerationSeconds(pointsPerSecond: 1000)
    #expect(abs(time - seconds) < 5e-5)
    let way = scrolling.decelerationFactor(afterSeconds: time) * 1000
    #expect(abs(-1000 / decay - way - scrolling.driftRemainderPoints) < 1e-6)
    #expect(scrolling.decelerationSeconds(pointsPerSecond: 0.1) == 0)
    #expect(scrolling.decelerationSeconds(pointsPerSecond: 0) == 0)
  }

  @Test
  func `slows down evenly in ratio`() {
    let ways = (0...10).map {
      Scrolling.standard.decelerationFactor(afterSeconds: Double($0) / 10)
    }
    let steps = zip(ways.dropFirst(), ways).map { $0 - $1 }
    for (next, step) in zip(steps.dropFirst(), steps) {
      // 0.998 to the power of 100.
      #expect(abs(next / step - 0.818567) < 1e-6)
    }
  }

  @Test
  func `takes the short way across the date line`() {
    let world = MapSize.worldSide
    let from = TestMap.viewport(center: MapPoint(x: world - 1000, y: 1e8))
    let target = TestMap.viewport(center: MapPoint(x: 1000, y: 1e8))
    let motion = CameraAnimation(
      path: .transition(.fingers), change: 0, mover: .app, start: .zero,
      duration: SimulatedTime(milliseconds: 100), from: from, target: target, callout: nil)
    let places = (0...4).map {
      motion.viewport(at: SimulatedTime(milliseconds: 25 * Int64($0))).center.x
    }
    #expect(places == [world - 1000, world - 500, world, 500, 1000])
  }

  @Test(arguments: [
    (MapOptions.ZoomPath.logarithmic, [16.0, 32, 64, 128, 256]),
    (.linear, [16, 76, 136, 196, 256]),
  ])
  func `crosses scales in equal ratios or differences`(
    path: MapOptions.ZoomPath, scales: [Double]
  ) {
    let from = TestMap.viewport(scale: 16)
    let target = TestMap.viewport(scale: 256)
    let timing = CameraAnimation.Timing(curve: .linear, zoomPath: path)
    let corner = ScreenPoint(x: 30, y: 150)
    for way in [CameraAnimation.Path.transition(timing), .scaling(about: corner, timing)] {
      let end =
        if case .transition = way { target } else { from.scaled(by: 1.0 / 16, about: corner) }
      let motion = CameraAnimation(
        path: way, change: 0, mover: .app, start: .zero, duration: SimulatedTime(milliseconds: 400),
        from: from, target: end, callout: nil)
      for (index, scale) in scales.enumerated() {
        let viewport = motion.viewport(at: SimulatedTime(milliseconds: 100 * Int64(index)))
        #expect(abs(viewport.mapPointsPerPoint / scale - 1) < 1e-14)
        guard case .scaling = way else {
          #expect(viewport.center == TestMap.middle)
          continue
        }
        let place = viewport.screenPoint(for: from.mapPoint(at: corner))
        #expect(abs(place.x - 30) < 1e-6)
        #expect(abs(place.y - 150) < 1e-6)
      }
    }
  }

  @Test(arguments: [(0.0, 90.0, 45.0), (350, 30, 10), (30, 350, 10), (200, 100, 150)])
  func `turns the short way to another heading`(first: Double, last: Double, middle: Double) {
    var from = TestMap.viewport()
    from.headingDegrees = first
    var target = from
    target.headingDegrees = last
    let motion = CameraAnimation(
      path: .transition(.fingers), change: 0, mover: .app, start: .zero,
      duration: SimulatedTime(milliseconds: 100), from: from, target: target, callout: nil)
    #expect(motion.viewport(at: SimulatedTime(milliseconds: 50)).headingDegrees == middle)
    #expect(motion.viewport(at: SimulatedTime(milliseconds: 100)) == target)
  }
}
