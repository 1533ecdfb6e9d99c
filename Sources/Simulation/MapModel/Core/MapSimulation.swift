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
  let points: LayerPoints
  let downloads: Downloads
  let liveScene: LiveScene
  let loop: RunLoop
  let targets: TargetResolver
  let touch: TouchController
  /// The timing of a recording of CCHMapClusterController; nil in simulated time.
  let recording: RecordedClusterStrategy?
  let legend: Legend

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
    points = LayerPoints(base, drag: drag, layout: layout, clusters: clusters)
    downloads = Downloads(base, points: points)
    liveScene = LiveScene(
      base, callouts: callouts, selection: selection, overlays: overlays, clusters: clusters)
    loop = RunLoop(base, callouts: callouts, drag: drag, clusters: clusters)
    targets = TargetResolver(base, clusters: clusters)
    touch = TouchController(base, callouts: callouts, selection: selection, targets: targets)
    legend = Legend(
      viewSize: setup.viewport.size, viewMarginFraction: setup.viewMarginFraction,
      framePeriod: setup.costs.framePeriod, camera: region.camera, layers: setup.layers.map(\.name),
      marks: setup.marks, identifiers: settings.identifiers.names,
      overlays: setup.overlays.map(\.name) + setup.gridNames, snapshots: setup.snapshots)
    region.delegate = self
    views.delegate = self
    callouts.delegate = self
    loop.delegate = self
  }

  private var setup: SimulationSetup { context.setup }
  /// The simulated instant.
  public var now: SimulatedTime { context.now }
  /// The current viewport.
  public var viewport: Viewport { region.viewport }
  /// The map as it can be seen now.
  public var scene: any MapScene { liveScene }
}

extension MapSimulation {
  /// Begins the session, once all that the first layout gives rise to is over.
  public func begin() {
    context.emit(.session(.began(legend)))
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
    liveScene.emitSnapshot(.mark)
  }

  /// Takes a snapshot, by its index in the setup.
  public func snapshot(_ index: Int) {
    precondition(setup.snapshots.indices.contains(index), "snapshot \(index) has no name")
    context.emit(.session(.snapshot(Int32(index))))
    liveScene.emitSnapshot(.snapshot)
  }

  /// Emits that the expectations of the running step are due.
  public func expectationsDue() { context.emit(.session(.expectationsDue)) }

  /// Whether nothing moves, arrives, computes, fades or waits to be shown.
  public var isSettled: Bool { loop.isSettled }

  /// The longest time until a map counts as one that never settles.
  public static let settleLimit = SimulatedTime(milliseconds: 3_600_000)

  /// Lets simulated time pass.
  public func advance(by time: SimulatedTime) { loop.advance(by: time) }

  /// Lets time pass until the map has settled, for an hour at most; returns whether it did.
  ///
  /// The main thread is free then.
  @discardableResult
  public func advanceUntilSettled() -> Bool {
    let limit = now + MapSimulation.settleLimit
    guard !loop.settle(by: limit) else { return true }
    loop.advance(by: limit - now)
    context.emit(.session(.neverSettled))
    return false
  }

  /// Lets time pass until a condition holds, so long at most; returns whether it did.
  ///
  /// The condition is looked at now and after each instant.
  @discardableResult
  public func advance(until condition: MapCondition, atMost time: SimulatedTime) -> Bool {
    let holds = { condition.bounds.contains(self.number(of: condition)) }
    guard !loop.advance(until: holds, atMost: time) else { return true }
    context.emit(.session(.neverHeld(number(of: condition))))
    return false
  }

