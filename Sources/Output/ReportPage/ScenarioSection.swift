internal import Counts
internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Pages
internal import Reporting
internal import Statistics

enum ScenarioSection {
  typealias Context = PageTemplates.Context

  /// The most snapshots of a scenario; the run file has them all.
  static let pictureLimit = 12
  /// The most steps and the most updates of a scenario that have a row each.
  static let rowLimit = 500

  static func scenario(
    _ session: SessionReport, assumptions: Assumptions, options: RunOptions = RunOptions(),
    counts: SessionCounts? = nil
  ) -> Context {
    let facts = session.facts
    let definitions = SVGDefinitions()
    // Of a session with a scene the player draws any moment.
    let pictures = session.scene == nil ? chosenPictures(of: session) : []
    var context: Context = [
      "title": session.title, "file": session.file, "comment": comment(of: session),
      // One that was aborted has its own.
      "command": session.abort?.reproduction ?? session.command(options),
      "traceCommand": Escape.shell([
        "mapreplay", "export", "run.json", "--to", "perfetto", "--session", session.id, "--out",
        "traces",
      ]),
      "outcome": session.outcomeWords, "isGood": session.outcome.isGood,
      "isKnown": session.outcome == .knownFailure,
      "knownFailures": session.listedKnownFailures.map(FailureSection.known),
      "tags": session.tags.map { ["name": $0, "address": Escape.link($0)] },
      "highlights": highlights(of: session), "device": session.device.name,
      "costs": session.device.costs.joined(separator: " · "),
      "seed": String(session.seed), "digest": facts.digest.text,
      "options": assumptions.exceptions(of: session),
      "clusterings": session.clusterings.map {
        ["layer": $0.layer, "words": $0.words, "fixes": $0.fixWords]
      },
      "pointFiles": (session.pointFiles ?? []).map {
        ["title": $0.title, "sentences": $0.sentences.joined(separator: " · ")]
      },
      "warnings": session.warnings, "whys": FailureSection.failures(of: session),
      "abort": session.abort?.words ?? "", "isAborted": session.abort != nil,
      "verdicts": SearchSection.verdicts(of: session)
        + facts.verdicts.indices.map { verdict($0, of: session) }
        + session.budgetVerdicts.map { verdict($0, of: session) },
      "canary": session.isCanary
        ? "Must fail with \(SessionReport.list(session.mustFailNames))." : "",
      "isCanary": session.isCanary, "clusters": ClusterSection.clusters(of: session),
      "updates": ClusterSection.updates(of: session),
      "batches": ClusterSection.batches(of: session),
      "charts": SessionCharts.all(of: session, counts: counts).map(\.context),
      "batchCharts": SessionCharts.batches(of: session).map(\.context),
      "pictures": pictures.map { picture($0, of: session, definitions) },
      "hasBars": pictures.contains {
        session.mapBars != EdgeInsets(all: 0)
          || ($0.callout.map { session.bars[$0] != nil } ?? false)
      },
      "morePictures": session.scene == nil
        ? HTMLPage.more(session.snapshots.count - pictures.count, "picture") : "",
      "sessionPlayer": session.scene == nil ? false : PlayerSection.name(of: session),
      "sceneEnd": session.scene?.endOfViews.map {
        "Annotation views are recorded until \(MetricText.short($0)), up to "
          + "\(MetricText.count(Int64(ViewColumn.limit))) changes of them; later the map shows the "
          + "last ones."
      } ?? "",
      "groups": groups(of: facts.session),
      "marks": parts("Marks, each up to the next mark", marks(of: session)),
      "steps": parts(
        session.facts.steps.count > rowLimit ? "The first \(rowLimit) steps" : "Steps",
        steps(of: session), without: .hitchRatio),
    ]
    context.merge(CalloutSection.callouts(of: session, definitions)) { _, new in new }
    context.merge(staleReuses(of: session)) { _, new in new }
    context["allocations"] = session.allocations.map(MetricText.words) ?? false
    context["robustness"] = session.robustness?.words ?? ""
    context["real"] = session.measurements.map(realTimes) ?? false
    context["definitions"] = definitions.text
    return context
  }

  /// The paragraphs of the comment in front of its file, with commands apart.
  private static func comment(of session: SessionReport) -> [Context] {
    func isProse(_ line: String) -> Bool { !line.isEmpty && !line.hasPrefix("mapreplay ") }
    let paragraphs = (session.comment ?? []).grouped { isProse($0[0]) && isProse($1) }
    return paragraphs.filter { $0 != [""] }.map { lines in
      ["text": lines.joined(separator: " "), "isCommand": !isProse(lines[0])]
    }
  }

