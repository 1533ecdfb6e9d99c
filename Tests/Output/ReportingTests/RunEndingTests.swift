import Counts
import Metrics
import Statistics
import Testing

@testable import Reporting

@Suite("Endings of runs")
struct RunEndingTests {
  private static func value(
    _ key: String, _ old: String?, _ new: String?, part: String = ""
  ) -> FactsDifference.Value {
    FactsDifference.Value(part: part, key: key, old: old, new: new)
  }

  /// Fewer views are better, more reuse is; a share is compared as one.
  @Test(arguments: [
    (value("views created", "12", "10"), FactsDifference.Value.Direction.better),
    (value("views created", "10", "12"), .worse), (value("views created", "7", nil), .better),
    (value("view reuse rate", #"{"of": 10, "part": 3}"#, #"{"of": 5, "part": 2}"#), .better),
    (value("view reuse rate", #"{"of": 5, "part": 2}"#, #"{"of": 10, "part": 3}"#), .worse),
    (value("view reuse rate", #"{"of": 5, "part": 2}"#, #"{"of": 10, "part": 4}"#), .neither),
    (value("view reuse rate", nil, #"{"of": 10, "part": 4}"#), .unknown),
    (value("simulated time ns", "5", "6"), .neither), (value("seed", "1", "2"), .unknown),
    (value("views created", "many", "2"), .unknown),
  ])
  func `a value says where it moved`(
    value: FactsDifference.Value, direction: FactsDifference.Value.Direction
  ) {
    #expect(value.direction == direction)
  }

  @Test(arguments: [
    ([value("views created", "12", "10")], true),
    ([value("views created", "12", "10"), value("simulated time ns", "5", "6")], true),
    ([value("views created", "12", "10"), value("views created", "1", "2", part: "step 3")], true),
    (
      [value("views created", "12", "10"), value("opened at ns", "1", "2", part: "callouts 3")],
      true
    ),
    (
      [
        value("views created", "12", "10"),
        value("expectation", "at most 9", nil, part: "expectation 0 (line 3)"),
      ], false
    ),
    (
      [value("views created", "12", "10"), value("step text", "tap: {}", nil, part: "step 3")],
      false
    ),
    (
      [
        value("views created", "12", "10"),
        value("kept", "C6 tip pinned", nil, part: "callouts 0"),
      ], false
    ),
    ([value("views created", "12", "10"), value("churn", "0", "1")], false),
    ([value("views created", "12", "10"), value("seed", "1", "2")], false),
    ([value("simulated time ns", "5", "6")], false), ([], false),
  ])
  func `a session is better as a whole or not at all`(
    values: [FactsDifference.Value], isImprovement: Bool
  ) {
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 2)
    comparison.changes = [FactsComparison.Change(id: "a", values: values)]
    #expect(comparison.isImprovement == isImprovement)
    comparison.missing = ["b"]
    #expect(!comparison.isImprovement)
  }

  /// The counts of a session of two steps, of 10,000 instructions each before something changed.
  private static func counted(more: [Int64]) throws -> CountsReport {
    func counts(_ more: [Int64]) -> SessionCounts {
      SessionCounts(
        phaseNames: [],
        rows: more.enumerated().map {
          SessionCounts.Row(step: $0, phases: [], rest: 10_000 + $1)
        }, functions: nil)
    }
    var report = CountsReport()
    report.sessions = [
      CountsReport.Session(
        id: "edges", title: "", file: "edges.yaml", steps: [], counts: counts(more))
    ]
    report.comparison = CountsComparison(purpose: .compared, folder: "Reports/Counts")
    report.comparison?.judged = 1
    report.compare(0, with: counts([0, 0]))
    return report
  }

  /// What each step takes more, and how a run ends without a gate, with one on counts, with one on
  /// improvements too.
  @Test(arguments: [
    ([Int64](repeating: 0, count: 2), [RunEnding.kept, .kept, .kept]),
    ([900, -900], [.kept, .kept, .kept]), ([4_500, 0], [.countsDiffer, .countsGrew, .countsGrew]),
    ([-4_500, 0], [.countsDiffer, .kept, .improved]),
    ([-4_500, 2_500], [.countsDiffer, .countsGrew, .countsGrew]),
    ([-4_500, 750], [.countsDiffer, .kept, .improved]),
    ([-4_000, 4_500], [.countsDiffer, .countsGrew, .countsGrew]),
    ([4_500, -5_000], [.countsDiffer, .countsGrew, .countsGrew]),
    ([-2_500, -5_000], [.countsDiffer, .kept, .improved]),
  ])
  func `counts end a run by what gates`(more: [Int64], endings: [RunEnding]) throws {
    let session = Fixture.session(verdicts: [Fixture.verdict()])
    for (gates, ending) in zip([[], [RunGate.counts], [.counts, .improvements]], endings) {
      var run = Fixture.run([session], isDebugBuild: false)
      run.gates = Set(gates)
      run.counts = try RunEndingTests.counted(more: more)
      run.counts?.comparison?.toleratesFewer = gates == [.counts]
      #expect(run.ending == ending, "\(more), \(gates)")
    }
  }

  /// The worst comes first, whatever else there is.
  @Test
  func `a run ends with what has to be mended first`() {
    var run = Fixture.run([Fixture.session(verdicts: [Fixture.verdict()])], isDebugBuild: false)
    #expect(run.ending == .kept)
    #expect(run.reason == nil)
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    comparison.changes = [
      FactsComparison.Change(id: "edges", values: [RunEndingTests.value("churn", "3", "1")])
    ]
    run.comparison = comparison
    #expect(run.ending == .factsDiffer)
    run.gates = [.improvements]
    #expect(run.ending == .improved)
    #expect(
      run.reason == "improved, decided by facts: facts of 1 session differ, edges: churn 3 -> 1")
    run.counts = CountsReport()
    run.counts?.unavailable = "valgrind is not installed"
    #expect(run.ending == .countsUndecided)
    #expect(
      run.reason == "failed, decided by counts: unavailable (valgrind is not installed)")
    run.comparison?.missing = ["new"]
    #expect(run.ending == .factsDiffer)
    run.contradictions = ["two replays of edges differ"]
    #expect(run.ending == .notDeterministic)
    #expect(run.reason == "failed, decided by facts: two replays of edges differ")
    let broken = Fixture.run([Fixture.session(verdicts: [Fixture.broken])])
    #expect(broken.ending == .broken)
    #expect(
      broken.reason?.hasPrefix(
        "failed, decided by facts: 1 of 1 scenario failed; first Scenarios/edges.yaml:31:7: ")
        == true)
  }

  /// What a run file holds is enough for them, as for a run of several parts.
  @Test
  func `differences come with their remedies, also without the command that was typed`() throws {
    let file = "Scenarios/Views/a.yaml"
    let session = Fixture.session(file: file, verdicts: [Fixture.verdict()])
    var run = Fixture.run([session], isDebugBuild: false)
    #expect(run.complaints().isEmpty)
    var comparison = FactsComparison(purpose: .compared, folder: "my facts", count: 1)
    comparison.changes = [
      FactsComparison.Change(id: "edges", values: [RunEndingTests.value("churn", "3", "1")])
    ]
    (run.comparison, run.gates) = (comparison, [.improvements])
    #expect(
      run.complaints() == [
        "better: facts of edges differ: churn 3 -> 1",
        "help: lock it in: mapreplay rebaseline \(file) --facts 'my facts' --reason '...'",
      ])
    #expect(run.complaints(factsCommand: "this").last == "help: lock it in: this --reason '...'")
    run.comparison = nil
    run.contradictions = ["two replays of edges differ"]
    run.counts = try RunEndingTests.counted(more: [4_500, 0])
    let complaints = run.complaints()
    #expect(complaints.count == 3 && complaints[0].hasPrefix("error: edges: +4,500 "))
    #expect(
      complaints[1]
        == "help: if this is meant, write the new counts: mapreplay count \(file) --update")
    #expect(complaints.last == "error: two replays of edges differ")
  }

  @Test(arguments: [
    (["Scenarios/Views/a.yaml", "Scenarios/Views/b.yaml"], "Scenarios/Views"),
    (["Scenarios/Views/a.yaml", "Scenarios/b.yaml"], "Scenarios"),
    (["Scenarios/a.yaml", "Scenario/Views/b.yaml"], "Scenario Scenarios"),
    (["/tmp/in/a.yaml", "/tmp/b.yaml"], "/tmp"), (["/tmp/a.yaml", "/in/b.yaml"], "/in /tmp"),
    (["a.yaml", "b.yaml"], "a.yaml b.yaml"), (["./a.yaml", "./in/b.yaml"], "."),
  ])
  func `remedies name where the sessions are`(files: [String], places: String) {
    let sessions = files.map { Fixture.session(id: $0, file: $0, verdicts: [Fixture.verdict()]) }
    var run = Fixture.run(sessions)
    run.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 2)
    run.comparison?.missing = [files[0]]
    #expect(
      run.complaints().last
        == "help: if this is meant, write the new facts: mapreplay rebaseline \(places)")
  }

