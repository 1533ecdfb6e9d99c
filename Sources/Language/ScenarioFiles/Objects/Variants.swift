import Callouts
import Clustering
import MapConfiguration
import MapGeometry
import Metrics
import Scenarios

/// The keys of a variant: keys of the scenario, and short names for keys inside every
/// layer.
enum VariantKeys {
  private static let map = Key(
    "map", .unresolved(.some(.map)), .derived("as the scenario says"), "The map view.",
    example: "{size: 844 x 390 pt}")
  private static let options = Key(
    "options", .unresolved(.some(.options)), .derived("as the scenario says"), "Single options.",
    example: "{main thread: free}")
  private static let app = Key(
    "app", .unresolved(.some(.app)), .derived("as the scenario says"),
    "The reactions of the app to the map.",
    example: "{when region changed: {set center: {lat: 1, lon: 2, animated: no}}}")
  private static let data = Key(
    "data", .unresolved(.someNamed(.data)), .derived("as the scenario says"),
    "Data sets of the scenario, by their names.", example: "{cities: {first: 500}}")
  private static let layers = Key(
    "layers", .unresolved(.someNamed(.layer)), .derived("as the scenario says"),
    "Layers of the scenario, by their names.", example: "{cities: {callout: {adjust: ideal}}}")
  private static let mapSize = Key(
    "map size", .size(Limits.viewSidePoints), .derived("as the scenario says"),
    "Width and height of the map view.", example: "844 x 390 pt")
  private static let calloutSize = Key(
    "callout size", .size(Limits.viewSidePoints), .derived("as the layer says"),
    "The extent of every callout that has one.", example: "300 x 108 pt")

  static func all(_ engines: EngineCatalog, _ adjusters: AdjusterCatalog) -> [any ObjectKey] {
    let head: [any ObjectKey] = [
      HeadKeys.seed.needing(.derived("as the scenario says")),
      HeadKeys.device.needing(.derived("as the scenario says")), map, mapSize, options, app,
      data, layers, calloutSize,
      CalloutKeys.adjust(adjusters).needing(.derived("as the layer says")),
    ]
    return head + ClusterKeys.all(engines).map { $0.needing(.derived("as the layer says")) }
  }

  /// Whether a key belongs to the scenario itself.
  static func isWhole(_ key: String) -> Bool {
    [
      HeadKeys.seed.name, HeadKeys.device.name, map.name, options.name, app.name, data.name,
      layers.name,
    ].contains(key)
  }

  /// Whether a key can change the places of points: some are placed by the view of the map.
  static func placesPoints(_ key: String) -> Bool {
    [data.name, map.name, mapSize.name, options.name].contains(key)
  }

  /// The paths of a short key in a scenario: one in every layer that has the object.
  static func paths(of key: String, in scenario: [YAMLPair]) -> [[String]] {
    guard !isWhole(key) else { return [] }
    if key == mapSize.name { return [[map.name, MapKeys.size.name]] }
    let isOfCallout = key == calloutSize.name || key == "adjust"
    let own = key == calloutSize.name ? "size" : key
    return pairs(layers.name, in: scenario).flatMap { layer -> [[String]] in
      guard case .map(let parts) = layer.value.content else { return [] }
      let path = [layers.name, layer.key.text ?? ""]
      func has(_ part: String) -> Bool { parts.contains { $0.key.text == part } }
      guard isOfCallout else {
        let cluster = LayerKeys.cluster.name
        return has(cluster) ? [path + [cluster, own]] : []
      }
      let callouts = LayerKeys.callouts.name
      let all =
        parts.filter { $0.key.text == LayerKeys.callout.name }.map { (path: path, callout: $0) }
        + pairs(callouts, in: parts).map { (path: path + [callouts], callout: $0) }
      return all.filter { takes(own, $0.callout.value.pairs) }
        .map { $0.path + [$0.callout.key.text ?? "", own] }
    }
  }

  /// Whether a callout of its style can have a key.
  private static func takes(_ key: String, _ callout: [YAMLPair]) -> Bool {
    let schema = ScenarioSchema.object(.callout)
    return schema.rules.allSatisfy { rule in
      guard case .only(key, let other, let words) = rule else { return true }
      if let word = callout.first(where: { $0.key.text == other })?.value.text {
        return words.contains(word)
      }
      guard case .default(let word) = schema.field(other)?.need else { return true }
      return words.contains(word)
    }
  }

  private static func pairs(_ key: String, in pairs: [YAMLPair]) -> [YAMLPair] {
    pairs.first { $0.key.text == key }?.value.pairs ?? []
  }
}

extension ScenarioBuilder {
  /// The variants in the order of the file; empty without any.
  ///
  /// Variants with invalid names are kept, so that expectations on them are not reported too.
  mutating func variants(_ object: ReadObject) -> [ReadEntry] {
    let entries = object[HeadKeys.variants] ?? []
    variantNames = entries.map(\.name)
    var names: [String: String] = [:]
    for entry in entries where !entry.name.isEmpty && entry.name.count <= Limits.nameLength {
      let mark = entry.object.mark
      guard ScenarioBuilder.namesFiles(entry.name) else {
        add(.badVariantName(entry.name), at: mark)
        continue
      }
      let id = Scenario.id(ofVariant: entry.name).lowercased()
      if let other = names.updateValue(entry.name, forKey: id), other != entry.name {
        add(.oneFile(entry.name, other), at: mark)
      }
    }
    return entries
  }

