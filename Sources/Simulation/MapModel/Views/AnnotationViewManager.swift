internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Receives added and removed views.
protocol AnnotationViewDelegate: AnyObject {
  /// Views were added to the map, in this order.
  func didAddViews(_ entries: [AnnotationViewManager.Entry])
  func calloutViewDidAppear(_ slot: AnnotationSlot, isReused: Bool)
  func calloutViewWillLeave(_ slot: AnnotationSlot)
}

/// The annotations that a finger or the app holds, whose views stay.
struct HeldAnnotations {
  var selected: AnnotationSlot?
  var dragged: AnnotationSlot?

  func contains(_ slot: AnnotationSlot) -> Bool { slot == selected || slot == dragged }
}

/// The views of annotations: they exist near the visible rect, and in pools otherwise.
///
/// Layers and roles with the same reuse identifier share a pool, so an app can get a view
/// that it made for another role.
final class AnnotationViewManager {
  /// An annotation that needs a view, in the order of addition.
  struct Entry: Comparable {
    var serial: AnnotationID
    var slot: AnnotationSlot

    static func < (left: Entry, right: Entry) -> Bool { left.serial < right.serial }
  }

  private let context: SimulationContext
  private let proxy: DelegateProxy
  private let region: RegionController
  private let annotations: AnnotationStore
  private let settings: ViewSettingsTable
  private let options: MapOptions
  private let costs: DeviceCosts
  unowned var delegate: (any AnnotationViewDelegate)?

  private(set) var pools: ReusePools
  private(set) var shown: [AnnotationSlot] = []
  /// The views that the app keeps for annotations that have none on the map.
  private var ownViews: [AnnotationID: ViewID] = [:]
  /// Whether the next frame must check which views leave and enter.
  private(set) var needsUpdate = false
  /// Whether it must check which views collisions hide.
  private(set) var needsCollisions = false
  /// Whether it must check which views join native clusters.
  private(set) var needsGrouping = false
  /// Whether views on the map have offsets other than those of their settings.
  private var areOffsetsStale = false
  private var resolver: CollisionResolver
  private var merges = ViewMerges()
  /// Whether the last frame showed views that moved into native clusters, or their arrival.
  private(set) var hasMergedInFrame = false
  /// The number of frames so far.
  private var frameCount: Int32 = 0

  // Kept, so that a frame allocates nothing.
  private var leaving: [AnnotationSlot] = []
  private var entering: [Entry] = []
  private var missing: [AnnotationSlot] = []

  init(
    _ context: SimulationContext, proxy: DelegateProxy, region: RegionController,
    annotations: AnnotationStore, settings: ViewSettingsTable
  ) {
    self.context = context
    self.proxy = proxy
    self.region = region
    self.annotations = annotations
    self.settings = settings
    options = context.setup.options
    costs = context.setup.costs
    resolver = CollisionResolver(
      titleSize: ScreenSize(
        width: options.markerTitleWidthPoints,
        height: AnnotationViewManager.markerTitleHeightPoints))
    pools = ReusePools(
      identifiers: settings.identifiers.names.count, order: context.setup.options.poolOrder)
  }

  // MARK: What the next frame must do

  func setNeedsUpdate() { needsUpdate = true }

  /// Schedules collisions for the next frame, if any view can be or is hidden by one.
  func setNeedsCollisions() {
    if settings.canCollide || pools.hiddenCount > 0 { needsCollisions = true }
  }

  /// Schedules native clustering for the next frame, if any view can be clustered.
  func setNeedsGrouping() {
    if settings.hasClustering { needsGrouping = true }
  }

  func didGroup() { needsGrouping = false }

  /// Whether views move into native clusters, or have arrived since the last frame.
  var isMerging: Bool { !merges.isEmpty }

  /// Ends a frame: counts it, and drops the views that have arrived in their clusters.
  func didShowFrame() {
    frameCount += 1
    hasMergedInFrame = isMerging
    guard isMerging else { return }
    merges.removeAll(at: context.now) { annotations[pools[$0].annotation].group.isNone }
  }

  // MARK: Leaving and entering

  func update(keeping held: HeldAnnotations) {
    let area = region.viewArea
    leaving.removeAll(keepingCapacity: true)
    annotations.sortOut(
      area, keeping: held.selected, and: held.dragged, from: &shown, into: &leaving)
    exchangeViews(in: area)
  }

