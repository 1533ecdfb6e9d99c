import Metrics
import Scenarios

/// Reads nodes of YAML by the schema and collects every diagnostic.
struct TableReader {
  let schema: ScenarioSchema
  /// Finds the parts that steps run; nil where there are none.
  let lookup: Lookup?
  var texts: SourceTexts
  /// The parts that were run so far, by their paths; nil for unreadable ones.
  var parts: [String: Part?] = [:]
  /// The diagnostics because of which parts cannot be read as YAML.
  var partDiagnostics: [Diagnostic] = []
  /// The number of nodes that replaced a `for each` or a `run`.
  var writtenOutNodes = 0
  /// Whether the diagnostic about too many nodes is already reported.
  var isTooMuchKnown = false
  /// The paths of the parts by the words of the steps that run them.
  var partPaths: [String: String] = [:]
  /// Whether the objects are merged with others and checked as a whole later.
  private var isPartial = false
  var diagnostics = DiagnosticList()

  init(
    _ source: SourceText, schema: ScenarioSchema = ScenarioSchema(), lookup: Lookup? = nil
  ) {
    self.schema = schema
    self.lookup = lookup
    texts = SourceTexts(source)
  }

  mutating func add(_ problem: @escaping @autoclosure () -> Diagnostic.Message, at mark: YAMLMark) {
    diagnostics.add(problem(), at: mark)
  }

  /// Adds a diagnostic in place of a value.
  mutating func refused<Value>(
    _ problem: @escaping @autoclosure () -> Diagnostic.Message, at mark: YAMLMark
  ) -> Value? {
    add(problem(), at: mark)
    return nil
  }

  /// Whether to search for the intended meaning; false once there are more diagnostics than are
  /// listed.
  var looksCloser: Bool { diagnostics.count < 2 * Limits.diagnostics }

  /// Known words similar to a word.
  ///
  /// It returns none once there are far more diagnostics than are listed, since the search costs
  /// more than everything else.
  func suggestions(for word: String, among known: [String]) -> [String] {
    looksCloser ? Spelling.suggestions(for: word, among: known) : []
  }

  /// Reads an object; returns nil only when the node is not an object.
  mutating func object(
    _ kind: ObjectKind, _ node: YAMLNode, key: String, holder: YAMLMark
  ) -> ReadObject? {
    guard let written = pairs(of: node, kind: kind) else {
      let schema = self.schema.object(kind)
      guard !addSlip(node, among: schema.keys + schema.openKeys.names) else { return nil }
      _ = wrongForm(node, key: key, type: .object(kind), holder: holder)
      return nil
    }
    let schema = self.schema.object(kind)
    let pairs = fixed(written, of: schema)
    var object = ReadObject(kind: kind, mark: holder, schema: schema)
    object.writtenKeys = pairs.count
    object.keyMarks.reserve(pairs.count)
    object.values.reserve(pairs.count)
    var meant: [String] = []
    for pair in pairs {
      let keyNode = pair.key
      let word = keyNode.text ?? ""
      if let type = schema.type(of: word) {
        object.keyMarks[word] = keyNode.mark
        object.values[word] = self.value(pair.value, type, key: word, holder: keyNode.mark)
      } else if let former = self.schema.formerKey(word, in: kind) {
        meant.append(former.new)
        let words = pairs.map { $0.key.text ?? "" }
        let twin = self.schema.twin(of: former, among: words, in: kind)
        add(twin.map { .bothNames(former, $0) } ?? .formerName(former), at: keyNode.mark)
      } else if schema.openKeys.takesMetrics, let figure = MeasuredFigure(named: word) {
        object.measuredRules += rules(of: figure, keyNode, pair.value, in: schema)
      } else if schema.openKeys.takesMetrics {
        object.rules += rules(word, keyNode, pair.value, in: schema)
      } else if schema.openKeys == .values, !word.isEmpty {
        object.keyMarks[word] = keyNode.mark
        object.values[word] = value(pair.value, .anything, key: word, holder: keyNode.mark)
      } else if addSlip(keyNode, value: pair.value, among: schema.keys) {
        meant += schema.keys.filter { word.hasPrefix($0) }
      } else {
        let suggestions = self.suggestions(for: word, among: schema.keys)
        let key = suggestions.isEmpty ? keyBefore(pair, among: pairs, of: schema) : nil
        meant += key.map { [$0] } ?? suggestions.prefix(1)
        add(
          .unknownKey(word, of: kind, suggestions: suggestions, keyBefore: key), at: keyNode.mark)
      }
    }
    if kind == .step {
      checkStep(pairs.map(\.key), holder: holder)
    } else if !isPartial {
      check(object, schema, meant: meant)
    }
    fillIn(&object, schema, meant: meant)
    return object
  }

