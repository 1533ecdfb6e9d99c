import Scenarios
import Testing

@testable import ScenarioFiles

/// A pinned generator (Knuth's MMIX constants), so that a failure can be repeated.
struct Noise {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  /// A text with a few bytes changed.
  mutating func damaged(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    let signs = Array("{}[],:-?&*!|>'\"#%@` \t\n\r0x\\~<\u{FEFF}".utf8)
    for _ in 0...below(3) {
      let index = below(bytes.count)
      switch below(5) {
      case 0: bytes[index] = UInt8(below(256))
      case 1: bytes[index] = signs[below(signs.count)]
      case 2: bytes.insert(signs[below(signs.count)], at: index)
      case 3: bytes.remove(at: index)
      default: bytes.removeSubrange(index..<min(bytes.count, index + below(40)))
      }
      if bytes.isEmpty { break }
    }
    return bytes
  }
}

let fullText =
  headText + """
    tags: ["a b", 'c']
    steps:
      - download: {data: cities, into: cities, batch size: 2, every: 300 ms, jitter: 50 ms}
      - wait: settled
      - mark: zooming # here
      - repeat:
          times: 3
          steps:
            - zoom: {by: 1 level, over: 300 ms}
            - pan: {by: 120 x -40 pt}
            - fling: {velocity: 1200 x 0 pt/s}
      - select: {id: b, in: cities}
      - tap map
      - set region: {center: {lat: 1, lon: 2}, span: 10 km x 10 km}
      - expect: {callout inside map: always, since: last mark}
    expect: {views created: at most 40, hitch ratio: at most 5 ms per s}
    """

let fullMapText =
  mapText.replacing(
    "    places: {callout: {right accessory: {}}}",
    with: """
          places:
            view: {kind: marker, provider: none, enabled: yes, not reset: [title], lift: 20 ms}
            callout: {left accessory: {size: 9 x 9 pt, control: no}, right accessory: {}}
      """
  ) + """
      - pan: {by: 120 x -40 pt, release: moving}
      - pinch: {by: 1 level, about: 100 x 200 pt}
      - rotate: {by: 30 deg, about: 100 x 200 pt, over: 300 ms}
      - double tap: {at: 100 x 200 pt}
      - two-finger tap:
      - tap: {at: 100 x 200 pt}
      - tap accessory: right
      - drag: {id: a, in: places, by: 40 x 0 pt, end: cancel}
      - show: {layers: [places], padding: 20 pt, animated: yes}
      - select annotation: {near: left edge}
      - deselect annotation
      - move: {data: cities, in: places, ids: [a], by: 0.01 x 0.02 deg}
      - replace: {data: cities, in: places, how: only what changed}
      - exchange overlays: [route, area]
      - remove overlay: route
      - change: {views of: places, display priority: default low}
      - move user location: {lat: 1, lon: 2}
      - snapshot: before
      - download: {data: cities, into: [places, piles]}
      - change clustering: {layer: piles, cell size: 90 pt, reuse: no}
      - select and zoom: {id: a, in: piles, width: 2 km, height: 500 m}
      - zoom to cluster: {id: a, in: piles, padding: 20 pt}
      - pause clustering: piles
    variants: {upstream: {mode: upstream}, fixed: {fixes: {overlap: merged, by identity: yes}}}
    expect: {churn: {upstream: at most 1}}
    options: {deceleration: fast, pan duration: 300 ms, closest zoom: 21 levels}
    app: {when region changed: {move content: {by: 10 x 0 pt, animated: no}}}
    """

@Suite("A damaged file")
struct MutationTests {
  private func check(_ diagnostics: Diagnostics, case number: Int) {
    for diagnostic in diagnostics.all {
      #expect(
        diagnostic.place.line >= 1 && diagnostic.place.column >= 1 && diagnostic.length >= 1,
        "\(number)")
      #expect(!diagnostic.description.isEmpty)
    }
  }

  @Test
  func `is undamaged to begin with`() {
    #expect(messages(read(fullText)) == [])
    #expect(messages(read(fullMapText)) == [])
  }

  @Test(arguments: [(fullText, UInt64(7)), (fullMapText, UInt64(9))])
  func `never ends the process`(text: String, state: UInt64) throws {
    var noise = Noise(state: state)
    var bad = 0
    var good: [String: String] = [:]
    for number in 0..<2_000 {
      var files = FakeFiles(["S/Devices/phone.yaml": deviceText, "S/Data/cities.csv": cityText])
      let bytes = noise.damaged(text)
      files.texts["S/x.yaml"] = bytes
      if case .failure(let diagnostics) = ScenarioReader(files: files).read(path: "S/x.yaml") {
        check(diagnostics, case: number)
        bad += 1
      } else {
        good["\(number)"] = String(decoding: bytes, as: UTF8.self)
      }
    }
    #expect(bad > 1_000 && bad < 2_000)
    // What the reader overlooks, such as other blanks, names and numbers, the schema must take too,
    // where the validator's own grammar of YAML lets it come so far.
    guard SchemaValidator.path != nil else { return }
    for (number, found) in try SchemaValidator.refusals(of: good, by: JSONSchemaTests.scenarios)
    where found.contains(where: { $0.message != SchemaValidator.unreadable }) {
      Issue.record("\(number): \(found)\n\(good[number] ?? "")")
    }
  }

  @Test(arguments: [
    ("x.csv", cityText), ("x.csv", cityText.replacing("\n", with: "\r\n")),
    ("x.geojson", geoJSONText), ("x.geojson", geoJSONText.replacing("\n", with: "\r\n")),
  ])
  func `of points never ends the process`(file: String, text: String) {
    var noise = Noise(state: 8)
    var bad = 0
    for number in 0..<1_000 {
      if case .failure(let diagnostics) = readPoints(file: file, bytes: noise.damaged(text)) {
        check(diagnostics, case: number)
        bad += 1
      }
    }
    #expect(bad > 250 && bad < 1_000)
  }

  @Test
  func `of points may have rows and ids without end`() {
    func found(_ row: String) -> [String] {
      messages(PointTable.read(file: "x.csv", bytes: Array("id,lat,lon\n\(row)\nb,1,2\n".utf8)))
    }
    #expect(found("a\u{0}b,1,2") == ["2:2 a text must not contain this character"])
    let commas = String(repeating: ",", count: 99_999)
    #expect(found(commas) == ["2:1 the row has 100000 fields, the header has 3"])
    #expect(found(String(repeating: "a", count: 1_001) + ",1,2") == ["2:1 the id is too long"])
    #expect(found(String(repeating: "a", count: 1_000) + ",1,2") == [])
  }
}

private let geoJSONText = #"""
  {"type": "FeatureCollection", "features": [
    {"type": "Feature", "id": "a", "properties": {"title": "\u00c4 \"b\"", "n": [1e3, null, true]},
     "geometry": {"type": "Point", "coordinates": [13.405, 52.52]}},
    {"type": "Feature", "properties": {"name": "Ort 😀"},
     "geometry": {"type": "MultiPoint", "coordinates": [[1, 2], [3, -4.5, 6]]}}
  ]}

  """#
