/// What a step of a scenario is about to do, as far as its events do not tell it, or not in time.
public struct StepPlan: Hashable, Sendable {
  /// How many batches it downloads.
  public var batchCount: Int
  /// Whether it waits until the map is at rest, so that what is shown then is judged.
  public var settles: Bool
  /// Whether it may change nothing, which then counts for nothing.
  public var mayDoNothing: Bool

  /// Makes a plan of its parts.
  public init(batchCount: Int = 0, settles: Bool = false, mayDoNothing: Bool = false) {
    (self.batchCount, self.settles, self.mayDoNothing) = (batchCount, settles, mayDoNothing)
  }
}
