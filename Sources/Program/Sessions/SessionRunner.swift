internal import Clustering
internal import Formatting
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry
internal import MapModel
internal import Measures
internal import Measuring
internal import Metrics
internal import Replay
internal import ReportTexts
internal import Reporting
internal import ScenarioFiles
internal import Scenarios
internal import Statistics

/// Replays one scenario and collects the contents of its report.
struct SessionRunner {
  let scenario: Scenario
  var logs = false
  /// The options as typed that decide which sessions are played.
  var runOptions = RunOptions()
  /// The part of the session to replay and judge.
  var part = SessionExcerpt.whole
  /// The day on which known failures are judged.
  var today: String?
  /// The mistakes that a test plants in the session.
  var sabotage: Set<Sabotage.Kind> = []

  /// The observers of a replay; one value, so that an event is one access to it.
  private struct Observers {
    var auditor: ReplayAuditor
    var isMiscounting: Bool
    var recorder: FactsRecorder
    var snapshots = SnapshotRecorder()
    var timeline = TimelineRecorder()
    var scene = SceneRecorder()
    var nearest: NearestPoints
    var log: CallbackLog?

    mutating func observe(_ event: Event, on map: any MapScene) {
      if isMiscounting, case .view(.requested) = event.kind {
        isMiscounting = false
      } else {
        recorder.observe(event)
      }
      snapshots.observe(event)
      timeline.observe(event)
      scene.observe(event, on: map)
      nearest.observe(event, on: map)
      log?.observe(event)
      auditor.observe(event)
    }
  }

  func facts() -> JudgedSession {
    var report = self.report
    report.scenarioDigest = part.played(scenario).playedDigest
    let labels = report.stepLabels.map { (Int32($0.id), "\($0.placeWords): \($0.text)") }
    var observers = Observers(
      auditor: ReplayAuditor(sabotage), isMiscounting: sabotage.contains(.miscount),
      recorder: FactsRecorder(
        stepExpectations: part.stepExpectations(of: scenario),
        finalExpectations: part.finalExpectations(of: scenario),
        plans: scenario.stepPlans),
      nearest: NearestPoints(scenario.data),
      log: logs ? CallbackLog(steps: Dictionary(uniqueKeysWithValues: labels)) : nil)
    let replayer = Replayer(part.played(scenario))
    replayer.play { observers.observe($0, on: $1) }
    observers.scene.sample(scenario.data.flatMap(\.coordinates))
    observers.scene.name { replayer.row(of: $0).map { name(ofRow: $0.row, of: $0.data) } }
    let log = observers.log?.text
    guard observers.auditor.contradictions.isEmpty else {
      report.abort = abort(for: observers.auditor.contradictions)
      return JudgedSession(report: report, log: log)
    }
    report.legend = observers.snapshots.legend ?? .empty
    report.facts = observers.recorder.result
    report.snapshots = observers.snapshots.snapshots
    report.timeline = observers.timeline.timeline
    report.scene = observers.scene.scene
    report.bars = observers.snapshots.bars
    report.mapBars = scenario.map.insets
    let nearest = observers.nearest.found
    if !nearest.isEmpty { report.nearestData = nearest }
    report.pointNames = pointNames(of: report.facts.subjects, replayer)
    let second = secondReplay()
    report.allocations = second.allocations
    if part == .whole {
      (report.mustExceed, report.budgetVerdicts) = (
        scenario.mustExceed, scenario.budgetVerdicts(second.allocations)
      )
    }
    return JudgedSession(
      report: report, log: log,
      isRepeatable: sabotage.contains(.miscount) || second.digest == report.facts.digest)
  }

  /// When expectations were missed, and the events nearest to that time.
  func evidence(for verdicts: [Verdict]) -> [FailureEvidence] {
    let scenario = part.played(scenario)
    var watch = FailureWatch(
      verdicts, stepExpectations: part.stepExpectations(of: self.scenario),
      finalExpectations: part.finalExpectations(of: self.scenario),
      plans: self.scenario.stepPlans)
    Replayer(scenario).play(meter: StillMeter()) { watch.observe($0) }
    let labels = report.stepLabels.map { (Int32($0.id), "\($0.placeWords): \($0.text)") }
    var log = CallbackLog(steps: Dictionary(uniqueKeysWithValues: labels))
    var recorder = EvidenceRecorder(of: watch.places)
    var number = 0
    Replayer(scenario).play(meter: StillMeter()) { event in
      log.observe(event)
      recorder.observe(log.takeLines(), at: event.time, event: number)
      number += 1
    }
    recorder.end()
    return recorder.result
  }

  var report: SessionReport {
    var report = SessionReport(
      id: scenario.id, title: scenario.name + (part.words.map { " (\($0))" } ?? ""),
      variant: scenario.variant.map { VariantLine(name: $0, scenario: scenario.fileID) },
      file: scenario.file, tags: scenario.tags, seed: scenario.seed,
      device: DeviceLine(scenario.device),
      clusterings: scenario.clusterings, options: options,
      mustFail: part.mustFail(of: scenario), stepLabels: scenario.stepLabels,
      legend: .empty, facts: Facts(), snapshots: [], measurements: nil)
    let files = scenario.data.compactMap(PointFileLine.init)
    if !files.isEmpty { report.pointFiles = files }
    if !scenario.knownFailures.isEmpty {
      (report.knownFailures, report.judgedOn) = (scenario.knownFailures, today)
    }
    return report
  }

