internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Counts callouts, and judges them while they are open.
///
/// The adjustment of the map counts for the step and the part in which a callout opened. A
/// later judgment counts for the step and the part in which the callout stood still.
struct CalloutCounter {
  /// An open callout with the evidence on which it is judged.
  private struct OpenCallout {
    enum State { case makingRoom, settled, interrupted }

    let callout: Int32
    let annotation: AnnotationID
    let scope: Tally.Scope
    /// Its index among the verdicts.
    let verdict: Int
    let openedAt: SimulatedTime
    /// The size of the map view when it opened.
    let viewSize: ScreenSize
    var callbacks: RegionCallbacks
    var watch: CalloutWatch
    var state = State.makingRoom
    /// Whether it counts as unsettled.
    var isLate = false
    /// The scope of its last change.
    var changeScope: Tally.Scope

    /// The verdict without a measure.
    var unjudged: CalloutVerdict {
      CalloutVerdict(
        callout: callout, step: scope.step, openedAt: openedAt, overflowPoints: 0,
        excessShiftPoints: 0, scaleRatio: 1, regionChanges: 0, insets: watch.opening.insets,
        before: watch.opening.rects)
    }

    /// Returns the scope of an event that happens to the callout now.
    func scope(now tally: Tally) -> Tally.Scope {
      var current = tally.currentScope
      current.layer = scope.layer
      return current
    }
  }

  /// A judgment on a callout with the scopes that it counts for.
  private struct Judgment {
    let scope: Tally.Scope
    var verdict: CalloutVerdict
  }

  /// The verdict on each callout, in the order of opening.
  private(set) var verdicts: [CalloutVerdict] = []
  /// The judgments on each callout, in the order of opening.
  private var judgments: [[Judgment]] = []
  private var open: [OpenCallout] = []
  /// The start of the rest that the last event allowed to be judged; nil for none.
  private(set) var judgedChange: SimulatedTime?
  private var framePeriod = SimulatedTime.zero
  /// The time of the last touch on the map.
  private var touchedAt: SimulatedTime?
  /// The annotation that a finger drags.
  private var dragged: AnnotationID?
  private var annotationsShown: Int64 = 0

  var isAnyOpen: Bool { !open.isEmpty }

  mutating func begin(_ legend: Legend) { framePeriod = legend.framePeriod }

  mutating func observe(_ event: CalloutEvent, in regions: RegionCounter, _ tally: inout Tally) {
    switch event {
    case .opened(let callout, let annotation, let opening):
      let scope = tally.currentScope
      let new = OpenCallout(
        callout: callout, annotation: annotation, scope: scope, verdict: verdicts.count,
        openedAt: tally.now, viewSize: regions.viewSize,
        callbacks: RegionCallbacks(duringChange: regions.isChanging),
        watch: CalloutWatch(opening: opening, viewSize: regions.viewSize), changeScope: scope)
      open.append(new)
      verdicts.append(new.unjudged)
      judgments.append([])
      tally.count(.calloutsOpened)
    case .settled(let callout, let rest): settle(callout, at: rest, &tally)
    case .interrupted(let callout):
      guard let index = unsettledIndex(of: callout) else { return }
      open[index].state = .interrupted
      open[index].changeScope = open[index].scope(now: tally)
      open[index].watch.interrupt(at: tally.now, byFingers: touchedAt == tally.now)
    case .closed(let callout): open.removeAll { $0.callout == callout }
    case .accessoryTapped: tally.count(.accessoryTaps)
    case .pinned(let callout, let pin):
      tally.count(.calloutFrame)
      if pin.scale != 1 { tally.count(.calloutGrowthFrames) }
      place(callout, pin, &tally)
    }
  }

  private func unsettledIndex(of callout: Int32) -> Int? {
    open.firstIndex { $0.callout == callout && $0.state == .makingRoom }
  }

