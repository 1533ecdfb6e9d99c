import MapEvents
import MapGeometry
import Metrics
import Scenarios

/// The keys of an expectation besides its metrics: its range, and when a rule is kept.
enum ExpectationKeys {
  static let since = Key(
    "since", .beginning, .default("start"),
    "The start of counting: the start of the session, the last mark before the step, or the last "
      + "mark of this name before the step.", example: "last mark")
  static let between = Key(
    "between", .list(.instant, count: 2...2), .optional,
    "The two moments between which it counts: from the last occurrence of the first moment to the "
      + "next occurrence of the second. `download done` is the moment when the downloads that have "
      + "begun expect no further batch.", example: "[zooming, end]")
  static let layer = Key(
    "layer", .reference(.layer), .optional,
    "The only layer that it counts; the table of metrics says which there are for a layer.",
    example: "cities")
  static let orNothing = Key(
    "or nothing", .flag, .default("no"),
    "Whether the rules of this block are kept, too, where nothing happened that they could count; "
      + "for a single rule write `exactly 0 or nothing`.", example: "yes")

  static let ofSession: [any ObjectKey] = PromiseKeys.all + [between, layer, orNothing]
  static let ofStep: [any ObjectKey] = PromiseKeys.all + [since, between, layer, orNothing]
  static let rulesOfStep = PromiseKeys.rules + [.excludes(since.name, other: between.name)]
}

/// The keys of a promise, which demands an order of events and conditions.
enum PromiseKeys {
  static let whenever = Key(
    "whenever", .occurrence, .optional,
    "The event or condition that starts the promise, each time it occurs. Without this key the "
      + "promise starts where the checked part of the session starts.", example: "callout opens")
  static let then = Key(
    "then", .occurrence, .optional,
    "The event or condition that must come; it may be true already.", example: "callout inside map")
  static let always = Key(
    "always", .occurrence, .optional, "The condition that must hold all the time.",
    example: "annotation selected")
  static let never = Key(
    "never", .occurrence, .optional, "The event or condition that must not come.",
    example: "nothing selected")
  static let within = Key(
    "within", .anyTime, .derived("the end of the range"),
    "The time limit of `then`; if the session ends earlier, the promise is not decided.",
    example: "500 ms")
  static let lasting = Key(
    "for", .someTime, .derived("until the range ends"),
    "The duration of `always` or `never`; if the session ends earlier, the promise is not decided.",
    example: "2 s")
  static let until = Key(
    "until", .occurrence, .optional,
    "The condition or event that ends `always` or `never` when it comes.",
    example: "callout closes")

  static let all: [any ObjectKey] = [whenever, then, always, never, within, lasting, until]
  static let demands = [then, always, never]
  static let rules: [KeyRule] = [
    .needsOneOf(whenever.name, others: demands.map(\.name)),
    .excludes(then.name, other: always.name), .excludes(then.name, other: never.name),
    .excludes(always.name, other: never.name), .needs(within.name, other: then.name),
    .needsOneOf(lasting.name, others: [always.name, never.name]),
    .needsOneOf(until.name, others: [always.name, never.name]),
  ]
}

extension ScenarioSchema {
  static let sessionExpectations = ObjectSchema(
    .sessionExpectations,
    "Expectations on the session, or on a stretch between two of its moments, judged at the end.",
    keys: ExpectationKeys.ofSession, openKeys: .metricsAndMeasured, rules: PromiseKeys.rules,
    example: "{views created: at most 40, callout inside map: always}")
}

/// The names of the expectations, with which a canary can fail.
struct ExpectedNames {
  /// Each name with its variant; nil for all of them.
  private var all: [(name: String, variant: String?)] = []

  mutating func add(_ name: String, of variant: String?) { all.append((name, variant)) }

  mutating func add(_ rule: ReadRule<ExpectedMetric>, among variants: [String]) {
    if let other = rule.rule.comparedVariant, rule.variant == nil {
      for variant in variants where variant != other { add(rule.subject.name, of: variant) }
    } else {
      add(rule.subject.name, of: rule.variant)
    }
  }

  /// The reason why a canary cannot fail with a name: nothing expects it, in any or in one of
  /// its variants.
  func problem(of name: String, in variants: [String]) -> Diagnostic.Message? {
    let rules = all.filter { $0.name == name }
    guard !rules.isEmpty else { return .neverExpected(name) }
    let missed = variants.first { variant in
      !rules.contains { $0.variant == nil || $0.variant == variant }
    }
    return missed.map { .neverExpected(name, of: $0) }
  }
}

extension ReadObject {
  /// The key of the demand in a promise: `then`, `always` or `never`; nil without a promise.
  fileprivate var demand: Key<Occurrence>? { PromiseKeys.demands.first(where: isWritten) }
}

extension Promise {
  /// The promise in words, however its author wrote it.
  fileprivate var words: String {
    let time = limit.map { AmountUnits.words($0.nanoseconds, in: AmountUnits.time) }
    return [
      trigger.map { "whenever \($0.words)," }, "\(demand.rawValue) \(subject.words)",
      time.map { demand == .then ? "within \($0)" : "for \($0)" },
      until.map { "until \($0.words)" },
    ].compactMap(\.self).joined(separator: " ")
  }
}

