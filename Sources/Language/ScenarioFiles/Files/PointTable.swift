import MapGeometry
import Scenarios
internal import Synchronization

/// The points of one file, in the order of the file.
struct PointTable: Hashable, Sendable {
  var ids: [String] = []
  var coordinates: [Coordinate] = []
  var titles: [String] = []
  /// Notes on how the file was read.
  var notes = PointFileNotes()

  /// Reads a file of points as the end of its name says: GeoJSON, or otherwise a table; packed
  /// with gzip or not.
  ///
  /// - Complexity: O(n).
  static func read(
    file: String, bytes: [UInt8], format: PointFormat = PointFormat()
  ) -> Result<PointTable, Diagnostics> {
    PointFormat.isGeoJSON(file)
      ? GeoJSONReader.table(file: file, bytes: bytes, format: format)
      : CSVReader.table(file: file, bytes: bytes, format: format)
  }

  /// Reads a file of points that comes in pieces, of which two are held at a time.
  ///
  /// - Parameters:
  ///   - file: The path of the file, whose end says what it holds.
  ///   - pieces: The pieces of the file.
  ///   - format: The form in which the file is expected.
  /// - Returns: The points, as they are read from the whole file too; nil where a diagnostic or a
  ///   note needs the whole file, or where a row is longer than a piece.
  static func read(
    file: String, pieces: PointPieces, format: PointFormat = PointFormat()
  ) -> PointTable? {
    PointCollector(file: file, pieces: pieces).flatMap { points in
      PointFormat.isGeoJSON(file)
        ? GeoJSONReader.table(points, format: format)
        : CSVReader.table(points, format: format)
    }
  }
}

/// The points of a file while it is read, with its first diagnostics and the number of others.
///
/// A line and a column are only counted for a diagnostic that is listed.
///
/// Of a file that comes in pieces it holds a part at a time, and gives up at the first problem:
/// only a file that is read whole has diagnostics.
struct PointCollector {
  /// The bytes of the file, or of the part of it that is being read.
  private(set) var bytes: [UInt8]
  /// The pieces that the file comes in; nil for a file that is read whole.
  let pieces: PointPieces?
  let file: String
  private let skipsFaultyRows: Bool
  private var table = PointTable()
  /// The ids of the points, and of faulty rows too, which are skipped or fail the file.
  private var ids = PointIDs()
  /// The column in which the reader found the ids; nil where the author wrote or named them.
  var foundIDs: String?
  private var problems: [Found] = []
  private(set) var problemCount = 0
  /// The first byte of the object that is being read, which an excerpt of a long line shows.
  var object: Int?
  /// Whether no further row can hold a point, for a reason that is told already.
  private(set) var isHopeless = false
  /// The row that is being read; nil between rows.
  private var row: Row?
  private var skipped: [Found] = []
  /// The number of rows with a fault that were not skipped.
  private var faultyRows = 0
  /// Whether a line or an area was refused, of which the first one stands for all.
  private var hasArea = false
  /// Whether a coordinate is an angle, or nearly one.
  private var hasAngles = false
  /// The diagnostic of a file without angles: its first coordinate, which may be in meters.
  private var projected: Found?
  /// Numbers that stand for a missing one, without their signs.
  private static let missing: Set<Double> = [9_999, 99_999, 999_999]

  /// A row, or a feature of GeoJSON, that is left out whole when something in it is faulty.
  private struct Row {
    /// The number of points and of ids before it.
    var start: (points: Int, ids: Int)
    var isFaulty = false
    /// The number of faults before it.
    var problemCount: Int
  }

  private struct Found {
    var byte: Int
    var length: Int
    var object: Int?
    var isInRow: Bool
    var problem: (SourceText) -> Diagnostic.Message
  }

