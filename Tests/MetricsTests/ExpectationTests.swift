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
    #expect(expectation.outcome(for: value) == outcome)
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
    #expect(metric.declaration.help.hasSuffix("."))
    #expect(
      metric.name.utf8.allSatisfy { $0 == 32 || (48...57).contains($0) || (97...122).contains($0) })
    #expect(Metric.allCases[metric.ordinal] == metric)
  }

  /// A metric that was forgotten in its group would get the sentence of another one.
  @Test
  func `no two metrics share a name or a sentence`() {
    #expect(Set(Metric.allCases.map(\.name)).count == Metric.allCases.count)
    #expect(Set(Metric.allCases.map(\.declaration.help)).count == Metric.allCases.count)
  }

  @Test
  func `a criterion is a share`() {
    for metric in Metric.allCases where metric.name.hasPrefix("callout ") {
      let unit = metric.declaration.unit
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
