import ArgumentParser
import Measuring
import Replay
import Scenarios
import Sessions

/// Replays one session once in this process under a meter, for the verbs that measure.
struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "Replays one session under a meter.", shouldDisplay: false)

  @Argument(help: "The scenario file.") var file: String

  @Option(help: "The session, when the file has several.") var id: String?

  @OptionGroup var gate: GateOptions

  func run() throws {
    let scenarios = try ExitStatus.ending { () throws(SessionsError) in
      try ScenarioQuery(paths: [file]).read().scenarios
    }
    guard let scenario = scenarios.first(where: { id == nil || $0.id == id }) else {
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    guard try !gate.replay(scenario) else { return }
    let meter = RegionMeter()
    let replayer = Replayer(scenario)
    meter.session { replayer.play(meter: meter) { _ in } }
  }
}