  private static func highlights(of session: SessionReport) -> [Context] {
    let shown: [(Metric, String)] = [
      (.simulatedTime, "simulated"),
      (.latencyWithoutFadePercentile95, Metric.latencyWithoutFadePercentile95.name),
      (.viewReuseRate, "view reuse"), (.calloutsCorrect, "callouts correct"),
      (.hitchRatio, "hitch ratio"),
    ]
    return shown.compactMap { metric, label in
      let value = session.facts.session[metric]
      guard value.isMeasured else { return nil }
      if metric == .viewReuseRate, session.keepsOwnViews {
        return ["label": label, "text": "none by design: annotations keep their views"]
      }
      if metric == .calloutsCorrect, case .share(let part, let whole) = value {
        let text = "\(MetricText.count(part)) of \(MetricText.count(whole))"
        return ["label": label, "text": HTMLPage.unbroken(text)]
      }
      let text = MetricText.short(metric, in: session.facts.session)
      return ["label": label, "text": HTMLPage.unbroken(text)]
    }
  }

  private static func verdict(_ index: Int, of session: SessionReport) -> Context {
    let verdict = session.facts.verdicts[index]
    // What is told below, with its evidence, is not told twice.
    let isTold = verdict.outcome == .kept || session.evidence(of: index) != nil
    return [
      "kind": verdict.outcome == .kept ? "good" : session.isKnown(verdict) ? "known" : "bad",
      "sign": verdict.outcome == .kept ? "✓" : session.isKnown(verdict) ? "!" : "✕",
      "outcome": verdict.outcome.rawValue, "rule": verdict.rule,
      "found": verdict.found, "place": verdict.placeWords,
      "finding": isTold ? "" : FailureText(session: session, verdict: verdict).finding,
    ]
  }

  private static func verdict(_ verdict: BudgetVerdict, of session: SessionReport) -> Context {
    [
      "kind": session.isKnown(verdict)
        ? "known" : verdict.isBroken ? "bad" : verdict.outcome == .kept ? "good" : "",
      "sign": session.isKnown(verdict)
        ? "!" : verdict.isBroken ? "✕" : verdict.outcome == .kept ? "✓" : "?",
      "outcome": verdict.outcome?.rawValue ?? "unavailable", "rule": verdict.rule,
      "found": verdict.found, "place": "line \(verdict.written.line)",
      "finding": verdict.isBroken ? session.finding(of: verdict) : "",
    ]
  }

  /// The exact value as a tooltip, unless it is the short one.
  private static func attributes(
    of metric: Metric, in table: MetricTable, shownAs short: String
  ) -> String {
    // A count is exact as it is.
    if case .count = table[metric], metric.definition.unit.definition.isCounted { return "" }
    let exact = MetricText.exact(metric, in: table)
    return exact == short ? "" : " title=\"\(Escape.markup(exact))\""
  }

  private static func groups(of table: MetricTable) -> [Context] {
    let measured = Dictionary(grouping: table.measured) { $0.metric.definition.group }
    return MetricGroup.allCases.compactMap { group in
      measured[group].map { values in
        ["group": group.rawValue, "values": values.map { value($0.metric, table) }]
      }
    }
  }

  private static func value(_ metric: Metric, _ table: MetricTable) -> PageCell {
    let text = MetricText.short(metric, in: table)
    return PageCell(
      name: metric.name, text: text,
      attributes: attributes(of: metric, in: table, shownAs: text))
  }
}

extension ScenarioSection {
  /// The metrics in the tables of marks and steps, without those that are zero everywhere.
  private static let partMetrics: [(metric: Metric, title: String)] = [
    (.clusterUpdates, "updates"),
    (.latencyWithoutFadePercentile95, Metric.latencyWithoutFadePercentile95.title),
    (.latencyPercentile95, Metric.latencyPercentile95.title),
    (.latencyMaximum, Metric.latencyMaximum.title),
    (.indexingPercentile95, Metric.indexingPercentile95.title),
    (.computePercentile95, Metric.computePercentile95.title), (.pointsTouched, "points touched"),
    (.clustersCreated, "clusters created"), (.viewsCreated, "views created"),
    (.viewsReused, "views reused"), (.ownViewsShown, "own views shown"),
    (.viewReuseRate, "reuse rate"), (.churn, "churn"),
    (.pointsLost, "lost"), (.pointsCountedTwice, "twice"), (.ghostClusters, "ghosts"),
    (.clustersMoved, "moved"), (.clustersFlickered, "flickered"),
    (.clusterCountsChanged, "changed"), (.calloutsJudged, "callouts"),
    (.calloutsCorrect, "correct"), (.mainThreadTime, "main thread"), (.worstFrame, "worst frame"),
    (.hitches, "hitches"), (.hitchTime, "hitch time"), (.hitchRatio, "hitch ratio"),
    (.pointsPanned, "panned"), (.staleReuses, "stale"), (.reentries, "reentered"),
  ]

