import ArgumentParser
import Formatting
import ReportTexts
import Reporting
import Sessions

/// Puts the parts of a run together that several machines played.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merges the parts of a run, and ends as the whole run would.",
    discussion: """
      The parts are the reports that run --shard wrote on several machines. Give every part once. \
      All parts must be of one revision, one program and the same scenarios. The merged reports \
      are the same as those of a run on one machine.
      """)

  @Argument(
    help: "The run.json of each part, or the folder of its reports.",
    completion: .file(extensions: ["json"]))
  var parts: [String]

  @Option(help: "The folder for the reports of the whole run.", completion: .directory) var out =
    "Reports/latest"

  @Flag(name: .shortAndLong, help: "Prints only failures and the last line.") var quiet = false

  @Flag(
    name: .shortAndLong, help: "Prints a line for each session, all tables, warnings and failures.")
  var verbose = false

  func validate() throws {
    try require(!out.isEmpty, "--out names no folder")
    // The whole would replace the part, and could not be merged again.
    let folders = parts.map { FilePath.isFolder($0) == true ? $0 : FilePath.folder(of: $0) }
    let whole = FilePath.canonical(out)
    let own = folders.first { FilePath.canonical($0) == whole }
    try require(own == nil, "--out is the folder of a part: '\(own ?? "")'")
  }

  func run() throws {
    let parts: [RunMerge.ShardRun] = try zip(parts, RunFile.read(parts: parts)).map {
      (path: $0, run: $1)
    }
    let run = try RunMerge.whole(of: parts)
    for missing in parts.compactMap(\.run.missingScenes) { Terminal.complain(missing) }
    OutputFiles.removeLeftovers(below: out)
    let written = Result { () throws(SessionsError) in try run.write(to: out) }
    var console = Console(hasColors: Terminal.hasColors, isQuiet: quiet)
    console.isVerbose = verbose
    console.sessionCount = run.sessions.count
    switch written {
    case .success: console.folder = out
    case .failure(let error): console.unwritten = error.sentence
    }
    let lines = run.sessions.map { console.line(for: $0) }.joined()
    Terminal.write(console.opening(of: run) + lines + console.closing(of: run))
    for complaint in run.complaints(isVerbose: verbose) { Terminal.complain(complaint) }
    try written.get()
    ExitStatus(of: run.ending).leave()
  }
}
