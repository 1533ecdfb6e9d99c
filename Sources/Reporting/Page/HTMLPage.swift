internal import Formatting
internal import Measures
internal import Metrics

/// The page for people: the three answers first, then every scenario with pictures of its map.
///
/// It is one file that loads nothing, follows the reader's light or dark setting and fits a phone.
public enum HTMLPage {
  /// The page's text.
  ///
  /// A page of many sessions names all failures, but shows only some sessions in full, those that
  /// failed first of all: browsers give up on pages of a hundred megabytes.
  ///
  /// - Complexity: O(what is shown): callouts, updates and pictures of a scenario are limited.
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

  /// The templates of the report.
  private static let templates = PageTemplates(ReportTemplates.all)

  private static func context(of run: RunReport) -> Context {
    let anchors = Anchors(run)
    let assumptions = Assumptions(run)
    return [
      "style": PageStyle.text,
      "version": run.version,
      "build": run.isDebugBuild ? "debug build, facts only" : "release build",
      "allocator": run.allocatorName,
      "headline": run.headline + ".",
      "verdict": run.verdict + ".",
      "isGood": run.isGood,
      "findings": run.findings.map { ["finding": $0] },
      "answers": ReportSection.allCases.map { answer(to: $0, of: run) },
      "failures": failures(of: run, anchors),
      "warnings": run.warnings.map { session, sentence in
        ["title": session.title, "anchor": anchors.name(of: session), "sentence": sentence]
      },
      "questions": ReportSection.allCases.map { question($0, of: run, anchors) },
      "variants": VariantSection.variants(of: run, anchors),
      "canaries": run.canaries.map { canary($0, anchors) },
      // Sections come in the place of this mark, which no other text may hold.
      "sections": "\u{1}", "words": words(of: run),
      "assumptions": self.assumptions(assumptions),
      "limits": HitchClass.limits,
      "criteria": Criterion.allCases.map { ["help": $0.metric.definition.help] },
    ]
  }

  /// How long the page may become, about, unless its failures alone are longer.
  private static let byteLimit = 9_800_000

  /// Sections of scenarios, and what their pictures share.
  private struct Sections {
    var text = ""
    var definitions = ""
    var count = 0
  }

  /// The sections of all scenarios and canaries; when they are too long, of the first ones, before
  /// which those come that are not as they must be.
  private static func scenarios(of run: RunReport, byteLimit: Int) -> Sections {
    let (anchors, assumptions) = (Anchors(run), Assumptions(run))
    let sessions = run.scenarios + run.canaries
    let all = sections(of: sessions, anchors, assumptions, byteLimit: byteLimit)
    guard all.count < sessions.count else { return all }
    var some = sections(
      of: sessions.filter { !$0.outcome.isGood } + sessions.filter(\.outcome.isGood), anchors,
      assumptions, byteLimit: byteLimit)
    some.text += "<p class=\"nothing\">"
    some.text += MetricText.things(sessions.count - some.count, "more session")
    some.text += " left out to keep this page short: the run file has their values, and a run of "
    some.text += "one of their files shows it in full.</p>\n"
    return some
  }

  private static func sections(
    of sessions: [SessionReport], _ anchors: Anchors, _ assumptions: Assumptions, byteLimit: Int
  ) -> Sections {
    let book = SVGDefinitions()
    var sections = Sections()
    for session in sessions {
      let context = ScenarioSection.scenario(
        session, anchor: anchors.name(of: session), isAlone: sessions.count == 1,
        assumptions: assumptions, book: book)
      sections.text += templates.render("scenario", context)
      sections.count += 1
      guard sections.text.utf8.count + book.definitions.utf8.count < byteLimit else { break }
    }
    sections.definitions = book.definitions
    return sections
  }

  /// How many things the page leaves out; empty when it shows them all.
  static func more(_ count: Int, _ thing: String) -> String {
    count > 0 ? "\(MetricText.things(count, "more " + thing)) in the run file." : ""
  }

