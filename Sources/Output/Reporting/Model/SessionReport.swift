internal import Formatting
public import MapEvents
public import MapGeometry
public import Measures
public import Metrics
public import Statistics

/// One replayed scenario with all data for reports.
public struct SessionReport: Codable, Sendable {
  /// The path of the scenario's file below the scenarios folder, without extension, and the name of
  /// the variant; unique in a run.
  public var id: String
  /// The scenario's name in plain words.
  public var name: String
  /// The variant of the scenario; nil when there is only one.
  public var variant: VariantLine?
  /// The scenario's file, as messages name it.
  public var file: String
  /// The comment in front of the file, in its lines; nil without one.
  public var comment: [String]?
  /// The lines of the file, as they were when the run ended; nil when it cannot be read or is too
  /// long.
  public var source: [String]?
  /// Words by which scenarios are chosen.
  public var tags: [String]
  /// The seed of all random numbers of the session.
  public var seed: UInt64
  /// The device profile, which is an assumption.
  public var device: DeviceLine
  /// The mode and the fixes of each layer with clusters.
  public var clusterings: [LayerClustering]
  /// The options of the map model, in a fixed order.
  public var options: [MapOption]
  /// The files of points of which there is something to tell; nil for none.
  public var pointFiles: [PointFileLine]?
  /// The points of the data that were nearest to the middle of the map when selections missed and
  /// no annotation was near; nil for none.
  public var nearestData: [NearestPoint]?
  /// The metrics whose expectations must fail, for a canary; empty for any other scenario.
  public var mustFail: [ExpectedMetric]
  /// Names for the steps of the facts.
  public var stepLabels: [StepLabel]
  /// A digest of everything that is played; empty when the session was aborted.
  public var scenarioDigest = ""
  /// Names for the indexes in facts and snapshots.
  public var legend: Legend
  /// The facts.
  public var facts: Facts
  /// The names of points in callout timelines, by their content number.
  public var pointNames: [UInt64: PointName] = [:]
  /// Snapshots of the map, in the order of time.
  public var snapshots: [PlacedSnapshot]
  /// The times of events in the session.
  public var timeline = SessionTimeline()
  /// The map over time; nil where it was not recorded, or its file was not read.
  public var scene: SessionScene?
  /// The digest of the scene's line in the scenes file, as the run file has it; nil before that is
  /// written.
  package var sceneDigest: String?
  /// The margins that bars cover when each callout opened, in points; without an entry for no
  /// bars.
  public var bars: [Int32: EdgeInsets] = [:]
  /// The margins that bars cover in every snapshot, in points.
  public var mapBars = EdgeInsets(all: 0)
  /// Real times; nil in a debug build, which prints none.
  public var measurements: Measurements?
  /// The processor time for histories; nil where it cannot be trusted, or was not measured.
  public var time: RelativeTime?
  /// The place and time of each failed expectation, where known.
  public var evidence: [FailureEvidence] = []
  /// The expectations on real times, which are informative.
  public var realVerdicts: [RealVerdict] = []
  /// The allocations of the session; nil when they were not counted.
  public var allocations: AllocationRecord?
  /// The budgets of allocations.
  public var budgetVerdicts: [BudgetVerdict] = []
  /// The counts whose budgets a canary must break, in addition to metrics.
  public var mustExceed: [AllocationCount] = []
  /// The metrics whose expectations may break for a time; nil for none.
  public var knownFailures: [KnownFailure]?
  /// The day on which known failures were judged, such as `2027-02-01`; nil for none.
  public var judgedOn: String?
  /// The verdicts that depend on options, by the committed study of this very session; nil without.
  public var robustness: Robustness?
  /// The law that the session breaks; nil unless a search found it.
  public var find: SearchFind?
  /// The reason why the session did not end, and so has no facts; nil when it ended.
  public var abort: SessionAbort?