  /// Exchanges the views of the members of new native clusters for those of the clusters.
  ///
  /// Kept views stay on the map; see ``merge(_:into:)``.
  func replace(_ members: [AnnotationSlot], in area: MapArea) {
    leaving.removeAll(keepingCapacity: true)
    guard options.clusteredViews == .enqueued else {
      for slot in members { show(annotations[slot].view) }
      return exchangeViews(in: area)
    }
    leaving.append(contentsOf: members)
    shown.removeAll { annotations[$0].group.isSome }
    exchangeViews(in: area)
  }

  /// Moves the view of a new member into its native cluster.
  ///
  /// The view must have been in sight and stay on the map.
  func merge(_ slot: AnnotationSlot, into place: MapPoint) {
    let view = annotations[slot].view
    guard options.clusteredViews == .kept, options.mergeDuration > .zero, !pools[view].isHidden,
      pools[view].frameCountBefore < frameCount
    else { return }
    merges.begin(
      view, from: annotations[slot].mapPoint, to: place, at: context.now,
      lasting: options.mergeDuration)
  }

  /// Redirects the view of a member whose native cluster has moved.
  func clusterDidMove(of slot: AnnotationSlot, to place: MapPoint) {
    if isMerging { merges.redirect(annotations[slot].view, to: place) }
  }

  /// Notes that the view of a former member comes into sight, unless it was still moving.
  func didLeaveCluster(_ slot: AnnotationSlot) {
    let view = annotations[slot].view
    guard view.isSome, merges.place(of: view, at: context.now) == nil else { return }
    pools[view].frameCountBefore = frameCount
  }

  private func exchangeViews(in area: MapArea) {
    if options.leavingViews == .first { returnViews() }
    missing.removeAll(keepingCapacity: true)
    annotations.findHidden(in: area, into: &missing)
    entering.removeAll(keepingCapacity: true)
    for slot in missing { entering.append(Entry(serial: annotations[slot].serial, slot: slot)) }
    entering.heapSort()
    for entry in entering { requestView(for: entry.slot) }
    if options.leavingViews == .last { returnViews() }
    if !entering.isEmpty { tellOfEntering() }
    needsUpdate = false
    assert(shown.count == pools.liveCount, "a view on the map is not in the list of views")
    assert(leaving.isEmpty, "a view that leaves the map is still there")
  }

  /// Requests the view of one annotation, and leaves all others to the next frame.
  func request(_ slot: AnnotationSlot) {
    assert(annotations[slot].group.isNone, "a member of a cluster is asked for by itself")
    entering.removeAll(keepingCapacity: true)
    entering.append(Entry(serial: annotations[slot].serial, slot: slot))
    requestView(for: slot)
    tellOfEntering()
  }

  private func tellOfEntering() {
    setNeedsCollisions()
    context.emit(.view(.didAdd(views: Int32(entering.count))))
    delegate?.didAddViews(entering)
    proxy.call(.didAddViews)
  }

  private func returnViews() {
    for slot in leaving { returnView(of: slot) }
    leaving.removeAll(keepingCapacity: true)
  }

  private func requestView(for slot: AnnotationSlot) {
    let annotation = annotations[slot]
    assert(annotation.view.isNone, "annotation \(annotation.serial) has a view already")
    let isDefault = settings.usesDefaultView(for: annotation, delegate: proxy.target)
    let views = settings[annotation, annotation.role, isDefault: isDefault]
    let identifier = settings.identifier(of: annotation, from: views.provider)
    context.emit(.view(.requested(annotation: annotation.serial, identifier: identifier)))
    proxy.call(.viewFor)
    if views.provider == .answersNil {
      context.emit(.view(.providerAnsweredNil(annotation: annotation.serial)))
    }
    let waiting = waitingView(of: annotation, views.provider, identifier)
    let view = waiting ?? pools.create(identifier)
    let isReused = waiting != nil
    pools.show(view, for: slot)
    if isReused, views.provider == .ownView {
      context.emit(.view(.shownAgain(view: view, identifier: identifier)))
      context.chargeMainThread(costs.viewLayout)
    } else {
      context.emit(
        .view(
          isReused
            ? .reused(view: view, identifier: identifier)
            : .created(view: view, identifier: identifier)))
      chargeSetup(of: annotation, views, isReused: isReused)
    }
    pools[view].frameCountBefore = frameCount
    annotations.setView(view, of: slot)
    shown.append(slot)
    prepareForDisplay(view, of: slot, isReused: isReused, isDefault: isDefault, views)
    if annotation.callout.isSome { delegate?.calloutViewDidAppear(slot, isReused: isReused) }
    noteMemory(of: view, views)
  }

