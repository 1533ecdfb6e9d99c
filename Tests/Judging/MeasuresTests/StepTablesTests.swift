import Metrics
import Testing

@testable import Measures

/// Tables of steps come back as they were, in few bytes.
@Suite("Step tables")
struct StepTablesTests {
  /// Tables in which each metric takes each kind of value.
  private static let tables: [MetricTable] = {
    let values: [MetricValue] = [
      .never, .count(0), .count(-1), .count(.max), .count(.min), .nanoseconds(127),
      .nanoseconds(128), .micropoints(1 << 40), .share(part: 0, of: 0), .share(part: 3, of: 300),
    ]
    return values.indices.map { shift in
      var table = MetricTable()
      for metric in Metric.allCases {
        table[metric] = values[(metric.rawValue + shift) % values.count]
      }
      return table
    }
  }()

  @Test
  func `gives back every value of every step`() {
    let tables = [MetricAccumulator().table] + StepTablesTests.tables + [MetricTable()]
    let steps = StepTables(tables)
    #expect(steps.count == tables.count)
    #expect(Array(steps) == tables)
    for index in tables.indices { #expect(steps[index] == tables[index], "step \(index)") }
  }
}
