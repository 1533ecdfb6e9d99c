import Scenarios

/// Reads a text of JSON (RFC 8259) value by value, without making a tree of it.
///
/// It is strict: what the standard does not know, keys that are there twice and numbers that are
/// too large are faults with a place. The first one ends the reading, since what follows it cannot
/// be known.
struct JSONScanner {
  /// A mistake in the grammar.
  struct Fault: Error {
    let range: Range<Int>
    let problem: @Sendable (SourceText) -> Diagnostic.Problem

    init(_ problem: Diagnostic.Problem, at range: Range<Int>) {
      self.range = range
      self.problem = { _ in problem }
    }

    init(at range: Range<Int>, _ problem: @escaping @Sendable (SourceText) -> Diagnostic.Problem) {
      (self.range, self.problem) = (range, problem)
    }
  }

  enum Kind {
    case object, list, text, number
    /// `true`, `false` or `null`.
    case word
  }

  /// A text, by the bytes between its quotes.
  struct Text {
    let range: Range<Int>
    let hasEscapes: Bool
  }

  /// An object whose keys are being read.
  struct Object {
    fileprivate var isFirst = true
    /// Where its keys begin in the list of those of all open objects.
    fileprivate let firstKey: Int
    /// The keys of a large object with their bytes; only looked up, never walked.
    fileprivate var places: [[UInt8]: Int] = [:]
  }

  let bytes: [UInt8]
  /// The byte to be read next.
  var position = 0
  /// The bytes of the brackets that are not closed yet.
  private var open: [Int] = []
  private var keys: [Text] = []

  /// Keys up to which an object's are compared one by one.
  private static let fewKeys = 16

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension JSONScanner {
  /// Goes to the next value; nil at the end of the text.
  mutating func peek() -> UInt8? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Goes to the next value and says what it is.
  mutating func kind() throws(Fault) -> Kind {
    guard let byte = peek() else { throw atEnd }
    switch byte {
    case 0x7B: return .object
    case 0x5B: return .list
    case 0x22: return .text
    case 0x2D, 0x30...0x39: return .number
    case 0x74, 0x66, 0x6E: return .word
    default: throw noValue
    }
  }

  /// What a text says, with its escapes resolved.
  func string(_ text: Text) -> String {
    text.hasEscapes
      ? String(decoding: resolved(text), as: UTF8.self)
      : String(decoding: bytes[text.range], as: UTF8.self)
  }

  /// Whether a text says a word.
  func isEqual(_ text: Text, _ word: String) -> Bool {
    guard !text.hasEscapes else { return string(text) == word }
    return text.range.count == word.utf8.count && bytes[text.range].elementsEqual(word.utf8)
  }

  /// Begins the object that is next.
  mutating func enterObject() throws(Fault) -> Object {
    try enter()
    return Object(firstKey: keys.count)
  }

  /// The next key of an object, with its value next; nil behind the last one.
  mutating func nextKey(of object: inout Object) throws(Fault) -> Text? {
    guard try isNext(closing: 0x7D, isFirst: object.isFirst) else {
      keys.removeLast(keys.count - object.firstKey)
      return nil
    }
    object.isFirst = false
    guard peek() == 0x22 else { throw noKey }
    let key = try text()
    try take(key, of: &object)
    guard peek() == 0x3A else {
      guard position < bytes.count else { throw atEnd }
      throw Fault(
        .missingColon(key: "\"\(string(key))\"", rest: ""), at: position..<(position + 1))
    }
    position += 1
    return key
  }

  /// Begins the list that is next.
  mutating func enterList() throws(Fault) { try enter() }

  /// Whether a list has a further item, which is next then.
  mutating func nextItem(isFirst: Bool) throws(Fault) -> Bool {
    try isNext(closing: 0x5D, isFirst: isFirst)
  }

  /// Reads over the next value, and gives its bytes: of an object or a list only the bracket.
  @discardableResult
  mutating func skip() throws(Fault) -> Range<Int> {
    switch try kind() {
    case .text:
      let text = try text()
      return (text.range.lowerBound - 1)..<(text.range.upperBound + 1)
    case .number: return try number()
    case .word: return try word()
    case .list:
      let start = position
      try enterList()
      var isFirst = true
      while try nextItem(isFirst: isFirst) {
        isFirst = false
        try skip()
      }
      return start..<(start + 1)
    case .object:
      let start = position
      var object = try enterObject()
      while try nextKey(of: &object) != nil { try skip() }
      return start..<(start + 1)
    }
  }

  /// Ends the text, behind which only blanks may be.
  mutating func end() throws(Fault) {
    let bracket = String(decoding: bytes[..<position].suffix(1), as: UTF8.self)
    guard peek() != nil else { return }
    throw Fault(.textAfter(bracket), at: position..<(position + 1))
  }

  /// The number that some bytes are.
  func value(ofNumber range: Range<Int>) -> Double? {
    DecimalNumber.value(of: bytes, in: range)
  }
}

/// Brackets, commas and keys.
extension JSONScanner {
  private mutating func enter() throws(Fault) {
    guard open.count < Limits.nesting else {
      throw Fault(.tooDeep, at: position..<(position + 1))
    }
    open.append(position)
    position += 1
  }

