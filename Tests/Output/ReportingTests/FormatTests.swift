import Formatting
import Foundation
import MapEvents
import MapGeometry
import Measures
import Metrics
import Support
import Testing

@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

@Suite("Formats")
struct FormatTests {
  private static func everything(_ run: RunReport) -> [String] {
    let console = Console(hasColors: true, isQuiet: false)
    return [
      HTMLPage.text(of: run), RunFile.text(of: run), Fixture.index(of: run),
      Summary.text(of: run), JUnit.text(of: run), console.closing(of: run),
    ] + run.sessions.flatMap { [FactsFile.text(of: $0), console.line(for: $0)] }
  }

  @Test
  func `are the same bytes every time and in any order of replay`() {
    let first = FormatTests.everything(Sample.run)
    let reversed = RunReport(
      sessions: Sample.run.sessions.reversed(), version: Sample.run.version, isDebugBuild: false,
      allocator: Sample.run.allocator)
    #expect(FormatTests.everything(reversed) == first)
    #expect(FormatTests.everything(Sample.run) == first)
  }

  @Test
  func `end with one newline and hold no carriage return`() {
    for text in FormatTests.everything(Fixture.smallRun) {
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
      #expect(!text.contains("\r"))
    }
  }

  @Test
  func `hold an empty run`() throws {
    for text in FormatTests.everything(Fixture.run([])) { #expect(!text.isEmpty) }
    #expect(Fixture.run([]).headline == "nothing was replayed")
    #expect(try JUnitReader.cases(of: JUnit.text(of: Fixture.run([]))).isEmpty)
  }

  @Test
  func `of facts do not depend on real times`() {
    let measured = Fixture.session(measurements: Fixture.measurements)
    let unmeasured = Fixture.session()
    #expect(FactsFile.text(of: measured) == FactsFile.text(of: unmeasured))
    #expect(
      Fixture.index(of: Fixture.run([measured], isDebugBuild: false))
        == Fixture.index(of: Fixture.run([unmeasured])))
  }
}

@Suite("Summary")
struct SummaryTests {
  /// What no row gives up goes by whole lines.
  @Test(arguments: [200, 300, 700])
  func `is cut by whole lines where there is no room for any row`(limit: Int) {
    let text = Summary.text(of: Fixture.smallRun, byteLimit: limit)
    #expect(text.utf8.count <= limit)
    let kept = text.prefix { $0 != "…" || $0 == "t" }
    #expect(kept.isEmpty || kept.hasSuffix("\n") || kept.hasSuffix("- "))
    #expect(
      text.hasSuffix("… the rest was left out: a summary may not be longer. See the run file.\n"))
  }

  private static let large = Fixture.run(
    (0..<1_500).map { number in
      Fixture.session(
        id: "scenario-\(number)", title: "\(number) " + String(repeating: "long ", count: 60),
        verdicts: number == 1_400 ? [Fixture.broken] : nil, callouts: [], snapshots: [])
    })

  @Test
  func `of a large run stays below what GitHub takes`() {
    let text = Summary.text(of: SummaryTests.large)
    #expect(text.utf8.count <= Summary.byteLimit)
    #expect(text.utf8.count > Summary.byteLimit - 2_000, "there is room for another row")
    #expect(Summary.byteLimit < 1 << 20)
  }

  /// Every table keeps as many rows, the last to go being those of what failed, and counts the
  /// others; the parts after the tables are whole.
  @Test(arguments: [20_000, 100_000])
  func `is cut row by row`(limit: Int) throws {
    let text = Summary.text(of: SummaryTests.large, byteLimit: limit)
    #expect(text.utf8.count <= limit)
    #expect(text.hasSuffix("\nMapReplay 1.2.3; latencies are simulated.\n"))
    let tables = text.components(separatedBy: "\n## ").filter { $0.contains("| scenario |") }
    #expect(tables.count == 4)
    for table in tables {
      let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
      let note = try #require(
        table.firstMatch(of: #/\n\u{2026} and ([0-9,]+) more rows: the run file/#))
      let left = try #require(Int(note.1.replacing(",", with: "")))
      #expect(rows.count + left == 1_500)
      #expect(rows.count > 5 && rows.last?.hasPrefix("| 1400 long") == true)
      #expect(rows.first?.hasPrefix("| 0 long") == true)
    }
  }
}

