import MapEvents
import MapGeometry
import Testing

@testable import Measures

/// The judge against a slow one written from the definitions, over small worlds whose numbers lie
/// on both sides of every tolerance.
@Suite("The judge of callouts against a slow one")
struct CalloutOracleTests {
  /// Draws worlds on a screen of 40 x 48 points, in quarters of a point.
  private struct Worlds {
    var numbers: ArbitraryNumbers

    mutating func pick<Value>(_ values: Value...) -> Value {
      values[numbers.next(below: values.count)]
    }

    mutating func quarters(_ low: Int, _ high: Int) -> Double {
      Double(low + numbers.next(below: high - low + 1)) / 4
    }

    mutating func rect() -> ScreenRect {
      ScreenRect(
        minX: quarters(-24, 140), minY: quarters(-24, 170), width: quarters(1, pick(40, 100, 180)),
        height: quarters(1, pick(40, 100, 210)))
    }

    mutating func rects() -> CalloutRects {
      CalloutRects(
        parent: rect(), body: rect(), tip: ScreenPoint(x: 0, y: 0), contain: rect())
    }

    mutating func offset() -> ScreenOffset {
      ScreenOffset(dx: quarters(-3, 3), dy: quarters(-3, 3))
    }

    mutating func ratio() -> Double { pick(1, 1, 1, 1.0000009, 0.9999991, 1.000002, 0.999998) }

    /// Another shift, mostly within a tolerance of one.
    mutating func near(_ shift: ScreenOffset) -> ScreenOffset {
      let more = pick(.zero, .zero, offset())
      return ScreenOffset(dx: shift.dx + more.dx, dy: shift.dy + more.dy)
    }

    mutating func probe(_ shift: ScreenOffset, _ scaleRatio: Double) -> CalloutProbe {
      CalloutProbe(
        shift: near(shift), scaleRatio: scaleRatio * ratio(),
        isRefused: numbers.next(below: 12) == 0, isAtWorldEdge: numbers.next(below: 8) == 0)
    }

    /// Where nothing moved, or the map stands at an end of the world, and how it is turned.
    mutating func camera(_ scale: Double) -> Camera {
      let half = 24 * scale
      return Camera(
        center: MapPoint(x: 4_096, y: pick(half, MapSize.worldSide - half, 8_192)),
        mapPointsPerPoint: scale, headingDegrees: pick(0, 0, 0, 30))
    }

    mutating func callbacks() -> RegionCallbacks {
      var callbacks = RegionCallbacks()
      for _ in 0..<pick(0, 0, 1, 1, 2) {
        callbacks.begin(animated: pick(true, false))
        if pick(true, true, false) {
          callbacks.end(animated: pick(true, true, false), at: camera(1))
        }
      }
      return callbacks
    }

    /// What a bar covers at one edge; most edges have none.
    mutating func bar() -> Double { pick(0, 0, quarters(1, 32)) }

    mutating func world() -> CalloutOracle {
      let view = ScreenSize(width: 40, height: 48)
      var (before, after) = (rects(), rects())
      if pick(true, false) { before.contain = ScreenRect(minX: 4, minY: 4, width: 8, height: 8) }
      let scale = 1.0
      let opened = Camera(center: MapPoint(x: 4_096, y: 8_192), mapPointsPerPoint: scale)
      let end = pick(opened, camera(scale * ratio()))
      let insets = EdgeInsets(
        top: quarters(0, 8), left: quarters(0, 8), bottom: quarters(0, 8), right: quarters(0, 8))
      let bars = EdgeInsets(top: bar(), left: bar(), bottom: bar(), right: bar())
      let judge = CalloutJudge(
        viewSize: view,
        opening: CalloutOpening(
          rects: before, insets: insets, bars: bars, camera: opened, move: .none,
          probes: CalloutProbes(atOnce: CalloutProbe(), center: opened.center, mapPointsPerPoint: 1)
        ))
      let needed = ScreenOffset(
        dx: judge.requiredShift.dx ?? quarters(-9, 9), dy: judge.requiredShift.dy ?? 0)
      // A pin that kept its size and went about where it should, or down or up a part of the way,
      // as where the world ends.
      if pick(true, true, false) {
        let part = ScreenOffset(dx: needed.dx, dy: needed.dy / 2)
        let way = near(pick(needed, needed, .zero, part))
        after.parent = before.parent.offset(by: way)
      }
      let opening = CalloutOpening(
        rects: before, insets: insets, bars: bars, camera: opened,
        move: pick(.none, .atOnce, .animated), isRefused: numbers.next(below: 6) == 0,
        probes: probes(end, needed))
      let rest = SettledCallout(
        rects: after, camera: end, secondShift: pick(.zero, offset()), secondScaleRatio: ratio())
      let frames = (0..<numbers.next(below: 4)).map { _ in
        (off: quarters(0, 7), isGrowing: pick(true, false))
      }
      return CalloutOracle(
        view: view, opening: opening, rest: rest, callbacks: callbacks(), frames: frames)
    }

