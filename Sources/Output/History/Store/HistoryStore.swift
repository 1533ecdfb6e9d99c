internal import Counts
internal import Formatting
internal import Foundation
internal import GRDB
internal import Metrics
internal import Reporting
internal import Statistics

/// A history of runs in one file, a SQLite database.
///
/// A run is on disk when ``add(_:)`` returns. The file is then complete without any other
/// file, so it can be copied. Several programs may add at once; each waits for the others.
/// When a program is killed or the disk is full, only the run being added is lost.
public struct HistoryStore: Sendable {
  /// The default path of a history.
  public static let standardPath = "Reports/history.sqlite"

  /// The path of the file, as it was given.
  public let path: String
  let queue: DatabaseQueue

  /// Opens a history, and migrates it to the version of this program.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mayCreate: Whether to create a missing file, with its folder.
  /// - Throws: A `HistoryError` when the file is missing or is not a history.
  public init(path: String, mayCreate: Bool) throws(HistoryError) {
    self.path = path
    let files = FileManager.default
    guard mayCreate || files.fileExists(atPath: path) else {
      throw HistoryError(
        .missingInput, "there is no history '\(path)'",
        help: "mapreplay history add RUN makes one; RUN is the run.json of a run")
    }
    do {
      if mayCreate {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      let queue = try DatabaseQueue(path: path, configuration: HistoryStore.configuration)
      try queue.inDatabase { try Schema.prepare($0, path: path) }
      self.queue = queue
    } catch {
      throw HistoryError(error, at: path)
    }
  }

  /// The database configuration: a rollback journal next to the file during writes, no
  /// write-ahead log.
  ///
  /// A write-ahead log would keep written data in a second file until a checkpoint. The
  /// folder is synchronized too, so that no journal reappears after a power failure.
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    // The writer keeps the references whole, which to look after costs as much as to write.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = EXTRA") }
    return configuration
  }

  /// The result of adding a run.
  public enum Addition: Hashable, Sendable {
    /// The run is new and has this number.
    case added(Int64)
    /// The run was already in the history, under this number.
    case known(Int64)
  }

  /// Adds a run and writes it to disk.
  ///
  /// A run that is already in the history stays unchanged.
  ///
  /// - Throws: A `HistoryError` when the run could not be added; the history is then
  ///   unchanged.
  /// - Complexity: O(readings), whatever the number of runs, except for the search of names.
  public func add(_ record: RunRecord) throws(HistoryError) -> Addition {
    try access { database in
      var addition = Addition.known(0)
      try database.inTransaction(.immediate) {
        addition = try RunWriter(database).add(record)
        return .commit
      }
      return addition
    }
  }

  /// Reads or writes the file, and says in our words why that cannot be done.
  func access<Value>(
    _ body: (Database) throws -> Value
  ) throws(HistoryError) -> Value {
    do { return try queue.inDatabase(body) } catch { throw HistoryError(error, at: path) }
  }

  /// Reads the file, and says in our words why that cannot be done.
  func read<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    do { return try queue.read(body) } catch { throw HistoryError(error, at: path) }
  }
}

extension HistoryStore {
  /// Migrates a history that an earlier version wrote.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isDry: Whether the file is left unchanged.
  /// - Returns: The version of the file before and that of this program; nil without a file.
  /// - Throws: A `HistoryError` when the file is not a history or cannot be written.
  public static func migrate(
    _ path: String, isDry: Bool
  ) throws(HistoryError) -> (from: Int, to: Int)? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let found: Int
    do {
      var configuration = HistoryStore.configuration
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      found = try queue.read { try Schema.version(of: $0, path: path) }
    } catch {
      throw HistoryError(error, at: path)
    }
    if !isDry, found < Schema.version { _ = try HistoryStore(path: path, mayCreate: false) }
    return (found, Schema.version)
  }

  /// The errors of the file, in SQLite's words; empty when it is intact.
  ///
  /// - Returns: The inconsistent pages, and the references to missing rows.
  /// - Throws: A `HistoryError` when the file cannot be read at all.
  package func errors() throws(HistoryError) -> [String] {
    try read { database in
      let pages = try String.fetchAll(database, sql: "PRAGMA integrity_check")
      let keys = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
      return pages.filter { $0 != "ok" } + keys.map(\.description)
    }
  }
}

