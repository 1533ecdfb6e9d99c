public import ArgumentParser
import Scenarios
public import Sessions

/// The scenarios that a verb reads; the same options for every verb.
struct ScenarioOptions: ParsableArguments {
  @Argument(
    help: "Scenario files, or folders that are searched for them.",
    completion: .file(extensions: ["yaml"]))
  var paths: [String] = ["Scenarios"]

  @Option(
    help: "Only scenarios whose id or title contains this text; a full id selects one.",
    completion: Completions.ids)
  var filter: String?

  @Option(
    help: "Only scenarios with this tag; may be given several times.", completion: Completions.tags)
  var tag: [String] = []

  @Option(help: "The folder in which files of points are looked for first.", completion: .directory)
  var data: String?

  @Flag(help: "Lets sessions play for minutes and take gigabytes, which is refused otherwise.")
  var liftLimits = false

  /// The options that choose scenarios among those of the paths.
  var choosing: [String] {
    (filter.map { ["--filter", $0] } ?? []) + tag.flatMap { ["--tag", $0] }
  }

  /// The paths and options for the same scenarios, with a folder of device profiles.
  func words(devices: String?) -> [String] { paths + choosing + lookup(devices: devices) }

  /// Returns the options by which another process finds the same sessions in a file.
  ///
  /// - Parameters:
  ///   - devices: The folder of device profiles.
  ///   - path: Maps each path to the one to write.
  /// - Returns: The options.
  func lookup(devices: String?, path: (String) -> String = { $0 }) -> [String] {
    query(devices: devices).lookup(path: path)
  }

  /// The query of the options; device profiles are looked for in the folder `devices` first.
  func query(devices: String?) -> ScenarioQuery {
    var query = ScenarioQuery(paths: paths)
    (query.filter, query.tags, query.data, query.devices) = (filter, tag, data, devices)
    query.liftsLimits = liftLimits
    return query
  }

  /// Reads the requested scenarios, or ends the program with all diagnostics.
  func read(
    devices: String?, diagnosticsAs format: DiagnosticFormat = .text, isVerbose: Bool = false
  ) throws -> ScenarioQuery.Selection {
    let selection = try ExitStatus.ending(diagnosticsAs: format, isVerbose: isVerbose) {
      () throws(SessionsError) in try query(devices: devices).read()
    }
    for note in selection.notes { Terminal.complain(note) }
    return selection
  }
}

/// The folders in which a verb for one scenario looks for named files, and its limits.
struct LookupOptions: ParsableArguments {
  @Option(help: "The folder in which files of points are looked for first.", completion: .directory)
  var data: String?

  @Option(help: "The folder in which device profiles are looked for first.", completion: .directory)
  var devices: String?

  @Flag(help: "Lets sessions play for minutes and take gigabytes, which is refused otherwise.")
  var liftLimits = false

  /// The options by which another process finds the same sessions in a file.
  var words: [String] { query().lookup { $0 } }

  /// The query of the options, for some files.
  func query(of paths: [String] = ["Scenarios"]) -> ScenarioQuery {
    var query = ScenarioQuery(paths: paths)
    (query.data, query.devices, query.liftsLimits) = (data, devices, liftLimits)
    return query
  }
}

extension ScenarioQuery {
  /// Returns the options for folders and limits, with each path mapped.
  fileprivate func lookup(path: (String) -> String) -> [String] {
    (data.map { ["--data", path($0)] } ?? []) + (devices.map { ["--devices", path($0)] } ?? [])
      + (liftsLimits ? ["--lift-limits"] : [])
  }
}

/// How the diagnostics of scenarios are printed.
struct DiagnosticOptions: ParsableArguments {
  @Option(
    help: """
      The format of diagnostics: text for people, json for other programs, github for workflows, \
      which show them beside the lines.
      """)
  var format = DiagnosticFormat.text
}

extension DiagnosticFormat: ExpressibleByArgument {}

/// The mode in which sessions are played, and the limits of each.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("session-timeout"),
    help: "The real time that a session may take, such as '90 s' or '5 min'.")
  var time = SessionLimits().time

  @Option(
    name: .customLong("session-memory"),
    help: "The memory that a session may take, such as '512 MiB' or '2 GiB'.")
  var memory = SessionLimits().memory

  @Flag(
    help: """
      Plays all sessions in this process, for debuggers and profilers. There are no limits, and a \
      session that traps ends the run.
      """)
  var inProcess = false

  /// Returns the limits of worker processes; nil without workers.
  ///
  /// - Parameter areLifted: Whether limits that were not given are the highest.
  /// - Returns: The limits.
  func limits(areLifted: Bool) -> SessionLimits? {
    guard !inProcess else { return nil }
    var limits = SessionLimits()
    (limits.time, limits.memory) = (time, memory)
    return areLifted ? limits.lifted : limits
  }
}

extension SessionLimits.Time: ExpressibleByArgument {}
extension SessionLimits.Memory: ExpressibleByArgument {}

/// The part of the sessions to play.
struct ShardOptions: ParsableArguments {
  @Flag(help: "Prints the sessions to play, in their order, and plays none.") var dryRun = false

  @Option(
    help: """
      Skips the 'expect' steps before this step, for one scenario file. The step is a line of the \
      file, a number such as 'step 3' from explain, or a mark.
      """)
  var from: String?

  @Option(help: "Ends the sessions of one scenario file after this step, written like --from.")
  var until: String?

  /// The options that restrict the part.
  var words: [String] {
    (from.map { ["--from", $0] } ?? []) + (until.map { ["--until", $0] } ?? [])
  }

  /// Whether the sessions are played or judged only in part.
  var isPart: Bool { from != nil || until != nil }

  /// The part of the sessions of one file, or the end of the program.
  func part(of scenarios: [Scenario]) throws -> SessionExcerpt {
    guard isPart, let first = scenarios.first else { return .whole }
    try require(
      scenarios.allSatisfy { $0.fileID == first.fileID },
      "--from and --until are for one scenario file")
    do throws(UnknownStep) {
      return try SessionExcerpt(of: first, from: from, until: until)
    } catch {
      throw error.diagnostic(in: first.file)
    }
  }
}
