import Metrics
import Scenarios

/// Follows the brackets of objects and lists that are written in braces.
struct FlowScanner {
  struct Bracket {
    var character: String
    var line: Int
    /// The kinds of object that it may be, or be a list of; empty when unknown.
    var kinds: [ObjectKind] = []
    /// The key of the current entry, when it has its colon.
    var key: String?

    func knows(_ word: String) -> Bool { kinds.contains { ScenarioSchema.object($0).knows(word) } }
  }

  private(set) var open: [Bracket] = []
  /// The comma before the first key that does not belong into its braces but into those around
  /// them, with the line of the braces.
  private(set) var foreignKey: (place: (line: Int, column: Int), opening: Int)?

  var isClosed: Bool { open.isEmpty }

  /// Reads a line from a column on; the first mistake in it, or nil.
  ///
  /// - Complexity: O(length of the line), times the words before a missing comma.
  mutating func scan(
    _ text: [Unicode.Scalar], from start: Int, line: Int
  ) -> (problem: Diagnostic.Message, column: Int)? {
    var index = start
    var entry = start
    while index < text.count {
      let scalar = text[index]
      switch scalar {
      case "{" where index > start && text[index - 1] == "$":
        index = text[index...].firstIndex(of: "}") ?? text.count
      case "{", "[":
        let kinds = kinds(ofValueAt: index, in: text)
        open.append(Bracket(character: String(scalar), line: line, kinds: kinds))
        entry = index + 1
      case "}", "]":
        if let problem = close(with: String(scalar)) { return (problem, index) }
        entry = index + 1
      case ",":
        if open.isEmpty { return (.textAfter("}"), index) }
        if let before = text[..<index].last(where: { $0 != " " }),
          ",{[".unicodeScalars.contains(before)
        {
          return (.strayComma, index)
        }
        open[open.count - 1].key = nil
        entry = index + 1
      case ":" where isColon(text, at: index) && !open.isEmpty:
        if let slip = readKey(text, entry..<index, line: line) { return slip }
        entry = index + 1
      case "\"" where isStart(text[entry..<index]), "'" where isStart(text[entry..<index]):
        index = text[(index + 1)...].firstIndex(of: scalar) ?? text.count
      case " ": break
      default: if open.isEmpty { return (.textAfter("}"), index) }
      }
      index += 1
    }
    return nil
  }

  private func isStart(_ text: ArraySlice<Unicode.Scalar>) -> Bool { text.allSatisfy { $0 == " " } }

  private func isColon(_ text: [Unicode.Scalar], at index: Int) -> Bool {
    index + 1 == text.count || " ,]}[{\"'".unicodeScalars.contains(text[index + 1])
  }
}

extension FlowScanner {
  private mutating func close(with closing: String) -> Diagnostic.Message? {
    guard let bracket = open.popLast() else { return .strayClosing(closing) }
    if open.isEmpty { foreignKey = nil }
    guard closing != (bracket.character == "{" ? "}" : "]") else { return nil }
    return open.contains { closing == ($0.character == "{" ? "}" : "]") }
      ? .missingClosing(bracket.character, before: closing)
      : .wrongClosing(bracket.character, found: closing)
  }

  /// The kinds of object that the value at a column may be, by the key before it.
  private func kinds(ofValueAt column: Int, in text: [Unicode.Scalar]) -> [ObjectKind] {
    guard let bracket = open.last else {
      guard let colon = text[..<column].lastIndex(where: { $0 != " " }), text[colon] == ":"
      else { return [] }
      let key = text[..<colon].drop { $0 == "-" || $0 == " " }
      return KnownKeys.kinds(of: key.string)
    }
    guard let key = bracket.key else { return bracket.character == "[" ? bracket.kinds : [] }
    return KnownKeys.kinds(of: key)
  }

  /// Reads the words between a column and a colon as the key of an entry.
  private mutating func readKey(
    _ text: [Unicode.Scalar], _ range: Range<Int>, line: Int
  ) -> (problem: Diagnostic.Message, column: Int)? {
    let start = text[range].firstIndex { $0 != " " } ?? range.upperBound
    let words = text[start..<range.upperBound].string
    let last = open.count - 1
    if let key = open[last].key {
      let kinds = KnownKeys.kinds(of: key)
      if text[..<range.lowerBound].last == ":",
        kinds.contains(where: { ScenarioSchema.object($0).knows(words) })
      {
        let rest = FlowScanner.entries(text[start...], of: kinds)
        return (.missingBraces(key: key, rest: rest), start)
      }
      let second = KnownKeys.suffix(of: words)
      return (.missingComma(before: second), range.upperBound - second.unicodeScalars.count)
    }
    open[last].key = words
    let comma = range.lowerBound - 1
    if foreignKey == nil, last > 0, !open[last].kinds.isEmpty, !open[last].knows(words),
      open[last - 1].character == "{", comma >= 0, text[comma] == ",",
      open[last - 1].kinds.isEmpty ? KnownKeys.all.contains(words) : open[last - 1].knows(words)
    {
      foreignKey = ((line, comma), opening: open[last].line)
    }
    return nil
  }

  /// The entries at the beginning of a text whose keys belong into an object of one of the kinds.
  private static func entries(
    _ text: ArraySlice<Unicode.Scalar>, of kinds: [ObjectKind]
  ) -> String {
    var depth = 0
    var end = text.startIndex
    var entry = text.startIndex
    for index in text.startIndex...text.endIndex {
      let scalar = index < text.endIndex ? text[index] : "}"
      if "{[".unicodeScalars.contains(scalar) { depth += 1 }
      if "}]".unicodeScalars.contains(scalar) { depth -= 1 }
      guard depth < 0 || depth == 0 && scalar == "," else { continue }
      let key = text[entry..<index].prefix { $0 != ":" }.drop { $0 == " " }.string
      guard kinds.contains(where: { ScenarioSchema.object($0).knows(key) }) else { break }
      end = index
      entry = index + 1
      if depth < 0 { break }
    }
    return text[..<end].string
  }
}

extension ObjectSchema {
  func knows(_ word: String) -> Bool {
    field(word) != nil || openKeys.takesMetrics && Metric(named: word) != nil
      || openKeys == .metricsAndMeasured && MeasuredFigure(named: word) != nil
  }
}
