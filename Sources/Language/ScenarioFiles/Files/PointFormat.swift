/// The form in which a data set expects its file: the keys beside `file`.
struct PointFormat: Hashable, Sendable {
  /// The names that the author gives to columns; nil for one that the reader finds.
  struct Columns: Hashable, Sendable {
    var id: String?
    var latitude: String?
    var longitude: String?
    var title: String?
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

  /// Whether a file is read as GeoJSON, as the end of its name says.
  static func isGeoJSON(_ file: String) -> Bool {
    let name = file.lowercased()
    return name.hasSuffix(".geojson") || name.hasSuffix(".json")
  }
}
