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
  ///   - step: The step that was running when the update was asked for; -1 before the first.
  ///   - marks: How many marks had been set by then.
  ///   - nanoseconds: Real time of all its phases, from query to apply.
  func update(_ number: Int32, step: Int32, marks: Int32, nanoseconds: Int64)
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
  public func update(_ number: Int32, step: Int32, marks: Int32, nanoseconds: Int64) {}
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
  /// What comes and what leaves is told apart.
  case diff
  /// New clusters come onto the map.
  case apply
  /// What an update has come to is told and counted for the facts; no part of the update.
  case audit
  /// Views leave and enter the map in a frame.
  case views
  /// A callout opens and the map makes room.
  case callout
}
