internal import Formatting
internal import MapGeometry
internal import Measures
package import Metrics
internal import Statistics

/// The sections of every report, each with one table over all sessions.
///
/// Console, Markdown and HTML differ in layout alone: titles and cells come from here.
package enum ReportSection: CaseIterable {
  case clustering, views, callouts, frames

  package var title: String {
    switch self {
    case .clustering: "How long does clustering take?"
    case .views: "How well are annotation views reused?"
    case .callouts: "Do callouts end up where they should?"
    case .frames: "Does the map move smoothly?"
    }
  }

  package var help: String {
    switch self {
    case .clustering:
      "Each time is the p95 of the whole session. Latency without fade is the time from the "
        + "trigger of an update until its new clusters are on the map. Latency is the time until "
        + "the old clusters are removed; the scenario sets the fade. Indexing adds a change of the "
        + "data to the index. Compute finds the clusters of an update. Main thread wait is the "
        + "time for which a computed update waits for the main thread. These times are modeled "
        + "and the same on every machine. Real times are measured on this machine."
    case .views:
      "Annotation views that the map requested, created or reused from a pool. Churn counts "
        + "annotations that left the map and came back unchanged within a second. Stale counts "
        + "reused views that still showed the state of an earlier annotation."
    case .callouts:
      "Callouts are judged by the rectangles in which they settle. The column of a criterion "
        + "counts the callouts that failed the criterion. It is left out if no callout failed it."
    case .frames:
      "How late frames came onto the screen while the main thread did the work that the device "
        + "profile gives it. "
        + HitchClass.limits
    }
  }

  /// The columns after the scenario's name, with the criteria that any of the sessions broke.
  package func columns(withRealTimes: Bool, for sessions: [SessionReport]) -> [MetricColumn] {
    switch self {
    case .clustering:
      [
        MetricColumn("updates", .clusterUpdates),
        MetricColumn(.latencyWithoutFadePercentile95), MetricColumn(.latencyPercentile95),
        MetricColumn("indexing", .indexingPercentile95),
        MetricColumn("compute", .computePercentile95),
      ] + (withRealTimes ? [.realIndexing, .realCompute] : []) + [
        MetricColumn("main thread wait", .mainThreadWaitPercentile95, isForPages: true),
        MetricColumn("points touched", .pointsTouched, isForPages: true),
      ]
    case .views:
      [
        MetricColumn("requested", .viewsRequested), MetricColumn("created", .viewsCreated),
        MetricColumn("reused", .viewsReused), MetricColumn("reuse rate", .viewReuseRate),
        MetricColumn("live peak", .liveViewsPeak), MetricColumn("pooled peak", .pooledViewsPeak),
        MetricColumn("memory peak", .viewMemoryPeak, isForPages: true),
        MetricColumn("churn", .churn), MetricColumn("stale", .staleReuses),
      ]
    case .callouts:
      [
        MetricColumn("opened", .calloutsOpened), MetricColumn("judged", .calloutsJudged),
        MetricColumn("correct", .calloutsCorrect),
      ]
        + Criterion.allCases.map {
          MetricColumn($0.title, $0.metric, content: .failures, isForPages: true)
        }.filter { column in
          sessions.contains { column.failures(in: $0).map { $0 > 0 } ?? false }
        }
        + [
          MetricColumn("overflow", .calloutOverflowMaximum),
          MetricColumn("excess shift", .calloutExcessShiftMaximum),
        ]
    case .frames:
      [
        MetricColumn("frames", .frames), MetricColumn("worst frame", .worstFrame),
        MetricColumn("hitches", .hitches), MetricColumn("dropped", .droppedFrames),
        MetricColumn("hitch ratio", .hitchRatio),
      ]
    }
  }

  /// Whether a session has data for the section.
  package func concerns(_ session: SessionReport) -> Bool {
    let metric: Metric =
      switch self {
      case .clustering: .clusterUpdates
      case .views: .viewsRequested
      case .callouts: .calloutsOpened
      case .frames: .frames
      }
    return !session.facts.session[metric].isNothing
  }

  /// The notes on the columns, in sentences of a terminal.
  package func notes(below cells: [[String]]) -> [String] {
    let hasStar = cells.joined().contains { $0.hasSuffix(MetricText.star) }
    let words =
      switch self {
      case .clustering: [help]
      case .frames: [HitchClass.limits]
      case .views, .callouts: [String]()
      }
    return words + (hasStar ? [MetricText.starNote] : [])
  }

  /// The sessions of a run with data, without canaries.
  package func sessions(of run: RunReport) -> [SessionReport] { run.scenarios.filter(concerns) }
}

