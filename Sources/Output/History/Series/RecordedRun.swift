public import Counts
internal import Formatting
internal import GRDB
public import Reporting
internal import Statistics

/// A run of a history.
public struct RecordedRun: Hashable, Sendable {
  /// Its number, from 1 in the order of adding.
  public let number: Int64
  /// The revision and machine of the run, and its time.
  public let origin: RunOrigin
  /// The version of the product.
  public let version: String
  /// The sources of the program; nil where they are unknown.
  public let programSource: ProgramSource?
  /// The ending of the run, in a word.
  public let ending: String
  /// The verdict of the machine on its times; nil where the run measured none.
  public let machine: String?
  /// The fingerprint of the measurement; empty where it is unknown.
  public let fingerprint: Fingerprint
  /// The fingerprint of the instruction counts; empty where none were counted.
  public let countedOn: Fingerprint
  /// The number of its sessions.
  public let sessions: Int
  /// The reason why the changes at the run are accepted; nil if they are not.
  public var acceptance: String?

  /// The runs of a history in the order of their revisions, by commit time, or by the time when the
  /// run began where that is unknown.
  ///
  /// Runs of one revision are in the order in which they began, else in which they were added. A
  /// run with neither time stays behind the run that was added before it.
  static func ordered(_ runs: [RecordedRun]) -> [RecordedRun] {
    var last = Int64.min
    let times = runs.sorted { $0.number < $1.number }.map { run in
      last = run.origin.committedAtSeconds ?? run.origin.startedAtSeconds ?? last
      return (time: last, run: run)
    }
    return times.sorted { one, other in
      (one.time, one.run.origin.startedAtSeconds ?? .min, one.run.number)
        < (other.time, other.run.origin.startedAtSeconds ?? .min, other.run.number)
    }.map(\.run)
  }

  /// The parts of the fingerprint that must agree for numbers of the quantity to join one
  /// series; nil where no part matters, as for facts.
  func fingerprint(of quantity: Quantity) -> Fingerprint? {
    quantity.fingerprint(measuredOn: fingerprint, countedOn: countedOn)
  }
}

extension HistoryStore {
  /// All runs, in the order of their revisions.
  ///
  /// - Parameter branch: Only those of a branch; nil for all.
  /// - Returns: The runs.
  /// - Throws: A sentence when the history cannot be read.
  public func runs(branch: String? = nil) throws(HistoryError) -> [RecordedRun] {
    try read { try HistoryStore.runs(in: $0, branch: branch) }
  }

  static func runs(in database: Database, branch: String?) throws -> [RecordedRun] {
    let prints = try fingerprints(in: database)
    let runs = try Row.fetchAll(
      database,
      sql: """
        SELECT run.*, (SELECT count(*) FROM played WHERE run = run.id) AS sessions,
          (SELECT reason FROM accepted WHERE run = run.id) AS acceptance FROM run
        WHERE ?1 IS NULL OR branch = ?1
        """, arguments: [branch])
    return RecordedRun.ordered(runs.map { RecordedRun($0, prints) })
  }

  private static func fingerprints(in database: Database) throws -> [Int64: Fingerprint] {
    var prints: [Int64: Fingerprint] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT * FROM fingerprint_part") {
      guard let part = Fingerprint.Component(rawValue: row["part"]) else { continue }
      prints[row["fingerprint"], default: Fingerprint([:])].values[part] = row["value"]
    }
    return prints
  }
}

extension [RecordedRun] {
  /// The index of a run by its number, or of the first run of a commit.
  func index(of name: String) throws(HistoryError) -> Int {
    if let index = firstIndex(where: { "\($0.number)" == name }) { return index }
    let named = indices.filter { index in
      name.count >= 4 && self[index].origin.revision?.hasPrefix(name.lowercased()) == true
    }
    guard let first = named.first else {
      throw HistoryError(
        .missingInput, "there is no run \(name)",
        help: "mapreplay history list has their numbers and commits")
    }
    guard Set(named.map { self[$0].origin.revision }).count == 1 else {
      throw HistoryError(
        .missingInput, "several commits begin with \(name)", help: "write more of the commit")
    }
    return first
  }

  /// The index of the first run that is not earlier than a run, a commit or a day; the end index
  /// where all runs are earlier than the day.
  func index(since name: String) throws(HistoryError) -> Int {
    guard name.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil else { return try index(of: name) }
    return firstIndex { $0.dayText >= name } ?? endIndex
  }
}

extension RecordedRun {
  fileprivate init(_ row: Row, _ prints: [Int64: Fingerprint]) {
    var origin = RunOrigin()
    (origin.revision, origin.isModified) = (row["revision"], row["is_modified"])
    (origin.branch, origin.host) = (row["branch"], row["host"])
    origin.committedAtSeconds = row["committed_at_s"]
    origin.startedAtSeconds = row["started_at_s"]
    func fingerprint(_ column: String) -> Fingerprint {
      (row[column] as Int64?).flatMap { prints[$0] } ?? Fingerprint([:])
    }
    let source = (row["program_digest"] as String?).map { digest in
      ProgramSource(
        digest: digest, commit: row["program_commit"],
        isModified: row["program_is_modified"] ?? false)
    }
    self.init(
      number: row["id"], origin: origin, version: row["version"], programSource: source,
      ending: row["ending"], machine: row["machine"],
      fingerprint: fingerprint("fingerprint"), countedOn: fingerprint("counted_on"),
      sessions: row["sessions"], acceptance: row["acceptance"])
  }
}
