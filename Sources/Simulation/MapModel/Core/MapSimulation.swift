internal import Clustering
public import MapConfiguration
public import MapEvents
public import MapGeometry

/// A phone's map in simulated time: annotations, views and their pools, selection, region
/// changes, cluster layers and callouts.
///
/// The events are a function of the setup and the calls, and one observer receives them.
/// Within an instant, due events come first, then the frame with region, leaving views,
/// entering views, didAdd and layout.
///
/// Each call is an action of the app or of a finger. While the main thread works, a call
/// waits for it, after everything that was due before. The caller's time continues
/// meanwhile: the next call comes when the finger intended it, not later by the wait.
///
/// Each part of the map owns its state. A part references the parts created before it, and
/// calls others through a delegate.
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
  let points: LayerPoints
  let downloads: Downloads
  let loads: VisibleLoads
  let glides: Glides
  /// Whether no frame has shown all since the beginning or the last region change.
  private var isRenderingNew = true
  let locations: UserLocations
  let liveScene: LiveScene
  let loop: RunLoop
  let targets: TargetResolver
  let touch: TouchController
  /// The timing of a recording of CCHMapClusterController; nil in simulated time.
  let recording: RecordedClusterStrategy?
  let legend: Legend
  /// The last number of each watched quantity that was emitted; nil before the first.
  private var emittedNumbers: [Int64?]

  /// Makes a map that shows nothing yet; the observer gets each event once, in order.
  public init(setup: SimulationSetup, meter: any Meter, observer: @escaping (Event) -> Void) {
    precondition(setup.viewMarginFraction >= 0, "views cannot be missing inside the map")
    let controllers = setup.layers.map { layer in
      layer.cluster.map { ClusterController(setup: $0, coordinates: setup.coordinates) }
    }
    let base = MapComponent(
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
    points = LayerPoints(base, drag: drag, layout: layout, clusters: clusters)
    downloads = Downloads(base, points: points)
    loads = VisibleLoads(base, downloads: downloads)
    glides = Glides(base, points: points, drag: drag)
    locations = UserLocations(base, points: points, tracking: tracking)
    liveScene = LiveScene(
      base, callouts: callouts, selection: selection, overlays: overlays, clusters: clusters)
    loop = RunLoop(base, callouts: callouts, drag: drag, clusters: clusters, glides: glides)
    targets = TargetResolver(base, clusters: clusters)
    touch = TouchController(base, callouts: callouts, selection: selection, targets: targets)
    legend = Legend(
      viewSize: setup.viewport.size, viewMarginFraction: setup.viewMarginFraction,
      framePeriod: setup.costs.framePeriod, camera: region.camera, layers: setup.layers.map(\.name),
      marks: setup.marks, identifiers: settings.identifiers.names,
      overlays: setup.overlays.map(\.name) + setup.gridNames, snapshots: setup.snapshots)
    emittedNumbers = setup.watched.map { _ in nil }
    region.delegate = self
    views.delegate = self
    callouts.delegate = self
    loop.delegate = self
    if !setup.watched.isEmpty { context.endInstant = { [unowned self] in emitNumbers() } }
  }

  private var setup: SimulationSetup { context.setup }
  /// The simulated instant.
  public var now: SimulatedTime { context.now }
  /// The current viewport.
  public var viewport: Viewport { region.viewport }
  /// The visible map.
  public var scene: any MapScene { liveScene }
}

extension MapSimulation {
  /// Begins the session, after all consequences of the first layout.
  public func begin() {
    context.emit(.session(.began(legend)))
    context.endInstant?()
    if setup.options.firstLayout == .tells {
      region.layOutFirst()
      // What never ends, such as a fade of a released animator, is left for the steps to find.
      _ = loop.settle(by: now + MapSimulation.settleLimit)
    }
    if let place = setup.userLocation { moveUserLocation(to: place) }
  }

  /// Ends the session with a last snapshot.
  public func end() {
    context.beginStep(-1)
    liveScene.emitSnapshot(.end)
    context.endInstant?()
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
    context.endInstant?()
    context.emit(.session(.mark(Int32(index))))
    liveScene.emitSnapshot(.mark)
  }

  /// Takes a snapshot, by its index in the setup.
  public func snapshot(_ index: Int) {
    precondition(setup.snapshots.indices.contains(index), "snapshot \(index) has no name")
    context.emit(.session(.snapshot(Int32(index))))
    liveScene.emitSnapshot(.snapshot)
  }

  /// Emits the number of rows that files of points lack, unless there are none.
  public func tellOfSkippedRows(_ count: Int) {
    if count > 0 { context.emit(.session(.rowsSkipped(Int64(count)))) }
  }

