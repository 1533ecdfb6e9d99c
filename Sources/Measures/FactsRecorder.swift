public import MapEvents
internal import MapGeometry
internal import Metrics

/// Turns the events of a session into its facts, as they come.
///
/// Memory grows with the number of updates, callouts, steps, marks and expectations, not with the
/// events.
public struct FactsRecorder: EventObserver {
  var facts = Facts()
  var session = Tally()
  var parts: [Tally] = []
  /// What came since the marks that expectations name.
  private var spans: [Span]
  var steps: StepTallies
  var currentStep: Int32 = -1
  var now = SimulatedTime.zero

  private let stepDemands: [[Demand]]
  private let finalDemands: [Demand]
  private var isEvaluated: [Bool]
  private var stepBegan = SimulatedTime.zero
  var views = ViewCounts()
  private(set) var camera = Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1)
  private var legend: Legend?
  var dirtyCheck = DirtyCheck()
  /// The cluster of the map's own that came last; their numbers ascend, and they come with members.
  var newestBuiltInCluster: Int32 = -1
  var churn = ChurnCounter()
  var openCallouts: [OpenCallout] = []
  /// Whether the map is between the two callbacks of a region change.
  private(set) var isRegionChanging = false
  private(set) var biographer = CalloutBiographer()
  var sessionPeaks = PeakPlaces(at: .zero)
  /// For each part, where its largest values were reached.
  var partPeaks: [PeakPlaces] = []
  /// What came of steps in parts that an expectation can still ask for.
  var partSteps = PartStepTallies()
  /// The first part that an expectation can still speak of.
  private var firstKeptPart = 0
  /// How many steps failures may still be traced to.
  var stepLooks = FactsRecorder.stepLookLimit
  /// Whether an expectation speaks of what came since a mark.
  private let keepsPartSteps: Bool
  var misses: [PlacedMiss] = []
  var rareEvents: [PlacedEvent] = []
  /// The scope of each callout, as an index into the facts.
  var calloutScopes: [Scope] = []
  var updateScopes: [Scope] = []
  /// Where the map looked when each update was asked for.
  var updateCameras: [Camera] = []
  /// How often each layer had got other settings when each update was asked for.
  var updateSettings: [Int] = []
  /// How often each layer has got other settings.
  var settingsChanges: [Int32: Int] = [:]
  var stability = StabilityCounter()
  /// The clusters on the map by kind, and the size of each.
  var kinds = ClusterKinds()
  var clusterSizes: [Int32: ClusterSize] = [:]
  /// When each layer's index was filled, in order; none overlap.
  var indexings: [Int32: [Range<SimulatedTime>]] = [:]
  /// The callouts that are open, settled or not.
  var calloutsShown: Set<Int32> = []
  var calloutAnnotationsShown: Int64 = 0
  /// When each batch arrived.
  private(set) var batchTimes: [SimulatedTime] = []

  /// The most dirty reuses that are kept one by one.
  public static let dirtyReuseLimit = 500

  /// The scopes that something counts for, beside the session.
  struct Scope {
    var part: Int?
    var step: Int32
  }

  /// All that came since the last mark of some name, beyond later marks.
  private struct Span {
    let name: String
    /// The part that the mark began, and when; nil before it came.
    var begin: (part: Int, time: SimulatedTime)?
    var tally = Tally()
  }

  /// Makes a recorder for a session.
  ///
  /// - Parameters:
  ///   - stepDemands: For each step, what falls due when it runs; empty for most.
  ///   - finalDemands: What falls due at the end.
  public init(stepDemands: [[Demand]], finalDemands: [Demand]) {
    self.stepDemands = stepDemands
    self.finalDemands = finalDemands
    steps = StepTallies(count: stepDemands.count)
    isEvaluated = Array(repeating: false, count: stepDemands.count)
    var names: [String] = []
    for case .mark(let name) in stepDemands.joined().map(\.since) where !names.contains(name) {
      names.append(name)
    }
    spans = names.map { Span(name: $0) }
    keepsPartSteps = stepDemands.joined().contains { $0.since != .start }
  }

  /// The facts, once the session has ended.
  public var result: Facts { facts }

  /// Where something that happens now counts.
  var currentScope: Scope {
    Scope(part: parts.isEmpty ? nil : parts.count - 1, step: currentStep)
  }

  /// Lets something count for the session and for a scope.
  mutating func count(in scope: Scope, _ change: (inout Tally) -> Void) {
    change(&session)
    if let part = scope.part {
      change(&parts[part])
      for index in spans.indices {
        if let begin = spans[index].begin, part >= begin.part { change(&spans[index].tally) }
      }
    }
    guard scope.step >= 0 else { return }
    change(&steps[scope.step])
    guard keepsPartSteps, let part = scope.part, part >= firstKeptPart else { return }
    change(&partSteps[part, scope.step])
  }

  /// Takes in an event.
  ///
  /// - Precondition: The session's beginning comes first and once, events come in order, and their
  ///   steps are among those demanded at the start.
  public mutating func observe(_ event: Event) {
    precondition(event.time >= now, "an event at \(event.time) came after \(now)")
    precondition(event.step < steps.count, "step \(event.step) of \(steps.count)")
    precondition(event.beginsSession == (legend == nil), "a session begins first and once")
    if stability.isOpen, !stability.isContinued(by: event.kind) { comparePictures() }
    now = event.time
    currentStep = event.step
    facts.digest.add(event)
    let closed = biographer.closedInUpdates
    biographer.observe(event)
    if biographer.closedInUpdates > closed {
      count(in: currentScope) { $0.calloutsClosedInUpdates += 1 }
    }
    if case .session(.ended) = event.kind {
      biographer.finish(at: event)
      facts.calloutLives = biographer.lives
    }
    switch event.kind {
    case .session(let session): observe(session)
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
    case .delegate(.unanswered): count(in: currentScope) { $0.callbacksUnanswered += 1 }
    case .animator(let animator): observe(animator)
    case .second(let second): observe(second)
    case .scene, .delegate: break
    }
  }

  private mutating func observe(_ event: SessionEvent) {
    switch event {
    case .began(let legend):
      self.legend = legend
      camera = legend.camera
    case .stepBegan:
      stepBegan = now
      if currentStep >= 0 {
        steps[currentStep].begin(
          views, session.kindsShown, selected: dirtyCheck.selected, calloutAnnotationsShown)
      }
    case .stepEnded:
      let duration = (now - stepBegan).nanoseconds
      let scope = currentScope
      guard scope.step >= 0 else { return }
      steps[scope.step].duration += duration
      guard let part = scope.part, keepsPartSteps else { return }
      partSteps[part, scope.step].duration += duration
    case .mark(let index):
      endPart()
      let name = legend?.marks[Int(index)] ?? ""
      facts.marks.append(PartFacts(name: name, start: now, table: MetricTable()))
      var part = Tally()
      part.begin(
        views, session.kindsShown, selected: dirtyCheck.selected, calloutAnnotationsShown)
      for index in spans.indices where spans[index].name == name {
        spans[index].begin = (part: parts.count, time: now)
        spans[index].tally = part
      }
      parts.append(part)
      partPeaks.append(PeakPlaces(at: now))
      firstKeptPart = spans.compactMap(\.begin?.part).min() ?? parts.count - 1
      partSteps.forget(before: firstKeptPart)
      see(views)
    case .expectationsDue:
      guard currentStep >= 0 else { return }
      isEvaluated[Int(currentStep)] = true
      for demand in stepDemands[Int(currentStep)] { judge(demand, step: Int(currentStep)) }
    case .neverSettled:
      note(.waitsGivenUp)
      count(in: currentScope) { $0.waitsGivenUp += 1 }
    case .ended:
      finish()
    case .snapshot:
      break
    }
  }

  private mutating func observe(_ event: MapEvent) {
    switch event {
    case .regionWillChange(let animated):
      isRegionChanging = true
      count(in: currentScope) { tally in
        tally.regionChanges += 1
        tally.animatedRegionChanges += animated ? 1 : 0
      }
      countForCallouts { $0.begin(animated: animated) }
    case .visibleRegionChanged(let next):
      // The centre may wrap at the 180th meridian; the way is the short one.
      let world = MapSize.worldSide
      var dx = next.center.x - camera.center.x
      dx -= world * (dx / world).rounded(.toNearestOrEven)
      let dy = next.center.y - camera.center.y
      let way = (dx * dx + dy * dy).squareRoot() / next.mapPointsPerPoint
      camera = next
      count(in: currentScope) { tally in
        tally.micropointsPanned = Tally.sum(tally.micropointsPanned, Tally.micropoints(way))
      }
    case .regionChangeInterrupted: count(in: currentScope) { $0.regionChangesInterrupted += 1 }
    case .reentered: count(in: currentScope) { $0.reentries += 1 }
    case .reentryRefused:
      note(.reentriesRefused)
      count(in: currentScope) { $0.reentriesRefused += 1 }
    case .regionDidChange(let animated, let camera):
      isRegionChanging = false
      countForCallouts { $0.end(animated: animated, at: camera) }
    }
  }

  private mutating func observe(_ event: DataEvent) {
    let scope = currentScope
    switch event {
    case .batchArrived:
      batchTimes.append(now)
      count(in: scope) { $0.batches += 1 }
    case .pointsAdded(_, let points):
      count(in: scope) { $0.annotationsAdded += Int64(points) }
    case .pointsRemoved(_, let points):
      count(in: scope) { $0.annotationsRemoved += Int64(points) }
    case .annotationAdded(let annotation, _, let content, let size):
      let isChurn = churn.add(annotation, content: content, at: now)
      count(in: scope) { tally in
        tally.mapChanges += 1
        tally.churn += isChurn ? 1 : 0
      }
      if let size { show(annotation, size) }
    case .annotationRemoved(let annotation, _, let content, let isCluster):
      let isChurn = churn.remove(annotation, content: content, at: now)
      count(in: scope) { tally in
        tally.mapChanges += 1
        tally.churn += isChurn ? 1 : 0
      }
      if isCluster { show(annotation, nil) }
    case .annotationMoved(let annotation, let coordinate):
      stability.carried(annotation, to: coordinate)
      count(in: scope) { $0.annotationsMoved += 1 }
    case .replaced(_, _, _, _, let compared):
      count(in: scope) { tally in
        tally.mapChanges += 1
        tally.replacements += 1
        tally.annotationsCompared += Int64(compared)
      }
    }
  }

  private mutating func observe(_ event: SelectionEvent) {
    let scope = currentScope
    dirtyCheck.observe(event)
    switch event {
    case .didSelect: count(in: scope) { $0.selections += 1 }
    case .didDeselect: count(in: scope) { $0.deselections += 1 }
    case .missed(let missed):
      note(missed)
      count(in: scope) { $0.selectionsMissed += 1 }
    case .refused: count(in: scope) { $0.selectionsRefused += 1 }
    case .willSelect, .willDeselect, .didSelectAnnotation, .didDeselectAnnotation: break
    }
  }

  private mutating func observe(_ frame: FrameReport) {
    let period = legend?.framePeriod ?? SimulatedTime(nanoseconds: 1)
    see(.frame, frame.mainThread.nanoseconds, in: currentScope)
    count(in: currentScope) { $0.add(frame, period: period) }
  }

  var viewSize: ScreenSize { legend?.viewSize ?? ScreenSize(width: 0, height: 0) }

  private mutating func judge(_ demand: Demand, step: Int?) {
    guard let (tally, scope, mark) = tally(for: demand) else {
      return reportUndue(demand, step: step, mark: demand.since.name)
    }
    let metric = demand.expectation.metric
    let table = tally.table
    let outcome = demand.expectation.outcome(
      for: table[metric], occasions: occasions(of: metric, in: tally))
    if demand.isImplied, outcome == .kept { return }
    facts.verdicts.append(
      Verdict(
        expectation: demand.expectation, text: demand.text, line: demand.line,
        column: demand.column, step: demand.step ?? step, value: table[metric], outcome: outcome,
        mark: mark, sampleCount: table.sampleCount(of: metric)))
    guard outcome != .kept else { return }
    let looks = stepCount(in: scope, for: metric)
    var verdict = facts.verdicts.removeLast()
    explain(&verdict, scope, tally, findsWorst: looks <= stepLooks)
    facts.verdicts.append(verdict)
    if looks <= stepLooks { stepLooks -= looks }
  }

  /// The counts that an expectation speaks of, and the mark since which they count; nil when that
  /// mark has not come yet.
  private func tally(
    for demand: Demand
  ) -> (tally: Tally, scope: JudgedScope, mark: String?)? {
    if let step = demand.step { return (tally: steps[Int32(step)], scope: .step(step), mark: nil) }
    func tally(_ counts: Tally, since start: SimulatedTime) -> Tally {
      var tally = counts
      tally.duration = (now - start).nanoseconds
      return tally
    }
    switch demand.since {
    case .start: break
    case .lastMark:
      guard let part = parts.last, let mark = facts.marks.last else { break }
      return (
        tally: tally(part, since: mark.start), scope: .since(part: parts.count - 1), mark: mark.name
      )
    case .mark(let name):
      guard let span = spans.first(where: { $0.name == name }), let begin = span.begin else {
        return nil
      }
      return (
        tally: tally(span.tally, since: begin.time), scope: .since(part: begin.part), mark: name
      )
    }
    return (tally: tally(session, since: .zero), scope: .session, mark: nil)
  }

  /// An expectation whose step never ran, or whose mark had not come by then.
  private mutating func reportUndue(_ demand: Demand, step: Int?, mark: String? = nil) {
    facts.verdicts.append(
      Verdict(
        expectation: demand.expectation, text: demand.text, line: demand.line,
        column: demand.column, step: step, value: .never, outcome: .neverEvaluated,
        mark: mark, isDue: false))
  }

  private mutating func endPart() {
    guard let part = parts.indices.last else { return }
    parts[part].duration = (now - facts.marks[part].start).nanoseconds
  }

  private mutating func finish() {
    endPart()
    session.duration = now.nanoseconds
    for (step, demands) in stepDemands.enumerated() where !isEvaluated[step] {
      for demand in demands {
        reportUndue(demand, step: step)
      }
    }
    for demand in finalDemands { judge(demand, step: nil) }
    facts.batchWindows = BatchWindow.windows(of: facts.updates, batchCount: batchTimes.count)
    facts.session = session.table
    for (index, part) in parts.enumerated() { facts.marks[index].table = part.table }
    facts.steps = steps.tables
  }
}

extension Event {
  /// Whether it is the first event of a session.
  fileprivate var beginsSession: Bool {
    if case .session(.began) = kind { return true }
    return false
  }
}
