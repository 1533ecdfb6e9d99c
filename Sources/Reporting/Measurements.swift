internal import Measures
public import Statistics

/// Real times of one replay, observed beside the simulation; they differ from run to run.
public struct Measurements: Hashable, Sendable {
  /// Real time of the whole replay, in nanoseconds.
  public var realNanoseconds: Int64
  /// The phases of the work, in a fixed order.
  public var phases: [Phase]

  /// Real time to compute cluster updates: their phases from query to diff together.
  public var updates: Updates

  /// Real time to fill the index with a change of the data; nil where there was none.
  var indexing: LapSummary? { phases.first { $0.name == "index" }?.laps }

  /// Makes measurements of their parts.
  public init(realNanoseconds: Int64, phases: [Phase], updates: Updates) {
    self.realNanoseconds = realNanoseconds
    self.phases = phases
    self.updates = updates
  }

  /// Real time to compute the updates that were asked for in each part of a session; nil in a part
  /// without any.
  public struct Updates: Hashable, Sendable {
    /// Over the whole session.
    public var session: LapSummary?
    /// By mark, in the order of the facts; may end before the last mark.
    public var marks: [LapSummary?]
    /// By step id; may end before the last step.
    public var steps: [LapSummary?]
    /// Real time of each update, by its number; nil for one that brought nothing onto the map; may
    /// end before the last update.
    public var byNumber: [Update?]
    /// The names of the phases of an update, in their order.
    public var phaseNames: [String]

    /// Makes updates of their parts.
    public init(
      session: LapSummary?, marks: [LapSummary?], steps: [LapSummary?], byNumber: [Update?] = [],
      phaseNames: [String] = []
    ) {
      self.byNumber = byNumber
      self.phaseNames = phaseNames
      self.session = session
      self.marks = marks
      self.steps = steps
    }

    /// The summary of a mark.
    func summary(ofMark mark: Int) -> LapSummary? {
      marks.indices.contains(mark) ? marks[mark] : nil
    }

    /// The real time of an update; nil when none was measured.
    func time(of update: UpdateFacts) -> Update? {
      let number = Int(update.update)
      return byNumber.indices.contains(number) ? byNumber[number] : nil
    }

    /// Nanoseconds of each phase of an update, one for each name; nil for all of one that was not
    /// measured.
    func phases(of update: UpdateFacts) -> [Int64?] {
      let phases = time(of: update)?.phases ?? []
      return phaseNames.indices.map { phases.indices.contains($0) ? phases[$0] : nil }
    }

    /// The summary of some updates.
    func summary(of updates: [UpdateFacts]) -> LapSummary? {
      LapSummary(nanoseconds: updates.compactMap { time(of: $0)?.compute })
    }

    /// The summary of a step.
    func summary(ofStep step: Int) -> LapSummary? {
      steps.indices.contains(step) ? steps[step] : nil
    }
  }

  /// The real time of one cluster update.
  public struct Update: Hashable, Sendable {
    /// Nanoseconds of the phases that compute it, from query to diff.
    public var compute: Int64
    /// Nanoseconds of each phase, in the order of their names; the last one changes the map.
    public var phases: [Int64]

    /// Makes a time of its parts.
    public init(compute: Int64, phases: [Int64]) {
      self.compute = compute
      self.phases = phases
    }
  }

  /// One phase of the work, such as query or diff.
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
