internal import Clustering
public import MapConfiguration
public import MapEvents
public import MapGeometry

/// A phone's map in simulated time: annotations, views and their pools, selection, region changes,
/// cluster layers and callouts.
///
/// The setup and the calls decide everything; what happens is emitted as events to one observer.
/// Within an instant events that are due come first, then the frame with region, leaving views,
/// entering views, didAdd and layout.
///
/// Calls are what the app does, or a finger, one after the other. While the main thread works, a
/// call waits for it, after all that fell due before, but the time of the caller goes on: the next
/// call comes when the finger meant it to, not later by that wait.
///
/// Each part of the map owns its state. A part knows those made before it; others are called
/// through a delegate.
public final class MapSimulation {
  let context: SimulationContext
  let scheduler: EventScheduler<ScheduledEvent>
  let proxy: DelegateProxy
  let region: RegionController
  let annotations: AnnotationStore
  let settings: ViewSettingsTable
  let views: AnnotationViewManager
  let data: AnnotationManager
  let callouts: CalloutController
  let selection: SelectionController
  let drag: DragController
  let layout: AnnotationLayout
  let overlays: OverlayController
  let tracking: UserTracking
  let clusters: ClusterCoordinator
  let targets: TargetResolver
  let touch: TouchController
  /// The timing of a recording of CCHMapClusterController; nil in simulated time.
  let recording: RecordedClusterStrategy?
  let legend: Legend
  private var displayLink: DisplayLink
  private var downloads = Downloads()
  /// The time of the caller; behind now while its calls wait for the main thread.
  private var callerTime = SimulatedTime.zero

  /// Makes a map that shows nothing yet; the observer gets each event once, in order.
  public init(setup: SimulationSetup, meter: any Meter, observer: @escaping (Event) -> Void) {
    precondition(setup.viewMarginFraction >= 0, "views cannot be missing inside the map")
    let controllers = setup.layers.map { layer in
      layer.cluster.map { ClusterController(setup: $0, coordinates: setup.coordinates) }
    }
    let base = MapPart(
      SimulationContext(setup: setup, meter: meter, observer: observer),
      controllers: controllers)
    context = base.context
    scheduler = base.scheduler
    proxy = base.proxy
    region = base.region
    annotations = base.annotations
    settings = base.settings
    views = base.views
    data = base.data
    callouts = CalloutController(base)
    selection = SelectionController(base, callouts: callouts)
    drag = DragController(base, selection: selection)
    layout = AnnotationLayout(base, callouts: callouts, selection: selection, drag: drag)
    overlays = OverlayController(base)
    tracking = UserTracking(base)
    recording = setup.isRecording ? RecordedClusterStrategy(base) : nil
    clusters = ClusterCoordinator(
      base,
      session: ClusterSession(
        controllers: controllers, strategy: recording ?? SimulatedClusterStrategy(base)),
      selection: selection, layout: layout, overlays: overlays)
    targets = TargetResolver(base, clusters: clusters)
    displayLink = DisplayLink(setup.costs, takesTime: context.mainThread.takesTime)
    touch = TouchController(base, callouts: callouts, selection: selection, targets: targets)
    legend = Legend(
      viewSize: setup.viewport.size, viewMarginFraction: setup.viewMarginFraction,
      framePeriod: setup.costs.framePeriod, camera: region.camera, layers: setup.layers.map(\.name),
      marks: setup.marks, identifiers: settings.identifiers.names,
      overlays: setup.overlays.map(\.name) + setup.gridNames, snapshots: setup.snapshots)
    region.delegate = self
    views.delegate = self
    callouts.delegate = self
  }

  private var setup: SimulationSetup { context.setup }
  /// The simulated instant.
  public var now: SimulatedTime { context.now }
  /// The current viewport.
  public var viewport: Viewport { region.viewport }
}

extension MapSimulation {
  /// Begins the session, once all that the first layout gives rise to is over.
  public func begin() {
    context.emit(.session(.began(legend)))
    if setup.options.firstLayout == .tells {
      region.layOutFirst()
      // What never ends, such as a fade of a released animator, is left for the steps to find.
      settle(by: now + MapSimulation.settleLimit)
    }
    if let place = setup.userLocation { moveUserLocation(to: place) }
  }

  /// Ends the session with a last snapshot.
  public func end() {
    context.beginStep(-1)
    emitSnapshot(.end)
    context.emit(.session(.ended))
  }

  /// Begins a step; events carry its id until it ends.
  public func beginStep(_ id: Int) {
    context.beginStep(Int32(id))
    context.emit(.session(.stepBegan))
  }

  /// Ends the running step.
  public func endStep() { context.emit(.session(.stepEnded)) }

  /// Sets a mark, by its index in the setup, and takes a snapshot.
  public func mark(_ index: Int) {
    precondition(setup.marks.indices.contains(index), "mark \(index) has no name")
    context.countMark()
    context.emit(.session(.mark(Int32(index))))
    emitSnapshot(.mark)
  }

  /// Takes a snapshot, by its index in the setup.
  public func snapshot(_ index: Int) {
    precondition(setup.snapshots.indices.contains(index), "snapshot \(index) has no name")
    context.emit(.session(.snapshot(Int32(index))))
    emitSnapshot(.snapshot)
  }

  /// Emits that the expectations of the running step are due.
  public func expectationsDue() { context.emit(.session(.expectationsDue)) }

