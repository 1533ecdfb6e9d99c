internal import Formatting

/// A reason to fail a run in addition to broken expectations and budgets.
public enum RunGate: String, CaseIterable, Codable, Hashable, Sendable {
  /// Facts differ from the committed ones.
  case facts
  /// Instructions or allocations exceed the committed counts.
  case counts
  /// Expectations on real times are broken.
  ///
  /// Without this gate they are informative.
  case time
  /// Facts or counts are better than the committed ones and need to be committed.
  case improvements
}

/// The ending of a run: its first problem, in the order in which problems have to be fixed
/// before the later ones are meaningful.
public enum RunEnding: String, Hashable, Sendable {
  /// A session did not end.
  case aborted
  /// Two replays of a session differ.
  case notDeterministic = "not deterministic"
  /// A canary did not fail as it must.
  case harnessBroken = "harness broken"
  /// Committed facts cannot be read.
  case factsUnreadable = "facts unreadable"
  /// An expectation, a budget or a law is broken.
  case broken
  /// Facts are not the committed ones.
  case factsDiffer = "facts differ"
  /// Committed counts cannot be read.
  case countsUnreadable = "counts unreadable"
  /// A session could not be counted.
  case notCounted = "not counted"
  /// Counts differ from the committed ones, or have none.
  case countsDiffer = "counts differ"
  /// Counts were requested and decide nothing.
  case countsUndecided = "counts undecided"
  /// Instructions have grown, and the gate on counts is on.
  case countsGrew = "counts grew"
  /// A real time breaks its expectation, and the gate on times is on.
  case slower
  /// The gate on times is on, and times were not measured.
  case timesUndecided = "times undecided"
  /// All differences are improvements, and the gate on them is on.
  case improved
  /// Nothing is wrong.
  case kept
}

extension CountsReport {
  /// The ending of the counts alone.
  public var ending: RunEnding {
    if unavailable != nil { return .countsUndecided }
    if comparison?.unreadable.isEmpty == false { return .countsUnreadable }
    if !failures.isEmpty { return .notCounted }
    guard findings.isEmpty else { return .countsDiffer }
    let decides = comparison.map { $0.purpose == .updated || $0.decides } ?? true
    return decides ? .kept : .countsUndecided
  }
}

extension RunReport {
  /// The ending of the run.
  public var ending: RunEnding {
    if count(of: .aborted) > 0 { return .aborted }
    if !contradictions.isEmpty { return .notDeterministic }
    if count(of: .harnessBroken) > 0 { return .harnessBroken }
    if comparison?.isUnreadable == true { return .factsUnreadable }
    guard outcomesAreGood else { return .broken }
    let locksIn = gates.contains(.improvements)
    let factsDiffer = comparison?.hasFindings == true
    if factsDiffer, !locksIn || comparison?.isImprovement != true { return .factsDiffer }
    let counted = counts?.ending ?? .kept
    let countsImproved = counted == .countsDiffer && counts?.comparison?.isImprovement == true
    if counted == .countsDiffer, !(locksIn && countsImproved) {
      let isRegression = counts?.comparison?.isRegression == true
      return gates.contains(.counts) && isRegression ? .countsGrew : .countsDiffer
    }
    guard counted == .kept || counted == .countsDiffer else { return counted }
    if brokenRealTimes > 0 { return .slower }
    if unmeasuredRealTimes > 0 { return .timesUndecided }
    return factsDiffer || countsImproved ? .improved : .kept
  }

  /// The class that decided: facts before counts, and counts before times.
  var decision: String {
    switch ending {
    case .aborted, .notDeterministic, .harnessBroken, .factsDiffer, .factsUnreadable: "facts"
    case .broken:
      search == nil && sessions.allSatisfy(\.factsAreGood) ? "counts" : "facts"
    case .countsUnreadable, .notCounted, .countsDiffer, .countsUndecided, .countsGrew: "counts"
    case .slower, .timesUndecided: "times"
    case .improved: comparison?.hasFindings == true ? "facts" : "counts"
    case .kept: counts?.comparison?.decides == true ? "facts and counts" : "facts"
    }
  }

  /// The reason for a bad ending, with the class that decided: `failed, decided by facts: 1
  /// of 61 scenarios failed; first a.yaml:12:3: ...`; nil when nothing is wrong.
  public var reason: String? { reason { $0.sentence } }

  /// The reason without the worst case of its failure, for the line above all failures.
  package var briefReason: String? { reason { $0.brief ?? $0.sentence } }

  private func reason(_ sentence: (ListedFailure) -> String) -> String? {
    let (verb, outcome) = ending.words
    guard let verb else { return nil }
    let first = outcome.flatMap { listedFailures([$0]).first }
    return "\(verb), decided by \(decision): \(finding)"
      + (first.map { "; first \($0.place): \($0.session.variantPrefix)\(sentence($0))" } ?? "")
  }

  /// The finding that decided, in words; the headline where the outcome of sessions decided.
  private var finding: String {
    switch ending {
    case .kept, .aborted, .harnessBroken, .broken: headline
    case .notDeterministic: contradictions[0]
    case .factsDiffer: comparison?.firstDifference ?? ""
    case .factsUnreadable: comparison?.unreadable?.first ?? ""
    case .countsUnreadable, .notCounted, .countsDiffer, .countsUndecided, .countsGrew:
      counts.map { ($0.findings + $0.failures).first ?? $0.words } ?? ""
    case .slower: brokenRealTimesFinding
    case .timesUndecided: unmeasuredRealTimesFinding
    case .improved:
      [comparison?.firstDifference, counts?.findings.first].compactMap(\.self)
        .joined(separator: "; ")
    }
  }

  /// The ending of the run, as the headline of a page: the outcome of the sessions, unless
  /// another problem decided.
  package var outcome: String {
    let (verb, outcome) = ending.words
    guard let verb, outcome == nil else { return headline }
    return "\(verb): \(finding)"
  }
}

extension RunEnding {
  /// The beginning of a sentence about the ending, nil for none, and the outcome of the
  /// sessions that decided, nil where another problem did.
  fileprivate var words: (verb: String?, outcome: SessionOutcome?) {
    switch self {
    case .kept: (nil, nil)
    case .aborted: ("failed", .aborted)
    case .harnessBroken: ("failed", .harnessBroken)
    case .broken: ("failed", .failed)
    case .improved: ("improved", nil)
    case .notDeterministic, .factsDiffer, .factsUnreadable, .countsUnreadable, .notCounted,
      .countsDiffer, .countsUndecided, .countsGrew, .slower, .timesUndecided:
      ("failed", nil)
    }
  }
}
