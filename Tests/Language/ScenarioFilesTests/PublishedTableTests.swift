import MapGeometry
import Scenarios
import Testing

@testable import ScenarioFiles

/// Tables as others publish them: with columns, separators and encodings of all kinds.
@Suite("Published tables")
struct PublishedTableTests {
  private func table(
    _ text: String, _ format: PointFormat = PointFormat(), file: String = "points.csv"
  ) -> Result<PointTable, Diagnostics> {
    readPoints(file: file, bytes: Array(text.utf8), format: format)
  }

  private static let skipping = PointFormat(faultyRows: .skip)

  // MARK: Columns

  @Test(arguments: [
    ("ID,Latitude,Longitude,Name", "{id: ID, lat: Latitude, lon: Longitude, title: Name}"),
    (
      "stop_id,stop_code,stop_name,stop_lat,stop_lon,zone_id",
      "{id: stop_id, lat: stop_lat, lon: stop_lon, title: stop_name}"
    ),
    ("name,LONG_WGS84,LAT_WGS84", "{id: row number, lat: LAT_WGS84, lon: LONG_WGS84, title: name}"),
    ("Breite,Länge,Titel,uid", "{id: uid, lat: Breite, lon: Länge, title: Titel}"),
    ("x,y,label", "{id: row number, lat: y, lon: x, title: label}"),
    ("stopLat,stopLng,stopName", "{id: row number, lat: stopLat, lon: stopLng, title: stopName}"),
    // The plainest names win.
    (
      "id,lat,lon,title,latitude,longitude,name,x,y", "{id: id, lat: lat, lon: lon, title: title}"
    ),
    ("y,x,lat,lng", "{id: row number, lat: lat, lon: lng}"),
    ("lat,lon,from_lat,from_lon", "{id: row number, lat: lat, lon: lon}"),
    ("title,name,lat,lon,ID", "{id: ID, lat: lat, lon: lon, title: title}"),
    // One name with a word before it is that of the points, several may be those of anything.
    ("lat,lon,station_name", "{id: row number, lat: lat, lon: lon, title: station_name}"),
    ("lat,lon,station_name,line_name", "{id: row number, lat: lat, lon: lon}"),
    ("lat,lon,country_name", "{id: row number, lat: lat, lon: lon}"),
    (
      "lat,lon,file_name,station_name",
      "{id: row number, lat: lat, lon: lon, title: station_name}"
    ),
    // Width and length are no latitude and longitude where others are.
    (
      "ID,Länge,Breite,geo_lat,geo_lon", "{id: ID, lat: geo_lat, lon: geo_lon}"
    ),
    ("Site Y,Site X,latitude_name,longitude_name", "{id: row number, lat: Site Y, lon: Site X}"),
    (
      "latitude_decimal,longitude_decimal,y,x",
      "{id: row number, lat: latitude_decimal, lon: longitude_decimal}"
    ),
    // Capital letters in a row are one word.
    (
      "stopID,stopName,stopLat,stopLon",
      "{id: stopID, lat: stopLat, lon: stopLon, title: stopName}"
    ),
    ("GeoLAT,GeoLON", "{id: row number, lat: GeoLAT, lon: GeoLON}"),
    ("store_id,name,lat,lon", "{id: store_id, lat: lat, lon: lon, title: name}"),
    ("stop_id,iso,country_name,city,lat,lon", "{id: stop_id, lat: lat, lon: lon}"),
    ("lat,lon,stop_id,zone_id", "{id: row number, lat: lat, lon: lon}"),
    (
      "latitude (deg), longitude (deg)",
      "{id: row number, lat: \"latitude (deg)\", lon: \"longitude (deg)\"}"
    ),
  ])
  func `have their columns found`(header: String, columns: String) throws {
    let count = header.split(separator: ",").count
    let row = (1...count).map { "\($0)" }.joined(separator: ",")
    let table = try table("\(header)\n\(row)\n").get()
    #expect(table.ids.count == 1)
    #expect(table.notes.choices.first == "columns: \(columns)")
  }

  @Test
  func `have nothing to tell where their columns need no names`() throws {
    for header in ["id,lat,lon,title", "lon,title,lat,id"] {
      #expect(try table("\(header)\n1,2,3,4\n").get().notes == PointFileNotes())
    }
  }