  /// Whether nothing moves, arrives, computes, fades or waits to be shown.
  public var isSettled: Bool {
    region.animation == nil && drag.dragged == nil && scheduler.isEmpty && !needsFrame
      && callouts.open?.isGrown != false && clusters.isIdle
  }

  /// The longest time until a map counts as one that never settles.
  public static let settleLimit = SimulatedTime(milliseconds: 3_600_000)

  /// Lets simulated time pass.
  public func advance(by time: SimulatedTime) {
    precondition(time >= .zero, "time does not run backwards")
    callerTime = callerTime + time
    advance { $0 <= callerTime }
    if now < callerTime { context.advance(to: callerTime) }
  }

  /// Lets time pass until the map has settled, for an hour at most; returns whether it did.
  ///
  /// The main thread is free then.
  @discardableResult
  public func advanceUntilSettled() -> Bool {
    let limit = now + MapSimulation.settleLimit
    guard !settle(by: limit) else { return true }
    context.advance(to: max(now, limit))
    callerTime = now
    context.emit(.session(.neverSettled))
    return false
  }

  /// Lets time pass until a condition holds, so long at most; returns whether it did.
  ///
  /// The condition is looked at now and after each instant.
  @discardableResult
  public func advance(until condition: MapCondition, atMost time: SimulatedTime) -> Bool {
    precondition(time >= .zero, "time does not run backwards")
    let limit = max(callerTime, now) + time
    advance { $0 <= limit && !holds(condition) }
    if holds(condition) {
      callerTime = max(callerTime, now)
      return true
    }
    context.advance(to: max(now, limit))
    callerTime = now
    context.emit(.session(.neverHeld(number(of: condition))))
    return false
  }

  private func holds(_ condition: MapCondition) -> Bool {
    condition.bounds.contains(number(of: condition))
  }

  /// How many there are now of what a condition counts.
  private func number(of condition: MapCondition) -> Int64 {
    let layer = condition.layer
    func counts(_ other: Int) -> Bool { layer == nil || layer == other }
    switch condition.quantity {
    case .clusters: return count { $0.record.isSome && counts($0.layer.index) }
    case .annotations: return count { counts($0.layer.index) }
    case .views: return Int64(views.pools.liveCount)
    case .batches:
      return scheduler.count { event in
        switch event {
        case .batch(let layer, _, _): counts(layer) && !downloads.isCancelled(event)
        case .insertion(let layer, _): counts(layer)
        // What is asked for again has its arrival planned, but for the last time in vain.
        case .loss(let loss):
          loss.isFatal && counts(loss.layer.index) && !downloads.isCancelled(event)
        case .computed, .faded, .blocks, .lift, .dragAnswer, .releaseSelection: false
        }
      }
    case .callouts: return callouts.open == nil ? 0 : 1
    case .selections: return selection.selected == nil ? 0 : 1
    case .updates:
      // A block of the main queue may bring one.
      let blocks = scheduler.count { if case .blocks = $0 { true } else { false } }
      return clusters.layers.indices.reduce(blocks) { sum, index in
        counts(index) ? sum + Int64(clusters.layers[index]?.pendingCount ?? 0) : sum
      }
    case .regionChanges: return region.change == nil ? 0 : 1
    }
  }

  private func count(_ isCounted: (Annotation) -> Bool) -> Int64 {
    annotations.slots.indices.reduce(0) { count, slot in
      annotations.isUsed[slot] && isCounted(annotations.slots[slot]) ? count + 1 : count
    }
  }

  /// Lets time pass for what is planned until the map has settled; returns whether it did.
  @discardableResult
  private func settle(by limit: SimulatedTime) -> Bool {
    advance { $0 <= limit && !isSettled }
    defer { callerTime = now }
    guard !isSettled else {
      context.advance(to: context.doneTime)
      return true
    }
    assert(
      nextItem != nil || clusters.layers.contains { $0?.isStalled == true },
      "something waits that will never happen")
    return false
  }

  /// Lets time pass until a region change has ended.
  private func advance(untilOver number: Int32?) {
    guard let number else { return }
    advance { _ in region.change?.number == number }
    callerTime = max(callerTime, now)
    assert(region.change?.number != number, "a region change never ends")
  }

  /// Lets a call reach the main thread, behind all that fell due before; a callback is there.
  ///
  /// Returns when the call came.
  @discardableResult
  private func waitForMainThread() -> SimulatedTime {
    guard !context.isObserved else { return context.dueTime }
    if !context.isMainThreadFree || callerTime < now {
      while let item = nextItem, isBeforeCall(item) {
        context.advance(to: item.start)
        run(item)
      }
      context.advance(to: context.doneTime)
    }
    context.begin(due: callerTime)
    return callerTime
  }

  private func isBeforeCall(_ item: Item) -> Bool {
    switch item {
    case .event(let event) where event.isInBackground: event.start < context.mainThread.freeAt
    case .event(let event): event.due <= callerTime
    case .frame(let due, _): due <= callerTime
    }
  }

  /// Plays instants while there is a next one that passes.
  private func advance(while passes: (SimulatedTime) -> Bool) {
    while let next = nextItem?.start, passes(next) { play(next) }
  }

  private var needsFrame: Bool { showsNews || context.mainThread.workSinceFrame > .zero }

  /// Whether the next frame shows something that the last one did not.
  private var showsNews: Bool {
    region.animation != nil || drag.isFollowing || views.needsUpdate || views.needsGrouping
      || views.needsCollisions
  }

  /// What happens next.
  private enum Item {
    case event(EventScheduler<ScheduledEvent>.Next)
    case frame(due: SimulatedTime, start: SimulatedTime)