  /// Whether something follows in the innermost object or list; closes it otherwise.
  private mutating func isNext(closing: UInt8, isFirst: Bool) throws(Fault) -> Bool {
    guard let byte = peek() else { throw atEnd }
    if byte == closing {
      position += 1
      open.removeLast()
      return false
    }
    guard byte != 0x7D && byte != 0x5D else {
      let opening = closing == 0x7D ? "{" : "["
      let found = closing == 0x7D ? "]" : "}"
      throw Fault(.wrongClosing(opening, found: found), at: position..<(position + 1))
    }
    guard !isFirst else { return true }
    guard byte == 0x2C else { throw Fault(.commaBetween, at: position..<(position + 1)) }
    let comma = position
    position += 1
    guard let next = peek() else { throw atEnd }
    guard next != 0x7D, next != 0x5D, next != 0x2C else {
      throw Fault(.commaBehind, at: comma..<(comma + 1))
    }
    return true
  }

  /// Remembers a key, and refuses one that the object has already.
  private mutating func take(_ key: Text, of object: inout Object) throws(Fault) {
    var first: Int?
    if keys.count - object.firstKey < JSONScanner.fewKeys {
      first = keys[object.firstKey...].first { isSame($0, key) }?.range.lowerBound
    } else {
      if object.places.isEmpty {
        for other in keys[object.firstKey...] {
          object.places[resolved(other)] = other.range.lowerBound
        }
      }
      first = object.places.updateValue(key.range.lowerBound, forKey: resolved(key))
    }
    if let first {
      let name = string(key)
      throw Fault(at: key.range) {
        .duplicateKey(name, firstLine: $0.place(ofByte: first).line)
      }
    }
    if object.places.isEmpty { keys.append(key) }
  }

  private func isSame(_ one: Text, _ other: Text) -> Bool {
    guard one.hasEscapes || other.hasEscapes else {
      return one.range.count == other.range.count
        && bytes[one.range].elementsEqual(bytes[other.range])
    }
    return resolved(one) == resolved(other)
  }

  /// The fault of a text that ends too early.
  private var atEnd: Fault {
    let end = bytes.count..<bytes.count
    guard let bracket = open.last else { return Fault(.noJSONValue(""), at: end) }
    let sign = bytes[bracket] == 0x7B ? "{" : "["
    return Fault(at: end) { .unclosed(sign, line: $0.place(ofByte: bracket).line) }
  }

  private var noKey: Fault {
    guard position < bytes.count else { return atEnd }
    return Fault(.noJSONKey(String(decoding: bytes[token], as: UTF8.self)), at: token)
  }

  private var noValue: Fault {
    Fault(.noJSONValue(String(decoding: bytes[token], as: UTF8.self)), at: token)
  }

  /// The bytes from here on that belong together, by their looks; at least one.
  private var token: Range<Int> {
    let rest = bytes[position...].prefix(60)
    let length = rest.prefix { !(0...0x20 ~= $0) && !"{}[],:".utf8.contains($0) }.count
    var end = position + max(1, length)
    // A character is not cut.
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return position..<end
  }
}

/// Texts, numbers and words.
extension JSONScanner {
  /// Reads the text that is next.
  mutating func text() throws(Fault) -> Text {
    position += 1
    let start = position
    var hasEscapes = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x22 {
        position += 1
        return Text(range: start..<(position - 1), hasEscapes: hasEscapes)
      }
      if byte == 0x5C {
        hasEscapes = true
        try readEscape()
      } else if byte >= 0x20 {
        position += 1
      } else {
        let isLineEnd = byte == 0x0A || byte == 0x0D
        throw Fault(isLineEnd ? .openQuote : .badCharacter, at: position..<(position + 1))
      }
    }
    throw Fault(.openQuote, at: bytes.count..<bytes.count)
  }

