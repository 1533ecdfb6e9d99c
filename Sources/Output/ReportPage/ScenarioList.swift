internal import Formatting
internal import Measures
internal import Metrics
internal import Pages
internal import Reporting

/// The list of all scenarios, by folders and with the variants of one folded, and the same as rows
/// for the script that searches, filters and sorts them.
struct ScenarioList {
  typealias Context = PageTemplates.Context

  private let run: RunReport
  /// The number of sessions of each file.
  private let counts: [String: Int]
  /// The ids of the sessions whose facts differ from the committed ones, or since an earlier run.
  private let changed: Set<String>

  init(of run: RunReport) {
    self.run = run
    counts = Dictionary(grouping: run.sessions, by: \.fileID).mapValues(\.count)
    let changes = [run.comparison?.changes, run.earlier?.changes].compactMap(\.self).joined()
    changed = Set(changes.map(\.id) + (run.comparison?.missing ?? []))
  }

  private static let columns: [(metric: Metric, title: String)] = [
    (.latencyWithoutFadePercentile95, Metric.latencyWithoutFadePercentile95.title),
    (.viewReuseRate, "view reuse"), (.calloutsCorrect, "callouts correct"),
    (.hitchRatio, "hitch ratio"),
  ]

  /// The most sessions in the page's plain HTML; those with a bad outcome are always
  /// included.
  ///
  /// Browsers lay out all plain HTML when the page opens.
  private static let limit = 400

  /// The template values of the list on the front page.
  var context: Context {
    let shown = shownIDs
    let folders = FolderSummary.rows(of: run).compactMap { folder -> Context? in
      let files = files(of: folder.sessions.filter { shown.contains($0.id) })
      guard !files.isEmpty else { return nil }
      return ["name": name(of: folder), "outcome": folder.outcome, "files": files]
    }
    let left = run.sessions.count - shown.count
    return [
      "folders": folders, "folderNames": FolderSummary.rows(of: run).map(name),
      "tags": Set(run.sessions.flatMap(\.tags)).sorted(),
      "sessionCount": run.sessions.count,
      "states": State.allCases.compactMap { state -> Context? in
        let count = run.sessions.count { has(state, $0) }
        return count > 0 ? ["name": state.rawValue, "count": count, "kind": state.kind] : nil
      },
      "cellTitles": Self.columns.enumerated().map { ["index": $0, "title": $1.title] },
      "moreRows": left > 0
        ? "\(MetricText.things(left, "more session")), which the search finds." : "",
    ]
  }

  /// Every session, for the script.
  var rows: [Context] {
    run.sessions.map { session in
      var row = row(session, title: session.title)
      let table = session.facts.session
      row["values"] = Self.columns.map { metric, _ -> Any in
        guard !MetricText.isFrameless(metric, in: table),
          let badness = badness(of: table[metric], metric)
        else { return false }
        return badness
      }
      row["states"] = states(of: session).map(\.rawValue)
      row["folder"] = session.folder.isEmpty ? "." : session.folder
      row["tags"] = session.tags
      row["search"] = "\(session.id) \(session.title)".lowercased()
      return row
    }
  }

  /// A filter of the list; the most urgent comes first.
  private enum State: String, CaseIterable {
    case failed, aborted, changed
    case warned = "with warnings"
    case knownFailure = "known failure"
    case flawed = "shows a flaw"
    case canary, passed

    var kind: String {
      switch self {
      case .failed, .aborted: "bad"
      case .changed, .warned, .knownFailure: "warn"
      case .flawed, .canary, .passed: ""
      }
    }

    /// Whether a row names the state; the color of its dot shows the other states.
    var isTold: Bool {
      switch self {
      case .aborted, .changed, .flawed, .canary: true
      case .failed, .warned, .knownFailure, .passed: false
      }
    }
  }

  private func states(of session: SessionReport) -> [State] {
    State.allCases.filter { has($0, session) }
  }

  private func has(_ state: State, _ session: SessionReport) -> Bool {
    switch state {
    case .failed: !session.outcome.isGood
    case .aborted: session.outcome == .aborted
    case .changed: changed.contains(session.id)
    case .warned: !session.warnings.isEmpty
    case .knownFailure: session.outcome == .knownFailure
    case .flawed: session.showsFlaw
    case .canary: session.isCanary
    case .passed: session.outcome == .passed
    }
  }

  private var shownIDs: Set<String> {
    let bad = run.sessions.filter { !$0.outcome.isGood }.map(\.id)
    let good = run.sessions.filter(\.outcome.isGood).map(\.id)
    return Set(bad + good.prefix(max(Self.limit - bad.count, 0)))
  }

  private func name(of folder: FolderSummary) -> String {
    folder.folder.isEmpty ? "." : folder.folder
  }

  /// The files of a folder, each with its sessions.
  private func files(of sessions: [SessionReport]) -> [Context] {
    sessions.grouped { $0[0].fileID == $1.fileID }.map { sessions in
      let isSingle = sessions.count == 1
      return [
        "isSingle": isSingle, "name": sessions[0].name,
        "count": MetricText.things(counts[sessions[0].fileID] ?? 0, "variant"),
        "kind": sessions.allSatisfy(\.outcome.isGood) ? "fold" : "fold broken",
        "cells": Self.columns.map { worst($0.metric, of: sessions) },
        "rows": sessions.map { session in
          row(session, title: isSingle ? session.title : session.variant?.name ?? session.title)
        },
      ]
    }
  }

  private func row(_ session: SessionReport, title: String) -> Context {
    [
      "anchor": session.anchor, "title": title,
      "kind": session.outcome == .knownFailure
        ? "good known"
        : !session.outcome.isGood ? "bad" : session.isCanary ? "good caught" : "good",
      "marks": states(of: session).filter(\.isTold).map(\.rawValue),
      "cells": Self.columns.map { metric, _ in
        let table = session.facts.session
        return MetricText.isFrameless(metric, in: table)
          ? MetricText.never : MetricText.bare(table[metric], of: metric)
      },
    ]
  }

  /// The worst value among the variants of a scenario, for their folded row.
  private func worst(_ metric: Metric, of sessions: [SessionReport]) -> String {
    let measured = sessions.compactMap { session -> (text: String, badness: Double)? in
      let table = session.facts.session
      guard !MetricText.isFrameless(metric, in: table),
        let badness = badness(of: table[metric], metric)
      else { return nil }
      return (MetricText.bare(table[metric], of: metric), badness)
    }
    // `max` returns the last of equal values; the first one is wanted.
    return measured.reversed().max { $0.badness < $1.badness }?.text ?? MetricText.never
  }

  /// The sort key of a value, larger for worse values; nil where nothing was measured.
  private func badness(of value: MetricValue, _ metric: Metric) -> Double? {
    value.quantity.map { metric.definition.better == .higher ? -$0 : $0 }
  }
}
