import MapConfiguration
import MapEvents
import MapGeometry
import Metrics
import Scenarios

/// Makes a scenario of what the table of the language has read: finds files, resolves names and
/// checks what no single key can know.
///
/// A part that had a fault is nil and left out; the work goes on, so that the others are found.
struct ScenarioBuilder {
  /// What was wrong with the text before the table was asked.
  let document: DiagnosticList
  var reader: TableReader
  let lookup: Lookup
  let cache: DataSetCache
  /// Faults of other files.
  private(set) var fileFaults: [Diagnostic] = []
  /// The data sets by their names in the order of the file; nil after a fault.
  var dataNames: [String] = []
  var data: [DataSet?] = []
  var overlayNames: [String] = []
  /// Whether any step adds each overlay.
  var isOverlayAdded: [Bool] = []
  var layerNames: [String] = []
  /// Whether each layer has clusters.
  var isClustered: [Bool] = []
  /// The sides on which some callout has an accessory view.
  var accessorySides: Set<CalloutSide> = []
  /// The map at the beginning, or nil after a fault.
  var map: MapSetup?
  /// The marks that some step sets, and those that a step before the present one does.
  var markNames: [String] = []
  var earlierMarks: Set<String> = []
  /// The data sets that steps give to each layer, in the order of their first step.
  var feeds: [[Int]] = []
  /// The steps that change the clustering of each layer.
  var clusterChanges: [[ReadObject]] = []
  /// Whether some step turns the map.
  var isMapTurned = false
  var variantNames: [String] = []
  /// For each data set the row of each id, made when first asked for; only looked up.
  var rowsOfIDs: [[String: Int]?] = []
  var nextStepID = 0
  /// What the step at hand amounts to.
  var current = StepTotals()
  /// How deep the step at hand stands in `repeat`.
  var repeatDepth = 0
  /// The line that a step stood on last, with its text.
  var stepLine: (number: Int, text: String)?
  /// What is expected anywhere, and of which variant; nil for all of them.
  private(set) var expected: [(metric: Metric, variant: String?)] = []

  init(document: DiagnosticList, reader: TableReader, lookup: Lookup, cache: DataSetCache) {
    self.document = document
    self.reader = reader
    self.lookup = lookup
    self.cache = cache
  }

  /// All faults: those of the scenario first, then those of the files that it names.
  var faults: [Diagnostic] {
    var all = document
    all.addFollowing(reader.faults)
    return all.listed + fileFaults
  }

  mutating func add(_ kind: Diagnostic.Kind, at mark: YAMLMark) {
    reader.add(kind, at: mark)
  }

  /// The scenario of a document, or one for each of its variants; nil after a fault.
  mutating func scenarios(_ object: ReadObject) -> [Scenario]? {
    let device = device(object)
    let options = options(object.object("options"))
    map = object.object("map").flatMap { mapSetup($0, viewport: options.viewport) }
    let app = object.object("app").flatMap { appSettings($0) }
    readData(object)
    let overlays = overlays(object)
    let variants = variants(object)
    let layers = layers(object)
    if let map { checkCallouts(object, in: map.size) }
    collect(object.list("steps") ?? [])
    if variants.isEmpty { checkClusters(object, in: map, variant: nil) }
    for entry in variants { checkClusters(object, in: map, variant: entry.object) }
    let (steps, totals) = steps(object.list("steps") ?? [])
    check(totals, at: object.keyMarks["steps"] ?? object.mark)
    let expectations = object.object("expect").map { placed($0) } ?? []
    let mustFail = mustFail(object)
    let versions = versions(of: layers, object, variants: variants)
    let clusters = versions.flatMap(\.layers).compactMap(\.cluster)
    if clusters.contains(where: { !$0.fixes.sharesLeaves }) { checkCrowds(object) }
    guard let name = object.text("scenario"), let seed = object.whole("seed"), let device, let map,
      let app
    else { return nil }
    let sets = data.compactMap { $0 }
    guard sets.count == data.count else { return nil }
    let scenario = Scenario(
      name: name, file: reader.source.file, tags: texts(object.list("tags")),
      seed: UInt64(seed), device: device, map: map, options: options.map, app: app, data: sets,
      overlays: overlays, layers: layers, steps: steps, expectations: expectations,
      mustFail: mustFail, stepCount: nextStepID)
    return versions.map { scenario.version($0) }
  }