  /// How many there are now of what a condition counts.
  private func number(of condition: MapCondition) -> Int64 {
    let layer = condition.layer
    func counts(_ other: Int) -> Bool { layer == nil || layer == other }
    switch condition.quantity {
    case .clusters: return count { $0.record.isSome && counts($0.layer.index) }
    case .annotations: return count { counts($0.layer.index) }
    case .views: return Int64(views.pools.liveCount)
    case .batches: return downloads.pendingCount(of: layer)
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

  /// Lets time pass until a region change has ended.
  private func advance(untilOver number: Int32?) {
    guard let number else { return }
    loop.advance { region.change?.number == number }
  }
}

extension MapSimulation: RunLoopDelegate {
  func run(_ event: ScheduledEvent) {
    downloads.dropCancelled()
    switch event {
    case .batch(let layer, let batch, let download): downloads.bring(batch, to: layer, of: download)
    case .loss(let loss): downloads.lose(loss)
    case .insertion(let layer, let batch): points.insert(batch: batch, into: layer)
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
    loop.emitFrame(isSeen: isSeen)
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
  func calloutDidSettle() { liveScene.emitSnapshot(.callout) }
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
    loop.waitForMainThread()
    return downloads.begin(batches, isTold: isTold)
  }

  /// Cancels downloads by their numbers: what has not arrived never does.
  ///
  /// What has arrived is given to the app, even where it waits for the main thread. Downloads that
  /// are over stay as they are; if all are, that is emitted.
  public func cancelDownloads(_ numbers: [Int32]) {
    loop.waitForMainThread()
    downloads.cancel(numbers)
  }

  /// Gives points to a layer at once; those it has are skipped.
  ///
  /// A clustered layer, whose work takes simulated background time, calls the completion handler of
  /// the app in any case.
  ///
  /// - Complexity: O(points).
  public func add(_ points: [PointID], to layer: Int) {
    loop.waitForMainThread()
    if !self.points.insert(points, into: layer) { context.noteIdle(.pointsPresent) }
  }

  /// Takes points from a layer at once; those it does not have are skipped.
  ///
  /// A clustered layer calls the completion handler of the app in any case.
  ///
  /// - Complexity: O(points and live views).
  public func remove(_ points: [PointID], from layer: Int) {
    loop.waitForMainThread()
    if !self.points.delete(points, from: layer) { context.noteIdle(.pointsAbsent) }
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
    loop.waitForMainThread()
    self.points.move(points, in: layer, to: coordinates)
  }

  /// Where a point of a layer is, or would be.
  public func coordinate(of point: PointID, in layer: Int) -> Coordinate {
    data.coordinate(of: point, in: layer)
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
    points.moveUserLocation(to: coordinate)
    if coordinate != nil { tracking.follow() }
  }

  /// Reports where the user looks, clockwise from north.
  public func turnUser(toDegrees degrees: Double) {
    loop.waitForMainThread()
    tracking.userDidTurn(toDegrees: degrees)
  }

  /// Lets the app change how the map follows the user.
  public func trackUser(_ mode: UserTrackingMode) {
    loop.waitForMainThread()
    tracking.set(mode)
  }

  /// Gives the map view another size, in points, as when the phone is turned; what moves the map
  /// then is interrupted.
  public func resize(to size: ScreenSize) {
    loop.waitForMainThread()
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
    loop.waitForMainThread()
    views.change(change, of: layer)
  }

  /// Lets memory be short: the views that wait in reuse pools go, those on the map stay.
  public func receiveMemoryWarning() {
    loop.waitForMainThread()
    views.emptyPools()
  }

  /// Puts an overlay on the map, by its index in the setup; one that is there stays.
  public func addOverlay(_ overlay: Int, at placement: OverlayPlacement) {
    loop.waitForMainThread()
    overlays.add(overlay, at: placement)
  }

  /// Takes an overlay from the map.
  public func removeOverlay(_ overlay: Int) {
    loop.waitForMainThread()
    overlays.remove(overlay)
  }

  /// Exchanges the places of two overlays on the map, and their levels if those differ.
  public func exchangeOverlays(_ first: Int, _ second: Int) {
    loop.waitForMainThread()
    overlays.exchange(first, second)
  }

  /// Lets the app give the map another delegate, or none; views and renderers stay as they are.
  ///
  /// - Precondition: The setup says that the map may lose its delegate when it is to do so.
  public func setDelegate(_ target: DelegateTarget) {
    loop.waitForMainThread()
    proxy.set(target)
  }
}

extension MapSimulation {
  /// Requests that the map shows a region; an animation runs while later steps do.
  public func setRegion(_ region: CoordinateRegion, animated: Bool) {
    loop.waitForMainThread()
    self.region.change(animated: animated) { $0.showing(region) }
  }

  /// Requests that the map moves its center; an animation runs while later steps do.
  public func setCenter(_ coordinate: Coordinate, animated: Bool) {
    loop.waitForMainThread()
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
    loop.waitForMainThread()
    guard var rect = data.boundingRect(of: layers) else { return context.noteIdle(.nothingToShow) }
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
    if !isChanged, !isMoving { context.noteIdle(.regionKept) }
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
    let start = loop.waitForMainThread()
    let change = region.pan(by: offset, over: time, curve: curve, release: release)
    finish(.pan, from: start, over: time, until: waitsForRest ? change : nil)
  }

  /// Releases the content at a speed, in points a second.
  public func fling(pointsPerSecond velocity: ScreenOffset, waitsForRest: Bool = true) {
    loop.waitForMainThread()
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
    let change = region.pinch(byLevels: levels, about: point, over: time, release: release)
    finish(.pinch, from: start, over: time, until: change)
  }

  /// Turns the map clockwise about a point, by default the middle of the view without its bars.
  public func rotate(
    byDegrees degrees: Double, about point: ScreenPoint?, over time: SimulatedTime,
    release: GestureRelease = .resting
  ) {
    let start = loop.waitForMainThread()
    let change = region.rotate(byDegrees: degrees, about: point, over: time, release: release)
    finish(.rotation, from: start, over: time, until: change)
  }

  /// Taps twice: the map comes twice as near, with what lies under the finger kept there.
  public func doubleTap(at point: ScreenPoint) {
    loop.waitForMainThread()
    advance(untilOver: region.doubleTap(at: point))
  }

  /// Taps with two fingers: the map goes twice as far away, the middle of the view stays.
  public func tapWithTwoFingers() {
    loop.waitForMainThread()
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
    var start = loop.waitForMainThread()
    let leastPress = setup.options.dragPress
    let press = press ?? leastPress
    press > .zero ? region.fingerTaps() : region.fingersTouch()
    guard let slot = targets.shownSlot(of: target), !views.isHidden(slot),
      targets.fingerPoint(on: slot) != nil
    else { return targets.miss(target) }
    let serial = annotations[slot].serial
    if press > .zero {
      advance(by: press)
      start = loop.waitForMainThread()
    }
    guard press >= leastPress, annotations.holds(serial, at: slot),
      annotations[slot].view.isSome, !views.isHidden(slot), targets.fingerPoint(on: slot) != nil
    else {
      let change = region.pan(by: offset, over: time, curve: .linear, release: .resting)
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
    loop.waitForMainThread()
    region.fingerTaps()
    guard touch.reaches(point) else { return }
    advance(by: time)
    loop.waitForMainThread()
    context.touch(.longPressed(point))
    let place = viewport.mapPoint(at: point)
    guard (0...MapSize.worldSide).contains(place.y) else { return targets.miss(.outsideWorld) }
    data.setCoordinate(Projection.coordinate(for: place), of: pin, in: layer)
    points.insert([pin], into: layer)
  }

  /// Taps the middle of an accessory view of the open callout.
  public func tapAccessory(_ side: CalloutSide) {
    loop.waitForMainThread()
    touch.tapAccessory(side)
  }

  /// Lets the app select an annotation, as `selectAnnotation` does, if it has a view.
  ///
  /// A point for which a cluster stands has none; the options decide whether it means the cluster.
  public func selectAnnotation(_ target: TapTarget) {
    loop.waitForMainThread()
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

  /// A tap reaches the main thread, and counts when no second one can come any more.
  private func waitForSecondTap() {
    loop.waitForMainThread()
    guard setup.options.tapDelay > .zero else { return }
    region.fingerTaps()
    advance(by: setup.options.tapDelay)
    loop.waitForMainThread()
  }

  /// Lets the app deselect what is selected.
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
  /// While they are paused, neither the region nor data bring an update, but the index changes. One
  /// update catches up, if anything requested one; during a region change its end does. A
  /// controller that cannot pause emits that; a plain layer ignores it.
  public func setClusteringPaused(of layer: Int, _ isPaused: Bool) {
    loop.waitForMainThread()
    clusters.layers[layer]?.setPaused(isPaused)
  }

  /// Lets a clustered layer update now, even while its updates are paused; a plain one ignores it.
  public func updateClusters(of layer: Int) {
    loop.waitForMainThread()
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
    loop.waitForMainThread()
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
    loop.waitForMainThread()
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
