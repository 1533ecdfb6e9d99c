internal import Counts
package import Formatting
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Pages
public import Reporting
internal import Statistics
internal import Wire

/// The page for people: the answers first, then every scenario.
///
/// It is one file that loads nothing, follows the reader's light or dark setting and fits a
/// phone. The front is plain HTML. All other parts are packed, and the page's script draws
/// them on demand, so that thousands of scenarios open as fast as one.
public enum HTMLPage {
  typealias Context = PageTemplates.Context

  static let templates = PageTemplates(ReportTemplates.all)

  /// The anchor of a session: a slash and the escaped id.
  ///
  /// The slash keeps it from matching the id of an HTML element.
  package static func anchor(ofSession id: String) -> String { "/" + Escape.link(id) }

  /// The anchor of a moment: the anchor of its session, `@` and the time in seconds.
  static func anchor(ofSession id: String, at time: SimulatedTime) -> String {
    "\(anchor(ofSession: id))@\(MetricText.decimal(time.nanoseconds, places: 9))s"
  }

  /// The page's text.
  public static func text(of run: RunReport) -> String {
    String(parts: parts(of: run) { (0..<$0).map($1) })
  }

  /// The page's bytes in parts, some of which may be built in parallel: the front, the parts
  /// drawn on demand, and the scripts.
  ///
  /// The page includes the findings of the history.
  package static func parts(
    of run: RunReport, history: PageHistory? = nil, inOrder: PieceOrder
  ) -> [ArraySlice<UInt8>] {
    let packs = PagePack.groups(of: parts(of: run) + (history.map { [$0.part] } ?? []))
    return inOrder(packs.count + 2) { index in
      let text =
        if index == 0 {
          templates.render("front", front(of: run, history))
        } else if index <= packs.count {
          templates.render("pack", PagePack.context(of: packs[index - 1]))
        } else {
          templates.render(
            "end",
            [
              "script": WebFile.pageJS, "player": WebFile.playerJS,
              "charting": WebFile.chartsJS,
            ])
        }
      return Array(text.utf8)[...]
    }
  }

  /// The most failures, and the most warnings, on the front; the list has all scenarios.
  static let listLimit = 60

  /// The most bytes of film strips for browsers without scripts.
  private static let galleryBytes = 70_000

  private static func front(of run: RunReport, _ history: PageHistory?) -> Context {
    let failures = FailureSection.Front(of: run)
    let known = run.listedKnownFailures
    let warnings = run.warnings
    var context: Context = [
      "style": PageStyle.text + WebFile.playerCSS + WebFile.chartsCSS + WebFile.filmStripCSS,
      "version": run.version,
      "build": run.isDebugBuild ? "debug build, facts only" : "release build",
      "allocator": run.allocatorName, "headline": run.outcome + ".",
      // Failures stand below, in full.
      "verdict": run.ending == .kept || run.search != nil
        ? run.verdict(withHeadline: false) + "." : "",
      "origin": origin(of: run),
      "isGood": run.ending == .kept, "contradictions": run.contradictions,
      "changed": ChangedFacts(of: run).front, "countsFindings": run.countsFindings,
      "environment": environment(of: run),
      "failures": failures.sessions, "moreFailures": failures.more,
      "knownFailures": known.prefix(listLimit).map(FailureSection.known),
      "knownCount": MetricText.things(known.count, "known failure"),
      "moreKnown": known.count > listLimit
        ? "\(MetricText.things(known.count - listLimit, "more known failure")) in summary.md." : "",
      "warnings": warnings.prefix(listLimit).map { session, sentence in
        ["title": session.title, "anchor": session.anchor, "sentence": sentence]
      },
      "warningCount": MetricText.things(warnings.count, "warning"),
      "moreWarnings": warnings.count > listLimit
        ? "\(MetricText.things(warnings.count - listLimit, "more warning")) in summary.md." : "",
      "limits": HitchClass.limits, "command": run.command,
      "hasAssumptions": !Assumptions(run).devices.isEmpty, "canaries": canaries(of: run),
      "carried": ReportTemplates.carried.map { ["name": $0.name, "text": $0.text] },
      "history": history.map {
        [["sentence": $0.sentence, "hasCharts": !$0.charts.isEmpty] as Context]
      } ?? [],
    ]
    let gallery = FilmStrip.gallery(of: run, bytes: galleryBytes)
    context["stripDefinitions"] = gallery.definitions
    context["strips"] = gallery.strips.map { session, svg in
      ["title": session.title, "svg": svg]
    }
    let sections = ReportSection.allCases.map { section -> Context in
      let answer = section.answer(of: run)
      return [
        "anchor": "\(section)", "title": section.title, "help": section.help,
        "number": unbroken(answer.number), "words": answer.words,
        "worst": answer.worst.map { worst in
          [
            [
              "number": unbroken(worst.number), "title": worst.session.title,
              "anchor": worst.session.anchor,
            ] as Context
          ]
        } ?? [],
        "hasRows": run.scenarios.contains(where: section.concerns),
        "trend": history?.trends[section].map { [["line": $0.line, "words": $0.words] as Context] }
          ?? [],
      ]
    }
    // A search is no answer about the sessions that it found.
    if run.search == nil { (context["answers"], context["sections"]) = (sections, sections) }
    context.merge(SearchSection.front(of: run)) { _, new in new }
    context.merge(ScenarioList(of: run).context) { _, new in new }
    return context
  }

