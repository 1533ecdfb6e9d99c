public import MapConfiguration
public import MapGeometry
public import Scenarios

extension ScenarioSchema {
  static let options = ObjectSchema(
    .options,
    "Decisions about the map's behavior. Assumptions.md has the evidence for each default, and "
      + "every report lists the current values.", fields: ModelOptions.entries.map(\.field),
    example: "{deceleration: normal, interruption: one pair, re-entry limit: 4}")
}

/// All decisions of the model that a scenario's `options` can change.
public struct ModelOptions: Hashable, Sendable {
  /// The options of the map's behavior.
  public var map: MapOptions
  /// The options of the map's geometry; the region fit is set by the key `map`.
  public var viewport: ViewportOptions

  /// Makes options of their parts.
  public init(map: MapOptions = .standard, viewport: ViewportOptions = .standard) {
    self.map = map
    self.viewport = viewport
  }

  /// Sets the option of a key to a value that the schema of `options` lets pass.
  ///
  /// - Returns: Whether there is such a key and it takes the value.
  public mutating func set(_ key: String, to scalar: Scalar) -> Bool {
    ModelOptions.entries.first { $0.field.key == key }?.set(&self, scalar) ?? false
  }
}

extension ScenarioBuilder {
  func options(_ object: ReadObject?) -> ModelOptions {
    ModelOptions.entries.taking(object, over: ModelOptions.ofDefaults)
  }
}

extension ModelOptions {
  /// The options of a scenario that writes none.
  fileprivate static let ofDefaults = entries.reduce(into: ModelOptions()) { options, entry in
    if case .scalar(let scalar)? = ScenarioSchema.options.standard(of: entry.field.key)?.content {
      _ = entry.set(&options, scalar)
    }
  }

  /// The table of the options, which the reader, the reference and the reports share.
  package static let entries =
    MapOptions.definitions.map { OptionEntry($0, of: \.map) }
    + ViewportOptions.definitions.map { OptionEntry($0, of: \.viewport) }
}

/// One option as scenarios write it.
package struct OptionEntry<Options>: Sendable {
  package let field: Field
  /// The evidence for the default.
  package let evidence: OptionEvidence
  package let source: String
  /// The evidence for the default, with its source.
  package var basis: String { evidence.words + (source.isEmpty ? "" : ": \(source)") }
  /// The value as a scenario would write it.
  package let words: @Sendable (Options) -> String
  /// Sets a value, or returns false when the field does not accept it.
  let set: @Sendable (inout Options, Scalar) -> Bool

  init<Part>(
    _ option: OptionDefinition<Part>, of part: any WritableKeyPath<Options, Part> & Sendable,
    need: (_ words: (Options) -> String) -> Field.Need
  ) {
    let (type, unit) = option.values.type
    let words: @Sendable (Options) -> String = {
      option.value($0[keyPath: part]).words(in: unit)
    }
    field = Field(
      option.name, type, need(words), option.help, example: option.example.words(in: unit))
    (evidence, source, self.words) = (option.evidence, option.source, words)
    set = { options, scalar in
      OptionValue(scalar).map { option.set(&options[keyPath: part], $0) } ?? false
    }
  }
}

extension OptionEntry<ModelOptions> {
  fileprivate init<Part>(
    _ option: OptionDefinition<Part>, of part: any WritableKeyPath<Options, Part> & Sendable
  ) { self.init(option, of: part) { .default($0(ModelOptions())) } }
}

extension OptionValues {
  /// The type in the language, and the unit behind a number.
  fileprivate var type: (ValueType, unit: String) {
    switch self {
    case .flag: (.flag, "")
    case .words(let words): (.choice(words), "")
    case .whole(let range): (.whole(range), "")
    case .decimals(let range): (.decimal(range), "")
    case .points(let range): (.points(range), " pt")
    case .meters(let range): (.length(range), " m")
    case .zoomLevels(let range): (.levels(range), " levels")
    case .times(let range): (.duration(range), "")
    }
  }
}

