internal import Formatting
internal import Measures
internal import Metrics

/// What is worth a look although it may be meant.
extension SessionReport {
  /// The metrics that make a session worth a look when they are not nothing, and why.
  private static let warned: [(metric: Metric, reason: String)] = [
    (.staleReuses, "views were shown with something on them that an earlier use left"),
    (.reentries, "the app began a region change inside the end of another one"),
    (.reentriesRefused, "the app nested region changes too deep, and they were not made"),
  ]

  /// What is worth a look, in one sentence each; what a verdict complains of is not told twice.
  public var warnings: [String] {
    let told = Set(failures.map(\.expectation.metric))
    return marginWarnings
      + SessionReport.warned.compactMap { metric, reason in
        guard !told.contains(metric), case .count(let count) = facts.session[metric], count > 0
        else { return nil }
        return "\(metric.name): \(MetricText.count(count)); \(reason)"
      }
  }
}

extension SessionReport {
  /// The layers whose cells do not reach the edges of the view.
  var edgelessLayers: [String] { clusterings.filter(\.leavesEdgesOut).map(\.layer) }

  /// What a negative margin does to the points lost; it explains a verdict on them, too.
  private var marginWarnings: [String] {
    guard case .count(let lost) = facts.session[.pointsLost], lost > 0, !edgelessLayers.isEmpty
    else { return [] }
    return [
      "\(Metric.pointsLost.name): \(MetricText.count(lost)); the negative margin of "
        + "\(edgelessLayers.joined(separator: ", ")) leaves out what lies near the edges of the "
        + "view, which counts as lost"
    ]
  }
}

extension RunReport {
  /// The warnings of all sessions that must not fail.
  var warnings: [(session: SessionReport, sentence: String)] {
    scenarios.flatMap { session in session.warnings.map { (session: session, sentence: $0) } }
  }
}
