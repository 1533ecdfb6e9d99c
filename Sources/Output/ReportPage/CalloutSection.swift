internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Pages
internal import Reporting

/// The callouts of a scenario: the criteria that they break, the worst callouts, and the history of
/// each.
enum CalloutSection {
  typealias Context = PageTemplates.Context

  static let calloutLimit = 60
  /// The first callouts whose timelines are shown, beside those that break something.
  static let timelineLimit = 20
  static let worstLimit = 6

  static func callouts(of session: SessionReport, _ definitions: SVGDefinitions) -> Context {
    let all = session.facts.callouts
    let chosen = all.count <= calloutLimit ? all : all.filter { !$0.isCorrect }
    let shown = chosen.prefix(calloutLimit)
    let failures = session.calloutFailures
    let timelines = chosenTimelines(of: session)
    let subjects = Dictionary(
      session.facts.calloutTimelines.compactMap { timeline in
        timeline.subjects.first { $0.annotation == timeline.annotation }
          .map { (timeline.callout, session.name(of: $0)) }
      }, uniquingKeysWith: { first, _ in first })
    let judged = all.count(where: \.isJudged)
    return [
      "hasCallouts": !all.isEmpty,
      "calloutSentence": "\(MetricText.things(all.count, "callout")) opened, "
        + "\(MetricText.count(Int64(judged))) were judged, "
        + "\(MetricText.count(Int64(all.count(where: \.isCorrect)))) keep every criterion.",
      "calloutFaults": failures.map { failure($0, of: session) },
      "worstCallouts": worst(of: failures).map { worst($0, of: session, definitions) },
      "hasWorstBars": worst(of: failures).contains { session.bars[$0[0].worst.callout] != nil },
      "criterionCount": Criterion.allCases.count,
      "callouts": shown.map { callout($0, of: session, over: subjects[$0.callout] ?? "") },
      "moreCallouts": HTMLPage.more(all.count - shown.count, "callout"),
      "timelines": timelines.map { timeline($0, of: session) },
      "moreTimelines": HTMLPage.more(
        session.facts.calloutTimelines.count - timelines.count, "callout"),
    ]
  }

  private static func failure(_ failure: CalloutFailure, of session: SessionReport) -> Context {
    [
      "help": failure.criterion.metric.definition.help,
      "count": failure.count, "amount": MetricText.amount(failure.measure),
      "allowed": MetricText.allowed(failure.measure), "callout": failure.worst.callout,
      "step": session.label(of: failure.worst.step)?.text ?? "",
      "place": session.place(of: failure.worst),
    ]
  }

  /// The worst callouts, each with the failures that it is the worst of.
  private static func worst(of failures: [CalloutFailure]) -> [[CalloutFailure]] {
    var groups: [[CalloutFailure]] = []
    for failure in failures {
      if let group = groups.firstIndex(where: { $0[0].worst.callout == failure.worst.callout }) {
        groups[group].append(failure)
      } else if groups.count < worstLimit {
        groups.append([failure])
      }
    }
    return groups
  }

  /// A callout before the map made space, dotted, and after; over the map where it was recorded.
  private static func worst(
    _ failures: [CalloutFailure], of session: SessionReport, _ definitions: SVGDefinitions
  ) -> Context {
    let verdict = failures[0].worst
    let recorded = session.snapshots.first {
      $0.callout == verdict.callout && $0.scene.callout?.body == verdict.after?.body
        && $0.scene.callout?.parent == verdict.after?.parent
    }
    let scene =
      recorded?.scene
      ?? Snapshot(
        occasion: .callout, camera: Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1),
        grids: [], pins: [], callout: verdict.after)
    var picture = MapPicture(scene, session.legend, .broken, viewSize: recorded?.viewSize)
    picture.bars = session.bars[verdict.callout] ?? EdgeInsets(all: 0)
    picture.before = verdict.before
    picture.definitions = definitions
    // The callout matters; the player draws the map with all its views.
    picture.fullPins = 16
    picture.leftBehind = recorded?.leftBehind ?? []
    let title = "callout \(verdict.callout)"
    return [
      "svg": picture.markup(named: "\(title) before and after"),
      "width": NumberFormat.number(picture.shownSize.width),
      "title": title, "place": session.place(of: verdict),
      "time": MetricText.short(verdict.openedAt),
      "amounts": failures.map { "\($0.criterion.title) \(MetricText.amount($0.measure))" }
        .joined(separator: ", "),
    ]
  }

  private static func callout(
    _ verdict: CalloutVerdict, of session: SessionReport, over subject: String
  ) -> Context {
    let opened = MetricValue.nanoseconds(verdict.openedAt.nanoseconds)
    return [
      "number": verdict.callout, "subject": subject,
      "time": MetricText.short(opened, of: .simulatedTime),
      "step": session.label(of: verdict.step)?.text ?? "", "isJudged": verdict.isJudged,
      "criteria": Criterion.allCases.map { criterion -> Context in
        let word = FactsFile.word(verdict.keeps(criterion))
        let amount = verdict.measure(of: criterion).map { ": \(MetricText.amount($0))" } ?? ""
        let (sign, kind) =
          switch verdict.keeps(criterion) {
          case true?: ("✓", "good")
          case false?: ("✕", "bad")
          case nil: ("–", "none")
          }
        return ["sign": sign, "kind": kind, "word": "\(criterion.title) \(word)\(amount)"]
      },
      "overflow": verdict.isJudged ? MetricText.points(verdict.overflowPoints) : MetricText.never,
      "excess": verdict.isJudged ? MetricText.points(verdict.excessShiftPoints) : MetricText.never,
      "regions": verdict.regionChanges,
    ]
  }

  /// The first timelines and those of callouts that break something, up to the limit.
  private static func chosenTimelines(of session: SessionReport) -> [CalloutTimeline] {
    let faulty = Set(session.facts.callouts.filter { $0.isJudged && !$0.isCorrect }.map(\.callout))
    let chosen = session.facts.calloutTimelines.enumerated().filter { index, timeline in
      index < timelineLimit || faulty.contains(timeline.callout)
    }
    return chosen.prefix(calloutLimit).map(\.element)
  }

  private static func timeline(_ timeline: CalloutTimeline, of session: SessionReport) -> Context {
    let step = timeline.entries.first.flatMap { session.label(of: $0.step) }
    return [
      "number": timeline.callout, "step": step?.text ?? "",
      "entries": CalloutTimelineText(session: session).entries(of: timeline).map {
        ["time": $0.time, "words": $0.words]
      },
    ]
  }
}
