import MapConfiguration
import Metrics
import Scenarios

/// The layers as one variant has them; its name is nil in a scenario without any.
typealias LayerVersion = (variant: String?, layers: [LayerSetup])

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

  mutating func versions(
    of layers: [LayerSetup], _ object: ReadObject, variants: [ReadEntry]
  ) -> [LayerVersion] {
    guard !variants.isEmpty else { return [(variant: nil, layers: layers)] }
    if !isClustered.contains(true), let mark = object.mark(ofKey: HeadKeys.variants) {
      add(.nothingVaries, at: mark)
      return []
    }
    var versions: [LayerVersion] = []
    for variant in variants {
      let changed = layers.map { self.layer($0, object, overriddenBy: variant.object) }
      // After a fault, variants may differ in what was left out.
      if reader.faults.isEmpty, let other = versions.first(where: { $0.layers == changed }) {
        add(.sameVariant(variant.name, other.variant ?? ""), at: variant.object.mark)
      }
      versions.append((variant: variant.name, layers: changed))
    }
    return versions
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
  /// This session with the layers of a variant and what is expected of it.
  func version(_ version: LayerVersion) -> Scenario {
    var scenario = self
    scenario.variant = version.variant
    scenario.layers = version.layers
    guard let variant = version.variant else { return scenario }
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
