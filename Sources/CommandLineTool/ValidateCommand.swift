import ArgumentParser
import Sessions

/// Reads scenarios and says everything that is wrong with them.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks scenario files and everything they name; replays nothing.")

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "The folder in which device profiles are looked for first.") var devices: String?

  func run() throws {
    let read = try scenarios.read(devices: devices).scenarios
    Terminal.write("\(read.count) \(read.count == 1 ? "scenario is" : "scenarios are") valid\n")
  }
}
