/// Observes real time beside the session and never feeds back.
///
/// The map tells each lap when it is over and keeps none, so that observing a long session needs no
/// more memory than a short one.
public protocol Stopwatch: AnyObject {
  /// Nanoseconds of real time since some fixed instant.
  var nanoseconds: Int64 { get }

  /// A lap of a kind of work is over.
  func lap(_ phase: LapPhase, nanoseconds: Int64)

  /// A cluster update has brought its clusters onto the map.
  ///
  /// - Parameters:
  ///   - number: The number of the update.
  ///   - step: The step that was running when the update was requested; -1 before the first.
  ///   - marks: How many marks had been set by then.
  ///   - laps: Real time of each of its phases, from query to apply.
  func update(_ number: Int32, step: Int32, marks: Int32, laps: UpdateLaps)
}

/// The stopwatch of facts and tests: it stands still and forgets.
public final class StillStopwatch: Stopwatch {
  /// Makes a still stopwatch.
  public init() {}

  /// Always zero.
  public var nanoseconds: Int64 { 0 }

  /// Forgets the lap.
  public func lap(_ phase: LapPhase, nanoseconds: Int64) {}

  /// Forgets the update.
  public func update(_ number: Int32, step: Int32, marks: Int32, laps: UpdateLaps) {}
}

/// Real time of one cluster update by phase.
public struct UpdateLaps: Hashable, Sendable {
  /// The phases of an update, in their order.
  public static let phases: [LapPhase] = [.query, .locate, .choose, .diff, .apply]

  /// Nanoseconds of finding the sets of the visible cells.
  public private(set) var query: Int64 = 0
  /// Nanoseconds of finding their places.
  public private(set) var locate: Int64 = 0
  /// Nanoseconds of matching them with the clusters on the map.
  public private(set) var choose: Int64 = 0
  /// Nanoseconds of telling apart what comes and what leaves.
  public private(set) var diff: Int64 = 0
  /// Nanoseconds of changing the map.
  public private(set) var apply: Int64 = 0

  /// Makes laps of an update that has not begun.
  public init() {}

  /// Nanoseconds of each phase, in the order of ``phases``.
  public var nanoseconds: [Int64] { [query, locate, choose, diff, apply] }

  /// Nanoseconds of the phases that compute an update; to apply it is work of the main thread.
  public var compute: Int64 { query + locate + choose + diff }

  /// Adds a lap to its phase.
  ///
  /// - Precondition: The phase is one of an update.
  public mutating func add(_ nanoseconds: Int64, to phase: LapPhase) {
    switch phase {
    case .query: query += nanoseconds
    case .locate: locate += nanoseconds
    case .choose: choose += nanoseconds
    case .diff: diff += nanoseconds
    case .apply: apply += nanoseconds
    case .index, .audit, .views, .callout: preconditionFailure("an update has no \(phase)")
    }
  }
}

/// A kind of work whose real time is observed.
public enum LapPhase: Int, CaseIterable, Hashable, Sendable {
  /// Points go into or out of a clustering index.
  case index
  /// An engine finds the sets of the visible cells.
  case query
  /// The sets get their places, and those make room whose views would overlap.
  case locate
  /// Clusters are matched with those on the map, and some of these stay.
  case choose
  /// The difference between old and new clusters is found.
  case diff
  /// New clusters come onto the map.
  case apply
  /// The clusters after an update are emitted and counted for the facts; no part of the update.
  case audit
  /// Views leave and enter the map in a frame.
  case views
  /// A callout opens and the map makes room.
  case callout
}
