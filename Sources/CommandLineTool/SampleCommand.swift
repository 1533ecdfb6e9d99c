import ArgumentParser
import Comparison
import Measuring
import Replay
import Scenarios
import Sessions

/// Replays one session in this process under a meter, for the verbs that measure.
struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "Replays one session under a meter.", shouldDisplay: false)

  @Argument(help: "The scenario file.") var file: String?

  @Option(help: "The session, when the file has several.") var id: String?

  @Option(help: "What is measured.") var meter = MeterName.regions

  @Flag(help: "Times phases too.") var phases = false

  @Flag(help: "Says who this program is, for one that is to compare it.") var handshake = false

  func run() throws {
    guard !handshake, let file else { return Terminal.write(Greeting().line) }
    let scenarios = try ExitStatus.ending { () throws(SessionsError) in
      try ScenarioQuery(paths: [file]).read().scenarios
    }
    guard let scenario = scenarios.first(where: { id == nil || $0.id == id }) else {
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    switch meter {
    case .regions:
      let meter = RegionMeter()
      let replayer = Replayer(scenario)
      meter.session { replayer.play(meter: meter) { _ in } }
    case .times:
      let sample = TimesSample(measuring: scenario.id, hasPhases: phases) { meter in
        Replayer(scenario).play(meter: meter) { _ in }
      }
      Terminal.write(sample.line)
    }
  }

  func validate() throws {
    try require(handshake || file != nil, "a scenario file is missing")
  }
}

/// What a sample is of.
enum MeterName: String, ExpressibleByArgument, CaseIterable {
  /// Steps and phases, shown to callgrind.
  case regions
  /// Real times, as a line of JSON.
  case times
}