  /// The pairs of an object; a bare word where a step is expected is a step without a value.
  private func pairs(of node: YAMLNode, kind: ObjectKind) -> [YAMLPair]? {
    if case .map(let pairs) = node.content { return pairs }
    guard kind == .step, let text = node.text, !text.isEmpty else { return nil }
    let nothing = YAMLNode(content: .scalar("", isQuoted: false), mark: node.mark)
    let schema = self.schema.object(.step)
    // Words that are no step, nor like one, are a sentence that strayed in here.
    // So does one whose colon is missing: `wait settled`.
    guard
      schema.field(text) != nil || !text.contains(" ")
        || self.schema.formerKey(text, in: kind) != nil
        || KnownKeys.slip(in: text, among: schema.keys) != nil
        || !suggestions(for: text, among: schema.keys).isEmpty
    else { return nil }
    return [YAMLPair(key: node, value: nothing)]
  }

  /// The key that is missing before a value which is in the place of a key, as in
  /// `{settled, at most: 2 s}`.
  private func keyBefore(
    _ pair: YAMLPair, among pairs: [YAMLPair], of schema: ObjectSchema
  ) -> String? {
    guard schema.kind != .step, case .scalar("", isQuoted: false) = pair.value.content,
      let text = pair.key.text
    else { return nil }
    return schema.wantedKeys.first { key in
      guard !pairs.contains(where: { $0.key.text == key }), let type = schema.type(of: key) else {
        return false
      }
      if case .success = ScalarReader.value(of: text, as: type) { return true }
      return false
    }
  }

  private mutating func checkStep(_ keys: [YAMLNode], holder: YAMLMark) {
    guard keys.count != 1 else { return }
    let words = keys.compactMap(\.text)
    add(.stepWithoutOne(found: words), at: keys.count > 1 ? keys[1].mark : holder)
  }

  /// Reads an object that may lack keys, since it is merged with another one.
  mutating func partialObject(
    _ kind: ObjectKind, _ node: YAMLNode, key: String, holder: YAMLMark
  ) -> ReadObject? {
    isPartial = true
    defer { isPartial = false }
    return object(kind, node, key: key, holder: holder)
  }

  private mutating func check(_ object: ReadObject, _ schema: ObjectSchema, meant: [String]) {
    for rule in schema.rules {
      switch rule {
      case .exactlyOne(let keys): checkExactlyOne(keys, object, meant: meant)
      case .exactlyOneWhere(let keys, let condition):
        guard condition.words.contains(word(condition.key, object, schema) ?? "") else { continue }
        checkExactlyOne(keys, object, meant: meant)
      case .needs(let key, let other):
        guard let mark = object.keyMarks[key], object.keyMarks[other] == nil, !meant.contains(other)
        else { continue }
        add(.needs(key, other: other), at: mark)
      case .needsOneOf(let key, let others):
        guard let mark = object.keyMarks[key], others.allSatisfy({ object.keyMarks[$0] == nil }),
          !meant.contains(where: others.contains)
        else { continue }
        add(.needsOneOf(key, others: others), at: mark)
      case .excludes(let key, let other):
        guard let mark = object.keyMarks[key], object.keyMarks[other] != nil else { continue }
        add(.excludes(key, other: other), at: mark)
      case .only(let key, let other, let words):
        guard let mark = object.keyMarks[key], !meant.contains(other) else { continue }
        guard let value = word(other, object, schema), !words.contains(value) else { continue }
        add(.only(key, when: other, isOneOf: words), at: mark)
      case .lends: continue  // The keys of the other file are put in before.
      }
    }
  }

