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
  /// The column of a name such as `category_id` that was taken for that of the ids and is not.
  private var wrongIDs: String?

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
      reader.read(idColumns: true)
      guard let guess = reader.wrongIDs else { return reader.points.result }
      reader = CSVReader(points: points, format: format)
      reader.points.note("the column '\(guess)' holds no ids")
      reader.read(idColumns: false)
      return reader.points.result
    }
  }

  /// The points of a table that comes in pieces; nil where it has to be read whole.
  static func table(_ points: PointCollector, format: PointFormat) -> PointTable? {
    var reader = CSVReader(points: points, format: format)
    reader.read(idColumns: true)
    return reader.points.faultless
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
  /// Reads the table.
  ///
  /// - Parameter idColumns: Whether a column may be guessed to be that of the ids.
  private mutating func read(idColumns: Bool) {
    guard !hasZero() else { return }
    guard var columns = header() else { return }
    if !idColumns, columns.isIDGuessed { columns.dropIDs() }
    points.reserve(bytesOfPoint: 24)
    if columns.isIDFound, let id = columns.id { points.foundIDs = columns.names[id] }
    var end = scanner.endOfRows
    var number = 0
    while !points.isHopeless {
      if points.readOn(from: scanner.position) {
        scanner = CSVScanner(points.bytes, separator: scanner.separator)
        end = scanner.endOfRows
        guard !hasZero() else { return }
      }
      guard scanner.position < end else { break }
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
    if points.isHopeless, columns.isIDGuessed { wrongIDs = columns.id.map { columns.names[$0] } }
    points.checkCount(.noRows)
    if columns.isPlain, scanner.separator == .comma { return }
    points.note(columns.words)
    let ignored = columns.ignoredCount
    if ignored > 0 {
      points.note("\(ignored) other \(ignored == 1 ? "column is" : "columns are") ignored")
    }
    if scanner.separator != .comma { points.note("separator: \(scanner.separator.rawValue)") }
  }

  /// Whether the bytes have a zero, which is a diagnostic.
  private mutating func hasZero() -> Bool {
    guard let zero = points.bytes.firstIndex(of: 0) else { return false }
    points.add(.badCharacter, at: zero..<(zero + 1))
    return true
  }

  private mutating func header() -> PointColumns? {
    guard !points.bytes.isEmpty else {
      points.add(.emptyTable, at: 0..<0)
      return nil
    }
    var header = CSVHeader()
    let start = scanner
    header.read(&scanner)
    if header.isTooWide {
      points.add(.tooManyColumns, at: 0..<0)
      return nil
    }
    if let fault = scanner.fault {
      points.add(fault.problem, at: fault.place)
      return nil
    }
    if points.isCut(at: scanner.position) {
      points.giveUp()
      return nil
    }
    do throws(PointColumns.Fault) {
      var columns = try PointColumns(header.names(in: points.bytes), named: format.columns)
      if columns.isNumbered, header.isRow(columns, of: scanner) {
        columns.dropHeader()
        scanner = start
        points.note("the table has no header")
      }
      return columns
    } catch {
      let isNamed = format.columns.latitude != nil || format.columns.longitude != nil
      let names = header.names(in: points.bytes)
      var problem = error.problem
      if !isNamed, error.column == nil {
        if let place = header.place(in: scanner) {
          problem = .noHeader(place, known: names)
        } else if let pairs = header.pairs(in: scanner) {
          problem = .bothAngles(names[pairs.column], pairs.order)
        }
      }
      points.add(problem, at: error.column.map { header.fields[$0].range } ?? 0..<0)
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
    let isBlank =
      row.latitude.trimmed(in: bytes).isEmpty && row.longitude.trimmed(in: bytes).isEmpty
    if isBlank {
      points.add(.noCoordinates, at: row.latitude.range)
      return
    }
    let (latitude, longitude) = angles(columns)
    let isPlace = latitude != nil && longitude != nil
    // A line of totals, without a place, says nothing of the column of the ids.
    if !isPlace, points.isSkipping || points.foundIDs != nil { return }
    if columns.id == nil {
      points.take(number: number)
    } else {
      guard points.take(id: row.id.text(in: bytes), at: row.id.range) else { return }
    }
    guard let latitude, let longitude else { return }
    points.append(
      Coordinate(latitude: latitude, longitude: longitude),
      title: columns.title == nil ? "" : row.title.text(in: bytes))
  }

  /// The latitude and the longitude of the row; nil after a diagnostic.
  private mutating func angles(_ columns: PointColumns) -> (latitude: Double?, longitude: Double?) {
    let column = columns.names[columns.latitude]
    guard let order = columns.order else {
      return (
        degrees(row.latitude, column: column, limit: 90),
        degrees(row.longitude, column: columns.names[columns.longitude], limit: 180)
      )
    }
    let range = row.latitude.trimmed(in: points.bytes)
    guard let pair = AnglePair(points.bytes, in: range, order: order) else {
      points.add(.badPlace(points.text(range), column: column), at: range)
      return (nil, nil)
    }
    let other: PointFormat.AngleOrder =
      order == .latitudeFirst ? .longitudeFirst : .latitudeFirst
    let remedy =
      "'columns: {\(other.rawValue): \(PointColumns.written(column))}' reads the other order"
    return (
      degrees(
        CSVField(range: pair.latitude, isQuoted: true), column: column, limit: 90, remedy: remedy),
      degrees(
        CSVField(range: pair.longitude, isQuoted: true), column: column, limit: 180, remedy: remedy)
    )
  }

  private mutating func degrees(
    _ field: CSVField, column: String, limit: Int, remedy: String? = nil
  ) -> Double? {
    points.degrees(
      scanner.number(field, letters: limit == 90 ? "NS" : "EW"),
      at: field.trimmed(in: points.bytes), column: column, limit: limit,
      remedy: remedy)
  }
}

extension CSVScanner {
  /// The number in a field; nil for another text.
  fileprivate func number(_ field: CSVField, letters: String = "NSEW") -> Double? {
    let range = field.trimmed(in: bytes)
    let number = DecimalNumber.unadorned(range, in: bytes)
    // A comma cannot be the separator there.
    let takesComma = field.isQuoted || separator != .comma
    return DecimalNumber.value(of: bytes, in: number, takesComma: takesComma)
      ?? SexagesimalAngle.value(
        of: bytes, in: range, takesComma: takesComma, letters: letters)
  }
}

/// The places of two angles in one field: `52.5163, 13.3777`, with brackets around it or none, or
/// `POINT (13.3777 52.5163)`.
private struct AnglePair {
  private(set) var latitude: Range<Int>
  private(set) var longitude: Range<Int>

  /// Bytes that two angles have at most.
  static let longest = 200

  init?(_ bytes: [UInt8], in range: Range<Int>, order: PointFormat.AngleOrder) {
    guard range.count <= AnglePair.longest else { return nil }
    var (range, order) = (range, order)
    if let open = bytes[range].firstIndex(of: UInt8(ascii: "(")),
      let close = bytes[range].lastIndex(of: UInt8(ascii: ")")), open < close
    {
      // Before the bracket of a point there is also its reference system, such as SRID=4326.
      let word = bytes[range.lowerBound..<open].map { $0 | 0x20 }
      if !word.isEmpty {
        guard word.contains(UInt8(ascii: "p")), word.contains(UInt8(ascii: "t")) else { return nil }
        order = .longitudeFirst
      }
      range = (open + 1)..<close
    }
    var parts: [Range<Int>] = []
    var start: Int?
    for index in range.lowerBound...range.upperBound {
      if index < range.upperBound, !AnglePair.isAround(bytes[index]) {
        start = start ?? index
      } else if let begun = start {
        parts.append(AnglePair.withoutCommas(bytes, begun..<index))
        start = nil
      }
    }
    if parts.count == 1, let only = parts.first,
      let comma = bytes[only].firstIndex(where: { $0 == 0x2C || $0 == 0x3B })
    {
      parts = [only.lowerBound..<comma, (comma + 1)..<only.upperBound]
    }
    guard parts.count == 2 else { return nil }
    (latitude, longitude) = (parts[0], parts[1])
    if order == .longitudeFirst { swap(&latitude, &longitude) }
  }

  /// Whether a byte is a blank or a bracket.
  private static func isAround(_ byte: UInt8) -> Bool { " \t[]".utf8.contains(byte) }

  private static func withoutCommas(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end - start > 1, bytes[end - 1] == 0x2C || bytes[end - 1] == 0x3B { end -= 1 }
    while end - start > 1, bytes[start] == 0x2C || bytes[start] == 0x3B { start += 1 }
    return start..<end
  }
}

/// The first row of a table.
private struct CSVHeader {
  private(set) var fields: [CSVField] = []
  /// Whether there are more columns than tables have.
  private(set) var isTooWide = false

  /// Bytes in which a separator is looked for.
  private static let soughtBytes = 1 << 20
  /// Rows in which a column with both angles is looked for.
  private static let soughtRows = 1_000

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

  /// Whether the first row holds a place in the columns of the places.
  func isRow(_ columns: PointColumns, of scanner: CSVScanner) -> Bool {
    let (latitude, longitude) = (fields[columns.latitude], fields[columns.longitude])
    guard let order = columns.order else {
      return scanner.number(latitude) != nil && scanner.number(longitude) != nil
    }
    return isPair(latitude, order, of: scanner)
  }

  private func isPair(
    _ field: CSVField, _ order: PointFormat.AngleOrder, of scanner: CSVScanner
  ) -> Bool {
    let range = field.trimmed(in: scanner.bytes)
    guard let pair = AnglePair(scanner.bytes, in: range, order: order) else { return false }
    return [pair.latitude, pair.longitude].allSatisfy {
      scanner.number(CSVField(range: $0, isQuoted: true)) != nil
    }
  }

  /// The column under a header that holds both angles in each of the next rows, and their order.
  func pairs(
    in scanner: CSVScanner
  ) -> (column: Int, order: PointFormat.AngleOrder)? {
    var scanner = scanner
    var found: (column: Int, order: PointFormat.AngleOrder)?
    for _ in 0..<CSVHeader.soughtRows where scanner.position < scanner.bytes.count {
      var row = CSVHeader()
      row.read(&scanner)
      guard scanner.fault == nil, row.fields.count == fields.count else { return found }
      let column =
        found?.column
        ?? row.fields.indices.first { row.isPair(row.fields[$0], .latitudeFirst, of: scanner) }
      guard let column, row.isPair(row.fields[column], .latitudeFirst, of: scanner) else {
        if found == nil { return nil }
        continue
      }
      let range = row.fields[column].trimmed(in: scanner.bytes)
      let pair = AnglePair(scanner.bytes, in: range, order: .latitudeFirst)
      let first = pair.flatMap { scanner.number(CSVField(range: $0.latitude, isQuoted: true)) }
      found = (column, found?.order ?? .latitudeFirst)
      if let first, first.magnitude > 90 { return (column, .longitudeFirst) }
    }
    return found
  }

  /// Columns of a first row that is no header, as `columns` would name them: the first numbers with
  /// decimals beside each other, or a field with both.
  func place(in scanner: CSVScanner) -> String? {
    func angle(_ column: Int, _ limit: Double) -> Bool {
      let field = fields[column]
      guard field.range.count <= AnglePair.longest else { return false }
      let hasDecimals = scanner.bytes[field.range].contains { $0 == 0x2E || $0 == 0x2C }
      return hasDecimals && scanner.number(field).map { $0.magnitude <= limit } ?? false
    }
    if let first = fields.indices.dropLast().first(where: { angle($0, 90) && angle($0 + 1, 180) }) {
      let (latitude, longitude) = (PointFormat.numbered(first), PointFormat.numbered(first + 1))
      return "{lat: \(latitude), lon: \(longitude)}"
    }
    let pair = fields.indices.first { column in
      let text = scanner.bytes[fields[column].range].prefix(AnglePair.longest)
      let points = text.count { $0 == 0x2E }
      return points == 2 && isPair(fields[column], .latitudeFirst, of: scanner)
    }
    return pair.map {
      "{\(PointFormat.AngleOrder.latitudeFirst.rawValue): \(PointFormat.numbered($0))}"
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

  /// The separator with which the columns of the points are found; otherwise the one with which
  /// the first row holds a place, or the one that it has most of.
  static func separator(
    of bytes: [UInt8], _ named: PointFormat.Columns
  ) -> PointFormat.Separator {
    let head = Array(bytes.prefix(soughtBytes))
    var widest = (separator: PointFormat.Separator.comma, count: 0)
    var placed: PointFormat.Separator?
    for separator in PointFormat.Separator.allCases {
      var scanner = CSVScanner(head, separator: separator)
      var header = CSVHeader()
      header.read(&scanner)
      if header.fields.count > widest.count { widest = (separator, header.fields.count) }
      guard scanner.fault == nil, !header.isTooWide else { continue }
      do throws(PointColumns.Fault) {
        let columns = try PointColumns(header.names(in: head), named: named)
        // A column of any number is in some row of any separator.
        if !columns.isNumbered || header.isRow(columns, of: scanner) { return separator }
      } catch {
        // Columns that are asked about are found.
        if error.column != nil { return separator }
        if placed == nil, header.place(in: scanner) != nil { placed = separator }
      }
    }
    return placed ?? widest.separator
  }
}
