public import Statistics

/// Real times of one replay, observed beside the simulation; they differ from run to run.
public struct Measurements: Hashable, Sendable {
  /// Real time of the whole replay, in nanoseconds.
  public var realNanoseconds: Int64
  /// The phases of the work, in a fixed order.
  public var phases: [Phase]

  /// Real latency of cluster updates: query, diff and apply together.
  public var updates: Updates

  /// Makes measurements of their parts.
  public init(realNanoseconds: Int64, phases: [Phase], updates: Updates) {
    self.realNanoseconds = realNanoseconds
    self.phases = phases
    self.updates = updates
  }

  /// Real latency of the updates that were asked for in each part of a session; nil in a part
  /// without any.
  public struct Updates: Hashable, Sendable {
    /// Over the whole session.
    public var session: LapSummary?
    /// By mark, in the order of the facts; may end before the last mark.
    public var marks: [LapSummary?]
    /// By step id; may end before the last step.
    public var steps: [LapSummary?]

    /// Makes updates of their parts.
    public init(session: LapSummary?, marks: [LapSummary?], steps: [LapSummary?]) {
      self.session = session
      self.marks = marks
      self.steps = steps
    }

    /// The summary of a mark.
    func summary(ofMark mark: Int) -> LapSummary? {
      marks.indices.contains(mark) ? marks[mark] : nil
    }

    /// The summary of a step.
    func summary(ofStep step: Int) -> LapSummary? {
      steps.indices.contains(step) ? steps[step] : nil
    }
  }

  /// One phase of the work: index, query, diff, apply, views or callout.
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
