import ArgumentParser
import Formatting
import Reporting
import Sessions
import Workers

/// Writes the page of a run that was made before.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes the page of a run that was made before.",
    discussion: """
      The page is a view of the run file alone: nothing is played, and an old run has the page of \
      this program.
      """)

  @Argument(
    help: "The run.json of a run, or the folder of its reports.",
    completion: .file(extensions: ["json"]))
  var path: String

  @Option(
    help: "The file for the page (default: report.html beside the run file).",
    completion: .file(extensions: ["html"]))
  var out: String?

  func validate() throws { try require(out?.isEmpty != true, "--out names no file") }

  func run() throws {
    let report = try ExitStatus.ending { () throws(SessionsError) in try RunFile.read(path) }
    let folder = FilePath.isFolder(path) == true ? path : FilePath.folder(of: path)
    let page = out ?? FilePath.join(folder, "report.html")
    try ExitStatus.ending { () throws(SessionsError) in
      try OutputFiles.write(
        HTMLPage.text(of: report, inOrder: ConcurrentTasks.map), to: page)
    }
    Terminal.write(
      "the page of \(MetricText.things(report.sessions.count, "session")) is in \(page)\n")
  }
}