  @Test
  func `have the columns that a scenario names`() throws {
    let text = "store_no,lat,lon,y,x,name,title\na,1,2,3,4,N,T\n"
    let columns = PointFormat.Columns(
      id: "store_no", latitude: "y", longitude: "x", title: "name")
    let read = try table(text, PointFormat(columns: columns)).get()
    #expect(read.ids == ["a"])
    #expect(read.coordinates == [Coordinate(latitude: 3, longitude: 4)])
    #expect(read.titles == ["N"])
    #expect(
      read.notes.choices == [
        "columns: {id: store_no, lat: y, lon: x, title: name}", "3 other columns are ignored",
      ])
    let numbered = PointFormat.Columns(id: PointFormat.rowNumber)
    #expect(
      try table("id,lat,lon\nx,1,2\nx,1,2\n", PointFormat(columns: numbered)).get().ids
        == ["1", "2"])
  }

  @Test
  func `may have one column for ids and titles`() throws {
    let columns = PointFormat.Columns(id: "code", title: "code")
    let read = try table("code,name,lat,lon\nA,x,1,2\nB,y,3,4\n", PointFormat(columns: columns))
      .get()
    #expect(read.ids == ["A", "B"] && read.titles == ["A", "B"])
    #expect(read.notes.choices.last == "1 other column is ignored")
  }

  @Test(arguments: [
    (PointFormat.Columns(latitude: "north"), "id,north,lon", Coordinate(latitude: 1, longitude: 2)),
    (
      PointFormat.Columns(longitude: "east"), "id,Breite,east",
      Coordinate(latitude: 1, longitude: 2)
    ),
    (
      PointFormat.Columns(latitude: "north"), "lon,north,stop_lon",
      Coordinate(latitude: 1, longitude: 7)
    ),
  ])
  func `have the other angle found where one is named`(
    columns: PointFormat.Columns, header: String, place: Coordinate
  ) throws {
    let read = try table("\(header)\n7,1,2\n", PointFormat(columns: columns)).get()
    #expect(read.coordinates == [place])
  }

  @Test(arguments: [
    (
      PointFormat.Columns(title: "Nam"), "id,lat,lon,Name\na,1,2,b",
      """
      1:1 [i] MR1008 the header has no column 'Nam', which 'columns' names
        help: did you mean 'Name'?
      """
    ),
    (
      PointFormat.Columns(latitude: "north"), "id,north,east\na,1,2",
      """
      1:1 [i] MR1007 no column of longitudes was found
        help: name it with 'columns: {lon: …}'; columns here: id, north, east
      """
    ),
    (
      PointFormat.Columns(latitude: "north"), "north,a_lon,b_lon\n1,2,3",
      """
      1:13 [b_lon] MR1019 'lon' may be the column 'a_lon' or 'b_lon'
        help: name one with 'columns: {lon: a_lon}'
      """
    ),
    (
      PointFormat.Columns(), "Name,Länge,Breite,X,Y\na,1,2,3,4",
      """
      1:21 [Y] MR1019 'lat' may be the column 'Breite' or 'Y'
        help: name one with 'columns: {lat: Breite}'
      """
    ),
    (
      PointFormat.Columns(), "lat,lon,Name:,Name\n1,2,3,4",
      """
      1:15 [Name] MR1019 'title' may be the column 'Name:' or 'Name'
        help: name one with 'columns: {title: "Name:"}'
      """
    ),
  ])
  func `have one diagnostic for names that do not fit`(
    columns: PointFormat.Columns, text: String, diagnostics: String
  ) {
    #expect(
      DiagnosticBook.diagnostics(table(text, PointFormat(columns: columns))) == diagnostics)
  }

  /// A column such as `category_id` holds ids of other things, so row numbers are the ids.
  @Test(arguments: ["3", ""])
  func `have row numbers for ids where the only column of ids holds none`(id: String) throws {
    let text = "category_id,lat,lon\n3,1,2\n4,3,4\n\(id),5,6\n"
    for format in [PointFormat(), Self.skipping] {
      let read = try table(text, format).get()
      #expect(read.ids == ["1", "2", "3"] && read.notes.skippedRows == 0)
      #expect(
        read.notes.choices == [
          "the column 'category_id' holds no ids", "columns: {id: row number, lat: lat, lon: lon}",
          "1 other column is ignored",
        ])
    }
    // Named by the author, or by the columns of the angles, it is one.
    let named = PointFormat(columns: PointFormat.Columns(id: "category_id"))
    #expect(DiagnosticBook.diagnostics(table(text, named)).hasPrefix("4:1"))
    let stops = text.replacing("category_id,lat,lon", with: "stop_id,stop_lat,stop_lon")
    #expect(DiagnosticBook.diagnostics(table(stops)).contains("MR0508 the column 'stop_id'"))
  }

  @Test(arguments: [
    ("Geo Point", "{lat lon: Geo Point}", "\"52.5, 13.25\""),
    ("geo_point_2d", "{lat lon: geo_point_2d}", "\"(52.5, 13.25)\""),
    ("Coordonnées géographiques", "{lat lon: Coordonnées géographiques}", "52.5 13.25"),
    ("the_geom", "{lat lon: the_geom}", "POINT (13.25 52.5)"),
    ("wkt", "{lat lon: wkt}", "\"SRID=4326;Point(13.25 52.5)\""),
    ("latlng", "{lat lon: latlng}", "\"52,5; 13,25\""),
    ("x,y,Geo Point", "{lat lon: Geo Point}", "1234567,7654321,\"[52.5,13.25]\""),
  ])
  func `may have both angles in one column`(header: String, columns: String, row: String) throws {
    let read = try table("id,\(header)\na,\(row)\n").get()
    #expect(read.coordinates == [Coordinate(latitude: 52.5, longitude: 13.25)])
    #expect(read.notes.choices.first == "columns: {id: id, \(columns.dropFirst())")
  }

  @Test
  func `have the order of both angles in one column named`() throws {
    let text = "coordinates;lat\n13.25, 52.5;0\n"
    let columns = PointFormat.Columns(place: "coordinates", order: .longitudeFirst)
    let read = try table(text, PointFormat(columns: columns)).get()
    #expect(read.coordinates == [Coordinate(latitude: 52.5, longitude: 13.25)])
    #expect(read.notes.choices.first == "columns: {id: row number, lon lat: coordinates}")
    let other = PointFormat.Columns(place: "coordinates")
    #expect(
      DiagnosticBook.diagnostics(
        table("coordinates\n\"151.2, -33.8\"\n", PointFormat(columns: other))) == """
          2:2 [151.2] MR1014 'coordinates' is out of range: '151.2'
            help: it must be -90 to 90; 'columns: {lon lat: coordinates}' reads the other order; \
          'faulty rows: skip' leaves such rows out
          """)
    #expect(
      DiagnosticBook.diagnostics(table("geopoint,id\n12,a\n")) == """
        2:1 [12] MR1013 '12' is not two numbers
          help: 'geopoint' holds a latitude and a longitude, such as 52.5163, 13.3777; \
        'faulty rows: skip' leaves such rows out
        """)
  }

  @Test(arguments: [
    ("sep=,\nname,Position\na,52.5 13.4\nb,\nc,60 100\n", "lat lon: Position"),
    ("id;coordinates\n1;13.4, 52.5\n2;151.2, -33.8\n", "lon lat: coordinates"),
    ("id\twhere exactly?\n1\t41.4N 84.4W\n", "lat lon: \"where exactly?\""),
  ])
  func `have one diagnostic that names the column with both angles`(
    text: String, columns: String
  ) throws {
    let found = DiagnosticBook.diagnostics(table(text))
    #expect(found.contains("seems to hold latitudes and longitudes"), "\(found)")
    #expect(found.hasSuffix("help: name it with 'columns: {\(columns)}'"), "\(found)")
    let parts = columns.split(separator: ":").map { $0.filter { $0 != "\"" } }
    let named = PointFormat.Columns(
      place: String(parts[1].dropFirst()),
      order: try #require(PointFormat.AngleOrder(rawValue: parts[0])))
    let format = PointFormat(columns: named, faultyRows: .skip)
    #expect(try table(text, format).get().coordinates[0].latitude.magnitude > 40)
  }

  /// The remedy of the diagnostic makes the table load.
  @Test(arguments: [
    ("1,\"Goroka\",GKA,-6.08,145.39\n2,Madang,MAG,-5.2,145.8\n", 3),
    ("1\tA,B,C,D\tE\t42.5\t1.5\n2\tF,G\tH\t42.6\t1.6\n", 3),
    ("Venezia;S1;45,506;12,247\nPadova;S2;45,41;11,88\n", 2),
  ])
  func `may have no header`(text: String, column: Int) throws {
    let columns = "{lat: column \(column + 1), lon: column \(column + 2)}"
    #expect(
      DiagnosticBook.diagnostics(table(text)).contains(
        """
        MR1007 the table has no header
          help: name its columns by their numbers, such as 'columns: \(columns)'
        """))
    let named = PointFormat.Columns(
      latitude: "column \(column + 1)", longitude: "column \(column + 2)", title: "column 2")
    let read = try table(text, PointFormat(columns: named)).get()
    #expect(read.ids == ["1", "2"] && read.titles.allSatisfy { !$0.isEmpty })
    #expect(read.coordinates.allSatisfy { $0.latitude.magnitude > 5 })
    #expect(
      read.notes.choices.prefix(2) == [
        "the table has no header",
        "columns: {id: row number, \(columns.dropFirst().dropLast()), title: column 2}",
      ])
  }

  @Test
  func `may have a header whose columns are named by their numbers`() throws {
    let text = "north,east,what\n1,2,a\n3,4,b\n"
    let columns = PointFormat.Columns(
      id: "column 3", latitude: "column 1", longitude: "column 2")
    let read = try table(text, PointFormat(columns: columns)).get()
    #expect(read.ids == ["a", "b"])
    #expect(read.notes.choices == ["columns: {id: what, lat: north, lon: east}"])
    let beyond = PointFormat.Columns(latitude: "column 1", longitude: "column 9")
    #expect(
      DiagnosticBook.diagnostics(table(text, PointFormat(columns: beyond))).contains("MR1008"))
  }

  // MARK: Separators, line ends, encodings

  /// All combinations say the same as the plain table.
  @Test(
    arguments: PointFormat.Separator.allCases, ["\n", "\r", "\r\n"])
  func `have any separator, line end and encoding`(
    separator: PointFormat.Separator, lineEnd: String
  ) throws {
    let plain = "key,lat,lon,name,more\nä,1.5,-2,\"B, \"\"b\"\" ;\nC\",\nb,3,4,,x\n"
    let expected = try table(plain).get()
    #expect(expected.ids == ["ä", "b"])
    let sign = String(UnicodeScalar(separator.byte))
    let rows = [
      ["key", "lat", "lon", "name", "more"], ["ä", "1.5", "-2", "\"B, \"\"b\"\" ;\nC\"", ""],
      ["b", "3", "4", "", "x"],
    ]
    let text = rows.map { $0.joined(separator: sign) + lineEnd }.joined()
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let encodings: [(bytes: [UInt8], note: String?)] = [
      (Array(text.utf8), nil), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), nil),
      ([0xFF, 0xFE] + little, "encoding: UTF-16"), ([0xFE, 0xFF] + big, "encoding: UTF-16"),
      (little, "encoding: UTF-16"), (big, "encoding: UTF-16"),
    ]
    for (number, encoding) in encodings.enumerated() {
      for format in [PointFormat(), PointFormat(separator: separator)] {
        let read = try PointTable.read(file: "a.csv", bytes: encoding.bytes, format: format).get()
        #expect(read.ids == expected.ids, "\(number)")
        #expect(read.coordinates == expected.coordinates, "\(number)")
        #expect(read.titles == expected.titles, "\(number)")
        #expect(read.notes.choices.contains("encoding: UTF-16") == (encoding.note != nil))
        let isTold = read.notes.choices.contains("separator: \(separator.rawValue)")
        #expect(isTold == (separator != .comma))
      }
    }
  }

  @Test(
    arguments: [
      ("a;52,5;13,25", Coordinate(latitude: 52.5, longitude: 13.25)),
      ("a;-0,5e1;1", Coordinate(latitude: -5, longitude: 1)), ("a;52,5,1;2", nil), ("a;,5;1", nil),
      ("a;+52,5;13.25°", Coordinate(latitude: 52.5, longitude: 13.25)), ("a;+-5;1", nil),
      ("a;+;1", nil), ("a;°;1", nil),
    ] as [(String, Coordinate?)])
  func `may have decimal commas beside another separator, a plus and a degree sign`(
    row: String, place: Coordinate?
  ) throws {
    let result = table("id;lat;lon\n\(row)")
    guard let place else {
      #expect(DiagnosticBook.diagnostics(result).contains("MR1013"))
      return
    }
    #expect(try result.get().coordinates == [place])
  }

  @Test(
    arguments: [
      ("52°30'N", "13°15'E", 52.5, 13.25), ("52 30 0 N", "W 13 15", 52.5, -13.25),
      ("523000S", "0131500E", -52.5, 13.25), ("52.5N", "13.25 W", 52.5, -13.25),
      ("-52° 30′ 36″", "13º15’0”", -52.51, 13.25), ("52:30 N", "13:15:36 E", 52.5, 13.26),
      ("52.5", "13.25N", nil, nil), ("52.5E", "13.25", nil, nil), ("52°61'N", "13", nil, nil),
      ("52.5°30'N", "13", nil, nil), ("52 30", "13", nil, nil), ("N", "13", nil, nil),
      ("--52.5N", "13", nil, nil), ("52°30'1''2'3\"N", "13", nil, nil), ("5230N5", "13", nil, nil),
    ] as [(String, String, Double?, Double?)])
  func `may have angles in minutes and seconds, or with letters`(
    latitude: String, longitude: String, north: Double?, east: Double?
  ) throws {
    let result = table("id|lat|lon\na|\(latitude)|\(longitude)")
    guard let north, let east else {
      #expect(DiagnosticBook.diagnostics(result).contains("MR1013"), "\(latitude) \(longitude)")
      return
    }
    #expect(try result.get().coordinates == [Coordinate(latitude: north, longitude: east)])
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `may name their separator for Excel in a first line`(lineEnd: String) throws {
    let text = "sep=;\nid;lat;lon\nx;1;2\n".replacing("\n", with: lineEnd)
    let read = try table(text).get()
    #expect(read.ids == ["x"] && read.coordinates == [Coordinate(latitude: 1, longitude: 2)])
    #expect(read.notes.choices.last == "separator: semicolon")
    let named = table("SEP=;\nid,lat,lon\nx,1,2\n", PointFormat(separator: .comma))
    #expect(try named.get().ids == ["x"])
    #expect(DiagnosticBook.diagnostics(table("sep=;\nid;lat;lon\nx;y;2")).hasPrefix("3:3 [y]"))
  }

  @Test
  func `may have decimal commas in quotes`() throws {
    let read = try table("id,lat,lon\na,\"47,360017\",\"8,5\"\n").get()
    #expect(read.coordinates == [Coordinate(latitude: 47.360017, longitude: 8.5)])
    let long = try table("id;lat;lon\na;1,23456789012345678;2").get()
    #expect(long.coordinates[0].latitude == 1.234_567_890_123_456_78)
  }

  @Test
  func `name their encoding, with the command that converts it`() {
    let windows = Array("id,lat,lon,title\na,1,2,K".utf8) + [0xF6, 0x6C, 0x6E]
    #expect(
      DiagnosticBook.diagnostics(PointTable.read(file: "it's.csv", bytes: windows)) == """
        2:8 [\u{FFFD}] MR0108 the text is not UTF-8; it may be Windows-1252
          help: save the file as UTF-8, or convert it: iconv -f WINDOWS-1252 -t UTF-8 \
        'it'\\''s.csv' > converted.csv
        """)
    let json = Array(#"{"type": "Point", "title": "K"#.utf8) + [0xF6, 0x22]
    #expect(
      DiagnosticBook.diagnostics(PointTable.read(file: "a.geojson", bytes: json)).hasSuffix(
        "iconv -f WINDOWS-1252 -t UTF-8 'a.geojson' > converted.geojson"))
    // Text that is UTF-8 elsewhere, before or behind the fault, is damaged by such a command.
    for (before, behind) in [("ö", ""), ("", "€"), ("𝄞", "")] {
      let mixed =
        Array("id,lat,lon,title\na,1,2,\(before)".utf8) + [0xF6] + Array("l\(behind)".utf8)
      let found = DiagnosticBook.diagnostics(PointTable.read(file: "a.csv", bytes: mixed))
      #expect(found.hasSuffix("MR0108 the text is not UTF-8\n  help: save the file as UTF-8"))
    }
    let half: [UInt8] = [0xFF, 0xFE, 0x61, 0x00, 0x00, 0xD8]
    #expect(
      DiagnosticBook.diagnostics(PointTable.read(file: "a.csv", bytes: half)).hasSuffix(
        """
        MR0108 the text looks like UTF-16, and has half a character
          help: the file may be cut off; save it as UTF-8
        """))
    let other = Array("id,lat,lon\na,1,2".utf8) + [0x81]
    #expect(
      DiagnosticBook.diagnostics(PointTable.read(file: "a.csv", bytes: other)).hasSuffix(
        "MR0108 the text is not UTF-8\n  help: save the file as UTF-8"))
  }

  @Test
  func `keep quotes inside fields between tabs and pipes`() throws {
    for sign in ["\t", "|"] {
      let text = "id,lat,lon,title\na,1,2,5\" pipe\nb,1,2,\"x\" y\nc,1,2,\"z\"\nd,1,2,\"open"
      let read = try table(text.replacing(",", with: sign)).get()
      #expect(read.titles == ["5\" pipe", "\"x\" y", "z", "\"open"])
    }
  }

  /// A quote that begins a field closes at the next one before a separator, be it rows later.
  @Test(arguments: ["\t", "|"])
  func `keep rows between quotes that are text`(sign: String) throws {
    let text = """
      id,title,lat,lon
      1,"The Bar,52.1,13.1
      2,Foo,52.2,13.2
      3,19",52.3,13.3
      4,"a
      b",5,6
      5,"x,y",7,8
      """
    let read = try table(text.replacing(",", with: sign)).get()
    #expect(read.ids == ["1", "2", "3", "4", "5"])
    #expect(read.coordinates.map(\.latitude) == [52.1, 52.2, 52.3, 5, 7])
    #expect(read.titles == ["\"The Bar", "Foo", "19\"", "a\nb", "x\(sign)y"])
    // A quoted field with both is refused, since it cannot be told from two such quotes.
    let both = "id,title,lat,lon\n1,\"a,b\nc\",1,2\n".replacing(",", with: sign)
    #expect(DiagnosticBook.diagnostics(table(both)).contains("MR1010 the row has 3 fields"))
  }

  // MARK: Faulty rows

  private static let faulty = """
    id,lat,lon,title
    a,1,2,A
    a,3,4,again
    b,x,2,B
    b,5,6,B
    c,,,C
    d,1
    ,7,8,no id
    e,95,2,E
    f,9,1"0,F
    g,"1"x,2,G
    h,11,12,H
    """

  @Test
  func `may have faulty rows that are skipped and listed`() throws {
    let read = try table(Self.faulty, Self.skipping).get()
    // An id is free again when its row is left out.
    #expect(read.ids == ["a", "b", "h"])
    #expect(read.coordinates.map(\.latitude) == [1, 5, 11])
    #expect(read.titles == ["A", "B", "H"])
    #expect(read.notes.skippedRows == 8)
    #expect(
      read.notes.skipped == [
        "line 3: the id 'a' is already on line 2", "line 4: 'x' is not a number",
        "line 6: the row has no coordinates", "line 7: the row has 2 fields, the header has 4",
        "line 8: the id is empty", "line 9: 'lat' is out of range: '95'",
        "line 10: there is a quote inside the text",
        "line 11: there is text after the closing quote",
      ])
  }

  @Test
  func `have each faulty row refused otherwise`() {
    let diagnostics = DiagnosticBook.diagnostics(table(Self.faulty)).split(separator: "\n")
    #expect(diagnostics.filter { $0.contains("] MR") }.count == 9)
    // The first one says how to go on without them.
    let hint = "'faulty rows: skip' leaves such rows out"
    #expect(diagnostics[1].hasSuffix(hint))
    #expect(diagnostics.filter { $0.contains(hint) }.count == 1)
  }

  @Test
  func `list twenty skipped rows and count the others`() throws {
    let rows = (1...500).map { "\($0),\($0.isMultiple(of: 2) ? "x" : "1"),2" }
    let read = try table("id,lat,lon\n" + rows.joined(separator: "\n"), Self.skipping).get()
    #expect(read.ids.count == 250 && read.notes.skippedRows == 250)
    #expect(read.notes.skipped.count == Limits.listedRows)
    #expect(read.notes.skipped.last == "line 41: 'x' is not a number")
  }

  @Test
  func `keep the numbers of rows when others are skipped`() throws {
    #expect(try table("lat,lon\n1,2\nx,2\n3,4\n", Self.skipping).get().ids == ["1", "3"])
  }

  @Test(arguments: [
    // A quote that is never closed, and a file of nothing but faulty rows, are no faults of rows.
    ("id,lat,lon\na,1,2\nb,\"1,2\n", "3:3 [\"] MR1012 the quote is never closed"),
    (
      "id,lat,lon\na,x,2\n",
      """
      1:1 [i] MR1006 all rows are faulty, and 'faulty rows: skip' leaves none
        help: see the faults with 'faulty rows: refuse'
      """
    ),
    (
      "code,lat,lon\nDE,1,2\nFR,1,2\nDE,3,4\nFR,1,2\n",
      """
      4:1 [DE] MR0508 the column 'code' holds no ids: 'DE' is there twice
        help: write 'columns: {id: row number}', or name a column; with 'columns: {id: code}' such \
      rows are faulty rows
      """
    ),
    (
      "uid,lat,lon\n,1,2\n,1,2\n",
      """
      2:1 [,] MR0508 the column 'uid' holds no ids: one is empty
        help: write 'columns: {id: row number}', or name a column; with 'columns: {id: uid}' such \
      rows are faulty rows
      """
    ),
    (
      "id,y,x\na,5812345.1,391234\nb,5812345.1,391235\n",
      """
      2:3 [5812345.1] MR1014 'y' is not in degrees: '5812345.1'
        help: convert the file to longitudes and latitudes (EPSG:4326), or name other columns with \
      'columns'
      """
    ),
  ])
  func `have one diagnostic for one cause`(text: String, diagnostics: String) {
    #expect(DiagnosticBook.diagnostics(table(text, Self.skipping)) == diagnostics)
    guard !diagnostics.contains("MR1006") else { return }
    #expect(DiagnosticBook.diagnostics(table(text)) == diagnostics)
  }

  @Test
  func `end without end with one diagnostic`() {
    let wide = String(repeating: "lat,", count: 1_000_000)
    #expect(
      DiagnosticBook.diagnostics(table(wide)) == """
        1:1 [l] MR0222 the header has more than 1000 columns
          help: leave columns out
        """)
    let long = String(repeating: "a", count: 20_000_000)
    #expect(
      DiagnosticBook.diagnostics(
        table("id,lat,lon\n\(String(repeating: ",", count: 20_000_000))\nb,x,1\n")
      ).split(separator: "\n").filter { $0.contains("] MR") } == [
        "2:1 [,] MR0222 the row is too long", "3:3 [x] MR1013 'x' is not a number",
      ])
    #expect(
      DiagnosticBook.diagnostics(table(long)).hasPrefix(
        "1:1 [a] MR1007 no columns of latitudes and longitudes were found"))
    #expect(
      DiagnosticBook.diagnostics(table("id,lat,lon,title\na,1,2,\(long)\n")).hasPrefix(
        "2:1 [a] MR0222 the row is too long\n  help: at most 16 MiB"))
    #expect(
      DiagnosticBook.diagnostics(table("id,lat,lon\na,\(long),1\n")).hasPrefix(
        "2:1 [a] MR0222 the row is too long"))
  }

  @Test(arguments: ["ID", "Id", "id"])
  func `may have an id twice where their column is called so`(name: String) throws {
    let read = try table("\(name),lat,lon\n1,2,3\n1,4,5\n", Self.skipping).get()
    #expect(read.ids == ["1"] && read.notes.skippedRows == 1)
  }

  @Test
  func `may have rows without a place and an id in a column that was found`() throws {
    let text = "code,lat,lon\na,1,2\n,n/a,n/a\na,x,3\nb,3,4\n"
    let read = try table(text, Self.skipping).get()
    #expect(read.ids == ["a", "b"] && read.notes.skippedRows == 2)
    #expect(
      DiagnosticBook.diagnostics(table(text)).split(separator: "\n").filter { $0.contains("] MR") }
        == [
          "3:2 [n/a] MR1013 'n/a' is not a number", "3:6 [n/a] MR1013 'n/a' is not a number",
          "4:3 [x] MR1013 'x' is not a number",
        ])
  }

  /// Only a file without angles is one of other coordinates.
  @Test
  func `may have numbers in place of missing coordinates`() throws {
    for number in ["-9999", "99999", "-999999", "1234567"] {
      let text = "id,lat,lon\na,\(number),\(number)\nb,1,2\n"
      #expect(try table(text, Self.skipping).get().ids == ["b"])
      #expect(
        DiagnosticBook.diagnostics(table(text)).split(separator: "\n").filter {
          $0.contains("] MR")
        } == [
          "2:3 [\(number)] MR1014 'lat' is out of range: '\(number)'",
          "2:\(4 + number.count) [\(number)] MR1014 'lon' is out of range: '\(number)'",
        ])
    }
    let projected = "id,lat,lon\na,-9999,-9999\nb,n/a,n/a\nc,5812345.1,391234\n"
    for format in [PointFormat(), Self.skipping] {
      #expect(
        DiagnosticBook.diagnostics(table(projected, format)).hasPrefix(
          "4:3 [5812345.1] MR1014 'lat' is not in degrees"))
    }
    let json = #"""
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-9999, -9999]}},
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}}]}
      """#
    #expect(try table(json, Self.skipping, file: "a.json").get().ids == ["point-2"])
    let meters = json.replacing("[1, 2]", with: "[391234, 5812345]")
    #expect(
      DiagnosticBook.diagnostics(table(meters, file: "a.json")).hasPrefix(
        "3:69 [391234] MR1014 'longitude' is not in degrees"))
  }

  // MARK: Exchanged angles

  @Test
  func `tell of points that lie far away and would not with both angles exchanged`() throws {
    let berlin = (0..<30).map { "b\($0),52.\($0),13.\($0)" }
    func exchanged(_ rows: [String]) throws -> [String] {
      try table("id,lat,lon\n" + rows.joined(separator: "\n")).get().notes.exchanged
    }
    #expect(try exchanged(berlin) == [])
    #expect(try exchanged(berlin + ["x,13.4,52.5", "y,-33.8,151.2"]) == ["x"])
    // A place far away that would be nowhere near the others either.
    #expect(try exchanged(berlin + ["x,-33.9,18.4"]) == [])
    // Beyond 90 degrees of longitude nothing can be exchanged, and a tenth is no slip.
    #expect(try exchanged(berlin + ["x,13.4,152.5"]) == [])
    #expect(try exchanged(berlin + (0..<4).map { "x\($0),13.4,52.5" }) == [])
    // Points all over the world have no place where most are.
    let world = (0..<36).map { "w\($0),\($0 * 4 - 72),\($0 * 10 - 180)" }
    #expect(try exchanged(world + ["x,13.4,52.5"]) == [])
  }

  // MARK: GeoJSON

  private static let shapes = #"""
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"Name": "Point", "code": "p"},
        "geometry": {"type": "Point", "coordinates": [13, 52]}},
      {"type": "Feature", "properties": {"Name": null, "label": "Line", "code": "l"},
        "geometry": {"type": "LineString", "coordinates": [[10, 50], [12, 54], [11, 51]]}},
      {"type": "Feature", "properties": {"code": "a"}, "geometry": {"type": "MultiPolygon",
        "coordinates": [[[[0, 0], [2, 0], [2, 2], [0, 0]]], [[[6, 6], [8, 6], [8, 8], [6, 6]]]]}},
      {"type": "Feature", "properties": {"code": "g"}, "geometry": {"type": "GeometryCollection",
        "geometries": [{"type": "Point", "coordinates": [1, 2]},
          {"type": "GeometryCollection", "geometries": [
            {"type": "LineString", "coordinates": [[3, 4], [5, 8]]}]}]}},
      {"type": "Feature", "properties": {"code": "n"}, "geometry": null}
    ]}
    """#

  @Test
  func `of shapes show their middles or leave them out`() throws {
    let center = PointFormat(faultyRows: .skip, areas: .center)
    let read = try table(Self.shapes, center, file: "a.geojson").get()
    #expect(read.ids == ["point-1", "point-2", "point-3", "point-4"])
    #expect(read.titles == ["Point", "Line", "", ""])
    #expect(read.coordinates.map(\.longitude) == [13, 11, 4, 3])
    #expect(read.coordinates.map(\.latitude) == [52, 52, 4, 5])
    #expect(
      read.notes.choices == [
        "3 lines and areas are shown at the middle of the extent",
        "2 of 4 points have no title",
      ])
    #expect(read.notes.skipped == ["line 12: feature 5 of the file has no place"])

    let skip = try table(
      Self.shapes, PointFormat(faultyRows: .skip, areas: .skip), file: "a.json"
    ).get()
    #expect(skip.ids == ["point-1"] && skip.notes.skippedRows == 4)
    #expect(skip.notes.skipped.first == "line 5: feature 2 of the file is a LineString")

    // Either key alone leaves the other faults.
    let areas = DiagnosticBook.diagnostics(
      table(Self.shapes, PointFormat(areas: .skip), file: "a.json"))
    #expect(areas.split(separator: "\n").filter { $0.contains("MR1018") }.count == 1)
    let rows = try table(Self.shapes, Self.skipping, file: "a.json").get()
    #expect(rows.ids == ["point-1"] && rows.notes.skippedRows == 4)
  }

  @Test(arguments: [
    (#"{"type": "Polygon", "coordinates": []}"#, "MR1018 feature 1 of the file has no place"),
    (#"{"type": "Polygon"}"#, "MR1018 feature 1 of the file has no place"),
    (#"{"type": "Polygon", "coordinates": 5}"#, "MR1017 this is not a position"),
    (#"{"type": "Polygon", "coordinates": [[[1, 99]]]}"#, "MR1014 'latitude' is out of range"),
    (#"{"type": "Polygon", "coordinates": [1, 2]}"#, "MR1017 this is not a position"),
    (#"{"type": "Polygon", "coordinates": [[1, 2]]}"#, "MR1017 this is not a position"),
    (#"{"type": "LineString", "coordinates": [[[1, 2]]]}"#, "MR1017 this is not a position"),
  ])
  func `of shapes without a place have one diagnostic`(geometry: String, diagnostic: String) {
    let found = DiagnosticBook.diagnostics(
      table(geometry, PointFormat(areas: .center), file: "a.json"))
    #expect(found.contains(diagnostic))
    #expect(found.split(separator: "\n").filter { $0.contains("] MR") }.count == 1)
  }

  @Test(arguments: [
    ("[[177, -18], [180, -16]]], [[[-180, -18], [-178, -16]]", 179.5),
    ("[[179, -18], [-175, -16]]], [[[180, -18], [-178, -16]]", -178),
    ("[[-10, -18], [20, -16]]", 5), ("[[-180, -18], [180, -16]]", 0),
  ])
  func `of shapes show the middle also across the date line`(
    rings: String, longitude: Double
  ) throws {
    let text = #"{"type": "MultiPolygon", "coordinates": [[\#(rings)]]}"#
    let read = try table(text, PointFormat(areas: .center), file: "fiji.json").get()
    #expect(read.coordinates == [Coordinate(latitude: -17, longitude: longitude)])
  }

  /// A file of one feature that is left out has none.
  @Test(arguments: [
    (
      PointFormat(areas: .skip), #"{"type": "Polygon", "coordinates": []}"#,
      "MR1006 all features are lines or areas, and 'areas: skip' leaves none"
    ),
    (
      PointFormat(faultyRows: .skip), #"{"type": "Feature", "geometry": null}"#,
      "MR1006 all rows are faulty, and 'faulty rows: skip' leaves none"
    ),
  ])
  func `of one feature have none when it is left out`(
    format: PointFormat, text: String, message: String
  ) {
    let found = DiagnosticBook.diagnostics(table(text, format, file: "a.json"))
    #expect(found.contains(message))
    #expect(found.split(separator: "\n").filter { $0.contains("] MR") }.count == 1)
  }

  /// Their listed places are counted on from one to the next, on one line too.
  @Test
  func `of one line list their skipped features`() throws {
    let feature = #"{"type": "Feature", "geometry": null},"#
    let point = #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}}"#
    let text =
      #"{"type": "FeatureCollection", "features": ["#
      + String(repeating: feature, count: 30) + point + "]}"
    let read = try table(text, Self.skipping, file: "a.json").get()
    #expect(read.notes.skippedRows == 30)
    #expect(
      read.notes.skipped == (1...20).map { "line 1: feature \($0) of the file has no place" })
  }

  @Test
  func `of features are left out whole`() throws {
    let text = #"""
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "m",
          "geometry": {"type": "MultiPoint", "coordinates": [[1, 2], [3, 400]]}},
        {"type": "Feature", "id": "m",
          "geometry": {"type": "MultiPoint", "coordinates": [[5, 6], [7, 8]]}}]}
      """#
    let read = try table(text, Self.skipping, file: "a.json").get()
    #expect(read.ids == ["m-1", "m-2"])
    #expect(read.coordinates.map(\.latitude) == [6, 8])
    #expect(read.notes.choices == ["no feature has a title"])
  }

  @Test
  func `of features have the properties that a scenario names`() throws {
    let format = PointFormat(
      columns: PointFormat.Columns(id: "properties.code", title: "code"), faultyRows: .skip)
    let read = try table(Self.shapes, format, file: "a.json").get()
    #expect(read.ids == ["p"] && read.titles == ["p"])
    #expect(read.notes.choices == ["columns: {id: code, title: code}"])
    let unknown = PointFormat(
      columns: PointFormat.Columns(title: "properties.name"), faultyRows: .skip)
    #expect(
      DiagnosticBook.diagnostics(table(Self.shapes, unknown, file: "a.json")) == """
        1:1 [{] MR1008 no feature has the property 'name', which 'columns' names
          help: did you mean 'Name'?
        """)
  }

  @Test
  func `of features have one diagnostic for a property that none has`() throws {
    let text = #"""
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"code": "n"}, "geometry": null},
        {"type": "Feature", "id": "f", "properties": {"code": "p"},
          "geometry": {"type": "Point", "coordinates": [1, 2]}},
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [3, 4]}}]}
      """#
    for (columns, help) in [
      (PointFormat.Columns(id: "cod"), "did you mean 'code'?"),
      (PointFormat.Columns(id: "number"), "properties here: code"),
      (PointFormat.Columns(title: "number"), "properties here: code"),
    ] {
      let format = PointFormat(columns: columns, faultyRows: .skip)
      let name = columns.id ?? columns.title ?? ""
      #expect(
        DiagnosticBook.diagnostics(table(text, format, file: "a.json")) == """
          1:1 [{] MR1008 no feature has the property '\(name)', which 'columns' names
            help: \(help)
          """)
    }
    let wrong = PointFormat(columns: PointFormat.Columns(id: "cod"))
    #expect(
      DiagnosticBook.diagnostics(table(text, wrong, file: "a.json")).split(separator: "\n").count
        == 2)
    // The id of a feature is a member, not a property.
    let member = PointFormat(columns: PointFormat.Columns(id: "id"), faultyRows: .skip)
    #expect(try table(text, member, file: "a.json").get().ids == ["f"])
  }

  @Test
  func `of areas have one diagnostic for all`() {
    let area = #"{"type": "Feature", "geometry": {"type": "Polygon", "coordinates": []}}"#
    let point = #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}}"#
    func diagnostics(_ features: [String]) -> String {
      let text =
        #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
      return DiagnosticBook.diagnostics(table(text, file: "a.json"))
    }
    let message = "1:86 [Polygon] MR1018 feature 1 of the file is a Polygon"
    let help =
      "\n  help: write a Point or a MultiPoint; 'areas: center' or 'areas: skip' is for lines and "
      + "areas"
    #expect(diagnostics([area, point, area]) == message + help)
    let many = Array(repeating: area, count: 50)
    #expect(
      diagnostics(many + [point]) == "\(message); 49 other features are faulty\(help); "
        + "'faulty rows: skip' leaves such rows out")
    // Nothing would be left.
    #expect(
      diagnostics(many)
        == "\(message); 49 other features are faulty\n  help: show their middles with "
        + "'areas: center'")
  }

  @Test
  func `of other JSON name the command that converts them`() {
    for (text, options) in [
      (#"[{"lat": 1, "lon": 2}]"#, "-r"), (#"{"lat": 1}"# + "\n" + #"{"lat": 2}"#, "-rs"),
    ] {
      #expect(
        DiagnosticBook.diagnostics(table(text, file: "a.json")) == """
          1:1 [\(text.prefix(1))] MR1017 the file is a list of objects, which is not GeoJSON
            help: make a table of it: jq \(options) '(.[0] | keys_unsorted) as $k | $k, (.[] | \
          [.[$k[]] | if type == "object" or type == "array" then tojson else . end]) | @csv' \
          'a.json' > converted.csv
          """)
    }
  }

  // MARK: Scenarios

  private func scenario(_ data: String, _ files: [String: String]) -> Result<Scenario, Diagnostics>
  {
    let text =
      headText.replacing("{cities: {file: Data/cities.csv}}", with: data) + "steps: [tap map]"
    return read(text, more: files)
  }

  @Test
  func `are read once for each form`() throws {
    let files = ["S/a.csv": "id,lat,lon,name\na,1,2,A\nb,x,2,B\n"]
    let data =
      "{cities: {file: a.csv, faulty rows: skip}, "
      + "others: {file: a.csv, faulty rows: skip, columns: {id: name, title: id}}}"
    let read = try scenario(data, files).get()
    #expect(read.data.map(\.ids) == [["a"], ["A"]])
    #expect(read.data.map(\.titles) == [["A"], ["a"]])
    #expect(read.data.map(\.notes.skippedRows) == [1, 1])
  }

  @Test
  func `keep their notes where points are left out`() throws {
    let files = ["S/a.csv": "lat,lon,name\n1,2,A\nx,2,B\n52.5,13.4,C\n"]
    for choice in ["first: 1", "around: {lat: 52, lon: 13}, within: 200 km"] {
      let read = try scenario("{cities: {file: a.csv, faulty rows: skip, \(choice)}}", files).get()
      #expect(read.data[0].count == 1 && read.data[0].notes.skippedRows == 1)
    }
  }

  @Test(arguments: [
    ("{file: a.csv, areas: refuse}", "this key is only for GeoJSON files"),
    ("{file: a.csv, areas: skip}", "this key is only for GeoJSON files"),
    ("{file: a.json, separator: tab}", "this key is only for tables"),
    ("{file: a.json, columns: {lat: y}}", "this key is only for tables"),
    ("{grid: {columns: 2, rows: 2}, separator: tab}", "'separator' makes no sense without 'file'"),
  ])
  func `have only the keys of their form`(data: String, message: String) {
    let found = scenario("{cities: \(data)}", ["S/a.csv": cityText, "S/a.json": "{}"])
    guard case .failure(let diagnostics) = found else {
      Issue.record("\(data) was read")
      return
    }
    #expect(diagnostics.all.map(\.message) == [message])
  }
}
