/// Facts about a step that the recorder needs before or beyond the step's events.
public struct StepPlan: Hashable, Sendable {
  /// The number of batches that the step downloads.
  public var batchCount: Int
  /// Whether the step waits until the map is at rest; the judge then checks open callouts.
  public var settles: Bool
  /// Whether the step may have no effect; the recorder then counts no step without effect.
  public var mayDoNothing: Bool

  /// Creates a plan; the default is a step without any of these.
  public init(batchCount: Int = 0, settles: Bool = false, mayDoNothing: Bool = false) {
    (self.batchCount, self.settles, self.mayDoNothing) = (batchCount, settles, mayDoNothing)
  }
}
