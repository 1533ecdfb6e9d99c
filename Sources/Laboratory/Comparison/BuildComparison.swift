package import Counts
internal import Formatting
internal import Foundation
internal import Instruments
internal import Measuring
internal import Reporting
internal import Statistics

/// Receives the progress of a task: its name, how much is done, how much there is at most, and a
/// session.
public typealias TaskProgress = (
  _ task: String, _ done: Int, _ total: Int, _ session: String
) -> Void

/// Compares two programs in three classes, the most reliable one first.
///
/// The classes are facts, which are exact everywhere, counts, which are exact on one build,
/// and times.
public struct BuildComparison {
  /// A class of results.
  public enum Level: String, CaseIterable, Hashable, Sendable {
    /// The events and their values.
    case facts
    /// The counted cost.
    case counts
    /// The real time.
    case times
  }

  /// The older one.
  public let base: Contender
  /// The newer one.
  public let head: Contender
  /// The scenarios to play, as paths from the folder of each.
  public var scenarios = ["Scenarios"]
  /// Further arguments for `run`.
  public var options: [String] = []
  /// The classes to judge.
  public var levels = Set(Level.allCases)
  /// The time limit for counts, and then for times, in nanoseconds.
  public var budget: Int64 = 60_000_000_000
  /// Changes of times that do not matter, as a part: 0.03 for 3 %.
  public var tolerance = 0.0
  /// The limits of what counts may differ by.
  package var tolerances = CountTolerances()
  /// The seed of the random draws.
  public var seed: UInt64 = 1
  /// Whether phases have rows too.
  public var hasPhases = false
  /// Called when both have played, with the folders of their reports, which are removed at the end.
  public var onPlayed: (_ base: String, _ head: String) -> Void = { _, _ in }
  /// Called before something that takes a while, with a sentence.
  public var note: (String) -> Void = { _ in }
  /// Called after each part of a task: its name, how much is done, how much there is at most, and
  /// the session.
  public var onProgress: TaskProgress = { _, _, _, _ in }

  /// Creates a comparison of two programs, after asking each to identify itself.
  public init(base: Contender, head: Contender) throws(ComparisonError) {
    var (base, head) = (base, head)
    try base.greet()
    try head.greet()
    (self.base, self.head) = (base, head)
  }

  /// Compares.
  ///
  /// - Throws: A sentence when there is nothing to compare.
  public func report() throws(ComparisonError) -> ComparisonReport {
    let scratch = try ScratchFolder.made()
    defer { scratch.remove() }
    var report = ComparisonReport(base: base, head: head, levels: levels)
    note("playing the scenarios with BASE")
    let old = try SideFacts.played(
      by: base, scenarios: scenarios, options: options, in: scratch)
    note("playing the scenarios with HEAD")
    let new = try SideFacts.played(
      by: head, scenarios: scenarios, options: options, in: scratch)
    report.facts = try SideFacts.findings(base: old, head: new)
    onPlayed(old.reports, new.reports)
    let sessions = comparable(old, new, report.facts)
    report.otherness = head.differences(from: base)
    guard !sessions.isEmpty, report.otherness.isEmpty else { return report }
    if levels.contains(.counts) {
      var stage = CountsStage(base: base, head: head, budget: budget, tolerances: tolerances)
      stage.onProgress = onProgress
      report.counts = try stage.findings(of: sessions)
    }
    if levels.contains(.times) {
      report.times = try times(of: sessions)
    }
    return report
  }

  private func times(
    of sessions: [TimesStage.Session]
  ) throws(ComparisonError) -> TimesFindings {
    var findings = TimesFindings()
    for side in [base, head] where !side.abilities.contains(.times) {
      findings.unavailable = "\(side.name) is of a revision that cannot be timed alone"
      return findings
    }
    var stage = TimesStage(base: base, head: head, budget: budget)
    (stage.hasPhases, stage.seed, stage.judge.seed) = (hasPhases, seed, seed)
    stage.judge.tolerance = tolerance
    stage.onProgress = onProgress
    // A session that was begun when the time was over has no block.
    findings.rows = try stage.rows(of: sessions).filter { $0.judgment != nil }
    findings.leftOut = sessions.count - Set(findings.rows.map(\.session)).count
    return findings
  }

  /// The sessions with the same facts on both sides, or the same text.
  ///
  /// Folders take turns, so that a budget reaches sessions of all of them.
  private func comparable(
    _ old: SideFacts, _ new: SideFacts, _ facts: FactsFindings
  ) -> [TimesStage.Session] {
    let before = Dictionary(old.sessions.map { ($0.id, $0) }) { first, _ in first }
    let changed = Set(facts.changed.map(\.id))
    let aborted = Set(facts.aborted.values.flatMap(\.self))
    var folders: [String: Int] = [:]
    let sessions = new.sessions.compactMap { session -> (turn: Int, TimesStage.Session)? in
      guard let older = before[session.id], !aborted.contains(session.id) else { return nil }
      let isSame =
        !changed.contains(session.id)
        || OutputText.read(base.path(older.file)) == OutputText.read(head.path(session.file))
      guard isSame else { return nil }
      let folder = URL(filePath: session.file).deletingLastPathComponent().path()
      folders[folder, default: 0] += 1
      return (
        turn: folders[folder, default: 0],
        TimesStage.Session(
          id: session.id, baseFile: older.file, headFile: session.file,
          steps: (session.steps ?? []).map {
            CountsReport.Step(id: $0.step, line: $0.line ?? 0, text: $0.text)
          })
      )
    }
    return sessions.enumerated().sorted {
      ($0.element.turn, $0.offset) < ($1.element.turn, $1.offset)
    }
    .map(\.element.1)
  }
}

/// The third class.
package struct TimesFindings: Hashable, Sendable {
  /// The rows of the sessions that were timed.
  package var rows: [TimesRow] = []
  /// The number of sessions for which there was no time.
  package var leftOut = 0
  /// Why nothing was timed.
  package var unavailable: String?

  /// The requested times that are missing, in words; nil when none are.
  package var missing: String? {
    if unavailable != nil { return "nothing timed" }
    return leftOut > 0 ? "\(MetricText.things(leftOut, "session")) not timed" : nil
  }

  func count(_ isCounted: (TimesVerdict) -> Bool) -> Int {
    rows.count { $0.judgment.map { isCounted($0.verdict) } ?? false }
  }
  package var regressed: Int { count { $0 == .regressed } }
  package var improved: Int { count { $0 == .improved } }
  package var unchanged: Int { count { $0 == .unchanged } }
  package var unfit: Int { count { $0 == .inconclusive(.machineUnfit) } }
  package var inconclusive: Int { rows.count - regressed - improved - unchanged - unfit }
}
