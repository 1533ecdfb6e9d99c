internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Counts events by kind.
///
/// Cluster updates and callouts count for the step and the part in which they began, since they
/// finish while later steps run.
extension FactsRecorder {
  mutating func observe(_ event: MapEvent) {
    switch event {
    case .regionWillChange(let animated):
      isRegionChanging = true
      count(.regionChanges)
      if animated { count(.animatedRegionChanges) }
      countForCallouts { $0.begin(animated: animated) }
    case .visibleRegionChanged(let next, let mover):
      note(CalloutCause(mover))
      // The center may wrap at the 180th meridian.
      let world = MapSize.worldSide
      var dx = next.center.x - camera.center.x
      dx -= world * (dx / world).rounded(.toNearestOrEven)
      let dy = next.center.y - camera.center.y
      let way = (dx * dx + dy * dy).squareRoot() / next.mapPointsPerPoint
      camera = next
      count(
        mover == .fingers ? .pointsPanned : .pointsMovedByApp, by: Int64(micropoints: way))
    case .regionChangeInterrupted: count(.regionChangesInterrupted)
    case .reentered: count(.reentries)
    case .reentryRefused:
      note(.reentriesRefused)
      count(.reentriesRefused)
    case .resized(let size):
      viewSize = size
      for index in openCallouts.indices { openCallouts[index].watch.resize(to: size) }
    case .trackingChanged: break
    case .regionDidChange(let animated, let camera):
      isRegionChanging = false
      regionEndedAt = now
      countForCallouts { $0.end(animated: animated, at: camera) }
    }
  }

  mutating func observe(_ event: DataEvent) {
    switch event {
    case .batchArrived(_, let points):
      batchTimes.append(now)
      count(.batches)
      endBatches()
      if points == 0 { count(.emptyBatches) }
    case .batchLost(_, _, let isGivenUp):
      count(.batchAttemptsLost)
      guard isGivenUp else { return }
      count(.batchesGivenUp)
      endBatches()
    case .downloadBegan(let download): downloadBegins[download] = now
    case .downloadEnded(let download):
      guard let begin = downloadBegins.removeValue(forKey: download) else { return }
      count(.downloadEnded)
      raise(.downloadTime, to: (now - begin).nanoseconds)
    case .downloadCancelled(let download, let batches):
      downloadBegins[download] = nil
      count(.downloadsCancelled)
      count(.batchesCancelled, by: Int64(batches))
      endBatches(Int(batches))
    case .nothingToCancel:
      guard !currentPlan.mayDoNothing else { return }
      note(.cancelsWithoutEffect)
      count(.cancelsWithoutEffect)
    case .pointsAdded(_, let points): count(.annotationsAdded, by: Int64(points))
    case .pointsRemoved(_, let points): count(.annotationsRemoved, by: Int64(points))
    case .annotationAdded(let annotation, _, let content, let size):
      count(.mapChange)
      if churn.add(annotation, content: content, at: now) { count(.churn) }
      if let size { show(annotation, size) }
    case .annotationRemoved(let annotation, _, let content, let isCluster):
      count(.mapChange)
      if churn.remove(annotation, content: content, at: now) { count(.churn) }
      if isCluster { show(annotation, nil) }
    case .annotationMoved(let annotation, let coordinate):
      stability.carried(annotation, to: coordinate)
      note(annotation == dragged ? .fingers : .data, of: annotation)
      count(.annotationsMoved)
    case .clustersRemoved(_, let clusters): count(.clustersRemoved, by: Int64(clusters))
    case .replaced(_, _, _, _, let compared):
      count(.mapChange)
      count(.replacement)
      count(.annotationsCompared, by: Int64(compared))
    }
  }

  /// Counts the time of hitches that has passed.
  mutating func countHitches() {
    guard hitches.isPending(at: now) else { return }
    for (scope, time) in hitches.take(until: now) {
      count(.hitchTime, by: time.nanoseconds, in: scope)
    }
  }

