import Formatting
import Foundation
import Metrics
import Scenarios
import Support
import Testing

@testable import Sessions

/// A session and the same one with other steps: what the first comes into and the second does not.
private struct Encounter: Sendable, CustomTestStringConvertible {
  var occurrence: Occurrence
  var steps: String
  var others: String

  var testDescription: String { occurrence.rawValue }

  init(_ occurrence: Occurrence, _ steps: String, not others: String = "[tap map]") {
    (self.occurrence, self.steps, self.others) = (occurrence, steps, others)
  }
}

private let setUp = "{add: {data: pins, into: pins}}, {wait: settled}"
private let open = setUp + ", {select: {id: a, in: pins}}, {wait: settled}"
private let download =
  "{download: {data: crowd, into: crowd, batch size: 20, every: 50 ms}}"

private let encounters: [Encounter] = [
  Encounter(.dateLine, "[set center: {lat: 0, lon: 180}]"),
  Encounter(.northEnd, "[set center: {lat: 85, lon: 0}, wait: settled]"),
  Encounter(.southEnd, "[set center: {lat: -85, lon: 0}, wait: settled]"),
  Encounter(.southern, "[set center: {lat: -1, lon: 0}]", not: "[set center: {lat: 1, lon: 0}]"),
  Encounter(
    .wholeWorld, "[set region: {center: {lat: 0, lon: 0}, span: 360 deg x 160 deg}, wait: 9 s]"),
  Encounter(
    .street, "[zoom: {by: 9 levels}, wait: settled]", not: "[zoom: {by: 6 levels}, wait: settled]"),
  Encounter(.turned, "[rotate: {by: 30 deg}]"),
  Encounter(
    .nothingInView, "[\(setUp), {set center: {lat: 0, lon: 0, animated: no}}, {wait: settled}]",
    not: "[\(setUp)]"),
  Encounter(
    .batchUnderFingers, "[\(download), {pan: {by: 0 x 50 pt, over: 300 ms}}]",
    not: "[\(download), {wait: 1 s}, {pan: {by: 0 x 50 pt}}]"),
  Encounter(
    .batchInAnimation, "[\(download), {set center: {lat: 52.6, lon: 13.4}}, {wait: settled}]",
    not: "[\(download), {set center: {lat: 52.6, lon: 13.4, animated: no}}, {wait: settled}]"),
  Encounter(
    .batchWithCallout, "[\(open), \(download), {wait: settled}]",
    not: "[\(open), {tap map}, \(download), {wait: settled}]"),
  Encounter(
    .batchInUpdate, "[\(download), {wait: settled}]",
    not: "[{download: {data: crowd, into: crowd, batch size: 20, every: 5 s}}, {wait: settled}]"),
  Encounter(
    .updateUnderFingers,
    "[{add: {data: crowd, into: crowd}}, {wait: settled}, {pan: {by: 0 x 50 pt}}, "
      + "{pan: {by: 0 x 50 pt}}]",
    not: "[{add: {data: crowd, into: crowd}}, {wait: settled}, {pan: {by: 0 x 50 pt}}, "
      + "{wait: settled}, {pan: {by: 0 x 50 pt}}]"),
  Encounter(
    .updateWithCallout, "[\(open), \(download), {wait: settled}]",
    not: "[\(open), {tap map}, \(download), {wait: settled}]"),
  Encounter(
    .selectionInAnimation,
    "[\(setUp), {set center: {lat: 52.51, lon: 13.4}}, {select: {id: a, in: pins}}]",
    not: "[\(open)]"),
  Encounter(
    .selectionAfterSelection, "[\(open), {select: {id: b, in: pins}}, {wait: settled}]",
    not: "[\(open), {tap map}, {wait: 1 s}, {select: {id: b, in: pins}}]"),
  Encounter(
    .removedWhileSelected, "[\(open), {remove: {data: pins, from: pins, ids: [a]}}]",
    not: "[\(open), {remove: {data: pins, from: pins, ids: [b]}}]"),
  Encounter(
    .gestureWithCallout, "[\(open), {pan: {by: 9 x 9 pt}}]",
    not: "[\(open), {tap map}, {wait: settled}, {pan: {by: 9 x 9 pt}}]"),
  Encounter(
    .resizedWithCallout, "[\(open), {resize: {to: 400 x 800 pt}}]",
    not: "[\(setUp), {resize: {to: 400 x 800 pt}}]"),
  Encounter(
    .memoryWithCallout, "[\(open), {memory warning}]", not: "[\(setUp), {memory warning}]"),
  Encounter(
    .dragInBatch,
    "[\(setUp), {download: {data: crowd, into: crowd, batch size: 20, every: 200 ms}}, "
      + "{drag: {id: a, in: pins, by: 9 x 9 pt, over: 900 ms}}]",
    not: "[\(setUp), {drag: {id: a, in: pins, by: 9 x 9 pt, over: 900 ms}}, \(download)]"),
  Encounter(
    .reused, "[\(setUp), {pan: {by: 0 x 2000 pt}}, {pan: {by: 0 x -2000 pt}}, {wait: settled}]",
    not: "[\(setUp)]"),
  Encounter(
    .reusedElsewhere,
    "[\(setUp), {remove: {data: pins, from: pins}}, {wait: settled}, "
      + "{add: {data: pins, into: twins}}, {wait: settled}]",
    not: "[\(setUp), {remove: {data: pins, from: pins}}, {wait: settled}, "
      + "{add: {data: pins, into: pins}}, {wait: settled}]"),
  Encounter(
    .otherPoolFull,
    "[\(setUp), {remove: {data: pins, from: pins}}, {wait: settled}, "
      + "{add: {data: pins, into: others}}, {wait: settled}]",
    not: "[\(setUp), {add: {data: pins, into: others}}, {wait: settled}]"),
  Encounter(
    .severalReused,
    "[\(setUp), {add: {data: pins, into: others}}, {pan: {by: 0 x 2000 pt}}, "
      + "{pan: {by: 0 x -2000 pt}}, {wait: settled}]",
    not: "[\(setUp), {pan: {by: 0 x 2000 pt}}, {pan: {by: 0 x -2000 pt}}, {wait: settled}]"),
  Encounter(
    .poolEmptied,
    "[\(setUp), {pan: {by: 0 x 2000 pt}}, {memory warning}, {pan: {by: 0 x -2000 pt}}, "
      + "{wait: settled}]",
    not: "[\(setUp), {memory warning}, {pan: {by: 0 x 2000 pt}}, {pan: {by: 0 x -2000 pt}}, "
      + "{wait: settled}]"),
  Encounter(
    .clusterAndPin,
    "[{add: {data: crowd, into: crowd}}, {wait: settled}, {zoom: {by: 3 levels}}, {wait: settled}, "
      + "{zoom: {by: -3 levels}}, {wait: settled}]", not: "[\(setUp)]"),
]

