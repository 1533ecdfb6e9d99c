internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics

/// A failure as every report words it: what was expected, what was found, where it was worst, and
/// what to do about it.
struct FailureText {
  let session: SessionReport
  let verdict: Verdict

  /// The failure in one sentence.
  var sentence: String {
    guard let worst else { return verdict.complaint }
    return verdict.complaint + worst
  }

  /// Where it was worst, as the sentence goes on; nil when nothing can be named.
  private var worst: String? {
    guard let worst = verdict.worst else { return nil }
    switch worst.place {
    case .step:
      let culprit = culprit.map { ": \($0)" } ?? ""
      return " (\(share(worst)) in \(stepPlace(worst)))\(culprit)"
    case .instant: return " (\(place(worst)))"
    case .update(let update, let layer):
      return " (update \(update) of layer \(session.layerName(layer)), asked for "
        + "\(place(worst)))"
    case .callouts(let first, let callout): return " (\(words(first, callout, worst)))"
    case .missed(let missed, let subjects):
      let reason = missed.words { annotation in
        subjects.first { $0.annotation == annotation }.map { session.name(of: $0) }
          ?? "annotation \(annotation)"
      }
      return " (\(place(worst))): \(reason): \(missed.remedy)"
    }
  }

  /// When and in which step: `at 12.4 s, line 23 'pan: {by: 0 x 200 pt}'`.
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

  /// What a step contributes: `31 of 62`, `most, 31 of 62` of what is too little, or
  /// `most, 20 of the 28 missing` of a share that is too small.
  private func share(_ worst: WorstCase) -> String {
    // Every kind of value that adds up is worded the same for any metric of its kind.
    let amount = MetricText.short(worst.value, of: .simulatedTime)
    let most = verdict.expectation.isTooHigh(verdict.value) ? "" : "most, "
    switch verdict.value {
    case .share(let part, _) where verdict.expectation.isTooHigh(verdict.value):
      return "\(amount) of \(MetricText.short(worst.value.with(part), of: .simulatedTime))"
    case .share(let part, let whole):
      let missing = whole - part
      return worst.value == .count(missing)
        ? "all that are missing" : "\(most)\(amount) of the \(MetricText.count(missing)) missing"
    case .count, .nanoseconds, .micropoints:
      return worst.value == verdict.value
        ? "all" : "\(most)\(amount) of \(MetricText.short(verdict.value, of: .simulatedTime))"
    case .never: return amount
    }
  }

  /// The worst callout, and the first one if that is another.
  private func words(
    _ first: WorstCase.Callout, _ callout: WorstCase.Callout, _ worst: WorstCase
  ) -> String {
    var text = session.name(of: callout)
    if let criterion = callout.criterion, let measure = callout.measure {
      text += ": \(criterion.title) broken, \(MetricText.amount(measure))"
      if criterion == .inside, let side = callout.side { text += " beyond the \(side.words)" }
      text += " (\(MetricText.allowed(measure)) allowed)"
    } else if verdict.expectation.metric == .calloutOverflowMaximum, let side = callout.side {
      text += ", beyond the \(side.words)"
    }
    guard case .count(let count) = worst.value, count > 1, first.number != callout.number else {
      return text
    }
    return text + "; the first of \(MetricText.count(count)) is \(session.name(of: first))"
  }
}

/// A failure with the failures that only follow from it.
struct FailureBranch {
  let session: SessionReport
  let root: Verdict
  let followers: [Verdict]

  /// The sentence of the root.
  var sentence: String { FailureText(session: session, verdict: root).sentence }
  /// Where the root stands: `Scenarios/edges.yaml:33:7`.
  var place: String { "\(session.file):\(root.line):\(root.column)" }

  /// What follows, in a line: `follows from it: callouts opened (line 25), and 2 more`; nil when
  /// nothing does.
  var summary: String? {
    guard !followers.isEmpty else { return nil }
    let named = followers.prefix(3).map { "\($0.expectation.metric.name) (line \($0.line))" }
    let rest = followers.count - named.count
    return "follows from it: " + named.joined(separator: ", ")
      + (rest > 0 ? ", and \(MetricText.count(Int64(rest))) more" : "")
  }
}

extension SessionReport {
  /// The failure in one sentence, the same in every report.
  func complaint(of verdict: Verdict) -> String {
    FailureText(session: self, verdict: verdict).sentence
  }

  /// The failures, each with those that follow from it.
  var failureBranches: [FailureBranch] {
    facts.failureGroups.map { group in
      FailureBranch(
        session: self, root: facts.verdicts[group.root],
        followers: group.followers.map { facts.verdicts[$0] })
    }
  }

  /// For each failure that only follows from another one, by its index, that other one.
  var causes: [Int: Verdict] {
    var causes: [Int: Verdict] = [:]
    for group in facts.failureGroups {
      for follower in group.followers { causes[follower] = facts.verdicts[group.root] }
    }
    return causes
  }

  /// A step with its line and its words: `line 23 'pan: {by: 0 x 200 pt}'`.
  func name(ofStep step: Int) -> String {
    guard let label = label(ofStep: step) else { return "step \(step)" }
    let text = label.text.count <= 60 ? label.text : label.text.prefix(57) + "..."
    return "line \(label.line) '\(text)'"
  }

  /// A callout by what it opened over, when and in which step.
  fileprivate func name(of callout: WorstCase.Callout) -> String {
    let life = facts.calloutTimelines.first { $0.callout == callout.number }
    let subject = life.flatMap { life in life.subjects.last { $0.annotation == life.annotation } }
    let over = subject.map { " over \(name(of: $0))" } ?? ""
    let step = callout.step < 0 ? "" : ", \(name(ofStep: Int(callout.step)))"
    return
      "callout \(callout.number)\(over), opened at \(MetricText.instant(callout.openedAt))\(step)"
  }

  /// An annotation as a reader knows it: a place by its title and id, a cluster by its size.
  func name(of subject: CalloutTimeline.Subject) -> String {
    if subject.layer == -1 { return "the user location" }
    if subject.layer < 0 { return "a callout" }
    let layer = layerName(subject.layer)
    if let point = pointNames[subject.content] {
      let place = "\"\(point.id)\" in \(layer)"
      return point.title.isEmpty || point.title == point.id ? place : "\(point.title) (\(place))"
    }
    guard subject.isCluster else { return "an annotation in \(layer)" }
    let size = subject.count > 0 ? " of \(MetricText.count(Int64(subject.count)))" : ""
    return "a cluster\(size) in \(layer)"
  }
}
