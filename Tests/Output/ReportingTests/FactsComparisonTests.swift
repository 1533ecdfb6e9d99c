import Measures
import Metrics
import Support
import Testing
import Wire

@testable import Reporting

@Suite("Comparing facts")
struct FactsComparisonTests {
  /// A facts file in small, with what a test changes in it.
  private static func facts(
    created: Int = 4, reused: Int = 3, mark: Int = 1, digest: String = "a", extra: String = "",
    metricSet: Int = FactsFile.metricSet
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
      "metric set": \(metricSet),
      "session": {
        "view reuse rate": {"of": 10, "part": \(reused)},\(extra)
        "views created": \(created)
      },
      "steps": [
        {
          "step": 4,
          "verb": "zoom",
          "views created": \(created)
        }
      ],
      "version": \(FactsFile.version)
    }

    """
  }

  private static func words(_ new: String) -> [String] {
    FactsDifference.values(old: facts(), new: new, places: [4: "line 12"]).map(\.words)
  }

  @Test
  func `names each value that differs, old and new, the whole session first`() {
    typealias Tests = FactsComparisonTests
    #expect(Tests.words(Tests.facts()).isEmpty)
    #expect(
      Tests.words(Tests.facts(created: 5, digest: "b")) == [
        "views created 4 -> 5", "step 4 (zoom, line 12): views created 4 -> 5",
      ])
    #expect(Tests.words(Tests.facts(reused: 2)) == ["view reuse rate 30.0 % -> 20.0 %"])
    #expect(
      Tests.words(Tests.facts(mark: 2)) == [#"mark "in, \"quotes\"": views created 1 -> 2"#])
    #expect(Tests.words(Tests.facts(extra: "\n    \"taps\": 2,")) == ["taps 0 -> 2"])
    #expect(
      FactsDifference.values(old: Tests.facts(extra: "\n    \"taps\": 2,"), new: Tests.facts())
        .map(\.words) == ["taps 2 -> 0"])
    #expect(
      Tests.words(Tests.facts(extra: "\n    \"points lost\": 0,")) == ["points lost nothing -> 0"])
  }

  /// A file of a set of metrics before all others knows none of them.
  @Test
  func `a metric that the committed facts do not know is new, and no difference`() {
    let old = FactsComparisonTests.facts(metricSet: 0)
    let new = FactsComparisonTests.facts(created: 5, reused: 2)
    let difference = FactsDifference(old: old, new: new)
    #expect(difference.values.isEmpty)
    let committed = Metric.allCases.filter(\.definition.isCommitted).map(\.name)
    #expect(difference.newMetrics == committed)
    #expect(FactsDifference(old: new, new: new).newMetrics.isEmpty)
    // Nor does an earlier program make anything of metrics that only a newer one knows.
    let newer = FactsComparisonTests.facts(
      extra: "\n    \"number of dreams\": 2,", metricSet: FactsFile.metricSet + 1)
    #expect(FactsDifference(old: newer, new: FactsComparisonTests.facts()).values.isEmpty)
    let other = FactsComparisonTests.facts(digest: "b")
    #expect(FactsDifference(old: old, new: other).values.map(\.key) == ["digest"])
  }

  /// One file of a newer program would hide what changes in all others.
  @Test
  func `all but metrics is compared whatever sets of metrics the files know`() {
    func facts(_ metricSet: Int, changed: Bool = false) -> String {
      let (digest, word) = changed ? ("b", "2") : ("a", "1")
      return FactsComparisonTests.facts(digest: digest, metricSet: metricSet)
        .replacing("\"callouts\": []", with: "\"callouts\": [\n    {\"callout\": 1}\n  ]")
        .replacing("{\"callout\": 1}", with: "{\"callout\": 1, \"kept\": \"C\(word)\"}")
        .replacing("\"marks\"", with: "\"device\": \"phone \(word)\",\n  \"marks\"")
        .replacing("\"session\": {", with: "\"seed\": \"\(word)\",\n  \"session\": {")
    }
    for set in [0, 1, FactsFile.metricSet, FactsFile.metricSet + 1, 9_999] {
      let difference = FactsDifference(
        old: facts(set), new: facts(FactsFile.metricSet, changed: true))
      #expect(difference.values.map(\.key) == ["device", "seed", "kept"], "\(set)")
      let digest = FactsComparisonTests.facts(digest: "b")
      let alone = FactsDifference(
        old: FactsComparisonTests.facts(metricSet: set), new: digest)
      #expect(alone.values.map(\.key) == ["digest"], "\(set)")
    }
  }

  /// A step that counts nothing else was left out before.
  @Test
  func `a step with new metrics alone is no difference`() {
    let new = FactsComparisonTests.facts()
    let old = FactsComparisonTests.facts(metricSet: 0)
      .replacing(#/"steps": \[[^\]]*\]/#, with: "\"steps\": []")
    #expect(old != new && FactsDifference(old: old, new: new).values.isEmpty)
    let known = old.replacing("\"metric set\": 0", with: "\"metric set\": 1")
    #expect(FactsDifference(old: known, new: new).values.map(\.key) == ["presence"])
  }

  @Test
  func `facts that cannot be read say where and why`() {
    let facts = FactsComparisonTests.facts()
    func error(_ text: String) -> String {
      let error = FactsFile.error(in: text)
      let place = error?.place(in: Array(text.utf8))
      return error.map { "\(place?.line ?? 0):\(place?.column ?? 0) \($0.sentence)" } ?? ""
    }
    #expect(error(facts).isEmpty && !FactsFile.isDamaged(facts))
    for set in ["0", "-1", "10000", "99999999999999999999", "1.5", "\"1\"", "null", "[]"] {
      let text = facts.replacing(
        "\"metric set\": \(FactsFile.metricSet)", with: "\"metric set\": \(set)")
      #expect(error(text) == "10:17 cannot be read: 'metric set' is no number of facts", "\(set)")
      #expect(FactsFile.isDamaged(text))
    }
    let merged = "\(facts)<<<<<<< HEAD\n\(facts)"
    #expect(
      error(merged).hasSuffix(
        "1 cannot be read: a merge is unfinished, and this is a conflict marker"))
    #expect(FactsFile.error(in: merged)?.offset == facts.utf8.count)
    #expect(FactsFile.isDamaged(merged) && FactsFile.isDamaged("<<<<<<< HEAD\n"))
    for length in stride(from: 0, to: facts.count - 1, by: 37) {
      #expect(FactsFile.isDamaged(String(facts.prefix(length))), "\(length)")
    }
    // Files of others are theirs.
    for other in ["{}\n", "[1]", "{\n  \"run\": 1,"] { #expect(!FactsFile.isDamaged(other)) }
  }

  /// Whoever adds a metric, or gives one another meaning, gives it the next set.
  ///
  /// Facts of everybody would differ otherwise. Points panned counted every way of the map before.
  @Test
  func `the first set of metrics has the metrics that it was closed with`() {
    let first = Metric.allCases.filter { $0.definition.set == 1 && $0.definition.isCommitted }
    #expect(first.count == 140)
    #expect(!first.contains(.pointsPanned) && !first.contains(.viewsCreatedPerPan))
    #expect(Set(Metric.allCases.map(\.definition.set)) == Set(1...FactsFile.metricSet))
  }

  @Test
  func `a renamed key is read for two versions`() {
    let key = FactsFile.FormerKey(old: "views made", new: "views created", since: 7)
    #expect([6, 7, 8, 9].map(key.isRead) == [true, true, true, false])
    let old = FactsComparisonTests.facts().replacing("views created", with: "views made")
    let renamed = FactsText(
      old, formerKeys: [.init(old: "views made", new: "views created", since: FactsFile.version)])
    let new = FactsText(FactsComparisonTests.facts())
    #expect(FactsDifference(renamed, new).values.isEmpty)
    #expect(!FactsDifference(FactsText(old), new).values.isEmpty)
  }

  typealias Change = (key: String, old: String?, new: String?, words: String)

  private static let latency = "clustering latency max"
  private static let changesOfUnits: [Change] = [
    ("\(latency) ns", "207049370", "210111111", "\(latency) 207.0 ms -> 210.1 ms"),
    ("\(latency) ns", "113433", "124776", "\(latency) 0.11 ms -> 0.12 ms"),
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
      "view reuse rate 50.000 % -> 50.001 %"
    ), ("view reuse rate", nil, #"{"of": 2, "part": 1}"#, "view reuse rate nothing -> 50.0 %"),
    (
      "hitch ratio ns", #"{"of": 1000000000, "part": 12000000}"#,
      #"{"of": 1000000000, "part": 3000000}"#, "hitch ratio 12.0 ms per s -> 3.0 ms per s"
    ),
    (
      "hitch ratio ns", #"{"of": 1000000000, "part": 12000000}"#,
      #"{"of": 1000000000, "part": 12000001}"#,
      "hitch ratio 12.000000 ms per s -> 12.000001 ms per s"
    ),
    (
      "callout visible time", #"{"of": 800000000, "part": 700000000}"#,
      #"{"of": 800000000, "part": 700000001}"#,
      "callout visible time 87.5 % (700 ms of 800 ms) -> 87.5 % (700.000001 ms of 800 ms)"
    ), ("mark start ns", "16000000", "32000000", "mark start 16.0 ms -> 32.0 ms"),
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
    #expect(wide { comparison.findings } == [sentence])
    #expect(
      wide { comparison.complaints(command: "x", locksIn: false, isVerbose: false) } == [
        "error: \(sentence)", "note: --verbose shows all that differs",
        "help: if this is meant, write the new facts: x --reason '...'",
      ])
    let lines = [
      "facts of Views/a differ:", "  hitches 1 -> 5", "  churn 10 -> 11", "  views created 9 -> 3",
      "  callouts opened 1 -> 2", "  simulated time 1.0 ms -> 2.0 ms",
      "  step 4 (line 12): hitches 0 -> 4",
    ]
    #expect(comparison.allDifferences == lines)
    #expect(
      comparison.complaints(command: "x", locksIn: true, isVerbose: true)
        == ["better: \(lines[0])"] + Array(lines.dropFirst()) + [
          "help: lock it in: x --reason '...'"
        ])
    // Whatever the length of its name, a session has one value, and a short one has them all.
    let name = String(repeating: "n", count: 100)
    comparison.changes = [
      FactsComparison.Change(id: name, values: values),
      FactsComparison.Change(id: "b", values: Array(values.suffix(2))),
    ]
    #expect(
      wide { comparison.findings } == [
        "facts of \(name) differ: hitches 1 -> 5, and 5 more",
        "facts of b differ: views created 9 -> 3, step 4 (line 12): hitches 0 -> 4",
      ])
    comparison.changes.removeFirst()
    #expect(
      wide { comparison.complaints(command: "x", locksIn: false, isVerbose: false) }.count == 2)
  }

  @Test
  func `does not dwell on the digest`() {
    typealias Tests = FactsComparisonTests
    #expect(Tests.words(Tests.facts(created: 5, digest: "b")).first == "views created 4 -> 5")
    #expect(Tests.words(Tests.facts(created: 5, digest: "b")).count == 2)
    #expect(Tests.words(Tests.facts(digest: "b")) == [#"digest "a" -> "b""#])
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
    let new = FactsComparisonTests.facts(created: 5)
    let old = new.replacing("\"version\": \(FactsFile.version)", with: "\"version\": 3")
    let values = FactsDifference.values(old: old, new: new)
    #expect(values.map(\.words) == ["version 3 -> \(FactsFile.version)"])
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    comparison.changes = [FactsComparison.Change(id: "a", values: values)]
    #expect(
      comparison.findings
        == ["facts of a have another layout: version 3 -> \(FactsFile.version)"])
  }

  /// It had titles, lines, the steps that only look, verdicts, and another fingerprint.
  @Test
  func `the layout of the version before is read`() {
    let new = FactsComparisonTests.facts()
    func before(_ created: Int) -> String {
      new.replacing("\"a\"", with: "\"other\"")
        .replacing(
          "\"step\": 4,\n      \"verb\": \"zoom\",\n      \"views created\": 4",
          with: "\"step\": 9,\n      \"step line\": 12,"
            + "\n      \"step text\": \"zoom: {by: 1}\","
            + "\n      \"views created\": \(created)\n    },\n    {\n      \"live views peak\": 3,"
            + "\n      \"step\": 10,\n      \"step line\": 13,"
            + "\n      \"step text\": \"snapshot: end\""
        )
        .replacing(
          "  \"version\": 5",
          with: "  \"verdicts\": [\n    {\"expectation\": \"churn: exactly 0\"}\n  ],"
            + "\n  \"scenario\": \"A title\",\n  \"version\": 4")
    }
    #expect(FactsDifference.values(old: before(4), new: new).isEmpty)
    #expect(
      FactsDifference.values(old: before(3), new: new).map(\.words)
        == ["step 4 (zoom): views created 3 -> 4"])
  }

  @Test
  func `facts that cannot be read are told before what differs`() {
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    comparison.unreadable = ["Reports/a.json:1:1: cannot be read as JSON"]
    #expect(comparison.findings == ["Reports/a.json:1:1: cannot be read as JSON"])
    #expect(comparison.words == "committed facts: 1 session compared, 1 unreadable")
    #expect(
      comparison.complaints(command: "x", locksIn: false, isVerbose: false)
        == ["error: Reports/a.json:1:1: cannot be read as JSON", FactsComparison.unreadableRemedy])
    #expect(!comparison.isImprovement)
  }

  /// What is not up to date is no finding.
  @Test
  func `renamed sessions, new metrics and old pages are notes`() {
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 3)
    comparison.renamings = [.init(old: "a", new: "b")]
    comparison.newMetrics = ["churn"]
    comparison.oldIndexes = ["Reports/README.md", "Reports/a.svg"]
    #expect(comparison.findings.isEmpty && !comparison.hasFindings)
    #expect(comparison.words == "committed facts: 3 sessions compared, 1 renamed")
    #expect(
      comparison.complaints(command: "x", locksIn: false, isVerbose: false) == [
        "note: facts of b: renamed from a",
        "note: new in facts, and not compared yet: churn",
        "note: 'Reports/README.md' and 1 more are not up to date, although no fact differs",
        "help: update the committed facts: x",
      ])
    comparison.oldIndexes = ["Reports/a.svg"]
    #expect(
      comparison.notes().last == "'Reports/a.svg' is not up to date, although no fact differs")
    comparison.stale = ["c"]
    #expect(
      comparison.complaints(command: "x", locksIn: false, isVerbose: false).last
        == "help: if this is meant, write the new facts: x --reason '...'")
  }

  /// They follow from the facts then.
  @Test(arguments: ["change", "missing", "stale"])
  func `old pages are no note where facts differ`(kind: String) {
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 3)
    comparison.oldIndexes = ["Reports/a.svg"]
    #expect(comparison.notes().count == 1)
    if kind == "change" { comparison.changes = [FactsComparison.Change(id: "a", values: [])] }
    if kind == "missing" { comparison.missing = ["a"] }
    if kind == "stale" { comparison.stale = ["a"] }
    #expect(comparison.notes().isEmpty)
  }

  @Test
  func `tells compared from updated, and lists at most ten of a kind`() {
    var comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 30)
    #expect(comparison.words == "committed facts: 30 sessions compared, none differs")
    #expect(comparison.findings.isEmpty)
    comparison.changes = (1...12).map { FactsComparison.Change(id: "s\($0)", values: []) }
    comparison.missing = (1...11).map { "m\($0)" }
    comparison.stale = ["old"]
    #expect(
      comparison.words == "committed facts: 30 sessions compared, 12 differ, 11 missing, "
        + "1 of no scenario")
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
