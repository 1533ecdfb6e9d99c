internal import Metrics
internal import ScenarioFiles

/// The reference of the scenario schema, written from the same table that files are read by.
public enum ScenarioReference {
  /// The page, in Markdown.
  public static var markdown: String {
    var text = """
      # Writing scenarios

      Written from the declaration that the reader itself uses; do not edit. A file is one YAML \
      document. Every quantity has its unit in its text, a step is an object with exactly one key, \
      and an unknown key is a fault. `mapreplay validate` says everything that is wrong with a file.

      ```yaml
      \(ScenarioSchema.object(.scenario).example)
      ```


      """
    for schema in ScenarioSchema.objects where !schema.fields.isEmpty { text += section(schema) }
    return text + places + rules + metrics + times + allocations
  }

  private static func section(_ schema: ObjectSchema) -> String {
    let isFile = schema.kind == .scenario || schema.kind == .device
    let name = schema.kind.name
    var text = "## \(isFile ? "A \(name)" : "`\(name)`")\n\n\(schema.help)\n\n"
    text +=
      row(["key", "value", "when left out", "what", "example"])
      + row(Array(repeating: "---", count: 5))
    for field in schema.fields {
      text += row([
        "`\(field.key)`", value(of: field.type), absent(field.need), field.help,
        field.example.isEmpty ? "" : "`\(field.example)`",
      ])
    }
    let rules = schema.rules.map { "- \(sentence($0))\n" }.joined()
    return text + (rules.isEmpty ? "\n" : "\n\(rules)\n")
  }

  /// A row of a table; a bar would end the cell.
  static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
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
    }
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

    `METRIC: at most N`, `at least N`, `exactly N`, `between N and M` with both of its values; for \
    a share also `always` and `never`, both of which need at least one case. Counts are bare \
    numbers; shares are in `%`, times in `ms`, distances in `pt`, times per second in `ms per s`.

    In a scenario with variants the rule may be an object with a rule for each of them: \
    `churn: {upstream: at least 1, corrected: exactly 0}`. A variant that is not named there has \
    no such expectation.

    `within 5 % of upstream` compares with the value that the same expectation has in another \
    variant, at most 5 % of that value away; `within 3 of upstream` and `within 2 ms of upstream` \
    name the distance itself. It is judged when all variants have been played, and *not evaluated* \
    when the other one was not. It says nothing of the named variant.

    A block of `expect` may name what it counts: `layer: cities` a layer alone, and \
    `between: [zooming, end]` what lies between two moments, each a mark, `start`, `end` or \
    `download done`, when no batch of the downloads that had begun was to come. Counting begins \
    anew whenever the first moment comes again, and ends when the second one does; without both \
    the block is not evaluated. A cluster update and a callout count where they began. `expect` of \
    the session may be a list of such blocks.

    An expectation is *not evaluated*, which fails, where nothing happened that its metric could \
    count: `churn: exactly 0` where no update ran, `views created: at most 40` since a mark after \
    which no view was requested. The table says for each metric what must have happened. A metric \
    that counts the occasions themselves, such as `batches`, needs none for `exactly 0`, but some \
    for `at most 3`. Where nothing is as good, write `exactly 0 or nothing`, or `or nothing: yes` \
    for all rules of a block.

    A percentile is a nearest rank: the `p95` of fewer than 20 times is the longest one.

    Real times differ from run to run. An expectation on one informs: the terminal, the summary \
    and the run file show it, and it fails a run only with `mapreplay run --gate time`.

    Counts of allocations are exact for one build of the program: an expectation on one fails a \
    run. Where they cannot be counted, as under a sanitizer, they are reported as unavailable. \
    Neither is in any facts.


    """

  static func absence(of opportunity: Opportunity) -> String {
    switch opportunity {
    case .always: "-"
    case .itself: "`at most` of none"
    case .after(let occasion): occasion.absence
    }
  }

  private static var metrics: String {
    let head = row(["metric", "unit", "better", "of a layer", "what", "not evaluated when"])
    return "## Metrics\n\n" + head + row(Array(repeating: "---", count: 6))
      + Metric.allCases.flatMap { metric in
        let isOfHitches = metric == ExpectedMetric.example.metric
        return [ExpectedMetric(metric)] + (isOfHitches ? [.example] : [])
      }.map { subject in
        let definition = subject.metric.definition
        return row([
          "`\(subject.name)`", definition.unit.rawValue, definition.better.rawValue,
          subject.isCountedByLayer ? "yes" : "", subject.help,
          absence(of: definition.opportunity),
        ])
      }.joined()
  }

  private static var times: String {
    "\n## Real times\n\n" + row(["time", "what"]) + row(["---", "---"])
      + RealTime.allCases.map { row(["`\($0.name)`", $0.help]) }.joined()
  }

  private static var allocations: String {
    "\n## Allocations\n\n" + row(["count", "unit", "what"]) + row(["---", "---", "---"])
      + AllocationCount.allCases.map { row(["`\($0.name)`", $0.unit.rawValue, $0.help]) }.joined()
  }
}
