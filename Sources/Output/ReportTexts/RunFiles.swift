public import Formatting
internal import ReportPage
public import Reporting

extension RunReport {
  /// The files that report a run.
  public static var files: [ReportFile<RunReport>] {
    files { (0..<$0).map($1) }
  }

  /// The files that report a run, with a page and a run file of which parts may be made side by
  /// side.
  package static func files(inOrder: @escaping PieceOrder) -> [ReportFile<RunReport>] {
    [
      ReportFile(
        "run.json", "all facts and real times, for programs",
        parts: { RunFile.parts(of: $0, inOrder: inOrder) }),
      ReportFile(
        ScenesFile.name, "what the map showed over time, for players",
        parts: { ScenesFile.parts(of: $0, inOrder: inOrder) }),
      ReportFile(
        "report.html", "the page for people, with pictures",
        parts: { HTMLPage.parts(of: $0, inOrder: inOrder) }),
    ] + [ExportFormat.markdown, .junit, .csv].flatMap(\.ofRun)
  }
}
