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
        let difference = CountsDifference(from: counts(900_000), to: counts(1_000_000))
        report.note(try #require(difference), ofSession: index)
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
}
