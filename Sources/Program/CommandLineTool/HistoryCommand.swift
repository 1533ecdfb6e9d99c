import ArgumentParser
import Formatting
import History
import Reporting
import Sessions

/// Keeps past runs, and finds what changed in them.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Keeps past runs in a SQLite file, and finds since when something is otherwise.",
    discussion: """
      Facts of all runs are compared, whatever they were played on; counts and times only where \
      all that matters to them is the same. A change counts when its level has been there for \
      three runs; a younger one is suspected.
      """,
    subcommands: [
      HistoryAddCommand.self, HistoryListCommand.self, HistoryShowCommand.self,
      HistoryChangesCommand.self, HistoryMergeCommand.self,
    ])
}

/// The history that a verb is about.
struct HistoryOptions: ParsableArguments {
  @Option(
    help: "The file of the history (default: \(HistoryStore.standardPath)).",
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

/// Adds runs to a history.
struct HistoryAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds runs by their run files, each once.",
    discussion: """
      A run is on the disk when its line is printed; several programs may add to one file at once. \
      The parts of a run on several machines are merged first.
      """)

  @Argument(help: "Run files (run.json).", completion: .file(extensions: ["json"]))
  var runs: [String]

  @OptionGroup var file: HistoryOptions

  // So that tests may kill a writer wherever it is.
  @Option(
    help: ArgumentHelp(
      "Adds the first run again and again, as begun at this second and each after it, until the "
        + "program is killed or the disk is full.", visibility: .hidden))
  var copiesFrom: Int64?

  func run() throws {
    // Nothing is made for a file that cannot be read.
    var first = try read(runs[0])
    let store = try file.store(mayCreate: true)
    if let copiesFrom {
      for second in copiesFrom..<(.max) {
        first.origin.startedAtSeconds = second
        try add(first, of: runs[0], to: store)
      }
    }
    try add(first, of: runs[0], to: store)
    for run in runs.dropFirst() { try add(read(run), of: run, to: store) }
  }

  private func add(_ record: RunRecord, of run: String, to store: HistoryStore) throws {
    let addition = try store.add(record)
    Terminal.write(line(of: run, record, addition))
    guard case .added(let number) = addition else { return }
    for reservation in record.reservations {
      Terminal.complain("warning: run \(number): \(reservation)")
    }
  }

  private func read(_ run: String) throws -> RunRecord {
    try RunRecord(RunFile.read(run, withScenes: false), named: run)
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
      --session it is of the session in which it changed most.
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
    let charts = try HistoryCharts(of: metric, session: session, branch: runs.branch, in: store)
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
    abstract: "Says what changed its level, since which run, by how much and how sure that is.")

  @Option(help: "Only changes at this run or a later one, by its number in the list.")
  var since: Int64?

  @Flag(help: "Prints the changes as JSON.") var json = false

  @Flag(help: "Prints all changes, with their whole names.") var verbose = false

  @OptionGroup var file: HistoryOptions

  @OptionGroup var runs: HistoryRunOptions

  func run() throws {
    let store = try file.store()
    let changes = try HistoryChanges(in: store.contents(branch: runs.branch), since: since)
    json
      ? Terminal.write(exactly: changes.json) : Terminal.write(changes.text(isVerbose: verbose))
  }
}

/// Adds the runs of another history.
struct HistoryMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Adds all runs of another history, each once, or none.")

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
