public import MapEvents
internal import MapGeometry
internal import Metrics

/// Turns the events of a session into its facts, as they come.
///
/// It hands each event to the counters of its family, in order, and judges expectations when they
/// are due. Memory grows with the number of updates, callouts, steps, marks and expectations, not
/// with the events.
public struct FactsRecorder: EventObserver {
  private(set) var tally: Tally
  private(set) var callouts = CalloutCounter()
  private(set) var clusters = ClusterCounter()
  private var data = DataCounter()
  private var regions = RegionCounter()
  private var views = ViewCounter()
  private var timelines = CalloutTimelineRecorder()
  private var behavior = BehaviorDigest()
  private var legend: Legend?
  private(set) var unmetWaits: [UnmetWait] = []
  private var verdicts: [Verdict] = []
  private var references: [ReferenceValue] = []
  /// The facts that are known at the end.
  private var facts = Facts()

  /// The plan of each step.
  private let plans: [StepPlan]
  /// Whether the current step waited for the map to settle in vain.
  private var hasGivenUp = false
  private let stepExpectations: [[BoundExpectation]]
  private let finalExpectations: [BoundExpectation]
  private var isEvaluated: [Bool]
  /// How many steps may still be searched for worst cases.
  var stepLooks = FactsRecorder.stepLookLimit

  /// The most waits given up that the facts list.
  static let unmetWaitLimit = 100
  /// The most stale reuses that the facts list.
  public static let staleReuseLimit = 500

  /// Makes a recorder with the expectations that fall due in each step and at the end.
  ///
  /// - Parameters:
  ///   - stepExpectations: Those of each step, by its id.
  ///   - finalExpectations: Those of the end.
  ///   - plans: The plan of each step, by its id; steps without one use the default.
  public init(
    stepExpectations: [[BoundExpectation]], finalExpectations: [BoundExpectation],
    plans: [StepPlan] = []
  ) {
    self.stepExpectations = stepExpectations
    self.finalExpectations = finalExpectations
    self.plans = plans
    tally = Tally(stepExpectations: stepExpectations, finalExpectations: finalExpectations)
    isEvaluated = Array(repeating: false, count: stepExpectations.count)
  }

  /// The plan of the current step.
  private var currentPlan: StepPlan {
    let step = Int(tally.currentStep)
    return plans.indices.contains(step) ? plans[step] : StepPlan()
  }

  /// The facts, once the session has ended.
  public var result: Facts {
    var facts = facts
    (facts.verdicts, facts.references) = (verdicts, references)
    (facts.callouts, facts.updates) = (callouts.verdicts, clusters.updates)
    (facts.staleReuses, facts.unmetWaits) = (views.staleReuses, unmetWaits)
    (facts.marks, facts.calloutTimelines) = (tally.marks, timelines.timelines)
    facts.digest = behavior.digest
    return facts
  }

  /// Counts an event.
  ///
  /// - Precondition: The session's beginning comes first and once, events come in order, and their
  ///   steps are among those given at the start.
  public mutating func observe(_ event: Event) {
    precondition(
      event.time >= tally.now, "an event at \(event.time) came after one at \(tally.now)")
    precondition(event.step < tally.steps.count, "step \(event.step) of \(tally.steps.count)")
    let beginsSession = if case .session(.began) = event.kind { true } else { false }
    // Without a comparison, which would copy the legend for each event.
    let hasBegun = if case .some = legend { true } else { false }
    precondition(beginsSession != hasBegun, "a session begins first and once")
    if callouts.isAnyOpen {
      let hasSettled = currentPlan.settles && !hasGivenUp
      callouts.judge(before: event, in: regions, hasSettled: hasSettled, &tally)
    }
    endListing(before: event)
    tally.advance(to: event)
    tally.watchPromises(event)
    behavior.observe(event)
    let closed = timelines.closedInUpdates
    timelines.observe(event)
    if timelines.closedInUpdates > closed { tally.count(.calloutsClosedInUpdates) }
    callouts.watch(event.kind, tally)
    switch event.kind {
    case .session(let session):
      observe(session)
      tally.enterScope()
    case .map(let map): regions.observe(map, &tally)
    case .data(let change): data.observe(change, in: currentPlan, &tally)
    case .view(let view): views.observe(view, among: timelines.annotations, &tally)
    case .selection(let selection):
      views.observe(selection, &tally)
      observe(selection)
    case .callout(let callout): callouts.observe(callout, in: regions, &tally)
    case .frame(let frame): tally.count(frame, period: legend?.framePeriod ?? .zero)
    case .input(.tapped): tally.count(.taps)
    // One that finds no place to touch is missed, as a tap is.
    case .input(.touched): tally.count(.selectionAttempt)
    case .drag(let drag): observe(drag)
    case .overlay(let overlay): observe(overlay)
    case .delegate(.unanswered): tally.count(.callbacksUnanswered)
    case .animator(let animator):
      views.observe(animator, among: timelines.annotations, &tally)
    case .calloutAnnotation(let second):
      callouts.observe(second, &tally)
      views.observe(second, among: timelines.annotations, &tally)
    case .cluster, .snapshot, .delegate, .input: break
    }
    clusters.observe(event.kind, in: regions, isUnderCallout: callouts.isAnyOpen, &tally)
  }

  /// Counts what the clusters listed so far show of an update, unless an event continues the list.
  ///
  /// - Returns: The update; nil when no list ends.
  @discardableResult
  mutating func endListing(before event: Event) -> Int32? {
    clusters.endListing(before: event, &tally)
  }

