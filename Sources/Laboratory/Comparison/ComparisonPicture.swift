internal import Formatting
internal import Pages
internal import Statistics

/// The times of a comparison as a picture.
///
/// It shows the interval of each change, with its numbers, against the floor below which a
/// change does not matter.
public enum ComparisonPicture {
  private static let (left, width, rowHeight) = (12.0, 800.0, 44.0)
  /// The places of the ends of the axis of changes.
  private static let (start, end) = (12.0, 430.0)
  /// The change in percent beyond which the axis ends.
  private static let most = 300.0
  /// The most rows.
  static let limit = 60

  /// The picture, as an SVG in the light or dark setting of its reader; it says so when nothing was
  /// timed.
  public static func text(of report: ComparisonReport) -> String {
    let rows = ComparisonText.ranked(report.times.rows)
    let shown = rows.prefix(limit)
    var top = 12.0
    var body = ""
    func line(_ text: String, _ kind: String) {
      for part in TextLayout.lines(of: text, atMost: kind == "title" ? 84 : 110) {
        top += kind == "title" ? 20 : 17
        body += "<text class=\"\(kind)\" x=\"\(px: left)\" y=\"\(px: top)\">"
        body += "\(Escape.markup(part))</text>\n"
      }
    }
    let title = ComparisonText.headline(of: report)
    line(title, "title")
    line(
      "BASE \(Escape.line(report.base.label)), HEAD \(Escape.line(report.head.label)). A line is "
        + "the interval of the change of real time, in percent; the gray band is the floor below "
        + "which it does not matter. A change beyond an end of the axis is drawn there.", "note")
    top += 14
    let axis = axis(of: shown)
    for row in shown {
      guard let judgment = row.judgment else { continue }
      body += self.row(row, judgment, axis, top: top)
      top += rowHeight
    }
    if shown.isEmpty { line(report.times.unavailable ?? "Nothing was timed.", "note") }
    if shown.count < rows.count { line("and \(rows.count - shown.count) more rows", "note") }
    if !shown.isEmpty {
      top += 14
      for tick in axis.ticks {
        let anchor =
          tick == axis.ticks.first ? "start" : tick == axis.ticks.last ? "end" : "middle"
        body +=
          "<text class=\"tick\" text-anchor=\"\(anchor)\" x=\"\(px: x(percent: tick, axis))\" "
          + "y=\"\(px: top)\">\(ComparisonText.percent(tick / 100))</text>\n"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" \
      viewBox="0 0 \(px: width) \(px: top + 14)" \
      aria-label="\(Escape.markup(title))">
      <title>\(Escape.markup(title))</title>
      <style>
      \(PageStyle.literal(PageStyle.colors + WebFile.comparisonCSS))\
      </style>
      <rect class="page" width="100%" height="100%"/>
      \(body)</svg>

      """
  }

  /// The axis of changes in percent, with room for all intervals and floors up to a limit.
  private static func axis(of rows: ArraySlice<TimesRow>) -> Axis {
    let ends = rows.compactMap(\.judgment).flatMap { judgment in
      [
        judgment.change.lower, judgment.change.upper, judgment.change.shift, judgment.floor,
        -judgment.floor,
      ]
    }.filter(\.isFinite).map(percent)
    return Axis(
      from: min(-2, ends.min() ?? 0), to: max(2, min(most, ends.max() ?? 0)), isWhole: false)
  }

  /// A change in percent, from its logarithm.
  ///
  /// It is rounded to a millionth, so that a floor of 2 % needs no tick beyond 2 %.
  private static func percent(_ change: Double) -> Double {
    ((TimesJudgment.ratio(change) - 1) * 1e8).rounded() / 1e6
  }

  private static func x(percent: Double, _ axis: Axis) -> Double {
    start + axis.place(of: percent) * (end - start)
  }

  private static func row(
    _ row: TimesRow, _ judgment: TimesJudgment, _ axis: Axis, top: Double
  ) -> String {
    let middle = top + 30
    let change = judgment.change
    let kind = judgment.verdict.word.split(separator: " ").first ?? ""
    func x(_ change: Double) -> Double { self.x(percent: percent(change), axis) }
    let (from, to) = (x(-judgment.floor), x(judgment.floor))
    let name = Escape.line("\(row.session), \(row.metric)")
    let numbers =
      "\(ComparisonText.change(change.shift)) (\(ComparisonText.change(change.lower)) to "
      + "\(ComparisonText.change(change.upper))), \(judgment.verdict.word)"
    return """
      <g class="\(kind)">
      <text x="\(px: left)" y="\(px: top + 13)">\(Escape.markup(name))</text>
      <rect class="band" x="\(px: from)" y="\(px: middle - 9)" width="\(px: to - from)" \
      height="18"/>
      <path class="zero" d="M\(px: x(0)) \(px: middle - 11)v22"/>
      <path class="interval" d="M\(px: x(change.lower)) \(px: middle)\
      H\(px: x(change.upper))"/>
      <circle class="shift" cx="\(px: x(change.shift))" cy="\(px: middle)" r="4"/>
      <text x="\(px: end + 14)" y="\(px: middle + 4)">\(Escape.markup(numbers))</text>
      </g>

      """
  }
}
