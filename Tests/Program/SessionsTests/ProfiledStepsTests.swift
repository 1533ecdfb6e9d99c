import Foundation
import Scenarios
import Support
import Testing

@testable import Sessions

@Suite("Steps that a name means")
struct ProfiledStepsTests {
  /// Steps and those within repetitions, 12 in all; their numbers are those of the file.
  private func scenario() throws -> Scenario {
    let scratch = try Scratch()
    let file = try scratch.file(
      "s.yaml",
      """
      scenario: Steps
      device: test-phone
      map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
      steps:
        - wait: 1 s
        - mark: first
        - wait: 2 s
        - repeat:
            times: 2
            steps:
              - wait: 3 s
              - tap map
        - wait: 4 s
        - mark: second
        - mark: third
        - repeat:
            times: 2
            steps:
              - mark: inner
              - wait: 5 s

      """)
    try scratch.file("Devices/test-phone.yaml", TestDevice.text)
    return try #require(ScenarioQuery(paths: [file.path]).read().scenarios.first)
  }

  @Test(arguments: [
    ("5", [0]), ("step 1", [0]), ("step 4", [4, 5]), ("first", [2, 4, 5, 6]),
    ("6", [2, 4, 5, 6]), ("step 2", [2, 4, 5, 6]), ("inner", [11]), ("third", nil), ("second", nil),
  ])
  func `a mark means the steps up to the next one`(name: String, steps: [Int]?) throws {
    let scenario = try scenario()
    guard let steps else {
      let diagnostic = #expect(throws: UnknownStep.self) { try scenario.stepsPlayed(inStep: name) }
      #expect(
        diagnostic?.description == "no step comes between the mark '\(name)' and the next one")
      return
    }
    #expect(try scenario.stepsPlayed(inStep: name) == steps)
  }
}
