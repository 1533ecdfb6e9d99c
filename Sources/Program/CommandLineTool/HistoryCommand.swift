import ArgumentParser
import Formatting
import History
import Reporting
import ScenarioFiles
import Sessions

/// Keeps past runs, and finds their changes.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Keeps past runs in a SQLite file, and finds the run of each change.",
    discussion: """
      Facts are compared across all machines and builds. Counts and times are compared only \
      between runs under the same conditions, such as processor and compiler. A change is \
      confirmed after three runs at the new level; before that it is suspected.
      """,
    subcommands: [
      HistoryAddCommand.self, HistoryListCommand.self, HistoryShowCommand.self,
      HistoryChangesCommand.self, HistoryGateCommand.self, HistoryAcceptCommand.self,
      HistoryMergeCommand.self,
    ])
}

/// The history that a verb is about.
struct HistoryOptions: ParsableArguments {
  @Option(
    help: "The file of the history.",
    completion: .file(extensions: ["sqlite"]))
  var history: String = HistoryStore.standardPath

  func validate() throws { try require(!history.isEmpty, "--history names no file") }

  /// Opens the history.
  func store(mayCreate: Bool = false) throws -> HistoryStore {
    try HistoryStore(path: history, mayCreate: mayCreate)
  }
}

/// Which runs of a history take part.
struct HistoryRunOptions: ParsableArguments {
  @Option(help: "Only runs of this branch.") var branch: String?
}

/// Which changes of a history are meant.
struct HistoryChangeOptions: ParsableArguments {
  @Option(
    help: """
      Only changes at this run or a later one, in the order of commits: its number in the list, a \
      commit, or a day such as 2026-11-29.
      """)
  var since: String?

  @OptionGroup var file: HistoryOptions

  @OptionGroup var runs: HistoryRunOptions

  /// Finds the changes.
  func changes() throws -> HistoryChanges {
    try HistoryChanges(in: file.store().contents(branch: runs.branch), since: since)
  }
}

/// Adds runs to a history.
struct HistoryAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds runs by their run files, each once.",
    discussion: """
      A run is on the disk when its line is printed. If there are more runs than fit on a screen, \
      all are on the disk when the last line is printed. Several programs may add to one file at \
      once. Merge the parts of a run first: mapreplay merge.
      """)

  @Argument(help: "Run files (run.json).", completion: .file(extensions: ["json"]))
  var runs: [String]

  @Flag(name: .shortAndLong, help: "Prints a line for every run.") var verbose = false

  @OptionGroup var file: HistoryOptions

  // So that tests may kill a writer wherever it is.
  @Option(
    help: ArgumentHelp(
      "Adds the first run again and again, as begun at this second and each after it, until the "
        + "program is killed or the disk is full.", visibility: .hidden))
  var copiesFrom: Int64?

  func run() throws {
    // Nothing is made for a file that cannot be read.
    var (first, note) = try read(runs[0])
    let store = try file.store(mayCreate: true)
    if let copiesFrom {
      for second in copiesFrom..<(.max) {
        first.origin.startedAtSeconds = second
        try add(first, of: runs[0], to: store)
      }
    }
    try add(first, of: runs[0], to: store, note: note)
    let shown = verbose ? runs.count : min(runs.count, TextLayout.height - 1)
    for (index, run) in runs.enumerated().dropFirst() {
      let (record, note) = try read(run)
      try add(record, of: run, to: store, note: note, isTold: index < shown)
    }
    if shown < runs.count { Terminal.write(TextLayout.rest(runs.count - shown) + "\n") }
  }

  private func add(
    _ record: RunRecord, of run: String, to store: HistoryStore, note: String? = nil,
    isTold: Bool = true
  ) throws {
    let addition = try store.add(record)
    guard isTold else { return }
    Terminal.write(line(of: run, record, addition))
    guard case .added(let number) = addition else { return }
    for reservation in record.reservations {
      Terminal.complain("warning: run \(number): \(reservation)")
    }
    if let note { Terminal.complain("note: run \(number): \(note)") }
  }

  /// Reads a run, with the reason why times are not recorded.
  private func read(_ run: String) throws -> (record: RunRecord, note: String?) {
    let report = try RunFile.read(run, withScenes: false)
    return (try RunRecord(report, named: run), report.unrecordedTimes)
  }

  private func line(
    of run: String, _ record: RunRecord, _ addition: HistoryStore.Addition
  ) -> String {
    switch addition {
    case .known(let number): "run \(number) is \(Escape.line(run)), which is there already\n"
    case .added(let number):
      "run \(number) added: \(MetricText.things(record.sessions.count, "session")) of "
        + "\(Escape.line(run))\n"
    }
  }
}

