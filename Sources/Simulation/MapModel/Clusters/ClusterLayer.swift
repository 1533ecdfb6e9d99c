internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The state that all cluster layers of a session share.
final class ClusterSession {
  let controllers: [ClusterController?]
  let strategy: any ClusterStrategy
  private(set) var updateCount: Int32 = 0
  private(set) var callCount: Int32 = 0
  /// Called with each annotation that an update with an outdated view of the map adds again.
  private(set) var addedAgain: ((AnnotationID) -> Void)?

  init(controllers: [ClusterController?], strategy: any ClusterStrategy) {
    self.controllers = controllers
    self.strategy = strategy
  }

  func nextUpdate() -> Int32 {
    defer { updateCount += 1 }
    return updateCount
  }

  func nextCall() -> Int32 {
    defer { callCount += 1 }
    return callCount
  }

  func observeAddedAgain(_ observer: @escaping (AnnotationID) -> Void) { addedAgain = observer }

  var hasAppAnimators: Bool {
    controllers.contains {
      guard let setup = $0?.setup else { return false }
      return setup.app.hasAnimator && setup.animator != nil
    }
  }
}

/// A cluster layer: a serial queue, and the state that its controller keeps between
/// callbacks.
final class ClusterLayer: MapComponent {
  enum Completion {
    /// The completion handler of an add or a remove.
    case call(Int32)
    /// A selection with a zoom; the number of calls at the request of the update.
    case selection(calls: Int32)
  }

  let index: Int
  let controller: ClusterController
  let queue = ClusterQueue()
  private let selection: SelectionController
  private let layout: AnnotationLayout
  private let overlays: OverlayController
  private let session: ClusterSession

  private var isPaused = false
  /// Whether an update has been requested while the layer was paused.
  private var isUpdateDue = false
  /// The first update that had not been requested at the last cancellation.
  private var firstUncancelled: Int32 = 0
  /// Whether the controller considers the region to be changing.
  private(set) var isRegionChanging = false
  private var spanBefore = 0.0
  private var levelBefore = 0.0
  /// The completions that wait for the first finished update with this number or a later one.
  private var waiting: [(update: Int32, completion: Completion)] = []
  /// Whether an update never finishes, because no completion handler is called.
  private(set) var isStalled = false
  /// The points in the index, by the representative of equal points; empty when all points
  /// are distinct.
  private var indexed: [PointID] = []
  /// The points of each cluster, for layers with equal points.
  private var points: [RecordID: [PointID]] = [:]

  init(
    _ part: MapComponent, _ index: Int, controller: ClusterController, session: ClusterSession,
    selection: SelectionController, layout: AnnotationLayout, overlays: OverlayController
  ) {
    self.index = index
    self.controller = controller
    self.session = session
    self.selection = selection
    self.layout = layout
    self.overlays = overlays
    super.init(part)
  }

  private var id: LayerID { LayerID(index) }
  private var fixes: ClusterFixes { controller.fixes }

  // MARK: Calls of the app

  /// Queues the addition or the removal of points.
  ///
  /// The completion handler is called even without points.
  func change(_ points: [PointID], isRemoval: Bool) {
    cancelUpdates()
    // Where the index learns of moves, the places are those of this moment, so that it finds a
    // point that moves before its turn comes; CCHMapClusterController looks when the turn comes.
    enqueue(
      ClusterController.IndexChange(
        kind: isRemoval ? .remove : .add, points: points,
        places: fixes.movesPoints ? points.map { data.layers[index].coordinates[$0] } : nil,
        triggeredAt: context.dueTime, wait: context.wait, call: session.nextCall()))
  }

