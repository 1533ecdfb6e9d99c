public import MapEvents
public import MapGeometry
public import Metrics

/// An expectation that falls due at a step or at the end.
public struct BoundExpectation: Hashable, Sendable {
  /// The metric and the rule that its value must keep.
  public var expectation: Expectation
  /// The rule as the author wrote it.
  public var written: WrittenRule
  /// The beginning of the counted range.
  public var since: Since
  /// The only layer that it counts; nil for all of the session.
  public var layer: NamedLayer?
  /// The only step that it counts; nil for any other.
  public var step: Int?
  /// Whether it is implicit: implicit expectations are reported only when they fail.
  public var isImplied: Bool
  /// Whether its value is only for other variants to compare theirs with.
  public var isReference = false
  /// The promise whose keeping it expects; nil for any other metric.
  public var promise: Promise?

  /// The beginning of the range that an expectation counts.
  public enum Since: Hashable, Sendable {
    /// The beginning of the session.
    case start
    /// The last mark of any name, or the beginning when there is none yet.
    case lastMark
    /// The last mark of this name; not evaluated before there is one.
    case mark(String)
    /// An interval between two moments; not evaluated unless both have come.
    case interval(SessionInterval)

    var name: String? { if case .mark(let name) = self { name } else { nil } }
  }

  /// Whether it counts an interval, a layer or frames of a lateness, which are counted only
  /// on demand.
  var needsWindow: Bool {
    if promise != nil { return false }
    if case .interval = since { return true }
    return layer != nil || latenessNanoseconds != nil
  }

  /// By how much more than this a frame is late where it counts; nil for any that is late.
  var latenessNanoseconds: Int64? { expectation.subject.latenessNanoseconds }

  /// Makes an expectation of its parts; one that is written down has no single step.
  public init(
    expectation: Expectation, written: WrittenRule, since: Since, layer: NamedLayer? = nil,
    step: Int? = nil, isImplied: Bool = false
  ) {
    (self.expectation, self.written) = (expectation, written)
    (self.since, self.layer, self.step, self.isImplied) = (since, layer, step, isImplied)
  }

  func verdict(_ outcome: Expectation.Outcome, step: Int?, mark: String?) -> Verdict {
    var verdict = Verdict(
      expectation: expectation, written: written, step: step, outcome: outcome, mark: mark)
    if case .interval(let interval) = since { verdict.interval = interval }
    verdict.layer = layer?.name
    return verdict
  }
}

/// A layer with its name.
public struct NamedLayer: Hashable, Sendable {
  /// The layer.
  public var id: LayerID
  /// Its name.
  public var name: String

  /// Makes a layer of its parts.
  public init(id: LayerID, name: String) { (self.id, self.name) = (id, name) }
}

/// The outcome of one expectation.
public struct Verdict: Codable, Hashable, Sendable {
  /// The metric and the rule.
  public var expectation: Expectation
  /// The rule as the author wrote it.
  public var written: WrittenRule
  /// The id of the step that holds it; nil for the whole session.
  public var step: Int?
  /// The value that was judged.
  public var value = MetricValue.never
  /// Whether the value keeps the rule.
  public var outcome: Expectation.Outcome
  /// The mark since which the value counts; nil when it counts from the start or in a step alone.
  public var mark: String?
  /// The interval in which the value counts; nil for any other.
  public var interval: SessionInterval?
  /// The layer of which the value counts alone; nil for all of the session.
  public var layer: String?
  /// How many times the value is a rank of; nil for any other value.
  public var sampleCount: Int?
  /// Whether it fell due; an expectation whose step never ran, or whose mark had not come, did not.
  public var isDue = true
  /// The value of the other variant with which it is compared; nil before, or when that one was not
  /// played.
  public var other: MetricValue?
  /// Whether the outcome follows once the other variant is known.
  public var isPending = false
  /// When it was judged.
  public var judgedAt = SimulatedTime.zero
  /// The worst case; nil when it was kept, or when none can be named.
  public var worst: WorstCase?
  /// The step whose missed selection left nothing to judge; nil when the failure is its own.
  public var missedStep: Int?
  /// Whether it can follow from an earlier wait that gave up.
  public var followsWait = false
  /// Whether the screen only waited for a frame that was due before; nil for any other failure.
  public var isOfEarlierFrame: Bool?
}