  /// Makes a report of its parts.
  public init(
    id: String, title: String, variant: VariantLine? = nil, file: String, tags: [String],
    seed: UInt64, device: DeviceLine, clusterings: [LayerClustering] = [], options: [MapOption],
    mustFail: [ExpectedMetric], stepLabels: [StepLabel], legend: Legend, facts: Facts,
    snapshots: [PlacedSnapshot], measurements: Measurements?
  ) {
    (self.id, name, self.variant, self.file) = (id, title, variant, file)
    (self.tags, self.seed, self.device) = (tags, seed, device)
    (self.clusterings, self.options, self.mustFail) = (clusterings, options, mustFail)
    (self.stepLabels, self.legend, self.facts) = (stepLabels, legend, facts)
    (self.snapshots, self.measurements) = (snapshots, measurements)
  }
}

/// The cause of an aborted session: a bug in the program, or a limit of the run.
public struct SessionAbort: Codable, Hashable, Sendable {
  /// The kinds of aborts.
  public enum Cause: String, Codable, CaseIterable, Hashable, Sendable {
    /// Its process was ended by a signal, or exited.
    case crash
    /// It exceeded the time limit of a session.
    case timeLimit = "time limit"
    /// It exceeded the memory limit of a session.
    case memoryLimit = "memory limit"
    /// The model contradicted itself.
    case contradiction = "internal contradiction"
  }

  /// The kind.
  public var cause: Cause
  /// The description of the abort, as sentences without a full stop.
  public var sentences: [String]
  /// The command that replays this session alone, in one process.
  public var reproduction: String

  /// Makes an abort of its parts.
  public init(cause: Cause, sentences: [String], reproduction: String) {
    (self.cause, self.sentences, self.reproduction) = (cause, sentences, reproduction)
  }

  /// The cause and what happened in one line.
  package var words: String { "\(cause.rawValue): \(sentences.joined(separator: "; "))" }
}

/// The author's name of a point.
public struct PointName: Codable, Hashable, Sendable {
  /// Its id in its data set.
  public var id: String
  /// Its title; empty for none.
  public var title: String

  /// Makes a name of its parts.
  public init(id: String, title: String) { (self.id, self.title) = (id, title) }
}

/// One of several ways to play a scenario.
public struct VariantLine: Codable, Hashable, Sendable {
  /// The variant's name in plain words.
  public var name: String
  /// The name of the scenario's file, the same for all its variants.
  public var scenario: String

  /// Makes a line of its parts.
  public init(name: String, scenario: String) { (self.name, self.scenario) = (name, scenario) }
}

/// A file of points with notes on how it was read.
public struct PointFileLine: Codable, Hashable, Sendable {
  /// The name of the data set.
  public var data: String
  /// The file, as the scenario names it.
  public var file: String
  /// The reader's choices, such as columns and separator.
  public var choices: [String]
  /// The number of rows that were left out, as the scenario asks.
  public var skippedRows: Int
  /// The places and faults of the first of these rows.
  public var skipped: [String]
  /// The ids of points whose latitude and longitude may be exchanged.
  public var exchanged: [String]

  /// Makes a line of its parts.
  public init(
    data: String, file: String, choices: [String], skippedRows: Int = 0, skipped: [String] = [],
    exchanged: [String] = []
  ) {
    (self.data, self.file, self.choices) = (data, file, choices)
    (self.skippedRows, self.skipped, self.exchanged) = (skippedRows, skipped, exchanged)
  }

  /// The name and the file, in words.
  package var title: String { "\(data), of \(file)" }

  /// How the file was read, and the skipped rows that are listed, in sentences.
  public var sentences: [String] {
    guard skippedRows > 0 else { return choices }
    let count = MetricText.things(skippedRows, "row")
    let rest = skippedRows - skipped.count
    return choices + ["\(count) skipped"] + skipped
      + (rest > 0 ? ["\(MetricText.things(rest, "more row")) skipped"] : [])
  }

  /// The sentence on exchanged angles; nil where there are none.
  package var warning: String? {
    guard let first = exchanged.first else { return nil }
    let count = MetricText.things(exchanged.count, "point")
    return
      "\(file): latitude and longitude of \(count) may be exchanged, as of '\(first)', which is "
      + "far from most others"
  }
}

