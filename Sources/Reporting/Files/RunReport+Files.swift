public import Formatting

extension RunReport {
  /// The files in which a run is reported.
  public static var files: [ReportFile<RunReport>] {
    [
      ReportFile("run.json", "all facts and real times, for programs") { RunFile.text(of: $0) },
      ReportFile("report.html", "the page for people, with pictures") { HTMLPage.text(of: $0) },
      ReportFile("summary.md", "failures and tables in Markdown") { Summary.text(of: $0) },
      ReportFile("junit.xml", "verdicts for a build server") { JUnit.text(of: $0) },
    ]
  }
}
