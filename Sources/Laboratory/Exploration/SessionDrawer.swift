internal import Formatting
internal import MapEvents
internal import Metrics
internal import ScenarioFiles

/// Draws scenarios from the schema.
///
/// It knows types of values, and no step or key by its name: a key that joins the schema is drawn
/// like the others. Many of the scenarios are faulty, such as by a point that no data set has;
/// ``ScenarioMaker`` mends them.
struct SessionDrawer: Sendable {
  /// The language.
  let schema: ScenarioSchema
  /// Values that keys have wherever they are drawn, as they would be written.
  var given: [GivenValue] = []

  /// The largest whole number that is drawn, unless the key needs a larger one.
  static let largestCount: Int64 = 60
  /// The most steps of a list of steps.
  static let longestList = 12

  /// Returns the nodes of a scenario.
  func scenario(_ chance: Chance) -> YAMLNode {
    var drawing = Drawing(schema: schema, given: given, chance)
    return drawing.object(.scenario, chance, depth: 0) ?? YAMLNode(.map([]))
  }

  /// Returns another value for a key of an object, for sessions that vary; nil where none can be
  /// drawn.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - kind: The object.
  ///   - chance: Decides what is drawn.
  ///   - names: The names of the session.
  ///   - isFirstEnough: Whether a list needs its first item alone.
  /// - Returns: The value.
  func value(
    of key: String, in kind: ObjectKind, _ chance: Chance, names: DrawnNames,
    isFirstEnough: Bool = false
  ) -> YAMLNode? {
    guard let field = schema.object(kind).field(key) else { return nil }
    var drawing = Drawing(schema: schema, given: given, chance)
    (drawing.names, drawing.isFirstEnough) = (names, isFirstEnough)
    return drawing.value(of: field, chance, depth: 1)
  }
}

/// A value that a key has wherever it is drawn.
package struct GivenValue: Hashable, Sendable {
  /// The key.
  package let key: String
  /// The value, as a scenario would write it.
  package let text: String

  /// Reads `KEY: VALUE`; nil for any other text.
  package init?(_ text: String) {
    guard let colon = text.firstRange(of: ": ") else { return nil }
    (key, self.text) = (String(text[..<colon.lowerBound]), String(text[colon.upperBound...]))
    if key.isEmpty || self.text.isEmpty { return nil }
  }

  /// The key and the value, as a scenario would write them.
  var words: String { "\(key): \(text)" }

  /// Whether a field has the key and takes the value.
  func fits(_ field: Field) -> Bool {
    guard field.key == key else { return false }
    if case .success = ScalarReader.value(of: text, as: field.type) { return true }
    return false
  }
}

/// The names that the parts of a scenario have.
struct DrawnNames: Sendable {
  private var bySpace: [NameSpace: [String]] = [:]

  /// Makes names of nothing.
  init() {}

  /// The names that the objects of a scenario have.
  init(of root: YAMLNode, _ schema: ScenarioSchema) {
    for field in schema.object(.scenario).fields {
      guard case .named(_, let space, _) = field.type else { continue }
      self[space] = root[field.key]?.pairs.compactMap(\.key.text) ?? []
    }
  }

  /// The names of one kind; those that steps give are a few that all of them give.
  subscript(space: NameSpace) -> [String] {
    get {
      switch space {
      case .mark, .download: DrawnNames.given
      case .layer, .data, .overlay, .variant, .callout, .parameter: bySpace[space] ?? []
      }
    }
    set { bySpace[space] = newValue }
  }

  /// The names that texts have.
  static let given = ["a", "b", "c", "p1", "p2"]
}

/// Where on the earth a session happens: most of its places are near one another, as a map shows
/// them, and many of the middles are where maps have their edges.
private struct Focus {
  /// Millionths of a degree.
  let latitude: Int64
  let longitude: Int64
  /// How far most places are from the middle, in millionths of a degree.
  let spread: Int64

