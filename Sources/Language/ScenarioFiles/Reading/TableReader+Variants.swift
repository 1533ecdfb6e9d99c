import Scenarios

/// Reads variants, with their differences and the scenario of each.
extension TableReader {
  /// Returns variants by their names.
  ///
  /// A mode in a list is a variant that has the mode and its name. Lists of values give a
  /// variant for each combination.
  mutating func variants(
    _ node: YAMLNode, count: ClosedRange<Int>, key: String, type: ValueType, holder: YAMLMark
  ) -> ReadValue? {
    var written: [(name: YAMLNode, value: YAMLNode)]
    switch node.content {
    case .list(let modes):
      let mode = YAMLNode(content: .scalar("mode", isQuoted: false), mark: node.mark)
      written = modes.map { name in
        var key = mode
        key.mark = name.mark
        let pair = YAMLPair(key: key, value: name)
        return (name, YAMLNode(content: .map([pair]), mark: name.mark))
      }
    case .map(let pairs) where schema.isMatrix(pairs):
      let axes = axes(pairs)
      guard axes.allSatisfy({ !$0.isEmpty }) else { return nil }
      let product = axes.reduce(1) { min($0 * $1.count, Limits.points) }
      guard product <= count.upperBound else {
        return refused(.wrongCount(product, key: key, type: type), at: holder)
      }
      written = cells(of: axes[...]).map { cell in
        let name = YAMLNode(
          content: .scalar(cell.map(\.label).joined(separator: " "), isQuoted: false),
          mark: cell.first?.pair.value.mark ?? node.mark)
        return (name, YAMLNode(content: .map(cell.map(\.pair)), mark: name.mark))
      }
      let names = written.compactMap(\.name.text)
      if let long = names.first(where: { $0.count > Limits.nameLength }) {
        return refused(.longCombination(long), at: holder)
      }
    case .map(let pairs):
      written = fixed(pairs, named: .variant).map { ($0.key, $0.value) }
    case .scalar: return wrongForm(node, key: key, type: type, holder: holder)
    }
    checkCount(written.count, count, key: key, type: type, holder: holder)
    var entries: [ReadEntry] = []
    for (name, value) in written.prefix(count.upperBound) {
      entries += variant(name, value, among: entries)
    }
    return ReadValue(content: .named(entries), mark: node.mark, text: "")
  }

  private mutating func variant(
    _ name: YAMLNode, _ value: YAMLNode, among others: [ReadEntry]
  ) -> [ReadEntry] {
    guard let text = name.text else {
      return wrongForm(name, key: HeadKeys.variants.name, type: .name, holder: name.mark)
        .map { _ in [] } ?? []
    }
    if text.isEmpty || text.count > Limits.nameLength {
      add(.badName(text, .variant), at: name.mark)
    }
    if schema.object(.variant).field(text) != nil { add(.variantNamedLikeKey(text), at: name.mark) }
    if others.contains(where: { $0.name == text }) { add(.meantTwice(text), at: name.mark) }
    // A faulty one keeps its name, so that expectations which mean it are not blamed.
    let object =
      object(.variant, value, key: text, holder: name.mark)
      ?? ReadObject(kind: .variant, mark: name.mark)
    return [ReadEntry(name: text, object: object, pairs: value.pairs)]
  }

  // MARK: Matrix

  private typealias Cell = [(label: String, pair: YAMLPair)]

  /// The values of each key that varies, each with a label.
  private mutating func axes(_ pairs: [YAMLPair]) -> [Cell] {
    pairs.map { pair -> Cell in
      switch pair.value.content {
      case .list(let values) where !values.isEmpty:
        let key = pair.key.text ?? ""
        if let value = values.first(where: { $0.text == nil }) {
          add(.needsLabel(key), at: value.mark)
          return []
        }
        return values.map {
          (label(of: $0.text ?? "", key: key), YAMLPair(key: pair.key, value: $0))
        }
      case .map(let named) where !named.isEmpty:
        return named.map { ($0.key.text ?? "", YAMLPair(key: pair.key, value: $0.value)) }
      case .list, .map, .scalar:
        add(.noValues(of: pair.key.text ?? ""), at: pair.key.mark)
        return []
      }
    }
  }