  private static func namesFiles(_ name: String) -> Bool {
    func isPlain(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber)
    }
    return name.first.map(isPlain) == true && name.last.map(isPlain) == true
      && name.allSatisfy { isPlain($0) || $0 == " " || $0 == "-" }
  }

  /// The scenario of each variant, under its name; those with an error are left out.
  mutating func scenarios(_ object: ReadObject, of variants: [ReadEntry]) -> [Scenario]? {
    guard variants.contains(where: { varies($0) }) else {
      if let mark = object.mark(ofKey: HeadKeys.variants), reader.diagnostics.isEmpty {
        add(.nothingVaries, at: mark)
      }
      return scenario(object, as: nil).map { [$0] }
    }
    var scenarios: [Scenario] = []
    var sharedData: DataSets?
    var points = 0
    let count = variants.count * ScenarioBuilder.writtenSteps(of: object)
    guard count <= Limits.variantSteps else {
      add(.tooManyStepsOfVariants(count), at: object.mark(ofKey: HeadKeys.variants) ?? object.mark)
      return nil
    }
    variantTexts = variants.map {
      VariantText(name: $0.name, mark: $0.object.mark, pairs: $0.pairs)
    }
    for (number, variant) in variants.enumerated() {
      var builder = self
      let placesDiffer = variant.pairs.contains { VariantKeys.placesPoints($0.key.text ?? "") }
      if let sharedData, !placesDiffer {
        builder.data = sharedData
        builder.reader.diagnostics.addAgain(sharedData.diagnostics ?? 0..<0)
      }
      let whole = builder.reader.whole(object, written, as: variant)
      let scenario = builder.scenario(whole, as: variant)
      builder.reader.diagnostics.attribute(from: reader.diagnostics.count, toVariant: number)
      (reader, files) = (builder.reader, builder.files)
      if placesDiffer || sharedData == nil {
        points += builder.data.pointCount()
        guard points <= Limits.points else {
          add(.tooManyPointsOfVariants, at: object.mark(ofKey: HeadKeys.variants) ?? object.mark)
          // The variants after it were never read, so no diagnostic is known to be absent there.
          variantTexts = []
          return nil
        }
      }
      if sharedData == nil, !placesDiffer {
        sharedData = builder.data
        sharedData?.removeDroppedPins()
      }
      // After a diagnostic, variants may differ in what was left out.
      if let scenario, reader.diagnostics.isEmpty,
        let other = scenarios.first(where: { $0.playsAs(scenario) })
      {
        add(.sameVariant(variant.name, other.variant ?? ""), at: variant.object.mark)
      }
      if let scenario { scenarios.append(scenario) }
    }
    return scenarios.count == variants.count ? scenarios : nil
  }

  /// The number of steps in the file, including those in repetitions.
  private static func writtenSteps(of object: ReadObject) -> Int {
    [HeadKeys.setup, HeadKeys.steps, HeadKeys.teardown].reduce(0) { sum, key in
      sum + (object[key] ?? []).reduce(0) { $0 + StepDefinition.writtenCount(of: $1) }
    }
  }

  private func varies(_ variant: ReadEntry) -> Bool {
    variant.pairs.contains { pair in
      let key = pair.key.text ?? ""
      return VariantKeys.isWhole(key) || !VariantKeys.paths(of: key, in: written).isEmpty
    }
  }
}

extension Scenario {
  /// Whether another variant plays the same session.
  fileprivate func playsAs(_ other: Scenario) -> Bool {
    layers == other.layers && options == other.options && device == other.device
      && app == other.app && map == other.map && seed == other.seed && data == other.data
  }

  /// Returns this session as a variant plays it, with only the variant's expectations.
  func played(as variant: String) -> Scenario {
    var scenario = self
    scenario.variant = variant
    scenario.expectations = Scenario.expectations(expectations, of: variant)
    scenario.realExpectations = realExpectations.filter {
      $0.variant == nil || $0.variant == variant
    }
    scenario.allocationBudgets = allocationBudgets.filter {
      $0.variant == nil || $0.variant == variant
    }
    scenario.steps = Scenario.steps(steps, of: variant)
    return scenario
  }

  /// The expectations of a variant, and the values that others compare theirs with.
  private static func expectations(
    _ all: [PlacedExpectation], of variant: String
  ) -> [PlacedExpectation] {
    all.compactMap { placed in
      var placed = placed
      placed.isReference = placed.expectation.comparedVariant == variant
      let isMeant = placed.variant == nil || placed.variant == variant
      return isMeant || placed.isReference ? placed : nil
    }
  }

  private static func steps(_ steps: [Step], of variant: String) -> [Step] {
    steps.map { step in
      var step = step
      if case .expect(let all, let since) = step.action {
        step.action = .expect(expectations(all, of: variant), since: since)
      } else if case .repeat(let times, let inner) = step.action {
        step.action = .repeat(times: times, steps: self.steps(inner, of: variant))
      }
      return step
    }
  }
}
