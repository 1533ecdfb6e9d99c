internal import Formatting
internal import Metrics
public import ReportPage
package import Reporting
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

extension HistoryStore {
  /// The most runs of a trend.
  private static let trendLength = 30

  /// How the answers of a run moved since earlier runs of its branch, where there are any.
  ///
  /// Each run has the median of the same sessions, as far as it played them.
  ///
  /// - Parameter run: The newest run, which the history may have.
  /// - Returns: The trends by their questions.
  /// - Throws: A `HistoryError` when the history cannot be read.
  package func trends(
    of run: RunReport
  ) throws(HistoryError) -> [ReportSection: PageHistory.Trend] {
    var trends: [ReportSection: PageHistory.Trend] = [:]
    for section in ReportSection.allCases {
      let answer = section.answer(of: run)
      guard let now = answer.median else { continue }
      let (quantity, ids) = (Quantity(section.metric), Set(answer.ids))
      let contents = try contents(
        of: quantity.name, branch: run.origin.branch, constantToo: true)
      var numbers: [Int: [Double]] = [:]
      for series in contents.series
      where series.quantity == quantity && ids.contains(series.session) {
        for point in series.points { numbers[point.run, default: []].append(point.number) }
      }
      let runs = numbers.keys.sorted().filter { !contents.runs[$0].isRun(of: run.origin) }
      let medians = runs.suffix(Self.trendLength - 1).compactMap { place in
        section.median(of: numbers[place, default: []])
      }
      guard let last = runs.last, let before = medians.last else { continue }
      trends[section] = PageHistory.Trend(
        medians: medians + [now],
        words: LevelText.move(from: before, to: now, of: quantity) + " "
          + contents.runs[last].words)
    }
    return trends
  }
}

extension RecordedRun {
  /// Whether it is the run of an origin.
  fileprivate func isRun(of other: RunOrigin) -> Bool {
    origin.revision == other.revision && origin.startedAtSeconds == other.startedAtSeconds
  }
}

extension LevelText {
  /// How far an answer moved: `+1.2 ms, worse, since`, or `unchanged since`.
  fileprivate static func move(from before: Double, to now: Double, of quantity: Quantity) -> String
  {
    guard before != now else { return "unchanged since" }
    let difference = (now - before).magnitude
    let rounded = text(difference, of: quantity)
    let hasDigits = rounded.contains { "1"..."9" ~= $0 }
    let amount = (hasDigits ? rounded : exact(difference, of: quantity))
      .replacing("%", with: "percentage points")
    let isBetter = (now < before) == (quantity.better == .lower)
    return "\(now < before ? "-" : "+")\(amount), \(isBetter ? "better" : "worse"), since"
  }
}
