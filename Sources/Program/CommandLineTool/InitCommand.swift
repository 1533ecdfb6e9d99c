import ArgumentParser
import Authoring
import Formatting
import Foundation
import Sessions

/// Writes the files with which a repository of scenarios begins.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes the first files of a repository of scenarios.",
    discussion: """
      Writes a first scenario, the schema with an editor setting, a .gitignore for reports, and \
      the pipeline of a build server. It never overwrites a file. At the end it prints the next \
      three commands.
      """)

  @Argument(help: "The folder of the repository.", completion: .directory) var folder = "."

  @Option(help: "The build server whose pipeline is written.") var pipeline = PipelineChoice.github

  func validate() throws { try require(!folder.isEmpty, "name a folder") }

  func run() throws {
    let files = StarterFiles(folder: folder, pipeline: pipeline.template)
    let (written, kept) = try files.write()
    for path in written { Terminal.write(line: "\(path) is written") }
    for path in kept { Terminal.write(line: "\(path) is there already, and is kept") }
    if let path = pipeline.template?.path, written.contains(path) {
      Terminal.write(
        line: "the pipeline needs MAPREPLAY_ARCHIVE, the address of an archive of the program")
      if let root = repositoryAbove {
        Terminal.write(
          line: "the server reads pipelines only in the root of the repository: "
            + "move \(path) to \(root), and set this folder as its working directory")
      }
    }
    Terminal.write(line: "next:")
    let enter = folder == "." ? "" : "cd \(Escape.shell(folder)) && "
    for command in [
      "\(enter)mapreplay run  # replays and judges; the page is Reports/latest/report.html",
      "mapreplay run --update  # writes the facts, which are committed with the scenarios",
      "mapreplay run --compare  # fails when a fact differs, as the pipeline does",
    ] { Terminal.write(line: "  \(command)") }
  }

  /// The root of the repository that holds the folder; nil for none, and where it is the folder.
  private var repositoryAbove: String? {
    var place = URL(filePath: folder).standardizedFileURL.resolvingSymlinksInPath()
    func isRoot() -> Bool {
      FileManager.default.fileExists(atPath: place.appending(path: ".git").path)
    }
    guard !isRoot() else { return nil }
    while place.path != "/" {
      place.deleteLastPathComponent()
      if isRoot() { return place.path }
    }
    return nil
  }
}

/// A build server by its name, or none.
enum PipelineChoice: String, CaseIterable, ExpressibleByArgument {
  case github, gitlab, none

  var template: PipelineTemplate? { PipelineTemplate(rawValue: rawValue) }
}