  /// The view with which an app answers without making one; nil where it makes one.
  private func waitingView(
    of annotation: Annotation, _ provider: ViewProvider, _ identifier: Int32
  ) -> ViewID? {
    switch provider {
    case .dequeuesByIdentifier, .dequeuesRegistered, .answersNil: return pools.dequeue(identifier)
    case .alwaysNew: return nil
    case .ownView:
      guard let view = ownViews[annotation.serial] else { return nil }
      guard pools[view].identifier == identifier else {
        // The annotation plays another role by now, for which the app has another class.
        releaseOwnView(of: annotation.serial)
        return nil
      }
      ownViews[annotation.serial] = nil
      return view
    }
  }

  /// Charges a call that adds or removes annotations, after which all views are laid out again.
  func chargeRelayout() {
    context.chargeMainThread(costs.annotationRelayout, times: pools.liveCount)
  }

  /// Emits the memory of a view, if it differs from its last use.
  private func noteMemory(of view: ViewID, _ views: ViewSetup) {
    let state = pools[view]
    let bytes = costs.bytes(
      state.appearance, contents: views.contents, accessories: state.accessoryCount)
    guard bytes != state.bytes else { return }
    pools[view].bytes = bytes
    context.emit(.view(.memoryChanged(view: view, bytes: bytes)))
  }

  /// Charges the cost of making or preparing a view, by its class and its drawings.
  private func chargeSetup(of annotation: Annotation, _ views: ViewSetup, isReused: Bool) {
    context.chargeMainThread(isReused ? costs.viewReuse : costs.viewCreation)
    if !isReused, views.kind == .marker {
      context.chargeMainThread(costs.markerCreation)
    }
    if views.contents.contains(.resizedImage) {
      context.chargeMainThread(costs.imageResizing)
    }
    if views.contents.contains(.shadow) { context.chargeMainThread(costs.shadowDrawing) }
    if !isReused || !views.notReset.contains(.accessory) {
      context.chargeMainThread(
        costs.accessoryCreation, times: settings.accessoryCount(of: annotation, views))
    }
  }

  /// Sets up a view.
  ///
  /// State that the app does not reset stays from its last use.
  private func prepareForDisplay(
    _ view: ViewID, of slot: AnnotationSlot, isReused: Bool, isDefault: Bool, _ views: ViewSetup
  ) {
    let annotation = annotations[slot]
    // What a view of its own still shows is of its annotation.
    let notReset = isReused && views.provider != .ownView ? views.notReset : []
    var prepared = pools[view]
    prepared.isDefault = isDefault
    prepared.role = annotation.role
    prepared.count = annotation.count
    prepared.isUniqueLocation = annotation.isUniqueLocation
    prepared.setUp(
      as: views, declared: settings.declaredAppearance(of: annotation, views), isReused: isReused)
    // An app that disables views does so each time; one that does not, leaves it as it is.
    if !views.isEnabled || prepared.isEnabledByHand == true { prepared.isEnabledByHand = nil }
    // prepareForReuse: the state that selection left behind is reset.
    if isReused { prepared.undoSelection(except: notReset) }
    if !notReset.contains(.alpha) { prepared.fadedFor = .none }
    if !notReset.contains(.title) {
      prepared.state.title = settings.isTitled(annotation) ? annotation.serial : .none
    }
    if !notReset.contains(.accessory) {
      prepared.accessoryCount = settings.accessoryCount(of: annotation, views)
      prepared.state.accessory = prepared.accessoryCount > 0 ? annotation.serial : .none
    }
    prepared.hasLostClustering =
      notReset.contains(.clustering) && views.clusteringIdentifier != nil && !annotation.isCluster
    pools[view] = prepared
    if prepared.hasLostClustering {
      context.emit(.view(.clusteringLost(view: view, annotation: annotation.serial)))
    }
    if prepared.appearance != views.appearance {
      context.emit(
        .view(
          .appearanceKept(
            view: view, annotation: annotation.serial, prepared.appearance,
            insteadOf: views.appearance)))
    }
    context.emit(.view(.displayed(view: view, annotation: annotation.serial, prepared.state)))
  }

