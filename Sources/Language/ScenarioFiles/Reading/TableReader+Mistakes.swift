import Metrics
import Scenarios

/// Mistakes that leave readable YAML behind which means something else.
extension TableReader {
  /// The pairs of an object as their author meant them, after a diagnostic for each slip: a number
  /// that its comma cut in two is whole again, and a key beside its holder is inside it.
  mutating func fixed(_ pairs: [YAMLPair], of schema: ObjectSchema) -> [YAMLPair] {
    absorbed(joined(pairs, of: schema), of: schema)
  }

  /// Puts numbers together that a decimal comma in braces cut in two: `{lat: 52,5, lon: 13}`.
  private mutating func joined(_ pairs: [YAMLPair], of schema: ObjectSchema) -> [YAMLPair] {
    // Few objects have a key without a value.
    guard pairs.contains(where: \.value.isBare) else { return pairs }
    var result: [YAMLPair] = []
    for pair in pairs {
      guard let before = result.last,
        case .scalar(let whole, isQuoted: false) = before.value.content,
        let fraction = pair.key.text, pair.value.isBare, whole.last?.isASCIIDigit == true,
        fraction.first?.isASCIIDigit == true, pair.key.mark.line == before.value.mark.line,
        pair.key.mark.column == before.value.mark.column + before.value.mark.width + 1
      else {
        result.append(pair)
        continue
      }
      var mark = pair.key.mark
      mark.column -= 1
      mark.width = 1
      let both = "\(whole),\(fraction)"
      let isThousands =
        schema.isWhole(result[result.count - 1].key.text ?? "") && both.hasOnlyThousands
      add(isThousands ? .thousandsComma(both) : .decimalComma(both), at: mark)
      let text = "\(whole)\(isThousands ? "" : ".")\(fraction)"
      result[result.count - 1].value.content = .scalar(text, isQuoted: false)
      result[result.count - 1].value.mark.width += fraction.count + 1
      result[result.count - 1].value.isFixed = true
    }
    return result
  }

  /// Moves pairs into the object before them to which their keys belong and in which they would be,
  /// were they indented deeper.
  private mutating func absorbed(_ pairs: [YAMLPair], of schema: ObjectSchema) -> [YAMLPair] {
    guard !pairs.allSatisfy({ schema.has($0.key.text ?? "") }) else { return pairs }
    return moved(pairs) { holder, pair in
      guard !schema.has(pair.key.text ?? ""),
        let type = schema.type(of: holder.key.text ?? "")
      else { return nil }
      return holder.absorbing(pair, as: type)
    }
  }

  /// The named objects of a kind, where keys beside an empty one are moved inside it.
  mutating func fixed(_ pairs: [YAMLPair], named kind: ObjectKind) -> [YAMLPair] {
    moved(pairs) { holder, pair in
      holder.value.isBare || holder.value.isFixed ? holder.absorbing(pair, as: .object(kind)) : nil
    }
  }

  private mutating func moved(
    _ pairs: [YAMLPair], by absorb: (YAMLPair, YAMLPair) -> YAMLPair.Absorption?
  ) -> [YAMLPair] {
    var result: [YAMLPair] = []
    for pair in pairs {
      guard let holder = result.last, let found = absorb(holder, pair) else {
        result.append(pair)
        continue
      }
      if let name = found.holder {
        add(.shallow(key: pair.key.text ?? "", of: name), at: pair.key.mark)
      }
      result[result.count - 1].value = found.value
    }
    return result
  }

  /// Adds a diagnostic for a word in which a key was meant, but its colon or the blank after it is
  /// missing; false when there is none.
  mutating func addSlip(_ node: YAMLNode, value: YAMLNode? = nil, among keys: [String]) -> Bool {
    guard looksCloser, case .scalar(let word, isQuoted: false) = node.content else { return false }
    var words = word
    // `zoom {by: 1 level}` is read as a key up to the colon.
    if let text = value?.text, !text.isEmpty { words += ": \(text)" }
    guard let slip = KnownKeys.slip(in: words, among: keys) else { return false }
    var mark = node.mark
    mark.column += slip.offset
    mark.width = 1
    add(slip.problem, at: mark)
    return true
  }

