import ArgumentParser
import Authoring
import Formatting
import Scenarios
import Sensitivity
import Sessions

/// The study of assumptions, which `run --assumptions` does in place of a run.
extension RunCommand {
  /// Replays scenarios under other values of the model's assumptions, and prints the results.
  func study(_ selection: ScenarioQuery.Selection) throws {
    let scenarioFolder = FilePath.canonical("Scenarios")
    try require(
      !(update || compare)
        || selection.searched == [""]
          && scenarios.paths.map(FilePath.canonical) == [scenarioFolder],
      "--assumptions with --update or --compare is for the counts of all scenarios here; name the "
        + "folder Scenarios alone and leave out --filter and --tag")
    var scenarios = selection.scenarios
    if let seed { for index in scenarios.indices { scenarios[index].seed = seed } }
    var study = AssumptionStudy(scenarios, limits: sessionLimits)
    study.sabotage = sabotage
    let progress = Progress(isShown: Terminal.isInteractive && !quiet)
    let report = study.report { part, done, total in
      Interruption.say("stopped after \(done) of \(total) sessions; nothing written")
      progress.show(part.rawValue, done, of: total)
    }
    progress.clear()
    Interruption.say("stopped while the study was written or printed")
    let text = SensitivityText(report, isVerbose: verbose, isQuiet: quiet)
    Terminal.write(text.text)
    for claim in text.brokenClaims { Terminal.complain(claim) }
    let isGood = report.failing.isEmpty && report.brokenClaimCount == 0
    if update, !(isGood && report.unfinished.isEmpty) {
      Terminal.complain("note: \(AssumptionCounts.fileName) is not written, as the run failed")
    }
    guard report.unfinished.isEmpty else { return try ExitStatus.aborted.end() }
    guard isGood else { return try ExitStatus.broken.end() }
    let file = FilePath.join(CommittedFacts.standardFolder, AssumptionCounts.fileName)
    if update {
      try OutputFiles.write(report.counts.csv, to: file)
      Terminal.write(line: "written: \(file)")
    } else if compare {
      try self.compare(report.counts, with: file)
    }
  }

  /// The committed counts; nil without any, or for a part of sessions.
  func studied() -> AssumptionCounts? {
    let file = FilePath.join(factsFolder, AssumptionCounts.fileName)
    guard !part.isPart else { return nil }
    do { return try AssumptionCounts.committed(at: file) } catch {
      Terminal.complain("note: '\(Escape.line(file))' cannot be read, and is left aside")
      return nil
    }
  }

  /// The most rows of counts that are printed where they are not the committed ones.
  private static let rowLimit = 10

  /// Ends the program where counts are not those of a file.
  private func compare(_ counts: AssumptionCounts, with file: String) throws {
    guard let committed = try AssumptionCounts.committed(at: file) else {
      throw CommandError(
        .missingInput, "there is no '\(file)'", help: AssumptionCounts.remedy)
    }
    let rows = counts.differences(from: committed)
    guard !rows.isEmpty else { return Terminal.write(line: "\(file): as committed") }
    Terminal.complain(
      (["error: \(file) is out of date:"] + rows.prefix(Self.rowLimit).map { "  \($0)" }
        + (rows.count > Self.rowLimit ? ["  and \(rows.count - Self.rowLimit) more"] : [])
        + ["help: \(AssumptionCounts.remedy), then look at it"])
        .joined(separator: "\n"))
    try ExitStatus.broken.end()
  }

  /// Refuses what a study of assumptions does not do.
  func validateAssumptions() throws {
    guard assumptions else { return }
    let isCommitted = update || compare
    let refused: [(option: String, isGiven: Bool)] = [
      ("--reason", reason != nil), ("--facts", facts != nil), ("--gate", !gate.isEmpty),
      ("--out", out != Self.standardOut), ("--counts", counts),
      ("--explain-allocations", explainAllocations), ("--shard", shard != nil),
      ("--pictures and --no-pictures", pictures.pictures != nil),
      ("--no-times", noTimes), ("--samples", samples != nil), ("--log", log),
      ("--watch-session", watchSession),
      ("--today", day.today != nil), ("--dry-run", part.dryRun),
      ("--from and --until", part.isPart),
      ("--devices, as committed counts are of their own profiles", isCommitted && devices != nil),
      ("--seed, as committed counts are of the scenarios' seeds", isCommitted && seed != nil),
    ]
    if let option = refused.first(where: \.isGiven)?.option {
      throw ValidationError(
        "--assumptions replays whole sessions for their verdicts alone; leave out \(option)")
    }
  }
}

extension AssumptionCounts {
  /// The command that writes the file.
  fileprivate static let remedy = "write it with run Scenarios --assumptions --update"

  /// Reads the file of counts, whose path may be one below a folder; nil where there is none.
  ///
  /// - Throws: A ``CommandError`` for another text.
  static func committed(
    at path: String, below folder: String? = nil
  ) throws(CommandError) -> AssumptionCounts? {
    guard let text = OutputFiles.text(at: folder.map { FilePath.join($0, path) } ?? path) else {
      return nil
    }
    guard let counts = AssumptionCounts(csv: text) else {
      throw CommandError(.faultyInput, "'\(Escape.line(path))' cannot be read", help: remedy)
    }
    return counts
  }
}
