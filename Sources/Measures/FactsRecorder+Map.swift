internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Regions, data, frames, touches and overlays.
extension FactsRecorder {
  mutating func observe(_ event: MapEvent) {
    switch event {
    case .regionWillChange(let animated):
      isRegionChanging = true
      count(.regionChanges)
      if animated { count(.animatedRegionChanges) }
      countForCallouts { $0.begin(animated: animated) }
    case .visibleRegionChanged(let next):
      // The centre may wrap at the 180th meridian; the way is the short one.
      let world = MapSize.worldSide
      var dx = next.center.x - camera.center.x
      dx -= world * (dx / world).rounded(.toNearestOrEven)
      let dy = next.center.y - camera.center.y
      let way = (dx * dx + dy * dy).squareRoot() / next.mapPointsPerPoint
      camera = next
      count(.pointsPanned, by: Int64(micropoints: way))
    case .regionChangeInterrupted: count(.regionChangesInterrupted)
    case .reentered: count(.reentries)
    case .reentryRefused:
      note(.reentriesRefused)
      count(.reentriesRefused)
    case .regionDidChange(let animated, let camera):
      isRegionChanging = false
      countForCallouts { $0.end(animated: animated, at: camera) }
    }
  }

  mutating func observe(_ event: DataEvent) {
    switch event {
    case .batchArrived:
      batchTimes.append(now)
      count(.batches)
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
      count(.annotationsMoved)
    case .replaced(_, _, _, _, let compared):
      count(.mapChange)
      count(.replacement)
      count(.annotationsCompared, by: Int64(compared))
    }
  }

  /// A frame hitches by the whole frames that its work needs beyond the first.
  mutating func observe(_ frame: FrameReport) {
    let work = frame.mainThread.nanoseconds
    let period = legend?.framePeriod.nanoseconds ?? 1
    let missed = work > period ? (work - 1) / period : 0
    count(in: currentScope) { counts in
      counts.add(.frames)
      counts.add(.mainThreadTime, work)
      counts.add(.hitches, missed > 0 ? 1 : 0)
      counts.add(.droppedFrames, missed)
      counts.add(.hitchTime, missed * period)
    }
    raise(.worstFrame, to: work)
  }

  mutating func observe(_ event: SelectionEvent) {
    staleStateCheck.observe(event)
    switch event {
    case .didSelect: count(.selections)
    case .didDeselect: count(.deselections)
    case .missed(let missed):
      note(missed)
      count(.selectionsMissed)
    case .refused: count(.selectionsRefused)
    case .willSelect, .willDeselect, .didSelectAnnotation, .didDeselectAnnotation: break
    }
  }

  mutating func observe(_ event: InputEvent) {
    switch event {
    case .tapped: count(.taps)
    case .doubleTapped, .twoFingersTapped, .began, .ended: break
    }
  }

  mutating func observe(_ event: DragEvent) {
    switch event {
    case .stateChanged(_, new: .starting, _): count(.dragsStarted)
    case .stateChanged(_, new: .ending, _): count(.dragsDropped)
    case .stateChanged(_, new: .canceling, _): count(.dragsCancelled)
    case .refused: count(.dragsRefused)
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
}
