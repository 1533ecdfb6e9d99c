internal import Formatting
internal import Metrics
internal import Reporting
public import Statistics

/// A change of level in a history.
public struct HistoryChange: Hashable, Sendable {
  /// The series that changed.
  public let series: Series
  /// The change point: its place in the series and both levels.
  public let point: ChangePoint
  /// The first run of the new level.
  public let run: RecordedRun
  /// The last run of the old level.
  public let previous: RecordedRun
  /// The newest level of the series.
  let current: Level
  /// Why the change is accepted; nil where it is not.
  public let acceptance: String?

  /// The direction in which the level moved.
  public enum Direction: String, Hashable, Sendable {
    case better, worse
    /// The quantity has no better direction.
    case neither
  }

  /// The direction in which the level moved.
  public var direction: Direction {
    switch series.quantity.better {
    case .neither: .neither
    case .lower: point.after.mean < point.before.mean ? .better : .worse
    case .higher: point.after.mean > point.before.mean ? .better : .worse
    }
  }

  /// How much worse the series still is than before the change, and at most as much as it became
  /// worse there, in the unit of the quantity; 0 for a change that was made good.
  var standing: Double {
    let sign = series.quantity.better == .higher ? -1.0 : 1
    return max(0, [point.after, current].map { sign * ($0.mean - point.before.mean) }.min() ?? 0)
  }

  /// Whether the scenario itself changed at this run, so that the program may not be the cause; nil
  /// where that is unknown.
  public var isOfOtherScenario: Bool? {
    let scenarios = [point.index - 1, point.index].map { series.points[$0].scenario }
    if let before = scenarios[0], let after = scenarios[1] { return before != after }
    let (old, new) = (previous.origin, run.origin)
    guard let revision = old.revision, revision == new.revision else { return nil }
    return old.isModified || new.isModified ? nil : false
  }

  /// Whether another program played this run; nil where that is unknown.
  public var isOfOtherProgram: Bool? {
    ProgramSource.areEqual(previous.programSource, run.programSource).map { !$0 }
      ?? (previous.version == run.version ? nil : true)
  }

  /// The part that a change is attributed to: the program, the scenario or both.
  public enum Cause: String, Hashable, Sendable {
    case program, scenario
    /// Both changed at this run.
    case both
    /// Both are the same: the machine or the options made it.
    case neither
  }

  /// The part that the change is attributed to; nil where the program or the scenario is not known
  /// to be the same or another.
  public var cause: Cause? {
    switch (isOfOtherProgram, isOfOtherScenario) {
    case (true?, false?): .program
    case (false?, true?): .scenario
    case (true?, true?): .both
    case (false?, false?): .neither
    case (nil, _), (_, nil): nil
    }
  }
}

extension Series {
  /// The changes of level, with their runs among those of the history.
  func changes(in runs: [RecordedRun]) -> [HistoryChange] {
    let found = changePoints
    guard let current = found.last?.after else { return [] }
    return found.map { point in
      let (previous, place) = (points[point.index - 1].run, points[point.index].run)
      return HistoryChange(
        series: self, point: point, run: runs[place], previous: runs[previous], current: current,
        acceptance: runs[(previous + 1)...place].lazy.compactMap(\.acceptance).first)
    }
  }
}

/// All changes of level in a history.
public struct HistoryChanges: Sendable {
  /// The verdicts on all changes together.
  public enum Verdict: String, Hashable, Sendable {
    /// Something is worse.
    case worse
    /// Something is better, and nothing worse.
    case better
    /// Something changed that is neither.
    case changed
    /// A level is too young to count.
    case suspected
    /// No level changed.
    case unchanged
    /// There are too few runs for any level.
    case tooFewRuns = "too few runs"
  }

  /// The number of runs.
  public let runs: Int
  /// The number of examined series: quantities of sessions.
  public let seriesCount: Int
  /// The changes, those at the newest run first.
  ///
  /// Within a run, changes for the worse come first, then facts before counts and counts
  /// before times, then the largest changes.
  public let changes: [HistoryChange]

  /// The fewest runs that allow a finding: a level, and one value outside it.
  static let fewestRuns = 4

  /// Finds the changes of all series.
  ///
  /// - Parameters:
  ///   - contents: Runs and series.
  ///   - start: Only changes at this run or a later one, in the order of revisions: its number, a
  ///     commit or a day such as 2026-11-29; nil for all. Earlier runs take part in any case.
  /// - Throws: A sentence when there is no such run.
  public init(in contents: HistoryContents, since start: String? = nil) throws(HistoryError) {
    var first = 0
    if let start { first = try contents.runs.index(since: start) }
    let found = contents.series.flatMap { $0.changes(in: contents.runs) }
      .map { (place: $0.series.points[$0.point.index].run, change: $0) }
      .filter { $0.place >= first }
    (runs, seriesCount) = (contents.runs.count, contents.seriesCount)
    changes = found.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.place != other.place { return one.place > other.place }
      return (one.change.rank, -one.change.point.magnitude, left.offset)
        < (other.change.rank, -other.change.point.magnitude, right.offset)
    }.map(\.element.change)
  }

  /// The changes that are not accepted.
  public var open: [HistoryChange] { changes.filter { $0.acceptance == nil } }

  /// The changes that count.
  public var confirmed: [HistoryChange] { open.filter { !$0.point.isSuspected } }

  /// The verdict.
  public var verdict: Verdict {
    let directions = Set(confirmed.map(\.direction))
    if runs < Self.fewestRuns { return .tooFewRuns }
    if directions.contains(.worse) { return .worse }
    if directions.contains(.better) { return .better }
    return !directions.isEmpty ? .changed : open.isEmpty ? .unchanged : .suspected
  }

  /// The change that decides the verdict: the largest one of the most trusted class.
  public var decisive: HistoryChange? {
    let deciding =
      switch verdict {
      case .worse: confirmed.filter { $0.direction == .worse }
      case .better: confirmed.filter { $0.direction == .better }
      case .changed: confirmed
      case .suspected: open
      case .unchanged, .tooFewRuns: [HistoryChange]()
      }
    return deciding.min { ($0.rank, -$0.point.magnitude) < ($1.rank, -$1.point.magnitude) }
  }
}

extension HistoryChange {
  /// The rank among the changes of a run.
  fileprivate var rank: Int {
    let classes = Quantity.Class.allCases.firstIndex(of: series.quantity.kind) ?? 0
    let isOther = point.isSuspected ? 2 : direction == .worse ? 0 : 1
    return isOther * Quantity.Class.allCases.count + classes
  }
}
