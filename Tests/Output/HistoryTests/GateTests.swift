import Foundation
import Metrics
import Reporting
import Support
import Testing

@testable import History

/// Which histories pass, and what is accepted of them.
@Suite("Gates of a history")
struct GateTests {
  /// A history in which the sessions have these values, a digit for each run.
  private func store(
    _ sessions: [(id: String, quantity: Quantity, digits: String)], in scratch: Scratch
  ) throws -> HistoryStore {
    let count = sessions.map(\.digits.count).max() ?? 0
    return try Sample.store(
      in: scratch,
      (0..<count).map { index in
        Sample.run(
          index + 1,
          sessions.map { id, quantity, digits in
            let digit = Int64(Array(digits)[index].wholeNumberValue ?? 0)
            return Sample.session(in: id, Sample.reading(quantity, digit * 100))
          })
      })
  }

  private func gate(
    _ digits: String, of quantity: Quantity = Quantity(.viewsCreated), _ limits: [String] = [],
    suspected: Bool = false
  ) throws -> HistoryGate {
    let scratch = try Scratch()
    let contents = try store([("a", quantity, digits)], in: scratch).contents()
    return try HistoryGate(
      HistoryChanges(in: contents), limits: [limits.map { try #require(GateLimit($0)) }],
      takesSuspected: suspected)
  }

  /// Levels of 100 and 200 and what may become of them.
  @Test(
    arguments: [
      ("111222", Quantity(.viewsCreated), [], HistoryGate.Verdict.failed),
      ("222111", Quantity(.viewsCreated), [], .kept), ("111222", Quantity(.taps), [], .kept),
      ("222111", Quantity(.viewReuseRate), [], .failed),
      ("111222", Quantity(.requests), [], .failed),
      ("111222", Quantity.processorTime, [], .slower),
      ("111222", Quantity.processorTime, ["100 ns"], .kept),
      ("111222", Quantity.processorTime, ["1 us"], .kept),
      ("111222", Quantity.processorTime, ["99"], .slower),
      // What was made good passes, unless something of it is left.
      ("111222111", Quantity(.viewsCreated), [], .kept),
      ("111333222", Quantity(.viewsCreated), [], .failed),
      ("111333222", Quantity(.viewsCreated), ["100"], .kept),
      ("111222", Quantity(.viewsCreated), ["100"], .kept),
      ("111222", Quantity(.viewsCreated), ["99"], .failed),
      ("111222", Quantity(.viewsCreated), ["100 %"], .kept),
      ("111222", Quantity(.viewsCreated), ["99.9 %"], .failed),
      // The level before scatters by 50, so that 600 more are twelve deviations.
      ("121212121212888888", Quantity(.viewsCreated), ["13 sd"], .kept),
      ("121212121212888888", Quantity(.viewsCreated), ["12 sd"], .failed),
      // A limit of the metric goes before those for all.
      ("111222", Quantity(.viewsCreated), ["views created: 100", "1"], .kept),
      ("111222", Quantity(.viewsCreated), ["taps: 100"], .failed),
      ("111222", Quantity(.viewsCreated), ["views created: 1", "100"], .failed),
    ] as [(String, Quantity, [String], HistoryGate.Verdict)])
  func `fail for what is worse than it may be`(
    digits: String, quantity: Quantity, limits: [String], verdict: HistoryGate.Verdict
  ) throws {
    #expect(try gate(digits, of: quantity, limits).verdict == verdict)
  }

  @Test(arguments: [
    "", "%", "-1", "x %", "nan", "inf", "1 2", "5 parsec", "unknown metric: 5", "taps: 1: 2",
  ])
  func `take no other limits`(text: String) { #expect(GateLimit(text) == nil) }

  @Test
  func `take young levels only where they are asked to`() throws {
    #expect(try gate("11112").verdict == .kept)
    #expect(try gate("11112", suspected: true).verdict == .failed)
  }

  @Test
  func `have a line and an object for each cause, which is a run`() throws {
    let scratch = try Scratch()
    let store = try store(
      [
        ("a", Quantity(.viewsCreated), "111222222"), ("b", Quantity(.viewsCreated), "111333333"),
        ("c", Quantity(.requests), "111111333"), ("d", Quantity.processorTime, "111111999"),
      ], in: scratch)
    let gate = HistoryGate(try HistoryChanges(in: store.contents()), limits: [])
    #expect(
      gate.lines == [
        "failed, decided by facts: 2 causes in 9 runs",
        "run 7 (r7), 2026-09-21: allocations of c 100 -> 300 (+200.0 %) and 1 more in 2 sessions",
        "run 4 (r4), 2026-09-21: views created of b 100 -> 300 (+200.0 %) and 1 more in 2 sessions",
      ])
    let json = gate.json(exitCode: 1)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["text"] as? String == gate.lines.joined(separator: "\n"))
    #expect(object["verdict"] as? String == "failed" && object["exit code"] as? Int == 1)
    let causes = try #require(object["causes"] as? [[String: Any]])
    #expect(causes.map { $0["revision"] as? String } == ["r7", "r4"])
    #expect(causes.map { ($0["changes"] as? [Any])?.count } == [2, 2])
  }

  // MARK: What is accepted

  @Test
  func `pass over what is accepted, in every verdict`() throws {
    let scratch = try Scratch()
    let store = try store(
      [
        ("a", Quantity(.viewsCreated), "111222222"), ("b", Quantity(.viewsCreated), "111111333"),
      ], in: scratch)
    func changes() throws -> HistoryChanges { try HistoryChanges(in: store.contents()) }
    #expect(try store.accept("4", reason: "two <pins> more").number == 4)
    #expect(
      try changes().text().hasPrefix(
        """
        worse, decided by facts: 1 change in 9 runs, 1 for the worse, 1 more accepted; views \
        created of b 100 -> 300 (+200.0 %) at run 7 (r7)

        """))
    #expect(
      try changes().text().contains("\nrun 4 (r4), 2026-09-21, on main; accepted: two <pins>"))
    #expect(HistoryGate(try changes(), limits: []).causes.map { $0.changes[0].run.number } == [7])
    _ = try store.accept("7", reason: "a new data set")
    #expect(
      try changes().headline
        == "unchanged: no level of 2 quantities changed in 9 runs but by 2 accepted changes")
    let kept = HistoryGate(try changes(), limits: [])
    #expect(
      kept.lines == [
        "kept: none of 2 quantities is worse than it may be in 9 runs, 2 changes accepted"
      ])
    _ = try store.accept("7", reason: "another reason")
    #expect(try changes().changes[0].acceptance == "another reason")
  }

  /// The session was not played in the run that is accepted.
  @Test
  func `accept what was first seen after the run`() throws {
    let scratch = try Scratch()
    let runs = (1...9).map { number in
      Sample.run(
        number,
        number == 4
          ? [Sample.views(1, in: "b")]
          : [Sample.views(number < 4 ? 1 : 2), Sample.views(1, in: "b")])
    }
    let store = try Sample.store(in: scratch, runs)
    _ = try store.accept("4", reason: "meant")
    #expect(try HistoryChanges(in: store.contents()).verdict == .unchanged)
    _ = try Sample.store(in: scratch, []).accept("3", reason: "earlier")
    #expect(try HistoryChanges(in: store.contents()).changes[0].acceptance == "meant")
  }

  @Test
  func `merging takes along what is accepted, and keeps the own reason`() throws {
    let scratch = try Scratch()
    let stores = try ["one", "two"].map { name in
      let store = try HistoryStore(path: "\(scratch.path)/\(name)", mayCreate: true)
      for number in 1...2 { _ = try store.add(Sample.run(number, [Sample.views(1)])) }
      return store
    }
    _ = try stores[0].accept("1", reason: "mine")
    for run in ["1", "2"] { _ = try stores[1].accept(run, reason: "theirs") }
    _ = try stores[0].merge(stores[1])
    #expect(try stores[0].runs().map(\.acceptance) == ["mine", "theirs"])
  }

  // MARK: Runs by their names

  /// Runs of commits in another order than that of adding.
  @Test(arguments: [
    ("1", 2), ("3", 0), ("abcd1", 0), ("ABCD2", 1), ("2026-11-28", 0), ("2026-11-29", 1),
    ("2026-11-30", 3), ("2027-01-01", 3),
  ])
  func `are found by number, commit and day in the order of time`(name: String, index: Int) throws {
    let scratch = try Scratch()
    let day: Int64 = 1_795_910_400 - 82_800
    let store = try Sample.store(
      in: scratch,
      [("abcd3", 86_400 + 60), ("abcd2", 86_400), ("abcd1", 0)].enumerated().map { number, run in
        Sample.run(
          number, revision: .some("\(run.0)ef"), committedAt: .some(day + Int64(run.1)),
          [Sample.views(1)])
      })
    #expect(try store.runs().index(since: name) == index)
  }

  @Test(arguments: [
    ("9", "there is no run 9\n"), ("abcdef", "there is no run abcdef\n"),
    ("abc", "there is no run abc\n"), ("abcd", "several commits begin with abcd\n"),
  ])
  func `are named by what there is`(name: String, mistake: String) throws {
    let scratch = try Scratch()
    let store = try Sample.store(
      in: scratch,
      (1...2).map { Sample.run($0, revision: .some("abcd\($0)"), [Sample.views(1)]) })
    let error = #expect(throws: HistoryError.self) { try store.accept(name, reason: "x") }
    #expect(
      error?.description.hasPrefix("error: \(mistake)") == true, "\(error?.description ?? "")")
    #expect(try store.runs().allSatisfy { $0.acceptance == nil })
  }

  @Test
  func `the list tells of a run what the changes tell`() throws {
    let scratch = try Scratch()
    let store = try store(
      [
        ("a", Quantity(.viewsCreated), "111222222"), ("b", Quantity(.viewsCreated), "111222222"),
        ("c", Quantity.processorTime, "111111999"),
      ], in: scratch)
    let list = try wide { try store.logText(last: 30) }.split(separator: "\n")
    #expect(list[4].contains(" worse: processor time 100 ns -> 900 ns in c"), "\(list[4])")
    #expect(list[7].hasSuffix(" worse: views created 100 -> 200 in a and 1 more"), "\(list[7])")
    #expect(list[3].hasSuffix(" nothing"), "\(list[3])")
  }
}