    var start: SimulatedTime {
      switch self {
      case .event(let event): event.start
      case .frame(_, let start): start
      }
    }
  }

  /// Of what begins at one instant an event comes before the frame, unless it fell due later.
  private var nextItem: Item? {
    displayLink.request(
      needsFrame ? setup.costs.frame(after: now) : callouts.nextFrame, now: now)
    let free = context.mainThread.freeAt
    let event = scheduler.next(mainThreadFreeAt: free)
    guard let due = displayLink.nextTime else { return event.map { .event($0) } }
    let start = max(due, free)
    if let event, event.start < start || (event.start == start && event.due <= due) {
      return .event(event)
    }
    return .frame(due: due, start: start)
  }

  /// Plays what begins at an instant, up to a frame.
  private func play(_ instant: SimulatedTime) {
    context.advance(to: instant)
    while let item = nextItem, item.start == instant {
      run(item)
      if case .frame = item { return }
    }
  }

  private func run(_ item: Item) {
    switch item {
    case .event(let next):
      guard let event = scheduler.pop(next) else { return assertionFailure("no event to run") }
      dropCancelled()
      context.begin(due: next.due)
      run(event)
    case .frame(let due, _):
      context.begin(due: due)
      context.measured(.frame) { showFrame() }
    }
    region.mainThreadWorked(until: context.mainThread.freeAt)
  }

  private func run(_ event: ScheduledEvent) {
    switch event {
    case .batch(let layer, let points, let download):
      context.emit(.data(.batchArrived(layer: LayerID(layer), points: Int32(points.count))))
      answer(download)
      guard context.isMainThreadFree else {
        scheduler.schedule(.insertion(layer: layer, points: points), at: now)
        return
      }
      insert(batch: points, into: layer)
    case .loss(let loss): lose(loss)
    case .insertion(let layer, let points): insert(batch: points, into: layer)
    case .computed(let layer): clusters.clusteredLayer(layer).finishInBackground()
    case .faded(let layer): clusters.clusteredLayer(layer).finishOperation()
    case .blocks: clusters.session.strategy.runBlocks()
    case .lift(let gesture):
      let speed = region.speedOfFinger()
      context.touch(.ended(gesture, pointsPerSecond: speed))
      gesture == .drag ? drag.end() : region.lift(gesture, pointsPerSecond: speed)
    case .dragAnswer(let state): drag.viewAnswers(state)
    case .releaseSelection(let hold): touch.releaseSelection(hold)
    }
  }

  /// The order within a frame.
  private func showFrame() {
    let isSeen = showsNews || callouts.open?.isGrown == false
    region.advanceAnimation()
    drag.advance()
    if region.hasMoved { overlays.requestRenderers() }
    if views.needsUpdate { context.measured(.views) { layout.updateViews() } }
    if region.hasMoved {
      context.measured(.layout) {
        callouts.layOut()
        views.layOut()
      }
    }
    region.didShowFrame()
    callouts.grow()
    if views.needsGrouping { context.measured(.layout) { layout.updateGroups() } }
    if views.needsCollisions { context.measured(.layout) { layout.resolveCollisions() } }
    callouts.emitPin()
    let work = context.takeMainThreadWork()
    let frame = displayLink.show(
      now: now, doneAt: context.doneTime, work: work, isSeen: isSeen)
    context.emit(
      .frame(
        FrameReport(
          number: frame.number, mainThread: work, liveViews: Int32(views.pools.liveCount),
          pooledViews: Int32(views.pools.pooledCount), lateness: frame.lateness,
          dueAt: frame.due)))
    // They may move the map, which the next frame shows.
    callouts.openPending()
  }
}

extension MapSimulation: RegionDelegate, AnnotationViewDelegate, CalloutDelegate {
  func regionWillChange() { clusters.regionWillChange() }

  func visibleRegionDidChange() {
    views.setNeedsUpdate()
    if setup.options.clusteringTimes == .eachFrame { views.setNeedsGrouping() }
    if setup.options.collisionTimes == .eachFrame { views.setNeedsCollisions() }
    layout.requestViewsAtOnce()
  }

  func fingersDidMoveMap(_ gesture: Gesture) { tracking.fingersDidMoveMap(gesture) }

  func regionChangeWasInterrupted(callout: Int32) {
    if callouts.open?.number == callout { callouts.interrupt() }
  }

  func regionDidChange(callout: Int32?) {
    views.setNeedsCollisions()
    views.setNeedsGrouping()
    if let callout, callouts.open?.number == callout { callouts.settle() }
    clusters.regionDidChange()
  }

  func didAddViews(_ entries: [AnnotationViewManager.Entry]) { clusters.fadeIn(entries) }

  func calloutViewDidAppear(_ slot: AnnotationSlot, isReused: Bool) {
    callouts.own.viewDidAppear(slot, isReused: isReused)
  }

  func calloutViewWillLeave(_ slot: AnnotationSlot) { callouts.viewWillLeave(slot) }
  func calloutWillOpen(over slot: AnnotationSlot) { layout.native.readText(of: slot) }
  func calloutDidSettle() { emitSnapshot(.callout) }
}

extension MapSimulation {
  /// Emits the callouts that the app will not remove any more, and a snapshot.
  private func emitSnapshot(_ occasion: Snapshot.Occasion) {
    callouts.own.emitLeftBehind()
    context.emit(.snapshot(makeSnapshot(occasion)))
  }

