import ArgumentParser
import Comparison
import Formatting
import Instruments
import MapModel
import Measuring
import Replay
import Reporting
import Scenarios
import Sessions

/// Replays one session in this process under a meter, for the verbs that measure.
struct SampleCommand: ParsableCommand {
  /// The meter.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    /// Steps and phases as profilers see them; nothing is written.
    case regions
    /// The processor's counter at their borders, as a line of JSON.
    case counter
    /// Real times of replays in turns, as a line of JSON.
    case times
    /// The allocations of the session, as a line of JSON.
    case allocations
    /// The stacks that ask for memory, as a line of JSON; in a process with the heap profiler.
    case stacks
  }

  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "Replays one session under a meter.", shouldDisplay: false)

  @Argument(help: "The scenario file.") var file: String?

  @Option(help: "The session, when the file has several.") var id: String?

  @Option(help: "The observer of the replay.") var meter = Kind.regions

  @OptionGroup var lookup: LookupOptions

  @Option(help: "Rounds of a loop without use for each event.") var slowDown = 0

  @Flag(help: "Looks only for what steady frames ask for.") var steadyFrames = false

  @Flag(help: "Asks for memory once more.") var plantAllocation = false

  @Option(help: "The ids of the steps that regions keep apart, as 1,2; all unless given.")
  var apart: String?

  @Option(help: "How often a round replays the session that is timed.") var repeats = 1

  @Flag(help: "Times phases too.") var phases = false

  @Flag(help: "Says who this program is, for one that is to compare it.") var handshake = false

  @OptionGroup var gate: GateOptions

  func run() throws {
    guard !handshake, let file else {
      return Terminal.write(exactly: Greeting(meters: Kind.allCases.map(\.rawValue)).line)
    }
    LevelGround.prepare()
    let scenarios = try lookup.query(of: [file]).read().scenarios
    guard let scenario = scenarios.first(where: { id == nil || $0.id == id }) else {
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    guard try !gate.replay(scenario) else { return }
    // What the first replay of a process does besides goes by addresses: it makes the types.
    if meter == .regions || meter == .counter {
      LevelGround.work { Replayer(scenario).play(meter: StillMeter()) { _ in } }
    }
    var failure: (any Error)?
    LevelGround.work {
      do { try measure(scenario) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func measure(_ scenario: Scenario) throws {
    let replayer = Replayer(scenario)
    let rounds = slowDown
    switch meter {
    case .regions:
      let meter = RegionMeter(
        steps: apart.map { Set($0.split(separator: ",").compactMap { Int32($0) }) })
      meter.session { replayer.play(meter: meter) { _ in SlowDown.work(rounds) } }
    case .times:
      let sample = TimesSample(
        measuring: scenario.id, hasPhases: phases, repeats: max(repeats, 1)
      ) { meter in
        Replayer(scenario).play(meter: meter) { _ in SlowDown.work(rounds) }
      }
      Terminal.write(exactly: sample.line)
    case .counter:
      let sample = try SampleCommand.counted { meter in
        replayer.play(meter: meter) { _ in SlowDown.work(rounds) }
      }
      Terminal.write(exactly: sample.line)
    case .allocations:
      let record = SessionAllocations(of: scenario, plantsOne: plantAllocation).record
      Terminal.write(exactly: record.line + "\n")
    case .stacks:
      let allocations = SessionAllocations(of: scenario, plantsOne: plantAllocation)
      guard let stacks = allocations.stacks(areOfSteadyFrames: steadyFrames) else {
        throw CommandError(.unavailable, "the heap profiler of jemalloc is not there")
      }
      Terminal.write(exactly: stacks.line)
    }
  }

  func validate() throws {
    try require(handshake || file != nil, "a scenario file is missing")
  }

  private static func counted(_ play: (CounterMeter) -> Void) throws -> SessionSample {
    do throws(ProcessCounter.Unavailable) {
      let counter = try ProcessCounter(.instructions)
      let meter = CounterMeter { counter.read() }
      if let counts = meter.session({ play(meter) }) { return SessionSample(counts) }
    } catch { throw CommandError(.unavailable, "\(error)") }
    throw CommandError(.unavailable, "the counter cannot be read")
  }
}
