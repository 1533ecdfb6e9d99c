import MapGeometry

/// Reads a table of points: rows of fields with a separator between them, under a header.
///
/// The reader is our own because a mistake in a table is a diagnostic like any other: it has a line
/// and a column, even inside a quoted field that spans lines, and all mistakes are found at once.
/// It works on bytes; a line and a column are only counted for a diagnostic.
struct CSVReader {
  private let format: PointFormat
  private var scanner: CSVScanner
  private var row = Row()
  private var points: PointCollector

  /// The fields of a row that are read; all others are only counted.
  private struct Row {
    var id = CSVField()
    var latitude = CSVField()
    var longitude = CSVField()
    var title = CSVField()
    /// How many fields the row has.
    var count = 0
    /// The end of the first fields, which a diagnostic marks.
    var end = 0
  }

  private static let markedFields = 64

  /// The points of a table, or its diagnostics.
  ///
  /// - Complexity: O(n).
  static func table(
    file: String, bytes: [UInt8], format: PointFormat = PointFormat()
  ) -> Result<PointTable, Diagnostics> {
    PointCollector.begun(file: file, bytes: bytes, format: format).flatMap { points in
      var reader = CSVReader(points: points, format: format)
      reader.read()
      return reader.points.result
    }
  }

  private init(points: PointCollector, format: PointFormat) {
    (self.points, self.format) = (points, format)
    let line = CSVHeader.separatorLine(of: points.bytes)
    scanner = CSVScanner(
      points.bytes,
      separator: format.separator ?? line?.separator
        ?? CSVHeader.separator(of: points.bytes, format.columns), from: line?.end ?? 0)
  }
}

extension CSVReader {
  private mutating func read() {
    if let zero = points.bytes.firstIndex(of: 0) {
      points.add(.badCharacter, at: zero..<(zero + 1))
      return
    }
    guard let columns = header() else { return }
    points.reserve(points.bytes.count / 24)
    if columns.isIDFound, let id = columns.id { points.foundIDs = columns.names[id] }
    // Empty lines at the end are a habit of editors.
    let end = points.bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
    var number = 0
    while scanner.position < end, !points.isHopeless {
      number += 1
      let start = scanner.position
      points.beginRow()
      if readRow(columns, from: start) { addPoint(columns, from: start, number: number) }
      points.endRow()
      if points.count > Limits.points {
        points.add(.tooManyRows(maximum: Limits.points), at: start..<start)
        return
      }
    }
    points.checkCount(.noRows)
    if columns.isPlain, scanner.separator == .comma { return }
    points.note(columns.words)
    let ignored = columns.ignoredCount
    if ignored > 0 {
      points.note("\(ignored) other \(ignored == 1 ? "column is" : "columns are") ignored")
    }
    if scanner.separator != .comma { points.note("separator: \(scanner.separator.rawValue)") }
  }

  private mutating func header() -> PointColumns? {
    guard !points.bytes.isEmpty else {
      points.add(.emptyTable, at: 0..<0)
      return nil
    }
    var header = CSVHeader()
    header.read(&scanner)
    if header.isTooWide {
      points.add(.tooManyColumns, at: 0..<0)
      return nil
    }
    if let fault = scanner.fault {
      points.add(fault.problem, at: fault.place)
      return nil
    }
    do throws(PointColumns.Fault) {
      return try PointColumns(header.names(in: points.bytes), named: format.columns)
    } catch {
      points.add(error.problem, at: error.column.map { header.fields[$0].range } ?? 0..<0)
      return nil
    }
  }

  /// Reads the fields of the next row; false after a diagnostic.
  private mutating func readRow(_ columns: PointColumns, from start: Int) -> Bool {
    row.count = 0
    repeat {
      guard let field = scanner.next() else {
        if let fault = scanner.fault {
          // A quote that is never closed takes all other rows with it.
          if fault.problem == .openField { points.endRow() }
          points.add(fault.problem, at: fault.place)
        }
        scanner.skipLine()
        return false
      }
      let index = row.count
      // A column may hold both ids and titles.
      if index == columns.latitude { row.latitude = field }
      if index == columns.longitude { row.longitude = field }
      if index == columns.id { row.id = field }
      if index == columns.title { row.title = field }
      if index < CSVReader.markedFields { row.end = field.range.upperBound }
      row.count += 1
      // A row with more fields than a table may have is faulty: the reader passes its rest.
      if index > Limits.columns, scanner.position - start > Limits.rowBytes {
        points.add(.rowTooLong, at: start..<start)
        if !scanner.isAtRowEnd { scanner.skipLine() }
        return false
      }
    } while !scanner.isAtRowEnd
    return true
  }

