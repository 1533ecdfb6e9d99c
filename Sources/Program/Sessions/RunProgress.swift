/// The progress of a run.
public struct RunProgress: Sendable {
  /// The stages of a run, in their order.
  public enum Stage: String, Sendable {
    case replaying
    case explaining = "looking for reasons"
    case timing = "measuring real times"
    case taking = "taking times for histories"
  }

  /// The stage.
  public var stage: Stage
  /// The number of finished sessions, or of finished rounds of replays.
  public var done: Int
  /// The number of all of them.
  public var total: Int
  /// The last finished session; empty for none.
  public var session = ""
}
