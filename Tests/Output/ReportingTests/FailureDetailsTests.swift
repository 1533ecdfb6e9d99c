import Formatting
import MapGeometry
import Metrics
import Statistics
import Support
import Testing

@testable import Measures
@testable import ReportTexts
@testable import Reporting

/// What is told of a failure beside its sentence.
@Suite("Details of failures")
struct FailureDetailsTests {
  private static func ms(_ milliseconds: Int64) -> SimulatedTime {
    SimulatedTime(milliseconds: milliseconds)
  }

  private static func evidence(first: Int64?, judged: Int64 = 9_000) -> FailureEvidence {
    var place = FailurePlace(judgedAt: ms(judged))
    place.first = first.map(ms)
    // The sixth of the events below, or none of them.
    place.event = first.map { _ in 5 }
    place.worst = first.map { ms($0 + 1_300) }
    var recorder = EvidenceRecorder(of: [place])
    recorder.observe(["", "== line 20: wait: settled"], at: ms(0), event: 0)
    recorder.observe(["    1000.000  regionWillChangeAnimated(true)"], at: ms(1_000), event: 1)
    recorder.observe(["    1100.000  viewFor annotation 3 (cities)"], at: ms(1_100), event: 2)
    recorder.observe(["    1100.000  frame 66"], at: ms(1_100), event: 3)
    recorder.observe(["    1150.000    dequeue \"city\" -> city #1"], at: ms(1_150), event: 4)
    recorder.observe(
      ["    1200.000    dequeue \"city\" -> none, made city #2"], at: ms(1_200), event: 5)
    recorder.observe(["    1210.000  didAdd 2 views"], at: ms(1_210), event: 6)
    recorder.observe(
      ["    1220.000  (callout 0 opens over annotation 3 (cities))"], at: ms(1_220), event: 7)
    recorder.observe(["    1230.000  (callout 0 settles)"], at: ms(1_230), event: 8)
    recorder.end()
    return recorder.result[0]
  }