  /// Changes the coordinates of points.
  ///
  /// CCHMapClusterController ignores it: the clusters stay, and such a point is searched for
  /// at its new place on removal and not found. With `movesPoints` the index follows, and one
  /// update shows all moved points, if the app announces the move. With `findsByIdentity` the
  /// index finds the points to remove.
  func move(_ points: [PointID], to coordinates: [Coordinate], isAnnounced: Bool = true) {
    let isFollowed = fixes.movesPoints && isAnnounced
    var moved: [PointID] = []
    var old: [Coordinate] = []
    // A point that is named twice goes to its last place at once.
    var isMoved: Set<PointID> = []
    for (point, coordinate) in zip(points, coordinates) {
      let place = data.layers[index].coordinates[point]
      guard data.isMember(point, of: index), place != coordinate else { continue }
      data.setCoordinate(coordinate, of: point, in: index)
      // An index that follows moves updates the auditor when it applies the change.
      if !isFollowed, isHeldItself(point) {
        controller.notePlace(of: data.identity(of: point), coordinate)
      }
      guard isMoved.insert(point).inserted else { continue }
      moved.append(point)
      old.append(place)
    }
    guard isFollowed, !moved.isEmpty else { return }
    let places = moved.map { data.layers[index].coordinates[$0] }
    enqueue(
      ClusterController.IndexChange(
        kind: .move(from: old), points: moved, places: places, triggeredAt: context.dueTime,
        wait: context.wait))
  }

  func change(_ change: ClusteringChange) {
    controller.change { change.apply(to: &$0) }
    context.emit(.cluster(.settingsChanged(layer: id)))
  }

  func setPaused(_ isPaused: Bool) {
    guard fixes.pausesAndResumes else {
      return context.emit(.cluster(.unsupported(layer: id, isPaused ? .pause : .resume)))
    }
    guard self.isPaused != isPaused else { return }
    self.isPaused = isPaused
    context.emit(.cluster(.paused(layer: id, isPaused)))
    guard !isPaused, isUpdateDue else { return }
    isUpdateDue = false
    guard region.change == nil else { return }
    enqueueUpdate(.resumed)
  }

  func update() {
    guard fixes.updatesOnRequest else {
      return context.emit(.cluster(.unsupported(layer: id, .update)))
    }
    isUpdateDue = false
    enqueueUpdate(.requested)
  }

  /// The points of a call are indexed.
  ///
  /// An update follows if any were accepted and the map rests.
  func didIndex(_ change: ClusterController.IndexChange, accepted: Int) {
    let isUpdating = accepted > 0 && !isRegionChanging
    guard isUpdating, !isPaused else {
      if isUpdating { isUpdateDue = true }
      if let call = change.call { complete(call: call) }
      return
    }
    if let call = change.call { wait(.call(call)) }
    enqueueUpdate(
      change.isRemoval ? .pointsRemoved : .pointsAdded, triggeredAt: change.triggeredAt,
      wait: change.wait + context.wait)
  }

  /// Keeps a completion for the next requested update, or for one that replaces it.
  private func wait(_ completion: Completion) {
    assert(
      waiting.last.map { $0.update <= session.updateCount } ?? true,
      "a completion waits for an update that was not requested yet")
    waiting.append((update: session.updateCount, completion: completion))
  }

  /// The number of updates that wait or run, including those that are certain to come: points
  /// are being indexed, the region is changing, or a paused layer keeps one.
  var pendingCount: Int { queue.count + (isUpdateDue ? 1 : 0) + (isRegionChanging ? 1 : 0) }

  func complete(call: Int32) {
    assert(call < session.callCount, "call \(call) was not made yet")
    context.emit(.cluster(.completed(layer: id, call: call)))
  }

  // MARK: Region changes

  func regionWillChange() {
    isRegionChanging = true
    spanBefore = region.longitudeSpan
    levelBefore = region.viewport.hasSize ? region.viewport.zoomLevel : 0
  }

  /// Requests an update.
  ///
  /// A zoom deselects, unless that is fixed.
  func regionDidChange() {
    isRegionChanging = false
    if isZoom, !fixes.keepsSelection { selection.deselect() }
    wait(.selection(calls: session.callCount))
    if isPaused { isUpdateDue = true } else { enqueueUpdate(.regionChanged) }
  }

