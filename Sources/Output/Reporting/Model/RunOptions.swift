/// The options of a run, as they were typed, that decide what is played.
///
/// What each session may take of the machine is none of them: another machine needs other limits.
public struct RunOptions: Codable, Hashable, Sendable {
  /// The seed that replaced those of all scenarios; nil for their own.
  public var seed: UInt64?
  /// Those that choose scenarios: `--filter` and `--tag` with their values.
  public var choosing: [String] = []
  /// Those that decide how a session is played: folders, lifted limits and the part of it.
  public var playing: [String] = []

  /// No options.
  public init() {}
}
