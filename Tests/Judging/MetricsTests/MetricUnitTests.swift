import Metrics
import Testing

@Suite("Units")
struct MetricUnitTests {
  @Test(arguments: MetricUnit.allCases)
  func `bare numbers are in a unit that authors may write`(unit: MetricUnit) {
    let definition = unit.definition
    #expect(definition.written.contains { $0 == definition.plain })
    #expect(Set(definition.written.map(\.name)).count == definition.written.count)
    #expect(definition.written.allSatisfy { $0.size > 0 })
  }

  @Test(arguments: Metric.allCases)
  func `the numbers of a metric have the form of its unit`(metric: Metric) {
    let definition = metric.definition.unit.definition
    switch metric.definition.combination {
    case .ratio, .share: #expect(!definition.isWhole)
    case .sum, .distinct, .largest, .peak, .state: #expect(definition.isWhole)
    case .rank: #expect(definition.form == .number(.nanoseconds))
    }
  }

  @Test
  func `a number of nothing is zero in its measure`() {
    #expect(MetricUnit.time.definition.zero == .nanoseconds(0))
    #expect(MetricUnit.distance.definition.zero == .micropoints(0))
    #expect(MetricUnit.bytes.definition.zero == .count(0))
    #expect(MetricUnit.share.definition.zero == .share(part: 0, of: 0))
  }
}