/// A column of a section's table.
package struct MetricColumn {
  package let title: String
  package let metric: Metric
  package let content: Content
  /// Whether the column is too wide for the terminal.
  package let isForPages: Bool

  package enum Content {
    /// The value of the metric.
    case value
    /// The cases that did not keep the share.
    case failures
    /// The measured real time of the work that the metric models.
    case realTime
  }

  init(_ title: String, _ metric: Metric, content: Content = .value, isForPages: Bool = false) {
    (self.title, self.metric) = (title, metric)
    (self.content, self.isForPages) = (content, isForPages)
  }

  /// A column with the title of its metric.
  init(_ metric: Metric) { self.init(metric.title, metric) }

  static let realIndexing = MetricColumn("real indexing", .indexingPercentile95, content: .realTime)
  package static let realCompute = MetricColumn(
    "real compute", .computePercentile95, content: .realTime)

  /// Whether any number but zero is a error.
  package var isFailure: Bool { metric == .staleReuses }

  /// The meaning of the title.
  package var help: String {
    guard content == .realTime else { return metric.definition.help }
    let work =
      metric == .indexingPercentile95
      ? "Real time to add a change of the data to the index, 95th percentile."
      : "Real time of an update from query to diff, 95th percentile."
    return work + " The fastest repetition of each counts."
  }

  /// The number of cases that broke the criterion; nil for any other column.
  package func failures(in session: SessionReport) -> Int64? {
    guard content == .failures, case .share(let part, let whole) = session.facts.session[metric],
      whole > 0
    else { return nil }
    return whole - part
  }

  private func realLaps(of session: SessionReport) -> TimingSummary? {
    metric == .indexingPercentile95
      ? session.measurements?.indexing : session.measurements?.updates.session
  }

  package func text(for session: SessionReport) -> String {
    switch content {
    case .value: MetricText.short(metric, in: session.facts.session)
    case .failures: failures(in: session).map(MetricText.count) ?? MetricText.never
    case .realTime: realLaps(of: session).map(MetricText.lap95) ?? MetricText.never
    }
  }
}

extension Verdict {
  /// The metric and the rule in the author's words, with the counted part of the session, if
  /// any.
  package var rule: String {
    "\(expectation.subject.name): \(written.text)" + (scopeWords.map { " (\($0))" } ?? "")
  }

