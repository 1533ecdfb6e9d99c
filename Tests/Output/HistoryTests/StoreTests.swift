import Counts
import Formatting
import Foundation
import GRDB
import Metrics
import Reporting
import Statistics
import Support
import Testing

@testable import History

/// Runs go in and come out, and nothing that was added is lost.
@Suite("The history in a file")
struct StoreTests {
  private func count(_ table: String, in store: HistoryStore) throws -> Int {
    try store.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
  }

  @Test
  func `a run is added once, however often it is given`() throws {
    let scratch = try Scratch()
    let store = try Sample.store(in: scratch)
    let (one, two) = (Sample.run(1, [Sample.views(3)]), Sample.run(2, [Sample.views(3)]))
    #expect(try store.add(one) == .added(1))
    #expect(try store.add(two) == .added(2))
    #expect(try store.add(one) == .known(1))
    let again = try HistoryStore(path: store.path, mayCreate: false)
    #expect(try again.add(two) == .known(2))
    #expect(try again.runs().map(\.number) == [1, 2])
    #expect(try again.errors().isEmpty)
  }

  @Test
  func `everything of a run comes back`() throws {
    let scratch = try Scratch()
    var run = Sample.run(
      1, countedOn: Fingerprint([.counter: "callgrind"]),
      [Sample.views(3), Sample.views(4, in: "b")])
    run.origin.isModified = true
    run.origin.startedAtSeconds = 9
    run.origin.host = "ci"
    let kept = try #require(Sample.store(in: scratch, [run]).runs().first)
    #expect(kept.origin.revision == "r1" && kept.origin.isModified && kept.origin.branch == "main")
    #expect(kept.origin.committedAtSeconds == 1_790_000_060)
    #expect(kept.origin.startedAtSeconds == 9 && kept.origin.host == "ci")
    #expect(kept.version == "1.0.0" && kept.ending == "kept" && kept.sessions == 2)
    #expect(kept.fingerprint == run.fingerprint && kept.countedOn == run.countedOn)
  }

  /// What makes a history small: runs in which nothing changed cost a line for each session.
  @Test
  func `facts that are the same are kept once`() throws {
    let scratch = try Scratch()
    let runs = (1...20).map { number in
      Sample.run(number, [Sample.views(number < 11 ? 3 : 4), Sample.views(3, in: "b")])
    }
    let store = try Sample.store(in: scratch, runs)
    #expect(try count("sheet", in: store) == 2)
    #expect(try count("sheet_value", in: store) == 2)
    #expect(try count("played", in: store) == 40)
    #expect(try count("fingerprint", in: store) == 1)
    #expect(try count("reading", in: store) == 40)
  }

  @Test
  func `readings can be asked for by SQL`() throws {
    let scratch = try Scratch()
    let session = Sample.session(
      Reading(Quantity(.viewReuseRate), 3, of: 4), Reading(Quantity(.requests), 5),
      Reading(Quantity(.replay), 6))
    let store = try Sample.store(in: scratch, [Sample.run(1, [session])])
    let rows = try store.queue.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM reading ORDER BY class").map { row in
        row.databaseValues.map { $0.isNull ? "-" : "\($0)" }.joined(separator: " ")
          .replacing("\"", with: "")
      }
    }
    #expect(
      rows == [
        "1 a count allocations count 5 -", "1 a fact view reuse rate share 3 4",
        "1 a time real time time 6 -",
      ])
  }

  @Test
  func `several writers at once lose nothing`() async throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/new/history.sqlite"
    // Each opens the file that is not there yet.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let store = try HistoryStore(path: path, mayCreate: true)
          for number in 0..<15 {
            _ = try store.add(
              Sample.run(
                writer * 100 + number, [Sample.views(Int64(number)), Sample.views(0, in: "b")]))
          }
        }
      }
      try await group.waitForAll()
    }
    let store = try HistoryStore(path: path, mayCreate: false)
    #expect(try store.runs().count == 60)
    #expect(try count("sheet", in: store) == 15)
    #expect(try store.errors().isEmpty)
  }

  @Test
  func `a full disk refuses a run in a sentence, and keeps all others`() throws {
    let scratch = try Scratch()
    let store = try Sample.store(in: scratch)
    let pages = try store.queue.inDatabase { database in
      try Int.fetchOne(database, sql: "PRAGMA max_page_count = 40") ?? 0
    }
    #expect(pages == 40)
    var added: [Int64] = []
    var refusal: HistoryError?
    while refusal == nil, added.count < 1_000 {
      let readings = Metric.allCases.map { metric in
        Reading(Quantity(metric), Int64(added.count * 1_000 + metric.rawValue))
      }
      let session = RunRecord.Session(id: "a", trace: "t", scenario: nil, readings: readings)
      do {
        guard case .added(let number) = try store.add(Sample.run(added.count, [session])) else {
          break
        }
        added.append(number)
      } catch {
        refusal = error
      }
    }
    #expect(refusal?.cause == .cannotWrite)
    #expect(
      refusal?.description == """
        error: the history '\(store.path)' cannot take another run: the disk is full
        help: make room and add the run again; all runs that were added before are there
        """)
    #expect(added.count > 5)
    let again = try HistoryStore(path: store.path, mayCreate: false)
    #expect(try again.runs().map(\.number) == added)
    #expect(try again.errors().isEmpty)
    #expect(try again.add(Sample.run(9_999, [Sample.views(1)])) == .added(Int64(added.count) + 1))
  }

  @Test
  func `a history that is not there is a sentence, and is not made by reading`() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/none.sqlite"
    let error = #expect(throws: HistoryError.self) {
      _ = try HistoryStore(path: path, mayCreate: false)
    }
    #expect(error?.cause == .missingInput)
    #expect(error?.description.hasPrefix("error: there is no history '\(path)'\nhelp: ") == true)
    #expect(scratch.files().isEmpty)
  }

  @Test
  func `a place where nothing can be written is a sentence`() throws {
    let scratch = try Scratch()
    try scratch.file("taken", "")
    let error = #expect(throws: HistoryError.self) {
      _ = try HistoryStore(path: "\(scratch.path)/taken/history.sqlite", mayCreate: true)
    }
    #expect(error?.cause == .cannotWrite)
  }
}
