internal import MapEvents
internal import Metrics
internal import ScenarioFiles
internal import Wire

extension JSONSchema {
  static let flagWords = ["yes", "no"]

  /// The keywords of a value.
  func value(of type: ValueType, hasPlaceholders: Bool) -> JSON.Members {
    guard hasPlaceholders, type != .nothing else { return value(of: type) }
    switch (type, type.form) {
    // An object says of itself that a placeholder may take its place.
    case (.object, _), (_, .part): return value(of: type)
    case (.list(let item, let count), _): return list(item, count: count, hasPlaceholders: true)
    case (.named(let kind, _, let count), _): return named(kind, count: count)
    case (_, .scalar), (_, .object), (_, .items), (_, .entries):
      return orPlaceholder(value(of: type))
    }
  }

  private func value(of type: ValueType) -> JSON.Members {
    switch type {
    case .text, .path, .rule, .reference: reference(.text)
    case .whole(let range):
      number("integer", .integer(range.lowerBound), .integer(range.upperBound), SchemaPattern.whole)
    case .decimal(let range):
      number("number", .number(range.lowerBound), .number(range.upperBound), SchemaPattern.number)
    case .flag: reference(.flag)
    case .choice(let words): enumeration(words)
    case .duration: reference(.duration)
    case .memory: reference(.memory)
    case .bandwidth: reference(.bandwidth)
    case .share: reference(.share)
    case .moment:
      anyOf([["const": .string(ValueType.settled)], reference(.duration)])
    case .points: reference(.points)
    case .size, .offset, .position: reference(.pair)
    case .velocity: reference(.velocity)
    case .distance, .length: reference(.length)
    case .angle: reference(.angle)
    case .earthOffset: reference(.earthOffset)
    case .displayPriority: reference(.displayPriority)
    case .span: reference(.span)
    case .levels: reference(.levels)
    case .day:
      anyOf([
        JSONSchema.text(SchemaPattern.day, "A day such as 2027-01-31."),
        // What loaders of YAML 1.1 make of it.
        noneOf(["string", "number", "boolean", "null", "array", "object"]),
      ])
    case .device: anyOf([enumeration(BuiltInDevices.names), reference(.text)])
    case .metric: reference(.metric)
    case .condition: occurrence(besides: [])
    case .awaited: occurrence(besides: [ValueType.settled])
    case .references(let space, let count):
      anyOf([reference(.text), list(.reference(space), count: count, hasPlaceholders: false)])
    case .nothing: ["type": .line(["null", "string"]), "maxLength": .integer(0)]
    case .beginning: anyOf([enumeration(StepDefinition.sinceWords), reference(.text)])
    case .instant:
      anyOf([enumeration(SessionMoment.reserved.map(\.name)), reference(.text)])
    case .anything: [:]
    case .some(let kind): some(kind)
    case .someNamed(let kind):
      ["type": "object", "additionalProperties": .members(some(kind))]
    case .object(let kind): JSONSchema.reference(JSONSchema.name(of: kind))
    case .either(let type, let kind):
      anyOf([value(of: type), JSONSchema.reference(JSONSchema.name(of: kind))])
    // A condition, so that what is wrong is found where it is, not in a choice of two.
    case .objects(let kind, let count):
      [
        "if": .line(["type": "array"]),
        "then": .members(list(.object(kind), count: count, hasPlaceholders: false)),
        "else": .members(JSONSchema.reference(JSONSchema.name(of: kind))),
      ]
    case .list(let item, let count): list(item, count: count, hasPlaceholders: false)
    case .named(let kind, _, let count): named(kind, count: count)
    case .variants(let count):
      anyOf([
        list(modes, count: count, hasPlaceholders: false), named(.variant, count: count), matrix,
      ])
    }
  }

  /// A condition, an event or one of some words.
  private func occurrence(besides words: [String]) -> JSON.Members {
    anyOf([
      enumeration(words + MapCondition.words.map(\.word) + NamedEvent.allCases.map(\.rawValue)),
      ["type": "string", "pattern": .string(SchemaPattern.condition)],
    ])
  }

