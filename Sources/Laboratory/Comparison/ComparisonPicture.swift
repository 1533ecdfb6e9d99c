internal import Formatting
internal import Pages
internal import Statistics

/// The times of a comparison as a picture.
///
/// It shows the interval of each change, with its numbers, against the floor below which a
/// change does not matter.
public enum ComparisonPicture {
  private static let (left, width, rowHeight) = (12.0, 800.0, 44.0)
  /// The start and the end of the axis of changes.
  private static let axis = (start: 12.0, end: 430.0)
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
        + "which it does not matter.", "note")
    top += 14
    let span = span(of: shown)
    for row in shown {
      guard let judgment = row.judgment else { continue }
      body += self.row(row, judgment, span, top: top)
      top += rowHeight
    }
    if shown.isEmpty { line(report.times.unavailable ?? "Nothing was timed.", "note") }
    if shown.count < rows.count { line("and \(rows.count - shown.count) more rows", "note") }
    let ends = [
      (-span, axis.start, "start"), (0, x(0, span), "middle"), (span, axis.end, "end"),
    ]
    if !shown.isEmpty {
      top += 14
      for (value, place, anchor) in ends {
        body +=
          "<text class=\"tick\" text-anchor=\"\(anchor)\" x=\"\(px: place)\" y=\"\(px: top)\">"
        body += "\(ComparisonText.change(value))</text>\n"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" \
      viewBox="0 0 \(px: width) \(px: top + 14)" \
      aria-label="\(Escape.markup(title))">
      <title>\(Escape.markup(title))</title>
      <style>
      \(PageStyle.colors)\(WebFile.comparisonCSS)\
      </style>
      <rect class="page" width="100%" height="100%"/>
      \(body)</svg>

      """
  }

  /// The largest change on the axis, as a logarithm: of all intervals and floors that are finite.
  private static func span(of rows: ArraySlice<TimesRow>) -> Double {
    let ends = rows.compactMap(\.judgment).flatMap { judgment in
      [judgment.change.lower, judgment.change.upper, judgment.change.shift, judgment.floor]
    }
    return max(0.02, ends.filter(\.isFinite).map(\.magnitude).max() ?? 0)
  }

  private static func x(_ change: Double, _ span: Double) -> Double {
    // What is beyond all numbers ends where the axis does.
    let part = max(-1, min(1, change / span))
    return axis.start + (part + 1) / 2 * (axis.end - axis.start)
  }

  private static func row(
    _ row: TimesRow, _ judgment: TimesJudgment, _ span: Double, top: Double
  ) -> String {
    let middle = top + 30
    let change = judgment.change
    let kind = judgment.verdict.word.split(separator: " ").first ?? ""
    let (from, to) = (x(-judgment.floor, span), x(judgment.floor, span))
    let name = Escape.line("\(row.session), \(row.metric)")
    let numbers =
      "\(ComparisonText.change(change.shift)) (\(ComparisonText.change(change.lower)) to "
      + "\(ComparisonText.change(change.upper))), \(judgment.verdict.word)"
    return """
      <g class="\(kind)">
      <text x="\(px: left)" y="\(px: top + 13)">\(Escape.markup(name))</text>
      <rect class="band" x="\(px: from)" y="\(px: middle - 9)" width="\(px: to - from)" \
      height="18"/>
      <path class="zero" d="M\(px: x(0, span)) \(px: middle - 11)v22"/>
      <path class="interval" d="M\(px: x(change.lower, span)) \(px: middle)\
      H\(px: x(change.upper, span))"/>
      <circle class="shift" cx="\(px: x(change.shift, span))" cy="\(px: middle)" r="4"/>
      <text x="\(px: axis.end + 14)" y="\(px: middle + 4)">\(Escape.markup(numbers))</text>
      </g>

      """
  }
}
