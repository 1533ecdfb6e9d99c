import ArgumentParser
import Comparison
import Formatting
import History
import Instruments
import ReportPage
import Reporting
import Sessions

/// Writes the page of a run that was made before.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes the page of an earlier run.",
    discussion: """
      The page is made from the run file and the scenes file beside it; nothing is played. Without \
      the scenes file the page has no players. With --history the page also shows the changes over \
      the runs of a history. With --against it plays each session that changed since an earlier \
      run before and now, beside each other.
      """)

  @Argument(
    help: "The run.json of a run, or the folder of its reports.",
    completion: .file(extensions: ["json"]))
  var path: String

  @Option(
    help: "The folder for report.html (default: that of the run file).", completion: .directory)
  var out: String?

  @Option(help: "The file for the page, under any name.", completion: .file(extensions: ["html"]))
  var html: String?

  @Option(
    help: "The file of a history whose changes the page shows.",
    completion: .file(extensions: ["sqlite"]))
  var history: String?

  @Option(
    help: "An earlier run: its run.json, or the folder of its reports.",
    completion: .file(extensions: ["json"]))
  var against: String?

  func validate() throws {
    try require(against?.isEmpty != true, "--against names no run")
    try require(out?.isEmpty != true, "--out names no folder")
    try require(html?.isEmpty != true, "--html names no file")
    try require(out == nil || html == nil, "--out and --html exclude each other")
    try require(
      out?.hasSuffix(".html") != true, "--out names a folder; name a file by --html \(out ?? "")")
    try require(history?.isEmpty != true, "--history names no file")
  }

  func run() throws {
    var report = try RunFile.read(path)
    if let missing = report.missingScenes { Terminal.complain(missing) }
    if let against {
      report.earlier = try RunFileComparison.earlier(
        RunFileComparison.side(at: against), than: report)
    }
    let folder = FilePath.isFolder(path) == true ? path : FilePath.folder(of: path)
    let page = html ?? FilePath.join(out ?? folder, "report.html")
    let changes = try history.map { path in
      let store = try HistoryStore(path: path, mayCreate: false)
      let contents = try store.contents()
      var page = try HistoryChanges(in: contents).page(of: contents)
      page.trends = try store.trends(of: report)
      return page
    }
    try OutputFiles.write(
      HTMLPage.parts(of: report, history: changes, inOrder: ConcurrentTasks.map), to: page)
    for line in report.earlier?.lines(atMost: FactsComparison.listLimit) ?? [] {
      Terminal.write(line: Escape.line(line))
    }
    Terminal.write(
      line: "the page of \(MetricText.things(report.sessions.count, "session")) is in \(page)")
    ExitStatus.kept.leave()
  }
}
