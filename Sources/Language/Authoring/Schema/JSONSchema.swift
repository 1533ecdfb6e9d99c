internal import Metrics
public import ScenarioFiles
internal import Wire

/// The JSON Schema (draft-07) of the files that this package reads, for editors and
/// validators.
///
/// It is generated from the declaration that the reader uses. It accepts every file that
/// the reader accepts, as loaders of YAML 1.2 and 1.1 load it. The exceptions are spellings
/// that are nearly always slips: `null` as a name, and blanks around a quantity in quotes.
/// It accepts more than the reader where a value depends on another part of the file or on
/// a folder's defaults. Limits of lengths of texts and of quantities with units are in its
/// descriptions alone.
public struct JSONSchema: Sendable {
  let schema: ScenarioSchema
  /// The kinds of object in which `${name}` may stand, as a value or in place of the object.
  let kindsWithPlaceholders: Set<ObjectKind>
  /// The kinds of object that may lack keys, which then come from the scenario.
  private var partialKinds: Set<ObjectKind> = []

  /// The schemas of a language with its engines and adjusters.
  public init(_ schema: ScenarioSchema = ScenarioSchema()) {
    self.schema = schema
    kindsWithPlaceholders = schema.kinds(from: .step)
  }

  /// The schema of scenarios, as a text file.
  public var scenarios: String { document(of: .scenario, title: "Scenarios of MapReplay") }

  /// The schema of device profiles, as a text file.
  public var devices: String { document(of: .device, title: "Device profiles of MapReplay") }

  /// The schema of parts, as a text file.
  public var parts: String { document(of: .part, title: "Parts of MapReplay's scenarios") }

  /// The schema of the file of tolerances, as a text file.
  public var tolerances: String {
    document(of: .tolerances, title: "Limits that MapReplay holds counts to")
  }

  /// The schema of a folder's defaults, as a text file.
  public var defaults: String {
    var partial = self
    partial.partialKinds = schema.kinds(from: .defaults, through: \.isPutTogether)
    return partial.document(
      of: .defaults, title: "Defaults of a folder of MapReplay's scenarios")
  }

  private func document(of kind: ObjectKind, title: String) -> String {
    let declaration = schema.object(kind)
    var members: JSON.Members = [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "$comment": "Written by mapreplay schema; do not edit.", "title": .string(title),
    ]
    members += object(declaration)
    let snippet = JSONSchema.snippet(
      "a whole \(kind.name)", declaration.help, body: declaration.example)
    members += ["defaultSnippets": snippet]
    members += ["definitions": .members(definitions(usedBy: .members(members)))]
    return JSON.members(members).fileText
  }

  /// The definitions that a schema refers to, directly or through others.
  private func definitions(usedBy root: JSON) -> [JSON.Member] {
    let all =
      (ScenarioSchema.objects + ScenarioSchema.ofTolerances).map { declaration in
        JSON.Member(
          JSONSchema.name(of: declaration.kind), .members(object(schema.object(declaration.kind))))
      } + metrics + scalars
    var used: Set<String> = []
    var open = [root]
    while let next = open.popLast() {
      for name in JSONSchema.references(in: next) where used.insert(name).inserted {
        open += all.filter { $0.key == name }.map(\.value)
      }
    }
    return all.filter { used.contains($0.key) }
  }

  private static func references(in schema: JSON) -> [String] {
    switch schema {
    case .members(let members):
      members.flatMap { member in
        guard member.key == "$ref", case .string(let target) = member.value else {
          return references(in: member.value)
        }
        return [String(target.dropFirst(definitionsPath.count))]
      }
    case .array(let values): values.flatMap(references)
    case .line(let value): references(in: value)
    case .integer, .number, .string, .flag, .null, .object, .written: []
    }
  }
}

extension JSONSchema {
  private static let definitionsPath = "#/definitions/"

  /// The name of a definition: without blanks, which a reference would have to escape.
  static func name(of kind: ObjectKind) -> String { hyphened(kind.name) }

  static func hyphened(_ name: String) -> String { name.replacing(" ", with: "-") }

  static func reference(_ definition: String) -> JSON.Members {
    ["$ref": .string(definitionsPath + definition)]
  }

