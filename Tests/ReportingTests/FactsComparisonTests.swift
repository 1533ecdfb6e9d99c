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
