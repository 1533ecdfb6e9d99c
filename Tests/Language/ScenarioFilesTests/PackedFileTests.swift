import CZlib
import MapGeometry
import Scenarios
import Testing

@testable import ScenarioFiles

/// Files with a feature in each line, and files that gzip packed.
@Suite("Lines of features and packed files")
struct PackedFileTests {
  private static let skipping = PointFormat(faultyRows: .skip)

  private func read(
    _ bytes: [UInt8], _ format: PointFormat = PointFormat(), file: String
  ) -> Result<PointTable, Diagnostics> {
    readPoints(file: file, bytes: bytes, format: format)
  }

  private func read(
    _ text: String, _ format: PointFormat = PointFormat(), file: String = "a.geojsonl"
  ) -> Result<PointTable, Diagnostics> {
    read(Array(text.utf8), format, file: file)
  }

  // MARK: Lines

  private static let features = [
    #"{"type": "Feature", "id": "a", "properties": {"name": "A"}, "#
      + #""geometry": {"type": "Point", "coordinates": [13, 52]}}"#,
    #"{"type": "Feature", "id": 7, "geometry": {"type": "MultiPoint", "#
      + #""coordinates": [[1, 2], [3, 4]]}}"#,
    #"{"type": "Point", "coordinates": [5, 6]}"#,
  ]

  /// They say the same as a collection of them.
  @Test(
    arguments: ["geojsonl", "ndjson", "geojsons", "jsonl", "json", "geojson"],
    ["\n", "\r\n", "\n\n \n", "\n\u{1E}"])
  func `of features have the points of a collection`(ending: String, lineEnd: String) throws {
    let text = Self.features.joined(separator: lineEnd)
    let lines = try read("\u{1E}\(text)\(lineEnd.dropLast())\n", file: "a.\(ending)").get()
    // A bare geometry stands in a collection as a feature.
    let last = #"{"type": "Feature", "geometry": \#(Self.features[2])}"#
    let collection =
      #"{"type": "FeatureCollection", "features": ["#
      + (Self.features.dropLast() + [last]).joined(separator: ",") + "]}"
    let whole = try read(collection, file: "a.json").get()
    #expect(lines.ids == ["a", "7-1", "7-2", "point-3"] && lines.ids == whole.ids)
    #expect(lines.coordinates == whole.coordinates && lines.titles == whole.titles)
    #expect(lines.notes.choices == ["newline-delimited GeoJSON"] + whole.notes.choices)
  }

  @Test(arguments: ["geojsonl", "json"])
  func `of one value are that value`(ending: String) throws {
    let pretty = """
      {"type": "FeatureCollection",
      "features": [
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}}]}
      """
    #expect(try read(pretty, file: "a.\(ending)").get().ids == ["point-1"])
    #expect(try read(Self.features[0], file: "a.\(ending)").get().ids == ["a"])
  }