  /// Whether the region change that ends is a zoom.
  ///
  /// In CCHMapClusterController it is a zoom when the longitude span changed beyond single
  /// precision, which includes noise and turns. With the fix it is one when the zoom level
  /// changed by more than the layer's tolerance.
  private var isZoom: Bool {
    guard fixes.toleratesZoomNoise else {
      return abs(region.longitudeSpan - spanBefore) >= ClusterController.noiseDegrees
    }
    return abs(region.viewport.zoomLevel - levelBefore) > controller.setup.zoomToleranceLevels
  }

  // MARK: The queue

  /// Queues a change of the index, before an update that a newer one may replace.
  ///
  /// Overtaking saves a whole further update. An update that has waited for as long as its
  /// fade is no longer overtaken; otherwise a stream of changes would block the map forever.
  private func enqueue(_ change: ClusterController.IndexChange) {
    if fixes.coalescesUpdates {
      queue.append(change, beforeUpdateSince: context.now - controller.setup.fade)
    } else {
      queue.append(.index(change))
    }
    startNextOperation()
  }

  func startNextOperation() {
    guard session.strategy.mayStartOperation(), let operation = queue.takeNext() else { return }
    var work = Work()
    switch operation {
    case .index(let change):
      var accepted = 0
      context.measured(.index) { accepted = index(change, work: &work) }
      queue.begin(.indexed(change, accepted: accepted, began: context.now, work: work))
    case .update(let inputs):
      context.emit(.cluster(.started(update: inputs.number, layer: id)))
      let plan = compute(inputs, work: &work)
      controller.giveBack(inputs)
      notePoints(of: plan)
      work = plan.work
      queue.begin(.computed(plan))
    }
    session.strategy.scheduleEnd(of: self, after: context.setup.costs.compute(work))
  }

  private func compute(_ inputs: ClusterController.Inputs, work: inout Work)
    -> ClusterController.Plan
  {
    let meter = context.meter
    meter.measure(.query, ofUpdate: inputs.number) { controller.query(inputs, work: &work) }
    meter.measure(.locate, ofUpdate: inputs.number) { controller.locate(inputs, work: &work) }
    var chosen: ClusterController.Plan?
    meter.measure(.choose, ofUpdate: inputs.number) {
      chosen = controller.choose(inputs, work: work)
    }
    guard var plan = chosen else { preconditionFailure("the meter did not do its work") }
    chosen = nil
    meter.measure(.diff, ofUpdate: inputs.number) { controller.diff(inputs, plan: &plan) }
    return plan
  }

  /// Completes the running operation in the background.
  ///
  /// The main thread continues with an update.
  func finishInBackground() {
    guard case .computed(let plan) = queue.running else { return finishOperation() }
    didCompute(plan)
    session.strategy.post(.operation(layer: index))
  }

  private func didCompute(_ plan: ClusterController.Plan) {
    context.emit(.cluster(.computed(update: plan.number, layer: id, work: ClusterWork(plan.work))))
  }

  /// Emits that an update waited for the main thread.
  private func noteWait(_ time: SimulatedTime, of update: Int32) {
    guard time > .zero else { return }
    context.emit(.cluster(.waited(update: update, layer: id, time)))
  }

  func finishOperation() {
    switch queue.takeRunning() {
    case .indexed(let change, let accepted, let began, let work):
      context.emit(.cluster(.indexed(layer: id, began: began, work: ClusterWork(work))))
      session.strategy.post(.indexed(layer: index, change, accepted: accepted))
      startNextOperation()
    case .computed(let plan):
      if session.strategy.renewsByBlocks { didCompute(plan) }
      noteWait(context.wait, of: plan.number)
      context.meter.measure(.apply, ofUpdate: plan.number) { apply(plan) }
      context.meter.updateEnds(plan.number, step: plan.inputs.step, marks: plan.inputs.marks)
      beginFading(plan)
    case .fading(let plan):
      noteWait(context.wait, of: plan.number)
      context.chargeMainThread(context.setup.costs.mainQueueBlock)
      removeFaded(plan)
      context.emit(.cluster(.finished(update: plan.number, layer: id)))
      controller.reclaim(before: queue.firstWaitingUpdate ?? Int32.max)
      context.measured(.audit) { audit(after: plan) }
      // A completion that comes in the meantime waits for a later update.
      while let one = waiting.first, one.update <= plan.number {
        waiting.removeFirst()
        session.strategy.post(.completion(layer: index, one.completion))
      }
      controller.giveBack(plan)
      startNextOperation()
    case nil: assertionFailure("layer \(index) finished an operation that did not run")
    }
  }

