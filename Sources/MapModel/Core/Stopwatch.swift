/// Observes real time beside the session and never feeds back; the map keeps no lap.
public protocol Stopwatch: AnyObject {
  /// Nanoseconds of real time since some fixed instant.
  var nanoseconds: Int64 { get }

  /// A lap of a kind of work is over.
  func lap(_ phase: TimedPhase, nanoseconds: Int64)

  /// A cluster update has brought its clusters onto the map; it was requested in a step, -1 before
  /// the first, after so many marks.
  func update(_ number: Int32, step: Int32, marks: Int32, laps: UpdateTimings)
}

/// The stopwatch of facts and tests: it always shows zero and keeps nothing.
public final class StillStopwatch: Stopwatch {
  /// Makes a still stopwatch.
  public init() {}
  /// Always zero.
  public var nanoseconds: Int64 { 0 }
  /// Does nothing.
  public func lap(_ phase: TimedPhase, nanoseconds: Int64) {}
  /// Does nothing.
  public func update(_ number: Int32, step: Int32, marks: Int32, laps: UpdateTimings) {}
}

/// Real time of one cluster update by phase.
public struct UpdateTimings: Hashable, Sendable {
  /// The phases of an update, in their order.
  public static let phases: [TimedPhase] = [.query, .locate, .choose, .diff, .apply]

  /// Nanoseconds of each phase, in the order of ``phases``.
  public private(set) var nanoseconds = phases.map { _ in Int64(0) }
  /// Makes laps of an update that has not begun.
  public init() {}
  /// Nanoseconds of the phases that compute an update; to apply it is work of the main thread.
  public var compute: Int64 { nanoseconds.dropLast().reduce(0, +) }

  /// Adds a lap to its phase.
  ///
  /// - Precondition: The phase is one of an update.
  public mutating func add(_ lap: Int64, to phase: TimedPhase) {
    guard let index = UpdateTimings.phases.firstIndex(of: phase) else {
      preconditionFailure("an update has no \(phase)")
    }
    nanoseconds[index] += lap
  }

  /// Begins again, in the same memory.
  mutating func removeAll() {
    for index in nanoseconds.indices { nanoseconds[index] = 0 }
  }
}

/// A kind of work whose real time is observed.
public enum TimedPhase: Int, CaseIterable, Hashable, Sendable {
  /// Points go into or out of a clustering index.
  case index
  /// An engine finds the sets of the visible cells.
  case query
  /// The sets get their places, and those whose views would overlap move.
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