  private mutating func settle(
    _ callout: Int32, at rest: SettledCallout, _ tally: inout Tally
  ) {
    guard let index = unsettledIndex(of: callout) else { return }
    let settled = open[index]
    open[index].state = .settled
    open[index].watch.settle(at: rest.rects)
    let judge = CalloutJudge(viewSize: settled.viewSize, opening: settled.watch.opening)
    let verdict = judge.verdict(
      callout: callout, step: settled.scope.step, openedAt: settled.openedAt, rest: rest,
      callbacks: settled.callbacks, pins: settled.watch.pins)
    record(verdict, of: settled, in: settled.scope, &tally)
  }

  /// Counts a frame of an open callout; the growth of a settled one counts where it opened.
  private mutating func place(_ callout: Int32, _ pin: CalloutPin, _ tally: inout Tally) {
    guard let index = open.firstIndex(where: { $0.callout == callout }) else { return }
    let isGrowing = open[index].watch.place(pin)
    let placed = open[index]
    guard isGrowing, placed.state == .settled, let worst = placed.watch.pins.worst else { return }
    var verdict = placed.unjudged
    verdict.measures = CriterionMeasures()
    verdict.measures?[.tipPinned] = worst
    record(verdict, of: placed, in: placed.scope, &tally)
  }

  /// Takes in a judgment: the worst of each criterion counts, once in each scope.
  private mutating func record(
    _ verdict: CalloutVerdict, of open: OpenCallout, in scope: Tally.Scope, _ tally: inout Tally
  ) {
    verdicts[open.verdict].takeWorse(verdict)
    let earlier = judgments[open.verdict].firstIndex { $0.scope == scope }
    if let earlier {
      judgments[open.verdict][earlier].verdict.takeWorse(verdict)
    } else {
      judgments[open.verdict].append(Judgment(scope: scope, verdict: verdict))
    }
    tally.count(in: scope) { $0.add(verdict) }
  }

  mutating func observe(_ event: CalloutAnnotationEvent, _ tally: inout Tally) {
    switch event {
    case .leftBehind: tally.count(.calloutsLeftBehind)
    case .tappedAway: tally.count(.calloutsTappedAway)
    case .deadTap: tally.count(.deadTaps)
    case .released(_, let reenabled):
      tally.count(.calloutButtonReleased)
      tally.count(.viewsRevived, by: Int64(reenabled))
    case .laidOut(_, let layout):
      tally.count(.calloutAnnotationLaidOut)
      if layout.maker == .annotation { tally.count(.calloutsMadeByAnnotations) }
      if layout.over != layout.parent { tally.count(.calloutsMisplaced) }
    case .added:
      annotationsShown += 1
      tally.keep(.calloutAnnotationShown, annotationsShown)
      tally.count(.calloutAnnotationShown)
    case .removed:
      annotationsShown -= 1
      tally.keep(.calloutAnnotationShown, annotationsShown)
    case .moved, .held, .drawn: break
    }
  }
}

/// From one event to the next.
extension CalloutCounter {
  /// Notes who moves the map or the annotation of an open callout, and where frames show it.
  mutating func watch(_ event: Event.Kind, _ tally: Tally) {
    switch event {
    case .map(let event): watch(event)
    case .data(.annotationMoved(let annotation, _)):
      note(annotation == dragged ? .fingers : .data, of: annotation)
    case .cluster(.reused(let annotation, _, _, _)), .cluster(.moved(let annotation, _, _)):
      note(.data, of: annotation)
    case .drag(.stateChanged(let annotation, let state, _)):
      dragged = state == .none ? nil : annotation
      note(.fingers, of: annotation)
    case .input(.began), .input(.doubleTapped), .input(.twoFingersTapped): touchedAt = tally.now
    case .frame:
      for index in open.indices {
        if open[index].annotation == dragged { open[index].watch.note(.fingers) }
        guard open[index].watch.showFrame(at: tally.now) else { continue }
        open[index].changeScope = open[index].scope(now: tally)
      }
    case .session, .data, .view, .selection, .cluster, .callout, .snapshot, .input, .drag, .overlay,
      .delegate, .animator, .calloutAnnotation:
      break
    }
  }