  func makeSnapshot(_ occasion: Snapshot.Occasion) -> Snapshot {
    var callout = callouts.rects
    // A settled callout is shown in full, even if it has only begun to grow.
    if occasion == .callout { callout?.look.scale = 1 }
    return Snapshot(
      occasion: occasion, camera: region.camera,
      grids: clusters.layers.compactMap { $0.flatMap { grid(of: $0) } },
      pins: seenAnnotations.map { pin(of: $0) }, callout: callout, shapes: overlays.shapes)
  }

  /// Annotations whose views can be seen, back to front, without callouts.
  private var seenAnnotations: [AnnotationSlot] {
    views.stack(selected: selection.selected).filter { annotations[$0].callout.isNone }
  }

  /// The cells of a layer; nil for none, which are nowhere.
  private func grid(of layer: ClusterLayer) -> Snapshot.Grid? {
    let grid = layer.grid
    guard grid.count > 0 else { return nil }
    let visible = viewport.visibleMapRect
    let scale = viewport.mapPointsPerPoint
    // The visible rect of a turned map begins beside the screen.
    let origin =
      viewport.headingDegrees == 0
      ? ScreenPoint(
        x: (grid.rect.minX - visible.minX) / scale, y: (grid.rect.minY - visible.minY) / scale)
      : viewport.exactScreenPoint(for: grid.rect.origin)
    return Snapshot.Grid(
      layer: LayerID(layer.index), origin: origin, sidePoints: grid.cellSide / scale,
      columns: Int32(grid.columns), rows: Int32(grid.rows))
  }

  private func pin(of slot: AnnotationSlot) -> Snapshot.Pin {
    let annotation = annotations[slot]
    let content = views.shownContent(of: slot)
    return Snapshot.Pin(
      layer: annotation.layer, point: viewport.screenPoint(for: annotation.mapPoint),
      frame: views.frame(of: slot), count: content.count, isSelected: slot == selection.selected,
      kind: views.appearance(of: slot).kind, isUniqueLocation: content.isUniqueLocation)
  }
}

extension MapSimulation: MapScene {
  /// The annotation views that can be seen, back to front, without callouts.
  public var placedViews: [PlacedView] {
    seenAnnotations.map { slot in
      PlacedView(
        view: annotations[slot].view, place: annotations[slot].mapPoint, pin: pin(of: slot))
    }
  }

  /// The cells of each layer with clusters.
  public var placedGrids: [PlacedGrid] {
    clusters.layers.compactMap { layer in
      guard let layer else { return nil }
      let grid = layer.grid
      return PlacedGrid(
        layer: LayerID(layer.index), rect: grid.rect, sideMapPoints: grid.cellSide,
        columns: Int32(grid.columns), rows: Int32(grid.rows))
    }
  }

  /// The open callout, in points of the view.
  public var calloutRects: CalloutRects? { callouts.rects }
  /// The overlays that are drawn, back to front.
  public var overlayShapes: [Snapshot.Shape] { overlays.shapes }
}

extension MapSimulation {
  /// Begins a download, whose batches arrive from now on; returns its number.
  ///
  /// A batch without points is given to the app too. When the download begins and is over is told
  /// only of one for which the app waits.
  ///
  /// - Complexity: O(n log m) for n batches, m that wait.
  @discardableResult
  public func beginDownload(_ batches: [PlannedBatch], isTold: Bool = false) -> Int32 {
    waitForMainThread()
    let download = downloads.begin(batches: batches.count, isTold: isTold)
    if isTold { context.emit(.data(.downloadBegan(download: download))) }
    for batch in batches {
      precondition(setup.layers.indices.contains(batch.layer), "there is no layer \(batch.layer)")
      if let losses = batch.losses {
        let loss = ScheduledLoss(
          layer: LayerID(batch.layer), points: Int32(batch.points.count), download: download,
          interval: losses.interval, left: Int32(losses.count), isFatal: batch.arrival == nil)
        scheduler.schedule(.loss(loss), at: now + losses.first, inBackground: true)
      }
      if let arrival = batch.arrival {
        scheduler.schedule(
          .batch(layer: batch.layer, points: batch.points, download: download), at: now + arrival,
          inBackground: true)
      }
    }
    return download
  }

  /// Cancels downloads by their numbers: what has not arrived never does.
  ///
  /// What has arrived is given to the app, even where it waits for the main thread. Downloads that
  /// are over stay as they are; if all are, that is emitted.
  public func cancelDownloads(_ numbers: [Int32]) {
    waitForMainThread()
    var isAny = false
    for number in numbers {
      guard let batches = downloads.cancel(number) else { continue }
      isAny = true
      context.emit(.data(.downloadCancelled(download: number, batches: Int32(batches))))
    }
    guard isAny else { return context.emit(.data(.nothingToCancel)) }
    dropCancelled()
  }

  /// Forgets what the network would bring next for downloads that are cancelled, so that a map
  /// which waits for nothing else has settled.
  private func dropCancelled() {
    guard downloads.hasCancelled else { return }
    scheduler.dropInBackground { downloads.isCancelled($0) }
  }

  private func lose(_ loss: ScheduledLoss) {
    var next = loss
    next.left -= 1
    let isGivenUp = loss.isFatal && next.left == 0
    context.emit(
      .data(.batchLost(layer: loss.layer, points: loss.points, isGivenUp: isGivenUp)))
    if next.left > 0 {
      scheduler.schedule(.loss(next), at: now + loss.interval, inBackground: true)
    }
    if isGivenUp { answer(loss.download) }
  }