  /// The interval and the layer to which it applies; nil for the whole session.
  var scopeWords: String? {
    let words = [interval?.words, layer.map { "of layer \($0)" }].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The value, or the reason why there is none.
  package var found: String {
    switch outcome {
    case .neverEvaluated: absence
    case .kept, .broken:
      MetricText.exact(value, of: expectation.metric, inUnitOf: limits, apartFrom: bounds)
        + MetricText.samples(of: expectation.metric, sampleCount) + (compared ?? "")
    }
  }

  /// The value of the variant to compare with, and what the rule makes of it.
  private var compared: String? {
    guard let variant = expectation.comparedVariant, let other else { return nil }
    let text = MetricText.exact(
      other, of: expectation.metric, inUnitOf: limits, apartFrom: [value])
    let limits = expectation.rule.limits(against: other).map {
      " (\(RuleWords.text(of: $0, about: expectation.metric)))"
    }
    return " where \(variant) has \(text)" + (limits ?? "")
  }

  /// The texts of the limits, whose unit the value adopts.
  private var limits: [String] {
    [written.text] + (other.map { [MetricText.exact($0, of: expectation.metric)] } ?? [])
  }

  /// The bounds, which the text of the value must not equal by rounding.
  private var bounds: [MetricValue] {
    switch expectation.rule {
    case .atMost(let bound), .atLeast(let bound), .exactly(let bound): [bound]
    case .between(let least, let most): [least, most]
    case .always, .never: []
    case .within, .held: [other].compactMap(\.self)
    }
  }

  /// The reason why it was not evaluated.
  private var absence: String {
    if case .promise? = worst?.place { return "not decided" }
    guard isDue else {
      if let interval, step == nil || judgedAt > .zero {
        return "not evaluated: nothing lay \(interval.words)"
      }
      return "not evaluated: " + (mark.map { "mark '\($0)' had not come" } ?? "its step never ran")
    }
    if let variant = expectation.comparedVariant {
      if isPending { return "not evaluated: the variant \(variant) was not played to its end" }
      if value.isMeasured, other?.isMeasured != true {
        return "not evaluated: the variant \(variant) has nothing to compare with"
      }
    }
    let opportunity = expectation.metric.definition.opportunity
    let isLasting = if case .after(let occasion) = opportunity { occasion.isLasting } else { false }
    let scope =
      interval != nil
      ? "then"
      : step == nil ? "in the session" : mark.flatMap { isLasting ? nil : "since mark '\($0)'" }
    return "not evaluated: \(opportunity.absence) \(scope ?? "until then")"
  }

  var complaint: String { "\(rule), \(finding)" }

  /// The value in place of the expected one: `but was 3`.
  var finding: String { (outcome == .neverEvaluated ? "but it was " : "but was ") + found }
}

extension SessionReport {
  /// Whether the session passed because its scenario expects a flaw, such as lost points or
  /// incorrect callouts.
  package var showsFlaw: Bool { outcome == .passed && facts.verdicts.contains(where: \.showsFlaw) }

  /// The reason why a canary was not caught, in one sentence.
  package var canaryComplaint: String {
    let failed = failedWith
    return "canary not caught: expected \(Self.list(mustFailNames)) to fail, but "
      + (failed == Self.list([])
        ? "every expectation passed" : "these failed: \(failed)")
  }

  /// The failing metrics, marked when they were never evaluated.
  package var failedWith: String {
    let budgets = AllocationCount.allCases.filter { count in
      brokenBudgets.contains { $0.budget.count == count }
    }
    return Self.list(failedMetrics + budgets.map(\.name))
  }

  private var failedMetrics: [String] {
    failingMetrics.map { metric in
      let isEvaluated = failures.contains {
        $0.expectation.subject == metric && $0.outcome == .broken
      }
      return isEvaluated ? metric.name : "\(metric.name) (never evaluated)"
    }
  }

  /// Names; `nothing` for none.
  package static func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}

extension RunReport {
  package var allocatorName: String { allocator ?? "unavailable" }

  /// How many times faster than real time the run was, to one decimal; nil without real times.
  package var speed: String? {
    guard !isDebugBuild, let real = realNanoseconds, real > 0 else { return nil }
    let tenths = (Int128(simulatedNanoseconds) * 10 + Int128(real) / 2) / Int128(real)
    return "\(MetricText.count(Int64(clamping: tenths / 10))).\(tenths % 10)"
  }

  /// The overhead of measuring, as a sentence; nil when it is unknown.
  package var overheadSentence: String? {
    overheadThousandths.map { thousandths in
      let share = MetricText.decimal(max(thousandths, 0), places: 1)
      return thousandths > 0
        ? "Timing overhead: \(share) %." : "Timing overhead: below noise."
    }
  }

