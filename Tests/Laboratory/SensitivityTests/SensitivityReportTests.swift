import Authoring
import Instruments
import Metrics
import Sessions
import Support
import Testing

@testable import Sensitivity

@Suite("Report of a study")
struct SensitivityReportTests {
  private let margin = Setting(assumption: 0, value: 1)
  private let exact = Setting(assumption: 1, value: 0)
  private let legacy = Setting(assumption: 1, value: 1)

  /// A session with three verdicts, of which each setting changes some.
  private func session(
    _ id: String, _ changes: [(setting: Setting, verdicts: [Int], reuse: Int64)]
  ) throws -> StudiedSession {
    let verdicts = [
      StudiedVerdict(kind: .written, subject: "views created", place: "line 9"),
      StudiedVerdict(kind: .written, subject: "view reuse rate", place: "part.yaml:10:3"),
      StudiedVerdict(kind: .implied, subject: "an expectation by default"),
    ]
    let trials = try changes.enumerated().map { number, change in
      let isGood = (0..<3).map { !change.verdicts.contains($0) }
      return Trial(
        settings: [change.setting],
        judgment: try SessionStudyTests.judgment(
          number + 1, isGood: isGood, reuse: change.reuse))
    }
    return StudiedSession(
      id: id,
      SessionSensitivity(
        verdicts: verdicts,
        standard: try SessionStudyTests.judgment(0, isGood: [true, true, true], reuse: 60),
        consulted: Set(changes.map(\.setting.assumption)).sorted(), trials: trials,
        replayCount: 20, oneAtATimeCount: 80))
  }

