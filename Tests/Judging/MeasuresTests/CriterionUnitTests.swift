import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// What is measured in several ways is told in one unit, and nothing is kept or broken by that.
@Suite("Units of the criteria of callouts")
struct CriterionUnitTests {
  @Test
  func `all are points but a scale and two counts`() {
    for criterion in Criterion.allCases {
      let unit: CriterionMeasure.Unit =
        criterion == .zoomUnchanged
        ? .scale : [.moveAccepted, .callbacksPaired].contains(criterion) ? .count : .points
      #expect(criterion.unit == unit, "\(criterion)")
      #expect(CriterionMeasure(1, of: criterion, within: 0).unit == unit, "\(criterion)")
    }
  }

  @Test(arguments: [
    (0.0, 1e-3, 0.5, 0.0, 5e-4), (0.25, 1e-3, 0.5, 0.125, 5e-4), (0.01, 1e-6, 240, 2.4, 2.4e-4),
    (1e-3, 1e-3, 4, 4e-3, 4e-3), (3, 0, 2, 6, 0), (.infinity, 0.5, 1, .infinity, 0.5),
  ])
  func `amounts and tolerances are told in the same unit`(
    amount: Double, tolerance: Double, factor: Double, told: Double, allowed: Double
  ) {
    let measure = CriterionMeasure(amount, of: .idempotent, within: tolerance, times: factor)
    #expect(measure.amount == told && (measure.tolerance - allowed).magnitude < 1e-15)
  }

  @Test
  func `no factor breaks what is kept or keeps what is broken`() {
    var numbers = ArbitraryNumbers(seed: 5)
    var rounded = 0
    for tolerance in [1e-12, 1e-9, 1e-6, 0.5, CalloutJudge.centerTolerance] {
      for _ in 0..<2_000 {
        // From the map of the whole world to a house, and any view.
        let factor = Double(1 + numbers.next(below: 1 << 30)) / 262_144
        func isKept(_ amount: Double) -> Bool {
          CriterionMeasure(amount, of: .animatedAsAtOnce, within: tolerance, times: factor).isKept
        }
        #expect(isKept(0) && isKept(tolerance.nextDown) && isKept(tolerance))
        #expect(!isKept(tolerance.nextUp) && !isKept(.infinity) && !isKept(.nan))
        if tolerance.nextUp * factor <= tolerance * factor { rounded += 1 }
      }
    }
    // Some products are the same number, so that comparing them would have kept both.
    #expect(rounded > 100)
  }

  @Test(arguments: [1.01, 0.99, 1.0, 1 + 2e-6, 16])
  func `a change of scale is told as one, by whatever criterion`(ratio: Double) {
    var callout = JudgedCallout()
    (callout.secondScaleRatio, callout.scaleRatio) = (ratio, ratio)
    callout.alter = {
      $0.closest.scaleRatio = ratio
      $0.mirroredEastWest.scaleRatio = ratio * ratio
    }
    let verdict = callout.verdict
    for criterion in [Criterion.zoomUnchanged, .idempotent, .mirrored, .exactWhenClose] {
      let measure = verdict.measure(of: criterion)
      #expect(measure?.isKept == (ratio == 1), "\(criterion)")
      guard ratio != 1 else { continue }
      #expect(measure?.unit == .scale && measure?.tolerance == 1e-6, "\(criterion)")
      #expect(((measure?.amount ?? 0) - (ratio - 1).magnitude).magnitude < 1e-12, "\(criterion)")
    }
  }

  /// `0.5 pt`, `1 ppm`: the largest amount that keeps a criterion, as its help names it.
  private static func words(of measure: CriterionMeasure) -> String {
    switch (measure.unit, measure.tolerance) {
    case (_, 0): ""
    case (.points, let points): "\(points) pt"
    case (.scale, 1e-6): "1 ppm"
    case (.scale, 1e-12): "0.000001 ppm"
    case (.scale, _), (.count, _): "unknown"
    }
  }