  /// The label of a value in a name: a word alone, any other value after its key.
  private func label(of text: String, key: String) -> String {
    let isWord = text.contains(where: \.isLetter) && text != "yes" && text != "no"
    let whole = isWord ? text : "\(key) \(text)"
    return String(
      whole.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " ") ? $0 : "-" })
  }

  /// Each combination of a value of each list; the last list varies fastest.
  private func cells(of axes: ArraySlice<Cell>) -> [Cell] {
    guard let axis = axes.first else { return [[]] }
    let rest = cells(of: axes.dropFirst())
    return axis.flatMap { value in rest.map { [value] + $0 } }
  }

  // MARK: Whole scenarios

  /// Returns the scenario of a variant: its pairs over those of the scenario, read as one.
  mutating func whole(
    _ scenario: ReadObject, _ written: [YAMLPair], as variant: ReadEntry
  ) -> ReadObject {
    // A faulty value has its diagnostic already.
    let good = variant.pairs.filter { variant.object.values[$0.key.text ?? ""] != nil }
    let own = overlay(good, on: written)
    let keys = Set(own.compactMap(\.key.text))
    guard !keys.isEmpty else { return scenario }
    checkNames(own, known: written)
    let base = written.filter { keys.contains($0.key.text ?? "") }
    let root = YAMLNode(
      content: .map(together(own, base, as: .scenario)), mark: variant.object.mark)
    guard
      let changed = object(.defaults, root, key: variant.name, holder: variant.object.mark)
    else { return scenario }
    var whole = scenario
    for (key, mark) in changed.keyMarks.pairs {
      whole.keyMarks[key] = mark
      whole.values[key] = changed.values[key]
    }
    return whole
  }

  /// Returns the pairs of a variant by the keys of a scenario.
  ///
  /// Each short key goes into every layer that has the object.
  private func overlay(_ pairs: [YAMLPair], on scenario: [YAMLPair]) -> [YAMLPair] {
    var result: [YAMLPair] = []
    for pair in pairs {
      let key = pair.key.text ?? ""
      let paths = VariantKeys.paths(of: key, in: scenario)
      for path in paths.isEmpty && VariantKeys.isWhole(key) ? [[key]] : paths {
        let nested = path.reversed().reduce(into: pair.value) { value, name in
          var keyNode = pair.key
          keyNode.content = .scalar(name, isQuoted: false)
          value = YAMLNode(
            content: .map([YAMLPair(key: keyNode, value: value)]), mark: pair.value.mark)
        }
        result = together(result, nested.pairs, as: .scenario)
      }
    }
    return result
  }

  /// Refuses names that the scenario does not have, as they would add layers or data sets.
  private mutating func checkNames(_ own: [YAMLPair], known scenario: [YAMLPair]) {
    for pair in own {
      guard
        case .named(_, let space, _) = schema.object(.scenario).field(pair.key.text ?? "")?.type,
        case .map(let entries) = pair.value.content
      else { continue }
      let node = scenario.first { $0.key.text == pair.key.text }?.value
      let known = (node?.pairs ?? []).compactMap(\.key.text)
      for entry in entries where !known.contains(entry.key.text ?? "") {
        let name = entry.key.text ?? ""
        let suggestions = suggestions(for: name, among: known)
        add(.unknownName(name, space, suggestions: suggestions, known: known), at: entry.key.mark)
      }
    }
  }
}

extension ScenarioSchema {
  /// Whether the keys of variants are the varying keys, and not names of variants.
  ///
  /// A value that is empty or has a key of variants is a variant, whatever its name.
  package func isMatrix(_ pairs: [YAMLPair]) -> Bool {
    if pairs.contains(where: { if case .list = $0.value.content { true } else { false } }) {
      return true
    }
    let isNamed = pairs.contains { pair in
      guard case .map(let inner) = pair.value.content else { return false }
      return inner.isEmpty || inner.contains { isKeyOfVariants($0.key.text) }
    }
    return !isNamed && pairs.contains { isKeyOfVariants($0.key.text) }
  }

  /// Whether variants have a key, by its name of today or a former one.
  private func isKeyOfVariants(_ key: String?) -> Bool {
    key.map { object(.variant).field($0) != nil || formerKey($0, in: .variant) != nil } ?? false
  }
}
