internal import MapEvents
internal import Metrics
public import ScenarioFiles

/// The explanation of a name, generated from the schema by which files are read.
public struct Explanation: Hashable, Sendable {
  /// The text for a terminal, with an end to its last line.
  public let text: String

  private init(_ title: String, _ parts: [String]) {
    text = ([title] + parts.filter { !$0.isEmpty }).joined(separator: "\n\n") + "\n"
  }

  /// Returns the explanations of all meanings of a name, by itself or among the names of the
  /// language.
  public static func all(
    of name: String, in schema: ScenarioSchema = ScenarioSchema()
  ) -> [Explanation] {
    if let page = DiagnosticCode(name).flatMap(DiagnosticPage.page) { return [Explanation(page)] }
    let known = names.first { $0 == name } ?? names.first { $0.lowercased() == name.lowercased() }
    let isOfLateness = ExpectedMetric.lateness(in: name) != nil
    guard let known = known ?? (isOfLateness ? name : nil) else {
      return conditions(named: name) + values(named: name, in: schema) + words(named: name)
    }
    return steps(named: known, in: schema) + objects(named: known, in: schema)
      + keys(named: known, in: schema) + metrics(named: known) + times(named: known)
      + allocations(named: known)
      + values(named: known, in: schema) + conditions(named: known) + words(named: known)
  }

  /// Explains a condition or an event of `wait` and of promises.
  private static func conditions(named name: String) -> [Explanation] {
    let words = MapCondition.words.filter { $0.word == name.lowercased() }.map { word, condition in
      (name: word, quantity: condition.quantity, example: word)
    }
    let quantities = MapCondition.Quantity.allCases.filter { $0.rawValue == name.lowercased() }
      .map { (name: $0.rawValue, quantity: $0, example: "\($0.rawValue) at least 1") }
    let conditions = (words + quantities).map { name, quantity, example in
      occurrence(
        name, "condition", (name == quantity.rawValue ? "" : "Counts: ") + quantity.help,
        isOfLayers: quantity.isOfLayers, example: example)
    }
    let events = NamedEvent.allCases.filter { $0.rawValue == name.lowercased() }.map { event in
      occurrence(
        event.rawValue, "event", event.help, isOfLayers: event.isOfLayers, example: event.rawValue)
    }
    return conditions + events
  }

  private static func occurrence(
    _ name: String, _ kind: String, _ help: String, isOfLayers: Bool, example: String
  ) -> Explanation {
    Explanation(
      "\(name): \(kind == "event" ? "an" : "a") \(kind) of 'wait' and of promises",
      [
        paragraph(help),
        isOfLayers ? "Of the whole map, or of a layer: 'in: cities', 'layer: cities'." : "",
        "Examples:\n\n    - wait: {until: \(example)}\n    - expect: {never: \(example)}",
      ])
  }

  /// Suggests a known name in place of an unknown one.
  public static func remedy(for name: String) -> String {
    let number = name.dropFirst(2)
    if name.uppercased().hasPrefix("MR"), !number.isEmpty, number.allSatisfy(\.isNumber),
      let first = DiagnosticCode.allCases.first, let last = DiagnosticCode.allCases.last
    {
      return "diagnostic codes are from \(first) to \(last), in groups of a hundred"
    }
    return didYouMean(Spelling.suggestions(for: name, among: names + words), otherwise: nil)
      ?? pages(with: name)
      ?? "write a code such as \(DiagnosticCode.unknownStep), a step, a key, an object "
      + "or a metric; Scenarios/Reference.md has them all"
  }

  /// Names the first pages on which each word of a text begins a word; nil for none.
  private static func pages(with text: String) -> String? {
    func split(_ text: String) -> [Substring] {
      text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }
    let wanted = split(text)
    guard wanted.contains(where: { $0.count > 2 }) else { return nil }
    let found = (names + words).filter { name in
      let words = Set(all(of: name).flatMap { split($0.text).map(String.init) })
      return wanted.allSatisfy { part in words.contains { $0.hasPrefix(part) } }
    }
    guard !found.isEmpty else { return nil }
    let shown = found.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    let rest = found.count > 5 ? " and \(found.count - 5) more" : ""
    return "see the pages of \(shown)\(rest)"
  }

  /// All names that have an explanation: those of the language and the codes of diagnostics.
  public static var topics: [String] { names + words + DiagnosticCode.allCases.map(\.description) }

  /// The words of reports that are not names.
  private static let words =
    (MapCondition.words.map(\.word) + MapCondition.Quantity.allCases.map(\.rawValue)
    + NamedEvent.allCases.map(\.rawValue)
    + GlossaryEntry.all.flatMap(\.words) + Metric.allCases.compactMap(\.definition.criterion))
    .filter { !names.contains($0) }

