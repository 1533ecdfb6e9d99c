internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Judges callouts as long as they are open.
///
/// The room that the map makes counts for the step and the part in which a callout opened, and a
/// later judgment for those in which the callout stood still.
extension FactsRecorder {
  /// An open callout with the evidence on which it is judged.
  struct OpenCallout {
    enum State { case makingRoom, settled, interrupted }

    let callout: Int32
    let annotation: AnnotationID
    let scope: Scope
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
    var changeScope: Scope

    /// The verdict without a measure.
    var unjudged: CalloutVerdict {
      CalloutVerdict(
        callout: callout, step: scope.step, openedAt: openedAt, overflowPoints: 0,
        excessShiftPoints: 0, scaleRatio: 1, regionChanges: 0, insets: watch.opening.insets,
        before: watch.opening.rects)
    }
  }

  /// A judgment on a callout with the scopes that it counts for.
  struct Judgment {
    let scope: Scope
    var verdict: CalloutVerdict
  }

  mutating func observe(_ event: CalloutEvent) {
    switch event {
    case .opened(let callout, let annotation, let opening):
      open(callout, over: annotation, opening)
    case .settled(let callout, let rest): settle(callout, at: rest)
    case .interrupted(let callout):
      guard let index = unsettledIndex(of: callout) else { return }
      openCallouts[index].state = .interrupted
      openCallouts[index].changeScope = scope(of: openCallouts[index])
      openCallouts[index].watch.interrupt(at: now, byFingers: touchedAt == now)
    case .closed(let callout):
      calloutsShown.remove(callout)
      openCallouts.removeAll { $0.callout == callout }
    case .accessoryTapped: count(.accessoryTaps)
    case .pinned(let callout, let pin):
      count(.calloutFrame)
      if pin.scale != 1 { count(.calloutGrowthFrames) }
      place(callout, pin)
    }
  }

  private func unsettledIndex(of callout: Int32) -> Int? {
    openCallouts.firstIndex { $0.callout == callout && $0.state == .makingRoom }
  }

  private mutating func open(
    _ callout: Int32, over annotation: AnnotationID, _ opening: CalloutOpening
  ) {
    let open = OpenCallout(
      callout: callout, annotation: annotation, scope: currentScope,
      verdict: facts.callouts.count, openedAt: now, viewSize: viewSize,
      callbacks: RegionCallbacks(duringChange: isRegionChanging),
      watch: CalloutWatch(opening: opening, viewSize: viewSize), changeScope: currentScope)
    openCallouts.append(open)
    facts.callouts.append(open.unjudged)
    judgments.append([])
    calloutsShown.insert(callout)
    count(.calloutsOpened)
  }

  private mutating func settle(_ callout: Int32, at rest: SettledCallout) {
    guard let index = unsettledIndex(of: callout) else { return }
    let open = openCallouts[index]
    openCallouts[index].state = .settled
    openCallouts[index].watch.settle(at: rest.rects)
    let judge = CalloutJudge(viewSize: open.viewSize, opening: open.watch.opening)
    let verdict = judge.verdict(
      callout: callout, step: open.scope.step, openedAt: open.openedAt, rest: rest,
      callbacks: open.callbacks, pins: open.watch.pins)
    record(verdict, of: open, in: open.scope)
  }

  /// Counts a frame of an open callout; the growth of a settled one counts where it opened.
  private mutating func place(_ callout: Int32, _ pin: CalloutPin) {
    guard let index = openCallouts.firstIndex(where: { $0.callout == callout }) else { return }
    let isGrowing = openCallouts[index].watch.place(pin)
    let open = openCallouts[index]
    guard isGrowing, open.state == .settled, let worst = open.watch.pins.worst else { return }
    var verdict = open.unjudged
    verdict.measures = CriterionMeasures()
    verdict.measures?[.tipPinned] = worst
    record(verdict, of: open, in: open.scope)
  }

  /// Takes in a judgment: the worst of each criterion counts, once in each scope.
  private mutating func record(
    _ verdict: CalloutVerdict, of open: OpenCallout, in scope: Scope
  ) {
    facts.callouts[open.verdict].takeWorse(verdict)
    let earlier = judgments[open.verdict].firstIndex { $0.scope == scope }
    if let earlier {
      judgments[open.verdict][earlier].verdict.takeWorse(verdict)
    } else {
      judgments[open.verdict].append(Judgment(scope: scope, verdict: verdict))
    }
    count(in: scope) { $0.add(verdict) }
  }

  /// Counts the callbacks of a region change for the callouts that are not settled.
  mutating func countForCallouts(_ change: (inout RegionCallbacks) -> Void) {
    for index in openCallouts.indices where openCallouts[index].state == .makingRoom {
      change(&openCallouts[index].callbacks)
    }
  }

  mutating func observe(_ event: CalloutAnnotationEvent) {
    switch event {
    case .leftBehind: count(.calloutsLeftBehind)
    case .tappedAway: count(.calloutsTappedAway)
    case .deadTap: count(.deadTaps)
    case .released(_, let reenabled):
      count(.calloutButtonReleased)
      count(.viewsRevived, by: Int64(reenabled))
    case .laidOut(let annotation, let layout):
      count(.calloutAnnotationLaidOut)
      if layout.maker == .annotation { count(.calloutsMadeByAnnotations) }
      if layout.over != layout.parent { count(.calloutsMisplaced) }
      guard layout.contentOwner != annotation else { return }
      let leak = StaleReuse.Leak(part: .content, owner: layout.contentOwner)
      note([leak], on: layout.view, shownFor: annotation)
    case .added:
      calloutAnnotationsShown += 1
      count(.calloutAnnotationShown)
    case .removed: calloutAnnotationsShown -= 1
    case .moved, .held, .drawn: break
    }
  }
}

