internal import Formatting
internal import Metrics
internal import Statistics

/// Charts of a quantity of one session, one for each fingerprint.
public struct HistoryCharts: Sendable {
  /// The most charts: those whose runs are the newest.
  private static let limit = 3

  private let contents: HistoryContents
  /// The series of the session that is shown, the newest first.
  private let series: [Series]
  /// How many sessions have such a quantity.
  private let sessions: Int
  /// How many series of the session are left out.
  private let left: Int
  /// Whether the session was chosen for a change.
  private let hasChange: Bool

  /// Chooses the session whose level changed most; else the first one by name.
  ///
  /// - Parameters:
  ///   - name: The name of the quantity.
  ///   - session: A text that the id of the session contains, or is; nil for any.
  ///   - branch: Only runs of a branch; nil for all.
  ///   - store: The history.
  ///   - suggestions: The quantities that a wrong name may mean, for the complaint.
  /// - Throws: A sentence when there is no such quantity or session.
  public init(
    of name: String, session: String?, branch: String?, in store: HistoryStore,
    suggestions: [String] = []
  ) throws(HistoryError) {
    contents = try store.contents(of: name, session: session, branch: branch, constantToo: true)
    let bySession = Dictionary(grouping: contents.series, by: \.session)
    // A whole id names one session, even where others contain it.
    let exact = session.flatMap { bySession[$0] == nil ? nil : $0 }
    let largest = contents.series.map { series in
      let points = series.changePoints
      let counted = points.filter { !$0.isSuspected }.map { $0.magnitude + 1 }.max()
      return (series.session, counted ?? (points.isEmpty ? 0 : 0.5))
    }.max { $0.1 < $1.1 }
    guard let chosen = exact ?? largest?.0, let series = bySession[chosen] else {
      throw HistoryCharts.missing(name, session: session, in: store, suggestions)
    }
    let newest = series.sorted { ($0.points.last?.run ?? 0) > ($1.points.last?.run ?? 0) }
    self.series = Array(newest.prefix(HistoryCharts.limit))
    (sessions, left) = (exact == nil ? bySession.count : 1, newest.count - self.series.count)
    hasChange = largest.map { $0.1 > 0 } ?? false
  }

  private static func missing(
    _ name: String, session: String?, in store: HistoryStore, _ suggestions: [String]
  ) -> HistoryError {
    let known = Quantity.all.contains { $0.name == name }
    if known, let session {
      return HistoryError(
        .missingInput, "no session with '\(session)' in its id has a value of '\(name)'",
        help: "leave --session out to see one that has")
    }
    if known {
      return HistoryError(
        .missingInput, "no run of '\(store.path)' has a value of '\(name)'",
        help: "add runs that have it: times and counts are of runs that measure, on machines of "
          + "which all that matters is known")
    }
    return HistoryError(
      .missingInput, "nothing is called '\(name)'",
      help: suggestions.isEmpty
        ? "name a metric of facts, which mapreplay explain NAME tells of, or one of "
          + Quantity.all.filter { $0.kind != .fact }.map(\.name).joined(separator: ", ")
        : "did you mean \(suggestions.map { "'\($0)'" }.joined(separator: " or "))?")
  }

  private var figures: [SeriesFigure] { series.map { SeriesFigure(of: $0, in: contents) } }

  /// The charts in characters, with a line that names the chosen session.
  public var text: String {
    var lines = figures.map { TerminalChart($0).text }
    var notes: [String] = []
    if sessions > 1 {
      let choice = hasChange ? "this one changed most" : "none changed; this is the first by name"
      notes.append(
        "of \(MetricText.things(sessions, "session")) \(choice); --session ID shows another")
    }
    if series.count > 1 { notes.append("runs of other fingerprints have charts of their own") }
    if left > 0 { notes.append("those of \(MetricText.things(left, "older one")) are left out") }
    if !notes.isEmpty { lines.append(notes.joined(separator: "; ") + "\n") }
    return lines.joined(separator: "\n")
  }

  /// The charts as one SVG.
  public var svg: String { SeriesPicture(figures).text }
}
