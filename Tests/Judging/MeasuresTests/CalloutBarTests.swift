import MapEvents
import MapGeometry
import Testing

@testable import Measures

/// The bars of the map hold, whatever the adjuster promises.
@Suite("A judge of callouts under bars")
struct CalloutBarTests {
  /// A view of 320 x 480 with a bar of 60 pt above, and a callout 20 pt below its upper edge.
  private static func callout(top: Double, after: Double, promise: Double = 2) -> JudgedCallout {
    var callout = JudgedCallout.visible
    callout.bars.top = 60
    callout.insets.top = promise
    callout.contain.minY = top
    callout.containAfter.minY = after
    callout.shift.dy = after - top
    callout.regionChanges = after == top ? 0 : 1
    return callout
  }

  @Test
  func `an adjuster that overlooks a bar leaves the callout under it`() {
    let verdict = Self.callout(top: 20, after: 20).verdict
    #expect(verdict.amount(of: .inside) == 40)
    #expect(verdict.overflowPoints == 40)
    #expect(verdict.amount(of: .minimalShift) == 40)
    // It was not visible, so nobody asks that it stays.
    #expect(verdict.keeps(.untouchedWhenVisible) == nil)
    #expect(verdict.insets == EdgeInsets(top: 60, left: 2, bottom: 2, right: 2))
    #expect(!verdict.isCorrect)
  }

  @Test(arguments: [2.0, 60, 62])
  func `an adjuster that brings it out from under the bar is right`(promise: Double) {
    let verdict = Self.callout(top: 20, after: max(60, promise), promise: promise).verdict
    #expect(verdict.isCorrect, "\(verdict.broken)")
    #expect(verdict.amount(of: .inside) == 0)
  }

  @Test(arguments: [(60.0, true), (59.5, true), (59.4, false)])
  func `C1 lets half a point lie under a bar`(after: Double, kept: Bool) {
    #expect(Self.callout(top: 20, after: after).verdict.keeps(.inside) == kept)
  }

  @Test(
    arguments: [
      (EdgeInsets(top: 12, left: 0, bottom: 0, right: 0), ScreenPoint(x: 100, y: 2)),
      (EdgeInsets(top: 0, left: 12, bottom: 0, right: 0), ScreenPoint(x: 2, y: 100)),
      (EdgeInsets(top: 0, left: 0, bottom: 12, right: 0), ScreenPoint(x: 100, y: 398)),
      (EdgeInsets(top: 0, left: 0, bottom: 0, right: 12), ScreenPoint(x: 218, y: 100)),
    ])
  func `every edge has its bar`(bars: EdgeInsets, corner: ScreenPoint) {
    var callout = JudgedCallout.visible
    callout.contain = ScreenRect(minX: corner.x, minY: corner.y, width: 100, height: 80)
    callout.containAfter = callout.contain
    callout.parent.minX = corner.x + 30
    callout.parent.minY = corner.y + 41
    #expect(callout.verdict.amount(of: .inside) == 0)
    callout.bars = bars
    #expect(callout.verdict.amount(of: .inside) == 10)
    #expect(callout.verdict.amount(of: .minimalShift) == 10)
  }

  @Test
  func `what fits the bare view but not the room beside the bars is oversize`() {
    var callout = Self.callout(top: 20, after: 20)
    callout.bars.bottom = 350
    let verdict = callout.verdict
    #expect(verdict.keeps(.inside) == nil)
    // The pin reaches from 141 to 180, and the bar below leaves 130.
    #expect(verdict.amount(of: .oversize) == 50)
  }

  @Test(arguments: [(0.0, true), (61, false), (60.5, false), (59, true)])
  func `C16 looks for the pin beside the bars`(bar: Double, kept: Bool) {
    var callout = JudgedCallout.visible
    callout.parent = ScreenRect(minX: 30, minY: 21, width: 32, height: 39)
    callout.bars.top = bar
    #expect(callout.verdict.keeps(.parentVisible) == kept)
  }

  /// A callout that is too tall where the world ends, its pin under a bar of 120 pt there: the map
  /// cannot make the 100 pt of room that the pin needs.
  @Test(arguments: [(0.0, 0.0), (0.4, 0), (40, 0), (-0.6, 0.6)], [true, false])
  func `C14 looks for the pin beside the bars`(
    way: (pointsOut: Double, amount: Double), isSouthern: Bool
  ) {
    var callout = JudgedCallout.visible
    callout.parent = ScreenRect(minX: 30, minY: isSouthern ? 421 : 20, width: 32, height: 39)
    callout.contain = ScreenRect(minX: 2, minY: 0, width: 100, height: 600)
    callout.containAfter = callout.contain
    callout.shift.dy = isSouthern ? -way.pointsOut : way.pointsOut
    callout.regionChanges = way.pointsOut == 0 ? 0 : 1
    callout.center.y = (isSouthern ? MapSize.worldSide - 240 : 240) + callout.shift.dy
    // Without the bar the pin is in view, and nothing is asked.
    #expect(callout.verdict.keeps(.steadyAtWorldEdge) == nil)
    callout.bars.top = isSouthern ? 0 : 120
    callout.bars.bottom = isSouthern ? 120 : 0
    let measure = callout.verdict.amount(of: .steadyAtWorldEdge)
    #expect(measure.map { ($0 - way.amount).magnitude < 1e-6 } == true, "\(measure ?? -1)")
  }

  @Test
  func `without a bar a promise to let something stick out holds`() {
    var callout = JudgedCallout.visible
    callout.insets.left = -30
    callout.contain.minX = -20
    callout.containAfter.minX = -20
    #expect(callout.verdict.insets == callout.insets)
    #expect(callout.verdict.keeps(.minimalShift) == true)
    #expect(callout.verdict.keeps(.untouchedWhenVisible) == true)
  }
}
