import ArgumentParser
import Authoring
import Reporting
import Sessions

/// Prints the schema by which editors complete and check files.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema (draft-07) of files, for editors and validators.",
    discussion: """
      An editor with a YAML language server completes and checks a file whose first line names it:

        # yaml-language-server: $schema=../mapreplay.schema.json

      The path is relative to the file; Scenarios/mapreplay.schema.json is what this verb prints.
      """)

  @Argument(
    help: "The kind of file: scenario, part, defaults, device, tolerances, or run for run.json.")
  var kind = SchemaKind.scenario

  @Option(help: "The file to write instead of printing the schema.") var file: String?

  func validate() throws { try require(file?.isEmpty != true, "--file names no file") }

  func run() throws {
    let schema = JSONSchema()
    let text =
      switch kind {
      case .scenario: schema.scenarios
      case .part: schema.parts
      case .defaults: schema.defaults
      case .device: schema.devices
      case .tolerances: schema.tolerances
      case .run: RunFileSchema.text
      }
    guard let file else { return Terminal.write(exactly: text) }
    try OutputFiles.write(text, to: file)
  }
}

/// The files that have a schema.
enum SchemaKind: String, CaseIterable, ExpressibleByArgument {
  case scenario, part, defaults, device, tolerances, run
}
