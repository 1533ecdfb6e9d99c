import Counts
import Measures
import Metrics
import Statistics
import Testing

@testable import ReportTexts
@testable import Reporting

@Suite("Outcomes of sessions")
struct OutcomeTests {
  private static let kept = Fixture.verdict()
  private static let views = Fixture.broken
  private static let inside = Fixture.neverEvaluated

  @Test(arguments: [
    ([], [], SessionOutcome.passed),
    ([], [kept], .passed),
    ([], [kept, views], .failed),
    ([], [inside], .failed),
    ([Metric.viewsCreated], [kept, views], .caught),
    ([.viewsCreated], [views, views], .caught),
    ([.viewsCreated], [], .harnessBroken),
    ([.viewsCreated], [kept], .harnessBroken),
    ([.viewsCreated], [inside], .harnessBroken),
    ([.viewsCreated], [views, inside], .harnessBroken),
    ([.calloutInside], [inside], .harnessBroken),
    ([.calloutInside, .viewsCreated], [views, inside], .harnessBroken),
    ([.calloutInside, .viewsCreated], [views], .harnessBroken),
  ])
  func `a canary must fail with exactly its metrics and any other session with none`(
    mustFail: [Metric], verdicts: [Verdict], outcome: SessionOutcome
  ) {
    #expect(Fixture.session(mustFail: mustFail, verdicts: verdicts).outcome == outcome)
  }

  private static let unasked = Fixture.session(id: "a", verdicts: [])

  private static func variant(_ name: String, verdicts: [Verdict]? = nil) -> SessionReport {
    Fixture.session(
      id: "c.\(name)", variant: VariantLine(name: name, scenario: "c"), file: "c.yaml",
      verdicts: verdicts)
  }

  @Test(arguments: [
    ([unasked], "1 scenario passed; nothing was asked"),
    (
      [unasked, Fixture.session(id: "b")],
      "2 scenarios passed; nothing was asked in 1 scenario"
    ),
    (
      [unasked, Fixture.session(id: "b", verdicts: [views])],
      "1 of 2 scenarios failed; nothing was asked in 1 scenario"
    ),
    (
      [variant("upstream", verdicts: []), variant("corrected")],
      "2 sessions of 1 scenario passed; nothing was asked in 1 session"
    ),
    (
      [variant("upstream", verdicts: []), variant("corrected", verdicts: []), Fixture.session()],
      "3 sessions of 2 scenarios passed; nothing was asked in 2 sessions"
    ),
    ([Fixture.session()], "1 scenario passed"),
  ])
  func `a run says where nothing was asked`(sessions: [SessionReport], headline: String) {
    let run = Fixture.run(sessions)
    #expect(run.headline == headline)
    let last = Console(hasColors: false, isQuiet: true).closing(of: run)
      .replacing("\n    ", with: " ")
    let end = "; committed facts not compared (see --compare)\n"
    #expect(last.hasSuffix("decided by facts: \(headline)\(end)"))
    #expect(Summary.text(of: run).contains("\(headline); committed facts"))
  }

  @Test
  func `a session of which nothing was asked says so on its line, its page and in JUnit`() {
    let words = "passed; nothing was asked"
    for (session, isUnasked) in [(OutcomeTests.unasked, true), (Fixture.session(), false)] {
      let line = Console(hasColors: false, isQuiet: false).line(for: session)
      #expect(line.hasSuffix("; nothing was asked\n") == isUnasked)
      let run = Fixture.run([session])
      #expect(Fixture.drawn(run).contains("good\">\(words)</span>") == isUnasked)
      #expect(JUnit.text(of: run).contains("<system-out>\(words)</system-out>") == isUnasked)
    }
  }

  @Test
  func `an expectation on a real time is asked, too`() {
    var session = OutcomeTests.unasked
    session.realVerdicts = [
      RealVerdict(
        expectation: RealExpectation(time: .replay, rule: .atMost(.nanoseconds(1))),
        written: WrittenRule("at most 1 ns", line: 31, column: 7), nanoseconds: nil)
    ]
    #expect(session.outcome == .passed && !session.isUnasked)
  }

