import Foundation
import Measures
import Metrics
import Testing

@testable import ReportTexts
@testable import Reporting

@Suite("JUnit")
struct JUnitTests {
  private static let absence: Comment = "it takes xmllint, which Debian's libxml2-utils has"
  private static let schema = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/junit.xsd").path

  /// What a validator of others has against a text; empty when it is valid.
  private static func complaints(about text: String) throws -> String {
    let answer = try Reader.xmllint.read(text, ["--noout", "--nonet", "--schema", schema])
    return answer.code == 0 ? "" : answer.output
  }

  /// A run with everything that has a form of its own: an abort, a canary that was not caught,
  /// facts that differ, replays that differ, gates, a known machine.
  private static let run: RunReport = {
    var aborted = Fixture.session(id: "aborted", title: "A session that hangs")
    aborted.abort = SessionAbort(
      cause: .timeLimit, sentences: ["it took more than 60 s"], reproduction: "mapreplay run a")
    var measured = Fixture.measurements
    measured.realNanoseconds = 42_199
    var run = Fixture.run(
      Fixture.smallRun.sessions
        + [
          aborted, Fixture.session(id: "blind", mustFail: [.churn], measurements: measured),
        ], isDebugBuild: false)
    run.contradictions = ["two replays of edges differ: the simulation is not deterministic"]
    run.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 2)
    run.comparison?.missing = ["edges"]
    run.gates = [.time]
    run.counts = CountsReport()
    run.counts?.unavailable = "valgrind is not installed"
    run.origin.startedAtSeconds = 1_795_000_000
    run.origin.host = "runner-7"
    return run
  }()

  @Test(
    .enabled(if: Reader.xmllint.isHere, absence),
    arguments: [run, Sample.run, Fixture.smallRun, Fixture.run([])])
  func `is valid by the strictest schema`(run: RunReport) throws {
    let complaints = try JUnitTests.complaints(about: JUnit.text(of: run))
    #expect(complaints.isEmpty, "\(complaints)")
  }

  /// What the schema is for: each of these is what some server refuses or misreads.
  @Test(
    .enabled(if: Reader.xmllint.isHere, absence),
    arguments: [
      (" time=\"0.003\"", " time=\"0.0025\""), (" time=\"0.003\"", " time=\"1e-3\""),
      ("name=\"two replays of each session agree\"", "name=\"facts are the committed ones\""),
      ("timestamp=\"2026-11-18T11:06:40\"", "timestamp=\"2026-11-18T09:46:40Z\""),
      ("<testsuites name=\"MapReplay\"", "<testsuites name=\"MapReplay\" skipped=\"0\""),
      ("classname=\"blind\" name", "classname=\"blind\" file=\"a.yaml\" name"),
      ("<testcase classname=\"aborted\"", "<properties/><testcase classname=\"aborted\""),
      (" failures=\"2\"", ""), ("hostname=\"runner-7\"", "hostname=\"\""),
    ])
  func `a schema that is broken says so`(part: String, other: String) throws {
    let text = JUnit.text(of: JUnitTests.run)
    #expect(text.contains(part))
    #expect(try !JUnitTests.complaints(about: text.replacing(part, with: other)).isEmpty)
  }

  @Test
  func `tells what failed from what left nothing to be said`() {
    let text = JUnit.text(of: JUnitTests.run)
    #expect(text.contains(#"tests="11" failures="3" errors="3""#), "\(text)")
    #expect(text.contains(#"<error type="time limit" message="time limit: it took more than"#))
    #expect(text.contains(#"<error type="harness-broken" message="canary not caught: expected"#))
    #expect(text.contains(#"<error type="not-deterministic" message="two replays of edges"#))
    #expect(text.contains(#"<failure type="facts-differ" message="facts missing in "#))
    #expect(text.contains(#"<skipped type="unavailable" message="valgrind is not installed""#))
    #expect(text.contains(#"<testcase classname="run" name="real times are in their bounds"/>"#))
  }

  /// A gate asks for what is better to be locked in; without one, facts just differ.
  @Test(arguments: [([], "facts-differ"), ([RunGate.improvements], "improved")])
  func `an improvement fails by the name of its gate`(gates: [RunGate], type: String) {
    var run = Fixture.run([Fixture.session()])
    run.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    run.comparison?.changes = [
      FactsComparison.Change(
        id: "edges",
        values: [FactsDifference.Value(part: "", key: "churn", old: "3", new: "1")])
    ]
    run.gates = Set(gates)
    #expect(
      JUnit.text(of: run).contains(
        #"<failure type="\#(type)" message="facts of 1 session differ, edges: churn 3 -&gt; 1">"#))
    #expect(JUnit.text(of: run).contains(#"failures="1" errors="0""#))
  }

  @Test
  func `has times, a time and a host where they are known`() {
    let text = JUnit.text(of: JUnitTests.run)
    #expect(text.contains(#" timestamp="2026-11-18T11:06:40" hostname="runner-7">"#))
    #expect(text.contains(#"<testcase classname="edges" name="replays to its end" time="0.003"/>"#))
    #expect(text.contains(#"at most 40" time="0"/>"#))
    #expect(text.contains(#"<testcase classname="blind" name="fails with churn alone" time="0">"#))
    var unknown = Fixture.smallRun
    unknown.origin = RunOrigin()
    #expect(!JUnit.text(of: unknown).contains("timestamp="))
    #expect(!JUnit.text(of: unknown).contains("hostname="))
  }

  @Test
  func `no two cases share class and name`() throws {
    let twice = Fixture.session(
      verdicts: [Fixture.verdict(), Fixture.verdict(text: "at most\u{0} 40"), Fixture.verdict()])
    let cases = try JUnitReader.cases(of: JUnit.text(of: Fixture.run([twice])))
    #expect(Set(cases).count == cases.count)
    #expect(cases.contains("edges · views created: at most 40, number 3"), "\(cases)")
  }
}
