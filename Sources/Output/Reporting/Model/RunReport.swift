public import Counts
internal import Formatting
public import Measures
public import Metrics
internal import Statistics

/// A whole run: every scenario that was replayed.
public struct RunReport: Sendable {
  /// The sessions sorted by id; variants of one scenario keep their order.
  public private(set) var sessions: [SessionReport]
  /// The sessions that must keep their expectations.
  public private(set) var scenarios: [SessionReport]
  /// The sessions that must break theirs.
  public private(set) var canaries: [SessionReport]
  /// The outcome of each session.
  let outcomes: [SessionOutcome]
  /// The version of the product.
  public let version: String
  /// The sources of the program; nil where they are unknown.
  public var programSource: ProgramSource?
  /// Whether the program was built for debugging; such a build prints no times.
  public let isDebugBuild: Bool
  /// The allocator, such as `jemalloc 5.3.0`; nil when it is unknown.
  public let allocator: String?

  /// Sessions whose second replay differed from the first, in one sentence each.
  public var contradictions: [String] = []
  /// The comparison with the committed facts; nil without one.
  public var comparison: FactsComparison?

  /// The instructions and allocations of the sessions, compared with committed counts; nil
  /// when they were not requested.
  public var counts: CountsReport?

  /// The fingerprint of the measurement; empty when it is unknown.
  public var fingerprint = Fingerprint([:])

  /// Whether the machine was fit for times; nil when none were measured.
  public var machine: MachineVerdict?

  /// The revision and machine of the run, and its time.
  public var origin = RunOrigin()

  /// The typed options that change the played sessions.
  public var options = RunOptions()

  /// The earlier run beside which the reports show this one, which the run file does not have; nil
  /// when none was asked for.
  public var earlier: EarlierRun?

  /// The search whose finds the sessions are; nil for any other run.
  public var search: SearchReport?

  /// The bytes of sessions in the run files of the parts of a run, by session id.
  ///
  /// The run file of the whole run has the same bytes, so they are not written again.
  package var writtenSessions: [String: RunFile.WrittenSession] = [:]

  /// The lines of sessions in scenes files, by the ids of the sessions.
  package var writtenScenes: [String: ArraySlice<UInt8>] = [:]

  /// The name of the file with the scenes of the sessions, next to the run file that was
  /// read; nil where the sessions have their scenes.
  package var scenesFile: String?

  /// A warning for the standard error: the sessions whose scenes could not be read, and the reason;
  /// nil without such sessions.
  public package(set) var missingScenes: String?

  /// Which part of a run on several machines this is; nil for a whole one.
  public var shard: ShardLine?

  /// The gates that fail the run in addition to its expectations.
  public var gates: Set<RunGate> = []

  /// The errors of the run other than those of sessions, one sentence each.
  public var findings: [String] {
    (comparison?.findings ?? []) + contradictions + countsFindings
  }
  /// The errors of the counts, one sentence each.
  package var countsFindings: [String] { (counts?.findings ?? []) + (counts?.failures ?? []) }
  /// Whether there are no findings and every outcome is good.
  public var isGood: Bool {
    comparison?.hasFindings != true && contradictions.isEmpty && countsFindings.isEmpty
      && outcomesAreGood
  }
  /// Whether every session did as it must, and no law is broken.
  var outcomesAreGood: Bool { outcomes.allSatisfy(\.isGood) && search?.isBroken != true }

  /// Whether a requested gate decides nothing.
  ///
  /// That is so when nothing can be counted or all committed counts have another fingerprint,
  /// and when gated real times were not measured.
  public var isUndecided: Bool {
    counts?.ending == .countsUndecided || unmeasuredRealTimes > 0
  }

  /// Creates a run from its sessions, with scenarios in any order and variants in order.
  ///
  /// A debug build loses its measurements, so that no report shows misleading times.
  public init(sessions: [SessionReport], version: String, isDebugBuild: Bool, allocator: String?) {
    let names = sessions.map { $0.variant?.scenario ?? $0.id }
    var sessions = names.indices.sorted { (names[$0], $0) < (names[$1], $1) }.map { sessions[$0] }
    if isDebugBuild {
      for index in sessions.indices {
        (sessions[index].measurements, sessions[index].time) = (nil, nil)
      }
    }
    // They are asked for again and again, and a session is large to copy and to judge.
    self.sessions = sessions
    (scenarios, canaries) = RunReport.parted(sessions)
    outcomes = sessions.map(\.outcome)
    self.version = version
    self.isDebugBuild = isDebugBuild
    self.allocator = allocator
  }

