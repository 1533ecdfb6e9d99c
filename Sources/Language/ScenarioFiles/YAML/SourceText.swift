import Scenarios

/// The text of a file, cut into lines so that diagnostics can point into it.
package struct SourceText: Sendable {
  let file: String
  /// The bytes; valid UTF-8, or nearly so when the diagnostic is that they are not.
  package let bytes: [UInt8]
  private let lineStarts: [Int]

  /// Cuts a text into lines.
  ///
  /// - Complexity: O(n).
  package init(file: String, bytes: [UInt8], style: LineStyle) {
    self.file = file
    self.bytes = bytes
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let length = SourceText.breakLength(in: bytes, at: index, style: style)
      index += max(1, length)
      if length > 0 { starts.append(index) }
    }
    lineStarts = starts
  }

  /// The bytes of a text, without the mark that some editors put before it.
  static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// The characters that end a line.
  package enum LineStyle {
    /// LF, CR and CRLF.
    case table
    /// LF, CR, CRLF and the three of Unicode, as YAML 1.1 counts them.
    case yaml
  }

  private static func breakLength(in bytes: [UInt8], at index: Int, style: LineStyle) -> Int {
    switch bytes[index] {
    case 0x0A: return 1
    case 0x0D:
      return index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
    case 0xC2 where style == .yaml:
      return index + 1 < bytes.count && bytes[index + 1] == 0x85 ? 2 : 0
    case 0xE2 where style == .yaml:
      guard index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return 0 }
      return bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9 ? 3 : 0
    default: return 0
    }
  }

  package var lineCount: Int { lineStarts.count }

  /// The bytes of a line, counted from 1, with its end.
  package func range(ofLine line: Int) -> Range<Int> {
    guard line >= 1, line <= lineCount else { return bytes.count..<bytes.count }
    return lineStarts[line - 1]..<(line < lineCount ? lineStarts[line] : bytes.count)
  }

  /// The text of a line, counted from 1, without its end; cut when it is endless.
  func line(_ line: Int) -> String {
    let range = range(ofLine: line).prefix(Limits.lineBytes)
    let text = String(decoding: bytes[range], as: UTF8.self)
    return String(text.prefix { !$0.isNewline })
  }

  /// The line of a byte, counted from 1.
  ///
  /// - Complexity: O(log lines).
  func line(ofByte offset: Int) -> Int {
    var low = 0
    var high = lineCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The place of a byte, counted on from a known place before it in its line, if there is one.
  ///
  /// - Complexity: O(log lines + length of the line, or of what is between the two).
  func place(ofByte offset: Int, after known: (byte: Int, place: Place)? = nil) -> Place {
    let line = line(ofByte: offset)
    var (start, column) = (lineStarts[line - 1], 1)
    if let known, known.place.line == line, start < known.byte, known.byte <= offset,
      isPlain(known.byte - 1), isPlain(known.byte)
    {
      (start, column) = (known.byte, known.place.column)
    }
    return Place(line: line, column: column + characterCount(in: start..<max(offset, start)))
  }

  /// Whether a byte is a printing character of ASCII; between two of them one character ends.
  private func isPlain(_ index: Int) -> Bool {
    index < bytes.count && 0x20..<0x7F ~= bytes[index]
  }

  /// The number of characters in a part of a line, which may be as long as a file.
  ///
  /// Only what is between pairs of plain characters has to be cut by the rules of Unicode.
  private func characterCount(in range: Range<Int>) -> Int {
    var count = 0
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, !isPlain(end - 1) || !isPlain(end) { end += 1 }
      count +=
        end == start + 1
        ? 1 : String(decoding: bytes[start..<end], as: UTF8.self).count
      start = end
    }
    return count
  }

  /// Bytes that are shown before an object, such as the comma there, and before any other place.
  private static let bytesBefore = (object: 24, place: 90)

  /// The line of a place, with the column at which the text begins; the byte is that of the place.
  ///
  /// Of a long line it is what begins just before the object around the place, or just before the
  /// place where the object begins too far away.
  func excerpt(around place: Place, byte offset: Int, object: Int? = nil) -> (
    text: String, column: Int
  ) {
    let line = range(ofLine: place.line)
    let near = object.flatMap { object in
      line.contains(object) && (0...Limits.lineBytes / 2).contains(offset - object) ? object : nil
    }
    let isShort = line.count <= (near == nil ? Limits.lineBytes : Limits.shownBytes)
    guard !isShort else { return (self.line(place.line), 1) }
    let first =
      near.map { $0 - SourceText.bytesBefore.object } ?? offset - SourceText.bytesBefore.place
    var start = max(line.lowerBound, first)
    // No scalar is cut; a character may be, at the far end of what is shown.
    while start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
    let before = String(decoding: bytes[start..<offset], as: UTF8.self)
    let rest = bytes[start..<line.upperBound].prefix(Limits.lineBytes)
    let text = String(decoding: rest, as: UTF8.self)
    return (String(text.prefix { !$0.isNewline }), place.column - before.count)
  }

  /// The mark of a byte, with columns in scalars of Unicode as YAML counts them.
  ///
  /// - Complexity: O(log lines + length of the line).
  func mark(ofByte offset: Int, width: Int) -> YAMLMark {
    let line = place(ofByte: offset).line
    let before = bytes[range(ofLine: line).lowerBound..<offset]
    // Every byte but a continuation begins a scalar.
    let scalars = before.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return YAMLMark(line: line, column: scalars + 1, width: width)
  }

  /// The place of a mark of YAML, which counts columns in scalars of Unicode.
  ///
  /// - Complexity: O(length of the line).
  func place(of mark: YAMLMark) -> Place {
    guard mark.line <= lineCount else {
      return Place(line: lineCount, column: line(lineCount).count + 1)
    }
    // Below U+0300, which these bytes spell, nothing joins with its neighbor to one character.
    let isPlain = bytes[range(ofLine: mark.line)].prefix(2 * mark.column).allSatisfy { $0 < 0xCC }
    guard !isPlain else { return Place(line: mark.line, column: mark.column) }
    let scalars = line(mark.line).unicodeScalars.prefix(mark.column - 1)
    return Place(line: mark.line, column: String(String.UnicodeScalarView(scalars)).count + 1)
  }

  /// The characters that a node of YAML covers, no more than its line has.
  func spot(of mark: YAMLMark) -> Spot {
    var place = place(of: mark)
    let count = line(place.line).count
    // A text may go on in further lines, and something in it may be wrong there.
    place.column = min(place.column, count + 1)
    let room = count - place.column + 1
    return Spot(place: place, length: max(1, min(mark.width, room)))
  }
}

/// A run of characters on one line, which a diagnostic points at.
struct Spot: Hashable, Sendable {
  var place: Place
  /// How many characters it has; at least one.
  var length: Int
}

/// The first byte that is not part of a valid UTF-8 text, or nil.
///
/// - Complexity: O(n).
func firstInvalidByte(in bytes: [UInt8]) -> Int? {
  do {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch { return error.byteOffsets.lowerBound }
}
