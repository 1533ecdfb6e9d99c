import MapGeometry
import Scenarios
internal import Synchronization

/// Reads a table of points (RFC 4180: commas, optional quotes, CRLF or LF).
///
/// The reader is our own because a mistake in a table is a fault like any other: it has a line and
/// a column, even inside a quoted field that spans lines, and all mistakes are found at once. It
/// works on bytes; a line and a column are only counted for a fault.
struct CSVReader {
  private let bytes: [UInt8]
  private let file: String
  private var position = 0
  private var fields: [CSVField] = []
  private var table = PointTable()
  /// The byte offset of each id; only looked up, never walked.
  private var placeOfID: [String: Int] = [:]
  private var problems: [(byte: Int, length: Int, problem: (SourceText) -> Diagnostic.Problem)] = []
  private var problemCount = 0

  /// The points of a table, or its faults: the first 20 and the number of the others.
  ///
  /// - Complexity: O(n).
  static func table(file: String, bytes: [UInt8]) -> Result<PointTable, Diagnostics> {
    var reader = CSVReader(file: file, bytes: SourceText.withoutByteOrderMark(bytes))
    if let byte = firstInvalidByte(in: reader.bytes) {
      let source = SourceText(file: file, bytes: reader.bytes, style: .table)
      let spot = Spot(place: source.place(ofByte: byte), length: 1)
      return .failure(Diagnostics([Diagnostic(in: source, at: spot, .notUTF8)]))
    }
    reader.read()
    return reader.result
  }

  private init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  private var result: Result<PointTable, Diagnostics> {
    guard problemCount > 0 else { return .success(table) }
    let source = SourceText(file: file, bytes: bytes, style: .table)
    var diagnostics = problems.map { byte, length, problem in
      Diagnostic(
        in: source, at: Spot(place: source.place(ofByte: byte), length: length), problem(source))
    }
    if problemCount > diagnostics.count, let last = diagnostics.last {
      diagnostics.append(last.followed(by: problemCount - diagnostics.count))
    }
    return .failure(Diagnostics(diagnostics))
  }

  private mutating func add(_ problem: Diagnostic.Problem, at range: Range<Int>) {
    add(at: range) { _ in problem }
  }

  private mutating func add(
    at range: Range<Int>, _ problem: @escaping (SourceText) -> Diagnostic.Problem
  ) {
    problemCount += 1
    guard problems.count < Limits.tableFaults else { return }
    let length = String(decoding: bytes[range], as: UTF8.self).count
    problems.append((range.lowerBound, length, problem))
  }

  private func text(_ field: CSVField) -> String {
    let text = String(decoding: bytes[field.range], as: UTF8.self)
    guard field.hasDoubledQuotes else { return text }
    var result = ""
    var isSecond = false
    for character in text.unicodeScalars {
      isSecond = character == "\"" && !isSecond
      if !isSecond { result.unicodeScalars.append(character) }
    }
    return result
  }
}

/// The points of one file, in the order of their rows.
struct PointTable: Hashable, Sendable {
  var ids: [String] = []
  var coordinates: [Coordinate] = []
  var titles: [String] = []
}

private struct CSVField {
  /// The bytes of the text, without quotes around it.
  var range: Range<Int>
  var hasDoubledQuotes = false
}

private struct CSVColumns {
  let id: Int
  let latitude: Int
  let longitude: Int
  let title: Int?
  let count: Int
}

extension CSVReader {
  private mutating func read() {
    guard let columns = header() else { return }
    let rows = bytes.count / 24
    table.ids.reserveCapacity(rows)
    table.coordinates.reserveCapacity(rows)
    table.titles.reserveCapacity(rows)
    placeOfID.reserveCapacity(rows)
    while position < bytes.count {
      let start = position
      guard readRow() else { continue }
      // An empty line at the end is a habit of editors.
      if fields.count == 1, fields[0].range.isEmpty, isRestEmpty { break }
      guard fields.count == columns.count else {
        let end = fields.last?.range.upperBound ?? start
        add(.wrongFieldCount(found: fields.count, expected: columns.count), at: start..<end)
        continue
      }
      addPoint(columns)
      if table.ids.count > Limits.points {
        add(.tooManyRows(maximum: Limits.points), at: start..<start)
        return
      }
    }
    if table.ids.isEmpty, problemCount == 0 { add(.noRows, at: 0..<0) }
  }

  private var isRestEmpty: Bool { bytes[position...].allSatisfy { $0 == 0x0A || $0 == 0x0D } }

  private mutating func header() -> CSVColumns? {
    guard !bytes.isEmpty else {
      add(.emptyTable, at: 0..<0)
      return nil
    }
    guard readRow() else { return nil }
    let known = ["id", "lat", "lon", "title"]
    let names = fields.map(text)
    for (index, name) in names.enumerated() {
      if !known.contains(name) {
        let suggestions = Spelling.suggestions(for: name, among: known)
        add(.unknownColumn(name, suggestions: suggestions), at: fields[index].range)
      } else if names[..<index].contains(name) {
        add(.duplicateColumn(name), at: fields[index].range)
      }
    }
    guard problemCount == 0 else { return nil }
    for name in known.dropLast() where !names.contains(name) {
      add(.missingColumn(name), at: 0..<0)
    }
    guard let id = names.firstIndex(of: "id"), let latitude = names.firstIndex(of: "lat"),
      let longitude = names.firstIndex(of: "lon")
    else { return nil }
    return CSVColumns(
      id: id, latitude: latitude, longitude: longitude, title: names.firstIndex(of: "title"),
      count: names.count)
  }

