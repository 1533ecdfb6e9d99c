import ArgumentParser
import Formatting
import Metrics
import Reporting
import ScenarioFiles
import Scenarios
import Sessions

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists scenarios by folder, or device profiles.",
    discussion: """
      Each file is a line with its steps, length, device, variants, title and tags. Lengths are \
      the simulated times of the committed facts, because nothing is played; for a file with \
      variants, the longest time.
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Flag(help: "Lists a line for each session, with its id, title, tags, device and steps.")
  var flat = false

  @Flag(name: .shortAndLong, help: "Lists everything, even if it exceeds a screen, like --flat.")
  var verbose = false

  @Flag(help: "Lists the tags with their numbers of scenarios.") var tags = false

  @Flag(help: "Lists the points of each data set: id, latitude, longitude and title.")
  var points = false

  @Option(help: "The folder of the committed facts (default: Reports).", completion: .directory)
  var facts: String?

  @Option(
    defaultAsFlag: "",
    help: "Lists device profiles: the built-in ones, and files, searched in this folder first.",
    completion: .directory)
  var devices: String?

  func run() throws {
    if let devices { try listDevices(first: devices.isEmpty ? nil : devices) }
    // Scenarios may need the profiles of a folder, so they are listed with it.
    if devices == nil || devices?.isEmpty == false && scenarios.query(devices: devices).arePresent {
      try listScenarios(devices: devices)
    }
  }

  func validate() throws {
    let chosen = [("--flat", flat), ("--tags", tags), ("--points", points)].filter(\.1).map(\.0)
    guard chosen.count < 2 else {
      throw ValidationError("\(chosen[0]) and \(chosen[1]) exclude each other")
    }
  }

  private func listScenarios(devices: String?) throws {
    let read = try scenarios.read(devices: devices, isVerbose: verbose).scenarios
    guard !flat else { return listSessions(read) }
    guard !points else { return listPoints(read) }
    let tree = ScenarioTree(read, facts: facts ?? CommittedFacts.standardFolder)
    Terminal.write(
      tags
        ? TextLayout.screen(tree.tags, isWhole: verbose)
        : TextLayout.screen(tree.lines(isWhole: verbose), end: ["", tree.total], isWhole: verbose))
  }

  /// Prints the points of each data set under its name; variants share theirs.
  private func listPoints(_ read: [Scenario]) {
    var lines: [String] = []
    var told: Set<String> = []
    for scenario in read where told.insert(scenario.file).inserted {
      for data in scenario.data {
        if !lines.isEmpty { lines.append("") }
        lines += TextLayout.wrapped("\(scenario.file): \(data.words)")
        lines += TextLayout.columns(data.rows)
      }
    }
    Terminal.write(TextLayout.screen(lines, isWhole: verbose))
  }

  private func listSessions(_ read: [Scenario]) {
    let rows = read.map { scenario in
      var line = scenario.name
      if !scenario.tags.isEmpty { line += "  [\(scenario.tags.joined(separator: ", "))]" }
      line += "  \(scenario.device.name), \(scenario.stepCount) steps"
      if !scenario.mustFailNames.isEmpty {
        line += ", canary: " + scenario.mustFailNames.joined(separator: ", ")
      }
      return [scenario.id, line]
    }
    for line in TextLayout.columns(rows) { Terminal.write(line: line) }
  }

  /// Prints each profile that scenarios of the folders can name, with its costs and its origin.
  private func listDevices(first: String?) throws {
    let (profiles, faults) = try scenarios.query(devices: first).deviceProfiles()
    let rows = profiles.map { [$0.name, "(\(DeviceLine.origin(of: $0)))"] }
    let costs = DeviceLine.table(profiles).split(separator: "\n", omittingEmptySubsequences: false)
    Terminal.write(
      TextLayout.screen(
        TextLayout.columns(rows) + [""] + costs.map { String($0) },
        end: ["The costs are assumptions: they compare designs, not devices."], isWhole: verbose))
    guard faults.diagnostics.isEmpty else {
      Terminal.complain(
        faults.complaint(isVerbose: verbose, shownBy: "mapreplay list --devices --verbose"))
      throw ExitCode(ExitStatus.faultyInput.rawValue)
    }
  }
}

/// Reads scenarios and prints all their diagnostics.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks scenario files and everything they name; replays nothing.")

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "The folder in which device profiles are looked for first.", completion: .directory)
  var devices: String?

  @OptionGroup var diagnostics: DiagnosticOptions

  @Flag(name: .shortAndLong, help: "Prints every diagnostic, each with its line.") var verbose =
    false

  func run() throws {
    let read = try scenarios.read(
      devices: devices, diagnosticsAs: diagnostics.format, isVerbose: verbose)
    for warning in read.pointWarnings { Terminal.complain("warning: \(warning)") }
    let count = read.scenarios.count
    let words = "\(count) \(count == 1 ? "scenario is" : "scenarios are") valid\n"
    diagnostics.format == .json
      ? Terminal.write(exactly: DiagnosticReport().text(as: .json)) : Terminal.write(words)
  }
}
