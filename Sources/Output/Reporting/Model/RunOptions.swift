/// The options of a run, as typed, that change the played sessions.
///
/// Resource limits of a session are excluded, because another machine needs other limits.
public struct RunOptions: Codable, Hashable, Sendable {
  /// The seed that replaced the seeds of all scenarios; nil when they keep their seeds.
  public var seed: UInt64?
  /// The options that choose scenarios: `--filter` and `--tag` with their values.
  public var choosing: [String] = []
  /// The options that change how a session is played: folders, lifted limits and the part to
  /// play.
  public var playing: [String] = []

  /// No options.
  public init() {}
}
