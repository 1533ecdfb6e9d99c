import MapEvents
import MapGeometry
import Testing

@testable import Measures

/// Each criterion kept, broken and out of its reach, at its tolerance and just beyond.
@Suite("The judge of callouts")
struct CalloutJudgeTests {
  @Test
  func `finds nothing to say against the least move`() {
    let verdict = JudgedCallout().verdict
    #expect(verdict.kept == [true, true, true, nil, true, true])
    #expect(verdict.isCorrect)
    #expect(verdict.overflowPoints == 0)
    #expect(verdict.excessShiftPoints == 0)
  }

  @Test
  func `finds nothing to say against a visible callout that is left alone`() {
    #expect(JudgedCallout.visible.verdict.kept == [true, true, true, true, true, true])
  }

  @Test(
    arguments: [
      (ScreenPoint(x: 2, y: 2), 0.0, true),
      (ScreenPoint(x: 0, y: 0), 0, true),
      (ScreenPoint(x: 220, y: 400), 0, true),
      (ScreenPoint(x: -0.5, y: 100), 0.5, true),
      (ScreenPoint(x: -0.5 - 1e-9, y: 100), 0.5, false),
      (ScreenPoint(x: 220.5, y: 100), 0.5, true),
      (ScreenPoint(x: 220.5 + 1e-9, y: 100), 0.5, false),
      (ScreenPoint(x: 100, y: -0.5), 0.5, true),
      (ScreenPoint(x: 100, y: -0.5 - 1e-9), 0.5, false),
      (ScreenPoint(x: 100, y: 400.5), 0.5, true),
      (ScreenPoint(x: 100, y: 400.5 + 1e-9), 0.5, false),
      (ScreenPoint(x: -40, y: -20), 40, false),
      (ScreenPoint(x: 260, y: 440), 40, false),
    ] as [(ScreenPoint, Double, Bool)])
  func `C1 lets half a point stick out of the bare view`(
    corner: ScreenPoint, overflow: Double, kept: Bool
  ) {
    var callout = JudgedCallout()
    callout.containAfter.minX = corner.x
    callout.containAfter.minY = corner.y
    #expect(callout.verdict.keeps(.inside) == kept)
    #expect(abs(callout.verdict.overflowPoints - overflow) < 1e-8)
  }

  @Test(
    arguments: [
      (320.0, 480.0, Bool?.some(true)),
      (320.000_000_5, 480.0, true),
      (320.000_01, 480.0, nil),
      (320.0, 480.000_01, nil),
      (400.0, 600.0, nil),
    ] as [(Double, Double, Bool?)])
  func `C1 asks only for what fits`(width: Double, height: Double, kept: Bool?) {
    var callout = JudgedCallout()
    callout.contain = ScreenRect(minX: 0, minY: 0, width: width, height: height)
    callout.containAfter = callout.contain
    #expect(callout.verdict.keeps(.inside) == kept)
    #expect(abs(callout.verdict.overflowPoints - max(0, width - 320, height - 480)) < 1e-9)
  }

  @Test(
    arguments: [
      (ScreenRect(minX: 120, minY: 0, width: 320, height: 80), Bool?.some(false)),
      (ScreenRect(minX: 30, minY: -341, width: 32, height: 480), false),
      (ScreenRect(minX: 120, minY: 0, width: 400, height: 80), nil),
      (ScreenRect(minX: 30, minY: -341, width: 32, height: 500), nil),
    ] as [(ScreenRect, Bool?)])
  func `C1 asks whether callout and pin have room together`(body: ScreenRect, kept: Bool?) {
    var callout = JudgedCallout.visible
    callout.body = body
    callout.bodyAfter = body
    callout.parent.minX = body.minX
    callout.parent.minY = body.minY
    #expect(callout.verdict.keeps(.inside) == kept)
    // The same body with the pin beside it is too large for the view.
    callout.parent.minX = body.minX - 100
    callout.parent.minY = body.minY - 100
    #expect(callout.verdict.keeps(.inside) == nil)
  }

  /// An adjuster once promised the line above the pin's middle, and was believed.
  @Test
  func `C1 sees a body that sticks out while the promise lies inside`() {
    var callout = JudgedCallout.visible
    callout.contain = ScreenRect(minX: 46, minY: 100, width: 0, height: 80)
    callout.containAfter = callout.contain
    callout.body = ScreenRect(minX: -62, minY: 100, width: 216, height: 80)
    callout.bodyAfter = callout.body
    let verdict = callout.verdict
    #expect(verdict.broken == [.inside])
    #expect(verdict.overflowPoints == 62)
    #expect(verdict.keeps(.untouchedWhenVisible) == true)
    #expect(verdict.insets == EdgeInsets(all: 2))
    callout.insets = EdgeInsets(top: -900, left: -900, bottom: -900, right: -900)
    #expect(callout.verdict.broken == [.inside])
    #expect(callout.verdict.overflowPoints == 62)
  }

