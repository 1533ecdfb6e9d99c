internal import GRDB

/// The differences between a run and the runs before it, session by session.
public struct RunDifference: Hashable, Sendable {
  /// Whether the run is the first of the history.
  public internal(set) var isFirst = false
  /// The number of sessions that no run before it had.
  public internal(set) var new = 0
  /// The number of sessions whose facts differ from their previous run.
  public internal(set) var facts = 0
  /// The number of sessions with the same facts, but different events.
  public internal(set) var events = 0
  /// The number of sessions with different counts, but the same facts and events.
  public internal(set) var counts = 0
  /// The first fact that differs.
  public internal(set) var first: Fact?

  /// A fact that differs.
  ///
  /// A side without the fact is nil.
  public struct Fact: Hashable, Sendable {
    /// The id of the session.
    public let session: String
    /// The quantity of the fact.
    public let quantity: Quantity
    /// The earlier value.
    public let before: Reading?
    /// The new value.
    public let after: Reading?
  }
}

extension HistoryStore {
  /// The newest runs first, each with its differences from the runs before it.
  ///
  /// - Parameters:
  ///   - count: The most runs.
  ///   - branch: The branch of the runs; nil for all runs.
  /// - Returns: The runs, and the total number of runs.
  /// - Throws: A `HistoryError` when the history cannot be read.
  public func log(
    last count: Int = .max, branch: String? = nil
  ) throws(HistoryError) -> (runs: [(run: RecordedRun, difference: RunDifference)], all: Int) {
    try read { database in
      let runs = try HistoryStore.runs(in: database, branch: branch)
      var comparison = RunComparison(database)
      let differences = try runs.enumerated().map { place, run in
        try comparison.difference(of: run, isShown: place >= runs.count - min(count, runs.count))
      }
      return (Array(zip(runs, differences).suffix(count).reversed()), runs.count)
    }
  }
}

/// Compares each run with the latest earlier runs of the same sessions.
private struct RunComparison {
  private struct Sheets {
    var facts: Int64?
    var counts: Int64?
  }

  private let database: Database
  private var last: [Int64: Sheets] = [:]

  init(_ database: Database) { self.database = database }

  /// The difference of the next run.
  ///
  /// Facts are looked up only when the run is shown.
  mutating func difference(of run: RecordedRun, isShown: Bool) throws -> RunDifference {
    var difference = RunDifference()
    difference.isFirst = last.isEmpty
    let rows = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT session, facts, counts FROM played WHERE run = ?"),
      arguments: [run.number])
    for row in rows {
      let session: Int64 = row[0]
      let now = Sheets(facts: row[1], counts: row[2])
      let before = last.updateValue(now, forKey: session)
      guard isShown else { continue }
      guard let before else {
        difference.new += 1
        continue
      }
      if before.facts != now.facts {
        if let fact = try fact(of: session, before.facts, now.facts) {
          difference.facts += 1
          difference.first = difference.first ?? fact
        } else {
          difference.events += 1
        }
      } else if let old = before.counts, let new = now.counts, old != new {
        difference.counts += 1
      }
    }
    return difference
  }

  /// The first reading that differs between two sheets; nil when all are equal.
  private func fact(
    of session: Int64, _ before: Int64?, _ after: Int64?
  ) throws -> RunDifference.Fact? {
    let sheets = try [before, after].map { try readings(of: $0) }
    let names = Set(sheets[0].keys).union(sheets[1].keys).sorted()
    guard let name = names.first(where: { sheets[0][$0] != sheets[1][$0] }),
      let quantity = (sheets[1][name] ?? sheets[0][name])?.quantity
    else { return nil }
    let id = try String.fetchOne(
      database, sql: "SELECT name FROM session WHERE id = ?", arguments: [session])
    return RunDifference.Fact(
      session: id ?? "", quantity: quantity, before: sheets[0][name], after: sheets[1][name])
  }

  private func readings(of sheet: Int64?) throws -> [String: Reading] {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT class, name, unit, value, whole FROM sheet_value
          JOIN metric ON metric.id = metric WHERE sheet = ?
          """), arguments: [sheet])
    let readings = rows.compactMap { row in
      Quantity(row).map { ($0.name, Reading($0, row["value"], of: row["whole"])) }
    }
    return Dictionary(readings) { first, _ in first }
  }
}
