import ArgumentParser
import Sessions

/// Tells which situations scenarios come into.
struct CoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Lists the situations that scenarios cover, and the steps to write for the others.",
    discussion: """
      Replays each session once and judges nothing. Situations are steps, edges and corners, \
      places on the earth, events at the same time, reuse of views, failures of callouts, fixes, \
      options and metrics. The list is fixed: other situations may be worth a scenario too.
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "The folder in which device profiles are looked for first.", completion: .directory)
  var devices: String?

  @Flag(help: "Lists all that is unreached, not only the first of it.") var unreached = false

  @Flag(help: "Lists every situation with the first scenario that comes into it.") var all = false

  func run() throws {
    let read = try scenarios.read(devices: devices).scenarios
    let detail: ScenarioCoverage.Detail = all ? .everything : unreached ? .unreached : .summary
    Terminal.write(ScenarioCoverage(of: read).text(detail))
  }
}
