import MapGeometry
import Scenarios

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
  /// The byte at which each id stands; only looked up, never walked.
  private var placeOfID: [String: Int] = [:]
  private var problems: [(byte: Int, length: Int, problem: Diagnostic.TableProblem)] = []
  private var problemCount = 0

  /// The points of a table, or its faults: the first 20 and the number of the others.
  ///
  /// - Complexity: O(n).
  static func table(file: String, bytes: [UInt8]) -> Result<PointTable, Diagnostics> {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var reader = CSVReader(file: file, bytes: hasMark ? Array(bytes.dropFirst(3)) : bytes)
    if let byte = firstInvalidByte(in: reader.bytes) {
      let source = SourceText(file: file, bytes: reader.bytes, style: .table)
      let spot = Spot(place: source.place(ofByte: byte), length: 1)
      return .failure(Diagnostics([Diagnostic(in: source, at: spot, .file(.notUTF8))]))
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
    var faults = problems.map { byte, length, problem in
      let spot = Spot(place: source.place(ofByte: byte), length: length)
      let kind: Diagnostic.Kind =
        if case .duplicateID(let id, let first) = problem {
          // The reader knows the byte of the first one; people want its line.
          .table(.duplicateID(id, firstLine: source.place(ofByte: first).line))
        } else {
          .table(problem)
        }
      return Diagnostic(in: source, at: spot, kind)
    }
    if problemCount > faults.count, let last = faults.last {
      faults.append(
        Diagnostic(
          file: file, spot: Spot(place: last.place, length: 1), sourceLine: "",
          kind: .table(.more(problemCount - faults.count))))
    }
    return .failure(Diagnostics(faults))
  }

  private mutating func add(_ problem: Diagnostic.TableProblem, at range: Range<Int>) {
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

/// One field of a row.
private struct CSVField {
  /// The bytes of the text, without quotes around it.
  var range: Range<Int>
  var hasDoubledQuotes = false
}

/// Which column holds what.
private struct CSVColumns {
  var id = -1
  var latitude = -1
  var longitude = -1
  var title = -1
  var count = 0
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
        add(.wrongCount(found: fields.count, expected: columns.count), at: start..<end)
        continue
      }
      addPoint(columns)
      if table.ids.count > Limits.points {
        add(.tooManyPoints(maximum: Limits.points), at: start..<start)
        return
      }
    }
    if table.ids.isEmpty, problemCount == 0 { add(.noRows, at: 0..<0) }
  }

  private var isRestEmpty: Bool {
    bytes[position...].allSatisfy { $0 == 0x0A || $0 == 0x0D }
  }

  private mutating func header() -> CSVColumns? {
    guard !bytes.isEmpty else {
      add(.empty, at: 0..<0)
      return nil
    }
    guard readRow() else { return nil }
    var columns = CSVColumns()
    columns.count = fields.count
    let known = ["id", "lat", "lon", "title"]
    for (index, field) in fields.enumerated() {
      let name = text(field)
      let path: WritableKeyPath<CSVColumns, Int>
      switch name {
      case "id": path = \.id
      case "lat": path = \.latitude
      case "lon": path = \.longitude
      case "title": path = \.title
      default:
        let suggestions = Spelling.suggestions(for: name, among: known)
        add(.unknownColumn(name, suggestions: suggestions), at: field.range)
        continue
      }
      if columns[keyPath: path] >= 0 { add(.duplicateColumn(name), at: field.range) }
      columns[keyPath: path] = index
    }
    guard problemCount == 0 else { return nil }
    for (name, index) in [
      ("id", columns.id), ("lat", columns.latitude), ("lon", columns.longitude),
    ] where index < 0 {
      add(.missingColumn(name), at: 0..<0)
    }
    return problemCount == 0 ? columns : nil
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
      add(.duplicateID(id, firstLine: first), at: idField.range)
    }
    guard let latitude, let longitude else { return }
    table.ids.append(id)
    table.coordinates.append(Coordinate(latitude: latitude, longitude: longitude))
    table.titles.append(columns.title >= 0 ? text(fields[columns.title]) : "")
  }

  private mutating func degrees(_ field: CSVField, column: String, limit: Int) -> Double? {
    guard let value = CSVNumber.value(of: bytes, in: field.range) else {
      add(.badNumber(text(field), column: column), at: field.range)
      return nil
    }
    guard abs(value) <= Double(limit) else {
      add(.outOfRange(text(field), column: column, limit: limit), at: field.range)
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
      case 0x2C:
        position += 1
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
    add(.openQuote, at: open..<(open + 1))
    return false
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    position = min(bytes.count, position + 1)
  }
}

/// Reads numbers of a table from bytes.
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
    guard digits <= 15 else {
      return Double(String(decoding: bytes[range], as: UTF8.self))
    }
    let value = Double(mantissa) / powers[max(0, fraction)]
    return isNegative && value != 0 ? -value : value
  }
}
