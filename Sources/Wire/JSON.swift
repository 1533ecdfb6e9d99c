/// A JSON value with one way to write it, since files are compared byte by byte over versions of
/// libraries.
package indirect enum JSON: Hashable, Sendable {
  case integer(Int64)
  /// Written in the fewest digits that read back as the same number; null when not finite.
  case number(Double)
  case string(String)
  case flag(Bool)
  case null
  case array([JSON])
  /// Each key once; they are written sorted.
  case object([String: JSON])
  /// Each key once, in this order.
  case members([Member])
  /// The value in one line.
  case line(JSON)
  /// The text of a value, written for its level, so that a large file is not in memory as values.
  case written(String)

  /// A key of an object with its value.
  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSON

    package init(_ key: String, _ value: JSON) { (self.key, self.value) = (key, value) }
  }

  /// The value as a text file: two spaces a level, one newline at the end.
  package var fileText: String {
    var text = ""
    write(to: &text, level: 0)
    text.append("\n")
    return text
  }

  /// The value as text at a level of a file.
  package func text(atLevel level: Int) -> String {
    var text = ""
    write(to: &text, level: level)
    return text
  }

  private func write(to text: inout String, level: Int?) {
    switch self {
    case .integer(let number): text.append(String(number))
    case .number(let number): text.append(JSON.text(of: number))
    case .string(let string): JSON.write(string, to: &text)
    case .flag(let flag): text.append(flag ? "true" : "false")
    case .null: text.append("null")
    case .line(let value): value.write(to: &text, level: nil)
    case .written(let written): text.append(written)
    case .array(let values):
      JSON.write(values, brackets: ("[", "]"), to: &text, level: level) { value, text, level in
        value.write(to: &text, level: level)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) }
      JSON.write(sorted, to: &text, level: level)
    case .members(let members): JSON.write(members, to: &text, level: level)
    }
  }

  private static func write(_ members: [Member], to text: inout String, level: Int?) {
    write(members, brackets: ("{", "}"), to: &text, level: level) { member, text, level in
      write(member.key, to: &text)
      text.append(": ")
      member.value.write(to: &text, level: level)
    }
  }

  /// Writes elements one a line, or all in this line when the level is nil.
  private static func write<Element>(
    _ elements: [Element], brackets: (open: String, close: String), to text: inout String,
    level: Int?, element: (Element, inout String, Int?) -> Void
  ) {
    text.append(brackets.open)
    for (index, value) in elements.enumerated() {
      if index > 0 { text.append(level == nil ? ", " : ",") }
      if let level { JSON.newLine(&text, level: level + 1) }
      element(value, &text, level.map { $0 + 1 })
    }
    if let level, !elements.isEmpty { JSON.newLine(&text, level: level) }
    text.append(brackets.close)
  }

  private static func newLine(_ text: inout String, level: Int) {
    text.append("\n")
    for _ in 0..<level { text.append("  ") }
  }

  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    return Int64(exactly: number).map { String($0) } ?? String(number)
  }

  private static func write(_ string: String, to text: inout String) {
    var bytes: [UInt8] = []
    append(string, to: &bytes)
    text += String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a string with its quotes behind bytes.
  static func append(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case ..<0x20:
        let digits = String(byte, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSON {
  /// A whole number; null for none.
  package static func int(_ number: (some BinaryInteger)?) -> JSON {
    number.map { .integer(Int64($0)) } ?? .null
  }
  /// A string; null for none.
  package static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  /// An array of strings.
  package static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
  /// An object in one line.
  package static func row(_ members: [String: JSON]) -> JSON { .line(.object(members)) }
}