  /// Queues an update of the current map, even on a paused layer.
  ///
  /// With coalescing it replaces a pending update and keeps its place before later changes,
  /// which request updates themselves. The completions of the replaced update wait for the
  /// new one. An update that the app requests comes after all earlier calls of the app, since
  /// a paused layer gets no other update.
  private func enqueueUpdate(
    _ trigger: ClusterEvent.Trigger, triggeredAt: SimulatedTime? = nil, wait: SimulatedTime? = nil
  ) {
    cancelUpdates()
    let number = session.nextUpdate()
    let inputs = ClusterController.Inputs(
      number: number, step: context.step, marks: context.markCount, query: query,
      before: controller.takeListOfMap(), reusesAnnotations: controller.setup.reusesAnnotations,
      extents: settings.extents(of: index, mapPointsPerPoint: region.viewport.mapPointsPerPoint),
      visibleRect: region.visibleRect, waitsSince: context.now,
      animator: controller.setup.fading, isAnimatedByApp: controller.setup.animator != nil)
    context.emit(
      .cluster(
        .queued(
          update: number, layer: id, trigger: trigger, triggeredAt: triggeredAt ?? context.dueTime))
    )
    noteWait(wait ?? context.wait, of: number)
    let doublings = inputs.query.grid.doublings
    if doublings > 0 {
      context.emit(
        .cluster(.coarsened(update: number, layer: id, doublings: Int32(clamping: doublings))))
    }
    let old =
      fixes.coalescesUpdates
      ? queue.replaceUpdate(with: inputs, onlyAtEnd: trigger == .requested) : nil
    if let old {
      controller.giveBack(old)
      context.emit(.cluster(.coalesced(update: old.number, layer: id, into: number)))
    } else {
      queue.append(.update(inputs))
    }
    startNextOperation()
    if controller.setup.app.drawsGrid,
      let gridIndex = context.setup.griddedLayers.firstIndex(of: index)
    {
      overlays.replaceGrid(gridIndex, by: grid)
    }
  }

  /// Marks pending and running updates as cancelled, each once.
  ///
  /// CCHMapClusterController ignores the mark, and coalescing updates have none.
  private func cancelUpdates() {
    guard !fixes.coalescesUpdates else { return }
    for update in queue.updates(from: firstUncancelled) {
      assert(update < session.updateCount, "update \(update) is cancelled before it was requested")
      context.emit(.cluster(.cancelled(update: update, layer: id)))
    }
    firstUncancelled = session.updateCount
  }

  private var query: ClusterQuery {
    let zoom = ClusterScale.zoomLevel(
      visibleRect: region.visibleRect, viewWidth: region.viewport.size.width)
    var query = ClusterQuery(
      grid: grid, isClusteringDisabled: zoom > controller.setup.maximumZoomLevel,
      minimumUniqueLocations: controller.setup.minimumUniqueLocations,
      method: controller.setup.method)
    query.placer = controller.setup.placer
    return query
  }

  var grid: ClusterGrid {
    ClusterGrid(
      visibleRect: region.visibleRect, marginFactor: controller.setup.marginFraction,
      cellSide: controller.setup.engine.cellSide(forLength: cellLength),
      holdsEdges: fixes.keepsPointsInOneCell)
  }

