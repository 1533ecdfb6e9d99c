public import Formatting
internal import Reporting
internal import ScenarioFiles

/// The reason why scenarios cannot be read or reports cannot be written, as the program
/// prints it.
public struct SessionsError: Error, ToldError, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public let cause: ErrorCause
  /// Diagnostics in the tone of a compiler, one or several lines each, no newline at the end.
  public let description: String
  /// The diagnostics of scenarios and of the files that they name, for other formats; nil where
  /// nothing was read.
  public let report: DiagnosticReport?

  /// The text of the first line, for a sentence that begins in another way.
  public var sentence: String {
    let (line, prefix) = (description.prefix { $0 != "\n" }, "error: ")
    return String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
  }

  init(_ cause: ErrorCause, _ mistake: String, help: String? = nil, notes: [String] = []) {
    self.cause = cause
    description = (notes + [Complaint.text(mistake, help: help)]).joined(separator: "\n")
    report = nil
  }

  init(_ diagnostic: RunFileError) {
    cause = .faultyInput
    description = diagnostic.description
    report = nil
  }

  init(_ report: DiagnosticReport) {
    cause = .faultyInput
    description = report.complaint()
    self.report = report
  }
}