/// The point of the data that was nearest to the middle of the map when a selection missed.
public struct NearestPoint: Codable, Hashable, Sendable {
  /// The time of the selection.
  public var time: SimulatedTime
  /// The name of the data set.
  public var data: String
  /// The point's own id.
  public var id: String
  /// Its title; empty for none.
  public var title: String
  /// Where it lies, such as `2.31 km north-east of the middle of the map`.
  public var distance: String

  /// Makes a point of its parts.
  public init(time: SimulatedTime, data: String, id: String, title: String, distance: String) {
    (self.time, self.data, self.id, self.title) = (time, data, id, title)
    self.distance = distance
  }

  /// The point in words, with the distance.
  package var words: String {
    let name = title.isEmpty || title == id ? id : "\(id) (\(title))"
    return "the nearest point of the data is \(name) of \(data), \(distance)"
  }
}

/// A device profile in words; its costs are assumptions.
public struct DeviceLine: Codable, Hashable, Sendable {
  /// The profile's name.
  public var name: String
  /// Its modeled costs in words, such as `view creation 2 ms`.
  public var costs: [String]

  /// Makes a line of its parts.
  public init(name: String, costs: [String]) { (self.name, self.costs) = (name, costs) }
}

/// A named option of the map model with its value.
public struct MapOption: Codable, Hashable, Sendable {
  /// The option's name in plain words.
  public var name: String
  /// Its value in words.
  public var value: String
  /// Whether the value is the model's default.
  public var isDefault: Bool

  /// Makes an option of its parts.
  public init(name: String, value: String, isDefault: Bool = true) {
    (self.name, self.value, self.isDefault) = (name, value, isDefault)
  }
}

/// A step of the scenario file.
public struct StepLabel: Codable, Hashable, Sendable {
  /// The step's id: its index in the facts.
  public var id: Int
  /// The line of its file on which it begins.
  public var line: Int
  /// Its file; nil for the scenario's own.
  public var file: String?
  /// The number of steps that enclose it.
  public var depth: Int
  /// The step in the words of the language, such as `select: {near: left edge}`.
  public var text: String
  /// The key of its action, such as `select`; nil in run files that lack it.
  public var verb: String?

  /// Makes a label of its parts.
  public init(
    id: Int, line: Int, file: String? = nil, depth: Int, text: String, verb: String? = nil
  ) {
    (self.id, self.line, self.file, self.depth, self.text) = (id, line, file, depth, text)
    self.verb = verb
  }

  /// The key of its action: in run files without it, the beginning of the text.
  public var name: String { verb ?? String(text.prefix { $0 != ":" }) }

  /// Whether the step only inspects the map, so that it does not change the session.
  public var onlyLooks: Bool { ["snapshot", "expect"].contains(name) }

  /// Its place in words: `line 23`, or `line 4 of Parts/open.yaml`.
  public var placeWords: String { file.map { "line \(line) of \($0)" } ?? "line \(line)" }
}

extension Verdict {
  /// The place of its key in words: `line 23`, or `line 4 of Parts/open.yaml`.
  public var placeWords: String {
    "line \(written.line)" + (written.file.map { " of \($0)" } ?? "")
  }
}

/// A snapshot of the map with its time.
public struct PlacedSnapshot: Codable, Hashable, Sendable {
  /// Its title, in words.
  public var title: String
  /// Its time.
  public var time: SimulatedTime
  /// The running step; -1 before the first.
  public var step: Int
  /// The rectangles.
  public var scene: Snapshot
  /// The open callout; nil for none.
  public var callout: Int32?
  /// Callouts that are never removed.
  public var leftBehind: [LeftCallout] = []
  /// The extent of the map view, in points; nil for that of the legend.
  public var viewSize: ScreenSize?
  /// The number of its event, from 0; nil in a run file of a version without it.
  public var event: Int64?

