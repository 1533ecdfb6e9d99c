import ArgumentParser
import Authoring
import Formatting
import Foundation
import History
import Reporting
import Scenarios
import Sessions

/// Shows the changes of facts, and writes the new facts with the reason.
struct RebaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebaseline",
    abstract: "Shows how the facts changed, and writes the new ones with the reason.",
    discussion: """
      Use this after an intended change. It shows the differences, asks for a reason on a terminal \
      unless --reason gives one, writes the new facts, and keeps the reason in \(ReasonsPage.name) \
      beside them. New sessions, new metrics and renamed scenarios need no reason. Nothing is \
      written if a session fails, or on a build server, where one of these variables is set to \
      anything but false or 0: \(FactsGuard.variablesOfServers.joined(separator: ", ")).
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "The folder in which device profiles are looked for first.", completion: .directory)
  var devices: String?

  @Option(help: "The folder of the committed facts.", completion: .directory)
  var facts: String = CommittedFacts.standardFolder

  @Option(help: "Why the facts change, in one line.") var reason: String?

  @Flag(help: "Writes only if every difference is an improvement; otherwise ends with 1.")
  var improvements = false

  @Flag(
    help: """
      Updates files of earlier versions: renamed words in YAML files and tolerances, the history, \
      and facts that need no reason (an earlier layout, new metrics, new and renamed sessions).
      """)
  var migrate = false

  @Flag(help: "Writes nothing: shows what would be written.") var dryRun = false

  @Flag(name: .shortAndLong, help: "Shows every different value of every session.")
  var verbose = false

  @OptionGroup var pictures: PictureOptions

  @OptionGroup var history: HistoryOptions

  @OptionGroup var limits: LimitOptions

  @OptionGroup var day: DayOptions

  func run() throws {
    if !dryRun, let refusal = FactsGuard.refusalOfServer() {
      Terminal.complain(refusal)
      throw ExitCode.validationFailure
    }
    let migrated = try migrate ? migrateFiles() : nil
    let isFaulty = migrated?.diagnostics.diagnostics.isEmpty == false
    if let scenarios = migrated?.scenarios,
      scenarios.faultCount > 0 || dryRun && !scenarios.changed.isEmpty
    {
      let verb = scenarios.faultCount > 0 ? "mended" : "migrated"
      Terminal.write("facts: compared as soon as the scenarios are \(verb)\n")
      return isFaulty ? try ExitStatus.faultyInput.end() : ()
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
    let progress = Progress(isShown: Terminal.isInteractive)
    let run = session.report(onProgress: { now in
      Interruption.say("stopped after \(now.done) of \(now.total) sessions; nothing written")
      progress.show(now.stage.rawValue, now.done, of: now.total, now.session)
    })
    progress.clear()
    Interruption.say("stopped while the facts were compared or written")
    if let reason = run.reason {
      Terminal.write(line: reason)
      Terminal.complain(FactsGuard.mendFirst)
      try ExitStatus(of: run.ending).end()
    }
    let committed = CommittedFacts(
      folder: facts, purpose: .updated, run: run, searched: selection.searched, out: out,
      hasPictures: pictures.pictures)
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
    for note in committed.pictureNotes { Terminal.complain("note: \(note)") }
    if improvements { try requireImprovement(comparison) }
    // Pages show the facts as they would be with those that are left alone.
    let kinds: Set<CommittedFacts.Kind> =
      migrate && comparison.needsReason
      ? CommittedFacts.Kind.withoutReason : Set(CommittedFacts.Kind.allCases)
    if migrate {
      try writeMigrated(committed, kinds)
      return isFaulty ? try ExitStatus.faultyInput.end() : ()
    }
    guard !dryRun else {
      let files = MetricText.things(committed.count(kinds), "file")
      return Terminal.write("dry run: \(files) would be written\n")
    }
    var reason: String?
    if comparison.needsReason {
      reason = try (self.reason ?? FactsGuard.askedReason()).trimmingCharacters(in: .whitespaces)
    }
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
    try require(
      !migrate || pictures.pictures == nil,
      "--migrate leaves pictures alone; give --pictures or --no-pictures to another rebaseline")
    try require(
      migrate || history.history == HistoryStore.standardPath, "--history is for --migrate")
  }

  /// Migrates YAML files, tolerances and the history, with a line about each and all diagnostics.
  private func migrateFiles() throws -> MigrationQuery.Outcome {
    let outcome = try MigrationQuery(paths: scenarios.paths, facts: facts).run(isDry: dryRun)
    Terminal.write(line(of: outcome.scenarios, "scenarios"))
    Terminal.write(line(of: outcome.tolerances, "tolerances"))
    if !outcome.diagnostics.diagnostics.isEmpty {
      Terminal.complain(outcome.diagnostics.complaint(isVerbose: verbose))
    }
    let versions = try HistoryStore.migrate(history.history, isDry: dryRun)
    let words =
      switch versions {
      case (let from, let to)? where from < to:
        "\(dryRun ? "to migrate" : "migrated") from version \(from) to \(to)"
      case .some: "nothing to migrate"
      case nil: "no file '\(Escape.line(history.history))'"
      }
    Terminal.write("history: \(words)\n")
    return outcome
  }

  private func line(of part: MigrationQuery.Part, _ kind: String) -> String {
    guard !part.changed.isEmpty else { return "\(kind): nothing to migrate\n" }
    var (words, places): ([String], [String]) = ([], [])
    for file in part.changed {
      for renaming in file.renamings {
        let word = "'\(renaming.old)' is '\(renaming.new)'"
        places.append("\(Escape.line(file.path)):\(renaming.line): \(word)\n")
        if !words.contains(word) { words.append(word) }
      }
    }
    let names = TextLayout.list(words, atMost: 3) + (words.count > 3 ? "; --verbose shows all" : "")
    return "\(kind): \(part.changed.count) of \(MetricText.things(part.fileCount, "file")) "
      + (dryRun ? "to migrate" : "migrated")
      + (verbose ? "\n\(places.joined())" : ": \(names)\n")
  }

  /// Writes facts that need no reason, with a line about them and about what a person decides.
  private func writeMigrated(
    _ committed: CommittedFacts, _ kinds: Set<CommittedFacts.Kind>
  ) throws {
    let count = try dryRun ? committed.count(kinds) : committed.write(kinds)
    let files = "\(MetricText.things(count, "file")) \(dryRun ? "to migrate" : "migrated")"
    Terminal.write("facts: \(count == 0 ? "nothing to migrate" : files)\n")
    let comparison = committed.comparison
    guard comparison.needsReason else { return }
    let command = Escape.shell(
      ["mapreplay", "rebaseline"] + scenarios.words(devices: devices)
        + (facts == CommittedFacts.standardFolder ? [] : ["--facts", facts]))
    Terminal.write("left to decide: \(comparison.words); read and write them: \(command)\n")
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
