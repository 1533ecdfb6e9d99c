public import ArgumentParser
import Formatting
public import Measuring
import Reporting
import Sessions

/// Counts the instructions and allocations of sessions exactly, and compares them with committed
/// ones.
struct CountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count",
    abstract: "Counts the instructions and allocations of sessions, step by step.",
    discussion: """
      Each session is replayed once in a fixed environment, so two counts of one build agree to a \
      few instructions. The processor counts if it can, otherwise valgrind does. The number of \
      allocations is always the same.
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "The folder in which device profiles are looked for first.", completion: .directory)
  var devices: String?

  @Flag(
    help: """
      Compares with the committed counts. Ends with 1 when they differ or are missing, and with 69 \
      when all of them come from other builds or machines.
      """)
  var compare = false

  @Flag(
    help: """
      Writes the counts, one file for each session, in a folder for this build and machine. The \
      counts of other builds and machines stay.
      """)
  var update = false

  @Option(
    help: "The folder of the committed counts.",
    completion: .directory)
  var counts: String = CountRun.standardFolder

  @Option(help: "The counter: any, hardware (the processor) or callgrind.")
  var by = SessionCounter.Kind.any

  @Flag(help: "Prints all counts in JSON.") var json = false

  @Flag(name: .shortAndLong, help: "Prints the tables of every session.") var verbose = false

  @Option(help: .hidden) var slowDown: Int?

  @Flag(help: .hidden) var plantAllocation = false

  func run() throws {
    let selection = try scenarios.read(devices: devices, isVerbose: verbose)
    var run = CountRun(selection.scenarios)
    run.kind = by
    run.plantsAllocation = plantAllocation
    run.options =
      scenarios.lookup(devices: devices, path: FilePath.canonical) + SlowDown.options(slowDown)
    if compare { run.tolerances = try CountRun.tolerances(beside: counts) }
    run.committed = purpose.map { (folder: counts, purpose: $0) }
    for line in run.unusedTolerances { Terminal.complain("warning: \(Escape.line(line))") }
    let progress = Progress(isShown: Terminal.isInteractive && !json)
    Interruption.say("stopped before a session was counted; nothing written")
    let report = run.report { done, total, session in
      Interruption.say("stopped after \(done) of \(total) sessions; nothing written")
      progress.show("counting", done, of: total, session)
    }
    progress.clear()
    Interruption.say("stopped while the counts were written or printed")
    // What is said to be written has been.
    try CountRun.write(report)
    if json {
      Terminal.write(exactly: CountsFile.text(of: report))
    } else {
      var text = CountsText(report)
      text.isVerbose = verbose
      Terminal.write(text.text)
    }
    for complaint in report.complaints(command: command, showsChanges: json) {
      Terminal.complain(complaint)
    }
    try ExitStatus(of: report.ending).end()
  }

  func validate() throws {
    try require(!(compare && update), "--compare and --update exclude each other")
    try require(!counts.isEmpty, "--counts names no folder")
  }

  /// The command that counts the same sessions again.
  private var command: String {
    Escape.shell(
      ["mapreplay", "count"] + scenarios.words(devices: devices)
        + (counts == CountRun.standardFolder ? [] : ["--counts", counts]))
  }

  private var purpose: FactsComparison.Purpose? { update ? .updated : compare ? .compared : nil }
}

extension SessionCounter.Kind: ExpressibleByArgument {}

/// Useless work in a replay, to test that counts detect it.
enum SlowDown {
  /// The options that request it.
  static func options(_ rounds: Int?) -> [String] { rounds.map { ["--slow-down", "\($0)"] } ?? [] }

  /// Does the additional work of an event: a number of rounds of a few instructions each.
  @inline(never) static func work(_ rounds: Int) {
    var (round, sum): (Int, Int) = (0, 7)
    while round < rounds {
      sum = sum &* 6_364_136_223_846_793_005 &+ round
      round &+= 1
    }
    if sum == 1 { Terminal.complain("this never happens, but no compiler knows") }
  }
}
