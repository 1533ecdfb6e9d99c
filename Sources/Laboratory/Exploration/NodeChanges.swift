internal import MapGeometry
internal import ScenarioFiles

/// Changes of whole scenarios, of which laws say that they mean little or nothing.
extension YAMLNode {
  /// This scenario, in which the map comes to rest at the end.
  var settled: YAMLNode { ending(with: ("wait", YAMLNode("settled"))) }

  /// This scenario with a further step at the end, by its verb and value.
  func ending(with step: (verb: String, value: YAMLNode)) -> YAMLNode {
    let step = YAMLNode(.map([YAMLPair(step.verb, step.value)]))
    var root = self
    root.set("teardown", to: YAMLNode(.list((root["teardown"]?.items ?? []) + [step])))
    return root
  }

  /// This scenario, in which the map shows a region at the end.
  func showing(_ span: String, around center: YAMLNode) -> YAMLNode {
    let region = YAMLNode(
      .map([
        YAMLPair("center", center), YAMLPair("span", YAMLNode(span)),
        YAMLPair("animated", YAMLNode("no")),
      ]))
    return ending(with: ("set region", region)).settled
  }

  /// This scenario with given values in each object that takes them.
  ///
  /// - Parameters:
  ///   - given: The values.
  ///   - schema: The language.
  ///   - addsObjects: Whether an object that takes one is written where it is left out, such as
  ///     `fixes`.
  /// - Returns: The scenario, which may be faulty.
  func setting(
    _ given: [GivenValue], _ schema: ScenarioSchema, inAbsentObjects addsObjects: Bool = false
  ) -> YAMLNode {
    guard !given.isEmpty else { return self }
    return mapping(.object(.scenario), schema) { _, kind, pairs in
      let object = schema.object(kind)
      var node = YAMLNode(.map(pairs))
      for field in object.fields where addsObjects {
        guard case .object(let kind) = field.type, node[field.key] == nil, field.hasDefault,
          schema.takes(given, in: field.type),
          schema.object(kind).fields.allSatisfy({ $0.need != .required }),
          object.allows(field.key, beside: node.valuesByKey)
        else { continue }
        node.set(field.key, to: YAMLNode(.map([])))
      }
      for value in given where object.field(value.key).map(value.fits) == true {
        let values = node.valuesByKey
        guard values[value.key] != nil || object.allows(value.key, beside: values) else { continue }
        node.set(value.key, to: YAMLNode(value.text))
      }
      return node.pairs
    }
  }

  /// This scenario with one of its variants in front of the others.
  func withVariantFirst(_ number: Int, _ schema: ScenarioSchema) -> YAMLNode {
    guard var variants = self["variants"] else { return self }
    if schema.isMatrix(variants.pairs) {
      var (axes, index) = (variants.pairs, number)
      // The last key varies first.
      for axis in axes.indices.reversed() {
        let values = axes[axis].value
        let count = max(1, values.items.count + values.pairs.count)
        axes[axis].value = values.moved(index % count)
        index /= count
      }
      variants.content = .map(axes)
    } else {
      variants = variants.moved(number)
    }
    var root = self
    root.set("variants", to: variants)
    return root
  }

  /// This list or object with one of its items in front of the others.
  private func moved(_ index: Int) -> YAMLNode {
    var copy = self
    switch content {
    case .list(var items) where items.indices.contains(index):
      items.insert(items.remove(at: index), at: 0)
      copy.content = .list(items)
    case .map(var pairs) where pairs.indices.contains(index):
      pairs.insert(pairs.remove(at: index), at: 0)
      copy.content = .map(pairs)
    case .list, .map, .scalar: break
    }
    return copy
  }

  /// This scenario with the steps of `setup` and `teardown` among the others.
  var withStepsJoined: YAMLNode {
    let parts = ["setup", "steps", "teardown"]
    let steps = parts.flatMap { self[$0]?.items ?? [] }
    var root = self
    root.content = .map(
      pairs.compactMap { pair in
        guard let key = pair.key.text, parts.contains(key) else { return pair }
        return key == "steps" ? YAMLPair(key: pair.key, value: YAMLNode(.list(steps))) : nil
      })
    return root
  }

  /// This scenario, in which each layer with clusters has an engine.
  func settingEngine(_ name: String) -> YAMLNode {
    guard let layers = self["layers"]?.pairs else { return self }
    let changed = layers.map { layer in
      guard var cluster = layer.value["cluster"], case .map = cluster.content else { return layer }
      cluster.set("engine", to: YAMLNode(name))
      var setup = layer.value
      setup.set("cluster", to: cluster)
      return YAMLPair(key: layer.key, value: setup)
    }
    var root = self
    root.set("layers", to: YAMLNode(.map(changed)))
    return root
  }

