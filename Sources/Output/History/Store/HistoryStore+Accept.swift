internal import GRDB

extension HistoryStore {
  /// Acknowledges what changed at a run, so that it counts no longer.
  ///
  /// - Parameters:
  ///   - name: The number of the run, or its commit.
  ///   - reason: Why; it replaces an earlier reason.
  /// - Returns: The run.
  /// - Throws: A `HistoryError` when there is no such run, or the history cannot be written.
  public func accept(_ name: String, reason: String) throws(HistoryError) -> RecordedRun {
    let runs = try runs()
    var run = runs[try runs.index(of: name)]
    try access { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO accepted (run, reason) VALUES (?, ?)",
        arguments: [run.number, reason])
    }
    run.acceptance = reason
    return run
  }
}
