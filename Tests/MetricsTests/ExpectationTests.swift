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

  @Test(arguments: Metric.allCases)
  func `every metric has a sentence of help`(metric: Metric) {
    #expect(metric.declaration.help.hasSuffix("."))
    #expect(metric.name == metric.name.lowercased() || metric.name.contains("p"))
  }

  @Test
  func `a criterion is a share`() {
    for metric in Metric.allCases where metric.name.hasPrefix("callout ") {
      let unit = metric.declaration.unit
      #expect(unit == (metric.name.hasSuffix("max") ? .distance : .share), "\(metric.name)")
    }
  }
}
