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

  /// The keys of an object with their values, in their order.
  package struct Members: ExpressibleByDictionaryLiteral {
    fileprivate var all: [Member]

    /// Takes them as they stand.
    package init(dictionaryLiteral all: (String, JSON)...) { self.all = all.map(Member.init) }

    /// The members of both, one after the other.
    package static func + (left: Members, right: Members) -> Members {
      var both = left
      both += right
      return both
    }
    /// Adds further ones at the end.
    package static func += (left: inout Members, right: Members) { left.all += right.all }
  }

  /// The value as a text file: two spaces a level, one newline at the end.
  package var fileText: String { text(atLevel: 0) + "\n" }

  /// The value as text at a level of a file.
  package func text(atLevel level: Int) -> String {
    var bytes: [UInt8] = []
    append(to: &bytes, atLevel: level)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the value behind bytes of a file, at a level of it, or in one line without a level.
  package func append(to bytes: inout [UInt8], atLevel level: Int?) {
    switch self {
    case .integer(let number): bytes.append(decimal: number)
    case .number(let number): bytes += JSON.text(of: number).utf8
    case .string(let string): JSON.append(string, to: &bytes)
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    case .line(let value): value.append(to: &bytes, atLevel: nil)
    case .written(let written): bytes += written.utf8
    case .array(let values):
      JSON.append(values, brackets: ("[", "]"), to: &bytes, level: level) { value, bytes, level in
        value.append(to: &bytes, atLevel: level)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) }
      JSON.append(sorted, to: &bytes, level: level)
    case .members(let members): JSON.append(members, to: &bytes, level: level)
    }
  }

  private static func append(_ members: [Member], to bytes: inout [UInt8], level: Int?) {
    append(members, brackets: ("{", "}"), to: &bytes, level: level) { member, bytes, level in
      append(member.key, to: &bytes)
      bytes += ": ".utf8
      member.value.append(to: &bytes, atLevel: level)
    }
  }

  /// Writes elements one a line, or all in this line when the level is nil.
  private static func append<Element>(
    _ elements: [Element], brackets: (open: Unicode.Scalar, close: Unicode.Scalar),
    to bytes: inout [UInt8], level: Int?, element: (Element, inout [UInt8], Int?) -> Void
  ) {
    bytes.append(UInt8(ascii: brackets.open))
    for (index, value) in elements.enumerated() {
      if index > 0 { bytes += (level == nil ? ", " : ",").utf8 }
      if let level { JSON.appendNewLine(&bytes, level: level + 1) }
      element(value, &bytes, level.map { $0 + 1 })
    }
    if let level, !elements.isEmpty { JSON.appendNewLine(&bytes, level: level) }
    bytes.append(UInt8(ascii: brackets.close))
  }

  private static func appendNewLine(_ bytes: inout [UInt8], level: Int) {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<level { bytes += "  ".utf8 }
  }

  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    return Int64(exactly: number).map { String($0) } ?? String(number)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Writes a string with its quotes behind bytes.
  package static func append(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    let start = bytes.count
    bytes.append(contentsOf: string.utf8)
    // Bytes of an array are faster to look at than those of a string.
    var plain = start
    while plain < bytes.count, JSON.isPlain(bytes[plain]) { plain += 1 }
    guard plain < bytes.count else { return }
    bytes.removeLast(bytes.count - start)
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case ..<0x20:
        let digits = String(byte, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: bytes.append(byte)
      }
    }
  }
}

extension JSON {
  /// An object with its keys in this order.
  package static func members(_ members: Members) -> JSON { .members(members.all) }
  /// A whole number; null for none.
  @inlinable package static func int(_ number: (some BinaryInteger)?) -> JSON {
    number.map { .integer(Int64($0)) } ?? .null
  }
  /// A string; null for none.
  package static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  /// An array of strings.
  package static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
  /// An object in one line.
  package static func row(_ members: [String: JSON]) -> JSON { .line(.object(members)) }
}

extension JSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object with its members in the order of the literal.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .members(elements.map { Member($0, $1) })
  }
}

extension [UInt8] {
  /// Writes a whole number in decimal digits, of which run files have millions.
  package mutating func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    // From the last digit to the first, since a number is divided by ten fastest.
    var (rest, first) = (number.magnitude, count)
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    var last = count - 1
    while first < last {
      swapAt(first, last)
      (first, last) = (first + 1, last - 1)
    }
  }
}