  /// The word of a key, or its default when it is missing; nil for a faulty one, which has a
  /// separate diagnostic.
  private func word(_ key: String, _ object: ReadObject, _ schema: ObjectSchema) -> String? {
    guard object.keyMarks[key] == nil else { return object.values[key]?.text }
    guard case .default(let text) = schema.field(key)?.need else { return nil }
    return text
  }

  private mutating func checkExactlyOne(_ keys: [String], _ object: ReadObject, meant: [String]) {
    let found = keys.filter { object.keyMarks[$0] != nil }
    guard found.count != 1, !meant.contains(where: keys.contains) else { return }
    let mark = found.count > 1 ? object.keyMarks[found[1]] : nil
    add(.notOne(keys, found: found, of: object.kind), at: mark ?? object.mark)
  }

  private mutating func fillIn(
    _ object: inout ReadObject, _ schema: ObjectSchema, meant: [String]
  ) {
    for field in schema.soughtFields where !object.keyMarks.has(field.key) {
      switch field.need {
      case .required:
        guard !isPartial, !meant.contains(field.key) else { continue }
        add(.missingKey(field, of: schema.kind), at: object.mark)
      case .default(let text):
        object.values[field.key] = standard(
          text, field.type, key: field.key, mark: object.mark)
      case .optional, .derived: continue
      }
    }
  }

  /// The value of a default, which is written in the form that authors use.
  private mutating func standard(
    _ text: String, _ type: ValueType, key: String, mark: YAMLMark
  ) -> ReadValue? {
    let content: YAMLNode.Content =
      switch text {
      case "{}": .map([])
      case "[]": .list([])
      default: .scalar(text, isQuoted: false)
      }
    let node = YAMLNode(content: content, mark: mark)
    return value(node, type, key: key, holder: mark)
  }
}

extension TableReader {
  /// Reads a value of a type; returns nil after an error.
  mutating func value(
    _ node: YAMLNode, _ type: ValueType, key: String, holder: YAMLMark
  ) -> ReadValue? {
    let isInPart = isPartial
    isPartial = isPartial && type.isPutTogether
    defer { isPartial = isInPart }
    switch type {
    case .object(let kind):
      guard let object = object(kind, node, key: key, holder: holder) else { return nil }
      return ReadValue(content: .object(object), mark: node.mark, text: "")
    case .either(_, let kind):
      if case .map = node.content { return value(node, .object(kind), key: key, holder: holder) }
      return scalar(node, type, key: key, holder: holder)
    case .list(let item, let count):
      guard case .list(let nodes) = node.content else {
        return wrongForm(node, key: key, type: type, holder: holder)
      }
      checkCount(nodes.count, count, key: key, type: type, holder: holder)
      let items = item == .object(.step) ? writtenOut(nodes) : nodes
      let itemKey = if case .object(let kind) = item { kind.name } else { key }
      // What is too much already is not read.
      let values = items.prefix(count.upperBound).compactMap {
        self.value($0, item, key: itemKey, holder: $0.mark)
      }
      return ReadValue(content: .list(values), mark: node.mark, text: "")
    case .objects(let kind, let count):
      if case .list = node.content {
        return value(node, .list(.object(kind), count: count), key: key, holder: holder)
      }
      return value(node, .object(kind), key: key, holder: holder).map {
        ReadValue(content: .list([$0]), mark: $0.mark, text: "")
      }
    case .named(let kind, let space, let count):
      return named(node, kind, space, count: count, key: key, type: type, holder: holder)
    case .references(let space, let count):
      if case .list = node.content {
        return value(node, .list(.reference(space), count: count), key: key, holder: holder)
      }
      guard case .scalar = node.content else {
        return wrongForm(node, key: key, type: type, holder: holder)
      }
      return scalar(node, .reference(space), key: key, holder: holder).map {
        ReadValue(content: .list([$0]), mark: $0.mark, text: "")
      }
    case .anything: return ReadValue(content: .node(node), mark: node.mark, text: node.text ?? "")
    case .some, .someNamed:
      guard case .map = node.content else {
        return wrongForm(node, key: key, type: type, holder: holder)
      }
      return ReadValue(content: .node(node), mark: node.mark, text: "")
    case .variants(let count):
      return variants(node, count: count, key: key, type: type, holder: holder)
    case .text, .whole, .decimal, .flag, .choice, .duration, .memory, .bandwidth, .share, .moment,
      .points, .size,
      .offset, .position, .velocity, .distance, .length, .angle, .earthOffset, .displayPriority,
      .span, .levels, .path, .day, .device, .metric, .rule, .condition, .awaited, .reference,
      .nothing, .beginning, .instant:
      return scalar(node, type, key: key, holder: holder)
    }
  }

