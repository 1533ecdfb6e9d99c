public import Formatting
internal import Reporting
internal import ScenarioFiles

/// The reason why scenarios cannot be read or reports cannot be written, as the program
/// prints it.
public struct SessionsError: Error, ToldFault, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public let cause: FaultCause
  /// Diagnostics in the tone of a compiler, one or several lines each, no newline at the end.
  public let description: String
  /// The faults of scenarios and of the files that they name, for other formats; nil where
  /// nothing was read.
  public let report: FaultReport?

  /// The text of the first line, for a sentence that begins in another way.
  public var sentence: String {
    let (line, prefix) = (description.prefix { $0 != "\n" }, "error: ")
    return String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
  }

  /// A complaint about a missing thing, with its remedy.
  package init(missing mistake: String, help: String) {
    self.init(.missingInput, mistake, help: help)
  }

  init(_ cause: FaultCause, _ mistake: String, help: String? = nil, notes: [String] = []) {
    self.cause = cause
    description = (notes + [Complaint.text(mistake, help: help)]).joined(separator: "\n")
    report = nil
  }

  init(_ fault: RunFileFault) {
    cause = .faultyInput
    description = fault.description
    report = nil
  }

  init(_ report: FaultReport) {
    cause = .faultyInput
    let example = report.faults.first.map { "more about a fault: mapreplay explain \($0.code)\n" }
    description = "\(report.text(as: .text))\n\(example ?? "")\(report.total)"
    self.report = report
  }
}
