import Counts
import Foundation
import GRDB
import Metrics
import Reporting
import Statistics
import Support
import Testing

@testable import History

/// Two histories become one.
@Suite("Merging histories")
struct MergeTests {
  /// Runs of which two in a row have the same facts, on two machines.
  private static let runs = (1...30).map { number in
    var run = Sample.run(
      number,
      fingerprint: number.isMultiple(of: 3)
        ? Fingerprint([.processor: "Xeon"]) : Sample.fingerprint,
      countedOn: number.isMultiple(of: 5) ? Fingerprint([.counter: "callgrind"]) : Fingerprint([:]),
      [
        Sample.session(
          in: number.isMultiple(of: 2) ? "a" : "b", scenario: number > 20 ? "t" : "s",
          Reading(Quantity(.viewsCreated), Int64(number / 4)),
          Reading(Quantity(.viewReuseRate), Int64(number / 4), of: 9),
          Reading(.instructions, Int64(number)), Reading(Quantity(.replay), Int64(number)),
          Sample.reading(
            .processorTime, 1_000 + Int64(number), reference: 900 + Int64(number * 3),
            spread: Int64(number))),
        Sample.views(1, in: "c"),
      ])
    if number > 7 { run.machine = number > 14 ? "fit" : "busy: pressure" }
    if number > 9 {
      run.programSource = ProgramSource(
        digest: "d\(number / 4)", commit: number > 12 ? "c" : nil, isModified: number > 15)
    }
    return run
  }

  private func store(_ runs: some Sequence<RunRecord>, _ name: String, in scratch: Scratch) throws
    -> HistoryStore
  {
    let store = try HistoryStore(path: "\(scratch.path)/\(name)", mayCreate: true)
    for run in runs { _ = try store.add(run) }
    return store
  }

  /// All that a history holds, without numbers that are its own.
  private func content(of store: HistoryStore) throws -> [String] {
    let contents = try store.contents(constantToo: true)
    return contents.runs.map {
      "\($0.words.split(separator: "(")[1]) \($0.fingerprint.key) "
        + "\($0.programSource?.digest ?? "") \($0.programSource?.shortText ?? "") "
        + ($0.machine ?? "")
    }
      + contents.series.map { series in
        "\(series.session) \(series.quantity.name) \(series.fingerprint?.key ?? "") "
          + series.points.map { point in
            let time = point.time
            return "\(point.run) \(point.value) \(point.whole ?? 0) "
              + "\(time?.processorNanoseconds ?? 0) \(time?.referenceNanoseconds ?? 0) "
              + "\(time?.spreadMillionths ?? 0) \(time?.samples ?? 0)"
          }.joined(separator: ",")
      }.sorted()
  }

  @Test(arguments: [0, 7, 15, 30])
  func `two parts make the whole, whatever they have in common`(cut: Int) throws {
    let scratch = try Scratch()
    let whole = try store(MergeTests.runs, "whole", in: scratch)
    let first = try store(MergeTests.runs.prefix(cut), "first", in: scratch)
    let second = try store(MergeTests.runs.dropFirst(max(0, cut - 5)), "second", in: scratch)
    let before = try Data(contentsOf: URL(filePath: second.path))
    let merge = try first.merge(second)
    #expect(merge == HistoryStore.Merge(added: 30 - cut, known: cut - max(0, cut - 5)))
    #expect(try content(of: first) == content(of: whole))
    #expect(try Data(contentsOf: URL(filePath: second.path)) == before)
    #expect(try first.errors().isEmpty)
    #expect(try first.merge(second).added == 0)
    #expect(try first.add(MergeTests.runs[29]) == .known(30))
    #expect(try first.add(Sample.run(99, [Sample.views(7)])) == .added(31))
  }

  @Test
  func `runs keep the order in which they were added there`() throws {
    let scratch = try Scratch()
    let first = try store(MergeTests.runs.prefix(2), "first", in: scratch)
    let second = try store([MergeTests.runs[9], MergeTests.runs[4]], "second", in: scratch)
    _ = try first.merge(second)
    let numbered = try first.runs().sorted { $0.number < $1.number }
    #expect(numbered.compactMap(\.origin.revision) == ["r1", "r2", "r10", "r5"])
    #expect(try first.runs().compactMap(\.origin.revision) == ["r1", "r2", "r5", "r10"])
  }

  @Test
  func `a history is not merged with itself`() throws {
    let scratch = try Scratch()
    let one = try store(MergeTests.runs.prefix(2), "one", in: scratch)
    let same = try HistoryStore(
      path: "\(scratch.path)/../\(scratch.folder.lastPathComponent)/one", mayCreate: false)
    let error = #expect(throws: HistoryError.self) { try one.merge(same) }
    #expect(error?.description.contains("is the same history") == true)
  }

  @Test
  func `a full disk leaves the history as it was`() throws {
    let scratch = try Scratch()
    let first = try store(MergeTests.runs.prefix(1), "first", in: scratch)
    let many = (0..<300).map { Sample.run($0, [Sample.views(Int64($0))]) }
    let second = try store(many, "second", in: scratch)
    _ = try first.queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA max_page_count = 20") }
    let error = #expect(throws: HistoryError.self) { try first.merge(second) }
    #expect(error?.description.contains("the disk is full") == true)
    #expect(try first.runs().count == 1)
    _ = try first.queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA max_page_count = 100000") }
    #expect(try first.merge(second).added == 300)
  }
}
