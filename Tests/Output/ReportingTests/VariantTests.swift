import Formatting
import Foundation
import Measures
import Metrics
import Support
import Testing

@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

@Suite("Variants side by side")
struct VariantTests {
  private static func session(
    _ variant: String, churn: Int64, verdicts: [Verdict], changes: [String] = []
  ) -> SessionReport {
    var session = Fixture.session(
      id: "line.\(variant)", title: "Over the <line>",
      variant: VariantLine(name: variant, scenario: "line"), file: "Scenarios/line.yaml",
      verdicts: verdicts, snapshots: [],
      clusterings: [
        LayerClustering(
          layer: "cities", mode: variant, changes: changes,
          fixes: changes.isEmpty ? [] : ["coalesce updates"])
      ])
    session.facts.session[.churn] = .count(churn)
    session.facts.session[.mainThreadTime] = .nanoseconds(1_000_000 + churn)
    return session
  }

  private static func verdict(
    _ text: String, step: Int? = nil, outcome: Metrics.Expectation.Outcome = .kept
  ) -> Verdict {
    var verdict = Fixture.verdict(.viewsCreated, text: text, outcome: outcome)
    verdict.step = step
    guard step != nil else { return verdict }
    verdict.value = .count(3)
    verdict.mark = "deep <zoom>"
    return verdict
  }

  /// Two variants, given in an order that is not that of the alphabet, and a scenario without any.
  private static let run = Fixture.run([
    session(
      "upstream", churn: 7,
      verdicts: [verdict("at least 1"), verdict("at most 9", step: 1)]),
    session(
      "corrected", churn: 3,
      verdicts: [verdict("exactly 0", outcome: .broken)], changes: ["coalesce updates: yes"]),
    Fixture.session(id: "lines"), Fixture.session(id: "aaa"),
  ])

