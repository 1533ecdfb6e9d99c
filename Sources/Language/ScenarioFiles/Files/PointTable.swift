import MapGeometry
import Scenarios
internal import Synchronization

/// The points of one file, in the order of the file.
struct PointTable: Hashable, Sendable {
  var ids: [String] = []
  var coordinates: [Coordinate] = []
  var titles: [String] = []

  /// Reads a file of points as the end of its name says: GeoJSON, or otherwise a table.
  ///
  /// - Complexity: O(n).
  static func read(file: String, bytes: [UInt8]) -> Result<PointTable, Diagnostics> {
    let name = file.lowercased()
    return name.hasSuffix(".geojson") || name.hasSuffix(".json")
      ? GeoJSONReader.table(file: file, bytes: bytes) : CSVReader.table(file: file, bytes: bytes)
  }
}

/// The points of a file while it is read, with its first diagnostics and the number of others.
///
/// A line and a column are only counted for a diagnostic that is listed.
struct PointCollector {
  let bytes: [UInt8]
  private let file: String
  private var table = PointTable()
  /// The byte offset of each id; only looked up, never walked.
  private var placeOfID: [String: Int] = [:]
  private var problems: [Found] = []
  private(set) var problemCount = 0
  /// The first byte of the object that is being read, which an excerpt of a long line shows.
  var object: Int?

  private struct Found {
    var byte: Int
    var length: Int
    var object: Int?
    var problem: (SourceText) -> Diagnostic.Message
  }

  /// Begins a file, whose bytes must be UTF-8, for about so many points.
  static func begun(
    file: String, bytes: [UInt8], expectedCount: (Int) -> Int
  ) -> Result<PointCollector, Diagnostics> {
    let bytes = SourceText.withoutByteOrderMark(bytes)
    var collector = PointCollector(file: file, bytes: bytes)
    if let byte = firstInvalidByte(in: bytes) {
      collector.add(.notUTF8, at: byte..<(byte + 1))
      return collector.result.map { _ in collector }
    }
    collector.reserve(expectedCount(bytes.count))
    return .success(collector)
  }

  private init(file: String, bytes: [UInt8]) { (self.file, self.bytes) = (file, bytes) }

  private mutating func reserve(_ count: Int) {
    let count = min(count, Limits.points)
    table.ids.reserveCapacity(count)
    table.coordinates.reserveCapacity(count)
    table.titles.reserveCapacity(count)
    placeOfID.reserveCapacity(count)
  }

  var count: Int { table.ids.count }

  /// The points, or the diagnostics where there are any.
  var result: Result<PointTable, Diagnostics> {
    guard problemCount > 0 else { return .success(table) }
    let source = SourceText(file: file, bytes: bytes, style: .table)
    var diagnostics: [Diagnostic] = []
    for found in problems {
      let last = diagnostics.indices.last.map { (problems[$0].byte, diagnostics[$0].place) }
      diagnostics.append(
        Diagnostic(
          in: source, atByte: found.byte, after: last, length: found.length,
          object: found.object, found.problem(source)))
    }
    if problemCount > diagnostics.count, let last = diagnostics.last {
      diagnostics.append(last.followed(by: problemCount - diagnostics.count))
    }
    return .failure(Diagnostics(diagnostics))
  }

  mutating func append(id: String, coordinate: Coordinate, title: String) {
    table.ids.append(id)
    table.coordinates.append(coordinate)
    table.titles.append(title)
  }

  mutating func add(_ problem: Diagnostic.Message, at range: Range<Int>) {
    add(at: range) { _ in problem }
  }

  mutating func add(
    at range: Range<Int>, _ problem: @escaping (SourceText) -> Diagnostic.Message
  ) {
    problemCount += 1
    guard problems.count < Limits.diagnostics else { return }
    let length = String(decoding: bytes[range], as: UTF8.self).count
    problems.append(
      Found(byte: range.lowerBound, length: length, object: object, problem: problem))
  }

  /// Remembers an id; false when it is empty or there already, which is a diagnostic.
  @discardableResult
  mutating func take(id: String, at range: Range<Int>) -> Bool {
    guard id.utf8.count <= Limits.idBytes else {
      add(.longID, at: range.lowerBound..<range.lowerBound)
      return false
    }
    guard !id.isEmpty else {
      add(.emptyID, at: range)
      return false
    }
    guard let first = placeOfID.updateValue(range.lowerBound, forKey: id) else { return true }
    placeOfID[id] = first
    // The reader knows the byte of the first one; people want its line.
    add(at: range) { .duplicateRow(id, firstLine: $0.line(ofByte: first)) }
    return false
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
      add(
        .angleOutOfRange(text(range), column: column, limit: limit, further: remedy), at: range)
      return nil
    }
    return value
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
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
      } else if byte | 0x20 == 0x65, digits > 0, fraction != 0 {
        return isExponent(bytes[(index + 1)..<range.upperBound])
          ? Double(String(decoding: bytes[range], as: UTF8.self)) : nil
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

  /// Whether bytes are at most a sign, and digits.
  private static func isExponent(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.first == 0x2B || bytes.first == 0x2D ? bytes.dropFirst() : bytes
    return !digits.isEmpty && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}

/// Remembers files of points by their path, so that many scenarios read each of them once.
///
/// It may be shared by readers on several threads. What it gives depends only on the bytes that
/// were there when a path was first asked for.
public final class DataSetCache: Sendable {
  private let tables = Mutex<[String: Result<PointTable, Diagnostics>]>([:])
  private let surroundings = Mutex<[Surroundings: DataSet]>([:])

  /// The points of a file around a place.
  private struct Surroundings: Hashable {
    let path: String
    let center: Coordinate
    let kilometers: Double
  }

  /// Makes an empty cache.
  public init() {}

  /// The points of a file that was read already, or nil.
  func table(at path: String) -> Result<PointTable, Diagnostics>? { tables.withLock { $0[path] } }

  /// The points of a file around a place, chosen once for all that ask for the same.
  func points(
    of set: DataSet, at path: String, around center: Coordinate, withinKilometers limit: Double
  ) -> DataSet {
    let key = Surroundings(path: path, center: center, kilometers: limit)
    var result = surroundings.withLock { sets in
      if let known = sets[key] { return known }
      let chosen = set.filtered(around: center, withinKilometers: limit)
      sets[key] = chosen
      return chosen
    }
    (result.name, result.file) = (set.name, set.file)
    return result
  }

  func table(at path: String, bytes: [UInt8]) -> Result<PointTable, Diagnostics> {
    // Held while parsing, so that two readers do not parse the same file side by side.
    tables.withLock { tables in
      if let table = tables[path] { return table }
      let table = PointTable.read(file: path, bytes: bytes)
      tables[path] = table
      return table
    }
  }
}
