import Foundation
import Measures
import Metrics
import Scenarios
import Support
import Testing

@testable import Sessions

/// What is expected of every step unless the author expects it otherwise.
@Suite("Implied expectations")
struct ImpliedExpectationTests {
  private static func implied(_ steps: String, expect: String = "{}") throws -> [String] {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file(
      "in/a.yaml",
      """
      scenario: Taps
      device: test-phone
      map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
      data: {pins: {points: [{id: a, lat: 50.0, lon: 8.0}]}}
      layers: {pins: {callout: {style: plain, size: 100 x 50 pt, adjust: none}}}
      steps:
      \(steps)
      expect: \(expect)

      """)
    let scenario = try #require(
      ScenarioQuery(paths: [scratch.folder.appending(path: "in").path]).read().scenarios.first)
    return scenario.finalExpectations.filter {
      $0.isImplied && $0.expectation.metric == .stepsWithoutEffect
    }.map { "\($0.step ?? -1)" }
  }

  /// One of a step speaks for the steps that it counts; the others are held to what they were.
  @Test(arguments: [
    ("{callouts opened: exactly 0}", "callouts opened: exactly 0", ["0", "2", "4"]),
    ("{steps without effect: at most 3}", "callouts opened: exactly 0", []),
    ("{callouts opened: exactly 0}", "steps without effect: exactly 0", ["4"]),
    ("{callouts opened: exactly 0}", "steps without effect: exactly 0, since: m", ["0", "4"]),
    (
      "{callouts opened: exactly 0}", "steps without effect: exactly 0, since: last mark",
      ["0", "4"]
    ),
    (
      "{callouts opened: exactly 0}", "steps without effect: exactly 0, between: [start, m]",
      ["0", "2", "4"]
    ),
  ])
  func `are replaced for the steps that an expectation counts`(
    whole: String, inStep: String, steps: [String]
  ) throws {
    let found = try ImpliedExpectationTests.implied(
      """
        - tap map
        - mark: m
        - tap map
        - expect: {\(inStep)}
        - tap map
      """, expect: whole)
    #expect(found == steps)
  }
}