extension OptionValue {
  fileprivate init?(_ scalar: Scalar) {
    switch scalar {
    case .flag(let flag): self = .flag(flag)
    case .text(let word): self = .word(word)
    case .whole(let number): self = .whole(number)
    case .decimal(let number): self = .decimal(number)
    case .duration(let time): self = .time(time)
    default: return nil
    }
  }

  fileprivate func words(in unit: String) -> String {
    switch self {
    case .flag(let flag): flag ? "yes" : "no"
    case .word(let word): word
    case .whole(let number): "\(number)"
    case .decimal(let number): ValueType.words(number) + unit
    case .time(let time): ValueType.words(time)
    }
  }
}

extension Array {
  /// Options with their values replaced by those that are written in an object.
  func taking<Options>(_ object: ReadObject?, over options: Options) -> Options
  where Element == OptionEntry<Options> {
    guard let object else { return options }
    var options = options
    for (key, value) in object.values.pairs {
      guard case .scalar(let scalar) = value.content else { continue }
      guard let entry = first(where: { $0.field.key == key }) else { continue }
      let isSet = entry.set(&options, scalar)
      precondition(isSet, "'\(key)' is declared but never set")
    }
    return options
  }
}

/// A decision of the model in effect, in words for a report.
public struct OptionInForce: Hashable, Sendable {
  /// The key by which a scenario sets it.
  public var name: String
  /// The value, as a scenario would write it.
  public var value: String
  /// Whether it is the model's own choice.
  public var isDefault: Bool

  /// The value of a field whose default is the model's choice.
  init(_ field: Field, value: String) {
    (name, self.value) = (field.key, value)
    isDefault = field.need == .default(value)
  }
}

/// A decision of the model with its possible values.
public struct OptionChoices: Hashable, Sendable {
  /// The object that has the key: `options` or `map`.
  public var holder: String
  /// The key by which a scenario sets it.
  public var name: String
  /// The values that a scenario can choose; empty for an amount.
  public var values: [String]
  /// An amount other than the default.
  public var example: String
  /// The default, as a scenario would write it.
  public var standard = ""

  init(_ field: Field, of holder: ObjectKind) {
    (self.holder, name, example) = (holder.name, field.key, field.example)
    switch field.type {
    case .choice(let words): values = words
    case .flag: values = ["yes", "no"]
    default: values = []
    }
    if case .default(let text) = field.need { standard = text }
  }
}

extension Scenario {
  /// Every decision of the model, in the order of the schema.
  public static var optionChoices: [OptionChoices] {
    [MapKeys.viewMargin.field, MapKeys.regionFit.field].map { OptionChoices($0, of: .map) }
      + ModelOptions.entries.map { OptionChoices($0.field, of: .options) }
  }

  /// Every decision of the model in effect, in the order of the schema.
  public var optionsInForce: [OptionInForce] {
    let options = ModelOptions(map: options, viewport: map.viewportOptions)
    return mapOptionsInForce
      + ModelOptions.entries.map { OptionInForce($0.field, value: $0.words(options)) }
  }

  /// The decisions that the scenario writes, in the order of the schema.
  package var writtenOptionsInForce: [OptionInForce] {
    let options = ModelOptions(map: options, viewport: map.viewportOptions)
    return mapOptionsInForce.filter { writtenOptions.contains($0.name) }
      + ModelOptions.entries.lazy.filter { writtenOptions.contains($0.field.key) }
      .map { OptionInForce($0.field, value: $0.words(options)) }
  }

  /// The decisions that are keys of `map`.
  private var mapOptionsInForce: [OptionInForce] {
    [
      OptionInForce(MapKeys.viewMargin.field, value: ValueType.words(map.viewMarginFraction)),
      OptionInForce(MapKeys.regionFit.field, value: map.regionFit.rawValue),
    ]
  }
}