  @Test
  func `pairs what changes the session, and counts what neither value changes alone`() throws {
    let session = try session("A/paired", [(margin, [0], 60), (legacy, [], 60)])
    var found = try #require(session.sensitivity)
    #expect(found.pairs(of: [legacy, exact, margin]) == [[legacy, margin]])
    #expect(found.pairs(of: [legacy]) == [])
    let isGood = [false, false, true]
    let pair = Trial(
      settings: [legacy, margin], judgment: try SessionStudyTests.judgment(9, isGood: isGood))
    found.trials.append(pair)
    #expect(found.newFlips(of: pair) == [1] && found.isRobust == [false, false, true])
    var report = SensitivityReport(sessions: [StudiedSession(id: "A/paired", found)])
    #expect(report.pairs == [.init(settings: [legacy, margin], flips: 1)])
    #expect(report.ranking[0].name == "view margin" && report.ranking[0].flips == 1)
    report.pairReplayCount = 1
    let text = SensitivityText(report, isVerbose: true).text
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      words.contains(
        "In pairs, the first 1 with their strongest values change 1 further verdict: "
          + "`region fit` legacy integer zoom with `view margin` 0.5 (1)."))
    #expect(
      words.contains(
        "view reuse rate (part.yaml:10:3) fails under `region fit` legacy integer zoom with `view "
          + "margin` 0.5 "), "\(text)")
  }

  private func report() throws -> SensitivityReport {
    var report = SensitivityReport(sessions: [
      try session("A/firm", [(margin, [], 60)]),
      try session("A/loose", [(margin, [1], 83), (exact, [0], 57), (legacy, [0, 1], 60)]),
    ])
    report.nanoseconds = 1_500_000_000
    return report
  }

  @Test
  func `ranks assumptions by the verdicts that they change`() throws {
    let ranking = try report().ranking
    #expect(ranking.count == Assumption.options.count)
    #expect(ranking.prefix(2).map(\.name) == ["region fit", "view margin"])
    #expect(ranking.prefix(2).map(\.flips) == [2, 1])
    #expect(ranking.prefix(2).map(\.sessions) == [1, 2])
    #expect(ranking.prefix(2).map(\.verdicts) == [3, 6])
    #expect(ranking[0].strongest == .init(value: 1, flips: 2))
    #expect(ranking[2...].allSatisfy { $0.flips == 0 && $0.strongest == nil })
  }

  @Test
  func `has the counts of all assumptions in the order of the reference`() throws {
    let counts = try report().counts
    #expect(AssumptionCounts(csv: counts.csv) == counts)
    let all = try #require(counts.row(.all))
    #expect([all.changed, all.verdicts, all.consulting] == [2, 6, 2])
    let fit = try #require(counts.row(.option, "region fit"))
    #expect([fit.changed, fit.verdicts, fit.consulting] == [2, 3, 1])
    let names = counts.rows.filter { $0.kind == .option }.map(\.name)
    #expect(names == Assumption.options.map(\.name))
  }

  @Test
  func `names the assumptions that break a claim, with file and line`() throws {
    let loose = try session(
      "A/loose", [(margin, [1], 83), (exact, [0], 57), (legacy, [0, 1], 60)])
    let found = try #require(loose.sensitivity)
    let firm = try #require(try session("A/firm", [(margin, [], 60)]).sensitivity)
    let report = SensitivityReport(sessions: [
      StudiedSession(id: "A/firm", firm, claim: "b.yaml:2:1"),
      StudiedSession(id: "A/loose", found, claim: "a.yaml:9:1\u{1B}"), loose,
    ])
    #expect(report.brokenClaimCount == 1 && report.claiming.count == 2)
    let text = SensitivityText(report, isVerbose: false)
    #expect(
      text.brokenClaims == [
        "error: a.yaml:9:1 : 'holds under' is broken: A/loose: views created (line 9) fails under "
          + "`region fit` exact inverse, `region fit` legacy integer zoom",
        "error: a.yaml:9:1 : 'holds under' is broken: A/loose: view reuse rate (part.yaml:10:3) "
          + "fails under `view margin` 0.5, `region fit` legacy integer zoom",
      ])
    #expect(text.text.hasSuffix("2 sessions must hold under all assumptions; 1 does not.\n"))
  }

  /// Costs change the second verdict on a path, and the third from the beginning of one on.
  @Test
  func `names the costs that break a claim`() throws {
    let firm = try #require(try session("A/firm", [(margin, [], 60)]).sensitivity)
    let costs = CostSensitivity(
      verdictCount: 3, consulted: [0, 2],
      effects: [
        CostEffect(cost: 2, shares: [], flips: [1]), CostEffect(cost: 0, shares: [], flips: []),
      ],
      changed: [1, 2], replayCount: 9)
    let report = SensitivityReport(sessions: [
      StudiedSession(id: "A/firm", firm, costs: costs, claim: "b.yaml:2:1")
    ])
    #expect(report.brokenClaimCount == 1 && report.robustCount == 3)
    let claim = "error: b.yaml:2:1: 'holds under' is broken: A/firm: "
    #expect(
      SensitivityText(report, isVerbose: false).brokenClaims == [
        claim + "view reuse rate (part.yaml:10:3) fails under `\(DeviceCost.all[2].name)` between "
          + "half and double",
        claim
          + "an expectation by default fails under several costs at once between half and double",
      ])
  }

  @Test
  func `shows all that moves a fact when verbose`() throws {
    let report = SensitivityReport(sessions: [
      try session("A/moved", [(margin, [], 83), (exact, [], 57), (legacy, [], 59)])
    ])
    let text = SensitivityText(report, isVerbose: true).text
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      words.contains(
        "view reuse rate 60.0 % to 83.0 % by `view margin`, 57.0 % to 60.0 % by `region fit`"),
      "\(text)")
    let brief = SensitivityText(report, isVerbose: false).text
    #expect(!brief.contains("57.0 %"))
  }

  @Test(arguments: [
    (WorkerError.timeLimit, "not done after 20 times 60 s (--session-timeout)"),
    (.signal(4, complaint: ""), "its process ended with signal 4 (a trap)"),
    (.unreadable("a\u{1B}b"), "its worker's answer cannot be read: a b"),
  ])
  func `says which session was not studied in full`(error: WorkerError, words: String) throws {
    let end = EarlyEnd(
      sentence: error.sentence(SessionLimits().times(AssumptionStudy.patience)))
    var lost = try session("A/lost", [])
    lost.take(Result<SessionSensitivity, EarlyEnd>.failure(end))
    var partly = try session("A/partly", [(margin, [1], 83)])
    partly.add(.failure(end))
    let report = SensitivityReport(sessions: [lost, partly, try session("A/whole", [])])
    #expect(report.unfinished.map(\.id) == ["A/lost", "A/partly"] && report.verdictCount == 6)
    let text = wide { SensitivityText(report, isVerbose: false, isQuiet: true).text }
    #expect(
      text.hasSuffix(
        "A/lost was not studied in full: \(words)\nA/partly was not studied in full: \(words)\n"))
  }

  @Test
  func `counts robust verdicts and saved replays`() throws {
    let report = try report()
    #expect(report.verdictCount == 6 && report.robustCount == 4)
    #expect(report.replayCount == 40 && report.oneAtATimeCount == 160)
    #expect(report.failing == [] && report.unfinished.isEmpty)
  }

  @Test
  func `prints a line for a session that depends on something`() throws {
    let text = SensitivityText(try report(), isVerbose: false).text
    let line = text.split(separator: "\n\n")[0].split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      line == "A/loose: 2 of 3 verdicts depend on `region fit` (2), `view margin` (1); "
        + "view reuse rate 60.0 % to 83.0 % by `view margin`; "
        + "1 holds under all 2 assumptions consulted")
    #expect(!text.contains("A/firm"))
    #expect(text.contains("4 of 6 verdicts are robust"))
    #expect(
      text.contains("40 replays for single values (each alone takes 160, 75.0 % saved), 0 for"))
  }

  @Test
  func `prints each verdict when verbose, and sums alone when quiet`() throws {
    let report = try report()
    let text = wide { SensitivityText(report, isVerbose: true).text }
    #expect(text.contains("A/firm: 3 verdicts hold under all 1 assumption consulted\n"))
    #expect(
      text.contains(
        "   views created (line 9) fails under `region fit` exact inverse, `region fit` legacy "
          + "integer zoom\n"))
    #expect(text.contains("\nNo session consults view requests, "))
    let sums = SensitivityText(report, isVerbose: false, isQuiet: true).text
    #expect(sums.hasPrefix("4 of 6 verdicts are robust") && !sums.contains("A/loose"))
  }
}