  /// The names of steps, objects, keys and metrics, each once.
  private static let names = {
    let all =
      StepDefinition.fields.map(\.key) + ScenarioSchema.objects.map(\.kind.name)
      + ScenarioSchema.objects.flatMap(\.keys) + OpenKeys.metricsAndMeasured.names
    var known: Set<String> = []
    return all.filter { known.insert($0).inserted }
  }()
}

extension Explanation {
  private init(_ page: DiagnosticPage) { text = page.text }

  private static func steps(named name: String, in schema: ScenarioSchema) -> [Explanation] {
    StepDefinition.all.filter { $0.field.key == name }.map { step in
      let value = step.field.example.isEmpty ? "" : ": \(step.field.example)"
      return Explanation(
        "\(name): a step",
        [paragraph(step.field.help), more(step), "Example:\n\n    - \(name)\(value)"]
          + (step.objects.first.map { parts(of: schema.object($0.kind)) }
            ?? ["Value: \(wrapped(ScenarioReference.value(of: step.field.type)))"]))
    }
  }

  /// Returns the help of a step's object where it is longer than one sentence; the step has a
  /// sentence itself.
  private static func more(_ step: StepDefinition) -> String {
    guard let help = step.objects.first?.help, help.contains(". ") || help.contains(": ") else {
      return ""
    }
    return paragraph(help)
  }

  private static func objects(named name: String, in schema: ScenarioSchema) -> [Explanation] {
    ScenarioSchema.objects.filter { object in
      object.kind.name == name
        // The object of a step is shown with it.
        && !StepDefinition.all.contains { $0.field.key == name && $0.objects.first == object }
    }.map { object in
      let object = schema.object(object.kind)
      return Explanation(
        "\(name): an object",
        [paragraph(object.help), "Example:\n\n" + TextLines.indented(object.example)]
          + parts(of: object))
    }
  }

  private static func keys(named name: String, in schema: ScenarioSchema) -> [Explanation] {
    fields(in: schema) { $0 != .step && $1.key == name }.map { field, holders in
      Explanation(wrapped("\(name): a key of \(holders)"), [describe(field), basis(of: field)])
    }
  }

  /// The source of the default of an option, or of the costs of the built-in devices; empty for
  /// other keys.
  private static func basis(of field: Field) -> String {
    if let option = ModelOptions.entries.first(where: { $0.field == field }) {
      return paragraph("Source of the default: \(option.basis).")
    }
    guard DeviceKeys.lent.contains(where: { $0.field == field }),
      let source = BuiltInDevices.source(of: field.key)
    else { return "" }
    return paragraph("Source of the built-in values: \(source).")
  }

  /// The keys that can have a word as their value.
  private static func values(named name: String, in schema: ScenarioSchema) -> [Explanation] {
    guard !["yes", "no"].contains(name) else { return [] }
    return fields(in: schema) { $1.type.has(word: name) }.map { field, holders in
      Explanation(
        wrapped("\(name): a value of the key '\(field.key)' of \(holders)"), [describe(field)])
    }
  }

  /// Explains a word of reports; a criterion of callouts also has its number.
  private static func words(named name: String) -> [Explanation] {
    let criteria = Metric.allCases.filter { $0.definition.criterion == name.uppercased() }
    return criteria.flatMap { metrics(named: $0.name) }
      + GlossaryEntry.all.filter { entry in
        entry.words.contains { $0.lowercased() == name.lowercased() }
      }.map { entry in
        Explanation(
          "\(entry.name): a term of the reports",
          [paragraph(TextLines.plain(entry.text)), entry.picture, see(entry.metrics)])
      }
  }

  private static func see(_ metrics: [Metric]) -> String {
    guard !metrics.isEmpty else { return "" }
    let names = metrics.map { "'\($0.name)'" }.joined(separator: ", ")
    return wrapped("\(metrics.count == 1 ? "Metric" : "Metrics"): \(names).")
  }

  /// Some keys with the names of the objects that have them; equal keys are listed once.
  private static func fields(
    in schema: ScenarioSchema, where isMeant: (ObjectKind, Field) -> Bool
  ) -> [(field: Field, holders: String)] {
    var found: [(field: Field, holders: [String])] = []
    for kind in ScenarioSchema.objects.map(\.kind) {
      for field in schema.object(kind).fields where isMeant(kind, field) {
        if let index = found.firstIndex(where: { $0.field == field }) {
          found[index].holders.append("'\(kind.name)'")
        } else {
          found.append((field, ["'\(kind.name)'"]))
        }
      }
    }
    return found.map { ($0.field, $0.holders.joined(separator: ", ")) }
  }

