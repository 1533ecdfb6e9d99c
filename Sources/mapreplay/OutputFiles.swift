import Foundation

/// Files that a run writes, each whole or not at all.
enum OutputFiles {
  /// A file that could not be written.
  struct Failure: Error {
    let path: String
    let reason: String
  }

  /// Writes a file through a temporary one beside it, making its folder when it is missing.
  static func write(_ text: String, to path: String) throws(Failure) {
    let url = URL(filePath: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      // Foundation's own words say less than this.
      throw Failure(
        path: path, reason: "its folder cannot be made or written to, or the disk is full")
    }
  }

  /// The text of a file; nil when there is none.
  static func text(at path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a path is a folder that can be read.
  static func isFolder(_ path: String) -> Bool {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
  }

  /// The names of the JSON files in a folder without their ending, sorted.
  static func factNames(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }
}
