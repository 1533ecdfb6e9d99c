internal import Foundation
internal import ScenarioFiles
internal import Synchronization

/// Reads scenarios, and detects when a file that they were read from has changed.
public struct ScenarioWatch {
  private let query: ScenarioQuery
  private var files = WatchedFiles()
  private var found: [ScenarioFinder.File] = []

  /// Creates a watch over the scenarios of a query.
  public init(_ query: ScenarioQuery) { self.query = query }

  /// The number of files that the scenarios were read from.
  public var fileCount: Int { files.count }

  /// Reads the current scenarios.
  ///
  /// - Throws: A ``SessionsError`` with all diagnostics.
  public mutating func read() throws(SessionsError) -> ScenarioQuery.Selection {
    files = WatchedFiles()
    found = current
    var query = query
    query.files = files
    return try query.read()
  }

  /// Whether a file came, went, or was saved since the scenarios were read.
  ///
  /// It includes files that were looked for and not found.
  public var isChanged: Bool { files.isChanged || found != current }

  private var current: [ScenarioFinder.File] {
    (try? ScenarioFinder.findings(at: query.paths))?.files ?? []
  }
}

/// The disk, with a record of the files that were read.
private final class WatchedFiles: FileReader {
  /// Distinguishes a file from the one that was there before.
  private struct Stamp: Hashable {
    var time: Date?
    var size: Int?
    var number: Int?

    init(_ path: String) {
      let path = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      time = attributes?[.modificationDate] as? Date
      size = (attributes?[.size] as? NSNumber)?.intValue
      number = (attributes?[.systemFileNumber] as? NSNumber)?.intValue
    }
  }

  /// The stamps of the files when they were first read.
  private let stamps = Mutex<[String: Stamp]>([:])

  var count: Int { stamps.withLock { $0.count { $0.value.time != nil } } }

  var isChanged: Bool { stamps.withLock { $0.contains { Stamp($0.key) != $0.value } } }

  func content(at path: String, limit: Int) -> FileContent {
    note(path)
    return DiskFiles().content(at: path, limit: limit)
  }

  func pieces(at path: String, limit: Int) -> FilePieces? {
    note(path)
    return DiskFiles().pieces(at: path, limit: limit)
  }

  /// Records a file before it is read, so that what is saved meanwhile is seen.
  private func note(_ path: String) {
    let stamp = Stamp(path)
    stamps.withLock { $0[path] = $0[path] ?? stamp }
  }

  func names(in folder: String) -> [String] { DiskFiles().names(in: folder) }
}