  /// Begins a file, whose bytes must be UTF-8 or UTF-16 once they are unpacked.
  static func begun(
    file: String, bytes: [UInt8], format: PointFormat
  ) -> Result<PointCollector, Diagnostics> {
    let isPacked = Gzip.isPacked(bytes)
    var (bytes, problem): ([UInt8], Diagnostic.Message?) = (bytes, nil)
    if isPacked {
      do throws(Gzip.Fault) {
        bytes = try Gzip.content(of: bytes, limit: Limits.dataBytes)
      } catch {
        (bytes, problem) = ([], .packed(error, limit: Limits.dataBytes))
      }
    } else if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      (bytes, problem) = ([], .archive(file: file))
    }
    let text = TextEncoding.utf8(of: bytes)
    var collector = PointCollector(
      file: file, bytes: text?.bytes ?? bytes, skipsFaultyRows: format.faultyRows == .skip)
    if let problem {
      collector.add(problem, at: 0..<0)
      return collector.result.map { _ in collector }
    }
    if isPacked { collector.note("packed with gzip") }
    if text?.wasUTF16 == true { collector.note("encoding: UTF-16") }
    let invalid = text == nil ? 0 : firstInvalidByte(in: collector.bytes)
    if let byte = invalid {
      let problem: Diagnostic.Message =
        if text == nil { .cutUTF16 } else if TextEncoding.canBeWindows1252(bytes) {
          .windows1252(file: file)
        } else { .notUTF8 }
      collector.add(problem, at: byte..<(byte + 1))
      return collector.result.map { _ in collector }
    }
    return .success(collector)
  }

  private init(file: String, bytes: [UInt8], skipsFaultyRows: Bool) {
    (self.file, self.bytes, self.skipsFaultyRows) = (file, bytes, skipsFaultyRows)
    pieces = nil
  }

  /// Begins a file that comes in pieces; nil where its first one is not plain text.
  init?(file: String, pieces: PointPieces) {
    guard let piece = pieces.next() else { return nil }
    (self.file, bytes, self.pieces, skipsFaultyRows) = (file, piece, pieces, false)
    for note in pieces.notes { self.note(note) }
  }

  mutating func reserve(bytesOfPoint size: Int) {
    let count = min((pieces?.size ?? bytes.count) / size, Limits.points)
    ids.reserve(count)
    table.coordinates.reserveCapacity(count)
    table.titles.reserveCapacity(count)
  }

  /// Reads the next piece where little is left of the part that is being read.
  ///
  /// - Parameter position: The end of what is read; the part begins there afterwards.
  /// - Returns: Whether the part is another one.
  mutating func readOn(from position: Int) -> Bool {
    guard let pieces, !pieces.isAtEnd, bytes.count - position < pieces.lookahead else {
      return false
    }
    guard !isCut(at: position), let piece = pieces.next() else {
      giveUp()
      return false
    }
    bytes = bytes[position...] + piece
    return true
  }

  /// Whether a row that ends at a byte is cut off there, since the file goes on in another piece.
  func isCut(at position: Int) -> Bool { pieces?.isAtEnd == false && position >= bytes.count }

  /// Ends the reading of a file in pieces, which has to be read whole.
  mutating func giveUp() { isHopeless = true }

  /// Takes the part of a file that another reader of its pieces reads now.
  mutating func show(_ part: [UInt8]) { bytes = part }

  /// The points of a file that came in pieces; nil where it has a problem, which only a reader of
  /// the whole file tells.
  var faultless: PointTable? {
    problemCount == 0 && !isHopeless && pieces?.isAtEnd == true ? finished : nil
  }

  var form: PointFormat.Form { PointFormat.form(of: file) }
  var count: Int { table.coordinates.count }
  var untitledCount: Int { table.titles.count(where: \.isEmpty) }

  /// The points, or the diagnostics where there are any.
  var result: Result<PointTable, Diagnostics> {
    guard problemCount > 0 else { return .success(finished) }
    // Faults of many rows have one cause: the first of them stands for all.
    let isMany = faultyRows > Limits.listedRows
    let first = problems.firstIndex(where: \.isInRow)
    let told = problems.indices.filter { !isMany || !problems[$0].isInRow || $0 == first }
    var diagnostics = self.diagnostics(of: told.map { problems[$0] }, otherRows: faultyRows - 1)
    guard !isMany else { return .failure(Diagnostics(diagnostics)) }
    if problemCount > diagnostics.count, let last = diagnostics.last {
      diagnostics.append(last.followed(by: problemCount - diagnostics.count))
    }
    return .failure(Diagnostics(diagnostics))
  }

  /// The diagnostics of faults, with places that are counted on from one to the next; the first one
  /// in a row says how to leave such rows out, and how many there are where it stands for many.
  private func diagnostics(of faults: [Found], otherRows: Int = 0) -> [Diagnostic] {
    let source = SourceText(file: file, bytes: bytes, style: .table)
    let firstRow = faults.firstIndex(where: \.isInRow)
    var diagnostics: [Diagnostic] = []
    for (index, found) in faults.enumerated() {
      let last = diagnostics.indices.last.map { (faults[$0].byte, diagnostics[$0].place) }
      let problem = found.problem(source)
      diagnostics.append(
        Diagnostic(
          in: source, atByte: found.byte, after: last, length: found.length,
          object: found.object,
          index == firstRow
            ? problem.canBeSkipped(with: otherRows, of: rowName, leavingNone: count == 0)
            : problem))
    }
    return diagnostics
  }

  /// The word for the rows of the file, of which many are faulty.
  private var rowName: String { object == nil ? "rows" : "features" }

  /// The points with the notes that need all of them.
  private var finished: PointTable {
    var table = table
    table.ids = ids.all
    assert(table.ids.count == count, "\(table.ids.count) ids of \(count) points")
    if !skipped.isEmpty {
      table.notes.skipped = diagnostics(of: skipped).map { "line \($0.place.line): \($0.message)" }
    }
    table.notes.exchanged = ExchangedPlaces.ids(in: table)
    return table
  }

  /// Adds the point of the id that was taken last.
  mutating func append(_ coordinate: Coordinate, title: String) {
    table.coordinates.append(coordinate)
    table.titles.append(title)
  }

  /// Adds a sentence on how the file was read.
  mutating func note(_ sentence: String) { table.notes.choices.append(sentence) }

  mutating func add(_ problem: Diagnostic.Message, at range: Range<Int>) {
    add(at: range) { _ in problem }
  }

  mutating func add(
    at range: Range<Int>, _ problem: @escaping (SourceText) -> Diagnostic.Message
  ) {
    if skipsFaultyRows, row != nil { return skipRow(at: range, problem) }
    problemCount += 1
    if pieces != nil { giveUp() }
    guard problems.count < Limits.diagnostics else { return }
    problems.append(found(at: range, problem))
  }

  private func found(
    at range: Range<Int>, _ problem: @escaping (SourceText) -> Diagnostic.Message
  ) -> Found {
    Found(
      byte: range.lowerBound, length: text(range).count, object: object, isInRow: row != nil,
      problem: problem)
  }

  /// Remembers an id; false when it is empty or there already, which is a diagnostic.
  @discardableResult
  mutating func take(id: String, at range: Range<Int>) -> Bool {
    guard id.utf8.count <= Limits.idBytes else {
      add(.longID, at: range.lowerBound..<range.lowerBound)
      return false
    }
    guard !id.isEmpty else {
      if let foundIDs { refuse(foundIDs, for: id, at: range) } else { add(.emptyID, at: range) }
      return false
    }
    guard let first = ids.take(id, at: range.lowerBound) else { return true }
    if let foundIDs {
      refuse(foundIDs, for: id, at: range)
    } else {
      // The reader knows the byte of the first one; people want its line.
      add(at: range) { .duplicateRow(id, firstLine: $0.line(ofByte: first)) }
    }
    return false
  }

  /// Takes the number of a row as its id, which no other row has.
  mutating func take(number: Int) { ids.append("\(number)") }

  /// Refuses the column that the reader found, once for all ids that are missing or there twice.
  private mutating func refuse(_ column: String, for id: String, at range: Range<Int>) {
    endReading(with: .notIDs(column, id), at: range)
  }

  /// The number, or nil and a diagnostic where it is no angle from minus a limit up to it.
  mutating func degrees(
    _ value: Double?, at range: Range<Int>, column: String, limit: Int, remedy: String? = nil
  ) -> Double? {
    guard let value else {
      add(.badNumber(text(range), column: column), at: range)
      return nil
    }
    guard abs(value) <= Double(limit) else {
      if abs(value) <= 1_000 {
        hasAngles = true
      } else if projected == nil, !PointCollector.missing.contains(abs(value)) {
        let problem = Diagnostic.Message.projected(text(range), column: column)
        projected = found(at: range) { _ in problem }
        projected?.isInRow = false
      }
      add(.angleOutOfRange(text(range), column: column, limit: limit, further: remedy), at: range)
      return nil
    }
    hasAngles = true
    return value
  }

  /// The beginning of some bytes, as much as a diagnostic can show.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].prefix(Limits.idBytes), as: UTF8.self)
  }
}

