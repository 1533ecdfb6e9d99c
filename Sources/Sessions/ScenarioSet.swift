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

  @Option(help: "The folder in which files of points are looked for first.")
  var data: String?

  /// These options as they are typed.
  var words: [String] {
    paths + (filter.map { ["--filter", $0] } ?? []) + tag.flatMap { ["--tag", $0] }
      + (data.map { ["--data", $0] } ?? [])
  }

  /// The scenarios that were asked for.
  struct Chosen {
    var scenarios: [Scenario]
    /// The folders, below the scenarios folder, of which nothing was left out.
    var searched: [String]
  }

  /// Reads the scenarios that were asked for, or ends the program with all that is wrong with them.
  ///
  /// What is wrong with a file that `--filter` or `--tag` leave out does not end the program.
  /// Device profiles are looked for in the folder `devices` first.
  func read(devices: String?) throws -> Chosen {
    let found: ScenarioFinder.Findings
    switch ScenarioFinder.files(at: paths) {
    case .success(let findings): found = findings
    case .failure(let missing):
      Terminal.complain("error: there is no file or folder '\(missing.path)'")
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    guard !found.files.isEmpty || !found.unreadable.isEmpty else {
      Terminal.complain(
        "error: no scenario (*.yaml) in \(paths.joined(separator: ", "))\n"
          + "help: folders named Devices and Data, and names that begin with a dot, are left out")
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    let scenarios = try read(found, reader(devices: devices))
    var chosen = scenarios.filter { isChosen($0) }
    // The id of one session, as reproduction commands name it, means no other that begins with it.
    let exact = chosen.filter { $0.id == filter }
    if !exact.isEmpty { chosen = exact }
    guard !chosen.isEmpty else {
      Terminal.complain(
        "error: none of \(scenarios.count) scenarios fits --filter and --tag\n"
          + "help: mapreplay list shows ids, titles and tags")
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    return Chosen(scenarios: chosen, searched: isChoosing ? [] : found.searched)
  }

  /// A reader that looks into the folders of the command line first, which have to be there.
  func reader(devices: String?) throws -> ScenarioReader {
    for (name, folder) in [("--data", data), ("--devices", devices)] {
      guard let folder, FilePath.isFolder(folder) != true else { continue }
      Terminal.complain("error: there is no folder '\(folder)'\nhelp: \(name) names a folder")
      throw ExitCode(ExitStatus.missingInput.rawValue)
    }
    return ScenarioReader(folders: LookupFolders(data: data, devices: devices))
  }

  /// Whether there is something at each path.
  var arePresent: Bool { paths.allSatisfy { FilePath.isFolder($0) != nil } }

  /// Whether some scenarios may be left out.
  private var isChoosing: Bool { filter != nil || !tag.isEmpty }

  private func isChosen(_ scenario: Scenario) -> Bool {
    isChosen(id: scenario.id, title: scenario.name, tags: scenario.tags)
  }

  private func isChosen(id: String, title: String, tags: [String]) -> Bool {
    if let filter {
      let text = filter.lowercased()
      guard id.lowercased().contains(text) || title.lowercased().contains(text) else {
        return false
      }
    }
    return tag.isEmpty || tag.contains { tags.contains($0) }
  }

  private func read(
    _ found: ScenarioFinder.Findings, _ reader: ScenarioReader
  ) throws -> [Scenario] {
    var scenarios: [Scenario] = []
    var complaints = found.unreadable.map {
      "\($0): error: the folder cannot be read\nhelp: give yourself the right to read it"
    }
    var count = complaints.count
    var leftOut: [String] = []
    for file in found.files {
      switch reader.read(path: file.path) {
      case .success(var variants):
        for index in variants.indices {
          (variants[index].folder, variants[index].target) = (file.folder, file.target)
        }
        scenarios += variants
      case .failure(let faults):
        let heading = reader.heading(path: file.path)
        let id = Scenario.id(ofFile: file.target ?? file.path, in: file.folder)
        // Which variants a faulty file has nobody knows.
        if isChosen(id: id, title: heading.title, tags: heading.tags)
          || filter?.hasPrefix(id + ".") == true
        {
          complaints.append(faults.description)
          count += faults.all.count
        } else {
          leftOut.append(file.path)
        }
      }
    }
    let twins = ScenarioOptions.twinComplaints(scenarios.filter { isChosen($0) })
    complaints += twins
    count += twins.count
    guard complaints.isEmpty else {
      Terminal.complain(complaints.joined(separator: "\n\n"))
      Terminal.complain("\n\(count) \(count == 1 ? "fault" : "faults"); nothing was replayed")
      throw ExitCode(ExitStatus.faultyInput.rawValue)
    }
    if !leftOut.isEmpty {
      let files = leftOut.count == 1 ? "a faulty file" : "\(leftOut.count) faulty files"
      Terminal.complain(
        "note: \(files) left out by --filter and --tag: \(leftOut.joined(separator: ", "))")
    }
    // Variants stay in the order of their file.
    return scenarios.enumerated().sorted {
      ($0.element.fileID, $0.offset) < ($1.element.fileID, $1.offset)
    }.map(\.element)
  }

  /// Two files of one id would write the same facts.
  private static func twinComplaints(_ scenarios: [Scenario]) -> [String] {
    var files: [String: String] = [:]
    var twins: Set<String> = []
    var complaints: [String] = []
    for scenario in scenarios {
      // A file with variants is complained of once.
      if let other = files[scenario.id], twins.insert(scenario.file).inserted {
        complaints.append(
          "\(scenario.file):1:1: error: the id '\(scenario.id)' is also that of \(other)\n"
            + "help: facts are named after the file and its folder; rename one of the files")
      }
      files[scenario.id] = scenario.file
    }
    return complaints
  }
}
