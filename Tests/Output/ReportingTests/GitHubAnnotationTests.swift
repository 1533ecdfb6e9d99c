import Measures
import Metrics
import Testing

@testable import ReportTexts
@testable import Reporting

@Suite("Annotations of GitHub")
struct GitHubAnnotationTests {
  @Test
  func `stand beside the lines of what failed, the verdict last`() {
    #expect(
      GitHubAnnotations.text(of: Fixture.smallRun) == """
        ::error file=Scenarios/edges.yaml,line=31,col=7,title=A pin near the edge::views \
        created: at most 40, but was 1,234
        ::error file=Scenarios/edges.yaml,line=32,col=7,title=A pin near the edge::callout \
        inside map: always, but it was not evaluated: no callout that the criterion applies to \
        settled in the session
        ::notice title=MapReplay::decided by facts: 1 of 1 scenario failed, 1 canary caught; \
        committed facts not compared (see --compare)

        """)
  }

  /// By kind, and how many of it are beyond the limit.
  @Test(arguments: [(9, 9, nil), (10, 10, nil), (11, 10, "2 more errors"), (400, 10, "391 more")])
  func `are at most ten of a kind, of which the last counts the rest`(
    failures: Int, shown: Int, rest: String?
  ) throws {
    var session = Fixture.session(
      verdicts: (0..<failures).map {
        Fixture.verdict(line: 30 + $0, value: .count(99), outcome: .broken)
      })
    session.facts.session[.reentries] = .count(3)
    let lines = GitHubAnnotations.text(of: Fixture.run([session])).split(separator: "\n")
    let errors = lines.filter { $0.hasPrefix("::error ") }
    #expect(errors.count == shown)
    #expect(errors[0].contains("line=30,"))
    let last = try #require(errors.last)
    #expect(last.contains("title=and \(rest ?? "no")") == (rest != nil), "\(last)")
    #expect(lines.count { $0.hasPrefix("::warning file=Scenarios/edges.yaml,title=") } == 1)
    #expect(lines.count { $0.hasPrefix("::notice ") } == 1)
  }

  /// What a scenario says may end neither the command nor its properties.
  @Test
  func `hold any text in one line`() {
    let session = Fixture.session(
      title: "50 %: a, b\nc", file: "Scenarios/a,b:c.yaml",
      verdicts: [Fixture.verdict(text: "at most 4 %\r\n::error::no", outcome: .broken)])
    let lines = GitHubAnnotations.text(of: Fixture.run([session])).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix(
        "::error file=Scenarios/a%2Cb%3Ac.yaml,line=31,col=7,title=50 %25%3A a%2C b%0Ac::"
          + "views created: at most 4 %25%0D%0A::error::no, but was"), "\(lines[0])")
  }

  @Test
  func `warn of an improvement that is to be locked in`() {
    var run = Fixture.run([Fixture.session()])
    run.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    run.comparison?.changes = [
      FactsComparison.Change(
        id: "edges",
        values: [FactsDifference.Value(part: "", key: "churn", old: "3", new: "1")])
    ]
    #expect(GitHubAnnotations.text(of: run).hasPrefix("::error title=the whole run::facts of"))
    run.gates = [.improvements]
    #expect(
      GitHubAnnotations.text(of: run).hasPrefix("::warning title=improved%3A to be locked in::"))
  }
}
