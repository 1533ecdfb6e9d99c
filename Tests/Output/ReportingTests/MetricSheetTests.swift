import Formatting
import Foundation
import Measures
import Metrics
import Testing

@testable import Formatting
@testable import ReportTexts
@testable import Reporting

@Suite("Sheet of metrics")
struct MetricSheetTests {
  private static let columns =
    9 + Metric.allCases.count + RealTime.allCases.count + AllocationCount.allCases.count

  @Test
  func `has a row for each session and a column for each number`() throws {
    let run = Sample.run
    let rows = MetricSheet.text(of: run).split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(rows.count == run.sessions.count + 2 && rows.last == "")
    #expect(
      rows[0].hasPrefix(
        "session,outcome,scenario,variant,folder,tags,device,seed,cluster updates,"))
    #expect(rows[0].contains(",clustering latency p50 (ms),"))
    #expect(rows[0].contains(",real time (ms),"))
  }

  /// Spreadsheets take such a text for a formula; numbers stay what they are.
  @Test(
    arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A"])
  func `has no cell that a spreadsheet executes`(formula: String) {
    var session = Fixture.session(id: "\(formula)/a", title: formula)
    session.tags = ["smoke", formula]
    session.device.name = formula
    let text = MetricSheet.text(of: Fixture.run([session]))
    let line = Escape.line(formula)
    for cell in ["'\(line)/a", "'\(line)", "smoke;'\(line)"] {
      let written = MetricSheet.cell(cell)
      #expect(text.contains(",\(written),") || text.contains("\r\n\(written),"), "\(cell)")
    }
  }

  /// A reader of others: rows of the same columns, and every text as it was, in one line.
  @Test(.enabled(if: Reader.python.isHere, "it takes python3"))
  func `is read back by another reader`() throws {
    let nasty = #"a "quoted", text; ü"# + "\r\nsecond line"
    var session = Fixture.session(
      id: "Callouts/edges", title: nasty, measurements: Fixture.measurements)
    session.tags = ["smoke", nasty]
    let run = Fixture.run([session, Fixture.session()], isDebugBuild: false)
    let script = """
      import csv, json, sys
      with open(sys.argv[1], newline="", encoding="utf-8") as file:
          print(json.dumps(list(csv.DictReader(file, strict=True))))
      """
    let answer = try Reader.python.read(MetricSheet.text(of: run), ["-c", script])
    #expect(answer.code == 0, "\(answer.output)")
    let rows = try JSONDecoder().decode([[String: String]].self, from: Data(answer.output.utf8))
    #expect(rows.map(\.count) == [MetricSheetTests.columns, MetricSheetTests.columns])
    let line = Escape.line(nasty)
    #expect(rows[0]["scenario"] == line && rows[0]["tags"] == "smoke;\(line)")
    #expect(rows[0]["folder"] == "Callouts" && rows[0]["session"] == "Callouts/edges")
    #expect(rows[0]["clustering latency p95 (ms)"] == "236.4")
    #expect(rows[0]["view reuse rate (%)"] == "90.909091" && rows[0]["hitches"] == "")
    #expect(rows.map { $0["real time (ms)"] } == ["2.5", ""])
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
    #expect(MetricText.plain(value, in: metric.definition.unit) == text)
  }
}