  package var verdict: String { verdict(withHeadline: true) }

  /// The verdict and everything that was compared, in one line.
  ///
  /// - Parameter withHeadline: Whether it has the headline, which a page has above it.
  /// - Returns: The line, without a period.
  package func verdict(withHeadline: Bool) -> String {
    if let search { return search.numbers.joined(separator: "; ") }
    let compared = comparison?.words ?? "committed facts not compared (see --compare)"
    let times = [(brokenRealTimes, "out of bounds"), (unmeasuredRealTimes, "not measured")]
      .filter { $0.0 > 0 }.map { "\(MetricText.things($0.0, "real time")) \($0.1)" }
    let counted = counts.map { ["counts: \($0.words)"] } ?? []
    let part =
      shard.map {
        ["shard \($0.number) of \($0.count), of \(MetricText.things($0.sessions, "session"))"]
      }
      ?? []
    return
      (["decided by \(decision)\(withHeadline ? ": " + headline : "")"] + part + times + [compared]
      + contradictions
      + counted).joined(separator: "; ")
  }

  /// The number of scenarios without any check, or of sessions where a scenario has several,
  /// as the end of a sentence; empty for none.
  private var unasked: String {
    let unasked = scenarios.filter(\.isUnasked)
    guard !unasked.isEmpty else { return "" }
    let noun = Set(scenarios.map(\.fileID)).count < scenarios.count ? "session" : "scenario"
    let place =
      unasked.count == scenarios.count ? "" : " in \(MetricText.things(unasked.count, noun))"
    return "; \(SessionReport.nothingAsked)\(place)"
  }

  /// The outcome of the search, or of all sessions, in one sentence.
  public var headline: String {
    if let search { return search.verdict }
    let failed = count(of: .failed)
    let known = count(of: .knownFailure)
    let broken = count(of: .harnessBroken)
    let aborted = count(of: .aborted)
    var parts = aborted == 0 ? [] : ["\(MetricText.things(aborted, "session")) aborted"]
    // A scenario with variants is several sessions.
    let files = Set(self.scenarios.map(\.fileID)).count
    let scenarios =
      (files < self.scenarios.count
        ? MetricText.things(self.scenarios.count, "session") + " of " : "")
      + MetricText.things(files, "scenario")
    if !self.scenarios.isEmpty {
      let passed = MetricText.count(Int64(count(of: .passed)))
      parts.append(
        failed > 0
          ? "\(failed) of \(scenarios) failed"
          : aborted > 0 || known > 0 ? "\(passed) of \(scenarios) passed" : "\(scenarios) passed")
    }
    if known > 0 { parts.append(MetricText.things(known, "known failure")) }
    if !canaries.isEmpty {
      let canaries = MetricText.things(self.canaries.count, "canary", "canaries")
      parts.append(
        broken == 0
          ? aborted > 0 ? "\(count(of: .caught)) of \(canaries) caught" : "\(canaries) caught"
          : "\(broken) of \(canaries) not caught: a check no longer detects its planted mistake")
    }
    return parts.isEmpty ? "nothing was replayed" : parts.joined(separator: ", ") + unasked
  }
}

extension Verdict {
  /// Whether the expectation passed although a flawless session would break it.
  fileprivate var showsFlaw: Bool {
    let metric = expectation.metric
    let flawless: MetricValue
    switch metric {
    case .pointsLost, .pointsCountedTwice, .ghostClusters, .staleReuses, .viewsOfAnotherRole,
      .calloutsUnsettled:
      flawless = .count(0)
    case .calloutsCorrect: flawless = .share(part: 1, of: 1)
    case _ where metric.definition.criterion != nil: flawless = .share(part: 1, of: 1)
    case _: return false
    }
    return outcome == .kept && expectation.outcome(for: flawless, against: .never) == .broken
  }
}