  private struct Facet {
    var name: String
    var note: String
    var depth = 0
    /// The id of the step to which the row links; nil for none.
    var id: String?
    var table: MetricTable
    var real: TimingSummary?
    /// The real time of all its work, in nanoseconds; nil when it is unknown.
    var lap: Int64?
    /// The allocations of the part; nil when they are unknown.
    var allocations: Allocations.Share?
  }

  /// A table of parts.
  ///
  /// It leaves out time lost per second, which is meaningless for a step of a few frames.
  private static func parts(
    _ title: String, _ parts: [Facet], without left: Metric? = nil
  ) -> [Context] {
    let columns = partMetrics.filter { column in
      column.metric != left && parts.contains { !isNothing($0.table[column.metric]) }
    }
    guard !columns.isEmpty else { return [] }
    let isReal = parts.contains { $0.real != nil }
    let costs = costColumns.filter { column in parts.contains { column.text($0) != nil } }
    let rows = parts.map { part -> Context in
      [
        "name": part.name, "note": part.note, "indent": min(part.depth, 8),
        "id": part.id ?? false,
        "cells": columns.map { column -> PageCell in
          let value = part.table[column.metric]
          guard !isNothing(value) else {
            return PageCell(
              text: MetricText.never,
              attributes: " class=\"none\"" + (value.isMeasured ? " title=\"0\"" : ""))
          }
          let text = MetricText.short(column.metric, in: part.table)
          return PageCell(
            text: text, attributes: attributes(of: column.metric, in: part.table, shownAs: text))
        } + costs.map { $0.cell(part) } + (isReal ? [realCell(part.real)] : []),
      ]
    }
    var titles = columns.map { ["title": $0.title, "help": $0.metric.name] }
    titles += costs.map { ["title": $0.title, "help": $0.help] }
    if isReal {
      let column = MetricColumn.realCompute
      titles.append(["title": "\(column.title) p95", "help": column.help])
    }
    return [["title": title, "columns": titles, "rows": rows]]
  }

  /// A column with the real cost of a part on this machine, next to its simulated counters.
  private struct CostColumn: Sendable {
    var title: String
    var help: String
    /// The cost; nil where it is not known.
    var text: @Sendable (Facet) -> String?

    func cell(_ part: Facet) -> PageCell {
      text(part).map { PageCell(text: $0) }
        ?? PageCell(text: MetricText.never, attributes: " class=\"none\"")
    }
  }

  private static let costColumns = [
    CostColumn(
      title: "allocations", help: "requests for memory, exact for one build",
      text: { $0.allocations.map { MetricText.count($0.count) } }),
    CostColumn(
      title: "allocated bytes", help: "bytes asked for, freed or not",
      text: { $0.allocations.map { MetricText.count($0.bytes) } }),
    CostColumn(
      title: "real time", help: "of the whole step on the machine that made this page",
      text: { $0.lap.map(MetricText.lap) }),
  ]

  private static func realCell(_ laps: TimingSummary?) -> PageCell {
    guard let laps else {
      return PageCell(text: MetricText.never, attributes: " class=\"none\"")
    }
    return PageCell(
      text: MetricText.lap95(laps),
      attributes: " title=\"\(MetricText.things(laps.count, "update")), "
        + "p50 \(MetricText.lap(laps.p50)), max \(MetricText.lap(laps.max))\"")
  }

  private static func marks(of session: SessionReport) -> [Facet] {
    session.facts.marks.enumerated().map { index, mark in
      Facet(
        name: mark.name, note: "from \(MetricText.short(mark.start))", table: mark.table,
        real: session.measurements?.updates.summary(ofMark: index))
    }
  }

  private static func steps(of session: SessionReport) -> [Facet] {
    session.facts.steps.prefix(rowLimit).enumerated().compactMap { index, table in
      guard partMetrics.contains(where: { !isNothing(table[$0.metric]) }) else { return nil }
      let real = session.measurements?.updates.summary(ofStep: index)
      let label = session.label(ofStep: index)
      return Facet(
        name: label?.text ?? "step \(index + 1)", note: label.map { $0.placeWords } ?? "",
        depth: label?.depth ?? 0, id: "step-\(index + 1)", table: table, real: real,
        lap: session.measurements?.steps.dropFirst(index).first,
        allocations: session.allocations?.counted?.steps.dropFirst(index).first)
    }
  }

