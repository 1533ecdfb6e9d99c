/// A clock beside the session: observes real time and never feeds back.
public protocol LapClock: Sendable {
  /// Nanoseconds of real time since some fixed instant.
  var nanoseconds: Int64 { get }
}

/// The clock of facts and tests: it stands still.
public struct StillClock: LapClock {
  /// Makes a still clock.
  public init() {}

  /// Always zero.
  public var nanoseconds: Int64 { 0 }
}

/// A kind of work whose real time is observed.
public enum LapPhase: String, CaseIterable, Hashable, Sendable {
  /// Points go into or out of a clustering index.
  case index
  /// An engine answers for the visible cells.
  case query
  /// Clusters are matched with those on the map.
  case diff
  /// Views leave and enter the map in a frame.
  case views
  /// A callout opens and the map makes room.
  case callout
}

/// Real times of each phase, in nanoseconds, in the order of observation.
public struct Laps: Hashable, Sendable {
  private var laps: [[Int64]] = Array(repeating: [], count: LapPhase.allCases.count)

  /// Makes an empty record.
  public init() {}

  /// The observed times of a phase.
  public subscript(phase: LapPhase) -> [Int64] {
    laps[Laps.index(of: phase)]
  }

  mutating func add(_ nanoseconds: Int64, to phase: LapPhase) {
    laps[Laps.index(of: phase)].append(nanoseconds)
  }

  private static func index(of phase: LapPhase) -> Int {
    switch phase {
    case .index: 0
    case .query: 1
    case .diff: 2
    case .views: 3
    case .callout: 4
    }
  }
}
