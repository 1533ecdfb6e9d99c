public import ArgumentParser
public import Comparison
import Formatting
import Foundation
import Instruments
import ReportPage
import Reporting
import Sessions

/// Compares the facts, the counts and the times of two builds.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares two builds by facts, counts and times.",
    discussion: """
      BASE and HEAD are programs, revisions or run files. A revision of this repository is built \
      in a work tree below \(RevisionBuilder.folder), which is kept, and plays its own scenarios. \
      A program plays the scenarios of this folder. In the repository of an app, this program \
      plays the scenarios of each revision and compares their facts; nothing is kept. Two run \
      files (run.json) are compared by facts, and by allocations if both were measured under the \
      same conditions. Facts are compared first, because they are exact everywhere; then counts, \
      which are exact for one build; then times. The first line has the verdict and the class that \
      decided.
      """)

  @Argument(help: "The older program, revision or run file.") var base: String?

  @Argument(help: "The newer program, revision or run file.") var head: String?

  @Argument(
    help: "Scenario files or folders, as each side finds them.",
    completion: .file(extensions: ["yaml"]))
  var scenarios: [String] = ["Scenarios"]

  @OptionGroup var builds: BuildOptions

  @Option(
    help: "Only sessions whose id or title contains this text; a full id selects one.",
    completion: Completions.ids)
  var filter: String?

  @Option(help: "Compares only these classes: counts or times. Facts are always compared.")
  var only: [BuildComparison.Level] = []

  @Option(help: "The time limit for counts, and again for times, such as 5min (default: 60s).")
  var budget: Budget?

  @Option(help: "The largest change of times to ignore, in percent (default and minimum: 2).")
  var tolerance: Percent?

  @Flag(help: "Judges the phases of sessions too.") var phases = false

  @Option(help: "The seed of the order in which processes run (default: 1).") var seed: UInt64?

  @Option(help: "time: ends with 2 if times regressed, and with 69 if times cannot decide.")
  var gate: [Gate] = []

  @Option(help: ArgumentHelp("More arguments for what HEAD samples.", visibility: .hidden))
  var headSample = ""

  @Option(help: ArgumentHelp("More arguments for what HEAD runs.", visibility: .hidden))
  var headRun = ""

  @Option(
    help: ArgumentHelp("Seconds within which HEAD says who it is.", visibility: .hidden))
  var headGreetingLimit = 30

  @Flag(help: "Prints the comparison as JSON.") var json = false

  @Option(
    help: "Draws the intervals of times into this file too.", completion: .file(extensions: ["svg"])
  )
  var svg: String?

  @Option(
    help: """
      Writes a page of HEAD, which plays each session with other facts before and now, beside each \
      other.
      """, completion: .file(extensions: ["html"]))
  var html: String?

  @Flag(name: .shortAndLong, help: "Prints all rows and values.") var verbose = false

  @Flag(
    help: """
      Tests the comparison itself. BASE is then the program to test (default: this program), and \
      HEAD the path of a scenario, whose first session is played. Processes of the one program are \
      compared with each other, with and without a planted slowdown. The output counts false \
      alarms and misses. Ends with 81 if there are too many of them, and with 69 if there are too \
      few processes, or if the machine has no counter.
      """)
  var selfTest = false

  @Option(help: "The processes that the self-test starts (default: 1500).") var processes: Int?

  @Option(help: "The comparisons that the self-test makes (default: 200).") var comparisons: Int?

  func run() throws {
    guard !selfTest else { return try testJudge() }
    guard let base, let head else { return }
    let areRuns = [base, head].contains(where: RunFileComparison.isRunFile)
    let report = try areRuns ? compareRuns(base, head) : compareBuilds(base, head)
    Terminal.write(
      json
        ? ComparisonFile.text(of: report) : ComparisonText.text(of: report, isVerbose: verbose))
    if let svg {
      try OutputFiles.write(ComparisonPicture.text(of: report), to: svg)
    }
    try status(of: report).end()
  }

  /// Compares two run files.
  private func compareRuns(_ base: String, _ head: String) throws -> ComparisonReport {
    for (name, path) in [("BASE", base), ("HEAD", head)] {
      try require(
        RunFileComparison.isRunFile(path),
        "\(name) '\(path)' is no run file, and the other one is; give two of one kind")
    }
    if let html { try writePage(base, head, to: html) }
    return try RunFileComparison.report(base: base, head: head)
  }

  /// Writes the page of a run beside an earlier one, without its front of committed facts.
  private func writePage(_ base: String, _ head: String, to file: String) throws {
    var run = try RunFileComparison.side(at: head).run
    run.comparison = nil
    run.earlier = try RunFileComparison.earlier(RunFileComparison.side(at: base), than: run)
    try OutputFiles.write(HTMLPage.parts(of: run, inOrder: ConcurrentTasks.map), to: file)
  }

  private func compareBuilds(_ base: String, _ head: String) throws -> ComparisonReport {
    let older = try builds.contender("BASE", base)
    var newer = try builds.contender("HEAD", head)
    newer.sampleOptions = headSample.split(separator: " ").map(String.init)
    newer.runOptions = headRun.split(separator: " ").map(String.init)
    newer.greetingLimit = headGreetingLimit
    var comparison = try BuildComparison(base: older, head: newer)
    comparison.scenarios = scenarios
    comparison.options = filter.map { ["--filter", $0] } ?? []
    comparison.levels = only.isEmpty ? Set(BuildComparison.Level.allCases) : Set(only + [.facts])
    comparison.tolerances = try CountRun.tolerances(beside: CountRun.standardFolder)
    if older.isOfScenarios, newer.isOfScenarios {
      try require(
        only.allSatisfy { $0 == .facts },
        "one program plays the scenarios of both revisions, so only facts are compared; leave "
          + "--only out")
      comparison.levels = [.facts]
    }
    if let budget { comparison.budget = budget.nanoseconds }
    if let tolerance { comparison.tolerance = tolerance.parts }
    if let seed { comparison.seed = seed }
    comparison.hasPhases = phases
    let progress = Progress(isShown: Terminal.isInteractive && !json)
    comparison.note = { progress.show($0) }
    comparison.onProgress = { progress.show($0, $1, of: $2, $3) }
    defer { progress.clear() }
    var written: Result<Void, any Error> = .success(())
    if let html {
      comparison.onPlayed = { base, head in
        written = Result { try writePage(base, head, to: html) }
      }
    }
    let report = try comparison.report()
    try written.get()
    return report
  }

  func validate() throws {
    try require(svg?.isEmpty != true, "--svg names no file")
    try require(html?.isEmpty != true, "--html names no file")
    try require(selfTest || head != nil, "two programs or revisions are compared")
    try require(21...100_000 ~= processes ?? 21, "--processes are 21 to 100000")
    try require(1...10_000 ~= comparisons ?? 1, "--comparisons are 1 to 10000")
    let times: [(name: String, isGiven: Bool)] = [
      ("--gate", !gate.isEmpty), ("--phases", phases), ("--budget", budget != nil),
      ("--tolerance", tolerance != nil),
    ]
    let others = [
      ("--filter", filter != nil), ("--svg", svg != nil), ("--only", !only.isEmpty),
      ("--seed", seed != nil),
      ("--build-command", builds.buildCommand != nil),
      ("--build-product", builds.buildProduct != nil),
    ]
    if selfTest {
      try require(
        scenarios == ["Scenarios"], "--self-test takes a program and one path of scenarios")
      try refuse(times + [("--svg", svg != nil), ("--html", html != nil)], "--self-test")
      return
    }
    try refuse(
      [("--processes", processes != nil), ("--comparisons", comparisons != nil)],
      "a comparison without --self-test")
    if [base, head].contains(where: { $0.map(RunFileComparison.isRunFile) ?? false }) {
      try require(
        scenarios == ["Scenarios"], "run files have the scenarios of their runs; name none")
      try refuse(times + others, "a comparison of run files")
    }
    try require(
      gate.isEmpty || only.isEmpty || only.contains(.times), "--gate time needs --only times too")
  }

  /// Ends with a mistake of usage when an option is given that would have no effect.
  private func refuse(_ options: [(name: String, isGiven: Bool)], _ what: String) throws {
    let given = options.filter(\.isGiven).map(\.name)
    try require(
      given.isEmpty, "\(what) takes no \(given.joined(separator: ", ")); leave it out")
  }

  /// Tests the judge on processes of one program.
  private func testJudge() throws {
    var test = try JudgeSelfTest(
      builds.contender("BASE", base ?? Machine.program),
      scenarios: head.map { [$0] } ?? scenarios,
      options: filter.map { ["--filter", $0] } ?? [])
    if let processes { test.processes = processes }
    if let comparisons { test.comparisons = comparisons }
    if let seed { test.seed = seed }
    test.hasCounts = only.isEmpty || only.contains(.counts)
    test.note = BuildOptions.note
    let report = try test.report()
    json ? Terminal.write(exactly: report.json) : Terminal.write(report.text)
    let status: ExitStatus =
      switch report.verdict {
      case .good: .kept
      case .bad: .harnessBroken
      case .unavailable: .unavailable
      }
    try status.end()
  }

  private func status(of report: ComparisonReport) -> ExitStatus {
    switch report.decision {
    case (.aborted, _): .aborted
    case (.notDeterministic, _): .notDeterministic
    case (.changed, _), (.regressed, .facts), (.regressed, .counts): .broken
    case (.regressed, .times), (.improved, _), (.unchanged, _), (.inconclusive, _),
      (.machineUnfit, _):
      gate.contains(.time) ? status(of: report.timesGate) : .kept
    }
  }

  /// Returns the exit status for times that gate; times without a result print the reason.
  private func status(of gate: ComparisonReport.TimesGate) -> ExitStatus {
    switch gate {
    case .passed: return .kept
    case .failed: return .slower
    case .unavailable(let reason):
      Terminal.complain(
        "error: times cannot gate: \(Escape.line(reason))\n"
          + "help: build both in one way, and allow a longer --budget on a machine that mapreplay "
          + "doctor calls fit")
      return .unavailable
    }
  }
}