/// A failure with those that follow from it.
public struct FailureGroup: Hashable, Sendable {
  /// The failure to look at, as an index into the verdicts.
  public var root: Int
  /// The failures that follow from it, as indexes into the verdicts, in their order.
  public var followers: [Int] = []
}

extension FactsRecorder {
  /// Finds the worst case of a missed expectation, and whether it follows from a missed selection
  /// or from a wait that gave up.
  func explain(
    _ verdict: inout Verdict, _ scope: JudgedScope, _ counts: MetricAccumulator, findsWorst: Bool
  ) {
    let expectation = verdict.expectation
    if verdict.outcome == .broken || verdict.isPending, findsWorst {
      verdict.worst = worst(
        of: expectation.metric, in: scope, value: verdict.value,
        isTooHigh: expectation.isTooHigh(verdict.value))
    }
    if [.hitchTime, .hitchRatio].contains(expectation.metric), verdict.outcome == .broken,
      counts.value(of: .hitches) == .count(0)
    {
      verdict.isOfEarlierFrame = true
    }
    // A condition that never held has a reason of its own.
    let isOfCondition =
      expectation.metric == .waitsGivenUp && unmetWaits.last?.time == verdict.worst?.time
    verdict.followsWait =
      !isOfCondition && tally.session[.waitsGivenUp] > 0
      && expectation.canFollowFromWait(verdict.value, verdict.outcome)
    guard expectation.lacksSelections(verdict.value, verdict.outcome, counts) else { return }
    let own = tally.misses.filter { tally.holds(scope, $0.scope) }
    // The tap of a control follows from that step's own miss, if it has one.
    let isOfControl = expectation.metric == .accessoryTaps
    let miss = own.first { ($0.missed.reason == .noControl) == isOfControl } ?? own.first
    verdict.missedStep = miss.map { Int($0.scope.step) }
  }
}

extension Expectation {
  /// Whether a failing value is above the expected value.
  public func isTooHigh(_ value: MetricValue) -> Bool {
    switch rule {
    case .atMost, .never: true
    case .atLeast, .always: false
    case .between(_, let most): (value.order(against: most) ?? 0) > 0
    // The verdict knows the other value.
    case .within: true
    case .held(let bound, _): bound.isUpper(for: metric)
    case .exactly(let bound): (value.order(against: bound) ?? 0) > 0
    }
  }

  /// Whether a failure can follow from a wait that gave up: less was done than expected, or nothing
  /// that could be judged, or it took longer.
  func canFollowFromWait(_ value: MetricValue, _ outcome: Outcome) -> Bool {
    if [.waitsGivenUp, .simulatedTime].contains(metric) {
      return outcome == .broken && isTooHigh(value)
    }
    guard comparedVariant == nil,
      [.clustering, .views, .callouts].contains(metric.definition.group)
    else { return false }
    guard outcome == .broken else { return outcome == .neverEvaluated }
    guard case .count = value else { return false }
    return !isTooHigh(value)
  }

  /// Whether the selections that missed explain a failure: with them there would have been
  /// something to judge, or as many as were expected.
  func lacksSelections(
    _ value: MetricValue, _ outcome: Outcome, _ counts: MetricAccumulator
  ) -> Bool {
    let failed = counts[.selectionsMissed].clampedSum(counts[.selectionsRefused])
    guard comparedVariant == nil, failed > 0, let need = metric.selectionNeed else { return false }
    switch outcome {
    case .kept: return false
    case .neverEvaluated: return counts[need == .selection ? .selections : .calloutsOpened] == 0
    case .broken: break
    }
    guard need == .selection || need == .oneCallout, !isTooHigh(value),
      case .count(let count) = value
    else { return need == .callouts && counts[.calloutsOpened] == 0 && !isTooHigh(value) }
    switch rule {
    case .atLeast(.count(let bound)), .exactly(.count(let bound)), .between(.count(let bound), _):
      return count.clampedSum(failed) >= bound
    case .atLeast, .exactly, .atMost, .between, .always, .never, .within, .held: return false
    }
  }
}

