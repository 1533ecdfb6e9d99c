import Metrics
import Testing

/// How far the value of a variant may be from that of another.
@Suite("Tolerances")
struct ToleranceTests {
  @Test(
    arguments: [
      (.part(5, of: 100), .count(105), .count(100), true),
      (.part(5, of: 100), .count(106), .count(100), false),
      (.part(5, of: 100), .count(95), .count(100), true),
      (.part(5, of: 100), .count(94), .count(100), false),
      (.part(0, of: 100), .count(7), .count(7), true),
      (.part(50, of: 100), .count(1), .count(0), false),
      (.part(50, of: 100), .count(0), .count(0), true),
      (.part(125, of: 1_000), .nanoseconds(9), .nanoseconds(8), true),
      (.part(124, of: 1_000), .nanoseconds(9), .nanoseconds(8), false),
      // Of half the views 5 % are 2.5 %: from 47.5 % to 52.5 %.
      (.part(5, of: 100), .share(part: 21, of: 40), .share(part: 1, of: 2), true),
      (.part(5, of: 100), .share(part: 22, of: 40), .share(part: 1, of: 2), false),
      (.part(5, of: 100), .share(part: 19, of: 40), .share(part: 1, of: 2), true),
      (.part(5, of: 100), .share(part: 18, of: 40), .share(part: 1, of: 2), false),
      (.amount(.count(3)), .count(10), .count(7), true),
      (.amount(.count(3)), .count(10), .count(6), false),
      (.amount(.nanoseconds(2)), .nanoseconds(1), .nanoseconds(3), true),
      (
        .amount(.share(part: 5, of: 1_000)), .share(part: 7, of: 1_000),
        .share(part: 2, of: 1_000), true
      ),
      (
        .amount(.share(part: 5, of: 1_000)), .share(part: 8, of: 1_000),
        .share(part: 2, of: 1_000), false
      ),
      (.amount(.count(3)), .nanoseconds(1), .nanoseconds(1), nil),
      (.part(5, of: 100), .count(1), .never, nil), (.part(5, of: 100), .never, .count(1), nil),
      (.part(5, of: 100), .count(1), .nanoseconds(1), nil),
    ] as [(Tolerance, MetricValue, MetricValue, Bool?)])
  func `are exact and reach both ways`(
    tolerance: Tolerance, value: MetricValue, other: MetricValue, holds: Bool?
  ) {
    #expect(tolerance.holds(value, against: other) == holds)
  }

  /// The products of three such numbers have 189 bits.
  @Test
  func `do not overflow`() {
    let tolerance = Tolerance.part(.max, of: .max)
    let large = MetricValue.share(part: .max - 1, of: .max)
    #expect(tolerance.holds(large, against: large) == true)
    #expect(tolerance.holds(large, against: .share(part: 1, of: .max)) == false)
    let narrow = Tolerance.part(1, of: .max)
    #expect(narrow.holds(large, against: .share(part: .max, of: .max)) == true)
    #expect(narrow.holds(large, against: .share(part: .max - 2, of: .max)) == false)
    #expect(Tolerance.part(1, of: 1).holds(.count(.max), against: .count(0)) == false)
  }