  /// A frame hitches by the whole frame periods that it comes late onto the screen.
  mutating func observe(_ frame: FrameReport) {
    let work = frame.mainThread.nanoseconds
    let late = frame.lateness.nanoseconds
    let period = max(1, framePeriod.nanoseconds)
    count(in: currentScope) { counts in
      counts.add(.frames)
      counts.add(.mainThreadTime, work)
      counts.add(.droppedFrames, late / period)
    }
    if late > 0 { count(in: currentScope, latenessNanoseconds: late) { $0.add(.hitches) } }
    raise(.worstFrame, to: work)
    raise(.longestHitch, to: late)
    hitches.show(dueAt: frame.dueAt, lateness: frame.lateness)
    countHitches()
    showCallouts()
  }

  mutating func observe(_ event: SelectionEvent) {
    staleStateCheck.observe(event)
    switch event {
    case .didSelect: count(.selections)
    case .didDeselect: count(.deselections)
    case .missed(let missed):
      note(missed, as: .selectionsMissed)
      count(.selectionsMissed)
    case .refused(let missed):
      note(missed, as: .selectionsRefused)
      count(.selectionsRefused)
    case .willSelect, .willDeselect, .didSelectAnnotation, .didDeselectAnnotation: break
    }
  }

  mutating func observe(_ event: InputEvent) {
    switch event {
    case .tapped: count(.taps)
    case .began, .doubleTapped, .twoFingersTapped: touchedAt = now
    case .longPressed, .ended: break
    }
  }

  mutating func observe(_ event: DragEvent) {
    if case .stateChanged(let annotation, let state, _) = event {
      dragged = state == .none ? nil : annotation
      note(.fingers, of: annotation)
    }
    switch event {
    case .stateChanged(_, new: .starting, _): count(.dragsStarted)
    case .stateChanged(_, new: .ending, _): count(.dragsDropped)
    case .stateChanged(_, new: .canceling, _): count(.dragsCancelled)
    case .refused:
      note(.dragsRefused)
      count(.dragsRefused)
    case .geocodeRequested: count(.geocodeRequests)
    case .stateChanged, .viewStateSet: break
    }
  }

  mutating func observe(_ event: OverlayEvent) {
    switch event {
    case .added: count(.overlaysAdded)
    case .removed: count(.overlaysRemoved)
    case .rendererRequested: count(.renderersRequested)
    case .rendererMissing: count(.renderersMissing)
    case .exchanged: break
    }
  }

  // MARK: Views

  mutating func observe(_ event: ViewEvent) {
    views.observe(event)
    follow(.liveViewsPeak, views.live)
    follow(.pooledViewsPeak, views.pooled)
    follow(.largestPoolPeak, views.largestPool)
    follow(.viewMemoryPeak, views.bytes)
    follow(.pooledMemoryPeak, views.pooledBytes)
    followLayer()
    switch event {
    case .requested: count(.viewsRequested)
    case .created: count(.viewsCreated)
    case .reused: count(.viewsReused)
    case .providerAnsweredNil: count(.providerNilAnswers)
    case .hidden: count(.viewsHidden)
    case .joinedCluster(_, let cluster):
      count(.annotationsJoined)
      nativeClusterSizes[cluster, default: 0] += 1
      if cluster > newestNativeCluster {
        newestNativeCluster = cluster
        count(.mapClusters)
      }
    case .leftCluster(_, let cluster):
      count(.annotationsSeparated)
      let size = nativeClusterSizes[cluster, default: 0] - 1
      nativeClusterSizes[cluster] = size > 0 ? size : nil
    case .clusterAnnotationRequested: count(.clusterAnnotationsRequested)
    case .clusterTextRead(let cluster, _, let members):
      count(.clusterTexts)
      if nativeClusterSizes[cluster] != members { count(.staleClusterTexts) }
    case .appearanceKept(let view, _, let appearance, let wanted):
      staleStateCheck.keep(view, appearance, insteadOf: wanted)
    case .poolsEmptied(let views): count(.viewsDiscarded, by: Int64(views))
    case .memoryChanged: count(.memoryKnown)
    case .clusteringLost(let view, _): staleStateCheck.loseClustering(view)
    case .roleKept:
      note(.viewsOfAnotherRole)
      count(.viewsOfAnotherRole)
    case .displayed(let view, let annotation, let state):
      note(staleStateCheck.show(view, for: annotation, state), on: view, shownFor: annotation)
      staleStateCheck.note(calloutRecorder.annotations[annotation], of: view)
    case .returned, .didAdd, .unhidden: break
    }
  }

