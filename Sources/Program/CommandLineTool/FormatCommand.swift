import ArgumentParser
import Formatting
import Sessions

/// Brings files into their canonical layout.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Formats scenarios, parts, defaults and device profiles.",
    discussion: """
      The format has keys in the order of the reference, an indentation of two blanks, and only \
      the quotes that YAML needs. Comments stay, and the meaning of a file never changes. A file \
      that is not valid YAML stays unchanged.
      """)

  @Argument(
    help: "Files, or folders with YAML files.",
    completion: .file(extensions: ["yaml"]))
  var paths: [String] = ["Scenarios"]

  @Flag(help: "Writes nothing, and ends with 1 when a file is not formatted.")
  var check = false

  @Flag(
    name: .shortAndLong, help: "Lists all files and diagnostics, even if they exceed a screen.")
  var verbose = false

  func run() throws {
    let outcome = try FormatQuery(paths: paths).run(isCheck: check)
    let (changed, count) = (outcome.changed.count, outcome.fileCount)
    let words = check ? "to be formatted" : "formatted"
    Terminal.write(
      TextLayout.screen(
        outcome.changed.map { Escape.line($0) },
        end: ["\(changed) of \(count) \(count == 1 ? "file" : "files") \(words)"],
        isWhole: verbose))
    for path in outcome.contradictions {
      Terminal.complain(
        Complaint.text(
          "\(path) would say something else once formatted, and is left as it is",
          help: "this is a mistake of mapreplay; please report it with the file"))
    }
    if !outcome.diagnostics.diagnostics.isEmpty {
      Terminal.complain(outcome.diagnostics.complaint(isVerbose: verbose))
    }
    let status: ExitStatus =
      if !outcome.contradictions.isEmpty {
        .aborted
      } else if !outcome.diagnostics.diagnostics.isEmpty {
        .faultyInput
      } else {
        check && changed > 0 ? .broken : .kept
      }
    try status.end()
  }
}
