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
  /// New clusters come onto the map.
  case apply
  /// Views leave and enter the map in a frame.
  case views
  /// A callout opens and the map makes room.
  case callout
}

/// Real times of each phase, in nanoseconds, in the order of observation.
public struct Laps: Hashable, Sendable {
  /// The real time of one cluster update, from the query to the new clusters on the map.
  public struct Update: Hashable, Sendable {
    /// The step that was running when the update was asked for; -1 before the first.
    public var step: Int32
    /// How many marks had been set by then.
    public var marks: Int32
    /// Its real time so far.
    public var nanoseconds: Int64
  }

  private var laps: [[Int64]] = Array(repeating: [], count: LapPhase.allCases.count)
  /// The updates, by their number in the session.
  public private(set) var updates: [Update] = []

  /// Makes an empty record.
  public init() {}

  /// The observed times of a phase.
  public subscript(phase: LapPhase) -> [Int64] {
    laps[Laps.index(of: phase)]
  }

  mutating func add(_ nanoseconds: Int64, to phase: LapPhase) {
    laps[Laps.index(of: phase)].append(nanoseconds)
  }

  mutating func beginUpdate(step: Int32, marks: Int32) {
    updates.append(Update(step: step, marks: marks, nanoseconds: 0))
  }

  mutating func add(_ nanoseconds: Int64, toUpdate number: Int32) {
    updates[Int(number)].nanoseconds += nanoseconds
  }

  private static func index(of phase: LapPhase) -> Int {
    switch phase {
    case .index: 0
    case .query: 1
    case .diff: 2
    case .apply: 3
    case .views: 4
    case .callout: 5
    }
  }
}
