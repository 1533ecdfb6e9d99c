import Testing

@testable import ScenarioFiles

/// Reads a file of points whole, and piece by piece too, which may not say anything else.
///
/// - Returns: What the whole file holds.
func readPoints(
  file: String, bytes: [UInt8], format: PointFormat = PointFormat()
) -> Result<PointTable, Diagnostics> {
  let whole = PointTable.read(file: file, bytes: bytes, format: format)
  for lookahead in [7, 40, 300, 1 << 20] where bytes.count < 1 << 18 {
    let pieces = PointPieces(FilePieces(bytes), lookahead: lookahead)
    guard let table = PointTable.read(file: file, pieces: pieces, format: format) else { continue }
    #expect(whole == .success(table), "\(file) in pieces of \(2 * lookahead) bytes")
  }
  return whole
}

/// Files of points that are read piece by piece.
@Suite("Pieces of files of points")
struct PointPiecesTests {
  /// Some rows, and features of the same points.
  private static func table(_ count: Int) -> String {
    "id,lat,lon,title\r\n"
      + (1...count).map { "ä\($0),\($0 % 90).5,-7.25,\"Ort \"\"\($0)\"\",\nhinten\"\r\n" }.joined()
  }

  private static func features(_ count: Int, separator: String = ",") -> String {
    (1...count).map {
      #"{"type": "Feature", "id": "ä\#($0)", "properties": {"name": "Ort \"\#($0)\",\nhinten", "#
        + #""list": [{}, [1, {"a": []}]]}, "geometry": {"type": "Point", "#
        + #""coordinates": [-7.25, \#($0 % 90).5]}}"#
    }.joined(separator: separator)
  }

  private static let collections = [
    #"{"type": "FeatureCollection", "bbox": [1, [2]], "features": [?], "after": [[3], {}]}"#,
    "\u{FEFF}{\n\"features\" :\n[\n?\n] , \"type\": \"FeatureCollection\"}\n\n",
  ]

  @Test(
    arguments: [("a.csv", table(400)), ("a.ndjson", features(400, separator: "\n"))]
      + collections.map { ("a.json", $0.replacing("?", with: features(400))) })
  func `have the points of the whole file`(file: String, text: String) throws {
    let whole = try readPoints(file: file, bytes: Array(text.utf8)).get()
    #expect(whole.ids.count == 400 && whole.titles[7] == "Ort \"8\",\nhinten")
    for bytes in [Array(text.utf8), try PackedFileTests.packed(Array(text.utf8))] {
      // Each holds two rows, which are shorter than 250 bytes.
      let pieces = PointPieces(FilePieces(bytes), lookahead: 250)
      let table = try #require(PointTable.read(file: file, pieces: pieces))
      #expect(table.ids == whole.ids && table.coordinates == whole.coordinates)
    }
  }

  /// The bytes that are read grow with the file, and the pieces do not.
  @Test(arguments: [1_000, 10_000, 100_000])
  func `are read once, in pieces of one size`(count: Int) throws {
    let files = [
      ("a.csv", Self.table(count)), ("a.ndjson", Self.features(count, separator: "\n")),
      ("a.json", Self.collections[0].replacing("?", with: Self.features(count))),
    ]
    for (file, text) in files {
      let unread = FilePieces(Array(text.utf8))
      var (read, largest) = (0, 0)
      let counted = FilePieces(size: unread.size) { size in
        let piece = unread.next(size)
        read += piece?.count ?? 0
        largest = max(largest, size)
        return piece
      }
      let pieces = PointPieces(counted, lookahead: 500)
      let table = try #require(PointTable.read(file: file, pieces: pieces))
      #expect(table.ids.count == count)
      #expect(read == text.utf8.count && largest == 1_000)
    }
  }
}

extension PointPiecesTests {
  /// A reader may give fewer bytes than it is asked for, long before the end of the file.
  @Test
  func `are whole, however few bytes a reader gives at once`() throws {
    let text = Self.table(500)
    let unread = FilePieces(Array(text.utf8))
    let slow = FilePieces(size: unread.size) { unread.next(min($0, 7)) }
    let table = try #require(
      PointTable.read(file: "a.csv", pieces: PointPieces(slow, lookahead: 100)))
    #expect(table.ids.count == 500)
  }

  @Test
  func `are not begun in an archive, which is refused whole`() {
    let bytes = Array("PK\u{3}\u{4},lat,lon\na,1,2\n".utf8)
    #expect(PointTable.read(file: "a.csv", pieces: PointPieces(FilePieces(bytes))) == nil)
    guard case .failure = readPoints(file: "a.csv", bytes: bytes) else {
      Issue.record("an archive was read")
      return
    }
  }
}

/// The ids of points.
@Suite("Ids of points")
struct PointIDsTests {
  @Test
  func `are found again, and free once they are removed`() {
    var (ids, expected, places) = (PointIDs(), [String](), [String: Int]())
    var noise = Noise(state: 3)
    for byte in 0..<20_000 {
      let id = "\(noise.below(9_000))"
      let first = ids.take(id, at: byte)
      #expect(first == places[id])
      if first == nil {
        places[id] = byte
        expected.append(id)
      }
      guard noise.below(5) == 0 else { continue }
      let count = noise.below(min(4, expected.count))
      for id in expected.suffix(count) { places[id] = nil }
      ids.removeLast(count)
      expected.removeLast(count)
    }
    #expect(ids.all == expected && expected.count > 5_000)
  }

  /// Canonically equivalent texts are the same id.
  @Test
  func `are equal as texts are`() {
    var ids = PointIDs()
    #expect(ids.take("\u{E9}", at: 3) == nil && ids.take("e\u{301}", at: 9) == 3)
  }
}
