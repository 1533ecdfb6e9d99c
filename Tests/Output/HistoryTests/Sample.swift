import Counts
import GRDB
import Metrics
import Reporting
import Statistics
import Support

@testable import History

/// Made-up runs: everything has a default, so what a test names is what matters.
enum Sample {
  static let fingerprint = Fingerprint([
    .compiler: "Swift 6.3", .configuration: "release", .processor: "EPYC",
    .allocator: "jemalloc 5.3.0", .engines: "0123",
  ])

  /// A run of some minute, of revision `r1` and so on.
  static func run(
    _ number: Int, revision: String?? = nil, branch: String? = "main", committedAt: Int64?? = nil,
    fingerprint: Fingerprint = fingerprint, countedOn: Fingerprint = Fingerprint([:]),
    _ sessions: [RunRecord.Session]
  ) -> RunRecord {
    var origin = RunOrigin()
    origin.revision = revision ?? "r\(number)"
    origin.branch = branch
    origin.committedAtSeconds = committedAt ?? 1_790_000_000 + Int64(number) * 60
    return RunRecord(
      origin: origin, version: "1.0.0", ending: "kept", fingerprint: fingerprint,
      countedOn: countedOn, sessions: sessions)
  }

  /// A reading of a quantity; a processor time has a reference time, of 1 ms unless told.
  static func reading(
    _ quantity: Quantity, _ value: Int64, reference: Int64 = 1_000_000, spread: Int64 = 2_000
  ) -> Reading {
    guard quantity == .processorTime else { return Reading(quantity, value) }
    return Reading(
      RelativeTime(
        processorNanoseconds: value, referenceNanoseconds: reference, spreadMillionths: spread,
        samples: 15))
  }

  /// A session of its readings.
  static func session(
    in id: String = "a", trace: String = "t", scenario: String? = "s", _ readings: Reading...
  ) -> RunRecord.Session {
    RunRecord.Session(id: id, trace: trace, scenario: scenario, readings: readings)
  }

  /// A session with so many views created.
  static func views(_ count: Int64, in id: String = "a", scenario: String? = "s")
    -> RunRecord.Session
  {
    session(in: id, scenario: scenario, Reading(Quantity(.viewsCreated), count))
  }

  /// A new history in a folder that goes with the test, and which need not be on the disk.
  static func store(in scratch: Scratch, _ runs: [RunRecord] = []) throws -> HistoryStore {
    let store = try HistoryStore(path: "\(scratch.path)/history.sqlite", mayCreate: true)
    try store.queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    for run in runs { _ = try store.add(run) }
    return store
  }
}
