internal import Formatting
internal import Measures
internal import Metrics

/// The page for people: the answers first, then every scenario with snapshots of its map.
///
/// It is one file that loads nothing, follows the reader's light or dark setting and fits a phone.
public enum HTMLPage {
  /// The page's text.
  ///
  /// A page of many sessions names all failures, but shows only some sessions in full, failed ones
  /// first: browsers give up on pages of a hundred megabytes.
  public static func text(of run: RunReport) -> String {
    let page = templates.render("page", context(of: run))
    let sections = scenarios(of: run, byteLimit: max(byteLimit - page.utf8.count, 1_000_000))
    return page.split(separator: "\u{1}", omittingEmptySubsequences: false).enumerated()
      .map { part, text in
        switch part {
        case 0: text + sections.definitions
        case 1: text + sections.text
        default: String(text)
        }
      }.joined()
  }

  typealias Context = PageTemplates.Context

  private static let templates = PageTemplates(ReportTemplates.all)

  private static func context(of run: RunReport) -> Context {
    let anchors = Anchors(run)
    let assumptions = Assumptions(run)
    return [
      "style": PageStyle.text, "version": run.version,
      "build": run.isDebugBuild ? "debug build, facts only" : "release build",
      "allocator": run.allocatorName, "headline": run.headline + ".", "verdict": run.verdict + ".",
      "isGood": run.isGood, "findings": run.findings,
      "answers": ReportSection.allCases.map { answer(to: $0, of: run) },
      "failures": run.sessions.flatMap(\.listedFailures).map { failure($0, anchors) },
      "warnings": run.warnings.map { session, sentence in
        ["title": session.title, "anchor": anchors.name(of: session), "sentence": sentence]
      },
      "overviews": ReportSection.allCases.map { overview($0, of: run, anchors) },
      "variants": VariantSection.variants(of: run, anchors),
      "canaries": run.canaries.map { canary($0, anchors) },
      // A mark that sections replace; no other text holds it.
      "sections": "\u{1}", "words": words(of: run), "limits": HitchClass.limits,
      "assumptions": assumptions.devices.isEmpty
        ? []
        : [
          [
            "sentence": Assumptions.sentence, "devices": assumptions.devices,
            "options": assumptions.rows.map {
              ["name": $0[0], "default": $0[1], "exceptions": $0[2]]
            },
          ]
        ],
      "criteria": Criterion.allCases.map(\.metric.definition.help),
    ]
  }

  /// About the most bytes of the page, unless its failures alone are longer.
  private static let byteLimit = 9_800_000

  /// Sections of scenarios, and the shared definitions of their drawings.
  private struct Sections {
    var text = ""
    var definitions = ""
    var count = 0
  }

  /// The sections of all scenarios and canaries; when they are too long, of the first ones, those
  /// with a bad outcome before the others.
  private static func scenarios(of run: RunReport, byteLimit: Int) -> Sections {
    let (anchors, assumptions) = (Anchors(run), Assumptions(run))
    let sessions = run.scenarios + run.canaries
    let all = sections(of: sessions, anchors, assumptions, byteLimit: byteLimit)
    guard all.count < sessions.count else { return all }
    var some = sections(
      of: sessions.filter { !$0.outcome.isGood } + sessions.filter(\.outcome.isGood), anchors,
      assumptions, byteLimit: byteLimit)
    some.text +=
      "<p class=\"nothing\">\(MetricText.things(sessions.count - some.count, "more session")) "
      + "left out to keep this page short: the run file has their values, and a run of one of "
      + "their files shows it in full.</p>\n"
    return some
  }

  private static func sections(
    of sessions: [SessionReport], _ anchors: Anchors, _ assumptions: Assumptions, byteLimit: Int
  ) -> Sections {
    let definitions = SVGDefinitions()
    var sections = Sections()
    for session in sessions {
      let context = ScenarioSection.scenario(
        session, anchor: anchors.name(of: session), isAlone: sessions.count == 1,
        assumptions: assumptions, definitions: definitions)
      sections.text += templates.render("scenario", context)
      sections.count += 1
      guard sections.text.utf8.count + definitions.text.utf8.count < byteLimit else { break }
    }
    sections.definitions = definitions.text
    return sections
  }

