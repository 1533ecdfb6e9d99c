internal import Formatting
internal import Foundation
internal import ScenarioFiles
internal import Scenarios

/// Finds the scenario files that paths on the command line mean.
enum ScenarioFinder {
  /// Folders that hold YAML, but no scenarios.
  private static let otherFolders: Set<String> = ["Devices", "Data", "Parts", "parts"]

  /// The most folders that are searched; more of them suggest a whole disk, not scenarios.
  private static let mostFolders = 10_000

  struct File: Hashable {
    /// The path as it was typed or found.
    var path: String
    /// Its folder below the scenarios folder; the first part of its id.
    var folder: String
    /// The file itself when the path is a link: its name is in the id.
    var target: String?
  }

  struct Findings {
    /// The files, each once, sorted by their ids.
    var files: [File] = []
    /// The folders that cannot be read.
    var unreadable: [String] = []
    /// The folders that were searched to the bottom, below the scenarios folder.
    var searched: [String] = []
    fileprivate var known: Set<String> = []
    fileprivate var folderCount = 0
    /// Whether parts, defaults and device profiles are included.
    fileprivate var hasAllKinds = false
  }

  /// The files at some paths; folders are searched to the bottom.
  ///
  /// A path may itself be a link to a folder, but links to folders further down are left alone: two
  /// of them that lead back up would be searched in all their combinations. A file that can be
  /// reached in several ways is one file.
  ///
  /// - Throws: A ``SessionsError`` when a path does not exist, or has too many folders below it.
  static func findings(
    at paths: [String], ofAllKinds hasAllKinds: Bool = false
  ) throws(SessionsError) -> Findings {
    let current = FilePath.canonical(".")
    var findings = Findings()
    findings.hasAllKinds = hasAllKinds
    for path in paths {
      switch FilePath.isFolder(path) {
      case true?:
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let canonical = FilePath.canonical(path)
        findings.searched.append(FilePath.scenarioFolder(of: canonical, from: current))
        search(folder, from: current, into: &findings)
        guard findings.folderCount <= mostFolders else {
          throw SessionsError(
            .missingInput, "there are more than \(mostFolders) folders below '\(path)'",
            help: "name the folder of the scenarios")
        }
      case false?: add(path, from: current, to: &findings)
      case nil where FilePath.isLink(path): add(path, from: current, to: &findings)
      case nil:
        throw SessionsError(
          .missingInput, "there is no file or folder '\(path)'",
          help: similar(to: path).map { "did you mean '\($0)'?" })
      }
    }
    findings.files.sort { ($0.folder, $0.path) < ($1.folder, $1.path) }
    return findings
  }

  /// Suggests a similar name in the same folder for a path that names nothing.
  private static func similar(to path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let folder = String(path.dropLast(path.hasSuffix("/") ? name.count + 1 : name.count))
    let beside = folder.isEmpty ? "." : folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: beside)) ?? []
    return Spelling.suggestions(for: name, among: names.sorted()).first.map { folder + $0 }
  }

  /// Whether an id is that of a file in the working folder and not in its scenarios folder.
  static func isOutside(_ id: String) -> Bool {
    // The variant is what follows the last dot.
    let file = id.lastIndex(of: ".").map { String(id[..<$0]) }
    return [id, file].compactMap(\.self).contains { name in
      ["yaml", "yml"].contains { FilePath.isFolder("\(name).\($0)") == false }
    }
  }

  private static func add(_ path: String, from current: String, to findings: inout Findings) {
    let canonical = FilePath.canonical(path)
    guard findings.known.insert(canonical).inserted else { return }
    let folder = String(canonical[..<(canonical.lastIndex(of: "/") ?? canonical.startIndex)])
    let target = FilePath.isLink(path) ? canonical : nil
    findings.files.append(
      File(path: path, folder: FilePath.scenarioFolder(of: folder, from: current), target: target))
  }

  private static func search(
    _ folder: String, from current: String, into findings: inout Findings
  ) {
    findings.folderCount += 1
    guard findings.folderCount <= mostFolders else { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
      FileManager.default.isExecutableFile(atPath: folder)
    else {
      findings.unreadable.append(folder)
      return
    }
    // Files before links to them, so that a file keeps its own path.
    var links: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = FilePath.join(folder, name)
      let isScenario =
        (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
        && (findings.hasAllKinds || name != ScenarioReader.defaultsName)
      if FilePath.isLink(path) {
        // A link to nothing is a file that cannot be read, and will be a diagnostic.
        if isScenario, FilePath.isFolder(path) != true { links.append(path) }
      } else if FilePath.isFolder(path) == true {
        if findings.hasAllKinds || !otherFolders.contains(name) {
          search(path, from: current, into: &findings)
        }
      } else if isScenario {
        add(path, from: current, to: &findings)
      }
    }
    for path in links { add(path, from: current, to: &findings) }
  }
}
