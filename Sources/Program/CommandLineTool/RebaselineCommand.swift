import ArgumentParser
import Formatting
import Foundation
import Reporting
import Scenarios
import Sessions

/// Shows how facts changed, and commits the new ones with the reason.
struct RebaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebaseline",
    abstract: "Shows how the facts changed, and writes the new ones with the reason.",
    discussion: """
      Facts that were meant to change are read before they are committed: the differences \
      are shown, and nothing changes without a reason, which is kept in \(ReasonsPage.name) beside \
      them. It asks for one where somebody can answer. New sessions, new metrics and renamed \
      scenarios need no reason. Nothing is written where a session ends \
      badly, or where one of the variables of build servers is set to anything but false or 0: \
      \(FactsGuard.variablesOfServers.joined(separator: ", ")).
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "The folder in which device profiles are looked for first.", completion: .directory)
  var devices: String?

  @Option(help: "The folder of the committed facts (default: Reports).", completion: .directory)
  var facts: String = CommittedFacts.standardFolder

  @Option(help: "Why the facts change, in a line.") var reason: String?

  @Flag(help: "Only if all that differs is better: ends with 1 and writes nothing otherwise.")
  var improvements = false

  @Flag(
    help: """
      Writes only what needs no reason: files of an earlier layout, renamed keys and sessions, new \
      metrics and sessions.
      """)
  var migrate = false

  @Flag(help: "Shows every value that differs, of every session.") var verbose = false

  @OptionGroup var limits: LimitOptions

  @OptionGroup var day: DayOptions

  func run() throws {
    if let refusal = FactsGuard.refusalOfServer() {
      Terminal.complain(refusal)
      throw ExitCode.validationFailure
    }
    let selection = try scenarios.read(devices: devices, isVerbose: verbose)
    // There are no reports, among which facts could lie: no id begins with a dot.
    let out = FilePath.join(facts, ".reports")
    try CommittedFacts.refuseClashes(
      of: selection.scenarios,
      folder: facts == CommittedFacts.standardFolder ? nil : facts, out: out)
    var session = SessionRun(selection.scenarios)
    session.limits = limits.limits(areLifted: scenarios.liftLimits)
    session.options.playing = scenarios.lookup(devices: devices)
    session.measuresTimes = false
    session.today = day.day
    let run = session.report()
    if let reason = run.reason {
      Terminal.write(line: reason)
      Terminal.complain(FactsGuard.mendFirst)
      try ExitStatus(of: run.ending).end()
    }
    let committed = CommittedFacts(
      folder: facts, purpose: .updated, run: run, searched: selection.searched, out: out)
    let comparison = committed.comparison
    guard !comparison.isUnreadable else {
      for sentence in comparison.unreadable ?? [] {
        Terminal.complain(Complaint.text(sentence))
      }
      Terminal.complain(FactsComparison.unreadableRemedy)
      return try ExitStatus.faultyInput.end()
    }
    for line in comparison.review(isWhole: verbose, hasDifferences: !migrate) {
      Terminal.write(line: line)
    }
    if improvements { try requireImprovement(comparison) }
    var reason: String?
    if comparison.needsReason, !migrate {
      reason = try (self.reason ?? FactsGuard.askedReason()).trimmingCharacters(in: .whitespaces)
    }
    // Pages show the facts as they would be with those that are left alone.
    let kinds: Set<CommittedFacts.Kind> =
      migrate && comparison.needsReason
      ? CommittedFacts.Kind.withoutReason : Set(CommittedFacts.Kind.allCases)
    let count = try committed.write(kinds, reason: reason)
    guard count > 0 else {
      return Terminal.write("nothing to write: \(comparison.words)\n")
    }
    let end = reason.map { _ in
      "; the reason is in \(FilePath.join(facts, ReasonsPage.name))"
    }
    Terminal.write("\(comparison.words), \(MetricText.things(count, "file"))\(end ?? "")\n")
  }

  func validate() throws {
    try require(!facts.isEmpty, "--facts names no folder")
    if let reason { try require(FactsGuard.isReason(reason), "--reason \(FactsGuard.noReason)") }
    try require(!(migrate && improvements), "--migrate and --improvements exclude each other")
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
    try ExitStatus.broken.end()
  }
}
