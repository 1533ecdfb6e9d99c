import Foundation
import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Replay
import Scenarios
import Sessions
import Support
import Testing

/// Every committed scenario on a phone whose work takes no time: the events are those of a map
/// whose main thread is always free.
@Suite("A phone whose work takes no time")
struct InstantTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let fixture = repository.appending(
    path: "Tests/Program/SessionsTests/Fixtures/instant-digests.txt")

  /// All folders, or those of short sessions, where replays are slow.
  private static let folders: [String] = {
    #if OPTIMIZED
    [""]
    #else
    ["Canaries", "Gestures", "Overlays", "Region", "Views"]
    #endif
  }()

  /// A scenario without costs, on the map as it was: what has another default since is as before.
  private static func instant(_ scenario: Scenario) -> Scenario {
    var scenario = scenario
    scenario.options.restoreRecorded()
    // Markers without a word about it were always shown.
    for layer in scenario.layers.indices
    where scenario.layers[layer].view.hasPriorityOfMembers {
      scenario.layers[layer].view.displayPriority = 1_000
    }
    scenario.device.costs = DeviceCosts(framesPerSecond: scenario.device.costs.framesPerSecond)
    return scenario
  }

  private static func digest(of scenario: Scenario) -> String {
    var digest = TraceDigest()
    Replayer(instant(scenario)).play(meter: StillMeter()) { digest.observe($0) }
    return digest.text
  }

  /// The digests were recorded before the main thread took any time; younger scenarios have none.
  @Test
  func `plays each session as it was before the main thread took time`() throws {
    let paths = InstantTests.folders.map {
      InstantTests.repository.appending(path: "Scenarios/\($0)").path
    }
    let lines = try ScenarioQuery(paths: paths).read().scenarios.map { scenario in
      "\(scenario.id) \(InstantTests.digest(of: scenario))"
    }
    let recorded = try String(contentsOf: InstantTests.fixture, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let found = Set(lines)
    let ids = Set(lines.map { $0.prefix { $0 != " " } })
    let replayed = recorded.filter { ids.contains($0.prefix { $0 != " " }) }
    let other = replayed.filter { !found.contains($0) }.map { $0.prefix { $0 != " " } }
    let now = lines.filter { line in other.contains(line.prefix { $0 != " " }) }
    #expect(other.isEmpty, "other traces on an instant phone: \(now)")
    #expect(InstantTests.folders == [""] ? replayed == recorded : replayed.count > 20)
  }
}
