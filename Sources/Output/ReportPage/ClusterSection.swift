internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Pages
internal import Reporting
internal import Statistics

/// The clusters of one scenario: correctness, stability, and the time of each update.
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
            "kind": table[metric] == .count(0) ? "none" : "bad", "help": metric.definition.help,
          ]
        },
      ]
    }
    return shown.isEmpty ? [] : [["parts": shown]]
  }

  static func batches(of session: SessionReport) -> [Context] {
    let windows = session.facts.batchWindows
    guard windows.contains(where: { $0.updates > 0 }) else { return [] }
    let (titles, rows) = session.batchTable
    return [
      [
        "titles": titles, "starNote": MetricText.starNote,
        "rows": zip(windows, rows).map { ["name": $0.name, "cells": $1] as Context },
      ]
    ]
  }

  /// A folded table of every cluster update; not a template, since there can be thousands.
  static func updates(of session: SessionReport) -> String {
    let updates = session.facts.updates
    guard !updates.isEmpty else { return "" }
    let measured = session.measurements?.updates
    let titles =
      ["trigger", "at", "layer", "indexing", "wait", "nodes", "points", "cells", "compute"]
      + ["waits for main thread", "main thread", "animation", "latency"]
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
    let wait = update.coalescedInto.map { "coalesced into \($0)" } ?? text(update.queueWait)
    return [text(update.indexing), wait] + (work ?? Array(repeating: MetricText.never, count: 3))
      + [text(update.compute), text(update.mainThreadWait), text(update.mainThreadWork)]
      + [text(update.animation), text(update.latency)]
  }
}
