import Testing

@testable import Comparison
@testable import Statistics

/// What a self-test of the judge comes to, by what it counted.
@Suite("Report of the judge")
struct JudgeReportTests {
  /// A report of 200 comparisons a slow-down which all went as they should.
  private static func report(blocks: Int = JudgeReport.enoughBlocks) -> JudgeReport {
    let block = PairedTimes.Block(base: 1, control: 1, head: 1)
    var report = JudgeReport(
      session: "a", blocks: Array(repeating: block, count: blocks), wall: [], seed: 1)
    report.quiet = [outcome(0, unchanged: 200), outcome(0.02, regressed: 90, unchanged: 110)]
    report.quiet += [0.03, 0.05].map { outcome($0, regressed: 200) }
    report.disturbed = report.quiet
    report.hasCounts = true
    report.counts = [2_000_000, 2_000_000, 2_000_003]
    return report
  }

  private static func outcome(
    _ slowdown: Double, regressed: Int = 0, improved: Int = 0, unchanged: Int = 0
  ) -> JudgeTrial.Outcome {
    var outcome = JudgeTrial.Outcome(slowdown: slowdown)
    (outcome.regressed, outcome.improved, outcome.unchanged) = (regressed, improved, unchanged)
    outcome.count = regressed + improved + unchanged
    return outcome
  }

  private struct Case: Sendable {
    var name: String
    var verdict: JudgeReport.Verdict
    var change: @Sendable (inout JudgeReport) -> Void
  }

  private static let cases: [Case] = [
    Case(name: "all as it should be", verdict: .good) { _ in },
    Case(name: "1 % of false alarms", verdict: .good) {
      $0.quiet[0] = outcome(0, regressed: 1, improved: 1, unchanged: 198)
    },
    Case(name: "3 false alarms", verdict: .bad) {
      $0.disturbed[0] = outcome(0, regressed: 2, improved: 1, unchanged: 197)
    },
    Case(name: "a tenth of 3 % missed", verdict: .good) {
      $0.quiet[2] = outcome(0.03, regressed: 180, unchanged: 20)
    },
    Case(name: "more than a tenth of 3 % missed", verdict: .bad) {
      $0.quiet[2] = outcome(0.03, regressed: 179, unchanged: 21)
    },
    Case(name: "5 % missed", verdict: .bad) {
      $0.disturbed[3] = outcome(0.05, regressed: 100, unchanged: 100)
    },
    Case(name: "2 % taken for an improvement", verdict: .bad) {
      $0.quiet[1] = outcome(0.02, improved: 3, unchanged: 197)
    },
    Case(name: "no comparison of times", verdict: .bad) { $0.quiet = [] },
    Case(name: "a false alarm of counts", verdict: .bad) { $0.counts.append(2_001_500) },
    Case(name: "a count missed", verdict: .bad) { $0.counts = [100_000, 100_000] },
    Case(name: "counts are not asked for", verdict: .good) {
      ($0.hasCounts, $0.counts) = (false, [])
    },
    Case(
      name: "nothing counts",
      verdict: .unavailable(
        "the judge of times is good, that of counts was not tested: no valgrind")
    ) { ($0.counts, $0.countsUnavailable) = ([], "no valgrind") },
    Case(
      name: "one count is no comparison",
      verdict: .unavailable(
        "the judge of times is good, that of counts was not tested: nothing was counted")
    ) { $0.counts = [1] },
    Case(name: "nothing counts, and times are wrong", verdict: .bad) {
      ($0.counts, $0.countsUnavailable) = ([], "no valgrind")
      $0.quiet[0] = outcome(0, regressed: 3, unchanged: 197)
    },
  ]

  @Test(arguments: cases.indices)
  func `the judge is good only when it finds what is there and nothing else`(index: Int) {
    let row = JudgeReportTests.cases[index]
    var report = JudgeReportTests.report()
    row.change(&report)
    #expect(report.verdict == row.verdict, "\(row.name)")
    let isGood = row.verdict == .good
    #expect(report.json.contains("\"good\": \(isGood)"), "\(row.name)")
    #expect(report.text.hasPrefix("the judge is good on this machine\n") == isGood, "\(row.name)")
  }

  @Test
  func `too few processes say nothing, and the file says so`() {
    let report = JudgeReportTests.report(blocks: JudgeReport.enoughBlocks - 1)
    guard case .unavailable(let reason) = report.verdict else {
      Issue.record("\(report.verdict)")
      return
    }
    #expect(reason.contains("299 blocks, and 300 are enough (--processes 900)"), "\(reason)")
    #expect(report.json.contains("\"enough\": false"))
    #expect(report.json.contains("\"counts unavailable\": null"))
    var other = JudgeReportTests.report()
    other.countsUnavailable = "no valgrind"
    #expect(other.json.contains("\"enough\": true"))
    #expect(other.json.contains("\"counts unavailable\": \"no valgrind\""))
  }
}
