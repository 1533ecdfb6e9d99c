internal import MapEvents
internal import Metrics

/// Views, and what an earlier use left on them.
extension FactsRecorder {
  mutating func observe(_ event: ViewEvent) {
    views.observe(event)
    follow(.liveViewsPeak, views.live)
    follow(.pooledViewsPeak, views.pooled)
    follow(.largestPoolPeak, views.largestPool)
    switch event {
    case .requested: count(.viewsRequested)
    case .created: count(.viewsCreated)
    case .reused: count(.viewsReused)
    case .providerAnsweredNil: count(.providerNilAnswers)
    case .hidden: count(.viewsHidden)
    case .joinedCluster(_, let cluster):
      count(.annotationsJoined)
      if cluster > newestNativeCluster {
        newestNativeCluster = cluster
        count(.mapClusters)
      }
    case .appearanceKept(let view, _, let appearance, let wanted):
      staleStateCheck.keep(view, appearance, insteadOf: wanted)
    case .displayed(let view, let annotation, let state):
      note(staleStateCheck.show(view, for: annotation, state), on: view, shownFor: annotation)
      staleStateCheck.subjects[view] = calloutRecorder.annotations[annotation]
    case .returned, .didAdd, .unhidden, .leftCluster: break
    }
  }

  /// Keeps what was found on a view, if anything was.
  mutating func note(
    _ leaks: [StaleReuse.Leak], on view: Int32, shownFor annotation: Int32
  ) {
    guard !leaks.isEmpty else { return }
    note(.staleReuses)
    count(.staleReuses)
    guard facts.staleReuses.count < FactsRecorder.staleReuseLimit else { return }
    let named = [annotation] + leaks.compactMap(\.owner)
    let last = staleStateCheck.subjects[view]
    facts.staleReuses.append(
      StaleReuse(
        time: now, step: currentStep, view: view, annotation: annotation, leaks: leaks,
        subjects: named.compactMap { named in
          calloutRecorder.annotations[named] ?? (last?.annotation == named ? last : nil)
        }))
  }
}
