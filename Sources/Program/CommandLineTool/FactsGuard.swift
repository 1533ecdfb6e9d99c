import ArgumentParser
import Formatting
import Foundation
import Glibc
import Reporting

/// The conditions under which a verb changes committed facts.
enum FactsGuard {
  /// The variables by which build servers identify themselves.
  ///
  /// Most servers set the first variable; some set only another one.
  static let variablesOfServers = [
    "CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION",
    "BUILDKITE", "CIRCLECI",
  ]

  /// Returns the error on a build server about facts; nil elsewhere.
  static func refusalOfServer(of facts: String = "facts") -> String? {
    let environment = ProcessInfo.processInfo.environment
    let variable = variablesOfServers.first { variable in
      !["", "false", "0"].contains(environment[variable, default: ""].lowercased())
    }
    return variable.map { variable in
      Complaint.text(
        "\(facts) are not written in CI (\(variable) is set): review the difference first",
        help: "run it on your machine and commit the result; in CI, use run --gate facts")
    }
  }

  /// Returns the error when `run --update` may not change committed facts; nil when it may.
  ///
  /// - Parameters:
  ///   - run: The run with its comparison.
  ///   - reason: Why the facts change; nil when no reason was given.
  /// - Returns: The reason with its remedy.
  static func refusal(of run: RunReport, reason: String?) -> String? {
    guard run.comparison?.needsReason == true else { return nil }
    let facts = "facts that changed"
    if let refusal = refusalOfServer(of: facts) { return refusal }
    var judged = run
    judged.comparison = nil
    if !judged.isGood {
      return "error: \(facts) are not written, as the run does not end well\n\(mendFirst)"
    }
    guard reason == nil else { return nil }
    return "error: \(facts) are not written without a reason\n\(giveReason)"
  }

  /// The remedy for a run that ends badly.
  static let mendFirst = "help: mend that first; facts of such a run are no baseline"

  /// The error when no reason is given.
  static let noReasonGiven = "error: nothing is written without a reason\n\(giveReason)"

  private static let giveReason = "help: --reason 'why the facts change'"

  /// The error about an invalid reason.
  static let noReason = "is no single line of at most 200 characters that says something"

  /// Whether a text can be a reason on the page of reasons.
  static func isReason(_ text: String) -> Bool {
    Escape.line(text) == text && text.count <= 200 && text.contains { $0.isLetter }
  }

  /// Returns the reason that the user types at the terminal, or ends the program.
  static func askedReason() throws -> String {
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      while true {
        Terminal.write("why do they change? ")
        guard let line = readLine() else { break }
        if isReason(line) { return line }
        Terminal.write("that \(noReason)\n")
      }
    }
    Terminal.complain(noReasonGiven)
    throw ExitCode.validationFailure
  }
}
