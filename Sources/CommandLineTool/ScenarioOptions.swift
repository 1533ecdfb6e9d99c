import ArgumentParser
import Sessions

/// Which scenarios a verb is about; the same for every verb.
struct ScenarioOptions: ParsableArguments {
  @Argument(
    help: "Scenario files, or folders that are searched for them (default: Scenarios).",
    completion: .file(extensions: ["yaml"]))
  var paths: [String] = ["Scenarios"]

  @Option(help: "Only scenarios whose id or title contains this text.") var filter: String?

  @Option(help: "Only scenarios with this tag; may be given several times.") var tag: [String] = []

  @Option(help: "The folder in which files of points are looked for first.") var data: String?

  /// These options as they are typed.
  var words: [String] {
    paths + (filter.map { ["--filter", $0] } ?? []) + tag.flatMap { ["--tag", $0] }
      + (data.map { ["--data", $0] } ?? [])
  }

  /// What is asked for; device profiles are looked for in the folder `devices` first.
  func query(devices: String?) -> ScenarioQuery {
    var query = ScenarioQuery(paths: paths)
    (query.filter, query.tags, query.data, query.devices) = (filter, tag, data, devices)
    return query
  }

  /// Reads the scenarios that were asked for, or ends the program with all that is wrong with them.
  func read(devices: String?) throws -> ScenarioQuery.Selection {
    let selection = try ExitStatus.ending { () throws(SessionsError) in
      try query(devices: devices).read()
    }
    for note in selection.notes { Terminal.complain(note) }
    return selection
  }
}
