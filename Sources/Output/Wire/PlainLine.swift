/// Text of others as one line, by Unicode scalars and not by characters: an accent behind a line
/// break makes both one character.
package enum PlainLine {
  /// The text with a sign for each scalar that would end the line, move the cursor or turn the
  /// direction of writing.
  package static func of(_ text: String, keepsTabs: Bool = false, sign: Unicode.Scalar = " ")
    -> String
  {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isKept = !isControl(scalar) || keepsTabs && scalar == "\t"
      line.append(isKept ? scalar : sign)
    }
    return String(line)
  }

  /// Whether a scalar is a control character, a line separator or a change of direction.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
