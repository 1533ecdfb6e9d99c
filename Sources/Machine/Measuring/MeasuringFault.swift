public import Formatting

/// Why a session is not counted or profiled.
public enum MeasuringFault: Error, ToldFault, Hashable, Sendable, CustomStringConvertible {
  /// The machine lacks a tool or a right: what, and what to do.
  case unavailable(String, help: String? = nil)
  /// The session could not be measured.
  case failed(String)

  /// The session was profiled, and never came to the part.
  public static let neverAtWork = MeasuringFault.failed("the part was never at work in the session")

  /// There is no room for files in between.
  static let withoutFolder = MeasuringFault.failed("no folder can be made for temporary files")

  /// The kind.
  package var cause: FaultCause {
    switch self {
    case .unavailable: .unavailable
    case .failed: .aborted
    }
  }

  /// The reason and what to do, as a part of a sentence.
  public var words: String {
    switch self {
    case .unavailable(let reason, let help): reason + (help.map { ": \($0)" } ?? "")
    case .failed(let reason): reason
    }
  }

  /// The reason, and what to do where that is known.
  public var description: String {
    switch self {
    case .unavailable(let reason, let help): Complaint.text(reason, help: help)
    case .failed(let reason): Complaint.text(reason)
    }
  }

  /// The same fault with the name of the program that is compared with.
  public func of(_ program: String) -> MeasuringFault {
    guard case .failed(let reason) = self else { return self }
    return .failed("\(program): \(reason)")
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
