import Foundation

/// Finds the scenario files that paths on the command line mean.
enum ScenarioFinder {
  /// Folders that hold no scenarios, although they hold YAML.
  private static let otherFolders: Set<String> = ["Devices", "Data"]

  /// A path that is neither a file nor a folder.
  struct Missing: Error {
    let path: String
  }

  /// The files, each once, sorted; folders are searched to the bottom.
  ///
  /// A path may itself be a link to a folder, but links to folders further down are left alone: two
  /// of them that lead back up would be searched in all their combinations.
  static func files(at paths: [String]) -> Result<[String], Missing> {
    var found: Set<String> = []
    for path in paths {
      guard let isFolder = isFolder(path) else { return .failure(Missing(path: path)) }
      if isFolder {
        search(path.hasSuffix("/") ? String(path.dropLast()) : path, into: &found)
      } else {
        found.insert(path)
      }
    }
    return .success(found.sorted())
  }

  /// Whether a path is a folder or leads to one; nil when nothing is there.
  private static func isFolder(_ path: String) -> Bool? {
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    return type(of: target).map { $0 == .typeDirectory }
  }

  /// What is at a path itself, be it a link.
  private static func type(of path: String) -> FileAttributeType? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType
  }

  private static func search(_ folder: String, into found: inout Set<String>) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard let isFolder = isFolder(path) else { continue }
      if isFolder {
        guard !otherFolders.contains(name), type(of: path) == .typeDirectory else { continue }
        search(path, into: &found)
      } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        found.insert(path)
      }
    }
  }
}
