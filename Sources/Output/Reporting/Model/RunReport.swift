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
  /// Whether the program was built for debugging; such a build prints no times.
  public let isDebugBuild: Bool
  /// The allocator, such as `jemalloc 5.3.0`; nil when it is unknown.
  public let allocator: String?

  /// Sessions whose second replay differed from the first, in one sentence each.
  public var contradictions: [String] = []
  /// The comparison with the committed facts; nil without one.
  public var comparison: FactsComparison?

  /// Instructions and allocations of the sessions, as committed; nil when nobody asked for them.
  public var counts: CountsReport?

  /// On what the run was measured; empty when it is unknown.
  public var fingerprint = Fingerprint([:])

  /// Where and when it was made.
  public var origin = RunOrigin()

  /// What was typed that decides what is played.
  public var options = RunOptions()

  /// Sessions as they stand in the run files of the parts of a run, by their ids: they are the same
  /// bytes in the run file of the whole, and need not be written again.
  package var writtenSessions: [String: RunFile.WrittenSession] = [:]

  /// The lines of sessions in scenes files, by the ids of the sessions.
  package var writtenScenes: [String: ArraySlice<UInt8>] = [:]

  /// The name of the file with the scenes of the sessions, beside the run file that was read; nil
  /// where the sessions have theirs.
  package var scenesFile: String?

  /// A warning for the standard error: the sessions whose scenes could not be read, and the reason;
  /// nil without such sessions.
  public package(set) var missingScenes: String?

  /// Which part of a run on several machines this is; nil for a whole one.
  public var shard: ShardLine?

  /// What fails the run beside its expectations.
  public var gates: Set<RunGate> = []

  /// The faults of the run beside its sessions, in one sentence each.
  public var findings: [String] {
    (comparison?.findings ?? []) + contradictions + countsFindings
  }
  /// What is wrong with counts, in one sentence each.
  package var countsFindings: [String] { (counts?.findings ?? []) + (counts?.failures ?? []) }
  /// Whether there are no findings and every outcome is good.
  public var isGood: Bool {
    comparison?.hasFindings != true && contradictions.isEmpty && countsFindings.isEmpty
      && outcomes.allSatisfy(\.isGood)
  }

  /// Whether something was asked for and decides nothing: counts where nothing counts, or all that
  /// is committed was counted on something else; real times that gate and were not measured.
  public var isUndecided: Bool {
    counts?.ending == .countsUndecided || unmeasuredRealTimes > 0
  }

  /// Makes a run of its sessions, in any order of scenarios; variants have to be in order.
  ///
  /// A debug build loses its measurements, so that no report shows misleading times.
  public init(sessions: [SessionReport], version: String, isDebugBuild: Bool, allocator: String?) {
    let names = sessions.map { $0.variant?.scenario ?? $0.id }
    var sessions = names.indices.sorted { (names[$0], $0) < (names[$1], $1) }.map { sessions[$0] }
    if isDebugBuild {
      for index in sessions.indices { sessions[index].measurements = nil }
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

  /// Gives sessions the scenes that were found.
  mutating func take(_ scenes: [SessionScene?]) {
    for (index, scene) in scenes.enumerated() {
      if let scene { sessions[index].scene = scene }
    }
    (scenarios, canaries) = RunReport.parted(sessions)
  }

  /// The run with some of its sessions, and what is said of these beside them.
  ///
  /// What concerns the run as a whole (stale facts, counts) is left out; that two replays differ is
  /// not, since then nothing of the run can be trusted.
  public func only(_ isChosen: (SessionReport) -> Bool) -> RunReport {
    var run = RunReport(
      sessions: sessions.filter(isChosen), version: version, isDebugBuild: isDebugBuild,
      allocator: allocator)
    (run.contradictions, run.gates) = (contradictions, gates)
    (run.fingerprint, run.origin, run.shard) = (fingerprint, origin, shard)
    run.options = options
    let ids = Set(run.sessions.map(\.id))
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

  /// What clocks at every phase add to a replay, in thousandths of it; nil when that is unknown.
  ///
  /// It is the middle of all sessions, each counted by its time: half of the time lies in sessions
  /// to which clocks add less. A replay that was disturbed does not move it, as it would a sum.
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
  /// How many there are.
  public var count: Int
  /// The sessions of all of them together.
  public var sessions: Int
  /// A digest of all that is played in these sessions.
  public var digest: String

  /// The most machines of a run.
  public static let limit = 10_000

  /// Whether there can be such a part.
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
  /// An expectation was broken or never evaluated.
  case failed
  /// A canary failed in exactly the way it must.
  case caught
  /// A canary failed otherwise or not at all, so the harness is broken.
  case harnessBroken = "canary passed: harness broken"
  /// The session did not end, so that it has no facts.
  case aborted

  /// Whether the run may count as good.
  public var isGood: Bool { self == .passed || self == .caught }
}

extension SessionReport {
  /// Whether the session must fail.
  public var isCanary: Bool { !mustFailNames.isEmpty }
  /// The verdicts that were broken or never evaluated, in the order in which they fell due.
  public var failures: [Verdict] { facts.verdicts.filter { $0.outcome != .kept } }

  /// What the failures are about, each once, in the order of declaration.
  public var failingMetrics: [ExpectedMetric] {
    Set(failures.map(\.expectation.subject)).sorted {
      ($0.metric.rawValue, $0.latenessNanoseconds ?? -1)
        < ($1.metric.rawValue, $1.latenessNanoseconds ?? -1)
    }
  }

  /// The tag of a canary whose expectations must fail by never being evaluated.
  ///
  /// A broken judge evaluates nothing, so that does not prove any other canary.
  public static let neverEvaluatedTag = Expectation.Outcome.neverEvaluated.rawValue

  /// The outcome of the session.
  public var outcome: SessionOutcome {
    guard abort == nil else { return .aborted }
    let isGood = factsAreGood && countsAreGood
    return isCanary ? isGood ? .caught : .harnessBroken : isGood ? .passed : .failed
  }

  /// Whether it passed because nothing was asked: neither the scenario nor the defaults of its
  /// folder have an expectation or a budget.
  public var isUnasked: Bool {
    outcome == .passed && facts.verdicts.isEmpty && facts.references.isEmpty
      && budgetVerdicts.isEmpty && realVerdicts.isEmpty
  }

  /// The outcome in words: `passed`, or `passed; nothing was asked`.
  package var outcomeWords: String {
    isUnasked ? "passed; \(SessionReport.nothingAsked)" : outcome.word
  }

  package static let nothingAsked = "nothing was asked"

  /// Whether it ended, and its expectations are kept, or a canary's fail as they must.
  public var factsAreGood: Bool {
    guard abort == nil, isCanary else { return abort == nil && failures.isEmpty }
    return Set(mustFail) == Set(failingMetrics)
      && failures.allSatisfy { $0.outcome == failureOfCanary }
  }

  /// Whether its budgets are kept, or a canary's broken as they must.
  private var countsAreGood: Bool {
    let broken = brokenBudgets
    guard isCanary else { return broken.isEmpty }
    return Set(exceedable) == Set(broken.map(\.budget.count))
      && broken.allSatisfy { $0.outcome == failureOfCanary }
  }

  private var failureOfCanary: Expectation.Outcome {
    tags.contains(SessionReport.neverEvaluatedTag) ? .neverEvaluated : .broken
  }
}