  /// What the run assumed.
  private static func assumptions(_ assumptions: Assumptions) -> [Context] {
    guard !assumptions.devices.isEmpty else { return [] }
    return [
      [
        "sentence": Assumptions.sentence,
        "devices": assumptions.devices.map { device in
          ["name": device.name, "costs": device.costs.joined(separator: " · ")]
        },
        "hasOptions": !assumptions.options.isEmpty,
        "options": assumptions.options.map { option in
          [
            "name": option.name, "standard": option.standard ?? MetricText.never,
            "exceptions": option.exceptions,
          ]
        },
      ]
    ]
  }

  /// What the numbers of any scenario mean, once for all.
  private static func words(of run: RunReport) -> [Context] {
    MetricGroup.allCases.compactMap { group in
      let metrics = Metric.allCases.filter { metric in
        metric.definition.group == group
          && run.sessions.contains { $0.facts.session[metric].isMeasured }
      }
      guard !metrics.isEmpty else { return nil }
      return [
        "group": group.rawValue,
        "metrics": metrics.map { ["name": $0.name, "help": $0.definition.help] },
      ]
    }
  }

  /// Names for places on the page; ids of scenarios may hold anything, numbers cannot.
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
  private static func failures(of run: RunReport, _ anchors: Anchors) -> [Context] {
    run.sessions.flatMap { session -> [Context] in
      let anchor = anchors.name(of: session)
      switch session.outcome {
      case .passed, .caught: return []
      case .harnessBroken:
        return [
          [
            "title": session.title, "anchor": anchor, "place": session.file,
            "complaint": session.canaryComplaint,
          ]
        ]
      case .aborted:
        guard let abort = session.abort else { return [] }
        return [
          [
            "title": session.title, "anchor": anchor, "place": session.file,
            "complaint": "\(abort.words); reproduce: \(abort.reproduction)",
          ]
        ]
      case .failed:
        return session.failureBranches.map { branch in
          [
            "title": session.title, "anchor": anchor, "place": branch.place,
            "complaint": branch.sentence, "hasFollowers": !branch.followers.isEmpty,
            "followerCount": MetricText.count(Int64(branch.followers.count)),
            "followers": branch.followers.map { verdict in
              ["line": verdict.line, "complaint": session.complaint(of: verdict)]
            },
          ]
        }
      }
    }
  }

  private static func canary(_ session: SessionReport, _ anchors: Anchors) -> Context {
    [
      "title": session.title, "anchor": anchors.name(of: session),
      "must": SessionReport.list(session.mustFail),
      "did": session.failedWith,
      "isCaught": session.outcome == .caught,
    ]
  }

  private static func question(
    _ question: ReportSection, of run: RunReport, _ anchors: Anchors
  ) -> Context {
    let sessions = question.sessions(of: run)
    let longest = sessions.reduce(Int64(0)) {
      max($0, $1.facts.session[.latencyMaximum].nanoseconds)
    }
    let columns = question.columns(withRealTimes: !run.isDebugBuild, for: sessions)
    let shown = chosen(of: sessions)
    let rows = shown.map { session -> Context in
      [
        "title": session.title, "anchor": anchors.name(of: session),
        "isGood": session.outcome.isGood,
        "cells": columns.map { cell($0, of: session) },
        "range": question == .clustering ? range(session.facts.session, of: longest) : "",
      ]
    }
    return [
      "anchor": question.anchor, "title": question.title, "help": question.help,
      "columns": columns.map {
        ["title": $0.title, "help": $0.help, "isUpright": $0.content == .failures]
      },
      "rows": rows, "hasRange": question == .clustering,
      "notes": question.notes(
        below: sessions.map { session in columns.map { $0.text(for: session) } }
      ).filter { $0 != question.help && $0 != HitchClass.limits }.map { ["note": $0] },
      "hasCriteria": question == .callouts, "isEmpty": rows.isEmpty,
      "isCut": shown.count < sessions.count,
      "leftOut": more(sessions.count - shown.count, "scenario"),
    ]
  }

  /// The most rows of a table over all scenarios.
  private static let sessionLimit = 500

  /// The sessions that have a row in such a table: all, or when there are too many those that
  /// failed before the others.
  private static func chosen(of sessions: [SessionReport]) -> [SessionReport] {
    guard sessions.count > sessionLimit else { return sessions }
    let ordered = sessions.filter { !$0.outcome.isGood } + sessions.filter(\.outcome.isGood)
    return Array(ordered.prefix(sessionLimit))
  }

