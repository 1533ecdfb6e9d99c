import Counts
import Foundation
import Metrics
import Reporting
import Statistics
import Support
import Testing

@testable import History

/// What is said of the changes in a history.
@Suite("Changes in a history")
struct ChangesTests {
  /// The changes of a history in which session `a` has these values, a digit for each run.
  private func changes(
    _ digits: String, of quantity: Quantity = Quantity(.viewsCreated), since: String? = nil
  ) throws -> HistoryChanges {
    let scratch = try Scratch()
    let runs = digits.enumerated().map { number, digit in
      Sample.run(
        number + 1,
        [Sample.session(Sample.reading(quantity, Int64(digit.wholeNumberValue ?? 0) * 1_000_000))])
    }
    return try HistoryChanges(in: Sample.store(in: scratch, runs).contents(), since: since)
  }

  @Test(arguments: [
    ("", HistoryChanges.Verdict.tooFewRuns), ("123", .tooFewRuns), ("1111", .unchanged),
    ("1112", .suspected), ("11122", .suspected), ("111222", .worse), ("222111", .better),
    ("111222111", .worse), ("2221112", .better), ("111111211111", .unchanged),
    ("11111119222", .worse), ("22222291112", .better),
  ])
  func `the verdict is that of the worst change that counts`(
    digits: String, verdict: HistoryChanges.Verdict
  ) throws {
    #expect(try changes(digits).verdict == verdict)
  }

  @Test
  func `a direction is that of the quantity`() throws {
    func direction(_ digits: String, _ quantity: Quantity) throws -> HistoryChange.Direction? {
      try changes(digits, of: quantity).changes.first?.direction
    }
    #expect(try direction("111222", Quantity(.viewsCreated)) == .worse)
    #expect(try direction("222111", Quantity(.viewsCreated)) == .better)
    #expect(try direction("111222", Quantity(.viewReuseRate)) == .better)
    #expect(try direction("111222", Quantity(.taps)) == .neither)
    #expect(try changes("111222", of: Quantity(.taps)).verdict == .changed)
    #expect(try direction("111222", Quantity(.requests)) == .worse)
    #expect(try direction("111222", .processorTime) == .worse)
    // A metric that this version does not know.
    #expect(try direction("111222", Quantity(.fact, "gone", unit: .count)) == .neither)
  }

