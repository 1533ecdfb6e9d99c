public import Formatting
internal import GRDB

/// The reason why a history cannot be read or written: the message that the program prints
/// before it exits.
public struct HistoryError: Error, ToldError, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public let cause: ErrorCause
  private let mistake: String
  private let help: String

  /// The mistake and its remedy, no newline at the end.
  public var description: String {
    Complaint.text(mistake, help: help)
  }

  init(_ cause: ErrorCause, _ mistake: String, help: String) {
    (self.cause, self.mistake, self.help) = (cause, mistake, help)
  }

  /// Translates an error of SQLite about a file into a message with a remedy.
  init(_ error: any Error, at path: String) {
    if let error = error as? HistoryError {
      self = error
      return
    }
    let reason = (error as? DatabaseError)?.message ?? "\(error)"
    switch (error as? DatabaseError)?.resultCode {
    case DatabaseError.SQLITE_NOTADB?:
      self.init(
        .faultyInput, "'\(path)' is no history: it is no SQLite database",
        help: "name the file of a history, or one that is not there yet")
    case DatabaseError.SQLITE_CORRUPT?:
      self.init(
        .faultyInput, "the history '\(path)' is damaged",
        help: "take a copy of it from before; what can be read of it, sqlite3 saves by .recover")
    case DatabaseError.SQLITE_FULL?:
      self.init(
        .cannotWrite, "the history '\(path)' cannot take another run: the disk is full",
        help: "make room and add the run again; all runs that were added before are there")
    case DatabaseError.SQLITE_BUSY?, DatabaseError.SQLITE_LOCKED?:
      self.init(
        .cannotWrite, "the history '\(path)' was in use by others for a minute",
        help: "add the run again when they have ended")
    default:
      self.init(
        .cannotWrite, "the history '\(path)' cannot be read or written: \(reason)",
        help: "look at the rights of the file and its folder, and at the disk; all runs that were "
          + "added before are there")
    }
  }
}