  @Test
  func `stand in the order of their file`() {
    #expect(
      VariantTests.run.sessions.map(\.id) == ["aaa", "line.upstream", "line.corrected", "lines"])
  }

  @Test
  func `have a table in the summary`() {
    let table = """
      ### Over the &lt;line&gt;

      | metric | UPSTREAM | CORRECTED |
      | --- | ---: | ---: |
      | views created, session | 40 (✓ at least 1) | 40 (✕ exactly 0) |
      | views created, since 'deep &lt;zoom&gt;', line 31 | 3 (✓ at most 9) | - |
      | churn, session | 7 | 3 |
      | main thread time, session | 1.000007 ms | 1.000003 ms |

      """
    let summary = Summary.text(of: VariantTests.run)
    #expect(
      summary.contains(
        table.replacing("UPSTREAM", with: "upstream").replacing("CORRECTED", with: "corrected")),
      "\(summary)")
    #expect(!Summary.text(of: Fixture.smallRun).contains("variants"))
  }

  /// A value since a mark beside that of a session would mean another thing.
  @Test
  func `show what a step judged in a row of its own, and what broke it first`() {
    func row(_ verdicts: [Verdict]) -> [String] {
      let run = Fixture.run(
        ["a", "b"].map { VariantTests.session($0, churn: 1, verdicts: verdicts) })
      let row = VariantTable.tables(of: run)[0].rows[0]
      return [row.scope, row.cells[0].text] + row.cells[0].rules.map(\.words)
    }
    func verdict(_ value: Int64, mark: String? = nil, isKept: Bool = true) -> Verdict {
      var verdict = VariantTests.verdict("at most 9", step: 1, outcome: isKept ? .kept : .broken)
      (verdict.value, verdict.mark) = (.count(value), mark)
      return verdict
    }
    #expect(row([verdict(5)]) == ["until then, line 31", "5", "✓ at most 9"])
    #expect(row([verdict(5, mark: "m")]) == ["since 'm', line 31", "5", "✓ at most 9"])
    // Of the rounds of a step the last one stands there, or the first one that broke it.
    #expect(row([verdict(5), verdict(7)])[1] == "7")
    let broken = [verdict(5), verdict(10, isKept: false), verdict(11, isKept: false), verdict(1)]
    #expect(row(broken) == ["until then, line 31", "10", "✕ at most 9"])
  }

  @Test
  func `have a table on the page for people, each column a link to its session`() {
    let page = Fixture.drawn(VariantTests.run)
    let link = "<a href=\"#\(VariantTests.run.sessions[1].anchor)\" title=\"upstream\">"
    #expect(page.contains("\(link)<i class=\"good\"></i>upstream"))
    #expect(page.contains("<i class=\"bad\"></i>corrected</a>"))
    #expect(page.contains("<small class=\"bad\">✕ exactly 0</small>"))
    #expect(
      page.contains("views created <small>since &#39;deep &lt;zoom&gt;&#39;, line 31</small>"))
    // Less churn is better.
    #expect(page.contains("<td class=\"best\" title=\"3\">3"))
    #expect(page.contains("<td class=\"\" title=\"7\">7"))
    #expect(!Fixture.drawn(Fixture.smallRun).contains("class=\"variants\""))
  }

  /// Six things in nearly the same distance: the figure is the same, what it is made of is not.
  @Test(arguments: [
    ([(6, 2_240_925_042), (6, 2_240_925_041)], [false, false]),
    ([(6, 2_240_925_042), (6, 2_240_925_041), (9, 2_240_925_041)], [true, true, false]),
    ([(6, 2_240_925_042), (9, 2_240_925_041)], [true, false]),
  ])
  func `are better only where the shown figure is`(
    shares: [(part: Int64, whole: Int64)], best: [Bool]
  ) throws {
    let sessions = shares.enumerated().map { index, share in
      var session = VariantTests.session("\(index)", churn: 1, verdicts: [])
      session.facts.session[.viewsCreatedPerPan] = .share(part: share.part, of: share.whole)
      return session
    }
    let rows = VariantTable(sessions).rows
    let row = try #require(rows.first { $0.subject == ExpectedMetric(.viewsCreatedPerPan) })
    #expect(row.cells.map(\.isBest) == best)
  }

  @Test
  func `have no table when only one of them was replayed`() {
    let run = Fixture.run([VariantTests.run.sessions[1]])
    #expect(!Summary.text(of: run).contains("variants"))
    #expect(!Fixture.drawn(run).contains("class=\"variants\""))
  }

  @Test
  func `that do not differ say so`() {
    let run = Fixture.run([
      VariantTests.session("a", churn: 1, verdicts: []),
      VariantTests.session("b", churn: 1, verdicts: []),
    ])
    #expect(Summary.text(of: run).contains("The variants do not differ: a, b.\n"))
    #expect(Fixture.drawn(run).contains("Its variants do not differ."))
  }

  @Test
  func `stand side by side on the console, with what is expected of them`() {
    let text = Fixture.verbose(VariantTests.run)
    #expect(
      text.contains(
        """

        What do variants change?

        Over the <line>
        metric                                      upstream corrected
        ------------------------------------------- -------- ---------
        views created, session                            40        40
        views created, since 'deep <zoom>', line 31        3         -

        """), "\(text)")
    #expect(
      !Console(hasColors: false, isQuiet: false).closing(of: VariantTests.run).contains("metric"))
  }

  @Test
  func `that are many or unjudged fit on the console all the same`() {
    let names = (0..<12).map { "a variant with the number \($0)" }
    let run = Fixture.run(
      names.enumerated().map { VariantTests.session($1, churn: Int64($0), verdicts: []) })
    let text = Fixture.verbose(run).split(separator: "What do variants change?").last ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let width = wide { TextLayout.width }
    #expect(lines.allSatisfy { $0.count <= width || $0.hasPrefix("decided by facts") })
    // One below the other, each with its whole name.
    #expect(lines.contains { $0.hasPrefix("variant ") && $0.contains("churn, session") })
    for (number, name) in names.enumerated() {
      let words = lines.filter { $0.hasPrefix("\(name) ") }.joined().split(separator: " ")
      #expect(words.contains("\(number)"), "\(words)")
    }
  }

  @Test
  func `are named wherever a session is`() {
    let run = VariantTests.run
    let session = run.sessions[2]
    #expect(session.title == "Over the <line> (corrected)")
    let facts = FactsFile.text(of: session)
    #expect(!facts.contains("Over the <line>"))
    #expect(facts.contains("\"variant\": \"corrected\""))
    #expect(!FactsFile.text(of: run.sessions[0]).contains("variant"))
    #expect(RunFile.text(of: run).contains("\"variant\":{\"name\":\"corrected\""))
    let junit = JUnit.text(of: run)
    #expect(junit.contains("\"title\" value=\"Over the &lt;line&gt; (corrected)\"/>"))
    #expect(junit.contains("<testcase classname=\"line.corrected\""))
    #expect(junit.contains("<property name=\"variant\" value=\"corrected\"/>"))
    let console = Console(hasColors: false, isQuiet: false)
    #expect(console.line(for: session).contains("Over the <line> (corrected)"))
    #expect(
      console.closing(of: run).contains("line.yaml:31:7: corrected: views created: exactly 0"))
  }

  @Test
  func `keep their names, however long`() {
    var session = VariantTests.run.sessions[1]
    session.name = String(repeating: "long ", count: 20)
    let line = Console(hasColors: false, isQuiet: false).line(for: session)
    #expect(line.contains("long long  (upstream) (latency"), "\(line)")
  }
}

@Suite("Modes of clustering")
struct ClusteringModeTests {
  private static let run = Fixture.run([
    Fixture.session(
      clusterings: [
        LayerClustering(layer: "cities", mode: "upstream", fixes: []),
        LayerClustering(
          layer: "towns", mode: "corrected", changes: ["keep selection: no"],
          fixes: ["cells once", "overlap: merged"]),
        LayerClustering(layer: "roads", engine: "pyramid", mode: "corrected", fixes: []),
      ])
  ])

  @Test
  func `are named in every report`() {
    let text = Summary.text(of: Self.run)
    #expect(text.contains("## Modes of clustering\n\n| scenario | layer | mode |\n"))
    #expect(text.contains("| cities | upstream |\n"))
    #expect(text.contains("| towns | corrected, but keep selection: no |\n"))
    #expect(text.contains("| roads | corrected by pyramid |\n"))
    let page = Fixture.drawn(Self.run)
    #expect(
      page.contains("<span>clustering of cities</span> <div>upstream\n<small>nothing fixed</small>")
    )
    #expect(
      page.contains(
        "<div>corrected, but keep selection: no\n<small>fixed: cells once, overlap: merged</small>")
    )
    #expect(
      JUnit.text(of: Self.run).contains(
        "<property name=\"clustering of cities\" value=\"upstream\"/>"))
    #expect(
      RunFile.text(of: Self.run).contains(
        """
        {"layer":"towns","engine":"reference","mode":"corrected",\
        "changes":["keep selection: no"],"fixes":["cells once","overlap: merged"],
        """))
  }
}
