import ArgumentParser
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
      Reads the run.json of a run, plays nothing, and writes what CI servers, trackers of \
      benchmarks, spreadsheets and viewers of traces read:

      \(ExportFormat.all.map { "\($0.name): \($0.help)" }.joined(separator: "\n"))

      A single file goes to the standard output unless --out names a folder.
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
    help: "Only sessions whose id or title contains this text; a whole id means it alone.",
    completion: Completions.ids)
  var filter: String?

  private static let names = ExportFormat.all.map(\.name).joined(separator: ", ")

  func validate() throws {
    try require(!names.isEmpty, "--to takes a format: \(ExportCommand.names)")
    for name in names {
      try require(
        ExportFormat(named: name) != nil,
        "there is no format '\(name)'; --to takes \(ExportCommand.names)")
    }
    try require(out?.isEmpty != true, "--out names no folder")
  }

  func run() throws {
    var export = RunExport(path: path)
    (export.session, export.filter) = (session, filter)
    let run = try export.read()
    let formats = ExportFormat.all.filter { names.contains($0.name) }
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
