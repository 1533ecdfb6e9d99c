public import MapEvents
public import MapGeometry
public import Measures
public import Metrics

/// One replayed scenario with everything that reports say of it.
public struct SessionReport: Codable, Sendable {
  /// The folder below the scenarios folder and the name of the scenario's file, without its ending,
  /// and the name of the variant; one of its own in a run.
  public var id: String
  /// The scenario's name in plain words.
  public var name: String
  /// Which of several variants of the scenario it is; nil when there is only one.
  public var variant: VariantLine?
  /// The scenario's file, as messages name it.
  public var file: String
  /// Words by which scenarios are chosen.
  public var tags: [String]
  /// The number from which everything drawn in the session follows.
  public var seed: UInt64
  /// What the session assumed about the device.
  public var device: DeviceLine
  /// What is fixed in each layer with clusters.
  public var clusterings: [LayerClustering]
  /// Options of the map model in force, in a fixed order.
  public var options: [MapOption]
  /// The metrics whose expectations must fail, for a canary; empty for any other scenario.
  public var mustFail: [Metric]
  /// Names for the steps of the facts.
  public var stepLabels: [StepLabel]
  /// Names for the indexes in facts and scenes.
  public var legend: Legend
  /// Everything exact that is known of the session.
  public var facts: Facts
  /// What the points are called that the timelines of callouts name, by their content number.
  public var pointNames: [UInt64: PointName] = [:]
  /// The map at chosen moments, in the order of time.
  public var scenes: [PlacedScene]
  /// What bars cover of the view, by the number of the callout that opened under them; none where
  /// nothing stands.
  public var bars: [Int32: EdgeInsets] = [:]
  /// What bars cover of the view in every picture, whatever callout is open.
  public var mapBars = EdgeInsets(all: 0)
  /// Real times; nil in a debug build, which prints none.
  public var measurements: Measurements?
  /// Why the session did not come to its end, and so has no facts; nil when it did.
  public var abort: SessionAbort?

  /// Makes a report of its parts.
  public init(
    id: String, title: String, variant: VariantLine? = nil, file: String, tags: [String],
    seed: UInt64, device: DeviceLine,
    clusterings: [LayerClustering] = [], options: [MapOption], mustFail: [Metric],
    stepLabels: [StepLabel], legend: Legend,
    facts: Facts, scenes: [PlacedScene], measurements: Measurements?
  ) {
    self.id = id
    name = title
    self.variant = variant
    self.clusterings = clusterings
    self.file = file
    self.tags = tags
    self.seed = seed
    self.device = device
    self.options = options
    self.mustFail = mustFail
    self.stepLabels = stepLabels
    self.legend = legend
    self.facts = facts
    self.scenes = scenes
    self.measurements = measurements
  }
}

/// Why a session did not come to its end; a mistake of ours, or a limit of the run.
public struct SessionAbort: Codable, Hashable, Sendable {
  /// What kind of end a session may have come to.
  public enum Cause: String, Codable, CaseIterable, Hashable, Sendable {
    /// Its process was ended by a signal of its own making or from outside, or ended by itself.
    case crash
    /// It took longer than a session may.
    case timeLimit = "time limit"
    /// It took more memory than a session may.
    case memoryLimit = "memory limit"
    /// The model did what no map does.
    case contradiction = "internal contradiction"
  }

  /// The kind of end.
  public var cause: Cause
  /// What happened, as sentences without a full stop, one for each thing.
  public var sentences: [String]
  /// The command that plays this session alone, in the process of a debugger.
  public var reproduction: String

  /// Makes an abort of its parts.
  public init(cause: Cause, sentences: [String], reproduction: String) {
    self.cause = cause
    self.sentences = sentences
    self.reproduction = reproduction
  }

  /// The cause and what happened in one line.
  var words: String { "\(cause.rawValue): \(sentences.joined(separator: "; "))" }
}

/// What the author calls a point.
public struct PointName: Codable, Hashable, Sendable {
  /// Its id in its data set.
  public var id: String
  /// Its title; empty for none.
  public var title: String

  /// Makes a name of its parts.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

/// One of several ways to play a scenario.
public struct VariantLine: Codable, Hashable, Sendable {
  /// The variant's name in plain words.
  public var name: String
  /// The name of the scenario's file, the same for all its variants.
  public var scenario: String