  private mutating func watch(_ event: MapEvent) {
    for index in open.indices {
      let isMakingRoom = open[index].state == .makingRoom
      switch event {
      case .regionWillChange(let animated):
        if isMakingRoom { open[index].callbacks.begin(animated: animated) }
      case .regionDidChange(let animated, let camera):
        if isMakingRoom { open[index].callbacks.end(animated: animated, at: camera) }
      case .visibleRegionChanged(_, let mover): open[index].watch.note(CalloutCause(mover))
      case .resized(let size): open[index].watch.resize(to: size)
      case .regionChangeInterrupted, .reentered, .reentryRefused, .trackingChanged: break
      }
    }
  }

  /// Notes what moves an annotation.
  private mutating func note(_ cause: CalloutCause, of annotation: AnnotationID) {
    for index in open.indices where annotation == open[index].annotation {
      open[index].watch.note(cause)
    }
  }

  /// Judges each callout that stands still when an event comes.
  ///
  /// A callout stands still after more than one frame without a change, when a step has waited for
  /// the map to rest, and when expectations are due.
  ///
  /// At its closing and at the end of the session a callout is judged wherever it is.
  mutating func judge(
    before event: Event, in regions: RegionCounter, hasSettled: Bool, _ tally: inout Tally
  ) {
    judgedChange = nil
    var (isDue, isEnd, closing) = (false, false, Int32?.none)
    switch event.kind {
    case .session(.ended): isEnd = true
    case .callout(.closed(let callout)): closing = callout
    case .session(.stepEnded) where hasSettled: isDue = true
    default: guard event.time > tally.now else { return }
    }
    judge(at: event.time, in: regions, isDue: isDue, isEnd: isEnd, closing: closing, &tally)
  }

  /// Judges the open callouts.
  ///
  /// - Parameters:
  ///   - time: The time of the event that comes.
  ///   - regions: Where the map looks.
  ///   - isDue: Whether expectations are due or the map has settled, so that a callout that has
  ///     just come to rest is judged.
  ///   - isEnd: Whether the session ends.
  ///   - closing: The callout that closes; nil for none.
  ///   - tally: The counts so far.
  mutating func judge(
    at time: SimulatedTime, in regions: RegionCounter, isDue: Bool = false, isEnd: Bool = false,
    closing: Int32? = nil, _ tally: inout Tally
  ) {
    for index in open.indices {
      let isClosing = open[index].callout == closing
      if time > tally.now { passTime(until: time, of: open[index], &tally) }
      countUnsettled(index, at: time, isClosing: isClosing, isEnd: isEnd, &tally)
      guard open[index].state != .makingRoom, let change = open[index].watch.change
      else { continue }
      let isStill =
        !regions.isChanging && open[index].watch.isGrown
        && (isDue || time - max(change.since, regions.changedAt) > framePeriod)
      // What closes before it should have settled is excused.
      let isLeft =
        isClosing && change.since < time
        && (open[index].state == .settled || time > due(of: open[index]))
      if isStill || isLeft || isEnd { judge(index, change, &tally) }
    }
  }

  /// Counts the time in which a callout stands open in its full size, unless fingers moved it out.
  private func passTime(until end: SimulatedTime, of open: OpenCallout, _ tally: inout Tally) {
    guard open.state != .makingRoom, open.watch.isGrown, !open.watch.isExcused else { return }
    let time = (end - tally.now).nanoseconds
    tally.count(in: open.scope(now: tally)) { counts in
      counts.add(.calloutStood)
      counts.add(.calloutVisibleTime, isKept: open.watch.isInside, time)
    }
  }

  /// The time by which a callout should have settled; its last frame can come late.
  private func due(of open: OpenCallout) -> SimulatedTime {
    open.openedAt + open.watch.opening.duration + framePeriod
  }

