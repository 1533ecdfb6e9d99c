/// What a comparison found, class by class.
public struct ComparisonReport: Sendable {
  /// What it comes to.
  public enum Verdict: String, Hashable, Sendable {
    /// Sessions end early.
    case aborted
    /// Two replays of a session differ.
    case notDeterministic = "not deterministic"
    /// Something else happens.
    case changed
    /// The same happens, and costs more.
    case regressed
    /// The same happens, and costs less.
    case improved
    /// The same happens, at the same cost.
    case unchanged
    /// Times cannot be told apart or together here.
    case inconclusive
    /// The base moves against itself.
    case machineUnfit = "machine unfit"
  }

  /// What the two are called.
  package let base: Contender
  package let head: Contender
  /// The classes that were judged.
  package let levels: Set<BuildComparison.Level>
  package var facts = FactsFindings()
  /// What the fingerprints say differently, so that only facts can be compared.
  package var otherness: [String] = []
  package var counts = CountsFindings()
  package var times = TimesFindings()

  /// The verdict, and the class that decides: the first that has something to say.
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

  /// What times that gate say.
  public enum TimesGate: Hashable, Sendable {
    /// None has regressed.
    case passed
    /// Some have regressed.
    case failed
    /// They cannot be told, and why.
    case unavailable(String)
  }

  /// What times say as a gate, which passes when at least one row is told and none has regressed.
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