  private mutating func addPoint(_ columns: PointColumns, from start: Int, number: Int) {
    guard row.count == columns.names.count else {
      points.add(
        .wrongFieldCount(
          found: row.count, expected: columns.names.count, separator: scanner.separator),
        at: start..<max(start, row.end))
      return
    }
    guard scanner.position - start <= Limits.rowBytes else {
      points.add(.rowTooLong, at: start..<start)
      return
    }
    let bytes = points.bytes
    let id = columns.id == nil ? "\(number)" : row.id.text(in: bytes)
    let isBlank =
      row.latitude.trimmed(in: bytes).isEmpty && row.longitude.trimmed(in: bytes).isEmpty
    if isBlank {
      points.add(.noCoordinates, at: row.latitude.range)
      return
    }
    let latitude = degrees(row.latitude, column: columns.names[columns.latitude], limit: 90)
    let longitude = degrees(row.longitude, column: columns.names[columns.longitude], limit: 180)
    let isPlace = latitude != nil && longitude != nil
    // A line of totals, without a place, says nothing of the column of the ids.
    if !isPlace, points.isSkipping || points.foundIDs != nil { return }
    let isTaken = columns.id == nil || points.take(id: id, at: row.id.range)
    guard isTaken, let latitude, let longitude else { return }
    points.append(
      id: id, coordinate: Coordinate(latitude: latitude, longitude: longitude),
      title: columns.title == nil ? "" : row.title.text(in: bytes))
  }

  private mutating func degrees(_ field: CSVField, column: String, limit: Int) -> Double? {
    let range = field.trimmed(in: points.bytes)
    let number = DecimalNumber.unadorned(range, in: points.bytes)
    // A comma cannot be the separator there.
    let takesComma = field.isQuoted || scanner.separator != .comma
    return points.degrees(
      DecimalNumber.value(of: points.bytes, in: number, takesComma: takesComma), at: range,
      column: column, limit: limit)
  }
}

/// The first row of a table.
private struct CSVHeader {
  private(set) var fields: [CSVField] = []
  /// Whether there are more columns than tables have.
  private(set) var isTooWide = false

  /// Bytes in which a separator is looked for.
  private static let soughtBytes = 1 << 20

  /// Reads the first row, up to the fault that a scanner tells.
  mutating func read(_ scanner: inout CSVScanner) {
    repeat {
      guard fields.count < Limits.columns else {
        isTooWide = true
        return
      }
      guard let field = scanner.next() else { return }
      fields.append(field)
    } while !scanner.isAtRowEnd
  }

  /// The names of the columns.
  func names(in bytes: [UInt8]) -> [String] {
    fields.map { field in
      field.hasDoubledQuotes
        ? field.text(in: bytes)
        : String(decoding: bytes[field.trimmed(in: bytes)].prefix(Limits.idBytes), as: UTF8.self)
    }
  }

  /// The separator that a first line such as `sep=;` names for Excel, and the end of that line.
  static func separatorLine(
    of bytes: [UInt8]
  ) -> (separator: PointFormat.Separator, end: Int)? {
    let head = Array(bytes.prefix(7))
    guard head.count > 5, head.prefix(4).elementsEqual("sep=".utf8, by: { $0 | 0x20 == $1 | 0x20 }),
      let separator = PointFormat.Separator.allCases.first(where: { $0.byte == head[4] }),
      head[5] == 0x0A || head[5] == 0x0D
    else { return nil }
    return (separator, head.count == 7 && head[5] == 0x0D && head[6] == 0x0A ? 7 : 6)
  }

  /// The separator with which the columns of the points are found; otherwise the one that the
  /// header has most of.
  static func separator(
    of bytes: [UInt8], _ named: PointFormat.Columns
  ) -> PointFormat.Separator {
    let head = Array(bytes.prefix(soughtBytes))
    var widest = (separator: PointFormat.Separator.comma, count: 0)
    for separator in PointFormat.Separator.allCases {
      var scanner = CSVScanner(head, separator: separator)
      var header = CSVHeader()
      header.read(&scanner)
      if header.fields.count > widest.count { widest = (separator, header.fields.count) }
      guard scanner.fault == nil, !header.isTooWide else { continue }
      do throws(PointColumns.Fault) {
        _ = try PointColumns(header.names(in: head), named: named)
        return separator
      } catch {
        // Columns that are asked about are found.
        if error.column != nil { return separator }
      }
    }
    return widest.separator
  }
}
