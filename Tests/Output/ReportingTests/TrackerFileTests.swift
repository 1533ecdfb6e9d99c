import Counts
import Formatting
import Foundation
import Measures
import Metrics
import Statistics
import Testing

@testable import ReportTexts
@testable import Reporting

/// What trackers of benchmarks read, by their own rules.
@Suite("Files of trackers")
struct TrackerFileTests {
  private static let run: RunReport = {
    var measured = Fixture.measurements
    measured.replays = Spread([2_500_000, 2_700_000, 9_000_000])
    var session = Fixture.session(id: "Callouts/near the edge", measurements: measured)
    session.facts.session[.viewMemoryPeak] = .count(4_096)
    session.facts.session[.viewsCreatedPerPan] = .share(part: 10, of: 4_000_000_000)
    session.allocations = .counted(
      Allocations(
        count: 7, bytes: 1_024, peakLiveBytes: 512,
        rest: Allocations.Share(count: 7, bytes: 1_024, liveBytes: 0, phases: []), steps: [],
        frames: Allocations.Frames(
          count: 0, allocating: 0, mostBytes: 0, mostRequests: 0, firstStep: nil),
        phaseNames: []))
    var aborted = Fixture.session(id: "aborted")
    aborted.facts.session = MetricTable()
    aborted.abort = SessionAbort(cause: .crash, sentences: ["gone"], reproduction: "mapreplay")
    var run = Fixture.run(
      [
        session, Fixture.session(id: "Callouts/near\u{a0}the\tedge"), aborted,
        Fixture.session(id: "canary", mustFail: [.viewsCreated], verdicts: [Fixture.broken]),
      ], isDebugBuild: false)
    run.fingerprint = Fingerprint([
      .processor: "AMD EPYC", .compiler: "Swift 6.3", .instructionSets: "AVX2 FMA",
      .engines: "reference 0", .flags: "",
    ])
    run.origin.revision = "abc123"
    run.counts = CountsReport()
    run.counts?.sessions = [
      CountsReport.Session(
        id: session.id, title: "", file: "", steps: [],
        counts: SessionCounts(
          phaseNames: [],
          rows: [
            SessionCounts.Row(
              step: 0, phases: [], rest: 7_654_321, allocations: 0, allocatedBytes: 0)
          ], functions: []))
    ]
    return run
  }()

  private static let ids = ["Callouts/near the edge", "Callouts/near\u{a0}the\tedge"]