extension PointCollector {
  /// Begins a row, whose faults may be skipped.
  mutating func beginRow() {
    row = Row(start: (count, ids.all.count), problemCount: problemCount)
  }

  /// Ends a row, and takes its points back where it is skipped.
  mutating func endRow() {
    if let row, row.isFaulty {
      ids.removeLast(ids.all.count - row.start.ids)
      let count = count - row.start.points
      table.coordinates.removeLast(count)
      table.titles.removeLast(count)
    }
    if let row, problemCount > row.problemCount { faultyRows += 1 }
    row = nil
  }

  /// Refuses a line or an area; the first one stands for all.
  mutating func refuseArea(_ problem: Diagnostic.Message, at range: Range<Int>) {
    if !hasArea || row == nil || skipsFaultyRows {
      add(problem, at: range)
    } else {
      faultyRows += 1
    }
    hasArea = true
  }

  /// Leaves the row out that is being read, for its first fault.
  mutating func skipRow(
    at range: Range<Int>, _ problem: @escaping (SourceText) -> Diagnostic.Message
  ) {
    guard row?.isFaulty == false else { return }
    row?.isFaulty = true
    if pieces != nil { giveUp() }
    table.notes.skippedRows += 1
    guard skipped.count < Limits.listedRows else { return }
    skipped.append(found(at: range, problem))
  }