/// Writes one run into the tables, within a transaction.
private struct RunWriter {
  private let database: Database

  init(_ database: Database) { self.database = database }

  func add(_ record: RunRecord) throws -> HistoryStore.Addition {
    let digest = record.digest
    if let known = try id("SELECT id FROM run WHERE digest = ?", [digest]) { return .known(known) }
    let run = try insertRun(record, digest: digest)
    var metrics = try metrics()
    for session in record.sessions.sorted(by: { $0.id < $1.id }) {
      let name = try id(of: session.id)
      try execute(
        "INSERT INTO played (run, session, facts, counts, failure) VALUES (?, ?, ?, ?, ?)",
        [
          run, name, try id(of: session.sheet(of: .fact), &metrics),
          try id(of: session.sheet(of: .count), &metrics), session.failure,
        ])
      for reading in session.readings(of: .time) {
        try execute(
          """
          INSERT INTO time (run, session, metric, nanoseconds, reference_ns, spread_ppm, samples)
            VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
          [
            run, name, try id(of: reading.quantity, &metrics), reading.value,
            reading.time?.referenceNanoseconds, reading.time?.spreadMillionths,
            reading.time?.samples,
          ])
      }
    }
    return .added(run)
  }

  private func insertRun(_ record: RunRecord, digest: String) throws -> Int64 {
    let origin = record.origin
    return try insert(
      """
      INSERT INTO run (digest, version, ending, revision, is_modified, branch, committed_at_s,
        started_at_s, host, fingerprint, counted_on, program_digest, program_commit,
        program_is_modified, machine) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        digest, record.version, record.ending, origin.revision, origin.isModified, origin.branch,
        origin.committedAtSeconds, origin.startedAtSeconds, origin.host,
        try id(of: record.fingerprint), try id(of: record.countedOn),
        record.programSource?.digest, record.programSource?.commit,
        record.programSource?.isModified, record.machine,
      ])
  }

  private func id(of fingerprint: Fingerprint) throws -> Int64? {
    guard let digest = fingerprint.contentDigest else { return nil }
    if let known = try id("SELECT id FROM fingerprint WHERE digest = ?", [digest]) { return known }
    let id = try insert("INSERT INTO fingerprint (digest) VALUES (?)", [digest])
    for part in Fingerprint.Component.allCases {
      guard let value = fingerprint.values[part] else { continue }
      try execute("INSERT INTO fingerprint_part VALUES (?, ?, ?)", [id, part.rawValue, value])
    }
    return id
  }

  private func id(of session: String) throws -> Int64 {
    try id("SELECT id FROM session WHERE name = ?", [session])
      ?? insert("INSERT INTO session (name) VALUES (?)", [session])
  }

  private func id(of sheet: Sheet, _ metrics: inout [Quantity: Int64]) throws -> Int64? {
    guard let digest = sheet.digest else { return nil }
    if let known = try id("SELECT id FROM sheet WHERE digest = ?", [digest]) { return known }
    let id = try insert(
      "INSERT INTO sheet (digest, trace, scenario) VALUES (?, ?, ?)",
      [digest, sheet.trace, sheet.scenario])
    for reading in sheet.readings {
      try execute(
        "INSERT INTO sheet_value (sheet, metric, value, whole) VALUES (?, ?, ?, ?)",
        [id, try self.id(of: reading.quantity, &metrics), reading.value, reading.whole])
    }
    return id
  }

  private func metrics() throws -> [Quantity: Int64] {
    let rows = try Row.fetchAll(database, sql: "SELECT id, class, name, unit FROM metric")
    let known = rows.compactMap { row in Quantity(row).map { ($0, row["id"] as Int64) } }
    return Dictionary(known) { first, _ in first }
  }

  private func id(of quantity: Quantity, _ metrics: inout [Quantity: Int64]) throws -> Int64 {
    if let known = metrics[quantity] { return known }
    let id = try insert(
      "INSERT INTO metric (class, name, unit) VALUES (?, ?, ?)",
      [quantity.kind.rawValue, quantity.name, quantity.unit.rawValue])
    metrics[quantity] = id
    return id
  }

  private func id(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
    try Int64.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
  }

  private func insert(_ sql: String, _ arguments: StatementArguments) throws -> Int64 {
    try execute(sql, arguments)
    return database.lastInsertedRowID
  }

  private func execute(_ sql: String, _ arguments: StatementArguments) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
