internal import Metrics

/// The page that tells authors the language, written from the same declaration that reads it.
public enum LanguageReference {
  /// The page, in Markdown.
  public static var markdown: String {
    var text = """
      # Writing scenarios

      Written from the declaration that the reader itself uses; do not edit. A file is one YAML \
      document. Every quantity has its unit in its text, a step is an object with exactly one key, \
      and an unknown key is a fault. `mapreplay validate` says everything that is wrong with a file.

      ```yaml
      \(Language.declaration(of: .scenario).example)
      ```


      """
    for declaration in Language.declarations where !declaration.fields.isEmpty {
      text += section(declaration)
    }
    return text + places + rules + metrics
  }

  private static func section(_ declaration: ObjectSchema) -> String {
    let isFile = declaration.kind == .scenario || declaration.kind == .device
    let kind = declaration.kind.name
    var text = "## \(isFile ? "A \(kind)" : "`\(kind)`")\n\n\(declaration.help)\n\n"
    text += "| key | value | when left out | what | example |\n| --- | --- | --- | --- | --- |\n"
    for field in declaration.fields {
      let cells = [
        "`\(field.key)`", value(of: field.shape), standard(field.need), field.help,
        field.example.isEmpty ? "" : "`\(field.example)`",
      ]
      text += "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
    }
    let rules = declaration.rules.map { "- \(sentence($0))\n" }.joined()
    return text + (rules.isEmpty ? "\n" : "\n\(rules)\n")
  }

  private static func value(of shape: Shape) -> String {
    guard let limits = shape.limits else { return shape.words }
    return "\(shape.words); \(limits)"
  }

  private static func standard(_ need: Field.Need) -> String {
    switch need {
    case .required: "required"
    case .optional: "nothing"
    case .standard(let text): "`\(text)`"
    case .derived(let text): text
    }
  }

  private static func sentence(_ rule: KeyRule) -> String {
    func list(_ words: [String]) -> String {
      words.map { "`\($0)`" }.joined(separator: ", ")
    }
    return switch rule {
    case .exactlyOne(let keys): "Exactly one of \(list(keys))."
    case .needs(let key, let other): "`\(key)` only together with `\(other)`."
    case .needsOneOf(let key, let others):
      "`\(key)` only together with \(others.map { "`\($0)`" }.joined(separator: " or "))."
    case .excludes(let key, let other): "Either `\(key)` or `\(other)`."
    case .only(let key, let other, let words): "`\(key)` only where `\(other)` is \(list(words))."
    case .exactlyOneWhere(let keys, let condition):
      "Exactly one of \(list(keys)) where `\(condition.key)` is \(list(condition.words))."
    }
  }

  /// A bar would end the cell.
  private static func escaped(_ text: String) -> String {
    String(text.flatMap { $0 == "|" ? "\\|" : "\($0)" })
  }

  private static let places = """
    ## Where files are looked for

    A file of points (`file: Data/cities.csv`) is looked for in the folder of `--data` (there with \
    and without its leading `Data/`), then beside the scenario, then in up to four folders above \
    it. A device profile (`device: my-phone`) is looked for as `my-phone.yaml` in the folder of \
    `--devices`, then as `Devices/my-phone.yaml` beside the scenario and in up to four folders \
    above it, then among the profiles that are built in. So a file may replace a built-in profile; \
    reports say when it does. `mapreplay list --devices` shows every profile with its costs. \
    Folders named `Devices` and `Data` are not searched for scenarios.


    """

  private static let rules = """
    ## Rules of an expectation

    `METRIC: at most N`, `at least N`, `exactly N`; for a share also `always` and `never`, both of \
    which need at least one case. Counts are bare numbers; shares are in `%`, times in `ms`, \
    distances in `pt`, times per second in `ms per s`.

    In a scenario with variants the rule may be an object with a rule for each of them: \
    `churn: {upstream: at least 1, corrected: exactly 0}`. A variant that is not named there has \
    no such expectation.

    An expectation is *not evaluated*, which fails, where nothing happened that its metric could \
    count: `churn: exactly 0` where no update ran, `views created: at most 40` since a mark after \
    which no view was requested. The table says for each metric what must have happened. A metric \
    that counts the occasions themselves, such as `batches`, needs none for `exactly 0`, but some \
    for `at most 3`. Where nothing is as good, write `exactly 0 or nothing`, or `or nothing: yes` \
    for all rules of a block.

    A `p95` is a nearest rank: of fewer than 20 times it is the longest one.


    """

  private static func absence(of opportunity: Opportunity) -> String {
    switch opportunity {
    case .always: "-"
    case .itself: "`at most` of none"
    case .after(let occasion): occasion.absence
    }
  }

  private static var metrics: String {
    var text = "## Metrics\n\n| metric | unit | better | what | not evaluated when |\n"
    text += "| --- | --- | --- | --- | --- |\n"
    for metric in Metric.allCases {
      let definition = metric.definition
      let cells = [
        "`\(metric.name)`", definition.unit.rawValue, definition.better.rawValue,
        definition.help, absence(of: definition.opportunity),
      ]
      text += "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
    }
    return text
  }
}
