/// Why there is no profile.
public enum ProfileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The machine lacks a tool or a right: what, and what to do.
  case unavailable(String, help: String)
  /// The session could not be profiled.
  case failed(String)

  /// The reason, and what to do where that is known.
  public var description: String {
    switch self {
    case .unavailable(let reason, let help): "error: \(reason)\nhelp: \(help)"
    case .failed(let reason): "error: \(reason)"
    }
  }
}

/// A session that is to be profiled, and what of it.
public struct ProfiledSession: Hashable, Sendable {
  /// The program that replays it.
  public var executable: String
  /// The scenario file.
  public var file: String
  /// The session's id.
  public var id: String
  /// More options of the verb that replays it.
  public var options: [String]
  /// What of it is seen.
  public var part: GateMeter.Part

  /// Makes a session.
  public init(
    executable: String, file: String, id: String, options: [String] = [], part: GateMeter.Part
  ) {
    (self.executable, self.file, self.id) = (executable, file, id)
    (self.options, self.part) = (options, part)
  }
}
