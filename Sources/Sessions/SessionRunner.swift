import Foundation
import MapEvents
import MapGeometry
import MapModel
import Measures
import Metrics
import Replay
import Reporting
import ScenarioFiles
import Scenarios

/// Replays one scenario and collects what reports say of it.
struct SessionRunner {
  let scenario: Scenario
  /// Whether the callbacks are written down.
  var logs = false
  /// Loses the end of the first region change on its way to the auditor, to test that it sees.
  var hidesRegionEnd = false

  /// The options that say where data sets and devices are, as they are typed.
  var lookup: [String] = []
  /// Replaces the seed of the second replay, to test that it is noticed.
  var perturbsSecondReplay = false

  /// What a session leaves behind.
  struct Outcome: Codable {
    var report: SessionReport
    /// The callbacks, when they were asked for.
    var log: String?
    /// Whether a second replay had the same fingerprint.
    var isRepeatable = true
  }

  /// Everything exact, and the pictures.
  func facts() -> Outcome {
    var auditor = TraceAuditor()
    var isHiding = hidesRegionEnd
    var recorder = FactsRecorder(stepDemands: stepDemands, finalDemands: finalDemands)
    var scenes = SceneRecorder()
    var report = self.report
    var log = logs ? CallbackLog(steps: report.stepLabels) : nil
    let replayer = Replayer(scenario)
    replayer.play(stopwatch: StillStopwatch()) { event in
      recorder.observe(event)
      scenes.observe(event)
      log?.observe(event)
      if isHiding, case .map(.regionDidChange) = event.kind {
        isHiding = false
      } else {
        auditor.observe(event)
      }
    }
    guard auditor.contradictions.isEmpty else {
      report.abort = abort(for: auditor.contradictions)
      return Outcome(report: report, log: log?.text)
    }
    report.legend = scenes.legend ?? .empty
    report.facts = recorder.result
    report.scenes = scenes.scenes
    report.bars = scenes.bars
    report.mapBars = scenario.map.insets
    report.pointNames = pointNames(of: recorder.result.subjects, replayer)
    return Outcome(
      report: report, log: log?.text, isRepeatable: secondDigest == recorder.result.digest)
  }

  /// What is known of the session before it begins.
  var report: SessionReport {
    SessionReport(
      id: scenario.id, title: scenario.name,
      variant: scenario.variant.map { VariantLine(name: $0, scenario: scenario.fileID) },
      file: scenario.file, tags: scenario.tags, seed: scenario.seed,
      device: DeviceLine(scenario.device),
      clusterings: scenario.clusteringInForce.map { LayerClustering($0) }, options: options,
      mustFail: scenario.mustFail, stepLabels: StepLabels(scenario).labels,
      legend: .empty, facts: Facts(), scenes: [], measurements: nil)
  }

  /// The fingerprint of a second replay.
  private var secondDigest: TraceDigest {
    var again = scenario
    if perturbsSecondReplay { again.seed &+= 1 }
    var digest = TraceDigest()
    Replayer(again).play(stopwatch: StillStopwatch()) { digest.add($0) }
    return digest
  }

  /// What the points are called that reports speak of.
  private func pointNames(
    of subjects: [CalloutLife.Subject], _ replayer: Replayer
  ) -> [UInt64: PointName] {
    var names: [UInt64: PointName] = [:]
    for layer in scenario.layers.indices {
      let contents = Set(subjects.filter { $0.layer == layer }.map(\.content))
      guard !contents.isEmpty else { continue }
      let points = replayer.points(withContents: contents, ofLayer: layer)
      names.merge(
        points.mapValues { point in
          let data = scenario.data[point.data]
          return PointName(id: data.ids[point.row], title: data.titles[point.row])
        }
      ) { first, _ in first }
    }
    return names
  }

  /// Replays under a clock, often enough to tell what the work takes from what disturbs it: up to
  /// 15 times in 20 ms, and three times if the third can begin within 3 s; nil when it cannot.
  func measurements() -> Measurements? {
    let book = LapBook()
    let start = book.nanoseconds
    var count = 0
    repeat {
      book.replay { Replayer(scenario).play(stopwatch: book) { _ in } }
      count += 1
    } while count < 15 && book.nanoseconds - start < (count < 3 ? 3_000_000_000 : 20_000_000)
    return count < 3 ? nil : book.measurements
  }

  private var options: [MapOption] {
    let map = scenario.map
    let declared = scenario.optionsInForce.map {
      MapOption(name: $0.name, value: $0.value, isStandard: $0.isStandard)
    }
    let own = [
      MapOption(name: "region fit", value: SessionRunner.words(map.regionFit)),
      MapOption(name: "view margin", value: SessionRunner.number(map.viewMarginFraction)),
      MapOption(
        name: "view size",
        value: "\(SessionRunner.number(map.size.width)) x "
          + "\(SessionRunner.number(map.size.height)) pt"),
    ]
    return own.filter { option in !declared.contains { $0.name == option.name } } + declared
  }

  /// A fit in the words of the scenario language.
  private static func words(_ fit: RegionFit) -> String {
    switch fit {
    case .edgeSum: "edge sum"
    case .exactInverse: "exact inverse"
    case .legacyIntegerZoom: "legacy integer zoom"
    }
  }