  /// Records what an earlier use left on a view.
  mutating func note(_ leaks: [StaleReuse.Leak], on view: ViewID, shownFor annotation: AnnotationID)
  {
    guard !leaks.isEmpty else { return }
    note(.staleReuses)
    count(.staleReuses)
    staleStateCheck.noteStale(view, for: annotation, at: now)
    guard facts.staleReuses.count < Self.staleReuseLimit else { return }
    facts.staleReuses.append(
      StaleReuse(
        time: now, step: currentStep, view: view, annotation: annotation, leaks: leaks,
        subjects: ([annotation] + leaks.compactMap(\.owner)).compactMap { subject($0, of: view) }))
  }

  /// An annotation on the map, or one that a view was shown for not long ago.
  private func subject(_ named: AnnotationID, of view: ViewID) -> CalloutTimeline.Subject? {
    let (last, earlier) = (staleStateCheck.subjects[view], staleStateCheck.earlierSubjects[view])
    return calloutRecorder.annotations[named]
      ?? [last, earlier].compactMap { $0 }.first { $0.annotation == named }
  }

  // MARK: Clusters

  mutating func observe(_ event: ClusterEvent) {
    switch event {
    case .queued(let update, let layer, let trigger, let triggeredAt):
      precondition(Int(update) == facts.updates.count, "update \(update) was queued out of turn")
      facts.updates.append(
        UpdateFacts(
          update: update, layer: layer, step: currentStep, trigger: trigger,
          triggeredAt: triggeredAt, batches: batches(at: triggeredAt)))
      updateScopes.append(currentScope)
      updateCameras.append(camera)
      updateViewSizes.append(viewSize)
      updateSettings.append(settingsChanges[layer, default: 0])
      count(.updateRequested)
      if [.requested, .resumed].contains(trigger) { count(.controllerRequest) }
    case .started(let update, let layer): start(update: Int(update), of: layer)
    case .computed(let update, _, let work): compute(update: Int(update), work: work)
    case .indexed(let layer, let began, let work): fillIndex(of: layer, since: began, work: work)
    case .reused(let annotation, _, let content, let size):
      note(.data, of: annotation)
      churn.renew(annotation, content: content, at: now)
      show(annotation, size)
    case .waited(let update, _, let time): wait(time, of: Int(update))
    case .worked(let update, _, let time): facts.updates[Int(update)].mainThreadWork = time
    case .applied(let update, _, let change):
      apply(update: Int(update))
      let isUnderCallout = !calloutsShown.isEmpty
      count(in: updateScopes[Int(update)]) { counts in
        counts.add(.clusterUpdates)
        counts.add(.mapChange)
        if isUnderCallout || counts[.calloutsOpened] > 0 { counts.add(.updateUnderCallout) }
        counts.add(.clustersCreated, Int64(change.created))
        counts.add(.clustersReused, Int64(change.reused))
      }
      showKinds()
    case .finished(let update, let layer):
      finish(update: Int(update))
      stability.finished(update, in: layer)
    case .listed(let annotation, let layer, let content, _, _, let coordinate):
      stability.listed(annotation, in: layer, content: content, at: coordinate)
    case .audited(let update, let layer, let audit):
      stability.audited(update, in: layer)
      count(audit, after: UpdatePlace(update: update, layer: layer))
    case .coalesced(let update, _, let into):
      facts.updates[Int(update)].coalescedInto = into
      count(.updatesCoalesced, in: updateScopes[Int(update)])
    case .cancelled(let update, _):
      facts.updates[Int(update)].isCancelled = true
      count(.updatesCancelled, in: updateScopes[Int(update)])
    case .coarsened(let update, _, _): count(.gridsCoarsened, in: updateScopes[Int(update)])
    case .titleRequested: count(.titlesRequested)
    case .subtitleRequested: count(.subtitlesRequested)
    case .viewNotRefreshed: count(.staleClusterViews)
    case .completed: count(.completions)
    case .unsupported:
      count(.controllerRequest)
      count(.unsupportedCalls)
    case .paused: count(.controllerRequest)
    case .followed(let annotation, let layer): stability.followed(annotation, in: layer)
    case .settingsChanged(let layer): settingsChanges[layer, default: 0] += 1
    case .moved(let annotation, _, _): note(.data, of: annotation)
    case .stalled: break
    }
  }

