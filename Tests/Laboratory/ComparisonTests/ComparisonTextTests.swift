import Counts
import Formatting
import Foundation
import FoundationXML
import Metrics
import Reporting
import Statistics
import Testing

@testable import Comparison

@Suite("Texts of comparisons")
struct ComparisonTextTests {
  private static let base = Contender(name: "BASE", label: "old", program: "/old", folder: "/")
  private static let head = Contender(name: "HEAD", label: "new", program: "/new", folder: "/")

  /// Blocks in which the head and the control take some times as long as the base.
  static func row(
    _ session: String, head: Double, control: Double = 1, blocks count: Int = 12
  ) -> TimesRow {
    let blocks = (0..<count).map { index in
      let drift = 1 + Double(index % 3) / 1_000
      return PairedTimes.Block(
        base: 2e6, control: 2e6 * control * drift, head: 2e6 * head * drift)
    }
    let times = PairedTimes(blocks)
    return TimesRow(
      session: session, metric: "session", times: times,
      judgment: TimesJudge().judgments(of: [times], isEnd: true)[0])
  }

  static func report(
    _ change: (inout ComparisonReport) -> Void
  ) -> ComparisonReport {
    var report = ComparisonReport(base: base, head: head, levels: [.facts, .counts, .times])
    report.facts.count = 3
    change(&report)
    return report
  }

  /// The texts below the axis of a picture.
  private static func ticks(of picture: String) -> [Substring] {
    picture.split(separator: "class=\"tick\"").dropFirst().map {
      $0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
    }
  }

