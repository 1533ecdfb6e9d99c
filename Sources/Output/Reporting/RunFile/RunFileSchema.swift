internal import Metrics
internal import Wire

/// The layout of run files as a page and as a JSON Schema.
public enum RunFileSchema {
  /// The form of a value.
  indirect enum Form: Sendable {
    /// A whole number, any number, a text, a text of digits, true or false, anything.
    case whole, number, text, digits, flag, any
    /// A value with its unit; the values of metrics by their names; those of steps as lists; what
    /// each metric is.
    case value, values, stepValues, metrics
    case metric
    case list(Form)
    case orNull(Form)
    /// A kind of object or of words.
    case kind(String)
  }

  /// A member of an object.
  struct Member: Sendable {
    var name: String
    var form: Form
    var isOptional: Bool
    var help: String
  }

  /// A word, and the members of an object with this name.
  struct Word: Sendable {
    var name: String
    var payload: [(label: String?, form: Form)]
    var help: String
  }

  /// A kind of object, or of words.
  struct Kind: Sendable {
    var name: String
    var help: String
    var members: [Member] = []
    var words: [Word] = []
  }

  /// The kinds, the one of the whole file first.
  ///
  /// The layout text describes the members of a run file by name.
  static let kinds = LayoutReader.kinds(of: TextFile.runFile)
}

/// Parses the text of the layout.
///
/// The tests of the page find mistakes in it.
///
/// A line with `#` begins a kind of object. Its members follow, each with its form and its
/// meaning; an optional member has a question mark. A kind of words lists them instead: the
/// value is one of the words, or an object with one of them and its content.
private enum LayoutReader {
  static func kinds(of text: String) -> [RunFileSchema.Kind] {
    var kinds: [RunFileSchema.Kind] = []
    for row in rows(of: text) {
      if row.hasPrefix("# ") {
        let (name, help) = split(row.dropFirst(2))
        kinds.append(RunFileSchema.Kind(name: name, help: help))
      } else if row.hasPrefix("- ") {
        kinds[kinds.count - 1].words.append(word(row.dropFirst(2)))
      } else {
        kinds[kinds.count - 1].members.append(member(row))
      }
    }
    return kinds
  }

  /// The rows, with continuation lines joined.
  private static func rows(of text: String) -> [Substring] {
    var rows: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  "), let last = rows.popLast() {
        rows.append("\(last) \(line.drop { $0 == " " })")
      } else {
        rows.append(String(line))
      }
    }
    return rows.map { $0[...] }
  }

  /// Splits a text at its first colon into the part before it and the part after it.
  private static func split(_ text: Substring) -> (String, String) {
    guard let colon = text.firstRange(of: ": ") else {
      return (String(text.last == ":" ? text.dropLast() : text), "")
    }
    return (String(text[..<colon.lowerBound]), String(text[colon.upperBound...]))
  }

  private static func member(_ row: Substring) -> RunFileSchema.Member {
    let (name, rest) = split(row)
    let (form, help) = split(rest[...])
    let isOptional = name.hasSuffix("?")
    return RunFileSchema.Member(
      name: isOptional ? String(name.dropLast()) : name, form: self.form(form[...]),
      isOptional: isOptional, help: help)
  }

  private static func word(_ row: Substring) -> RunFileSchema.Word {
    // A word with a colon stands between quotes.
    if row.first == "\"", let end = row.dropFirst().firstIndex(of: "\"") {
      return RunFileSchema.Word(
        name: String(row[row.index(after: row.startIndex)..<end]), payload: [],
        help: String(row[end...].dropFirst(3)))
    }
    guard let open = row.firstRange(of: " ("), let close = row.firstIndex(of: ")"),
      !row[..<open.lowerBound].contains(":")
    else {
      let (name, help) = split(row)
      return RunFileSchema.Word(name: name, payload: [], help: help)
    }
    let parts = row[open.upperBound..<close].split(separator: ", ").map { part in
      let (first, second) = split(part)
      return second.isEmpty
        ? (label: nil, form: form(part)) : (label: first as String?, form: form(second[...]))
    }
    return RunFileSchema.Word(
      name: String(row[..<open.lowerBound]), payload: parts,
      help: String(row[close...].dropFirst(3)))
  }

  private static let forms: [Substring: RunFileSchema.Form] = [
    "whole": .whole, "number": .number, "text": .text, "digits": .digits, "flag": .flag,
    "any": .any, "value": .value, "values": .values, "step values": .stepValues,
    "metric": .metric, "metrics": .metrics,
  ]

  private static func form(_ text: Substring) -> RunFileSchema.Form {
    if text.hasSuffix(" or null") { return .orNull(form(text.dropLast(8))) }
    if text.first == "[" { return .list(form(text.dropFirst().dropLast())) }
    return forms[text] ?? .kind(String(text))
  }
}

// MARK: JSON Schema

extension RunFileSchema {
  /// The JSON Schema (draft-07) of run files.
  public static var text: String {
    var members: [JSON.Member] = [
      JSON.Member("$schema", .string("http://json-schema.org/draft-07/schema#")),
      JSON.Member("title", .string("A run of MapReplay, version \(RunFile.version)")),
      JSON.Member("$ref", .string(reference(to: "run"))),
    ]
    members.append(
      JSON.Member("definitions", .members(kinds.map { JSON.Member(key($0.name), schema(of: $0)) })))
    return JSON.members(members).fileText
  }

  private static func key(_ name: String) -> String { name.replacing(" ", with: "-") }
  private static func reference(to name: String) -> String { "#/definitions/\(key(name))" }