  private func answer(_ download: Int32) {
    if downloads.answer(download) { context.emit(.data(.downloadEnded(download: download))) }
  }

  /// Gives points to a layer at once; those it has are skipped.
  ///
  /// A clustered layer, whose work takes simulated background time, calls the completion handler of
  /// the app in any case.
  ///
  /// - Complexity: O(points).
  public func add(_ points: [PointID], to layer: Int) {
    waitForMainThread()
    if !insert(points, into: layer) { noteIdle(.pointsPresent) }
  }

  /// Emits that the running step changes nothing.
  private func noteIdle(_ reason: IdleReason) { context.emit(.session(.nothingDone(reason))) }

  private func insert(batch points: [PointID], into layer: Int) {
    context.chargeMainThread(setup.costs.batchPoint, times: points.count)
    insert(points, into: layer)
  }

  /// Returns whether the layer lacked any of the points.
  @discardableResult
  private func insert(_ points: [PointID], into layer: Int) -> Bool {
    let new = data.setMembers(points, of: layer, to: true)
    if let cluster = clusters.layers[layer] {
      // The index itself finds out which equal point it holds.
      cluster.change(setup.identities.isEmpty ? new : points, isRemoval: false)
    } else if !new.isEmpty {
      data.showPoints(new, of: layer)
      layout.requestViewsAtOnce()
    }
    return !new.isEmpty
  }

  /// Takes points from a layer at once; those it does not have are skipped.
  ///
  /// A clustered layer calls the completion handler of the app in any case.
  ///
  /// - Complexity: O(points and live views).
  public func remove(_ points: [PointID], from layer: Int) {
    waitForMainThread()
    if !delete(points, from: layer) { noteIdle(.pointsAbsent) }
  }

  /// Returns whether the layer had any of the points.
  @discardableResult
  private func delete(_ points: [PointID], from layer: Int) -> Bool {
    let old = data.setMembers(points, of: layer, to: false)
    if let cluster = clusters.layers[layer] {
      cluster.change(setup.identities.isEmpty ? old : points, isRemoval: true)
    } else {
      layout.hide(data.forgetPoints(old, of: layer))
    }
    return !old.isEmpty
  }

  /// Gives points of a layer other coordinates, one for each; points that the layer does not have
  /// are skipped.
  ///
  /// On a plain layer a view follows at once, which costs its layout. The layer keeps the
  /// coordinate of a point that is removed and added again. The index of a clustered layer learns
  /// of it only when that is fixed.
  ///
  /// - Complexity: O(points).
  public func move(_ points: [PointID], in layer: Int, to coordinates: [Coordinate]) {
    precondition(points.count == coordinates.count, "\(points.count) points, not as many places")
    waitForMainThread()
    let points = points.map { data.standIn(for: $0, in: layer) }
    let held = zip(points, coordinates).filter { data.isMember($0.0, of: layer) }
    if held.isEmpty {
      noteIdle(.pointsAbsent)
    } else if held.allSatisfy({ coordinate(of: $0, in: layer) == $1 }) {
      noteIdle(.pointsInPlace)
    }
    relocate(points, in: layer, to: coordinates)
  }

  private func relocate(_ points: [PointID], in layer: Int, to coordinates: [Coordinate]) {
    guard !points.isEmpty else { return }
    if let cluster = clusters.layers[layer] { return cluster.move(points, to: coordinates) }
    for (point, coordinate) in zip(points, coordinates) {
      let slot = data.layers[layer].slots[point]
      guard slot.isSome else { continue }
      data.move(slot, to: coordinate, isDragged: slot == drag.dragged)
    }
    layout.requestViewsAtOnce()
  }

  /// Where a point of a layer is, or would be.
  public func coordinate(of point: PointID, in layer: Int) -> Coordinate {
    data.layers[layer].coordinates[data.standIn(for: point, in: layer)]
  }

  /// Gives a layer other points in place of all that it has.
  ///
  /// `.all` removes what is there and adds what is new. `.changed` first compares, which takes
  /// main-thread time for every annotation old and new: a point with the id of one that is there is
  /// that one, which moves to the place of the new one. An app that takes what is there from the
  /// map finds the annotations of all layers and all clusters, but no members of clusters.
  ///
  /// - Complexity: O(points of all data sets).
  public func replacePoints(
    of layer: Int, with points: [PointID], how: ReplaceMethod,
    knownFrom source: ReplaceSource = .ownList
  ) {
    precondition(setup.layers.indices.contains(layer), "there is no layer \(layer)")
    waitForMainThread()
    let isKnown = source == .ownList || clusters.layers[layer] == nil
    let old = isKnown ? data.members(of: layer) : []
    let match = data.match(points, with: how == .changed ? old : [], of: layer)
    let compared = how == .all ? 0 : match.count + (source == .map ? listedCount : old.count)
    context.chargeMainThread(setup.costs.annotationComparison, times: compared)
    if source == .map { removeAll(besides: layer) }
    // An app that knows that there is nothing to do makes no call.
    let leaving = old.filter { !match.isKept[$0.index] }
    if !leaving.isEmpty { delete(leaving, from: layer) }
    let added = match.coming.count { !data.isMember($0, of: layer) }
    if !match.coming.isEmpty { insert(match.coming, into: layer) }
    data.stand(for: match.renewed, of: layer)
    relocate(
      match.renewed.map(\.old), in: layer,
      to: match.renewed.map { setup.coordinates[$0.new.index] })
    context.emit(
      .data(
        .replaced(
          layer: LayerID(layer), removed: Int32(leaving.count), added: Int32(added),
          kept: Int32(match.count - added), compared: Int32(compared))))
  }

