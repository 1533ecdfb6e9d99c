import Testing

@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

@Suite("The report of a search")
struct SearchReportTests {
  private static func law(broken: Int, finds: [String] = [], sessions: Int = 9) -> SearchReport {
    SearchReport(
      verdict: "a verdict", seed: 7, sessions: 9, numbers: ["seed 7: 9 sessions", "coverage: 1"],
      command: "mapreplay explore --law 'a<b'",
      laws: [
        .init(
          name: "a<b", sentence: "A is below B.", sessions: sessions, broken: broken, finds: finds)
      ])
  }

  private static func run(_ search: SearchReport, _ sessions: [SessionReport] = []) -> RunReport {
    var run = Fixture.run(sessions)
    run.search = search
    return run
  }

  /// A session that expects nothing and breaks a law, and the one with which the law compares it.
  private static let pair: RunReport = {
    var found = Fixture.session(id: "x/found", title: "Breaks it", verdicts: [])
    found.find = SearchFind(law: "a<b", observation: "5 <i> 3", other: "x/other")
    found.comment = ["A is <b>.", "5 <i> 3", "", "Found by:", "mapreplay explore 'a<b'", "x"]
    let other = Fixture.session(id: "x/other", title: "Compared", verdicts: [])
    return run(law(broken: 1, finds: ["x/found"]), [found, other])
  }()

  @Test
  func `has the session that breaks a law in red`() throws {
    let run = SearchReportTests.pair
    #expect(run.sessions.map(\.outcome) == [.failed, .passed])
    #expect(run.ending == .broken)
    #expect(
      run.reason
        == "failed, decided by facts: a verdict; first Scenarios/edges.yaml: "
        + "law broken: a<b: 5 <i> 3")
    #expect(
      JUnit.text(of: run).contains(
        "<failure type=\"broken\" message=\"law broken: a&lt;b: 5 &lt;i&gt; 3\"/>"))
  }

  @Test(arguments: [
    "<h1 class=\"bad\">a verdict.</h1>\n<p class=\"over\">seed 7: 9 sessions; coverage: 1.</p>",
    "Search again: <code>mapreplay explore --law &#39;a&lt;b&#39;</code>",
    "<b>a&lt;b</b><small>A is below B.</small></th><td>9</td>\n"
      + "<td class=\"bad\">broken<a href=\"#/x/found\">see it</a></td>",
    "<p>law broken: a&lt;b: 5 &lt;i&gt; 3</p>",
    "</span> Breaks it</h2>\n<div class=\"comment\">\n<p>A is &lt;b&gt;. 5 &lt;i&gt; 3</p>\n"
      + "<p>Found by:</p>\n<p><code>mapreplay explore &#39;a&lt;b&#39;</code>",
    "<p>x</p>\n</div>\n<p class=\"help\">Compared with: <a href=\"#/x/other\">Compared</a></p>",
    "<p class=\"help\">Compared with: <a href=\"#/x/found\">Breaks it</a></p>",
    "<i title=\"broken\">✕</i><span>law: a&lt;b\n<em>5 &lt;i&gt; 3</em></span>",
  ])
  func `says what was searched, and what breaks with its other session`(text: String) {
    let page = Fixture.drawn(SearchReportTests.pair)
    #expect(page.contains(text))
    #expect(!page.contains("<b>Reproduce</b>"), "the command stands above")
  }

  @Test(arguments: [
    (law(broken: 0), RunEnding.kept, "<td class=\"\">held</td>"),
    (law(broken: 0, sessions: 0), .kept, "<td class=\"none\">not applied</td>"),
    (law(broken: 1), .broken, "<td class=\"bad\">broken</td>"),
  ])
  func `tells of laws without sessions`(search: SearchReport, ending: RunEnding, cell: String) {
    let run = SearchReportTests.run(search)
    #expect(run.ending == ending)
    #expect(run.isGood == (ending == .kept))
    let page = HTMLPage.text(of: run)
    #expect(page.contains(cell))
    for id in ["scenarios", "clustering", "canaries"] { #expect(!page.contains("id=\"\(id)\"")) }
  }

  /// The player shows both at first.
  @Test(arguments: [(0, "player x/other"), (1, "player x/found")])
  func `plays both sessions of a law side by side`(index: Int, part: String) {
    var sessions = SearchReportTests.pair.sessions
    for index in sessions.indices { sessions[index].scene = Fixture.seen }
    var run = SearchReportTests.run(SearchReportTests.law(broken: 1), sessions)
    let pair = SearchSection.pair(of: sessions[index], in: run)
    let rivals = PlayerSection.rivals(of: sessions[index], among: [sessions[index]], beside: pair)
    #expect(rivals.map { $0["part"] as? String } == [part])
    #expect(rivals.map { $0["isChosen"] as? Bool } == [true])
    run.search = nil
    #expect(SearchSection.pair(of: sessions[index], in: run).isEmpty)
  }
}
