import ArgumentParser
import Authoring
import Scenarios
import Sensitivity
import Sessions

/// The study of assumptions, which `run --assumptions` does in place of a run.
extension RunCommand {
  /// Replays scenarios under other values of the model's assumptions, and prints the results.
  func study(_ selection: ScenarioQuery.Selection) throws {
    try require(
      !update || selection.searched.contains(""),
      "--assumptions --update writes the counts of all scenarios; name the whole folder and leave "
        + "out --filter and --tag")
    var scenarios = selection.scenarios
    if let seed { for index in scenarios.indices { scenarios[index].seed = seed } }
    let study = AssumptionStudy(scenarios, limits: sessionLimits)
    let progress = Progress(
      total: study.sessionCount, isShown: Terminal.isInteractive && !quiet)
    let report = study.report(onProgress: progress.show)
    progress.clear()
    let text = SensitivityText(report, isVerbose: verbose, isQuiet: quiet)
    Terminal.write(text.text)
    for claim in text.brokenClaims { Terminal.complain(claim) }
    let isGood = report.failing.isEmpty && report.brokenClaimCount == 0
    if update, !(isGood && report.unfinished.isEmpty) {
      Terminal.complain("note: \(AssumptionCounts.fileName) is not written, as the run failed")
    }
    guard report.unfinished.isEmpty else { return try ExitStatus.aborted.end() }
    guard isGood else { return try ExitStatus.broken.end() }
    guard update else { return }
    let file = FilePath.join(CommittedFacts.standardFolder, AssumptionCounts.fileName)
    try OutputFiles.write(report.counts.csv, to: file)
    Terminal.write(line: "written: \(file)")
  }

  /// Refuses what a study of assumptions does not do.
  func validateAssumptions() throws {
    guard assumptions else { return }
    let refused: [(option: String, isGiven: Bool)] = [
      ("--compare", compare), ("--reason", reason != nil), ("--facts", facts != nil),
      ("--gate", !gate.isEmpty), ("--counts", counts),
      ("--explain-allocations", explainAllocations), ("--shard", shard != nil),
      ("--no-times", noTimes), ("--log", log), ("--watch-session", watchSession),
      ("--dry-run", part.dryRun), ("--from and --until", part.isPart),
      ("--devices, as --update is for the profiles of the scenarios", update && devices != nil),
      ("--seed, as --update is for the seeds of the scenarios", update && seed != nil),
    ]
    if let option = refused.first(where: \.isGiven)?.option {
      throw ValidationError(
        "--assumptions replays whole sessions for their verdicts alone; leave out \(option)")
    }
  }
}