  /// The number of annotations that an app finds in the list of the map.
  private var listedCount: Int {
    annotations.count - (setup.options.annotationsHoldClusters ? 0 : layout.native.clusters.count)
  }

  /// The app takes all annotations from the map but for the points of a layer; the map keeps the
  /// user's dot.
  private func removeAll(besides layer: Int) {
    layout.removeCallouts()
    for other in setup.layers.indices {
      if let cluster = clusters.layers[other] {
        cluster.removeFromMap()
        continue
      }
      if layout.native.count(of: LayerID(other)) > 0 { layout.removeClusters(of: LayerID(other)) }
      if other != layer { delete(data.members(of: other), from: other) }
    }
  }

  /// The content number in events of an annotation of a single point of a layer.
  public static func content(ofPoint point: PointID, layer: Int) -> UInt64 {
    Annotation.content(ClusterController.mixed(point), layer: LayerID(layer))
  }

  /// Sets the user's location: the dot appears, moves or disappears.
  ///
  /// - Precondition: The setup says that the session shows the user's location.
  public func moveUserLocation(to coordinate: Coordinate?) {
    precondition(setup.showsUserLocation, "the map does not show the user's location")
    waitForMainThread()
    switch (data.userLocation, coordinate) {
    case (nil, nil): return
    case (let slot?, nil):
      data.forgetUserLocation()
      layout.hide([slot])
    case (let slot?, let coordinate?): data.move(slot, to: coordinate)
    case (nil, let coordinate?): data.showUserLocation(at: coordinate)
    }
    layout.requestViewsAtOnce()
    if coordinate != nil { tracking.follow() }
  }

  /// Reports where the user looks, clockwise from north.
  public func turnUser(toDegrees degrees: Double) {
    waitForMainThread()
    tracking.userDidTurn(toDegrees: degrees)
  }

  /// Lets the app change how the map follows the user.
  public func trackUser(_ mode: UserTrackingMode) {
    waitForMainThread()
    tracking.set(mode)
  }

  /// Gives the map view another size, in points, as when the phone is turned; what moves the map
  /// then is interrupted.
  public func resize(to size: ScreenSize) {
    waitForMainThread()
    region.resize(to: size)
  }

  /// Changes the views of a layer, those of its clusters and default views too.
  ///
  /// Enabled state, draggability and priorities change at once; views on the map take new offsets
  /// at their next layout.
  public func change(_ change: ViewChange, of layer: Int) {
    precondition(setup.layers.indices.contains(layer), "there is no layer \(layer)")
    precondition(
      (0...CollisionResolver.Shape.required).contains(change.displayPriority ?? 0),
      "a display priority of \(change.displayPriority ?? 0)")
    waitForMainThread()
    views.change(change, of: layer)
  }

  /// Lets memory be short: the views that wait in reuse pools go, those on the map stay.
  public func receiveMemoryWarning() {
    waitForMainThread()
    views.emptyPools()
  }

  /// Puts an overlay on the map, by its index in the setup; one that is there stays.
  public func addOverlay(_ overlay: Int, at placement: OverlayPlacement) {
    waitForMainThread()
    overlays.add(overlay, at: placement)
  }

  /// Takes an overlay from the map.
  public func removeOverlay(_ overlay: Int) {
    waitForMainThread()
    overlays.remove(overlay)
  }

  /// Exchanges the places of two overlays on the map, and their levels if those differ.
  public func exchangeOverlays(_ first: Int, _ second: Int) {
    waitForMainThread()
    overlays.exchange(first, second)
  }

  /// Lets the app give the map another delegate, or none; views and renderers stay as they are.
  ///
  /// - Precondition: The setup says that the map may lose its delegate when it is to do so.
  public func setDelegate(_ target: DelegateTarget) {
    waitForMainThread()
    proxy.set(target)
  }
}

extension MapSimulation {
  /// Requests that the map shows a region; an animation runs while later steps do.
  public func setRegion(_ region: CoordinateRegion, animated: Bool) {
    waitForMainThread()
    self.region.change(animated: animated) { $0.showing(region) }
  }

  /// Requests that the map moves its center; an animation runs while later steps do.
  public func setCenter(_ coordinate: Coordinate, animated: Bool) {
    waitForMainThread()
    region.change(animated: animated) { $0.centered(at: coordinate) }
  }

  /// Requests that the map shows all annotations of some layers, as large as a padding in points
  /// lets it; without an annotation nothing happens.
  ///
  /// Those at a single place are shown with the span that the options say.
  ///
  /// - Precondition: The padding leaves a part of the view.
  /// - Complexity: O(n log n) in the annotations of the layers.
  public func showAnnotations(of layers: [Int], padding: EdgeInsets, animated: Bool) {
    waitForMainThread()
    guard var rect = data.boundingRect(of: layers) else { return noteIdle(.nothingToShow) }
    if rect.width == 0, rect.height == 0 {
      let latitude = Projection.coordinate(for: rect.origin).latitude
      // MapKit's clamp would halve the scale at 85 degrees.
      let unclamped = Projection(latitudeLimit: 86)
      let side =
        setup.options.singleAnnotationSpanMeters
        * unclamped.mapPointsPerMeter(atLatitude: latitude)
      rect = rect.insetBy(dx: -side / 2, dy: -side / 2)
    }
    let isMoving = region.animation != nil
    let isChanged = region.change(animated: animated) { $0.showing(rect, padding: padding) }
    if !isChanged, !isMoving { noteIdle(.regionKept) }
  }
}