  @Test
  func `a criterion is judged by the tolerances that its help names`() {
    func isNamed(_ measure: CriterionMeasure, by criterion: Criterion) -> Bool {
      let help = criterion.metric.definition.help
      // It is smaller the further out the map is.
      guard criterion != .animatedAsAtOnce || measure.unit == .scale else {
        return help.contains("0.003 pt at zoom 22") && measure.tolerance < 0.003
      }
      return help.contains(Self.words(of: measure))
    }
    var units: [Criterion: Set<CriterionMeasure.Unit>] = [:]
    for (_, canary) in CalloutCanaryTests.canaries {
      for ratio in [1.0, 1.01, 0.99] {
        var callout = canary
        callout.scaleRatio *= ratio
        callout.secondScaleRatio *= ratio
        let alter = callout.alter
        callout.alter = {
          alter(&$0)
          $0.closest.scaleRatio *= ratio
          $0.mirroredNorthSouth.scaleRatio *= ratio
          $0.atOnceMapPointsPerPoint *= ratio
        }
        let verdict = callout.verdict
        for criterion in Criterion.allCases {
          guard let measure = verdict.measure(of: criterion) else { continue }
          #expect(isNamed(measure, by: criterion), "\(criterion): \(measure)")
          units[criterion, default: []].insert(measure.unit)
        }
      }
    }
    #expect(units.count == Criterion.allCases.count)
    let mixed = Criterion.allCases.filter { units[$0]?.count == 2 }
    #expect(
      mixed == [
        .untouchedWhenVisible, .idempotent, .animatedAsAtOnce, .mirrored, .oversize,
        .exactWhenClose,
      ])
  }

  @Test(arguments: [1.0, 4, 0.25])
  func `map points are told as points`(mapPointsPerPoint: Double) {
    var callout = JudgedCallout()
    callout.scaleRatio = mapPointsPerPoint
    callout.alter = { $0.atOnceCenter.y += 8 }
    let amount = callout.verdict.amount(of: .animatedAsAtOnce) ?? -1
    #expect((amount - 8 / mapPointsPerPoint).magnitude < 1e-9)
  }

  @Test(arguments: [
    (ScreenOffset.zero, 1.0, Double.leastNonzeroMagnitude), (ScreenOffset(dx: 0, dy: -39), 1, 39),
    (ScreenOffset(dx: 0.25, dy: 0.125), 1, 0.25), (ScreenOffset(dx: 0.25, dy: 0), 1.5, 0.5),
  ])
  func `a call in vain is told by how far the map moved, and never kept`(
    shift: ScreenOffset, ratio: Double, amount: Double
  ) {
    var callout = JudgedCallout.visible
    (callout.shift, callout.scaleRatio, callout.regionChanges) = (shift, ratio, 1)
    let measure = callout.verdict.measure(of: .untouchedWhenVisible)
    #expect(measure?.amount == amount && measure?.tolerance == 0 && measure?.isKept == false)
  }

  private static let refusals: [(Criterion, @Sendable (inout CalloutProbes) -> Void)] = [
    (.mirrored, { $0.mirroredNorthSouth.isRefused = true }),
    (.sameAtAnyLongitude, { $0.eastOfAntimeridian.isRefused = true }),
    (.sameAtAnyLatitude, { $0.otherLatitude.isRefused = true }),
    (.sameWhenTurned, { $0.turned45.isRefused = true }),
    (.exactWhenClose, { $0.closest.isRefused = true }),
  ]

  @Test(arguments: refusals.indices)
  func `what the map refuses elsewhere is infinitely far off`(index: Int) {
    let (criterion, alter) = CriterionUnitTests.refusals[index]
    var callout = JudgedCallout()
    #expect(callout.verdict.keeps(criterion) == true)
    callout.alter = alter
    let verdict = callout.verdict
    #expect(verdict.amount(of: criterion) == .infinity && verdict.broken == [criterion])
  }
}
