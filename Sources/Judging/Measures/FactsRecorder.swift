public import MapEvents
internal import MapGeometry
internal import Metrics

/// Turns the events of a session into its facts, as they come.
///
/// Memory grows with the number of updates, callouts, steps, marks and expectations, not with the
/// events.
public struct FactsRecorder: EventObserver {
  var facts = Facts()
  private var behavior = BehaviorDigest()
  var session = MetricAccumulator()
  var parts = AccumulatorStore()
  /// The counts since the marks that expectations name.
  private var spans: [Span]
  /// The counts of intervals and of layers that expectations name.
  var windows: [CountedWindow]
  /// How many moments have come; counted only where there are windows.
  var momentCount = 0
  /// The layers of events; nil where no expectation is about one.
  var layers: LayerTracker?
  private var currentLayer = LayerID.none
  /// The plan of each step, and how many of the batches planned so far have not arrived.
  private let plans: [StepPlan]
  private var missingBatches = 0
  /// Whether the current step waited for the map to settle in vain.
  private var hasGivenUp = false
  var steps: AccumulatorStore
  var currentStep: Int32 = -1
  var now = SimulatedTime.zero

  private let stepExpectations: [[BoundExpectation]]
  private let finalExpectations: [BoundExpectation]
  private var isEvaluated: [Bool]
  private var stepBegan = SimulatedTime.zero
  var hitches = HitchClock()
  var views = ViewCounts()
  /// The current states that metrics follow.
  private var states = MetricAccumulator()
  var camera = Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1)
  private(set) var legend: Legend?
  var staleStateCheck = StaleStateCheck()
  /// The newest native cluster; their numbers ascend.
  var newestNativeCluster = AnnotationID.none
  /// How many annotations each native cluster stands for.
  var nativeClusterSizes: [AnnotationID: Int32] = [:]
  var churn = ChurnCounter()
  var openCallouts: [OpenCallout] = []
  var isRegionChanging = false
  private(set) var calloutRecorder = CalloutTimelineRecorder()
  var sessionPeaks = PeakPlaces()
  /// For each part, where its largest values were reached.
  var partPeaks: [PeakPlaces] = []
  var partSteps = PartStepAccumulators()
  /// The first part that an expectation can still refer to.
  private var firstKeptPart = 0
  /// How many steps may still be searched for worst cases.
  var stepLooks = FactsRecorder.stepLookLimit
  /// Whether any expectation counts from a mark.
  private let keepsPartSteps: Bool
  var misses: [PlacedMiss] = []
  var rareEvents: [PlacedEvent] = []
  /// What was judged of each callout, in the order of opening.
  var judgments: [[Judgment]] = []
  /// Since when the callout stood still that the last event let be judged; nil for none.
  var judgedChange: SimulatedTime?
  /// When fingers were put on the map last.
  var touchedAt: SimulatedTime?
  /// The annotation that a finger drags.
  var dragged: AnnotationID?
  var regionEndedAt = SimulatedTime.zero
  var updateScopes: [Scope] = []
  /// The camera and the layer's number of settings changes when each update was requested.
  var updateCameras: [Camera] = []
  /// The extent of the map view at the beginning of each update, in points.
  var updateViewSizes: [ScreenSize] = []
  var updateSettings: [Int] = []
  var settingsChanges: [LayerID: Int] = [:]
  var stability = StabilityCounter()
  /// The clusters on the map by kind, and the size of each.
  var kinds = ClusterKinds()
  var clusterSizes: [AnnotationID: ClusterSize] = [:]
  /// When each layer's index was filled, in order, without overlap.
  var indexings: [LayerID: [Range<SimulatedTime>]] = [:]
  var calloutsShown: Set<Int32> = []
  var calloutAnnotationsShown: Int64 = 0
  var batchTimes: [SimulatedTime] = []
  /// When each running download of which the session tells began.
  var downloadBegins: [Int32: SimulatedTime] = [:]

  /// The most waits given up that the facts list.
  static let unmetWaitLimit = 100
  /// The most stale reuses that the facts list.
  public static let staleReuseLimit = 500

  /// The scopes that an event counts for, beside the session.
  struct Scope: Equatable {
    var part: Int?
    var step: Int32
    /// How many moments had come, where there are windows.
    var moments = 0
    /// The layer of the event, where an expectation is about one.
    var layer = LayerID.none
  }

  /// The counts since the last mark of a name, beyond later marks.
  private struct Span {
    let name: String
    /// The part that the mark began, and when; nil before the mark.
    var begin: (part: Int, time: SimulatedTime)?
    var counts = MetricAccumulator()
  }

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
    let all = [stepExpectations.joined(), [finalExpectations].joined()].joined()
    windows = FactsRecorder.windows(for: all)
    if windows.contains(where: \.layer.isSome) { layers = LayerTracker() }
    steps = AccumulatorStore(count: stepExpectations.count)
    isEvaluated = Array(repeating: false, count: stepExpectations.count)
    let counted = stepExpectations.joined().filter { !$0.needsWindow }
    let names = Set(counted.compactMap(\.since.name))
    spans = names.sorted().map { Span(name: $0) }
    keepsPartSteps = stepExpectations.joined().contains { $0.since != .start && !$0.needsWindow }
  }

  /// The plan of the current step.
  var currentPlan: StepPlan {
    plans.indices.contains(Int(currentStep)) ? plans[Int(currentStep)] : StepPlan()
  }

  /// Whether the current step has waited for the map to settle, and did not give up.
  var hasSettled: Bool { currentPlan.settles && !hasGivenUp }

  /// The facts, once the session has ended.
  public var result: Facts { facts }

  var currentScope: Scope {
    Scope(
      part: parts.count == 0 ? nil : parts.count - 1, step: currentStep, moments: momentCount,
      layer: currentLayer)
  }

  // MARK: Counting

  mutating func count(_ metric: Metric, by amount: Int64 = 1, in scope: Scope? = nil) {
    count(in: scope ?? currentScope) { $0.add(metric, amount) }
  }

  mutating func count(_ occasion: Occasion, in scope: Scope? = nil) {
    count(in: scope ?? currentScope) { $0.add(occasion) }
  }

  /// Raises the largest value of a metric, and records where that was.
  mutating func raise(
    _ metric: Metric, to value: Int64, in scope: Scope? = nil, update: UpdatePlace? = nil
  ) {
    let scope = scope ?? currentScope
    count(in: scope) { $0.raise(metric, to: value) }
    see(metric, value, in: scope, update)
  }

  /// Sets a state to its current value; later scopes begin with it.
  mutating func follow(_ metric: Metric, _ value: Int64) {
    states[metric] = value
    // It is a state of the map, which no layer has alone.
    var scope = currentScope
    scope.layer = .none
    count(in: scope) { $0.follow(metric, value) }
    see(metric, value, in: scope)
  }

  /// Sets the states of the current layer in its windows.
  mutating func followLayer() {
    guard let layers, currentLayer.isSome else { return }
    let scope = currentScope
    for index in windows.indices where windows[index].layer == currentLayer {
      guard windows[index].holds(scope) else { continue }
      for (metric, value) in layers.states(of: currentLayer) {
        windows[index].counts.follow(metric, value)
        windows[index].peaks.see(
          PeakPlaces.Peak(
            metric: metric, value: value, update: nil, step: currentStep, time: now))
      }
    }
  }

  /// Changes the counts of the session, of a scope and of the open windows.
  ///
  /// - Parameters:
  ///   - scope: The step, part and layer to count for.
  ///   - lateness: The lateness of a frame; windows with a higher limit skip it.
  ///   - change: The change of one set of counts.
  mutating func count(
    in scope: Scope, latenessNanoseconds lateness: Int64 = .max,
    _ change: (inout MetricAccumulator) -> Void
  ) {
    change(&session)
    for index in windows.indices
    where windows[index].holds(scope) && windows[index].holds(latenessNanoseconds: lateness) {
      windows[index].count(in: scope.step, change)
    }
    if let part = scope.part {
      change(&parts[Int32(part)])
      for index in spans.indices {
        if let begin = spans[index].begin, part >= begin.part { change(&spans[index].counts) }
      }
    }
    guard scope.step >= 0 else { return }
    change(&steps[scope.step])
    guard keepsPartSteps, let part = scope.part, part >= firstKeptPart else { return }
    change(&partSteps[part, scope.step])
  }

  /// The counts that a scope begins with.
  var beginning: MetricAccumulator {
    var counts = states
    for occasion in Occasion.allCases where occasion.isLasting && session.count(of: occasion) > 0 {
      counts.add(occasion)
    }
    counts.add(.selectionInForce, staleStateCheck.selected == nil ? 0 : 1)
    counts.add(.calloutAnnotationShown, calloutAnnotationsShown)
    return counts
  }

  /// Counts an event.
  ///
  /// - Precondition: The session's beginning comes first and once, events come in order, and their
  ///   steps are among those given at the start.
  public mutating func observe(_ event: Event) {
    precondition(event.time >= now, "an event at \(event.time) came after one at \(now)")
    precondition(event.step < steps.count, "step \(event.step) of \(steps.count)")
    let beginsSession = if case .session(.began) = event.kind { true } else { false }
    // Without a comparison, which would copy the legend for each event.
    let hasBegun = if case .some = legend { true } else { false }
    precondition(beginsSession != hasBegun, "a session begins first and once")
    if !openCallouts.isEmpty { judgeCallouts(before: event) }
    endListing(before: event)
    now = event.time
    countHitches()
    currentStep = event.step
    if let layer = layers?.observe(event.kind) { currentLayer = layer }
    behavior.observe(event)
    facts.digest = behavior.digest
    let closed = calloutRecorder.closedInUpdates
    calloutRecorder.observe(event)
    if calloutRecorder.closedInUpdates > closed { count(.calloutsClosedInUpdates) }
    if case .session(.ended) = event.kind {
      calloutRecorder.endFollowing(event)
      facts.calloutTimelines = calloutRecorder.timelines
    }
    switch event.kind {
    case .session(let session):
      observe(session)
      hitches.enter(currentScope, at: now)
    case .map(let map): observe(map)
    case .data(let data): observe(data)
    case .view(let view): observe(view)
    case .selection(let selection): observe(selection)
    case .cluster(let cluster): observe(cluster)
    case .callout(let callout): observe(callout)
    case .frame(let frame): observe(frame)
    case .input(let input): observe(input)
    case .drag(let drag): observe(drag)
    case .overlay(let overlay): observe(overlay)
    case .delegate(.unanswered): count(.callbacksUnanswered)
    case .animator(let animator): observe(animator)
    case .calloutAnnotation(let second): observe(second)
    case .snapshot, .delegate: break
    }
  }

  /// Counts what the clusters listed so far show of an update, unless an event continues the list.
  ///
  /// - Returns: The update; nil when no list ends.
  @discardableResult
  mutating func endListing(before event: Event) -> Int32? {
    guard stability.isOpen, !stability.isContinued(by: event.kind) else { return nil }
    let update = stability.openUpdate
    compareSnapshots()
    return update
  }

  private mutating func observe(_ event: SessionEvent) {
    switch event {
    case .began(let legend):
      self.legend = legend
      camera = legend.camera
      viewSize = legend.viewSize
      reach(.start)
    case .stepBegan:
      (stepBegan, hasGivenUp) = (now, false)
      missingBatches += currentPlan.batchCount
      if currentStep >= 0 { steps[currentStep].begin(with: beginning) }
    case .stepEnded:
      let duration = (now - stepBegan).nanoseconds
      let scope = currentScope
      guard scope.step >= 0 else { return }
      steps[scope.step].add(.simulatedTime, duration)
      for index in windows.indices {
        let length = windows[index].length(until: now, since: stepBegan).nanoseconds
        if length > 0 { windows[index].steps[0, scope.step].add(.simulatedTime, length) }
      }
      guard let part = scope.part, keepsPartSteps else { return }
      partSteps[part, scope.step].add(.simulatedTime, duration)
    case .mark(let index):
      endPart()
      let name = legend?.marks[Int(index)] ?? ""
      facts.marks.append(PartFacts(name: name, start: now, table: MetricTable()))
      let beginning = beginning
      for index in spans.indices where spans[index].name == name {
        spans[index].begin = (part: parts.count, time: now)
        spans[index].counts = beginning
      }
      parts.append(beginning)
      partPeaks.append(PeakPlaces())
      reach(.mark(name))
      firstKeptPart = spans.compactMap(\.begin?.part).min() ?? parts.count - 1
      partSteps.remove(before: firstKeptPart)
      for metric in MetricAccumulator.states { see(metric, states[metric], in: currentScope) }
    case .expectationsDue:
      guard currentStep >= 0 else { return }
      isEvaluated[Int(currentStep)] = true
      // An expectation looks at open callouts where they are. What it sees is for itself alone: a
      // session that expects more has the same facts.
      var look = self
      look.judgeCallouts(at: now, isDue: true)
      for bound in stepExpectations[Int(currentStep)] {
        look.judge(bound, step: Int(currentStep))
      }
      (facts.verdicts, facts.references) = (look.facts.verdicts, look.facts.references)
      stepLooks = look.stepLooks
    case .neverSettled:
      hasGivenUp = true
      note(.waitsGivenUp)
      count(.waitsGivenUp)
    case .neverHeld(let number):
      hasGivenUp = true
      note(.waitsGivenUp)
      count(.waitsGivenUp)
      if facts.unmetWaits.count < Self.unmetWaitLimit {
        facts.unmetWaits.append(UnmetWait(time: now, number: number))
      }
    case .nothingDone(let reason):
      guard !currentPlan.mayDoNothing else { return }
      note(.stepsWithoutEffect, because: reason)
      count(.stepsWithoutEffect)
    case .ended: finish()
    case .snapshot: break
    }
  }

  var viewSize = ScreenSize(width: 0, height: 0)
  var framePeriod: SimulatedTime { legend?.framePeriod ?? .zero }

  private mutating func judge(_ bound: BoundExpectation, step: Int?) {
    guard let (counts, scope, mark) = counts(for: bound) else {
      return reportUndue(bound, step: step, isReached: true, mark: bound.since.name)
    }
    let metric = bound.expectation.metric
    let value = counts.value(of: metric)
    let isWindow = bound.needsWindow
    let occasions = occasions(of: metric, in: counts, isWindow: isWindow)
    let outcome = bound.expectation.outcome(for: value, occasions: occasions)
    let isTested = bound.expectation.isTested(by: value, occasions: occasions)
    if bound.isImplied, outcome == .kept { return }
    var verdict = bound.verdict(outcome, step: bound.step ?? step, mark: mark)
    guard !bound.isReference else {
      return facts.references.append(verdict.reference(isTested ? value : .never))
    }
    verdict.value = value
    verdict.judgedAt = now
    verdict.isPending = isTested && bound.expectation.comparedVariant != nil
    verdict.sampleCount = counts.sampleCount(of: metric)
    if outcome != .kept {
      let looks = stepCount(in: scope, for: metric)
      explain(&verdict, scope, counts, findsWorst: looks <= stepLooks)
      if looks <= stepLooks { stepLooks -= looks }
    }
    facts.verdicts.append(verdict)
  }

  /// How often the occasion that a metric needs occurred in a scope or, if it lasts, before.
  private func occasions(
    of metric: Metric, in counts: MetricAccumulator, isWindow: Bool
  ) -> Int64 {
    guard case .after(let occasion) = metric.definition.opportunity else { return 0 }
    // A window begins with what lasts, and does not see what comes after its end.
    return (occasion.isLasting && !isWindow ? session : counts).count(of: occasion)
  }

  /// The counts of an expectation, and the mark since which they count; nil before that mark.
  private func counts(
    for bound: BoundExpectation
  ) -> (counts: MetricAccumulator, scope: JudgedScope, mark: String?)? {
    if let step = bound.step { return (steps[Int32(step)], .step(step), nil) }
    func until(now counts: MetricAccumulator, since start: SimulatedTime) -> MetricAccumulator {
      var counts = counts
      counts[.simulatedTime] = (now - start).nanoseconds
      return counts
    }
    if bound.needsWindow { return windowCounts(for: bound) }
    switch bound.since {
    case .start, .interval: break
    case .lastMark:
      guard let mark = facts.marks.last else { break }
      let part = parts.count - 1
      return (until(now: parts[Int32(part)], since: mark.start), .since(part: part), mark.name)
    case .mark(let name):
      guard let span = spans.first(where: { $0.name == name }), let begin = span.begin else {
        return nil
      }
      return (until(now: span.counts, since: begin.time), .since(part: begin.part), name)
    }
    return (until(now: session, since: .zero), .session, nil)
  }

  /// The value of an expectation's metric so far, in an interval that may still last; nil before it
  /// begins.
  func currentValue(for bound: BoundExpectation) -> MetricValue? {
    let counts =
      bound.needsWindow
      ? windowCounts(for: bound, isOpen: true)?.counts : counts(for: bound)?.counts
    return counts?.value(of: bound.expectation.metric)
  }

  /// The counts of an expectation on an interval or a layer; nil before it can be judged or, if it
  /// may be open, before it begins.
  private func windowCounts(
    for bound: BoundExpectation, isOpen: Bool = false
  ) -> (counts: MetricAccumulator, scope: JudgedScope, mark: String?)? {
    let index = windowIndex(for: bound)
    guard let index, isOpen ? windows[index].begin != nil : windows[index].isOver else {
      return nil
    }
    var counts = windows[index].counts
    counts[.simulatedTime] = windows[index].length(until: now).nanoseconds
    let mark = bound.since == .lastMark ? facts.marks.last?.name : bound.since.name
    return (counts, .window(index), mark)
  }

  /// Counts batches that arrived, or never will; those of one instant are done together.
  mutating func endBatches(_ count: Int = 1) {
    missingBatches -= count
    if missingBatches == 0, count > 0 { reach(.downloadDone) }
  }

  /// Reports an expectation whose step never ran, or whose mark did not come before.
  private mutating func reportUndue(
    _ bound: BoundExpectation, step: Int?, isReached: Bool = false, mark: String? = nil
  ) {
    var verdict = bound.verdict(.neverEvaluated, step: step, mark: mark)
    guard !bound.isReference else { return facts.references.append(verdict.reference(.never)) }
    verdict.isDue = false
    if isReached { verdict.judgedAt = now }
    facts.verdicts.append(verdict)
  }

  private mutating func endPart() {
    guard let mark = facts.marks.last else { return }
    parts[Int32(parts.count - 1)][.simulatedTime] = (now - mark.start).nanoseconds
  }

  private mutating func finish() {
    endPart()
    session[.simulatedTime] = now.nanoseconds
    reach(.end)
    for (step, expectations) in stepExpectations.enumerated() where !isEvaluated[step] {
      for bound in expectations { reportUndue(bound, step: step) }
    }
    for bound in finalExpectations { judge(bound, step: nil) }
    facts.batchWindows = BatchWindow.windows(of: facts.updates, batchCount: batchTimes.count)
    facts.session = session.table
    for (index, table) in parts.tables.enumerated() { facts.marks[index].table = table }
    facts.steps = steps.tables
  }
}
