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

  /// Whether a path is a folder; nil when nothing is there.
  private static func isFolder(_ path: String) -> Bool? {
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    return (attributes?[.type] as? FileAttributeType).map { $0 == .typeDirectory }
  }

  private static func search(_ folder: String, into found: inout Set<String>) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard let isFolder = isFolder(path) else { continue }
      if isFolder {
        if !otherFolders.contains(name) { search(path, into: &found) }
      } else if name.hasSuffix(".yaml") {
        found.insert(path)
      }
    }
  }
}
