internal import Formatting
internal import MapEvents
internal import MapGeometry
package import Measures
internal import Metrics
internal import Pages
package import Statistics
internal import Wire

extension BatchWindow {
  /// The batches in words.
  package var name: String { (batches.count == 1 ? "batch " : "batches ") + numbers }

  package var percentile95Text: String {
    MetricText.short(percentile95, of: .latencyPercentile95)
      + (TimeRank.isMaximum(95, of: updates) ? MetricText.star : "")
  }

  package var numbers: String {
    batches.count == 1 ? "\(batches.lowerBound)" : "\(batches.lowerBound)–\(batches.upperBound)"
  }
}

extension SessionReport {
  /// The table of latency by batch: titles, and the cells of each window.
  package var batchTable: (titles: [String], rows: [[String]]) {
    let reals = realLatencies
    let isReal = reals.contains { $0 != nil }
    let kinds = ["p50", "p95", "max"]
    let rows = zip(facts.batchWindows, reals).map { window, real in
      let times = [
        real.map { MetricText.lap($0.p50) }, real.map(MetricText.lap95),
        real.map { MetricText.lap($0.max) },
      ]
      return [
        MetricText.count(Int64(window.updates)),
        MetricText.short(window.median, of: .latencyMedian),
        window.percentile95Text, MetricText.short(window.maximum, of: .latencyMaximum),
      ] + (isReal ? times.map { $0 ?? MetricText.never } : [])
    }
    let titles = kinds.map { "latency \($0)" } + (isReal ? kinds.map { "real compute \($0)" } : [])
    return (["updates"] + titles, rows)
  }

  /// Real time to compute the updates of each window of batches; nil where none was measured.
  package var realLatencies: [TimingSummary?] {
    facts.batchWindows.map { measurements?.updates.summary(of: updates(of: $0)) }
  }
}

/// Facts about clusters in sentences.
package enum ClusterWords {
  /// The audit of clusters against points in one sentence, given the layers whose negative margin
  /// leaves the edges out; nil without audits.
  package static func audit(of table: MetricTable, edgeless: [String] = []) -> String? {
    guard let lost = count(.pointsLost, table), let twice = count(.pointsCountedTwice, table),
      let ghosts = count(.ghostClusters, table)
    else { return nil }
    let failures = [
      lost > 0 ? "\(things(lost, "visible point", "was", "were")) in no cluster" : "",
      twice > 0 ? "\(things(twice, "visible point", "was", "were")) in several" : "",
      ghosts > 0
        ? "\(things(ghosts, "cluster", "was", "were")) left over from an earlier result" : "",
    ].filter { !$0.isEmpty }
    guard !failures.isEmpty else {
      return "After every update each visible point was in exactly one cluster, and nothing was "
        + "left over from an earlier result."
    }
    let worst = "At the worst, after some update, \(TextLayout.and(failures))."
    guard lost > 0, !edgeless.isEmpty else { return worst }
    return worst
      + " The negative margin of \(TextLayout.and(edgeless)) leaves out what lies near the edges "
      + "of the view: that counts as in no cluster."
  }

  /// The stability of clusters in one sentence; nil without lists of them.
  package static func stability(of table: MetricTable) -> String? {
    guard let moved = count(.clustersMoved, table),
      let flickered = count(.clustersFlickered, table),
      let changed = count(.clusterCountsChanged, table)
    else { return nil }
    let failures = [
      moved > 0 ? "\(times(moved)) a cluster moved though its members stayed" : "",
      flickered > 0 ? "\(times(flickered)) a cluster left and came back in view" : "",
      changed > 0
        ? "\(times(changed)) a cluster held other points though neither zoom nor data had changed"
        : "",
    ].filter { !$0.isEmpty }
    guard !failures.isEmpty else {
      return "No cluster moved, flickered or changed its points without a cause."
    }
    let text = TextLayout.and(failures)
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func count(_ metric: Metric, _ table: MetricTable) -> Int64? {
    if case .count(let count) = table[metric] { count } else { nil }
  }

  private static func things(
    _ count: Int64, _ thing: String, _ one: String, _ many: String
  ) -> String {
    "\(MetricText.count(count)) \(thing)\(count == 1 ? " " + one : "s " + many)"
  }

  private static func times(_ count: Int64) -> String {
    count == 1 ? "once" : "\(MetricText.count(count)) times"
  }
}

extension ClusterEvent.Trigger {
  /// The cause of an update, in words.
  package var words: String { recordWord }
}
