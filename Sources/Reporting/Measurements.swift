public import Statistics

/// Real times of one replay, observed beside the simulation; they differ from run to run.
public struct Measurements: Hashable, Sendable {
  /// Real time of the whole replay, in nanoseconds.
  public var realNanoseconds: Int64
  /// The phases of the work, in a fixed order.
  public var phases: [Phase]

  /// Makes measurements of their parts.
  public init(realNanoseconds: Int64, phases: [Phase]) {
    self.realNanoseconds = realNanoseconds
    self.phases = phases
  }

  /// One phase of the work: index, query, diff, views or callout.
  public struct Phase: Hashable, Sendable {
    /// The phase's name.
    public var name: String
    /// How long its laps took.
    public var laps: LapSummary

    /// Makes a phase of its parts.
    public init(name: String, laps: LapSummary) {
      self.name = name
      self.laps = laps
    }
  }
}
