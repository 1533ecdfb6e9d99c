import Foundation
import Testing

@testable import Conformance

/// A wrong number must be found, and what cannot be played must be said.
@Suite("Wrong and unknown golden cases")
struct CanaryTests {
  static let value = """
    {"values": [{"id": "v1", "kind": "mapPointForCoordinate", "input": {"lat": 0, "lon": 0}, \
    "expected": {"x": 134217728.0, "y": 134217728.0}, "tolerance": 0}]}
    """

  static let session = """
    {"case": "made/up", "viewSize": [300, 300], "points": [[0, 0], [0, 0]], "config": \
    {"cellSize": 60, "marginFactor": 0, "clusterer": "centerOfMass", \
    "reuseExistingClusterAnnotations": true, "minUniqueLocationsForClustering": 0, \
    "maxZoomLevelForClustering": null}, "steps": \
    [{"op": "view", "rect": [134000000, 134000000, 500000, 500000], "settle": false}, \
    {"op": "add", "ids": [0, 1]}], "results": []}
    """

  private func lines(_ files: [String: String]) throws -> [String] {
    let report = ConformanceReport(results: try Golden.play(files))
    return report.text(isVerbose: true).split(separator: "\n").map(String.init)
  }

  @Test
  func `a wrong number of the map view fails`() throws {
    let path = "mapview/reference_values.json"
    #expect(try lines([path: CanaryTests.value]) == ["1 passed, 0 failed, 0 skipped"])
    let wrong = CanaryTests.value.replacing("\"x\": 134217728.0", with: "\"x\": 134217729")
    #expect(
      try lines([path: wrong]) == [
        "FAILED \(path) v1 mapPointForCoordinate: x: expected 134217729.0, got 134217728.0",
        "0 passed, 1 failed, 0 skipped",
      ])
  }

  @Test(arguments: [
    ("\"unique\":true", "\"unique\":false"), ("\"count\":2000", "\"count\":1999"),
    ("\"added\":[0]", "\"added\":[1]"), ("\"cells\":", "\"cells\":1"),
    ("\"inView\":true", "\"inView\":false"),
  ])
  func `a wrong word or number of a session fails`(right: String, wrong: String) throws {
    let path = "clustering/synthetic.jsonl"
    let all = try Golden.text(path).replacing(", ", with: ",").replacing(": ", with: ":")
    let line = try #require(all.split(separator: "\n").first { $0.contains("stack-2000") })
    #expect(try lines([path: String(line)]) == ["3 passed, 0 failed, 0 skipped"])
    #expect(line.contains(right))
    let found = try lines([
      path: String(line.replacing(right, with: wrong, maxReplacements: 1))
    ])
    #expect(
      found.contains { $0.hasPrefix("FAILED \(path) synthetic/stack-2000 ") }, "\(found)")
    #expect(found.allSatisfy { !$0.hasPrefix("FAILED") || $0.contains(": expected ") })
  }

  /// What is beside the view is not in it, whoever plays.
  @Test
  func `a cluster in view is told from one beside it`() throws {
    let path = "clustering/synthetic.jsonl"
    let all = try Golden.text(path).replacing(", ", with: ",").replacing(": ", with: ":")
    let line = try #require(all.split(separator: "\n").first { $0.contains("stack-2000") })
    let wrong = line.replacing("\"inView\":true", with: "\"inView\":false", maxReplacements: 1)
    let found = try lines([path: String(wrong)])
    #expect(found.count { $0.contains("expected false, got true") && $0.contains("inView") } == 3)
    #expect(found.last == "0 passed, 3 failed, 0 skipped")
  }

  /// The line of a session, without blanks.
  private func flow(_ name: String) throws -> String {
    let all = try Golden.text("clustering/flows.jsonl")
    return String(try #require(all.split(separator: "\n").first { $0.contains(name) }))
  }

  /// Each word of the log counts, and what is counted beside it.
  @Test(arguments: [
    ("select-twice", "\"didDeselect c", "\"didDeselect c1"),
    ("select-single", "animated=1\",\"region", "animated=0\",\"region"),
    ("select-single", "center=9.9529", "center=9.9530"),
    ("select-clustered", "\"willReuse c0 n=5\"", "\"willReuse c0 n=4\""),
    ("select-clustered", "\"regionWillChange animated=0\",", ""),
    ("select-rejected", "center=0.000000000,0.000000000", "center=85.000000000,0.000000000"),
    ("select-while-busy", "\"completion step2\"", "\"completion step1\""),
    ("select-while-busy", "\"completions\":1", "\"completions\":0"),
    ("select-over-selection", "\"selected\":8", "\"selected\":5"),
    ("equal-elsewhere", "\"total\":2", "\"total\":3"),
    ("no-size", "\"total\":4", "\"total\":0"),
  ])
  func `a wrong word of a log fails`(name: String, right: String, wrong: String) throws {
    let line = try flow(name)
    #expect(line.contains(right), "\(line)")
    let found = try lines([
      "clustering/a.jsonl": line.replacing(right, with: wrong, maxReplacements: 1)
    ])
    #expect(found.contains { $0.hasPrefix("FAILED clustering/a.jsonl made-up/\(name) map") })
  }

  @Test
  func `a session with single operations is played block by block alone`() throws {
    let found = try lines(["clustering/a.jsonl": try flow("select-while-busy")])
    #expect(found == ["1 passed, 0 failed, 0 skipped"])
    // When the map's own update is waited for, the selection does not take its end for its own.
    let move = /("op":"move","rect":\[[^\]]*\]),"settle":false/
    let early = try flow("select-while-busy").replacing(move) { "\($0.output.1)" }
    #expect(try lines(["clustering/a.jsonl": early]).last == "0 passed, 1 failed, 0 skipped")
  }

  @Test
  func `counts may differ by one where rounding decides, and only there`() throws {
    let path = "clustering/synthetic.jsonl"
    let all = try Golden.text(path)
    let line = String(try #require(all.split(separator: "\n").first { $0.contains("fpEdge") }))
    // The cases are listed, whether they need the allowance or not.
    func edges(exact: Int) -> [String] {
      ["engine", "map", "map in time"].map {
        "ROUNDING \(path) synthetic/cell-corner-cell50 \($0): \(exact) of 1 results agree exactly"
      } + ["ROUNDING may decide in 3 cases, within one; \(3 * exact) of them agree exactly"]
    }
    #expect(try lines([path: line]) == edges(exact: 1) + ["3 passed, 0 failed, 0 skipped"])
    let other = line.replacing(/"count": *1,/, with: "\"count\":2,", maxReplacements: 1)
      .replacing(/"unique": *true/, with: "\"unique\":false", maxReplacements: 1)
    #expect(other != line)
    let rounded = try lines([path: other])
    #expect(rounded.last == "3 passed, 0 failed, 0 skipped")
    // Each way of playing tells what differs, and where.
    #expect(rounded.count == 8)
    #expect(rounded.prefix(3).allSatisfy { $0.hasPrefix("ROUNDED \(path) synthetic/cell") })
    #expect(rounded[3..<7] == edges(exact: 0)[...])
    #expect(rounded[1].contains(" map: step 1 cluster 0 count: expected 2, got 1"))
    let untagged = other.replacing("fpEdge", with: "edge")
    #expect(try lines([path: untagged]).last == "0 passed, 3 failed, 0 skipped")
    let far = line.replacing(/"count": *1,/, with: "\"count\":3,", maxReplacements: 1)
      .replacing(/"unique": *true/, with: "\"unique\":false", maxReplacements: 1)
    #expect(try lines([path: far]).last == "0 passed, 3 failed, 0 skipped")
  }

  @Test(arguments: [
    ([Int](), [Int](), true), ([1, 5], [5, 1], true), ([1, 5], [2, 4], true),
    ([1, 5], [3, 5], false), ([1, 5], [1, 5, 9], true), ([1, 5], [1, 5, 9, 9], false),
    ([4], [], true), ([1, 9], [1, 5], false), ([1, 9, 9], [9, 9], true),
  ])
  func `lists of counts are near in any order`(left: [Int], right: [Int], isNear: Bool) {
    #expect(RoundingEdge.areNear(left, right) == isNear)
    #expect(RoundingEdge.areNear(right, left) == isNear)
  }

  @Test
  func `a wrong length of a function fails`() throws {
    let path = "clustering/more.jsonl"
    let line = #"{"fn": "alignMapLengthToWorldWidth", "in": 0, "out": 1}"#
    #expect(
      try lines([path: line]) == [
        "FAILED \(path) line 1 alignMapLengthToWorldWidth: length: expected 1.0, got 0.0",
        "0 passed, 1 failed, 0 skipped",
      ])
  }

  @Test
  func `a wrong rect around a cluster fails`() throws {
    let path = "clustering/functions.jsonl"
    let all = try Golden.text(path)
    let line = String(
      try #require(all.split(separator: "\n").first { $0.contains("clusterMapRect") }))
    #expect(try lines([path: line]) == ["1 passed, 0 failed, 0 skipped"])
    let wrong = line.replacing(/"out": *\[1/, with: "\"out\":[2", maxReplacements: 1)
    #expect(wrong != line)
    #expect(try lines([path: wrong]).last == "0 passed, 1 failed, 0 skipped")
  }

  @Test
  func `a wrong result after the settings changed fails`() throws {
    let path = "clustering/synthetic.jsonl"
    let all = try Golden.text(path).replacing(": ", with: ":")
    let line = try #require(all.split(separator: "\n").first { $0.contains("min-thresholds") })
    #expect(try lines([path: String(line)]) == ["3 passed, 0 failed, 0 skipped"])
    let setting = "\"minUniqueLocationsForClustering\":"
    let wrong = String(line.replacing("\(setting)7", with: "\(setting)2"))
    #expect(wrong != line)
    #expect(try lines([path: wrong]).last == "0 passed, 3 failed, 0 skipped")
  }

  /// A device showed 5.39691 for ten degrees in a view of 300 points.
  @Test(arguments: [("5.39691", "2 passed, 0 failed"), ("5.39692", "1 passed, 1 failed")])
  func `zoom levels of a device are compared`(level: String, closing: String) throws {
    let device = """
      {"mapRect": [0, 0, 0, 0], "cellSize": 1, "columns": 0, "rows": 0, "counts": [], \
      "zoomChecks": [{"region": [0, 0, 10, 10], "view": [300, 300], "zoomLevel": \(level), \
      "tolerance": 2e-06}]}
      """
    #expect(try lines(["clustering/device.json": device]).last == "\(closing), 0 skipped")
  }

  /// The number that sets the view need not be there, nor stand right before.
  @Test(arguments: ["", CanaryTests.map + ",", CanaryTests.map + "," + CanaryTests.point + ","])
  func `a number of the same view as above finds its view`(above: String) throws {
    let value =
      #"{"id": "s", "kind": "mapViewSetRegionLatDelta", "input": {"same": "as above"}, "#
      + #""expected": \#(above.isEmpty ? 0.0269 : 0.0538), "tolerance": 0.0001}"#
    let count = above.split(separator: "\"id\"").count
    #expect(
      try lines(["mapview/a.json": "{\"values\": [\(above)\(value)]}"]).last
        == "\(above.isEmpty ? 1 : count) passed, 0 failed, 0 skipped")
  }

  /// A view of twice two kilometers, and a number that has nothing to do with it.
  private static let map = """
    {"id": "m", "kind": "mapViewSetRegionVisibleWidth", "input": {"w": 320, "h": 480, \
    "lat": 39.9042, "lon": 116.4074, "latMeters": 4000, "lonMeters": 4000}, \
    "expected": 34879, "tolerance": 10}
    """
  private static let point = """
    {"id": "p", "kind": "coordinateForMapPoint", "input": {"x": 134217728, "y": 134217728}, \
    "expected": {"lat": 0, "lon": 0}, "tolerance": 0}
    """

  @Test
  func `a wrong flag of a callout fails`() throws {
    let path = "callouts/callout_cases.json"
    let text = try Golden.text(path)
    let wrong = text.replacing(
      /"C3_minimal": *true/, with: "\"C3_minimal\": false", maxReplacements: 1)
    #expect(wrong != text)
    let found = try lines([path: wrong]).filter { $0.hasPrefix("FAILED") }
    #expect(
      found == ["FAILED \(path) cc01 A_edgeMargins: C3_minimal: expected false, got true"])
  }

  /// One zoom level too far out, for contain rect and for edged regions.
  @Test
  func `a callout that zooms out twice where levels are whole fails`() throws {
    let path = "callouts/callout_cases.json"
    let text = try Golden.text(path)
    let wrong = text.replacing(
      /"scaleRatio_legacyIntegerZoom": *1\.0986328125/,
      with: "\"scaleRatio_legacyIntegerZoom\": 0.54931640625", maxReplacements: 2)
    #expect(wrong != text)
    let found = try lines([path: wrong]).filter { $0.hasPrefix("FAILED") }
    let field = "scaleRatio_legacyIntegerZoom: expected 0.54931640625, got 1.0986328125"
    #expect(
      found
        == ["B_containRect", "C_edgedRegionFloat32"].map { "FAILED \(path) cc01 \($0): \(field)" })
  }

  @Test
  func `a wrong place of a callout fails`() throws {
    let path = "callouts/callout_cases.json"
    let text = try Golden.text(path)
    for (shift, count) in [("0.4", 0), ("0.6", 1)] {
      let wrong = text.replacing(
        /"contentTranslation": *\[\s*0\.0/, with: "\"contentTranslation\": [\(shift)",
        maxReplacements: 1)
      #expect(wrong != text)
      #expect(try lines([path: wrong]).count { $0.hasPrefix("FAILED") } == count, "\(shift)")
    }
  }

  @Test
  func `an unknown kind is skipped, wherever it stands`() throws {
    let found = try lines([
      "mapview/a.json": CanaryTests.value.replacing("mapPointForCoordinate", with: "altitude"),
      "clustering/b.jsonl": #"{"fn": "fly", "in": 1, "out": 2}"# + "\n"
        + CanaryTests.session.replacing("\"add\"", with: "\"shake\""),
      "callouts/c.json": #"{"cases": [{"id": "c1", "wings": 2}]}"#,
      "weather/d.json": "no JSON at all",
    ])
    #expect(
      found == [
        "SKIPPED mapview/a.json v1 altitude: unknown kind of map view value 'altitude'",
        "SKIPPED clustering/b.jsonl line 1 fly: unknown clustering function 'fly'",
        "SKIPPED clustering/b.jsonl made/up map: unknown clustering step 'shake'",
        "SKIPPED callouts/c.json c1: unknown kind of callout case",
        "0 passed, 0 failed, 4 skipped",
      ])
  }

  @Test
  func `a data set that is absent is skipped`() throws {
    let line = #"{"case": "x", "dataset": "atlantis", "steps": []}"#
    #expect(
      try lines(["clustering/a.jsonl": line]) == [
        "SKIPPED clustering/a.jsonl x: the data set 'atlantis' is not there",
        "0 passed, 0 failed, 1 skipped",
      ])
  }

  @Test(arguments: [
    (#""cellSize": 60"#, #""cellSize": "large""#, "'cellSize' is not a number"),
    (#""viewSize": [300, 300], "#, "", "'viewSize' is missing"),
    (#""ids": [0, 1]"#, #""ids": [0, 2]"#, "there is no point 2"),
    (#""ids": [0, 1]"#, #""range": [0, 3]"#, "there is no point 2"),
    ("134000000, 500000", "134000000", "a rect without 4 numbers"),
  ])
  func `a case that cannot be read fails`(right: String, wrong: String, reason: String) throws {
    let text = CanaryTests.session.replacing(right, with: wrong)
    #expect(text != CanaryTests.session)
    #expect(
      try lines(["clustering/a.jsonl": text]) == [
        "FAILED clustering/a.jsonl made/up: the case cannot be read: \(reason)",
        "0 passed, 1 failed, 0 skipped",
      ])
  }

  @Test(arguments: [
    ("mapview/a.json", "{", "it is no JSON object"),
    ("mapview/a.json", "[1]", "it is no JSON object"),
    ("callouts/a.json", "{}", "it has no list of 'cases' or 'values'"),
    ("callouts/a.json", #"{"cases": [{}]}"#, "case 1 has no 'id'"),
    ("clustering/a.jsonl", "{\"fn\": \"x\"}\nnonsense", "line 2 is no JSON object"),
    ("clustering/a.jsonl", "{}", "line 1 has neither 'case' nor 'fn'"),
  ])
  func `a file of another form is a fault`(path: String, text: String, reason: String) {
    #expect(throws: ConformanceError.faulty(file: path, reason: reason)) {
      _ = try Golden.play([path: text])
    }
  }

  @Test
  func `a folder with nothing to play is missing`() throws {
    let folder = try GoldenFolder(["weather/a.json": "{}"])
    let golden = folder.root.appending(path: "golden")
    for url in [golden, folder.root.appending(path: "nowhere")] {
      #expect(throws: ConformanceError.missing(url.path)) {
        _ = try ConformanceRun(golden: url).results()
      }
    }
  }
}

/// What is printed.
@Suite("Conformance report")
struct ConformanceReportTests {
  private static let report = ConformanceReport(
    results: [
      CaseResult(file: "a/b.json", id: "c1", outcome: .passed),
      CaseResult(file: "a/b.json", id: "c2", outcome: .failed("x: expected 1,\n got 2")),
      CaseResult(file: "a/b.json", id: "c3", outcome: .skipped("too hot")),
    ]
      + (4..<14).map {
        CaseResult(file: "a/b.json", id: "c\($0)", outcome: .skipped("too cold"))
      })

  @Test
  func `reasons are counted, the closing line comes last`() {
    #expect(
      ConformanceReportTests.report.text(isVerbose: false) == """
        FAILED a/b.json c2: x: expected 1,  got 2
        SKIPPED  1  too hot
        SKIPPED 10  too cold
        1 passed, 1 failed, 11 skipped

        """)
  }

  @Test
  func `each skipped case has a line when it is asked for`() {
    let lines = ConformanceReportTests.report.text(isVerbose: true).split(separator: "\n")
    #expect(lines.count == 13)
    #expect(lines[1] == "SKIPPED a/b.json c3: too hot")
    #expect(lines.last == "1 passed, 1 failed, 11 skipped")
  }

  @Test(arguments: [(38, 39, false), (39, 40, false), (40, 40, true)])
  func `failures fit on a screen, and all are there when they are asked for`(
    failures: Int, height: Int, isCut: Bool
  ) {
    let report = ConformanceReport(
      results: (0..<failures).map {
        CaseResult(file: "a.json", id: "c\($0)", outcome: .failed("x"))
      })
    let lines = report.text(isVerbose: false).split(separator: "\n")
    #expect(lines.count == height)
    #expect(lines.contains { $0.hasSuffix("--verbose shows them") } == isCut)
    #expect(lines.last == "0 passed, \(failures) failed, 0 skipped")
    #expect(report.text(isVerbose: true).split(separator: "\n").count == failures + 1)
  }

  @Test
  func `nothing at all has a closing line too`() {
    #expect(
      ConformanceReport(results: []).text(isVerbose: false) == "0 passed, 0 failed, 0 skipped\n")
  }
}