  func returnView(of slot: AnnotationSlot) {
    let annotation = annotations[slot]
    let view = annotation.view
    guard view.isSome else { return }
    assert(pools[view].annotation == slot, "a view is shown twice")
    if isMerging { merges.remove(view) }
    if annotation.callout.isSome { delegate?.calloutViewWillLeave(slot) }
    if pools[view].fadesUntil > context.now { context.emit(.animator(.cutShort(view: view))) }
    if pools[view].calloutGrowsUntil > context.now { pools[view].hasUnfinishedCallout = true }
    let isDefault = pools[view].isDefault
    let isOwn =
      settings[annotation, pools[view].role, isDefault: isDefault].provider == .ownView
    pools.giveBack(view, isOwn: isOwn)
    annotations.setView(.none, of: slot)
    setNeedsCollisions()
    guard !isOwn else {
      assert(ownViews[annotation.serial] == nil, "an annotation keeps two views")
      ownViews[annotation.serial] = view
      return context.emit(.view(.setAside(view: view, annotation: annotation.serial)))
    }
    context.emit(
      .view(
        .returned(view: view, annotation: annotation.serial, identifier: pools[view].identifier)))
  }

  /// Lets the view go that the app keeps for an annotation.
  func releaseOwnView(of annotation: AnnotationID) {
    guard !ownViews.isEmpty, let view = ownViews.removeValue(forKey: annotation) else { return }
    context.emit(.view(.released(view: view)))
  }

  /// Releases all views in reuse pools.
  func emptyPools() {
    context.emit(.view(.poolsEmptied(views: Int32(pools.pooledCount))))
    pools.removeWaiting()
  }

  /// Drops annotations that have left the map from the list of views.
  func dropRemoved() {
    shown.removeAll { !annotations.isUsed[$0] }
    // Even when nothing had a view: the next frame shows the map without them.
    needsUpdate = true
  }

  // MARK: What a view is and shows

  /// The current settings of an annotation's view, by the role for which it was made.
  func settings(of slot: AnnotationSlot) -> ViewSetup {
    let annotation = annotations[slot]
    guard annotation.view.isSome else {
      let isDefault = settings.usesDefaultView(for: annotation, delegate: proxy.target)
      return settings[annotation, annotation.role, isDefault: isDefault]
    }
    let view = pools[annotation.view]
    return settings[annotation, view.role, isDefault: view.isDefault]
  }

  /// The appearance of an annotation's view at its last layout; the appearance of a new view
  /// if it has none.
  func appearance(of slot: AnnotationSlot) -> ViewAppearance {
    let view = annotations[slot].view
    return view.isSome ? pools[view].appearance : settings(of: slot).appearance
  }

  /// The place at which a view is drawn.
  func presentedPlace(of slot: AnnotationSlot) -> MapPoint {
    placeOnTheWay(of: slot) ?? annotations[slot].mapPoint
  }

  /// Whether a shown view is in sight.
  ///
  /// The view of a member is in sight while it moves into its native cluster.
  func isInSight(_ slot: AnnotationSlot) -> Bool {
    !isHidden(slot) || placeOnTheWay(of: slot) != nil
  }

  /// The current place of a view that moves into its native cluster; nil for any other view.
  private func placeOnTheWay(of slot: AnnotationSlot) -> MapPoint? {
    guard isMerging, annotations[slot].group.isSome else { return nil }
    return merges.place(of: annotations[slot].view, at: context.now)
  }

  func frame(of slot: AnnotationSlot) -> ScreenRect {
    let appearance = appearance(of: slot)
    var (size, offset) = (appearance.size, appearance.centerOffset)
    let view = annotations[slot].view
    if appearance.kind == .marker, view.isSome, pools[view].isGrown {
      // The lower edge stays, at which its balloon ends.
      offset.dy -= size.height * (options.selectedMarkerScale - 1) / 2
      size.width *= options.selectedMarkerScale
      size.height *= options.selectedMarkerScale
    }
    // Each frame of a moving map asks for all frames, and a call costs 1 % of it.
    let place = isMerging ? presentedPlace(of: slot) : annotations[slot].mapPoint
    return region.viewport.frame(around: place, size: size, offset: offset)
  }

  /// Whether a view is out of reach: a collision hides it, or a native cluster represents its
  /// annotation.
  ///
  /// See ``isInSight(_:)`` for what is drawn.
  func isHidden(_ slot: AnnotationSlot) -> Bool {
    let view = annotations[slot].view
    return view.isSome && (annotations[slot].group.isSome || pools[view].isHidden)
  }

  /// Shows a view that a collision hides.
  private func show(_ view: ViewID) {
    guard pools[view].isHidden else { return }
    pools.setHidden(view, false)
    pools[view].frameCountBefore = frameCount
    context.emit(.view(.unhidden(view: view)))
  }