  /// Some keys of an object, with nothing that it must have.
  private func some(_ kind: ObjectKind) -> JSON.Members {
    let properties = schema.object(kind).fields.map { field -> JSON.Member in
      if case .object(let inner) = field.type {
        return JSON.Member(field.key, .members(some(inner)))
      }
      return JSON.Member(field.key, .members(value(of: field.type)))
    }
    return [
      "type": "object", "properties": .members(properties), "additionalProperties": false,
    ]
  }

  /// A list of values, or values under names, for each key that varies.
  private var matrix: JSON.Members {
    let axes = schema.object(.variant).fields.map { field -> JSON.Member in
      let value = JSON.members(value(of: field.type))
      return JSON.Member(
        field.key,
        .members(
          anyOf([
            ["type": "array", "minItems": .integer(1), "items": value],
            ["type": "object", "minProperties": .integer(1), "additionalProperties": value],
          ])))
    }
    return [
      "type": "object", "properties": .members(axes), "additionalProperties": false,
      "minProperties": .integer(1),
    ]
  }

  /// The type of a variant in a list.
  private var modes: ValueType { schema.object(.variant).field("mode")?.type ?? .name }

  private func list(
    _ item: ValueType, count: ClosedRange<Int>, hasPlaceholders: Bool
  ) -> JSON.Members {
    type("array", hasPlaceholders: hasPlaceholders)
      + ["items": .members(value(of: item, hasPlaceholders: hasPlaceholders))]
      + limits(count, "Items")
  }

  /// The type of an object or a list, in whose place a placeholder may stand.
  func type(_ name: String, hasPlaceholders: Bool) -> JSON.Members {
    guard hasPlaceholders else { return ["type": .string(name)] }
    return [
      "type": .line(.texts([name, "string"])), "pattern": .string(SchemaPattern.placeholder),
    ]
  }

  private func named(_ kind: ObjectKind, count: ClosedRange<Int>) -> JSON.Members {
    [
      "type": "object",
      "additionalProperties": .line(.members(JSONSchema.reference(JSONSchema.name(of: kind)))),
      "propertyNames": .line(["minLength": .integer(1)]),
    ] + limits(count, "Properties")
  }

  private func limits(_ count: ClosedRange<Int>, _ what: String) -> JSON.Members {
    (count.lowerBound > 0 ? ["min\(what)": .int(count.lowerBound)] : [:])
      + ["max\(what)": .int(count.upperBound)]
  }

  /// A bare number, which loaders make of it, or one in quotes.
  private func number(
    _ type: String, _ minimum: JSON, _ maximum: JSON, _ pattern: String
  ) -> JSON.Members {
    [
      "type": .line(.texts([type, "string"])), "minimum": minimum, "maximum": maximum,
      "pattern": .string("^\(pattern)$"),
    ]
  }

  private func enumeration(_ words: [String]) -> JSON.Members {
    ["enum": .line(.texts(words))]
  }

  private func anyOf(_ alternatives: [JSON.Members]) -> JSON.Members {
    ["anyOf": .array(alternatives.map { .members($0) })]
  }

  private func orPlaceholder(_ members: JSON.Members) -> JSON.Members {
    anyOf([members, reference(.placeholder)])
  }

  private func reference(_ shared: SharedValue) -> JSON.Members {
    JSONSchema.reference(shared.rawValue)
  }
}

/// The definitions of values that many keys share.
private enum SharedValue: String, CaseIterable {
  case text = "text-value"
  case flag = "flag-value"
  case duration = "duration-value"
  case memory = "memory-value"
  case points = "points-value"
  case pair = "points-pair-value"
  case velocity = "velocity-value"
  case length = "length-value"
  case angle = "angle-value"
  case earthOffset = "earth-offset-value"
  case displayPriority = "display-priority-value"
  case span = "span-value"
  case levels = "levels-value"
  case bandwidth = "bandwidth-value"
  case share = "share-value"
  case metric = "metric-value"
  case placeholder = "placeholder"
}

extension JSONSchema {
  /// The definitions of values.
  var scalars: [JSON.Member] {
    SharedValue.allCases.map { JSON.Member($0.rawValue, .members(definition($0))) }
  }