  /// This scenario with the keys of each object in the reverse order.
  func withKeysReversed(_ schema: ScenarioSchema) -> YAMLNode {
    mapping(.object(.scenario), schema) { _, _, pairs in pairs.reversed() }
  }

  /// This scenario with a default written out that it leaves out; nil where it leaves out none.
  func withDefault(_ schema: ScenarioSchema, _ chance: Chance) -> YAMLNode? {
    var places: [Field] = []
    visitObjects(schema) { _, kind, pairs in places += schema.object(kind).defaults(beside: pairs) }
    guard !places.isEmpty else { return nil }
    var place = chance.below(places.count)
    return mapping(.object(.scenario), schema) { _, kind, pairs in
      let defaults = schema.object(kind).defaults(beside: pairs)
      defer { place -= defaults.count }
      guard defaults.indices.contains(place) else { return pairs }
      return pairs + [YAMLPair(defaults[place].key, defaults[place].defaultNode)]
    }
  }

  /// This scenario with some neighboring steps in one.
  func wrappingSteps(_ chance: Chance, _ wrap: ([YAMLNode]) -> YAMLNode) -> YAMLNode? {
    guard var steps = self["steps"]?.items, !steps.isEmpty else { return nil }
    let first = chance["first"].below(steps.count)
    let count = 1 + chance["count"].below(steps.count - first)
    let range = first..<first + count
    steps.replaceSubrange(range, with: [wrap(Array(steps[range]))])
    var root = self
    root.set("steps", to: YAMLNode(.list(steps)))
    return root
  }

  /// This scenario with one of its waits for a time as two; nil where there is none.
  func splittingWait(_ chance: Chance) -> YAMLNode? {
    guard var steps = self["steps"]?.items else { return nil }
    let waits = steps.indices.compactMap { index -> (index: Int, time: Int64)? in
      guard let text = steps[index]["wait"]?.text,
        case .success(.duration(let time)) = ScalarReader.value(of: text, as: .anyWait),
        time.nanoseconds > 1
      else { return nil }
      return (index, time.nanoseconds)
    }
    guard !waits.isEmpty else { return nil }
    let (index, time) = chance["wait"].one(of: waits)
    let first = chance["time"].number(in: 1...time - 1)
    steps.replaceSubrange(
      index...index,
      with: [first, time - first].map {
        YAMLNode(.map([YAMLPair("wait", YAMLNode("\($0) ns"))]))
      })
    var root = self
    root.set("steps", to: YAMLNode(.list(steps)))
    return root
  }

  /// This scenario with one of its steps that add points as two of them; nil where none adds two
  /// points.
  func splittingAdd(_ counts: [(name: String, count: Int)], _ chance: Chance) -> YAMLNode? {
    var splits: [(path: [Int], parts: [YAMLNode])] = []
    visit { node, path in
      for (index, step) in node.items.enumerated() {
        guard let adds = step["add"]?.split(counts, chance["cut"]) else { continue }
        let parts = adds.map { add in
          var part = step
          part.set("add", to: add)
          return part
        }
        splits.append((path + [index], parts))
      }
    }
    guard !splits.isEmpty else { return nil }
    let (path, parts) = chance["add"].one(of: splits)
    var root = self
    root.replace(at: path[...], by: parts)
    return root
  }

  /// This choice of points as two choices; nil where it has no two points, or variables in it.
  private func split(_ counts: [(name: String, count: Int)], _ chance: Chance) -> [YAMLNode]? {
    func setting(_ values: KeyValuePairs<String, YAMLNode>) -> YAMLNode {
      var copy = self
      for (key, value) in values { copy.set(key, to: value) }
      return copy
    }
    if let ids = self["ids"]?.items {
      guard ids.count > 1 else { return nil }
      let cut = 1 + chance.below(ids.count - 1)
      return [ids[..<cut], ids[cut...]].map { setting(["ids": YAMLNode(.list(Array($0)))]) }
    }
    let all = counts.first { $0.name == self["data"]?.text }?.count ?? 0
    guard let row = Int(self["from row"]?.text ?? "0"),
      let count = Int(self["first"]?.text ?? "\(all - row)"), count > 1
    else { return nil }
    let cut = 1 + chance.below(count - 1)
    return [(row, cut), (row + cut, count - cut)].map { row, count in
      setting(["from row": YAMLNode("\(row)"), "first": YAMLNode("\(count)")])
    }
  }

