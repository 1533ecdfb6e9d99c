import Counts
import MapEvents
import MapGeometry
import Measures
import Metrics
import Reporting
import Statistics
import Testing

@testable import History

/// What is kept of a report.
@Suite("Records of runs")
struct RunRecordTests {
  static func session(_ id: String) -> SessionReport {
    var facts = Facts()
    facts.session[.viewsCreated] = .count(40)
    facts.session[.viewReuseRate] = .share(part: 3, of: 4)
    facts.session[.calloutsCorrect] = .share(part: 0, of: 0)
    facts.session[.simulatedTime] = .nanoseconds(5_000)
    facts.session[.pointsPanned] = .micropoints(7)
    return SessionReport(
      id: id, title: id, file: "\(id).yaml", tags: [], seed: 1,
      device: DeviceLine(name: "phone", costs: []), options: [], mustFail: [], stepLabels: [],
      legend: Legend(
        viewSize: ScreenSize(width: 1, height: 1), viewMarginFraction: 0, framePeriod: .zero,
        camera: Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1), layers: [], marks: [],
        identifiers: []), facts: facts, snapshots: [], measurements: nil)
  }

  static func run(_ sessions: [SessionReport]) -> RunReport {
    RunReport(sessions: sessions, version: "1.2.3", isDebugBuild: false, allocator: nil)
  }

  /// The readings of a session as words.
  private func words(_ session: RunRecord.Session) -> [String] {
    session.readings.map { reading in
      "\(reading.quantity.kind) \(reading.quantity.name) \(reading.value)"
        + (reading.whole.map { " of \($0)" } ?? "")
    }
  }

  @Test
  func `facts that were measured are kept, with the digests of what was played`() throws {
    var session = RunRecordTests.session("a")
    session.scenarioDigest = "cafe"
    let record = RunRecord(RunRecordTests.run([session]))
    let kept = try #require(record.sessions.first)
    #expect(
      words(kept) == [
        "fact views created 40", "fact view reuse rate 3 of 4", "fact points panned 7",
        "fact simulated time 5000",
      ])
    #expect(kept.trace == session.facts.digest.text && kept.scenario == "cafe")
    #expect(record.version == "1.2.3" && record.ending == "kept" && kept.failure == nil)
  }

  @Test
  func `counts and times are kept where there are any`() throws {
    var session = RunRecordTests.session("a")
    session.allocations = .counted(
      Allocations(
        count: 12, bytes: 900, peakLiveBytes: 300,
        rest: Allocations.Share(count: 0, bytes: 0, liveBytes: 0, phases: []), steps: [],
        frames: Allocations.Frames(
          count: 3, allocating: 0, mostBytes: 0, mostRequests: 0, firstStep: nil),
        phaseNames: []))
    // Real times without the reference work are not kept.
    session.measurements = Measurements(
      realNanoseconds: 77, phases: [],
      updates: Measurements.Updates(
        session: TimingSummary(count: 9, p50: 1, p90: 2, p95: 3, max: 4), marks: [], steps: []))
    let time = RelativeTime(
      processorNanoseconds: 70, referenceNanoseconds: 60, spreadMillionths: 50, samples: 15)
    session.time = time
    var run = RunRecordTests.run([session])
    run.counts = CountsReport()
    run.counts?.fingerprint = Fingerprint([.counter: "callgrind 3.19.0"])
    run.counts?.sessions = [
      CountsReport.Session(
        id: "a", title: "a", file: "a.yaml", steps: [],
        counts: SessionCounts(
          phaseNames: [], rows: [.init(step: nil, phases: [], rest: 55)], functions: nil))
    ]
    run.machine = MachineVerdict(failures: [])
    let record = RunRecord(run)
    #expect(record.machine == "fit")
    #expect(record.sessions.first?.readings.last?.time == time)
    #expect(record.countedOn.values == [.counter: "callgrind 3.19.0"])
    #expect(
      words(try #require(record.sessions.first)).suffix(6) == [
        "count instructions 55", "count allocations per steady frame 0", "count allocations 12",
        "count allocated bytes 900", "count peak live bytes 300", "time processor time 70",
      ])
    // A run of an earlier version has no verdict on its machine.
    run.machine = nil
    #expect(
      words(try #require(RunRecord(run).sessions.first)).suffix(4) == [
        "time real time 77", "time real clustering compute p50 1",
        "time real clustering compute p95 3", "time real clustering compute max 4",
      ])
  }

  @Test
  func `a session that did not end is kept without numbers`() throws {
    var session = RunRecordTests.session("a")
    session.abort = SessionAbort(cause: .crash, sentences: ["signal 5"], reproduction: "x")
    let kept = try #require(RunRecord(RunRecordTests.run([session])).sessions.first)
    #expect(kept.readings.isEmpty && kept.trace == nil)
    #expect(kept.failure == "aborted")
    #expect(RunRecord(RunRecordTests.run([session])).ending == "aborted")
  }

  @Test
  func `the digest is that of the content, in whatever order it comes`() {
    let one = Sample.session(
      in: "a", Reading(Quantity(.frames), 1), Reading(Quantity(.taps), 2))
    let two = Sample.views(3, in: "b")
    var turned = one
    turned.readings.reverse()
    let digest = Sample.run(1, [one, two]).digest
    #expect(Sample.run(1, [two, turned]).digest == digest)
    #expect(digest.count == 32)
  }

  @Test
  func `whatever is kept is in the digest`() {
    let base = Sample.run(1, [Sample.views(3)])
    var others: [RunRecord] = []
    func add(_ change: (inout RunRecord) -> Void) {
      var run = base
      change(&run)
      others.append(run)
    }
    add { $0.origin.revision = nil }
    add { $0.origin.revision = "" }
    add { $0.origin.isModified = true }
    add { $0.origin.branch = "topic" }
    add { $0.origin.committedAtSeconds = 5 }
    add { $0.origin.startedAtSeconds = 5 }
    add { $0.origin.host = "ci" }
    add { $0.version = "2" }
    add { $0.ending = "broken" }
    add { $0.fingerprint.values[.kernel] = "6.1" }
    add { $0.countedOn.values[.counter] = "callgrind" }
    add { $0.sessions = [] }
    add { $0.sessions[0].id = "b" }
    add { $0.sessions[0].failure = "failed" }
    add { $0.sessions[0].trace = "u" }
    add { $0.sessions[0].scenario = nil }
    add { $0.sessions[0].readings = [Reading(Quantity(.viewsCreated), 4)] }
    add { $0.sessions[0].readings = [Reading(Quantity(.viewsCreated), 3, of: 4)] }
    add { $0.sessions[0].readings = [Reading(Quantity(.viewsReused), 3)] }
    add { $0.sessions[0].readings.append(Reading(Quantity(.replay), 3)) }
    add { $0.sessions[0].readings.append(Reading(.instructions, 3)) }
    add { $0.machine = "fit" }
    for (reference, spread) in [(Int64(5), Int64(7)), (6, 7), (5, 8)] {
      add {
        $0.sessions[0].readings = [
          Sample.reading(.processorTime, 3, reference: reference, spread: spread)
        ]
      }
    }
    #expect(Set(([base] + others).map(\.digest)).count == others.count + 1)
  }
}