  /// A row for each judged time, those that matter first, with what is beyond all numbers drawn.
  @Test
  func `a picture has the interval of each time`() throws {
    let picture = ComparisonPicture.text(
      of: Self.report { report in
        report.times.rows = [
          Self.row("calm", head: 1.0), Self.row("<slow>", head: 1.5), Self.row("quick", head: 0.5),
        ]
      })
    _ = try XMLDocument(xmlString: picture)
    let kinds = picture.split(separator: "<g class=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(kinds == ["regressed", "improved", "unchanged"])
    #expect(picture.contains("&lt;slow&gt;, session") && !picture.contains("<slow>"))
    #expect(picture.contains("regressed, decided by times"))
    #expect(!picture.contains("nan") && !picture.contains("inf"))
    #expect(Self.ticks(of: picture) == ["-50 %", "0 %", "+50 %", "+100 %"])
    // Three blocks give no interval; what they have not is no reason for another axis.
    let (calm, young) = (Self.row("calm", head: 1), Self.row("young", head: 1, blocks: 3))
    let ticks = [[calm], [calm, young]].map { rows in
      Self.ticks(of: ComparisonPicture.text(of: Self.report { $0.times.rows = rows }))
    }
    #expect(young.judgment?.change.upper == .infinity)
    #expect(ticks[0] == ["-2 %", "-1 %", "0 %", "+1 %", "+2 %"] && ticks[0] == ticks[1])
    let none = ComparisonPicture.text(of: Self.report { _ in })
    #expect(none.contains("Nothing was timed."))
    _ = try XMLDocument(xmlString: none)
    let many = ComparisonPicture.text(
      of: Self.report { report in
        report.times.rows = (0..<80).map { Self.row("s\($0)", head: 1.0) }
      })
    #expect(many.contains("and 20 more rows"))
  }

  private static func counts(_ metric: CountedMetric, _ base: Int64, _ head: Int64) -> CountsRow {
    CountsRow(session: "a", metric: metric, base: base, head: head)
  }

  private struct Case: Sendable {
    var line: String
    var change: @Sendable (inout ComparisonReport) -> Void
  }

  /// The first line says the verdict, the class and why; what decides earlier hides what comes
  /// later.
  private static let cases: [Case] = [
    Case(line: "unchanged, decided by facts: the facts of 3 sessions are the same") { _ in },
    Case(line: "changed, decided by facts: 1 of 3 sessions does something else") {
      $0.facts.changed = [FactsComparison.Change(id: "a", values: [])]
      $0.counts.rows = [counts(.allocations, 1, 2)]
      $0.times.rows = [row("a", head: 1.1)]
    },
    Case(line: "changed, decided by facts: HEAD lacks 2 sessions") {
      $0.facts.onlyBase = ["b", "c"]
    },
    Case(
      line: "unchanged, decided by facts: the facts of 3 sessions are the same; only facts are "
        + "compared, as the builds differ"
    ) { $0.otherness = ["another compiler"] },
    Case(
      line: "inconclusive, decided by counts: 1 count and the facts of 3 sessions are the same; "
        + "1 session not counted"
    ) {
      $0.counts.rows = [counts(.instructions, 1_000_000, 1_000_000)]
      $0.counts.failures = [("b", "it was killed")]
    },
    Case(
      line: "unchanged, decided by times: 1 row within the floors, facts are the same; "
        + "2 sessions not counted"
    ) {
      $0.counts.rows = [counts(.instructions, 1_000_000, 1_000_000)]
      $0.counts.leftOut = 2
      $0.times.rows = [row("a", head: 1.01)]
    },
    Case(
      line: "unchanged, decided by times: 1 row within the floors, facts are the same; "
        + "2 sessions not timed"
    ) {
      $0.times.rows = [row("a", head: 1.01)]
      $0.times.leftOut = 2
    },
    Case(
      line: "inconclusive, decided by times: the facts of 3 sessions are the same; 3 sessions not "
        + "timed"
    ) { $0.times.leftOut = 3 },
    Case(
      line: "inconclusive, decided by times: the facts of 3 sessions are the same; nothing timed"
    ) { $0.times.unavailable = "BASE cannot be timed" },
    Case(line: "aborted, decided by facts: sessions end early: 2 of HEAD") {
      $0.facts.aborted = ["HEAD": ["a", "b"]]
    },
    Case(line: "not deterministic, decided by facts: two replays differ in HEAD") {
      $0.facts.notDeterministic = ["HEAD"]
    },
    Case(line: "regressed, decided by counts: allocations +100 % in a, facts are the same") {
      $0.counts.rows = [counts(.instructions, 10_000_000, 10_010_000), counts(.allocations, 1, 2)]
      $0.times.rows = [row("a", head: 0.9)]
    },
    Case(line: "regressed, decided by counts: instructions +0.1 % in a, facts are the same") {
      $0.counts.rows = [counts(.instructions, 10_000_000, 10_010_000)]
    },
    Case(line: "improved, decided by counts: instructions -0.1 % in a, facts are the same") {
      $0.counts.rows = [counts(.instructions, 10_000_000, 9_990_000)]
    },
    Case(line: "unchanged, decided by counts: 1 count and the facts of 3 sessions are the same") {
      $0.counts.rows = [counts(.instructions, 1_000_000, 1_000_010)]
      $0.times.rows = [row("a", head: 1, control: 1.2)]
    },
    Case(line: "regressed, decided by times: 1 row, most b +5.1 %, facts are the same") {
      $0.counts.rows = [counts(.instructions, 1_000_000, 1_000_000)]
      $0.times.rows = [row("a", head: 1), row("b", head: 1.05)]
    },
    Case(line: "improved, decided by times: 1 row, most a -9 %, facts are the same") {
      $0.times.rows = [row("a", head: 1 / 1.1)]
    },
    Case(line: "unchanged, decided by times: 1 row within the floors, facts are the same") {
      $0.times.rows = [row("a", head: 1.01)]
    },
    Case(line: "inconclusive, decided by times: 1 of 1 row cannot be told, facts are the same") {
      $0.times.rows = [row("a", head: 1.0197)]
    },
    Case(
      line: "machine unfit, decided by times: BASE moves against itself in 1 of 2 rows, "
        + "facts are the same"
    ) { $0.times.rows = [row("a", head: 1, control: 1.2), row("b", head: 1)] },
  ]

  @Test(arguments: cases.indices)
  func `the first line says verdict, class and reason`(index: Int) {
    let row = ComparisonTextTests.cases[index]
    let text = ComparisonText.text(of: ComparisonTextTests.report(row.change))
    #expect(text.split(separator: "\n").first.map(String.init) == row.line, "\(text)")
    #expect(text.split(separator: "\n").dropFirst().first == "BASE old, HEAD new")
  }

  @Test
  func `a comparison of many rows has at most forty lines, the worst first`() {
    let report = ComparisonTextTests.report { report in
      report.facts.changed = (0..<50).map { FactsComparison.Change(id: "f\($0)", values: []) }
      report.counts.rows = (1...50).map {
        ComparisonTextTests.counts(.instructions, 1_000, 900 - $0)
      }
      report.counts.reasons = [.allocations: "no allocator"]
      report.times.rows =
        (0..<50).map { ComparisonTextTests.row("t\($0)", head: 1) }
        + [ComparisonTextTests.row("slow", head: 1.2)]
    }
    let lines = ComparisonText.text(of: report).split(separator: "\n")
    #expect(lines.count <= TextLayout.height, "\(lines.count)")
    let rows = lines.filter { $0.hasPrefix("t") && $0.contains("unchanged") }
    let slow = lines.firstIndex { $0.hasPrefix("slow ") }
    #expect(slow.map { $0 + 1 } == lines.firstIndex { $0.hasPrefix("t0 ") }, "\(lines)")
    #expect(rows.count > 5)
    #expect(lines.contains("counts: allocations unavailable: no allocator"))
    let all = ComparisonText.text(of: report, isVerbose: true).split(separator: "\n")
    #expect(all.count > 150)
    #expect(lines.contains { $0.hasSuffix("more; --verbose shows them") })
    #expect(!all.contains { $0.hasSuffix("more; --verbose shows them") })
  }

  @Test
  func `a row shows what its verdict rests on`() {
    let report = ComparisonTextTests.report {
      $0.times.rows = [ComparisonTextTests.row("a", head: 1.05)]
    }
    let lines = ComparisonText.text(of: report).split(separator: "\n").map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(
      lines.contains("a session 2 ms +5.1 % +5 % ... +5.1 % 2 % +5 % 12 regressed"), "\(lines)")
  }

  @Test
  func `the file has the verdict first, and numbers instead of infinities`() {
    let report = ComparisonTextTests.report { report in
      var row = ComparisonTextTests.row("a", head: 1.05)
      row.times.blocks.removeLast(8)
      row.judgment = TimesJudge().judgments(of: [row.times], isEnd: true)[0]
      report.times.rows = [row]
    }
    let lines = ComparisonFile.text(of: report).split(separator: "\n")
    #expect(
      lines.prefix(4).joined()
        == "{  \"version\": 1,  \"verdict\": \"inconclusive\",  \"decided by\": \"times\",")
    #expect(lines.contains { $0.contains("\"lower\": null") && $0.contains("\"upper\": null") })
  }

