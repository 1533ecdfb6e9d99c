internal import Formatting
internal import GRDB

/// The tables of a history, and the migrations to the current version.
enum Schema {
  /// The steps from each version to the next, from an empty file on; what a version has become
  /// never changes, and another one is another file and another entry.
  static let steps = [
    TextFile.version1, TextFile.version2, TextFile.version3, TextFile.version4,
  ]

  /// The version that this program reads and writes.
  static var version: Int { steps.count }

  /// The application id in the SQLite header, `MapR`, which distinguishes the file from those
  /// of other programs.
  static let applicationID = 0x4D61_7052

  /// Migrates a file to the version of this program, or throws when it is not a history.
  ///
  /// The migration is one transaction, for which other programs wait. Several programs may
  /// therefore open a new file at once, and a file is never left between two versions.
  static func prepare(_ database: Database, path: String, steps: [String] = steps) throws {
    func left() throws -> ArraySlice<String> {
      steps.dropFirst(try version(of: database, path: path, newest: steps.count))
    }
    guard try !left().isEmpty else { return }
    try database.inTransaction(.immediate) {
      // Another program may have done it meanwhile.
      for step in try left() { try database.execute(sql: step) }
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: "PRAGMA user_version = \(steps.count)")
      return .commit
    }
  }

  /// The version of a file, 0 for an empty one.
  static func version(
    of database: Database, path: String, newest: Int = version
  ) throws -> Int {
    let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if id == applicationID {
      guard found <= newest else {
        throw HistoryError(
          .faultyInput,
          "the history '\(path)' is of version \(found), and this program knows those up to "
            + "\(newest)", help: "use a newer program; nothing was changed")
      }
      return found
    }
    let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
    guard id == 0, found == 0, tables == 0 else {
      throw HistoryError(
        .faultyInput, "'\(path)' is no history: it is a database of another program",
        help: "name the file of a history, or one that is not there yet")
    }
    return 0
  }
}
