import Scenarios

/// The defaults that a folder's `defaults.yaml` gives every scenario in the folder.
extension TableReader {
  /// Returns the root of a scenario with the keys that it leaves to the defaults of its
  /// folder.
  ///
  /// Objects are merged key by key, and the scenario's values take precedence. Tags and the
  /// steps of `setup` and `teardown` are joined one after the other.
  mutating func withDefaults(of scenario: String, _ root: YAMLNode) -> YAMLNode {
    guard let path = lookup?.defaults, path != scenario, case .map(let own) = root.content,
      let found = lookup?.find([path], limit: Limits.scenarioBytes)
    else { return root }
    switch ScenarioReader.document(
      file: path, found.content, of: .defaults, number: texts.nextNumber)
    {
    case .failure(let problems):
      partDiagnostics += problems.all
      return root
    case .success(var tree):
      texts.add(tree.source)
      diagnostics.addFollowing(tree.diagnostics)
      guard let defaults = tree.takeRoot() else { return root }
      let object = partialObject(
        .defaults, defaults, key: ObjectKind.defaults.name, holder: defaults.mark)
      guard object != nil, case .map(let pairs) = defaults.content else { return root }
      let keys = schema.object(.defaults).keys
      var whole = root
      whole.content = .map(
        together(own, pairs.filter { keys.contains($0.key.text ?? "") }, as: .scenario))
      return whole
    }
  }

  /// The pairs of an object with those of its defaults that it does not replace.
  func together(
    _ own: [YAMLPair], _ defaults: [YAMLPair], as kind: ObjectKind
  ) -> [YAMLPair] {
    let schema = schema.object(kind)
    var result = own
    for pair in defaults where !schema.rules.contains(where: { $0.replaces(pair, by: own) }) {
      guard let index = own.firstIndex(where: { $0.key.text == pair.key.text }) else {
        result.append(pair)
        continue
      }
      guard let field = schema.field(pair.key.text ?? "") else { continue }
      result[index].value = together(own[index].value, pair.value, as: field, of: kind)
    }
    return result
  }

  private func together(
    _ own: YAMLNode, _ standard: YAMLNode, as field: Field, of kind: ObjectKind
  ) -> YAMLNode {
    var node = own
    // Types that are put together here are those of `ValueType.isPutTogether`.
    switch (field.type, own.content, standard.content) {
    case (.object(let kind), .map(let pairs), .map(let others)):
      node.content = .map(together(pairs, others, as: kind))
    case (.named(let kind, _, _), .map(let pairs), .map(let others)):
      node.content = .map(together(pairs, others, named: kind))
    case (.list, .list(let items), .list(let others)) where kind == .scenario:
      let isLast = field.key == HeadKeys.teardown.name
      node.content = .list(isLast ? items + others : others + items)
    default: break
    }
    return node
  }

  private func together(
    _ own: [YAMLPair], _ defaults: [YAMLPair], named kind: ObjectKind
  ) -> [YAMLPair] {
    let known = defaults.map { pair in
      guard let first = own.first(where: { $0.key.text == pair.key.text }) else { return pair }
      var result = first
      if case .map(let pairs) = first.value.content, case .map(let others) = pair.value.content {
        result.value.content = .map(together(pairs, others, as: kind))
      }
      return result
    }
    return known + own.filter { pair in !defaults.contains { $0.key.text == pair.key.text } }
  }
}

extension ValueType {
  /// Whether a value of a scenario and its default are merged key by key.
  package var isPutTogether: Bool {
    switch self {
    case .object, .named: true
    default: false
    }
  }
}

extension KeyRule {
  /// Whether a default conflicts with a value of the author and is replaced by it.
  fileprivate func replaces(_ standard: YAMLPair, by own: [YAMLPair]) -> Bool {
    let key = standard.key.text ?? ""
    func isWritten(_ key: String) -> Bool { own.contains { $0.key.text == key } }
    switch self {
    case .exactlyOne(let keys), .exactlyOneWhere(let keys, _):
      return keys.contains(key) && keys.contains { $0 != key && isWritten($0) }
    case .excludes(let one, let two):
      return key == one && isWritten(two) || key == two && isWritten(one)
    case .only(let only, let other, let words):
      guard key == only, let value = own.first(where: { $0.key.text == other })?.value.text else {
        return false
      }
      return !words.contains(value)
    case .needs, .needsOneOf, .lends: return false
    }
  }
}

extension ScenarioReader {
  /// The name of a folder's defaults.
  public static let defaultsName = "defaults.yaml"
}

extension Lookup {
  /// The path of the defaults for the scenario's folder.
  var defaults: String? { folders.first.map { Lookup.join($0, ScenarioReader.defaultsName) } }
}

extension ScenarioSchema {
  static let defaults = ObjectSchema(
    .defaults,
    "The keys of `defaults.yaml` hold for every scenario in its folder that does not write them. "
      + "Objects are merged key by key; tags and steps are joined.",
    keys: HeadKeys.forFolders,
    example: """
      tags: [callout]
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.25, lon: 20.0}, span: 200 km x 200 km}
      """)
}