  /// The requested side of a cell, in map points.
  private var cellLength: Double {
    let size = controller.setup.cellSizePoints
    let viewport = region.viewport
    guard !fixes.measuresCellsByScale else {
      return ClusterScale.mapLength(mapPointsPerPoint: viewport.mapPointsPerPoint, cellSize: size)
    }
    guard viewport.headingDegrees == 0 else {
      return ClusterScale.mapLength(viewport: viewport, cellSize: size)
    }
    return ClusterScale.mapLength(
      visibleRect: region.visibleRect, viewWidth: viewport.size.width, cellSize: size)
  }

  // MARK: Clusters on the map

  /// Sets the members of reused clusters, then adds the new clusters to the map.
  private func apply(_ plan: ClusterController.Plan) {
    // An update with an outdated view of the map can create what is already there, and remove what
    // is already gone.
    let created = plan.created.count { controller.records[$0].annotation.isNone }
    let removed = plan.removed.count { controller.records[$0].annotation.isSome }
    let kept = plan.reused.count { controller.records[$0.record].annotation.isSome }
    let change = ClusterChange(
      shown: Int32(plan.shown), created: Int32(created), reused: Int32(kept),
      removed: Int32(removed))
    if !session.strategy.renewsByBlocks {
      for (record, coordinate) in plan.reused { renew(record, movesTo: coordinate) }
    }
    for record in plan.created {
      let annotation = controller.records[record].annotation
      guard annotation.isNone else {
        session.addedAgain?(annotations[annotation].serial)
        continue
      }
      controller.didShow(record, annotation: data.show(self.annotation(of: record)))
    }
    context.chargeMainThread(context.setup.costs.annotationChange, times: created)
    if created > 0 { views.chargeRelayout() }
    let work = context.doneTime - context.now
    if work > .zero { context.emit(.cluster(.worked(update: plan.number, layer: id, work))) }
    context.emit(.cluster(.applied(update: plan.number, layer: id, change: change)))
    layout.requestViewsAtOnce()
  }

  func renew(_ number: RecordID, movesTo: Coordinate?) {
    if let movesTo { controller.setCoordinate(movesTo, of: number) }
    let records = controller.records.view
    let slot = records[number].annotation
    guard slot.isSome else { return }
    assert(!records[number].members.isEmpty, "a cluster that stays stands for no point")
    let content = Annotation.content(records[number].content, layer: id)
    let oldRole = annotations[slot].role
    annotations.setContent(
      content, count: Int32(records[number].members.count),
      isUniqueLocation: records[number].isUniqueLocation,
      point: records[number].members.first ?? .none, of: slot)
    if let movesTo { moveCluster(slot, to: movesTo, follows: records[number].followsPoints) }
    let annotation = annotations[slot]
    context.emit(
      .cluster(
        .reused(annotation: annotation.serial, layer: id, content: content, size: annotation.size)))
    views.refresh(slot, after: oldRole)
  }

  /// Moves a reused cluster to its members, unless it is there already.
  private func moveCluster(_ slot: AnnotationSlot, to place: Coordinate, follows: Bool) {
    guard place != annotations[slot].coordinate else { return }
    annotations.move(slot, to: place, mapPoint: Projection.mapKit.mapPoint(for: place))
    // It can have crossed the border of the area in which views exist.
    views.setNeedsUpdate()
    views.setNeedsCollisions()
    let annotation = annotations[slot]
    context.emit(.cluster(.moved(annotation: annotation.serial, layer: id, place)))
    if follows { context.emit(.cluster(.followed(annotation: annotation.serial, layer: id))) }
    // In CCHMapClusterController only noise moves a cluster, and no view with it.
    guard fixes.movesReused || fixes.movesPoints || fixes.overlap != .left, annotation.view.isSome
    else { return }
    context.chargeMainThread(context.setup.costs.viewLayout)
  }

