import Foundation
import MapEvents
import MapGeometry
import Measures
import Metrics
import Testing

@testable import Reporting

@Suite("Formats")
struct FormatTests {
  private static func everything(_ run: RunReport) -> [String] {
    let console = Console(hasColours: true, isQuiet: false)
    return [
      HTMLPage.text(of: run), RunFile.text(of: run), IndexPage.text(of: run),
      Summary.text(of: run), JUnit.text(of: run), console.closing(of: run),
    ] + run.sessions.flatMap { [FactsFile.text(of: $0), console.line(for: $0)] }
  }

  @Test
  func `are the same bytes every time and in any order of replay`() {
    let first = FormatTests.everything(Sample.run)
    let reversed = RunReport(
      sessions: Sample.run.sessions.reversed(), version: Sample.run.version, isDebugBuild: false,
      allocator: Sample.run.allocator)
    #expect(FormatTests.everything(reversed) == first)
    #expect(FormatTests.everything(Sample.run) == first)
  }

  @Test
  func `end with one newline and hold no carriage return`() {
    for text in FormatTests.everything(Fixture.smallRun) {
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
      #expect(!text.contains("\r"))
    }
  }

  @Test
  func `hold an empty run`() throws {
    for text in FormatTests.everything(Fixture.run([])) { #expect(!text.isEmpty) }
    #expect(Fixture.run([]).headline == "nothing was replayed")
    #expect(try JUnitReader.cases(of: JUnit.text(of: Fixture.run([]))).isEmpty)
  }

  @Test
  func `of facts do not depend on real times`() {
    let measured = Fixture.session(measurements: Fixture.measurements)
    let unmeasured = Fixture.session()
    #expect(FactsFile.text(of: measured) == FactsFile.text(of: unmeasured))
    #expect(
      IndexPage.text(of: Fixture.run([measured], isDebugBuild: false))
        == IndexPage.text(of: Fixture.run([unmeasured])))
  }
}

@Suite("Run file")
struct RunFileTests {
  private static func sessions() throws -> [[String: Any]] {
    let text = RunFile.text(of: Fixture.smallRun)
    let file = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(file?["version"] as? Int == 3)
    #expect(
      file?["build"] as? [String: String] == ["kind": "release", "allocator": "jemalloc 5.3.0"])
    #expect((file?["metrics"] as? [String: Any])?.count == Metric.allCases.count)
    return try #require(file?["sessions"] as? [[String: Any]])
  }

  @Test
  func `holds numbers with their units`() throws {
    let values = try #require(try RunFileTests.sessions()[1]["session"] as? [String: Any])
    let latency = values["clustering latency p95"] as? [String: Any]
    #expect(latency?["value"] as? Int == 236_400_000)
    #expect(latency?["unit"] as? String == "ns")
    let reuse = values["view reuse rate"] as? [String: Any]
    #expect(reuse?["part"] as? Int == 400)
    #expect(reuse?["of"] as? Int == 440)
    let hitches = values["hitch ratio"] as? [String: Any]
    #expect(hitches?["unit"] as? String == "ns per ns")
    #expect(hitches?["class"] as? String == "good")
    #expect(values["hitches"] == nil)
  }

  @Test
  func `holds updates, callouts, scenes and real times`() throws {
    let session = try RunFileTests.sessions()[1]
    let updates = try #require(session["updates"] as? [[String: Any]])
    #expect(updates.map { $0["latency ns"] as? Int } == [236_400_000, nil])
    let callout = (session["callouts"] as? [[String: Any]])?.first
    #expect(((callout?["after"] as? [String: Any])?["body pt"] as? [Double]) == [2, -59, 90, 80])
    let scene = (session["scenes"] as? [[String: Any]])?.first
    #expect((scene?["pins"] as? [[String: Any]])?.map { $0["count"] as? Int } == [12, 1])
    #expect((session["measurements"] as? [String: Any])?["real ns"] as? Int == 2_500_000)
    #expect(session["outcome"] as? String == "failed")
  }

  @Test
  func `writes what JSON cannot say as null`() {
    let text = JSON.array([.number(.infinity), .number(.nan), .number(0.1), .number(1e300)])
      .fileText
    #expect(text == "[\n  null,\n  null,\n  0.1,\n  1e+300\n]\n")
    #expect(JSON.object([:]).fileText == "{}\n")
    #expect(JSON.string("\u{1}\t\"\\\n\r/é").fileText == "\"\\u0001\\t\\\"\\\\\\n\\r/é\"\n")
  }
}