  /// The number of things that the page leaves out; empty for none.
  static func more(_ count: Int, _ thing: String) -> String {
    count > 0 ? "\(MetricText.things(count, "more " + thing)) in the run file." : ""
  }

  private static func words(of run: RunReport) -> [Context] {
    let measured = Metric.allCases.filter { metric in
      run.sessions.contains { $0.facts.session[metric].isMeasured }
    }
    return MetricGroup.allCases.compactMap { group in
      let metrics = measured.map(\.definition).filter { $0.group == group }
      return metrics.isEmpty ? nil : ["group": group.rawValue, "metrics": metrics]
    }
  }

  struct Anchors {
    private let numbers: [String: Int]

    init(_ run: RunReport) {
      numbers = Dictionary(
        run.sessions.enumerated().map { ($0.element.id, $0.offset + 1) },
        uniquingKeysWith: { first, _ in first })
    }

    func name(of session: SessionReport) -> String { "scenario-\(numbers[session.id] ?? 0)" }
  }
}

extension HTMLPage {
  private static func failure(_ failure: ListedFailure, _ anchors: Anchors) -> Context {
    [
      "title": failure.session.title, "anchor": anchors.name(of: failure.session),
      "place": failure.place,
      "complaint": failure.sentence + (failure.reproduction.map { "; reproduce: \($0)" } ?? ""),
      "details": failure.details,
      "followerCount": MetricText.count(Int64(failure.followers.count)),
      "followers": failure.followers.map {
        ["place": $0.placeWords, "complaint": failure.session.complaint(of: $0)]
      },
    ]
  }

  private static func canary(_ session: SessionReport, _ anchors: Anchors) -> Context {
    [
      "title": session.title, "anchor": anchors.name(of: session),
      "must": SessionReport.list(session.mustFailNames), "did": session.failedWith,
      "isCaught": session.outcome == .caught,
    ]
  }