  private func annotation(of record: RecordID) -> Annotation {
    let records = controller.records.view
    assert(!records[record].members.isEmpty, "cluster \(record) stands for no point")
    return Annotation(
      serial: .none, layer: id, coordinate: records[record].coordinate,
      mapPoint: Projection.mapKit.mapPoint(for: records[record].coordinate),
      content: Annotation.content(records[record].content, layer: id),
      count: Int32(records[record].members.count),
      isUniqueLocation: records[record].isUniqueLocation,
      point: records[record].members.first ?? .none, record: record)
  }

  /// Removes all clusters from the map on behalf of the app.
  ///
  /// The controller is not notified.
  func removeFromMap() {
    let slots = controller.onMap.map { controller.records[$0].annotation }
    guard !slots.isEmpty else { return }
    context.emit(.data(.clustersRemoved(layer: id, clusters: Int32(slots.count))))
    layout.hide(slots)
    controller.didLoseAnnotations()
  }

  private func removeFaded(_ plan: ClusterController.Plan) {
    let leaving = controller.leavingSlots(plan)
    handOverSelection(after: plan.number)
    layout.hide(leaving)
    controller.didHide(plan, before: session.updateCount)
  }

  /// Emits each cluster on the map after an update, and the audit.
  private func audit(after plan: ClusterController.Plan) {
    for record in controller.onMap {
      let annotation = annotations[controller.records[record].annotation]
      assert(annotation.record == record, "an annotation and its cluster do not know each other")
      context.emit(
        .cluster(
          .listed(
            annotation: annotation.serial, layer: id, content: annotation.content,
            count: annotation.count, isUniqueLocation: annotation.isUniqueLocation,
            annotation.coordinate)))
    }
    let audit = controller.audit(after: plan.number, in: plan.inputs.visibleRect)
    context.emit(.cluster(.audited(update: plan.number, layer: id, audit)))
  }

  // MARK: Fading

  /// Fades the old clusters of an update, using the animator at its request.
  private func beginFading(_ plan: ClusterController.Plan) {
    queue.begin(.fading(plan))
    guard controller.setup.app.hasAnimator else { return stall(plan) }
    fadeOut(plan)
    guard let done = plan.inputs.animator.done else { return stall(plan) }
    session.strategy.scheduleEnd(of: self, after: isFadeEmpty(plan) ? .zero : done)
  }

  /// Whether the library's animation has no view to fade and ends within the instant.
  private func isFadeEmpty(_ plan: ClusterController.Plan) -> Bool {
    guard context.setup.options.emptyFade == .atOnce, !plan.inputs.isAnimatedByApp
    else { return false }
    return plan.removed.allSatisfy { record in
      let slot = controller.records[record].annotation
      return slot.isNone || annotations[slot].view.isNone
    }
  }

  private func stall(_ plan: ClusterController.Plan) {
    isStalled = true
    context.emit(.cluster(.stalled(update: plan.number, layer: id)))
  }

  private func fadeOut(_ plan: ClusterController.Plan) {
    if plan.inputs.isAnimatedByApp {
      let leaving = plan.removed.count { controller.records[$0].annotation.isSome }
      context.emit(.animator(.removes(layer: id, annotations: Int32(leaving))))
    }
    let tellsEnds = plan.inputs.isAnimatedByApp || session.hasAppAnimators
    for record in plan.removed {
      let slot = controller.records[record].annotation
      guard slot.isSome else { continue }
      let view = annotations[slot].view
      guard view.isSome else { continue }
      views.didFadeOut(view, of: slot)
      if tellsEnds { views.fade(view, until: context.doneTime + plan.inputs.animator.fadeOut) }
    }
  }

  // MARK: Selection