  private mutating func named(
    _ node: YAMLNode, _ kind: ObjectKind, _ space: NameSpace, count: ClosedRange<Int>,
    key: String, type: ValueType, holder: YAMLMark
  ) -> ReadValue? {
    guard case .map(let written) = node.content else {
      return wrongForm(node, key: key, type: type, holder: holder)
    }
    let pairs = fixed(written, named: kind)
    checkCount(pairs.count, count, key: key, type: type, holder: holder)
    let entries = pairs.prefix(count.upperBound).map { pair in
      let (name, mark) = (pair.key.text ?? "", pair.key.mark)
      if name.isEmpty || name.count > Limits.nameLength { add(.badName(name, space), at: mark) }
      // A faulty one keeps its name, so that steps which mean it are not blamed.
      let object =
        object(kind, pair.value, key: name, holder: mark) ?? ReadObject(kind: kind, mark: mark)
      return ReadEntry(name: name, object: object)
    }
    return ReadValue(content: .named(entries), mark: node.mark, text: "")
  }

  private mutating func scalar(
    _ node: YAMLNode, _ type: ValueType, key: String, holder: YAMLMark
  ) -> ReadValue? {
    guard let text = node.text else {
      return wrongForm(node, key: key, type: type, holder: holder)
    }
    guard !addUnknownPlaceholder(in: node, text) else { return nil }
    if type == .metric, let former = schema.formerValue(text, of: type) {
      return refused(.formerName(former), at: node.mark)
    }
    if type == .metric, AllocationCount(rawValue: text) == nil {
      guard metric(text, at: node.mark) != nil else { return nil }
    }
    switch ScalarReader.value(of: text, as: type) {
    case .success(let scalar):
      return ReadValue(content: .scalar(scalar), mark: node.mark, text: text)
    case .failure(let problem):
      if let former = schema.formerValue(text, of: type) {
        return refused(.formerName(former), at: node.mark)
      }
      let isWhole = if case .whole = type { true } else { false }
      guard !addSlip(inScalar: node, isWhole: isWhole) else { return nil }
      return refused(
        .scalar(problem, text: text, key: key, type: type), at: text.isEmpty ? holder : node.mark)
    }
  }

  /// The rule of a metric, or one for each variant that is named.
  private mutating func rules(
    _ word: String, _ key: YAMLNode, _ value: YAMLNode, in schema: ObjectSchema
  ) -> [ReadRule<ExpectedMetric>] {
    if looksCloser, Metric(named: word) == nil, ExpectedMetric.lateness(in: word) == nil {
      let known = schema.keys + schema.openKeys.names
      guard !addSlip(key, value: value, among: known) else { return [] }
    }
    guard let metric = metric(word, at: key.mark, besides: schema.keys) else { return [] }
    guard metric.metric != .promisesKept else {
      add(.promiseWithRule, at: key.mark)
      return []
    }
    return rules(of: metric, word, in: metric.metric.definition.unit, key, value)
  }

  /// The rules of a measured value, for any variant; it takes rules in its unit that need no
  /// other value.
  private mutating func rules(
    of figure: MeasuredFigure, _ key: YAMLNode, _ value: YAMLNode, in schema: ObjectSchema
  ) -> [ReadRule<MeasuredFigure>] {
    guard schema.openKeys == .metricsAndMeasured else {
      add(.measuredInStep(figure.name), at: key.mark)
      return []
    }
    return rules(of: figure, figure.name, in: figure.unit, key, value).filter { read in
      guard read.rule.comparedVariant != nil else { return true }
      add(.notComparedBetweenVariants(read.text, in: figure.unit), at: read.valueMark)
      return false
    }
  }

