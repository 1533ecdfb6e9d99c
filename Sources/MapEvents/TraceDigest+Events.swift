internal import MapGeometry

/// The byte form of each room's events; the numbers of rooms and cases are part of it.
extension TraceDigest {
  mutating func add(_ event: SessionEvent) {
    switch event {
    case .began(let legend):
      put(room: 0, case: 0)
      put(legend.viewSize.width)
      put(legend.viewSize.height)
      put(legend.viewMarginFraction)
      put(legend.framePeriod.nanoseconds)
      put(legend.camera)
      put(legend.layers)
      put(legend.marks)
      put(legend.identifiers)
      put(legend.overlays)
      put(legend.snapshots)
    case .stepBegan: put(room: 0, case: 1)
    case .stepEnded: put(room: 0, case: 2)
    case .mark(let mark):
      put(room: 0, case: 3)
      put(mark)
    case .expectationsDue: put(room: 0, case: 4)
    case .ended: put(room: 0, case: 5)
    case .neverSettled: put(room: 0, case: 6)
    case .snapshot(let snapshot):
      put(room: 0, case: 7)
      put(snapshot)
    }
  }

  mutating func add(_ event: MapEvent) {
    switch event {
    case .regionWillChange(let animated):
      put(room: 1, case: 0)
      put(animated)
    case .visibleRegionChanged(let camera):
      put(room: 1, case: 1)
      put(camera)
    case .regionDidChange(let animated, let camera):
      put(room: 1, case: 2)
      put(animated)
      put(camera)
    case .regionChangeInterrupted: put(room: 1, case: 3)
    case .reentered(let depth):
      put(room: 1, case: 4)
      put(depth)
    case .reentryRefused(let depth):
      put(room: 1, case: 5)
      put(depth)
    }
  }

  mutating func add(_ event: DataEvent) {
    switch event {
    case .batchArrived(let layer, let points): putPoints(0, layer, points)
    case .pointsAdded(let layer, let points): putPoints(1, layer, points)
    case .pointsRemoved(let layer, let points): putPoints(2, layer, points)
    case .annotationAdded(let annotation, let layer, let content, let size):
      putAnnotation(3, annotation, layer, content, size != nil)
      if let size { put(size) }
    case .annotationRemoved(let annotation, let layer, let content, let isCluster):
      putAnnotation(4, annotation, layer, content, isCluster)
    case .annotationMoved(let annotation, let coordinate):
      put(room: 2, case: 5)
      put(annotation)
      put(coordinate)
    case .replaced(let layer, let removed, let added, let kept, let compared):
      put(room: 2, case: 6)
      for number in [layer, removed, added, kept, compared] { put(number) }
    }
  }

  private mutating func putPoints(_ number: UInt8, _ layer: Int32, _ points: Int32) {
    put(room: 2, case: number)
    put(layer)
    put(points)
  }

  private mutating func putAnnotation(
    _ number: UInt8, _ annotation: Int32, _ layer: Int32, _ content: UInt64, _ isCluster: Bool
  ) {
    put(room: 2, case: number)
    put(annotation)
    put(layer)
    put(content)
    put(isCluster)
  }

  mutating func add(_ event: SelectionEvent) {
    switch event {
    case .willSelect(let annotation): putSelection(0, annotation)
    case .didSelect(let annotation): putSelection(1, annotation)
    case .willDeselect(let annotation): putSelection(2, annotation)
    case .didDeselect(let annotation): putSelection(3, annotation)
    case .missed(let missed): add(missed)
    case .didSelectAnnotation(let annotation): putSelection(5, annotation)
    case .didDeselectAnnotation(let annotation): putSelection(6, annotation)
    case .refused(let annotation): putSelection(7, annotation)
    }
  }

