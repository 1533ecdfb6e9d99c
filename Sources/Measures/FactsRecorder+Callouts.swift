internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Callouts: judged when they come to rest, their tips until they close; and those that are
/// annotations.
extension FactsRecorder {
  /// A callout that is open, from its opening on if it comes to rest.
  struct OpenCallout {
    var callout: Int32
    var scope: Scope
    var verdict: Int
    var openedAt: SimulatedTime
    var judge: CalloutJudge
    var callbacks: RegionCallbacks
    var pins = CalloutPins()
    var isSettled = false
  }

  mutating func observe(_ event: CalloutEvent) {
    switch event {
    case .opened(let callout, _, let opening):
      facts.callouts.append(unjudged(callout: callout, opening: opening))
      calloutScopes.append(currentScope)
      openCallouts.append(
        OpenCallout(
          callout: callout, scope: currentScope, verdict: facts.callouts.count - 1, openedAt: now,
          judge: CalloutJudge(viewSize: viewSize, opening: opening),
          callbacks: RegionCallbacks(duringChange: isRegionChanging)))
      calloutsShown.insert(callout)
      count(.calloutsOpened)
    case .settled(let callout, let rest):
      guard let index = unsettledCallout(callout) else { return }
      openCallouts[index].isSettled = true
      let open = openCallouts[index]
      let verdict = open.judge.verdict(
        callout: callout, step: open.scope.step, openedAt: open.openedAt, rest: rest,
        callbacks: open.callbacks, pins: open.pins)
      facts.callouts[open.verdict] = verdict
      count(in: open.scope) { $0.add(verdict) }
    case .interrupted(let callout):
      openCallouts.removeAll { $0.callout == callout && !$0.isSettled }
    case .closed(let callout):
      calloutsShown.remove(callout)
      openCallouts.removeAll { $0.callout == callout }
    case .accessoryTapped:
      count(.accessoryTaps)
    case .pinned(let callout, let tip, let anchor, let scale):
      count(.calloutFrame)
      if scale != 1 { count(.calloutGrowthFrames) }
      pin(callout, tip: tip, anchor: anchor, scale: scale)
    }
  }

  /// A frame of an open callout; what was said of its tip when it came to rest holds no longer if
  /// this one is worse.
  private mutating func pin(
    _ callout: Int32, tip: ScreenPoint, anchor: ScreenPoint, scale: Double
  ) {
    guard let index = openCallouts.firstIndex(where: { $0.callout == callout }) else { return }
    openCallouts[index].pins.see(tip: tip, anchor: anchor, scale: scale)
    let open = openCallouts[index]
    guard open.isSettled else { return }
    let old = facts.callouts[open.verdict]
    guard old.measure(of: .tipPinned) != open.pins.worst else { return }
    facts.callouts[open.verdict].measures?[.tipPinned] = open.pins.worst
    let new = facts.callouts[open.verdict]
    count(in: open.scope) { counts in
      counts.add(old, -1)
      counts.add(new)
    }
  }

  mutating func observe(_ event: SecondCalloutEvent) {
    switch event {
    case .leftBehind: count(.calloutsLeftBehind)
    case .tappedAway: count(.calloutsTappedAway)
    case .deadTap: count(.deadTaps)
    case .released(_, let revived):
      count(.calloutButtonReleased)
      count(.viewsRevived, by: Int64(revived))
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
    case .moved, .held, .stands: break
    }
  }

  /// Region changes that begin and end count for the callouts that wait for their rest.
  mutating func countForCallouts(_ change: (inout RegionCallbacks) -> Void) {
    for index in openCallouts.indices where !openCallouts[index].isSettled {
      change(&openCallouts[index].callbacks)
    }
  }

  private func unsettledCallout(_ callout: Int32) -> Int? {
    openCallouts.firstIndex { $0.callout == callout && !$0.isSettled }
  }

  private func unjudged(callout: Int32, opening: CalloutOpening) -> CalloutVerdict {
    CalloutVerdict(
      callout: callout, step: currentStep, openedAt: now, measures: nil, overflowPoints: 0,
      excessShiftPoints: 0, scaleRatio: 1, regionChanges: 0, insets: opening.insets,
      before: opening.rects, after: nil)
  }
}

extension MetricAccumulator {
  /// Counts the verdict on a callout that was judged, or with -1 takes it back, as a later frame
  /// changes it.
  fileprivate mutating func add(_ verdict: CalloutVerdict, _ amount: Int64 = 1) {
    add(.calloutsJudged, amount)
    add(.calloutsCorrect, isKept: verdict.isCorrect, amount)
    for criterion in Criterion.allCases {
      guard let isKept = verdict.keeps(criterion) else { continue }
      add(criterion.metric, isKept: isKept, amount)
    }
    raise(.calloutOverflowMaximum, to: Int64(micropoints: verdict.overflowPoints))
    raise(.calloutExcessShiftMaximum, to: Int64(micropoints: verdict.excessShiftPoints))
  }
}
