internal import Formatting
internal import Foundation
internal import GRDB

extension HistoryStore {
  /// What a merge did.
  public struct Merge: Hashable, Sendable {
    /// The runs that are new here.
    public let added: Int
    /// Those that were here already.
    public let known: Int
  }

  /// Adds all runs of another history, in its order, or none.
  ///
  /// Those that are here already stay as they are, and the other history keeps what it has.
  ///
  /// - Parameter other: The other history.
  /// - Returns: How many runs were added.
  /// - Throws: A sentence when it cannot be done; this history is as before.
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
