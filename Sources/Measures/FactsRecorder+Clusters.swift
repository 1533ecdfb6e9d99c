internal import MapEvents
internal import MapGeometry

/// Cluster updates and callouts count for the step and the part in which they began, since they
/// come to rest while later steps run.
extension FactsRecorder {
  mutating func observe(_ event: ClusterEvent) {
    switch event {
    case .queued(let update, let layer, _, let triggeredAt):
      precondition(Int(update) == facts.updates.count, "update \(update) was queued out of turn")
      facts.updates.append(
        UpdateFacts(update: update, layer: layer, step: currentStep, triggeredAt: triggeredAt))
      updateScopes.append(currentScope)
    case .started(let update, _):
      let wait = now - facts.updates[Int(update)].triggeredAt
      facts.updates[Int(update)].queueWait = wait
      count(in: updateScopes[Int(update)]) { tally in
        tally.queueWaitMaximum = max(tally.queueWaitMaximum, wait.nanoseconds)
      }
    case .computed(let update, _, let work):
      let record = facts.updates[Int(update)]
      facts.updates[Int(update)].compute =
        now - record.triggeredAt - (record.queueWait ?? .zero)
      count(in: updateScopes[Int(update)]) { $0.add(work) }
    case .indexed(_, let work):
      count(in: currentScope) { $0.add(work) }
    case .reused(let annotation, _, let content):
      churn.renew(annotation, content: content, at: now)
    case .applied(let update, _, let change):
      count(in: updateScopes[Int(update)]) { tally in
        tally.updates += 1
        tally.clustersCreated += Int64(change.created)
        tally.clustersReused += Int64(change.reused)
      }
    case .finished(let update, _):
      finish(update: Int(update))
    case .coalesced, .moved, .stands, .audited, .paused, .completed, .titleRequested,
      .viewNotRefreshed, .stalled:
      break
    }
  }

  private mutating func finish(update: Int) {
    let record = facts.updates[update]
    let latency = now - record.triggeredAt
    facts.updates[update].latency = latency
    facts.updates[update].animation =
      latency - (record.queueWait ?? .zero) - (record.compute ?? .zero)
    count(in: updateScopes[update]) { $0.add(latency: latency.nanoseconds) }
  }

  mutating func observe(_ event: CalloutEvent) {
    switch event {
    case .opened(let callout, _, let opening):
      facts.callouts.append(unjudged(callout: callout, opening: opening))
      openCallouts.append(
        OpenCallout(
          callout: callout, scope: currentScope, verdict: facts.callouts.count - 1, openedAt: now,
          judge: CalloutJudge(viewSize: viewSize, opening: opening), regionChanges: 0))
      count(in: currentScope) { $0.calloutsOpened += 1 }
    case .settled(let callout, let rest):
      guard let index = openCallouts.firstIndex(where: { $0.callout == callout }) else { return }
      let open = openCallouts.remove(at: index)
      let verdict = open.judge.verdict(
        callout: callout, step: open.scope.step, openedAt: open.openedAt, rest: rest,
        regionChanges: open.regionChanges)
      facts.callouts[open.verdict] = verdict
      count(in: open.scope) { $0.add(verdict) }
    case .interrupted(let callout), .closed(let callout):
      openCallouts.removeAll { $0.callout == callout }
    case .accessoryTapped:
      count(in: currentScope) { $0.accessoryTaps += 1 }
    }
  }

  private func unjudged(callout: Int32, opening: CalloutOpening) -> CalloutVerdict {
    CalloutVerdict(
      callout: callout, step: currentStep, openedAt: now, kept: [], overflowPoints: 0,
      excessShiftPoints: 0, scaleRatio: 1, regionChanges: 0, insets: opening.insets,
      before: opening.rects, after: nil)
  }
}