@Suite("Console")
struct ConsoleTests {
  @Test
  func `prints only failures and the last line when quiet`() {
    let console = Console(hasColors: false, isQuiet: true)
    let run = Fixture.smallRun
    #expect(run.sessions.allSatisfy { console.line(for: $0).isEmpty })
    #expect(
      wide { console.closing(of: run) } == """
        Scenarios/edges.yaml:31:7: views created: at most 40, but was 1,234
        Scenarios/edges.yaml:32:7: callout inside map: always, but it was not evaluated: no \
        callout that the
            criterion applies to settled in the session
        decided by facts: 1 of 1 scenario failed, 1 canary caught; committed facts not compared \
        (see --compare)

        """)
    let good = Fixture.run([Fixture.session()])
    #expect(
      console.closing(of: good)
        == "decided by facts: 1 scenario passed; committed facts not compared (see --compare)\n")
  }

  /// Sessions in two folders: three good ones with latencies of 10, 20 and 70 ms, and a bad one.
  private static let folders: RunReport = {
    func session(_ id: String, latency: Int64, reused: Int64) -> SessionReport {
      var session = Fixture.session(id: id)
      session.facts.session[.latencyWithoutFadePercentile95] = .nanoseconds(latency * 1_000_000)
      session.facts.session[.viewReuseRate] = .share(part: reused, of: 7)
      return session
    }
    return Fixture.run([
      session("a/one", latency: 70, reused: 1), session("a/two", latency: 10, reused: 2),
      session("a/three", latency: 20, reused: 7),
      Fixture.session(id: "b/bad", verdicts: [Fixture.broken]),
      Fixture.session(id: "b/canary", mustFail: [.viewsCreated], verdicts: [Fixture.broken]),
    ])
  }()

  @Test
  func `prints a row for each folder when there are many sessions, a line each for a few`() {
    var console = Console(hasColors: false, isQuiet: false)
    console.sessionCount = 12
    console.folder = "out"
    let run = ConsoleTests.folders
    #expect(run.sessions.allSatisfy { !console.line(for: $0).isEmpty })
    #expect(!console.closing(of: run).contains("folder outcome"))
    console.sessionCount = 13
    #expect(run.sessions.allSatisfy { console.line(for: $0).isEmpty })
    #expect(
      wide { console.closing(of: run) } == """
                                  latency without           view callouts worst hitch,
        folder outcome                   fade p95   worst  reuse  correct     ms per s
        ------ ------------------ --------------- ------- ------ -------- ------------
        a      3 passed                   20.0 ms 70.0 ms 28.6 %   3 of 3          3.2
        b      1 failed, 1 caught         36.4 ms 36.4 ms 90.9 %   1 of 1          3.2

        question                                    median        worst in
        ------------------------------------- ------------ ------------ -----
        How long does clustering take?             20.0 ms      70.0 ms a/one
        How well are annotation views reused?       90.9 %       14.3 % a/one
        Do callouts end up where they should?      100.0 %      100.0 % a/one
        Does the map move smoothly?           3.2 ms per s 3.2 ms per s a/one

        debug build: facts only

        Failures

        Scenarios/edges.yaml:31:7: views created: at most 40, but was 1,234

        reports in out: report.html and 5 more files

        decided by facts: 1 of 4 scenarios failed, 1 canary caught; committed facts not compared \
        (see --compare)

        """)
    console.isVerbose = true
    #expect(run.sessions.allSatisfy { !console.line(for: $0).isEmpty })
    #expect(console.closing(of: run).contains("scenario\n"))
  }

  /// A build server's log has room for all of it, and so has a laptop.
  @Test(arguments: [1, 4, 12, 13, 500])
  func `ends with at most 40 lines, with the first failure and the verdict among them`(count: Int) {
    let sessions = (0..<count).map { number in
      Fixture.session(
        id: "f\(number % 20)/s\(number)", title: "s\(number)",
        verdicts: [Fixture.broken, Fixture.neverEvaluated])
    }
    for isQuiet in [false, true] {
      var console = Console(hasColors: false, isQuiet: isQuiet)
      (console.sessionCount, console.folder) = (count, "out")
      let run = Fixture.run(sessions)
      let text =
        console.opening(of: run) + sessions.map { console.line(for: $0) }.joined()
        + console.closing(of: run)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(lines.count <= 40, "\(lines.count) lines")
      #expect(text.contains("Scenarios/edges.yaml:31:7: views created: at most 40, but was 1,234"))
      #expect(lines.last?.contains("decided by facts") == true, "\(lines.last ?? "")")
      if count < 12 || count > 100 {
        #expect((count > 100) == text.contains("more failures: read summary.md"))
      }
    }
  }

  /// What differs is printed behind the verdict, on the same screen.
  @Test(arguments: [1, 3, 12, 44], [false, true])
  func `ends with at most 40 lines, also where many facts differ`(count: Int, isFailing: Bool) {
    let verdicts = isFailing ? [Fixture.broken] : [Fixture.verdict()]
    var run = Fixture.run(
      (0..<count).map { Fixture.session(id: "folder/session-\($0)", verdicts: verdicts) })
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: count)
    comparison.changes = run.sessions.map { session in
      FactsComparison.Change(
        id: session.id,
        values: ["churn", "taps", "hitches", "views created", "views reused"].map {
          FactsDifference.Value(part: "", key: $0, old: "3", new: "4")
        })
    }
    run.comparison = comparison
    var console = Console(hasColors: false, isQuiet: false)
    (console.sessionCount, console.folder) = (count, "out")
    let text =
      console.opening(of: run) + run.sessions.map { console.line(for: $0) }.joined()
      + console.closing(of: run)
    let complaints = run.complaints()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count + complaints.count <= 40, "\(text)\(complaints)")
    // The command behind them is as long as it is.
    #expect(complaints.dropLast().allSatisfy { $0.count <= 100 }, "\(complaints)")
    #expect(complaints.count == min(count, 10) + (count > 10 ? 3 : 2))
    #expect(complaints.contains("error: facts of 34 more sessions differ") == (count == 44))
    #expect(run.complaints(isVerbose: true).count == 6 * count + 1)
  }

  @Test
  func `names a canary that was not caught`() {
    let console = Console(hasColors: false, isQuiet: true)
    let run = Fixture.run([Fixture.session(id: "blind", mustFail: [.churn])])
    let text = wide { console.closing(of: run) }
    #expect(text.contains("not caught: expected churn to fail, but every expectation passed"))
    #expect(text.contains("facts: 1 of 1 canary not caught: a check no longer detects its planted"))
    let line = Console(hasColors: false, isQuiet: false).line(for: run.sessions[0])
    #expect(line.hasPrefix("BROKEN "))
  }

  @Test
  func `colors only when told to`() {
    let run = Fixture.smallRun
    for hasColors in [false, true] {
      let console = Console(hasColors: hasColors, isQuiet: false)
      #expect(console.line(for: run.sessions[0]).contains("\u{1B}[") == hasColors)
      #expect(console.closing(of: run).contains("\u{1B}[") == hasColors)
    }
  }

  @Test
  func `keeps to 80 ASCII columns, but for names and the verdict`() {
    let console = Console(hasColors: false, isQuiet: false)
    for run in [Sample.run, Fixture.smallRun] {
      let text = run.sessions.map { console.line(for: $0) }.joined() + console.closing(of: run)
      // A line with a name is as long as the name.
      for line in text.split(separator: "\n")
      where !run.sessions.contains(where: { line.contains($0.title) || line.contains($0.id) })
        && !line.contains("decided by facts")
      {
        #expect(line.count <= TextLayout.width, "\(line)")
        #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
      }
    }
  }
}
