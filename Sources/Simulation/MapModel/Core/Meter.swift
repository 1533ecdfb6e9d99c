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

/// Meters keep nothing of steps and updates unless they say so.
extension Meter {
  /// Does nothing.
  public func stepBegins(_ step: Int32) {}
  /// Does nothing.
  public func stepEnds() {}
  /// Does nothing.
  public func updateEnds(_ update: Int32, step: Int32, marks: Int32) {}
}

/// The meter of facts and tests: it does the work and keeps nothing.
public final class StillMeter: Meter {
  /// Makes a still meter.
  public init() {}
  /// Does the work.
  public func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) { work() }
}

/// A kind of work whose cost is observed; ``help`` says what is done in each.
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

  /// What is done in it, in a few words.
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

  /// The phases that compute an update, in their order; to apply it is work of the main thread.
  public static let ofComputation: [Phase] = [.query, .locate, .choose, .diff]
}
