import MapConfiguration
import MapGeometry
import Metrics
import Scenarios

/// What differs from variant to variant.
struct Version: Equatable {
  var layers: [LayerSetup]
  var options: ModelOptions
  var device: DeviceProfile?
}

extension ScenarioBuilder {
  /// The variants in the order of the file, empty without any; those that cannot be named are kept,
  /// so that expectations which mean them are not blamed.
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

  /// What each variant plays, under its name; nil is the name in a scenario without any.
  mutating func versions(
    of whole: Version, _ object: ReadObject, variants: [ReadEntry]
  ) -> [(variant: String?, version: Version)] {
    guard !variants.isEmpty else { return [(variant: nil, version: whole)] }
    let isVaried = variants.contains { variant in
      [HeadKeys.options.name, HeadKeys.device.name].contains { variant.object.keyMarks[$0] != nil }
    }
    if !isClustered.contains(true), !isVaried, let mark = object.mark(ofKey: HeadKeys.variants) {
      add(.nothingVaries, at: mark)
      return []
    }
    var versions: [(variant: String?, version: Version)] = []
    for variant in variants {
      var version = whole
      version.layers = whole.layers.map { layer($0, object, overriddenBy: variant.object) }
      version.options = options(object, of: variant.object)
      if variant.object[HeadKeys.device] != nil { version.device = device(variant.object) }
      // After a fault, variants may differ in what was left out.
      if reader.faults.isEmpty, let other = versions.first(where: { $0.version == version }) {
        add(.sameVariant(variant.name, other.variant ?? ""), at: variant.object.mark)
      }
      versions.append((variant: variant.name, version: version))
    }
    return versions
  }

  /// The options in force for a variant: its own over those of the scenario.
  func options(_ object: ReadObject, of variant: ReadObject) -> ModelOptions {
    let own = object[HeadKeys.options]
    guard let other = variant[HeadKeys.options] else { return options(own) }
    return options(own.map { $0.overridden(by: other) } ?? other)
  }

  private func layer(
    _ layer: LayerSetup, _ object: ReadObject, overriddenBy variant: ReadObject
  ) -> LayerSetup {
    var layer = layer
    let entry = (object[HeadKeys.layers] ?? []).first { $0.name == layer.name }
    guard layer.cluster != nil, let cluster = entry?.object[LayerKeys.cluster] else { return layer }
    layer.cluster = (try? clusterSetup(cluster.overridden(by: variant))) ?? layer.cluster
    return layer
  }

  /// Refuses metrics of a canary that nothing expects, of any or of one of its variants.
  mutating func checkExpected(_ metric: Metric, at mark: YAMLMark) {
    let rules = expected.filter { $0.metric == metric }
    guard !rules.isEmpty else {
      add(.neverExpected(metric.name), at: mark)
      return
    }
    let missed = variantNames.first { name in
      !rules.contains { $0.variant == nil || $0.variant == name }
    }
    if let missed { add(.neverExpected(metric.name, of: missed), at: mark) }
  }
}

extension Scenario {
  /// This session as a variant plays it, and what is expected of it.
  func played(as variant: String?, _ version: Version) -> Scenario {
    var scenario = self
    scenario.variant = variant
    scenario.layers = version.layers
    scenario.options = version.options.map
    scenario.map.viewportOptions = version.options.viewport
    scenario.map.viewportOptions.regionFit = map.regionFit
    if let device = version.device { scenario.device = device }
    guard let variant else { return scenario }
    scenario.expectations = Scenario.expectations(expectations, of: variant)
    scenario.steps = Scenario.steps(steps, of: variant)
    return scenario
  }

  private static func expectations(
    _ all: [PlacedExpectation], of variant: String
  ) -> [PlacedExpectation] {
    all.filter { $0.variant == nil || $0.variant == variant }
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