  init(_ chance: Chance) {
    (latitude, longitude) = chance["place"].one(of: Focus.places)
    spread = chance["spread"].one(of: [0, 100, 2_000, 20_000, 20_000, 200_000, 3_000_000])
  }

  /// Cities, the date line from both sides, poles and the ends of the map, and the null island.
  private static let places: [(Int64, Int64)] = [
    (52_516_300, 13_377_700), (52_516_300, 13_377_700), (38_000_000, -95_500_000),
    (-33_900_000, 18_400_000), (0, 0), (0, 180_000_000), (-17_700_000, -180_000_000),
    (60_000_000, 179_990_000), (85_051_100, 0), (-85_000_000, 100_000_000),
    (90_000_000, 10_000_000),
  ]

  /// An angle near the middle: one of four times the middle itself.
  private func angle(_ middle: Int64, _ chance: Chance) -> Int64 {
    guard spread > 0, !chance["middle"].happens(percent: 25) else { return middle }
    // Few different places, so that some are equal.
    let tenths = chance["tenths"].number(in: -10...10)
    return middle + spread * tenths / 10
  }

  func latitude(_ chance: Chance) -> String {
    let angle = angle(latitude, chance)
    return MetricText.decimal(max(-90_000_000, min(90_000_000, angle)), places: 6)
  }

  func longitude(_ chance: Chance) -> String {
    var angle = angle(longitude, chance)
    if angle > 180_000_000 { angle -= 360_000_000 }
    if angle < -180_000_000 { angle += 360_000_000 }
    return MetricText.decimal(angle, places: 6)
  }

  /// An extent that shows most of the places.
  func span(_ chance: Chance) -> String {
    if chance["whole"].happens(percent: 8) { return "360 deg x 160 deg" }
    let factor: Int64 = chance["factor"].one(of: [1, 2, 2, 3, 6])
    let side = MetricText.decimal(max(200, spread * factor), places: 6)
    return "\(side) deg x \(side) deg"
  }
}

/// The state of one drawing.
private struct Drawing {
  let schema: ScenarioSchema
  let given: [GivenValue]
  let focus: Focus
  /// Decides which keys a session goes without where there are many to choose from.
  ///
  /// A session with few kinds of steps has more of each, and comes where one of all kinds seldom
  /// does (swarm testing: Groce and others, ISSTA 2012).
  let swarm: Chance
  /// A kind of names that is much in use, besides those of data and layers.
  let space: NameSpace
  var names = DrawnNames()
  /// Whether the outermost list needs its first item alone; later items cannot change it.
  var isFirstEnough = false
  private var plans: [ObjectKind: Plan] = [:]

  /// The fields of a kind of object, in the order in which they are drawn.
  private struct Plan {
    /// For each rule, the fields of which exactly one is there, with their weights.
    var choices: [[(field: Field, weight: Int)]] = []
    /// The other fields, first those that decide about others.
    var others: [Field] = []
  }

  init(schema: ScenarioSchema, given: [GivenValue], _ chance: Chance) {
    (self.schema, self.given) = (schema, given)
    (focus, swarm) = (Focus(chance["focus"]), chance["swarm"])
    let rare = NameSpace.allCases.filter { ![.data, .layer].contains($0) }
    space = swarm["space"].ranked(rare, name: \.rawValue, weight: { _ in 1 })[0]
  }

  // MARK: Objects