  @Test
  func `of faulty features have a diagnostic each, or are skipped`() throws {
    let text = """
      \(Self.features[0])
      {"type": "Feature", "geometry": null}
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}
      7
      {"type": "FeatureCollection", "features": []}
      {"lat": 1}
      \(Self.features[2])
      """
    let diagnostics = DiagnosticBook.diagnostics(read(text)).split(separator: "\n")
    #expect(
      diagnostics.filter { $0.contains("] MR") } == [
        "2:33 [null] MR1018 feature 2 of the file has no place",
        "3:73 [] MR0205 the '{' of line 3 is not closed",
        "4:1 [7] MR1017 the line holds no Feature",
        "5:11 [FeatureCollection] MR1017 a line holds one Feature",
        "6:1 [{] MR1017 the line holds no Feature",
      ])
    let skipped = try read(text, Self.skipping).get()
    #expect(skipped.ids == ["a", "point-7"] && skipped.notes.skippedRows == 5)
    #expect(skipped.notes.skipped[1] == "line 3: the '{' of line 3 is not closed")
    let cut = Array(repeating: "{", count: 30).joined(separator: "\n")
    #expect(
      DiagnosticBook.diagnostics(read("\(Self.features[0])\n\(cut)")).hasPrefix(
        "2:2 [] MR0205 the '{' of line 2 is not closed; 29 other features are faulty"))
  }

  @Test
  func `of hostile length have one diagnostic`() {
    let long = String(repeating: "x", count: 100_000_000)
    for text in [#"{"a": "\#(long)"}"# + "\n", "\(Self.features[0])\n\(long)"] {
      let found = DiagnosticBook.diagnostics(read(text))
      #expect(found.contains("MR0222 the row is too long\n  help: at most 16 MiB"))
      #expect(found.split(separator: "\n").filter { $0.contains("] MR") }.count == 1)
    }
  }

  // MARK: Packed files

  /// Some bytes as gzip packs them.
  static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = unsafe z_stream()
    let code = unsafe deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    try #require(code == Z_OK)
    defer { unsafe deflateEnd(&stream) }
    var input = bytes
    let room = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
    return unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(room)
        _ = unsafe deflate(&stream, Z_FINISH)
        count = unsafe room - Int(stream.avail_out)
      }
    }
  }

  private static let table = "id,lat,lon\n" + (1...999).map { "\($0),1.5,\($0 % 90)\n" }.joined()

  /// The bytes decide, whatever the name says.
  @Test(arguments: [
    ("a.csv.gz", table), ("a.csv", table), ("A.CSV.GZ", table),
    ("a.geojson.gz", features[0]), ("a.ndjson.gz", features.joined(separator: "\n")),
  ])
  func `are read as what they hold`(file: String, text: String) throws {
    let bytes = Array(text.utf8)
    let plain = try read(bytes, file: file).get()
    let packed = try Self.packed(bytes)
    for bytes in [packed, packed + [0, 0, 0]] {
      let read = try read(bytes, file: file).get()
      #expect(read.ids == plain.ids && read.coordinates == plain.coordinates)
      #expect(read.notes.choices == ["packed with gzip"] + plain.notes.choices)
    }
  }

  @Test
  func `may have several parts, as programs on many processors write`() throws {
    let parts = try ["id,lat,lon\n", "a,1,2\n", "b,3,4"].flatMap { try Self.packed(Array($0.utf8)) }
    #expect(try read(parts, file: "a.csv.gz").get().ids == ["a", "b"])
    let units = Array("id,lat,lon\nü,1,2".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try read(Self.packed([0xFF, 0xFE] + units), file: "a.csv").get().ids == ["ü"])
  }

  @Test
  func `have one diagnostic when they cannot be unpacked`() throws {
    let whole = try Self.packed(Array(Self.table.utf8))
    for count in [2, 9, 12, whole.count / 2, whole.count - 1] {
      #expect(
        DiagnosticBook.diagnostics(read(Array(whole.prefix(count)), file: "a.csv.gz")) == """
          1:1 [] MR1020 the packed file is cut off
            help: download or pack it again; 'gunzip --test' checks it
          """, "\(count)")
    }
    var damaged = whole
    damaged[whole.count - 6] ^= 1
    for bytes in [damaged, whole + [1, 2], [0x1F, 0x8B, 7, 7, 7]] {
      #expect(
        DiagnosticBook.diagnostics(read(bytes, file: "a.csv.gz")).contains(
          "MR1020 the packed file is damaged"))
    }
    #expect(
      DiagnosticBook.diagnostics(read([0x50, 0x4B, 3, 4], file: "a.xlsx")) == """
        1:1 [] MR1020 the file is a zip archive, or a workbook of a spreadsheet program
          help: unpack it, or save its table as CSV; gzip is read: unzip -p 'a.xlsx' | gzip > \
        points.csv.gz
        """)
  }

  @Test
  func `end as bombs with one diagnostic`() throws {
    let zeros = [UInt8](repeating: 0x30, count: 32 << 20)
    let bomb = try Self.packed(zeros)
    #expect(
      DiagnosticBook.diagnostics(read(bomb, file: "a.csv.gz")) == """
        1:1 [] MR1020 the file unpacks to more than 100 times its size
          help: give fewer points: unpack the file with gunzip and shorten it
        """)
    // Beside a part that cannot be packed smaller, its size is the limit.
    var noise: UInt32 = 1
    let part = (0..<(3 << 20)).map { _ in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return UInt8(noise >> 24)
    }
    let large = try Self.packed(part) + Array(repeating: bomb, count: 9).joined()
    #expect(
      DiagnosticBook.diagnostics(read(large, file: "a.csv.gz")).contains(
        "MR1020 the file unpacks to more than 256 MiB"))
  }
}