  @Test
  func `the page of reasons has the latest first, and keeps what it finds`() {
    var comparison = FactsComparison(purpose: .updated, folder: "Reports", count: 12)
    comparison.changes = [
      FactsComparison.Change(
        id: "a",
        values: [
          RunEndingTests.value("churn", "3", "1"), RunEndingTests.value("frames", "9", "8"),
        ])
    ]
    comparison.missing = (1...11).map { "new\($0)" }
    let first = ReasonsPage.text(adding: "One", for: comparison, to: nil)
    #expect(first.hasPrefix("# Reasons\n\nWhy the committed facts were changed"))
    #expect(first.contains("\n## One\n\n- a: churn 3 -&gt; 1, and 1 more\n- new: new1\n"))
    #expect(first.hasSuffix("- new: new10\n- and 1 more\n"))
    comparison.missing = []
    let second = ReasonsPage.text(
      adding: "Two", for: comparison, to: first.replacing("\n", with: "\r\n"))
    #expect(second.ranges(of: "# Reasons\n").count == 1)
    #expect(second.contains("1 more\n\n## One\n"), "\(second)")
    comparison.changes = []
    comparison.stale = ["old"]
    let own = ReasonsPage.text(adding: "Two", for: comparison, to: "my notes\n")
    #expect(own.hasSuffix("\n## Two\n\n- gone: old\n\nmy notes\n"))
  }
}