  /// Whether the row that is being read is left out.
  var isSkipping: Bool { row?.isFaulty == true }

  /// Refuses a file without points.
  mutating func checkCount(_ problem: Diagnostic.Message) {
    guard count == 0 else { return }
    if let projected, !hasAngles {
      problems = [projected]
      problemCount = 1
    }
    guard problemCount == 0 else { return }
    let isEmptied = table.notes.skippedRows > 0
    add(
      isEmptied ? (skipsFaultyRows ? .allSkipped : .allAreas) : problem,
      at: 0..<min(bytes.count, 1))
  }

  /// Refuses a file in whose first row a fault tells that the others have it too.
  mutating func endReading(with problem: Diagnostic.Message, at range: Range<Int>) {
    row = nil
    isHopeless = true
    add(problem, at: range)
  }

  /// Refuses a file for one cause of all its faults.
  mutating func refuse(_ problem: Diagnostic.Message) {
    (problems, problemCount) = ([], 0)
    add(problem, at: 0..<1)
  }
}

/// Points whose latitude and longitude may be exchanged.
enum ExchangedPlaces {
  /// Sides of a cell of the earth, in degrees.
  private static let side = 10.0
  private static let rows = 18
  private static let columns = 36

  /// The ids of points that lie far from most others, and would be near them with latitude and
  /// longitude exchanged; empty where more than a tenth do, or where no area has most points.
  ///
  /// - Complexity: O(n).
  static func ids(in table: PointTable) -> [String] {
    let count = table.coordinates.count
    guard count >= 10 else { return [] }
    var counts = [Int](repeating: 0, count: rows * columns)
    for place in table.coordinates { counts[cell(place)] += 1 }
    let sums = counts.indices.map { cell in around(cell).reduce(0) { $0 + counts[$1] } }
    guard let middle = sums.indices.max(by: { sums[$0] < sums[$1] }), sums[middle] * 2 > count
    else { return [] }
    let near = Set(around(middle))
    // A set that lies in one piece, as most do, has nothing to look at.
    guard sums[middle] < count else { return [] }
    var ids: [String] = []
    for (row, place) in table.coordinates.enumerated() where place.longitude.magnitude <= 90 {
      let exchanged = Coordinate(latitude: place.longitude, longitude: place.latitude)
      if !near.contains(cell(place)), near.contains(cell(exchanged)) { ids.append(table.ids[row]) }
    }
    return ids.count * 10 > count ? [] : ids
  }

  private static func cell(_ place: Coordinate) -> Int {
    let row = min(rows - 1, Int((place.latitude + 90) / side))
    let column = min(columns - 1, Int((place.longitude + 180) / side))
    return row * columns + column
  }

