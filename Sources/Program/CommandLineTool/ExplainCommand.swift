import ArgumentParser
import Authoring
import Formatting
import ScenarioFiles
import Sessions

/// Explains whatever has a name: a scenario, a code of diagnostics, a step, a key, an object, a
/// metric.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a scenario, a diagnostic code, a step, a key, an object or a metric.",
    discussion: """
      For a scenario: its setup, the keys that come from the defaults of its folder, its steps \
      with their simulated times, and its expectations. For a diagnostic code: the reason, a wrong \
      and a right example. Any other word is looked up in the language of scenarios and in the \
      glossary, and all matches are printed.
      """)

  @Argument(
    help: """
      A scenario file or the id of a scenario, a code such as MR0601, or a name such as zoom, \
      tap map or views created.
      """, completion: Completions.topics)
  var words: [String]

  @Flag(help: "Shows everything, even if it exceeds a screen.")
  var all = false

  @OptionGroup var lookup: LookupOptions

  func run() throws {
    let name = words.joined(separator: " ")
    if FilePath.isFolder(name) == false || [".yaml", ".yml"].contains(where: name.hasSuffix) {
      return try explain(scenario: name)
    }
    let found = Explanation.all(of: name)
    guard found.isEmpty else {
      let text = found.map(\.text).joined(separator: "\n")
      return Terminal.write(
        TextLayout.screen(TextLayout.lines(text), isWhole: all, shownBy: "--all"))
    }
    // A word of the language goes before a file of that name.
    if ScenarioQuery.path(ofScenario: name) != nil { return try explain(scenario: name) }
    throw CommandError(
      .usage, "nothing is called '\(name)'", help: Explanation.remedy(for: name))
  }

  private func explain(scenario name: String) throws {
    let outline = try lookup.query().outline(of: name)
    Terminal.write(outline.text(isWhole: all))
  }
}