    mutating func probes(_ end: Camera, _ needed: ScreenOffset) -> CalloutProbes {
      var probes = CalloutProbes(
        atOnce: CalloutProbe(
          shift: needed, scaleRatio: pick(1, 2), isAtWorldEdge: numbers.next(below: 6) == 0),
        center: MapPoint(
          x: end.center.x + pick(0, 0, 5e-4, 1e-3), y: end.center.y + pick(0, 0, -5e-4, -1e-3)),
        mapPointsPerPoint: end.mapPointsPerPoint * pick(1, 1, 1 + 5e-13, 1 - 2e-12))
      let here = probes.atOnce
      probes.mirroredEastWest = probe(
        ScreenOffset(dx: -here.shift.dx, dy: here.shift.dy), here.scaleRatio)
      probes.mirroredNorthSouth = probe(
        ScreenOffset(dx: here.shift.dx, dy: -here.shift.dy), here.scaleRatio)
      probes.westOfAntimeridian = probe(here.shift, here.scaleRatio)
      probes.eastOfAntimeridian = probe(here.shift, here.scaleRatio)
      probes.quarterFurther = probe(here.shift, here.scaleRatio)
      probes.otherLatitude = probe(here.shift, here.scaleRatio)
      probes.turned45 = probe(here.shift, here.scaleRatio)
      probes.turned90 = probe(here.shift, here.scaleRatio)
      probes.closest = probe(needed, 1)
      return probes
    }
  }

  private static func verdict(_ world: CalloutOracle) -> CalloutVerdict {
    var pins = CalloutPins()
    for frame in world.frames {
      pins.see(
        CalloutPin(
          tip: ScreenPoint(x: 8, y: 8 + frame.off), anchor: ScreenPoint(x: 8, y: 8),
          scale: frame.isGrowing ? 0.95 : 1))
    }
    return CalloutJudge(viewSize: world.view, opening: world.opening).verdict(
      rest: world.rest, callbacks: world.callbacks, pins: pins)
  }

  @Test(arguments: 1...4)
  func `says the same of every criterion`(seed: UInt64) {
    var worlds = Worlds(numbers: ArbitraryNumbers(seed: seed))
    var seen: [Criterion: Set<Bool?>] = [:]
    for number in 0..<500 {
      let world = worlds.world()
      let verdict = CalloutOracleTests.verdict(world)
      for criterion in Criterion.allCases {
        let expected = world.outcome(of: criterion)
        #expect(verdict.keeps(criterion) == expected, "\(criterion) of world \(number)")
        let unit = verdict.measure(of: criterion)?.unit ?? criterion.unit
        #expect(criterion.isMeasured(in: unit), "\(criterion) of world \(number)")
        seen[criterion, default: []].insert(expected)
      }
      #expect(verdict.isCorrect == Criterion.allCases.allSatisfy { verdict.keeps($0) != false })
    }
    for criterion in Criterion.allCases {
      #expect(seen[criterion]?.contains(true) == true, "\(criterion) was never kept")
      #expect(seen[criterion]?.contains(false) == true, "\(criterion) was never broken")
    }
  }

  /// A judge that lets a little more go would not pass the comparison.
  @Test(arguments: Criterion.allCases)
  func `a more lenient one is found out`(criterion: Criterion) {
    var worlds = Worlds(numbers: ArbitraryNumbers(seed: 1))
    let differs = (0..<500).contains { _ in
      var world = worlds.world()
      world.lenient = criterion
      return CalloutOracleTests.verdict(world).keeps(criterion) != world.outcome(of: criterion)
    }
    #expect(differs)
  }
}
