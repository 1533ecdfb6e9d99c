package import Measures
public import Statistics

/// Real times of a session that was replayed several times with no other work running.
///
/// Each is the minimum of its repetitions. They differ from run to run.
public struct Measurements: Codable, Hashable, Sendable {
  /// Real time of the fastest whole replay, in nanoseconds.
  public var realNanoseconds: Int64
  /// Real times of all whole replays; nil when their number is unknown.
  public var replays: Spread?
  /// The overhead of timing every phase of a replay; nil when it is unknown.
  public var overhead: Overhead?
  /// The phases of the work, in a fixed order.
  public var phases: [Phase]

  /// Real time of each step in nanoseconds, all its rounds together, by its id; may end before the
  /// last step.
  public var steps: [Int64]

  /// Real time to compute cluster updates: their phases from query to diff together.
  public var updates: Updates

  /// Real time to index a change of the data; nil where the data never changed.
  var indexing: TimingSummary? { phases.first { $0.name == "index" }?.laps }

  /// Makes measurements of their parts.
  public init(
    realNanoseconds: Int64, replays: Spread? = nil, overhead: Overhead? = nil,
    phases: [Phase], updates: Updates, steps: [Int64] = []
  ) {
    (self.steps, self.overhead) = (steps, overhead)
    (self.realNanoseconds, self.replays) = (realNanoseconds, replays)
    (self.phases, self.updates) = (phases, updates)
  }

  /// Replays with a clock at every phase, alternating with as many without.
  ///
  /// The first replay is excluded, because it starts with cold caches.
  public struct Overhead: Codable, Hashable, Sendable {
    /// The number of replays of each kind.
    public var replays: Int
    /// The nanoseconds of the fastest replay with clocks.
    public var withClocks: Int64
    /// The nanoseconds of the fastest replay without clocks.
    public var without: Int64

    /// Makes an overhead of its parts.
    public init(replays: Int, withClocks: Int64, without: Int64) {
      (self.replays, self.withClocks, self.without) = (replays, withClocks, without)
    }
  }

  /// Real time to compute the updates that were requested in each part of a session; nil in a part
  /// without any.
  public struct Updates: Codable, Hashable, Sendable {
    /// Over the whole session.
    public var session: TimingSummary?
    /// By mark, in the order of the facts; may end before the last mark.
    public var marks: [TimingSummary?]
    /// By step id; may end before the last step.
    public var steps: [TimingSummary?]
    /// Real time of each update, by its number; nil for one that changed nothing; may end before
    /// the last update.
    public var byNumber: [Update?]
    /// The names of the phases of an update, in their order.
    public var phaseNames: [String]
    /// The 95th percentiles of the replays; nil without updates.
    public var percentile95: Spread?

    /// Makes updates of their parts.
    public init(
      session: TimingSummary?, marks: [TimingSummary?], steps: [TimingSummary?],
      byNumber: [Update?] = [],
      phaseNames: [String] = [], percentile95: Spread? = nil
    ) {
      (self.session, self.marks, self.steps) = (session, marks, steps)
      (self.byNumber, self.phaseNames) = (byNumber, phaseNames)
      self.percentile95 = percentile95
    }

    package func summary(ofMark mark: Int) -> TimingSummary? { marks.dropFirst(mark).first ?? nil }

    /// The real time of an update; nil when none was measured.
    package func time(of update: UpdateFacts) -> Update? {
      byNumber.dropFirst(Int(update.update)).first ?? nil
    }

    /// Nanoseconds of each phase of an update; nil when it was not measured.
    package func phases(of update: UpdateFacts) -> [Int64?] {
      let phases = time(of: update)?.phases ?? []
      return phaseNames.indices.map { phases.indices.contains($0) ? phases[$0] : nil }
    }

    package func summary(of updates: [UpdateFacts]) -> TimingSummary? {
      TimingSummary(nanoseconds: updates.compactMap { time(of: $0)?.compute })
    }

    package func summary(ofStep step: Int) -> TimingSummary? { steps.dropFirst(step).first ?? nil }
  }

  /// The real time of one cluster update.
  public struct Update: Codable, Hashable, Sendable {
    /// Nanoseconds of the phases that compute it, from query to diff.
    public var compute: Int64
    /// Nanoseconds of each phase, in the order of their names; the last one changes the map.
    public var phases: [Int64]

    /// Makes a time of its parts.
    public init(compute: Int64, phases: [Int64]) { (self.compute, self.phases) = (compute, phases) }
  }

  /// One phase of the work, such as query or diff.
  public struct Phase: Codable, Hashable, Sendable {
    /// The phase's name.
    public var name: String
    /// A short description of its work.
    public var help: String
    /// The times of its laps.
    public var laps: TimingSummary

    /// Makes a phase of its parts.
    public init(name: String, help: String, laps: TimingSummary) {
      (self.name, self.help, self.laps) = (name, help, laps)
    }
  }
}
