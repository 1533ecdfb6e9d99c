import Measures
import Metrics
import Testing

@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

/// Expectations that are known to break, until a day.
@Suite("Known failures")
struct KnownFailureTests {
  private static let broken = Fixture.broken
  private static let kept = Fixture.verdict()
  private static let other = Fixture.verdict(
    .churn, line: 33, value: .count(41), outcome: .broken)
  private static let unevaluated = Fixture.verdict(value: .never, outcome: .neverEvaluated)

  private static func session(
    _ verdicts: [Verdict], on day: String? = "2027-01-31", ticket: String = "https://a.org/?a=<1>"
  ) -> SessionReport {
    var session = Fixture.session(verdicts: verdicts)
    session.knownFailures = [
      KnownFailure(
        metric: "views created", ticket: ticket, until: "2027-01-31", line: 12, column: 25)
    ]
    session.judgedOn = day
    return session
  }

  private static let over = "was allowed until 2027-01-31"
  private static let gone = "the known failure of views created is gone: remove it (line 12)"

  /// The verdicts of a session, the day, and the outcome that they must have.
  struct Case: Sendable {
    var verdicts: [Verdict]
    var day: String?
    var outcome: SessionOutcome
    var known = 0
    /// A part of the only failure; nil for none.
    var failure: String?
  }

  @Test(arguments: [
    Case(verdicts: [broken], day: "2027-01-31", outcome: .knownFailure, known: 1),
    Case(verdicts: [broken], outcome: .knownFailure, known: 1),
    Case(verdicts: [broken, kept], day: "2026-12-31", outcome: .knownFailure, known: 1),
    Case(verdicts: [broken], day: "2027-02-01", outcome: .failed, failure: over),
    Case(verdicts: [kept, kept], day: "2027-01-31", outcome: .failed, failure: gone),
    Case(verdicts: [kept], day: "2027-02-01", outcome: .failed, failure: gone),
    Case(
      verdicts: [broken, other], day: "2027-01-31", outcome: .failed, known: 1,
      failure: "churn: at most 40"),
    Case(
      verdicts: [unevaluated], day: "2027-01-31", outcome: .failed, failure: "not evaluated"),
    Case(verdicts: [], day: "2027-01-31", outcome: .passed),
  ])
  func `a known failure passes until its day, and fails once it is gone`(
    test: Case
  ) {
    let session = Self.session(test.verdicts, on: test.day)
    #expect(session.outcome == test.outcome)
    let failures = session.listedFailures.map(\.sentence)
    #expect(failures.count == (test.failure == nil ? 0 : 1))
    #expect(failures.allSatisfy { $0.contains(test.failure ?? "") })
    let run = Fixture.run([session])
    #expect(run.listedKnownFailures.count == test.known)
    #expect((run.ending == .kept) == test.outcome.isGood)
  }

  @Test(arguments: [
    ([[broken]], "0 of 1 scenario passed, 1 known failure"),
    ([[broken], [], [broken]], "1 of 3 sessions of 1 scenario passed, 2 known failures"),
    ([[broken], [kept]], "1 of 2 sessions of 1 scenario failed, 1 known failure"),
  ])
  func `the verdict counts them`(sessions: [[Verdict]], headline: String) {
    #expect(Fixture.run(sessions.map { Self.session($0) }).headline.hasPrefix(headline))
  }

  @Test
  func `a budget of allocations is known by its name`() {
    var session = Self.session([])
    session.knownFailures?[0].metric = AllocationCount.requests.name
    for (limit, outcome) in [(Int64(6), SessionOutcome.knownFailure), (7, .failed)] {
      var verdict = BudgetVerdict(
        budget: AllocationBudget(count: .requests, rule: .atMost(.count(limit))),
        written: WrittenRule("at most \(limit)", line: 9, column: 3), record: nil)
      session.budgetVerdicts = [verdict]
      #expect(session.outcome == .passed)
      (verdict.number, verdict.unavailable) = (7, nil)
      session.budgetVerdicts = [verdict]
      #expect(session.outcome == outcome)
    }
  }

  @Test
  func `every report has its own word for it, with the ticket`() {
    let run = Fixture.run([Self.session([Self.broken])])
    var console = Console(hasColors: false, isQuiet: false)
    console.sessionCount = 1
    #expect(console.line(for: run.sessions[0]).hasPrefix("KNOWN "))
    let words = "; a known failure until 2027-01-31 (https://a.org/?a=<1>)"
    let closing = console.closing(of: run).split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    #expect(closing.contains("Known failures Scenarios/edges.yaml:31:7: views created"))
    #expect(closing.contains(words))
    let summary = Summary.text(of: run)
    #expect(summary.hasPrefix("# ✅") && summary.contains("## Known failures\n\n- **"))
    let junit = JUnit.text(of: run)
    #expect(junit.contains("failures=\"0\"") && junit.contains("skipped=\"1\""))
    #expect(junit.contains("<skipped type=\"known-failure\" message=\"views created"))
    #expect(junit.contains("(https://a.org/?a=&lt;1&gt;)"))
    #expect(GitHubAnnotations.text(of: run).contains("::notice file=Scenarios/edges.yaml,line=31"))
    #expect(Fixture.index(of: run).contains("| known failure |"))
    #expect(MetricSheet.text(of: run).contains(",known failure,"))
    let gone = JUnit.text(of: Fixture.run([Self.session([Self.kept])]))
    #expect(gone.contains("<failure type=\"gone\" message=\"\(Self.gone)\""))
  }

  @Test(arguments: [
    ("https://a.org/?a=<1>", "<a href=\"https://a.org/?a=&lt;1&gt;\">ticket</a>"),
    ("http://a.org/1", "<a href=\"http://a.org/1\">ticket</a>"),
    ("MAP-53 <b>", nil), ("javascript:alert(1)", nil),
  ])
  func `only an address of the web is a link of the page`(ticket: String, link: String?) {
    let session = Self.session([Self.broken], ticket: ticket)
    let page = Fixture.drawn(Fixture.run([session]))
    #expect(page.contains("badge known good\">known failure"))
    #expect(HTMLPage.text(of: Fixture.run([session])).contains("<li class=\"good known\">"))
    #expect(!page.contains("<b>;") && !page.contains("href=\"java"))
    // On the front and with the session.
    #expect(page.ranges(of: link ?? ">ticket</a>").count == (link == nil ? 0 : 2))
  }
}