  /// Selects the cluster that now holds the first point of a selected one, if it can be seen
  /// and selected, before the clusters that an update removes leave the map.
  ///
  /// The app gets a deselection and a selection, since it knows annotations, not points. The
  /// callout opens again without a region change, since no new place was requested. This
  /// holds for updates of any reason.
  private func handOverSelection(after update: Int32) {
    guard fixes.keepsSelection, let selected = selection.selected, annotations[selected].layer == id
    else { return }
    let record = controller.records[annotations[selected].record]
    assert(record.annotation == selected, "a selected cluster does not know its annotation")
    guard record.result != update, let successor = successor(of: record, after: update) else {
      return
    }
    if annotations[successor].view.isNone {
      // Selecting what just came does not wait for the next frame.
      context.measured(.views) { layout.updateViews() }
      views.setNeedsUpdate()
    }
    // A view outside the margin is not there, and some maps deselect what is.
    guard annotations[successor].view.isSome, selection.selected != nil else { return }
    selection.select(successor, makesRoom: false)
  }

  /// The cluster of the last result that holds the first remaining point of another one.
  private func successor(of record: ClusterController.Record, after update: Int32)
    -> AnnotationSlot?
  {
    guard let point = record.members.first(where: { data.layers[index].isMember[$0] }),
      let successor = controller.onMap.first(where: { index in
        let other = controller.records[index]
        return other.result == update && other.members.contains(point)
      })
    else { return nil }
    let slot = controller.records[successor].annotation
    guard MapArea(region.visibleRect).contains(annotations[slot].mapPoint),
      views.isInteractive(slot)
    else { return nil }
    return slot
  }

  // MARK: Points

  func slot(of point: PointID) -> AnnotationSlot? {
    let member = data.identity(of: point)
    let record = controller.onMap.first { controller.records[$0].members.contains(member) }
    return record.map { controller.records[$0].annotation }
  }

  /// The rect around a cluster and all of its points; nil when none of them is in the world.
  func mapRect(of annotation: Annotation) -> MapRect? {
    let places = points(of: annotation.record).map {
      Projection.mapKit.mapPoint(for: data.layers[index].coordinates[$0])
    }
    return ClusterLayer.rect(at: annotation.mapPoint, around: places, isShort: fixes.wrapsWestward)
  }

  /// The rect around a cluster and its points: in the world, or the shortest one around the points.
  static func rect(at place: MapPoint, around points: [MapPoint], isShort: Bool) -> MapRect? {
    // The place of an invalid coordinate lies outside the world.
    let points = points.filter { $0.x >= 0 }
    let isShort = isShort && !points.isEmpty
    let all = points + (place.x >= 0 ? [place] : [])
    let rect = isShort ? MapRect.shortest(around: points) : MapRect(bounding: all)
    guard let rect, !rect.isNull else { return nil }
    return MapRect(
      x: rect.minX, y: rect.minY, width: rect.width + squareSide, height: rect.height + squareSide)
  }

  private static let squareSide = 0.1

  // MARK: Equal points

  /// Changes the index, and returns the number of accepted points.
  ///
  /// Points that are equal by `isEqual` are one point in the index: it refuses an equal one,
  /// and removes the one that it finds at the coordinate of the passed point.
  private func index(_ change: ClusterController.IndexChange, work: inout Work) -> Int {
    let places = change.places ?? change.points.map { data.layers[index].coordinates[$0] }
    let identities = context.setup.identities
    guard !identities.isEmpty else { return controller.index(change, at: places, work: &work) }
    if indexed.isEmpty { indexed = identities }
    var accepted = 0
    for (number, (point, place)) in zip(change.points, places).enumerated() {
      let identity = data.identity(of: point)
      var single = change
      single.points = [identity]
      if case .move(let old) = change.kind {
        // The index ignores moves of equal points that it does not hold.
        guard isHeldItself(point) else { continue }
        single.kind = .move(from: [old[number]])
      }
      let count = controller.index(single, at: [place], work: &work)
      if count > 0, !change.isRemoval { indexed[identity.index] = point }
      accepted += count
    }
    return accepted
  }

  /// Whether the index holds a point itself, not an equal one.
  private func isHeldItself(_ point: PointID) -> Bool {
    indexed.isEmpty || indexed[data.identity(of: point).index] == point
  }

