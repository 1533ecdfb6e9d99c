import ArgumentParser
import Authoring
import Formatting
import Sessions

/// Writes a scenario from a template.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a passing scenario from a template, with comments that explain it.",
    discussion: """
      The first line tells editors with a YAML language server where the schema is. The program \
      never overwrites a file.
      """)

  @Argument(help: "The file to write, such as Scenarios/Callouts/my-pin.yaml.") var path: String?

  @Option(help: "The template; --list describes them.") var template = TemplateChoice.first

  @Option(help: "The title of the scenario.") var title: String?

  @Flag(help: "Lists the templates.") var list = false

  func validate() throws {
    try require(list != (path != nil), "name a file to write, or give --list alone")
    let isScenario = path.map { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } ?? true
    try require(isScenario, "'\(path ?? "")': the name of a scenario ends with .yaml")
    try require(
      title.map(ScenarioTemplate.isTitle) ?? true,
      "--title needs 1 to \(ScenarioTemplate.titleLength) characters, and no ${name}")
  }

  func run() throws {
    guard let path else { return Terminal.write(TemplateChoice.table) }
    let scenario = NewScenario(path: path)
    try scenario.write(template.template, title: title)
    Terminal.write(line: "\(path) is written; next: mapreplay run \(path)")
    guard !scenario.schema.isThere else { return }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let schema = folder + ScenarioTemplate.schemaName
    Terminal.write(line: "for help in editors: mapreplay schema --file \(schema)")
  }
}

/// A template by its name.
struct TemplateChoice: ExpressibleByArgument {
  let template: ScenarioTemplate

  static let allValueStrings = ScenarioTemplate.all.map(\.name)
  /// The default template.
  static let first = TemplateChoice(template: ScenarioTemplate.all[0])

  /// The templates with what they show, a line each.
  static var table: String {
    TextLayout.columns(ScenarioTemplate.all.map { [$0.name, $0.help] }).map { $0 + "\n" }.joined()
  }

  var defaultValueDescription: String { template.name }
}

extension TemplateChoice {
  init?(argument: String) {
    guard let template = ScenarioTemplate.named(argument) else { return nil }
    self.init(template: template)
  }
}
