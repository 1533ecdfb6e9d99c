import ArgumentParser
import Comparison
import Formatting
import Foundation
import ReportTexts
import Reporting
import Sessions

/// Shows how two runs differ.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows how the facts of two runs differ, or their first different event.",
    discussion: """
      BASE and HEAD are run files (run.json, or the folder of a run's reports). With --trace they \
      are logs that run --log printed, or programs, which play the named scenarios. --trace shows \
      the first different event of each session, with its step and the events around it. Ends with \
      1 if anything differs.
      """)

  @Argument(help: "The older run, its log, or a program.", completion: .file()) var base: String

  @Argument(help: "The newer run, its log, or a program.", completion: .file()) var head: String

  @Argument(help: "With --trace and a program: the scenarios to play.", completion: .file())
  var scenarios: [String] = []

  @Flag(help: "Compares events instead of facts.") var trace = false

  @Flag(name: .shortAndLong, help: "Shows every different session and value.") var verbose =
    false

  @Flag(help: "Prints the differences of facts as JSON.") var json = false

  func validate() throws {
    try require(trace || scenarios.isEmpty, "scenarios are played with --trace alone")
    try require(!trace || !json, "--json is for facts; leave out --trace")
  }

  func run() throws { try (trace ? compareLogs() : compareRuns()).end() }

  private func compareRuns() throws -> ExitStatus {
    let report = try RunFileComparison.report(base: base, head: head)
    json
      ? Terminal.write(exactly: ComparisonFile.text(of: report))
      : Terminal.write(ComparisonText.text(of: report, isVerbose: verbose))
    return report.facts.areEqual && report.counts.changed.isEmpty ? .kept : .broken
  }

  private func compareLogs() throws -> ExitStatus {
    let comparison = LogComparison(base: try log("BASE", base), head: try log("HEAD", head))
    guard comparison.count > 0 else {
      throw CommandError(
        .missingInput, "BASE and HEAD have no session in common",
        help: "give logs of the same scenarios, as mapreplay run SCENARIO --log prints them")
    }
    Terminal.write(comparison.text(atMost: verbose ? .max : 10))
    return comparison.areSame ? .kept : .broken
  }

  /// The log in a file, or the log that a program prints for the scenarios.
  private func log(_ name: String, _ path: String) throws -> String {
    if FileManager.default.isExecutableFile(atPath: path), FilePath.isFolder(path) == false {
      try require(
        !scenarios.isEmpty, "\(name) '\(path)' is a program; name the scenarios that it plays")
      return try Contender.greeted(name: name, path: path, folder: FilePath.canonical("."))
        .log(of: scenarios)
    }
    guard let text = OutputFiles.text(at: path) else {
      throw CommandError(
        .missingInput, "there is no log '\(path)'",
        help: "mapreplay run SCENARIO --log > FILE writes one")
    }
    return text
  }
}
