internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Counts annotation views, native clusters and stale state on views.
struct ViewCounter {
  private var views = ViewCounts()
  private var staleStateCheck = StaleStateCheck()
  private(set) var staleReuses: [StaleReuse] = []
  /// The newest native cluster; their numbers ascend.
  private var newestNativeCluster = AnnotationID.none
  /// How many annotations each native cluster stands for.
  private var nativeClusterSizes: [AnnotationID: Int32] = [:]

  mutating func observe(
    _ event: ViewEvent, among annotations: AnnotationRegistry, _ tally: inout Tally
  ) {
    views.observe(event)
    tally.follow(.liveViewsPeak, views.live)
    tally.follow(.pooledViewsPeak, views.pooled)
    tally.follow(.largestPoolPeak, views.largestPool)
    tally.follow(.viewMemoryPeak, views.bytes)
    tally.follow(.pooledMemoryPeak, views.pooledBytes)
    tally.followLayer()
    switch event {
    case .requested: tally.count(.viewsRequested)
    case .created: tally.count(.viewsCreated)
    case .reused: tally.count(.viewsReused)
    case .shownAgain: tally.count(.ownViewsShown)
    case .providerAnsweredNil: tally.count(.providerNilAnswers)
    case .hidden: tally.count(.viewsHidden)
    case .joinedCluster(_, let cluster):
      tally.count(.annotationsJoined)
      nativeClusterSizes[cluster, default: 0] += 1
      if cluster > newestNativeCluster {
        newestNativeCluster = cluster
        tally.count(.mapClusters)
      }
    case .leftCluster(_, let cluster):
      tally.count(.annotationsSeparated)
      let size = nativeClusterSizes[cluster, default: 0] - 1
      nativeClusterSizes[cluster] = size > 0 ? size : nil
    case .clusterAnnotationRequested: tally.count(.clusterAnnotationsRequested)
    case .clusterTextRead(let cluster, _, let members):
      tally.count(.clusterTexts)
      if nativeClusterSizes[cluster] != members { tally.count(.staleClusterTexts) }
    case .appearanceKept(let view, _, let appearance, let wanted):
      staleStateCheck.keep(view, appearance, insteadOf: wanted)
    case .poolsEmptied(let views): tally.count(.viewsDiscarded, by: Int64(views))
    case .memoryChanged: tally.count(.memoryKnown)
    case .clusteringLost(let view, _): staleStateCheck.loseClustering(view)
    case .roleKept: tally.report(.viewsOfAnotherRole)
    case .displayed(let view, let annotation, let state):
      let leaks = staleStateCheck.show(view, for: annotation, state)
      if !leaks.isEmpty {
        report(leaks, on: view, shownFor: annotation, among: annotations, &tally)
      }
      staleStateCheck.note(annotations[annotation], of: view)
    case .returned, .setAside, .released, .didAdd, .unhidden: break
    }
  }

  mutating func observe(_ event: SelectionEvent, _ tally: inout Tally) {
    staleStateCheck.observe(event)
    tally.keep(.selectionInForce, staleStateCheck.selected == nil ? 0 : 1)
  }

  mutating func observe(
    _ event: AnimatorEvent, among annotations: AnnotationRegistry, _ tally: inout Tally
  ) {
    switch event {
    case .added, .removes: tally.count(.appAnimation)
    case .cutShort: tally.count(.fadesCutShort)
    case .alphaKept(let view, let annotation, let owner):
      let leak = StaleReuse.Leak(part: .alpha, owner: owner)
      guard staleStateCheck.isStale(view, for: annotation, at: tally.now) else {
        return report([leak], on: view, shownFor: annotation, among: annotations, &tally)
      }
      // A use that was stale when the view came is one use still.
      let index = staleReuses.lastIndex {
        $0.time == tally.now && $0.view == view && $0.annotation == annotation
      }
      guard let index else { return }
      staleReuses[index].leaks.append(leak)
      guard let subject = subject(owner, of: view, among: annotations),
        !staleReuses[index].subjects.contains(subject)
      else { return }
      staleReuses[index].subjects.append(subject)
    }
  }

  mutating func observe(
    _ event: CalloutAnnotationEvent, among annotations: AnnotationRegistry, _ tally: inout Tally
  ) {
    guard case .laidOut(let annotation, let layout) = event, layout.contentOwner != annotation
    else { return }
    let leak = StaleReuse.Leak(part: .content, owner: layout.contentOwner)
    report([leak], on: layout.view, shownFor: annotation, among: annotations, &tally)
  }

  /// Reports what an earlier use left on a view.
  private mutating func report(
    _ leaks: [StaleReuse.Leak], on view: ViewID, shownFor annotation: AnnotationID,
    among annotations: AnnotationRegistry, _ tally: inout Tally
  ) {
    tally.report(.staleReuses)
    staleStateCheck.noteStale(view, for: annotation, at: tally.now)
    guard staleReuses.count < FactsRecorder.staleReuseLimit else { return }
    let named = [annotation] + leaks.compactMap(\.owner)
    staleReuses.append(
      StaleReuse(
        time: tally.now, step: tally.currentStep, view: view, annotation: annotation, leaks: leaks,
        subjects: named.compactMap { subject($0, of: view, among: annotations) }))
  }

  /// An annotation on the map, or one that a view was shown for not long ago.
  private func subject(
    _ named: AnnotationID, of view: ViewID, among annotations: AnnotationRegistry
  ) -> CalloutTimeline.Subject? {
    let (last, earlier) = (staleStateCheck.subjects[view], staleStateCheck.earlierSubjects[view])
    return annotations[named]
      ?? [last, earlier].compactMap { $0 }.first { $0.annotation == named }
  }
}