  private func definition(_ shared: SharedValue) -> JSON.Members {
    switch shared {
    case .text:
      anyOf([
        ["type": "string", "minLength": .integer(1)],
        // What loaders make of a name such as 7 or true.
        noneOf(["string", "null", "array", "object"]),
      ])
    // Loaders of YAML 1.1 make a boolean of it; said as what it is not, no editor offers `true`.
    case .flag:
      anyOf([
        enumeration(JSONSchema.flagWords),
        noneOf(["string", "number", "null", "array", "object"]),
      ])
    case .duration:
      quantity(AmountUnits.time.map(\.name), "A duration such as 250 ms or 1.5 s.")
    case .memory:
      quantity(AmountUnits.memory.map(\.name), "An amount such as 512 B or 2 KiB.")
    case .bandwidth:
      quantity(ScalarReader.bandwidthUnits.map(\.name), "A bandwidth such as 2 Mbit/s.")
    case .share: quantity(ScalarReader.shareUnits.map(\.name), "A share such as 5 %.")
    case .points: quantity(ScalarReader.pointUnits, "A distance such as 12 pt.")
    case .pair: pair(ScalarReader.pointUnits, "Two distances such as 100 x 200 pt.")
    case .velocity: pair(ScalarReader.speedUnits, "A speed such as 1200 x 0 pt/s.")
    case .length: quantity(ScalarReader.lengthUnits, "A length such as 500 m or 2 km.")
    case .angle: quantity(ScalarReader.angleUnits, "An angle such as 30 deg.")
    case .earthOffset: pair(ScalarReader.angleUnits, "An offset such as 0.01 x -0.02 deg.")
    case .displayPriority:
      anyOf([
        enumeration(ScalarReader.displayPriorities.map(\.name)),
        number("number", .integer(0), .integer(1_000), SchemaPattern.number),
      ])
    case .span: pair(ScalarReader.spanUnits, "A span such as 45 km x 45 km.")
    case .levels: quantity(ScalarReader.levelUnits, "Zoom levels such as 1 level or -2 levels.")
    case .metric:
      anyOf([
        [
          "enum": .texts(Metric.allCases.map(\.name) + AllocationCount.allCases.map(\.name)),
          "enumDescriptions": .texts(
            Metric.allCases.map(\.definition.help) + AllocationCount.allCases.map(\.help)),
        ], JSONSchema.text(SchemaPattern.framesLater, ExpectedMetric.help),
      ])
    case .placeholder:
      [
        "description": "A name of `for each` or of a part's parameters, whose value stands here.",
        "type": "string", "pattern": .string(SchemaPattern.placeholder),
      ]
    }
  }

  private func noneOf(_ types: [String]) -> JSON.Members {
    ["not": .line(["type": .texts(types)])]
  }

  private func quantity(_ units: [String], _ words: String) -> JSON.Members {
    JSONSchema.text(SchemaPattern.quantity(SchemaPattern.number, units), words)
  }

  private func pair(_ units: [String], _ words: String) -> JSON.Members {
    JSONSchema.text(SchemaPattern.pair(units), words)
  }

  private static func text(
    _ pattern: String, _ words: String, type: JSON = "string"
  ) -> JSON.Members {
    ["type": type, "pattern": .string("^\(pattern)$"), "patternErrorMessage": .string(words)]
  }
}

extension JSONSchema {
  /// The definitions of metrics, and those of their rules, one for each unit.
  var metrics: [JSON.Member] {
    Metric.allCases.map { JSON.Member(name(of: $0), .members(definition($0))) }
      + MeasuredFigure.all.map { JSON.Member(name(of: $0), .members(definition($0))) }
      + MetricUnit.allCases.flatMap { unit in
        [
          JSON.Member(JSONSchema.rules(unit), .members(rules(unit))),
          JSON.Member(JSONSchema.rule(unit), .members(rule(unit))),
        ]
      }
  }

  private static func rules(_ unit: MetricUnit) -> String { "rules-for-\(hyphened(unit.rawValue))" }
  private static func rule(_ unit: MetricUnit) -> String { "rule-for-\(hyphened(unit.rawValue))" }

