import Formatting
import Measures
import Metrics
import Testing

@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

/// A run of thousands of sessions has files that can be opened, and hides no verdict.
@Suite("Large runs")
struct LargeRunTests {
  private static let limit = 10_000_000

  /// 2,000 scenarios of two variants, with two failures of the one and one of the other.
  private static let run = Fixture.run(
    (0..<2_000).flatMap { number in
      ["upstream", "corrected"].map { name in
        Fixture.session(
          id: "scale-\(number).\(name)", title: "Scale number \(number)",
          variant: VariantLine(name: name, scenario: "scale-\(number)"),
          file: "Scenarios/scale-\(number).yaml",
          verdicts: [Fixture.verdict(), Fixture.broken]
            + (name == "upstream" ? [Fixture.neverEvaluated] : []))
      }
    })
  /// Its page, which takes seconds to draw.
  private static let page = HTMLPage.text(of: run)

  @Test
  func `no file for people is longer than 10 MB`() {
    let run = LargeRunTests.run
    #expect(LargeRunTests.page.utf8.count < LargeRunTests.limit)
    #expect(JUnit.text(of: run).utf8.count < LargeRunTests.limit)
    #expect(Summary.text(of: run).utf8.count < LargeRunTests.limit)
  }

  @Test
  func `the front has the first failures and says how many there are`() {
    let page = LargeRunTests.page
    #expect(page.matches(of: /<div class="reason">/).count == 60)
    #expect(page.contains("5,940 more failures: the list below can show failed sessions alone."))
  }

  @Test
  func `the front has some hundred sessions, and the script all of them`() throws {
    let run = Fixture.run(
      (0..<3_000).map { Fixture.session(id: "good-\($0)", title: "Good number \($0)") })
    let page = HTMLPage.text(of: run)
    #expect(page.utf8.count < LargeRunTests.limit)
    #expect(page.matches(of: /<li class="good">/).count == 400)
    #expect(page.contains("2,600 more sessions, which the search finds."))
    let list = try #require(HTMLPage.parts(of: run).first { $0.name == "list" })
    #expect((list.context()["rows"] as? [HTMLPage.Context])?.count == 3_000)
  }

  @Test
  func `the terminal prints the failures that fit and counts the others`() {
    var console = Console(hasColors: false, isQuiet: true)
    let place = #/(?m)^Scenarios/scale-[0-9]+\.yaml:/#
    let closing = console.closing(of: LargeRunTests.run)
    let count = closing.matches(of: place).count
    #expect((10...40).contains(count))
    #expect(
      closing.contains(
        "... and \(MetricText.count(Int64(6_000 - count))) more failures: read summary.md, or add "
          + "--verbose\n"))
    console.isVerbose = true
    let whole = console.closing(of: LargeRunTests.run)
    #expect(whole.matches(of: place).count == 6_000 && !whole.contains("more failure"))
  }

  @Test
  func `a session that failed is shown before those that did not`() {
    var sessions = (0..<1_500).map { number in
      Fixture.session(id: "good-\(number)", title: "Good number \(number)")
    }
    sessions.append(
      Fixture.session(id: "z", title: "The bad one", verdicts: [Fixture.broken]))
    let page = HTMLPage.text(of: Fixture.run(sessions))
    #expect(page.contains("<a href=\"#/z\">The bad one</a>"))
  }

  @Test
  func `a session of very many steps shows the first of them, and its facts hold all`() {
    var session = Fixture.session(callouts: [])
    session.facts.steps = StepTables(repeatElement(session.facts.marks[0].table, count: 20_000))
    session.stepLabels = (0..<20_000).map {
      StepLabel(id: $0, line: $0 + 1, depth: 0, text: "wait: 1 s")
    }
    let run = Fixture.run([session])
    #expect(HTMLPage.text(of: run).utf8.count < LargeRunTests.limit)
    #expect(Fixture.drawn(run).contains("The first 500 steps"))
    #expect(FactsFile.text(of: session).matches(of: #/"step": /#).count == 20_000)
  }
}