  /// Makes a line of its parts.
  public init(name: String, scenario: String) {
    self.name = name
    self.scenario = scenario
  }
}

/// A device profile, worded; its costs are assumptions and every report names them so.
public struct DeviceLine: Codable, Hashable, Sendable {
  /// The profile's name.
  public var name: String
  /// Its modelled costs in words, such as `view creation 2 ms`.
  public var costs: [String]

  /// Makes a line of its parts.
  public init(name: String, costs: [String]) {
    self.name = name
    self.costs = costs
  }
}

/// A named option of the map model with the value in force.
public struct MapOption: Codable, Hashable, Sendable {
  /// The option's name in plain words.
  public var name: String
  /// Its value in words.
  public var value: String
  /// Whether the value is the model's own choice, and no scenario's.
  public var isDefault: Bool

  /// Makes an option of its parts.
  public init(name: String, value: String, isDefault: Bool = true) {
    self.name = name
    self.value = value
    self.isDefault = isDefault
  }
}

/// The name of a step, as the scenario's author would know it again.
public struct StepLabel: Codable, Hashable, Sendable {
  /// The step's id: its index in the facts.
  public var id: Int
  /// The line of the scenario file on which it begins.
  public var line: Int
  /// How many steps it is nested in.
  public var depth: Int
  /// The step in the words of the language, such as `select: {near: left edge}`.
  public var text: String

  /// Makes a label of its parts.
  public init(id: Int, line: Int, depth: Int, text: String) {
    self.id = id
    self.line = line
    self.depth = depth
    self.text = text
  }
}

/// A picture of the map with the moment it shows.
public struct PlacedScene: Codable, Hashable, Sendable {
  /// What the picture shows, in words.
  public var title: String
  /// The moment it shows.
  public var time: SimulatedTime
  /// The step that was running; -1 before the first.
  public var step: Int
  /// The rectangles.
  public var scene: Scene
  /// The number of the callout that is open in it; nil for none.
  public var callout: Int32?
  /// Callouts that nobody will take away.
  public var leftBehind: [LeftCallout]

  /// A callout annotation on the map that the app lost sight of.
  public struct LeftCallout: Codable, Hashable, Sendable {
    /// What is drawn of it, its tip included.
    public var body: ScreenRect
    /// Where it points to.
    public var tip: ScreenPoint

    /// Makes a callout of its parts.
    public init(body: ScreenRect, tip: ScreenPoint) {
      self.body = body
      self.tip = tip
    }
  }

  /// Makes a placed scene of its parts.
  public init(
    title: String, time: SimulatedTime, step: Int, scene: Scene, callout: Int32? = nil,
    leftBehind: [LeftCallout] = []
  ) {
    self.callout = callout
    self.leftBehind = leftBehind
    self.title = title
    self.time = time
    self.step = step
    self.scene = scene
  }
}

extension SessionReport {
  /// The scenario's name in plain words, with that of the variant.
  public var title: String { variant.map { "\(name) (\($0.name))" } ?? name }

  /// The variant before a sentence about it; empty without one.
  var variantPrefix: String { variant.map { "\($0.name): " } ?? "" }

  /// The label of a step; nil for a step without one and for what came before the first.
  func label(ofStep step: Int) -> StepLabel? {
    // Labels usually stand at their id; a report made by hand may list only some of them.
    if stepLabels.indices.contains(step), stepLabels[step].id == step { return stepLabels[step] }
    return stepLabels.first { $0.id == step }
  }

  /// The facts of a step; nothing measured for a step that never ran.
  func table(ofStep step: Int) -> MetricTable {
    facts.steps.indices.contains(step) ? facts.steps[step] : MetricTable()
  }

  /// The updates of a window of batches that came to their end.
  func updates(of window: BatchWindow) -> [UpdateFacts] {
    facts.updates.filter { window.batches.contains($0.batches) && $0.latency != nil }
  }

  /// The name of a layer.
  func layerName(_ layer: Int32) -> String {
    let index = Int(layer)
    return legend.layers.indices.contains(index) ? legend.layers[index] : "layer \(layer)"
  }
}
