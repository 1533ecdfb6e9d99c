internal import Foundation
internal import Instruments

/// A temporary folder.
///
/// Its owner removes it. If the process ends first, a helper process removes it.
public struct ScratchFolder: Sendable {
  /// Its path.
  public let path: String
  private let removal: RemovalAtEnd

  /// Creates a folder among temporary files; nil when none can be created there, or that
  /// folder does not exist.
  ///
  /// Folders of processes that were killed are removed.
  public init?() {
    ScratchFolder.removeLeftovers()
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "\(ScratchFolder.prefix)\(Machine.processID)-\(UUID().uuidString)")
    path = folder.path(percentEncoded: false)
    // Before the folder exists, as Ctrl-C may come at any time.
    removal = RemovalAtEnd(of: path)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      removal.remove()
      return nil
    }
  }

  /// Removes it with all that is in it.
  public func remove() {
    try? FileManager.default.removeItem(atPath: path)
    removal.remove()
  }

  /// The path of a file in it.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The prefix of the names of all temporary files, before the id of their process.
  private static let prefix = "mapreplay-"

  /// Returns a path for a link or a file of this process, whose length is always the same.
  static func fixedPath(_ text: String) -> String {
    let process = String(Machine.processID)
    let digits = String(repeating: "0", count: max(7 - process.count, 0)) + process
    return "/tmp/\(prefix)\(digits)-\(text.prefix(8))"
  }

  /// Removes files of processes that ended over an hour ago.
  ///
  /// A younger file may belong to a process that is not visible from here.
  private static func removeLeftovers() {
    for folder in Set([FileManager.default.temporaryDirectory.path, "/tmp"]) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where name.hasPrefix(prefix) {
        let parts = name.dropFirst(prefix.count).split(separator: "-", maxSplits: 1)
        let path = "\(folder)/\(name)"
        guard parts.count == 2, let process = Int32(parts[0]), !Machine.isRunning(process),
          let attributes = try? FileManager.default.attributesOfItem(atPath: path),
          let date = attributes[.modificationDate] as? Date, date.timeIntervalSinceNow < -3_600,
          // Another link to a program has the dates of that program.
          attributes[.type] as? FileAttributeType != .typeRegular
            || attributes[.referenceCount] as? Int == 1
        else { continue }
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }
}
