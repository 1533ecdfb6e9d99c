import Conformance
import Foundation
import Testing

/// Every golden case that belongs to the repository, and those beside it when they are there.
@Suite("Golden cases")
struct CommittedGoldenTests {
  /// How many cases of each published kind there are.
  private static let kinds: [String: Int] = [
    "mapPointForCoordinate": 24, "coordinateForMapPoint": 9, "worldLatitudeEdge": 1,
    "regionForMapRect": 2, "mapViewDefaultRegion320x480": 1, "mapViewSetRegionVisibleWidth": 1,
    "mapViewSetRegionLatDelta": 1, "convertCenterToPoint": 1, "mapViewNorthEast20x20": 1,
    "legacySnappedSpan": 1, "cchZoomLevelForRegion": 2, "rectUnion": 1,
    "rectIntersectionIsNull": 1, "rectInset": 1, "rectOffset": 1, "rectSpans180": 2,
    "rectContainsPoint": 1, "rectIntersects": 1, "rectIntersection": 1, "rectRemainder": 2,
    "rectDivideMaxX": 1, "rectDivideMinX": 1, "metersPerMapPointAtLatitude": 19,
    "mapPointsPerMeterAtLatitude": 8, "metersBetweenMapPoints": 3, "regionMakeWithDistance": 1,
    "circleBoundingMapRect": 2, "polygonCoordinate": 1, "geodesicPolylinePointCount": 2,
    "mapRectForCoordinateRegionRoundTrip": 1, "cchCellMapSize": 1,
    "cchAlignMapRectToCellSize": 2, "tileUpperLeft": 1, "tileLowerRight": 1,
    "webMercatorMetres": 1, "tileOfLngLat": 3, "pixelToLngLat": 1, "lngLatToPixel": 1,
  ]

  private func play(_ paths: [String]) throws -> [CaseResult] {
    var files: [String: String] = [:]
    for path in paths { files[path] = try Golden.text(path) }
    return try Golden.play(files)
  }

  private func expectNoFailure(_ results: [CaseResult]) {
    for result in results {
      guard case .failed(let difference) = result.outcome else { continue }
      Issue.record("\(result.file) \(result.id): \(difference)")
    }
  }

  @Test
  func `all numbers published for the map view are met`() throws {
    let results = try play(["mapview/reference_values.json"])
    expectNoFailure(results)
    #expect(ConformanceReport(results: results).closingLine == "105 passed, 0 failed, 0 skipped")
    #expect(CommittedGoldenTests.kinds(of: results) == CommittedGoldenTests.kinds)
  }

  /// How many cases there are of each kind that nobody published, but published formulas give.
  private static let computedKinds: [String: Int] = [
    "clLocationDistance": 2, "polylineBoundingWidth": 2, "mapCameraDistance": 1,
    "rectNegativeIntersectsSelf": 1, "webMercatorToLngLat": 1, "unitMercatorY": 2,
    "legacyVisibleRectAligned": 2,
  ]

  @Test
  func `all numbers computed for the map view are met`() throws {
    let results = try play(["mapview/computed_values.json"])
    expectNoFailure(results)
    #expect(ConformanceReport(results: results).closingLine == "11 passed, 0 failed, 0 skipped")
    #expect(CommittedGoldenTests.kinds(of: results) == CommittedGoldenTests.computedKinds)
  }

  private static func kinds(of results: [CaseResult]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for result in results {
      counts[String(result.id.split(separator: " ").last ?? ""), default: 0] += 1
    }
    return counts
  }

  @Test
  func `recorded functions are met`() throws {
    let results = try play(["clustering/functions.jsonl"])
    expectNoFailure(results)
    #expect(ConformanceReport(results: results).closingLine == "61 passed, 0 failed, 0 skipped")
  }