  mutating func object(_ kind: ObjectKind, _ chance: Chance, depth: Int) -> YAMLNode? {
    guard depth < 8 else { return nil }
    let schema = self.schema.object(kind)
    let plan = plan(of: schema)
    let percent = chance["density"].one(of: Drawing.densities)
    var values: [String: YAMLNode] = [:]
    for choice in plan.choices {
      let order = chance["one"].ranked(choice, name: \.field.key, weight: \.weight)
      let hasOne = order.contains { field, _ in
        values[field.key] = value(of: field, chance[field.key], depth: depth + 1)
        return values[field.key] != nil
      }
      guard hasOne else { return nil }
    }
    let isDrawn = chance["is drawn"]
    for field in plan.others {
      let isGiven = given.contains { $0.fits(field) }
      let percent = self.schema.takes(given, in: field.type) ? Drawing.givenPercent : percent
      guard isGiven || self.isDrawn(field, isDrawn, percent: percent) else { continue }
      guard schema.allows(field.key, beside: values) else { continue }
      if let value = value(of: field, chance[field.key], depth: depth + 1) {
        values[field.key] = value
      } else if field.need == .required {
        return nil
      }
    }
    complete(&values, schema, chance, depth: depth)
    var pairs = schema.fields.compactMap { field in
      values[field.key].map { YAMLPair(field.key, $0) }
    }
    if schema.openKeys.takesMetrics { pairs += metrics(chance["metrics"]) }
    if schema.openKeys == .values {
      pairs = naming(pairs, kind, chance)
    }
    return YAMLNode(.map(pairs))
  }

  /// The pairs of an object that takes names, with lists of values for one or two names that stand
  /// in place of scalars.
  ///
  /// Two lists have equally many values, and are drawn only with a flag that lets them go on
  /// together: of lists without it the order says which one goes round first.
  private mutating func naming(
    _ pairs: [YAMLPair], _ kind: ObjectKind, _ chance: Chance
  ) -> [YAMLPair] {
    // The scalars of the object itself are its flags; a name stands in a step.
    let whole = YAMLNode(.map(pairs.filter { !$0.value.isScalar }))
    var (named, value, path) = whole.namingScalar(chance["scalar"], as: "each")
    var lists = [[value] + others(than: value, at: path, of: whole, kind, chance["values"])]
    if pairs.contains(where: { $0.value.text == "yes" }) {
      (named, value, path) = named.namingScalar(chance["second scalar"], as: "other")
      if !path.isEmpty {
        lists.append(
          [value] + others(than: value, at: path, of: whole, kind, chance["second values"]))
      }
    }
    let count = lists.map(\.count).min() ?? 0
    let names = zip(["each", "other"], lists).map { name, values in
      YAMLPair(name, YAMLNode(.list(Array(values.prefix(count)))))
    }
    return names + pairs.filter(\.value.isScalar) + named.pairs
  }

  /// One or two further values that a scalar of an object can have; none for an item of a list.
  private mutating func others(
    than value: YAMLNode, at path: [Int], of node: YAMLNode, _ kind: ObjectKind, _ chance: Chance
  ) -> [YAMLNode] {
    var field: Field?
    _ = node.mapping(.object(kind), schema) { place, kind, pairs in
      if place + path.suffix(1) == path, let index = path.last {
        field = schema.object(kind).field(pairs[index].key.text ?? "")
      }
      return pairs
    }
    guard let field else { return [] }
    var texts = [value.text]
    let wanted = 2 + chance["count"].below(2)
    for number in 0..<8 where texts.count < wanted {
      let text = self.value(of: field, chance[number], depth: 0)?.text
      if let text, !texts.contains(text) { texts.append(text) }
    }
    return texts.dropFirst().compactMap(\.self).map { YAMLNode($0) }
  }

  private mutating func plan(of schema: ObjectSchema) -> Plan {
    if let known = plans[schema.kind] { return known }
    var plan = Plan()
    var left: Set<String> = []
    for case .exactlyOne(let keys) in schema.rules where left.isDisjoint(with: keys) {
      plan.choices.append(inSwarm(keys.compactMap(schema.field)).map { ($0, weight($0)) })
      left.formUnion(keys)
    }
    let deciding = schema.rules.compactMap(\.decidingKey)
    let others = schema.fields.filter { !left.contains($0.key) }
    plan.others =
      others.filter { deciding.contains($0.key) } + others.filter { !deciding.contains($0.key) }
    plans[schema.kind] = plan
    return plan
  }