  @Test
  func `know each measure by a slug of its own`() {
    let names =
      Metric.allCases.map(\.name) + RealTime.allCases.map(\.name)
      + AllocationCount.allCases.map(\.name) + ["instructions"]
    let slugs = names.map {
      TrackedValue(name: $0, unit: .count, better: .lower, value: .never).slug
    }
    for slug in slugs { #expect(slug.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)*/#) != nil) }
    #expect(Set(slugs).count == names.count)
  }

  @Test
  func `leave out canaries, what was aborted and what has no better direction`() throws {
    let tracked = TrackerFileTests.run.tracked
    #expect(Set(tracked.map(\.session.id)) == Set(TrackerFileTests.ids))
    for (_, values) in tracked {
      #expect(values.contains { $0.name == "views created" && $0.better == .lower })
      #expect(values.contains { $0.name == "view reuse rate" && $0.better == .higher })
      #expect(!values.contains { ["frames", "simulated time"].contains($0.name) })
      #expect(!values.contains { $0.better == .neither || $0.text.isEmpty })
    }
  }

  /// One of the two sessions was counted.
  @Test(arguments: ["bmf", "github-action-benchmark", "benchstat", "csv"])
  func `have the instructions of counted sessions`(name: String) throws {
    let format = try #require(ExportFormat(named: name))
    let text = format.files(of: TrackerFileTests.run).map { $0.text(TrackerFileTests.run) }.joined()
    #expect(text.contains("instructions"))
    #expect(text.ranges(of: "7654321").count == 1)
  }

  @Test
  func `of Bencher are objects by benchmark and measure`() throws {
    let text = BencherFile.text(of: TrackerFileTests.run)
    let file = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: Any]])
    #expect(Set(file.keys) == Set(TrackerFileTests.ids))
    for measure in file.values.flatMap(\.values) {
      let bounds = try #require(measure as? [String: Double])
      #expect(Set(bounds.keys).isSubset(of: ["value", "lower_value", "upper_value"]))
      let value = try #require(bounds["value"])
      #expect(
        (bounds["lower_value"] ?? value) <= value && (bounds["upper_value"] ?? value) >= value)
    }
    let session = try #require(file[TrackerFileTests.ids[0]])
    #expect(session["clustering-latency-p95"] as? [String: Double] == ["value": 236.4])
    #expect(session["view-reuse-rate"] as? [String: Double] == ["value": 90.909091])
    #expect(session["allocated-bytes"] as? [String: Double] == ["value": 1_024])
    #expect(
      session["real-time"] as? [String: Double]
        == ["value": 2.5, "lower_value": 2.5, "upper_value": 9])
  }

  @Test
  func `of github-action-benchmark have one direction each`() throws {
    let format = try #require(ExportFormat(named: "github-action-benchmark"))
    var known: Set<String> = []
    for (file, name) in zip(
      format.files(of: TrackerFileTests.run), ["views created", "reuse rate"])
    {
      let text = file.text(TrackerFileTests.run)
      let rows = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
      #expect(rows.contains { ($0["name"] as? String)?.hasSuffix(name) == true })
      for row in rows {
        #expect(Set(row.keys).isSubset(of: ["name", "unit", "value", "range", "extra"]))
        #expect(row["unit"] is String && row["value"] is Double && row["extra"] is String)
        #expect(known.insert(try #require(row["name"] as? String)).inserted)
      }
      #expect(
        text.contains("real time\", \"unit\": \"ms\", \"value\": 2.5, \"range\": \"2.5 to 9\"")
          == (name == "views created"))
    }
  }

  @Test
  func `of benchstat are lines of Go's benchmarks`() throws {
    let text = BenchstatText.text(of: TrackerFileTests.run)
    let file = try GoBenchmarks(text)
    #expect(
      file.configuration
        == ["compiler": "Swift 6.3", "instruction-sets": "AVX2 FMA", "cpu": "AMD EPYC"])
    #expect(
      file.results.map(\.name) == [
        "BenchmarkSession/Callouts/near_the_edge", "BenchmarkSession/Callouts/near_the_edge#01",
      ])
    #expect(file.results.map(\.iterations).sorted() == [1, 3])
    let measured = try #require(file.results.first { $0.iterations == 3 }).values
    #expect(measured["ns/op"] == 2_500_000)
    #expect(measured["allocs/op"] == 7 && measured["B/op"] == 1_024)
    #expect(measured["clustering-latency-p95-ns"] == 236_400_000)
    #expect(measured["view-memory-peak-bytes"] == 4_096)
    #expect(measured["views-created-per-1000-pt-panned"] == 2.5)
    #expect(file.units["view-reuse-rate-%"] == ["better": "higher", "assume": "exact"])
    #expect(file.units["ns/op"] == ["better": "lower"])
    for unit in file.results.flatMap(\.values.keys) { #expect(file.units[unit] != nil) }
    #expect(file.ignored == ["# MapReplay 1.2.3 of revision abc123", ""])
  }

  /// That the reader refuses what is no such line.
  @Test(arguments: [
    "Benchmarklower 1 2 ns/op", "BenchmarkA 1 2", "BenchmarkA x 2 ns/op", "BenchmarkA 1 y ns/op",
    "BenchmarkA 1 2 ns/op 3", "Unit a b", "Unit a better=lower\nUnit a better=higher",
  ])
  func `of benchstat are refused when they break the grammar`(text: String) {
    #expect(throws: GoBenchmarks.Fault.self) { try GoBenchmarks(text) }
  }
}

/// A reader of the Go benchmark data format, by its published grammar (golang.org/design/14313).
private struct GoBenchmarks {
  struct Fault: Error { var line: String }
  struct Result {
    var name: String
    var iterations: Int
    var values: [String: Double] = [:]
  }

  private(set) var configuration: [String: String] = [:]
  private(set) var units: [String: [String: String]] = [:]
  private(set) var results: [Result] = []
  private(set) var ignored: [String] = []

  init(_ text: String) throws {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
      text.hasSuffix("\n") ? 1 : 0)
    {
      let fields = line.split(whereSeparator: \.isWhitespace).map(String.init)
      if line.hasPrefix("Benchmark") {
        results.append(try GoBenchmarks.result(fields, String(line)))
      } else if fields.first == "Unit" {
        try add(unit: fields, String(line))
      } else if let pair = line.wholeMatch(of: #/(\p{Ll}[^\s\p{Lu}:]*):(?:[ \t]+(.*))?/#) {
        configuration[String(pair.1)] = pair.2.map(String.init) ?? ""
      } else {
        ignored.append(String(line))
      }
    }
  }

  private static func result(_ fields: [String], _ line: String) throws -> Result {
    let rest = fields[0].dropFirst("Benchmark".count)
    guard fields.count >= 4, fields.count.isMultiple(of: 2), rest.first?.isUppercase ?? true,
      let iterations = Int(fields[1])
    else { throw Fault(line: line) }
    var result = Result(name: fields[0], iterations: iterations)
    for index in stride(from: 2, to: fields.count, by: 2) {
      guard let value = Double(fields[index]), result.values[fields[index + 1]] == nil else {
        throw Fault(line: line)
      }
      result.values[fields[index + 1]] = value
    }
    return result
  }

  private mutating func add(unit fields: [String], _ line: String) throws {
    guard fields.count >= 3 else { throw Fault(line: line) }
    for field in fields.dropFirst(2) {
      let pair = field.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, units[fields[1]]?[pair[0]] ?? pair[1] == pair[1] else {
        throw Fault(line: line)
      }
      units[fields[1], default: [:]][pair[0]] = pair[1]
    }
  }
}