extension ScenarioBuilder {
  /// Returns the expectations of the whole session; a list may have several blocks.
  mutating func sessionExpectations(_ blocks: [ReadValue]) -> [PlacedExpectation] {
    var placed: [PlacedExpectation] = []
    for case .object(let block) in blocks.map(\.content) {
      checkMetrics(block, besides: ExpectationKeys.ofSession, isNeeded: blocks.count > 1)
      placed += self.placed(block)
    }
    return placed
  }

  /// Refuses a block without any metric.
  mutating func checkMetrics(_ block: ReadObject, besides keys: [any ObjectKey], isNeeded: Bool) {
    let hasPromise = PromiseKeys.all.contains { block.isWritten($0) }
    guard block.rules.isEmpty, block.measuredRules.isEmpty, !hasPromise,
      isNeeded || block.keyMarks[ExpectationKeys.between.name] != nil,
      block.hasNoOtherKey(than: keys)
    else { return }
    add(.noMetric, at: block.mark)
  }

  /// Returns the expectations of a block, with their ranges.
  mutating func placed(_ object: ReadObject, inStep: Bool = false) -> [PlacedExpectation] {
    for rule in object.rules { expected.add(rule, among: variantNames) }
    let isKeptByNothing = object[ExpectationKeys.orNothing] ?? false
    let interval = object[ExpectationKeys.between].flatMap {
      self.interval($0, inStep: inStep, at: object.mark(ofValue: ExpectationKeys.between))
    }
    let layer = object[ExpectationKeys.layer].flatMap { checkName($0.text, .layer, at: $0.mark) }
    for rule in object.rules where layer != nil && !rule.subject.isCountedByLayer {
      add(.notOfLayer(rule.subject), at: rule.mark)
    }
    if let layer, !layerNames.isClustered[layer] {
      for rule in object.rules where rule.subject.metric.definition.group == .clustering {
        add(.plainLayer(layerNames.all[layer]), at: rule.mark)
      }
    }
    let limits = [ExpectationKeys.between.name, ExpectationKeys.layer.name].filter {
      object.keyMarks[$0] != nil
    }
    if let limit = limits.first {
      for rule in object.measuredRules {
        add(.measuredOfPart(rule.subject.name, limit), at: rule.mark)
      }
    }
    // A faulty promise is among the diagnostics.
    var placed = [try? promise(object, isKeptByNothing: isKeptByNothing)].compactMap { $0 ?? nil }
    for rule in object.rules {
      checkVariants(of: rule)
      placed.append(
        PlacedExpectation(
          expectation: Expectation(
            subject: rule.subject, rule: rule.rule,
            isKeptByNothing: isKeptByNothing || rule.isKeptByNothing),
          written: WrittenRule(rule.text, at: reader.texts.place(of: rule.mark)),
          variant: rule.variant))
    }
    for index in placed.indices {
      (placed[index].interval, placed[index].layer) = (interval, layer)
    }
    return placed
  }

  /// The expectation that the promise of a block is kept; nil for a block without a promise.
  private mutating func promise(
    _ object: ReadObject, isKeptByNothing: Bool
  ) throws -> PlacedExpectation? {
    guard let key = object.demand, let demand = Promise.Demand(rawValue: key.name) else {
      return nil
    }
    expected.add(Metric.promisesKept.name, of: nil)
    let subject = try object.get(key)
    let trigger = try object.find(PromiseKeys.whenever)
    let until = try object.find(PromiseKeys.until)
    let layer = try layer(
      ExpectationKeys.layer, of: object,
      for: [PromiseKeys.whenever, key, PromiseKeys.until].filter(object.isWritten))
    guard demand != .always || subject.isLasting else {
      return refused(.alwaysAnEvent(subject.words), at: object.mark(ofValue: key))
    }
    let promise = Promise(
      whenever: trigger?.in(layer: layer), demand, subject.in(layer: layer),
      limit: object[PromiseKeys.within] ?? object[PromiseKeys.lasting],
      until: until?.in(layer: layer))
    let mark = object.mark(ofKey: PromiseKeys.whenever) ?? object.mark(ofKey: key) ?? object.mark
    var placed = PlacedExpectation(
      expectation: Expectation(
        metric: .promisesKept, rule: .always, isKeptByNothing: isKeptByNothing),
      written: WrittenRule(promise.words, at: reader.texts.place(of: mark)))
    placed.promise = promise
    return placed
  }