@Suite("Summary")
struct SummaryTests {
  @Test(arguments: [200, 300, 700, 1_000])
  func `is cut by whole lines before the limit`(limit: Int) {
    let whole = Summary.text(of: Fixture.smallRun, byteLimit: .max)
    let text = Summary.text(of: Fixture.smallRun, byteLimit: limit)
    #expect(text.utf8.count <= limit)
    let kept = text.prefix { $0 != "…" }
    #expect(whole.hasPrefix(kept.dropLast()))
    #expect(kept.isEmpty || kept.hasSuffix("\n\n"))
    #expect(text.contains("… the rest was left out"))
  }

  @Test
  func `of a large run stays below what GitHub takes`() {
    let sessions = (0..<1_500).map { number in
      Fixture.session(
        id: "scenario-\(number)", title: String(repeating: "long ", count: 60), callouts: [],
        scenes: [])
    }
    #expect(Summary.text(of: Fixture.run(sessions)).utf8.count <= Summary.byteLimit)
  }
}

@Suite("Console")
struct ConsoleTests {
  @Test
  func `prints only failures and the last line when quiet`() {
    let console = Console(hasColours: false, isQuiet: true)
    let run = Fixture.smallRun
    #expect(run.sessions.allSatisfy { console.line(for: $0).isEmpty })
    #expect(
      console.closing(of: run) == """
        Scenarios/edges.yaml:31:7: views created: at most 40, but was 1,234
        Scenarios/edges.yaml:32:7: callout inside map: always, but it was never evaluated: there \
        was nothing
            to measure
        1 of 1 scenario failed, 1 canary caught

        """)
    let good = Fixture.run([Fixture.session()])
    #expect(console.closing(of: good) == "1 scenario passed\n")
  }

  @Test
  func `names a canary that was not caught`() {
    let console = Console(hasColours: false, isQuiet: true)
    let run = Fixture.run([Fixture.session(id: "blind", mustFail: [.churn])])
    let text = console.closing(of: run)
    #expect(text.contains("canary passed: harness broken; must fail with churn"))
    #expect(text.hasSuffix("1 of 1 canary not caught: the harness is broken\n"))
    let line = Console(hasColours: false, isQuiet: false).line(for: run.sessions[0])
    #expect(line.hasPrefix("BROKEN  "))
  }

  @Test
  func `colours only when told to`() {
    let run = Fixture.smallRun
    for hasColours in [false, true] {
      let console = Console(hasColours: hasColours, isQuiet: false)
      #expect(console.line(for: run.sessions[0]).contains("\u{1B}[") == hasColours)
      #expect(console.closing(of: run).contains("\u{1B}[") == hasColours)
    }
  }

  @Test
  func `keeps to 100 ASCII columns`() {
    let console = Console(hasColours: false, isQuiet: false)
    let long = Fixture.session(
      title: String(repeating: "a long title ", count: 20), verdicts: [Fixture.broken],
      measurements: Fixture.measurements)
    for run in [Sample.run, Fixture.run([long], isDebugBuild: false)] {
      let text = run.sessions.map { console.line(for: $0) }.joined() + console.closing(of: run)
      for line in text.split(separator: "\n") {
        #expect(line.count <= Console.width, "\(line)")
        #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
      }
    }
  }
}
