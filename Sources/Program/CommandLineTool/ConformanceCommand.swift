import ArgumentParser
import Conformance
import Formatting
import Foundation

/// Plays golden files and lists which of their cases are met.
struct ConformanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance",
    abstract: "Plays golden files: recorded sessions and numbers that the model must reproduce.",
    discussion: """
      Plays the folders mapview, clustering and callouts that exist. The data sets that cases name \
      lie in the folder data beside the golden folder.
      """)

  @Argument(
    help: "The folder with golden files.", completion: .directory)
  var golden = "../shared/golden"

  @Flag(name: .shortAndLong, help: "Shows all failures, and a line for each skipped case.")
  var verbose = false

  func run() throws {
    let report: ConformanceReport
    do throws(ConformanceError) {
      report = ConformanceReport(
        results: try ConformanceRun(golden: URL(filePath: golden)).results())
    } catch { throw ConformanceCommand.told(error) }
    Terminal.write(report.text(isVerbose: verbose))
    try (report.failed == 0 ? ExitStatus.kept : .broken).end()
  }

  private static func told(_ error: ConformanceError) -> CommandError {
    switch error {
    case .missing(let folder):
      let names = ConformanceRun.folders.joined(separator: ", ")
      return CommandError(.missingInput, "'\(folder)' is no folder with any of \(names)")
    case .faulty(let file, let reason): return CommandError(.faultyInput, "\(file): \(reason)")
    }
  }
}
