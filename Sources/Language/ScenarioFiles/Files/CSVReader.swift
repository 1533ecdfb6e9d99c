import MapGeometry

/// Reads a table of points (RFC 4180: commas, optional quotes, CRLF or LF).
///
/// The reader is our own because a mistake in a table is a diagnostic like any other: it has a line
/// and a column, even inside a quoted field that spans lines, and all mistakes are found at once.
/// It works on bytes; a line and a column are only counted for a diagnostic.
struct CSVReader {
  private let bytes: [UInt8]
  private var position = 0
  private var fields: [CSVField] = []
  /// How many fields the row has; the first of them are kept, which is more than tables have.
  private var fieldCount = 0
  private static let keptFields = 64
  private var points: PointCollector

  /// The points of a table, or its diagnostics.
  ///
  /// - Complexity: O(n).
  static func table(file: String, bytes: [UInt8]) -> Result<PointTable, Diagnostics> {
    PointCollector.begun(file: file, bytes: bytes, expectedCount: { $0 / 24 }).flatMap { points in
      var reader = CSVReader(points: points)
      reader.read()
      return reader.points.result
    }
  }

  private init(points: PointCollector) {
    self.points = points
    bytes = points.bytes
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
    if let zero = bytes.firstIndex(of: 0) {
      points.add(.badCharacter, at: zero..<(zero + 1))
      return
    }
    guard let columns = header() else { return }
    while position < bytes.count {
      let start = position
      guard readRow() else { continue }
      // An empty line at the end is a habit of editors.
      if fields.count == 1, fields[0].range.isEmpty, isRestEmpty { break }
      guard fieldCount == columns.count else {
        let end = fields.last?.range.upperBound ?? start
        points.add(.wrongFieldCount(found: fieldCount, expected: columns.count), at: start..<end)
        continue
      }
      addPoint(columns)
      if points.count > Limits.points {
        points.add(.tooManyRows(maximum: Limits.points), at: start..<start)
        return
      }
    }
    if points.count == 0, points.problemCount == 0 { points.add(.noRows, at: 0..<0) }
  }

  private var isRestEmpty: Bool { bytes[position...].allSatisfy { $0 == 0x0A || $0 == 0x0D } }

  private mutating func header() -> CSVColumns? {
    guard !bytes.isEmpty else {
      points.add(.emptyTable, at: 0..<0)
      return nil
    }
    guard readRow() else { return nil }
    let known = ["id", "lat", "lon", "title"]
    let names = fields.map(text)
    for (index, name) in names.enumerated() {
      if !known.contains(name) {
        let suggestions = Spelling.suggestions(for: name, among: known)
        points.add(.unknownColumn(name, suggestions: suggestions), at: fields[index].range)
      } else if names[..<index].contains(name) {
        points.add(.duplicateColumn(name), at: fields[index].range)
      }
    }
    guard points.problemCount == 0 else { return nil }
    for name in known.dropLast() where !names.contains(name) {
      points.add(.missingColumn(name), at: 0..<0)
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
    points.take(id: id, at: idField.range)
    guard let latitude, let longitude else { return }
    points.append(
      id: id, coordinate: Coordinate(latitude: latitude, longitude: longitude),
      title: columns.title.map { text(fields[$0]) } ?? "")
  }

  private mutating func degrees(_ field: CSVField, column: String, limit: Int) -> Double? {
    points.degrees(
      DecimalNumber.value(of: bytes, in: field.range), at: field.range, column: column,
      limit: limit)
  }
}

extension CSVReader {
  /// Cuts the next row into fields; false after a diagnostic, with the rest of the line skipped.
  private mutating func readRow() -> Bool {
    fields.removeAll(keepingCapacity: true)
    fieldCount = 0
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
  ///
  /// Static, since a build that is not optimized copies a reader for each call of its methods.
  private static func isEnd(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index < bytes.count else { return true }
    let byte = bytes[index]
    return byte == 0x2C || byte == 0x0A
      || byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
  }

  private mutating func readPlain() -> Bool {
    let start = position
    while !CSVReader.isEnd(bytes, position) {
      guard bytes[position] != 0x22 else {
        points.add(.strayQuote, at: position..<(position + 1))
        return false
      }
      position += 1
    }
    keep(CSVField(range: start..<position))
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
      guard CSVReader.isEnd(bytes, position) else {
        points.add(.textAfterQuote, at: position..<(position + 1))
        return false
      }
      keep(CSVField(range: range, hasDoubledQuotes: hasDoubledQuotes))
      return true
    }
    points.add(.openField, at: open..<(open + 1))
    return false
  }

  private mutating func keep(_ field: CSVField) {
    fieldCount += 1
    if fields.count < CSVReader.keptFields { fields.append(field) }
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    position = min(bytes.count, position + 1)
  }
}
