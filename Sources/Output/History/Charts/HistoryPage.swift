internal import Formatting
public import ReportPage
internal import Reporting
internal import Statistics

extension HistoryChanges {
  /// The most charts on a page.
  private static let chartLimit = 12

  /// The history section of a run's page: a chart for each series that changed, newest
  /// changes first.
  ///
  /// `contents` are the runs and series in which the changes were found.
  public func page(of contents: HistoryContents) -> PageHistory {
    var seen: Set<Series> = []
    let changed = changes.map(\.series).filter { seen.insert($0).inserted }
    let shown = changed.prefix(Self.chartLimit)
    let left = changed.count - shown.count
    let sentence =
      headline
      + (left > 0 ? "; the charts of \(MetricText.things(left, "older one")) are left out" : "")
    return PageHistory(
      sentence: sentence + ".",
      charts: shown.map { series in
        let figure = SeriesFigure(of: series, in: contents)
        return PageHistory.Chart(
          title: figure.finding, svg: SeriesPicture([figure]).text,
          columns: ["run", series.quantity.name],
          rows: zip(figure.runs, series.points).map { run, point in
            [
              run.words + (run.dayText.isEmpty ? "" : ", \(run.dayText)"),
              LevelText.exact(point.number, of: series.quantity),
            ]
          })
      })
  }
}