  /// The keywords of an object.
  private func object(_ declaration: ObjectSchema) -> JSON.Members {
    let isStep = declaration.kind == .step
    let isPartial = partialKinds.contains(declaration.kind)
    let rules = isStep || isPartial ? [] : declaration.rules
    let sentences = [declaration.help] + rules.map(ScenarioReference.sentence)
    var members: JSON.Members = [
      "description": .string(sentences.joined(separator: "\n")),
      "examples": .line([JSONSchema.example(declaration.example)]),
    ]
    members +=
      isStep
      ? ["type": .line(["object", "string"])]
      : type("object", hasPlaceholders: kindsWithPlaceholders.contains(declaration.kind))
    let properties = declaration.fields.map {
      JSON.Member($0.key, .members(property($0, in: declaration.kind)))
    }
    members += ["properties": .members(properties + openProperties(declaration.openKeys))]
    if declaration.openKeys.takesMetrics {
      let frames = JSONSchema.reference(name(of: ExpectedMetric.example.metric))
      members += [
        "patternProperties": ["^\(SchemaPattern.framesLater)$": .line(.members(frames))]
      ]
    }
    members += ["additionalProperties": others(than: declaration)]
    let required = declaration.fields.filter {
      $0.need == .required && !isPartial && !isLeftToDefaults($0, of: declaration.kind)
        && !declaration.lentKeys.contains($0.key)
    }.map(\.key)
    if !required.isEmpty { members += ["required": .line(.texts(required))] }
    members += isStep ? steps(declaration) : self.rules(rules, of: declaration)
    return members
  }

  /// Whether a folder's defaults may hold a key; only the reader can then report that it is
  /// missing.
  private func isLeftToDefaults(_ field: Field, of kind: ObjectKind) -> Bool {
    kind == .map || kind == .scenario && schema.object(.defaults).keys.contains(field.key)
  }

  /// The keywords only of steps: one key, or a bare word where the step has no value.
  private func steps(_ declaration: ObjectSchema) -> JSON.Members {
    let words =
      declaration.fields.filter(\.type.isNothing).map(\.key) + [SchemaPattern.placeholder]
    return [
      "minProperties": .integer(1), "maxProperties": .integer(1),
      // A pattern, not an enumeration: editors would offer these words a second time.
      "pattern": .string("^(?:\(words.joined(separator: "|")))$"),
      "patternErrorMessage": .string("Write a step such as \(declaration.example)."),
    ]
  }

  private func property(_ field: Field, in kind: ObjectKind) -> JSON.Members {
    var members: JSON.Members = ["description": .string(description(of: field))]
    members += value(of: field.type, hasPlaceholders: kindsWithPlaceholders.contains(kind))
    if case .default(let text) = field.need {
      members += ["default": JSONSchema.example(text)]
    }
    if !field.example.isEmpty {
      members += ["examples": .line([JSONSchema.example(field.example)])]
    }
    if kind == .step {
      let snippet = JSONSchema.snippet(field.key, field.help, body: field.example)
      members += ["defaultSnippets": snippet]
    }
    return members
  }

  private func description(of field: Field) -> String {
    var text = field.help
    let isObject = if case .object = field.type { true } else { false }
    // An object has a description of its own.
    if !isObject, field.type != .nothing {
      let value = ScenarioReference.value(of: field.type)
      text += "\n\(value.prefix(1).uppercased() + value.dropFirst())."
    }
    switch field.need {
    case .required: text += "\nRequired."
    case .optional: break
    case .default(let value), .derived(let value): text += "\nWhen left out: \(value)."
    }
    return text
  }

  /// The schema of the keys besides the fields: none, a value or, in rounds, a list of
  /// values.
  private func others(than declaration: ObjectSchema) -> JSON {
    guard declaration.openKeys == .values else { return false }
    guard declaration.kind.name == StepDefinition.forEach.field.key else { return [:] }
    return .members(type("array", hasPlaceholders: true) + ["minItems": .integer(1)])
  }

  private func openProperties(_ keys: OpenKeys) -> [JSON.Member] {
    switch keys {
    case .none, .values: []
    case .metrics: openMetrics
    case .metricsAndMeasured:
      openMetrics
        + MeasuredFigure.all.map { figure in
          JSON.Member(figure.name, .line(.members(JSONSchema.reference(name(of: figure)))))
        }
    }
  }

  private var openMetrics: [JSON.Member] {
    (Metric.allCases.map { ExpectedMetric($0) } + [.example]).map { subject in
      JSON.Member(subject.name, .line(.members(JSONSchema.reference(name(of: subject.metric)))))
    }
  }

  func name(of figure: MeasuredFigure) -> String {
    switch figure {
    case .time(let time): "time-\(JSONSchema.hyphened(time.name))"
    case .allocation(let count): "count-\(JSONSchema.hyphened(count.name))"
    }
  }

  func name(of metric: Metric) -> String { "metric-\(JSONSchema.hyphened(metric.name))" }
}

