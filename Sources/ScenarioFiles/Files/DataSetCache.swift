internal import Synchronization

/// Remembers files of points by their path, so that many scenarios read each of them once.
///
/// It may be shared by readers on several threads. What it gives depends only on the bytes that
/// were there when a path was first asked for.
public final class DataSetCache: Sendable {
  private let tables = Mutex<[String: Result<PointTable, Diagnostics>]>([:])

  /// Makes an empty cache.
  public init() {}

  func table(at path: String, bytes: [UInt8]) -> Result<PointTable, Diagnostics> {
    // Held while parsing, so that two readers do not parse the same file side by side.
    tables.withLock { tables in
      if let table = tables[path] { return table }
      let table = CSVReader.table(file: path, bytes: bytes)
      tables[path] = table
      return table
    }
  }
}
