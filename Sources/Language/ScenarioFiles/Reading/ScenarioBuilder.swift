import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Metrics
import Scenarios

/// Makes a scenario of what the schema has read: finds files, resolves names and
/// checks what no single key can know.
///
/// A part that had a fault is nil and left out; the work goes on, so that the others are found.
struct ScenarioBuilder {
  /// The faults of the text, found before the table was read.
  let document: DiagnosticList
  var reader: TableReader
  let lookup: Lookup
  let cache: DataSetCache
  /// Whether sessions may play for minutes and take gigabytes.
  let liftsLimits: Bool
  /// The pairs of the scenario that variants can differ in, as they were written.
  let written: [YAMLPair]
  /// Faults of other files.
  var fileFaults: [Diagnostic] = []
  /// The data sets by their names in the order of the file; nil after an error.
  var dataNames: [String] = []
  var data: [DataSet?] = []
  /// Whether another variant has read the same data already.
  var hasData = false
  /// The faults that were found while the data were read, as a part of the reader's.
  var dataFaults = 0..<0
  var overlayNames: [String] = []
  var isOverlayAdded: [Bool] = []
  var layerNames: [String] = []
  var isClustered: [Bool] = []
  /// The sides on which some callout has an accessory view.
  var accessorySides: Set<CalloutSide> = []
  var map: MapSetup?
  /// The extents that steps give the map view, and where they are written.
  var laterSizes: [(size: ScreenSize, mark: YAMLMark)] = []
  /// The steps that change the extent of the map view or settings of clusters, as they are played;
  /// those of a repetition twice, since its second round begins where the first one ended.
  var cellSteps: [CellStep] = []
  /// The extent at the current step; nil for the first one.
  var viewSize: ScreenSize?
  /// The marks that steps set.
  var marks = GivenNames()
  /// Those before the present step.
  var markPlaces: [MarkPlace] = []
  /// Whether a step before the present one downloads anything.
  var hasDownload = false
  /// The names that steps give to downloads.
  var downloads = GivenNames()
  /// The data sets that steps give to each layer, in the order of their first step.
  var feeds: [[Int]] = []
  var clusterChanges: [[ReadObject]] = []
  var droppedPins = DroppedPins()
  var isMapTurned = false
  var variantNames: [String] = []
  /// What each variant writes, when they differ.
  var variantTexts: [VariantText] = []
  /// For each data set the row of each id, made when first asked for; only looked up.
  var rowsOfIDs: [[String: Int]?] = []
  var nextStepID = 0
  /// The totals of the current step.
  var current = StepTotals()
  /// Whether the current step may do nothing, as all of `setup` and `teardown` may.
  var isExempt = false
  /// How deep the current step is nested in `repeat`.
  var repeatDepth = 0
  /// The number of the outermost `repeat` that came last.
  var loop = 0
  var stepLines = StepLines()
  /// The names of what is expected, each with its variant; nil for all of them.
  var expected: [(name: String, variant: String?)] = []

  /// All faults: those of the scenario first, then those of the files that it names.
  var faults: [Diagnostic] {
    var all = document
    all.addFollowing(reader.faults)
    return all.listed(in: reader.texts, variants: variantTexts) + reader.partFaults + fileFaults
  }

  mutating func add(_ problem: Diagnostic.Problem, at mark: YAMLMark) {
    reader.add(problem, at: mark)
  }

  /// Adds a diagnostic in place of a value.
  mutating func refused<Value>(_ problem: Diagnostic.Problem, at mark: YAMLMark) -> Value? {
    reader.refused(problem, at: mark)
  }

  /// Adds the diagnostics of another file, once.
  mutating func addOfFile(_ problems: Diagnostics) {
    if !fileFaults.contains(where: { $0.file == problems.all[0].file }) {
      fileFaults += problems.all
    }
  }

  /// The scenario of a document, or one for each of its variants; nil after an error.
  mutating func scenarios(_ object: ReadObject) -> [Scenario]? {
    let variants = variants(object)
    return variants.isEmpty
      ? scenario(object, as: nil).map { [$0] } : scenarios(object, of: variants)
  }