  /// The number of points that a view shows, and whether it shows them at one location.
  func shownContent(of slot: AnnotationSlot) -> (count: Int32, isUniqueLocation: Bool) {
    assert(annotations[slot].view.isSome, "what has no view shows nothing")
    let view = pools[annotations[slot].view]
    return (count: view.count, isUniqueLocation: view.isUniqueLocation)
  }

  /// The callout that opens over an annotation; nil for none.
  func calloutSetup(of slot: AnnotationSlot) -> CalloutSetup? {
    settings.calloutSetup(of: annotations[slot], with: settings(of: slot))
  }

  /// Whether a callout opens over a selected annotation.
  ///
  /// Without a delegate only the map's callout opens. It stays away from a marker that shows all
  /// that the callout would say.
  func opensCallout(over slot: AnnotationSlot) -> Bool {
    guard let callout = calloutSetup(of: slot) else { return false }
    guard settings(of: slot).canShowCallout else { return proxy.hasTarget }
    return options.markerCallouts == .all || callout.saysMoreThanMarker
      || appearance(of: slot).kind != .marker
  }

  /// Whether a view reacts to fingers: it is enabled and has a title for a callout to show.
  func isInteractive(_ slot: AnnotationSlot) -> Bool { refusal(of: slot) == nil }

  /// The reason why a view does not react to fingers; nil for one that does.
  func refusal(of slot: AnnotationSlot) -> MissedSelection.Reason? {
    let annotation = annotations[slot]
    let views = settings(of: slot)
    let byHand = annotation.view.isSome ? pools[annotation.view].isEnabledByHand : nil
    guard byHand ?? views.isEnabled else { return .disabled }
    return views.canShowCallout && !settings.hasCalloutTitle(annotation) ? .withoutTitle : nil
  }

  /// Whether only a callout's button disables an annotation's view.
  func isDisabledByButton(_ slot: AnnotationSlot) -> Bool {
    let view = annotations[slot].view
    return view.isSome && pools[view].isEnabledByHand == false && settings(of: slot).isEnabled
  }

  /// Changes the views of a layer, or those of some points of it alone.
  func change(_ change: ViewChange, of layer: Int, points: [PointID]?) {
    let couldCollide = settings.canCollide
    settings.apply(change, to: layer, points: points)
    areOffsetsStale = true
    let only = points.map { Set($0.map(settings.name)) }
    for slot in shown where annotations[slot].layer == LayerID(layer) {
      let view = annotations[slot].view
      if let only {
        let name = settings.name(of: annotations[slot].point)
        guard pools[view].role == .point, only.contains(name) else { continue }
      }
      if change.size != nil { resize(view, of: slot) }
      if change.clustering != nil { pools[view].hasLostClustering = false }
      if change.isEnabled != nil { pools[view].isEnabledByHand = nil }
      // The app sets the offsets of all that it shows, whatever each was made for.
      if change.centerOffset ?? change.calloutOffset != nil { pools[view].followsSettings = true }
    }
    let mayRegroup =
      change.displayPriority != nil || change.centerOffset != nil || change.size != nil
      || change.clustering != nil
    if mayRegroup { setNeedsGrouping() }
    let mayHide = change.displayPriority != nil || change.size != nil
    if mayHide, couldCollide || settings.canCollide { setNeedsCollisions() }
  }

  /// Gives a view that is shown the size of its settings, as another image does.
  private func resize(_ view: ViewID, of slot: AnnotationSlot) {
    let views = settings(of: slot)
    guard !pools[view].isDefault, views.kind == .image, pools[view].appearance.kind == .image
    else { return }
    pools[view].appearance.size = views.size
    pools[view].setUpAs.size = views.size
    context.chargeMainThread(costs.viewLayout)
    if views.contents.contains(.resizedImage) { context.chargeMainThread(costs.imageResizing) }
    noteMemory(of: view, views)
  }

  /// Shows another title, or none, in the view of an annotation.
  func showTitle(of slot: AnnotationSlot) {
    let annotation = annotations[slot]
    guard annotation.view.isSome else { return }
    pools[annotation.view].state.title =
      settings.isTitled(annotation) ? annotation.serial : .none
    context.chargeMainThread(costs.viewLayout)
    // A marker has its title below it.
    setNeedsCollisions()
  }