  /// Emits that the expectations of the running step are due.
  public func expectationsDue() {
    context.endInstant?()
    context.emit(.session(.expectationsDue))
  }

  /// Forgets what a cancelled download or an ended walk would bring next.
  private func dropStale() {
    guard locations.hasEnded || downloads.hasCancelled else { return }
    scheduler.dropInBackground { event in
      if case .location(let walk) = event { return locations.isOver(walk) }
      return downloads.isCancelled(event)
    }
  }

  /// Whether nothing moves, arrives, computes, fades or waits to be shown.
  public var isSettled: Bool { loop.isSettled }

  /// The time after which a map counts as never settling.
  public static let settleLimit = SimulatedTime(milliseconds: 3_600_000)

  /// Lets simulated time pass.
  public func advance(by time: SimulatedTime) { loop.advance(by: time) }

  /// Lets time pass until the map has settled or a time has elapsed; returns whether it settled.
  ///
  /// The main thread is then free.
  @discardableResult
  public func advanceUntilSettled(atMost time: SimulatedTime = MapSimulation.settleLimit) -> Bool {
    let limit = now + time
    guard !loop.settle(by: limit) else { return true }
    loop.advance(by: max(now, limit) - now)
    context.emit(.session(.neverSettled))
    return false
  }

  /// Lets time pass until something occurs or a time has elapsed; returns whether it occurs.
  ///
  /// Conditions are checked now and after each instant; events count from now on.
  @discardableResult
  public func advance(until occurrence: Occurrence, atMost time: SimulatedTime) -> Bool {
    precondition(occurrence.isLasting || setup.awaitsEvents, "no event is counted")
    let awaited = occurrence.isLasting ? nil : context.awaited
    awaited?.begin(occurrence)
    defer { awaited?.begin(nil) }
    let occurs = { awaited?.hasHappened == true || occurrence.holds(self.number) }
    guard !loop.advance(until: occurs, atMost: time) else { return true }
    let last = occurrence.conditions.first.map { number(of: $0.counted) } ?? -1
    context.emit(.session(.neverHeld(last)))
    return false
  }

  /// Emits the numbers of watched quantities that have changed since they were emitted last.
  private func emitNumbers() {
    for index in setup.watched.indices {
      let number = number(of: setup.watched[index])
      guard number != emittedNumbers[index] else { continue }
      emittedNumbers[index] = number
      context.emit(.session(.counted(setup.watched[index], number)))
    }
  }

