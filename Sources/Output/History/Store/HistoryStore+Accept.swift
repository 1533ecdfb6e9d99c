internal import GRDB

extension HistoryStore {
  /// Accepts the changes at a run, so that they no longer count.
  ///
  /// - Parameters:
  ///   - name: The number of the run, or its commit.
  ///   - reason: The reason; it replaces an earlier reason.
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