extension JSONSchema {
  private func rules(_ rules: [KeyRule], of declaration: ObjectSchema) -> JSON.Members {
    var needed: [JSON.Member] = []
    var others: [JSON] = []
    for rule in rules {
      let sentence: JSON.Members = ["errorMessage": .string(ScenarioReference.sentence(rule))]
      switch rule {
      case .exactlyOne(let keys):
        let isObject: JSON = .line(["type": "object"])
        others.append(
          kindsWithPlaceholders.contains(declaration.kind)
            ? JSONSchema.when(isObject, JSONSchema.oneOf(keys) + sentence)
            : .members(JSONSchema.oneOf(keys)))
      case .needs(let key, let other):
        if let index = needed.firstIndex(where: { $0.key == key }),
          case .line(.array(let keys)) = needed[index].value
        {
          needed[index].value = .line(.array(keys + [.string(other)]))
        } else {
          needed.append(JSON.Member(key, .line(.texts([other]))))
        }
      case .needsOneOf(let key, let alternatives):
        let any: JSON.Members = ["anyOf": .array(alternatives.map { JSONSchema.required([$0]) })]
        others.append(JSONSchema.when(JSONSchema.required([key]), any + sentence))
      case .excludes(let key, let other):
        let condition = JSONSchema.required([key])
        others.append(JSONSchema.when(condition, JSONSchema.without(other) + sentence))
      case .only(let key, let other, let words):
        let refused = self.words(of: other, in: declaration).filter { !words.contains($0) }
        let condition = condition(KeyCondition(other, isOneOf: refused), in: declaration)
        others.append(JSONSchema.when(condition, JSONSchema.without(key) + sentence))
      case .exactlyOneWhere(let keys, let condition):
        others.append(
          JSONSchema.when(
            self.condition(condition, in: declaration), JSONSchema.oneOf(keys) + sentence))
      case .lends(let key, let keys):
        let ways: JSON = .array([JSONSchema.required([key]), JSONSchema.required(keys)])
        others.append(.members(["anyOf": ways] + sentence))
      }
    }
    return (needed.isEmpty ? [:] : ["dependencies": .members(needed)])
      + (others.isEmpty ? [:] : ["allOf": .array(others)])
  }

  private static func when(_ condition: JSON, _ then: JSON.Members) -> JSON {
    ["if": condition, "then": .members(then)]
  }

  private static func required(_ keys: [String]) -> JSON {
    .line(["required": .texts(keys)])
  }

  private static func oneOf(_ keys: [String]) -> JSON.Members {
    ["oneOf": .array(keys.map { required([$0]) })]
  }

  private static func without(_ key: String) -> JSON.Members {
    ["properties": .line([key: false])]
  }

  /// The words of a key for which a rule holds.
  private func words(of key: String, in declaration: ObjectSchema) -> [String] {
    switch declaration.field(key)?.type {
    case .choice(let words): words
    case .flag: JSONSchema.flagWords
    default: preconditionFailure("a rule depends on '\(key)', which has no words")
    }
  }

  /// A schema that holds where a key, or its default where it is left out, is one of some words.
  private func condition(_ condition: KeyCondition, in declaration: ObjectSchema) -> JSON {
    let field = declaration.field(condition.key)
    var values = condition.words.map(JSON.string)
    if field?.type == .flag { values += condition.words.map { .flag($0 == "yes") } }
    // A placeholder in place of the object has no keys to be held to.
    let written: JSON.Members = [
      "type": "object", "properties": [condition.key: ["enum": .array(values)]],
    ]
    if case .default(let word) = field?.need, condition.words.contains(word) {
      return .line(.members(written))
    }
    return .line(.members(written + ["required": .texts([condition.key])]))
  }
}

extension ScenarioSchema {
  /// The kinds of the objects that can be in an object of a kind, at any depth, and itself.
  func kinds(
    from kind: ObjectKind, through isFollowed: (ValueType) -> Bool = { _ in true }
  ) -> Set<ObjectKind> {
    var found: Set = [kind]
    var open = [kind]
    while let next = open.popLast() {
      for field in object(next).fields where isFollowed(field.type) {
        for kind in field.type.kinds where found.insert(kind).inserted { open.append(kind) }
      }
    }
    return found
  }
}

extension ValueType {
  /// The kinds of the objects that such a value holds.
  fileprivate var kinds: [ObjectKind] {
    switch form {
    case .object(let kind), .entries(let kind): [kind]
    case .items(let item): item.kinds
    case .scalar, .part: []
    }
  }
}
