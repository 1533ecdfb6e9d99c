/// How far a run has come.
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
  /// The number of sessions that are done, or of rounds of replays.
  public var done: Int
  /// The number of all of them.
  public var total: Int
  /// The session that was done last; empty for none.
  public var session = ""
}