  /// The keys that the session does not go without; those that make much happen stay.
  private func inSwarm(_ fields: [Field]) -> [Field] {
    let percent = swarm["density"].one(of: [15, 40, 100])
    guard fields.count > 8, percent < 100 else { return fields }
    return fields.filter { weight($0) > 1 || swarm[$0.key].happens(percent: percent) }
  }

  /// How many of a hundred optional keys an object has: sessions with few keys show other things
  /// than those with many.
  private static let densities = [0, 8, 25, 60]

  /// How many of a hundred objects are there that take a given value.
  private static let givenPercent = 80

  private func isDrawn(_ field: Field, _ chance: Chance, percent: Int) -> Bool {
    switch field.need {
    case .required: return true
    case .optional, .default, .derived: break
    }
    let own =
      switch field.type {
      case .named(_, let space, _):
        [.data, .layer, self.space].contains(space) ? 95 : max(percent, 40)
      case ValueType.name: max(percent, 40)
      case .object(.options), .object(.fixes): 60
      default: percent
      }
    return chance[field.key].happens(percent: own)
  }

  /// Adds what keys need beside them, and leaves out keys that cannot stand beside others.
  private mutating func complete(
    _ values: inout [String: YAMLNode], _ schema: ObjectSchema, _ chance: Chance, depth: Int
  ) {
    for rule in schema.rules {
      switch rule {
      case .needs(let key, let other):
        guard values[key] != nil, values[other] == nil, let field = schema.field(other) else {
          continue
        }
        if !schema.hasChosen(instead: other, in: values), schema.allows(other, beside: values) {
          values[other] = value(of: field, chance[other], depth: depth + 1)
        }
        if values[other] == nil { values[key] = nil }
      case .needsOneOf(let key, let others):
        if !others.contains(where: { values[$0] != nil }) { values[key] = nil }
      case .excludes(let key, let other):
        if values[other] != nil, values[key] != nil { values[key] = nil }
      case .exactlyOne, .only, .exactlyOneWhere, .lends: continue
      }
    }
    for case .exactlyOneWhere(let keys, let condition) in schema.rules
    where condition.words.contains(schema.word(condition.key, in: values) ?? "") {
      let order = chance["one where"].ranked(
        keys.compactMap(schema.field), name: \.key, weight: weight)
      let drawn = order.first { values[$0.key] != nil }
      for key in keys where key != drawn?.key { values[key] = nil }
      for field in order where !keys.contains(where: { values[$0] != nil }) {
        values[field.key] = value(of: field, chance[field.key], depth: depth + 1)
      }
    }
  }

  /// A weight by what a value is: points have to come, and time to pass, before much can happen,
  /// and a step that takes a name often needs that others took it before.
  private func weight(_ field: Field) -> Int {
    switch field.type {
    case .object(let kind):
      let types = schema.object(kind).fields.map(\.type)
      return types.contains { $0.names(space) } ? 8 : types.contains(.reference(.data)) ? 4 : 1
    case .either(.moment, _): return 4
    default: return field.type.names(space) ? 8 : 1
    }
  }

  // MARK: Values

  mutating func value(of field: Field, _ chance: Chance, depth: Int) -> YAMLNode? {
    if let given = given.first(where: { $0.fits(field) }) { return YAMLNode(given.text) }
    if let angle = schema.object(.coordinate).field(field.key), angle.type == field.type {
      let isLatitude = angle == schema.object(.coordinate).fields.first
      return YAMLNode(isLatitude ? focus.latitude(chance) : focus.longitude(chance))
    }
    return value(field.type, field.example, chance, depth: depth)
  }

