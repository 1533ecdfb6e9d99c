/// The result of a comparison, class by class.
public struct ComparisonReport: Sendable {
  /// The result in one word.
  public enum Verdict: String, Hashable, Sendable {
    /// Sessions end early.
    case aborted
    /// Two replays of a session differ.
    case notDeterministic = "not deterministic"
    /// The facts differ.
    case changed
    /// The facts are the same, and the cost is higher.
    case regressed
    /// The facts are the same, and the cost is lower.
    case improved
    /// The facts and the cost are the same.
    case unchanged
    /// The times are not conclusive.
    case inconclusive
    /// The base moves against itself.
    case machineUnfit = "machine unfit"
  }

  /// The older program.
  package let base: Contender
  package let head: Contender
  /// The classes that were judged.
  package let levels: Set<BuildComparison.Level>
  package var facts = FactsFindings()
  /// The differences of the fingerprints, because of which only facts can be compared.
  package var otherness: [String] = []
  package var counts = CountsFindings()
  package var times = TimesFindings()

  /// The verdict, and the class that decides: the first one with a result.
  public var decision: (verdict: Verdict, by: BuildComparison.Level) {
    if !facts.aborted.isEmpty { return (.aborted, .facts) }
    if !facts.notDeterministic.isEmpty { return (.notDeterministic, .facts) }
    if !facts.changed.isEmpty || !facts.onlyBase.isEmpty { return (.changed, .facts) }
    if !counts.regressed.isEmpty { return (.regressed, .counts) }
    if !counts.changed.isEmpty { return (.improved, .counts) }
    if times.regressed > 0 { return (.regressed, .times) }
    if times.improved > 0 { return (.improved, .times) }
    // Exact counts that are the same say more than times that cannot tell.
    if !counts.rows.isEmpty, counts.missing == nil { return (.unchanged, .counts) }
    if times.unfit > 0 { return (.machineUnfit, .times) }
    if times.inconclusive > 0 { return (.inconclusive, .times) }
    if !times.rows.isEmpty { return (.unchanged, .times) }
    if counts.missing != nil { return (.inconclusive, .counts) }
    return times.missing == nil ? (.unchanged, .facts) : (.inconclusive, .times)
  }

  /// The result of times as a gate.
  public enum TimesGate: Hashable, Sendable {
    /// No row has regressed.
    case passed
    /// Some rows have regressed.
    case failed
    /// The times do not decide, with the reason.
    case unavailable(String)
  }

  /// The result of times as a gate.
  ///
  /// It passes when at least one row is decided and none has regressed.
  public var timesGate: TimesGate {
    if times.regressed > 0 { return .failed }
    if !otherness.isEmpty {
      return .unavailable("the builds differ: \(otherness.joined(separator: ", "))")
    }
    if let reason = times.unavailable { return .unavailable(reason) }
    if times.unfit > 0 { return .unavailable("BASE moves against itself") }
    if times.rows.isEmpty { return .unavailable("no session was timed") }
    return times.improved + times.unchanged > 0 ? .passed : .unavailable("all are inconclusive")
  }
}
