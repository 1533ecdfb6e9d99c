internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics

/// What the page shows of views with something on them that an earlier use left.
enum StaleReuseSection {
  typealias Context = PageTemplates.Context

  /// The most rows of a scenario's table of views that were not clean.
  static let staleReuseLimit = 60

  static func staleReuses(of session: SessionReport) -> Context {
    let all = session.facts.staleReuses
    let shown = all.prefix(staleReuseLimit)
    var count = Int64(all.count)
    if case .count(let counted) = session.facts.session[.staleReuses] { count = counted }
    return [
      "hasStaleReuses": !all.isEmpty,
      "staleReuses": shown.map { staleReuse($0, of: session) },
      "moreStaleReuses": HTMLPage.more(Int(count) - shown.count, "view"),
    ]
  }

  private static func staleReuse(_ reuse: StaleReuse, of session: SessionReport) -> Context {
    let label = session.label(ofStep: Int(reuse.step))
    let leaks = reuse.leaks.map { leak in
      leak.part.rawValue + (leak.owner.map { " of annotation \($0)" } ?? "")
    }
    return [
      "step": label?.text ?? "", "line": label.map { "line \($0.line)" } ?? "",
      "time": MetricText.short(.nanoseconds(reuse.time.nanoseconds), of: .simulatedTime),
      "view": "#\(reuse.view)", "annotation": reuse.annotation,
      "leaks": leaks.joined(separator: ", "),
    ]
  }
}
