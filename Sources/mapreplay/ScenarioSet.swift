import ArgumentParser
import Foundation
import ScenarioFiles
import Scenarios

/// Which scenarios a verb is about; the same for every verb.
struct ScenarioOptions: ParsableArguments {
  @Argument(
    help: "Scenario files, or folders that are searched for them (default: Scenarios).",
    completion: .file(extensions: ["yaml"]))
  var paths: [String] = ["Scenarios"]

  @Option(help: "Only scenarios whose id or title contains this text.")
  var filter: String?

  @Option(help: "Only scenarios with this tag; may be given several times.")
  var tag: [String] = []

  /// Whether these are all scenarios there are: folders, nothing left out, and none of the folders
  /// a part of a larger set, whose device profiles stand further up.
  var isWhole: Bool {
    filter == nil && tag.isEmpty
      && paths.allSatisfy { OutputFiles.isFolder($0) && !ScenarioOptions.isPart($0) }
  }

  private static func isPart(_ folder: String) -> Bool {
    var url = URL(filePath: folder).standardizedFileURL
    for _ in 0..<ScenarioOptions.levels {
      url.deleteLastPathComponent()
      let devices = url.appending(path: "Devices")
      if OutputFiles.isFolder(devices.path(percentEncoded: false)) { return true }
    }
    return false
  }

  /// How many folders above a scenario may hold its device profile.
  private static let levels = 4

  /// Reads the scenarios that were asked for, or ends the program with all that is wrong with them.
  ///
  /// Every file is read before any is left out, so that a filter hides no mistake.
  func read() throws -> [Scenario] {
    let files: [String]
    switch ScenarioFinder.files(at: paths) {
    case .success(let found): files = found
    case .failure(let missing):
      Terminal.complain("error: there is no file or folder '\(missing.path)'")
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    guard !files.isEmpty else {
      Terminal.complain("error: no scenario (*.yaml) in \(paths.joined(separator: ", "))")
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    let scenarios = try ScenarioOptions.read(files)
    let chosen = scenarios.filter { isChosen($0) }
    guard !chosen.isEmpty else {
      Terminal.complain("error: none of \(scenarios.count) scenarios fits --filter and --tag")
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    return chosen
  }

  private func isChosen(_ scenario: Scenario) -> Bool {
    if let filter {
      let text = filter.lowercased()
      guard
        scenario.id.lowercased().contains(text) || scenario.name.lowercased().contains(text)
      else { return false }
    }
    return tag.isEmpty || tag.contains { scenario.tags.contains($0) }
  }

  private static func read(_ files: [String]) throws -> [Scenario] {
    let reader = ScenarioReader()
    var scenarios: [Scenario] = []
    var complaints: [String] = []
    var count = 0
    for file in files {
      switch reader.read(path: file) {
      case .success(let variants): scenarios += variants
      case .failure(let faults):
        complaints.append(faults.description)
        count += faults.all.count
      }
    }
    let twins = twinComplaints(scenarios)
    complaints += twins
    count += twins.count
    guard complaints.isEmpty else {
      Terminal.complain(complaints.joined(separator: "\n\n"))
      Terminal.complain("\n\(count) \(count == 1 ? "fault" : "faults"); nothing was replayed")
      throw ExitCode(ExitStatus.faultyInput.rawValue)
    }
    // Variants stay in the order of their file.
    return scenarios.enumerated().sorted {
      ($0.element.fileID, $0.offset) < ($1.element.fileID, $1.offset)
    }.map(\.element)
  }

  /// Two files of one name would write the same facts.
  private static func twinComplaints(_ scenarios: [Scenario]) -> [String] {
    var files: [String: String] = [:]
    var twins: Set<String> = []
    var complaints: [String] = []
    for scenario in scenarios {
      // A file with variants is complained of once.
      if let other = files[scenario.id], twins.insert(scenario.file).inserted {
        complaints.append(
          "\(scenario.file):1:1: error: \(other) has the same name\n"
            + "help: facts are named after the file; rename one of them")
      }
      files[scenario.id] = scenario.file
    }
    return complaints
  }
}
