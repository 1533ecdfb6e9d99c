internal import Formatting
internal import Metrics
internal import Reporting

extension HistoryStore {
  /// A table of the newest runs, those first.
  ///
  /// - Parameters:
  ///   - count: The most runs.
  ///   - branch: Only those of a branch; nil for all.
  /// - Returns: The table, with a line for those that it leaves out.
  /// - Throws: A sentence when the history cannot be read.
  public func logText(last count: Int, branch: String? = nil) throws(HistoryError) -> String {
    let log = try log(last: count, branch: branch)
    guard !log.runs.isEmpty else { return "no runs\n" }
    let changes = try HistoryChanges(in: contents(branch: branch)).changes
    let levels = Dictionary(grouping: changes, by: \.run.number)
    let hasMachines = log.runs.contains { $0.run.machine != nil }
    let table = TextLayout.table(of: log.runs) { run, difference in
      let times = TableCell("times", TextLayout.fitted(run.machine ?? "", to: 14))
      return [
        TableCell("run", "\(run.number)", isNumber: true),
        TableCell("revision", run.revisionText), TableCell("day", run.dayText),
        TableCell("branch", TextLayout.fitted(run.origin.branch ?? "", to: 12)),
        TableCell("ended", TextLayout.fitted(run.ending, to: 17)),
        TableCell("sessions", MetricText.count(Int64(run.sessions)), isNumber: true),
      ] + (hasMachines ? [times] : []) + [
        TableCell("what changed", difference.words(levels: levels[run.number] ?? []))
      ]
    }
    let lines = table.split(separator: "\n").map { TextLayout.cut($0, to: TextLayout.width) }
    let left = log.all - log.runs.count
    let note = left > 0 ? ["\(MetricText.things(left, "older run")); --all lists them too"] : []
    return (lines + note).joined(separator: "\n") + "\n"
  }
}

extension RunDifference {
  /// The difference in a few words: `views created 342 -> 347 in Views/a and 2 more sessions`.
  ///
  /// Where levels changed, the most telling of them stands for the facts and counts.
  func words(levels: [HistoryChange]) -> String {
    if isFirst { return "the first run" }
    var parts: [String] = []
    if let level = levels.first {
      let more = levels.count > 1 ? " and \(levels.count - 1) more" : ""
      let words = LevelText.step(level.levels, of: level.series.quantity, in: level.series.session)
      let accepted = level.acceptance == nil ? "" : "accepted, "
      parts.append("\(accepted)\(level.directionText): \(words)\(more)")
    } else if let first {
      let more = facts > 1 ? " and \(MetricText.things(facts - 1, "more session"))" : ""
      parts.append("\(first.words)\(more)")
    }
    if events > 0 { parts.append("events of \(MetricText.things(events, "session"))") }
    if counts > 0, levels.isEmpty {
      parts.append("counts of \(MetricText.things(counts, "session"))")
    }
    if new > 0 { parts.append("\(MetricText.things(new, "new session"))") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

extension RunDifference.Fact {
  /// Metric, both values and session.
  fileprivate var words: String {
    let numbers = [before, after].compactMap { $0?.number }
    let texts =
      numbers.count == 2
      ? LevelText.texts(numbers[0], numbers[1], of: quantity)
      : [before, after].map {
        $0.map { LevelText.text($0.number, of: quantity) } ?? MetricText.never
      }
    return LevelText.step(texts, of: quantity, in: session)
  }
}

extension TextLayout {
  /// A line of a table without what lies beyond a width.
  static func cut(_ line: Substring, to width: Int) -> String {
    let line = trimmed(String(line))
    guard line.count > width else { return line }
    return line.allSatisfy { $0 == "-" || $0 == " " }
      ? String(line.prefix(width)) : fitted(line, to: width)
  }
}