  private static func parted(_ sessions: [SessionReport]) -> (
    scenarios: [SessionReport], canaries: [SessionReport]
  ) {
    (sessions.filter { !$0.isCanary }, sessions.filter(\.isCanary))
  }

  /// Sets the scenes that were found.
  mutating func take(_ scenes: [SessionScene?]) {
    for (index, scene) in scenes.enumerated() {
      if let scene { sessions[index].scene = scene }
    }
    (scenarios, canaries) = RunReport.parted(sessions)
  }

  /// The run reduced to some of its sessions and the findings about them.
  ///
  /// Findings on the run as a whole (stale facts, the comparison of counts) are left out.
  /// Contradictions between replays are kept, since they make the whole run unreliable.
  public func only(_ isChosen: (SessionReport) -> Bool) -> RunReport {
    var run = RunReport(
      sessions: sessions.filter(isChosen), version: version, isDebugBuild: isDebugBuild,
      allocator: allocator)
    (run.contradictions, run.gates) = (contradictions, gates)
    (run.fingerprint, run.origin, run.shard) = (fingerprint, origin, shard)
    (run.options, run.programSource, run.machine) = (options, programSource, machine)
    let ids = Set(run.sessions.map(\.id))
    run.counts = counts
    run.counts?.sessions.removeAll { !ids.contains($0.id) }
    run.counts?.comparison = nil
    run.comparison = comparison.map { whole in
      var comparison = FactsComparison(
        purpose: whole.purpose, folder: whole.folder, count: ids.count)
      comparison.changes = whole.changes.filter { ids.contains($0.id) }
      comparison.missing = whole.missing.filter { ids.contains($0) }
      comparison.hasFacts = whole.hasFacts
      return comparison
    }
    return run
  }

  /// The number of sessions with an outcome.
  public func count(of outcome: SessionOutcome) -> Int { outcomes.count { $0 == outcome } }

  /// Simulated time of all sessions, in nanoseconds.
  public var simulatedNanoseconds: Int64 {
    sessions.reduce(0) { $0 + $1.facts.session[.simulatedTime].nanoseconds }
  }

  /// Real time of all replays, in nanoseconds; nil when any of them was not measured.
  public var realNanoseconds: Int64? {
    let times = sessions.compactMap(\.measurements?.realNanoseconds)
    return times.isEmpty || times.count < sessions.count ? nil : times.reduce(0, +)
  }

  /// The overhead of timing every phase of a replay, in thousandths of it; nil when it is
  /// unknown.
  ///
  /// It is the median over all sessions, weighted by time: half of the time lies in sessions
  /// with a lower overhead. A disturbed replay does not move it, as it would a sum.
  var overheadThousandths: Int64? {
    let sessions = sessions.compactMap(\.measurements?.overhead).filter { $0.without > 0 }
      .map { (more: 2_000 * Int128($0.withClocks - $0.without) / Int128($0.without), $0.without) }
      .sorted { $0 < $1 }
    var left = sessions.reduce(0) { $0 + $1.1 } / 2
    for (more, time) in sessions {
      left -= time
      if left < 0 { return Int64(clamping: (more + (more < 0 ? -1 : 1)) / 2) }
    }
    return nil
  }
}

/// The part of a run that one of several machines plays.
public struct ShardLine: Codable, Hashable, Sendable {
  /// Its number, from 1.
  public var number: Int
  /// The number of parts.
  public var count: Int
  /// The number of sessions in all parts.
  public var sessions: Int
  /// A digest of the content of these sessions.
  public var digest: String

  /// The most machines of a run.
  public static let limit = 10_000

  /// Whether the part's number and count are valid.
  var isPossible: Bool {
    1...ShardLine.limit ~= count && 1...count ~= number && sessions >= 0
  }