  private static func isNothing(_ value: MetricValue) -> Bool {
    switch value {
    case .count(0), .nanoseconds(0), .micropoints(0): true
    case .count, .nanoseconds, .micropoints, .share, .never: !value.isMeasured
    }
  }

  /// The spread of the replays; empty when it is unknown.
  private static func spread(of measurements: Measurements) -> String {
    guard let replays = measurements.replays else { return "" }
    var text = ", the fastest of \(MetricText.things(replays.count, "replay"))"
    guard replays.count > 1 else { return text }
    text += " (median \(MetricText.lap(replays.median)), slowest \(MetricText.lap(replays.most)))"
    guard let p95 = measurements.updates.percentile95 else { return text }
    return text + ". Of each lap the fastest counts, here and above; in single replays the p95 of "
      + "updates lay between \(MetricText.lap(p95.least)) and \(MetricText.lap(p95.most))"
  }

  private static func realTimes(_ measurements: Measurements) -> Any {
    [
      "time": MetricText.lap(measurements.realNanoseconds) + spread(of: measurements),
      "phases": measurements.phases.map { phase in
        [
          "name": phase.name, "help": phase.help,
          "count": MetricText.count(Int64(phase.laps.count)),
          "p50": MetricText.lap(phase.laps.p50), "p90": MetricText.lap(phase.laps.p90),
          "p99": phase.laps.p99.map(MetricText.lap) ?? MetricText.never,
          "max": MetricText.lap(phase.laps.max),
        ]
      },
    ]
  }
}

extension ScenarioSection {
  /// The snapshots of broken callouts and steps, then of the end and other callouts, then of marks,
  /// in the order of time.
  private static func chosenPictures(of session: SessionReport) -> [PlacedSnapshot] {
    let ranked = session.snapshots.enumerated().map { index, placed in
      (index: index, rank: rank(placed, of: session))
    }
    let chosen = ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.prefix(pictureLimit)
    return chosen.map(\.index).sorted().map { session.snapshots[$0] }
  }

  private static func rank(_ placed: PlacedSnapshot, of session: SessionReport) -> Int {
    if session.judgment(on: placed) == .broken { return 0 }
    switch placed.scene.occasion {
    case .snapshot: return 0
    case .callout, .end: return 1
    case .mark: return 2
    }
  }

  private static func picture(
    _ placed: PlacedSnapshot, of session: SessionReport, _ definitions: SVGDefinitions
  ) -> Context {
    let verdict = session.verdict(on: placed)
    let judgment = session.judgment(on: placed)
    let picture = MapPicture(placed, of: session, definitions)
    let callout = placed.callout.map { "callout \($0)" } ?? "the callout"
    return [
      "svg": picture.markup(named: placed.title),
      "width": NumberFormat.number(picture.shownSize.width), "title": placed.title,
      "time": MetricText.short(placed.time),
      "step": session.label(ofStep: placed.step)?.text ?? "", "hasLeft": !placed.leftBehind.isEmpty,
      "left": MetricText.things(placed.leftBehind.count, "callout")
        + " left behind, drawn as a dashed outline: never removed",
      // A snapshot of something else names its open callout.
      "subject": callout == placed.title ? "" : "\(callout) ",
      "broken": verdict.map { complaint(of: $0) } ?? "", "isBroken": judgment == .broken,
      "unjudged": placed.scene.callout == nil
        ? ""
        : picture.isExcused
          ? "outside, moved there by fingers: not judged"
          : judgment == .unjudged ? "not judged: it had not settled" : "",
    ]
  }

  static func complaint(of verdict: CalloutVerdict) -> String {
    verdict.broken.map(\.metric.definition.help).joined(separator: " ")
  }

  static let staleReuseLimit = 60

  private static func staleReuses(of session: SessionReport) -> Context {
    let all = session.facts.staleReuses
    let shown = all.prefix(staleReuseLimit)
    var count = Int64(all.count)
    if case .count(let counted) = session.facts.session[.staleReuses] { count = counted }
    return [
      "staleReuses": shown.map { staleReuse($0, of: session) },
      "moreStaleReuses": HTMLPage.more(Int(count) - shown.count, "view"),
    ]
  }

  private static func staleReuse(_ reuse: StaleReuse, of session: SessionReport) -> Context {
    let label = session.label(of: reuse.step)
    let leaks = reuse.leaks.map { leak in
      leak.part.rawValue + (leak.owner.map { " of annotation \($0)" } ?? "")
    }
    return [
      "step": label?.text ?? "", "line": label.map { $0.placeWords } ?? "",
      "time": MetricText.short(reuse.time),
      "view": "#\(reuse.view)", "annotation": reuse.annotation,
      "leaks": leaks.joined(separator: ", "),
    ]
  }
}