  /// The parts that the page draws on demand.
  static func parts(of run: RunReport) -> [PageFragment] {
    let assumptions = Assumptions(run)
    let tables = ReportSection.allCases.map { section in
      PageFragment("table \(section)", "overview") { overview(section, of: run) }
    }
    let variants = VariantSection.parts(of: run)
    let compared = Set(variants.map(\.name))
    let files = Dictionary(grouping: run.sessions, by: \.fileID)
    let changed = ChangedFacts(of: run)
    let counts = Dictionary(
      (run.counts?.sessions ?? []).map { ($0.id, $0.counts) }, uniquingKeysWith: { one, _ in one })
    return tables + [
      PageFragment("assumptions", "assumptions") {
        [
          "sentence": Assumptions.sentence,
          "devices": assumptions.devices.map { ["name": $0.name, "costs": $0.costs] },
          "options": assumptions.rows.map {
            ["name": $0[0], "default": $0[1], "exceptions": $0[2]]
          },
        ]
      },
      PageFragment("words", "words") { ["words": words(of: run)] },
      PageFragment("list", "row") { ["rows": ScenarioList(of: run).rows] },
    ]
      + run.sessions.map { session in
        PageFragment("/" + session.id, "scenario") {
          var context = ScenarioSection.scenario(
            session, assumptions: assumptions, options: run.options,
            counts: counts[session.id] ?? nil)
          let part = VariantSection.name(of: session)
          if compared.contains(part) { context["variantsPart"] = part }
          let tables = changed.tables(of: session)
          if !tables.isEmpty { context["changed"] = tables }
          let pair = SearchSection.pair(of: session, in: run)
          context["pair"] = pair.map { ["title": $0.title, "anchor": $0.anchor] }
          context["rivals"] = PlayerSection.rivals(
            of: session, among: files[session.fileID] ?? [], beside: pair,
            before: run.earlier?.sessions[session.id])
          return context
        }
      } + variants + PlayerSection.parts(of: run)
  }

  /// A number that stays on one line with its unit.
  static func unbroken(_ number: String) -> String { number.replacing(" ", with: "\u{a0}") }

  /// The number of things that the page leaves out, in words; empty for none.
  static func more(_ count: Int, _ thing: String) -> String {
    count > 0 ? "\(MetricText.things(count, "more " + thing)) in the run file." : ""
  }

  private static func words(of run: RunReport) -> [Context] {
    let measured = Metric.allCases.filter { metric in
      run.sessions.contains { $0.facts.session[metric].isMeasured }
    }
    return MetricGroup.allCases.compactMap { group in
      let metrics = measured.map(\.definition).filter { $0.group == group }
      return metrics.isEmpty
        ? nil
        : ["group": group.rawValue, "metrics": metrics.map { ["name": $0.name, "help": $0.help] }]
    }
  }
}

extension HTMLPage {
  /// The known facts about the place, time and machine of a run.
  private static func environment(of run: RunReport) -> [Context] {
    let origin = run.origin
    func utc(_ seconds: Int64) -> String? { CalendarText.utc(seconds: seconds).map { $0 + " UTC" } }
    let rows: [(String, String?)] =
      [
        ("revision", origin.revision.map { $0 + (origin.isModified ? ", modified" : "") }),
        ("program", run.programSource.map { "\(run.version), \($0.shortText)" }),
        ("branch", origin.branch),
        ("committed", origin.committedAtSeconds.flatMap(utc)),
        ("played", origin.startedAtSeconds.flatMap(utc)),
        ("machine", origin.host),
      ] + Fingerprint.Component.allCases.map { ($0.rawValue, run.fingerprint.values[$0]) }
    return rows.compactMap { name, value in value.map { ["name": name, "value": $0] } }
  }