  /// The scenario of an object, which a variant may have changed; nil after an error.
  mutating func scenario(_ object: ReadObject, as variant: ReadEntry?) -> Scenario? {
    let device = device(object)
    let options = options(object[HeadKeys.options])
    map = try? mapSetup(object.get(HeadKeys.map), viewport: options.viewport)
    let app = try? appSettings(object.get(HeadKeys.app))
    if !hasData {
      let start = reader.faults.count
      readData(object)
      dataFaults = start..<reader.faults.count
    }
    let overlays = overlays(object)
    let layers = layers(object)
    let written = [HeadKeys.setup, HeadKeys.steps, HeadKeys.teardown].flatMap { object[$0] ?? [] }
    droppedPins = DroppedPins()
    collect(written)
    addDroppedPins(object)
    if let map {
      for size in [map.size] + laterSizes.map(\.size) { checkCallouts(object, in: size) }
    }
    checkClusters(object, variant: variant?.object)
    let (steps, totals) = allSteps(object)
    check(totals, at: object.mark(ofKey: HeadKeys.steps) ?? object.mark)
    let expectations = sessionExpectations(object[HeadKeys.expect] ?? [])
    checkMeasured(object[HeadKeys.expect] ?? [])
    let mustFail = mustFail(object)
    let clusters = layers.compactMap(\.cluster)
    if clusters.contains(where: { !$0.fixes.sharesLeaves }) { checkCrowds(object) }
    let sets = data.compactMap(\.self)
    guard let name = object[HeadKeys.title], let seed = object[HeadKeys.seed], let device, let map,
      let app, sets.count == data.count
    else { return nil }
    var scenario = Scenario(
      name: name, file: reader.texts.main.file,
      tags: (object[HeadKeys.tags] ?? []).map(\.text), seed: seed, device: device, map: map,
      options: options.map, app: app, data: sets, overlays: overlays, layers: layers, steps: steps,
      expectations: expectations, mustFail: mustFail, stepCount: nextStepID)
    addMeasured(object, to: &scenario)
    // What a faulty session would take is nobody's question.
    if !liftsLimits, reader.faults.isEmptyButOfOtherVariants,
      let problem = SessionWork(scenario).problem
    {
      add(problem, at: object.mark(ofKey: HeadKeys.steps) ?? object.mark)
    }
    return variant.map { scenario.played(as: $0.name) } ?? scenario
  }

  /// The steps of a session and what they amount to; `setup` and `teardown` may do nothing.
  private mutating func allSteps(_ object: ReadObject) -> (steps: [Step], totals: StepTotals) {
    var steps: [Step] = []
    var totals = StepTotals()
    for key in [HeadKeys.setup, HeadKeys.steps, HeadKeys.teardown] {
      isExempt = key.name != HeadKeys.steps.name
      let part = self.steps(object[key] ?? [])
      steps += part.steps
      totals.add(part.totals, times: 1)
    }
    return (steps, totals)
  }

  /// The map with the extent of the largest area that steps give it.
  var largestMap: MapSetup? {
    func area(_ size: ScreenSize) -> Double { size.width * size.height }
    var map = map
    if let size = map?.size {
      map?.size = laterSizes.reduce(size) { area($1.size) > area($0) ? $1.size : $0 }
    }
    return map
  }

  /// The map as it is at the current step.
  var currentMap: MapSetup? {
    var map = map
    if let viewSize { map?.size = viewSize }
    return map
  }

  /// Remembers what is expected, which a canary can fail with.
  mutating func note(_ rules: [ReadRule]) {
    for rule in rules {
      if case .within(_, let other) = rule.rule, rule.variant == nil {
        expected += variantNames.filter { $0 != other }.map { (rule.metric.name, $0) }
      } else {
        expected.append((rule.metric.name, rule.variant))
      }
    }
  }

  private mutating func mustFail(_ object: ReadObject) -> [ExpectedMetric] {
    (object[HeadKeys.mustFailWith] ?? []).compactMap { value in
      let metric = ExpectedMetric(written: value.text)
      checkExpected(metric?.name ?? value.text, at: value.mark)
      return metric
    }
  }

  /// The profile that a scenario or one of its variants names.
  mutating func device(_ object: ReadObject) -> DeviceProfile? {
    guard let value = object[HeadKeys.device] else { return nil }
    let name = value.text
    switch lookup.profile(name) {
    case .success(let profile)?: return profile
    case .failure(let problems)?: fileFaults += problems.all
    case nil:
      let tried = Lookup.isDeviceName(name) ? lookup.places(ofDevice: name) : []
      add(.unknownDevice(name, known: lookup.devices, tried: tried), at: value.mark)
    }
    return nil
  }

  private mutating func check(_ totals: StepTotals, at mark: YAMLMark) {
    if totals.steps > Limits.unrolledSteps {
      add(.tooManySteps(totals.steps), at: mark)
    } else if totals.nanoseconds > Limits.sessionTime.nanoseconds {
      add(.sessionTooLong, at: mark)
    } else if totals.marks > Limits.unrolledMarks {
      add(.tooManyMarks(totals.marks), at: mark)
    } else if totals.points > Limits.unrolledPoints {
      add(.tooManyPointsInSteps(totals.points), at: mark)
    }
  }
}
