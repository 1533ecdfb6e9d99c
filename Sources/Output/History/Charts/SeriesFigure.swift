internal import Counts
internal import Formatting
internal import Metrics
internal import Reporting
internal import Statistics

/// The content of a chart of a series, independent of the drawing.
struct SeriesFigure {
  let series: Series
  /// The runs of the points.
  let runs: [RecordedRun]
  let changes: [HistoryChange]
  let axis: Axis

  /// A figure of a series with at least one point.
  init(of series: Series, in contents: HistoryContents) {
    self.series = series
    runs = series.points.map { contents.runs[$0.run] }
    changes = series.changes(in: contents.runs)
    let numbers = series.points.map(\.number)
    axis = Axis(
      from: numbers.min() ?? 0, to: numbers.max() ?? 0,
      isWhole: series.quantity.unit.definition.isWhole)
  }

  /// The most changes that are explained.
  static let changeLimit = 8

  /// The changes that are explained, the newest ones, each with its letter.
  var lettered: [(letter: Character, change: HistoryChange)] {
    Array(zip("abcdefgh", changes.suffix(SeriesFigure.changeLimit)))
  }

  /// The finding of the chart, in a sentence.
  var finding: String {
    let name = "\(series.quantity.name) of \(Escape.line(series.session))"
    if let change = changes.last(where: { !$0.point.isSuspected }) ?? changes.last {
      let direction = change.direction == .neither ? "changed" : "is \(change.direction.rawValue)"
      let verb = change.point.isSuspected ? "may have changed" : direction
      return "\(name) \(verb) since \(change.run.words): \(words(of: change))"
    }
    let numbers = series.points.map(\.number)
    let ends = [numbers.min() ?? 0, numbers.max() ?? 0]
    guard ends[0] != ends[1] else {
      return "\(name) has always been \(LevelText.text(ends[0], of: series.quantity))"
    }
    let texts = LevelText.texts(ends[0], ends[1], of: series.quantity)
    return "\(name) shows no change, from \(texts[0]) to \(texts[1])"
  }

  /// The levels before and after a change, and the size of the change.
  func words(of change: HistoryChange) -> String {
    "\(change.levels.joined(separator: " -> ")) (\(LevelText.change(change.point)))"
  }

  /// A change in full detail, for the list below a chart.
  func explanation(of change: HistoryChange) -> String {
    let day = change.run.dayText
    return "\(change.run.words)\(day.isEmpty ? "" : ", \(day)"): \(words(of: change)), "
      + LevelText.certainty(change.point)
      + (change.isOfOtherScenario == true ? "; the scenario changed too" : "")
  }

  /// The note on the points: the class of the numbers, the number of runs and the machine.
  var note: String {
    let kind = "\(series.quantity.kind.rawValue)s"
    let machine = [.processor, .compiler].compactMap { series.fingerprint?.values[$0] }
    let place = machine.isEmpty ? "" : " on \(Escape.line(machine.joined(separator: ", ")))"
    return "\(kind) of \(MetricText.things(runs.count, "run"))\(place)"
  }

  /// The text of each tick; with all digits where two would look the same.
  var tickTexts: [String] {
    let texts = axis.ticks.map { LevelText.text($0, of: series.quantity) }
    guard Set(texts).count < texts.count else { return texts }
    return axis.ticks.map { LevelText.exact($0, of: series.quantity) }
  }

  /// The levels between changes: their points and their means.
  var levels: [(points: Range<Int>, mean: Double)] {
    guard let first = changes.first else { return [] }
    let ends = changes.map(\.point.index) + [series.points.count]
    return [(0..<ends[0], first.point.before.mean)]
      + zip(changes, zip(ends, ends.dropFirst())).map { ($1.0..<$1.1, $0.point.after.mean) }
  }

  /// The first and the last run, for the ends of the other axis.
  var ends: [String] {
    [runs.first, runs.last].compactMap { run in
      run.map { "run \($0.number)" + ($0.dayText.isEmpty ? "" : ", \($0.dayText)") }
    }
  }
}
