import ArgumentParser
import Comparison
import Formatting
import Foundation
import Glibc
import History
import Reporting
import Sessions

/// The exit codes, as in the README.
enum ExitStatus: Int32 {
  /// Everything was kept.
  case kept = 0
  /// An expectation was broken, or facts differ from the committed ones.
  case broken = 1
  /// Only a real time broke its expectation, with `--gate time`, or instructions grew, with `--gate
  /// counts`.
  case slower = 2
  /// All that differs is better than what is committed, with `--gate improvements`.
  case improved = 3
  /// A mistake of usage, as the argument parser's own.
  case usage = 64
  /// A scenario or its data is faulty.
  case faultyInput = 65
  /// An input that was named does not exist.
  case missingInput = 66
  /// The machine lacks a tool or a right that was asked for.
  case unavailable = 69
  /// A session ended early: it trapped, exceeded a limit, or contradicted itself; or it never
  /// reached the part to profile.
  case aborted = 70
  /// A file or the output could not be written.
  case cannotWrite = 74
  /// Two replays of one session differ.
  case notDeterministic = 80
  /// A canary did not fail as it must: a check no longer detects its planted mistake.
  case harnessBroken = 81

  /// The status for the ending of a run.
  init(of ending: RunEnding) {
    self =
      switch ending {
      case .kept: .kept
      case .aborted, .notCounted: .aborted
      case .notDeterministic: .notDeterministic
      case .harnessBroken: .harnessBroken
      case .broken, .factsDiffer, .countsDiffer: .broken
      case .countsUnreadable, .factsUnreadable: .faultyInput
      case .countsUndecided, .timesUndecided: .unavailable
      case .countsGrew, .slower: .slower
      case .improved: .improved
      }
  }

  /// How the program ends for a diagnostic.
  init(of cause: ErrorCause) {
    self =
      switch cause {
      case .usage: .usage
      case .faultyInput: .faultyInput
      case .missingInput: .missingInput
      case .aborted: .aborted
      case .notDeterministic: .notDeterministic
      case .cannotWrite: .cannotWrite
      case .unavailable: .unavailable
      }
  }

  /// Does something, or prints the diagnostics of scenarios and ends the program.
  ///
  /// Faults in a format for other programs are a result and go to the standard output.
  static func ending<Value>(
    diagnosticsAs format: DiagnosticFormat, isVerbose: Bool = false,
    _ body: () throws(SessionsError) -> Value
  ) throws -> Value {
    do throws(SessionsError) {
      return try body()
    } catch {
      guard let report = error.report, format != .text || isVerbose else { throw error }
      if format != .text { Terminal.write(exactly: report.text(as: format)) }
      Terminal.complain(format == .text ? report.complaint(isVerbose: true) : report.total)
      throw ExitCode(ExitStatus(of: error.cause).rawValue)
    }
  }

  /// Ends the program at once, because freeing the memory of a large run takes time and has
  /// no use.
  func leave() -> Never { exit(rawValue) }

  /// Ends the program, unless every expectation was kept.
  func end() throws {
    guard self != .kept else { return }
    throw ExitCode(rawValue)
  }
}

/// Ends with a mistake of usage unless a condition holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
  if !condition { throw ValidationError(message()) }
}

/// A diagnostic that a command itself finds.
struct CommandError: ToldError {
  let cause: ErrorCause
  let description: String

  init(_ cause: ErrorCause, _ mistake: String, help: String? = nil) {
    (self.cause, description) = (cause, Complaint.text(mistake, help: help))
  }
}

extension UnknownStep {
  /// The diagnostic of a file that has no such step.
  func diagnostic(in file: String) -> CommandError {
    CommandError(
      .usage, "\(file): \(description)", help: "mapreplay explain \(file) shows its steps")
  }
}
