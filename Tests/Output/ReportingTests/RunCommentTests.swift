import Formatting
import Foundation
import Measures
import Metrics
import Testing

@testable import ReportTexts
@testable import Reporting

/// The comment on a pull request.
@Suite("Comments")
struct RunCommentTests {
  private static let address = "https://example.org/reports"
  private static let strips = ["![", "<img", "data:", "<svg"]

  private static func session(
    _ id: String, views: Int64 = 40, reused: Int64 = 400,
    outcome: Metrics.Expectation.Outcome = .kept
  ) -> SessionReport {
    var session = Fixture.session(
      id: id, file: "Scenarios/\(id).yaml",
      verdicts: [Fixture.verdict(value: .count(views), outcome: outcome)])
    session.facts.session[.viewsCreated] = .count(views)
    session.facts.session[.viewsReused] = .count(reused)
    session.facts.session[.viewReuseRate] = .share(part: reused, of: reused + views)
    session.scene = Fixture.seen
    return session
  }

  /// The sessions that differ, as `diff` finds them.
  private static func changes(
    _ old: [SessionReport], _ new: [SessionReport]
  ) -> [FactsComparison.Change] {
    zip(old, new).compactMap { old, new in
      let judged =
        old.outcome == new.outcome
        ? []
        : [
          FactsDifference.Value(
            part: "", key: "outcome", old: old.outcome.rawValue, new: new.outcome.rawValue)
        ]
      let values = FactsDifference.values(
        old: FactsFile.text(of: old), new: FactsFile.text(of: new))
      return judged.isEmpty && values.isEmpty
        ? nil : FactsComparison.Change(id: new.id, values: judged + values)
    }
  }

  private static func comment(
    _ old: [SessionReport], _ new: [SessionReport], isLinked: Bool = false,
    gone: [String] = []
  ) -> (text: String, comment: RunComment) {
    var comment = RunComment()
    comment.base = CommentBase(
      run: "base/run.json", revision: "1a2b3c4d5e6f", count: old.count,
      changes: changes(old, new), new: new.dropFirst(old.count).map(\.id), gone: gone)
    let run = Fixture.run(new)
    if isLinked {
      comment.address = address
      comment.addStrip(of: run)
    }
    return (comment.text(of: run), comment)
  }

  private static let known = KnownFailure(
    metric: "views created", ticket: "MAP-53", until: "2027-01-31", line: 12, column: 3)

  /// A head that fails where the base passed, has a known failure and is better elsewhere.
  private static let example: (text: String, comment: RunComment) = {
    var known = session("Views/many", views: 41, outcome: .broken)
    known.knownFailures = [Self.known]
    return comment(
      [session("Callouts/pins"), known, session("Views/pan")],
      [
        session("Callouts/pins", views: 44, reused: 396, outcome: .broken), known,
        session("Views/pan", views: 36, reused: 404), session("Views/zoom"),
      ], isLinked: true, gone: ["Views/old"])
  }()

