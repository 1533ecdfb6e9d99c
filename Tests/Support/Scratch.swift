package import Foundation

/// A folder of its own for one test, gone when the test is over.
package final class Scratch {
  package let folder: URL

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "mapreplay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  package var path: String { folder.path }

  package func emptyFile(_ name: String) throws -> URL {
    try file(name, "")
  }

  /// Writes a file, with its folders.
  @discardableResult
  package func file(_ name: String, _ text: String) throws -> URL {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url
  }

  /// The paths of all files below the folder, sorted.
  package func files(below name: String = "") -> [String] {
    let root = name.isEmpty ? folder : folder.appending(path: name)
    let all = FileManager.default.subpaths(atPath: root.path) ?? []
    return all.filter { path in
      var attributes: [FileAttributeKey: Any] = [:]
      attributes =
        (try? FileManager.default.attributesOfItem(atPath: root.appending(path: path).path)) ?? [:]
      return attributes[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }

  package func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }
}