/// Lists the runs of a history.
struct HistoryListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists runs, the newest first, with what changed in each.")

  @OptionGroup var file: HistoryOptions

  @OptionGroup var runs: HistoryRunOptions

  @Flag(help: "Lists all runs, not only the newest 30.") var all = false

  func run() throws {
    let store = try file.store()
    Terminal.write(try store.logText(last: all ? .max : 30, branch: runs.branch))
  }
}

/// Shows a quantity over the runs of a history.
struct HistoryShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Draws a metric over the runs, in the terminal and as a picture.",
    discussion: """
      METRIC is a metric of facts, instructions, a count of allocations or a real time. Without \
      --session, the chart shows the session in which the metric changed most.
      """)

  @Argument(
    help: "The metric, such as 'views created'.", completion: .list(Quantity.all.map(\.name)))
  var metric: String

  @Option(help: "A session by its id, or by a part of it.", completion: Completions.ids)
  var session: String?

  @Option(
    help: "Writes the charts as a picture to this file too.", completion: .file(extensions: ["svg"])
  )
  var svg: String?

  @OptionGroup var file: HistoryOptions

  @OptionGroup var runs: HistoryRunOptions

  func run() throws {
    let store = try file.store()
    let charts = try HistoryCharts(
      of: metric, session: session, branch: runs.branch, in: store,
      suggestions: Spelling.suggestions(for: metric, among: Quantity.all.map(\.name)))
    if let svg {
      try OutputFiles.write(charts.svg, to: svg)
    }
    Terminal.write(charts.text)
  }
}

/// Finds changes of levels in a history.
struct HistoryChangesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "Lists the metrics whose level changed, with the run, the amount and the certainty.")

  @Flag(help: "Prints the changes as JSON.") var json = false

  @Flag(name: .shortAndLong, help: "Prints all changes, with their whole names.") var verbose =
    false

  @OptionGroup var found: HistoryChangeOptions

  func run() throws {
    let changes = try found.changes()
    json
      ? Terminal.write(exactly: changes.json) : Terminal.write(changes.text(isVerbose: verbose))
  }
}

