internal import Measures
internal import Metrics

/// What is worth a look although it may be meant.
extension SessionReport {
  /// The metrics that make a session worth a look when they are not nothing, and why.
  private static let warned: [(metric: Metric, reason: String)] = [
    (.dirtyReuses, "views were shown with something on them that an earlier use left"),
    (.reentries, "the app began a region change inside the end of another one"),
    (.reentriesRefused, "the app nested region changes too deep, and they were not made"),
  ]

  /// What is worth a look, in one sentence each; what a verdict complains of is not told twice.
  public var warnings: [String] {
    let told = Set(failures.map(\.expectation.metric))
    return SessionReport.warned.compactMap { metric, reason in
      guard !told.contains(metric), case .count(let count) = facts.session[metric], count > 0
      else { return nil }
      return "\(metric.name): \(MetricText.count(count)); \(reason)"
    }
  }
}

extension RunReport {
  /// The warnings of all sessions that must not fail.
  var warnings: [(session: SessionReport, sentence: String)] {
    scenarios.flatMap { session in
      session.warnings.map { (session: session, sentence: $0) }
    }
  }
}