/// From one event to the next.
extension FactsRecorder {
  /// Notes who moves the map, or what moves an annotation; nil for every open callout.
  mutating func note(_ cause: CalloutCause, of annotation: AnnotationID? = nil) {
    for index in openCallouts.indices
    where annotation == nil || annotation == openCallouts[index].annotation {
      openCallouts[index].watch.note(cause)
    }
  }

  /// A frame shows where the open callouts are.
  mutating func showCallouts() {
    for index in openCallouts.indices {
      if openCallouts[index].annotation == dragged { openCallouts[index].watch.note(.fingers) }
      guard openCallouts[index].watch.showFrame(at: now) else { continue }
      openCallouts[index].changeScope = scope(of: openCallouts[index])
    }
  }

  /// What happens now to an open callout counts for this scope.
  private func scope(of open: OpenCallout) -> Scope {
    var scope = currentScope
    scope.layer = open.scope.layer
    return scope
  }

  /// Judges each callout that stands still when an event comes.
  ///
  /// A callout stands still after more than one frame without a change, when a step has waited for
  /// the map to rest, and when expectations are due.
  ///
  /// At its closing and at the end of the session a callout is judged wherever it is.
  mutating func judgeCallouts(before event: Event) {
    judgedChange = nil
    var (isDue, isEnd, closing) = (false, false, Int32?.none)
    switch event.kind {
    case .session(.ended): isEnd = true
    case .callout(.closed(let callout)): closing = callout
    case .session(.stepEnded) where hasSettled: isDue = true
    default: guard event.time > now else { return }
    }
    judgeCallouts(at: event.time, isDue: isDue, isEnd: isEnd, closing: closing)
  }

  /// Judges the open callouts.
  ///
  /// - Parameters:
  ///   - time: The time of the event that comes.
  ///   - isDue: Whether expectations are due or the map has settled, so that a callout that has
  ///     just come to rest is judged.
  ///   - isEnd: Whether the session ends.
  ///   - closing: The callout that closes; nil for none.
  mutating func judgeCallouts(
    at time: SimulatedTime, isDue: Bool = false, isEnd: Bool = false, closing: Int32? = nil
  ) {
    for index in openCallouts.indices {
      let isClosing = openCallouts[index].callout == closing
      if time > now { passTime(until: time, of: index) }
      countUnsettled(index, at: time, isClosing: isClosing, isEnd: isEnd)
      guard openCallouts[index].state != .makingRoom, let change = openCallouts[index].watch.change
      else { continue }
      let isStill =
        !isRegionChanging && openCallouts[index].watch.isGrown
        && (isDue || time - max(change.since, regionEndedAt) > framePeriod)
      // What closes before it should have settled is excused.
      let isLeft =
        isClosing && change.since < time
        && (openCallouts[index].state == .settled || openCallouts[index].isLate)
      if isStill || isLeft || isEnd { judge(index, change) }
    }
  }

  /// Counts the time in which a callout stands open in its full size, unless fingers moved it out.
  private mutating func passTime(until end: SimulatedTime, of index: Int) {
    let open = openCallouts[index]
    guard open.state != .makingRoom, open.watch.isGrown, !open.watch.isExcused else { return }
    let time = (end - now).nanoseconds
    count(in: scope(of: open)) { counts in
      counts.add(.calloutStood)
      counts.add(.calloutVisibleTime, isKept: open.watch.isInside, time)
    }
  }

  /// Counts a callout that did not settle in time, once; one that closes earlier is excused.
  private mutating func countUnsettled(
    _ index: Int, at time: SimulatedTime, isClosing: Bool, isEnd: Bool
  ) {
    let open = openCallouts[index]
    let due = open.openedAt + open.watch.opening.duration + framePeriod
    let isLate =
      switch open.state {
      case .settled: false
      // Its last frame can come late.
      case .makingRoom: (isClosing || isEnd) && time > due
      case .interrupted: isEnd || time > due
      }
    // A callout that asked for no room is unsettled only if it ends outside the map.
    let isLeft = open.watch.opening.move != .none || (isClosing || isEnd) && !open.watch.isInside
    guard isLate, !open.isLate, isLeft else { return }
    openCallouts[index].isLate = true
    note(.calloutsUnsettled, since: open.openedAt, in: open.scope)
    count(.calloutsUnsettled, in: open.scope)
  }

  private mutating func judge(_ index: Int, _ change: CalloutWatch.Change) {
    judgedChange = change.since
    let measures = openCallouts[index].watch.judgment()
    let open = openCallouts[index]
    var verdict = open.unjudged
    verdict.measures = measures
    verdict.later = Criterion.allCases.filter { measures[$0] != nil }.map {
      CalloutMoment(
        criterion: $0, since: change.since, step: open.changeScope.step, cause: change.by)
    }
    (verdict.overflowPoints, verdict.overflowSide) = open.watch.chargedOverflow
    verdict.after = open.watch.rects
    record(verdict, of: open, in: open.changeScope)
  }
}
