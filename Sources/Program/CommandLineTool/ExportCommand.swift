import ArgumentParser
import Comparison
import Counts
import Formatting
import ReportTexts
import Reporting
import Sessions

/// Writes a run that was made before in formats of other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a run in formats of other programs.",
    discussion: """
      Reads the run.json of a run, plays nothing, and writes files for CI servers, benchmark \
      trackers, spreadsheets and trace viewers:

      \(ExportFormat.all.map { "\($0.name): \($0.help)" }.joined(separator: "\n"))

      A single file goes to the standard output unless --out names a folder.

      The comment compares with the committed facts, as run --compare did, or with another run or \
      variant. With --out and --base-url the film strip of the worst session is a file beside it.
      """)

  @Argument(help: "The run.json of a run.", completion: .file(extensions: ["json"]))
  var path: String

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "A format: \(ExportCommand.names); may be given several times.", valueName: "format"),
    completion: .list(ExportFormat.all.map(\.name)))
  var names: [String] = []

  @Option(help: "The folder for the files.", completion: .directory) var out: String?

  @Option(help: "Only the session with this id.", completion: Completions.ids)
  var session: String?

  @Option(
    help: "Only sessions whose id or title contains this text; a full id selects one.",
    completion: Completions.ids)
  var filter: String?

  @Option(
    help: ArgumentHelp("For a comment: the older run to compare with.", valueName: "run"),
    completion: .file(extensions: ["json"]))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "For a comment: two variants to compare, the older one first.", valueName: "old,new"))
  var variants: String?

  @Option(
    help: ArgumentHelp(
      "For a comment: the address of the folder with the reports, for links.", valueName: "address")
  )
  var baseURL: String?

  private static let names = ExportFormat.all.map(\.name).joined(separator: ", ")

  func validate() throws {
    try require(!names.isEmpty, "--to takes a format: \(ExportCommand.names)")
    for name in names {
      try require(
        ExportFormat(named: name) != nil,
        "there is no format '\(name)'; --to takes \(ExportCommand.names)")
    }
    try require(out?.isEmpty != true, "--out names no folder")
    let options = [("--against", against), ("--variants", variants), ("--base-url", baseURL)]
    let given = options.first { $0.1 != nil }?.0 ?? ""
    try require(given.isEmpty || names.contains("comment"), "\(given) is for --to comment")
    try require(against == nil || variants == nil, "give --against or --variants, not both")
    try require(
      variants.map { ExportCommand.pair($0) != nil } ?? true,
      "--variants takes two names, such as upstream,corrected")
    try require(
      baseURL.map(ExportCommand.isAddress) ?? true,
      "--base-url takes an address such as https://example.org/reports, without a query")
  }

  private static func pair(_ names: String) -> (old: String, new: String)? {
    let names = names.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 2, names[0] != names[1], !names.contains("") else { return nil }
    return (names[0], names[1])
  }

  /// Whether paths can follow a text in the target of a link.
  private static func isAddress(_ text: String) -> Bool {
    text.wholeMatch(of: #/https?://[A-Za-z0-9][A-Za-z0-9._~:/@%+=,;!-]*/#) != nil
  }

  func run() throws {
    var export = RunExport(path: path)
    (export.session, export.filter) = (session, filter)
    export.hasScenes = baseURL != nil && out != nil
    let run = try export.read()
    let comment = try comment(on: run, withStrip: export.hasScenes)
    let formats = ExportFormat.all(commenting: comment).filter { names.contains($0.name) }
    let files = formats.flatMap { $0.files(of: run) }
    guard !files.isEmpty else { return try endWithoutFiles() }
    guard let out else {
      guard let file = files.first, files.count == 1 else {
        throw ValidationError(
          "these are \(files.count) files, which need a folder: --out DIR; or choose one format "
            + "and, where it has a file for each session, one session with --session")
      }
      return Terminal.write(exactly: file.text(run))
    }
    try OutputFiles.write(RunExport.rendered(files, of: run), to: out)
    let listed = TextLayout.list(files.map(\.name), atMost: ExportCommand.listLimit)
    Terminal.write(line: "exported to \(out): \(listed)")
  }

  private func comment(on run: RunReport, withStrip hasStrip: Bool) throws -> RunComment {
    var comment = RunComment()
    comment.address = baseURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    if let against {
      comment.base = try base(at: against, of: run)
    } else if let pair = variants.flatMap(ExportCommand.pair) {
      let (changes, count) = try RunFileComparison.variants(pair.old, pair.new, of: run)
      comment.base = CommentBase(variants: pair, count: count, changes: changes)
    }
    if hasStrip { comment.addStrip(of: run) }
    return comment
  }

  private func base(at against: String, of run: RunReport) throws -> CommentBase {
    var base = try RunFile.read(against, withScenes: false)
    if session != nil || filter != nil {
      let ids = Set(run.sessions.map(\.id))
      base = base.only { ids.contains($0.id) }
    }
    let report = try RunFileComparison.report(
      base: (against, base), head: (path, run),
      within: CountRun.tolerances(beside: CountRun.standardFolder))
    let facts = report.facts
    return CommentBase(
      run: against, revision: base.origin.revision, count: facts.count, changes: facts.changed,
      new: facts.onlyHead, gone: facts.onlyBase,
      counts: report.counts.changed.map {
        CommentBase.Count(
          session: $0.session, name: $0.metric.rawValue, before: $0.base, now: $0.head)
      })
  }

  /// Says that there is no file, as of an empty part of a run in a format of files of sessions.
  ///
  /// The folder is there all the same: a job that collects it has nothing to fail at.
  private func endWithoutFiles() throws {
    if let out {
      try OutputFiles.makeFolder(out)
    }
    let place = out.map { " to \($0)" } ?? ""
    Terminal.complain("note: nothing to export\(place): the run has no sessions")
  }

  /// The most files that are named.
  private static let listLimit = 10
}
