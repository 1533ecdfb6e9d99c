internal import Wire

/// Escapes foreign text for a format, by Unicode scalars and not by characters: `"` followed by a
/// combining accent is one character, unequal to `"`, and would get through.
package enum Escape {
  /// The text for XML and HTML, in content and in quoted attributes.
  ///
  /// Characters that XML 1.0 forbids are left out, as they cannot be escaped.
  package static func markup(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isPlainMarkup) else { return text }
    var result = ""
    for scalar in text.unicodeScalars where isXMLCharacter(scalar) {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a byte is a letter of ASCII that no markup gives a meaning, as most are.
  private static func isPlainMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    case _: 0x20..<0x7F ~= byte
    }
  }

  /// The text for one line of Markdown as GitHub reads it, table cells too.
  package static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in line(text).unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "$":
        result += "\\"
        result.unicodeScalars.append(scalar)
      // A name after it would send a message to its owner.
      case "@": result += "&#64;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text as a code span of Markdown, in which servers find no mention, link or reference.
  ///
  /// In a cell of a table a pipe has a backslash. Two backslashes would be one of the text, so that
  /// one before a pipe has a space behind it.
  package static func code(_ text: String, inTable isCell: Bool = false) -> String {
    var code = String.UnicodeScalarView()
    var (run, longest) = (0, 0)
    for scalar in line(text).unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
      if isCell, scalar == "|" { code += (code.last == "\\" ? " \\" : "\\").unicodeScalars }
      code.append(scalar)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // A space at both ends is no part of the span.
    let ends = [code.first, code.last].compactMap(\.self)
    let space = ends.allSatisfy { $0 != "`" && $0 != " " } && !ends.isEmpty ? "" : " "
    return fence + space + String(code) + space + fence
  }

  /// The text for one line of a terminal: what could move the cursor becomes a space.
  package static func line(_ text: String) -> String { PlainLine.of(text) }

  /// Lines of text for a terminal or the log of a build server, with their tabs: nothing in them
  /// moves the cursor, and none is a command of GitHub or TeamCity.
  ///
  /// Colors are kept where the text has its own.
  package static func terminal(_ text: String, keepsColors: Bool = false) -> String {
    var kept = String.UnicodeScalarView()
    let scalars = text.unicodeScalars
    for (index, scalar) in zip(scalars.indices, scalars) {
      let isKept =
        scalar == "\n" || scalar == "\t" || !PlainLine.isControl(scalar)
        || keepsColors && isColor(scalars[index...])
      kept.append(isKept ? scalar : " ")
    }
    let lines = String(kept).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map(withoutCommands).joined(separator: "\n")
  }

  /// The line with a space inside of what build servers take for commands: those of GitHub begin a
  /// line, older ones and TeamCity's stand anywhere.
  private static func withoutCommands(_ line: Substring) -> String {
    var text = String(line)
    let words = text.unicodeScalars.drop { $0.properties.isWhitespace }
    if words.starts(with: "::".unicodeScalars) {
      text.unicodeScalars.insert(" ", at: words.index(after: words.startIndex))
    }
    return text.replacing("##[", with: "# #[").replacing("##teamcity[", with: "# #teamcity[")
  }

  /// Whether scalars begin with a color of a terminal: an escape, a bracket, digits and an m.
  private static func isColor(_ scalars: Substring.UnicodeScalarView) -> Bool {
    let rest = scalars.dropFirst(2).drop { ("0"..."9").contains($0) || $0 == ";" }
    return scalars.starts(with: "\u{1B}[".unicodeScalars) && rest.first == "m"
  }

  /// The text as the target of a link: all but letters, digits and `-._~/` in percent form.
  package static func link(_ text: String) -> String {
    text.utf8.map { byte in
      if isPlain(byte) || byte == UInt8(ascii: "~") { return String(Unicode.Scalar(byte)) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// The text as the message of a workflow command of GitHub, which ends with its line; other
  /// control characters become spaces.
  package static func workflow(_ text: String) -> String {
    percent(text, ["%", "\r", "\n"])
  }

  /// The text as a property of such a command, where commas and colons have a meaning too.
  package static func workflowProperty(_ text: String) -> String {
    percent(text, ["%", "\r", "\n", ":", ","])
  }

  private static func percent(_ text: String, _ signs: Set<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if signs.contains(scalar) {
        result +=
          "%" + (scalar.value < 16 ? "0" : "")
          + String(scalar.value, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(PlainLine.isControl(scalar) ? " " : scalar)
      }
    }
    return result
  }

  /// An argument as a shell reads it.
  package static func shell(_ argument: String) -> String {
    argument.utf8.allSatisfy(isPlain) && !argument.isEmpty
      ? argument : "'" + argument.replacing("'", with: #"'\''"#) + "'"
  }

  /// A command of these arguments, as a shell reads it.
  package static func shell(_ arguments: [String]) -> String {
    arguments.map { shell($0) }.joined(separator: " ")
  }

  /// Whether a byte is an ASCII letter, a digit or one of `-./_`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "/", "_": true
    default: false
    }
  }

  private static func isXMLCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0x7E, 0xA0...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
