internal import MapConfiguration
internal import MapGeometry
internal import ScenarioFiles
internal import Scenarios

/// A decision of the model that no publication settles, with the other values that it can have.
public struct Assumption: Sendable {
  /// A value other than the default.
  public struct Value: Sendable {
    /// The value as a scenario writes it.
    public let words: String
    /// Replaces the default in a scenario.
    let apply: @Sendable (inout Scenario) -> Void
  }

  /// The key by which a scenario sets it.
  public let name: String
  /// The default as a scenario writes it.
  public let standard: String
  /// The evidence for the default, in words.
  public let evidence: String
  /// The values to try.
  public let values: [Value]
}

/// One value of one assumption, by their indexes in the list of assumptions.
struct Setting: Codable, Hashable, Sendable {
  var assumption: Int
  var value: Int

  /// The option and the value, as `hit slop` 10 pt.
  var words: String {
    let option = Assumption.options[assumption]
    return "`\(option.name)` \(option.values[value].words)"
  }
}

extension Assumption {
  /// The options of the model whose evidence is not a documentation, in the order of the reference.
  ///
  /// A choice has all of its other values. An amount has its example, its half and its double,
  /// within its range. A zoom level is a scale, so its half and double are the levels beside it.
  public static let options =
    keysOfMap + described(MapOptions.definitions, \.map)
    + described(ViewportOptions.definitions, \.viewport)

  /// The indexes of the options that a scenario leaves to the model: it writes no value for them.
  static func open(in scenario: Scenario) -> [Int] {
    options.indices.filter { !scenario.writtenOptions.contains(options[$0].name) }
  }

  /// The two keys of `map` that are assumptions.
  private static var keysOfMap: [Assumption] {
    let margin = MapKeys.viewMargin.field
    let fit = MapKeys.regionFit.field
    // As for any amount: half and double.
    let margins = margin.standard.flatMap(Double.init).map { [$0 / 2, $0 * 2] } ?? []
    let fits = RegionFit.allCases.filter { $0.rawValue != fit.standard }
    return [
      Assumption(
        name: margin.key, standard: margin.standard ?? "",
        evidence: OptionEvidence.decision.words,
        values: margins.map { number in
          Value(words: ValueType.words(number)) { $0.map.viewMarginFraction = number }
        }),
      Assumption(
        name: fit.key, standard: fit.standard ?? "", evidence: OptionEvidence.decision.words,
        values: fits.map { fit in
          Value(words: fit.rawValue) { $0.map.viewportOptions.regionFit = fit }
        }),
    ]
  }

  private static func described<Options>(
    _ definitions: [OptionDefinition<Options>],
    _ part: any WritableKeyPath<ModelOptions, Options> & Sendable
  ) -> [Assumption] {
    let words = Dictionary(
      ModelOptions.entries.map { ($0.field.key, $0.words) }, uniquingKeysWith: { first, _ in first }
    )
    return definitions.filter { $0.evidence != .documented }.map { definition in
      let others = definition.values.others(
        than: definition.value(.standard), example: definition.example)
      return Assumption(
        name: definition.name, standard: words[definition.name]?(ModelOptions()) ?? "",
        evidence: definition.evidence.words,
        values: others.compactMap { other in
          var options = ModelOptions()
          guard definition.set(&options[keyPath: part], other) else { return nil }
          return Value(words: words[definition.name]?(options) ?? "") { scenario in
            var options = ModelOptions(
              map: scenario.options, viewport: scenario.map.viewportOptions)
            _ = definition.set(&options[keyPath: part], other)
            (scenario.options, scenario.map.viewportOptions) = (options.map, options.viewport)
          }
        })
    }
  }
}

extension Field {
  /// The value in words that an absent key has; nil when the key is needed.
  fileprivate var standard: String? {
    if case .default(let words) = need { words } else { nil }
  }
}

extension OptionValues {
  /// The values to try in place of a default, each once.
  func others(than standard: OptionValue, example: OptionValue) -> [OptionValue] {
    var others: [OptionValue] = []
    for value in [example] + amounts(around: standard) + choices
    where value != standard && !others.contains(value) {
      others.append(value)
    }
    return others
  }

  private var choices: [OptionValue] {
    switch self {
    case .flag: [.flag(false), .flag(true)]
    case .words(let words): words.map { .word($0) }
    case .whole, .decimals, .points, .meters, .zoomLevels, .times: []
    }
  }

  /// Half and double of an amount, within the range.
  private func amounts(around standard: OptionValue) -> [OptionValue] {
    switch (self, standard) {
    case (.whole(let range), .whole(let number)):
      [number / 2, number * 2].map { .whole($0.clamped(to: range)) }
    case (.decimals(let range), .decimal(let number)), (.points(let range), .decimal(let number)),
      (.meters(let range), .decimal(let number)):
      [number / 2, number * 2].map { .decimal($0.clamped(to: range)) }
    case (.zoomLevels(let range), .decimal(let level)):
      [level - 1, level + 1].map { .decimal($0.clamped(to: range)) }
    case (.times(let range), .time(let time)):
      [time.nanoseconds / 2, time.nanoseconds * 2].map {
        .time(SimulatedTime(nanoseconds: $0).clamped(to: range))
      }
    case (.flag, _), (.words, _), (.whole, _), (.decimals, _), (.points, _), (.meters, _),
      (.zoomLevels, _), (.times, _):
      []
    }
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
