import Formatting
import MapGeometry
import Metrics
import Pages
import Testing

@testable import Measures
@testable import ReportPage
@testable import Reporting

@Suite("The front of the page")
struct FrontTests {
  /// A session with a scene and two failures, a session with one, and a canary that was not caught.
  private static let run: RunReport = {
    var first = Fixture.session(verdicts: [
      Fixture.broken, Fixture.verdict(text: "at most 50", line: 40, outcome: .broken),
    ])
    first.scene = Fixture.seen
    var evidence = FailureEvidence(place: FailurePlace(judgedAt: Fixture.ms(900)))
    evidence.place.first = Fixture.ms(50)
    evidence.place.worst = Fixture.ms(80)
    first.evidence = [evidence]
    let second = Fixture.session(id: "other", title: "Another", verdicts: [Fixture.broken])
    let canary = Fixture.session(
      id: "canary", title: "A blind judge", file: "Scenarios/canary.yaml",
      mustFail: [.viewsCreated], verdicts: [Fixture.verdict()])
    return Fixture.run([first, second, canary])
  }()

  private static let page = HTMLPage.text(of: run)

  private static func articles() -> [Substring] {
    page.split(separator: "<article class=\"failure\">").dropFirst()
      .map { $0.prefix(upTo: $0.firstRange(of: "</article>")?.lowerBound ?? $0.endIndex) }
  }

  @Test
  func `has failures by session, before the answers`() throws {
    let articles = FrontTests.articles()
    #expect(articles.count == 3)
    #expect(articles.map { $0.ranges(of: "<div class=\"reason\">").count } == [1, 2, 1])
    let answers = try #require(FrontTests.page.firstRange(of: "class=\"answers\""))
    let last = try #require(FrontTests.page.ranges(of: "class=\"reason\"").last)
    #expect(last.upperBound < answers.lowerBound)
  }

  @Test
  func `says why, where, when, and what to look at`() {
    let first = FrontTests.articles()[1]
    let lookAt = Escape.markup(Metric.viewsCreated.lookAt)
    for text in [
      "<p>\(Fixture.broken.rule), but was 1,234</p>",
      "<code>Scenarios/edges.yaml:31:7</code> <button type=\"button\" class=\"copy\">",
      "<a class=\"when\" href=\"#/edges@0.08s\">show the map at 80 ms</a>",
      "<p><b>Next:</b> check \(lookAt)</p>",
      "data-player=\"player edges\" data-moments=\"80000000\"",
    ] { #expect(first.contains(text), "\(text): \(first)") }
    // Nothing was recorded of where the second one went wrong.
    #expect(!FrontTests.articles()[2].contains("data-player"))
  }

  /// A canary that was not caught explains itself like a failure.
  @Test
  func `says which expectation of a canary was kept`() throws {
    let canary = try #require(FrontTests.articles().first)
    #expect(canary.contains("Scenarios/canary.yaml:31:7"))
    #expect(canary.contains("<li>kept, line 31: views created: at most 40; it was 38</li>"))
    let part = try #require(HTMLPage.parts(of: FrontTests.run).first { $0.name == "/canary" })
    let section = HTMLPage.templates.render(part.template, part.context())
    #expect(section.contains("<h3>Why did it fail?</h3>"))
    #expect(section.contains("This expectation passed (38), but the canary must fail with it."))
    #expect(Fixture.run([]).sessions.isEmpty && Fixture.session().keptByMistake.isEmpty)
  }

  @Test
  func `counts sessions by how they ended`() throws {
    var flawed = Fixture.session(
      id: "flawed", title: "Flawed",
      verdicts: [
        Verdict(
          expectation: Metrics.Expectation(
            metric: .calloutsCorrect, rule: .atMost(.share(part: 1, of: 2))),
          written: WrittenRule("at most 50 %", line: 9, column: 3), step: nil,
          value: .share(part: 0, of: 2), outcome: .kept)
      ])
    let caught = Fixture.session(
      id: "canary", title: "Caught", mustFail: [.viewsCreated], verdicts: [Fixture.broken])
    let run = Fixture.run([
      Fixture.session(), flawed, caught,
      Fixture.session(id: "bad", title: "Bad", verdicts: [Fixture.broken]),
    ])
    let page = HTMLPage.text(of: run)
    for chip in [
      "<span>all 4</span>", "<span class=\"bad\">failed 1</span>",
      "<span class=\"\">shows a flaw 1</span>", "<span class=\"\">canary 1</span>",
      "<span class=\"\">passed 2</span>",
    ] { #expect(page.contains(chip), "\(chip)") }
    #expect(!page.contains("<span class=\"bad\">aborted"))
    #expect(page.contains("Flawed <small>shows a flaw</small>"))
    #expect(page.contains("<li class=\"good caught\">"))
    // A bound that good sessions keep as well says nothing about a flaw.
    flawed.facts.verdicts[0] = Verdict(
      expectation: Metrics.Expectation(metric: .calloutsCorrect, rule: .always),
      written: WrittenRule("always", line: 9, column: 3), step: nil,
      value: .share(part: 2, of: 2), outcome: .kept)
    #expect(!flawed.showsFlaw)
  }

  @Test
  func `says what was played, where and by what`() {
    var run = Fixture.run([Fixture.session()])
    #expect(HTMLPage.text(of: run).contains("facts only</p>"))
    run.origin.revision = "c0ffee"
    run.origin.isModified = true
    run.origin.branch = "<main>"
    run.origin.host = "phone"
    run.origin.startedAtSeconds = 0
    #expect(
      HTMLPage.text(of: run).contains(
        " · commit c0ffee, modified · branch &lt;main&gt; · 1970-01-01T00:00:00 UTC · phone</p>"))
  }
}