  /// Counts a callout that did not settle in time, once; one that closes earlier is excused.
  private mutating func countUnsettled(
    _ index: Int, at time: SimulatedTime, isClosing: Bool, isEnd: Bool, _ tally: inout Tally
  ) {
    let late = open[index]
    let due = due(of: late)
    let isLate =
      switch late.state {
      case .settled: false
      case .makingRoom: (isClosing || isEnd) && time > due
      case .interrupted: isEnd || time > due
      }
    // A callout that asked for no room is unsettled only if it ends outside the map.
    let isLeft = late.watch.opening.move != .none || (isClosing || isEnd) && !late.watch.isInside
    guard isLate, !late.isLate, isLeft else { return }
    open[index].isLate = true
    tally.report(.calloutsUnsettled, since: late.openedAt, in: late.scope)
  }

  private mutating func judge(
    _ index: Int, _ change: CalloutWatch.Change, _ tally: inout Tally
  ) {
    judgedChange = change.since
    let measures = open[index].watch.judgment()
    let judged = open[index]
    var verdict = judged.unjudged
    verdict.measures = measures
    verdict.later = Criterion.allCases.filter { measures[$0] != nil }.map {
      CalloutMoment(
        criterion: $0, since: change.since, step: judged.changeScope.step, cause: change.by)
    }
    (verdict.overflowPoints, verdict.overflowSide) = judged.watch.chargedOverflow
    verdict.after = judged.watch.rects
    record(verdict, of: judged, in: judged.changeScope, &tally)
  }
}

/// The worst callouts of a scope.
extension CalloutCounter {
  private func judged(in scope: JudgedScope, _ tally: Tally) -> [CalloutVerdict] {
    judgments.compactMap { judgments in
      judgments.filter { tally.holds(scope, $0.scope) }.reduce(nil) { worst, judgment in
        guard var worst else { return judgment.verdict }
        worst.takeWorse(judgment.verdict)
        return worst
      }
    }
  }

  /// The first callout that breaks a criterion, or any, and the one that breaks it worst.
  func worstBreaking(
    _ criterion: Criterion?, in scope: JudgedScope, _ tally: Tally
  ) -> WorstCase? {
    let broken = judged(in: scope, tally).compactMap { verdict -> WorstCase.Callout? in
      guard let criterion = criterion ?? verdict.broken.first,
        let measure = verdict.measure(of: criterion), !measure.isKept
      else { return nil }
      return WorstCase.Callout(verdict, criterion, measure)
    }
    guard let first = broken.first else { return nil }
    let worst = broken.reduce(first) { $1.isWorse(than: $0) ? $1 : $0 }
    return place(first, worst, value: .count(Int64(broken.count)))
  }

  /// The first callout that keeps a criterion, or all of them, but should not.
  func firstKeeping(_ criterion: Criterion?, in scope: JudgedScope, _ tally: Tally) -> WorstCase? {
    let kept = judged(in: scope, tally).filter { verdict in
      criterion.map { verdict.keeps($0) == true } ?? verdict.isCorrect
    }
    guard let first = kept.first.map({ WorstCase.Callout($0) }) else { return nil }
    return place(first, first, value: .count(Int64(kept.count)))
  }

  func furthest(
    in scope: JudgedScope, _ tally: Tally, _ distance: (CalloutVerdict) -> Double
  ) -> WorstCase? {
    let verdicts = judged(in: scope, tally)
    guard var worst = verdicts.first else { return nil }
    for verdict in verdicts where distance(verdict) > distance(worst) { worst = verdict }
    let callout = WorstCase.Callout(worst)
    return place(callout, callout, value: .micropoints(Int64(micropoints: distance(worst))))
  }

  private func place(
    _ first: WorstCase.Callout, _ worst: WorstCase.Callout, value: MetricValue
  ) -> WorstCase {
    WorstCase(
      .callouts(first: first, worst: worst), value: value, step: worst.later?.step ?? worst.step,
      time: worst.later?.since ?? worst.openedAt)
  }
}
