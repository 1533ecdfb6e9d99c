internal import ScenarioFiles

/// How a scalar is written: with quotes only where some reader of YAML needs them.
package enum PlainText {
  /// Returns a scalar, in quotes where they are needed.
  ///
  /// A scalar without quotes gets them only where YAML, unlike our reader, takes it for
  /// something else.
  package static func written(_ text: String, isQuoted: Bool, isInBraces: Bool) -> String {
    let isPlain = isQuoted ? needsNoQuotes(text, isInBraces) : staysPlain(text, isInBraces)
    return isPlain ? text : quoted(text)
  }

  private static func staysPlain(_ text: String, _ isInBraces: Bool) -> Bool {
    // The braces of a name may have hidden those that a text in braces cannot have.
    !(isInBraces && text.unicodeScalars.contains(where: isSignOfBraces))
      && text.first != ">" && text.first != "!" && text.unicodeScalars.allSatisfy(isPrinted)
  }

  /// Whether every reader takes a text without quotes for the same text.
  private static func needsNoQuotes(_ text: String, _ isInBraces: Bool) -> Bool {
    guard let first = text.first, text.last != " ", text.last != ":",
      first.isLetter || isDigit(first) || first == "$",
      text.unicodeScalars.allSatisfy(isPrinted)
    else { return false }
    return !(isInBraces && text.unicodeScalars.contains(where: isSignOfBraces))
      && !text.contains(": ") && !text.contains(" #")
      && !words.contains(text.lowercased()) && !looksLikeNumber(text)
  }

  /// Words that readers of YAML take for values other than text.
  private static let words: Set<String> = [
    "y", "yes", "n", "no", "true", "false", "on", "off", "null",
  ]

  /// Whether a text could be a number, a date or a time.
  private static func looksLikeNumber(_ text: String) -> Bool {
    text.first.map(isDigit) == true
      && text.allSatisfy { "0123456789abcdefABCDEFxoTZ_+-.: ".contains($0) }
  }

  private static func isDigit(_ character: Character) -> Bool { "0123456789".contains(character) }

  private static func isSignOfBraces(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ",", "[", "]", "{", "}": true
    default: false
    }
  }

  private static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar >= " " && scalar != "\u{7F}" }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: scalar != "\u{FEFF}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let isPrinted = text.unicodeScalars.allSatisfy(isPrinted)
    guard !isPrinted || text.contains("\"") || text.contains("\\") else { return "\"\(text)\"" }
    guard !isPrinted else { return "'\(text.replacing("'", with: "''"))'" }
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      default: self.isPrinted(scalar) ? String(scalar) : escape(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
