import ArgumentParser
import Formatting
import Sessions

/// Brings files into their canonical layout.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Lays out scenarios, parts, defaults and device profiles in the one way.",
    discussion: """
      Keys in the order of the reference, two blanks of indentation, no quotes that YAML does not \
      need. Comments are kept, and nothing that a file says changes. A file that cannot be read as \
      YAML is left as it is.
      """)

  @Argument(
    help: "Files, or folders of which all YAML files are meant.",
    completion: .file(extensions: ["yaml"]))
  var paths: [String] = ["Scenarios"]

  @Flag(help: "Writes nothing, and ends with 1 when a file is laid out otherwise.")
  var check = false

  func run() throws {
    let outcome = try FormatQuery(paths: paths).run(isCheck: check)
    let (changed, count) = (outcome.changed.count, outcome.fileCount)
    let words = check ? "to be formatted" : "formatted"
    for path in outcome.changed { Terminal.write(line: path) }
    Terminal.write("\(changed) of \(count) \(count == 1 ? "file" : "files") \(words)\n")
    for path in outcome.contradictions {
      Terminal.complain(
        Complaint.text(
          "\(path) would say something else once formatted, and is left as it is",
          help: "this is a mistake of mapreplay; please report it with the file"))
    }
    if !outcome.diagnostics.diagnostics.isEmpty {
      Terminal.complain(outcome.diagnostics.text(as: .text) + "\n" + outcome.diagnostics.total)
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
