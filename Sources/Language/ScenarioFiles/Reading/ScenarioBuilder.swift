import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Metrics
import Scenarios

/// Builds a scenario from the values that the schema has read: finds files, resolves names
/// and checks rules across keys.
///
/// A part that had a diagnostic is nil and left out; the work goes on, so that the other
/// diagnostics are found.
struct ScenarioBuilder {
  /// The diagnostics of the text, found before the table was read.
  let document: DiagnosticList
  var reader: TableReader
  var files: NamedFiles
  /// Whether sessions may play for minutes and take gigabytes.
  let liftsLimits: Bool
  /// The pairs of the scenario that variants can differ in, as they were written.
  let written: [YAMLPair]
  var variantNames: [String] = []
  /// The pairs of each variant in the file, when they differ.
  var variantTexts: [VariantText] = []
  var data = DataSets()
  var layerNames = LayerNames()
  var view = ViewContext()
  /// The overlays, and those that steps add.
  var overlays = GivenNames()
  /// The marks that steps set.
  var marks = GivenNames()
  /// The names that steps give to downloads.
  var downloads = GivenNames()
  var droppedPins = DroppedPins()
  var tallestAccessoryPoints = MapOptions.standard.tallestAccessoryPoints
  /// The sides on which some callout has an accessory view.
  var accessorySides: Set<CalloutSide> = []
  var progress = StepContext()
  var expected = ExpectedNames()

  /// All diagnostics: those of the scenario first, then those of the files that it names.
  var diagnostics: [Diagnostic] {
    var all = document
    all.addFollowing(reader.diagnostics)
    return all.listed(in: reader.texts, variants: variantTexts) + reader.partDiagnostics
      + files.diagnostics
  }

  mutating func add(_ problem: Diagnostic.Message, at mark: YAMLMark) {
    reader.add(problem, at: mark)
  }

  /// Adds a diagnostic in place of a value.
  mutating func refused<Value>(_ problem: Diagnostic.Message, at mark: YAMLMark) -> Value? {
    reader.refused(problem, at: mark)
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
    tallestAccessoryPoints = options.map.tallestAccessoryPoints
    view = ViewContext(try? mapSetup(object.get(HeadKeys.map), viewport: options.viewport))
    if data.diagnostics == nil { readData(object) }
    let overlays = overlays(object)
    let layers = layers(object)
    let app = try? appSettings(object.get(HeadKeys.app))
    let written = [HeadKeys.setup, HeadKeys.steps, HeadKeys.teardown].flatMap { object[$0] ?? [] }
    collect(written)
    addDroppedPins(object)
    for size in view.sizes { checkCallouts(object, in: size) }
    checkClusters(object, variant: variant?.object)
    let (steps, totals) = allSteps(object)
    check(totals, at: object.mark(ofKey: HeadKeys.steps) ?? object.mark)
    let expectations = sessionExpectations(object[HeadKeys.expect] ?? [])
    checkMeasured(object[HeadKeys.expect] ?? [])
    let mustFail = mustFail(object)
    let knownFailures = knownFailures(object, of: variant?.name)
    let clusters = layers.compactMap(\.cluster)
    if clusters.contains(where: { !$0.fixes.sharesLeaves }) { checkCrowds(object) }
    let sets = data.all.compactMap(\.self)
    guard let name = object[HeadKeys.title], let seed = object[HeadKeys.seed], let device,
      let map = view.first, let app, sets.count == data.all.count
    else { return nil }
    var scenario = Scenario(
      name: name, file: reader.texts.main.file,
      tags: (object[HeadKeys.tags] ?? []).map(\.text), seed: seed, device: device, map: map,
      options: options.map, app: app, data: sets, overlays: overlays, layers: layers, steps: steps,
      expectations: expectations, mustFail: mustFail, stepCount: progress.stepCount)
    scenario.knownFailures = knownFailures
    addMeasured(object, to: &scenario)
    for holder in [object[HeadKeys.options], object[HeadKeys.map]].compactMap(\.self) {
      scenario.writtenOptions.formUnion(holder.keyMarks.keys)
    }
    if object[HeadKeys.holdsUnder] == true {
      scenario.holdsUnderAll = object.mark(ofKey: HeadKeys.holdsUnder).map(reader.texts.place)
    }
    // What a faulty session would take is nobody's question.
    if !liftsLimits, reader.diagnostics.isEmptyButOfOtherVariants,
      let problem = SessionWork(scenario).problem
    {
      add(problem, at: object.mark(ofKey: HeadKeys.steps) ?? object.mark)
    }
    return variant.map { scenario.played(as: $0.name) } ?? scenario
  }

  /// The steps of a session and their totals; `setup` and `teardown` may do nothing.
  private mutating func allSteps(_ object: ReadObject) -> (steps: [Step], totals: StepTotals) {
    var steps: [Step] = []
    var totals = StepTotals()
    for key in [HeadKeys.setup, HeadKeys.steps, HeadKeys.teardown] {
      progress.begin(mayDoNothing: key.name != HeadKeys.steps.name)
      let part = self.steps(object[key] ?? [])
      steps += part.steps
      totals.add(part.totals)
    }
    return (steps, totals)
  }

  private mutating func mustFail(_ object: ReadObject) -> [ExpectedMetric] {
    (object[HeadKeys.mustFailWith] ?? []).compactMap { value in
      let metric = ExpectedMetric(written: value.text)
      if let problem = expected.problem(of: metric?.name ?? value.text, in: variantNames) {
        add(problem, at: value.mark)
      }
      return metric
    }
  }

  /// The profile that a scenario or one of its variants names.
  mutating func device(_ object: ReadObject) -> DeviceProfile? {
    guard let value = object[HeadKeys.device] else { return nil }
    let name = value.text
    switch files.lookup.profile(name) {
    case .success(let profile)?: return profile
    case .failure(let problems)?: files.add(problems)
    case nil:
      let tried = Lookup.isDeviceName(name) ? files.lookup.places(ofDevice: name) : []
      add(.unknownDevice(name, known: files.lookup.devices, tried: tried), at: value.mark)
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