  /// Returns the layer that an object names for the conditions and events of some keys.
  ///
  /// - Parameters:
  ///   - layer: The key of the layer.
  ///   - object: The object of all keys.
  ///   - keys: The keys of conditions and events, which are written.
  /// - Returns: The index of the layer; nil where none is named.
  /// - Throws: A mistake that is among the diagnostics.
  mutating func layer(
    _ layer: Key<ReadValue>, of object: ReadObject, for keys: [Key<Occurrence>]
  ) throws -> Int? {
    var occurrences: [Occurrence] = []
    for key in keys {
      let (occurrence, mark) = (try object.get(key), object.mark(ofValue: key))
      if occurrence.conditions.contains(where: { $0.bounds == 0...Int64.max }) {
        add(.alwaysTrue, at: mark)
        throw InvalidValue()
      }
      if occurrence.isOfClusters, !layerNames.isClustered.contains(true) {
        add(.noClusters, at: mark)
        throw InvalidValue()
      }
      occurrences.append(occurrence)
    }
    guard object.isWritten(layer) else { return nil }
    let value = try object.get(layer)
    guard occurrences.contains(where: \.isOfLayers) else {
      let words = occurrences.first?.words ?? ""
      add(.countedForTheMap(words, key: layer.name), at: value.mark)
      throw InvalidValue()
    }
    let isOfClusters = occurrences.contains(where: \.isOfClusters)
    guard let index = isOfClusters ? clusteredLayer(value) : index(value, .layer) else {
      throw InvalidValue()
    }
    return index
  }

  private mutating func checkVariants(of rule: ReadRule<ExpectedMetric>) {
    if let variant = rule.variant { checkName(variant, .variant, at: rule.mark) }
    guard let other = rule.rule.comparedVariant else { return }
    guard rule.variant != other else { return add(.withinItself(other), at: rule.valueMark) }
    checkName(other, .variant, at: rule.valueMark)
    if case .held(.noWorse, _) = rule.rule, rule.subject.metric.definition.better == .neither {
      add(.noBetterDirection(rule.subject, than: other), at: rule.valueMark)
    }
  }

  /// Adds the expectations on real times and on allocations to the scenario.
  func addMeasured(_ object: ReadObject, to scenario: inout Scenario) {
    for case .object(let block) in (object[HeadKeys.expect] ?? []).map(\.content) {
      let orNothing = block[ExpectationKeys.orNothing] ?? false
      for rule in block.measuredRules {
        let written = WrittenRule(rule.text, at: reader.texts.place(of: rule.mark))
        switch rule.subject {
        case .time(let time):
          scenario.realExpectations.append(
            PlacedRule(
              RealExpectation(time: time, rule: rule.rule), written: written,
              variant: rule.variant))
        case .allocation(let count):
          let budget = AllocationBudget(
            count: count, rule: rule.rule, isKeptByNothing: orNothing || rule.isKeptByNothing)
          scenario.allocationBudgets.append(
            PlacedRule(budget, written: written, variant: rule.variant))
        }
      }
    }
    scenario.mustExceed = (object[HeadKeys.mustFailWith] ?? []).compactMap {
      AllocationCount(rawValue: $0.text)
    }
  }

  /// Checks the variants of expectations on measured values, and records the names for
  /// canaries.
  mutating func checkMeasured(_ blocks: [ReadValue]) {
    for case .object(let block) in blocks.map(\.content) {
      for rule in block.measuredRules {
        if let variant = rule.variant { checkName(variant, .variant, at: rule.mark) }
        guard case .allocation(let count) = rule.subject else { continue }
        expected.add(count.name, of: rule.variant)
      }
    }
  }

  // MARK: Intervals

  private mutating func interval(
    _ values: [ReadValue], inStep: Bool, at mark: YAMLMark
  ) -> SessionInterval? {
    guard values.count == 2 else { return nil }
    let moments = values.compactMap { moment($0, inStep: inStep) }
    guard moments.count == 2 else { return nil }
    let interval = SessionInterval(from: moments[0], to: moments[1])
    guard moments[0] != moments[1], moments[0] != .end, moments[1] != .start else {
      return refused(.emptyInterval(interval), at: mark)
    }
    if case .mark(let first) = moments[0], case .mark(let last) = moments[1], !inStep,
      !progress.canFollow(last, after: first)
    {
      return refused(.emptyInterval(interval), at: mark)
    }
    return interval
  }

  /// A moment that can come before an expectation is judged.
  private mutating func moment(_ value: ReadValue, inStep: Bool) -> SessionMoment? {
    let moment = SessionMoment(named: value.text)
    switch moment {
    case .start: return moment
    case .end: return inStep ? refused(.endInStep, at: value.mark) : moment
    case .downloadDone:
      return progress.hasDownload || inStep && progress.isInRepeat
        ? moment : refused(.nothingDownloaded, at: value.mark)
    case .mark(let name):
      let reserved = SessionMoment.reserved.map(\.name)
      guard isMarkBefore(name, known: reserved, isNeeded: inStep, at: value.mark) else {
        return nil
      }
      return moment
    }
  }

  /// Whether a mark exists and, where it is needed, can have been set before the present step.
  mutating func isMarkBefore(
    _ name: String, known words: [String], isNeeded: Bool, at mark: YAMLMark
  ) -> Bool {
    let names = marks.all
    guard names.contains(name) else {
      let suggestions = Spelling.suggestions(for: name, among: words + names)
      add(.unknownName(name, .mark, suggestions: suggestions, known: names), at: mark)
      return false
    }
    // In a repetition an earlier round may have set it.
    guard !isNeeded || progress.isInRepeat || marks.isGiven(name) else {
      add(.laterMark(name), at: mark)
      return false
    }
    return true
  }
}
