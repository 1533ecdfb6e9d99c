import ArgumentParser
import Authoring
import Formatting
import Foundation
import Instruments
import Measuring
import ReportTexts
import Reporting
import Sessions

/// Writes the generated pages of a checkout of this repository anew, for `make docs`.
struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", abstract: "Writes the generated pages of a checkout of MapReplay.",
    shouldDisplay: false)

  @Argument(help: "The checkout.", completion: .directory) var checkout = "."

  @Flag(help: "Writes nothing; ends with 1 when a page is not what this program generates.")
  var check = false

  /// The page whose samples are of exports.
  private static let exports = "Sources/Program/CommandLineTool/CommandLineTool.docc/Exports.md"

  /// The file of the counts that the page of assumptions shows.
  private static let counts = "Reports/\(AssumptionCounts.fileName)"

  /// The pages that are generated as a whole, by their paths; one more is one line more.
  private static func pages(_ counts: AssumptionCounts) -> [(String, String)] {
    [
      ("Scenarios/Reference.md", ScenarioReference.markdown),
      ("Scenarios/Assumptions.md", AssumptionsPage.markdown(counts)),
      ("Scenarios/Glossary.md", GlossaryEntry.page),
      ("Scenarios/mapreplay.schema.json", JSONSchema().scenarios),
      ("Scenarios/tolerances.schema.json", JSONSchema().tolerances),
      ("Sources/Program/CommandLineTool/CommandLineTool.docc/RunFiles.md", RunFileSchema.page),
    ]
  }

  func run() throws {
    guard OutputFiles.text(at: FilePath.join(checkout, "Package.swift")) != nil else {
      throw CommandError(
        .missingInput, "'\(checkout)' is no checkout", help: "name the folder of Package.swift")
    }
    var changed: [String] = []
    let counts = try AssumptionCounts.committed(at: DocsCommand.counts, below: checkout)
    let pages =
      DocsCommand.pages(counts ?? AssumptionCounts([]))
      + [(DocsCommand.exports, try exportsPage())]
    for (path, text) in pages {
      let file = FilePath.join(checkout, path)
      guard OutputFiles.text(at: file) != text else { continue }
      changed.append(path)
      guard !check else { continue }
      try OutputFiles.write(text, to: file)
    }
    let count = pages.count
    guard !changed.isEmpty else {
      return Terminal.write("all \(count) generated pages are up to date\n")
    }
    let list = changed.map { "  \($0)\n" }.joined()
    guard check else { return Terminal.write("written:\n\(list)") }
    Terminal.complain(
      "error: \(changed.count) of \(count) generated pages are out of date:\n\(list)"
        + "help: write them with make docs")
    try ExitStatus.broken.end()
  }

  /// The page of exports, with samples of what this program writes for its scenario.
  private func exportsPage() throws -> String {
    let text = OutputFiles.text(at: FilePath.join(checkout, DocsCommand.exports)) ?? ""
    guard let folder = ScratchFolder() else { throw failure("temporary files need a folder") }
    defer { folder.remove() }
    let scenario = text.components(separatedBy: "```yaml\n").dropFirst().first?
      .components(separatedBy: "```").first
    guard let scenario else { throw failure("its first YAML fence has to hold their scenario") }
    try OutputFiles.write(scenario, to: folder.path("Scenarios/pins.yaml"))
    // A process in that folder: the exports name the file as it was typed.
    var program = ChildProcess.Program(path: Machine.program, arguments: ["run", "--no-times"])
    program.folder = folder.path
    // The page says that its last line does not hold.
    guard
      ChildProcess.run(program, seconds: 60)?.ending == .exited(ExitStatus.broken.rawValue)
    else { throw failure("their scenario has to break its last expectation alone") }
    let run = try RunExport(path: folder.path("Reports/latest/run.json")).read()
    let files = RunExport.rendered(ExportFormat.all.flatMap { $0.files(of: run) }, of: run)
    let page = SampledPage(text).renewed(
      with: Dictionary(files.map { ($0.name, $0.text) }) { first, _ in first })
    guard page.unknown.isEmpty else {
      throw failure("no format writes \(page.unknown.joined(separator: ", "))")
    }
    return page.text
  }

  private func failure(_ reason: String) -> CommandError {
    CommandError(
      .faultyInput, "the samples of \(DocsCommand.exports) cannot be made: \(reason)")
  }
}