  @Test
  func `the page of exports shows one`() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Program/CommandLineTool/CommandLineTool.docc/Exports.md"),
      encoding: .utf8)
    #expect(page.contains("```markdown\n\(Self.example.text)```"), "\(Self.example.text)")
    #expect(!Self.strips.contains { Self.example.text.contains($0) })
  }

  @Test
  func `the film strip is that of a session which fails, else of the worst one`() {
    let files = ExportFormat.comment(Self.example.comment).files(of: Fixture.run([]))
    #expect(files.map(\.name) == ["comment.md", "film-strip.svg"])
    #expect(files[1].text(Fixture.run([])).hasPrefix("<svg"))
    let worse = Self.comment(
      [Self.session("a"), Self.session("b")],
      [Self.session("a", views: 41), Self.session("b", views: 50)], isLinked: true)
    #expect(worse.text.contains("[film strip of `b`](\(Self.address)/film-strip.svg)"))
    let broken = Self.session("a", outcome: .broken)
    let failing = Self.comment(
      [broken, Self.session("b")], [broken, Self.session("b", views: 50)], isLinked: true)
    #expect(failing.text.contains("[film strip of `a`]"))
    var bare = Self.session("a", views: 41)
    bare.scene = nil
    for new in [Self.session("a"), Self.session("a", views: 39), bare] {
      let other = Self.comment([Self.session("a")], [new], isLinked: true)
      #expect(!other.text.contains("film") && other.text.contains("[Page of the run]"))
      #expect(ExportFormat.comment(other.comment).files(of: Fixture.run([])).count == 1)
    }
  }

  @Test
  func `a thousand sessions fit in sixty lines, the worst first`() {
    func text(_ outcome: Metrics.Expectation.Outcome) -> String {
      let new = (0..<1_000).map { number in
        var session = Self.session("s\(number)", views: Int64(41 + number), outcome: outcome)
        session.knownFailures =
          outcome == .broken && number.isMultiple(of: 2) ? [Self.known] : nil
        return session
      }
      var comment = RunComment()
      comment.address = Self.address
      comment.base = CommentBase(
        run: "base/run.json", revision: nil, count: 1_000,
        changes: new.enumerated().map { number, session in
          let values = [
            ("outcome", "passed", session.outcome.rawValue),
            ("views created", "40", "\(41 + number)"),
            ("views reused", "400", "399"),
          ].filter { $1 != $2 }
          return FactsComparison.Change(
            id: session.id,
            values: values.map { FactsDifference.Value(part: "", key: $0, old: $1, new: $2) })
        }, new: [], gone: [])
      return comment.text(of: Fixture.run(new))
    }
    let failing = text(.broken)
    let lines = failing.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 61 && lines.count > 50, "\(lines.count)")
    #expect(failing.contains("1,000 of 1,000 sessions differ: 1,000 with something worse."))
    #expect(failing.contains(" more rows\n\n### Failures\n"))
    #expect(failing.contains("more rows: the run file has all\n"))
    #expect(lines[6].contains("report.html#/s1)"), "\(lines[6])")
    let passing = text(.kept)
    let rows = passing.split(separator: "\n").filter { $0.hasPrefix("| [") }
    #expect(rows.count == 20)
    #expect(rows[0].hasPrefix("| [`s999`](https://example.org/reports/report.html#/s999) | views "))
    #expect(rows[0].hasSuffix(" | 40 | 1,040 | +1,000 | **worse** |"), "\(rows[0])")
    #expect(passing.contains("\n… and 1,980 more rows\n\n[Page of the run]"))
  }

  @Test
  func `no row is there where nothing moved, and nothing is compared unasked`() {
    let same = Self.comment([Self.session("a")], [Self.session("a")]).text
    #expect(
      same == """
        ## ✅ MapReplay: 1 scenario passed

        Compared with `base/run.json` of revision `1a2b3c4d`, none of 1 session differs.

        """)
    var run = Fixture.run([Self.session("a")])
    #expect(RunComment().text(of: run).contains("\n\nFacts were not compared: use `mapreplay run"))
    run.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 0)
    run.comparison?.hasFacts = false
    #expect(RunComment().text(of: run).contains("\n\nThere are no committed facts to compare"))
    run.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    #expect(RunComment().text(of: run).contains("\n\nCompared with the committed facts, none of 1"))
    run.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 2)
    run.comparison?.changes = Self.changes([Self.session("a")], [Self.session("a", views: 41)])
    run.comparison?.missing = ["b"]
    let text = RunComment().text(of: run)
    #expect(
      text.contains(
        "the committed facts, 1 of 1 session differs: 1 with something worse. New: `b`.\n"))
    #expect(text.hasPrefix("## ❌ MapReplay: `failed: facts of 1 session differ, a: views created"))
    #expect(text.contains("| `a` | views created | 40 | 41 | +1 | **worse** |\n"))
  }

  /// Counts that moved stand among the metrics, also of a session whose facts are the same.
  @Test
  func `instructions that moved are rows, with what they moved by`() {
    let new = [Self.session("a", views: 41), Self.session("b"), Self.session("c")]
    var comment = RunComment()
    comment.base = CommentBase(
      run: "base/run.json", revision: nil, count: 3,
      changes: Self.changes([Self.session("a")], [new[0]]), new: [], gone: [],
      counts: [
        CommentBase.Count(session: "a", name: "instructions", before: 100, now: 90),
        CommentBase.Count(session: "c", name: "instructions", before: 20_000, now: 25_000),
      ])
    let text = comment.text(of: Fixture.run(new))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(text.contains("2 of 3 sessions differ: 2 with something worse.\n"))
    #expect(
      rows == [
        "| `c` | instructions | 20,000 | 25,000 | +5,000 (+25 %) | **worse** |",
        "| `a` | views created | 40 | 41 | +1 | **worse** |",
        "| `a` | view reuse rate | 90.9 % | 90.7 % | -0.2 percentage points | **worse** |",
        "| `a` | instructions | 100 | 90 | -10 (-10 %) | better |",
      ], "\(rows)")
  }

  @Test
  func `the metrics of canaries are neither better nor worse`() {
    func canary(_ views: Int64) -> SessionReport {
      var canary = Self.session("c", views: views, outcome: .broken)
      canary.mustFail = [ExpectedMetric(.viewsCreated)]
      return canary
    }
    let text = Self.comment([canary(41)], [canary(42)]).text
    #expect(text.contains("1 of 1 session differs: 1 with changes that are neither.\n"))
    #expect(!text.contains("| `c` |"))
  }

  /// A comment on a failed run shows every metric that moved, also one without a better direction.
  @Test
  func `a metric that is neither stands last in the table`() {
    func session(_ shown: Int64, _ views: Int64) -> SessionReport {
      var session = Self.session("s", views: views)
      session.facts.session[.clustersShown] = .count(shown)
      return session
    }
    let alone = Self.comment([session(3, 40)], [session(7, 40)]).text
    #expect(alone.contains("1 of 1 session differs: 1 with changes that are neither.\n"))
    #expect(alone.contains("| clusters shown | 3 | 7 | +4 |  |\n"))
    let both = Self.comment([session(3, 40)], [session(7, 41)]).text
    let lines = both.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains(" | +") }
    #expect(lines.count == 2 && lines[0].contains("views created"), "\(both)")
    #expect(both.contains("1 of 1 session differs: 1 with something worse.\n"))
  }

  @Test
  func `variants have their names above their values`() {
    var comment = RunComment()
    comment.base = CommentBase(
      variants: (old: "up|stream", new: "corrected"), count: 1,
      changes: Self.changes(
        [Self.session("line.corrected", views: 44)], [Self.session("line.corrected")]))
    let text = comment.text(of: Fixture.run([Self.session("line.corrected")]))
    #expect(
      text.contains("Compared with variant `up|stream`, 1 of 1 session differs: 1 only better."))
    #expect(text.contains("| session | metric | `up\\|stream` | `corrected` | difference |  |\n"))
    #expect(text.contains("| `line.corrected` | views created | 44 | 40 | -4 | better |\n"))
  }

  @Test(
    arguments: [
      ("a", "`a`", "`a`"), ("@a #1 https://a.org", "`@a #1 https://a.org`", nil),
      ("a|b", "`a|b`", "`a\\|b`"), ("a\\|b\\\\|", "`a\\|b\\\\|`", "`a\\ \\|b\\\\ \\|`"),
      ("`", "`` ` ``", nil), ("a``b`c", "```a``b`c```", nil), (" a ", "`  a  `", nil),
      ("", "`  `", nil), ("a\n- b\u{1B}", "` a - b  `", nil),
      ("|\u{301}`\u{301}", "``|\u{301}`\u{301}``", "``\\|\u{301}`\u{301}``"),
    ] as [(String, String, String?)])
  func `a text of others is a span of code`(text: String, code: String, cell: String?) {
    #expect(Escape.code(text) == code)
    #expect(Escape.code(text, inTable: true) == cell ?? code)
  }

  /// Text outside of code spans never comes from a file.
  @Test
  func `names make no mention, no link and no line`() {
    let nasty = "`@all` |`<b>`| <i>\n# [a](b) https://evil.example \u{1B}[2J\u{202E}"
    var session = Self.session(nasty, views: 99, outcome: .broken)
    session.file = nasty
    var other = Self.session("canary \(nasty)")
    other.mustFail = [ExpectedMetric(.churn)]
    let texts = [false, true].map { isLinked in
      Self.comment(
        [Self.session(nasty)], [session, other], isLinked: isLinked, gone: [nasty]
      ).text
    }
    for text in texts {
      let own = text.replacing(/(`+)[^`](.*?[^`])??\1(?!`)/, with: "")
        .replacing(/\]\(https:\/\/example\.org[A-Za-z0-9.~\/#%_-]*\)/, with: "")
      #expect(!own.contains("@") && !own.contains("evil") && !own.contains("<"), "\(own)")
      #expect(text.contains("evil.example"))
      let lines = text.split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("# [a]") })
      for row in own.split(separator: "\n") where row.hasPrefix("|") {
        #expect(row.count { $0 == "|" } == 7, "\(row)")
      }
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
  }

  /// Both values and their difference have the same digits, as few as tell all three.
  @Test(arguments: [
    ("clustering latency p50 ns", "40000", "60000", ["0.04 ms", "0.06 ms", "+0.02 ms"]),
    ("clustering latency p50 ns", "40000", "51340", ["0.04 ms", "0.05 ms", "+0.01 ms"]),
    (
      "view reuse rate", #"{"of": 100000, "part": 50000}"#, #"{"of": 100000, "part": 50001}"#,
      ["50.000 %", "50.001 %", "+0.001 percentage points"]
    ),
    ("simulated time ns", "20000000000", "20004000000", ["20.000 s", "20.004 s", "+4.00 ms"]),
    // Other parts of one share.
    (
      "hitch ratio ns", #"{"of": 383355333, "part": 0}"#, #"{"of": 300000000, "part": 0}"#,
      ["0 ms of 383.355333 ms", "0 ms of 300 ms", ""]
    ),
  ])
  func `a number and how far it moved have one precision`(
    key: String, old: String, new: String, words: [String]
  ) {
    let value = FactsDifference.Value(part: "", key: key, old: old, new: new)
    #expect([value.texts.old, value.texts.new, value.difference] == words)
  }

  @Test(arguments: [
    ("views created", "3", "40", "+37"), ("views created", "4000", "3", "-3,997"),
    ("clustering latency p50 ns", "1200000", "2400000", "+1.2 ms"),
    ("clustering latency p50 ns", "1200000", "1200001", "+0.000001 ms"),
    (
      "view reuse rate", "{\"of\": 10, \"part\": 1}", "{\"of\": 4, \"part\": 1}",
      "+15.0 percentage points"
    ),
    (
      "view reuse rate", "{\"of\": 1000000, \"part\": 1}", "{\"of\": 1, \"part\": 0}",
      "-0.1 percentage points"
    ),
    ("seat", "1", "2", ""),
  ])
  func `a number moves by its unit`(key: String, old: String, new: String, difference: String) {
    let value = FactsDifference.Value(part: "", key: key, old: old, new: new)
    #expect(value.difference == difference)
  }
}