  /// Every small quotient against every other, by hand.
  @Test
  func `agree with whole numbers`() {
    for value in Int64(0)...12 {
      for other in Int64(0)...12 {
        for percent in stride(from: Int64(0), through: 200, by: 25) {
          let expected = abs(value - other) * 100 <= percent * other
          #expect(
            Tolerance.part(percent, of: 100).holds(.count(value), against: .count(other))
              == expected, "\(value) within \(percent) % of \(other)")
        }
      }
    }
  }

  /// Every small quotient against every other, by hand.
  @Test
  func `bounds by another value agree with whole numbers`() {
    for (value, other) in (Int64(0)...12).flatMap({ value in (Int64(0)...12).map { (value, $0) } })
    {
      for percent in stride(from: Int64(0), through: 200, by: 25) {
        #expect(
          VariantBound.atMost(percent, of: 100)
            .holds(.count(value), against: .count(other), of: .churn)
            == (value * 100 <= percent * other))
        #expect(
          VariantBound.atLeast(percent, of: 100)
            .holds(
              .share(part: value, of: 20), against: .share(part: other, of: 40),
              of: .viewReuseRate)
            == (value * 2 * 100 >= percent * other))
      }
      func noWorse(_ metric: Metric) -> Bool? {
        VariantBound.noWorse.holds(.count(value), against: .count(other), of: metric)
      }
      #expect(noWorse(.churn) == (value <= other))
      #expect(noWorse(.frames) == nil)
      #expect(
        VariantBound.noWorse.holds(
          .share(part: value, of: 12), against: .share(part: other, of: 12), of: .viewReuseRate)
          == (value >= other))
    }
  }

  /// The numbers that a failure shows, judged as a rule of their own.
  @Test
  func `bounds in numbers judge whole values as bounds by another value do`() throws {
    var differences: [String] = []
    for other in Int64(0)...12 {
      for percent in stride(from: Int64(0), through: 200, by: 15) {
        let rules: [Metrics.Expectation.Rule] = [
          .held(.atMost(percent, of: 100), to: "old"), .held(.atLeast(percent, of: 100), to: "old"),
          .within(.part(percent, of: 100), of: "old"),
        ]
        for rule in rules {
          let limits = try #require(rule.limits(against: .count(other)))
          for value in Int64(0)...26 {
            let bound = Metrics.Expectation(metric: .churn, rule: rule)
            let plain = Metrics.Expectation(metric: .churn, rule: limits)
            guard
              bound.outcome(for: .count(value), against: .count(other))
                != plain.outcome(for: .count(value), occasions: 1)
            else { continue }
            differences.append("\(value): \(rule) of \(other) is not \(limits)")
          }
        }
      }
    }
    #expect(differences.isEmpty, "\(differences.prefix(3))")
  }

  @Test(
    arguments: [
      (.held(.noWorse, to: "old"), .count(3)), (.within(.amount(.count(3)), of: "old"), .count(3)),
      (.atMost(.count(3)), .count(3)), (.held(.atMost(1, of: 2), to: "old"), .never),
      (.held(.atMost(1, of: 2), to: "old"), .share(part: 1, of: 3)),
      (.held(.atMost(.max, of: 1), to: "old"), .count(2)),
      (.within(.part(.max, of: 1), of: "old"), .count(1)),
    ] as [(Metrics.Expectation.Rule, MetricValue)])
  func `bounds without whole numbers have none to show`(
    rule: Metrics.Expectation.Rule, other: MetricValue
  ) {
    #expect(rule.limits(against: other) == nil)
  }

  @Test
  func `bounds by another value say on which side a value breaks them`() {
    let lower = Metric.allCases.filter { $0.definition.better == .lower }
    let higher = Metric.allCases.filter { $0.definition.better == .higher }
    #expect(!lower.isEmpty && !higher.isEmpty)
    #expect(lower.allSatisfy(VariantBound.noWorse.isUpper))
    #expect(!higher.contains(where: VariantBound.noWorse.isUpper))
    #expect(VariantBound.atMost(9, of: 10).isUpper(for: .viewReuseRate))
    #expect(!VariantBound.atLeast(9, of: 10).isUpper(for: .churn))
  }

  @Test(arguments: [VariantBound.atMost(105, of: 100), .atLeast(95, of: 100), .noWorse])
  func `bounds by another value judge nothing without it`(bound: VariantBound) {
    let values = [MetricValue.never, .share(part: 0, of: 0), .nanoseconds(1)]
    for other in values {
      #expect(bound.holds(.count(1), against: other, of: .churn) == nil)
      #expect(bound.holds(other, against: .count(1), of: .churn) == nil)
      let expectation = Metrics.Expectation(metric: .churn, rule: .held(bound, to: "old"))
      #expect(expectation.comparedVariant == "old")
      #expect(expectation.outcome(for: .count(1), against: other) == .neverEvaluated)
      #expect(expectation.outcome(for: .count(1), occasions: 1) == .neverEvaluated)
    }
    let large = MetricValue.share(part: .max - 1, of: .max)
    #expect(bound.holds(large, against: large, of: .viewReuseRate) == true)
  }

  @Test
  func `judge only once the other value is known`() {
    let rule = Metrics.Expectation.Rule.within(.part(10, of: 100), of: "upstream")
    let expectation = Metrics.Expectation(metric: .churn, rule: rule)
    #expect(expectation.comparedVariant == "upstream")
    #expect(expectation.outcome(for: .count(10), occasions: 1) == .neverEvaluated)
    #expect(expectation.outcome(for: .count(11), against: .count(10)) == .kept)
    #expect(expectation.outcome(for: .count(12), against: .count(10)) == .broken)
    #expect(expectation.outcome(for: .count(12), against: .never) == .neverEvaluated)
    #expect(!expectation.isTested(by: .count(0), occasions: 0))
    #expect(expectation.isTested(by: .count(0), occasions: 1))
  }

  @Test(
    arguments: [
      (nil, Metrics.Expectation.Outcome.neverEvaluated), (3, .kept), (4, .kept), (5, .broken),
    ] as [(Int64?, Metrics.Expectation.Outcome)])
  func `real times are held to a rule when they were measured`(
    nanoseconds: Int64?, outcome: Metrics.Expectation.Outcome
  ) {
    let expectation = RealExpectation(time: .replay, rule: .atMost(.nanoseconds(4)))
    #expect(expectation.outcome(for: nanoseconds) == outcome)
  }

  @Test(
    arguments: [
      (nil, false, Metrics.Expectation.Outcome.neverEvaluated), (nil, true, .kept),
      (0, false, .kept), (1, true, .broken),
    ] as [(Int64?, Bool, Metrics.Expectation.Outcome)])
  func `allocations are held to a budget where there was something to count`(
    number: Int64?, isKeptByNothing: Bool, outcome: Metrics.Expectation.Outcome
  ) {
    let budget = AllocationBudget(
      count: .perSteadyFrame, rule: .exactly(.count(0)), isKeptByNothing: isKeptByNothing)
    #expect(budget.outcome(for: number) == outcome)
  }

  @Test
  func `every metric and group says where to look`() {
    // Nouns, which fit after "Next: check"; no questions and no whole sentences.
    for metric in Metric.allCases {
      let isNoun = metric.lookAt.hasPrefix("the ") || metric.lookAt.hasPrefix("other ")
      #expect(isNoun, "\(metric.name)")
      #expect(metric.lookAt.last?.isLetter == true, "\(metric.name)")
    }
    #expect(Set(MetricGroup.allCases.map(\.lookAt)).count == MetricGroup.allCases.count)
    // Of what need not have to do with the group's usual causes.
    for metric in [Metric.stepsWithoutEffect, .cancelsWithoutEffect, .calloutsUnsettled] {
      #expect(metric.lookAt != metric.definition.group.lookAt && !metric.lookAt.contains("points"))
    }
    #expect(!Metric.calloutInside.lookAt.contains("adjuster"))
  }

  @Test
  func `no real time has the name of a metric`() {
    for time in RealTime.allCases { #expect(Metric(named: time.name) == nil) }
    for figure in MeasuredFigure.all {
      #expect(Metric(named: figure.name) == nil)
      #expect(MeasuredFigure(named: figure.name) == figure)
    }
    #expect(MeasuredFigure(named: "views created") == nil)
    #expect(SessionMoment.reserved.allSatisfy { SessionMoment(named: $0.name) == $0.moment })
    #expect(SessionMoment(named: "zooming") == .mark("zooming"))
    #expect(SessionMoment(named: "zooming").name == "zooming")
  }
}
