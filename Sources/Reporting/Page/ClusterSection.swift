internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Statistics

/// What the page shows of the clusters of one scenario: whether they are right, whether they are
/// steady, and how long each update took.
enum ClusterSection {
  typealias Context = PageTemplates.Context

  static func clusters(of session: SessionReport) -> [Context] {
    let table = session.facts.session
    let parts: [(title: String, sentence: String?, metrics: [(Metric, String)])] = [
      (
        "Are they right?",
        ClusterWords.audit(of: table, edgeless: session.edgelessLayers),
        [
          (.pointsLost, "points lost"), (.pointsCountedTwice, "counted twice"),
          (.ghostClusters, "ghosts"),
        ]
      ),
      (
        "Are they steady?", ClusterWords.stability(of: table),
        [
          (.clustersMoved, "moved"), (.clustersFlickered, "flickered"),
          (.clusterCountsChanged, "changed"),
        ]
      ),
    ]
    let shown = parts.compactMap { part -> Context? in
      guard let sentence = part.sentence else { return nil }
      return [
        "title": part.title, "sentence": sentence,
        "counts": part.metrics.map { metric, name -> Context in
          [
            "name": name, "text": MetricText.short(table[metric], of: metric),
            "kind": table[metric] == .count(0) ? "none" : "bad",
            "help": metric.definition.help,
          ]
        },
      ]
    }
    return shown.isEmpty ? [] : [["parts": shown]]
  }

  static func batches(of session: SessionReport) -> [Context] {
    let windows = session.facts.batchWindows
    guard windows.contains(where: { $0.updates > 0 }) else { return [] }
    let reals = session.realLatencies
    let isReal = reals.contains { $0 != nil }
    return [
      [
        "isReal": isReal, "starNote": MetricText.starNote,
        "charts": BatchChart.charts(of: session).map(\.markup).joined(),
        "rows": zip(windows, reals).map { window, real -> Context in
          [
            "name": window.name, "isReal": isReal,
            "updates": MetricText.count(Int64(window.updates)),
            "p50": MetricText.short(window.median, of: .latencyMedian),
            "p95": window.percentile95Text,
            "max": MetricText.short(window.maximum, of: .latencyMaximum),
            "real50": real.map { MetricText.lap($0.p50) } ?? MetricText.never,
            "real95": real.map(MetricText.lap95) ?? MetricText.never,
            "realMax": real.map { MetricText.lap($0.max) } ?? MetricText.never,
          ]
        },
      ]
    ]
  }

  /// A table of every cluster update, folded away; written by hand, since there can be thousands.
  static func updates(of session: SessionReport) -> String {
    let updates = session.facts.updates
    guard !updates.isEmpty else { return "" }
    let measured = session.measurements?.updates
    let titles =
      ["trigger", "at", "layer", "indexing", "wait", "nodes", "points", "cells", "compute"]
      + ["animation", "latency"]
      + (measured.map { ["real compute"] + $0.phaseNames.map { "real \($0)" } } ?? [])
    var text = "<details class=\"all\"><summary>Every cluster update, "
    text += MetricText.count(Int64(updates.count))
    text +=
      updates.count > ScenarioSection.rowLimit
      ? " (the first \(ScenarioSection.rowLimit) of them)" : ""
    text += "</summary>\n<div class=\"scroll\">"
    text += "<table class=\"plain\"><thead><tr><th>update</th>"
    text += titles.map { "<th>\($0)</th>" }.joined() + "</tr></thead><tbody>\n"
    for update in updates.prefix(ScenarioSection.rowLimit) {
      let cells =
        [update.trigger.words + (update.isCancelled ? ", cancelled" : "")]
        + [MetricText.milliseconds(update.triggeredAt)]
        + [Escape.markup(session.layerName(update.layer))] + times(of: update)
        + (measured.map { measured in
          ([measured.time(of: update)?.compute] + measured.phases(of: update))
            .map { $0.map(MetricText.lap) ?? MetricText.never }
        } ?? [])
      text += "<tr><th>\(update.update)</th>"
      text += cells.map { "<td>\($0)</td>" }.joined() + "</tr>\n"
    }
    return text + "</tbody></table></div></details>\n"
  }

  private static func times(of update: UpdateFacts) -> [String] {
    func text(_ time: SimulatedTime?) -> String {
      time.map { MetricText.short(.nanoseconds($0.nanoseconds), of: .latencyMaximum) }
        ?? MetricText.never
    }
    let work = update.work.map { work in
      [work.nodesVisited, work.pointsTouched, work.cellsVisited].map(MetricText.count)
    }
    let wait = update.coalescedInto.map { "gave way to \($0)" } ?? text(update.queueWait)
    return [text(update.indexing), wait] + (work ?? Array(repeating: MetricText.never, count: 3))
      + [text(update.compute), text(update.animation), text(update.latency)]
  }

  /// What the real time of a phase brackets.
  static func help(ofPhase name: String) -> String {
    switch name {
    case "index": "points go into the index or out of it"
    case "query": "the engine finds the points of each cell, and which of them belong together"
    case "locate": "clusters get their places, and make room where their views would overlap"
    case "choose": "clusters on the map are matched with the new ones, and some stay"
    case "diff": "what comes and what leaves is told apart"
    case "apply": "annotations change on the map"
    case "audit": "clusters are told and counted for the facts after an update, as no part of it"
    case "views": "views come and go in a frame"
    case "callout": "a callout opens and the map makes room"
    default: ""
    }
  }
}

extension BatchWindow {
  /// The batches in words.
  var name: String { (batches.count == 1 ? "batch " : "batches ") + numbers }

  /// The 95th percentile for a table.
  var percentile95Text: String {
    MetricText.short(percentile95, of: .latencyPercentile95)
      + (TimeRank.isMaximum(95, of: updates) ? MetricText.star : "")
  }

  /// The numbers of the batches.
  var numbers: String {
    batches.count == 1 ? "\(batches.lowerBound)" : "\(batches.lowerBound)–\(batches.upperBound)"
  }
}

extension SessionReport {
  /// Real time to compute the updates of each window of batches; nil where none was measured.
  var realLatencies: [LapSummary?] {
    facts.batchWindows.map { measurements?.updates.summary(of: updates(of: $0)) }
  }
}
