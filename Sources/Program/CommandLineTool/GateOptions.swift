import ArgumentParser
import Instruments
import MapModel
import Measuring
import Replay
import Scenarios

/// The options by which `profile` names the part of a session that a profiler may see.
struct GateOptions: ParsableArguments {
  @Option(help: .private) var gateCommands: String?
  @Option(help: .private) var gateAnswers: String?
  @Option(help: .private) var gateEnough: Int64 = 0
  @Option(help: .private) var gateLimit: Int64 = 0
  @Option(help: .private) var gateSteps: String?
  @Option(help: .private) var gatePhase: PhaseName?

  private var part: GateMeter.Section {
    if let gatePhase { return .phase(gatePhase.phase) }
    guard let gateSteps else { return .session }
    return .steps(Set(gateSteps.split(separator: ",").compactMap { Int32($0) }))
  }

  /// Replays a session behind a gate until enough of it was seen; false when none was asked for.
  func replay(_ scenario: Scenario) throws -> Bool {
    guard let gateCommands, let gateAnswers else { return false }
    guard let pipe = ControlPipe(commands: gateCommands, answers: gateAnswers) else {
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    let gate = PerfGate(pipe)
    let replayer = Replayer(scenario)
    let meter = GateMeter(part, gate: gate)
    let sample = gate.repeats(untilSeen: gateEnough, within: gateLimit) {
      meter.session { replayer.play(meter: meter) { _ in } }
    }
    Terminal.write(exactly: sample.line)
    return true
  }
}

/// A phase by its name.
struct PhaseName: ExpressibleByArgument {
  let phase: Phase

  init?(argument: String) {
    guard let phase = Phase.allCases.first(where: { "\($0)" == argument }) else { return nil }
    self.phase = phase
  }

  /// The names of all phases, in their order.
  static var allValueStrings: [String] { Phase.allCases.map { "\($0)" } }
}
