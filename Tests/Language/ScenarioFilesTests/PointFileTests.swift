import MapGeometry
import Testing

@testable import ScenarioFiles

@Suite("Files of points")
struct PointFileTests {
  private func table(_ text: String) -> Result<PointTable, Diagnostics> {
    readPoints(file: "points.csv", bytes: Array(text.utf8))
  }

  @Test(arguments: pointFaults.pages, ["\n", "\r\n"])
  func `have diagnostics with a place`(page: DiagnosticBook.Page, lineEnd: String) {
    let result = table(page.input.replacing("\n", with: lineEnd))
    #expect(DiagnosticBook.diagnostics(result) == page.diagnostics)
  }

  @Test(arguments: [
    "id,lat,lon,title\na,1,2.5,A\nb,-3,-4,\"B, \"\"b\"\"\nC\"\n",
    "id,lat,lon,title\r\na,1,2.5,A\r\nb,-3,-4,\"B, \"\"b\"\"\nC\"",
    "\u{FEFF}title,lon,lat,id\nA,2.5,1,a\n\"B, \"\"b\"\"\nC\",-4,-3,b\n\n\n",
    "\"id\",lat,\"lon\",\"title\"\na,\"1\",\"2.5\",\"A\"\n\"b\",-3,-4,\"B, \"\"b\"\"\nC\"\r\n\r\n",
  ])
  func `may have quotes, either line end and any order of columns`(text: String) throws {
    let table = try table(text).get()
    #expect(table.ids == ["a", "b"])
    #expect(table.coordinates.map(\.latitude) == [1, -3])
    #expect(table.coordinates.map(\.longitude) == [2.5, -4])
    #expect(table.titles == ["A", "B, \"b\"\nC"])
  }

  @Test
  func `need no titles and reach to the ends of the earth`() throws {
    let table = try table("id,lat,lon\nü,-90,180\nt,90,-180.0").get()
    #expect(table.ids == ["ü", "t"])
    #expect(table.titles == ["", ""])
    #expect(table.coordinates[0] == Coordinate(latitude: -90, longitude: 180))
  }

  @Test(arguments: [1, Limits.listedRows, Limits.listedRows + 1, 300])
  func `have a diagnostic for each faulty row, or one for many`(count: Int) {
    let rows = (0..<count).map { "\($0),x,1\n" }.joined() + "last,2,1"
    let diagnostics = DiagnosticBook.diagnostics(table("id,lat,lon\n" + rows)).split(
      separator: "\n")
    let messages = diagnostics.filter { $0.contains("'x' is not a number") }
    let help =
      "    help: 'lat' is in degrees, such as 52.5163; 'faulty rows: skip' leaves such rows out"
    #expect(diagnostics[1] == help.dropFirst(2))
    guard count > Limits.listedRows else {
      #expect(messages.count == count && diagnostics[0].hasSuffix("not a number"))
      return
    }
    #expect(
      messages == [
        "2:3 [x] MR1013 'x' is not a number; \(count - 1) other rows are faulty"
      ])
    #expect(diagnostics.count == 2)
  }

  /// All that moves a cursor, ends a line or turns the direction of a text, as a cell, an id, a
  /// name of a column and a title may hold it.
  @Test(
    arguments: (1...0x1F).filter { ![0x09, 0x0A, 0x0D].contains($0) } + [0x7F, 0x85, 0x9B, 0x9D]
      + [0x2028, 0x2029, 0x202E, 0x2066],
    ["id,lat,lon\na,?1,2", "id,lat,lon,title\n?a?,99,2,x?y", "id,l?at,lon\na,1,2"])
  func `show control characters and never send them`(code: Int, text: String) throws {
    let scalar = try #require(Unicode.Scalar(UInt32(code)))
    let sent = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "?" ? scalar : $0 }))
    guard case .failure(let diagnostics) = table(sent) else {
      Issue.record("the table was read")
      return
    }
    #expect(!diagnostics.description.unicodeScalars.contains(scalar))
    // Each is one sign, so that the carets are where they would be below any other sign.
    guard case .failure(let others) = table(text.replacing("?", with: "x")) else { return }
    #expect(diagnostics.all.map(\.place) == others.all.map(\.place))
  }

  @Test
  func `are UTF-8`() {
    let bytes = Array("id,lat,lon\na,1,2\n".utf8) + [0xC3]
    let result = CSVReader.table(file: "points.csv", bytes: bytes)
    #expect(
      DiagnosticBook.diagnostics(result).hasPrefix("3:1 [\u{FFFD}] MR0108 the text is not UTF-8"))
    #expect(DiagnosticBook.diagnostics(table("")).hasPrefix("1:1 [] MR1006 the file is empty"))
  }

  @Test
  func `have numbers read to the nearest`() {
    var state: UInt64 = 5
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let digits = Int(state >> 33 & 15) + 3
      let text = String(Int64(bitPattern: state) >> 4).prefix(digits)
      let point = 2 + Int(state >> 40 & 7)
      let number =
        point < text.count
        ? text.prefix(point) + "." + text.dropFirst(point) : text
      let bytes = Array(number.utf8)
      #expect(
        DecimalNumber.value(of: bytes, in: 0..<bytes.count) == Double(String(number)), "\(number)")
    }
  }

  /// Python prints what is below a ten thousandth so.
  @Test(
    arguments: [
      ("5e-05", 5e-05), ("-1.5E+1", -15), ("1e2", 100), ("0e0", 0), ("1e", nil), ("e5", nil),
      ("1.e2", nil), ("1e+", nil), ("1e5x", nil), ("1e1.5", nil),
    ] as [(String, Double?)])
  func `can have an exponent`(text: String, number: Double?) {
    let bytes = Array(text.utf8)
    #expect(DecimalNumber.value(of: bytes, in: 0..<bytes.count) == number)
  }

  @Test
  func `are parsed once for all scenarios that share a cache`() throws {
    let cache = DataSetCache()
    let (file, other) = (DataSetCache.Reading(path: "a"), DataSetCache.Reading(path: "b"))
    let first = try cache.table(of: file, bytes: Array("id,lat,lon\na,1,2".utf8)).get()
    // Other bytes under the same path are not looked at any more.
    #expect(try cache.table(of: file, bytes: []).get() == first)
    #expect(throws: Diagnostics.self) { try cache.table(of: other, bytes: []).get() }
  }
}
