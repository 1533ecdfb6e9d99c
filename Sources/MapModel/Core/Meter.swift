/// Observes what a session costs this machine, and never feeds back; the map keeps nothing of it.
public protocol Meter: AnyObject {
  /// A step begins; the one before has ended.
  func stepBegins(_ step: Int32)

  /// The running step is over.
  func stepEnds()

  /// Does the work of a phase, exactly once, and may observe what it takes.
  ///
  /// Phases nest: a frame has layouts, and to apply an update can request views.
  ///
  /// - Parameters:
  ///   - phase: What it is.
  ///   - update: The number of the cluster update whose phase it is; nil for none.
  ///   - work: What is to be done.
  func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void)

  /// A cluster update has brought its clusters onto the map; it was requested in a step, -1 before
  /// the first, after so many marks.
  func updateEnds(_ update: Int32, step: Int32, marks: Int32)
}

/// The meter of facts and tests: it does the work and keeps nothing.
public final class StillMeter: Meter {
  /// Makes a still meter.
  public init() {}
  /// Does nothing.
  public func stepBegins(_ step: Int32) {}
  /// Does nothing.
  public func stepEnds() {}
  /// Does the work.
  public func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) { work() }
  /// Does nothing.
  public func updateEnds(_ update: Int32, step: Int32, marks: Int32) {}
}

/// A kind of work whose cost is observed.
public enum Phase: Int, CaseIterable, Hashable, Sendable {
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
  /// Views leave and enter the map.
  case views
  /// Views get their frames, and those that collide hide or join.
  case layout
  /// A callout opens and the map makes room.
  case callout
  /// A frame is shown, with all that it takes.
  case frame

  /// The phases of an update, in their order.
  public static let ofUpdate: [Phase] = [.query, .locate, .choose, .diff, .apply]

  /// The phases that compute an update, in their order; to apply it is work of the main thread.
  public static let ofComputation: [Phase] = [.query, .locate, .choose, .diff]
}