  func texts(_ values: [ReadValue]?) -> [String] {
    (values ?? []).compactMap { value in
      if case .scalar(.text(let text)) = value.content { text } else { nil }
    }
  }

  /// The rules of an `expect` block.
  mutating func placed(_ object: ReadObject) -> [PlacedExpectation] {
    expected += object.rules.map { ($0.metric, $0.variant) }
    let isKeptByNothing = object[Language.orNothing] ?? false
    return object.rules.map { rule in
      if let variant = rule.variant { checkName(variant, .variant, at: rule.mark) }
      return PlacedExpectation(
        expectation: Expectation(
          metric: rule.metric, rule: rule.rule,
          isKeptByNothing: isKeptByNothing || rule.isKeptByNothing), text: rule.text,
        place: reader.source.place(of: rule.mark), variant: rule.variant)
    }
  }

  private mutating func mustFail(_ object: ReadObject) -> [Metric] {
    var metrics: [Metric] = []
    for value in object.list("must fail with") ?? [] {
      guard let metric = Metric(named: value.text) else { continue }
      checkExpected(metric, at: value.mark)
      metrics.append(metric)
    }
    return metrics
  }

  private mutating func check(_ totals: StepTotals, at mark: YAMLMark) {
    if totals.steps > Limits.unrolledSteps {
      add(.session(.tooManySteps(totals.steps)), at: mark)
    } else if totals.nanoseconds > Limits.sessionTime.nanoseconds {
      add(.session(.sessionTooLong), at: mark)
    } else if totals.marks > Limits.unrolledMarks {
      add(.session(.tooManyMarks(totals.marks)), at: mark)
    } else if totals.points > Limits.unrolledPoints {
      add(.session(.tooManyPointsInSteps(totals.points)), at: mark)
    }
  }
}

extension ScenarioBuilder {
  private mutating func device(_ object: ReadObject) -> DeviceProfile? {
    guard let name = object.text("device"), let mark = object["device"]?.mark else { return nil }
    switch lookup.profile(name) {
    case .success(let profile)?: return profile
    case .failure(let faults)?: fileFaults += faults.all
    case nil:
      let tried = Lookup.isDeviceName(name) ? lookup.places(ofDevice: name) : []
      add(.file(.unknownDevice(name, known: lookup.devices, tried: tried)), at: mark)
    }
    return nil
  }
}

extension ScenarioBuilder {
  private mutating func readData(_ object: ReadObject) {
    for entry in object.named("data") ?? [] {
      dataNames.append(entry.name)
      data.append(dataSet(entry.object, name: entry.name))
    }
    rowsOfIDs = Array(repeating: nil, count: data.count)
    let count = data.reduce(0) { $0 + ($1?.count ?? 0) }
    if count > Limits.points, let mark = object.keyMarks["data"] {
      add(.session(.tooManyPoints(count)), at: mark)
    }
  }

  /// Refuses too many points at one coordinate where the index of the reproduced library may get
  /// them, be it in one data set or in all together, since all of them may be given to one layer.
  private mutating func checkCrowds(_ object: ReadObject) {
    var hasCrowd = false
    for (set, entry) in zip(data, object.named("data") ?? []) {
      guard let set, let problem = ScenarioBuilder.crowd(in: set.coordinates) else { continue }
      add(.session(problem), at: entry.object.mark)
      hasCrowd = true
    }
    guard !hasCrowd, data.count > 1, let mark = object.keyMarks["data"] else { return }
    let all = data.flatMap { $0?.coordinates ?? [] }
    if let problem = ScenarioBuilder.crowd(in: all) { add(.session(problem), at: mark) }
  }

  private static func crowd(in coordinates: [Coordinate]) -> Diagnostic.SessionProblem? {
    guard coordinates.count > Limits.pointsAtOnePlace,
      let crowd = Crowd.largest(of: coordinates), crowd.count > Limits.pointsAtOnePlace
    else { return nil }
    return .tooManyAtOnePlace(
      crowd.count, latitude: crowd.place.latitude, longitude: crowd.place.longitude)
  }