extension BuildComparison.Level: ExpressibleByArgument {}

/// How revisions are built.
struct BuildOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The shell command that builds a revision in its work tree.", visibility: .hidden))
  var buildCommand: String?

  @Option(
    help: ArgumentHelp("The program that it builds, from there.", visibility: .hidden))
  var buildProduct: String?

  /// Prints a note about long work on a terminal.
  static func note(_ sentence: String) {
    if Terminal.isInteractive { Terminal.complain("\(sentence) ...") }
  }

  /// A builder of revisions of the repository around the working folder.
  func builder() throws(ComparisonError) -> RevisionBuilder {
    var builder = try RevisionBuilder(
      around: FileManager.default.currentDirectoryPath,
      environment: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }.sorted())
    if let buildCommand { builder.recipe.command = buildCommand }
    if let buildProduct { builder.recipe.product = buildProduct }
    builder.alwaysBuilds = buildCommand != nil
    builder.note = BuildOptions.note
    return builder
  }

  /// The program at a path, or that of a revision.
  func contender(_ name: String, _ label: String) throws(ComparisonError) -> Contender {
    let folder = FileManager.default.currentDirectoryPath
    if let program = try Contender(name: name, path: label, folder: folder) { return program }
    let builder = try builder()
    return try builder.program(
      of: builder.revision(named: label), name: name, label: label)
  }
}

/// A length of real time, written as `60s`, `500ms` or `5min`.
struct Budget: ExpressibleByArgument {
  let nanoseconds: Int64

  init?(argument: String) {
    let text = argument.filter { $0 != " " }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units: [String: Int64] = ["ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000]
    guard let number = Int64(digits), let unit = units[String(text.dropFirst(digits.count))],
      number > 0, number <= 86_400
    else { return nil }
    nanoseconds = number * unit
  }
}

/// A part of a whole, written as `3 %`, `3%` or `3`.
struct Percent: ExpressibleByArgument {
  let parts: Double

  init?(argument: String) {
    let text = argument.filter { $0 != " " && $0 != "%" }
    guard let number = Double(text), number >= 0, number <= 1_000 else { return nil }
    parts = number / 100
  }
}

extension CompareCommand {
  /// A reason to fail a comparison in addition to facts and counts.
  enum Gate: String, ExpressibleByArgument, CaseIterable {
    /// Times have regressed, or do not decide.
    case time
  }
}
