import ArgumentParser
import Sessions

/// Tells which situations scenarios come into.
struct CoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Tells which situations scenarios come into, and what to write for the others.",
    discussion: """
      Replays each session once and judges nothing. Situations are steps, edges and corners, \
      places on the earth, things that happen at one time, reuse of views, failures of callouts, \
      fixes, options and metrics. The list is fixed: what it leaves out may still be worth a \
      scenario.
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