/// Fingers on the map: each gesture waits for what it began, unless the map is to be caught.
extension MapSimulation {
  /// Drags the map so that the content moves by an offset, with a timing curve.
  ///
  /// Deceleration and the way back from beyond an edge belong to the same region change; a session
  /// that does not wait for the map to rest can catch it.
  public func pan(
    by offset: ScreenOffset, over time: SimulatedTime, curve: MapOptions.TimingCurve = .linear,
    release: GestureRelease = .resting, waitsForRest: Bool = true
  ) {
    let start = waitForMainThread()
    let change = region.pan(by: offset, over: time, curve: curve, release: release)
    finish(.pan, from: start, over: time, until: waitsForRest ? change : nil)
  }

  /// Releases the content at a speed, in points a second.
  public func fling(pointsPerSecond velocity: ScreenOffset, waitsForRest: Bool = true) {
    waitForMainThread()
    let (duration, change) = region.fling(pointsPerSecond: velocity)
    guard let change else { return advance(by: waitsForRest ? duration : .zero) }
    if waitsForRest { advance(untilOver: change) }
  }

  /// Changes the scale about a point, by default the middle of the view without its bars.
  public func pinch(
    byLevels levels: Double, about point: ScreenPoint?, over time: SimulatedTime,
    release: GestureRelease = .resting
  ) {
    let start = waitForMainThread()
    let change = region.pinch(byLevels: levels, about: point, over: time, release: release)
    finish(.pinch, from: start, over: time, until: change)
  }

  /// Turns the map clockwise about a point, by default the middle of the view without its bars.
  public func rotate(
    byDegrees degrees: Double, about point: ScreenPoint?, over time: SimulatedTime,
    release: GestureRelease = .resting
  ) {
    let start = waitForMainThread()
    let change = region.rotate(byDegrees: degrees, about: point, over: time, release: release)
    finish(.rotation, from: start, over: time, until: change)
  }

  /// Taps twice: the map comes twice as near, with what lies under the finger kept there.
  public func doubleTap(at point: ScreenPoint) {
    waitForMainThread()
    advance(untilOver: region.doubleTap(at: point))
  }

  /// Taps with two fingers: the map goes twice as far away, the middle of the view stays.
  public func tapWithTwoFingers() {
    waitForMainThread()
    advance(untilOver: region.tapWithTwoFingers())
  }

  /// Lets fingers take their time, even where the map cannot follow, and lifts them.
  private func finish(
    _ gesture: Gesture, from start: SimulatedTime, over time: SimulatedTime, until change: Int32?
  ) {
    // An event, so that in the last frame the fingers are lifted before the map moves.
    scheduler.schedule(.lift(gesture), at: start + time)
    region.mainThreadWorked(until: context.mainThread.freeAt)
    advance(by: time)
    advance(untilOver: change)
  }

  /// Presses an annotation, which selects it, drags it by an offset on the screen, evenly, lets it
  /// go and waits until its view has come down.
  ///
  /// The target is an annotation of a plain layer whose view is draggable and enabled; the finger
  /// begins within reach. One that rests shorter than the options say, or whose view goes or hides
  /// while it rests, pans the map instead; by default it rests as long as it has to.
  public func drag(
    _ target: TapTarget, by offset: ScreenOffset, over time: SimulatedTime, end: DragEnd,
    press: SimulatedTime? = nil
  ) {
    precondition(press ?? .zero >= .zero, "a finger cannot rest for \(press ?? .zero)")
    var start = waitForMainThread()
    let leastPress = setup.options.dragPress
    let press = press ?? leastPress
    press > .zero ? region.fingerTaps() : region.fingersTouch()
    guard let slot = targets.shownSlot(of: target), !views.isHidden(slot),
      targets.fingerPoint(on: slot) != nil
    else { return targets.miss(target) }
    let serial = annotations[slot].serial
    if press > .zero {
      advance(by: press)
      start = waitForMainThread()
    }
    guard press >= leastPress, annotations.holds(serial, at: slot),
      annotations[slot].view.isSome, !views.isHidden(slot), targets.fingerPoint(on: slot) != nil
    else {
      let change = region.pan(by: offset, over: time, curve: .linear, release: .resting)
      return finish(.pan, from: start, over: time, until: change)
    }
    drag.begin(slot, by: offset, over: time, end: end)
    finish(.drag, from: start, over: time, until: nil)
    advance { _ in drag.dragged != nil }
    callerTime = max(callerTime, now)
    assert(drag.dragged == nil, "a drag never ends")
  }
}

extension MapSimulation {
  /// Taps the annotation of a point, or its cluster; returns whether it has a view.
  @discardableResult
  public func tap(point: PointID, layer: Int) -> Bool {
    tap(.point(point, layer: layer))
  }

  /// Taps an annotation's view, whatever lies in front of it; returns whether it is within reach.
  @discardableResult
  public func tap(_ target: TapTarget) -> Bool {
    waitForSecondTap()
    return touch.tap(target)
  }

  /// Taps a point of the map view: from front to back a control in the open callout, the callout,
  /// or an annotation view takes it; the empty map deselects.
  ///
  /// Nothing can be tapped outside the view or under a bar, nor a callout outside its annotation
  /// view unless it arranges for that.
  public func tap(at point: ScreenPoint) {
    waitForSecondTap()
    touch.tap(at: point)
  }