  /// A cell and those around it.
  private static func around(_ cell: Int) -> [Int] {
    let (row, column) = (cell / columns, cell % columns)
    return (max(0, row - 1)...min(rows - 1, row + 1)).flatMap { row in
      (-1...1).map { row * columns + (column + $0 + columns) % columns }
    }
  }
}

enum DecimalNumber {
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The nearest number to a decimal text: at most a minus, digits, at most a point and digits, and
  /// at most an exponent, with which programs print small numbers.
  ///
  /// Up to 15 digits, digits and power of ten are both exact, so that one division rounds once
  /// (Clinger 1990); longer texts go to the standard library.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of a text.
  ///   - range: The place of the number in it.
  ///   - takesComma: Whether a comma may stand in place of the point.
  /// - Returns: The number; nil for any other text.
  static func value(
    of bytes: [UInt8], in range: Range<Int>, takesComma: Bool = false
  ) -> Double? {
    var index = range.lowerBound
    let isNegative = index < range.upperBound && bytes[index] == 0x2D
    if isNegative { index += 1 }
    var mantissa: Int64 = 0
    var digits = 0
    var fraction = -1
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == 0x2E || takesComma && byte == 0x2C, fraction < 0, digits > 0 {
        fraction = 0
      } else if byte >= 0x30, byte <= 0x39 {
        digits += 1
        if fraction >= 0 { fraction += 1 }
        if digits <= 15 { mantissa = mantissa * 10 + Int64(byte - 0x30) }
      } else if byte | 0x20 == 0x65, digits > 0, fraction != 0 {
        return isExponent(bytes[(index + 1)..<range.upperBound]) ? long(bytes[range]) : nil
      } else {
        return nil
      }
      index += 1
    }
    guard digits > 0, fraction != 0 else { return nil }
    guard digits <= 15 else { return long(bytes[range]) }
    let value = Double(mantissa) / powers[max(0, fraction)]
    return isNegative && value != 0 ? -value : value
  }

  /// The place of a number without a plus before it and a degree sign behind it.
  static func unadorned(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    if end - start > 1, bytes[start] == 0x2B, bytes[start + 1] != 0x2D { start += 1 }
    if end - start > 2, bytes[end - 1] == 0xB0, bytes[end - 2] == 0xC2 { end -= 2 }
    return start..<end
  }

  /// The number of a long text, by the standard library.
  private static func long(_ bytes: ArraySlice<UInt8>) -> Double? {
    Double(String(decoding: bytes.lazy.map { $0 == 0x2C ? 0x2E : $0 }, as: UTF8.self))
  }

  /// Whether bytes are at most a sign, and digits.
  private static func isExponent(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.first == 0x2B || bytes.first == 0x2D ? bytes.dropFirst() : bytes
    return !digits.isEmpty && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}

/// Angles in degrees, minutes and seconds, or with the letter of a hemisphere.
enum SexagesimalAngle {
  /// Bytes that such a text has at most.
  private static let longest = 100
  private static let signs: [(bytes: [UInt8], isDegree: Bool)] = [
    (Array("°".utf8), true), (Array("º".utf8), true), (Array("′".utf8), false),
    (Array("″".utf8), false), (Array("’".utf8), false), (Array("”".utf8), false),
    (Array("'".utf8), false), (Array("\"".utf8), false), (Array(":".utf8), false),
    (Array(" ".utf8), false),
  ]

  /// The degrees of a text such as `52°30'58"N`, `52.5163 N` or `523058N`; nil for any other text.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of a text.
  ///   - range: The place of the angle in it.
  ///   - takesComma: Whether a comma may stand in place of the point.
  ///   - letters: The letters of hemispheres that may stand beside it.
  /// - Returns: The degrees, negative in the south and the west; nil for any other text.
  static func value(
    of bytes: [UInt8], in range: Range<Int>, takesComma: Bool, letters: String
  ) -> Double? {
    guard range.count <= longest else { return nil }
    var text = bytes[range]
    var isNegative: Bool?
    func negative(_ byte: UInt8) -> Bool? {
      letters.utf8.contains(byte) ? "SW".utf8.contains(byte) : nil
    }
    if let last = text.last, let sign = negative(last) {
      (isNegative, text) = (sign, text.dropLast())
    } else if let first = text.first, let sign = negative(first) {
      (isNegative, text) = (sign, text.dropFirst())
    } else if text.first == 0x2D {
      text = text.dropFirst()
      guard let angle = degrees(of: text, in: bytes, takesComma, hasLetter: false) else {
        return nil
      }
      return -angle
    }
    let angle = degrees(of: text, in: bytes, takesComma, hasLetter: isNegative != nil)
    return angle.map { isNegative == true && $0 != 0 ? -$0 : $0 }
  }

