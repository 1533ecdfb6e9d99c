import Metrics
import Testing

@Suite("What expectations are about")
struct ExpectedMetricTests {
  @Test
  func `has the name of its metric, or that of frames later than a time`() {
    for metric in Metric.allCases {
      #expect(ExpectedMetric(named: metric.name) == ExpectedMetric(metric))
      #expect(ExpectedMetric(metric).name == metric.name)
      #expect(ExpectedMetric(metric).help == metric.definition.help)
    }
    let times: [(Int64, String)] = [
      (0, "0 ns"), (1, "1 ns"), (16_667, "16667 ns"), (50_000_000, "50 ms"),
      (60_000_000_000, "1 min"), (1_500_000_000, "1500 ms"), (.max, "9223372036854775807 ns"),
    ]
    for (nanoseconds, words) in times {
      let metric = ExpectedMetric(framesLaterThanNanoseconds: nanoseconds)
      #expect(metric.name == "frames later than \(words)")
      #expect(ExpectedMetric(named: metric.name) == metric)
      #expect(metric != ExpectedMetric(.hitches))
    }
  }

  @Test(arguments: [
    "frames later than", "frames later than ", "frames later than 50", "frames later than ms",
    "frames later than -1 ms", "frames later than 50  ms", "frames later than 50 pt",
    "frames later than 153722868 min", "frames later", "no metric",
  ])
  func `is nothing for any other name`(name: String) {
    #expect(ExpectedMetric(named: name) == nil)
  }
}