  /// A finger rests at a point of the map view, whatever is there, for so long that the app's own
  /// recognizer of long presses drops a pin: it gives a point to a layer, at the place under the
  /// finger by then.
  ///
  /// Nothing is dropped beyond the poles, where the map shows no world.
  public func longPress(
    at point: ScreenPoint, for time: SimulatedTime, dropping pin: PointID, into layer: Int
  ) {
    precondition(time >= .zero, "a finger cannot rest for \(time)")
    waitForMainThread()
    region.fingerTaps()
    guard touch.reaches(point) else { return }
    advance(by: time)
    waitForMainThread()
    context.touch(.longPressed(point))
    let place = viewport.mapPoint(at: point)
    guard (0...MapSize.worldSide).contains(place.y) else { return targets.miss(.outsideWorld) }
    data.setCoordinate(Projection.coordinate(for: place), of: pin, in: layer)
    insert([pin], into: layer)
  }

  /// Taps the middle of an accessory view of the open callout.
  public func tapAccessory(_ side: CalloutSide) {
    waitForMainThread()
    touch.tapAccessory(side)
  }

  /// Lets the app select an annotation, as `selectAnnotation` does, if it has a view.
  ///
  /// A point for which a cluster stands has none; the options decide whether it means the cluster.
  public func selectAnnotation(_ target: TapTarget) {
    waitForMainThread()
    region.fingersTouch()
    guard let slot = targets.shownSlot(of: target) else { return targets.miss(target) }
    if case .point = target, annotations[slot].count > 1,
      setup.options.selectionOfMembers == .nothing
    {
      return targets.missMember(in: slot)
    }
    selection.touch(slot)
  }

  /// Taps the map where nothing lies, which deselects.
  public func tapEmptyMap() {
    waitForMainThread()
    let isMoving = region.animation != nil
    waitForSecondTap()
    region.fingerTaps()
    // A finger that stops the map has an effect, too.
    if selection.selected == nil, !isMoving || region.animation != nil {
      noteIdle(.nothingSelected)
    }
    selection.deselect()
  }

  /// A tap reaches the main thread, and counts when no second one can come any more.
  private func waitForSecondTap() {
    waitForMainThread()
    guard setup.options.tapDelay > .zero else { return }
    region.fingerTaps()
    advance(by: setup.options.tapDelay)
    waitForMainThread()
  }

  /// Lets the app deselect what is selected.
  public func deselectAnnotation() {
    waitForMainThread()
    if selection.selected == nil { noteIdle(.nothingSelected) }
    selection.deselect()
  }
}

/// An app's requests to the cluster controller of a layer.
extension MapSimulation {
  /// Pauses the updates of a clustered layer, or resumes them.
  ///
  /// While they are paused, neither the region nor data bring an update, but the index changes. One
  /// update catches up, if anything requested one; during a region change its end does. A
  /// controller that cannot pause emits that; a plain layer ignores it.
  public func setClusteringPaused(of layer: Int, _ isPaused: Bool) {
    waitForMainThread()
    clusters.layers[layer]?.setPaused(isPaused)
  }

  /// Lets a clustered layer update now, even while its updates are paused; a plain one ignores it.
  public func updateClusters(of layer: Int) {
    waitForMainThread()
    clusters.layers[layer]?.update()
  }

  /// Gives the clustering of a layer other settings, for updates that are requested from now on.
  ///
  /// A plain layer ignores it.
  ///
  /// - Precondition: The setup says that the layer may draw its grid when it is to do so.
  public func changeClustering(of layer: Int, _ change: ClusteringChange) {
    precondition(
      change.drawsGrid != true || setup.griddedLayers.contains(layer),
      "layer \(layer) never draws its grid")
    guard change != ClusteringChange() else { return }
    waitForMainThread()
    clusters.layers[layer]?.change(change)
  }

  /// Selects a point of a clustered layer and shows so many meters around it.
  ///
  /// The cluster that holds it once the map is there is selected, in the ways of
  /// CCHMapClusterController; a point that the layer does not have is missed.
  ///
  /// - Precondition: The layer is clustered.
  public func selectAndZoom(
    to point: PointID, layer: Int, latitudinalMeters: Double, longitudinalMeters: Double,
    animated: Bool
  ) {
    waitForMainThread()
    clusters.select(
      point, layer: layer, meters: (latitudinalMeters, longitudinalMeters), animated: animated)
  }

  /// Shows all points of a cluster, with padding; another annotation is shown as close as the map
  /// goes, and without one nothing happens but a miss.
  ///
  /// That is the smallest rect around squares of a tenth of a map point at the cluster and at each
  /// of its points, in the world; with `wrapsWestward` it takes the short way around the points and
  /// leaves the cluster's place out, which can be a mean on the other side of the earth.
  ///
  /// - Precondition: The padding leaves a part of the view.
  public func zoomToCluster(_ target: TapTarget, padding: EdgeInsets, animated: Bool) {
    waitForMainThread()
    guard let slot = targets.slot(of: target) else { return targets.miss(target) }
    let annotation = annotations[slot]
    let layer = annotation.record.isSome ? clusters.layers[annotation.layer.index] : nil
    guard
      let rect = layer.map({ $0.mapRect(of: annotation) })
        ?? ClusterLayer.rect(at: annotation.mapPoint, around: [], isShort: false)
    else { return targets.miss(.outsideWorld) }
    region.change(animated: animated) { $0.showing(rect, padding: padding) }
  }
}