  /// This scenario with one further step somewhere among its steps.
  func with(_ step: (verb: String, value: YAMLNode), at place: Chance) -> YAMLNode {
    var steps = self["steps"]?.items ?? []
    steps.insert(
      YAMLNode(.map([YAMLPair(step.verb, step.value)])), at: place.below(steps.count + 1))
    var root = self
    root.set("steps", to: YAMLNode(.list(steps)))
    return root
  }

  /// This scenario with one further data set of a single point.
  func withPoint(_ point: YAMLNode, in name: String) -> YAMLNode {
    let set = YAMLNode(.map([YAMLPair("points", YAMLNode(.list([point])))]))
    var root = self
    root.set("data", to: YAMLNode(.map((root["data"]?.pairs ?? []) + [YAMLPair(name, set)])))
    return root
  }

  /// This scenario, in which a point in the middle of the region that it shows at the end is added
  /// to a layer, and removed again; nil where it shows none.
  func addingAndRemoving(in layer: String) -> YAMLNode? {
    let regions = self["teardown"]?.items.compactMap { $0["set region"] }
    guard let point = regions?.last?["center"] else { return nil }
    let name = "point that goes"
    var root = withPoint(point, in: name)
    for (step, key) in [("add", "into"), ("remove", "from")] {
      let change = YAMLNode(
        .map([YAMLPair("data", YAMLNode(name)), YAMLPair(key, YAMLNode(layer))]))
      root = root.ending(with: (step, change)).settled
    }
    return root
  }

  /// These nodes with a name in place of a scalar, the scalar, and the way to it.
  func namingScalar(
    _ chance: Chance, as name: String = "value"
  ) -> (YAMLNode, value: YAMLNode, path: [Int]) {
    var paths: [[Int]] = []
    visit { node, path in
      if let text = node.text, !text.isEmpty, !text.contains("${") { paths.append(path) }
    }
    guard !paths.isEmpty else { return (self, YAMLNode("nothing"), []) }
    let path = chance.one(of: paths)
    let named = YAMLNode(.scalar("${\(name)}", isQuoted: true))
    return (replacing(at: path, by: named), self[path[...]] ?? YAMLNode("nothing"), path)
  }

  /// Calls a closure for each object of the schema, from the root on, with the way to it.
  func visitObjects(_ schema: ScenarioSchema, _ body: ([Int], ObjectKind, [YAMLPair]) -> Void) {
    _ = mapping(.object(.scenario), schema) { path, kind, pairs in
      body(path, kind, pairs)
      return pairs
    }
  }

  /// These nodes without those that the schema does not take since others were removed; nil where
  /// nothing is left.
  func withoutLeftovers(
    _ schema: ScenarioSchema, as type: ValueType = .object(.scenario)
  ) -> YAMLNode? {
    func rest(_ items: [YAMLNode], as type: ValueType) -> Content {
      .list(items.compactMap { $0.withoutLeftovers(schema, as: type) })
    }
    func rest(_ pairs: [YAMLPair], as type: (String) -> ValueType?) -> [YAMLPair] {
      pairs.compactMap { pair in
        guard !pair.value.isScalar, let type = type(pair.key.text ?? "") else { return pair }
        return pair.value.withoutLeftovers(schema, as: type).map {
          YAMLPair(key: pair.key, value: $0)
        }
      }
    }
    var copy = self
    switch (type.form, content) {
    case (.object(let kind), .map(let pairs)):
      let object = schema.object(kind)
      var kept = rest(pairs) { object.type(of: $0) }
      guard object.leaveOut(&kept), kind != .step || !kept.isEmpty else { return nil }
      copy.content = .map(kept)
    case (.object(let kind), .list(let items)): copy.content = rest(items, as: .object(kind))
    case (.items(let type), .list(let items)): copy.content = rest(items, as: type)
    case (.entries(let kind), .map(let pairs)):
      copy.content = .map(rest(pairs) { _ in .object(kind) })
    case (.object, .scalar), (.items, _), (.entries, _), (.scalar, _), (.part, _): break
    }
    return switch copy.content {
    case .scalar: copy
    case .list(let items): items.count < type.leastCount ? nil : copy
    case .map(let pairs): pairs.count < type.leastCount ? nil : copy
    }
  }

  /// These nodes with the keys and values of each object of the schema changed, the outermost
  /// first; the closure gets the way to the object.
  func mapping(
    _ type: ValueType, _ schema: ScenarioSchema,
    _ change: ([Int], ObjectKind, [YAMLPair]) -> [YAMLPair]
  ) -> YAMLNode {
    var path: [Int] = []
    return mapping(type, schema, at: &path, change)
  }

