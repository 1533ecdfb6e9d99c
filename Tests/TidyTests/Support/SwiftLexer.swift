/// A piece of Swift code; comments and what stands inside string literals are none.
struct Token: Hashable, Sendable {
  /// The word or the punctuation mark; a whole string literal is `""`.
  var text: String
  /// The line, counted from 1.
  var line: Int
  /// Whether nothing stands between it and the token before.
  var isGlued: Bool

  /// Whether it is a name, a keyword or a number.
  var isWord: Bool {
    guard let first = text.utf8.first else { return false }
    return SwiftLexer.isWord(first) || text.hasPrefix("`")
  }
}

/// The comments of a line.
struct Comment: Hashable, Sendable {
  var text: String
  /// The line, counted from 1.
  var line: Int
}

/// Splits Swift source into tokens and comments, as far as the rules need it.
///
/// It knows nested comments, raw and multi-line strings, code inside of interpolations and raw
/// identifiers. It knows no literals of regular expressions; the sources use none.
struct SwiftLexer: Sendable {
  private(set) var tokens: [Token] = []
  private(set) var comments: [Comment] = []

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var isGlued = false

  init(_ source: String) {
    bytes = Array(source.utf8)
    readCode(isInterpolation: false)
  }

  /// Lines that hold any code.
  var codeLineCount: Int { Set(tokens.map(\.line)).count }

  private func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private func isNext(_ character: Character, after offset: Int = 0) -> Bool {
    byte(offset) == character.asciiValue
  }

  private mutating func readCode(isInterpolation: Bool) {
    var depth = 0
    while let next = byte() {
      if isNext("\n") {
        line += 1
        skip()
      } else if next <= 32 {
        skip()
      } else if isNext("/"), isNext("/", after: 1) {
        readLineComment()
      } else if isNext("/"), isNext("*", after: 1) {
        readBlockComment()
      } else if let hashes = hashesBeforeQuote {
        readString(hashes: hashes)
      } else if isNext("`") {
        readRawIdentifier()
      } else if SwiftLexer.isWord(next) {
        readWord()
      } else {
        depth += (isNext("(") ? 1 : 0) - (isNext(")") ? 1 : 0)
        if isInterpolation, depth < 0 { return }
        add(String(UnicodeScalar(next)))
        index += 1
      }
    }
  }

  private mutating func skip() {
    index += 1
    isGlued = false
  }

  private mutating func add(_ text: String) {
    tokens.append(Token(text: text, line: line, isGlued: isGlued))
    isGlued = true
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 95, 36, 128...: true
    default: false
    }
  }

  private mutating func readWord() {
    let start = index
    while let next = byte(), SwiftLexer.isWord(next) { index += 1 }
    add(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func readRawIdentifier() {
    let start = index
    index += 1
    while byte() != nil, !isNext("`"), !isNext("\n") { index += 1 }
    index = min(index + 1, bytes.count)
    add(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func readLineComment() {
    let start = index
    while byte() != nil, !isNext("\n") { index += 1 }
    note(start)
  }

  private mutating func readBlockComment() {
    var start = index
    var depth = 0
    repeat {
      if isNext("/"), isNext("*", after: 1) {
        depth += 1
        index += 2
      } else if isNext("*"), isNext("/", after: 1) {
        depth -= 1
        index += 2
      } else {
        if isNext("\n") {
          note(start)
          line += 1
          start = index + 1
        }
        index += 1
      }
    } while depth > 0 && index < bytes.count
    note(start)
  }

  private mutating func note(_ start: Int) {
    let end = min(index, bytes.count)
    comments.append(
      Comment(text: String(decoding: bytes[min(start, end)..<end], as: UTF8.self), line: line))
    isGlued = false
  }

  /// How many number signs stand before the quote of a string that begins here.
  private var hashesBeforeQuote: Int? {
    var count = 0
    while isNext("#", after: count) { count += 1 }
    return isNext("\"", after: count) ? count : nil
  }

  private func areNext(_ character: Character, _ count: Int, after offset: Int) -> Bool {
    (0..<count).allSatisfy { isNext(character, after: offset + $0) }
  }

  private mutating func readString(hashes: Int) {
    add("\"\"")
    index += hashes
    let quotes = areNext("\"", 3, after: 0) ? 3 : 1
    index += quotes
    while byte() != nil {
      if areNext("\"", quotes, after: 0), areNext("#", hashes, after: quotes) {
        index += quotes + hashes
        break
      } else if isNext("\\"), areNext("#", hashes, after: 1) {
        index += 1 + hashes
        readEscape()
      } else {
        if isNext("\n") {
          // A string on one line that does not end is a mistake; the next line starts afresh.
          guard quotes == 3 else { break }
          line += 1
        }
        index += 1
      }
    }
    isGlued = true
  }

  /// What follows the backslash: code in parentheses, or a character that ends no string.
  private mutating func readEscape() {
    guard isNext("(") else {
      if isNext("\n") { line += 1 }
      index += 1
      return
    }
    index += 1
    isGlued = false
    readCode(isInterpolation: true)
    index += 1
  }
}