  private mutating func observe(_ event: SessionEvent) {
    switch event {
    case .began(let legend):
      self.legend = legend
      regions.begin(legend)
      callouts.begin(legend)
      tally.reach(.start)
    case .stepBegan:
      hasGivenUp = false
      data.begin(currentPlan)
      tally.beginStep()
    case .stepEnded: tally.endStep()
    case .mark(let index): tally.beginPart(named: legend?.marks[Int(index)] ?? "")
    case .expectationsDue: judgeStep()
    case .neverSettled:
      hasGivenUp = true
      tally.report(.waitsGivenUp)
    case .neverHeld(let number):
      hasGivenUp = true
      tally.report(.waitsGivenUp)
      if unmetWaits.count < Self.unmetWaitLimit {
        unmetWaits.append(UnmetWait(time: tally.now, number: number))
      }
    case .nothingDone(let reason):
      if !currentPlan.mayDoNothing { tally.report(.stepsWithoutEffect, because: reason) }
    case .rowsSkipped(let rows): tally.count(.rowsSkipped, by: rows)
    case .ended: finish()
    case .snapshot, .counted: break
    }
  }

  private mutating func observe(_ event: SelectionEvent) {
    switch event {
    case .didSelect: tally.count(.selections)
    case .didDeselect: tally.count(.deselections)
    case .missed(let missed):
      tally.report(missed, as: .selectionsMissed, among: timelines.annotations)
    case .refused(let missed):
      tally.report(missed, as: .selectionsRefused, among: timelines.annotations)
    case .willSelect, .willDeselect, .didSelectAnnotation, .didDeselectAnnotation: break
    }
  }

  private mutating func observe(_ event: DragEvent) {
    switch event {
    case .stateChanged(_, new: .starting, _): tally.count(.dragsStarted)
    case .stateChanged(_, new: .ending, _): tally.count(.dragsDropped)
    case .stateChanged(_, new: .canceling, _): tally.count(.dragsCancelled)
    case .refused: tally.report(.dragsRefused)
    case .geocodeRequested: tally.count(.geocodeRequests)
    case .stateChanged, .viewStateSet: break
    }
  }

  private mutating func observe(_ event: OverlayEvent) {
    switch event {
    case .added: tally.count(.overlaysAdded)
    case .removed: tally.count(.overlaysRemoved)
    case .rendererRequested: tally.count(.renderersRequested)
    case .rendererMissing: tally.count(.renderersMissing)
    case .exchanged: break
    }
  }

  // MARK: Expectations

  /// Judges the expectations of the current step.
  private mutating func judgeStep() {
    guard tally.currentStep >= 0 else { return }
    let step = Int(tally.currentStep)
    isEvaluated[step] = true
    // An expectation looks at open callouts where they are. What it sees is for itself alone: a
    // session that expects more has the same facts.
    var look = self
    look.callouts.judge(at: tally.now, in: regions, isDue: true, &look.tally)
    for bound in stepExpectations[step] { look.judge(bound, step: step) }
    (verdicts, references) = (look.verdicts, look.references)
    stepLooks = look.stepLooks
  }

  private mutating func judge(_ bound: BoundExpectation, step: Int?) {
    if var watch = tally.promise(of: bound) {
      guard watch.isDue else {
        return reportUndue(bound, step: step, isReached: true, mark: bound.since.name)
      }
      watch.finish()
      return verdicts.append(watch.verdict(step: step, mark: tally.mark(of: bound)))
    }
    guard let (counts, scope, mark) = tally.counts(for: bound) else {
      return reportUndue(bound, step: step, isReached: true, mark: bound.since.name)
    }
    let metric = bound.expectation.metric
    let value = counts.value(of: metric)
    let occasions = tally.occasions(of: metric, in: counts, isWindow: bound.needsWindow)
    let outcome = bound.expectation.outcome(for: value, occasions: occasions)
    let isTested = bound.expectation.isTested(by: value, occasions: occasions)
    if bound.isImplied, outcome == .kept { return }
    var verdict = bound.verdict(outcome, step: bound.step ?? step, mark: mark)
    guard !bound.isReference else {
      return references.append(verdict.reference(isTested ? value : .never))
    }
    verdict.value = value
    verdict.judgedAt = tally.now
    verdict.isPending = isTested && bound.expectation.comparedVariant != nil
    verdict.sampleCount = counts.sampleCount(of: metric)
    if outcome != .kept {
      let looks = tally.stepCount(in: scope, for: metric)
      explain(&verdict, scope, counts, findsWorst: looks <= stepLooks)
      if looks <= stepLooks { stepLooks -= looks }
    }
    verdicts.append(verdict)
  }

  /// Reports an expectation whose step never ran, or whose mark did not come before.
  private mutating func reportUndue(
    _ bound: BoundExpectation, step: Int?, isReached: Bool = false, mark: String? = nil
  ) {
    var verdict = bound.verdict(.neverEvaluated, step: step, mark: mark)
    guard !bound.isReference else { return references.append(verdict.reference(.never)) }
    verdict.isDue = false
    if isReached { verdict.judgedAt = tally.now }
    verdicts.append(verdict)
  }

  private mutating func finish() {
    tally.end()
    for (step, expectations) in stepExpectations.enumerated() where !isEvaluated[step] {
      for bound in expectations { reportUndue(bound, step: step) }
    }
    for bound in finalExpectations { judge(bound, step: nil) }
    facts.batchWindows = BatchWindow.windows(
      of: clusters.updates, batchCount: clusters.batchTimes.count)
    tally.fillParts()
    (facts.session, facts.steps) = (tally.session.table, tally.steps.tables)
  }
}