  /// Makes a line of its parts.
  public init(number: Int, count: Int, sessions: Int, digest: String = "") {
    (self.number, self.count) = (number, count)
    (self.sessions, self.digest) = (sessions, digest)
  }
}

/// The outcome of a session.
public enum SessionOutcome: String, CaseIterable, Hashable, Sendable {
  /// Every expectation was kept.
  case passed
  /// Nothing but expectations that are known to break was broken.
  case knownFailure = "known failure"
  /// An expectation was broken or never evaluated, or the session breaks a law.
  case failed
  /// A canary failed in exactly the way it must.
  case caught
  /// A canary failed differently or not at all, so a check no longer detects its planted mistake.
  case harnessBroken = "canary passed: harness broken"
  /// The session did not end, so it has no facts.
  case aborted

  /// Whether the run may count as good.
  public var isGood: Bool {
    switch self {
    case .passed, .knownFailure, .caught: true
    case .failed, .harnessBroken, .aborted: false
    }
  }
}

extension SessionReport {
  /// Whether the session must fail.
  public var isCanary: Bool { !mustFailNames.isEmpty }
  /// The verdicts that were broken or never evaluated, in the order in which they fell due.
  public var failures: [Verdict] { facts.verdicts.filter { $0.outcome != .kept } }

  /// The subjects of the failures, each once, in the order of declaration.
  public var failingMetrics: [ExpectedMetric] {
    Set(failures.map(\.expectation.subject)).sorted {
      ($0.metric.rawValue, $0.latenessNanoseconds ?? -1)
        < ($1.metric.rawValue, $1.latenessNanoseconds ?? -1)
    }
  }

  /// The tag of a canary whose expectations must fail by never being evaluated.
  ///
  /// A broken judge evaluates nothing, so this outcome does not prove any other canary.
  public static let neverEvaluatedTag = Expectation.Outcome.neverEvaluated.rawValue

  /// The outcome of the session.
  public var outcome: SessionOutcome {
    guard abort == nil else { return .aborted }
    let isGood = factsAreGood && countsAreGood
    guard !isCanary else { return isGood ? .caught : .harnessBroken }
    guard isGood else { return .failed }
    return failures.isEmpty && brokenBudgets.isEmpty ? .passed : .knownFailure
  }

  /// Whether the session passed without any check: neither the scenario nor the defaults of
  /// its folder have an expectation or a budget.
  public var isUnasked: Bool {
    outcome == .passed && facts.verdicts.isEmpty && facts.references.isEmpty
      && budgetVerdicts.isEmpty && realVerdicts.isEmpty
  }

  /// Whether all views that came again are kept by their annotations: no view is reused then, by
  /// design.
  package var keepsOwnViews: Bool {
    guard case .count(let shown) = facts.session[.ownViewsShown],
      case .count(let reused) = facts.session[.viewsReused]
    else { return false }
    return shown > 0 && reused == 0
  }

  /// The outcome in words: `passed`, or `passed; nothing was asked`.
  package var outcomeWords: String {
    isUnasked ? "passed; \(SessionReport.nothingAsked)" : outcome.word
  }

  package static let nothingAsked = "nothing was asked"

  /// Whether the session ended and breaks no law, with its expectations kept or known to break
  /// or, for a canary, failing as they must.
  public var factsAreGood: Bool {
    guard abort == nil, find == nil else { return false }
    guard isCanary else { return failures.allSatisfy(isKnown) && goneFailures.isEmpty }
    return Set(mustFail) == Set(failingMetrics)
      && failures.allSatisfy { $0.outcome == failureOfCanary }
  }

  /// Whether the budgets are kept or known to break or, for a canary, broken as they must be.
  private var countsAreGood: Bool {
    let broken = brokenBudgets
    guard isCanary else { return broken.allSatisfy(isKnown) }
    return Set(exceedable) == Set(broken.map(\.budget.count))
      && broken.allSatisfy { $0.outcome == failureOfCanary }
  }

  private var failureOfCanary: Expectation.Outcome {
    tags.contains(SessionReport.neverEvaluatedTag) ? .neverEvaluated : .broken
  }
}
