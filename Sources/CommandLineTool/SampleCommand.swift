import ArgumentParser
import Measuring
import Replay
import Reporting
import Scenarios
import Sessions

/// Replays one session in this process under a meter, for the verbs that measure.
struct SampleCommand: ParsableCommand {
  /// What looks on.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    /// Steps and phases as profilers see them; nothing is written.
    case regions
    /// What the session asks the allocator for, as a line of JSON.
    case allocations
    /// The stacks that ask for memory, in words; in a process with the heap profiler.
    case stacks
  }

  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "Replays one session under a meter.", shouldDisplay: false)

  @Argument(help: "The scenario file.") var file: String

  @Option(help: "The session, when the file has several.") var id: String?

  @Option(help: "What looks on.") var meter = Kind.regions

  @Flag(help: "Looks only for what steady frames ask for.") var steadyFrames = false

  @Flag(help: "Asks for memory once more.") var plantAllocation = false

  func run() throws {
    let scenarios = try ExitStatus.ending { () throws(SessionsError) in
      try ScenarioQuery(paths: [file]).read().scenarios
    }
    guard let scenario = scenarios.first(where: { id == nil || $0.id == id }) else {
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    switch meter {
    case .regions:
      let replayer = Replayer(scenario)
      let meter = RegionMeter()
      meter.session { replayer.play(meter: meter) { _ in } }
    case .allocations:
      let record = SessionAllocations(of: scenario, plantsOne: plantAllocation).record
      Terminal.write(record.line + "\n")
    case .stacks:
      let allocations = SessionAllocations(of: scenario, plantsOne: plantAllocation)
      guard let words = allocations.stacks(areOfSteadyFrames: steadyFrames) else {
        throw ExitCode(ExitStatus.missingInput.rawValue)
      }
      Terminal.write(words)
    }
  }
}