  /// Many scenarios may run the part, so the place of its expectation names none of them.
  @Test
  func `a failure in a part names the part and the scenario, wherever it is told`() {
    var verdict = OutcomeTests.views
    verdict.written.file = "Scenarios/Parts/open.yaml"
    var session = Fixture.session(verdicts: [verdict])
    session.file = "Scenarios/edges.yaml"
    let run = Fixture.run([session])
    let console = Console(hasColors: false, isQuiet: true).closing(of: run)
    #expect(
      console.hasPrefix("Scenarios/Parts/open.yaml:31:7: in Scenarios/edges.yaml: "), "\(console)")
    #expect(Summary.text(of: run).contains("in Scenarios/edges.yaml: "))
    #expect(JUnit.text(of: run).contains(">Scenarios/Parts/open.yaml:31:7\n"))
  }

  @Test(arguments: [
    ([Metric.calloutInside], [kept, inside], SessionOutcome.caught),
    ([.calloutInside, .viewsCreated], [views, inside], .harnessBroken),
    ([.viewsCreated], [views], .harnessBroken),
    ([.viewsCreated], [kept], .harnessBroken),
    ([], [inside], .failed),
  ])
  func `a canary that is tagged for it must fail by never being evaluated`(
    mustFail: [Metric], verdicts: [Verdict], outcome: SessionOutcome
  ) {
    let session = Fixture.session(
      tags: ["canary", "never evaluated"], mustFail: mustFail, verdicts: verdicts)
    #expect(session.outcome == outcome)
  }

  @Test
  func `says of a dead judge that it evaluated nothing`() {
    let run = Fixture.run([
      Fixture.session(mustFail: [.calloutInside], verdicts: [OutcomeTests.inside])
    ])
    let complaint = """
      expected callout inside map to fail, but these failed: callout inside map (never evaluated)
      """
    #expect(Summary.text(of: run).contains(complaint))
    #expect(JUnit.text(of: run).contains(complaint))
    #expect(Fixture.index(of: run).contains("callout inside map (never evaluated)"))
    #expect(Fixture.drawn(run).contains("callout inside map (never evaluated)"))
  }

  @Test
  func `are counted and sorted by id`() {
    let run = Fixture.run([
      Fixture.session(id: "b"), Fixture.session(id: "c", mustFail: [.churn]),
      Fixture.session(id: "a", verdicts: [Fixture.broken]),
    ])
    #expect(run.sessions.map(\.id) == ["a", "b", "c"])
    #expect(run.scenarios.map(\.id) == ["a", "b"])
    #expect(run.canaries.map(\.id) == ["c"])
    #expect(SessionOutcome.allCases.map(run.count) == [1, 0, 1, 0, 1, 0])
    #expect(run.simulatedNanoseconds == 3_000_000_000)
  }

  @Test
  func `names the allocator, or says that it is not known`() {
    let unknown = RunReport(sessions: [], version: "1", isDebugBuild: true, allocator: nil)
    #expect(Fixture.drawn(Fixture.smallRun).contains("Allocator: jemalloc 5.3.0."))
    #expect(Fixture.drawn(unknown).contains("Allocator: unavailable."))
    #expect(!RunFile.text(of: unknown).contains("\"allocator\":"))
  }

  /// Each verdict of the machine, how many of two sessions have times, and the line.
  @Test(
    arguments: [
      (nil, 0, nil), (MachineVerdict(failures: []), 2, nil),
      (
        MachineVerdict(failures: ["pressure", "noise"]), 0,
        "times not recorded: the machine is busy (pressure, noise)"
      ),
      (
        MachineVerdict(failures: ["cores"]), 0,
        "times not recorded: the machine is not fit for times (cores)"
      ),
      (
        MachineVerdict(failures: []), 1,
        "times of 1 session not recorded: too few undisturbed replays in time, or their times "
          + "scatter; use run --samples N for more replays"
      ),
    ] as [(MachineVerdict?, Int, String?)])
  func `says why times are not recorded, wherever it tells of times`(
    machine: MachineVerdict?, timed: Int, line: String?
  ) {
    var sessions = [Fixture.session(), Fixture.session(id: "second")]
    for index in 0..<timed {
      sessions[index].time = RelativeTime(
        processorNanoseconds: 4, referenceNanoseconds: 3, spreadMillionths: 2, samples: 9)
    }
    var run = Fixture.run(sessions, isDebugBuild: false)
    run.machine = machine
    #expect(run.unrecordedTimes == line)
    let console = Console(hasColors: false, isQuiet: false).closing(of: run)
    for text in [console, Summary.text(of: run)] {
      let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains(line?.dropFirst() ?? "times not recorded") == (line != nil))
    }
  }

  /// Earlier versions measured real times and nothing beside the reference work.
  @Test
  func `says that nothing was measured beside the reference work, where a version does`() {
    var run = Fixture.run(
      [Fixture.session(measurements: Fixture.measurements)], isDebugBuild: false)
    run.fingerprint.values[.referenceWork] = nil
    #expect(run.unrecordedTimes == nil)
    run.fingerprint.values[.referenceWork] = "1"
    #expect(
      run.unrecordedTimes
        == "times not recorded: no session was measured beside the reference work")
  }

  @Test
  func `says what its clocks add to the replays that have them`() throws {
    var sessions = [
      Fixture.session(measurements: Fixture.measurements),
      Fixture.session(id: "second", measurements: Fixture.measurements),
    ]
    func sentence() -> String? { Fixture.run(sessions, isDebugBuild: false).overheadSentence }
    #expect(sentence() == nil)
    sessions[0].measurements?.overhead = Measurements.Overhead(
      replays: 7, withClocks: 8_101, without: 8_000)
    #expect(sentence() == "Timing overhead: 1.3 %.")
    sessions[1].measurements?.overhead = Measurements.Overhead(
      replays: 1, withClocks: 9_000, without: 4_000)
    #expect(
      sentence() == "Timing overhead: 1.3 %.",
      "a short session that was disturbed is not in the middle of the time")
    sessions[1].measurements?.overhead = Measurements.Overhead(
      replays: 1, withClocks: 9_072, without: 9_000)
    #expect(sentence() == "Timing overhead: 0.8 %.")
    sessions[1].measurements?.overhead?.withClocks = 8_900
    #expect(sentence() == "Timing overhead: below noise.")
    let run = Fixture.run(sessions, isDebugBuild: false)
    #expect(Summary.text(of: run).contains("Timing overhead: below noise."))
    #expect(Console(hasColors: false, isQuiet: false).closing(of: run).contains("Timing overhead"))
    #expect(RunFile.text(of: run).contains(#""overhead":{"replays":7,"with clocks":8101"#))
  }

  @Test
  func `a debug build has no times`() {
    let session = Fixture.session(measurements: Fixture.measurements)
    #expect(Fixture.run([session], isDebugBuild: false).realNanoseconds == 2_500_000)
    let debug = Fixture.run([session], isDebugBuild: true)
    #expect(debug.realNanoseconds == nil)
    #expect(!JUnit.text(of: debug).contains("time="))
    #expect(!RunFile.text(of: debug).contains("real ns"))
    #expect(Fixture.drawn(debug).contains("No real times"))
    #expect(!Summary.text(of: debug).contains("per real second"))
  }

  /// The sign follows the exit code: 69 is neither.
  @Test
  func `what could not be judged has no sign of success`() {
    var run = Fixture.run([Fixture.session(verdicts: [OutcomeTests.kept])])
    func sign() -> String { String(Summary.text(of: run).prefix { $0 != "d" }) }
    #expect(sign() == "# ✅ ")
    run.counts = CountsReport()
    #expect(sign() == "# ✅ ")
    run.counts?.unavailable = "valgrind is not installed"
    #expect(sign() == "# ⚠️ ")
    let console = Console(hasColors: true, isQuiet: true).closing(of: run)
    #expect(console.contains("\u{1B}[1;33mdecided by"), "\(console)")
    run.counts = CountsReport()
    // Nothing that was committed was counted on this machine.
    run.counts?.comparison = CountsComparison(purpose: .compared, folder: "Reports/Counts")
    #expect(sign() == "# ⚠️ ")
    run.counts?.comparison?.judged = 1
    #expect(sign() == "# ✅ ")
    run.counts?.comparison = CountsComparison(purpose: .updated, folder: "Reports/Counts")
    #expect(sign() == "# ✅ ")
    run.counts?.unavailable = "valgrind is not installed"
    run.contradictions = ["two replays of edges differ"]
    #expect(sign() == "# ❌ ")
  }
}
