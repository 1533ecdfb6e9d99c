import Formatting
import Foundation
import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures
@testable import ReportTexts
@testable import Reporting

/// What reports say of stale views, re-entries, options and hitches.
@Suite("Reports of the map view")
struct MapViewReportTests {
  /// A session with a warning, a view that was not clean and an option of its own.
  private static func session(
    verdicts: [Verdict] = [], mustFail: [Metric] = []
  ) -> SessionReport {
    var session = Fixture.session(mustFail: mustFail, verdicts: verdicts)
    session.facts.session[.reentries] = .count(3)
    session.facts.session[.staleReuses] = .count(1_002)
    session.facts.staleReuses = [
      StaleReuse(
        time: Fixture.ms(700), step: 1, view: 4, annotation: 12,
        leaks: [
          StaleReuse.Leak(part: .title, owner: 7), StaleReuse.Leak(part: .transform, owner: nil),
        ])
    ]
    session.options = [
      MapOption(name: "region fit", value: "edge sum"),
      MapOption(name: "deceleration", value: "fast <&>", isDefault: false),
    ]
    return session
  }

  private static let reentered =
    "region changes reentered: 3; the app began a region change inside the end of another one"
  private static let stale =
    "stale reuses: 1,002; reused views still showed the state of an earlier annotation"

  @Test
  func `warnings stand in every report, and do not fail the run`() {
    let run = Fixture.run([MapViewReportTests.session()])
    #expect(run.isGood)
    for sentence in [MapViewReportTests.reentered, MapViewReportTests.stale] {
      #expect(Fixture.drawn(run).contains(sentence))
      #expect(Summary.text(of: run).contains("- **A pin near the edge**: \(sentence)"))
      #expect(JUnit.text(of: run).contains("warning: \(sentence)"))
      #expect(RunFile.text(of: run).contains("\"\(sentence)\""))
      let words = Fixture.verbose(run).split(whereSeparator: \.isWhitespace)
      #expect(words.joined(separator: " ").contains(sentence))
    }
    #expect(!Console(hasColors: false, isQuiet: true).closing(of: run).contains("reentered"))
  }

  @Test
  func `a run without anything unusual has no warnings`() {
    let run = Fixture.run([Fixture.session()])
    #expect(!Fixture.drawn(run).contains("class=\"warning\""))
    #expect(!Summary.text(of: run).contains("## Warnings"))
    #expect(!JUnit.text(of: run).contains("system-out"))
    #expect(!Console(hasColors: false, isQuiet: false).closing(of: run).contains("Warnings"))
  }

  @Test
  func `what a verdict complains of is not warned of as well`() {
    let verdict = Fixture.verdict(.staleReuses, value: .count(1_002), outcome: .broken)
    let session = MapViewReportTests.session(verdicts: [verdict])
    #expect(session.warnings == [MapViewReportTests.reentered])
    let kept = Fixture.verdict(.staleReuses, value: .count(1_002), outcome: .kept)
    #expect(MapViewReportTests.session(verdicts: [kept]).warnings.count == 2)
  }

  @Test
  func `refused re-entries have a warning of their own`() {
    var session = Fixture.session()
    session.facts.session[.reentriesRefused] = .count(1)
    #expect(session.warnings.count == 1)
    #expect(session.warnings[0].hasPrefix("region reentries refused: 1; "))
  }

  @Test
  func `canaries keep their warnings to themselves`() {
    let run = Fixture.run([MapViewReportTests.session(mustFail: [.churn])])
    #expect(!JUnit.text(of: run).contains("warning: "))
    #expect(!Summary.text(of: run).contains("## Warnings"))
  }

  @Test
  func `views that were not clean stand in a table`() throws {
    let run = Fixture.run([MapViewReportTests.session()])
    let page = Fixture.drawn(run)
    for text in [
      "Views with stale state", "<td>#4</td>", "<td>annotation 12</td>",
      "title of annotation 7, transform", "select: {near: left edge} <small>line 21</small>",
      "1,001 more views in the run file.",
    ] { #expect(page.contains(text), "\(text)") }
    #expect(
      RunFile.text(of: run).contains(
        """
        {"time ns":700000000,"step":1,"view":4,"annotation":12,\
        "leaks":[{"part":"title","owner":7},{"part":"transform"}],
        """))
    #expect(!Fixture.drawn(Fixture.run([Fixture.session()])).contains("Views with stale state"))
  }

  @Test
  func `options in force are told once, and where they differ`() {
    var other = Fixture.session(id: "other")
    other.options = [
      MapOption(name: "region fit", value: "legacy", isDefault: false),
      MapOption(name: "deceleration", value: "normal"),
    ]
    let run = Fixture.run([MapViewReportTests.session(), other])
    let assumptions = Assumptions(run)
    #expect(assumptions.devices.map(\.name) == ["phone-60hz"])
    #expect(
      assumptions.rows == [
        ["region fit", "edge sum", "legacy (1 session)"],
        ["deceleration", "normal", "fast <&> (1 session)"],
      ])
    #expect(assumptions.exceptions(of: run.sessions[0]).map(\.name) == ["deceleration"])
    let page = Fixture.drawn(run)
    #expect(page.contains("fast &lt;&amp;&gt; (1 session)"))
    #expect(page.contains("not the default"))
    #expect(Summary.text(of: run).contains("| deceleration | normal | fast &lt;&amp;&gt; (1 "))
    #expect(
      JUnit.text(of: run).contains("name=\"option deceleration\" value=\"fast &lt;&amp;&gt;\""))
    #expect(
      RunFile.text(of: run).contains(
        "{\"name\":\"deceleration\",\"value\":\"fast <&>\",\"is default\":false}"))
  }

  @Test(arguments: [
    (4_000_000, "4.0 ms per s, good"), (7_000_000, "7.0 ms per s, warning"),
    (12_000_000, "12.0 ms per s, critical"),
  ])
  func `the hitch ratio has its class in every report`(nanoseconds: Int64, text: String) {
    var session = Fixture.session()
    session.facts.session[.hitchRatio] = .share(part: nanoseconds, of: 1_000_000_000)
    let run = Fixture.run([session])
    for report in [
      Fixture.drawn(run), Summary.text(of: run),
      Fixture.verbose(run),
    ] {
      #expect(report.replacing("\u{a0}", with: " ").contains(text))
      let report = report.replacing(/\s+/, with: " ")
      #expect(report.contains(HitchClass.limits) || report.contains("Apple&#39;s limits"))
    }
    let name = text.split(separator: " ").last ?? ""
    #expect(RunFile.text(of: run).contains("\"hitch class\":\"\(name)\""))
  }
}
