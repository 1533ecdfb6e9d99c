internal import Formatting
internal import Foundation
internal import GRDB

extension HistoryStore {
  /// The result of a merge.
  public struct Merge: Hashable, Sendable {
    /// The number of added runs.
    public let added: Int
    /// The number of runs that were already in the history.
    public let known: Int
  }

  /// Adds all runs of another history, in its order, or none.
  ///
  /// Runs that are already in this history stay unchanged. The other history is not changed.
  ///
  /// - Parameter other: The other history.
  /// - Returns: The number of added runs, and of runs that were already known.
  /// - Throws: A `HistoryError` when the merge fails; this history is then unchanged.
  public func merge(_ other: HistoryStore) throws(HistoryError) -> Merge {
    let paths = [path, other.path].map { URL(filePath: $0).resolvingSymlinksInPath().path }
    guard paths[0] != paths[1] else {
      throw HistoryError(
        .faultyInput, "'\(other.path)' is the same history as '\(path)'",
        help: "name the other one; --history names the one that takes its runs")
    }
    return try access { database in
      try database.execute(sql: "ATTACH DATABASE ? AS other", arguments: [other.path])
      defer { try? database.execute(sql: "DETACH DATABASE other") }
      var merge = Merge(added: 0, known: 0)
      try database.inTransaction(.immediate) {
        let all = try Int.fetchOne(database, sql: "SELECT count(*) FROM other.run") ?? 0
        try database.execute(sql: TextFile.merge)
        let added = try Int.fetchOne(database, sql: "SELECT count(*) FROM temp.new_run") ?? 0
        merge = Merge(added: added, known: all - added)
        return .commit
      }
      try database.execute(sql: "DROP TABLE temp.new_run; DROP TABLE temp.new_sheet")
      return merge
    }
  }
}
