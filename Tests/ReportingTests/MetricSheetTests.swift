import Metrics
import Testing

@testable import Formatting
@testable import Reporting

@Suite("Sheet of metrics")
struct MetricSheetTests {
  @Test
  func `has a row for each session and a column for each metric`() throws {
    let run = Sample.run
    let rows = MetricSheet.text(of: run).split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(rows.count == run.sessions.count + 2 && rows.last == "")
    #expect(rows[0].hasPrefix("session,outcome,cluster updates,"))
    #expect(rows[0].contains(",clustering latency p50 (ms),"))
    let columns = Metric.allCases.count + 2
    for row in rows.dropLast() {
      #expect(row.split(separator: ",", omittingEmptySubsequences: false).count == columns)
    }
  }

  @Test(
    arguments: [
      (.count(-1_234), .selections, "-1234"), (.share(part: 1, of: 3), .viewReuseRate, "33.333333"),
      (.share(part: 0, of: 0), .viewReuseRate, ""), (.never, .frames, ""),
      (.nanoseconds(206_300_001), .simulatedTime, "206.300001"),
      (.micropoints(12_500_000), .pointsPanned, "12.5"),
      (.share(part: 10, of: 4_000_000_000), .viewsCreatedPerPan, "2.5"),
      (.share(part: 44, of: 10_000), .hitchRatio, "4.4"),
    ] as [(MetricValue, Metric, String)])
  func `holds bare numbers`(value: MetricValue, metric: Metric, text: String) {
    #expect(MetricText.plain(value, of: metric) == text)
  }
}