  private mutating func readEscape() throws(Fault) {
    let start = position
    position += 2
    guard start + 1 < bytes.count else { return }
    switch bytes[start + 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return
    case 0x75:
      guard let unit = codeUnit(at: start) else { break }
      position = start + 6
      guard UTF16.isSurrogate(unit) else { return }
      guard UTF16.isLeadSurrogate(unit), let second = codeUnit(at: position),
        UTF16.isTrailSurrogate(second)
      else {
        throw Fault(.halfCharacter, at: start..<position)
      }
      position += 6
      return
    default: break
    }
    var end = start + 2
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    throw Fault(
      .badEscape(String(decoding: bytes[start..<end], as: UTF8.self)), at: start..<end)
  }

  /// The unit of UTF-16 that `\u` and four digits at a byte spell; nil when they are not there.
  private func codeUnit(at start: Int) -> UInt16? {
    guard start + 6 <= bytes.count, bytes[start] == 0x5C, bytes[start + 1] == 0x75 else {
      return nil
    }
    var unit: UInt16 = 0
    for byte in bytes[(start + 2)..<(start + 6)] {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// The bytes of a text, which was read before, with its escapes resolved.
  private func resolved(_ text: Text) -> [UInt8] {
    guard text.hasEscapes else { return Array(bytes[text.range]) }
    var result: [UInt8] = []
    var index = text.range.lowerBound
    while index < text.range.upperBound {
      guard bytes[index] == 0x5C else {
        result.append(bytes[index])
        index += 1
        continue
      }
      if let unit = codeUnit(at: index) {
        let second = UTF16.isLeadSurrogate(unit) ? codeUnit(at: index + 6) : nil
        let units = [unit] + (second.map { [$0] } ?? [])
        result += Array(String(decoding: units, as: UTF16.self).utf8)
        index += 6 * units.count
        continue
      }
      switch bytes[index + 1] {
      case 0x62: result.append(0x08)
      case 0x66: result.append(0x0C)
      case 0x6E: result.append(0x0A)
      case 0x72: result.append(0x0D)
      case 0x74: result.append(0x09)
      case let byte: result.append(byte)
      }
      index += 2
    }
    return result
  }

  /// Reads the number that is next, and gives its bytes.
  mutating func number() throws(Fault) -> Range<Int> {
    let start = position
    func isDigit(_ index: Int) -> Bool { index < bytes.count && 0x30...0x39 ~= bytes[index] }
    func digitsEnd(_ start: Int) -> Int {
      var end = start
      while isDigit(end) { end += 1 }
      return end
    }
    let whole = bytes[start] == 0x2D ? start + 1 : start
    // A zero begins no longer number.
    var end = isDigit(whole) && bytes[whole] == 0x30 ? whole + 1 : digitsEnd(whole)
    var isComplete = end > whole
    if isComplete, end < bytes.count, bytes[end] == 0x2E {
      let fraction = end + 1
      end = digitsEnd(fraction)
      isComplete = end > fraction
    }
    var isHuge = end - start > 300
    if isComplete, end < bytes.count, bytes[end] | 0x20 == 0x65 {
      isHuge = true
      end += 1
      if end < bytes.count, bytes[end] == 0x2B || bytes[end] == 0x2D { end += 1 }
      let exponent = end
      end = digitsEnd(exponent)
      isComplete = end > exponent
    }
    guard isComplete, end == bytes.count || isBehindValue(bytes[end]) else {
      throw Fault(.badJSONNumber(String(decoding: bytes[token], as: UTF8.self)), at: token)
    }
    position = end
    if isHuge, value(ofNumber: start..<end)?.isFinite != true {
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
      throw Fault(.hugeNumber(text), at: start..<end)
    }
    return start..<end
  }

  /// Whether a byte cannot be a part of the number or the word before it.
  private func isBehindValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2C, 0x5D, 0x7D, 0x20, 0x0A, 0x0D, 0x09: true
    default: false
    }
  }

  /// Reads `true`, `false` or `null`, and gives its bytes.
  private mutating func word() throws(Fault) -> Range<Int> {
    let range = token
    let isKnown = ["true", "false", "null"].contains { bytes[range].elementsEqual($0.utf8) }
    guard isKnown else { throw noValue }
    position = range.upperBound
    return range
  }

  /// Whether the next value is `null`.
  var isNull: Bool { bytes[position...].prefix(4).elementsEqual("null".utf8) }
}
