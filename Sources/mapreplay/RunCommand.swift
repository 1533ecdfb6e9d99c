import ArgumentParser
import Foundation
import Instruments
import Measures
import Reporting
import Scenarios
import Synchronization

/// Replays scenarios, judges them and writes the reports; compares or writes facts when asked.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replays scenarios, judges their expectations and writes reports.",
    discussion: """
      The reports of the run go to --out: run.json, report.html, summary.md, junit.xml. The facts \
      of each scenario, exact numbers, can be committed: --update writes them, one file for each \
      scenario and an index, and --compare fails when they are others later.
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "The folder in which device profiles are looked for first.")
  var devices: String?

  @Option(help: "The folder for the reports of this run.")
  var out = "Reports/latest"

  @Flag(help: "Compares with the committed facts; ends with 1 when they differ or are missing.")
  var compare = false

  @Flag(help: "Writes the facts, and deletes those whose scenario is gone.")
  var update = false

  @Option(help: "The folder of the committed facts (default: Reports).")
  var facts: String?

  @Option(help: "Replaces the seed of every scenario; has facts only in a folder of their own.")
  var seed: UInt64?

  @Flag(name: .shortAndLong, help: "Prints only failures and the last line.")
  var quiet = false

  @Flag(help: "Print the failures that follow from others in full.")
  var verbose = false

  @Flag(help: "Prints the callbacks of each session in their order, and no summary.")
  var log = false

  @Flag(help: .hidden)
  var perturbSecondReplay = false

  @Flag(help: .hidden)
  var hideRegionEnd = false

  func run() throws {
    let read = try scenarios.read(devices: devices)
    var chosen = read.scenarios
    if let seed {
      for index in chosen.indices { chosen[index].seed = seed }
    }
    let isInteractive = Terminal.isInteractive
    var console = Console(hasColours: isInteractive, isQuiet: quiet)
    console.isVerbose = verbose
    let progress = Progress(total: chosen.count, isShown: isInteractive && !quiet && !log)
    let outcomes = replay(chosen, progress: progress)
    progress.clear()
    try RunCommand.refuse(contradictionsOf: outcomes)
    for outcome in outcomes { RunCommand.print(logOf: outcome) }
    var reports = outcomes.map(\.report)
    let differing = measure(chosen, into: &reports, console: console)
    var run = RunReport(
      sessions: reports, version: MapReplayCommand.version, isDebugBuild: RunCommand.isDebugBuild,
      allocator: RunCommand.allocator)
    let committed = purpose.map {
      CommittedFacts(
        folder: factsFolder, purpose: $0, run: run, searched: read.searched, out: out)
    }
    run.comparison = committed?.comparison
    run.contradictions = differing.map {
      "two replays of \($0) differ: the simulation is not deterministic"
    }
    if !log { Terminal.write(console.closing(of: run)) }
    committed?.complain(command: command)
    for difference in run.contradictions { Terminal.complain("error: \(difference)") }
    for folder in [out, factsFolder] { OutputFiles.removeLeftovers(below: folder) }
    do throws(OutputFiles.Failure) {
      try write(reportsOf: run)
      // Facts that another replay contradicts are worth no commit.
      if differing.isEmpty { try committed?.write() }
    } catch {
      Terminal.complain("error: cannot write \(error.path): \(error.reason)")
      throw ExitCode(ExitStatus.cannotWrite.rawValue)
    }
    try status(of: run, isRepeatable: differing.isEmpty).end()
  }

  func validate() throws {
    for (name, value) in [("--out", out), ("--facts", facts)] where value?.isEmpty == true {
      throw ValidationError("\(name) names no folder")
    }
    if compare, update { throw ValidationError("--compare and --update exclude each other") }
    if seed != nil, facts == nil, purpose != nil {
      throw ValidationError(
        "committed facts are those of each scenario's own seed; name another folder with --facts")
    }
    if purpose != nil || facts != nil, FilePath.canonical(out) == FilePath.canonical(factsFolder) {
      throw ValidationError(
        "--out and --facts are one folder; facts are kept, reports are those of the last run")
    }
  }

  /// What is done with the committed facts; nil when nothing is.
  private var purpose: FactsComparison.Purpose? {
    update ? .updated : compare ? .compared : nil
  }

  private var factsFolder: String { facts ?? "Reports" }

  /// How the user would replay the same scenarios again.
  private var command: String {
    let words =
      ["mapreplay", "run"] + scenarios.words
      + (devices.map { ["--devices", $0] } ?? []) + (facts.map { ["--facts", $0] } ?? [])
      + (seed.map { ["--seed", "\($0)"] } ?? [])
    return words.map { word in
      word.contains { " '\"$&;()*?".contains($0) } ? "'\(word)'" : word
    }.joined(separator: " ")
  }

  /// Facts of all scenarios, several at once; each replay is a pure function, so their order does
  /// not matter.
  private func replay(
    _ scenarios: [Scenario], progress: Progress
  ) -> [SessionRunner.Outcome] {
    let slots = Mutex([SessionRunner.Outcome?](repeating: nil, count: scenarios.count))
    let (logs, hidesRegionEnd) = (log, hideRegionEnd)
    DispatchQueue.concurrentPerform(iterations: scenarios.count) { index in
      let runner = SessionRunner(
        scenario: scenarios[index], logs: logs, hidesRegionEnd: hidesRegionEnd)
      let outcome = runner.facts()
      slots.withLock { $0[index] = outcome }
      progress.step()
    }
    return slots.withLock { $0.compactMap(\.self) }
  }

  /// Prints the callbacks of a session under its name, when they were written down.
  private static func print(logOf outcome: SessionRunner.Outcome) {
    guard let log = outcome.log else { return }
    Terminal.write("# \(outcome.report.id): \(outcome.report.title)\n\(log)\n")
  }

  /// Ends the program when the model contradicted itself; nothing of such a run is worth writing.
  private static func refuse(contradictionsOf outcomes: [SessionRunner.Outcome]) throws {
    let faulty = outcomes.filter { !$0.contradictions.isEmpty }
    guard !faulty.isEmpty else { return }
    for outcome in faulty {
      let variant = outcome.report.variant.map { " (\($0.name))" } ?? ""
      for contradiction in outcome.contradictions {
        Terminal.complain(
          "internal contradiction in \(outcome.report.file)\(variant) at "
            + "\(MetricText.time(contradiction.time)), step \(contradiction.step): "
            + contradiction.sentence)
      }
    }
    Terminal.complain(
      "help: this is a mistake of mapreplay, not of the scenario; nothing was written")
    throw ExitCode(ExitStatus.contradiction.rawValue)
  }

  /// Replays each scenario once more, alone and under a clock, and prints its line.
  ///
  /// The second replay must give the first one's fingerprint; a debug build keeps no times. The
  /// hidden flag gives the second replay another seed, which has to be noticed.
  ///
  /// - Returns: The scenarios whose second replay differed from the first.
  private func measure(
    _ scenarios: [Scenario], into reports: inout [SessionReport], console: Console
  ) -> [String] {
    var differing: [String] = []
    for (index, scenario) in scenarios.enumerated() {
      var again = scenario
      if perturbSecondReplay { again.seed &+= 1 }
      let (measurements, digest) = SessionRunner(scenario: again).measured()
      if !RunCommand.isDebugBuild { reports[index].measurements = measurements }
      if digest != reports[index].facts.digest { differing.append(scenario.id) }
      if !log { Terminal.write(console.line(for: reports[index])) }
    }
    return differing
  }

  static var isDebugBuild: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }

  /// The allocator's name and number, without the build that jemalloc appends to it; nil when
  /// another one serves the program.
  private static var allocator: String? {
    guard Allocator.isServing, let version = Allocator.version else { return nil }
    return "jemalloc \(version.prefix { $0 != "-" })"
  }
}

/// What is written, and how the run ends.
extension RunCommand {
  /// Writes what stands beside the facts.
  ///
  /// It comes before them: a run that cannot be reported leaves the committed facts as they were.
  private func write(reportsOf run: RunReport) throws(OutputFiles.Failure) {
    try OutputFiles.write(RunFile.text(of: run), to: "\(out)/run.json")
    try OutputFiles.write(HTMLPage.text(of: run), to: "\(out)/report.html")
    try OutputFiles.write(Summary.text(of: run), to: "\(out)/summary.md")
    try OutputFiles.write(JUnit.text(of: run), to: "\(out)/junit.xml")
  }

  private func status(of run: RunReport, isRepeatable: Bool) -> ExitStatus {
    guard isRepeatable else { return .notDeterministic }
    if run.count(of: .harnessBroken) > 0 { return .harnessBroken }
    return run.isGood ? .kept : .broken
  }
}

/// A line on the terminal that says how far the replay is.
private final class Progress: Sendable {
  private let total: Int
  private let isShown: Bool
  private let done = Mutex(0)

  init(total: Int, isShown: Bool) {
    self.total = total
    self.isShown = isShown
  }

  func step() {
    done.withLock { done in
      done += 1
      if isShown { Terminal.write("\rreplaying \(done)/\(total)") }
    }
  }

  func clear() {
    if isShown { Terminal.write("\r\u{1B}[K") }
  }
}