  /// Adds a diagnostic for a scalar that could be read but for a comma or a stray bracket.
  mutating func addSlip(inScalar node: YAMLNode, isWhole: Bool = false) -> Bool {
    guard !node.isFixed else { return true }
    guard case .scalar(let text, let isQuoted) = node.content else { return false }
    let characters = Array(text)
    var mark = node.mark
    mark.width = 1
    mark.column += isQuoted ? 1 : 0
    if let comma = characters.indices.dropFirst().dropLast().first(where: {
      characters[$0] == "," && characters[$0 - 1].isASCIIDigit && characters[$0 + 1].isASCIIDigit
    }) {
      guard !isWhole || text.hasOnlyThousands else { return false }
      mark.column += comma
      add(isWhole ? .thousandsComma(text) : .decimalComma(text), at: mark)
      return true
    }
    guard !isQuoted, let last = characters.last, last == "}" || last == "]",
      !characters.contains(last == "}" ? "{" : "[")
    else { return false }
    mark.column += characters.count - 1
    add(.strayClosing(String(last)), at: mark)
    return true
  }
}

extension ObjectSchema {
  fileprivate func isWhole(_ key: String) -> Bool {
    if case .whole = field(key)?.type { return true }
    return openKeys.takesMetrics && Metric(named: key)?.definition.unit.definition.isCounted == true
  }
}

extension String {
  fileprivate var hasOnlyThousands: Bool {
    let parts: [Substring] = split(separator: ",")
    return parts.dropFirst().allSatisfy { part in part.prefix { $0.isASCIIDigit }.count == 3 }
  }
}

extension YAMLPair {
  /// A value with the pair that followed it, and the key below which that pair has to be
  /// indented.
  ///
  /// The key is nil where a diagnostic is already reported.
  fileprivate typealias Absorption = (value: YAMLNode, holder: String?)

  /// The value with a further pair in it, or in the last object inside it; nil where the pair does
  /// not belong.
  fileprivate func absorbing(_ pair: YAMLPair, as type: ValueType) -> Absorption? {
    switch value.content {
    case .scalar("", isQuoted: false):
      guard type.holds(pair) else { return nil }
      return (YAMLNode(content: .map([pair]), mark: value.mark, isFixed: true), key.text)
    case .scalar:
      // `repeat: 3` has its own diagnostic, and that the rest is no part of it follows from that.
      guard case .object = type, type.holds(pair) else { return nil }
      return (value, nil)
    case .map(var pairs) where value.isFixed || value.isBlock:
      if let last = pairs.last, let inner = type.valueType(of: last.key.text ?? ""),
        let found = last.absorbing(pair, as: inner)
      {
        pairs[pairs.count - 1].value = found.value
        return (value.with(pairs, isFixed: value.isFixed), found.holder)
      }
      guard type.holds(pair), !pairs.contains(where: { $0.key.text == pair.key.text }) else {
        return nil
      }
      return (value.with(pairs + [pair], isFixed: true), value.isFixed ? nil : key.text)
    case .map, .list: return nil
    }
  }
}

extension YAMLNode {
  /// Whether it is an object without braces: such an object begins where its first key does.
  fileprivate var isBlock: Bool {
    guard case .map(let pairs) = content, let first = pairs.first?.key.mark else { return false }
    return first.line == mark.line && first.column == mark.column
  }

  fileprivate func with(_ pairs: [YAMLPair], isFixed: Bool) -> YAMLNode {
    YAMLNode(content: .map(pairs), mark: mark, isFixed: isFixed)
  }
}

extension ValueType {
  fileprivate func holds(_ pair: YAMLPair) -> Bool {
    if case .object(let kind) = self {
      return ScenarioSchema.object(kind).knows(pair.key.text ?? "")
    }
    guard case .entries(let named) = form, case .map(let pairs) = pair.value.content else {
      return false
    }
    return ScenarioSchema.object(named).knows(pairs.first?.key.text ?? "")
  }

  fileprivate func valueType(of key: String) -> ValueType? {
    if case .object(let kind) = self { return ScenarioSchema.object(kind).field(key)?.type }
    return if case .entries(let kind) = form { .object(kind) } else { nil }
  }
}

extension Character { fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) } }