  private mutating func add(_ missed: MissedSelection) {
    put(room: 4, case: 4)
    put(byte: missed.reason.rawValue)
    put(missed.edge != nil)
    if let edge = missed.edge { put(byte: edge.rawValue) }
    put(missed.point != nil)
    if let point = missed.point { put(point) }
    put(missed.withinPoints != nil)
    if let limit = missed.withinPoints { put(limit) }
    put(missed.role != nil)
    if let role = missed.role { put(byte: role.rawValue) }
    for nearest in [missed.nearest, missed.reachable] {
      put(nearest != nil)
      guard let nearest else { continue }
      put(nearest.annotation)
      put(nearest.place)
      put(nearest.distancePoints)
    }
  }

  private mutating func putSelection(_ number: UInt8, _ annotation: Int32) {
    put(room: 4, case: number)
    put(annotation)
  }

  mutating func add(_ event: ClusterEvent) {
    switch event {
    case .queued(let update, let layer, let trigger, let triggeredAt):
      putUpdate(0, update, layer)
      put(byte: trigger.rawValue)
      put(triggeredAt.nanoseconds)
    case .started(let update, let layer): putUpdate(1, update, layer)
    case .computed(let update, let layer, let work):
      putUpdate(2, update, layer)
      put(work)
    case .reused(let annotation, let layer, let content, let size):
      putUpdate(3, annotation, layer)
      put(content)
      put(size)
    case .applied(let update, let layer, let change):
      putUpdate(4, update, layer)
      put(change.shown)
      put(change.created)
      put(change.reused)
      put(change.removed)
    case .finished(let update, let layer): putUpdate(5, update, layer)
    case .indexed(let layer, let began, let work):
      put(room: 5, case: 6)
      put(layer)
      put(began.nanoseconds)
      put(work)
    case .coalesced(let update, let layer, let newer):
      putUpdate(7, update, layer)
      put(newer)
    case .moved(let annotation, let layer, let coordinate):
      putUpdate(8, annotation, layer)
      put(coordinate)
    case .stands(let annotation, let layer, let content, let count, let isUnique, let coordinate):
      putUpdate(9, annotation, layer)
      put(content)
      put(count)
      put(isUnique)
      put(coordinate)
    case .audited(let update, let layer, let audit):
      putUpdate(10, update, layer)
      for count in [audit.visible, audit.lost, audit.countedTwice, audit.ghosts] { put(count) }
    case .paused, .completed, .titleRequested, .subtitleRequested, .viewNotRefreshed, .stalled,
      .unsupported, .followed, .cancelled, .settingsChanged, .coarsened:
      addAppPart(event)
    }
  }

  /// What an app sees of its cluster controller.
  private mutating func addAppPart(_ event: ClusterEvent) {
    switch event {
    case .paused(let layer, let isPaused):
      put(room: 5, case: 11)
      put(layer)
      put(isPaused)
    case .completed(let layer, let call): putUpdate(12, layer, call)
    case .titleRequested(let annotation, let layer): putUpdate(13, annotation, layer)
    case .viewNotRefreshed(let annotation, let layer): putUpdate(14, annotation, layer)
    case .stalled(let update, let layer): putUpdate(15, update, layer)
    case .unsupported(let layer, let request):
      put(room: 5, case: 16)
      put(layer)
      put(request.rawValue)
    case .followed(let annotation, let layer): putUpdate(17, annotation, layer)
    case .subtitleRequested(let annotation, let layer): putUpdate(18, annotation, layer)
    case .cancelled(let update, let layer): putUpdate(19, update, layer)
    case .settingsChanged(let layer):
      put(room: 5, case: 20)
      put(layer)
    case .coarsened(let update, let layer, let doublings):
      putUpdate(21, update, layer)
      put(doublings)
    default: break
    }
  }

  private mutating func put(_ work: ClusterWork) {
    put(work.nodesVisited)
    put(work.pointsTouched)
    put(work.cellsVisited)
    put(work.distances)
  }

  private mutating func put(_ size: ClusterSize) {
    put(size.count)
    put(size.isUniqueLocation)
  }

  private mutating func putUpdate(_ number: UInt8, _ first: Int32, _ layer: Int32) {
    put(room: 5, case: number)
    put(first)
    put(layer)
  }
}