  private mutating func addPoint(_ columns: CSVColumns) {
    let idField = fields[columns.id]
    let id = text(idField)
    let latitude = degrees(fields[columns.latitude], column: "lat", limit: 90)
    let longitude = degrees(fields[columns.longitude], column: "lon", limit: 180)
    if id.isEmpty {
      add(.emptyID, at: idField.range)
    } else if let first = placeOfID.updateValue(idField.range.lowerBound, forKey: id) {
      placeOfID[id] = first
      // The reader knows the byte of the first one; people want its line.
      add(at: idField.range) { .duplicateRow(id, firstLine: $0.place(ofByte: first).line) }
    }
    guard let latitude, let longitude else { return }
    table.ids.append(id)
    table.coordinates.append(Coordinate(latitude: latitude, longitude: longitude))
    table.titles.append(columns.title.map { text(fields[$0]) } ?? "")
  }

  private mutating func degrees(_ field: CSVField, column: String, limit: Int) -> Double? {
    guard let value = CSVNumber.value(of: bytes, in: field.range) else {
      add(.badNumber(text(field), column: column), at: field.range)
      return nil
    }
    guard abs(value) <= Double(limit) else {
      add(.angleOutOfRange(text(field), column: column, limit: limit), at: field.range)
      return nil
    }
    return value
  }
}

extension CSVReader {
  /// Cuts the next row into fields; false after a fault, with the rest of the line skipped.
  private mutating func readRow() -> Bool {
    fields.removeAll(keepingCapacity: true)
    while true {
      let isQuoted = position < bytes.count && bytes[position] == 0x22
      guard isQuoted ? readQuoted() : readPlain() else {
        skipLine()
        return false
      }
      guard position < bytes.count else { return true }
      switch bytes[position] {
      case 0x2C: position += 1
      case 0x0D:
        position += 2
        return true
      default:
        position += 1
        return true
      }
    }
  }

  /// Whether a field ends at a byte: a comma, LF, CRLF or the end of the file.
  private func isEnd(_ index: Int) -> Bool {
    guard index < bytes.count else { return true }
    let byte = bytes[index]
    return byte == 0x2C || byte == 0x0A
      || byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
  }

  private mutating func readPlain() -> Bool {
    let start = position
    while !isEnd(position) {
      guard bytes[position] != 0x22 else {
        add(.strayQuote, at: position..<(position + 1))
        return false
      }
      position += 1
    }
    fields.append(CSVField(range: start..<position))
    return true
  }

  private mutating func readQuoted() -> Bool {
    let open = position
    position += 1
    var hasDoubledQuotes = false
    while position < bytes.count {
      guard bytes[position] == 0x22 else {
        position += 1
        continue
      }
      if position + 1 < bytes.count, bytes[position + 1] == 0x22 {
        hasDoubledQuotes = true
        position += 2
        continue
      }
      let range = (open + 1)..<position
      position += 1
      guard isEnd(position) else {
        add(.textAfterQuote, at: position..<(position + 1))
        return false
      }
      fields.append(CSVField(range: range, hasDoubledQuotes: hasDoubledQuotes))
      return true
    }
    add(.openField, at: open..<(open + 1))
    return false
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    position = min(bytes.count, position + 1)
  }
}

enum CSVNumber {
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The nearest number to a decimal text: at most a minus, digits, at most a point and digits.
  ///
  /// Up to 15 digits, digits and power of ten are both exact, so that one division rounds once
  /// (Clinger 1990); longer texts go to the standard library.
  static func value(of bytes: [UInt8], in range: Range<Int>) -> Double? {
    var index = range.lowerBound
    let isNegative = index < range.upperBound && bytes[index] == 0x2D
    if isNegative { index += 1 }
    var mantissa: Int64 = 0
    var digits = 0
    var fraction = -1
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == 0x2E, fraction < 0, digits > 0 {
        fraction = 0
      } else if byte >= 0x30, byte <= 0x39 {
        digits += 1
        if fraction >= 0 { fraction += 1 }
        if digits <= 15 { mantissa = mantissa * 10 + Int64(byte - 0x30) }
      } else {
        return nil
      }
      index += 1
    }
    guard digits > 0, fraction != 0 else { return nil }
    guard digits <= 15 else { return Double(String(decoding: bytes[range], as: UTF8.self)) }
    let value = Double(mantissa) / powers[max(0, fraction)]
    return isNegative && value != 0 ? -value : value
  }
}

/// Remembers files of points by their path, so that many scenarios read each of them once.
///
/// It may be shared by readers on several threads. What it gives depends only on the bytes that
/// were there when a path was first asked for.
public final class DataSetCache: Sendable {
  private let tables = Mutex<[String: Result<PointTable, Diagnostics>]>([:])

  /// Makes an empty cache.
  public init() {}

  func table(at path: String, bytes: [UInt8]) -> Result<PointTable, Diagnostics> {
    // Held while parsing, so that two readers do not parse the same file side by side.
    tables.withLock { tables in
      if let table = tables[path] { return table }
      let table = CSVReader.table(file: path, bytes: bytes)
      tables[path] = table
      return table
    }
  }
}
