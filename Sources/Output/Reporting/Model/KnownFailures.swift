package import Measures
package import Metrics

/// Failures that are known: their expectations may break until a day.
extension SessionReport {
  /// Whether a verdict is broken and may be.
  package func isKnown(_ verdict: Verdict) -> Bool {
    permits(verdict.expectation.subject.name, verdict.outcome)
  }

  /// Whether a budget is broken and may be.
  package func isKnown(_ verdict: BudgetVerdict) -> Bool {
    permits(verdict.budget.count.name, verdict.outcome)
  }

  private func permits(_ metric: String, _ outcome: Expectation.Outcome?) -> Bool {
    outcome == .broken && known(metric)?.isOver(on: judgedOn) == false
  }

  private func known(_ metric: String) -> KnownFailure? {
    knownFailures?.first { $0.metric == metric }
  }

  /// The known failures whose expectations are all kept.
  package var goneFailures: [KnownFailure] {
    (knownFailures ?? []).filter { known in
      let outcomes =
        facts.verdicts.filter { $0.expectation.subject.name == known.metric }.map(\.outcome)
        + budgetVerdicts.filter { $0.budget.count.name == known.metric }.compactMap(\.outcome)
      return !outcomes.isEmpty && outcomes.allSatisfy { $0 == .kept }
    }
  }

  /// The end of a sentence about a broken expectation that is known to break, or was until its
  /// day; empty for any other.
  func permission(of metric: String, _ outcome: Expectation.Outcome?) -> String {
    guard outcome == .broken, let known = known(metric) else { return "" }
    let words = known.isOver(on: judgedOn) ? "the known failure was allowed" : "a known failure"
    return "; \(words) until \(known.until) (\(known.ticket))"
  }

  /// The broken expectations and budgets that are known to break.
  package var listedKnownFailures: [ListedFailure] {
    guard abort == nil, !isCanary else { return [] }
    func named(_ metric: String, _ failure: ListedFailure) -> ListedFailure {
      var failure = failure
      failure.known = known(metric)
      return failure
    }
    return facts.verdicts.indices.filter { isKnown(facts.verdicts[$0]) }.map {
      named(facts.verdicts[$0].expectation.subject.name, listed($0))
    }
      + brokenBudgets.filter { isKnown($0) }.map { named($0.budget.count.name, listed($0)) }
  }
}

extension RunReport {
  /// The known failures of all sessions, in their order.
  package var listedKnownFailures: [ListedFailure] { sessions.flatMap(\.listedKnownFailures) }
}

extension KnownFailure {
  /// The remedy for expectations that are kept again, in a sentence.
  package var goneSentence: String {
    "the known failure of \(metric) is gone: remove it (line \(line))"
  }
}
