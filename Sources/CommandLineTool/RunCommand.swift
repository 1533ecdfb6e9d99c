import ArgumentParser
import Foundation
import Instruments
import Measures
import Reporting
import Scenarios

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

  @Flag(help: "Prints a line for each session, all tables, warnings and failures.")
  var verbose = false

  @Flag(help: "Prints the callbacks of each session in their order, and no summary.")
  var log = false

  @OptionGroup var limits: SessionLimits

  @Option(help: .hidden)
  var sabotage: [Sabotage] = []

  @Flag(help: .hidden)
  var perturbSecondReplay = false

  @Flag(help: .hidden)
  var hideRegionEnd = false

  func run() throws {
    let read = try scenarios.read(devices: devices)
    // Workers are copies of this process; what the files took to read is not for them.
    Allocator.returnFreedMemory()
    var chosen = read.scenarios
    if purpose != nil { try refuseClashes(of: chosen) }
    if let seed {
      for index in chosen.indices { chosen[index].seed = seed }
    }
    let isInteractive = Terminal.isInteractive
    var console = Console(hasColours: isInteractive, isQuiet: quiet)
    console.isVerbose = verbose
    console.fileCount = Set(chosen.map(\.fileID)).count
    console.sessionCount = chosen.count
    console.pages = "\(out)/report.html"
    let progress = Progress(total: chosen.count, isShown: isInteractive && !quiet && !log)
    let player = player(of: chosen)
    let outcomes = player.facts(progress: progress)
    progress.clear()
    for outcome in outcomes {
      RunCommand.print(logOf: outcome)
      if !log { Terminal.write(console.line(for: outcome.report)) }
    }
    var reports = outcomes.map(\.report)
    if !RunCommand.isDebugBuild {
      player.measurements(of: reports.indices.filter { reports[$0].abort == nil }) {
        reports[$0].measurements = $1
      }
    }
    let differing = outcomes.filter { !$0.isRepeatable }.map(\.report.id)
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

  /// Ends the program when the facts of a file beside the scenarios folder would be those of one
  /// inside, or would lie among the reports.
  private func refuseClashes(of chosen: [Scenario]) throws {
    let reports = FilePath.canonical(out) + "/"
    for scenario in chosen {
      let inside = ["yaml", "yml"].map { "Scenarios/\(scenario.fileID).\($0)" }
        .first { FilePath.isFolder($0) == false }
      let isTwin = inside.map(FilePath.canonical) != FilePath.canonical(scenario.file)
      let clash: String
      if facts == nil, let inside, isTwin {
        clash = "be those of \(inside)"
      } else if FilePath.canonical("\(factsFolder)/\(scenario.id).json").hasPrefix(reports) {
        clash = "lie among the reports in '\(out)'"
      } else {
        continue
      }
      Terminal.complain(
        "\(scenario.file):1:1: error: its facts, '\(scenario.id)', would \(clash)\n"
          + "help: rename it or its folder, or give the facts another folder with --facts")
      throw ExitCode(ExitStatus.faultyInput.rawValue)
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
    return words.map(Terminal.quoted).joined(separator: " ")
  }

  /// What plays the sessions, with what the flags want of each.
  private func player(of scenarios: [Scenario]) -> SessionPlayer {
    let (logs, hidesRegionEnd, perturbs) = (log, hideRegionEnd, perturbSecondReplay)
    let lookup =
      (devices.map { ["--devices", $0] } ?? [])
      + (self.scenarios.data.map { ["--data", $0] } ?? [])
    return SessionPlayer(
      scenarios: scenarios, limits: limits,
      runner: {
        SessionRunner(
          scenario: $0, logs: logs, hidesRegionEnd: hidesRegionEnd, lookup: lookup,
          perturbsSecondReplay: perturbs)
      }, sabotages: sabotage)
  }

  /// Prints the callbacks of a session under its name, when they were written down.
  private static func print(logOf outcome: SessionRunner.Outcome) {
    guard let log = outcome.log else { return }
    Terminal.write("# \(outcome.report.id): \(outcome.report.title)\n\(log)\n")
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
    guard run.count(of: .aborted) == 0 else { return .aborted }
    guard isRepeatable else { return .notDeterministic }
    if run.count(of: .harnessBroken) > 0 { return .harnessBroken }
    return run.isGood ? .kept : .broken
  }
}
