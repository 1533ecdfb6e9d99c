import MapEvents
import MapGeometry
import Measures
import Metrics
import Reporting
import Statistics
import Testing

@testable import Comparison
@testable import Counts

/// Runs of one small session, of which something is another one.
@Suite("Comparison of run files")
struct RunFileComparisonTests {
  private static func session(_ id: String = "a") -> SessionReport {
    var facts = Facts()
    facts.session[.frames] = .count(9)
    var step = MetricTable()
    step[.frames] = .count(4)
    facts.steps = [step]
    var session = SessionReport(
      id: id, title: "A", file: "x/a.yaml", tags: [], seed: 1,
      device: DeviceLine(name: "phone", costs: []),
      clusterings: [LayerClustering(layer: "cities", mode: "upstream", fixes: [])],
      options: [MapOption(name: "beyond edge", value: "rubber band")], mustFail: [],
      stepLabels: [StepLabel(id: 0, line: 12, depth: 0, text: "wait: settled")],
      legend: Legend(
        viewSize: ScreenSize(width: 390, height: 844), viewMarginFraction: 0.5,
        framePeriod: SimulatedTime(milliseconds: 16),
        camera: Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1), layers: ["cities"],
        marks: [], identifiers: []), facts: facts, snapshots: [], measurements: nil)
    session.allocations = .counted(
      Allocations(
        count: 10, bytes: 100, peakLiveBytes: 50,
        rest: Allocations.Share(count: 0, bytes: 0, liveBytes: 0, phases: []), steps: [],
        frames: Allocations.Frames(
          count: 0, allocating: 0, mostBytes: 0, mostRequests: nil, firstStep: nil),
        phaseNames: []))
    return session
  }

  private static func run(_ sessions: [SessionReport]) -> RunReport {
    RunReport(sessions: sessions, version: "1", isDebugBuild: false, allocator: nil)
  }

  /// Compares the run with one that was changed.
  private func report(_ change: (inout SessionReport) -> Void) throws -> ComparisonReport {
    var session = RunFileComparisonTests.session()
    change(&session)
    return try RunFileComparison.report(
      base: ("base.json", RunFileComparisonTests.run([RunFileComparisonTests.session()])),
      head: ("head.json", RunFileComparisonTests.run([session])))
  }

  typealias Change = @Sendable (inout SessionReport) -> Void
  private static let changes: [(Change, [String])] = [
    ({ _ in }, []), ({ $0.facts.session[.frames] = .count(8) }, ["frames 9 -> 8"]),
    (
      {
        var step = MetricTable()
        step[.frames] = .count(5)
        $0.facts.steps = [step]
      }, ["step 1 (wait, line 12): frames 4 -> 5"]
    ), ({ $0.options[0].value = "stop" }, ["options: beyond edge rubber band -> stop"]),
    ({ $0.clusterings[0].mode = "corrected" }, ["clustering: cities upstream -> corrected"]),
    ({ $0.device.name = "tablet" }, ["device \"phone\" -> \"tablet\""]),
    // What was measured tells nothing of what happened.
    (
      {
        $0.measurements = Measurements(
          realNanoseconds: 1, phases: [], updates: .init(session: nil, marks: [], steps: []))
      }, []
    ),
  ]

  @Test(arguments: changes.indices)
  func `what differs is named, with its part and its values`(index: Int) throws {
    let (change, words) = RunFileComparisonTests.changes[index]
    let report = try report(change)
    #expect(report.facts.changed.flatMap(\.values).map(\.words) == words)
    #expect(report.facts.count == 1)
    #expect(report.counts.changed.isEmpty)
  }

  @Test
  func `counts compare on one machine and of one scenario alone`() throws {
    func more(_ session: inout SessionReport) {
      guard case .counted(var counted)? = session.allocations else { return }
      counted.count += 1
      session.allocations = .counted(counted)
    }
    let report = try report(more)
    #expect(report.counts.changed.map(\.metric) == [.allocations])
    let other = try self.report {
      more(&$0)
      $0.scenarioDigest = "other"
    }
    #expect(other.counts.changed.isEmpty)
    #expect(other.counts.failures.first?.reason == "the two are of another scenario or data")
    let silent = try self.report { $0.allocations = nil }
    #expect(silent.counts.failures.first?.reason == "allocations: one of the files has none")
    var elsewhere = RunFileComparisonTests.run([RunFileComparisonTests.session()])
    elsewhere.fingerprint.values[.compiler] = "another"
    let apart = try RunFileComparison.report(
      base: ("a.json", RunFileComparisonTests.run([RunFileComparisonTests.session()])),
      head: ("b.json", elsewhere))
    #expect(apart.counts.rows.isEmpty)
    #expect(apart.otherness.count == 1)
  }

  private static func counted(
    _ instructions: Int64, on counter: String = "callgrind", isEstimate: Bool = false
  ) -> RunReport {
    var report = CountsReport()
    var counts = SessionCounts(
      phaseNames: [], rows: [.init(step: 0, phases: [], rest: instructions)], functions: nil)
    counts.isEstimate = isEstimate
    report.fingerprint = Fingerprint([.counter: counter])
    report.sessions = [.init(id: "a", title: "A", file: "x/a.yaml", steps: [], counts: counts)]
    var run = run([session()])
    run.counts = report
    return run
  }

  /// Instructions compare where both runs were counted alike, whatever their times were taken on.
  @Test(
    arguments: [
      (counted(21_000), nil, 1_000), (counted(21_001), 1_001, nil), (counted(18_000), -2_000, nil),
      (counted(30_000, on: "perf_event"), nil, nil), (counted(30_000, isEstimate: true), nil, nil),
      (run([session()]), nil, nil),
    ] as [(RunReport, Int64?, Int64?)])
  func `instructions of two runs compare beyond a limit`(
    head: RunReport, change: Int64?, within: Int64?
  ) throws {
    var head = head
    head.fingerprint.values[.processor] = "another"
    let report = try RunFileComparison.report(
      base: ("a.json", Self.counted(20_000)), head: ("b.json", head))
    let rows = report.counts.rows.filter { $0.metric == .instructions }
    #expect(rows.map { $0.head - $0.base } == [change ?? within].compactMap(\.self))
    #expect(report.counts.changed.map(\.change) == [change].compactMap(\.self))
    let limit = CountLimit(absolute: 3_000)
    let tolerant = try RunFileComparison.report(
      base: ("a.json", Self.counted(20_000)), head: ("b.json", head),
      within: CountTolerances([.init(.instructions, .session("a"), soft: limit)]))
    #expect(tolerant.counts.changed.isEmpty)
    // A part of a run keeps the counts of its sessions.
    #expect(head.only { $0.id == "a" }.counts?.sessions.count == head.counts?.sessions.count)
    #expect(head.only { $0.id == "b" }.counts?.sessions.isEmpty != false)
  }

  @Test
  func `sessions of one run alone are named, and nothing in common is a mistake`() throws {
    func compare(_ base: [String], _ head: [String]) throws -> ComparisonReport {
      try RunFileComparison.report(
        base: ("a.json", RunFileComparisonTests.run(base.map(RunFileComparisonTests.session))),
        head: ("b.json", RunFileComparisonTests.run(head.map(RunFileComparisonTests.session))))
    }
    let report = try compare(["a", "b"], ["b", "c"])
    #expect(report.facts.onlyBase == ["a"])
    #expect(report.facts.onlyHead == ["c"])
    #expect(report.facts.count == 1)
    #expect(throws: ComparisonError.self) { try compare(["a"], ["c"]) }
  }

  @Test
  func `two variants of each scenario are compared, the newer one against the older one`() throws {
    func session(_ scenario: String, _ variant: String, frames: Int64) -> SessionReport {
      var session = RunFileComparisonTests.session("\(scenario).\(variant)")
      session.variant = VariantLine(name: variant, scenario: scenario)
      session.facts.session[.frames] = .count(frames)
      return session
    }
    let run = RunFileComparisonTests.run([
      session("a", "new", frames: 8), session("a", "old", frames: 9),
      session("a", "other", frames: 7), session("b", "old", frames: 5),
      session("b", "new", frames: 5), session("c", "old", frames: 1),
      session("c", "other", frames: 1), RunFileComparisonTests.session("d"),
    ])
    let (changes, count) = try RunFileComparison.variants("old", "new", of: run)
    #expect(count == 2 && changes.map(\.id) == ["a.new"])
    #expect(changes[0].values.map(\.words) == ["frames 9 -> 8"])
    let error = #expect(throws: ComparisonError.self) {
      try RunFileComparison.variants("old", "newer", of: run)
    }
    #expect(error?.description.hasSuffix("help: the run has the variants new, old, other") == true)
  }
}
