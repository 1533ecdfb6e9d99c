import Measures
import Metrics
import Testing

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

  @Test
  func `no file for people is longer than 10 MB`() {
    let run = LargeRunTests.run
    #expect(HTMLPage.text(of: run).utf8.count < LargeRunTests.limit)
    #expect(JUnit.text(of: run).utf8.count < LargeRunTests.limit)
    #expect(Summary.text(of: run).utf8.count < LargeRunTests.limit)
  }

  @Test
  func `every failure stands in the page, and what is left out is said`() {
    let run = LargeRunTests.run
    let page = HTMLPage.text(of: run)
    #expect(page.matches(of: /<a class="failure"/).count == 6_000)
    #expect(page.contains("more sessions left out to keep this page short"))
    #expect(page.contains("3,500 more scenarios in the run file."))
  }

  @Test
  func `the terminal prints a hundred failures and counts the others`() {
    var console = Console(hasColours: false, isQuiet: true)
    let place = #/(?m)^Scenarios/scale-[0-9]+\.yaml:/#
    let closing = console.closing(of: LargeRunTests.run)
    #expect(closing.matches(of: place).count == 100)
    #expect(
      closing.contains("... and 5,900 more failures: see summary.md, or ask for --verbose\n"))
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
    // The first one in a table of as many as there is room for.
    let page = HTMLPage.text(of: Fixture.run(sessions))
    #expect(page.contains(/<tbody>\s*<tr><th><a href="#scenario-[0-9]+">\s*<i class="bad">/))
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
    #expect(HTMLPage.text(of: run).contains("The first 500 steps"))
    #expect(FactsFile.text(of: session).matches(of: #/"step": /#).count == 20_000)
  }
}
