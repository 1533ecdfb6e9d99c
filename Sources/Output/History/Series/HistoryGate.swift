internal import Formatting
internal import Statistics

/// How much worse a level may become before it fails a gate.
public struct GateLimit: Hashable, Sendable {
  /// The ways to compare levels.
  enum Measure: Hashable, Sendable {
    /// The difference of the levels, in the unit of files.
    case absolute
    /// The difference as a part of the level before.
    case percent
    /// The difference over how the level before scatters.
    case deviations
  }

  /// The name of the quantity; nil for all.
  let quantity: String?
  /// The largest number that is allowed.
  let number: Double
  /// The way to compare levels.
  let measure: Measure

  private static let measures: [(suffix: String, factor: Double, measure: Measure)] = [
    ("%", 0.01, .percent), ("sd", 1, .deviations), ("ns", 1, .absolute), ("us", 1e3, .absolute),
    ("ms", 1e6, .absolute), ("s", 1e9, .absolute), ("", 1, .absolute),
  ]

  /// Reads a limit such as `5 %`, `2 sd`, `views created: 3` or `real time: 2 ms`.
  ///
  /// It is nil for any other text, and for a quantity that this version does not record.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      .map { String($0.trimmingPrefix { $0 == " " }) }
    guard let last = parts.last, parts.count <= 2 else { return nil }
    let name = parts.count == 2 ? parts[0] : nil
    guard name == nil || Quantity.all.contains(where: { $0.name == name }) else { return nil }
    guard let found = GateLimit.measures.first(where: { last.hasSuffix($0.suffix) }) else {
      return nil
    }
    let digits = last.dropLast(found.suffix.count).split(separator: " ").joined(separator: " ")
    guard let number = Double(digits), number.isFinite, number >= 0 else { return nil }
    (quantity, self.number, measure) = (name, number * found.factor, found.measure)
  }

  private init(_ number: Double, _ measure: Measure) {
    (quantity, self.number, self.measure) = (nil, number, measure)
  }

  /// The limit where none is given: nothing, and for times where linkers put functions.
  static func standard(of kind: Quantity.Class) -> GateLimit {
    GateLimit(kind == .time ? 0.02 : 0, .percent)
  }

  /// Whether a change that still stands is larger.
  func isExceeded(by change: HistoryChange) -> Bool {
    let before = change.point.before
    let allowed =
      switch measure {
      case .absolute: number
      case .percent: number * before.mean.magnitude
      case .deviations: number * before.deviation
      }
    return change.standing > allowed
  }
}

/// The verdict on a history: the levels that became worse by more than their limits, and still are.
public struct HistoryGate: Sendable {
  /// The verdicts.
  public enum Verdict: String, Hashable, Sendable {
    /// Nothing is worse by more than it may be.
    case kept
    /// Facts or counts are.
    case failed
    /// Times alone are.
    case slower
  }

  /// The changes at one run, which have one cause: the most telling first.
  public struct Cause: Hashable, Sendable {
    /// The changes, at least one.
    public let changes: [HistoryChange]

    /// Whether times alone changed.
    var isOfTimes: Bool { changes.allSatisfy { $0.series.quantity.kind == .time } }
  }

  /// All changes of the history.
  let changes: HistoryChanges
  /// The causes that fail the gate, the newest first.
  public let causes: [Cause]

  /// Judges the changes that are for the worse and not accepted.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - limits: How much worse levels may become, in groups, the one that decides first in front.
  ///     In a group the last limit that names a quantity goes before those for all.
  ///   - takesSuspected: Whether changes take part that are too young to count.
  public init(_ changes: HistoryChanges, limits: [[GateLimit]], takesSuspected: Bool = false) {
    func limit(of quantity: Quantity) -> GateLimit {
      let found = limits.lazy.compactMap { group in
        group.last { $0.quantity == quantity.name } ?? group.last { $0.quantity == nil }
      }
      return found.first ?? .standard(of: quantity.kind)
    }
    let broken = (takesSuspected ? changes.open : changes.confirmed).filter { change in
      change.direction == .worse && limit(of: change.series.quantity).isExceeded(by: change)
    }
    self.changes = changes
    causes = broken.grouped { $0[0].run.number == $1.run.number }.map { Cause(changes: $0) }
  }

  /// The verdict.
  public var verdict: Verdict {
    causes.isEmpty ? .kept : causes.allSatisfy(\.isOfTimes) ? .slower : .failed
  }
}