  /// What two counts of one program may be apart, and one more.
  @Test(
    arguments: [
      (CountedMetric.instructions, 1_000, 2_000, 0), (.instructions, 1_000, 2_001, 1_001),
      (.instructions, 9_000, 7_999, -1_001), (.instructions, 500_000_000, 500_001_000, 0),
      (.instructions, 500_000_000, 500_001_001, 1_001), (.allocations, 7, 7, 0),
      (.allocations, 7, 8, 1), (.allocations, 1_000_000_000, 999_999_999, -1),
    ] as [(CountedMetric, Int64, Int64, Int64)])
  func `counts are the same only within what was measured`(
    metric: CountedMetric, base: Int64, head: Int64, change: Int64
  ) {
    #expect(ComparisonTextTests.counts(metric, base, head).change == change)
  }

  @Test
  func `the value of a metric is that of the whole session`() {
    let facts = """
      {
        "callouts": [],
        "session": {
          "callouts opened": 3,
          "hitch ratio ns": {"of": 7, "part": 2},
          "view reuse rate": {"of": 4, "part": 1}
        },
        "steps": [
          {
            "frames": 9
          }
        ]
      }

      """
    #expect(Bisection.text(of: .calloutsOpened, in: facts) == "3")
    #expect(Bisection.text(of: .frames, in: facts) == "0")
    #expect(Bisection.text(of: .viewReuseRate, in: facts) == "{\"of\": 4, \"part\": 1}")
    #expect(BisectedMetric(name: "instructions") == .counted("instructions"))
    #expect(BisectedMetric(name: "callouts opened") == .fact(.calloutsOpened))
    #expect(BisectedMetric(name: "callouts") == nil)
  }

