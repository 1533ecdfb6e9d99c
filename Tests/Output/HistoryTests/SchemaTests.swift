import Counts
import Formatting
import Foundation
import GRDB
import Metrics
import Reporting
import Support
import Testing

@testable import History

/// Files of other versions, and of other programs.
@Suite("Versions of the history")
struct SchemaTests {
  /// A file that a version wrote: that of the first version, and the additions of the later ones.
  private static func fixture(_ version: Int) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try (1...version).map { number in
      try String(
        contentsOf: folder.appending(path: "Fixtures/version\(number).sql"), encoding: .utf8)
    }.joined()
  }

  /// A file that was made by statements.
  private func database(_ sql: String, in scratch: Scratch) throws -> String {
    let path = "\(scratch.path)/history.sqlite"
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
    return path
  }

  private func schema(of store: HistoryStore) throws -> [String] {
    try store.queue.read { database in
      try String.fetchAll(
        database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    }
  }

  /// The files are what those versions wrote, and stay as they are.
  @Test(arguments: 1...Schema.version)
  func `a history of an earlier version can be read, and has the tables of a new one`(
    version: Int
  ) throws {
    let scratch = try Scratch()
    let path = try database(SchemaTests.fixture(version), in: scratch)
    let store = try HistoryStore(path: path, mayCreate: false)
    #expect(try store.runs().map(\.words) == ["run 1 (aaaaaaaa)", "run 2 (bbbbbbbb+)"])
    #expect(
      try store.runs().map(\.acceptance) == [nil, version < 2 ? nil : "a wider margin"])
    #expect(
      try store.runs().map(\.programSource?.digest) == [nil, version < 3 ? nil : "0123abcd"])
    #expect(try store.runs().allSatisfy { $0.machine == nil })
    let series = try store.contents(constantToo: true).series
    #expect(
      series.map { "\($0.session) \($0.quantity.name) \($0.points.map(\.value))" } == [
        "Views/a view reuse rate [3, 3]", "Views/a views created [40, 41]",
        "Views/a allocations [12]", "Views/a real time [5000, 5100]",
      ])
    // Real times of earlier versions are shown and not judged.
    #expect(series.last?.points.allSatisfy { $0.time == nil } == true)
    let new = try HistoryStore(path: "\(scratch.path)/new.sqlite", mayCreate: true)
    #expect(try schema(of: store) == schema(of: new))
    #expect(try store.add(Sample.run(9, [Sample.views(42)])) == .added(3))
  }

  /// The layout that each release writes.
  private static let releases = ["0.1.0": 2, "0.2.0": 4]

  @Test
  func `the history of each release is migrated once, and a dry run leaves it`() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Reports/Releases.md").standardized, encoding: .utf8)
    let named = page.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
    #expect(named.map(String.init).sorted() == SchemaTests.releases.keys.sorted())
    for layout in SchemaTests.releases.values {
      let scratch = try Scratch()
      let path = try database(SchemaTests.fixture(layout), in: scratch)
      let before = try Data(contentsOf: URL(filePath: path))
      let dry = try #require(try HistoryStore.migrate(path, isDry: true))
      #expect(dry == (layout, Schema.version))
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      #expect(try #require(try HistoryStore.migrate(path, isDry: false)) == dry)
      let again = try #require(try HistoryStore.migrate(path, isDry: false))
      #expect(again == (Schema.version, Schema.version))
    }
    let scratch = try Scratch()
    #expect(try HistoryStore.migrate("\(scratch.path)/none.sqlite", isDry: false) == nil)
    #expect(scratch.files().isEmpty)
  }

  /// The record of the second run of the fixtures.
  @Test
  func `a run that an earlier version added is known`() throws {
    var origin = RunOrigin()
    (origin.revision, origin.isModified) = (String(repeating: "b", count: 40), true)
    (origin.committedAtSeconds, origin.startedAtSeconds) = (1_790_060_000, 1_790_060_100)
    origin.host = "builder"
    let record = RunRecord(
      origin: origin, version: "1.0.0", ending: "kept",
      fingerprint: Fingerprint([
        .allocator: "jemalloc 5.3.0", .compiler: "Swift 6.3", .configuration: "release",
        .processor: "AMD EPYC 9654",
      ]),
      sessions: [
        Sample.session(
          in: "Views/a", trace: "0000000000000011", Reading(Quantity(.viewsCreated), 41),
          Reading(Quantity(.viewReuseRate), 3, of: 4), Reading(Quantity(.replay), 5_100))
      ])
    let scratch = try Scratch()
    let path = try database(SchemaTests.fixture(1), in: scratch)
    let store = try HistoryStore(path: path, mayCreate: false)
    #expect(try store.add(record) == .known(2))
    var later = record
    later.fingerprint.values[.referenceWork] = "1"
    #expect(try store.add(later) == .added(3))
  }

  @Test
  func `a version is one more entry, and keeps what is there`() throws {
    let scratch = try Scratch()
    let store = try Sample.store(in: scratch, [Sample.run(1, [Sample.views(3)])])
    let steps = Schema.steps + ["ALTER TABLE run ADD COLUMN note TEXT"]
    for _ in 0..<2 {
      try store.queue.inDatabase { try Schema.prepare($0, path: store.path, steps: steps) }
    }
    let version = try store.queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    #expect(version == Schema.version + 1)
    #expect(try store.runs().count == 1)
  }

  @Test
  func `a step that fails leaves the file as it was`() throws {
    let scratch = try Scratch()
    let store = try Sample.store(in: scratch, [Sample.run(1, [Sample.views(3)])])
    let steps = Schema.steps + ["DROP TABLE time; CREATE TABLE run (a)"]
    #expect(throws: DatabaseError.self) {
      try store.queue.inDatabase { try Schema.prepare($0, path: store.path, steps: steps) }
    }
    let again = try HistoryStore(path: store.path, mayCreate: false)
    #expect(try again.contents(constantToo: true).series.count == 1)
  }

  @Test(arguments: [
    (
      "PRAGMA application_id = 0x4D617052; PRAGMA user_version = 99; CREATE TABLE a (b);",
      "is of version 99, and this program knows those up to \(Schema.version)"
    ),
    ("CREATE TABLE a (b);", "is no history: it is a database of another program"),
    ("PRAGMA application_id = 7;", "is no history: it is a database of another program"),
    ("PRAGMA user_version = 1;", "is no history: it is a database of another program"),
  ])
  func `what is none of ours is a sentence, and stays as it is`(sql: String, words: String) throws {
    let scratch = try Scratch()
    let path = try database(sql, in: scratch)
    let before = try Data(contentsOf: URL(filePath: path))
    for mayCreate in [true, false] {
      let error = #expect(throws: HistoryError.self) {
        _ = try HistoryStore(path: path, mayCreate: mayCreate)
      }
      #expect(error?.cause == .faultyInput)
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(scratch.files() == ["history.sqlite"])
  }

  @Test
  func `a file that is no database is a sentence, and stays as it is`() throws {
    let scratch = try Scratch()
    let text = String(repeating: "{\"version\": 6}\n", count: 100)
    let path = try scratch.file("run.json", text).path
    let error = #expect(throws: HistoryError.self) {
      _ = try HistoryStore(path: path, mayCreate: true)
    }
    #expect(error?.cause == .faultyInput)
    #expect(error?.description.contains("it is no SQLite database") == true)
    #expect(try scratch.text("run.json") == text)
  }

  @Test
  func `a damaged file is a sentence`() throws {
    let scratch = try Scratch()
    let store = try Sample.store(
      in: scratch, (1...200).map { Sample.run($0, [Sample.views(Int64($0))]) })
    try store.queue.close()
    var bytes = try Data(contentsOf: URL(filePath: store.path))
    for index in bytes.indices where index >= 4_096 { bytes[index] = 0x5A }
    try bytes.write(to: URL(filePath: store.path))
    let error = #expect(throws: HistoryError.self) {
      _ = try HistoryStore(path: store.path, mayCreate: false).contents()
    }
    #expect(error?.description.contains("is damaged") == true, "\(error?.description ?? "")")
  }
}
