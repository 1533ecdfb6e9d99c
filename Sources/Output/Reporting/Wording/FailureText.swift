internal import Formatting
internal import MapEvents
internal import MapGeometry
package import Measures
package import Metrics

/// A failure as every report words it: what was expected, what was found, where it was worst, and
/// a remedy.
package struct FailureText {
  let session: SessionReport
  let verdict: Verdict

  /// Makes the words for a verdict of a session.
  package init(session: SessionReport, verdict: Verdict) {
    (self.session, self.verdict) = (session, verdict)
  }

  var sentence: String { verdict.complaint + worst + permission }
  /// The sentence without the rule, for where that stands above.
  package var finding: String { verdict.finding + worst + permission }

  /// Until when the failure is known; empty for any other failure.
  private var permission: String {
    session.permission(of: verdict.expectation.subject.name, verdict.outcome)
  }

  /// When it was missed, the events nearest to that time, and where to look next; nothing where no
  /// evidence was looked for.
  ///
  /// Short ones have only the nearest of those events.
  package func details(_ evidence: FailureEvidence?, isShort: Bool) -> [String] {
    guard let evidence else { return [] }
    let events = isShort ? nearest(evidence.events) : evidence.events
    return [times(evidence.place)] + events.map { "\($0.isOffence ? ">" : " ") \($0.text)" }
      + ["next: check \(verdict.expectation.metric.lookAt)"]
  }

  /// The times of a failure: `first broken at 1,204 ms, worst at 2,500 ms, judged at 9,000 ms`.
  private func times(_ place: FailurePlace) -> String {
    let worst = session.worstTime(of: verdict, place)
    return [
      place.first.map { "first broken at \(MetricText.instant($0))" },
      worst.flatMap { $0 == place.first ? nil : "worst at \(MetricText.instant($0))" },
      "judged at \(MetricText.instant(place.judgedAt))",
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The event of the first offence and its neighbors.
  private func nearest(_ events: [FailureEvidence.Line]) -> [FailureEvidence.Line] {
    let middle = events.firstIndex(where: \.isOffence) ?? max(events.count - 1, 0)
    return Array(events[max(middle - 1, 0)..<min(middle + 2, events.count)])
  }

  /// The worst case, as the end of the sentence; empty when none can be named.
  private var worst: String {
    guard let worst = verdict.worst else { return "" }
    switch worst.place {
    case .step:
      let culprit = culprit.map { ": \($0)" } ?? ""
      let frame = verdict.isOfEarlierFrame == true ? ", for a frame that was due before" : ""
      return " (\(share(worst)) in \(stepPlace(worst))\(frame))\(culprit)"
    case .idle(let reason):
      // A gesture has no such key.
      let key = reason == .gestureDisabled ? "" : ", or write `may do nothing: yes`"
      return " (\(share(worst)) in \(stepPlace(worst))): \(reason.words)\(key)"
    case .instant: return " (\(place(worst)))"
    case .update(let update, let layer):
      return " (update \(update) of layer \(session.layerName(layer)), requested "
        + "\(place(worst)))"
    case .callouts(let first, let callout): return ": \(words(first, callout, worst))"
    case .promise(let breach): return " (\(words(breach, worst)))"
    case .missed(let missed, let subjects):
      let reason = missed.words { annotation in
        subjects.first { $0.annotation == annotation }.map { session.numberedName(of: $0) }
          ?? "annotation \(annotation)"
      }
      let point = session.nearestData?.first { $0.time == worst.time && missed.nearest == nil }
      let nearest = point.map { "; \($0.words)" } ?? ""
      return " (\(place(worst))): \(reason)\(nearest): \(missed.remedy)"
    }
  }

  /// When a promise began and was broken, or how long the session should have gone on.
  private func words(_ breach: PromiseBreach, _ worst: WorstCase) -> String {
    let step = breach.step.map { ", \(session.name(ofStep: $0))" } ?? ""
    let began = "began at \(MetricText.instant(breach.began))\(step)"
    if let missing = breach.missing {
      let time = MetricText.exact(.nanoseconds(missing.nanoseconds), of: .simulatedTime)
      return "\(began); it is judged \(time) too early to decide: add a wait before"
    }
    guard case .count(let count) = worst.value, count > 1 else {
      return "\(began), broken \(place(worst))"
    }
    return "\(MetricText.count(count)) were broken; the first \(began), broken \(place(worst))"
  }

  /// The time and the step: `at 12.4 s, line 23 'pan: {by: 0 x 200 pt}'`.
  private func place(_ worst: WorstCase) -> String {
    let time = worst.time.map { "at \(MetricText.instant($0))" }
    return [time, worst.step.map { session.name(ofStep: $0) }].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// A step, and when the first case in it happened: `line 23 'wait: settled', first at 3,600 s`.
  private func stepPlace(_ worst: WorstCase) -> String {
    let isOnly = worst.value == worst.value.with(1)
    let time = worst.time.map { "\(isOnly ? "" : "first ")at \(MetricText.instant($0))" }
    return [worst.step.map { session.name(ofStep: $0) }, time].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The contribution of a step: `31 of 62`, `most, 31 of 62` of too little, or
  /// `most, 20 of the 28 missing` of a share that is too small.
  private func share(_ worst: WorstCase) -> String {
    // Sums are worded the same for any metric of their unit, which is that of the value.
    func words(_ value: MetricValue) -> String {
      MetricText.short(value, inUnitOf: verdict.found)
    }
    let amount = words(worst.value)
    let most = verdict.isTooHigh ? "" : "most, "
    switch verdict.value {
    case .share(let part, _) where verdict.isTooHigh:
      return "\(amount) of \(words(worst.value.with(part)))"
    case .share(let part, let whole):
      let missing = whole - part
      return worst.value == .count(missing)
        ? "all that are missing" : "\(most)\(amount) of the \(MetricText.count(missing)) missing"
    case .count, .nanoseconds, .micropoints:
      return worst.value == verdict.value
        ? "all" : "\(most)\(amount) of \(words(verdict.value))"
    case .never: return amount
    }
  }

  /// The worst callout, and the first one if it is another.
  private func words(
    _ first: WorstCase.Callout, _ callout: WorstCase.Callout, _ worst: WorstCase
  ) -> String {
    var text = session.name(of: callout)
    if let criterion = callout.criterion, let measure = callout.measure {
      text += ", broke \(criterion.title), \(MetricText.amount(measure))"
      if criterion == .inside, let side = callout.side { text += " beyond the \(side.words)" }
      text +=
        " (\(MetricText.allowed(measure)) allowed)" + words(callout.later)
        + others(than: criterion, of: callout)
    } else if verdict.expectation.metric == .calloutOverflowMaximum, let side = callout.side {
      text += ", beyond the \(side.words)"
    }
    guard case .count(let count) = worst.value, count > 1, first.number != callout.number else {
      return text
    }
    return text + "; the first of \(MetricText.count(count)) is \(session.name(of: first))"
  }
}

extension FailureText {
  /// The other criteria that a callout broke: `; it also broke C2 zoom unchanged`; empty for none.
  private func others(than criterion: Criterion, of callout: WorstCase.Callout) -> String {
    let verdict = session.facts.callouts.first { $0.callout == callout.number }
    let others = (verdict?.broken ?? []).filter { $0 != criterion }
    return others.isEmpty ? "" : "; it also broke " + others.map(\.title).joined(separator: ", ")
  }

  /// When an open callout was worst, and why: ` at 3.2 s, after the map view had been resized in
  /// line 18 'resize: {to: 844 x 390 pt}'`.
  fileprivate func words(_ later: CalloutMoment?) -> String {
    guard let later else { return "" }
    let step = session.step(behind: later).map { " in \(session.name(ofStep: $0))" } ?? ""
    return " at \(MetricText.instant(later.since)), after \(later.cause.rawValue)\(step)"
  }
}

extension SessionReport {
  /// The step that moved an open callout: the last one before its place that does more than wait or
  /// look, where it can have such an effect, and else the one that was running.
  fileprivate func step(behind moment: CalloutMoment) -> Int? {
    let rows = timeline.steps.rows.filter { $0.start <= moment.since }
    let acting = rows.lazy.reversed().compactMap { label(of: $0.step) }.first { !$0.onlyWaits }
    if let acting, moment.cause.verbs.contains(acting.name) { return acting.id }
    return moment.step < 0 ? nil : Int(moment.step)
  }
}

extension StepLabel {
  /// Whether the step changes nothing by itself.
  fileprivate var onlyWaits: Bool {
    onlyLooks || ["wait", "mark", "repeat", "for each", "run"].contains(name)
  }
}

extension CalloutCause {
  /// The steps whose effect is seen only in a later frame, when the next step may be running.
  fileprivate var verbs: [String] {
    switch self {
    case .app: ["set region", "set center", "show", "select and zoom", "zoom to cluster"]
    case .tracking: ["move user location", "walk user", "turn user", "track user"]
    case .system: ["resize"]
    case .data: ["add", "remove", "remove all", "move", "replace"]
    case .view: ["change"]
    case .fingers, .room, .interruption: []
    }
  }
}

/// A failure of a session as reports list it.
package struct ListedFailure {
  package let session: SessionReport
  package let file: String
  /// Its line and its column in the file; nil for all of it.
  package var line: Int?
  package var column: Int?
  package let sentence: String
  /// The sentence without the worst case, for where all of it follows.
  var brief: String?
  /// The index of its verdict in the facts; nil if it is not about one expectation.
  package var verdict: Int?
  /// The command that reproduces an abort.
  package var reproduction: String?
  /// The permission to fail; nil for a failure that fails the session.
  package var known: KnownFailure?
  package var followers: [Verdict] = []
  /// When it was missed, what happened around that time and where to look, in full and in short.
  package var details: [String] = []
  package var shortDetails: [String] = []

  /// Where it is: `Scenarios/edges.yaml:33:7`.
  package var place: String {
    file + [line, column].compactMap { $0.map { ":\($0)" } }.joined()
  }

  /// The followers in a line: `follows from it: callouts opened (line 25), and 2 more`; nil for
  /// none.
  package var summary: String? {
    guard !followers.isEmpty else { return nil }
    let named = followers.prefix(3).map { "\($0.expectation.subject.name) (\($0.placeWords))" }
    let rest = followers.count - named.count
    return "follows from it: " + named.joined(separator: ", ")
      + (rest > 0 ? ", and \(MetricText.count(Int64(rest))) more" : "")
  }
}

extension SessionReport {
  package func complaint(of verdict: Verdict) -> String {
    FailureText(session: self, verdict: verdict).sentence
  }

  /// The causes of a bad outcome: an abort, a canary that was not caught, a broken law, or
  /// failures, each with those that follow from it.
  package var listedFailures: [ListedFailure] {
    switch outcome {
    case .passed, .knownFailure, .caught: []
    case .harnessBroken: [missedCanary]
    case .aborted:
      abort.map { abort in
        [
          ListedFailure(
            session: self, file: file, sentence: abort.words, reproduction: abort.reproduction)
        ]
      } ?? []
    case .failed:
      [find].compactMap(\.self).map { find in
        ListedFailure(session: self, file: file, sentence: find.sentence)
      }
        + facts.failureGroups.flatMap { group in
          // A failure is listed although what it follows from is known.
          isKnown(facts.verdicts[group.root])
            ? group.followers.filter { !isKnown(facts.verdicts[$0]) }.map { listed($0) }
            : [listed(group.root, group.followers)]
        }
        + brokenBudgets.filter { !isKnown($0) }.map(listed)
        + goneFailures.map { known in
          ListedFailure(
            session: self, file: file, line: known.line, column: known.column,
            sentence: known.goneSentence)
        }
    }
  }

  /// The indices of the expectations that passed although the canary must fail with them.
  package var keptByMistake: [Int] {
    guard outcome == .harnessBroken else { return [] }
    return facts.verdicts.indices.filter {
      facts.verdicts[$0].outcome == .kept
        && mustFail.contains(facts.verdicts[$0].expectation.subject)
    }
  }

  /// The failure of a canary that was not caught, at the first expectation that must fail.
  private var missedCanary: ListedFailure {
    let kept = keptByMistake
    let written = kept.first.map { facts.verdicts[$0].written }
    let details = kept.map { index in
      let verdict = facts.verdicts[index]
      return "kept, \(verdict.placeWords): \(verdict.rule); it was \(verdict.found)"
    }
    return ListedFailure(
      session: self, file: written?.file ?? file, line: written?.line, column: written?.column,
      sentence: canaryComplaint, verdict: kept.first, details: details, shortDetails: details)
  }

  func listed(_ index: Int, _ followers: [Int] = []) -> ListedFailure {
    let root = facts.verdicts[index]
    let text = FailureText(session: self, verdict: root)
    // A part may be run by many scenarios.
    let begin = root.written.file == nil ? "" : "in \(file): "
    return ListedFailure(
      session: self, file: root.written.file ?? file, line: root.written.line,
      column: root.written.column, sentence: begin + complaint(of: root),
      brief: begin + root.complaint, verdict: index,
      followers: followers.map { facts.verdicts[$0] },
      details: text.details(evidence(of: index), isShort: false),
      shortDetails: text.details(evidence(of: index), isShort: true))
  }

  func listed(_ verdict: BudgetVerdict) -> ListedFailure {
    ListedFailure(
      session: self, file: verdict.written.file ?? file, line: verdict.written.line,
      column: verdict.written.column, sentence: complaint(of: verdict))
  }

  /// The roots of failures that follow from another one, by the follower's index.
  package var causes: [Int: Verdict] {
    let pairs = facts.failureGroups.flatMap { group in
      group.followers.map { ($0, facts.verdicts[group.root]) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// A step with its line and its words: `line 23 'pan: {by: 0 x 200 pt}'`.
  func name(ofStep step: Int) -> String {
    guard let label = label(ofStep: step) else { return "step \(step)" }
    let text = label.text.count <= 60 ? label.text : label.text.prefix(57) + "..."
    return "\(label.placeWords) '\(text)'"
  }

  /// A callout with its annotation, its time and its step.
  fileprivate func name(of callout: WorstCase.Callout) -> String {
    let subject = facts.calloutTimelines.first { $0.callout == callout.number }
      .flatMap { timeline in timeline.subjects.last { $0.annotation == timeline.annotation } }
    let over = subject.map { " over \(numberedName(of: $0))" } ?? ""
    let step = callout.step < 0 ? "" : ", \(name(ofStep: Int(callout.step)))"
    return
      "callout \(callout.number)\(over), opened at \(MetricText.instant(callout.openedAt))\(step)"
  }

  /// An annotation in words: a place by its title and id, a cluster by its size.
  package func name(of subject: CalloutTimeline.Subject) -> String {
    ownName(of: subject)
      ?? (subject.isCluster ? "a cluster" : "an annotation") + sizeAndLayer(of: subject)
  }

  /// An annotation with its number, by which the log names it: `annotation 3 "a" in cities`,
  /// `cluster 12 of 5 in cities`.
  fileprivate func numberedName(of subject: CalloutTimeline.Subject) -> String {
    let number = "\(subject.isCluster ? "cluster" : "annotation") \(subject.annotation)"
    return number + (ownName(of: subject).map { " \($0)" } ?? sizeAndLayer(of: subject))
  }

  /// The name that no other annotation of its kind has; nil for annotations that only their layer
  /// tells apart.
  private func ownName(of subject: CalloutTimeline.Subject) -> String? {
    if subject.layer == .userLocation { return "the user location" }
    if subject.layer.isNone { return "a callout" }
    guard let point = pointNames[subject.content] else { return nil }
    let place = "\"\(point.id)\" in \(layerName(subject.layer))"
    return point.title.isEmpty || point.title == point.id ? place : "\(point.title) (\(place))"
  }

  private func sizeAndLayer(of subject: CalloutTimeline.Subject) -> String {
    let hasSize = subject.isCluster && subject.count > 0
    let size = hasSize ? " of \(MetricText.count(Int64(subject.count)))" : ""
    return "\(size) in \(layerName(subject.layer))"
  }
}

extension FailureText {
  /// The cause of the first case and a remedy, as the end of the sentence, for metrics of implicit
  /// expectations.
  private var culprit: String? {
    guard let worst = verdict.worst, let time = worst.time,
      verdict.isTooHigh
    else { return nil }
    switch verdict.expectation.metric {
    case .waitsGivenUp: return waiting(at: time)
    case .staleReuses:
      let reuse = session.facts.staleReuses.first { $0.time == time && Int($0.step) == worst.step }
      return reuse.map(leaking)
    case .calloutsUnsettled:
      return "the map was moved by something else before it had made room for a callout: let app "
        + "and fingers wait until the map rests, or close the callout"
    case .viewsOfAnotherRole:
      return "a view stayed when its annotation became a cluster or a single point, and still has "
        + "the identifier, size or callout of the old role: give both roles one `identifier` and "
        + "one size or `sized: each time`, and refresh reused views, or write `reuse: no`"
    case .cancelsWithoutEffect:
      return "no download of this name was running: cancel it earlier, or write "
        + "`may do nothing: yes`"
    case .dragsRefused:
      return "its view cannot be dragged: write `draggable: yes`, or expect 'drags refused'"
    case .reentriesRefused:
      return "the app's `when region changed` moved the map inside the end of each change, until "
        + "the map refused: let it ask only for what the map does not show yet"
    default: return nil
    }
  }

  /// A sentence about the update that the map waited for when it gave up.
  private func waiting(at time: SimulatedTime) -> String {
    if let unmet = session.facts.unmetWaits.first(where: { $0.time == time }) {
      guard unmet.number >= 0 else {
        return "the event did not happen after the wait had begun: wait longer, or for a "
          + "condition, which may be true already"
      }
      return
        "\(MetricText.count(unmet.number)) were counted by then: wait longer, or see in the log "
        + "what kept it"
    }
    let update = session.facts.updates.first { update in
      update.coalescedInto == nil && update.triggeredAt <= time
        && update.latency.map { update.triggeredAt + $0 > time } ?? true
    }
    // At the time at which the wait gave up, the next step begins.
    let begin = session.timeline.steps.rows.last { $0.start < time }?.start ?? .zero
    // No wait is longer than an hour.
    let remedy =
      time < begin + SimulatedTime(milliseconds: 3_600_000)
      ? "wait longer, or see in the log what kept it" : "wait for a time instead"
    guard let update else {
      return "the map still moved, or a batch or an animation was to come: \(remedy)"
    }
    let name =
      "update \(update.update) of layer \(session.layerName(update.layer)), requested at "
      + "\(MetricText.instant(update.triggeredAt)),"
    guard update.compute != nil else {
      return "\(name) was not computed by then: \(remedy)"
    }
    return "\(name) never ended, as no animator completed its fade: keep its animator"
  }

  private func leaking(_ reuse: StaleReuse) -> String {
    func name(_ annotation: AnnotationID) -> String {
      reuse.subjects.first { $0.annotation == annotation }.map { session.numberedName(of: $0) }
        ?? "annotation \(annotation)"
    }
    var owners: [AnnotationID?] = []
    var remedies: [String] = []
    for leak in reuse.leaks {
      if !owners.contains(leak.owner) { owners.append(leak.owner) }
      if !remedies.contains(leak.part.remedy) { remedies.append(leak.part.remedy) }
    }
    let leaks = owners.map { owner in
      let parts = reuse.leaks.filter { $0.owner == owner }.map(\.part.rawValue)
      return parts.joined(separator: ", ") + (owner.map { " of \(name($0))" } ?? "")
    }
    return "view #\(reuse.view) was shown for \(name(reuse.annotation)) with "
      + "\(leaks.joined(separator: " and ")) still on it: "
      + remedies.joined(separator: ", and ")
  }
}

extension IdleReason {
  /// The reason and a remedy.
  fileprivate var words: String {
    switch self {
    case .pointsPresent: "the layer had all of these points already: add other points"
    case .pointsAbsent: "the layer had none of these points: add them first"
    case .pointsInPlace: "all of these points were there already: name another place"
    case .nothingToShow: "no annotation of these layers was on the map: wait for the data"
    case .regionKept: "the map showed that already, or has no size: move it elsewhere first"
    case .nothingSelected: "nothing was selected: select an annotation first"
    case .gestureDisabled:
      "the map does not follow this gesture: expect that with `steps without effect`, or see "
        + "`scroll`, `zoom` and `rotate` of the map"
    }
  }
}

extension StaleReuse.State {
  fileprivate var remedy: String {
    switch self {
    case .kind, .size, .offset: "give views of each kind and size a different `identifier`"
    case .clustering: "let the app set `clusteringIdentifier` each time, without `not reset`"
    case .title, .accessory, .callout, .transform, .selection, .alpha:
      "let the app set it each time, without `not reset`"
    case .content: "let the app set the content of each callout that it shows"
    }
  }
}

extension RunReport {
  /// The failures of sessions with some outcomes, in the order of the outcomes.
  package func listedFailures(_ outcomes: [SessionOutcome]) -> [ListedFailure] {
    outcomes.flatMap { outcome in
      sessions.indices.filter { self.outcomes[$0] == outcome }
        .flatMap { sessions[$0].listedFailures }
    }
  }
}
