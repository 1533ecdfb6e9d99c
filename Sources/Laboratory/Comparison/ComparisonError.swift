public import Formatting

/// The reason why a comparison or a bisection cannot continue, which the program prints.
public struct ComparisonError: Error, ToldError, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public let cause: ErrorCause
  private let mistake: String
  /// The remedy; nil when there is none.
  var help: String?

  /// The mistake and its remedy, no newline at the end.
  public var description: String {
    // What other programs and files say is shown, not obeyed by the terminal.
    ("error: \(mistake)" + (help.map { "\nhelp: \($0)" } ?? ""))
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { Escape.line(String($0)) }.joined(separator: "\n")
  }

  init(_ cause: ErrorCause, _ mistake: String, help: String? = nil) {
    (self.cause, self.mistake, self.help) = (cause, mistake, help)
  }
}

extension String {
  /// The last lines of what a program said, indented; empty for nothing.
  ///
  /// Stack traces are left out: the Swift runtime prints one before the program says the reason.
  func lastLines(_ count: Int) -> String {
    split(separator: "\n").filter { $0.wholeMatch(of: /\d+ .* 0x[0-9a-f]+ .*/) == nil }
      .suffix(count).map { "\n  \($0)" }.joined()
  }
}
