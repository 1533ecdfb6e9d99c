internal import Wire

/// Diagnostics of JSON in the words of scenario files.
extension PointCollector {
  /// Adds the diagnostic of a text that is not JSON.
  ///
  /// - Parameters:
  ///   - diagnostic: The error.
  ///   - end: The end of the text: that of the file, or of a line.
  mutating func add(_ diagnostic: JSONText.ReadError, end: Int) {
    let here = diagnostic.offset..<min(diagnostic.offset + 1, end)
    switch diagnostic.rule {
    case .quote: add(.openQuote, at: here)
    case .controlEscape:
      let isLineEnd = text(here) == "\n" || text(here) == "\r"
      add(isLineEnd ? .openQuote : .badCharacter, at: here)
    case .escape:
      let end = bytes[(here.upperBound + 1)...].prefix { $0 & 0xC0 == 0x80 }.endIndex
      add(.badEscape(text(here.lowerBound..<end)), at: here.lowerBound..<end)
    case .otherHalf: add(.halfCharacter, at: here.lowerBound..<(here.lowerBound + 6))
    case .newName(let name, let first):
      let words = JSONText.text(bytes[name])
      add(at: name) { .duplicateKey(words, firstLine: $0.line(ofByte: first)) }
    case .finite:
      let number = word(around: diagnostic.offset)
      add(.hugeNumber(text(number)), at: number)
    case .depth: add(.tooDeep, at: here)
    case .value, .digit, .name, .colon, .separator, .end, nil: addMissing(diagnostic, here)
    }
  }

  /// Adds the diagnostic of a text that lacks a value or a sign at a byte.
  private mutating func addMissing(_ diagnostic: JSONText.ReadError, _ here: Range<Int>) {
    let word = word(around: diagnostic.offset)
    // The diagnostic is inside a word: `truth` begins as a value does, and `1.` ends as none does.
    let isInside =
      diagnostic.rule == .value || diagnostic.rule == .digit || word.upperBound > diagnostic.offset
    if word.lowerBound < diagnostic.offset, isInside {
      let isNumber = text(word).first.map { "-0123456789".contains($0) } == true
      return add(isNumber ? .badJSONNumber(text(word)) : .noJSONValue(text(word)), at: word)
    }
    let bracket = diagnostic.container.map { text($0..<($0 + 1)) } ?? ""
    guard !here.isEmpty else {
      guard let container = diagnostic.container else { return add(.noJSONValue(""), at: here) }
      return add(at: here) { .unclosed(bracket, line: $0.line(ofByte: container)) }
    }
    if case .colon(let name) = diagnostic.rule {
      return add(
        .missingColon(key: "\"\(JSONText.text(bytes[name]))\"", rest: ""), at: here)
    }
    let last =
      bytes[..<diagnostic.offset].lastIndex { !JSONText.isSpace($0) }
      .map { $0..<($0 + 1) } ?? 0..<0
    let before = text(last)
    if diagnostic.rule == .end { return add(.textAfter(before), at: here) }
    let found = text(here)
    if before == ",", diagnostic.rule != .separator, ["]", "}", ","].contains(found) {
      return add(.commaBehind, at: last)
    }
    let isClosing = diagnostic.container != nil && ["]", "}"].contains(found)
    if isClosing, diagnostic.rule == .separator || before == bracket {
      return add(.wrongClosing(bracket, found: found), at: here)
    }
    let sign = word.isEmpty ? here : word
    switch diagnostic.rule {
    case .separator: add(.commaBetween, at: here)
    case .name: add(.noJSONKey(text(sign)), at: sign)
    case _: add(.noJSONValue(text(sign)), at: sign)
    }
  }

  /// The word around a byte, which ends before a blank, a bracket, a comma or a colon.
  ///
  /// It begins behind such a byte too, or behind a quote.
  private func word(around offset: Int) -> Range<Int> {
    func isInWord(_ byte: UInt8) -> Bool { byte > 0x20 && !"{}[],:".utf8.contains(byte) }
    let before = bytes[..<offset].lastIndex { !isInWord($0) || $0 == UInt8(ascii: "\"") }
    let end = bytes[offset...].firstIndex { !isInWord($0) }
    return (before.map { $0 + 1 } ?? 0)..<(end ?? bytes.count)
  }
}