  private func definition(_ metric: Metric) -> JSON.Members {
    let definition = metric.definition
    let example = "at most \(definition.unit.definition.example)"
    let help = """
      \(definition.help)
      Unit: \(definition.unit.rawValue); better: \(definition.better.rawValue).
      Not evaluated when: \(ScenarioReference.absence(of: definition.opportunity)).
      """
    return ["description": .string(help)]
      + JSONSchema.reference(JSONSchema.rules(definition.unit)) + [
        "examples": .line([.string(example)]),
        "defaultSnippets": JSONSchema.snippet(metric.name, definition.help, body: example),
      ]
  }

  private func definition(_ figure: MeasuredFigure) -> JSON.Members {
    let example = "at most \(figure.unit.definition.example)"
    return ["description": .string("\(figure.help)\n\(figure.effect)")]
      + JSONSchema.reference(JSONSchema.rules(figure.unit))
      + ["examples": .line([.string(example)])]
  }

  /// A rule, or one for each variant.
  private func rules(_ unit: MetricUnit) -> JSON.Members {
    let rules = JSONSchema.text(
      SchemaPattern.rule(unit), JSONSchema.words(unit), type: .line(["string", "object"]))
    let rule = JSON.line(.members(JSONSchema.reference(JSONSchema.rule(unit))))
    return orPlaceholder(
      rules + ["additionalProperties": rule, "minProperties": .integer(1)])
  }

  private func rule(_ unit: MetricUnit) -> JSON.Members {
    orPlaceholder(JSONSchema.text(SchemaPattern.rule(unit), JSONSchema.words(unit)))
  }

  private static func words(_ unit: MetricUnit) -> String {
    "A rule such as at most \(unit.definition.example)."
  }
}

/// Regular expressions for the texts that ``ScalarReader`` and ``RuleReader`` read, in the part of
/// their language that all validators share.
enum SchemaPattern {
  static let framesLater =
    "\(ExpectedMetric.framesLaterThan) \(quantity(positive, AmountUnits.time.map(\.name)))"
  static let placeholder = #"\$\{[^}]+\}"#
  static let day = "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
  static let whole = "-?\(natural)"
  static let number = "-?\(positive)"
  private static let natural = "(?:0|[1-9][0-9]*)"
  private static let positive = #"\#(natural)(?:\.[0-9]+)?"#

  static func quantity(_ number: String, _ units: [String]) -> String {
    "\(number) *\(oneOf(units))"
  }

  private static func oneOf(_ units: [String]) -> String {
    units.count == 1 ? units[0] : "(?:\(units.joined(separator: "|")))"
  }

  /// Two numbers; the unit of the second one serves both.
  static func pair(_ units: [String]) -> String {
    "\(number) *(?:\(oneOf(units)) +)?x *\(quantity(number, units))"
  }

  static let condition: String = {
    let count =
      "\(oneOf(MapCondition.Quantity.allCases.map(\.rawValue))) "
      + "+(?:(?:at +most|at +least|exactly) +\(natural)|between +\(natural) +and +\(natural))"
    let words = MapCondition.words.map(\.word)
    let (condition, event) = (oneOf(words + [count]), oneOf(NamedEvent.allCases.map(\.rawValue)))
    let either = oneOf([condition, event])
    return "^(?:\(condition)(?: and \(condition))*|\(either)(?: or \(either))*)$"
  }()

  static func rule(_ unit: MetricUnit) -> String {
    let definition = unit.definition
    let names = definition.written.map { $0.name.replacing(" ", with: " +") }
    let number = definition.isCounted ? natural : positive
    let value = names == [""] ? number : quantity(number, names)
    let words = definition.isShare ? "always|never|" : ""
    let share = quantity(positive, ["%"])
    let distance = definition.isShare ? share : "(?:\(share)|\(value))"
    let variant = "[A-Za-z0-9][A-Za-z0-9 -]*"
    return "(?:\(words)(?:at +most|at +least|exactly) +\(value)|between +\(value) +and +\(value)"
      + "|(?:within +\(distance) +of|at +(?:most|least) +\(share) +of|no +worse +than) +\(variant))"
      + "(?: +or +nothing)?"
  }
}