  /// Counts a cluster that is on the map with a new size, or, without one, no longer.
  mutating func show(_ cluster: AnnotationID, _ size: ClusterSize?) {
    if let old = clusterSizes[cluster] { kinds.count(old, by: -1) }
    let layer = currentScope.layer
    layers?.show(size, insteadOf: clusterSizes[cluster], in: layer)
    clusterSizes[cluster] = size
    if let size { kinds.count(size, by: 1) }
    showKinds()
  }

  /// Sets the states of the current scope to the clusters on the map, even if there are none.
  mutating func showKinds() {
    count(.clustersKnown)
    follow(.clustersShown, kinds.total)
    follow(.clustersOfOnePoint, kinds.onePoint)
    follow(.clustersOfOneLocation, kinds.oneLocation)
    follow(.clustersOfSeveralLocations, kinds.severalLocations)
    followLayer()
  }

  private mutating func count(_ audit: ClusterAudit, after place: UpdatePlace) {
    let scope = updateScopes[Int(place.update)]
    count(.audit, in: scope)
    if audit.visible > 0 { count(.auditedPoints, in: scope) }
    raise(.pointsLost, to: Int64(audit.lost), in: scope, update: place)
    raise(.pointsCountedTwice, to: Int64(audit.countedTwice), in: scope, update: place)
    raise(.ghostClusters, to: Int64(audit.ghosts), in: scope, update: place)
  }

  mutating func observe(_ event: AnimatorEvent) {
    switch event {
    case .added, .removes: count(.appAnimation)
    case .cutShort: count(.fadesCutShort)
    case .alphaKept(let view, let annotation, let owner):
      let leak = StaleReuse.Leak(part: .alpha, owner: owner)
      guard staleStateCheck.isStale(view, for: annotation, at: now) else {
        return note([leak], on: view, shownFor: annotation)
      }
      // A use that was stale when the view came is one use still.
      let index = facts.staleReuses.lastIndex {
        $0.time == now && $0.view == view && $0.annotation == annotation
      }
      guard let index else { return }
      facts.staleReuses[index].leaks.append(leak)
      let known = facts.staleReuses[index].subjects
      guard let subject = subject(owner, of: view), !known.contains(subject) else { return }
      facts.staleReuses[index].subjects.append(subject)
    }
  }

  private mutating func fillIndex(of layer: LayerID, since began: SimulatedTime, work: ClusterWork)
  {
    stability.dataChanged(in: layer)
    indexings[layer, default: []].append(began..<now)
    let time = now - began
    count(in: currentScope) { counts in
      counts.add(work)
      counts.add(time, to: .indexings)
    }
    see(.indexingMaximum, time.nanoseconds, in: currentScope)
  }