  /// Applies the current offsets of the settings to every view, in a frame in which the map
  /// moved.
  func layOut() {
    context.chargeMainThread(costs.viewLayout, times: pools.liveCount)
    guard areOffsetsStale else { return }
    areOffsetsStale = false
    for slot in shown where annotations[slot].callout.isNone {
      let view = annotations[slot].view
      guard pools[view].followsSettings else { continue }
      let views = settings(of: slot)
      pools[view].appearance.centerOffset = views.centerOffset
      pools[view].appearance.calloutOffset = views.calloutOffset
    }
    setNeedsCollisions()
    setNeedsGrouping()
  }

  func didMove(_ slot: AnnotationSlot) {
    guard annotations[slot].view.isSome else { return }
    setNeedsCollisions()
    context.chargeMainThread(costs.viewLayout)
  }

  /// Refreshes the view of a reused cluster with other members, as the delegate does in
  /// `willReuse`.
  func refresh(_ slot: AnnotationSlot, after oldRole: ViewRole) {
    let annotation = annotations[slot]
    guard annotation.view.isSome, let app = settings.clusterApp(of: annotation) else { return }
    defer {
      if annotation.role != oldRole { changeRole(of: slot, isRefreshed: app.refreshesReusedViews) }
    }
    guard app.refreshesReusedViews else {
      return context.emit(
        .cluster(.viewNotRefreshed(annotation: annotation.serial, layer: annotation.layer)))
    }
    context.chargeMainThread(costs.callback)
    pools[annotation.view].count = annotation.count
    pools[annotation.view].isUniqueLocation = annotation.isUniqueLocation
  }

  /// Handles a new role of a view's annotation.
  ///
  /// An app that refreshes the view sets it up for the new role as if it came from the pool
  /// of its identifier. Any other view stays unchanged.
  private func changeRole(of slot: AnnotationSlot, isRefreshed: Bool) {
    let annotation = annotations[slot]
    var view = pools[annotation.view]
    let had = settings(of: slot)
    let wanted = settings[annotation, annotation.role, isDefault: view.isDefault]
    guard !had.looksLike(wanted) else { return }
    // An open callout stays, whatever the view of the new role can show.
    let keepsCallout =
      annotation.openCalloutKind.isNone || had.canShowCallout == wanted.canShowCallout
    guard isRefreshed, keepsCallout, had.canBecome(wanted) else {
      return context.emit(.view(.roleKept(view: annotation.view, annotation: annotation.serial)))
    }
    view.role = annotation.role
    view.setUp(
      as: wanted, declared: settings.declaredAppearance(of: annotation, wanted), isReused: true)
    pools[annotation.view] = view
    noteMemory(of: annotation.view, wanted)
    setNeedsCollisions()
  }

  /// Calls the delegate once for the title of a cluster.
  func requestTitle(of slot: AnnotationSlot) {
    let annotation = annotations[slot]
    guard !annotation.isTitleCached, settings.clusterApp(of: annotation)?.titlesClusters == true
    else { return }
    annotations.cacheTitle(of: slot)
    context.chargeMainThread(costs.callback)
    context.emit(.cluster(.titleRequested(annotation: annotation.serial, layer: annotation.layer)))
  }

  /// Calls the delegate once for the subtitle of a cluster when a callout opens, since only
  /// callouts show it.
  func requestSubtitle(of slot: AnnotationSlot) {
    let annotation = annotations[slot]
    guard !annotation.isSubtitleCached,
      settings.clusterApp(of: annotation)?.subtitlesClusters == true
    else { return }
    annotations.cacheSubtitle(of: slot)
    context.chargeMainThread(costs.callback)
    context.emit(
      .cluster(.subtitleRequested(annotation: annotation.serial, layer: annotation.layer)))
  }

  /// Records that an animator fades a view in or out until a time.
  func fade(_ view: ViewID, until time: SimulatedTime) { pools[view].fadesUntil = time }

  /// Records that the view of a leaving annotation is transparent.
  func didFadeOut(_ view: ViewID, of slot: AnnotationSlot) {
    pools[view].fadedFor = annotations[slot].serial
  }

  /// Makes added views opaque if an animator fades them in; otherwise emits which of them are
  /// transparent.
  func settleAlpha(of entries: [Entry], isFadedIn: Bool) {
    for entry in entries {
      let view = annotations[entry.slot].view
      let faded = pools[view].fadedFor
      guard faded.isSome else { continue }
      if isFadedIn {
        pools[view].fadedFor = .none
      } else if faded != entry.serial {
        // An annotation that comes back has faded out itself.
        context.emit(
          .animator(.alphaKept(view: view, annotation: entry.serial, fadedFor: faded)))
      }
    }
  }

