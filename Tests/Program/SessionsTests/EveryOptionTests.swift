import Foundation
import ScenarioFiles
import Sessions
import Testing

/// The committed scenario whose title says that it changes every option of the model.
@Suite("Every option changed")
struct EveryOptionTests {
  @Test
  func `leaves none as it is`() throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = repository.appending(path: "Scenarios/Region/every-option-changed.yaml")
    let scenarios = try ScenarioQuery(paths: [file.path]).read().scenarios
    #expect(scenarios.count == 1)
    let kept = scenarios.flatMap(\.optionsInForce).filter(\.isDefault).map(\.name)
    #expect(kept == [])
  }
}