  private static func metrics(named name: String) -> [Explanation] {
    let subject = ExpectedMetric(
      written: name == ExpectedMetric.framesLaterThan ? ExpectedMetric.example.name : name)
    return [subject].compactMap(\.self).map { subject in
      let definition = subject.metric.definition
      let absence = ScenarioReference.absence(of: definition.opportunity)
      let ofLayer = subject.isCountedByLayer ? " Add 'layer' to count one layer only." : ""
      let better =
        switch definition.better {
        case .lower: "the lower, the better"
        case .higher: "the higher, the better"
        case .neither: "neither direction is better"
        }
      return Explanation(
        "\(subject.name): a metric of \(definition.group.rawValue)",
        [
          paragraph(subject.help),
          definition.criterion == nil
            ? "" : paragraph("When a callout is judged: `mapreplay explain judged`."),
          "Unit: \(definition.unit.rawValue), such as \(definition.unit.definition.example); "
            + "\(better).",
          wrapped(
            "Scope: in the 'expect' of a scenario, the whole session, or the time between two "
              + "moments ('between'). In an 'expect' step, the session so far, or the time since "
              + "a mark ('since').\(ofLayer)"),
          absence == "-" ? "" : paragraph("Fails as 'not evaluated' if \(absence)."),
          "Example:\n\n    expect: {\(subject.name): "
            + "at \(definition.better == .higher ? "least" : "most") "
            + "\(definition.unit.definition.example)}",
        ])
    }
  }

  private static func times(named name: String) -> [Explanation] {
    RealTime.allCases.filter { $0.name == name }.map { time in
      Explanation(
        "\(name): a real time",
        [
          paragraph(time.help),
          paragraph(
            "It differs from run to run: an expectation on it fails a run only with '--gate "
              + "time'. Facts do not contain it. Scope: the whole session, in the 'expect' of a "
              + "scenario."),
          "Example:\n\n    expect: {\(name): at most 250 ms}",
        ])
    }
  }

  private static func allocations(named name: String) -> [Explanation] {
    AllocationCount.allCases.filter { $0.name == name }.map { count in
      Explanation(
        "\(name): a count of allocations",
        [
          paragraph(count.help),
          paragraph(
            "It is the same in each run of one build, so an expectation on it fails a run. Where "
              + "it cannot be counted, for example under a sanitizer, reports show it as "
              + "unavailable. Facts do not contain it, because it differs between builds. Scope: "
              + "the whole session, in the 'expect' of a scenario."),
          "Unit: \(count.unit.rawValue), such as \(count.unit.definition.example).",
          "Example:\n\n    expect: {\(name): "
            + (count == .perSteadyFrame
              ? "exactly 0}" : "at most \(count.unit.definition.example)}"),
        ])
    }
  }

  /// Keys and rules of an object.
  private static func parts(of object: ObjectSchema) -> [String] {
    var parts: [String] = []
    if !object.fields.isEmpty {
      parts.append(
        "Keys:\n\n"
          + object.fields.map(object.kind == .step ? outline : describe).joined(separator: "\n\n"))
    }
    switch object.openKeys {
    case .metrics: parts.append("Besides, any metric with its rule.")
    case .metricsAndMeasured:
      parts.append("Besides, any metric, real time or count of allocations with its rule.")
    case .none, .values: break
    }
    // That a step has one key is said by its help.
    let rules = object.kind == .step ? [] : object.rules.map(ScenarioReference.sentence)
    if !rules.isEmpty {
      parts.append(
        "Rules:\n\n"
          + rules.map { TextLines.wrapped(quoted($0), indent: "    ") }.joined(separator: "\n"))
    }
    return parts
  }

  /// A key as an author may write it, followed by its whole description.
  private static func describe(_ field: Field) -> String {
    let absent =
      switch field.need {
      case .required: "Required."
      case .optional: "Optional."
      case .default(let text), .derived(let text): "When left out: \(text)."
      }
    return
      ([outline(field)]
      + ["Value: \(ScenarioReference.value(of: field.type)).", absent].map(detail))
      .joined(separator: "\n")
  }

  /// A key as an author may write it, with its help.
  private static func outline(_ field: Field) -> String {
    let value = field.example.isEmpty ? "" : " \(field.example)"
    return "    \(field.key):\(value)\n" + detail(field.help)
  }

  private static func detail(_ text: String) -> String {
    TextLines.wrapped(quoted(text), indent: "        ")
  }

  private static func paragraph(_ text: String) -> String { wrapped(quoted(text)) }

  private static func wrapped(_ text: String) -> String { TextLines.wrapped(text) }

  /// Names in quotes, as messages have them.
  private static func quoted(_ text: String) -> String { text.replacing("`", with: "'") }
}

extension ValueType {
  /// Whether a word is one of the choices.
  fileprivate func has(word: String) -> Bool {
    if case .choice(let words) = self { return words.contains(word) }
    if case .either(let type, _) = self { return type.has(word: word) }
    if case .list(let item, _) = self { return item.has(word: word) }
    return false
  }
}