@Suite("Coverage of situations")
struct CoverageTests {
  private static func situations(_ steps: String) throws -> Set<Situation> {
    let scratch = try Scratch()
    let file = try scratch.file(
      "a.yaml",
      """
      scenario: A
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}
      data:
        pins: {points: [{id: a, at: 150 x 400 pt}, {id: b, at: 250 x 500 pt}]}
        crowd:
          uniform:
            {points: 200, south west: {lat: 52.4, lon: 13.2}, north east: {lat: 52.6, lon: 13.6}}
      layers:
        pins:
          view: {identifier: pin, draggable: yes}
          callout: {style: plain, size: 90 x 40 pt, adjust: ideal}
        twins: {view: {identifier: pin}}
        others: {view: {identifier: other}}
        crowd:
          cluster: {}
          view: {identifier: crowd}
          cluster view: {identifier: crowd}
      steps: \(steps)
      """)
    let scenarios = try ScenarioQuery(paths: [file.path]).read().scenarios
    return try SituationObserver.situations(of: #require(scenarios.first))
  }

  @Test(arguments: encounters)
  private func `finds what a session comes into`(encounter: Encounter) throws {
    let situation = Situation(encounter.occurrence)
    #expect(try CoverageTests.situations(encounter.steps).contains(situation))
    #expect(try !CoverageTests.situations(encounter.others).contains(situation))
  }

  @Test
  func `has a session for each of them`() {
    #expect(encounters.map(\.occurrence) == Occurrence.allCases)
  }

  /// A situation that is found under another name than it is listed under is unreached for ever.
  @Test
  func `lists each situation once, and all that is found`() throws {
    let all = Situation.all.map(\.situation)
    #expect(Set(all).count == all.count)
    let found = try CoverageTests.situations(
      "[\(open), \(download), {wait: settled}, {tap map}, {fling: {velocity: 0 x 900 pt/s}}]")
    let unlisted = found.subtracting(all)
    // An amount is listed as the default or another one.
    #expect(unlisted.allSatisfy { $0.group == .options }, "\(unlisted)")
    #expect(found.contains(Situation("ideal", isAtFault: false)))
    #expect(found.contains(Situation(.viewsCreated)) && !found.contains(Situation(.staleReuses)))
    #expect(found.contains(Situation(fix: "move points", isMade: true)))
    #expect(Situation.Group.allCases.allSatisfy { group in all.contains { $0.group == group } })
  }

  @Test(arguments: [
    ("{id: a, at: 30 x 400 pt}", ["left edge"]), ("{id: a, at: 190 x 400 pt}", []),
    ("{id: a, at: 360 x 30 pt}", ["top edge", "right edge", "top right corner"]),
    ("{id: a, at: 20 x 820 pt}", ["left edge", "bottom edge", "bottom left corner"]),
  ])
  func `counts a pin near two edges for the corner too`(point: String, edges: [String]) throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "a.yaml",
      """
      scenario: A
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}
      data: {pins: {points: [\(point)]}}
      layers: {pins: {callout: {style: plain, size: 90 x 40 pt}}}
      steps: [{add: {data: pins, into: pins}}, {wait: settled}, {select: {id: a, in: pins}}]
      """)
    let scenarios = try ScenarioQuery(paths: [file.path]).read().scenarios
    let found = try SituationObserver.situations(of: #require(scenarios.first))
    let names = Situation.all.map(\.situation).filter { $0.group == .edges && found.contains($0) }
      .map(\.name)
    #expect(Set(names) == Set(edges.map { "callout near the \($0)" }))
  }

