import Foundation
import Reporting
import Sessions
import Testing

/// Occurrences are recorded beside the log of callbacks from the same events, by other code: their
/// orders must agree.
@Suite("Order within an instant")
struct OccurrenceOrderTests {
  private typealias Kind = SessionTimeline.Occurrence.Kind

  private static let sessions: [(report: SessionReport, log: String)] = {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let paths = [
      "Region", "Gestures", "DataChanges", "Callouts/deselect-and-reselect.yaml",
      "Callouts/callout-in-a-running-pair.yaml",
    ].map { repository.appending(path: "Scenarios/\($0)").path }
    guard let scenarios = try? ScenarioQuery(paths: paths).read().scenarios else { return [] }
    var run = SessionRun(scenarios)
    run.measuresTimes = false
    run.logs = true
    var sessions: [(report: SessionReport, log: String)] = []
    _ = run.report(onFacts: { sessions.append((report: $0.report, log: $0.log ?? "")) })
    return sessions
  }()

  /// How lines of the log begin, and what they hold, that tell of a kind; views, late frames and
  /// requests of updates have no line of their own.
  private static let lines: [(begin: String, rest: String, kind: Kind)] = [
    ("== ", "", .step), ("(tap at ", "", .touch), ("(double tap at ", "", .touch),
    ("(two-finger tap)", "", .touch), ("(long press at ", "", .touch),
    ("(pan begins)", "", .touch), ("(pinch begins)", "", .touch),
    ("(rotation begins)", "", .touch), ("(drag begins)", "", .touch),
    ("regionWillChange", "", .regionWillChange), ("regionDidChange", "", .regionDidChange),
    ("(a batch of ", "", .batch), ("(callout ", " opens over ", .calloutOpens),
    ("(callout ", " settles)", .calloutRests), ("(callout ", " is interrupted)", .calloutRests),
    ("(callout ", " closes)", .calloutCloses), ("(update ", " clusters, ", .updateApplied),
  ]

  private static func kind(of line: Substring) -> Kind? {
    let text = line.drop { $0 == " " }
    let words = text.first?.isNumber == true ? text.drop { $0 != " " }.drop { $0 == " " } : text
    return lines.first {
      words.hasPrefix($0.begin) && ($0.rest.isEmpty || words.contains($0.rest))
    }?.kind
  }

  @Test
  func `is that of the log`() throws {
    let sessions = OccurrenceOrderTests.sessions
    #expect(sessions.count > 40)
    let kinds = Set(OccurrenceOrderTests.lines.map(\.kind))
    var met: Set<Kind> = []
    for session in sessions {
      let rows = try #require(session.report.timeline.occurrences).rows
      let recorded = rows.map(\.kind).filter(kinds.contains)
      let logged = session.log.split(separator: "\n").compactMap(OccurrenceOrderTests.kind)
      #expect(recorded == logged, "\(session.report.id)")
      #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.start <= $1.start })
      met.formUnion(recorded)
    }
    #expect(met == kinds)
  }
}
