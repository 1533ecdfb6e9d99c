import MapGeometry
import Support
import Testing

@testable import MapModel

/// The paces of moving maps, against published values.
@Suite("Motions")
struct MotionTests {
  @Test(arguments: [
    (0.0, 0.0), (0.1, 0.019722), (0.25, 0.129162), (0.5, 0.5), (0.75, 0.870838), (0.9, 0.980278),
    (1, 1),
  ])
  func `eases in and out as Core Animation does`(fraction: Double, progress: Double) {
    #expect(abs(AnimationCurve.easeInOut.progress(at: fraction) - progress) < 5e-7)
  }

  @Test(arguments: [
    (0.1, 0.094796), (0.25, 0.408511), (0.5, 0.802403), (0.75, 0.960459), (0.9, 0.994316),
  ])
  func `follows any curve`(fraction: Double, progress: Double) {
    let curve = AnimationCurve((0.25, 0.1), (0.25, 1))
    #expect(abs(curve.progress(at: fraction) - progress) < 5e-7)
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

  @Test
  func `drifts as far and as long as a scroll view`() {
    let rest = -1 / Motion.decayPerSecond * 1000
    #expect(abs(rest - 499.4998) < 5e-5)
    let time = Motion.driftDuration(pointsPerSecond: 1000)
    #expect(abs(Double(time.nanoseconds) / 1e9 - 3.7961) < 5e-5)
    let way = Motion.driftFactor(afterSeconds: Double(time.nanoseconds) / 1e9) * 1000
    #expect(abs(rest - way - Motion.driftRemainderPoints) < 1e-6)
    #expect(Motion.driftDuration(pointsPerSecond: 0.1) == .zero)
    #expect(Motion.driftDuration(pointsPerSecond: 0) == .zero)
  }

  @Test
  func `slows down evenly in ratio`() {
    let ways = (0...10).map { Motion.driftFactor(afterSeconds: Double($0) / 10) }
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
    let motion = Motion(
      path: .glide(.linear), isAnimated: true, start: .zero,
      duration: SimulatedTime(milliseconds: 100), from: from, target: target, callout: nil)
    let places = (0...4).map {
      motion.viewport(at: SimulatedTime(milliseconds: 25 * Int64($0))).center.x
    }
    #expect(places == [world - 1000, world - 500, world, 500, 1000])
  }

  @Test
  func `crosses scales in equal ratios`() {
    let from = TestMap.viewport(scale: 16)
    let target = TestMap.viewport(scale: 256)
    let motion = Motion(
      path: .pinch, isAnimated: false, start: .zero, duration: SimulatedTime(milliseconds: 400),
      from: from, target: target, callout: nil)
    for (index, scale) in [16.0, 32, 64, 128, 256].enumerated() {
      let viewport = motion.viewport(at: SimulatedTime(milliseconds: 100 * Int64(index)))
      #expect(abs(viewport.mapPointsPerPoint / scale - 1) < 1e-14)
      #expect(viewport.center == TestMap.middle)
    }
  }
}
