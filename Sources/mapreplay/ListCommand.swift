import ArgumentParser
import Metrics
import Scenarios

/// Lists scenarios.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists scenarios with their tags, device and steps.")

  @OptionGroup var scenarios: ScenarioOptions

  func run() throws {
    let read = try scenarios.read().scenarios
    let width = read.map(\.id.count).max() ?? 0
    for scenario in read {
      var line = scenario.id.padding(to: width) + "  " + scenario.name
      if !scenario.tags.isEmpty { line += "  [\(scenario.tags.joined(separator: ", "))]" }
      line += "  \(scenario.device.name), \(scenario.stepCount) steps"
      if !scenario.mustFail.isEmpty {
        line += ", canary: " + scenario.mustFail.map(\.name).joined(separator: ", ")
      }
      Terminal.write(line + "\n")
    }
  }
}

extension String {
  /// This text with spaces behind it up to a width.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
