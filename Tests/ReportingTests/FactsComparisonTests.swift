import Measures
import Metrics
import Testing

@testable import Reporting

@Suite("Comparing facts")
struct FactsComparisonTests {
  /// A facts file in small, with what a test changes in it.
  private static func facts(
    created: Int = 4, reused: Int = 3, line: Int = 12, mark: Int = 1, outcome: String = "kept",
    digest: String = "a",
    extra: String = ""
  ) -> String {
    """
    {
      "callouts": [],
      "digest": "\(digest)",
      "marks": [
        {
          "mark": "in, \\"quotes\\"",
          "views created": \(mark)
        }
      ],
      "session": {
        "reuse rate": {"of": 10, "part": \(reused)},\(extra)
        "views created": \(created)
      },
      "steps": [
        {
          "step": 4,
          "step line": \(line),
          "step text": "zoom: {by: 1 level}",
          "views created": \(created)
        }
      ],
      "verdicts": [
        {"expectation": "views created: at most 4", "line": \(line), "outcome": "\(outcome)"}
      ]
    }

    """
  }

  private static func words(_ new: String) -> [String] {
    FactsDifference.values(old: facts(), new: new).map(\.words)
  }

  @Test
  func `names each value that differs, old and new, the whole session first`() {
    typealias Tests = FactsComparisonTests
    #expect(Tests.words(Tests.facts()).isEmpty)
    #expect(
      Tests.words(Tests.facts(created: 5, digest: "b")) == [
        "views created 4 -> 5", "step 4 (line 12): views created 4 -> 5",
      ])
    #expect(Tests.words(Tests.facts(reused: 2)) == ["reuse rate 3 of 10 -> 2 of 10"])
    #expect(
      Tests.words(Tests.facts(mark: 2)) == [#"mark "in, \"quotes\"": views created 1 -> 2"#])
    #expect(
      Tests.words(Tests.facts(outcome: "broken")) == [
        #"expectation "views created: at most 4" (line 12): outcome "kept" -> "broken""#
      ])
    #expect(Tests.words(Tests.facts(extra: "\n    \"taps\": 2,")) == ["taps 0 -> 2"])
    #expect(
      FactsDifference.values(old: Tests.facts(extra: "\n    \"taps\": 2,"), new: Tests.facts())
        .map(\.words) == ["taps 2 -> 0"])
    #expect(
      Tests.words(Tests.facts(extra: "\n    \"points lost\": 0,")) == ["points lost nothing -> 0"])
  }

  typealias Change = (key: String, old: String?, new: String?, words: String)

  private static let latency = "clustering latency max"
  private static let changesOfUnits: [Change] = [
    ("\(latency) ns", "207049370", "210111111", "\(latency) 207.0 ms -> 210.1 ms"),
    ("\(latency) ns", "113433", "124776", "\(latency) 0.113433 ms -> 0.124776 ms"),
    ("simulated time ns", "3000000000", "3250000000", "simulated time 3.00 s -> 3.25 s"),
    ("hitch time ns", nil, "5000000", "hitch time 0.0 ms -> 5.0 ms"),
    ("callout overflow max micropoints", "12500000", "0", "callout overflow max 12.5 pt -> 0.0 pt"),
    ("view memory peak bytes", "2048", "1048576", "view memory peak 2.0 KiB -> 1.0 MiB"),
    ("views created", "4999", "12345", "views created 4,999 -> 12,345"),
    (
      "views created per 1000 pt panned micropoints", #"{"of": 4000000000, "part": 10}"#,
      #"{"of": 4000000000, "part": 20}"#, "views created per 1000 pt panned 2.5 -> 5.0"
    ),
    (
      "view reuse rate", #"{"of": 440, "part": 400}"#, #"{"of": 440, "part": 220}"#,
      "view reuse rate 90.9 % -> 50.0 %"
    ),
    (
      "view reuse rate", #"{"of": 100000, "part": 50000}"#, #"{"of": 100000, "part": 50001}"#,
      "view reuse rate 50.0 % (50,000 of 100,000) -> 50.0 % (50,001 of 100,000)"
    ), ("view reuse rate", nil, #"{"of": 2, "part": 1}"#, "view reuse rate nothing -> 50.0 %"),
    (
      "hitch ratio ns", #"{"of": 1000000000, "part": 12000000}"#,
      #"{"of": 1000000000, "part": 3000000}"#, "hitch ratio 12.0 ms per s -> 3.0 ms per s"
    ),
    (
      "hitch ratio ns", #"{"of": 1000000000, "part": 12000000}"#,
      #"{"of": 1000000000, "part": 12000001}"#,
      "hitch ratio 12 ms of 1,000 ms -> 12.000001 ms of 1,000 ms"
    ), ("mark start ns", "16000000", "32000000", "mark start 16.0 ms -> 32.0 ms"),
    ("compared with", "100000000", "200000000", "compared with 100.0 ms -> 200.0 ms"),
    (
      "worst", #"{"at ns": 16000000, "layer": "a, b", "ns": 20000000, "step": 3}"#,
      #"{"at ns": 16000000, "layer": "a, b", "ns": 30000000, "step": 3}"#,
      #"worst at 16.0 ms, layer "a, b", 20.0 ms, step 3 -> at 16.0 ms, layer "a, b", 30.0 ms, "#
        + "step 3"
    ), ("broken by", #"{"C2": {"of": {}}}"#, "{}", #"broken by C2 {"of": {}} -> {}"#),
    ("seed", #""1""#, #""2""#, #"seed "1" -> "2""#),
  ]

  /// Files have the unit of a number in its name; people read it behind the number.
  @Test(arguments: changesOfUnits.indices)
  func `a value has the name of its metric, and its unit`(index: Int) {
    let (key, old, new, words) = FactsComparisonTests.changesOfUnits[index]
    let part = "expectation \"\(FactsComparisonTests.latency): within 5 % of a\" (line 3)"
    let value = FactsDifference.Value(part: part, key: key, old: old, new: new)
    #expect(value.words == "\(part): \(words)")
  }

  /// The changes of a session in the order of their file.
  private static let manyValues = [
    ("", "callouts opened", "1", "2"), ("", "churn", "10", "11"), ("", "hitches", "1", "5"),
    ("", "simulated time ns", "1000000", "2000000"), ("", "views created", "9", "3"),
    ("step 4 (line 12)", "hitches", "0", "4"),
    (#"expectation "hitches: at most 4" (line 20)"#, "outcome", #""kept""#, #""broken""#),
  ].map { FactsDifference.Value(part: $0, key: $1, old: $2, new: $3) }

  /// What was judged otherwise, what is worse by how much, what is better, and the rest.
  @Test
  func `what tells most comes first, of values and of sessions`() {
    let change = FactsComparison.Change(id: "a", values: FactsComparisonTests.manyValues)
    #expect(
      change.mostTelling.map(\.key) == [
        "outcome", "hitches", "churn", "views created", "callouts opened", "simulated time ns",
        "hitches",
      ])
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 9)
    comparison.changes =
      [[], [4], [1], [2], [6], [3], [2]].enumerated().map { session, indices in
        FactsComparison.Change(
          id: "s\(session)", values: indices.map { FactsComparisonTests.manyValues[$0] })
      }
    #expect(comparison.mostTelling.map(\.id) == ["s4", "s3", "s6", "s2", "s1", "s5", "s0"])
    #expect(
      comparison.firstDifference
        == "facts of 7 sessions differ, first s4: expectation \"hitches: at most 4\" (line 20): "
        + "outcome \"kept\" -> \"broken\"")
  }

  /// Ten are named.
  @Test(arguments: [(10, false), (11, true)])
  func `a list that is cut says how to see all of it`(count: Int, isCut: Bool) {
    for list in [\FactsComparison.missing, \FactsComparison.stale] {
      var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: count)
      comparison[keyPath: list] = (0..<count).map { "s\($0)" }
      let note = "note: --verbose shows all that differs"
      for isVerbose in [false, true] {
        let lines = comparison.complaints(command: "x", locksIn: false, isVerbose: isVerbose)
        #expect(lines.contains(note) == (isCut && !isVerbose))
      }
    }
  }

  @Test
  func `a sentence fills a line, and all that differs has lines of its own`() {
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    let values = Array(FactsComparisonTests.manyValues.prefix(6))
    comparison.changes = [FactsComparison.Change(id: "Views/a", values: values)]
    let sentence =
      "facts of Views/a differ: hitches 1 -> 5, churn 10 -> 11, views created 9 -> 3, and 3 more"
    #expect(comparison.findings == [sentence])
    #expect(
      comparison.complaints(command: "x", locksIn: false, isVerbose: false) == [
        "error: \(sentence)", "note: --verbose shows all that differs",
        "help: if this is meant, write the new facts: x",
      ])
    let lines = [
      "facts of Views/a differ:", "  hitches 1 -> 5", "  churn 10 -> 11", "  views created 9 -> 3",
      "  callouts opened 1 -> 2", "  simulated time 1.0 ms -> 2.0 ms",
      "  step 4 (line 12): hitches 0 -> 4",
    ]
    #expect(comparison.allDifferences == lines)
    #expect(
      comparison.complaints(command: "x", locksIn: true, isVerbose: true)
        == ["better: \(lines[0])"] + Array(lines.dropFirst()) + ["help: lock it in: x"])
    // Whatever the length of its name, a session has one value, and a short one has them all.
    let name = String(repeating: "n", count: 100)
    comparison.changes = [
      FactsComparison.Change(id: name, values: values),
      FactsComparison.Change(id: "b", values: Array(values.suffix(2))),
    ]
    #expect(
      comparison.findings == [
        "facts of \(name) differ: hitches 1 -> 5, and 5 more",
        "facts of b differ: views created 9 -> 3, step 4 (line 12): hitches 0 -> 4",
      ])
    comparison.changes.removeFirst()
    #expect(comparison.complaints(command: "x", locksIn: false, isVerbose: false).count == 2)
  }

  @Test
  func `does not dwell on lines that moved or on the digest`() {
    typealias Tests = FactsComparisonTests
    #expect(
      Tests.words(Tests.facts(created: 5, line: 13, digest: "b")).first == "views created 4 -> 5")
    #expect(Tests.words(Tests.facts(created: 5, line: 13, digest: "b")).count == 2)
    #expect(Tests.words(Tests.facts(digest: "b")) == [#"digest "a" -> "b""#])
    #expect(Tests.words(Tests.facts(line: 13)).allSatisfy { $0.hasSuffix("line 12 -> 13") })
  }

  /// Whether a zero is written follows from the definition of its metric.
  @Test
  func `write a zero only where its absence would say something else`() {
    var session = Fixture.session()
    for metric: Metric in [.taps, .clustersShown, .liveViewsPeak, .pointsLost, .clustersMoved] {
      session.facts.session[metric] = .count(0)
      session.facts.marks[0].table[metric] = .count(0)
    }
    session.facts.session[.hitchTime] = .nanoseconds(0)
    session.facts.session[.worstFrame] = .nanoseconds(0)
    let text = FactsFile.text(of: session)
    for key in ["points lost", "clusters moved", "worst frame ns"] {
      #expect(text.ranges(of: "\"\(key)\": 0").count == 1, "\(key)")
    }
    for key in ["taps", "clusters shown", "live views peak", "hitch time ns"] {
      #expect(!text.contains("\"\(key)\""), "\(key)")
    }
  }

  @Test
  func `of two versions of the layout says nothing else`() {
    typealias Tests = FactsComparisonTests
    let old = Tests.facts().replacing("\n}\n", with: ",\n  \"version\": 3\n}\n")
    let new = Tests.facts(created: 5).replacing("\n}\n", with: ",\n  \"version\": 4\n}\n")
    let values = FactsDifference.values(old: old, new: new)
    #expect(values.map(\.words) == ["version 3 -> 4"])
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    comparison.changes = [FactsComparison.Change(id: "a", values: values)]
    #expect(comparison.findings == ["facts of a have another layout: version 3 -> 4"])
  }

  @Test
  func `of a file that is no JSON says so, and never that it is better`() {
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    let value = FactsDifference.Value(unreadable: "Reports/a.json:1:1")
    comparison.changes = [FactsComparison.Change(id: "a", values: [value])]
    #expect(comparison.findings == ["facts of a: Reports/a.json:1:1 cannot be read as JSON"])
    #expect(
      comparison.firstDifference
        == "facts of 1 session differ, a: Reports/a.json:1:1 cannot be read as JSON")
    #expect(!comparison.isImprovement && value.direction == .unknown)
  }

  @Test
  func `tells compared from updated, and lists at most ten of a kind`() {
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 30)
    #expect(comparison.words == "compared: 30 sessions, none differs")
    #expect(comparison.findings.isEmpty)
    comparison.changes = (1...12).map { FactsComparison.Change(id: "s\($0)", values: []) }
    comparison.missing = (1...11).map { "m\($0)" }
    comparison.stale = ["old"]
    #expect(
      comparison.words == "compared: 30 sessions, 12 differ, 11 missing, 1 of no scenario")
    #expect(comparison.findings.count == 13)
    #expect(comparison.findings[0] == "facts of s1 differ: only in their layout")
    #expect(comparison.findings[10] == "facts of 2 more sessions differ")
    #expect(comparison.findings[11].hasSuffix("m9, m10 and 1 more"))
    comparison.changes.removeLast()
    #expect(comparison.findings[10] == "facts of 1 more session differs")

    var update = FactsComparison(purpose: .updated, folder: "Reports", count: 3)
    update.changes = [FactsComparison.Change(id: "a", values: [])]
    update.missing = ["b"]
    update.hasFacts = false
    #expect(update.words == "updated: 3 sessions, 1 changed, 1 new")
    #expect(update.findings.isEmpty)
  }
}
