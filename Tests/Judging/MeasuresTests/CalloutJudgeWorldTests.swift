import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

@Suite("The judge of callouts in small worlds")
struct CalloutJudgeWorldTests {
  /// A range of whole numbers against every whole shift.
  @Test(arguments: 0...7)
  func `the shift that is needed is the least that a search finds`(length: Int) {
    for lowLimit in 0...1 {
      for highLimit in 5...6 {
        for low in -9...9 {
          let found = CalloutJudge.requiredShift(
            low: Double(low), high: Double(low + length), lowLimit: Double(lowLimit),
            highLimit: Double(highLimit))
          let inside = (-20...20).filter { low + $0 >= lowLimit && low + length + $0 <= highLimit }
          let best = inside.min { abs($0) < abs($1) }
          #expect(
            found == best.map(Double.init), "\(low) + \(length) in \(lowLimit)...\(highLimit)")
        }
      }
    }
  }

  /// A 2 x 2 callout on a 6 x 5 screen with uneven insets, against counting cells.
  @Test
  func `overflow is zero exactly where every cell of the callout lies inside`() {
    var callout = JudgedCallout()
    callout.viewSize = ScreenSize(width: 6, height: 5)
    callout.insets = EdgeInsets(top: 1, left: 2, bottom: 1, right: 0)
    let judge = CalloutJudge(viewSize: callout.viewSize, opening: callout.opening)
    for x in -3...8 {
      for y in -3...8 {
        let outside = (x..<x + 2).filter { $0 < 2 || $0 >= 6 }.count
        let above = (y..<y + 2).filter { $0 < 1 || $0 >= 4 }.count
        let rect = ScreenRect(minX: Double(x), minY: Double(y), width: 2, height: 2)
        #expect(
          (judge.overflow(of: rect, judge.opening.insets) == 0) == (outside + above == 0),
          "at \(x), \(y)")
        #expect(judge.fits(rect, judge.opening.insets))
      }
    }
  }

  /// A callout of two cells and a pin of one on a screen of 4 x 3, against counting cells.
  @Test(arguments: -2...4)
  func `C1 is what counting the cells of callout and pin says`(x: Int) {
    for (y, parentX, parentY) in CalloutJudgeWorldTests.places {
      let columns = min(x, parentX)...max(x + 1, parentX)
      let rows = min(y, parentY)...max(y, parentY)
      // By how many cells a screen must grow on each side to show them all.
      let overflow = (0...9).first { more in
        columns.allSatisfy { (-more...3 + more).contains($0) }
          && rows.allSatisfy { (-more...2 + more).contains($0) }
      }
      let hasRoom = columns.count <= 4 && rows.count <= 3
      var callout = JudgedCallout.visible
      callout.viewSize = ScreenSize(width: 4, height: 3)
      callout.body = ScreenRect(minX: Double(x), minY: Double(y), width: 2, height: 1)
      callout.bodyAfter = callout.body
      callout.parent = ScreenRect(
        minX: Double(parentX), minY: Double(parentY), width: 1, height: 1)
      let verdict = callout.verdict
      let place = "\(x), \(y) and \(parentX), \(parentY)"
      #expect(verdict.overflowPoints == overflow.map(Double.init), "\(place)")
      #expect(verdict.keeps(.inside) == (hasRoom ? overflow == 0 : nil), "\(place)")
    }
  }

  private static let places = (-2...4).flatMap { y in
    (-2...5).flatMap { parentX in
      (-2...4).map { parentY in (y, parentX, parentY) }
    }
  }

  @Test
  func `verdicts stand in the order of the criteria`() {
    for criterion in Criterion.allCases {
      let help = criterion.metric.definition.help
      #expect(help.hasPrefix("\(criterion.title): "), "\(criterion): \(help)")
    }
    var verdict = JudgedCallout().verdict
    for criterion in Criterion.allCases {
      verdict.measures = CriterionMeasures()
      #expect(verdict.isCorrect)
      verdict.measures?[criterion] = CriterionMeasure(0.6, of: criterion, within: 0.5)
      #expect(verdict.broken == [criterion])
      #expect(verdict.keeps(criterion) == false)
      #expect(verdict.amount(of: criterion) == 0.6)
      #expect(!verdict.isCorrect)
      verdict.measures?[criterion] = nil
      #expect(verdict.keeps(criterion) == nil)
      #expect(verdict.measures == CriterionMeasures())
    }
    verdict.measures = nil
    #expect(!verdict.isJudged)
    #expect(!verdict.isCorrect)
    #expect(verdict.keeps(.inside) == nil)
  }
}
