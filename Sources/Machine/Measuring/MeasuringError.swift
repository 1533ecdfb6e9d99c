public import Formatting

/// Why a session is not counted or profiled.
public enum MeasuringError: Error, ToldError, Hashable, Sendable, CustomStringConvertible {
  /// The machine lacks a tool or a permission; the reason and the remedy.
  case unavailable(String, help: String? = nil)
  /// The session could not be measured.
  case failed(String)

  /// The session was profiled, and never reached the part.
  public static let neverAtWork = MeasuringError.failed("the part was never at work in the session")

  /// No folder for temporary files can be created.
  static let withoutFolder = MeasuringError.unavailable(
    "no folder can be made for temporary files",
    help: "make room there, or set TMPDIR to a folder that can be written to")

  /// The kind.
  package var cause: ErrorCause {
    switch self {
    case .unavailable: .unavailable
    case .failed: .aborted
    }
  }

  /// The reason and the remedy, as a part of a sentence.
  public var words: String {
    switch self {
    case .unavailable(let reason, let help): reason + (help.map { ": \($0)" } ?? "")
    case .failed(let reason): reason
    }
  }

  /// The reason, and the remedy if it is known.
  public var description: String {
    switch self {
    case .unavailable(let reason, let help): Complaint.text(reason, help: help)
    case .failed(let reason): Complaint.text(reason)
    }
  }

  /// The same error with the name of the program that is compared with.
  public func of(_ program: String) -> MeasuringError {
    guard case .failed(let reason) = self else { return self }
    return .failed("\(program): \(reason)")
  }
}

/// A session to profile, and the part of it.
public struct ProfiledSession: Hashable, Sendable {
  /// The program that replays it.
  public var executable: String
  /// The scenario file.
  public var file: String
  /// The session's id.
  public var id: String
  /// Further options of the verb that replays it.
  public var options: [String]
  /// The part of the session to profile.
  public var part: GateMeter.Section

  /// Makes a session.
  public init(
    executable: String, file: String, id: String, options: [String] = [], part: GateMeter.Section
  ) {
    (self.executable, self.file, self.id) = (executable, file, id)
    (self.options, self.part) = (options, part)
  }
}
