/// Observes the real cost of a session on this machine, without any effect on the map.
public protocol Meter: AnyObject {
  /// A step begins; the previous one has ended.
  func stepBegins(_ step: Int32)

  /// The running step ends.
  func stepEnds()

  /// Runs the work of a phase, exactly once, and may measure its cost.
  ///
  /// Phases nest: a frame has layouts, and applying an update can request views.
  ///
  /// - Parameters:
  ///   - phase: The phase.
  ///   - update: The number of the cluster update whose phase it is; nil for none.
  ///   - work: The work to run.
  func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void)

  /// A cluster update has added its clusters to the map.
  ///
  /// It was requested in a step, -1 before the first, after a number of marks.
  func updateEnds(_ update: Int32, step: Int32, marks: Int32)
}

/// Meters keep nothing of steps and updates unless they say so.
extension Meter {
  /// Does nothing.
  public func stepBegins(_ step: Int32) {}
  /// Does nothing.
  public func stepEnds() {}
  /// Does nothing.
  public func updateEnds(_ update: Int32, step: Int32, marks: Int32) {}
}

/// The meter of facts and tests: it runs the work and records nothing.
public final class StillMeter: Meter {
  /// Makes a still meter.
  public init() {}
  /// Runs the work.
  public func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) { work() }
}

/// A phase of the work whose cost is measured; see ``help``.
public enum Phase: Int, CaseIterable, Hashable, Sendable {
  case index
  case query
  case locate
  case choose
  case diff
  case apply
  case audit
  case views
  case layout
  case callout
  case frame

  /// A short description of the phase's work.
  public var help: String {
    switch self {
    case .index: "points are added to the index or removed from it"
    case .query: "the engine finds the points of each cell, and which of them belong together"
    case .locate: "clusters get their positions, apart where their views would overlap"
    case .choose: "clusters on the map are matched with the new ones, and some are kept"
    case .diff: "added and removed clusters are determined"
    case .apply: "annotations change on the map"
    case .audit: "clusters are listed and counted for the facts after an update, as no part of it"
    case .views: "views are added and removed"
    case .layout: "views get their frames; those that collide hide or join"
    case .callout: "a callout opens and the map makes space"
    case .frame: "a frame is shown, with all that it takes"
    }
  }

  /// The phases of an update, in their order.
  public static let ofUpdate: [Phase] = [.query, .locate, .choose, .diff, .apply]

  /// The phases that compute an update, in their order.
  ///
  /// Applying it is work of the main thread.
  public static let ofComputation: [Phase] = [.query, .locate, .choose, .diff]
}
