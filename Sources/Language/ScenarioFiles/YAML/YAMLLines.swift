import Scenarios

/// Looks at a YAML text line by line for what scenarios do without, before the parser sees it.
///
/// Anchors, aliases and tags are blanked out, so that the parser never expands an alias (a few
/// lines of them can expand to billions of nodes) and goes on to find the other mistakes. A quoted
/// text ends on its line in our language, so each line can be read by itself.
package struct YAMLLines {
  /// The findings, with the offset of the first byte of each and its length in bytes.
  private(set) var found: [(problem: Diagnostic.Message, byte: Int, length: Int)] = []
  /// The bytes that YAML takes for something else, in their order: those that begin a comparison
  /// such as `>= 70 %`, which is block text to it, or `!= 0`, which is a tag, and the braces of
  /// `${name}`, which are an object's inside of braces.
  private(set) var standIns: [Int] = []
  private(set) var hasPlaceholders = false
  /// The first bytes of comments, in their order; only for a layout.
  package private(set) var comments: [Int] = []
  /// The brackets of objects and lists in braces, in the order of the opening ones; likewise.
  package private(set) var brackets: [(opening: Int, closing: Int)] = []
  /// How many more there were than are kept.
  private(set) var uncounted = 0
  /// The first byte behind as many values as a file may have; nil where there are no more.
  private(set) var firstBeyondLimit: Int?
  /// The text with the same columns, without what was found.
  private(set) var bytes: [UInt8]

  private let notesLayout: Bool
  /// The numbers of the brackets that are open.
  private var openBrackets: [Int] = []
  private var flowDepth = 0
  /// Keys, items and brackets so far.
  private var valueCount = 0
  private var hasContent = false
  private var hasEnded = false

  /// Looks at a text, and at where its comments and brackets are if its layout matters.
  ///
  /// - Complexity: O(n).
  package init(_ source: SourceText, notesLayout: Bool = false) {
    self.notesLayout = notesLayout
    bytes = source.bytes
    for line in 1...source.lineCount {
      let range = source.range(ofLine: line)
      if isBeyondDocument(range) {
        add((.secondDocument, range.lowerBound, 3))
        bytes.removeSubrange(range.lowerBound...)
        return
      }
      scan(range)
      if firstBeyondLimit != nil { return }
    }
  }

  /// Whether the line belongs to a second document; notes where the first one begins and ends.
  private mutating func isBeyondDocument(_ range: Range<Int>) -> Bool {
    guard let first = range.first(where: { !isBlank(bytes[$0]) && !isBreak(bytes[$0]) }) else {
      return false
    }
    if bytes[first] == UInt8(ascii: "#") { return false }
    if hasEnded { return true }
    if isMarker(range, UInt8(ascii: ".")) {
      hasEnded = true
      return false
    }
    if isMarker(range, UInt8(ascii: "-")), hasContent { return true }
    hasContent = hasContent || bytes[range.lowerBound] != UInt8(ascii: "%")
    return false
  }

  private func isMarker(_ range: Range<Int>, _ byte: UInt8) -> Bool {
    guard range.count >= 3, range.prefix(3).allSatisfy({ bytes[$0] == byte }) else { return false }
    return range.count == 3 || isBlank(bytes[range.lowerBound + 3])
      || isBreak(bytes[range.lowerBound + 3])
  }

  private mutating func add(_ problem: (problem: Diagnostic.Message, byte: Int, length: Int)) {
    if found.count < Limits.diagnostics { found.append(problem) } else { uncounted += 1 }
  }

  private mutating func scan(_ range: Range<Int>) {
    var index = range.lowerBound
    var startsNode = true
    // A comment needs no blank before it behind a quote and a sign of braces.
    var commentMayFollow = true
    while index < range.upperBound {
      let byte = bytes[index]
      if isBlank(byte) {
        index += 1
        commentMayFollow = true
      } else if byte == UInt8(ascii: "#"), commentMayFollow {
        if notesLayout { comments.append(index) }
        return
      } else if startsNode, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        index = endOfQuoted(from: index, in: range)
        startsNode = false
        commentMayFollow = true
      } else if byte == UInt8(ascii: "$"), let end = endOfPlaceholder(from: index, in: range) {
        standIns += [index + 1, end]
        hasPlaceholders = true
        startsNode = false
        commentMayFollow = false
        index = end + 1
      } else if startsNode, !isComparison(at: index, in: range),
        let problem = forbidden(at: index, in: range)
      {
        add(problem)
        startsNode = byte != UInt8(ascii: "*")
        commentMayFollow = false
        index += problem.length
      } else {
        if startsNode, isComparison(at: index, in: range) { standIns.append(index) }
        let depth = flowDepth
        startsNode = nodeMayFollow(byte, at: index, startsNode: startsNode, in: range)
        if startsNode {
          valueCount += 1
          guard valueCount <= Limits.values else {
            firstBeyondLimit = index
            return
          }
        }
        commentMayFollow = flowDepth != depth || depth > 0 && byte == UInt8(ascii: ",")
        index += 1
      }
    }
  }

  /// Whether a node may begin after this byte; keeps count of the open brackets.
  private mutating func nodeMayFollow(
    _ byte: UInt8, at index: Int, startsNode: Bool, in range: Range<Int>
  ) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard startsNode || flowDepth > 0 else { return false }
      flowDepth += 1
      if notesLayout {
        openBrackets.append(brackets.count)
        brackets.append((index, index))
      }
      return true
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      flowDepth = max(0, flowDepth - 1)
      if let opening = openBrackets.popLast() { brackets[opening].closing = index }
      return false
    case UInt8(ascii: ","): return flowDepth > 0
    case UInt8(ascii: "-"), UInt8(ascii: "?"): return startsNode && isEnd(index + 1, in: range)
    case UInt8(ascii: ":"):
      return isEnd(index + 1, in: range) || flowDepth > 0 && isFlowMark(bytes[index + 1])
    default: return false
    }
  }

  /// The closing brace of a `${name}`, or nil when it is none.
  private func endOfPlaceholder(from start: Int, in range: Range<Int>) -> Int? {
    guard start + 1 < range.upperBound, bytes[start + 1] == UInt8(ascii: "{") else { return nil }
    let rest = (start + 2)..<range.upperBound
    guard let end = rest.first(where: { isFlowMark(bytes[$0]) || isBreak(bytes[$0]) }),
      bytes[end] == UInt8(ascii: "}")
    else { return nil }
    return end
  }

  /// The byte after the closing quote; the end of the line when there is none, which is a
  /// diagnostic.
  private mutating func endOfQuoted(from start: Int, in range: Range<Int>) -> Int {
    let quote = bytes[start]
    var index = start + 1
    while index < range.upperBound, !isBreak(bytes[index]) {
      if bytes[index] == quote {
        let isDoubled =
          quote == UInt8(ascii: "'") && index + 1 < range.upperBound && bytes[index + 1] == quote
        guard isDoubled else { return index + 1 }
        index += 1
      } else if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        index += 1
      }
      index += 1
    }
    add((.openQuote, missingQuote(after: start, in: range), 1))
    return range.upperBound
  }

  /// Where the quote is missing: before the sign that goes on in braces, or where the line ends.
  private func missingQuote(after start: Int, in range: Range<Int>) -> Int {
    let rest = (start + 1)..<range.upperBound
    if flowDepth > 0, let sign = rest.first(where: { isFlowMark(bytes[$0]) }) { return sign }
    return (rest.last { !isBlank(bytes[$0]) && !isBreak(bytes[$0]) } ?? start) + 1
  }

  /// Whether a value begins with `!=`, or with `>` that is not the whole of it, as for block text.
  private func isComparison(at start: Int, in range: Range<Int>) -> Bool {
    if bytes[start] == UInt8(ascii: "!") {
      return start + 1 < range.upperBound && bytes[start + 1] == UInt8(ascii: "=")
    }
    guard bytes[start] == UInt8(ascii: ">") else { return false }
    let rest = (start + 1)..<range.upperBound
    guard let next = rest.first(where: { !isBlank(bytes[$0]) }) else { return false }
    return "=0123456789".utf8.contains(bytes[next])
  }

  /// An anchor, an alias or a tag at a byte; blanks it out.
  private mutating func forbidden(
    at start: Int, in range: Range<Int>
  ) -> (problem: Diagnostic.Message, byte: Int, length: Int)? {
    let byte = bytes[start]
    guard "&*!".utf8.contains(byte) else { return nil }
    let end =
      (start + 1..<range.upperBound).first { isEnd($0, in: range) || isFlowMark(bytes[$0]) }
      ?? range.upperBound
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    if byte == UInt8(ascii: "!") {
      blank(start..<end)
      return (.tag("!" + name), start, end - start)
    }
    guard end > start + 1 else { return nil }
    if byte == UInt8(ascii: "*") {
      // A word of the same width takes its place, so that the key keeps a value.
      bytes[start] = UInt8(ascii: "_")
      return (.alias(name), start, end - start)
    }
    blank(start..<end)
    return (.anchor(name), start, end - start)
  }

  /// Puts one blank in the place of each scalar, so that columns stay.
  private mutating func blank(_ range: Range<Int>) {
    for index in range where bytes[index] < 0x80 { bytes[index] = UInt8(ascii: " ") }
  }

  private func isEnd(_ index: Int, in range: Range<Int>) -> Bool {
    index >= range.upperBound || isBlank(bytes[index]) || isBreak(bytes[index])
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  private func isFlowMark(_ byte: UInt8) -> Bool { ",[]{}".utf8.contains(byte) }
}
