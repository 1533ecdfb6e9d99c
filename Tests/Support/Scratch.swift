package import Foundation

/// A folder of its own for one test, gone when the test is over.
package final class Scratch {
  package let folder: URL

  package init() throws {
    // Not what the program names its own folders, as it removes those that look forgotten.
    folder = FileManager.default.temporaryDirectory.appending(
      path: "map-tests-\(UUID().uuidString)")
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

  /// Writes a script that can be run.
  @discardableResult
  package func script(_ name: String, _ text: String) throws -> URL {
    let draft = try file("\(name).draft", text)
    defer { try? FileManager.default.removeItem(at: draft) }
    return try program(name, copying: draft.path)
  }

  /// Makes a program that can be run, with its folders, out of a file.
  ///
  /// Another process writes it. A process that some other test starts meanwhile would for a moment
  /// hold what this one has open for writing, and a program that anybody can write does not start.
  @discardableResult
  package func program(_ name: String, copying file: String) throws -> URL {
    let url = folder.appending(path: name)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["install", "-D", "-m", "755", file, url.path]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    return url
  }

  /// The paths of all files below the folder, sorted.
  ///
  /// Another process may remove files during the walk. The walk skips them, while
  /// `FileManager.subpaths` would fail and return no path at all.
  package func files(below name: String = "") -> [String] {
    // The folder goes with its last user, which may be this call.
    defer { withExtendedLifetime(self) {} }
    let root = name.isEmpty ? folder : folder.appending(path: name)
    guard let all = FileManager.default.enumerator(atPath: root.path) else { return [] }
    return all.compactMap { $0 as? String }.filter { path in
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: root.appending(path: path).path)
      return attributes?[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }

  package func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }
}