  private static func cell(_ column: MetricColumn, of session: SessionReport) -> Context {
    let value = session.facts.session[column.metric]
    let text = column.text(for: session)
    var kind = text == MetricText.never ? "none" : ""
    if let failures = column.failures(in: session) { kind = failures > 0 ? "bad" : "none" }
    if column.isFault, case .count(let count) = value { kind = count > 0 ? "bad" : "none" }
    if HitchClass(value) == .critical, column.metric == .hitchRatio { kind = "bad" }
    var meter = ""
    if column.metric.definition.unit == .share, column.content == .value,
      case .share(let part, let whole) = value, whole > 0
    {
      kind = "share"
      meter = NumberFormat.percent(part, of: whole)
    }
    return [
      "label": column.title, "text": text, "kind": kind, "meter": meter,
      "hasMeter": !meter.isEmpty,
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

  /// The answer in one number, and what it speaks of.
  private static func answer(to question: ReportSection, of run: RunReport) -> Context {
    let sessions = question.sessions(of: run)
    let (number, words) =
      switch question {
      case .clustering: quickness(sessions)
      case .views: reuse(sessions)
      case .callouts: correct(sessions)
      case .frames: roughest(sessions)
      }
    return [
      "anchor": question.anchor, "question": question.title, "number": number, "words": words,
    ]
  }

  /// Fades are as long as a scenario wants them, and some scenarios are slow on purpose: so it is
  /// the latency without them, in the middle one of all scenarios.
  private static func quickness(_ sessions: [SessionReport]) -> (String, String) {
    let metric = Metric.latencyWithoutFadePercentile95
    let times = sessions.filter { $0.facts.session[metric].isMeasured }
      .map { (time: $0.facts.session[metric].nanoseconds, title: $0.title) }
      .sorted { $0.time < $1.time }
    guard let worst = times.last else { return (MetricText.never, "no clusters were asked for") }
    func text(_ time: Int64) -> String { MetricText.short(.nanoseconds(time), of: metric) }
    let words = metric.name
    guard times.count > 1 else { return (text(worst.time), words + ", in “\(worst.title)”") }
    return (
      text(times[(times.count - 1) / 2].time),
      words + ": the median of \(MetricText.things(times.count, "scenario")); the slowest takes "
        + "\(text(worst.time)), “\(worst.title)”"
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
    let (part, whole) = sum(.viewReuseRate, sessions)
    guard whole > 0 else { return (MetricText.never, "no views were asked for") }
    return (
      MetricText.short(.share(part: part, of: whole), of: .viewReuseRate),
      "view reuse rate: \(MetricText.count(part)) of \(MetricText.count(whole)) came out of a pool"
    )
  }

  private static func correct(_ sessions: [SessionReport]) -> (String, String) {
    let (part, whole) = sum(.calloutsCorrect, sessions)
    guard whole > 0 else { return (MetricText.never, "no callouts were judged") }
    return (
      "\(MetricText.count(part)) of \(MetricText.count(whole))",
      part == whole
        ? "callouts correct: all keep every criterion"
        : "callouts correct; "
          + "\(MetricText.count(whole - part)) \(whole - part == 1 ? "does" : "do") not"
    )
  }

  private static func sum(
    _ metric: Metric, _ sessions: [SessionReport]
  ) -> (part: Int64, whole: Int64) {
    sessions.reduce((part: 0, whole: 0)) { sum, session in
      guard case .share(let part, let whole) = session.facts.session[metric] else { return sum }
      return (part: sum.part + part, whole: sum.whole + whole)
    }
  }
}

extension ReportSection {
  /// The name of its place on the page.
  fileprivate var anchor: String {
    switch self {
    case .clustering: "clustering"
    case .views: "views"
    case .callouts: "callouts"
    case .frames: "frames"
    }
  }
}

extension MetricValue {
  /// The time in nanoseconds; 0 for anything else.
  var nanoseconds: Int64 {
    if case .nanoseconds(let time) = self { time } else { 0 }
  }
}
