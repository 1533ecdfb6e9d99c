/// The message that a program prints before it exits because of a user's mistake.
package enum Complaint {
  /// The mistake in one line and the remedy in the next, whatever the names in them hold; no
  /// newline at the end.
  package static func text(_ mistake: String, help: String? = nil) -> String {
    "error: \(Escape.line(mistake))" + (help.map { "\nhelp: \(Escape.line($0))" } ?? "")
  }
}

/// The kind of a error that ends a program.
public enum ErrorCause: Hashable, Sendable {
  /// Something was asked for that the program does not do.
  case usage
  /// An input, or what another program answers, is not what it has to be.
  case faultyInput
  /// An input does not exist, or nothing fits what was asked for.
  case missingInput
  /// A session ended early.
  case aborted
  /// Two replays of one session differ.
  case notDeterministic
  /// A file cannot be written.
  case cannotWrite
  /// The machine lacks a tool that is needed.
  case unavailable
}

/// A error that the program prints before it ends.
package protocol ToldError: Error, CustomStringConvertible {
  /// The kind, by which the program ends.
  var cause: ErrorCause { get }
}
