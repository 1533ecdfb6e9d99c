import ArgumentParser
import Exploration
import Formatting
import Foundation
import Glibc
import ReportTexts
import Reporting
import ScenarioFiles
import Sessions

/// Searches for sessions that break laws, or the expectation of a user.
struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Generates random sessions and reports each one that breaks a built-in rule (law).",
    discussion: """
      Sessions are generated from the schema of scenarios: every step, option, layer and callout. \
      Each session is played twice and checked against laws. Example: two replays are equal. A \
      session that breaks a law is shrunk and written to --out as a scenario. The report of the \
      search has a page for each such session. With --breaks the program searches for a session \
      that breaks your expectation. Example: --breaks 'callout inside map: always' --with 'adjust: \
      contain rect'. The same seed and the same number of sessions give the same result.
      """)

  @Option(
    name: .customLong("for"),
    help: "How long to search, such as '60 s' or '5 min' (default: 30 s).")
  var time: SessionLimits.Time?

  @Option(help: "The number of sessions to generate, instead of a time.") var sessions: Int?

  @Option(help: "The seed of all random numbers.") var seed: UInt64 = 1

  @Option(help: "The number of processes that search (default: one for each processor).")
  var jobs: Int?

  @Option(
    help: """
      A scenario to begin with. It is checked against all laws; the other sessions are variations \
      of it. May be given several times.
      """, completion: .file(extensions: ["yaml"]))
  var start: [String] = []

  @Option(
    help: """
      A file of sessions to begin with. They are checked against all laws. Half of the other \
      sessions are variations of them, or of new sessions that showed something new.
      """, completion: .file())
  var corpus: String?

  @Flag(
    help: """
      Writes the file of --corpus again if no law is broken: a few different sessions, at most 200 \
      KB.
      """)
  var updateCorpus = false

  @Option(
    help: "Searches for a session that breaks this expectation: 'callout inside map: always'.")
  var breaks: String?

  @Option(
    help: """
      Sets a key to a value in every object that has it, such as 'mode: upstream'. May be given \
      several times.
      """)
  var with: [String] = []

  @Option(
    help: """
      With --breaks: reports only sessions that break the expectation, and keep it when this \
      value is set everywhere, such as 'keep selection: yes'. Several values are set together.
      """)
  var unless: [String] = []

  @Option(help: "Checks only this law. May be given several times.")
  var law: [String] = []

  @Flag(help: "Lists the laws without a search.") var listLaws = false

  @Flag(
    name: .shortAndLong,
    help: "Prints how many sessions each law applied to. With --list-laws, lists all laws.")
  var verbose = false

  @Flag(help: "Plays nothing: prints one generated scenario, or as many as --sessions says.")
  var dryRun = false

  @Option(
    help: "The folder for the report and the scenarios that were found.", completion: .directory)
  var out = "Reports/explored"

  #if DEBUG
  /// A mistake that tests plant, and the divisor of limits of time.
  @Option(help: .hidden) var plant: String?
  @Option(help: .hidden) var haste: Int64 = 1
  #endif

  func validate() throws {
    try require(out != "", "--out names no folder")
    try require(sessions ?? 1 > 0, "--sessions takes a number from 1 on")
    try require((1...256).contains(jobs ?? 1), "--jobs takes a number from 1 to 256")
    try require(time == nil || sessions == nil, "--for and --sessions exclude each other")
    try require(!updateCorpus || corpus != nil, "--update-corpus writes the file of --corpus")
    try require(
      !updateCorpus || breaks == nil && with.isEmpty && law.isEmpty,
      "--update-corpus excludes --breaks, --with and --law")
    try require(
      breaks == nil || law.isEmpty && !verbose,
      "--breaks looks for one expectation; --law and --verbose are for laws")
    try require(unless.isEmpty || breaks != nil, "--unless narrows the search of --breaks")
  }

  func run() throws {
    guard !listLaws else {
      return Terminal.write(TextLayout.screen(TextLayout.lines(Law.list), isWhole: verbose))
    }
    let explorer = try explorer()
    guard !dryRun else {
      let drawn = explorer.drawn(min(sessions ?? 1, 1_000))
      Terminal.write(drawn.joined(separator: "\n"))
      if sessions == nil { Terminal.complain("note: --sessions N prints N of them") }
      return
    }
    try OutputFiles.requireRoom(for: RunReport.files.map(\.name), in: out)
    if updateCorpus, let corpus {
      try OutputFiles.requireRoom(
        for: corpus.split(separator: "/").suffix(1).map(String.init),
        in: FilePath.folder(of: corpus))
    }
    OutputFiles.removeLeftovers(below: out)
    Interruption.keepResults()
    let progress = Progress(isShown: Terminal.isInteractive)
    func explore() -> Exploration {
      explorer.explore(
        isStopped: { Interruption.came },
        onProgress: { sessions, found in
          progress.show("searching: \(sessions) sessions, \(found) failures")
        })
    }
    #if DEBUG
    let fault = plant.flatMap(PlantedFault.init(ending:))
    let result = PlantedFault.$current.withValue(fault, operation: explore)
    #else
    let result = explore()
    #endif
    progress.clear()
    let words = ExplorationText(
      result, of: explorer, options: options, sought: breaks, folder: out)
    let files = words.files
    if !files.isEmpty {
      try OutputFiles.makeFolder(out)
      try OutputFiles.write(files, to: out)
    }
    if result.hasReport { try words.report.write(to: out) }
    if Interruption.came {
      let kept = updateCorpus ? " The corpus stays as it was." : ""
      Terminal.write("Interrupted.\(kept) Results so far:\n")
    }
    Terminal.write(words.text(isVerbose: verbose, beside: DiskFiles().names(in: out)))
    if !result.findings.isEmpty { try ExitStatus.broken.end() }
    if updateCorpus, let corpus, !Interruption.came {
      try OutputFiles.write(explorer.corpus(after: result), to: corpus)
    }
    guard result.sessions > 0 else {
      throw CommandError(.usage, "no session was played", help: "search longer with --for")
    }
  }

  /// The search that was asked for.
  private func explorer() throws -> Explorer {
    var explorer = Explorer()
    explorer.seed = seed
    explorer.jobs = jobs ?? SessionRun.processorCount
    explorer.sessionLimit = sessions
    explorer.timeLimit = sessions == nil ? time?.nanoseconds ?? 30_000_000_000 : nil
    explorer.tracePath = NSTemporaryDirectory() + "mapreplay-explored-\(getpid()).yaml"
    do throws(UnknownWords) {
      explorer.laws = try Explorer.laws(named: law)
      for text in with {
        explorer.given.append(try explorer.givenValue(text, after: explorer.given))
      }
      for text in unless {
        explorer.unless.append(try explorer.givenValue(text, after: explorer.unless))
      }
      if let both = explorer.unless.first(where: explorer.given.contains) {
        throw UnknownWords(
          mistake: "--with and --unless both set '\(both.key)' to '\(both.text)'",
          help: "--unless takes the value that mends, --with the one that breaks")
      }
      if let breaks { explorer.sought = try explorer.expectation(breaks) }
    } catch {
      throw CommandError(.usage, error.mistake, help: error.help)
    }
    for path in start {
      let read = try ExitStatus.ending(diagnosticsAs: .text) { () throws(SessionsError) in
        try ScenarioQuery(paths: [path]).read().scenarios
      }
      guard OutputFiles.text(at: path) != nil, !read.isEmpty else {
        throw CommandError(
          .missingInput, "'\(path)' is not a file", help: "--start names a scenario file")
      }
      do throws(UnknownWords) { try explorer.begin(with: read, at: path) } catch {
        throw CommandError(.faultyInput, "\(path): \(error.mistake)", help: error.help)
      }
    }
    #if DEBUG
    explorer.haste = haste
    #endif
    guard let corpus else { return explorer }
    let text = OutputFiles.text(at: corpus)
    guard text != nil || updateCorpus else {
      throw CommandError(
        .missingInput, "'\(corpus)' is not a file", help: "--update-corpus writes a new one")
    }
    if let text {
      do throws(UnknownWords) { try explorer.begin(withCorpus: text, at: corpus) } catch {
        throw CommandError(.faultyInput, error.mistake, help: error.help)
      }
    }
    return explorer
  }

  /// The options by which the same sessions are drawn again, for the comments of files.
  private var options: String {
    var words = ["--seed", "\(seed)"]
    let lists = [
      ("--start", start), ("--corpus", [corpus].compactMap(\.self)), ("--with", with),
      ("--unless", unless), ("--law", law),
    ]
    for (option, values) in lists {
      for value in values { words += [option, value] }
    }
    if let breaks { words += ["--breaks", breaks] }
    return Escape.shell(words)
  }
}
