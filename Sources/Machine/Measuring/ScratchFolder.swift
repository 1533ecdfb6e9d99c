internal import Foundation
internal import Instruments

/// A folder for files that are needed only for a while; its owner removes it.
public struct ScratchFolder: Sendable {
  /// Its path.
  public let path: String

  /// Makes a folder among temporary files; nil when none can be made there, or that folder does
  /// not exist.
  ///
  /// Those of processes that were killed go.
  public init?() {
    ScratchFolder.removeLeftovers()
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "\(ScratchFolder.prefix)\(Machine.processID)-\(UUID().uuidString)")
    path = folder.path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch { return nil }
  }

  /// Removes it with all that is in it.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// What the names of all temporary files begin with, before the number of their process.
  private static let prefix = "mapreplay-"

  /// A path for a link or a file of this process that is always as long.
  static func fixedPath(_ text: String) -> String {
    let process = String(Machine.processID)
    let digits = String(repeating: "0", count: max(7 - process.count, 0)) + process
    return "/tmp/\(prefix)\(digits)-\(text.prefix(8))"
  }

  /// Removes what processes that are gone left behind over an hour ago; a process that is younger
  /// may be one that is not seen from here.
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