  @Test
  func `recorded sessions over invented points are met`() throws {
    let results = try play(["clustering/synthetic.jsonl"])
    expectNoFailure(results)
    #expect(results.filter { $0.outcome != .passed }.map(\.id) == [])
    #expect(results.flatMap(\.remarks) == [], "rounding decides as it was recorded")
    let text = ConformanceReport(results: results).text(isVerbose: false)
    let edges = text.split(separator: "\n").filter { $0.hasPrefix("ROUNDING ") }
    let played = ["cell-corner-cell50", "cell128-z5"].flatMap { name in
      ["engine", "map", "map in time"].map { "synthetic/\(name) \($0)" }
    }
    #expect(
      edges == played.map {
        "ROUNDING clustering/synthetic.jsonl \($0): 1 of 1 results agree exactly"
      } + ["ROUNDING may decide in 6 cases, within one; 6 of them agree exactly"])
    #expect(results.count { $0.id.hasSuffix(" engine") } == 14)
    #expect(results.count { $0.id.hasSuffix(" map") } == 14)
    // A view without size shows nothing in time.
    #expect(results.count { $0.id.hasSuffix(" map in time") } == 13)
  }

  @Test
  func `selections, equal points and single operations are met`() throws {
    let results = try play(["clustering/flows.jsonl"])
    expectNoFailure(results)
    #expect(results.allSatisfy { $0.outcome == .passed && $0.remarks.isEmpty })
    #expect(results.count { $0.id.hasSuffix(" map") } == 18)
  }

  @Test
  func `recorded sessions across the edges of the world are met`() throws {
    let results = try play(["clustering/dateline.jsonl"])
    expectNoFailure(results)
    for result in results { #expect(result.outcome == .passed, "\(result.id)") }
  }

  @Test(arguments: ["1e-7"])
  func `callouts end where they must, to a ten-millionth of a point`(tolerance: String) throws {
    let path = "callouts/callout_cases.json"
    let text = try Golden.text(path)
    let tight = text.replacing(/"pixelTolerance": *0\.5/, with: "\"pixelTolerance\": \(tolerance)")
    #expect(tight != text)
    for text in [text, tight] {
      let results = try Golden.play([path: text])
      expectNoFailure(results)
      #expect(results.count { $0.outcome == .passed } == 34 * 4)
      #expect(results.count == 34 * 4)
    }
  }

  @Test
  func `bubbles are drawn as published`() throws {
    let results = try play(["callouts/bubble_cases.json"])
    expectNoFailure(results)
    #expect(results.count { $0.outcome == .passed } == results.count)
    #expect(results.count { $0.id.hasSuffix(" shape") } == 20)
    #expect(results.count { $0.id.hasSuffix(" outlines") } == 20)
    #expect(results.count { $0.id.hasSuffix(" animation") } == 20)
    #expect(results.count { ["constants", "animation"].contains($0.id) } == 2)
  }

  @Test
  func `subview callouts are placed as SMCalloutView does`() throws {
    let results = try play(["callouts/smcallout_cases.json"])
    expectNoFailure(results)
    #expect(results.count { $0.outcome == .passed } == 11)
    #expect(results.count == 11)
  }

  @Test(.enabled(if: Golden.outside != nil))
  func `golden cases beside the repository are met`() throws {
    let outside = try #require(Golden.outside)
    let results = try ConformanceRun(golden: outside).results()
    expectNoFailure(results)
    #expect(results.count { $0.outcome == .passed } > 300)
    let reasons = Set(
      results.compactMap { result -> String? in
        guard case .skipped(let reason) = result.outcome else { return nil }
        return reason
      })
    #expect(
      reasons.isSubset(of: [
        "the cluster controller's own selection is not there yet",
        "points equal to others are not there yet", "a map view without size is not there yet",
      ]), "\(reasons)")
  }

  @Test(.enabled(if: Golden.moreOutside != nil))
  func `further golden cases beside the repository are met, none is skipped`() throws {
    let results = try ConformanceRun(golden: try #require(Golden.moreOutside)).results()
    expectNoFailure(results)
    #expect(results.isEmpty == false)
    for result in results { #expect(result.outcome == .passed, "\(result.file) \(result.id)") }
  }
}