  private func mapping(
    _ type: ValueType, _ schema: ScenarioSchema, at path: inout [Int],
    _ change: ([Int], ObjectKind, [YAMLPair]) -> [YAMLPair]
  ) -> YAMLNode {
    func mapped(_ node: YAMLNode, _ type: ValueType, _ index: Int) -> YAMLNode {
      path.append(index)
      defer { path.removeLast() }
      return node.mapping(type, schema, at: &path, change)
    }
    func mapped(_ pairs: [YAMLPair], _ type: (YAMLPair) -> ValueType?) -> [YAMLPair] {
      pairs.enumerated().map { index, pair in
        guard !pair.value.isScalar, let type = type(pair) else { return pair }
        return YAMLPair(key: pair.key, value: mapped(pair.value, type, index))
      }
    }
    var copy = self
    switch (type.form, content) {
    case (.object(let kind), .map(let pairs)):
      let object = schema.object(kind)
      copy.content = .map(
        mapped(change(path, kind, pairs)) { object.type(of: $0.key.text ?? "") })
    case (.object(let kind), .list(let items)):
      copy.content = .list(items.enumerated().map { mapped($0.element, .object(kind), $0.offset) })
    case (.items(let type), .list(let items)):
      copy.content = .list(items.enumerated().map { mapped($0.element, type, $0.offset) })
    case (.entries(let kind), .map(let pairs)):
      copy.content = .map(mapped(pairs) { _ in .object(kind) })
    case (.object, .scalar), (.items, _), (.entries, _), (.scalar, _), (.part, _): break
    }
    return copy
  }
}

extension ScenarioSchema {
  /// Whether a type has objects that take one of some values.
  func takes(_ given: [GivenValue], in type: ValueType) -> Bool {
    guard !given.isEmpty else { return false }
    return switch type.form {
    case .object(let kind), .entries(let kind):
      given.contains { object(kind).fields.contains(where: $0.fits) }
    case .items, .part, .scalar: false
    }
  }
}

extension ObjectSchema {
  /// Leaves out keys that make no sense without others.
  ///
  /// - Parameter pairs: The object.
  /// - Returns: False where a key that the object needs is missing.
  fileprivate func leaveOut(_ pairs: inout [YAMLPair]) -> Bool {
    func has(_ key: String) -> Bool { pairs.contains { $0.key.text == key } }
    var count: Int
    repeat {
      count = pairs.count
      for rule in rules {
        switch rule {
        case .needs(let key, let other) where !has(other):
          pairs.removeAll { $0.key.text == key }
        case .needsOneOf(let key, let others) where !others.contains(where: has):
          pairs.removeAll { $0.key.text == key }
        case .exactlyOne(let keys) where !keys.contains(where: has): return false
        case .needs, .needsOneOf, .exactlyOne, .exactlyOneWhere, .excludes, .only: break
        }
      }
    } while pairs.count < count
    return fields.allSatisfy { $0.need != .required || has($0.key) }
  }

  /// The keys with a default that an object leaves out.
  fileprivate func defaults(beside pairs: [YAMLPair]) -> [Field] {
    let values = YAMLNode(.map(pairs)).valuesByKey
    return fields.filter { field in
      guard case .default = field.need else { return false }
      return values[field.key] == nil && allows(field.key, beside: values)
        && rules.allSatisfy { rule in
          switch rule {
          case .needs(field.key, let other): values[other] != nil
          case .needsOneOf(field.key, let others): others.contains { values[$0] != nil }
          case .needs, .needsOneOf, .exactlyOne, .exactlyOneWhere, .excludes, .only: true
          }
        }
    }
  }
}

extension ValueType {
  /// How many entries a value has at least.
  fileprivate var leastCount: Int {
    switch self {
    case .list(_, let count), .objects(_, let count), .references(_, let count),
      .named(_, _, let count), .variants(let count):
      count.lowerBound
    default: 0
    }
  }

  /// The type of a time that a step waits.
  fileprivate static let anyWait = ValueType.duration(.zero...Limits.stepTime)
}

extension Field {
  /// Whether there is a value where the key is left out.
  fileprivate var hasDefault: Bool {
    switch need {
    case .required, .optional: false
    case .default, .derived: true
    }
  }

  /// The default as a node.
  fileprivate var defaultNode: YAMLNode {
    guard case .default(let text) = need else { return YAMLNode("") }
    return switch text {
    case "{}": YAMLNode(.map([]))
    case "[]": YAMLNode(.list([]))
    default: YAMLNode(text)
    }
  }
}
