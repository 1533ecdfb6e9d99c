internal import Foundation
internal import Glibc

/// Paths of files, in whatever form they were typed.
package enum FilePath {
  /// The path from the root without links, `.` and `..`; what does not exist yet keeps its name.
  package static func canonical(_ path: String) -> String {
    if let resolved = unsafe realpath(path, nil) {
      defer { unsafe free(resolved) }
      return unsafe String(cString: resolved)
    }
    let url = URL(filePath: path).standardizedFileURL
    let parent = url.deletingLastPathComponent().path(percentEncoded: false)
    guard parent != url.path(percentEncoded: false) else { return parent }
    return join(canonical(parent), url.lastPathComponent)
  }

  /// Whether a path is a folder or leads to one; nil when nothing is visible there.
  package static func isFolder(_ path: String) -> Bool? {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return nil
    }
    return isFolder.boolValue
  }

  /// The paths of all files and folders below a folder, relative to it, in no order.
  ///
  /// Another process may remove files during the walk. The walk skips them, while
  /// `FileManager.subpaths` would fail and return no path at all.
  static func all(below folder: String) -> [String] {
    FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
  }

  /// Whether a path is a link itself, wherever it leads.
  package static func isLink(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeSymbolicLink
  }

  /// Returns the text of a link, which may be relative to its folder; nil when the path is
  /// not a link.
  static func words(ofLink path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  /// Returns the destination of a link, which may be another link; nil when the path is not a
  /// link.
  static func destination(ofLink path: String) -> String? {
    words(ofLink: path).map { $0.hasPrefix("/") ? $0 : join(folder(of: path), $0) }
  }

  /// The path to a file from a folder, both canonical.
  static func relative(_ path: String, from folder: String) -> String {
    let (target, start) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(target, start).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: start.count - shared)
    return (up + target.dropFirst(shared)).joined(separator: "/")
  }

  /// The folder in which a path names a file.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Splits a path into the folder that holds the outermost scenarios folder, and the rest;
  /// nil where there is none.
  package static func split(_ path: String) -> (root: String, rest: String)? {
    let parts = canonical(path).split(separator: "/")
    guard let index = parts.firstIndex(of: scenarios[...]) else { return nil }
    return (
      root: "/" + parts[..<index].joined(separator: "/"),
      rest: parts[index...].joined(separator: "/")
    )
  }

  private static let scenarios = "Scenarios"

  /// The folders of a canonical path below the scenarios folder, joined by `/`; the part of ids
  /// that distinguishes files of one name in different folders.
  ///
  /// In the working folder `Scenarios/` is left out; from inside it, or from elsewhere, everything
  /// up to it. Other folders, and a `Scenarios` further down, keep their path from the working
  /// folder, or from the closest folder that they share with it.
  package static func scenarioFolder(of canonical: String, from workingFolder: String) -> String {
    let folder = canonical.split(separator: "/")
    let current = workingFolder.split(separator: "/")
    let shared = zip(folder, current).prefix { $0 == $1 }.count
    var start = shared
    if let outer = current.prefix(shared).firstIndex(of: scenarios[...]) {
      start = outer + 1
    } else if shared == current.count, !current.isEmpty {
      start += folder.dropFirst(shared).first == scenarios[...] ? 1 : 0
    } else if let outer = folder.firstIndex(of: scenarios[...]) {
      start = outer + 1
    }
    return folder.dropFirst(start).joined(separator: "/")
  }
}
