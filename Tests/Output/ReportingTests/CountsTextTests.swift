import Counts
import Formatting
import Reporting
import Testing

/// Counts for people.
@Suite("Texts of counts")
struct CountsTextTests {
  @Test(arguments: [false, true])
  func `of many sessions fit on a screen`(isCompared: Bool) throws {
    func counts(_ instructions: Int64) -> SessionCounts {
      SessionCounts(
        phaseNames: [], rows: [SessionCounts.Row(step: nil, phases: [], rest: instructions)],
        functions: nil)
    }
    var report = CountsReport()
    report.sessions = (0..<60).map { index in
      CountsReport.Session(
        id: "s\(index)", title: "", file: "s.yaml", steps: [], counts: counts(1_000_000))
    }
    if isCompared {
      report.comparison = CountsComparison(purpose: .compared, folder: "Counts")
      for index in report.sessions.indices {
        report.compare(index, with: counts(900_000))
      }
    }
    func lines(isVerbose: Bool) -> [Substring] {
      var text = CountsText(report)
      text.isVerbose = isVerbose
      return text.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
    let short = lines(isVerbose: false)
    #expect(short.count == TextLayout.height)
    #expect(short.last?.hasSuffix(" more; --verbose shows them") == true)
    let all = lines(isVerbose: true)
    #expect(all.count > 60 && !all.contains { $0.hasSuffix(" shows them") })
  }

  /// A session of many steps, of which the costliest are the last ones.
  @Test
  func `the steps of one session fit on a screen, the costliest of them`() {
    let rows = (0..<60).map { step in
      SessionCounts.Row(step: step, phases: [], rest: Int64(1_000 + step))
    }
    var report = CountsReport()
    report.sessions = [
      CountsReport.Session(
        id: "s", title: "S", file: "s.yaml", steps: [],
        counts: SessionCounts(phaseNames: [], rows: rows, functions: nil))
    ]
    func lines(isVerbose: Bool) -> [String] {
      var text = CountsText(report)
      text.isVerbose = isVerbose
      return TextLayout.lines(text.text)
    }
    let short = lines(isVerbose: false)
    #expect(short.count == TextLayout.height, "\(short.count)")
    let shown = short.compactMap { $0.firstMatch(of: #/ (1,0\d\d) /#)?.1 }
    #expect(shown == (60 - shown.count..<60).map { "1,0\($0 < 10 ? "0" : "")\($0)"[...] })
    #expect(short.contains("\(TextLayout.rest(60 - shown.count, "steps"))"))
    let all = lines(isVerbose: true)
    #expect(all.count > 60 && !all.contains { $0.hasSuffix(" shows them") })
  }

  private static let limits = CountTolerances([
    CountTolerances.Row(
      .instructions, .all, soft: CountLimit(absolute: 10, place: "t.yaml:3"),
      hard: CountLimit(absolute: 20, millionths: 5_000, place: "t.yaml:4"))
  ])

  /// How many instructions a session of 10,000 takes more, the limits, and what is said of it.
  @Test(
    arguments: [
      (10, limits, [], []),
      (11, limits, ["warning: a: "], ["; limit: instructions 10 (t.yaml:3)"]),
      (70, limits, ["warning: a: "], ["; limit: instructions 10 (t.yaml:3)"]),
      (71, limits, ["error: a: ", "help: "], ["; limit: instructions 20 + 0.5 % (t.yaml:4)"]),
      (
        1_001, CountTolerances(), ["error: a: ", "help: "],
        ["; limit: instructions 1,000 (default)"]
      ),
    ] as [(Int64, CountTolerances, [String], [String])])
  func `a broken limit is named with its place, a soft one warns`(
    more: Int64, limits: CountTolerances, starts: [String], ends: [String]
  ) {
    func counts(_ instructions: Int64) -> SessionCounts {
      SessionCounts(
        phaseNames: [], rows: [SessionCounts.Row(step: nil, phases: [], rest: instructions)],
        functions: nil)
    }
    var report = CountsReport()
    report.sessions = [
      CountsReport.Session(
        id: "a", title: "", file: "a.yaml", steps: [], counts: counts(10_000 + more))
    ]
    report.comparison = CountsComparison(purpose: .compared, folder: "Counts")
    report.comparison?.judged = 1
    report.compare(0, with: counts(10_000), within: limits)
    let lines = report.complaints(command: "count")
    #expect(lines.count == starts.count)
    #expect(zip(lines, starts).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
    #expect(zip(lines, ends).allSatisfy { $0.hasSuffix($1) }, "\(lines)")
    #expect(report.findings.isEmpty == !starts.contains("help: "))
  }
}
