import Foundation
import Reporting
import Statistics
import Testing

@testable import Sessions

@Suite("Real times")
struct MeasurementTests {
  /// Real times differ from run to run, but a part is never longer than the whole.
  @Test
  func `phases and whole updates are of the same laps`() throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = repository.appending(path: "Scenarios/DataChanges/download-while-panning.yaml")
    let scenarios = try ScenarioQuery(paths: [file.path]).read().scenarios
    for scenario in scenarios {
      let measurements = try #require(
        SessionRunner(scenario: scenario).measurements(within: 1_000_000))
      // Three replays: two as a whole and one with clocks, beside which the second one lies.
      #expect(measurements.replays?.count == 2)
      let overhead = try #require(measurements.overhead)
      #expect(overhead.replays == 1 && overhead.without >= measurements.realNanoseconds)
      let whole = try #require(measurements.updates.session)
      for name in ["query", "locate", "choose", "diff"] {
        let phase = try #require(measurements.phases.first { $0.name == name })
        // Percentiles of many laps come from a histogram of three digits.
        #expect(Double(phase.laps.p95) <= Double(whole.p95) * 1.002, "\(name)")
      }
    }
    #expect(!scenarios.isEmpty)
  }
}
