public import Measures
public import Metrics

/// A whole run: every scenario that was replayed.
public struct RunReport: Sendable {
  /// The sessions, sorted by id, whatever the order in which they were replayed; variants of one
  /// scenario keep theirs.
  public let sessions: [SessionReport]
  /// The version of the product.
  public let version: String
  /// Whether the program was built for debugging; such a build prints no times.
  public let isDebugBuild: Bool
  /// The allocator that served the program, such as `jemalloc 5.3.0`; nil when it is not known.
  public let allocator: String?

  /// Sessions whose second replay differed from the first, in one sentence each.
  public var contradictions: [String] = []
  /// How the facts compare with the committed ones; nil when nobody asked.
  public var comparison: FactsComparison?

  /// What is wrong with the run beside its sessions, in one sentence each.
  public var findings: [String] { (comparison?.findings ?? []) + contradictions }

  /// Whether everything is as it must be.
  public var isGood: Bool { findings.isEmpty && sessions.allSatisfy(\.outcome.isGood) }

  /// Makes a run of its sessions in any order; only variants of one scenario come as they are.
  ///
  /// A debug build loses its measurements here, so that no format can show times that mislead.
  public init(sessions: [SessionReport], version: String, isDebugBuild: Bool, allocator: String?) {
    var sessions = sessions.enumerated().sorted {
      ($0.element.variant?.scenario ?? $0.element.id, $0.offset)
        < ($1.element.variant?.scenario ?? $1.element.id, $1.offset)
    }.map(\.element)
    if isDebugBuild {
      for index in sessions.indices { sessions[index].measurements = nil }
    }
    self.sessions = sessions
    self.version = version
    self.isDebugBuild = isDebugBuild
    self.allocator = allocator
  }

  /// The sessions that must keep their expectations.
  public var scenarios: [SessionReport] { sessions.filter { !$0.isCanary } }

  /// The sessions that must break theirs.
  public var canaries: [SessionReport] { sessions.filter(\.isCanary) }

  /// The number of sessions that came out in a way.
  public func count(of outcome: SessionOutcome) -> Int { sessions.count { $0.outcome == outcome } }

  /// Simulated time of all sessions, in nanoseconds.
  public var simulatedNanoseconds: Int64 {
    sessions.reduce(0) { sum, session in
      guard case .nanoseconds(let length) = session.facts.session[.simulatedTime] else {
        return sum
      }
      return sum + length
    }
  }

  /// Real time of all replays, in nanoseconds; nil when any of them was not measured.
  public var realNanoseconds: Int64? {
    var sum: Int64 = 0
    for session in sessions {
      guard let measurements = session.measurements else { return nil }
      sum += measurements.realNanoseconds
    }
    return sessions.isEmpty ? nil : sum
  }
}

/// What came of a session.
public enum SessionOutcome: String, CaseIterable, Hashable, Sendable {
  /// Every expectation was kept.
  case passed
  /// An expectation was broken or never evaluated.
  case failed
  /// A canary failed in exactly the way it must.
  case caught
  /// A canary failed otherwise or not at all, so the harness cannot be trusted.
  case harnessBroken = "canary passed: harness broken"
  /// The session did not come to its end, so that nothing is known of it.
  case aborted

  /// Whether the run may count as good.
  public var isGood: Bool { self == .passed || self == .caught }
}

extension SessionReport {
  /// Whether the session must fail.
  public var isCanary: Bool { !mustFail.isEmpty }

  /// The verdicts that were broken or never evaluated, in the order in which they fell due.
  public var failures: [Verdict] { facts.verdicts.filter { $0.outcome != .kept } }

  /// The metrics of the failures, each once, in the order of declaration.
  public var failingMetrics: [Metric] {
    let failing = Set(failures.map(\.expectation.metric))
    return Metric.allCases.filter { failing.contains($0) }
  }

  /// The tag of a canary whose expectations must fail by never being evaluated.
  ///
  /// A dead judge evaluates nothing, so for any other canary that is no proof of a living one.
  public static let neverEvaluatedTag = Expectation.Outcome.neverEvaluated.rawValue

  /// What came of the session.
  public var outcome: SessionOutcome {
    guard abort == nil else { return .aborted }
    guard isCanary else { return failures.isEmpty ? .passed : .failed }
    let expected: Expectation.Outcome =
      tags.contains(SessionReport.neverEvaluatedTag) ? .neverEvaluated : .broken
    return Set(mustFail) == Set(failingMetrics) && failures.allSatisfy { $0.outcome == expected }
      ? .caught : .harnessBroken
  }
}
