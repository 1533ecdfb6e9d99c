import Formatting
import Foundation
import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures
@testable import ReportTexts
@testable import Reporting

@Suite("Clusters in reports")
struct ClusterReportTests {
  private static func table(_ counts: [Metric: Int64]) -> MetricTable {
    var table = MetricTable()
    for metric: Metric in [
      .pointsLost, .pointsCountedTwice, .ghostClusters, .clustersMoved, .clustersFlickered,
      .clusterCountsChanged,
    ] {
      table[metric] = .count(counts[metric] ?? 0)
    }
    return table
  }

  @Test(
    arguments: [
      (
        [:],
        "After every update each visible point was in exactly one cluster, and nothing was left "
          + "over from an earlier result."
      ),
      (
        [.pointsLost: 1], "At the worst, after some update, 1 visible point was in no cluster."
      ),
      (
        [.pointsLost: 1_200, .pointsCountedTwice: 2, .ghostClusters: 1],
        "At the worst, after some update, 1,200 visible points were in no cluster, 2 visible "
          + "points were in several and 1 cluster was left over from an earlier result."
      ),
      (
        [.ghostClusters: 2, .pointsCountedTwice: 1],
        "At the worst, after some update, 1 visible point was in several and 2 clusters were "
          + "left over from an earlier result."
      ),
    ] as [([Metric: Int64], String)])
  func `say whether they are right`(counts: [Metric: Int64], sentence: String) {
    #expect(ClusterWords.audit(of: ClusterReportTests.table(counts)) == sentence)
  }

  @Test(
    arguments: [
      ([:], "No cluster moved, flickered or changed its points without a cause."),
      ([.clustersMoved: 1], "Once a cluster moved though its members stayed."),
      (
        [.clustersFlickered: 1_000, .clusterCountsChanged: 1],
        "1,000 times a cluster left and came back in view and once a cluster held other points "
          + "though neither zoom nor data had changed."
      ),
    ] as [([Metric: Int64], String)])
  func `say whether they are steady`(counts: [Metric: Int64], sentence: String) {
    #expect(ClusterWords.stability(of: ClusterReportTests.table(counts)) == sentence)
  }

  @Test
  func `say nothing of what nobody looked at`() {
    #expect(ClusterWords.audit(of: MetricTable()) == nil)
    #expect(ClusterWords.stability(of: MetricTable()) == nil)
    let page = Fixture.drawn(Fixture.run([Fixture.session()]))
    #expect(!page.contains("<h3>Clusters</h3>"))
    #expect(!page.contains("<h3>Latency over the session</h3>"))
  }

  /// A session with two windows, and real times of one of its two updates.
  static let download: SessionReport = {
    var session = Fixture.session(measurements: Fixture.measurements)
    session.facts.session = table([.clustersMoved: 3])
    session.facts.updates[0].batches = 2
    session.facts.updates[0].coalescedInto = 7
    session.facts.updates[0].work = ClusterWork(
      nodesVisited: 1_007, pointsTouched: 4_321, cellsVisited: 63, distances: 4)
    session.facts.batchWindows = [
      BatchWindow(
        batches: 1...3, updates: 1, median: .nanoseconds(236_400_000),
        percentile95: .nanoseconds(236_400_000), maximum: .nanoseconds(236_400_000)),
      BatchWindow(
        batches: 4...4, updates: 0, median: .never, percentile95: .never, maximum: .never),
    ]
    session.measurements?.updates.byNumber = [
      Measurements.Update(compute: 11_340, phases: [8_000, 1_000, 2_000, 340, 1_000])
    ]
    session.measurements?.updates.phaseNames = ["query", "locate", "choose", "diff", "apply"]
    return session
  }()

  @Test
  func `stand on the page with each update and each window`() {
    let page = Fixture.drawn(Fixture.run([ClusterReportTests.download], isDebugBuild: false))
    for text in [
      "<h3>Clusters</h3>", "3 times a cluster moved though its members stayed.",
      "<b class=\"bad\">3</b>", "Every cluster update, 2", "<td>coalesced into 7</td>",
      "<td>1,007</td><td>4,321</td><td>63</td>", "<td>100.000 ms</td>",
      "<th>nodes</th><th>points</th><th>cells</th>",
      "<td>11.3 µs</td><td>8 µs</td><td>1 µs</td><td>2 µs</td><td>340 ns</td>",
      "<th>real compute</th><th>real query</th><th>real locate</th><th>real choose</th>",
      "points added", "Latency over the session",
      "batches 1–3",
      "<small>the engine finds the points of each cell, and which of them belong together",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    let debug = Fixture.drawn(Fixture.run([ClusterReportTests.download]))
    #expect(!debug.contains("11.3 µs"))
  }

  @Test(
    arguments: [
      (310_976_595, "310.977 ms"), (2_700_000_000, "2,700.000 ms"), (499, "0.000 ms"),
      (1_005_000, "1.005 ms"), (0, "0.000 ms"),
    ] as [(Int64, String)])
  func `come at times with as many decimals`(nanoseconds: Int64, text: String) {
    #expect(MetricText.milliseconds(SimulatedTime(nanoseconds: nanoseconds)) == text)
  }

  @Test
  func `are in the facts by window and in the run file by update`() throws {
    let facts = FactsFile.text(of: ClusterReportTests.download)
    #expect(
      facts.contains(
        #"{"batches": "1-3", "max ns": 236400000, "p50 ns": 236400000, "p95 ns": 236400000, "#
          + #""updates": 1}"#))
    #expect(facts.contains(#"{"batches": "4-4", "updates": 0}"#))
    let text = RunFile.text(of: Fixture.run([ClusterReportTests.download], isDebugBuild: false))
    for part in [
      #""trigger":"points added""#, #""by number":[{"compute":11340,"#,
      #""phases":["#, #""coalesced into":7"#, #""points touched":4321"#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test
  func `are in the summary by window`() {
    let run = Fixture.run([ClusterReportTests.download], isDebugBuild: false)
    #expect(
      Summary.text(of: run).contains(
        """
        ## How does latency develop over a download?

        **A pin near the edge**

        | batches | updates | latency p50 | latency p95 | latency max | real compute p50 | \
        real compute p95 | real compute max |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | 1–3 | 1 | 236.4 ms | 236.4 ms* | 236.4 ms | 11.3 µs | 11.3 µs* | 11.3 µs |
        | 4 | 0 | - | - | - | - | - | - |

        """))
  }
}
