internal import MapGeometry

/// A decision of the model that is in force, in words for a report.
public struct OptionInForce: Hashable, Sendable {
  /// The key by which a scenario sets it.
  public var name: String
  /// The value, as a scenario would write it.
  public var value: String
  /// Whether it is the model's own choice.
  public var isStandard: Bool

  /// Makes an option of its parts.
  public init(name: String, value: String, isStandard: Bool) {
    self.name = name
    self.value = value
    self.isStandard = isStandard
  }
}

extension OptionInForce {
  /// The value of a field whose default is the model's choice.
  init(_ field: Field, value: String) {
    self.init(name: field.key, value: value, isStandard: field.need == .standard(value))
  }
}

extension Scenario {
  /// Every decision of the model that is in force, in the order of the language's declaration.
  public var optionsInForce: [OptionInForce] {
    let options = ModelOptions(map: options, viewport: map.viewportOptions)
    return [
      OptionInForce(Language.viewMargin, value: Shape.words(map.viewMarginFraction)),
      OptionInForce(Language.regionFit, value: map.regionFit.rawValue),
    ] + ModelOptions.entries.map { OptionInForce($0.field, value: $0.words(options)) }
  }
}