  /// Replays again, for the fingerprint and the allocations.
  ///
  /// The fingerprint must be the same. The allocations of this replay count, since the first
  /// replay made the objects that are made once and stay.
  private func secondReplay() -> (digest: TraceDigest, allocations: AllocationRecord) {
    var again = part.played(scenario)
    if sabotage.contains(.reseed) { again.seed &+= 1 }
    var behavior = BehaviorDigest()
    let allocations = SessionAllocations(of: again, plantsOne: sabotage.contains(.allocate))
    let record = allocations.record { behavior.observe($0) }
    if case .unavailable = record {
      behavior = BehaviorDigest()
      Replayer(again).play(meter: StillMeter()) { behavior.observe($0) }
    }
    return (behavior.digest, record)
  }

  private func name(ofRow row: Int, of data: Int) -> PointName {
    PointName(id: scenario.data[data].ids[row], title: scenario.data[data].titles[row])
  }

  /// The names of the points in reports.
  private func pointNames(
    of subjects: [CalloutTimeline.Subject], _ replayer: Replayer
  ) -> [UInt64: PointName] {
    var names: [UInt64: PointName] = [:]
    for layer in scenario.layers.indices {
      let contents = Set(subjects.filter { $0.layer == LayerID(layer) }.map(\.content))
      guard !contents.isEmpty else { continue }
      let points = replayer.points(withContents: contents, ofLayer: layer)
      names.merge(
        points.mapValues { point in
          name(ofRow: point.row, of: point.data)
        }
      ) { first, _ in first }
    }
    return names
  }

  /// Replays under a clock, alternating between replays with laps and whole replays.
  ///
  /// It repeats often enough to separate the work from disturbances: up to 15 times within
  /// some nanoseconds, and three times if the third can begin within 3 s. The result is nil
  /// when it cannot.
  func measurements(within limit: Int64) -> Measurements? {
    let meter = LapMeter()
    let scenario = part.played(scenario)
    let start = meter.nanoseconds
    var count = 0
    repeat {
      if count.isMultiple(of: 2) {
        meter.time { Replayer(scenario).play(meter: StillMeter()) { _ in } }
      } else {
        meter.replay { Replayer(scenario).play(meter: meter) { _ in } }
      }
      count += 1
    } while count < 15 && meter.nanoseconds - start < (count < 3 ? 3_000_000_000 : limit)
    return count < 3 ? nil : meter.measurements
  }

  /// Replays in turns with the reference work.
  ///
  /// An arena of the allocator for each session would be memory that is never given back.
  func timedReplays(count: Int) -> [TimedReplay] {
    let scenario = part.played(scenario)
    return TimedReplay.times(count: count) {
      Replayer(scenario).play(meter: StillMeter()) { _ in }
    }
  }

  private var options: [MapOption] {
    let size = scenario.map.size
    let value = "\(ValueType.words(size.width)) x \(ValueType.words(size.height)) pt"
    return [MapOption(name: "view size", value: value)]
      + scenario.optionsInForce.map {
        MapOption(name: $0.name, value: $0.value, isDefault: $0.isDefault)
      }
  }
}

extension PointFileLine {
  /// The line of a data set; nil where there is nothing to tell.
  init?(_ data: DataSet) {
    let notes = data.notes
    guard let file = data.file, notes != PointFileNotes() else { return nil }
    self.init(
      data: data.name, file: file, choices: notes.choices, skippedRows: notes.skippedRows,
      skipped: notes.skipped, exchanged: notes.exchanged)
  }
}

extension ScenarioQuery.Selection {
  /// The warnings about files of points, each once, in the order of the scenarios.
  package var pointWarnings: [String] {
    var told: Set<String> = []
    return scenarios.flatMap { scenario in
      scenario.data.compactMap { PointFileLine($0)?.warning }.map { "\(scenario.file): \($0)" }
    }.filter { told.insert($0).inserted }
  }
}

extension Scenario {
  fileprivate var clusterings: [LayerClustering] {
    // The layers whose margin is negative, at first or after a step.
    var edgeless = clusteringInForce.filter { $0.marginFraction < 0 }.map(\.layer)
    steps.visit { step, _ in
      guard case .changeClustering(let layer, let change) = step.action,
        let margin = change.marginFraction, margin < 0
      else { return }
      edgeless.append(layers[layer].name)
    }
    return clusteringInForce.map { clustering in
      LayerClustering(
        layer: clustering.layer, engine: clustering.engine, mode: clustering.mode.rawValue,
        changes: clustering.changes, fixes: clustering.fixes,
        leavesEdgesOut: edgeless.contains(clustering.layer))
    }
  }
}

extension Legend {
  /// The legend of a session that never began.
  static var empty: Legend {
    Legend(
      viewSize: ScreenSize(width: 0, height: 0), viewMarginFraction: 0, framePeriod: .zero,
      camera: Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1), layers: [], marks: [],
      identifiers: [])
  }
}