  private mutating func dataSet(_ object: ReadObject, name: String) -> DataSet? {
    var set: DataSet?
    if object.keyMarks["file"] != nil {
      set = filePoints(object, name: name)
    } else if let points = object.list("points") {
      set = writtenPoints(points, name: name)
    } else if let cities = object.object("like cities") {
      set = drawnPoints(cities, name: name)
    }
    guard var set else { return nil }
    if let center = object.object("around")?.coordinate, let limit = object.decimal("within") {
      set = set.filtered(around: center, withinKilometres: limit)
    }
    guard set.count > 0 else {
      add(.session(.noPointsLeft), at: object.keyMarks["around"] ?? object.mark)
      return nil
    }
    guard let first = object.whole("first") else { return set }
    guard first <= set.count else {
      let mark = object["first"]?.mark ?? object.mark
      add(.session(.tooFewPoints(asked: Int(first), available: set.count)), at: mark)
      return nil
    }
    return set.first(Int(first))
  }

  private mutating func filePoints(_ object: ReadObject, name: String) -> DataSet? {
    guard let path = object.text("file"), let mark = object["file"]?.mark else { return nil }
    guard Lookup.isPortable(path) else {
      add(.file(.notPortable(path)), at: mark)
      return nil
    }
    let found = lookup.find(lookup.places(ofData: path), limit: Limits.dataBytes)
    let problem: Diagnostic.FileProblem
    switch found?.content {
    case .bytes(let bytes)?: return table(at: found?.path ?? path, bytes, file: path, name: name)
    case .missing?, nil: problem = .missing(path: path, tried: lookup.places(ofData: path))
    case .notAFile(let what)?: problem = .notAFile(path: found?.path ?? path, what: what)
    case .unreadable?: problem = .unreadable(path: found?.path ?? path)
    case .tooLarge?: problem = .tooLarge(maximum: Limits.dataBytes)
    }
    add(.file(problem), at: mark)
    return nil
  }

  private mutating func table(
    at place: String, _ bytes: [UInt8], file path: String, name: String
  ) -> DataSet? {
    switch cache.table(at: place, bytes: bytes) {
    case .success(let table):
      return DataSet(
        name: name, file: path, ids: table.ids, coordinates: table.coordinates,
        titles: table.titles)
    case .failure(let faults):
      // The same file may be named twice; its faults are listed once.
      if !fileFaults.contains(where: { $0.file == place }) { fileFaults += faults.all }
      return nil
    }
  }

  private mutating func writtenPoints(_ values: [ReadValue], name: String) -> DataSet? {
    var set = DataSet(name: name, file: nil, ids: [], coordinates: [], titles: [])
    var lines: [String: Int] = [:]
    let viewport = map?.viewport
    for (number, value) in values.enumerated() {
      guard case .object(let point) = value.content,
        let id = point.keyMarks["id"] == nil ? "\(number + 1)" : point.text("id")
      else { continue }
      let mark = point["id"]?.mark ?? value.mark
      if let line = lines[id] {
        add(.session(.duplicateID(id, firstLine: line)), at: mark)
      }
      lines[id] = mark.line
      let isPlaced = point.keyMarks["at"] != nil
      guard let coordinate = isPlaced ? place(of: point, in: viewport) : point.coordinate else {
        continue
      }
      set.ids.append(id)
      set.coordinates.append(coordinate)
      set.titles.append(point.text("title") ?? (isPlaced ? id : ""))
    }
    // With a faulty point left out, what later steps say of rows could not be judged.
    return set.count == values.count ? set : nil
  }

  /// The place that the map shows at a point of the screen when the session begins; nil after a
  /// fault.
  private mutating func place(of point: ReadObject, in viewport: Viewport?) -> Coordinate? {
    guard let viewport, let value = point["at"], let spot = point.position("at") else { return nil }
    let place = Projection.coordinate(for: viewport.mapPoint(at: spot))
    // Beyond the northern and the southern end of the world there is none.
    let shown = viewport.screenPoint(for: Projection.mapKit.mapPoint(for: place))
    guard (shown.y - spot.y).magnitude < 0.5 else {
      add(.map(.noPlaceThere(value.text)), at: value.mark)
      return nil
    }
    return place
  }
}