  /// One line with the commit, branch, time, machine and program of a run; empty if unknown.
  private static func origin(of run: RunReport) -> String {
    let origin = run.origin
    return [
      origin.revision.map { "commit \($0.prefix(8))" + (origin.isModified ? ", modified" : "") },
      origin.branch.map { "branch \($0)" },
      (origin.startedAtSeconds ?? origin.committedAtSeconds).flatMap(CalendarText.utc)
        .map { $0 + " UTC" },
      origin.host,
      run.programSource.map { "program \($0.shortText)" },
    ].compactMap(\.self).joined(separator: " · ")
  }

  /// The template values of the canaries; empty when the run has none.
  private static func canaries(of run: RunReport) -> [Context] {
    let canaries = run.canaries
    guard !canaries.isEmpty else { return [] }
    let wrong = canaries.filter { $0.outcome != .caught }
    let all = MetricText.things(canaries.count, "canary", "canaries")
    let caught = "\(canaries.count - wrong.count) of \(all)"
    return [
      [
        "sentence": wrong.isEmpty ? "All \(canaries.count) are caught." : "\(caught) are caught.",
        "wrong": wrong.map { session in
          [
            "title": session.title, "anchor": session.anchor,
            "must": SessionReport.list(session.mustFailNames), "did": session.failedWith,
          ]
        },
      ]
    ]
  }

  static func overview(_ section: ReportSection, of run: RunReport) -> Context {
    let sessions = section.sessions(of: run)
    let longest = sessions.reduce(Int64(0)) {
      max($0, $1.facts.session[.latencyWithoutFadeMaximum].nanoseconds)
    }
    let columns = section.columns(withRealTimes: !run.isDebugBuild, for: sessions)
    // When there are too many rows, failed sessions come first.
    let shown =
      sessions.count <= sessionLimit
      ? sessions
      : Array(
        (sessions.filter { !$0.outcome.isGood } + sessions.filter(\.outcome.isGood))
          .prefix(sessionLimit))
    let rows = shown.map { session -> Context in
      [
        "title": session.title, "anchor": session.anchor,
        "isGood": session.outcome.isGood, "cells": columns.map { cell($0, of: session) },
        "range": section == .clustering ? range(session.facts.session, of: longest) : "",
      ]
    }
    return [
      "columns": columns.map {
        ["title": $0.title, "help": $0.help, "isUpright": $0.content == .failures]
      },
      "rows": rows, "hasRange": section == .clustering,
      "notes": section.notes(
        below: sessions.map { session in columns.map { $0.text(for: session) } }
      ).filter { $0 != section.help && $0 != HitchClass.limits },
      "hasCriteria": section == .callouts,
      "criteria": Criterion.allCases.map(\.metric.definition.help),
      "isCut": shown.count < sessions.count,
      "leftOut": more(sessions.count - shown.count, "session"),
    ]
  }

  private static let sessionLimit = 500

  private static func cell(_ column: MetricColumn, of session: SessionReport) -> Context {
    let value = session.facts.session[column.metric]
    let text = column.text(for: session)
    var kind = text == MetricText.never ? "none" : ""
    if let failures = column.failures(in: session) { kind = failures > 0 ? "bad" : "none" }
    if column.isFailure, case .count(let count) = value { kind = count > 0 ? "bad" : "none" }
    if HitchClass(value) == .critical, column.metric == .hitchRatio { kind = "bad" }
    var meter: [String] = []
    if column.metric.definition.unit.definition.isShare, column.content == .value,
      case .share(let part, let whole) = value, whole > 0
    {
      kind = "share"
      meter = [NumberFormat.percent(part, of: whole)]
    }
    return [
      "label": column.title, "text": text, "kind": kind, "meter": meter,
      "exact": column.content == .realTime
        ? column.help : MetricText.exact(column.metric, in: session.facts.session),
    ]
  }

  /// A bar from the median to the longest latency without its fade, with a mark at the 95th
  /// percentile.
  private static func range(_ table: MetricTable, of longest: Int64) -> String {
    guard longest > 0, table[.latencyWithoutFadeMedian].isMeasured else { return "" }
    let median = table[.latencyWithoutFadeMedian].nanoseconds
    let length = table[.latencyWithoutFadeMaximum].nanoseconds - median
    func share(_ time: Int64) -> String { NumberFormat.percent(time, of: longest) }
    return "<i style=\"left:\(share(median))%;width:\(share(length))%\"></i>"
      + "<b style=\"left:\(share(table[.latencyWithoutFadePercentile95].nanoseconds))%\"></b>"
  }
}

extension SessionReport {
  /// The session's anchor on the page.
  var anchor: String { HTMLPage.anchor(ofSession: id) }

  /// The anchor of a moment, or of the session if it has no scene to play.
  func anchor(at time: SimulatedTime) -> String {
    scene == nil ? anchor : HTMLPage.anchor(ofSession: id, at: time)
  }
}