/// Ends with 1 or 2 where something is worse than it may be.
struct HistoryGateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Fails if a level became worse by more than its limit; prints a line for each cause.",
    discussion: """
      Ends with 1 if facts or counts are worse, and with 2 if only times are. All changes at one \
      run are one cause. Reverted and accepted changes pass. --limit overrides the rows of \
      'history' in tolerances.yaml; rows for the branch override rows for all branches. Without a \
      limit, facts and counts may not be worse at all, and times by at most 2 %.
      """)

  @Option(
    help: """
      The most by which a level may become worse: '5 %', '3', '2 ms', or '2 sd' for standard \
      deviations of the earlier level. For one metric: 'views created: 3'. May be given several \
      times.
      """)
  var limit: [String] = []

  @Option(
    help: "The file of committed limits (default: \(HistoryGateCommand.standardTolerances)).",
    completion: .file(extensions: ["yaml"]))
  var tolerances: String?

  private static let standardTolerances =
    FilePath.join(CommittedFacts.standardFolder, CountRun.tolerancesName)

  @Flag(help: "Suspected changes fail too: those of fewer than three runs.") var suspected = false

  @Option(
    help: "Writes the verdict to this file as JSON; chats show its 'text'.",
    completion: .file(extensions: ["json"]))
  var file: String?

  @Flag(name: .shortAndLong, help: "Prints every cause.") var verbose = false

  @OptionGroup var found: HistoryChangeOptions

  func validate() throws {
    for limit in limit {
      try require(
        GateLimit(limit) != nil,
        "--limit '\(limit)' is none such as '5 %', '2 sd' or 'views created: 3', of a known metric")
    }
    try require(file?.isEmpty != true, "--file names no file")
  }

  func run() throws {
    let changes = try found.changes()
    guard changes.runs > 0 else {
      throw CommandError(
        .missingInput,
        "there is no run" + (found.runs.branch.map { " of the branch '\($0)'" } ?? ""),
        help: "mapreplay history list has the runs with their branches")
    }
    let rows = try committedLimits()
    let branch = found.runs.branch
    let ofBranch = rows.filter { $0.branch != nil && $0.branch == branch }
    let gate = HistoryGate(
      changes,
      limits: [
        limit.compactMap { GateLimit($0) }, ofBranch.compactMap(gateLimit),
        rows.filter { $0.branch == nil }.compactMap(gateLimit),
      ], takesSuspected: suspected)
    let status: ExitStatus =
      switch gate.verdict {
      case .kept: .kept
      case .failed: .broken
      case .slower: .slower
      }
    if let file { try OutputFiles.write(gate.json(exitCode: status.rawValue), to: file) }
    Terminal.write(TextLayout.screen(gate.lines, isWhole: verbose))
    try status.end()
  }

  /// The rows of the file of tolerances.
  private func committedLimits() throws -> [HistoryLimit] {
    if let tolerances, FilePath.isFolder(tolerances) == nil {
      throw CommandError(
        .missingInput, "there is no file '\(tolerances)'", help: "name a file of tolerances")
    }
    return try CountRun.historyLimits(
      at: tolerances ?? HistoryGateCommand.standardTolerances,
      metrics: Quantity.all.map(\.name), isLimit: { GateLimit($0) != nil && !$0.contains(":") })
  }

  private func gateLimit(_ row: HistoryLimit) -> GateLimit? {
    GateLimit([row.metric, row.limit].compactMap(\.self).joined(separator: ": "))
  }
}

/// Accepts the changes at a run.
struct HistoryAcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accepts the changes at a run, so that verdicts and gates ignore them.")

  @Argument(help: "The run: its number in the list, or its commit.") var name: String

  @Option(help: "Why the changes are right, in one line.") var reason: String

  @OptionGroup var file: HistoryOptions

  func validate() throws {
    try require(FactsGuard.isReason(reason), "--reason \(FactsGuard.noReason)")
  }

  func run() throws {
    let store = try file.store()
    let run = try store.accept(name, reason: reason)
    Terminal.write("what changed at run \(run.number) is accepted: \(Escape.line(reason))\n")
    let changes = try HistoryChanges(in: store.contents()).changes
    guard !changes.contains(where: { $0.acceptance == reason }) else { return }
    let places = Set(changes.map(\.run.number)).sorted().map { "run \($0)" }
    Terminal.complain(
      "warning: nothing changed at run \(run.number)"
        + (places.isEmpty ? "" : "; changed at \(TextLayout.list(places, atMost: 5))"))
  }
}

/// Adds the runs of another history.
struct HistoryMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Adds all runs of another history without duplicates: all of them or none.")

  @Argument(help: "The other history.", completion: .file(extensions: ["sqlite"]))
  var other: String

  @OptionGroup var file: HistoryOptions

  func run() throws {
    let other = try HistoryStore(path: other, mayCreate: false)
    let merge = try HistoryStore(path: file.history, mayCreate: true).merge(other)
    Terminal.write(
      "\(MetricText.things(merge.added, "run")) added, "
        + "\(MetricText.count(Int64(merge.known))) there already\n")
  }
}
