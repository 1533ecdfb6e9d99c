import Metrics
import Scenarios

/// Follows the brackets of objects and lists that are written in braces.
struct FlowScanner {
  /// A bracket that is open.
  struct Bracket {
    var character: String
    var line: Int
    /// Whether the entry at hand has its colon.
    var hasColon = false
  }

  private(set) var open: [Bracket] = []

  var isClosed: Bool { open.isEmpty }

  /// Reads a line from a column on; the first mistake in it, or nil.
  ///
  /// - Complexity: O(length of the line), times the words before a missing comma.
  mutating func scan(
    _ text: [Unicode.Scalar], from start: Int, line: Int
  ) -> (problem: Fault.YAMLProblem, column: Int)? {
    var index = start
    var entry = start
    while index < text.count {
      let scalar = text[index]
      switch scalar {
      case "{", "[":
        open.append(Bracket(character: String(scalar), line: line))
        entry = index + 1
      case "}", "]":
        guard let bracket = open.popLast() else {
          return (.strayClosing(String(scalar)), index)
        }
        let closing = bracket.character == "{" ? "}" : "]"
        guard closing == String(scalar) else {
          return (.wrongClosing(bracket.character, found: String(scalar)), index)
        }
        entry = index + 1
      case ",":
        if open.isEmpty { return (.textAfter("}"), index) }
        open[open.count - 1].hasColon = false
        entry = index + 1
      case ":" where isColon(text, at: index) && !open.isEmpty:
        if open[open.count - 1].hasColon {
          let words = SyntaxDiagnosis.string(text[entry..<index])
          let key = KnownKeys.suffix(of: words)
          return (.missingComma(before: key), index - key.unicodeScalars.count)
        }
        open[open.count - 1].hasColon = true
        entry = index + 1
      case "\"" where isStart(text[entry..<index]), "'" where isStart(text[entry..<index]):
        index = text[(index + 1)...].firstIndex(of: scalar) ?? text.count
      case " ": break
      default:
        if open.isEmpty { return (.textAfter("}"), index) }
      }
      index += 1
    }
    return nil
  }

  /// Whether nothing stands before a value.
  private func isStart(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    text.allSatisfy { $0 == " " }
  }

  private func isColon(_ text: [Unicode.Scalar], at index: Int) -> Bool {
    index + 1 == text.count || " ,]}[{\"'".unicodeScalars.contains(text[index + 1])
  }
}

/// The words that the language has for keys.
enum KnownKeys {
  /// Every key of every object, and every metric.
  static let all = Set(
    Language.declarations.flatMap { $0.fields.map(\.key) } + Metric.allCases.map(\.name))

  /// A key with a slip behind it: without its colon, or without the blank after it.
  static func slip(
    in words: String, among keys: some Collection<String>
  ) -> (problem: Fault.YAMLProblem, offset: Int)? {
    func rest(_ key: String) -> String {
      String(words.dropFirst(key.count).drop { $0 == " " || $0 == ":" })
    }
    let fitting = keys.filter { key in
      words.hasPrefix(key) && words.dropFirst(key.count).first.map(" :{".contains) == true
    }
    guard let key = fitting.max(by: { ($0.count, $0) < ($1.count, $1) }), !rest(key).isEmpty else {
      return nil
    }
    let hasColon = words.dropFirst(key.count).first == ":"
    return hasColon
      ? (.missingBlank(key: key, rest: rest(key)), key.count + 1)
      : (.missingColon(key: key, rest: rest(key)), key.count)
  }

  /// The longest known key at the end of some words, or else the last word.
  static func suffix(of words: String) -> String {
    let parts = words.split(separator: " ")
    for start in parts.indices {
      let key = parts[start...].joined(separator: " ")
      if all.contains(key), start > 0 { return key }
    }
    return parts.last.map(String.init) ?? words
  }
}