  /// Records which of equal points the clusters of an update represent.
  private func notePoints(of plan: ClusterController.Plan) {
    guard !context.setup.identities.isEmpty else { return }
    for record in plan.reused.map(\.record) + plan.created {
      points[record] = controller.records[record].members.map { indexed[$0.index] }
    }
  }

  func points(of record: RecordID) -> [PointID] {
    points[record] ?? controller.records[record].members
  }
}

extension ClusterWork {
  fileprivate init(_ work: Work) {
    self.init(
      nodesVisited: work.nodesVisited, pointsTouched: work.pointsTouched,
      cellsVisited: work.cellsVisited, distances: work.distances)
  }
}

/// The serial operation queue of one layer: pending operations and the running one.
final class ClusterQueue {
  enum Operation {
    /// Points are added to the index, removed from it, or moved.
    case index(ClusterController.IndexChange)
    case update(ClusterController.Inputs)
  }

  enum Running {
    case indexed(ClusterController.IndexChange, accepted: Int, began: SimulatedTime, work: Work)
    case computed(ClusterController.Plan)
    case fading(ClusterController.Plan)
  }

  /// The pending operations, from `first` on; nil before that.
  private(set) var waiting: [Operation?] = []
  private var first = 0
  private(set) var running: Running?

  var isIdle: Bool { running == nil && first == waiting.count }
  var placeCount: Int { waiting.count }
  /// The number of operations that wait or run.
  ///
  /// An update runs until its fade ends.
  var count: Int { waiting.count - first + (running == nil ? 0 : 1) }

  var firstWaitingUpdate: Int32? {
    for operation in waiting[first...] {
      if case .update(let inputs) = operation { return inputs.number }
    }
    return nil
  }

  /// The running and pending updates with this number or a later one, the oldest first.
  func updates(from number: Int32) -> [Int32] {
    var found: [Int32] = []
    for operation in waiting[first...].reversed() {
      guard case .update(let inputs)? = operation else { continue }
      guard inputs.number >= number else { break }
      found.append(inputs.number)
    }
    switch running {
    case .computed(let plan), .fading(let plan):
      if plan.number >= number { found.append(plan.number) }
    case .indexed, nil: break
    }
    return found.reversed()
  }

  func append(_ operation: Operation) { waiting.append(operation) }

  /// Appends a change of the index, before a last update that is pending for less than some time.
  func append(_ change: ClusterController.IndexChange, beforeUpdateSince time: SimulatedTime) {
    guard case .update(let inputs)?? = waiting[first...].last, inputs.waitsSince > time else {
      return append(.index(change))
    }
    waiting[waiting.count - 1] = .index(change)
    append(.update(inputs))
  }

  /// Replaces the last pending update and returns it, if there is one.
  func replaceUpdate(
    with inputs: ClusterController.Inputs, onlyAtEnd: Bool
  ) -> ClusterController.Inputs? {
    for index in waiting[first...].indices.reversed() {
      if case .update(let old)? = waiting[index] {
        assert(old.number < inputs.number, "an update replaces a newer one")
        var inputs = inputs
        inputs.waitsSince = old.waitsSince
        waiting[index] = .update(inputs)
        return old
      }
      if onlyAtEnd { return nil }
    }
    return nil
  }

  func takeNext() -> Operation? {
    guard running == nil, first < waiting.count else { return nil }
    defer { forgetDone() }
    defer { first += 1 }
    return waiting[first].take()
  }

  /// Frees the slots of finished operations, all of them or once they outnumber the others.
  private func forgetDone() {
    assert(first <= waiting.count, "more operations were taken than put in")
    if first == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      first = 0
    } else if first >= 16, 2 * first > waiting.count {
      waiting.removeFirst(first)
      first = 0
    }
  }

  func begin(_ running: Running) {
    assert(self.running == nil, "the queue runs one operation at a time")
    self.running = running
  }

  /// Takes the running operation, which frees the queue.
  func takeRunning() -> Running? {
    defer { running = nil }
    return running
  }
}
