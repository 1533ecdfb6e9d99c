/// A field of a table.
struct CSVField {
  /// The bytes of the text, without quotes around it.
  var range = 0..<0
  var isQuoted = false
  var hasDoubledQuotes = false

  /// The text of the field in the bytes of its table.
  func text(in bytes: [UInt8]) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard hasDoubledQuotes else { return text }
    var result = ""
    var isSecond = false
    for character in text.unicodeScalars {
      isSecond = character == "\"" && !isSecond
      if !isSecond { result.unicodeScalars.append(character) }
    }
    return result
  }

  /// The bytes of the text without blanks and tabs around it.
  func trimmed(in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}

/// Cuts a table into fields and rows.
///
/// It works on bytes: quotes around a field are optional, and LF, CR or both end a row.
struct CSVScanner {
  let bytes: [UInt8]
  let separator: PointFormat.Separator
  private(set) var position = 0
  /// Whether the last field was the last one of its row.
  private(set) var isAtRowEnd = false
  /// The fault in the last field; nil for none.
  private(set) var fault: (problem: Diagnostic.Message, place: Range<Int>)?

  init(_ bytes: [UInt8], separator: PointFormat.Separator, from position: Int = 0) {
    (self.bytes, self.separator, self.position) = (bytes, separator, position)
  }

  /// Returns the next field; nil after a fault.
  mutating func next() -> CSVField? {
    guard position < bytes.count, bytes[position] == 0x22 else {
      return plain(takesQuotes: separator.takesQuotesAsText)
    }
    let start = position
    let field = quoted()
    guard separator.takesQuotesAsText else { return field }
    if let field, !spansRows(field) { return field }
    (position, fault) = (start, nil)
    return plain(takesQuotes: true)
  }

  /// Whether a quoted field has both a line end and a separator: its quotes are then text, such as
  /// those of `"The Bar` and, rows later, `19"`.
  ///
  /// A field that is meant so has too many or too few fields in its rows, which is a fault.
  private func spansRows(_ field: CSVField) -> Bool {
    let text = bytes[field.range]
    return text.contains(separator.byte) && text.contains(where: CSVScanner.isLineEnd)
  }

  /// Passes the rest of a line after a fault.
  mutating func skipLine() {
    while position < bytes.count, !CSVScanner.isLineEnd(bytes[position]) { position += 1 }
    passEnd()
  }

  /// The end of the last row: empty lines behind it are a habit of editors.
  var endOfRows: Int { bytes.lastIndex { !CSVScanner.isLineEnd($0) }.map { $0 + 1 } ?? 0 }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func plain(takesQuotes: Bool) -> CSVField? {
    let separator = separator.byte
    let start = position
    var index = position
    while index < bytes.count {
      let byte = bytes[index]
      if byte == separator || CSVScanner.isLineEnd(byte) { break }
      if byte == 0x22, !takesQuotes {
        position = index
        fault = (.strayQuote, index..<(index + 1))
        return nil
      }
      index += 1
    }
    position = index
    passEnd()
    return CSVField(range: start..<index)
  }

  private mutating func quoted() -> CSVField? {
    let open = position
    var index = position + 1
    var hasDoubledQuotes = false
    while index < bytes.count {
      guard bytes[index] == 0x22 else {
        index += 1
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == 0x22 {
        hasDoubledQuotes = true
        index += 2
        continue
      }
      position = index + 1
      guard
        position >= bytes.count || bytes[position] == separator.byte
          || CSVScanner.isLineEnd(bytes[position])
      else {
        fault = (.textAfterQuote, position..<(position + 1))
        return nil
      }
      passEnd()
      return CSVField(range: (open + 1)..<index, isQuoted: true, hasDoubledQuotes: hasDoubledQuotes)
    }
    position = bytes.count
    fault = (.openField, open..<(open + 1))
    return nil
  }

  /// Passes the separator or the line end behind a field.
  private mutating func passEnd() {
    isAtRowEnd = true
    guard position < bytes.count else { return }
    let byte = bytes[position]
    position += 1
    isAtRowEnd = byte != separator.byte
    if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
  }
}