  /// A callout annotation that the app no longer removes.
  public struct LeftCallout: Codable, Hashable, Sendable {
    /// Its extent with the tip.
    public var body: ScreenRect
    /// The point of its tip.
    public var tip: ScreenPoint
  }
}

extension SessionReport {
  /// The scenario's name in plain words, with that of the variant.
  public var title: String { variant.map { "\(name) (\($0.name))" } ?? name }
  /// The variant before a sentence about it; empty without one.
  package var variantPrefix: String { variant.map { "\($0.name): " } ?? "" }

  /// The label of a step; nil for a step without one and for what came before the first.
  package func label(ofStep step: Int) -> StepLabel? {
    // A label is usually at its id, unless a report has only some of them.
    if stepLabels.indices.contains(step), stepLabels[step].id == step { return stepLabels[step] }
    return stepLabels.first { $0.id == step }
  }

  /// The positions of steps among those that do something, from 1, by their ids.
  var positions: [Int: Int] {
    var positions: [Int: Int] = [:]
    for label in stepLabels where !label.onlyLooks { positions[label.id] = positions.count + 1 }
    return positions
  }

  /// Where the scenario has its steps, such as `line 12`, by their positions.
  public var stepPlaces: [Int: String] {
    let positions = positions
    return Dictionary(
      stepLabels.compactMap { label in positions[label.id].map { ($0, label.placeWords) } }
    ) { first, _ in first }
  }

  /// The evidence of a failed verdict; nil when there is none.
  package func evidence(of verdict: Int) -> FailureEvidence? {
    evidence.first { $0.verdict == verdict }
  }

  package func label(of step: Int32) -> StepLabel? { label(ofStep: Int(step)) }

  package func updates(of window: BatchWindow) -> [UpdateFacts] {
    facts.updates.filter { window.batches.contains($0.batches) && $0.latency != nil }
  }

  package func layerName(_ layer: LayerID) -> String {
    legend.layers.indices.contains(layer.index) ? legend.layers[layer.index] : "layer \(layer)"
  }
}

/// Possible mistakes although no expectation failed.
extension SessionReport {
  /// The metrics that warn when they are not zero, and why.
  private static let warned: [(metric: Metric, reason: String)] = [
    (.staleReuses, "reused views still showed the state of an earlier annotation"),
    (.reentries, "the app began a region change inside the end of another one"),
    (.reentriesRefused, "the app nested region changes too deep, and they were not made"),
  ]

  /// The warnings in one sentence each, without those of failed metrics.
  public var warnings: [String] {
    let failed = Set(failures.map(\.expectation.metric))
    return (pointFiles ?? []).compactMap(\.warning) + marginWarnings
      + Self.warned.compactMap { metric, reason in
        guard !failed.contains(metric), case .count(let count) = facts.session[metric], count > 0
        else { return nil }
        return "\(metric.name): \(MetricText.count(count)); \(reason)"
      }
  }
}

extension SessionReport {
  /// The layers whose cells do not reach the edges of the view.
  package var edgelessLayers: [String] { clusterings.filter(\.leavesEdgesOut).map(\.layer) }

  /// The effect of a negative margin on the points lost, even when an expectation failed.
  private var marginWarnings: [String] {
    guard case .count(let lost) = facts.session[.pointsLost], lost > 0, !edgelessLayers.isEmpty
    else { return [] }
    return [
      "\(Metric.pointsLost.name): \(MetricText.count(lost)); the negative margin of "
        + "\(edgelessLayers.joined(separator: ", ")) leaves out what lies near the edges of the "
        + "view, which counts as lost"
    ]
  }
}

extension RunReport {
  /// The warnings of all sessions that must not fail.
  package var warnings: [(session: SessionReport, sentence: String)] {
    scenarios.flatMap { session in session.warnings.map { (session: session, sentence: $0) } }
  }
}

extension MetricValue {
  /// The time in nanoseconds; 0 for anything else.
  package var nanoseconds: Int64 {
    if case .nanoseconds(let time) = self { time } else { 0 }
  }
}