  @Test
  func `says what to write for what is unreached`() throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "a.yaml",
      """
      scenario: A
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}
      steps: [tap map]
      """)
    let coverage = ScenarioCoverage(of: try ScenarioQuery(paths: [file.path]).read().scenarios)
    let summary = coverage.text(.summary)
    let (reached, all) = coverage.totals
    #expect(summary.contains("\nsteps ") && summary.contains(" 1 of 4"), "\(summary)")
    #expect(
      summary.contains("\n  pan\n      - pan: {by: 120 x -40 pt, over: 300 ms}\n"), "\(summary)")
    #expect(summary.hasSuffix("\n1 session: \(reached) of \(all) situations reached\n"))
    #expect(TextLayout.lines(summary).count <= TextLayout.height, "\(summary)")
    let listed = summary.split(separator: "\n").count { $0.hasPrefix("      ") }
    #expect(listed > 1)
    #expect(
      summary.contains("\n\(TextLayout.rest(all - reached - listed, shownBy: "--unreached"))\n"))
    #expect(coverage.text(.unreached).contains("  turned map\n      - rotate: {by: 30 deg}\n"))
    let everything = coverage.text(.everything)
    #expect(everything.contains("steps: tap map "), "\(everything)")
    #expect(everything.split(separator: "\n").count { $0.hasSuffix("  -") } == all - reached)
  }
}
