import MapGeometry
import Scenarios
import Testing

@testable import ScenarioFiles

@Suite("GeoJSON files of points")
struct GeoJSONFileTests {
  private func table(_ text: String) -> Result<PointTable, Diagnostics> {
    readPoints(file: "points.geojson", bytes: Array(text.utf8))
  }

  @Test(arguments: geoJSONFaults.pages, ["\n", "\r\n"])
  func `have diagnostics with a place`(page: DiagnosticBook.Page, lineEnd: String) {
    let result = table(page.input.replacing("\n", with: lineEnd))
    #expect(DiagnosticBook.diagnostics(result) == page.diagnostics)
  }

  @Test
  func `have ids and titles from where features keep them`() throws {
    let table = try table(
      #"""
      {"type": "FeatureCollection", "bbox": [0, 0, 1, 1], "features": [
        {"type": "Feature", "id": "a", "properties": {"id": "no", "title": "A", "name": "no"},
          "geometry": {"type": "Point", "coordinates": [13.405, 52.52]}},
        {"geometry": {"coordinates": [-1e1, -2.5E-1, 34.5], "type": "Point"}, "id": 7,
          "properties": {"deep": [[{"x": [null, true, {}]}]], "name": "Sieben"}, "type": "Feature"},
        {"type": "Feature", "id": null, "properties": {"id": 12, "title": 12, "name": [1]},
          "geometry": {"type": "Point", "coordinates": [180, -90]}},
        {"type": "Feature", "properties": null,
          "geometry": {"type": "Point", "coordinates": [-180.0, 90, -4]}},
        {"type": "Feature", "properties": {"id": {"a": 1}, "title": null,
          "name": "\u00dc \ud83d\ude00 \"\\\/\b\f\n\r\t"},
          "geometry": {"type": "Point", "coordinates": [0, 1]}},
        {"type": "Feature", "id": "m", "properties": {"title": "Many"},
          "geometry": {"type": "MultiPoint", "coordinates": [[1, 2], [3, 4, 5]]}}
      ]}

      """#
    ).get()
    #expect(table.ids == ["a", "7", "12", "point-4", "point-5", "m-1", "m-2"])
    #expect(
      table.titles == [
        "A", "Sieben", "12", "", "Ü 😀 \"\\/\u{8}\u{C}\n\r\t", "Many", "Many",
      ])
    #expect(table.coordinates.map(\.longitude) == [13.405, -10, 180, -180, 0, 1, 3])
    #expect(table.coordinates.map(\.latitude) == [52.52, -0.25, -90, 90, 1, 2, 4])
  }

  @Test(arguments: [
    (#"{"type": "Point", "coordinates": [2, 1]}"#, ["point-1"]),
    ("\u{FEFF} \t\r\n" + #"{"coordinates":[2,1],"type":"Poin\u0074"}"# + "\n", ["point-1"]),
    (
      #"{"type":"Feature","id":"b","geometry":{"type":"Point","coordinates":[2,1]}}"#, ["b"]
    ),
    (#"{"type":"MultiPoint","coordinates":[[2,1],[2,1]]}"#, ["point-1-1", "point-1-2"]),
  ])
  func `may be a bare feature or geometry`(text: String, ids: [String]) throws {
    let table = try table(text).get()
    #expect(table.ids == ids)
    #expect(Set(table.coordinates) == [Coordinate(latitude: 1, longitude: 2)])
  }

  @Test(arguments: [
    ("a.geojson", true), ("a.GeoJSON", true), ("a.json", true), ("json.csv", false),
  ])
  func `are told apart by the end of their name`(file: String, isGeoJSON: Bool) throws {
    let text = isGeoJSON ? #"{"type": "Point", "coordinates": [2, 1]}"# : "id,lat,lon\na,1,2"
    #expect(try PointTable.read(file: file, bytes: Array(text.utf8)).get().ids.count == 1)
  }

  @Test
  func `are UTF-8 and not endlessly deep`() {
    let bytes =
      Array(#"{"type": "Point", "coordinates": [2, 1], "x": ""#.utf8) + [0xC3, 0x22, 0x7D]
    let result = PointTable.read(file: "a.json", bytes: bytes)
    #expect(
      DiagnosticBook.diagnostics(result).hasPrefix("1:48 [\u{FFFD}] MR0108 the text is not UTF-8"))
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(
      DiagnosticBook.diagnostics(table("{\"x\": " + deep))
        == "1:206 [[] MR0221 this is nested too deeply\n  help: at most 200 levels")
  }

  @Test
  func `may be one endless line`() throws {
    let before = (1...5_000).map {
      #"{"type":"Feature","properties":{"name":"Ü\#($0)é"},"geometry":"#
        + #"{"type":"Point","coordinates":[1,2]}}"#
    }
    let text = #"{"type":"FeatureCollection","features":["# + before.joined(separator: ",")
    guard case .failure(let diagnostics) = table(text + ",nix]}") else {
      Issue.record("'nix' was read")
      return
    }
    let diagnostic = try #require(diagnostics.all.first)
    #expect(diagnostic.place == Place(line: 1, column: text.count + 2))
    #expect(
      diagnostic.description.split(separator: "\n")[1].hasSuffix(#""coordinates":[1,2]}},nix]}"#))
    let lines = diagnostic.description.split(separator: "\n")
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let column = lines[2].distance(from: lines[2].startIndex, to: caret)
    #expect(lines[1].dropFirst(column) == "nix]}")
    #expect(lines[2].hasSuffix(" ^^^"))
  }

  /// Few keys are compared one by one, many are looked up.
  @Test(arguments: [3, 40])
  func `have each key once`(count: Int) {
    let keys = (0..<count).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    let point = #", "type": "Point", "coordinates": [2, 1]}"#
    #expect(DiagnosticBook.diagnostics(table("{\(keys)\(point)")) == "none")
    for again in ["k0", "k\(count - 1)", #"\u006b1"#] {
      let diagnostics = DiagnosticBook.diagnostics(table("{\(keys), \"\(again)\": 0\(point)"))
      #expect(diagnostics.contains("] MR0223 the key 'k"), "\(diagnostics)")
      #expect(diagnostics.contains("is already on line 1"))
    }
    // To a reader of bytes these are two keys.
    #expect(
      DiagnosticBook.diagnostics(table("{\(keys), \"\u{E9}\": 0, \"e\u{301}\": 1\(point)"))
        == "none")
  }

  @Test
  func `have one diagnostic for many faulty features`() {
    let features = Array(repeating: "1", count: 230).joined(separator: ",\n")
    #expect(
      DiagnosticBook.diagnostics(
        table(#"{"type": "FeatureCollection", "features": ["# + "\n\(features)]}")
      ).hasPrefix(
        "2:1 [1] MR1017 item 1 of 'features' is no Feature; 229 other features are faulty\n"))
  }

  /// A program writes a file as one line: each excerpt begins with the feature that it is about,
  /// and each column is that of the text, whatever came before it.
  @Test(arguments: ["a", "Ü", "e\u{301}"], [3, Limits.listedRows])
  func `show the feature that is meant`(sign: String, count: Int) {
    let head = #"{"type":"FeatureCollection","features":["#
    let ends = [
      #""geometry":{"type":"Point","coordinates":[13.4,152.5]}}"#, #""geometry":null}"#,
      #""geometry":{"type":"MultiPoint","coordinates":[]}}"#,
    ]
    let features = (0..<count).map { number in
      #"{"type":"Feature","id":"n\#(number)","properties":{"title":"\#(sign)"},"#
        + ends[number % ends.count]
    }
    let text = head + features.joined(separator: ",") + "]}"
    guard case .failure(let diagnostics) = table(text) else {
      Issue.record("the file was read")
      return
    }
    #expect(diagnostics.all.count == count)
    for (number, diagnostic) in diagnostics.all.enumerated() {
      let line = diagnostic.description.split(separator: "\n")[1]
      #expect(line.contains(#"{"type":"Feature","id":"n\#(number)""#), "\(line)")
      let marked = text.dropFirst(diagnostic.place.column - 1)
      #expect(["152.5", "null", "[]"].contains { marked.hasPrefix($0) }, "\(diagnostic)")
    }
  }

  @Test
  func `are data sets as tables are`() throws {
    var files = FakeFiles(["S/Devices/phone.yaml": deviceText])
    files.texts["S/Data/cities.geojson"] = Array(
      #"""
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "b", "properties": {"name": "Berlin"},
          "geometry": {"type": "Point", "coordinates": [13.405, 52.52]}},
        {"type": "Feature", "id": "p",
          "geometry": {"type": "Point", "coordinates": [2.3522, 48.8566]}},
        {"type": "Feature", "id": "c",
          "geometry": {"type": "Point", "coordinates": [13.0645, 52.39]}}
      ]}
      """#.utf8)
    func data(_ filter: String) throws -> [String] {
      let text =
        headText.replacing("file: Data/cities.csv", with: "file: Data/cities.geojson\(filter)")
        + "steps: [tap map]"
      files.texts["S/x.yaml"] = Array(text.utf8)
      let scenarios = try ScenarioReader(files: files).read(path: "S/x.yaml").get()
      return try #require(scenarios.first?.data.first).ids
    }
    #expect(try data("") == ["b", "p", "c"])
    #expect(try data(", around: {lat: 52.5, lon: 13.4}, within: 60 km") == ["b", "c"])
    #expect(try data(", first: 2") == ["b", "p"])
  }
}