  private static func schema(of kind: Kind) -> JSON {
    guard kind.words.isEmpty else {
      return [
        "description": .string(kind.help),
        "anyOf": .array(kind.words.map { .line(schema(of: $0)) }),
      ]
    }
    var members = object(
      kind.members.map { ($0.name, described($0)) },
      required: kind.members.filter { !$0.isOptional }.map(\.name))
    members.insert(JSON.Member("description", .string(kind.help)), at: 0)
    return .members(members)
  }

  /// An object without additional members.
  private static func object(
    _ properties: [(name: String, schema: JSON)], required: [String]
  ) -> [JSON.Member] {
    [
      JSON.Member("type", .string("object")),
      JSON.Member(
        "properties", .members(properties.map { JSON.Member($0.name, .line($0.schema)) })),
      JSON.Member("required", .line(.texts(required))),
      JSON.Member("additionalProperties", .flag(false)),
    ]
  }

  private static func described(_ member: Member) -> JSON {
    guard case .members(let members) = schema(of: member.form) else {
      return schema(of: member.form)
    }
    return .members([JSON.Member("description", .string(member.help))] + members)
  }

  private static func schema(of word: Word) -> JSON {
    guard let first = word.payload.first else {
      return ["const": .string(word.name)]
    }
    let isBare = word.payload.count == 1 && first.label == nil
    let names = word.payload.enumerated().map { $0.element.label ?? "\($0.offset)" }
    let held =
      isBare
      ? schema(of: first.form)
      : .members(
        object(
          zip(names, word.payload).map { ($0, schema(of: $1.form)) }, required: names))
    return .members(object([(word.name, held)], required: [word.name]))
  }

  private static func type(_ names: String...) -> JSON {
    ["type": names.count == 1 ? .string(names[0]) : .texts(names)]
  }

  /// A number, or a word for a number that JSON does not have.
  private static let number: JSON = [
    "anyOf": [type("number"), ["enum": .texts(["inf", "-inf", "nan"])]]
  ]

  private static func list(of items: JSON) -> JSON {
    ["type": "array", "items": items]
  }

  /// A value of a metric: a number, part and whole, or null where nothing was measured.
  private static let measured: JSON = [
    "anyOf": [type("integer", "null"), list(of: type("integer"))]
  ]

  private static func table(of values: JSON, _ more: [(name: String, schema: JSON)]) -> JSON {
    let names = Metric.allCases.map(\.name) + TimeSamples.allCases.map(\.recordName)
    return .members(
      object(names.map { ($0, values) } + more, required: more.map(\.name)))
  }

  private static func schema(of form: Form) -> JSON {
    switch form {
    case .whole: type("integer")
    case .number: number
    case .text: type("string")
    case .digits:
      ["type": "string", "pattern": "^[0-9]+$"]
    case .flag: type("boolean")
    case .any: .members([])
    case .value: ["anyOf": [type("null"), valueObject]]
    case .values: table(of: measured, [])
    case .stepValues: table(of: list(of: measured), [("steps", type("integer"))])
    case .metric:
      [
        "anyOf": [
          ["enum": .texts(Metric.allCases.map(\.name))],
          [
            "type": "string",
            "pattern": .string(
              "^\(ExpectedMetric.framesLaterThan) [0-9]+ "
                + "(\(AmountUnits.time.map(\.name).joined(separator: "|")))$"),
          ],
        ]
      ]
    case .metrics:
      ["type": "object", "additionalProperties": schema(of: .kind("metric declaration"))]
    case .list(let form): list(of: schema(of: form))
    case .orNull(let form):
      ["anyOf": [schema(of: form), type("null")]]
    case .kind(let name): ["$ref": .string(reference(to: name))]
    }
  }

  private static let valueObject: JSON = [
    "type": "object",
    "properties": [
      "count": type("integer"), "ns": type("integer"), "micropoints": type("integer"),
      "share": list(of: type("integer")),
    ], "additionalProperties": false,
  ]
}

// MARK: Page

extension RunFileSchema {
  /// The page of run files, in Markdown.
  public static var page: String {
    let parts = kinds.map { kind in
      "\n## \(title(of: kind.name))\n\n\(kind.help)\n\n" + table(of: kind)
    }
    return TextFile.runFiles.replacing("{{version}}", with: "\(RunFile.version)") + parts.joined()
  }

  private static func title(of name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func table(of kind: Kind) -> String {
    guard kind.words.isEmpty else {
      let rows = kind.words.map { word in
        let held = word.payload.map { part in
          (part.label.map { "\($0): " } ?? "") + words(of: part.form)
        }
        return "| `\(word.name)` | \(held.joined(separator: ", ")) | \(word.help) |\n"
      }
      return "| word | with | meaning |\n| --- | --- | --- |\n" + rows.joined()
    }
    let rows = kind.members.map { member in
      "| `\(member.name)`\(member.isOptional ? " **?**" : "") | \(words(of: member.form)) | "
        + "\(member.help) |\n"
    }
    return "| name | form | meaning |\n| --- | --- | --- |\n" + rows.joined()
  }

  private static func words(of form: Form) -> String {
    switch form {
    case .whole: "whole number"
    case .number: "number"
    case .text: "text"
    case .digits: "*digits*"
    case .flag: "true or false"
    case .any: "any"
    case .value: "*value*"
    case .values: "*values*"
    case .stepValues: "*step values*"
    case .metric: "name of a metric"
    case .metrics: "an object with a [metric declaration](#metric-declaration) for each name"
    case .list(let form): "list of \(words(of: form))"
    case .orNull(let form): "\(words(of: form)), or null"
    case .kind(let name): "[\(name)](#\(name.replacing(" ", with: "-")))"
    }
  }
}