  /// Records that a callout over an annotation grows until a time.
  func noteCallout(over slot: AnnotationSlot, growsUntil time: SimulatedTime) {
    let view = annotations[slot].view
    guard view.isSome else { return }
    pools[view].calloutGrowsUntil = time
    pools[view].hasUnfinishedCallout = false
  }

  // MARK: Selection

  /// Handles the selection of an annotation's view: it grows, takes its callout, and is no
  /// longer hidden.
  func didSelect(_ slot: AnnotationSlot) {
    setNeedsCollisions()
    setNeedsGrouping()
    let annotation = annotations[slot]
    let view = annotation.view
    guard view.isSome else { return }
    if !pools[view].holdsSelection {
      pools[view].state.isSelected = true
      pools[view].state.isTransformed = true
      pools[view].isGrown = true
      if opensCallout(over: slot), let callout = calloutSetup(of: slot), callout.annotation == nil {
        pools[view].state.callout = annotation.serial
      }
    }
    show(view)
  }

  /// Handles the deselection of an annotation's view.
  ///
  /// State that the app does not reset stays.
  func didDeselect(_ slot: AnnotationSlot) {
    setNeedsCollisions()
    setNeedsGrouping()
    let view = annotations[slot].view
    // It can have gone to its pool before; then it is reset when it is used again.
    guard view.isSome, !pools[view].holdsSelection else { return }
    if pools[view].calloutGrowsUntil > context.now { pools[view].hasUnfinishedCallout = true }
    pools[view].calloutGrowsUntil = .zero
    pools[view].undoSelection(except: settings(of: slot).notReset)
    pools[view].isGrown = false
  }

  func setEnabled(_ isEnabled: Bool, _ view: ViewID) { pools[view].isEnabledByHand = isEnabled }

  /// Sets whether a view ignores being selected or deselected.
  func setHoldsSelection(_ holdsSelection: Bool, _ view: ViewID) {
    pools[view].holdsSelection = holdsSelection
  }

  // MARK: Callout annotations

  func layOutCallout(_ view: ViewID, size: ScreenSize, centerOffset: ScreenOffset) {
    pools[view].appearance.size = size
    pools[view].appearance.centerOffset = centerOffset
  }

  func setCalloutContent(_ content: Int32, owner: AnnotationID, of view: ViewID) {
    pools[view].content = content
    pools[view].contentOwner = owner
  }

  // MARK: Stacking and collisions