  /// A decimal as a scenario would write it.
  private static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private var stepDemands: [[Demand]] {
    var demands = Array(repeating: [Demand](), count: scenario.stepCount)
    visit(scenario.steps) { step in
      guard case .expect(let expectations, let since) = step.action else { return }
      demands[step.id] = expectations.map { Demand($0, since: Demand.Since(since)) }
    }
    return demands
  }

  /// What the scenario demands at its end, and what goes without saying.
  private var finalDemands: [Demand] {
    scenario.expectations.map { Demand($0, since: .start) } + impliedDemands
  }

  /// What goes without saying, unless the scenario speaks of it itself.
  ///
  /// Every step that touches something finds it, and a selection with a zoom does so whenever the
  /// map is there, which a later step may wait for; every wait comes to an end, no step shows a
  /// view with something on it that an earlier use left, and none nests region changes too deep.
  private var impliedDemands: [Demand] {
    var said = Set(scenario.expectations.map(\.expectation.metric))
    var implied: [Demand] = []
    var selectsWithZoom = false
    visit(scenario.steps) { step in
      implied.append(Demand(.dirtyReuses, impliedBy: step))
      implied.append(Demand(.reentriesRefused, impliedBy: step))
      switch step.action {
      case .expect(let expectations, _):
        said.formUnion(expectations.map(\.expectation.metric))
      case .selectAndZoom where !selectsWithZoom:
        selectsWithZoom = true
        implied.append(Demand(.selectionsMissed, ofSessionWith: step))
      case .select, .tap, .tapAccessory, .drag, .openCallout, .zoomToCluster:
        implied.append(Demand(.selectionsMissed, impliedBy: step))
      case .waitUntilSettled: implied.append(Demand(.waitsGivenUp, impliedBy: step))
      default: break
      }
    }
    return implied.filter { !said.contains($0.expectation.metric) }
  }
}

/// Visits every step once, those inside repetitions too, in the order of the file.
func visit(_ steps: [Step], depth: Int = 0, _ look: (Step, Int) -> Void) {
  for step in steps {
    look(step, depth)
    if case .repeat(_, let inner) = step.action { visit(inner, depth: depth + 1, look) }
  }
}

/// Visits every step once, without its depth.
func visit(_ steps: [Step], _ look: (Step) -> Void) {
  visit(steps) { step, _ in look(step) }
}

extension Demand.Since {
  /// From where a scenario's expectation counts.
  init(_ since: Step.Since) {
    switch since {
    case .start: self = .start
    case .lastMark: self = .lastMark
    case .mark(let name): self = .mark(name)
    }
  }
}

extension Demand {
  /// A scenario's expectation.
  init(_ placed: PlacedExpectation, since: Since) {
    self.init(
      expectation: placed.expectation, text: placed.text, line: placed.place.line,
      column: placed.place.column, since: since)
  }

  /// What a step promises of the rest of the session: that a metric stays at nothing.
  init(_ metric: Metric, ofSessionWith step: Step) {
    self.init(metric, impliedBy: step)
    self.step = nil
  }

  /// What a step promises by itself: that a metric stays at nothing.
  init(_ metric: Metric, impliedBy step: Step) {
    self.init(
      expectation: Expectation(metric: metric, rule: .exactly(.count(0)), isKeptByNothing: true),
      text: "exactly 0",
      line: step.place.line, column: step.place.column, since: .start, step: step.id,
      isImplied: true)
  }
}

extension LayerClustering {
  /// What is mended in a scenario's layer, in words.
  init(_ clustering: ClusteringInForce) {
    self.init(
      layer: clustering.layer, engine: clustering.engine.rawValue,
      mode: clustering.mode.rawValue, changes: clustering.changes, mends: clustering.mends,
      leavesEdgesOut: clustering.marginFraction < 0)
  }
}

extension DeviceLine {
  /// A scenario's device in words.
  init(_ device: DeviceProfile) {
    let costs: [(String, SimulatedTime)] = [
      ("view creation", device.viewCreation), ("view reuse", device.viewReuse),
      ("view layout", device.viewLayout), ("annotation change", device.annotationChange),
      ("annotation comparison", device.annotationComparison),
      ("point visit", device.pointVisit), ("node visit", device.nodeVisit),
    ]
    let isReplacement = device.file != nil && ScenarioReader.isBuiltIn(device: device.name)
    self.init(
      name: device.name,
      costs: (isReplacement ? ["a file in place of the built-in profile"] : [])
        + ["\(device.framesPerSecond) frames a second"]
        + costs.map { "\($0.0) \(DeviceLine.exact($0.1))" })
  }

  /// A duration in the largest unit in which it is whole.
  private static func exact(_ time: SimulatedTime) -> String {
    let nanoseconds = time.nanoseconds
    if nanoseconds % 1_000_000 == 0 { return "\(nanoseconds / 1_000_000) ms" }
    if nanoseconds % 1_000 == 0 { return "\(nanoseconds / 1_000) us" }
    return "\(nanoseconds) ns"
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
