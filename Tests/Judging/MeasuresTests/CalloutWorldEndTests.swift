import MapEvents
import MapGeometry
import Testing

@testable import Measures

/// What only the end of the world breaks, and what it has no part in.
@Suite("A judge of callouts where the world ends")
struct CalloutWorldEndTests {
  /// A callout that nobody makes room for, in a view of 320 x 480 at an end of the world.
  private static func callout(
    minX: Double, minY: Double, atNorth: Bool, pin: ScreenRect? = nil
  ) -> JudgedCallout {
    var callout = JudgedCallout.visible
    callout.contain = ScreenRect(minX: minX, minY: minY, width: 100, height: 80)
    callout.containAfter = callout.contain
    callout.parent =
      pin ?? ScreenRect(minX: minX + 34, minY: minY + 20, width: 32, height: 39)
    callout.center.y = atNorth ? 240 : MapSize.worldSide - 240
    return callout
  }

  private static func excused(_ verdict: CalloutVerdict) -> [Criterion] {
    Criterion.allCases.filter { verdict.measures?.isBrokenByWorldEnd($0) ?? false }
  }

  /// Where a callout of 100 x 80 stands, whether C14 asks, and what is the world's error.
  static let places: [(minX: Double, minY: Double, atNorth: Bool, asks: Bool, [Criterion])] = [
    // Above the northern end, and below the southern one.
    (100, -8, true, true, [.inside, .minimalShift]),
    (100, 408, false, true, [.inside, .minimalShift]),
    // The map could move there: it is the other end that is near.
    (100, 408, true, false, []),
    (100, -8, false, false, []),
    // Sideways the map could move too.
    (-8, -8, true, true, []),
    (228, -8, true, true, []),
    (-8, 408, false, true, []),
    // It is inside at the sides, but nearer to one than was promised.
    (1, -8, true, true, [.inside]),
    (-8, 100, true, false, []),
  ]

  @Test(arguments: places)
  func `only what sticks out beyond it is its error`(
    minX: Double, minY: Double, atNorth: Bool, asks: Bool, error: [Criterion]
  ) {
    let verdict = Self.callout(minX: minX, minY: minY, atNorth: atNorth).verdict
    #expect(verdict.keeps(.inside) == false && verdict.keeps(.minimalShift) == false)
    #expect(verdict.keeps(.steadyAtWorldEdge) == (asks ? true : nil))
    #expect(Self.excused(verdict) == error)
  }

  @Test(arguments: [(100.0, true), (-40, false), (330, false)])
  func `a pin that is out of sight above it may be so, beside it not`(x: Double, isExcused: Bool) {
    let pin = ScreenRect(minX: x, minY: -40, width: 32, height: 39)
    let verdict = Self.callout(minX: 100, minY: -8, atNorth: true, pin: pin).verdict
    #expect(verdict.keeps(.parentVisible) == false)
    #expect(Self.excused(verdict).contains(.parentVisible) == isExcused)
  }

  @Test(arguments: [(100.0, 1.0, true), (-20, 1, false), (100, 0.5, false)])
  func `the pin of what is too large counts alike, and so does the scale`(
    x: Double, ratio: Double, isExcused: Bool
  ) {
    let pin = ScreenRect(minX: x, minY: -20, width: 32, height: 39)
    var callout = Self.callout(minX: 100, minY: -8, atNorth: true, pin: pin)
    callout.body = ScreenRect(minX: -40, minY: -20, width: 400, height: 80)
    callout.bodyAfter = callout.body
    callout.scaleRatio = ratio
    callout.regionChanges = ratio == 1 ? 0 : 1
    callout.center.y *= ratio
    let verdict = callout.verdict
    #expect(verdict.keeps(.steadyAtWorldEdge) == true)
    #expect(verdict.keeps(.oversize) == false)
    #expect(Self.excused(verdict).contains(.oversize) == isExcused)
  }

  @Test
  func `what goes the wrong way is no error of the world`() {
    var callout = Self.callout(minX: 100, minY: -8, atNorth: true)
    callout.shift.dy = -3
    callout.regionChanges = 1
    callout.center.y -= 3
    let verdict = callout.verdict
    #expect(verdict.keeps(.steadyAtWorldEdge) == false)
    #expect(Self.excused(verdict).isEmpty)
  }

  @Test
  func `a map that runs to an end without need is asked`() {
    var callout = JudgedCallout.visible
    callout.shift.dy = 40
    callout.regionChanges = 1
    callout.center.y = 280
    #expect(callout.verdict.amount(of: .steadyAtWorldEdge) == 40)
    callout.shift.dy = -40
    callout.center.y = MapSize.worldSide - 280
    #expect(callout.verdict.amount(of: .steadyAtWorldEdge) == 40)
  }

  @Test
  func `what is measured anew is excused no more`() {
    var measures = CriterionMeasures()
    measures[.inside] = CriterionMeasure(8, of: .inside, within: 0.5)
    let plain = measures
    measures.excuse(.inside)
    measures.excuse(.zoomUnchanged)
    #expect(measures.isBrokenByWorldEnd(.inside) && !measures.isBrokenByWorldEnd(.zoomUnchanged))
    #expect(measures != plain && measures.hashValue != plain.hashValue)
    measures[.inside] = CriterionMeasure(8, of: .inside, within: 0.5)
    #expect(measures == plain)
  }
}
