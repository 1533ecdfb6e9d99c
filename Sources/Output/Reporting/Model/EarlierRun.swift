internal import Formatting

/// An earlier run of the same scenarios, which the reports of a run show beside it.
///
/// It fails nothing: a difference from an earlier run is no mistake.
public struct EarlierRun: Sendable {
  /// Its run file or the folder of its reports, as given.
  public var path: String
  /// The number of sessions that both runs have.
  public var count: Int
  /// The sessions that changed since.
  public var changes: [FactsComparison.Change]
  /// The number of sessions that only the earlier run has.
  public var onlyBefore: Int
  /// The number of sessions that only the later run has.
  public var onlyNow: Int
  /// The changed sessions as the earlier run has them, by their ids.
  package var sessions: [String: SessionReport]

  /// Makes an earlier run of its comparison with a later one.
  package init(
    path: String, count: Int, changes: [FactsComparison.Change], onlyBefore: Int, onlyNow: Int,
    sessions: [String: SessionReport]
  ) {
    (self.path, self.count, self.changes) = (path, count, changes)
    (self.onlyBefore, self.onlyNow, self.sessions) = (onlyBefore, onlyNow, sessions)
  }

  /// The comparison in a line: `since the run 'old': 2 of 467 sessions changed; 1 session is new`.
  public var words: String {
    func others(_ count: Int, _ words: String) -> String {
      guard count > 0 else { return "" }
      return "; \(MetricText.things(count, "session")) \(count == 1 ? "is" : "are") \(words)"
    }
    let all = MetricText.things(count, "session")
    let changed = changes.isEmpty ? "no change in \(all)" : "\(changes.count) of \(all) changed"
    return "since the run '\(path)': \(changed)" + others(onlyNow, "new")
      + others(onlyBefore, "gone")
  }

  /// The comparison in a line, then each changed session with its most telling values.
  ///
  /// - Parameter limit: The most sessions to list.
  /// - Returns: The lines.
  public func lines(atMost limit: Int) -> [String] {
    let left = changes.count - limit
    return [words] + mostTelling.prefix(limit).map { "  \($0.id): \($0.summary)" }
      + (left > 0 ? ["  and \(MetricText.things(left, "more session")); the page has all"] : [])
  }

  /// The changed sessions, the most telling first.
  package var mostTelling: [FactsComparison.Change] { changes.mostTelling }
}
