import Counts
import Foundation
import MapEvents
import MapGeometry
import Metrics
import Statistics
import Testing
import Wire

@testable import Measures
@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

@Suite("Run file")
struct RunFileTests {
  private static func read(_ text: String) throws -> RunReport {
    try RunFile.report(of: JSONText([UInt8](text.utf8)), named: "run.json")
  }

  /// A run of which every part is there.
  static let run: RunReport = {
    var sessions = Fixture.smallRun.sessions + Sample.run.sessions + [everything, failed]
    for index in sessions.indices { sessions[index].id += "-\(index)" }
    var run = RunReport(
      sessions: sessions, version: "1", isDebugBuild: false, allocator: "jemalloc 5.3.0")
    run.contradictions = ["two replays differ"]
    run.gates = [.time, .facts]
    for part in Fingerprint.Component.allCases { run.fingerprint.values[part] = part.rawValue }
    run.programSource = ProgramSource(digest: "0123", commit: "def", isModified: true)
    run.machine = MachineVerdict(failures: ["pressure"])
    run.origin.revision = "abc"
    run.origin.isModified = true
    (run.origin.branch, run.origin.host) = ("main", "ci-1")
    (run.origin.committedAtSeconds, run.origin.startedAtSeconds) = (1_764_000_000, 1_764_000_009)
    run.options.seed = .max
    run.options.choosing = ["--filter", "edges"]
    run.options.playing = ["--data", "my data"]
    run.search = SearchReport(
      verdict: "1 of 2 laws is broken", seed: .max, sessions: 9, numbers: ["n"], command: "c",
      laws: [.init(name: "l", sentence: "s", sessions: 8, broken: 2, finds: ["failed-5"])])
    run.shard = ShardLine(number: 2, count: 3, sessions: 20, digest: "d")
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 3)
    comparison.changes = [
      FactsComparison.Change(
        id: "a",
        values: [FactsDifference.Value(part: "step 1", key: "frames", old: "3", new: nil)]),
      FactsComparison.Change(
        id: "b", values: [FactsDifference.Value(part: "", key: "frames", old: nil, new: "4")]),
    ]
    comparison.stale = ["b"]
    comparison.renamings = [.init(old: "c", new: "d")]
    comparison.newMetrics = ["churn"]
    comparison.unreadable = ["Reports/e.json:1:1: cannot be read as JSON"]
    comparison.foldersWithoutPictures = ["Views"]
    comparison.sharedIndexes = [
      FactsComparison.SharedIndex(path: "Reports/README.md", digest: "0123456789abcdef"),
      FactsComparison.SharedIndex(path: "Reports/Views/README.md", digest: nil),
    ]
    run.comparison = comparison
    run.counts = counts
    return run
  }()

  private static let counts: CountsReport = {
    var counts = CountsReport()
    var session = SessionCounts(
      phaseNames: ["query"],
      rows: [
        SessionCounts.Row(
          step: 0, phases: [300], rest: 7_000_000, allocations: 3, allocatedBytes: 48),
        SessionCounts.Row(step: nil, phases: [0], rest: 5, allocations: 1, allocatedBytes: 16),
      ], functions: [SessionCounts.Function(name: "f", instructions: 9)])
    session.peakLiveBytes = 64
    counts.sessions = [
      CountsReport.Session(
        id: "a", title: "A", file: "a.yaml",
        steps: [CountsReport.Step(id: 0, line: 3, text: "pan: up")], counts: session),
      CountsReport.Session(
        id: "b", title: "B", file: "b.yaml", steps: [], failure: "no valgrind"),
    ]
    counts.sessions[1].allocationsUnavailable = "no allocator"
    counts.unavailable = "no valgrind"
    counts.comparison = CountsComparison(purpose: .compared, folder: "Reports/Counts")
    counts.comparison?.note(incomparable: "another compiler")
    counts.comparison?.withoutAllocations = 2
    let before = SessionCounts(
      phaseNames: ["query"],
      rows: [
        SessionCounts.Row(
          step: 0, phases: [300], rest: 5_000, allocations: 2, allocatedBytes: 32)
      ],
      functions: [])
    counts.compare(0, with: before)
    let changes = counts.comparison?.changes
    counts.comparison?.warned = changes
    return counts
  }()

  /// A session with the parts that the others lack.
  private static let everything: SessionReport = {
    var session = Fixture.session(measurements: Fixture.measurements)
    session.id = "everything"
    session.variant = VariantLine(name: "corrected", scenario: "everything")
    session.abort = SessionAbort(cause: .crash, sentences: ["a", "b"], reproduction: "mapreplay")
    session.pointNames = [.max: PointName(id: "x", title: ""), 3: PointName(id: "y", title: "t")]
    session.bars = [7: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)]
    session.allocations = .unavailable("sanitizers")
    session.mustExceed = [.peak]
    session.mustFail = [ExpectedMetric(.frames)]
    session.nearestData = [
      NearestPoint(
        time: SimulatedTime(milliseconds: 250), data: "stores", id: "p3", title: "Place 3",
        distance: "2.31 km north-east")
    ]
    session.pointFiles = [
      PointFileLine(
        data: "stores", file: "stores.csv", choices: ["separator: semicolon"], skippedRows: 2,
        skipped: ["line 4: the row has no coordinates"], exchanged: ["x"])
    ]
    session.knownFailures = [
      KnownFailure(metric: "churn", ticket: "T-1", until: "2027-01-31", line: 3, column: 4)
    ]
    session.judgedOn = "2027-02-01"
    session.robustness = Robustness(verdicts: 9, changed: 2, consulted: 5, causes: ["`a` (2)"])
    session.budgetVerdicts = [
      BudgetVerdict(
        budget: AllocationBudget(count: .perSteadyFrame, rule: .exactly(.count(0))),
        written: WrittenRule("0", line: 1, column: 2), record: session.allocations)
    ]
    session.realVerdicts = [
      RealVerdict(
        expectation: RealExpectation(
          time: .replay, rule: .between(.nanoseconds(1), .nanoseconds(2))),
        written: WrittenRule("between", line: 1, column: 1, file: "p.yaml"), nanoseconds: 7)
    ]
    var evidence = FailureEvidence(place: FailurePlace(judgedAt: SimulatedTime(milliseconds: 3)))
    evidence.events = [FailureEvidence.Line(text: "1 ms  x", isOffence: true)]
    evidence.source = "  callouts opened: exactly 1"
    session.evidence = [evidence]
    let subject = CalloutTimeline.Subject(annotation: 4, layer: 0, content: .max, count: 2)
    var timeline = CalloutTimeline(callout: 1, annotation: 4)
    timeline.subjects = [subject]
    let layout = CalloutAnnotationLayout(
      view: 1, maker: .annotation, parent: 2, over: .none, content: 3, shownContent: 4,
      contentOwner: 5)
    timeline.entries = [
      .opened(.animated), .laidOut(layout, isAgain: true), .leftBehind, .refused, .settled,
      .interrupted, .followed(frames: 3, offPoints: 0.25), .accessoryTapped(.cancelledButton),
      .closed(.tap), .closed(.selected(annotation: 9)), .closed(.leftInUpdate(4)),
      .closed(.handedOver(update: 1, successor: 2)), .closed(.outOfSight),
    ].map { CalloutTimeline.Entry(time: SimulatedTime(milliseconds: 5), step: -1, kind: $0) }
    session.facts.calloutTimelines = [timeline]
    session.facts.digest.observe(
      Event(time: .zero, step: 0, kind: .session(.mark(0))))
    return session
  }()

  /// A value by its text.
  private static func value<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
    (try? JSONText([UInt8](text.utf8))).flatMap { text in
      try? text.read { try Record.value(type, of: $0) }
    }
  }

  /// The answers of worker processes have the same form.
  @Test
  func `all that a session has comes back from another process`() throws {
    for session in Self.run.sessions {
      let bytes = try Record.bytes(of: session)
      let returned = try Record.value(SessionReport.self, from: bytes)
      #expect(returned.facts == session.facts, "\(session.id)")
      #expect(returned.snapshots == session.snapshots, "\(session.id)")
      #expect(returned.measurements == session.measurements, "\(session.id)")
      #expect(returned.time == session.time, "\(session.id)")
      #expect(returned.evidence == session.evidence, "\(session.id)")
      #expect(try Record.bytes(of: returned) == bytes, "\(session.id)")
    }
  }

  /// Columns of step tables, and what they are in each step; nil where they are none.
  @Test(arguments: [
    (#"{"steps":3,"hitches":[1,0,2],"frames":[7]}"#, [[1, 7], [0, 0], [2, 0]]),
    (#"{"steps":2,"later metric":[9,9],"frames":[0,4]}"#, [[0, 0], [0, 4]]),
    (#"{"steps":2,"hitches":[5],"hitches":[6,6]}"#, nil),
    (#"{"steps":1,"frames":[1,"x"]}"#, nil), (#"{"steps":1,"frames":["x"]}"#, nil),
    (#"{"steps":-1}"#, nil), (#"{"steps":99}"#, nil), (#"{"frames":[1]}"#, nil),
  ])
  func `step tables are read by columns`(text: String, steps: [[Int64]]?) {
    let read = Self.value(StepTables.self, text)
    let tables = steps?.map { numbers in
      var table = MetricAccumulator().table
      (table[.hitches], table[.frames]) = (.count(numbers[0]), .count(numbers[1]))
      return table
    }
    #expect(read == tables.map { StepTables($0) })
  }

  /// A session with failures of every kind, and with all that can be measured.
  private static let failed: SessionReport = {
    var session = Fixture.session(measurements: Fixture.measurements)
    session.id = "failed"
    session.time = RelativeTime(
      processorNanoseconds: 4, referenceNanoseconds: 3, spreadMillionths: 2, samples: 9)
    session.clusterings = [LayerClustering(layer: "cities", mode: "upstream", fixes: [])]
    session.comment = ["a", "", "mapreplay run b"]
    session.source = ["# a", "scenario: \"<b>\"", ""]
    session.find = SearchFind(law: "l", observation: "o", other: "everything-4")
    session.stepLabels = [
      StepLabel(id: 0, line: 3, file: "p.yaml", depth: 1, text: "pan: up", verb: "pan")
    ]
    session.facts.callouts[0].later = [
      CalloutMoment(
        criterion: .inside, since: SimulatedTime(milliseconds: 900), step: 1, cause: .tracking)
    ]
    session.facts.callouts[0].firstBroken = session.facts.callouts[0].later?.first
    session.measurements?.replays = Spread([3, 4, 5])
    session.measurements?.overhead = Measurements.Overhead(
      replays: 3, withClocks: 9, without: 8)
    session.measurements?.updates.percentile95 = Spread([7])
    session.measurements?.updates.session = TimingSummary(
      nanoseconds: Array(repeating: 8, count: 200))
    session.allocations = value(
      AllocationRecord.self,
      """
      {"counted":{"count":3,"bytes":64,"peak live bytes":32,
      "rest":{"count":1,"bytes":16,"live bytes":0,"phases":[16]},
      "steps":[{"count":2,"bytes":48,"live bytes":8,"phases":[48]}],
      "frames":{"count":9,"allocating":1,"most bytes":16,"most requests":1,"first step":0},
      "phase names":["query"]}}
      """)
    session.robustness = Robustness(verdicts: 9, changed: 2, consulted: 5, causes: ["`a` (2)"])
    session.budgetVerdicts = [
      BudgetVerdict(
        budget: AllocationBudget(count: .perSteadyFrame, rule: .exactly(.count(0))),
        written: WrittenRule("0", line: 1, column: 2, file: "p.yaml"), record: session.allocations)
    ]
    session.snapshots = [Fixture.scene()]
    session.snapshots[0].viewSize = ScreenSize(width: 844, height: 390)
    session.snapshots[0].event = 7
    session.snapshots[0].leftBehind = [
      PlacedSnapshot.LeftCallout(
        body: ScreenRect(minX: 1, minY: 2, width: 3, height: 4), tip: ScreenPoint(x: 1, y: 6))
    ]
    session.evidence = [
      value(
        FailureEvidence.self,
        """
        {"verdict":0,"place":{"judged at ns":9,"first ns":3,"event":4,"worst ns":5,"largest":6},
        "events":[{"text":"1 ms  x","is offence":false}]}
        """)
    ].compactMap(\.self)
    session.timeline = timeline
    session.scene = Fixture.seen
    session.scene?.moments = SceneTable()
    session.scene?.moments?.append(at: Fixture.ms(116), [115_999_999, 7])
    session.facts.unmetWaits = [
      value(UnmetWait.self, #"{"time ns":4,"number":2}"#)
    ].compactMap(\.self)
    session.facts.references = [
      value(
        ReferenceValue.self,
        #"{"metric":"frames","line":3,"column":4,"file":"p.yaml","step":0,"value":{"count":3}}"#)
    ].compactMap(\.self)
    session.facts.updates[0].coalescedInto = 1
    session.facts.updates[0].indexing = SimulatedTime(milliseconds: 1)
    session.facts.updates[0].mainThreadWork = SimulatedTime(milliseconds: 2)
    session.facts.updates[0].latencyWithoutFade = SimulatedTime(milliseconds: 3)
    session.facts.callouts[0].overflowSide = .topLeft
    var measures = CriterionMeasures()
    for criterion in Criterion.allCases {
      measures[criterion] = CriterionMeasure(2, of: criterion, within: 0.5)
    }
    measures.excuse(.minimalShift)
    measures[.mirrored] = CriterionMeasure(0.5, of: .mirrored, within: 1e-6, in: .scale)
    session.facts.callouts[0].measures = measures
    session.facts.verdicts = places.compactMap { place in
      var verdict = Fixture.broken
      (verdict.written.file, verdict.step, verdict.mark, verdict.layer) = (
        "p.yaml", 0, "zoomed", "cities"
      )
      (verdict.sampleCount, verdict.other, verdict.missedStep) = (3, .share(part: 1, of: 2), 0)
      verdict.interval = SessionInterval(from: .downloadDone, to: .mark("zoomed"))
      verdict.worst = value(
        WorstCase.self, "{\"place\":\(place),\"value\":{\"ns\":5},\"step\":0,\"time ns\":7}")
      return verdict
    }
    var within = Fixture.broken
    within =
      value(
        Verdict.self,
        """
        {"expectation":{"metric":"frames",
        "rule":{"within":{"0":{"part":{"0":5,"of":100}},"of":"a"}},"is kept by nothing":true},
        "text":"within 5 % of a","line":4,"column":3,"value":{"count":9},
        "outcome":"never evaluated","is due":false,"is pending":true,"judged at ns":8,
        "follows wait":true}
        """) ?? within
    session.facts.verdicts.append(within)
    let wait = value(
      Verdict.self,
      """
      {"expectation":{"metric":"waits given up","rule":{"at most":{"count":0}},
      "is kept by nothing":false},"text":"at most 0","line":5,"column":3,"value":{"count":1},
      "outcome":"broken","is due":true,"is pending":false,"judged at ns":8,
      "worst":{"place":"instant","value":{"count":1},"time ns":4},"follows wait":false}
      """)
    session.facts.verdicts += [wait].compactMap(\.self)
    session.facts.verdicts[0].isOfEarlierFrame = true
    return session
  }()

  /// A timeline with a row of each kind, and more than there is room for of one.
  private static let timeline: SessionTimeline = {
    let time = SimulatedTime(milliseconds: 3)
    var timeline = SessionTimeline()
    timeline.length = time
    var frames = TimelineRows<SessionTimeline.FrameWork>()
    frames.append(SessionTimeline.FrameWork(start: time, mainThread: time, frames: 2))
    timeline.frames = frames
    var occurrences = TimelineRows<SessionTimeline.Occurrence>()
    occurrences.append(SessionTimeline.Occurrence(start: time, event: 7, kind: .touch, row: 0))
    timeline.occurrences = occurrences
    for step in 0..<2_003 {
      timeline.steps.append(SessionTimeline.StepSpan(start: time, end: nil, step: Int32(step)))
    }
    timeline.touches.append(SessionTimeline.TouchSpan(start: time, end: time, kind: .longPress))
    timeline.views.append(
      SessionTimeline.ViewSpan(
        start: .zero, end: time, view: 1, annotation: 2, layer: 0, identifier: 3, isReused: true,
        subject: .cluster))
    timeline.hitches.append(
      SessionTimeline.Hitch(start: time, lateness: time, mainThread: time, frame: 4))
    return timeline
  }()

  /// The places of worst cases.
  private static let places = [
    "\"step\"", "\"instant\"", "{\"update\":{\"0\":1,\"layer\":0}}",
    """
    {"callouts":{"first":{"number":1,"step":0,"opened at ns":4},
    "worst":{"number":2,"step":0,"opened at ns":5,"criterion":"C1 inside map",
    "measure":{"amount":"inf","tolerance":0.5,"unit":"points"},"side":"left",
    "later":{"criterion":"C1 inside map","since ns":6,"step":1,"cause":"system"}}}}
    """,
    """
    {"missed":{"0":{"reason":"too far","edge":"top left","point pt":[1,2],"within pt":20,
    "role":"cluster","nearest":{"annotation":4,"place pt":[3,4],"distance pt":5},
    "reachable":{"annotation":5,"place pt":[3,4],"distance pt":6}},
    "subjects":[{"annotation":4,"layer":0,"content":"18446744073709551615","is cluster":true,
    "count":7}]}}
    """, "{\"promise\":{\"began ns\":1,\"step\":0,\"missing ns\":2}}",
  ]

  @Test
  func `places of worst cases are read`() {
    for place in RunFileTests.places {
      #expect(RunFileTests.value(WorstCase.Place.self, place) != nil, "\(place)")
    }
    #expect(RunFileTests.failed.facts.verdicts.count == RunFileTests.places.count + 2)
    #expect(RunFileTests.failed.facts.verdicts.dropLast().last?.expectation.comparedVariant == "a")
    #expect(RunFileTests.failed.allocations?.counted != nil)
  }

  /// Every report of a run: they show all that a run file may not lose.
  private static func reports(_ run: RunReport) -> [String] {
    let console = Console(hasColors: true, isQuiet: false)
    return [
      HTMLPage.text(of: run), Summary.text(of: run), JUnit.text(of: run), MetricSheet.text(of: run),
      console.closing(of: run), RunFile.text(of: run),
    ] + run.sessions.map { FactsFile.text(of: $0) }
  }

  @Test
  func `a run that is read is the run that was written`() throws {
    let text = RunFile.text(of: RunFileTests.run)
    let read = try ScenesFileTests.Files(RunFileTests.run).read()
    #expect(RunFile.text(of: read) == text)
    #expect(read.gates == RunFileTests.run.gates)
    #expect(read.options == RunFileTests.run.options)
    #expect(read.search == RunFileTests.run.search)
    for (before, after) in zip(RunFileTests.run.sessions, read.sessions) {
      #expect(after.facts == before.facts, "\(before.id)")
      #expect(after.measurements == before.measurements, "\(before.id)")
      #expect(after.evidence == before.evidence, "\(before.id)")
      #expect(after.find == before.find, "\(before.id)")
      #expect(after.comment == before.comment, "\(before.id)")
      #expect(after.source == before.source, "\(before.id)")
      #expect(after.timeline == before.timeline, "\(before.id)")
    }
    #expect(RunFileTests.reports(read) == RunFileTests.reports(RunFileTests.run))
  }

  /// So do files that were written before options were.
  @Test
  func `a run without options says nothing of them`() throws {
    let text = RunFile.text(of: Fixture.smallRun)
    #expect(!text.contains("\"options\":{"))
    #expect(try RunFileTests.read(text).options == RunOptions())
  }

  private static func object(_ run: RunReport) throws -> [String: Any] {
    let text = RunFile.text(of: run)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test
  func `says first how the run ended, and what each metric is`() throws {
    let file = try RunFileTests.object(Fixture.smallRun)
    #expect(file["version"] as? Int == 8)
    #expect(file["ending"] as? String == "broken")
    #expect((file["reason"] as? String)?.hasPrefix("failed, decided by facts: ") == true)
    #expect(file["allocator"] as? String == "jemalloc 5.3.0")
    let metrics = try #require(file["metrics"] as? [String: [String: Any]])
    #expect(metrics.count == Metric.allCases.count)
    #expect(metrics["hitch ratio"]?["written as"] as? String == "[ns, of ns]")
    #expect(metrics["hitches"]?["when left out"] as? Int == 0)
    #expect(metrics["view reuse rate"]?["when left out"] is NSNull)
    let sessions = try #require(file["sessions"] as? [[String: Any]])
    #expect(sessions.map { $0["outcome"] as? String } == ["caught", "failed"])
    #expect(sessions[1]["hitch class"] as? String == "good")
  }

  @Test
  func `has a session in each line`() throws {
    let lines = RunFile.text(of: Fixture.smallRun).split(separator: "\n")
    let sessions = lines.filter { $0.hasPrefix("{\"title\":") }
    #expect(sessions.count == Fixture.smallRun.sessions.count)
    for line in sessions {
      let text = line.hasSuffix(",") ? line.dropLast() : line
      #expect(throws: Never.self) { try JSONText([UInt8](text.utf8)) }
    }
  }

  @Test
  func `holds what was measured by name, of steps as a list`() throws {
    let sessions = try #require(try RunFileTests.object(Fixture.smallRun)["sessions"] as? [Any])
    let session = try #require(sessions[1] as? [String: Any])
    let facts = try #require(session["facts"] as? [String: Any])
    let values = try #require(facts["session"] as? [String: Any])
    #expect(values["clustering latency p95"] as? Int == 236_400_000)
    #expect(values["view reuse rate"] as? [Int] == [400, 440])
    #expect(values["hitches"] is NSNull)
    let mark = try #require((facts["marks"] as? [[String: Any]])?.first)
    let table = try #require(mark["table"] as? [String: Any])
    #expect(table["views created"] as? Int == 3)
    #expect(table["view reuse rate"] as? [Int] == [0, 3])
    let steps = try #require(facts["steps"] as? [String: Any])
    let count = try #require(steps["steps"] as? Int)
    for (name, column) in steps where name != "steps" {
      #expect((column as? [Any])?.count == count, "\(name)")
    }
  }

  /// The frame of each view can be had from its look and its place.
  @Test
  func `holds annotation views by their looks`() throws {
    var placed = Fixture.scene()
    var pins = placed.scene.pins
    pins[0].isUniqueLocation = true
    pins.append(Fixture.pin(x: 12.346, y: 0, count: 1))
    pins.append(Fixture.pin(x: .nan, y: 1e12, count: 7))
    placed.scene.pins = pins
    let file = try RunFileTests.object(Fixture.run([Fixture.session(snapshots: [placed])]))
    let session = try #require((file["sessions"] as? [[String: Any]])?.first)
    let snapshot = try #require((session["snapshots"] as? [[String: Any]])?.first)
    let scene = try #require(snapshot["scene"] as? [String: Any])
    #expect(scene["selected pins"] as? [Int] == [1])
    let looks = try #require(scene["looks"] as? [[String: Any]])
    #expect(looks.map { $0["is unique location"] as? Bool } == [true, false, false])
    #expect(looks[0]["kind"] as? String == "image" && looks[0]["layer"] as? Int == 0)
    let rows = try #require(scene["pins"] as? [[Any]])
    #expect(rows.map { $0[0] as? Int } == [0, 1, 1, 2])
    #expect(rows.map { $0[3] as? Int } == [12, 1, 1, 7])
    #expect(rows[2][1] as? Double == 12.346 && rows[3][1] as? String == "nan")
    for (row, pin) in zip(rows, pins).prefix(3) {
      let look = looks[try #require(row[0] as? Int)]
      let corner = try #require(look["corner pt"] as? [Double])
      #expect(look["size pt"] as? [Double] == [pin.frame.width, pin.frame.height])
      #expect(abs(try #require(row[1] as? Double) + corner[0] - pin.frame.minX) < 0.001)
      #expect(abs(try #require(row[2] as? Double) + corner[1] - pin.frame.minY) < 0.001)
    }
  }

  @Test(arguments: [
    ("", "", "1:1: this is no run file, which says its version first"),
    (
      "\"version\":8", "\"version\":6",
      "2:11: the run file has version 6, and this program reads 7 to 8"
    ),
    ("\"version\":8", "\"version\":9", "the run file has version 9, and this program reads 7 to 8"),
    ("\"product version\":", "\"product\":", "1:1: 'product version' is missing"),
    ("\"is debug build\":false", "\"is debug build\":0", "true or false has to come here"),
    ("\"id\":\"", "\"id\":\"\\n", "the session has an id that is none"),
    ("\"outcome\":\"kept\"", "\"outcome\":\"fine\"", "a value cannot be:"),
    (
      "\"occasion\":\"callout\"", "\"occasion\":\"tea\"", "'tea' is not known; it is one of callout"
    ),
    ("\"seed\":\"7\"", "\"seed\":7", "a text has to come here"),
  ])
  func `what is wrong is said with its place`(old: String, new: String, words: String) throws {
    let text = RunFile.text(of: Fixture.smallRun)
    try #require(text.contains(old) || old.isEmpty)
    let error = try #require(throws: RunFileError.self) {
      try RunFileTests.read(old.isEmpty ? "[]" : text.replacingOccurrences(of: old, with: new))
    }
    #expect(error.description.hasPrefix("error: run.json:"), "\(error)")
    #expect(error.description.contains(words), "\(error)")
    // Files of other versions have help of their own.
    #expect(
      error.description.contains("\nhelp: give the run.json of a run")
        || words.hasSuffix("reads 7 to 8"))
  }

  @Test(arguments: [
    (6, "play its scenarios again with this program, or read it with the mapreplay that wrote it"),
    (9, "install the mapreplay that wrote it (1.2.3), or a later one"),
  ])
  func `a file of a version that is not read says how it can be`(version: Int, help: String) throws
  {
    let text = RunFile.text(of: Fixture.smallRun)
      .replacingOccurrences(of: "\"version\":8", with: "\"version\":\(version)")
    let error = try #require(throws: RunFileError.self) { try RunFileTests.read(text) }
    #expect(error.description.contains("\nhelp: \(help)"), "\(error)")
    #expect(error.description.contains("(1.2.3)"))
  }

  /// Files are named after ids: none of them leads out of the folder of the files.
  @Test(arguments: [
    "../../x/y", "..", ".", "/x", "a//b", "a/./b", "a/../b", "a/", "", "../\u{301}x", "a\u{2028}b",
    "a\tb",
  ])
  func `an id that is no path below a folder is refused`(id: String) throws {
    let text = RunFile.text(of: Fixture.run([Fixture.session(id: id)]))
    let error = try #require(throws: RunFileError.self) { try RunFileTests.read(text) }
    #expect(error.description.contains("the session has an id that is none"), "\(error)")
  }

  @Test(arguments: ["a", "a/b.c", "..a/b..", "a/...", "Views/two pins", "\u{e9}/\u{301}"])
  func `an id that is one is read`(id: String) throws {
    let text = RunFile.text(of: Fixture.run([Fixture.session(id: id)]))
    #expect(try RunFileTests.read(text).sessions.map(\.id) == [id])
  }

  @Test
  func `a session that is there twice is refused`() throws {
    let session = Fixture.session()
    let text = RunFile.text(of: Fixture.run([session, session]))
    let error = try #require(throws: RunFileError.self) { try RunFileTests.read(text) }
    #expect(error.description.contains("a session is there twice"))
  }
}
