public import Formatting

extension AdjusterSurvey {
  /// The files in which a survey is reported.
  public static var files: [ReportFile<AdjusterSurvey>] {
    [
      ReportFile("adjusters.html", "heat maps of the first view and callout") {
        AdjusterPage.text(of: $0)
      }, ReportFile("adjusters.md", "the tables in Markdown") { AdjusterMarkdown.text(of: $0) },
    ]
  }
}