  private mutating func value(
    _ type: ValueType, _ example: String, _ chance: Chance, depth: Int
  ) -> YAMLNode? {
    switch type {
    case .object(let kind): return object(kind, chance, depth: depth)
    case .either(let type, let kind):
      guard chance["form"].happens(percent: 50),
        let object = object(kind, chance, depth: depth)
      else { return value(type, example, chance, depth: depth) }
      return object
    case .objects(let kind, let count):
      return list(.object(kind), example, min(1, count.lowerBound)...1, chance, depth: depth)
    case .list(let item, let count): return list(item, example, count, chance, depth: depth)
    case .references(let space, let count):
      return list(.reference(space), example, count, chance, depth: depth)
    case .named(let kind, let space, let count):
      return entries(kind, space, count, chance, depth: depth)
    // Paths name other files. The others repeat keys that are drawn elsewhere.
    case .path, .anything, .some, .someNamed, .variants: return nil
    case .text, .whole, .decimal, .flag, .choice, .duration, .memory, .bandwidth, .share, .moment,
      .points, .size, .offset, .position, .velocity, .distance, .length, .angle, .earthOffset,
      .displayPriority, .span, .levels, .day, .device, .metric, .rule, .condition, .awaited,
      .reference, .nothing, .beginning, .instant:
      return scalar(type, example, chance).map { YAMLNode($0) }
    }
  }

  private mutating func list(
    _ item: ValueType, _ example: String, _ count: ClosedRange<Int>, _ chance: Chance, depth: Int
  ) -> YAMLNode? {
    let isOfSteps = item == .object(.step)
    let more =
      item.form.isObject ? (depth <= 1 || !isOfSteps ? SessionDrawer.longestList : 3) : 3
    let wanted = min(count.upperBound, count.lowerBound + chance["count"].below(more))
    // A name or a word stands there once.
    var items = ranked(words(of: item), chance["words"]).prefix(wanted).map { YAMLNode($0) }
    let needsOne = isFirstEnough
    isFirstEnough = false
    for index in items.count..<wanted where words(of: item).isEmpty {
      if let item = value(item, example, chance[index], depth: depth) { items.append(item) }
      if needsOne, !items.isEmpty { break }
    }
    guard items.count >= count.lowerBound else { return nil }
    return YAMLNode(.list(items))
  }

  private mutating func entries(
    _ kind: ObjectKind, _ space: NameSpace, _ count: ClosedRange<Int>, _ chance: Chance, depth: Int
  ) -> YAMLNode? {
    let wanted = max(count.lowerBound, 1) + (space == self.space ? 1 : chance["count"].below(2))
    let names = (1...wanted).map { "\(space.rawValue) \($0)" }
    let pairs = names.compactMap { name in
      object(kind, chance[name], depth: depth).map { YAMLPair(name, $0) }
    }
    guard !pairs.isEmpty else { return nil }
    self.names[space] = pairs.compactMap(\.key.text)
    return YAMLNode(.map(pairs))
  }

  // MARK: Scalars

  private func scalar(_ type: ValueType, _ example: String, _ chance: Chance) -> String? {
    switch type {
    case .text: return name(chance)
    case .day: return example
    case .flag: return chance.one(of: ["yes", "no"])
    case .reference(.mark), .reference(.download): return name(chance)
    case .choice, .device, .metric, .reference: return ranked(words(of: type), chance).first
    case .rule, .nothing: return ""
    case .awaited where chance["settled"].happens(percent: 25): return ValueType.settled
    case .condition, .awaited: return condition(chance)
    case .beginning: return chance.one(of: StepDefinition.sinceWords + DrawnNames.given)
    case .instant:
      return chance.one(of: SessionMoment.reserved.map(\.name) + DrawnNames.given)
    case .displayPriority:
      return chance.one(of: ScalarReader.displayPriorities.map(\.name) + ["0", "500", "1000"])
    case .moment where chance["settled"].happens(percent: 50): return ValueType.settled
    case .span: return focus.span(chance)
    case .path, .anything, .some, .someNamed, .variants, .object, .objects, .either, .list,
      .references, .named:
      return nil
    case .whole, .decimal, .duration, .memory, .bandwidth, .share, .moment, .points, .size, .offset,
      .position, .velocity, .distance, .length, .angle, .earthOffset, .levels:
      return DrawnNumber(type, example: example).text(chance)
    }
  }

