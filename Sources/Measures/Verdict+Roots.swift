internal import MapEvents
internal import MapGeometry
public import Metrics

/// A failure with those that only follow from it.
public struct FailureGroup: Hashable, Sendable {
  /// The failure to look at, as an index into the verdicts.
  public var root: Int
  /// Those that would go with it, as indexes into the verdicts, in their order.
  public var followers: [Int]

  /// Makes a group of its parts.
  public init(root: Int, followers: [Int] = []) {
    self.root = root
    self.followers = followers
  }
}

extension FactsRecorder {
  /// Says where an expectation was missed worst, and whether that follows from a missed selection
  /// or from a wait that gave up.
  func explain(
    _ verdict: inout Verdict, _ scope: JudgedScope, _ counts: MetricAccumulator, findsWorst: Bool
  ) {
    let expectation = verdict.expectation
    if verdict.outcome == .broken, findsWorst {
      verdict.worst = worst(
        of: expectation.metric, in: scope, value: verdict.value,
        isTooHigh: expectation.isTooHigh(verdict.value))
    }
    verdict.followsWait =
      session[.waitsGivenUp] > 0 && expectation.canFollowFromWait(verdict.value, verdict.outcome)
    guard expectation.lacksSelections(verdict.value, verdict.outcome, counts) else { return }
    let own = misses.filter { holds(scope, $0.scope) }
    // The tap of a control follows from that step's own miss, if it has one.
    let isOfControl = expectation.metric == .accessoryTaps
    let miss = own.first { ($0.missed.reason == .noControl) == isOfControl } ?? own.first
    verdict.missedStep = miss.map { Int($0.scope.step) }
  }
}

extension Expectation {
  /// Whether a value that fails is above what is expected.
  public func isTooHigh(_ value: MetricValue) -> Bool {
    switch rule {
    case .atMost, .never: true
    case .atLeast, .always: false
    case .exactly(let bound): (value.order(against: bound) ?? 0) > 0
    }
  }

  /// Whether a failure can come of a wait that gave up: less was done than expected, or nothing to
  /// be judged, or it took longer.
  func canFollowFromWait(_ value: MetricValue, _ outcome: Outcome) -> Bool {
    if [.waitsGivenUp, .simulatedTime].contains(metric) {
      return outcome == .broken && isTooHigh(value)
    }
    guard [.clustering, .views, .callouts].contains(metric.definition.group) else { return false }
    guard outcome == .broken else { return outcome == .neverEvaluated }
    guard case .count = value else { return false }
    return !isTooHigh(value)
  }

  /// Whether selections that missed are enough to explain a failure: with them there would have
  /// been something to judge, or as many as were expected.
  ///
  /// A number that they could not have brought up to what was expected fails by itself.
  func lacksSelections(
    _ value: MetricValue, _ outcome: Outcome, _ counts: MetricAccumulator
  ) -> Bool {
    guard counts[.selectionsMissed] > 0, let need = metric.selectionNeed else { return false }
    switch outcome {
    case .kept: return false
    case .neverEvaluated:
      return counts[need == .selection ? .selections : .calloutsOpened] == 0
    case .broken: break
    }
    guard need == .selection || need == .oneCallout, !isTooHigh(value),
      case .count(let count) = value
    else { return need == .callouts && counts[.calloutsOpened] == 0 && !isTooHigh(value) }
    switch rule {
    case .atLeast(.count(let bound)), .exactly(.count(let bound)):
      return count.clampedSum(counts[.selectionsMissed]) >= bound
    default: return false
    }
  }
}

/// What a metric needs before it has anything to count.
private enum SelectionNeed {
  /// A selection for each that it counts.
  case selection
  /// A callout that opened, for each that it counts.
  case oneCallout
  /// A callout that opened, whatever it counts of that.
  case callouts
}

extension Metric {
  fileprivate var selectionNeed: SelectionNeed? {
    switch self {
    case .taps, .selections, .deselections, .dragsStarted, .dragsDropped, .dragsCancelled,
      .annotationsMoved, .geocodeRequests:
      .selection
    case .calloutsOpened, .calloutsJudged, .accessoryTaps: .oneCallout
    default: definition.group == .callouts ? .callouts : nil
    }
  }
}

extension Facts {
  /// The failures, each with those that follow from it: those of steps in the order of the file,
  /// then those of the whole session.
  ///
  /// What a missed selection left nothing to judge of follows from it; a selection that found
  /// nothing on the map, and what was left undone, from the first wait that gave up before it. Only
  /// a failure that is a verdict itself can be the root of others, so nothing is ever hidden
  /// without one.
  public var failureGroups: [FailureGroup] {
    let failing = verdicts.indices.filter { verdicts[$0].outcome != .kept }
    var groups: [FailureGroup] = []
    var places: [Int: Int] = [:]
    var roots: [Int: Int] = [:]
    for index in failing { roots[index] = root(of: index, among: failing) }
    for index in failing where roots[index] == index {
      places[index] = groups.count
      groups.append(FailureGroup(root: index))
    }
    for index in failing {
      guard let root = roots[index], root != index, let place = places[root] else { continue }
      groups[place].followers.append(index)
    }
    // Implied expectations fall due at the end, but are missed while the session runs.
    func rank(_ group: FailureGroup) -> (isOfSession: Int, line: Int, index: Int) {
      let verdict = verdicts[group.root]
      return (isOfSession: verdict.step == nil ? 1 : 0, line: verdict.line, index: group.root)
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
        verdict.expectation.isTooHigh(verdict.value)
      else { return nil }
      return verdict.worst?.time.map { (time: $0, index: index) }
    }
    return waits.min { $0.time < $1.time }
  }
}

extension Verdict {
  /// Whether it is the failure of a selection in a step, or of one anywhere.
  fileprivate func isMiss(inStep step: Int) -> Bool {
    guard expectation.metric == .selectionsMissed, outcome == .broken,
      case .missed? = worst?.place
    else { return false }
    return worst?.step == step || self.step == nil
  }
}

extension MissedSelection.Reason {
  /// Whether it can be missing only because the map did not settle before.
  fileprivate var canFollowFromWait: Bool {
    switch self {
    case .nothingInView, .notOnMap, .clusterNotOnMap, .withoutView: true
    case .tooFar, .otherRole, .hiddenByCollision, .outsideMapView, .underBar, .allUnderBar,
      .noControl, .noClusters, .outsideWorld, .superseded:
      false
    }
  }
}
