import Metrics
import Testing

@Suite("Expectations")
struct ExpectationTests {
  @Test(arguments: [
    (
      Metrics.Expectation.Rule.atMost(.count(3)), MetricValue.count(3),
      Metrics.Expectation.Outcome.kept
    ),
    (.atMost(.count(3)), .count(4), .broken),
    (.atLeast(.share(part: 80, of: 100)), .share(part: 4, of: 5), .kept),
    (.atLeast(.share(part: 80, of: 100)), .share(part: 79, of: 100), .broken),
    (.atLeast(.share(part: 80, of: 100)), .share(part: 0, of: 0), .neverEvaluated),
    (.exactly(.nanoseconds(5)), .nanoseconds(5), .kept),
    (.exactly(.nanoseconds(5)), .never, .neverEvaluated),
    (.atMost(.count(3)), .nanoseconds(3), .neverEvaluated),
    (.between(.count(3), .count(5)), .count(2), .broken),
    (.between(.count(3), .count(5)), .count(3), .kept),
    (.between(.count(3), .count(5)), .count(5), .kept),
    (.between(.count(3), .count(5)), .count(6), .broken),
    (.between(.count(3), .count(5)), .nanoseconds(4), .neverEvaluated),
    (
      .between(.share(part: 20, of: 100), .share(part: 40, of: 100)), .share(part: 2, of: 5), .kept
    ),
    (.always, .share(part: 2, of: 2), .kept),
    (.always, .share(part: 1, of: 2), .broken),
    (.always, .share(part: 0, of: 0), .neverEvaluated),
    (.never, .share(part: 0, of: 2), .kept),
    (.never, .share(part: 1, of: 2), .broken),
    (.never, .count(0), .neverEvaluated),
  ])
  func `come out as kept, broken or never evaluated`(
    rule: Metrics.Expectation.Rule, value: MetricValue, outcome: Metrics.Expectation.Outcome
  ) {
    let expectation = Metrics.Expectation(metric: .churn, rule: rule)
    #expect(expectation.outcome(for: value, occasions: 1) == outcome)
  }

