/// The form in which a data set expects its file: the keys beside `file`.
struct PointFormat: Hashable, Sendable {
  /// The names that the author gives to columns; nil for one that the reader finds.
  struct Columns: Hashable, Sendable {
    var id: String?
    var latitude: String?
    var longitude: String?
    /// The column with both angles in each field.
    var place: String?
    var order = AngleOrder.latitudeFirst
    var title: String?
  }

  /// The order of both angles in one field.
  enum AngleOrder: String, Hashable, Sendable {
    case latitudeFirst = "lat lon"
    case longitudeFirst = "lon lat"
  }

  /// The sign between the fields of a table.
  enum Separator: String, CaseIterable, Hashable, Sendable {
    case comma, semicolon, tab, pipe

    var byte: UInt8 {
      switch self {
      case .comma: UInt8(ascii: ",")
      case .semicolon: UInt8(ascii: ";")
      case .tab: UInt8(ascii: "\t")
      case .pipe: UInt8(ascii: "|")
      }
    }

    /// Whether a quote inside a field is text: tables with tabs or pipes seldom have quotes around
    /// fields.
    var takesQuotesAsText: Bool { self == .tab || self == .pipe }
  }

  /// The treatment of faulty rows and features.
  enum FaultyRows: String, CaseIterable, Hashable, Sendable { case refuse, skip }

  /// The treatment of lines and areas in GeoJSON.
  enum Areas: String, CaseIterable, Hashable, Sendable { case refuse, center, skip }

  var columns = Columns()
  /// The separator that the author names; nil for the one that the reader finds.
  var separator: Separator?
  var faultyRows = FaultyRows.refuse
  var areas = Areas.refuse

  /// The word for ``Columns/id`` by which each point is named after its row.
  static let rowNumber = "row number"

  /// The word for a column that is named by its number, from 1.
  static func numbered(_ column: Int) -> String { "column \(column + 1)" }

  /// The column that a name such as `column 7` means; nil for other names.
  static func number(of name: String) -> Int? {
    let word = "column "
    guard name.hasPrefix(word), let number = Int(name.dropFirst(word.count)), number > 0 else {
      return nil
    }
    return number - 1
  }

  /// The forms of files of points.
  enum Form: Hashable, Sendable {
    case table, geoJSON
    /// A feature of GeoJSON in each line.
    case geoJSONLines
  }

  /// The form in which a file is read, as the end of its name says.
  static func form(of file: String) -> Form {
    var name = file.lowercased()[...]
    if name.hasSuffix(".gz") { name = name.dropLast(3) }
    func ends(with endings: [String]) -> Bool { endings.contains { name.hasSuffix(".\($0)") } }
    if ends(with: ["geojson", "json"]) { return .geoJSON }
    let isLines = ends(with: ["geojsonl", "geojsons", "geojsonseq", "ndgeojson", "ndjson", "jsonl"])
    return isLines ? .geoJSONLines : .table
  }

  /// Whether a file is read as GeoJSON, as the end of its name says.
  static func isGeoJSON(_ file: String) -> Bool { form(of: file) != .table }
}
