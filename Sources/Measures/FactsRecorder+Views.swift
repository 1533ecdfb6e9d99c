internal import MapEvents
internal import Metrics

/// Views, and what an earlier use left on them.
extension FactsRecorder {
  mutating func observe(_ event: ViewEvent) {
    views.observe(event)
    let views = views
    var isNewCluster = false
    if case .joinedCluster(_, let cluster) = event, cluster > newestBuiltInCluster {
      newestBuiltInCluster = cluster
      isNewCluster = true
    }
    count(in: currentScope) { tally in
      switch event {
      case .requested: tally.viewsRequested += 1
      case .created: tally.viewsCreated += 1
      case .reused: tally.viewsReused += 1
      case .providerAnsweredNil: tally.providerNilAnswers += 1
      case .hidden: tally.viewsHidden += 1
      case .joinedCluster:
        tally.annotationsJoined += 1
        tally.mapClusters += isNewCluster ? 1 : 0
      case .returned, .didAdd, .appearanceKept, .displayed, .unhidden, .leftCluster: break
      }
      tally.see(views)
    }
    see(views)
    switch event {
    case .appearanceKept(let view, _, let appearance, let wanted):
      dirtyCheck.keep(view, appearance, insteadOf: wanted)
    case .displayed(let view, let annotation, let state):
      note(dirtyCheck.show(view, for: annotation, state), on: view, shownFor: annotation)
      dirtyCheck.subjects[view] = biographer.annotations[annotation]
    case .requested, .created, .reused, .returned, .didAdd, .providerAnsweredNil, .hidden,
      .unhidden, .joinedCluster, .leftCluster:
      break
    }
  }

  /// Keeps what was found on a view, if anything was.
  mutating func note(
    _ leaks: [DirtyReuse.Leak], on view: Int32, shownFor annotation: Int32
  ) {
    guard !leaks.isEmpty else { return }
    note(.dirtyReuses)
    count(in: currentScope) { $0.dirtyReuses += 1 }
    guard facts.dirtyReuses.count < FactsRecorder.dirtyReuseLimit else { return }
    let named = [annotation] + leaks.compactMap(\.owner)
    let last = dirtyCheck.subjects[view]
    facts.dirtyReuses.append(
      DirtyReuse(
        time: now, step: currentStep, view: view, annotation: annotation, leaks: leaks,
        subjects: named.compactMap { named in
          biographer.annotations[named] ?? (last?.annotation == named ? last : nil)
        }))
  }
}
