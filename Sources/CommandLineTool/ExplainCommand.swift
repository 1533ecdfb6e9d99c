import ArgumentParser
import ScenarioFiles

/// Explains whatever has a name: a code of faults, a step, a key, an object, a metric.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a code of faults, a step, a key, an object or a metric.",
    discussion: """
      The code of a fault has a page with a wrong and a right example. Any other word is looked up \
      among everything that scenarios can say; all that is called so is printed.
      """)

  @Argument(help: "A code such as MR0601, or a name such as zoom, tap map or views created.")
  var words: [String]

  func run() throws {
    let name = words.joined(separator: " ")
    let found = Explanation.all(of: name)
    guard found.isEmpty else {
      Terminal.write(found.map(\.text).joined(separator: "\n"))
      return
    }
    Terminal.complain("error: nothing is called '\(name)'\nhelp: \(Explanation.remedy(for: name))")
    throw ExitCode.validationFailure
  }
}