  @Test
  func `a change has the runs on both sides`() throws {
    let change = try #require(changes("111222").changes.first)
    #expect(change.run.number == 4 && change.previous.number == 3)
    #expect(
      change.words == """
        views created of a 1,000,000 -> 2,000,000 (+100.0 %) at run 4 (r4)
        """)
  }

  @Test
  func `only changes since a run are told, from all runs`() throws {
    #expect(try changes("111222333", since: "5").changes.map(\.run.number) == [7])
    #expect(try changes("111222333", since: "7").changes.map(\.run.number) == [7])
    #expect(try changes("111222333", since: "8").changes.isEmpty)
    let error = #expect(throws: HistoryError.self) { try changes("111222333", since: "10") }
    #expect(error?.description.hasPrefix("error: there is no run 10\n") == true)
    #expect(try changes("111222333").changes.map(\.run.number) == [7, 4])
  }

  /// A history with all classes, two machines and a scenario that changes.
  static func mixed(in scratch: Scratch) throws -> HistoryStore {
    try Sample.store(
      in: scratch,
      (1...12).map { number in
        let isNew = number > 6
        return Sample.run(
          number,
          fingerprint: number < 3 ? Fingerprint([.processor: "Xeon"]) : Sample.fingerprint,
          [
            Sample.session(
              in: "Views/many-identifiers", trace: isNew ? "t" : "u",
              Reading(Quantity(.viewsCreated), isNew ? 347 : 342),
              Reading(Quantity(.viewReuseRate), isNew ? 400 : 398, of: 440),
              Reading(Quantity(.requests), number > 9 ? 1_840 : 1_842),
              Sample.reading(
                .processorTime, (number < 3 ? 90_000_000 : 5_800_000) + Int64(number % 3) * 9_000)),
            Sample.session(
              in: "Callouts/pin", scenario: number > 8 ? "new" : "old",
              Reading(Quantity(.latencyPercentile95), number > 8 ? 190_100_000 : 200_100_000),
              Reading(Quantity(.hitchRatio), number > 11 ? 300_000 : 200_000, of: 90_000_000)),
          ])
      })
  }

  @Test
  func `the text has the verdict first, then run by run`() throws {
    let scratch = try Scratch()
    let contents = try ChangesTests.mixed(in: scratch).contents()
    let changes = try HistoryChanges(in: contents)
    #expect(
      wide { changes.text() } == """
        worse, decided by facts: 4 changes in 12 runs, 1 for the worse, 1 more suspected; \
        views created of Views/many-identifiers 342 -> 347 (+1.5 %) at run 7 (r7)

        run 12 (r12), 2026-09-21, on main
          result  change       before        after certainty                    metric
          ------ ------- ------------ ------------ ---------------------------- \
        ---------------------------
          worse? +50.0 % 2.2 ms per s 3.3 ms per s suspected, needs 2 more runs \
        hitch ratio of Callouts/pin

        run 10 (r10), 2026-09-21, on main
          result change before after certainty metric
          ------ ------ ------ ----- --------- -------------------------------------
          better -0.1 %  1,842 1,840 exact     allocations of Views/many-identifiers

        run 9 (r9), 2026-09-21, on main; the scenario of 1 session changed too
          result change   before    after certainty metric
          ------ ------ -------- -------- --------- --------------------------------------
          better -5.0 % 200.1 ms 190.1 ms exact     clustering latency p95 of Callouts/pin

        run 7 (r7), 2026-09-21, on main
          result change before  after certainty metric
          ------ ------ ------ ------ --------- -----------------------------------------
          worse  +1.5 %    342    347 exact     views created of Views/many-identifiers
          better +0.5 % 90.5 % 90.9 % exact     view reuse rate of Views/many-identifiers

        """)
  }

  /// A history in which a view and a request for memory come in addition from run 4 on, played by
  /// a program and of a scenario that changed there or not.
  private func change(
    programs: [String?], scenarios: [String?], revisions: [String] = ["a", "b"]
  ) throws -> HistoryChanges {
    let scratch = try Scratch()
    let runs = (1...6).map { number in
      let part = number < 4 ? 0 : 1
      var run = Sample.run(
        number, revision: revisions[part], branch: nil,
        [
          Sample.session(
            scenario: scenarios[part],
            Sample.reading(Quantity(.viewsCreated), part == 0 ? 1 : 2),
            Sample.reading(Quantity(.requests), part == 0 ? 5 : 6))
        ])
      run.programSource = programs[part].map {
        ProgramSource(digest: $0, commit: "commit \($0)", isModified: false)
      }
      return run
    }
    return try HistoryChanges(in: Sample.store(in: scratch, runs).contents())
  }

  @Test(
    arguments: [
      (["p", "q"], ["s", "s"], HistoryChange.Cause.program),
      (["p", "p"], ["s", "t"], .scenario), (["p", "q"], ["s", "t"], .both),
      (["p", "p"], ["s", "s"], .neither), ([nil, "q"], ["s", "s"], nil),
      (["p", "q"], [nil, "s"], nil), (["p", "q"], [nil, nil], nil),
    ] as [([String?], [String?], HistoryChange.Cause?)])
  func `a change is attributed to the program or the scenario, if only one of them changed`(
    programs: [String?], scenarios: [String?], cause: HistoryChange.Cause?
  ) throws {
    let changes = try change(programs: programs, scenarios: scenarios)
    #expect(changes.changes.map(\.series.quantity.kind) == [.fact, .count])
    #expect(changes.changes.map(\.cause) == [cause, cause])
    let text = changes.text()
    #expect(
      text.contains(
        "; caused by the program (commit p -> commit q), as the scenarios are the same\n")
        == (cause == .program))
    #expect(text.contains("; program and scenarios are the same\n") == (cause == .neither))
    #expect(text.contains(" changed too") == (scenarios[1] == "t"))
  }

  /// The revision says so where the digests of what was played are unknown.
  @Test
  func `scenarios of one revision count as unchanged`() throws {
    let changes = try change(
      programs: ["p", "q"], scenarios: [nil, nil], revisions: ["a", "a"])
    #expect(changes.changes.map(\.cause) == [.program, .program])
  }

  /// Times of one machine are fifteen times those of the other: joined, that would be the change.
  @Test
  func `absolute times of two machines are never joined`() throws {
    let scratch = try Scratch()
    let contents = try ChangesTests.mixed(in: scratch).contents()
    #expect(contents.series.count { $0.quantity == .processorTime } == 2)
    #expect(try !HistoryChanges(in: contents).changes.contains { $0.series.quantity.kind == .time })
  }

  /// The second half of the runs takes twice as long, as on a busy machine.
  @Test(arguments: [
    (Quantity.processorTime, 1_000_000, Int64(2_000), true),
    (.processorTime, 2_000_000, 2_000, false), (Quantity(.replay), 0, 0, false),
  ])
  func `a time changes where it does beside the reference work, and never without`(
    quantity: Quantity, reference: Int64, spread: Int64, isChange: Bool
  ) throws {
    let scratch = try Scratch()
    let runs = (1...12).map { number in
      let isNew = number > 6
      return Sample.run(
        number,
        [
          Sample.session(
            Sample.reading(
              quantity, (isNew ? 2_000_000 : 1_000_000) + Int64(number),
              reference: isNew ? reference : 1_000_000, spread: spread))
        ])
    }
    let contents = try Sample.store(in: scratch, runs).contents()
    #expect(contents.series.map(\.quantity) == [quantity])
    #expect(try HistoryChanges(in: contents).changes.isEmpty == !isChange)
  }

  @Test
  func `a change of times has to exceed their spreads`() throws {
    for (spread, count) in [(Int64(90_000), 1), (110_000, 0)] {
      let scratch = try Scratch()
      let runs = (1...12).map { number in
        Sample.run(
          number,
          [
            Sample.session(
              Sample.reading(.processorTime, number > 6 ? 110 : 100, reference: 50, spread: spread))
          ])
      }
      let contents = try Sample.store(in: scratch, runs).contents()
      #expect(try HistoryChanges(in: contents).changes.count == count)
    }
  }

  @Test
  func `a long text has fewer lines, and says so`() throws {
    let scratch = try Scratch()
    let sessions = (0..<12).map { "Some/long-name-of-a-session-that-does-not-fit-in-a-line.\($0)" }
    let runs = (1...24).map { number in
      Sample.run(number, sessions.map { Sample.views(Int64(number - 1) / 4 * 7 + 50, in: $0) })
    }
    let changes = try HistoryChanges(in: Sample.store(in: scratch, runs).contents())
    let lines = changes.text().split(separator: "\n", omittingEmptySubsequences: false)
    // Names are whole, so that variants are told apart.
    #expect(sessions.prefix(4).allSatisfy { name in lines.contains { $0.hasSuffix(name) } })
    #expect(lines.count { $0 == "  ... 4 more of this run" } == 4)
    #expect(lines.suffix(2) == ["12 changes at earlier runs; --verbose lists all of them", ""])
    let all = changes.text(isVerbose: true)
    #expect(all.split(separator: "\n").count { $0.contains(" views created of Some/") } == 61)
  }

  @Test
  func `programs get each change with its levels`() throws {
    let scratch = try Scratch()
    let changes = try HistoryChanges(in: ChangesTests.mixed(in: scratch).contents())
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(changes.json.utf8)) as? [String: Any])
    #expect(object["version"] as? Int == 1 && object["verdict"] as? String == "worse")
    #expect(object["headline"] as? String == changes.headline)
    let rows = try #require(object["changes"] as? [[String: Any]])
    #expect(rows.count == 5)
    let row = try #require(rows.first { $0["metric"] as? String == "views created" })
    #expect(row["session"] as? String == "Views/many-identifiers")
    #expect(row["direction"] as? String == "worse" && row["class"] as? String == "fact")
    #expect((row["before"] as? [String: Any])?["mean"] as? Double == 342)
    #expect((row["after"] as? [String: Any])?["runs"] as? Int == 6)
    #expect(row["revision"] as? String == "r7" && row["previous revision"] as? String == "r6")
    #expect(row["p"] as? Double == 0 && row["suspected"] as? Bool == false)
    #expect(rows[0]["runs missing"] as? Int == 2)
  }

  // MARK: The list of runs

  @Test
  func `a list of runs has the newest first, with what changed in each`() throws {
    let scratch = try Scratch()
    var runs = [
      Sample.run(1, [Sample.views(3), Sample.views(3, in: "b")]),
      Sample.run(2, [Sample.views(3), Sample.views(3, in: "b")]),
      Sample.run(3, [Sample.views(4), Sample.views(4, in: "b")]),
      Sample.run(4, branch: nil, [Sample.session(trace: "u", Reading(Quantity(.viewsCreated), 4))]),
      Sample.run(5, revision: .some(nil), committedAt: .some(nil), [Sample.views(1, in: "new")]),
      Sample.run(
        6,
        [
          Sample.session(
            in: "new", Reading(Quantity(.viewsCreated), 1), Reading(Quantity(.requests), 1))
        ]),
      Sample.run(
        7,
        [
          Sample.session(
            in: "new", Reading(Quantity(.viewsCreated), 1), Reading(Quantity(.requests), 2))
        ]),
      Sample.run(8, [Sample.session(in: "new", Reading(Quantity(.requests), 2))]),
    ]
    runs[5].origin.isModified = true
    runs[7].ending = "not deterministic"
    let store = try Sample.store(in: scratch, runs)
    let text = try wide { try store.logText(last: 100) }
    #expect(
      text
        == """
        run revision day        branch ended             sessions what changed
        --- -------- ---------- ------ ----------------- -------- \
        ------------------------------------------
          8 r8       2026-09-21 main   not deterministic        1 views created 1 -> - in new
          7 r7       2026-09-21 main   kept                     1 counts of 1 session
          6 r6+      2026-09-21 main   kept                     1 nothing
          5                     main   kept                     1 1 new session
          4 r4       2026-09-21        kept                     1 events of 1 session
          3 r3       2026-09-21 main   kept                     2
          views created 3 -> 4 in a and 1 more session
          2 r2       2026-09-21 main   kept                     2 nothing
          1 r1       2026-09-21 main   kept                     2 the first run

        """)
    #expect(
      try store.logText(last: 1).split(separator: "\n").last == "7 older runs; --all lists them too"
    )
    #expect(try store.logText(last: 9, branch: "none") == "no runs\n")
  }

  // MARK: Numbers

  @Test(
    arguments: [
      (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"),
      (951_782_400, "2000-02-29"),
      (951_868_800, "2000-03-01"), (1_767_225_599, "2025-12-31"), (1_767_225_600, "2026-01-01"),
      (4_107_542_400, "2100-03-01"), (253_402_300_799, "9999-12-31"), (.max, "9999-12-31"),
      (-1, "1970-01-01"), (.min, "1970-01-01"),
    ] as [(Int64, String)])
  func `days are those of the calendar`(seconds: Int64, day: String) {
    var origin = RunOrigin()
    origin.startedAtSeconds = seconds
    let run = RecordedRun(
      number: 1, origin: origin, version: "", programSource: nil, ending: "", machine: nil,
      fingerprint: Fingerprint([:]),
      countedOn: Fingerprint([:]), sessions: 0)
    #expect(run.dayText == day)
  }

  @Test(
    arguments: [
      (Quantity(.viewsCreated), 1_234, "1,234"), (Quantity(.viewsCreated), 40.25, "40.3"),
      (Quantity(.viewsCreated), 0, "0"), (Quantity(.latencyPercentile95), 236_412_345, "236.4 ms"),
      (Quantity(.viewReuseRate), 0.9087, "90.9 %"), (Quantity(.hitchRatio), 0.0032, "3.2 ms per s"),
      (Quantity(.viewsCreatedPerPan), 2.5e-9, "2.5"),
      (Quantity(.pointsPanned), 12_500_000, "12.5 pt"),
      (Quantity(.bytes), 2_097_152, "2.0 MiB"), (Quantity(.replay), 5_831_000, "5.83 ms"),
      (.instructions, 1e300, "9,223,372,036,854,775,807"),
    ] as [(Quantity, Double, String)])
  func `numbers have the unit of their quantity`(
    quantity: Quantity, number: Double, text: String
  ) {
    #expect(LevelText.text(number, of: quantity) == text)
  }

  @Test
  func `levels that look the same have all their digits`() {
    #expect(
      LevelText.texts(236_412_345, 236_412_346, of: Quantity(.latencyMaximum))
        == ["236.412345 ms", "236.412346 ms"])
    #expect(LevelText.texts(5, 5, of: Quantity(.taps)) == ["5", "5"])
  }
}