  @Test
  func `three events before and two after the first offence are kept`() {
    #expect(
      Self.evidence(first: 1_200).events.map { "\($0.isOffence ? ">" : " ") \($0.text)" } == [
        "  1000.000 ms  regionWillChangeAnimated(true)",
        "  1100.000 ms  viewFor annotation 3 (cities)",
        "  1150.000 ms  dequeue \"city\" -> city #1",
        "> 1200.000 ms  dequeue \"city\" -> none, made city #2",
        "  1210.000 ms  didAdd 2 views",
        "  1220.000 ms  (callout 0 opens over annotation 3 (cities))",
      ])
    // What comes too late for all of them shows the last ones.
    #expect(
      Self.evidence(first: nil).events.map(\.text) == [
        "1210.000 ms  didAdd 2 views",
        "1220.000 ms  (callout 0 opens over annotation 3 (cities))",
        "1230.000 ms  (callout 0 settles)",
      ])
  }

  private static func run(_ count: Int = 1, isSlow: Bool = false) -> RunReport {
    let sessions = (0..<count).map { number in
      var session = Fixture.session(id: "edges\(number)", verdicts: [Fixture.broken])
      session.evidence = [evidence(first: 1_200)]
      return session
    }
    return Fixture.run(sessions)
  }

  @Test
  func `the terminal has a failure in eight lines`() {
    let text = wide { Console(hasColors: false, isQuiet: false).closing(of: Self.run()) }
    #expect(
      text.contains(
        """
        Failures

        Scenarios/edges.yaml:31:7: views created: at most 40, but was 1,234
           first broken at 1,200 ms, worst at 2.5 s, judged at 9 s
             1150.000 ms  dequeue "city" -> city #1
           > 1200.000 ms  dequeue "city" -> none, made city #2
             1210.000 ms  didAdd 2 views
           next: check the change that brought the annotations into view, and shared identifiers

        """), "\(text)")
  }

  @Test(arguments: [
    (Metrics.Expectation.Rule.atLeast(.share(part: 90, of: 100)), "but was 89.98 % ("),
    (.between(.share(part: 90, of: 100), .share(part: 1, of: 1)), "but was 89.98 % ("),
    (.atMost(.share(part: 80, of: 100)), "but was 90.0 % ("),
  ])
  func `a value beyond its limit does not read as the limit`(
    rule: Metrics.Expectation.Rule, finding: String
  ) {
    var verdict = Fixture.verdict(.viewReuseRate, outcome: .broken)
    verdict.expectation = Metrics.Expectation(metric: .viewReuseRate, rule: rule)
    verdict.value = .share(part: 8_998, of: 10_000)
    #expect(verdict.finding.hasPrefix(finding))
  }

  /// The first line says why, and leaves the worst case to the failure below it.
  @Test(arguments: [false, true])
  func `a terminal tells the worst case once`(isQuiet: Bool) {
    var sessions = Self.run().sessions
    sessions[0].facts.verdicts[0].isOfEarlierFrame = true
    sessions[0].facts.verdicts[0].worst = WorstCase(
      .step, value: .count(600), step: 1, time: nil)
    let run = Fixture.run(sessions)
    let worst = "(600 of 1,234 in line 21 'select: {near: left edge}', for a frame that was due "
    let console = Console(hasColors: false, isQuiet: isQuiet)
    let opening = console.opening(of: run)
    #expect(
      opening.hasPrefix(
        "failed, decided by facts: 1 of 1 scenario failed; first Scenarios/edges.yaml:31:7: views "
          + "created: at most 40, but was 1,234\n"))
    #expect(console.closing(of: run).replacing("\n    ", with: " ").contains(worst))
    #expect(run.reason?.contains(worst) == true && console.reasons(for: run) == [run.reason])
  }

  @Test
  func `a quiet terminal has a line for each failure, and others as many in full as fit`() {
    let quiet = Console(hasColors: false, isQuiet: true).closing(of: Self.run(7))
    #expect(!quiet.contains("next: check"))
    var console = Console(hasColors: false, isQuiet: false)
    console.sessionCount = 7
    let text = wide { console.closing(of: Self.run(7)) }
    #expect((1...5).contains(text.split(separator: "\n").count { $0.contains("next: check") }))
    #expect(
      text.split(separator: "\n").count { $0.hasPrefix("Scenarios/edges.yaml:31:7:") } == 7)
    var verbose = Console(hasColors: false, isQuiet: false)
    verbose.isVerbose = true
    let all = verbose.closing(of: Self.run(7))
    #expect(all.split(separator: "\n").count { $0.contains("next: check") } == 7)
    #expect(all.contains("1000.000 ms  regionWillChange"))
  }

  @Test
  func `files have all of it`() {
    let run = Self.run()
    for text in [Summary.text(of: run), JUnit.text(of: run), Fixture.drawn(run)] {
      for part in ["regionWillChangeAnimated", "callout 0 opens", "judged at 9 s", "ext:"] {
        #expect(text.contains(part), "\(part)")
      }
    }
    let file = RunFile.text(of: run)
    #expect(file.contains("\"first ns\":1200000000"))
    #expect(file.contains("\"worst ns\":2500000000"))
    #expect(file.contains("\"look at\": \"the change that brought the"))
  }

  // MARK: Real times

  private static func session(_ rule: Metrics.Expectation.Rule, measured: Int64?) -> RunReport {
    var session = Fixture.session(measurements: Fixture.measurements)
    session.realVerdicts = [
      RealVerdict(
        expectation: RealExpectation(time: .replay, rule: rule),
        written: WrittenRule("at most 4 ms", line: 9, column: 3), nanoseconds: measured)
    ]
    return Fixture.run([session], isDebugBuild: false)
  }

  @Test(
    arguments: [
      (2_500_000, false, "informs: real time, expected at most 4 ms, actual 2.5 ms", 0),
      (4_500_000, false, "informs: real time, expected at most 4 ms, actual 4.5 ms", 0),
      (2_500_000, true, "informs: real time, expected at most 4 ms, actual 2.5 ms", 0),
      (4_500_000, true, "breaks the gate: real time, expected at most 4 ms, actual 4.5 ms", 1),
      (nil, false, "informs: real time, expected at most 4 ms, actual not measured", 0),
      (nil, true, "cannot be told: real time, expected at most 4 ms, actual not measured", 0),
    ] as [(Int64?, Bool, String, Int)])
  func `real times inform unless they are gated`(
    measured: Int64?, isGated: Bool, sentence: String, broken: Int
  ) {
    var run = Self.session(.atMost(.nanoseconds(4_000_000)), measured: measured)
    run.gates = isGated ? [.time] : []
    #expect(run.isGood)
    #expect(run.brokenRealTimes == broken)
    let isUntold = isGated && measured == nil
    #expect(run.unmeasuredRealTimes == (isUntold ? 1 : 0) && run.isUndecided == isUntold)
    var console = Console(hasColors: false, isQuiet: false)
    console.sessionCount = 1
    let text = wide { console.closing(of: run) }
    #expect(text.contains("Scenarios/edges.yaml:9:3: \(sentence)"), "\(text)")
    console.sessionCount = 2
    let short = console.closing(of: run)
    let isOnlyTold = broken == 0 && !isUntold
    #expect(
      short.contains("\n1 expectation on real times only informs; --verbose shows it\n")
        == isOnlyTold, "\(short)")
    let quiet = wide { Console(hasColors: false, isQuiet: true).closing(of: run) }
    #expect(quiet.contains(sentence) == (broken > 0 || isUntold))
    #expect(quiet.contains("1 real time out of bounds") == (broken > 0))
    #expect(quiet.contains("1 real time not measured") == isUntold)
    #expect(JUnit.text(of: run).contains("type=\"slower\"") == (broken > 0))
    #expect(JUnit.text(of: run).contains("1 real time was not measured") == isUntold)
    let annotations = ExportFormat.github.files(of: run)[0].text(run)
    let place = "file=Scenarios/edges.yaml,line=9,"
    #expect(annotations.contains("::error \(place)") == (broken > 0))
    #expect(annotations.contains("::warning \(place)") == isUntold)
    #expect(Summary.text(of: run).contains(sentence))
    #expect(RunFile.text(of: run).contains("\"real verdicts\":[{\"expectation\""))
    #expect(!FactsFile.text(of: run.sessions[0]).contains("real"))
  }

  /// A time out of bounds decides, whatever else was not measured.
  @Test
  func `a gate on real times names the first that breaks, or says why none can be told`() {
    func run(_ measured: [Int64?], isDebugBuild: Bool = false) -> RunReport {
      var session = Fixture.session(measurements: Fixture.measurements)
      session.realVerdicts = measured.enumerated().map { index, nanoseconds in
        RealVerdict(
          expectation: RealExpectation(time: .replay, rule: .atMost(.nanoseconds(4_000_000))),
          written: WrittenRule("at most 4 ms", line: 9 + index, column: 3),
          nanoseconds: nanoseconds)
      }
      var run = Fixture.run([session], isDebugBuild: isDebugBuild)
      run.gates = [.time]
      return run
    }
    let broken = run([nil, 4_500_000, 5_000_000])
    #expect(broken.ending == .slower)
    #expect(
      broken.reason?.hasSuffix(
        "decided by times: 2 real times out of bounds; first Scenarios/edges.yaml:10:3: real time, "
          + "expected at most 4 ms, actual 4.5 ms") == true, "\(broken.reason ?? "")")
    let untold = run([2_000_000, nil, nil])
    #expect(untold.ending == .timesUndecided)
    #expect(
      untold.reason?.contains(
        "decided by times: 2 real times were not measured: nothing of the kind was played; first "
          + "Scenarios/edges.yaml:10:3: real time, expected at most 4 ms, actual not measured")
        == true, "\(untold.reason ?? "")")
    #expect(
      run([nil], isDebugBuild: true).reason?.contains(
        "1 real time was not measured: a debug build measures none") == true)
    #expect(run([2_000_000]).ending == .kept)
    var free = run([nil, 9_000_000])
    free.gates = []
    #expect(free.ending == .kept && !free.isUndecided)
  }

  @Test
  func `every real time is found among the measurements`() {
    let phases = [
      Measurements.Phase(
        name: "index", help: "points are added",
        laps: TimingSummary(count: 1, p50: 5, p90: 6, p95: 6, max: 7))
    ]
    let measurements = Measurements(
      realNanoseconds: 1, phases: phases,
      updates: Measurements.Updates(
        session: TimingSummary(count: 1, p50: 2, p90: 3, p95: 3, max: 4), marks: [], steps: []))
    #expect(RealTime.allCases.map { measurements.nanoseconds(of: $0) } == [1, 2, 3, 4, 5, 6, 7])
    #expect(Fixture.measurements.nanoseconds(of: .indexingMaximum) == nil)
  }

  // MARK: What a verdict counts

  @Test
  func `a verdict names its interval, its layer and the other variant`() {
    var verdict = Fixture.broken
    verdict.interval = SessionInterval(from: .mark("zooming"), to: .end)
    verdict.layer = "cities"
    #expect(
      verdict.complaint
        == "views created: at most 40 (between 'zooming' and the end, of layer cities), "
        + "but was 1,234")
    verdict.isDue = false
    verdict.outcome = .neverEvaluated
    #expect(
      verdict.found == "not evaluated: nothing lay between 'zooming' and the end")
    var other = Fixture.broken
    other.expectation = Metrics.Expectation(
      metric: .viewsCreated, rule: .within(.part(5, of: 100), of: "upstream"))
    other.other = .count(40)
    #expect(other.found == "1,234 where upstream has 40 (between 38 and 42)")
    for (bound, words, limit) in [
      (VariantBound.atMost(1_055, of: 1_000), "at most 105.5 % of upstream", " (at most 42)"),
      (.atLeast(95, of: 100), "at least 95.0 % of upstream", " (at least 38)"),
      (.noWorse, "no worse than upstream", ""),
    ] {
      other.expectation = Metrics.Expectation(
        metric: .viewsCreated, rule: .held(bound, to: "upstream"))
      #expect(other.stableName == "views created: \(words)")
      #expect(other.found == "1,234 where upstream has 40\(limit)")
    }
    other.outcome = .neverEvaluated
    other.other = .never
    #expect(other.found == "not evaluated: the variant upstream has nothing to compare with")
    other.isPending = true
    #expect(other.found == "not evaluated: the variant upstream was not played to its end")
  }
}