  /// Until an update starts, its layer's index is filled or it waits, as the queue is serial.
  private mutating func start(update: Int, of layer: LayerID) {
    let trigger = facts.updates[update].triggeredAt
    var indexing = SimulatedTime.zero
    for filling in indexings[layer, default: []].reversed() {
      guard filling.upperBound > trigger else { break }
      indexing = indexing + (filling.upperBound - max(filling.lowerBound, trigger))
    }
    // While it waits for the main thread its index may be filled.
    let rest = now - trigger - indexing
    let mainThreadWait = min(facts.updates[update].mainThreadWait, rest)
    let wait = rest - mainThreadWait
    assert(wait >= .zero, "update \(update) waited for \(wait)")
    facts.updates[update].mainThreadWait = mainThreadWait
    facts.updates[update].indexing = indexing
    facts.updates[update].queueWait = wait
    count(in: updateScopes[update]) { $0.add(wait, to: .queueWaits) }
  }

  private mutating func compute(update: Int, work: ClusterWork) {
    let record = facts.updates[update]
    let compute = now - record.triggeredAt - record.parts
    facts.updates[update].compute = compute
    facts.updates[update].work = work
    count(in: updateScopes[update]) { counts in
      counts.add(work)
      if work.isNothing { counts.add(.updatesWithoutWork) }
      counts.add(compute, to: .computes)
    }
  }

  private mutating func wait(_ time: SimulatedTime, of update: Int) {
    facts.updates[update].mainThreadWait = facts.updates[update].mainThreadWait + time
  }

  private mutating func apply(update: Int) {
    let record = facts.updates[update]
    let work = record.mainThreadWork ?? .zero
    let latency = now - record.triggeredAt + work
    facts.updates[update].mainThreadWork = work
    facts.updates[update].latencyWithoutFade = latency
    count(in: updateScopes[update]) { counts in
      counts.add(work, to: .mainThreadWorks)
      counts.add(latency, to: .latenciesWithoutFade)
    }
  }

  private mutating func finish(update: Int) {
    let record = facts.updates[update]
    let latency = now - record.triggeredAt
    let animation = latency - record.parts
    assert(animation >= .zero, "update \(update) fades for \(animation)")
    facts.updates[update].latency = latency
    facts.updates[update].animation = animation
    count(in: updateScopes[update]) { counts in
      counts.add(latency, to: .latencies)
      counts.add(animation, to: .animations)
      counts.add(record.mainThreadWait, to: .mainThreadWaits)
    }
  }

  private func batches(at time: SimulatedTime) -> Int {
    // A cause lies a few batches back at most.
    batchTimes.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
  }

  /// Compares the complete snapshot of a layer after an update with earlier ones.
  mutating func compareSnapshots() {
    guard let update = stability.openUpdate else { return stability.drop() }
    let scope = updateScopes[Int(update)]
    let camera = updateCameras[Int(update)]
    let view = Viewport(
      size: updateViewSizes[Int(update)], center: camera.center,
      mapPointsPerPoint: camera.mapPointsPerPoint,
      headingDegrees: camera.headingDegrees, options: ViewportOptions())
    let changes = stability.close(
      view: view, step: scope.step, settings: updateSettings[Int(update)])
    count(in: scope) { counts in
      counts.add(.clustersListed)
      if changes.isCompared { counts.add(.comparedUpdate) }
      if changes.isShownAgain { counts.add(.placeShownTwice) }
      counts.add(.clustersMoved, changes.moved)
      counts.add(.clustersFlickered, changes.flickered)
      counts.add(.clusterCountsChanged, changes.changed)
    }
  }
}

extension MetricAccumulator {
  fileprivate mutating func add(_ work: ClusterWork) {
    add(.clusterWork)
    add(.nodesVisited, work.nodesVisited)
    add(.pointsTouched, work.pointsTouched)
    add(.cellsVisited, work.cellsVisited)
    add(.distancesComputed, work.distances)
  }
}