  /// Names of functions, sessions and values come from files and programs of others.
  @Test
  func `no text moves the cursor of a terminal`() {
    let evil = "a\u{1B}[2Jb\u{9B}c\u{7}"
    let text = ComparisonText.text(
      of: ComparisonTextTests.report { report in
        report.facts.changed = [
          FactsComparison.Change(
            id: evil,
            values: [FactsDifference.Value(part: evil, key: evil, old: evil, new: nil)])
        ]
        report.facts.onlyBase = [evil]
        report.counts.rows = [ComparisonTextTests.counts(.allocations, 1, 2)]
        report.counts.rows[0].session = evil
        report.counts.rows[0].explanation = [evil]
        report.counts.failures = [(evil, evil)]
        report.counts.reasons = [.instructions: evil]
        report.times.rows = [ComparisonTextTests.row(evil, head: 1)]
      })
    let other = ComparisonText.text(of: ComparisonTextTests.report { $0.otherness = [evil] })
    let error = ComparisonError(.faultyInput, evil + "\n" + evil, help: evil).description
    for text in [text, other, error] {
      #expect(text.contains("a [2Jb c"))
      let controls = text.unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n"
      }
      #expect(controls.isEmpty, "\(text)")
    }
    #expect(error.split(separator: "\n").count == 3)
  }

  /// Times that gate fail only when they regress, and pass only when they say something.
  @Test
  func `times that say nothing do not pass a gate`() {
    func gate(_ change: (inout ComparisonReport) -> Void) -> ComparisonReport.TimesGate {
      ComparisonTextTests.report(change).timesGate
    }
    let (slower, same) = (
      ComparisonTextTests.row("a", head: 1.1), ComparisonTextTests.row("b", head: 1)
    )
    let (noisy, unfit) = (
      ComparisonTextTests.row("c", head: 1.0197), ComparisonTextTests.row("d", head: 1, control: 2)
    )
    #expect(gate { $0.times.rows = [same] } == .passed)
    #expect(gate { $0.times.rows = [same, noisy] } == .passed)
    #expect(gate { $0.times.rows = [same, slower, unfit] } == .failed)
    #expect(gate { _ in } == .unavailable("no session was timed"))
    #expect(gate { $0.times.rows = [noisy] } == .unavailable("all are inconclusive"))
    #expect(gate { $0.times.rows = [same, unfit] } == .unavailable("BASE moves against itself"))
    #expect(gate { $0.times.unavailable = "no meter" } == .unavailable("no meter"))
    #expect(
      gate { $0.otherness = ["another compiler"] }
        == .unavailable("the builds differ: another compiler"))
  }

  /// What is in no file of facts would be the same in all revisions.
  @Test
  func `only metrics that facts have are bisected`() {
    for name in BisectedMetric.names { #expect(BisectedMetric(name: name)?.name == name) }
    let others = Metric.allCases.filter { !$0.definition.isCommitted }
    #expect(!others.isEmpty)
    for metric in others { #expect(BisectedMetric(name: metric.name) == nil, "\(metric.name)") }
    #expect(BisectedMetric(name: "peak live bytes") == .counted("peak live bytes"))
  }
}