  private static func overview(
    _ section: ReportSection, of run: RunReport, _ anchors: Anchors
  ) -> Context {
    let sessions = section.sessions(of: run)
    let longest = sessions.reduce(Int64(0)) {
      max($0, $1.facts.session[.latencyMaximum].nanoseconds)
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
        "title": session.title, "anchor": anchors.name(of: session),
        "isGood": session.outcome.isGood, "cells": columns.map { cell($0, of: session) },
        "range": section == .clustering ? range(session.facts.session, of: longest) : "",
      ]
    }
    return [
      "anchor": "\(section)", "title": section.title, "help": section.help,
      "columns": columns.map {
        ["title": $0.title, "help": $0.help, "isUpright": $0.content == .failures]
      },
      "rows": rows, "hasRange": section == .clustering,
      "notes": section.notes(
        below: sessions.map { session in columns.map { $0.text(for: session) } }
      ).filter { $0 != section.help && $0 != HitchClass.limits },
      "hasCriteria": section == .callouts, "isCut": shown.count < sessions.count,
      "leftOut": more(sessions.count - shown.count, "scenario"),
    ]
  }

  private static let sessionLimit = 500

  private static func cell(_ column: MetricColumn, of session: SessionReport) -> Context {
    let value = session.facts.session[column.metric]
    let text = column.text(for: session)
    var kind = text == MetricText.never ? "none" : ""
    if let failures = column.failures(in: session) { kind = failures > 0 ? "bad" : "none" }
    if column.isFault, case .count(let count) = value { kind = count > 0 ? "bad" : "none" }
    if HitchClass(value) == .critical, column.metric == .hitchRatio { kind = "bad" }
    var meter: [String] = []
    if column.metric.definition.unit == .share, column.content == .value,
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

  /// A bar from the median to the longest latency with a mark at the 95th percentile.
  private static func range(_ table: MetricTable, of longest: Int64) -> String {
    guard longest > 0, table[.latencyMedian].isMeasured else { return "" }
    let median = NumberFormat.percent(table[.latencyMedian].nanoseconds, of: longest)
    let p95 = NumberFormat.percent(table[.latencyPercentile95].nanoseconds, of: longest)
    let length = table[.latencyMaximum].nanoseconds - table[.latencyMedian].nanoseconds
    return "<i style=\"left:\(median)%;width:\(NumberFormat.percent(length, of: longest))%\"></i>"
      + "<b style=\"left:\(p95)%\"></b>"
  }

  /// The answer in one number, and its meaning.
  private static func answer(to section: ReportSection, of run: RunReport) -> Context {
    let sessions = section.sessions(of: run)
    let (number, words) =
      switch section {
      case .clustering: quickness(sessions)
      case .views: reuse(sessions)
      case .callouts: correct(sessions)
      case .frames: roughest(sessions)
      }
    return ["anchor": "\(section)", "title": section.title, "number": number, "words": words]
  }

  /// The median latency of all scenarios, without fades, whose length a scenario sets.
  private static func quickness(_ sessions: [SessionReport]) -> (String, String) {
    let metric = Metric.latencyWithoutFadePercentile95
    let times = sessions.filter { $0.facts.session[metric].isMeasured }
      .map { (time: $0.facts.session[metric].nanoseconds, title: $0.title) }
      .sorted { $0.time < $1.time }
    guard let worst = times.last else { return (MetricText.never, "no clusters were requested") }
    func text(_ time: Int64) -> String { MetricText.short(.nanoseconds(time), of: metric) }
    guard times.count > 1 else { return (text(worst.time), "\(metric.name), in “\(worst.title)”") }
    return (
      text(times[(times.count - 1) / 2].time),
      "\(metric.name): the median of \(MetricText.things(times.count, "scenario")); the slowest "
        + "takes \(text(worst.time)), “\(worst.title)”"
    )
  }

  private static func roughest(_ sessions: [SessionReport]) -> (String, String) {
    func isLess(_ left: SessionReport, _ right: SessionReport) -> Bool {
      left.facts.session[.hitchRatio].order(against: right.facts.session[.hitchRatio]) == -1
    }
    let measured = sessions.filter { session in
      session.facts.session[.hitchRatio].isMeasured
        && !MetricText.isFrameless(.hitchRatio, in: session.facts.session)
    }
    guard let worst = measured.max(by: isLess) else {
      return (MetricText.never, "no frame was shown")
    }
    let value = worst.facts.session[.hitchRatio]
    guard case .share(let late, let length) = value else { return (MetricText.never, "") }
    return (
      String(MetricText.perSecond(late, of: length).dropLast(" per s".count)),
      "each second, \(HitchClass(value)?.rawValue ?? ""): the worst hitch ratio, in "
        + "“\(worst.title)”"
    )
  }

  private static func reuse(_ sessions: [SessionReport]) -> (String, String) {
    let (part, whole) = sessions.sum(of: .viewReuseRate)
    guard whole > 0 else { return (MetricText.never, "no views were requested") }
    return (
      MetricText.short(.share(part: part, of: whole), of: .viewReuseRate),
      "view reuse rate: \(MetricText.count(part)) of \(MetricText.count(whole)) came out of a pool"
    )
  }

  private static func correct(_ sessions: [SessionReport]) -> (String, String) {
    let (part, whole) = sessions.sum(of: .calloutsCorrect)
    guard whole > 0 else { return (MetricText.never, "no callouts were judged") }
    return (
      "\(MetricText.count(part)) of \(MetricText.count(whole))",
      part == whole
        ? "callouts correct: all keep every criterion"
        : "callouts correct; "
          + "\(MetricText.count(whole - part)) \(whole - part == 1 ? "does" : "do") not"
    )
  }
}

extension MetricValue {
  /// The time in nanoseconds; 0 for anything else.
  var nanoseconds: Int64 {
    if case .nanoseconds(let time) = self { time } else { 0 }
  }
}
