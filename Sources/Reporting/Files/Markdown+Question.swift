internal import Formatting

extension Markdown {
  /// A question's table over some sessions; `name` gives the Markdown of the first cell.
  static func table(
    _ question: ReportSection, _ sessions: [SessionReport], withRealTimes: Bool,
    name: (SessionReport) -> String
  ) -> String {
    let columns = question.columns(withRealTimes: withRealTimes, for: sessions)
    let cells = sessions.map { session in columns.map { $0.text(for: session) } }
    let hasStar = cells.joined().contains { $0.hasSuffix(MetricText.star) }
    return table(
      ["scenario"] + columns.map(\.title),
      zip(sessions, cells).map { session, cells in [name(session)] + cells },
      ofNumbers: true) + (hasStar ? "\n\(Escape.markdown(MetricText.starNote))\n" : "")
  }
}
