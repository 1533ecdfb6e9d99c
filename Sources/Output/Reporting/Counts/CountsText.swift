internal import Counts
internal import Formatting
internal import Metrics
internal import Statistics

/// Counts for people: one session with its steps and phases, of several a line each.
public struct CountsText: Sendable {
  private let report: CountsReport
  /// Whether every session has its tables, and the text has no limit.
  public var isVerbose = false

  /// Makes the text of a report.
  public init(_ report: CountsReport) { self.report = report }

  /// The text: the verdict with the class that decided it, then the tables.
  public var text: String {
    TextLayout.screen(TextLayout.lines(whole), isWhole: isVerbose)
  }

  private var whole: String {
    let verdict = TextLayout.wrapped(verdict)
    var text = verdict.joined(separator: "\n") + "\n"
    guard report.unavailable == nil else { return text }
    for change in report.comparison?.changes ?? [] {
      let lines = change.lines.flatMap { $0.hasPrefix(" ") ? [$0] : TextLayout.wrapped($0) }
      text += "\n" + lines.joined(separator: "\n") + "\n"
    }
    let counted = report.sessions.filter { $0.counts != nil }
    if counted.count > 1, report.comparison?.purpose != .compared || isVerbose {
      text += "\n" + table(of: counted)
    }
    // Who compares asked for a verdict.
    if counted.count == 1 && report.comparison?.purpose != .compared || isVerbose {
      for session in counted { text += tables(of: session, below: verdict.count) }
    }
    return text
  }

  /// The verdict in a sentence.
  public var verdict: String {
    guard report.unavailable == nil else { return "counts \(report.words)" }
    guard let comparison = report.comparison, comparison.purpose == .compared else {
      return "counted, nothing judged: \(report.words)"
    }
    guard comparison.unreadable.isEmpty, comparison.decides || !comparison.missing.isEmpty else {
      return "nothing decided: \(report.words)"
    }
    let isWhole = comparison.missing.isEmpty && report.failures.isEmpty
    let outcome = !comparison.changes.isEmpty ? "changed" : isWhole ? "unchanged" : "incomplete"
    return "decided by counts: \(outcome); \(report.words)"
  }

  private func table(of sessions: [CountsReport.Session]) -> String {
    TextLayout.table(of: sessions) { session in
      let counts = session.counts
      let (name, most) = CountsText.largest(of: counts)
      return [
        TableCell("session", TextLayout.fitted(session.id, to: 46)),
        TableCell("instructions", MetricText.count(counts?.instructions ?? 0), isNumber: true),
        TableCell("most in", "\(name) \(most)"),
        CountsText.allocations(counts?.value(of: .requests)),
      ]
    }
  }

  /// Requests for memory, where they were counted.
  private static func allocations(_ number: Int64?) -> TableCell {
    TableCell(
      "allocations", number.map { MetricText.count($0) } ?? MetricText.never, isNumber: true)
  }

  /// The phase with the most instructions, and its share.
  private static func largest(of counts: SessionCounts?) -> (name: String, share: String) {
    guard let counts else { return ("", "") }
    let phases =
      zip(counts.phaseNames, counts.phases).map { ($0, $1) } + [("no phase", counts.rest)]
    let most = phases.max { $0.1 < $1.1 } ?? ("no phase", 0)
    return (most.0, share(most.1, of: counts.instructions))
  }

  private static func share(_ part: Int64, of whole: Int64) -> String {
    whole > 0 ? MetricText.percent(part, of: whole) : MetricText.never
  }

  /// The tables of a session: all steps, or the costliest ones that fit on a screen.
  private func tables(of session: CountsReport.Session, below above: Int) -> String {
    guard let counts = session.counts else { return "" }
    let whole = counts.instructions
    let head = "\n\(TextLayout.fitted(session.title, to: TextLayout.width))\n\n"
    let named =
      zip(counts.phaseNames, counts.phases).map { (name: $0, count: $1) }
      + [(name: "no phase", count: counts.rest)]
    let phases = TextLayout.table(of: named.filter { $0.count > 0 }) { phase in
      [
        TableCell("phase by itself", phase.name),
        TableCell("instructions", MetricText.count(phase.count), isNumber: true),
        TableCell("share", CountsText.share(phase.count, of: whole), isNumber: true),
      ]
    }
    let functions = (counts.functions ?? []).prefix(CountsDifference.functionLimit)
    let costliest = TextLayout.table(of: Array(functions)) { function in
      [
        TableCell("function by itself", TextLayout.fitted(function.name, to: 64)),
        TableCell("instructions", MetricText.count(function.instructions), isNumber: true),
        TableCell("share", CountsText.share(function.instructions, of: whole), isNumber: true),
      ]
    }
    let below = "\n" + phases + (functions.isEmpty ? "" : "\n" + costliest)
    let other = TextLayout.lines(head + below).count + above
    let rows = isVerbose ? counts.rows : CountsText.costliest(counts.rows, besides: other)
    let left = counts.rows.count - rows.count
    let steps = TextLayout.table(of: rows) { row in
      let step = session.steps.first { $0.id == row.step }
      let most = zip(counts.phaseNames, row.phases).max { $0.1 < $1.1 }
      return [
        TableCell("step", row.step.map { String($0 + 1) } ?? "", isNumber: true),
        TableCell("line", step.map { String($0.line) } ?? "", isNumber: true),
        TableCell("what", TextLayout.fitted(step?.text ?? "between steps", to: 36)),
        TableCell("instructions", MetricText.count(row.instructions), isNumber: true),
        TableCell("share", CountsText.share(row.instructions, of: whole), isNumber: true),
        TableCell(
          "most in", most.map { $0.1 > row.rest ? $0.0 : "no phase" } ?? ""),
        CountsText.allocations(row.allocations),
      ]
    }
    return head + steps + (left > 0 ? TextLayout.rest(left, "steps") + "\n" : "") + below
  }

  /// The rows with the most instructions that fit on a screen, in their order.
  private static func costliest(
    _ rows: [SessionCounts.Row], besides lines: Int
  ) -> [SessionCounts.Row] {
    // The titles of the table have two lines, and the rest has one.
    let room = max(1, TextLayout.height - lines - 3)
    let ranked = rows.indices.sorted {
      (-rows[$0].instructions, $0) < (-rows[$1].instructions, $1)
    }
    return ranked.prefix(room).sorted().map { rows[$0] }
  }
}
