internal import MapEvents
internal import Metrics
internal import ScenarioFiles

/// The reference of the scenario schema, written from the same table that files are read by.
public enum ScenarioReference {
  /// The page, in Markdown.
  public static var markdown: String {
    let objects = ScenarioSchema.objects.filter { !$0.fields.isEmpty }.map(section)
    return TextSection.put(
      [
        ("example", ScenarioSchema.object(.scenario).example),
        ("objects", objects.joined(separator: "\n\n")), ("occurrences", occurrences),
        ("metrics", metrics),
        ("times", rows(RealTime.allCases.map { ["`\($0.name)`", $0.help] })),
        (
          "allocations",
          rows(AllocationCount.allCases.map { ["`\($0.name)`", $0.unit.rawValue, $0.help] })
        ),
      ], into: TextFile.reference)
  }

  private static func section(_ schema: ObjectSchema) -> String {
    let isFile = schema.kind == .scenario || schema.kind == .device
    let name = schema.kind.name
    let head = [
      ["key", "value", "when left out", "what", "example"], Array(repeating: "---", count: 5),
    ]
    let fields = schema.fields.map { field in
      [
        "`\(field.key)`", value(of: field.type), absent(field.need), field.help,
        field.example.isEmpty ? "" : "`\(field.example)`",
      ]
    }
    let rules = schema.rules.map { "\n- \(sentence($0))" }.joined()
    return "## \(isFile ? "A \(name)" : "`\(name)`")\n\n\(schema.help)\n\n" + rows(head + fields)
      + (rules.isEmpty ? "" : "\n\(rules)")
  }

  /// Rows of a table; a bar would end the cell.
  static func rows(_ rows: [[String]]) -> String {
    rows.map { "| \($0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }

  static func value(of type: ValueType) -> String {
    guard let limits = type.limits else { return type.words }
    return "\(type.words); \(limits)"
  }

  static func absent(_ need: Field.Need) -> String {
    switch need {
    case .required: "required"
    case .optional: "nothing"
    case .default(let text): "`\(text)`"
    case .derived(let text): text
    }
  }

  static func sentence(_ rule: KeyRule) -> String {
    func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }
    return switch rule {
    case .exactlyOne(let keys): "Exactly one of \(list(keys))."
    case .needs(let key, let other): "`\(key)` only together with `\(other)`."
    case .needsOneOf(let key, let others):
      "`\(key)` only together with \(others.map { "`\($0)`" }.joined(separator: " or "))."
    case .excludes(let key, let other): "Either `\(key)` or `\(other)`."
    case .only(let key, let other, let words): "`\(key)` only where `\(other)` is \(list(words))."
    case .exactlyOneWhere(let keys, let condition):
      "Exactly one of \(list(keys)) where `\(condition.key)` is \(list(condition.words))."
    case .lends(let key, let keys): "Only with `\(key)` may these be left out: \(list(keys))."
    }
  }

  static func absence(of opportunity: Opportunity) -> String {
    switch opportunity {
    case .always: "-"
    case .itself: "an `at most` rule counted nothing"
    case .after(let occasion): occasion.absence
    }
  }

  private static var occurrences: String {
    let words = MapCondition.words.map { word, condition in
      ["`\(word)`", "condition", "", "`\(condition.quantity.rawValue) \(condition.rule)`"]
    }
    let numbers = MapCondition.Quantity.allCases.map { quantity in
      ["`\(quantity.rawValue)`", "number", quantity.isOfLayers ? "yes" : "", quantity.help]
    }
    let events = NamedEvent.allCases.map { event in
      ["`\(event.rawValue)`", "event", event.isOfLayers ? "yes" : "", event.help]
    }
    return rows(words + numbers + events)
  }

  private static var metrics: String {
    rows(
      Metric.allCases.flatMap { metric in
        let isOfHitches = metric == ExpectedMetric.example.metric
        return [ExpectedMetric(metric)] + (isOfHitches ? [.example] : [])
      }.map { subject in
        let definition = subject.metric.definition
        return [
          "`\(subject.name)`", definition.unit.rawValue, definition.better.rawValue,
          subject.isCountedByLayer ? "yes" : "", subject.help,
          absence(of: definition.opportunity),
        ]
      })
  }
}