  /// What the author asks for is zero, and zero comes of nothing.
  @Test(
    arguments: [
      // Something else must have happened.
      (.churn, .exactly(.count(0)), .count(0), 0, .neverEvaluated),
      (.churn, .exactly(.count(0)), .count(0), 1, .kept),
      (.churn, .atMost(.count(9)), .count(0), 0, .neverEvaluated),
      (.churn, .atLeast(.count(1)), .count(0), 0, .neverEvaluated),
      (.churn, .atLeast(.count(1)), .count(0), 1, .broken),
      // What was counted happened, whatever else is said.
      (.churn, .atMost(.count(9)), .count(2), 0, .kept),
      (.churn, .exactly(.count(0)), .count(2), 0, .broken),
      (
        .hitchRatio, .atMost(.share(part: 5, of: 1_000)), .share(part: 0, of: 9), 0, .neverEvaluated
      ),
      (.hitchRatio, .atMost(.share(part: 5, of: 1_000)), .share(part: 0, of: 9), 1, .kept),
      (.calloutInside, .always, .share(part: 0, of: 0), 1, .neverEvaluated),
      (.worstFrame, .atMost(.nanoseconds(9)), .never, 1, .neverEvaluated),
      // None of the occasions themselves is what the author may ask for.
      (.batches, .exactly(.count(0)), .count(0), 0, .kept),
      (.batches, .atMost(.count(0)), .count(0), 0, .kept),
      (.batches, .atMost(.count(3)), .count(0), 0, .neverEvaluated),
      (.batches, .between(.count(0), .count(3)), .count(0), 0, .neverEvaluated),
      (.batches, .between(.count(0), .count(0)), .count(0), 0, .kept),
      (.batches, .between(.count(1), .count(3)), .count(0), 0, .broken),
      (.batches, .atLeast(.count(1)), .count(0), 0, .broken),
      (.batches, .exactly(.count(3)), .count(0), 0, .broken),
      (.pointsPanned, .atMost(.micropoints(3)), .micropoints(0), 0, .neverEvaluated),
      // There is always something to count.
      (.waitsGivenUp, .exactly(.count(0)), .count(0), 0, .kept),
      (.simulatedTime, .atMost(.nanoseconds(9)), .nanoseconds(0), 0, .kept),
    ] as [(Metric, Metrics.Expectation.Rule, MetricValue, Int64, Metrics.Expectation.Outcome)])
  func `pass over nothing only where the author says so`(
    metric: Metric, rule: Metrics.Expectation.Rule, value: MetricValue, occasions: Int64,
    outcome: Metrics.Expectation.Outcome
  ) {
    let plain = Metrics.Expectation(metric: metric, rule: rule)
    #expect(plain.outcome(for: value, occasions: occasions) == outcome)
    let lenient = Metrics.Expectation(metric: metric, rule: rule, isKeptByNothing: true)
    #expect(
      lenient.outcome(for: value, occasions: occasions)
        == (outcome == .neverEvaluated ? .kept : outcome))
  }

  /// What is not put to the test says why in a sentence of its own.
  @Test
  func `every occasion is needed by a metric`() {
    let used = Metric.allCases.flatMap { metric -> [Occasion?] in
      let definition = metric.definition
      guard case .after(let occasion) = definition.opportunity else {
        return [definition.unmeasuredBefore]
      }
      return [occasion, definition.unmeasuredBefore]
    }
    #expect(Set(used.compactMap(\.self)) == Set(Occasion.allCases))
    for metric in Metric.allCases {
      if case .always(let reason) = metric.definition.opportunity { #expect(!reason.isEmpty) }
    }
  }

  /// A percentile is the longest of few times: a p95 of fewer than 20, a p50 of one.
  @Test
  func `a rank is the maximum of few times`() {
    #expect((0..<200).filter { TimeRank.isMaximum(95, of: $0) } == Array(1..<20))
    #expect((0..<200).filter { TimeRank.isMaximum(50, of: $0) } == [1])
    #expect((0..<200).filter { TimeRank.isMaximum(100, of: $0) } == [])
    for metric in Metric.allCases {
      let percent = metric.definition.rank?.percent
      #expect((percent == 95) == metric.name.hasSuffix(" p95"), "\(metric.name)")
      #expect((percent == 50) == metric.name.hasSuffix(" p50"), "\(metric.name)")
    }
  }

  @Test
  func `compare shares beyond 64 bits`() {
    let large = MetricValue.share(part: .max - 1, of: .max)
    #expect(large.order(against: .share(part: 1, of: 1)) == -1)
    #expect(large.order(against: .share(part: 1, of: 2)) == 1)
  }

  /// Every share of up to 4 against every other, by the quotients.
  @Test
  func `order shares as their quotients`() {
    let shares = (0...4).flatMap { part in (0...4).map { (part: part, whole: $0) } }
    for left in shares {
      for right in shares {
        let order = MetricValue.share(part: Int64(left.part), of: Int64(left.whole))
          .order(against: .share(part: Int64(right.part), of: Int64(right.whole)))
        let first = Double(left.part) / Double(left.whole)
        let second = Double(right.part) / Double(right.whole)
        let isMeasured = left.whole > 0 && right.whole > 0
        let expected = first < second ? -1 : first > second ? 1 : 0
        #expect(order == (isMeasured ? expected : nil), "\(left) against \(right)")
      }
    }
  }

  @Test
  func `never order values of different kinds`() {
    let values: [MetricValue] = [
      .count(1), .share(part: 1, of: 1), .nanoseconds(1), .micropoints(1), .never,
    ]
    for (index, left) in values.enumerated() {
      for (other, right) in values.enumerated() {
        let isComparable = index == other && left.isMeasured
        #expect(left.order(against: right) == (isComparable ? 0 : nil), "\(left), \(right)")
      }
    }
  }

  /// Letters, digits and blanks: what a scenario file can hold as a plain key.
  @Test(arguments: Metric.allCases)
  func `every metric has a plain name and a sentence of help`(metric: Metric) {
    #expect(metric.definition.help.hasSuffix("."))
    #expect(
      metric.name.utf8.allSatisfy { $0 == 32 || (48...57).contains($0) || (97...122).contains($0) })
    #expect(Metric(named: metric.name) == metric)
  }

  /// A metric that was forgotten in its group would get the sentence of another one.
  @Test
  func `no two metrics share a name or a sentence`() {
    #expect(Set(Metric.allCases.map(\.name)).count == Metric.allCases.count)
    #expect(Set(Occasion.allCases.map(\.absence)).count == Occasion.allCases.count)
    #expect(Set(Metric.allCases.map(\.definition.help)).count == Metric.allCases.count)
  }

  @Test
  func `a criterion is a share`() {
    for metric in Metric.allCases where metric.name.hasPrefix("callout ") {
      let unit = metric.definition.unit
      #expect(unit == (metric.name.hasSuffix("max") ? .distance : .share), "\(metric.name)")
    }
  }

  @Test(
    arguments: [
      (0, .good), (4_999_999, .good), (5_000_000, .warning), (7_000_000, .warning),
      (10_000_000, .warning), (10_000_001, .critical), (.max, .critical),
    ] as [(Int64, HitchClass)])
  func `a hitch ratio has a class`(nanoseconds: Int64, hitchClass: HitchClass) {
    #expect(HitchClass(.share(part: nanoseconds, of: 1_000_000_000)) == hitchClass)
  }

  @Test(arguments: [.never, .count(3), .share(part: 0, of: 0), .nanoseconds(1)] as [MetricValue])
  func `what is no hitch ratio has no class`(value: MetricValue) {
    #expect(HitchClass(value) == nil)
  }
}