  @Test
  func `C1 sees a pin that sticks out beside a callout that does not`() {
    var callout = JudgedCallout.visible
    callout.parent.minX = -5
    #expect(callout.verdict.broken == [.inside])
    #expect(callout.verdict.overflowPoints == 5)
  }

  @Test
  func `C3 and C4 go by what the adjuster promised`() {
    var callout = JudgedCallout()
    callout.body = ScreenRect(minX: 100, minY: 100, width: 100, height: 80)
    callout.bodyAfter = callout.body
    #expect(callout.verdict.kept == [true, true, true, nil, true, true])
    callout.shift = .zero
    callout.regionChanges = 0
    #expect(callout.verdict.broken == [.minimalShift])
    callout = .visible
    callout.body = ScreenRect(minX: -30, minY: 100, width: 100, height: 80)
    callout.shift.dx = 0.1
    callout.regionChanges = 1
    #expect(callout.verdict.broken == [.untouchedWhenVisible])
  }

  @Test
  func `C1 is not escaped by tearing callout and pin apart`() {
    var callout = JudgedCallout()
    callout.containAfter = ScreenRect(minX: -60, minY: 100, width: 370, height: 80)
    #expect(callout.verdict.keeps(.inside) == false)
    callout.containAfter = ScreenRect(minX: -60, minY: 100, width: 100, height: 80)
    callout.shift.dx = 270
    #expect(callout.verdict.keeps(.inside) == false)
    #expect(callout.verdict.overflowPoints == 60)
  }

  @Test
  func `C1 sees that a rectangle which was too large fits after the move`() {
    var callout = JudgedCallout()
    callout.contain.width = 330
    callout.containAfter = ScreenRect(minX: 2, minY: 100, width: 310, height: 80)
    #expect(callout.verdict.keeps(.inside) == true)
    callout.containAfter.minX = 100
    callout.shift.dx = 108
    #expect(callout.verdict.keeps(.inside) == false)
    #expect(callout.verdict.overflowPoints == 90)
  }

  @Test(
    arguments: [
      (1.0, true), (1 + 0.999e-6, true), (1 - 0.999e-6, true), (1 + 1.001e-6, false),
      (1 - 1.001e-6, false), (2.0, false), (0.5, false), (.nan, false),
    ] as [(Double, Bool)])
  func `C2 lets a millionth of the scale go`(ratio: Double, kept: Bool) {
    var callout = JudgedCallout()
    callout.scaleRatio = ratio
    #expect(callout.verdict.keeps(.zoomUnchanged) == kept)
  }

  @Test(
    arguments: [
      (10.0, 0.0, true), (10.5, 0.0, true), (9.5, 0.0, true), (10.500_001, 0.0, false),
      (9.499_999, 0.0, false), (10.0, 0.5, true), (10.0, -0.5, true), (10.0, 0.500_001, false),
      (10.0, -0.500_001, false), (10.5, 0.5, true), (0.0, 0.0, false), (-10.0, 0.0, false),
    ] as [(Double, Double, Bool)])
  func `C3 asks for the least shift on each axis`(dx: Double, dy: Double, kept: Bool) {
    var callout = JudgedCallout()
    callout.shift = ScreenOffset(dx: dx, dy: dy)
    let verdict = callout.verdict
    #expect(verdict.keeps(.minimalShift) == kept)
    let excess = ((dx - 10) * (dx - 10) + dy * dy).squareRoot()
    #expect(abs(verdict.excessShiftPoints - excess) < 1e-12)
  }

  @Test(
    arguments: [
      (ScreenRect(minX: -8, minY: 100, width: 400, height: 80), 77.0, 0.0, Bool?.some(true)),
      (ScreenRect(minX: -8, minY: 100, width: 400, height: 80), 77.0, 0.6, false),
      (ScreenRect(minX: -8, minY: 100, width: 100, height: 600), 10.0, 77.0, true),
      (ScreenRect(minX: -8, minY: 100, width: 100, height: 600), 10.6, 77.0, false),
      (ScreenRect(minX: -8, minY: 100, width: 400, height: 600), 77.0, 77.0, nil),
    ] as [(ScreenRect, Double, Double, Bool?)])
  func `C3 leaves out an axis on which nothing fits`(
    contain: ScreenRect, dx: Double, dy: Double, kept: Bool?
  ) {
    var callout = JudgedCallout()
    callout.contain = contain
    callout.containAfter = contain
    callout.shift = ScreenOffset(dx: dx, dy: dy)
    #expect(callout.verdict.keeps(.minimalShift) == kept)
  }