  /// The current value of a quantity.
  private func number(of counted: MapCondition.Counted) -> Int64 {
    let layer = counted.layer
    func counts(_ other: Int) -> Bool { layer == nil || layer == other }
    switch counted.quantity {
    case .clusters: return count { $0.record.isSome && counts($0.layer.index) }
    case .annotations: return count { counts($0.layer.index) }
    case .views: return Int64(views.pools.liveCount)
    case .batches: return downloads.pendingCount(of: layer)
    case .callouts: return callouts.open == nil ? 0 : 1
    case .calloutsInside: return callouts.isInside == true ? 1 : 0
    case .calloutsOutside: return callouts.isInside == false ? 1 : 0
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

  /// Lets time pass until a region change has ended.
  private func advance(untilOver number: Int32?) {
    guard let number else { return }
    loop.advance { region.change?.number == number }
  }
}

extension MapSimulation: RunLoopDelegate {
  func run(_ event: ScheduledEvent) {
    dropStale()
    switch event {
    case .batch(let layer, let batch, let download): downloads.bring(batch, to: layer, of: download)
    case .loss(let loss): downloads.lose(loss)
    case .load(let index, let call): loads.ask(index, call: call)
    case .glide(let number): glides.advance(number)
    case .location(let walk): locations.report(walk)
    case .insertion(let layer, let batch, let method):
      points.insert(batch: batch, into: layer, by: method)
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
  func showFrame() {
    let isSeen = loop.isNextFrameSeen
    region.advanceAnimation()
    drag.advance()
    if region.hasMoved {
      overlays.requestRenderers()
      overlays.chargeDrawing()
    }
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
    views.didShowFrame()
    callouts.emitPin()
    loop.emitFrame(isSeen: isSeen)
    tellOfRendering()
    // They may move the map, which the next frame shows.
    callouts.openPending()
  }
}

extension MapSimulation {
  /// Lets the app hear of the first frame that shows all; an app that does nothing then has no such
  /// method.
  private func tellOfRendering() {
    let isHeard = loads.waitForRendering || setup.app.work[.mapRendered] > .zero
    guard isRenderingNew, isHeard, region.change == nil, !views.needsUpdate else { return }
    isRenderingNew = false
    if proxy.call(.mapRendered) { loads.appHears(.mapRendered) }
  }
}

extension MapSimulation: RegionDelegate, AnnotationViewDelegate, CalloutDelegate {
  func regionWillChange() { clusters.regionWillChange() }

  func visibleRegionDidChange() {
    views.setNeedsUpdate()
    if setup.options.clusteringTimes == .eachFrame { views.setNeedsGrouping() }
    if setup.options.collisionTimes == .eachFrame { views.setNeedsCollisions() }
    layout.requestViewsAtOnce()
    if proxy.hasTarget { loads.appHears(.visibleRegionDidChange) }
  }

  func appHearsOfRegion() { loads.appHears(.regionDidChange) }
  func fingersDidMoveMap(_ gesture: Gesture) { tracking.fingersDidMoveMap(gesture) }

  func mapIsTaken() { drag.stopMapAtEdge() }
  func calloutMovesMap() { tracking.calloutMovesMap() }

  func regionChangeWasInterrupted(callout: Int32) {
    if callouts.open?.number == callout { callouts.interrupt() }
  }

  func regionDidChange(callout: Int32?) {
    isRenderingNew = true
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
  func calloutDidSettle() { liveScene.emitSnapshot(.callout) }
}

extension MapSimulation {
  /// Begins a download, whose batches arrive from now on; returns its number.
  ///
  /// A batch without points reaches the app too. The beginning and the end of a download are
  /// emitted only if the app waits for it.
  ///
  /// - Complexity: O(n log m) for n batches and m pending batches.
  @discardableResult
  public func beginDownload(_ batches: [PlannedBatch], isTold: Bool = false) -> Int32 {
    loop.waitForMainThread()
    return downloads.begin(batches, for: isTold ? .namedStep : .step)
  }

  /// Cancels downloads by their numbers.
  ///
  /// Batches that have not arrived never do.
  ///
  /// Batches that have arrived reach the app, even if they wait for the main thread. Finished
  /// downloads are not affected; if all are finished, that is emitted.
  public func cancelDownloads(_ numbers: [Int32]) {
    loop.waitForMainThread()
    downloads.cancel(numbers)
    dropStale()
  }

  /// Adds points to a layer at once.
  ///
  /// Points that the layer has are skipped.
  ///
  /// A clustered layer, whose work takes simulated background time, always calls the
  /// completion handler of the app.
  ///
  /// - Complexity: O(points).
  public func add(_ points: [PointID], to layer: Int) {
    loop.waitForMainThread()
    if !self.points.insert(points, into: layer) { context.noteIdle(.pointsPresent) }
  }

  /// Removes points from a layer at once.
  ///
  /// Points that the layer does not have are skipped.
  ///
  /// A clustered layer always calls the completion handler of the app.
  ///
  /// - Complexity: O(points and live views).
  public func remove(_ points: [PointID], from layer: Int) {
    loop.waitForMainThread()
    if !self.points.delete(points, from: layer) { context.noteIdle(.pointsAbsent) }
  }

  /// Removes all points from a layer at once, as ``remove(_:from:)`` does.
  public func removeAll(from layer: Int) {
    loop.waitForMainThread()
    remove(data.members(of: layer), from: layer)
  }

  /// Waits for the main thread, as each call does, so that the app sees the map of its call.
  public func waitForMainThread() { loop.waitForMainThread() }

  /// Whether a layer has a point, or another point with its id that represents it.
  public func has(_ point: PointID, in layer: Int) -> Bool {
    data.isMember(data.standIn(for: point, in: layer), of: layer)
  }

  /// Moves points of a layer to other coordinates, one for each, at once or in a glide.
  ///
  /// Points that the layer does not have are skipped. The glide of a point ends when it is moved,
  /// removed or replaced, or when a finger drags it.
  ///
  /// On a plain layer a view follows at once, which costs its layout. The layer keeps the
  /// coordinate of a point that is removed and added again. The index of a clustered layer is
  /// updated only with the fix. In an animation its clusters move at once.
  ///
  /// - Complexity: O(points).
  public func move(
    _ points: [PointID], in layer: Int, to coordinates: [Coordinate],
    over time: SimulatedTime = .zero, how: MoveMethod = .announced
  ) {
    precondition(points.count == coordinates.count, "\(points.count) points, not as many places")
    loop.waitForMainThread()
    data.endGlides(of: points, in: layer)
    switch how {
    case .announced where time > .zero:
      glides.begin(points, in: layer, to: coordinates, over: time)
    case .announced: self.points.move(points, in: layer, to: coordinates)
    case .animation: glides.animate(points, in: layer, to: coordinates, over: time)
    case .unannounced: self.points.moveUnannounced(points, in: layer, to: coordinates)
    }
  }

  /// Gives points of a layer another title, or takes their titles away.
  ///
  /// Points that the layer does not have are skipped. On a plain layer a view shows the title at
  /// once, which costs its layout; a point that is removed and added again keeps it. The titles of
  /// a clustered layer's clusters are its delegate's.
  public func retitle(_ points: [PointID], in layer: Int, isTitled: Bool) {
    loop.waitForMainThread()
    self.points.retitle(points, in: layer, isTitled: isTitled)
  }

  /// The coordinate of a point of a layer, also of a point that is not on the map.
  public func coordinate(of point: PointID, in layer: Int) -> Coordinate {
    data.coordinate(of: point, in: layer)
  }

  /// Replaces all points of a layer.
  ///
  /// `.all` removes the present points and adds the new ones. `.changed` first compares them,
  /// which takes main-thread time for every annotation old and new. Points with equal ids are
  /// the same point, which moves to the new place. An app that takes the present annotations
  /// from the map finds those of all layers and all clusters, but no members of clusters.
  ///
  /// - Complexity: O(points of all data sets).
  public func replacePoints(
    of layer: Int, with points: [PointID], how: ReplaceMethod,
    knownFrom source: ReplaceSource = .ownList
  ) {
    precondition(setup.layers.indices.contains(layer), "there is no layer \(layer)")
    loop.waitForMainThread()
    self.points.replace(of: layer, with: points, how: how, knownFrom: source)
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
    loop.waitForMainThread()
    locations.show(at: coordinate)
    dropStale()
  }

  /// Reports places of the user at times from now on; another walk or location ends that.
  ///
  /// - Precondition: The setup says that the session shows the user's location.
  public func walkUser(_ reports: [(after: SimulatedTime, place: Coordinate)]) {
    precondition(setup.showsUserLocation, "the map does not show the user's location")
    loop.waitForMainThread()
    locations.begin(reports)
    dropStale()
  }

  /// Where the map shows the user; nil where it does not.
  public var userLocation: Coordinate? { data.userLocation.map { annotations[$0].coordinate } }

  /// Reports the user's heading, in degrees clockwise from north.
  public func turnUser(toDegrees degrees: Double) {
    loop.waitForMainThread()
    tracking.userDidTurn(toDegrees: degrees)
  }

  /// Lets the app change the tracking mode.
  public func trackUser(_ mode: UserTrackingMode) {
    loop.waitForMainThread()
    tracking.set(mode)
  }

  /// Resizes the map view, in points, as when the phone is turned.
  ///
  /// Motion of the map is interrupted.
  public func resize(to size: ScreenSize) {
    loop.waitForMainThread()
    region.resize(to: size)
  }

  /// Changes the views of a layer, including those of its clusters and default views, or only
  /// the views of some of its points.
  ///
  /// Enabled state, draggability, priorities, the clustering identifier and the size change at
  /// once. Views on the map take new offsets at their next layout.
  ///
  /// The app remembers by their ids what it changed for single points, also for points that are not
  /// on the map, and gives the views that it makes for them later the same settings. A view from a
  /// pool that was made for another size keeps it, unless the app sets sizes each time.
  ///
  /// - Parameters:
  ///   - change: The new settings; a size is that of an image and of single points.
  ///   - layer: The layer.
  ///   - points: The points whose views change; nil for all views of the layer.
  public func change(_ change: ViewChange, of layer: Int, points: [PointID]? = nil) {
    precondition(setup.layers.indices.contains(layer), "there is no layer \(layer)")
    precondition(
      (0...CollisionResolver.Shape.required).contains(change.displayPriority ?? 0),
      "a display priority of \(change.displayPriority ?? 0)")
    precondition(
      change.size == nil || (points != nil && setup.layers[layer].view.kind == .image),
      "another size for views without an image, or for all of them")
    loop.waitForMainThread()
    views.change(change, of: layer, points: points)
  }

  /// Simulates a memory warning: the views in reuse pools are released, those on the map
  /// stay.
  public func receiveMemoryWarning() {
    loop.waitForMainThread()
    views.emptyPools()
  }

  /// Adds an overlay to the map, by its index in the setup.
  ///
  /// An overlay on the map stays.
  public func addOverlay(_ overlay: Int, at placement: OverlayPlacement) {
    loop.waitForMainThread()
    overlays.add(overlay, at: placement)
  }

  /// Removes an overlay from the map.
  public func removeOverlay(_ overlay: Int) {
    loop.waitForMainThread()
    overlays.remove(overlay)
  }

  /// Exchanges the places of two overlays on the map, and their levels if those differ.
  public func exchangeOverlays(_ first: Int, _ second: Int) {
    loop.waitForMainThread()
    overlays.exchange(first, second)
  }

  /// Lets the app set another delegate of the map, or none.
  ///
  /// Views and renderers stay unchanged.
  ///
  /// - Precondition: The setup says that the map may lose its delegate when it is to do so.
  public func setDelegate(_ target: DelegateTarget) {
    loop.waitForMainThread()
    proxy.set(target)
  }
}

extension MapSimulation {
  /// Requests that the map shows a region.
  ///
  /// An animation runs during later steps, for a time or as long as the options say.
  public func setRegion(
    _ region: CoordinateRegion, animated: Bool, over time: SimulatedTime? = nil
  ) {
    loop.waitForMainThread()
    self.region.change(animated: animated, over: time) { $0.showing(region) }
  }

  /// Requests that the map moves its center.
  ///
  /// An animation runs during later steps, for a time or as long as the options say.
  public func setCenter(
    _ coordinate: Coordinate, animated: Bool, over time: SimulatedTime? = nil
  ) {
    loop.waitForMainThread()
    region.change(animated: animated, over: time) { $0.centered(at: coordinate) }
  }

  /// Requests that the map shows all annotations of some layers, as large as a padding in
  /// points allows; without an annotation nothing happens.
  ///
  /// Annotations at a single place are shown with the span of the options. If the options say so,
  /// the edges have room for whole views too, in each direction in which that takes at most half
  /// of the view.
  ///
  /// - Precondition: The padding leaves a part of the view.
  /// - Complexity: O(n log n) in the annotations of the layers.
  public func showAnnotations(
    of layers: [Int], padding: EdgeInsets, animated: Bool, over time: SimulatedTime? = nil
  ) {
    loop.waitForMainThread()
    guard var rect = data.boundingRect(of: layers) else { return context.noteIdle(.nothingToShow) }
    var padding = padding
    if rect.width == 0, rect.height == 0 {
      let latitude = Projection.coordinate(for: rect.origin).latitude
      let side = Projection.mapPoints(
        ofMeters: setup.options.singleAnnotationSpanMeters, atLatitude: latitude)
      rect = rect.insetBy(dx: -side / 2, dy: -side / 2)
    } else if setup.options.shownAnnotations == .wholeViews {
      padding = padding.adding(settings.reach(of: layers), in: region.viewport.size)
    }
    let isMoving = region.animation != nil
    let isChanged = region.change(animated: animated, over: time) {
      $0.showing(rect, padding: padding)
    }
    if !isChanged, !isMoving { context.noteIdle(.regionKept) }
  }
}

extension EdgeInsets {
  /// The insets with others, in each direction in which these take at most half of the room.
  fileprivate func adding(_ other: EdgeInsets, in view: ScreenSize) -> EdgeInsets {
    var sum = self
    if other.left + other.right <= (view.width - left - right) / 2 {
      (sum.left, sum.right) = (left + other.left, right + other.right)
    }
    if other.top + other.bottom <= (view.height - top - bottom) / 2 {
      (sum.top, sum.bottom) = (top + other.top, bottom + other.bottom)
    }
    return sum
  }
}

/// Fingers on the map.
///
/// Each gesture waits for its effects, unless a later step has to catch the map.
extension MapSimulation {
  /// Drags the map so that the content moves by an offset, with a timing curve.
  ///
  /// Deceleration and the return from beyond an edge belong to the same region change. A
  /// session that does not wait for the map to rest can catch it.
  ///
  /// The finger touches a place of the map if one is given, once the main thread takes the touch.
  /// Whatever lies there, the pan takes the touch: neither an annotation nor a callout is tapped. A
  /// place that no finger reaches is missed, and the map does not move.
  public func pan(
    by offset: ScreenOffset, from place: TouchPlace? = nil, over time: SimulatedTime,
    curve: MapOptions.TimingCurve = .linear, release: GestureRelease = .resting,
    waitsForRest: Bool = true
  ) {
    let start = loop.waitForMainThread()
    let way = FingerWay(offset)
    if let place {
      guard let first = touch.begin(at: place) else { return }
      if slides(way, from: first, over: time, curve) { return }
    }
    pan(way, since: start, over: time, curve, release, waitsForRest: waitsForRest)
  }

  /// Drags the map with a finger that touches a place and goes through points of the view, in
  /// straight lines and with a timing curve for the whole way.
  ///
  /// A place that no finger reaches is missed, and the map does not move.
  public func pan(
    along points: [ScreenPoint], from place: TouchPlace, over time: SimulatedTime,
    curve: MapOptions.TimingCurve = .linear, release: GestureRelease = .resting,
    waitsForRest: Bool = true
  ) {
    let start = loop.waitForMainThread()
    guard let first = touch.begin(at: place) else { return }
    let way = FingerWay(from: first, through: points)
    if slides(way, from: first, over: time, curve) { return }
    pan(way, since: start, over: time, curve, release, waitsForRest: waitsForRest)
  }

  /// Slides a finger from view to view, if the options say so and it begins on one.
  ///
  /// It selects each view that it comes to, and the map stays. Returns whether it does so.
  private func slides(
    _ way: FingerWay, from first: ScreenPoint, over time: SimulatedTime,
    _ curve: MapOptions.TimingCurve
  ) -> Bool {
    guard setup.options.slidingFinger == .selects, var last = touch.slide(at: first, from: nil)
    else { return false }
    let (start, curve) = (context.now, AnimationCurve(curve))
    while context.now < start + time {
      let frame = setup.costs.time(ofFrame: setup.costs.frame(after: context.now))
      advance(by: min(frame, start + time) - context.now)
      loop.waitForMainThread()
      let part = Double((context.now - start).nanoseconds) / Double(time.nanoseconds)
      let moved = way.offset(after: curve.progress(at: min(1, part)))
      let point = ScreenPoint(x: first.x + moved.dx, y: first.y + moved.dy)
      last = touch.slide(at: point, from: last) ?? last
    }
    return true
  }

  private func pan(
    _ way: FingerWay, since start: SimulatedTime, over time: SimulatedTime,
    _ curve: MapOptions.TimingCurve, _ release: GestureRelease, waitsForRest: Bool
  ) {
    guard follows(.scroll, for: time) else { return }
    let change = region.pan(way, over: time, curve: curve, release: release)
    finish(.pan, from: start, over: time, until: waitsForRest ? change : nil)
  }

  /// Releases the content at a speed, in points a second, with a finger that touches a place of the
  /// map if one is given.
  ///
  /// A place that no finger reaches is missed, and the map does not move.
  public func fling(
    pointsPerSecond velocity: ScreenOffset, from place: TouchPlace? = nil,
    waitsForRest: Bool = true
  ) {
    loop.waitForMainThread()
    if let place, touch.begin(at: place) == nil { return }
    guard follows(.scroll) else { return }
    let (duration, change) = region.fling(pointsPerSecond: velocity)
    guard let change else { return advance(by: waitsForRest ? duration : .zero) }
    if waitsForRest { advance(untilOver: change) }
  }

  /// Changes the scale about a point, by default the middle of the view without its bars.
  public func pinch(
    byLevels levels: Double, about point: ScreenPoint?, over time: SimulatedTime,
    release: GestureRelease = .resting
  ) {
    let start = loop.waitForMainThread()
    guard follows(.zoom, for: time) else { return }
    let change = region.pinch(byLevels: levels, about: point, over: time, release: release)
    finish(.pinch, from: start, over: time, until: change)
  }

  /// Turns the map clockwise about a point, by default the middle of the view without its bars.
  public func rotate(
    byDegrees degrees: Double, about point: ScreenPoint?, over time: SimulatedTime,
    release: GestureRelease = .resting
  ) {
    let start = loop.waitForMainThread()
    guard follows(.rotate, for: time) else { return }
    let change = region.rotate(byDegrees: degrees, about: point, over: time, release: release)
    finish(.rotation, from: start, over: time, until: change)
  }

  /// Double-taps: the map zooms in by a factor of two around the tapped place.
  public func doubleTap(at point: ScreenPoint) {
    loop.waitForMainThread()
    guard follows(.zoom) else { return }
    advance(untilOver: region.doubleTap(at: point))
  }

  /// Taps with two fingers: the map zooms out by a factor of two around the middle of the
  /// view.
  public func tapWithTwoFingers() {
    loop.waitForMainThread()
    guard follows(.zoom) else { return }
    advance(untilOver: region.tapWithTwoFingers())
  }

  /// Whether the map follows a gesture, which takes a time.
  ///
  /// Where it does not, fingers stop a map that moves, and have no other effect.
  private func follows(_ gesture: EnabledGestures, for time: SimulatedTime = .zero) -> Bool {
    guard !setup.gestures.contains(gesture) else { return true }
    region.fingerTaps()
    advance(by: time)
    context.noteIdle(.gestureDisabled)
    return false
  }

  /// Lets the time of a gesture pass, even where the map cannot follow, and lifts the
  /// fingers.
  private func finish(
    _ gesture: Gesture, from start: SimulatedTime, over time: SimulatedTime, until change: Int32?
  ) {
    // An event, so that in the last frame the fingers are lifted before the map moves.
    scheduler.schedule(.lift(gesture), at: start + time)
    region.mainThreadWorked(until: context.mainThread.freeAt)
    advance(by: time)
    advance(untilOver: change)
  }

  /// Presses an annotation, which selects it, drags it by an offset on the screen, evenly,
  /// releases it and waits until its view has come down.
  ///
  /// The target is an annotation of a plain layer whose view is draggable and enabled, and
  /// the finger begins within reach. If the finger rests for less than the options require,
  /// or the view goes or hides meanwhile, the map pans instead. By default the finger rests
  /// as long as required.
  public func drag(
    _ target: TapTarget, by offset: ScreenOffset, over time: SimulatedTime, end: DragEnd,
    press: SimulatedTime? = nil
  ) {
    precondition(press ?? .zero >= .zero, "a finger cannot rest for \(press ?? .zero)")
    var start = loop.waitForMainThread()
    let leastPress = setup.options.dragPress
    let press = press ?? leastPress
    press > .zero ? region.fingerTaps() : region.fingersTouch()
    guard let slot = targets.reachedSlot(of: target)?.slot else { return targets.miss(target) }
    let serial = annotations[slot].serial
    if press > .zero {
      advance(by: press)
      start = loop.waitForMainThread()
    }
    guard press >= leastPress, annotations.holds(serial, at: slot),
      annotations[slot].view.isSome, !views.isHidden(slot), targets.fingerPoint(on: slot) != nil
    else {
      guard follows(.scroll, for: time) else { return }
      let change = region.pan(
        FingerWay(offset), over: time, curve: .linear, release: .resting)
      return finish(.pan, from: start, over: time, until: change)
    }
    drag.begin(slot, by: offset, over: time, end: end)
    finish(.drag, from: start, over: time, until: nil)
    loop.advance { drag.dragged != nil }
  }
}

extension MapSimulation {
  /// Taps the annotation of a point, or its cluster; returns whether it has a view.
  @discardableResult
  public func tap(point: PointID, layer: Int) -> Bool {
    tap(.point(point, layer: layer))
  }

  /// Taps an annotation's view, regardless of views in front of it; returns whether it is
  /// within reach.
  @discardableResult
  public func tap(_ target: TapTarget) -> Bool {
    waitForSecondTap()
    return touch.tap(target)
  }

  /// Taps a point of the map view.
  ///
  /// From front to back, a control in the open callout, the callout, or an annotation view
  /// takes it; the empty map deselects.
  ///
  /// Taps outside the view or under a bar have no effect. A callout outside its annotation
  /// view cannot be tapped unless the view arranges for that.
  public func tap(at point: ScreenPoint) {
    waitForSecondTap()
    touch.tap(at: point)
  }

  /// Long-presses a point of the map view, until the app's gesture recognizer drops a pin: it
  /// adds a point to a layer, at the coordinate then under the finger.
  ///
  /// Objects under the finger do not matter. Nothing is dropped beyond the poles, where the
  /// map shows no world.
  ///
  /// An app that does so in each state of its recognizer drops several pins.
  public func longPress(
    at point: ScreenPoint, for time: SimulatedTime, dropping pins: [PointID], into layer: Int
  ) {
    precondition(time >= .zero, "a finger cannot rest for \(time)")
    loop.waitForMainThread()
    region.fingerTaps()
    guard touch.reaches(point) else { return }
    advance(by: time)
    loop.waitForMainThread()
    context.touch(.longPressed(point))
    if !drop(pins, at: point, into: layer) { targets.miss(.outsideWorld) }
  }

  /// Lets the app's own tap recognizer look at the last tap; returns whether it drops a pin there.
  ///
  /// - Precondition: The app has such a recognizer.
  public func recognizeTap(dropping pin: PointID) -> Bool {
    guard let recognizer = setup.app.tapRecognizer else { preconditionFailure("no recognizer") }
    guard let tap = touch.takeTap(), recognizer.firesOnAnnotations || !tap.isOnAnnotation else {
      return false
    }
    return drop([pin], at: tap.point, into: recognizer.layer)
  }

  /// Drops pins at a point of the view; returns whether the map shows the world there.
  private func drop(_ pins: [PointID], at point: ScreenPoint, into layer: Int) -> Bool {
    let place = viewport.mapPoint(at: point)
    guard (0...MapSize.worldSide).contains(place.y) else { return false }
    for pin in pins {
      data.setCoordinate(Projection.coordinate(for: place), of: pin, in: layer)
      points.insert([pin], into: layer)
    }
    return true
  }

  /// Taps the middle of an accessory view of the open callout.
  public func tapAccessory(_ side: CalloutSide) {
    loop.waitForMainThread()
    touch.tapAccessory(side)
  }

  /// Lets the app select an annotation, as `selectAnnotation` does, if it has a view.
  ///
  /// A point that a cluster represents has none; the options decide whether the cluster is
  /// selected.
  public func selectAnnotation(_ target: TapTarget) {
    loop.waitForMainThread()
    region.fingersTouch()
    if let slot = targets.slot(of: target), !missesMember(target, in: slot), selectsNew(slot) {
      layout.requestView(of: slot)
    }
    guard let slot = targets.shownSlot(of: target) else { return targets.miss(target) }
    if missesMember(target, in: slot) { return targets.missMember(in: slot) }
    selection.touch(slot)
  }

  /// Whether a point is in a cluster, which the options do not let the app select instead.
  private func missesMember(_ target: TapTarget, in slot: AnnotationSlot) -> Bool {
    guard case .point = target else { return false }
    return annotations[slot].count > 1 && setup.options.selectionOfMembers == .nothing
  }

  /// Whether an annotation that the app selects is in sight, and its view is requested for that.
  private func selectsNew(_ slot: AnnotationSlot) -> Bool {
    let annotation = annotations[slot]
    return setup.options.selectionOfNew == .requestsView && annotation.view.isNone
      && annotation.group.isNone
      && viewport.bounds.holds(viewport.screenPoint(for: annotation.mapPoint))
  }

  /// Taps an empty place of the map, which deselects.
  public func tapEmptyMap() {
    loop.waitForMainThread()
    let isMoving = region.animation != nil
    waitForSecondTap()
    region.fingerTaps()
    // A finger that stops the map has an effect, too.
    if selection.selected == nil, !isMoving || region.animation != nil {
      context.noteIdle(.nothingSelected)
    }
    selection.deselect()
  }

  /// Delivers a tap to the main thread.
  ///
  /// It counts once no second tap can follow.
  private func waitForSecondTap() {
    loop.waitForMainThread()
    guard setup.options.tapDelay > .zero else { return }
    region.fingerTaps()
    advance(by: setup.options.tapDelay)
    loop.waitForMainThread()
  }

  /// Lets the app deselect the selected annotation.
  public func deselectAnnotation() {
    loop.waitForMainThread()
    if selection.selected == nil { context.noteIdle(.nothingSelected) }
    selection.deselect()
  }
}

/// An app's requests to the cluster controller of a layer.
extension MapSimulation {
  /// Pauses the updates of a clustered layer, or resumes them.
  ///
  /// While they are paused, neither region changes nor data request an update, but the index
  /// changes. After resuming, one update catches up if any was requested; during a region
  /// change, the end of the change requests it. A controller that cannot pause emits that; a
  /// plain layer ignores it.
  public func setClusteringPaused(of layer: Int, _ isPaused: Bool) {
    loop.waitForMainThread()
    clusters.layers[layer]?.setPaused(isPaused)
  }

  /// Lets a clustered layer update now, even while its updates are paused; a plain layer
  /// ignores it.
  public func updateClusters(of layer: Int) {
    loop.waitForMainThread()
    clusters.layers[layer]?.update()
  }

  /// Changes the clustering settings of a layer, for updates that are requested from now on.
  ///
  /// A plain layer ignores it.
  ///
  /// - Precondition: The setup says that the layer may draw its grid when it is to do so.
  public func changeClustering(of layer: Int, _ change: ClusteringChange) {
    precondition(
      change.drawsGrid != true || setup.griddedLayers.contains(layer),
      "layer \(layer) never draws its grid")
    guard change != ClusteringChange() else { return }
    loop.waitForMainThread()
    clusters.layers[layer]?.change(change)
  }

  /// Selects a point of a clustered layer and shows the given number of meters around it.
  ///
  /// The cluster that holds the point after the map has moved is selected, in the ways of
  /// CCHMapClusterController. A point that the layer does not have is missed.
  ///
  /// - Precondition: The layer is clustered.
  public func selectAndZoom(
    to point: PointID, layer: Int, latitudinalMeters: Double, longitudinalMeters: Double,
    animated: Bool
  ) {
    loop.waitForMainThread()
    clusters.select(
      point, layer: layer, meters: (latitudinalMeters, longitudinalMeters), animated: animated)
  }

  /// Shows all points of a cluster, with padding.
  ///
  /// Another annotation is shown at the closest zoom; without a target, only a miss is
  /// emitted.
  ///
  /// The shown rect is the smallest one around squares of a tenth of a map point at the
  /// cluster and at each of its points, in the world. With `wrapsWestward` it is the shortest
  /// rect around the points, without the cluster's place, which can be a mean on the other
  /// side of the earth.
  ///
  /// - Precondition: The padding leaves a part of the view.
  public func zoomToCluster(_ target: TapTarget, padding: EdgeInsets, animated: Bool) {
    loop.waitForMainThread()
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