  /// The rules of a subject, for all variants or for any of them.
  private mutating func rules<Subject>(
    of subject: Subject, _ word: String, in unit: MetricUnit, _ key: YAMLNode, _ value: YAMLNode
  ) -> [ReadRule<Subject>] {
    guard case .map(let pairs) = value.content, !pairs.isEmpty else {
      return rule(of: subject, word, in: unit, key, value).map { [$0] } ?? []
    }
    return pairs.compactMap { pair in
      rule(of: subject, word, in: unit, pair.key, pair.value, variant: pair.key.text ?? "")
    }
  }

  private mutating func rule<Subject>(
    of subject: Subject, _ word: String, in unit: MetricUnit, _ key: YAMLNode, _ value: YAMLNode,
    variant: String? = nil
  ) -> ReadRule<Subject>? {
    guard let text = value.text else {
      _ = wrongForm(value, key: word, type: .rule, holder: key.mark)
      return nil
    }
    guard !text.isEmpty else {
      return refused(.scalar(.empty, text: "", key: word, type: .rule), at: key.mark)
    }
    guard !addUnknownPlaceholder(in: value, text) else { return nil }
    let parts = RuleReader.parts(of: text)
    switch RuleReader.rule(of: parts.rule, in: unit) {
    case .success(let rule):
      return ReadRule(
        subject: subject, rule: rule, text: text, isKeptByNothing: parts.isKeptByNothing,
        mark: key.mark, variant: variant, valueMark: value.mark)
    case .failure(let problem):
      guard !addSlip(inScalar: value, isWhole: unit.definition.isCounted) else { return nil }
      return refused(.rule(problem, text: text, of: word, in: unit), at: value.mark)
    }
  }

  private mutating func metric(
    _ name: String, at mark: YAMLMark, besides keys: [String] = []
  ) -> ExpectedMetric? {
    if let metric = Metric(named: name) { return ExpectedMetric(metric) }
    if let time = ExpectedMetric.lateness(in: name) { return framesLater(than: time, at: mark) }
    let suggestions =
      self.suggestions(for: name, among: keys)
      + self.suggestions(for: name, among: OpenKeys.metricsAndMeasured.names)
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    if !TableReader.measurements.isDisjoint(with: words) {
      add(.measurement(name), at: mark)
    } else {
      add(.unknownMetric(name, suggestions: Array(suggestions.prefix(3))), at: mark)
    }
    return nil
  }

  /// The metric of frames that are later than the time after its words.
  private mutating func framesLater(than time: Substring, at mark: YAMLMark) -> ExpectedMetric? {
    let text = String(time)
    do throws(ScalarError) {
      return ExpectedMetric(framesLaterThanNanoseconds: try ScalarReader.lateness(text))
    } catch {
      let type = ValueType.duration(ScalarReader.lateness)
      let error = text.isEmpty ? .empty : error
      return refused(
        .scalar(error, text: text, key: ExpectedMetric.framesLaterThan, type: type), at: mark)
    }
  }

  mutating func checkCount(
    _ count: Int, _ range: ClosedRange<Int>, key: String, type: ValueType, holder: YAMLMark
  ) {
    guard !range.contains(count) else { return }
    add(.wrongCount(count, key: key, type: type), at: holder)
  }

  /// Adds a diagnostic for a value of another form.
  ///
  /// - Returns: No value.
  mutating func wrongForm(
    _ node: YAMLNode, key: String, type: ValueType, holder: YAMLMark
  ) -> ReadValue? {
    guard !addSlip(inScalar: node) else { return nil }
    let found =
      switch node.content {
      case .scalar("", isQuoted: false): "empty"
      case .scalar: "a single value"
      case .list: "a list"
      case .map: "an object"
      }
    return refused(
      .wrongForm(found: found, key: key, type: type), at: node.isBare ? holder : node.mark)
  }

  /// Words of numbers that are observed on a real clock or a real machine.
  private static let measurements: Set<String> = [
    "real", "wall", "wallclock", "clock", "cpu", "cycles", "instructions", "rss",
  ]
}