  private static func degrees(
    of text: ArraySlice<UInt8>, in bytes: [UInt8], _ takesComma: Bool, hasLetter: Bool
  ) -> Double? {
    var numbers: [Range<Int>] = []
    var hasDegreeSign = false
    var start: Int?
    var index = text.startIndex
    while index < text.endIndex {
      if let sign = signs.first(where: { text[index...].starts(with: $0.bytes) }) {
        hasDegreeSign = hasDegreeSign || sign.isDegree
        if let begun = start { numbers.append(begun..<index) }
        start = nil
        index += sign.bytes.count
      } else {
        start = start ?? index
        index += 1
      }
    }
    if let begun = start { numbers.append(begun..<text.endIndex) }
    guard hasLetter || hasDegreeSign else { return nil }
    if numbers.count == 1, let only = numbers.first, 6...7 ~= only.count, !hasDegreeSign,
      bytes[only].allSatisfy({ 0x30...0x39 ~= $0 })
    {
      let (end, seconds) = (only.upperBound, only.upperBound - 2)
      numbers = [only.lowerBound..<(end - 4), (end - 4)..<seconds, seconds..<end]
    }
    let values = numbers.compactMap {
      bytes[$0.lowerBound] == 0x2D
        ? nil : DecimalNumber.value(of: bytes, in: $0, takesComma: takesComma)
    }
    guard 1...3 ~= values.count, values.count == numbers.count,
      values.dropFirst().allSatisfy({ $0 < 60 }),
      values.dropLast().allSatisfy({ $0 == $0.rounded() })
    else { return nil }
    return zip(values, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
  }
}

/// Remembers files of points by their path, so that many scenarios read each of them once.
///
/// Readers on several threads may share it. Its answers depend only on the bytes that a file had
/// when its path was first requested.
public final class DataSetCache: Sendable {
  private let tables = Mutex<[Reading: Result<PointTable, Diagnostics>]>([:])
  private let surroundings = Mutex<[Surroundings: DataSet]>([:])

  /// A file in the form in which it is read.
  struct Reading: Hashable {
    let path: String
    var format = PointFormat()
  }

  /// The points of a file around a place.
  private struct Surroundings: Hashable {
    let file: Reading
    let center: Coordinate
    let kilometers: Double
  }

  /// Makes an empty cache.
  public init() {}

  /// The points of a file that was read already, or nil.
  func table(of file: Reading) -> Result<PointTable, Diagnostics>? {
    tables.withLock { $0[file] }
  }

  /// The points of a file around a place, chosen once for all that ask for the same.
  func points(
    of set: DataSet, in file: Reading, around center: Coordinate, withinKilometers limit: Double
  ) -> DataSet {
    let key = Surroundings(file: file, center: center, kilometers: limit)
    var result = surroundings.withLock { sets in
      if let known = sets[key] { return known }
      let chosen = set.filtered(around: center, withinKilometers: limit)
      sets[key] = chosen
      return chosen
    }
    (result.name, result.file) = (set.name, set.file)
    return result
  }

  /// The points of a file that comes in pieces; nil where only a reader of the whole file can
  /// tell what it holds.
  func table(of file: Reading, pieces: FilePieces) -> PointTable? {
    tables.withLock { tables in
      if let table = tables[file] { return try? table.get() }
      let pieces = PointPieces(pieces)
      let table = PointTable.read(file: file.path, pieces: pieces, format: file.format)
      tables[file] = table.map { .success($0) }
      return table
    }
  }

  func table(of file: Reading, bytes: [UInt8]) -> Result<PointTable, Diagnostics> {
    // Held while parsing, so that two readers do not parse the same file side by side.
    tables.withLock { tables in
      if let table = tables[file] { return table }
      let table = PointTable.read(file: file.path, bytes: bytes, format: file.format)
      tables[file] = table
      return table
    }
  }
}
