import Foundation
import MapGeometry
import Measures
import Metrics
import Reporting
import Sessions
import Testing

/// Timelines are recorded beside facts from the same events, by other code: they must agree.
@Suite("Timelines beside facts")
struct TimelineFactsTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let run: RunReport? = {
    let paths = ["Views", "Region", "Gestures"].map {
      repository.appending(path: "Scenarios/\($0)").path
    }
    guard let scenarios = try? ScenarioQuery(paths: paths).read().scenarios else { return nil }
    var run = SessionRun(scenarios)
    run.measuresTimes = false
    return run.report()
  }()

  private static func count(_ metric: Metric, of session: SessionReport) -> Int {
    guard case .count(let count) = session.facts.session[metric] else { return 0 }
    return Int(count)
  }

  @Test
  func `count the same views, changes, batches and late frames`() throws {
    let sessions = try #require(TimelineFactsTests.run).sessions
    #expect(sessions.count > 20)
    for session in sessions {
      let timeline = session.timeline
      let rows: [(Metric, Int)] = [
        (
          .viewsCreated,
          timeline.views.rows.count { !$0.isReused } + timeline.views.leftOut
            - TimelineFactsTests.count(.ownViewsShown, of: session)
        ),
        (.viewsReused, timeline.views.rows.count { $0.isReused }),
        (.regionChanges, timeline.regionChanges.rows.count + timeline.regionChanges.leftOut),
        (.regionChangesInterrupted, timeline.regionChanges.rows.count { $0.isInterrupted }),
        (.batches, timeline.batches.rows.count { $0.outcome == .arrived }),
        (.hitches, timeline.hitches.rows.count + timeline.hitches.leftOut),
        (.calloutsOpened, timeline.callouts.rows.count),
        (.taps, timeline.touches.rows.count { $0.kind == .tap }),
      ]
      guard timeline.views.leftOut == 0 else { continue }
      for (metric, count) in rows {
        #expect(
          TimelineFactsTests.count(metric, of: session) == count, "\(metric.name) of \(session.id)")
      }
    }
  }

  @Test
  func `hold what is over within the session, and the parts of updates within them`() throws {
    for session in try #require(TimelineFactsTests.run).sessions {
      let timeline = session.timeline
      #expect(
        session.facts.session[.simulatedTime] == .nanoseconds(timeline.length.nanoseconds))
      for row in timeline.views.rows { #expect(row.end ?? row.start <= timeline.length) }
      for row in timeline.updateStarts.rows {
        let update = session.facts.updates[Int(row.update)]
        let waited = (row.start - update.triggeredAt).nanoseconds
        let parts = (update.indexing?.nanoseconds ?? 0) + (update.queueWait?.nanoseconds ?? 0)
        #expect(parts <= waited && waited <= parts + update.mainThreadWait.nanoseconds)
      }
    }
  }
}