  /// One of the names that texts have: one of four is the same in all of a session, so that what
  /// means a name finds it.
  private func name(_ chance: Chance) -> String {
    (chance["is usual"].happens(percent: 25) ? swarm["name"] : chance).one(of: DrawnNames.given)
  }

  /// The words of which a value is one; none of other types.
  private func words(of type: ValueType) -> [String] {
    switch type {
    case .choice(let words): words
    case .device: BuiltInDevices.names
    case .metric: Metric.allCases.map(\.name)
    case .reference(let space): names[space]
    default: []
    }
  }

  /// Words in a random order, in which a new word moves no other one.
  private func ranked(_ words: [String], _ chance: Chance) -> [String] {
    chance.ranked(words, name: { $0 }, weight: { _ in 1 })
  }

  private func condition(_ chance: Chance) -> String {
    let number = chance["number"].below(5)
    let quantities = MapCondition.Quantity.allCases.map { quantity in
      "\(quantity.rawValue) \(chance["rule"].one(of: ["at most", "at least", "exactly"])) \(number)"
    }
    let words = MapCondition.words.map(\.word) + NamedEvent.allCases.map(\.rawValue)
    return chance["what"].one(of: words + quantities)
  }

  /// One or two metrics with a rule.
  private func metrics(_ chance: Chance) -> [YAMLPair] {
    let ranked = chance.ranked(Metric.allCases, name: \.name, weight: { _ in 1 })
    return ranked.prefix(1 + chance["count"].below(2)).map { metric in
      YAMLPair(metric.name, YAMLNode("at most \(metric.definition.unit.definition.example)"))
    }
  }
}

extension ValueType {
  /// Whether it is a name of a kind, or a list of such.
  fileprivate func names(_ space: NameSpace) -> Bool {
    switch self {
    case .reference(space), .references(space, _), .list(.reference(space), _): true
    default: false
    }
  }
}

extension ValueType.Form {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}

extension YAMLNode {
  /// How many objects that can have a given key lack it, or have it with another value.
  func lacking(_ given: [GivenValue], _ schema: ScenarioSchema) -> Int {
    guard !given.isEmpty else { return 0 }
    var count = 0
    visitObjects(schema) { _, kind, pairs in
      let object = schema.object(kind)
      let values = YAMLNode(.map(pairs)).valuesByKey
      for value in given where object.field(value.key).map(value.fits) == true {
        if let written = values[value.key] {
          count += written.text == value.text ? 0 : 1
        } else if object.allows(value.key, beside: values) {
          count += 1
        }
      }
    }
    return count
  }
}

extension KeyRule {
  /// The key whose word decides whether others may be there.
  fileprivate var decidingKey: String? {
    switch self {
    case .only(_, let key, _): key
    case .exactlyOneWhere(_, let condition): condition.key
    case .exactlyOne, .needs, .needsOneOf, .excludes, .lends: nil
    }
  }
}

extension ObjectSchema {
  /// The word that a key has, or its default.
  fileprivate func word(_ key: String, in values: [String: YAMLNode]) -> String? {
    if let value = values[key] { return value.text }
    guard case .default(let text) = field(key)?.need else { return nil }
    return text
  }

  /// Whether one of some keys is there of which exactly one has to be, in place of a key.
  fileprivate func hasChosen(instead key: String, in values: [String: YAMLNode]) -> Bool {
    rules.contains { rule in
      guard case .exactlyOne(let keys) = rule, keys.contains(key) else { return false }
      return keys.contains { values[$0] != nil }
    }
  }

  /// Whether a key may stand beside values that decide about it.
  func allows(_ key: String, beside values: [String: YAMLNode]) -> Bool {
    rules.allSatisfy { rule in
      switch rule {
      case .only(key, let other, let words): word(other, in: values).map(words.contains) ?? true
      case .excludes(key, let other): values[other] == nil
      case .excludes(let other, key): values[other] == nil
      case .only, .excludes, .exactlyOne, .exactlyOneWhere, .needs, .needsOneOf, .lends: true
      }
    }
  }
}