  @Test(
    arguments: [
      (0.0, 0.0, 1.0, 0, true),
      (0.5, -0.5, 1.0, 0, true),
      (0.500_001, 0.0, 1.0, 0, false),
      (0.0, -0.500_001, 1.0, 0, false),
      (0.0, 0.0, 1 + 1.001e-6, 0, false),
      (0.0, 0.0, 1.0, 1, false),
      (0.0, 0.0, 1.0, 3, false),
    ] as [(Double, Double, Double, Int, Bool)])
  func `C4 wants a visible callout left alone, callbacks included`(
    dx: Double, dy: Double, ratio: Double, regionChanges: Int, kept: Bool
  ) {
    var callout = JudgedCallout.visible
    callout.shift = ScreenOffset(dx: dx, dy: dy)
    callout.scaleRatio = ratio
    callout.regionChanges = regionChanges
    #expect(callout.verdict.keeps(.untouchedWhenVisible) == kept)
  }

  @Test(
    arguments: [
      (ScreenPoint(x: 2, y: 2), Bool?.some(true)),
      (ScreenPoint(x: 218, y: 398), true),
      (ScreenPoint(x: 1.75, y: 2), nil),
      (ScreenPoint(x: 2, y: 1.75), nil),
      (ScreenPoint(x: 218.25, y: 2), nil),
      (ScreenPoint(x: 2, y: 398.25), nil),
    ] as [(ScreenPoint, Bool?)])
  func `C4 applies to the inset view, edges included`(corner: ScreenPoint, kept: Bool?) {
    var callout = JudgedCallout.visible
    callout.contain.minX = corner.x
    callout.contain.minY = corner.y
    #expect(callout.verdict.keeps(.untouchedWhenVisible) == kept)
  }

  @Test(
    arguments: [
      (0.0, 0.0, 1.0, true), (0.5, 0.5, 1.0, true), (-0.5, -0.5, 1.0, true),
      (0.500_001, 0.0, 1.0, false), (0.0, -0.500_001, 1.0, false),
      (0.0, 0.0, 1 - 0.999e-6, true), (0.0, 0.0, 1 - 1.001e-6, false),
    ] as [(Double, Double, Double, Bool)])
  func `C5 wants a second adjustment to do nothing`(
    dx: Double, dy: Double, ratio: Double, kept: Bool
  ) {
    var callout = JudgedCallout()
    callout.secondShift = ScreenOffset(dx: dx, dy: dy)
    callout.secondScaleRatio = ratio
    #expect(callout.verdict.keeps(.idempotent) == kept)
  }

  @Test(
    arguments: [
      (ScreenPoint(x: -32, y: 100), false), (ScreenPoint(x: -31.999, y: 100), true),
      (ScreenPoint(x: 320, y: 100), false), (ScreenPoint(x: 319.999, y: 100), true),
      (ScreenPoint(x: 100, y: -39), false), (ScreenPoint(x: 100, y: -38.999), true),
      (ScreenPoint(x: 100, y: 480), false), (ScreenPoint(x: 100, y: 479.999), true),
    ] as [(ScreenPoint, Bool)])
  func `C16 wants some of the pin inside the view`(corner: ScreenPoint, kept: Bool) {
    var callout = JudgedCallout()
    callout.parent.minX = corner.x
    callout.parent.minY = corner.y
    callout.shift = .zero
    #expect(callout.verdict.keeps(.parentVisible) == kept)
  }

  @Test(arguments: [(1.0, 0.0), (1.25, 0.0), (1.6, 0.0), (1.2, 20.0 / 3), (1.01, 38.0198)])
  func `zooming out must let fit what a callout covered that is too large`(
    ratio: Double, overflow: Double
  ) {
    var callout = JudgedCallout.visible
    callout.body = ScreenRect(minX: -40, minY: 100, width: 400, height: 80)
    callout.bodyAfter = callout.body
    callout.parent = ScreenRect(minX: 144, minY: 200, width: 32, height: 39)
    callout.scaleRatio = ratio
    callout.regionChanges = ratio > 1 ? 1 : 0
    let verdict = callout.verdict
    #expect(abs((verdict.amount(of: .oversize) ?? -1) - overflow) < 1e-4)
    #expect(verdict.keeps(.oversize) == (overflow == 0))
    #expect(verdict.keeps(.inside) == nil)
  }

  /// A callout that follows a cluster: its adjuster would have moved the map, and nobody asked it.
  @Test(arguments: [CalloutRequest.none, .atOnce])
  func `C5 and C14 ask nothing of an adjuster that was not heard`(move: CalloutRequest) {
    var callout = JudgedCallout()
    callout.contain = ScreenRect(minX: 100, minY: -8, width: 100, height: 80)
    callout.containAfter = callout.contain
    callout.center.y = 240
    callout.shift = .zero
    callout.regionChanges = 0
    callout.secondShift.dy = 10
    callout.move = move
    callout.alter = { $0.atOnce.shift.dy = 10 }
    let verdict = callout.verdict
    #expect(verdict.keeps(.idempotent) == (move == .none ? nil : false))
    #expect(verdict.keeps(.steadyAtWorldEdge) == (move == .none ? nil : false))
    // That the room is missing is to be seen all the same.
    #expect(verdict.amount(of: .inside) == 8)
    #expect(verdict.amount(of: .minimalShift) == 10)
  }
}