  /// The annotations whose views a finger can reach, or that a picture shows, back to front.
  func stack(selected: AnnotationSlot?, isPicture: Bool = false) -> [AnnotationSlot] {
    let isSouthInFront = options.stacking == .southernInFront
    let stack = shown.filter { isPicture ? isInSight($0) : !isHidden($0) }.map { slot in
      let priority = settings(of: slot).zPriority
      let south = isSouthInFront ? presentedPlace(of: slot).y : 0
      return slot == selected
        ? (slot, (priority.selected, 1, south, annotations[slot].serial))
        : (slot, (priority.unselected, 0, south, annotations[slot].serial))
    }
    return stack.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The height of the title below a marker, in points.
  private static let markerTitleHeightPoints = 16.0

  /// The frame in which a view collides: its alignment rectangle, with the title below a marker.
  func collisionFrame(
    _ frame: ScreenRect, _ view: ViewSetup, isMarker: @autoclosure () -> Bool,
    isTitled: @autoclosure () -> Bool
  ) -> ScreenRect {
    let frame = frame.inset(by: view.alignmentInsets)
    let title = titleFrame(below: frame, view, isMarker: isMarker(), isTitled: isTitled())
    return title.map { frame.union($0) } ?? frame
  }

  /// The title below the alignment rectangle of a marker, if it takes room; nil for none.
  private func titleFrame(
    below frame: ScreenRect, _ view: ViewSetup, isMarker: @autoclosure () -> Bool,
    isTitled: @autoclosure () -> Bool
  ) -> ScreenRect? {
    guard resolver.titleSize.width > 0, view.collision == .rectangle, isMarker(), isTitled() else {
      return nil
    }
    return resolver.titleFrame(middleX: frame.midX, top: frame.maxY)
  }

  /// The display priority of a view.
  ///
  /// A native cluster has the highest priority of its members, unless the app sets another.
  private func displayPriority(
    of slot: AnnotationSlot, _ views: ViewSetup, _ clusters: NativeClusters
  ) -> Double {
    let cluster = annotations[slot].nativeCluster
    guard cluster.isSome, views.hasPriorityOfMembers, options.clusterPriority == .highestOfMembers
    else { return views.displayPriority }
    return settings.displayPriority(ofPoint: annotations[clusters[cluster].foremost])
  }

  /// Hides views that collide with views of higher priority and shows the others, in the
  /// order of visiting.
  func resolveCollisions(holding held: HeldAnnotations, among clusters: NativeClusters) {
    needsCollisions = false
    resolver.removeAll()
    let middle = ScreenPoint(
      x: region.viewport.size.width / 2, y: region.viewport.size.height / 2)
    for slot in shown where annotations[slot].group.isNone {
      let views = settings(of: slot)
      let alignment = frame(of: slot).inset(by: views.alignmentInsets)
      let title = titleFrame(
        below: alignment, views, isMarker: appearance(of: slot).kind == .marker,
        isTitled: settings.isTitled(annotations[slot]))
      let whole = title.map { alignment.union($0) } ?? alignment
      resolver.append(
        CollisionResolver.Shape(
          priority: displayPriority(of: slot, views, clusters),
          rank: options.collisionOrder.rank(of: whole, around: middle),
          serial: annotations[slot].serial, slot: slot, frame: whole, mode: views.collision,
          circle: options.collisionCircle, isHeld: held.contains(slot),
          hidesByTitle: title != nil && options.titleCollisions == .requiredToo))
    }
    context.chargeMainThread(costs.collisionCheck, times: resolver.shapes.count)
    resolver.solve()
    for index in resolver.shapes.indices {
      let shape = resolver.shapes[index]
      let view = annotations[shape.slot].view
      let isHidden = shape.blocker.isSome
      guard pools[view].isHidden != isHidden else { continue }
      assert(!isHidden || !shape.isHeld, "a view that is selected or dragged is hidden")
      pools.setHidden(view, isHidden)
      context.emit(
        .view(
          isHidden
            ? .hidden(view: view, by: annotations[resolver.shapes[shape.blocker.index].slot].view)
            : .unhidden(view: view)))
    }
    assert(
      pools.hiddenCount == shown.count { pools[annotations[$0].view].isHidden },
      "hidden views are counted wrongly")
  }
}

extension Viewport {
  /// The frame of a view with a size and an offset from a place of the map.
  func frame(around place: MapPoint, size: ScreenSize, offset: ScreenOffset) -> ScreenRect {
    let point = screenPoint(for: place)
    return ScreenRect(
      minX: point.x + offset.dx - size.width / 2, minY: point.y + offset.dy - size.height / 2,
      width: size.width, height: size.height)
  }
}

extension ReusePools.View {
  /// Sets up a view that was made or dequeued from a pool.
  ///
  /// With the same settings as before, it follows their current values. Otherwise it keeps
  /// its class and everything that the app does not set each time.
  mutating func setUp(as views: ViewSetup, declared: ViewAppearance, isReused: Bool) {
    followsSettings = true
    guard isReused, setUpAs != declared else {
      appearance = views.appearance
      setUpAs = declared
      return
    }
    guard views.sizing == .eachTime else {
      followsSettings = false
      return
    }
    let old = (appearance: appearance, setUpAs: setUpAs)
    appearance = views.appearance
    appearance.kind = old.appearance.kind
    setUpAs = declared
    setUpAs.kind = old.setUpAs.kind
    // A pin or a marker has the extent of its class; a frame can be given to any view.
    guard views.kind != .callout, views.kind != appearance.kind else { return }
    appearance.size = old.appearance.size
    setUpAs.size = old.setUpAs.size
  }
}

extension ViewSetup {
  /// Whether views with these settings are indistinguishable from views with other ones.
  fileprivate func looksLike(_ other: ViewSetup) -> Bool {
    if provider == .answersNil, other.provider == .answersNil { return true }
    return identifiers == other.identifiers && appearance == other.appearance
      && canShowCallout == other.canShowCallout
  }

  /// Whether an app can change a view with these settings to other ones: it knows the view by
  /// its identifier, and sets the size if it does so each time.
  fileprivate func canBecome(_ other: ViewSetup) -> Bool {
    identifiers == other.identifiers
      && (appearance == other.appearance || other.sizing == .eachTime && kind == other.kind)
  }
}

extension ReusePools.View {
  fileprivate mutating func undoSelection(except parts: StaleState) {
    let keepsCallout =
      parts.contains(.callout) || hasUnfinishedCallout && parts.contains(.openingCallout)
    if !keepsCallout { state.callout = .none }
    if !parts.contains(.transform) { state.isTransformed = false }
    if !parts.contains(.selection) { state.isSelected = false }
  }
}
