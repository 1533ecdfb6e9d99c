import Metrics
import Scenarios

/// Mistakes that leave readable YAML behind which means something else.
extension TableReader {
  /// The pairs of an object as their author meant them, after a fault for each slip: a number that
  /// its comma cut in two is whole again, and what stands beside its key is inside it.
  mutating func mended(_ pairs: [YAMLPair], of kind: ObjectKind) -> [YAMLPair] {
    absorbed(joined(pairs), of: kind)
  }

  /// Puts numbers together that a decimal comma in braces cut in two: `{lat: 52,5, lon: 13}`.
  private mutating func joined(_ pairs: [YAMLPair]) -> [YAMLPair] {
    var result: [YAMLPair] = []
    for pair in pairs {
      guard let before = result.last,
        case .scalar(let whole, isQuoted: false) = before.value.content,
        let fraction = pair.key.text, pair.value.isBare,
        whole.last?.isASCIIDigit == true, fraction.first?.isASCIIDigit == true,
        pair.key.mark.line == before.value.mark.line,
        pair.key.mark.column == before.value.mark.column + before.value.mark.width + 1
      else {
        result.append(pair)
        continue
      }
      var mark = pair.key.mark
      mark.column -= 1
      mark.width = 1
      add(.yaml(.decimalComma("\(whole),\(fraction)")), at: mark)
      let text = "\(whole).\(fraction)"
      result[result.count - 1].value.content = .scalar(text, isQuoted: false)
      result[result.count - 1].value.mark.width += fraction.count + 1
      result[result.count - 1].value.isMended = true
    }
    return result
  }

  /// Moves pairs into the empty object before them to which their keys belong and in which they
  /// would be, were they indented deeper.
  private mutating func absorbed(_ pairs: [YAMLPair], of kind: ObjectKind) -> [YAMLPair] {
    let declaration = Language.declaration(of: kind)
    var result: [YAMLPair] = []
    for pair in pairs {
      let word = pair.key.text ?? ""
      guard let holder = result.last, let name = holder.key.text,
        let shape = declaration.field(name)?.shape, case .object(let inner) = shape,
        declaration.field(word) == nil, Language.declaration(of: inner).knows(word),
        let value = holder.value.absorbing(pair)
      else {
        result.append(pair)
        continue
      }
      if holder.value.isBare {
        add(.yaml(.shallow(key: word, of: name)), at: pair.key.mark)
      }
      result[result.count - 1].value = value
    }
    return result
  }

  /// Adds a fault for a word in which a key was meant, but its colon or the blank after it is
  /// missing; false when there is none.
  mutating func addSlip(_ node: YAMLNode, value: YAMLNode? = nil, among keys: [String]) -> Bool {
    guard case .scalar(let word, isQuoted: false) = node.content else { return false }
    var words = word
    // `zoom {by: 1 level}` is read as a key up to the colon.
    if let text = value?.text, !text.isEmpty { words += ": \(text)" }
    guard let slip = KnownKeys.slip(in: words, among: keys) else { return false }
    var mark = node.mark
    mark.column += slip.offset
    mark.width = 1
    add(.yaml(slip.problem), at: mark)
    return true
  }

  /// Adds a fault for a scalar that could be read but for a comma or a stray bracket.
  mutating func addSlip(inScalar node: YAMLNode) -> Bool {
    guard !node.isMended else { return true }
    guard case .scalar(let text, isQuoted: false) = node.content else { return false }
    let characters = Array(text)
    var mark = node.mark
    mark.width = 1
    if let comma = characters.indices.dropFirst().dropLast().first(where: {
      characters[$0] == "," && characters[$0 - 1].isASCIIDigit && characters[$0 + 1].isASCIIDigit
    }) {
      mark.column += comma
      add(.yaml(.decimalComma(text)), at: mark)
      return true
    }
    guard let last = characters.last, last == "}" || last == "]",
      !characters.contains(last == "}" ? "{" : "[")
    else { return false }
    mark.column += characters.count - 1
    add(.yaml(.strayClosing(String(last))), at: mark)
    return true
  }
}

extension YAMLNode {
  /// This object, or an empty value, with a further pair; nil for other nodes.
  fileprivate func absorbing(_ pair: YAMLPair) -> YAMLNode? {
    switch content {
    case .scalar("", isQuoted: false):
      return YAMLNode(content: .map([pair]), mark: mark, isMended: true)
    case .map(let pairs) where isMended:
      return YAMLNode(content: .map(pairs + [pair]), mark: mark, isMended: true)
    default: return nil
    }
  }
}

extension Character {
  /// Whether it is one of the digits 0 to 9.
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