/// The selections or callouts that a metric needs before it has anything to count.
private enum SelectionNeed {
  /// A selection for each that it counts.
  case selection
  /// An opened callout for each that it counts.
  case oneCallout
  /// Any opened callout.
  case callouts
}

extension Metric {
  fileprivate var selectionNeed: SelectionNeed? {
    switch definition.group {
    case .callouts:
      [.calloutsOpened, .calloutsJudged, .accessoryTaps].contains(self) ? .oneCallout : .callouts
    case .map, .data:
      [
        .taps, .selections, .deselections, .dragsStarted, .dragsDropped, .dragsCancelled,
        .annotationsMoved, .geocodeRequests,
      ].contains(self) ? .selection : nil
    case .clustering, .views, .frames: nil
    }
  }
}

extension Facts {
  /// The failures, each with those that follow from it: first those that matter most to a user,
  /// then those of steps in the order of the file, then those of the whole session.
  ///
  /// A failure that lacks a selection follows from the one that missed; a selection that found
  /// nothing on the map, and what was left undone, from the first wait that gave up before. A root
  /// is always a verdict itself, so no failure is hidden without one.
  public var failureGroups: [FailureGroup] {
    let failing = verdicts.indices.filter { verdicts[$0].outcome != .kept }
    let followers = Dictionary(grouping: failing) { root(of: $0, among: failing) }
    let groups = failing.filter { followers[$0]?.contains($0) == true }.map { root in
      FailureGroup(root: root, followers: followers[root, default: []].filter { $0 != root })
    }
    // Implied expectations fall due at the end, but are missed while the session runs.
    func rank(_ group: FailureGroup) -> (severity: Int, isOfSession: Int, line: Int, index: Int) {
      let verdict = verdicts[group.root]
      return (verdict.severity, verdict.step == nil ? 1 : 0, verdict.written.line, group.root)
    }
    return groups.sorted { rank($0) < rank($1) }
  }

  private func root(of index: Int, among failing: [Int]) -> Int {
    let verdict = verdicts[index]
    if let step = verdict.missedStep,
      let miss = failing.first(where: { verdicts[$0].isMiss(inStep: step) })
    {
      return root(of: miss, among: failing)
    }
    if verdict.followsWait { return firstWait(among: failing)?.index ?? index }
    guard let worst = verdict.worst, case .missed(let missed, _) = worst.place,
      missed.reason.canFollowFromWait, let time = worst.time,
      let wait = firstWait(among: failing), wait.time <= time
    else { return index }
    return wait.index
  }

  /// The failure of the first wait that gave up.
  private func firstWait(among failing: [Int]) -> (time: SimulatedTime, index: Int)? {
    let waits = failing.compactMap { index -> (time: SimulatedTime, index: Int)? in
      let verdict = verdicts[index]
      guard verdict.expectation.metric == .waitsGivenUp,
        verdict.isTooHigh
      else { return nil }
      return verdict.worst?.time.map { (time: $0, index: index) }
    }
    return waits.min { $0.time < $1.time }
  }
}

extension Verdict {
  /// The rank of a failure among those that matter most to a user, as of the criterion that its
  /// worst callout broke.
  fileprivate var severity: Int {
    if case .callouts(_, let callout)? = worst?.place, let criterion = callout.criterion {
      return criterion.severity
    }
    let isOutside = outcome == .broken && expectation.metric == .calloutOverflowMaximum
    return isOutside ? Criterion.inside.severity : Criterion.leastSeverity
  }

  /// Whether it is the failure of a selection in a step, missed or refused, or of one anywhere.
  fileprivate func isMiss(inStep step: Int) -> Bool {
    guard [.selectionsMissed, .selectionsRefused].contains(expectation.metric), outcome == .broken,
      case .missed? = worst?.place
    else { return false }
    return worst?.step == step || self.step == nil
  }
}

extension MissedSelection.Reason {
  /// Whether the cause can be that the map did not settle before.
  fileprivate var canFollowFromWait: Bool {
    switch self {
    case .nothingInView, .notOnMap, .clusterNotOnMap, .withoutView, .inCluster: true
    case .tooFar, .otherRole, .hiddenByCollision, .outsideMapView, .underBar, .allUnderBar,
      .noControl, .noClusters, .outsideWorld, .superseded, .disabled, .withoutTitle:
      false
    }
  }
}
