import ArgumentParser
import Formatting
import Foundation
import Glibc
import Reporting
import Scenarios
import Sessions

/// Shows how facts changed, and commits the new ones with the reason.
struct RebaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebaseline",
    abstract: "Shows how the facts changed, and writes the new ones with the reason.",
    discussion: """
      Facts that were meant to change are read before they are committed: every difference is \
      shown, and nothing is written without a reason, which is kept in \(ReasonsPage.name) beside \
      them. It asks for one where somebody can answer. Nothing is written where a session ends \
      badly, or where one of the variables of build servers is set to anything but false or 0: \
      \(RebaselineCommand.variablesOfServers.joined(separator: ", ")).
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "The folder in which device profiles are looked for first.", completion: .directory)
  var devices: String?

  @Option(help: "The folder of the committed facts (default: Reports).", completion: .directory)
  var facts: String = CommittedFacts.standardFolder

  @Option(help: "Why the facts change, in a line.") var reason: String?

  @Flag(help: "Only if all that differs is better: ends with 1 and writes nothing otherwise.")
  var improvements = false

  @OptionGroup var limits: LimitOptions

  func run() throws {
    if let variable = RebaselineCommand.variableOfServer {
      Terminal.complain(
        "error: facts are not written in CI (\(variable) is set): nobody reads the difference\n"
          + "help: run it where you commit; in CI, run --gate facts shows the differences")
      throw ExitCode.validationFailure
    }
    let selection = try scenarios.read(devices: devices)
    // There are no reports, among which facts could lie: no id begins with a dot.
    let out = FilePath.join(facts, ".reports")
    try ExitStatus.ending { () throws(SessionsError) in
      try CommittedFacts.refuseClashes(
        of: selection.scenarios,
        folder: facts == CommittedFacts.standardFolder ? nil : facts, out: out)
    }
    var session = SessionRun(selection.scenarios)
    session.limits = limits.limits(areLifted: scenarios.liftLimits)
    session.options.playing = scenarios.lookup(devices: devices)
    session.measuresTimes = false
    let run = session.report()
    if let reason = run.reason {
      Terminal.write(Escape.line(reason) + "\n")
      Terminal.complain("help: mend that first; facts of such a run are no baseline")
      try ExitStatus(of: run.ending).end()
    }
    let committed = CommittedFacts(
      folder: facts, purpose: .updated, run: run, searched: selection.searched, out: out)
    let comparison = committed.comparison
    let differences = comparison.allDifferences
    guard !differences.isEmpty else {
      Terminal.write("nothing to write: \(comparison.words)\n")
      return
    }
    for difference in differences { Terminal.write(Escape.line(difference) + "\n") }
    if improvements { try requireImprovement(comparison) }
    let reason = try (reason ?? askedReason()).trimmingCharacters(in: .whitespaces)
    try ExitStatus.ending { () throws(SessionsError) in try committed.write(reason: reason) }
    Terminal.write(
      "\(comparison.words); the reason is in \(FilePath.join(facts, ReasonsPage.name))\n")
  }

  func validate() throws {
    try require(!facts.isEmpty, "--facts names no folder")
    if let reason { try require(isReason(reason), "--reason \(RebaselineCommand.noReason)") }
  }

  /// The variables with which build servers say that they are one: most set the first, and some
  /// only one of their own.
  private static let variablesOfServers = [
    "CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION",
    "BUILDKITE", "CIRCLECI",
  ]

  /// The variable by which this is a build server; nil when it is none.
  private static var variableOfServer: String? {
    let environment = ProcessInfo.processInfo.environment
    return variablesOfServers.first { variable in
      !["", "false", "0"].contains(environment[variable, default: ""].lowercased())
    }
  }

  private static let noReason = "is no single line of at most 200 characters that says something"

  private func isReason(_ text: String) -> Bool {
    Escape.line(text) == text && text.count <= 200 && text.contains { $0.isLetter }
  }

  private func requireImprovement(_ comparison: FactsComparison) throws {
    guard !comparison.isImprovement else { return }
    let other = comparison.changes.first { !$0.isImprovement }
    let changed = comparison.changes.isEmpty ? comparison.differences.first : nil
    let words =
      other.map { "\($0.id) is not only better" } ?? changed ?? "sessions are new or gone"
    Terminal.complain(
      "error: not everything that differs is better: \(words); nothing is written\n"
        + "help: leave out --improvements to write it all the same")
    throw ExitCode(ExitStatus.broken.rawValue)
  }

  /// The reason that somebody at the terminal gives, or the end of the program.
  private func askedReason() throws -> String {
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      while true {
        Terminal.write("why do they change? ")
        guard let line = readLine() else { break }
        if isReason(line) { return line }
        Terminal.write("that \(RebaselineCommand.noReason)\n")
      }
    }
    Terminal.complain(
      "error: nothing is written without a reason\nhelp: --reason 'why the facts change'")
    throw ExitCode.validationFailure
  }
}
