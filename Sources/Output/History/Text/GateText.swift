internal import Formatting
internal import Metrics
internal import Reporting
internal import Wire

extension HistoryGate {
  /// The verdict in a line, then a line for each cause.
  public var lines: [String] { [headline] + causes.map(\.words) }

  private var headline: String {
    let runs = MetricText.things(changes.runs, "run")
    let accepted = changes.changes.count - changes.open.count
    let end = accepted > 0 ? ", \(MetricText.things(accepted, "change")) accepted" : ""
    guard !causes.isEmpty else {
      let quantities = MetricText.things(changes.seriesCount, "quantity", "quantities")
      return "\(verdict.rawValue): none of \(quantities) is worse than it may be in \(runs)\(end)"
    }
    let kinds = Set(causes.flatMap(\.changes).map(\.series.quantity.kind))
    let decisive = Quantity.Class.allCases.first(where: kinds.contains) ?? .fact
    return "\(verdict.rawValue), decided by \(decisive.rawValue)s: "
      + "\(MetricText.things(causes.count, "cause")) in \(runs)\(end)"
  }

  /// The verdict for programs.
  ///
  /// The member `text` is for chats, which show the member of that name.
  ///
  /// - Parameter exitCode: The number by which the program ends.
  /// - Returns: The file's text.
  public func json(exitCode: Int32) -> String {
    let file: JSON = [
      "version": 1, "verdict": .string(verdict.rawValue), "exit code": .int(exitCode),
      "text": .string(lines.joined(separator: "\n")), "runs": .int(changes.runs),
      "causes": .array(
        causes.map { cause in
          let run = cause.changes[0].run
          return [
            "run": .integer(run.number), "revision": .text(run.origin.revision),
            "branch": .text(run.origin.branch), "text": .string(cause.words),
            "changes": .array(cause.changes.map(\.json)),
          ]
        }),
    ]
    return file.fileText
  }
}

extension HistoryGate.Cause {
  /// The run, the most telling change and how many there are: `run 7 (1a2b3c4d), 2026-09-21: views
  /// created of a 342 -> 347 (+1.5 %) and 3 more in 2 sessions`.
  var words: String {
    let (run, first) = (changes[0].run, changes[0])
    let sessions = Set(changes.map(\.series.session)).count
    let more =
      changes.count > 1
      ? " and \(MetricText.count(Int64(changes.count - 1))) more in "
        + MetricText.things(sessions, "session") : ""
    let day = run.dayText.isEmpty ? "" : ", \(run.dayText)"
    return "\(run.words)\(day): \(first.step)\(more)"
  }
}
