public import MapEvents
public import MapGeometry

/// Something that cannot have happened: the model contradicts itself.
public struct Contradiction: Codable, Hashable, Sendable {
  /// When it was found.
  public var time: SimulatedTime
  /// The running step; -1 outside of steps.
  public var step: Int32
  /// The contradiction, in one sentence.
  public var sentence: String
}

/// Watches a session for things that no map does, whatever the scenario.
///
/// It knows only events. A view is shown or pooled, every shown annotation has one view or is in
/// one native cluster, will and did alternate, one annotation is selected at a time, a layer's
/// updates run one after the other. A contradiction is a bug of the program, never of a scenario.
public struct TraceAuditor: EventObserver, Sendable {
  /// The most contradictions that are kept; the first one explains most of the others.
  public static let limit = 5
  /// The contradictions, in the order of events.
  public var contradictions: [Contradiction] { log.contradictions }

  private var log = ContradictionLog()
  private var isRegionChanging = false
  private var selected: AnnotationID?
  private var openCallout: Int32?
  private var calloutParent = AnnotationID.none
  /// For each view the annotation it shows; nil while it is pooled.
  private var shownBy: [AnnotationID?] = []
  private var identifiers: [Int32] = []
  /// Views that went with their pools.
  private var gone: Set<ViewID> = []
  /// The annotations that keep views which are not on the map.
  private var setAside: [ViewID: AnnotationID] = [:]
  private var viewOf: [AnnotationID: ViewID] = [:]
  private var request: (annotation: AnnotationID, identifier: Int32)?
  /// The view that was created or reused and is not displayed yet.
  private var coming: ViewID?
  /// Views displayed since the last `didAdd`.
  private var displayedCount: Int32 = 0
  private var hidden: Set<ViewID> = []
  private var bytesOfView: [ViewID: Int64] = [:]
  private var drags = DragAudit()
  private var overlays = OverlayAudit()
  private var members = MemberAudit()
  /// How deep the app was inside ends of region changes when it last began one there.
  private var reentryDepth: Int32 = 0
  private var queues = QueueAudit()
  private var delegates = DelegateAudit()
  private var calloutAnnotations = CalloutAnnotationAudit()
  private var numbers = NumberAudit()

  /// Makes an auditor that has seen nothing.
  public init() {}

  /// Checks an event.
  ///
  /// - Complexity: O(1), apart from overlays, which are few.
  public mutating func observe(_ event: Event) {
    log.step = event.step
    check(event.time >= log.now, "time runs backwards")
    log.now = event.time
    delegates.observe(event.kind, &log)
    numbers.observe(
      event.kind, views: viewOf.count, selections: selected == nil ? 0 : 1,
      regionChanges: isRegionChanging ? 1 : 0, &log)
    switch event.kind {
    case .map(let map): observe(map)
    case .view(let view): observe(view)
    case .selection(let selection): observe(selection)
    case .cluster(let cluster): queues.observe(cluster, &log)
    case .data(.annotationAdded(let annotation, let layer, _, let size?)):
      queues.add(annotation, in: layer, size)
    case .data(.annotationRemoved(let annotation, _, _, _)):
      queues.remove(annotation)
      members.remove(annotation, &log)
    case .callout(let callout): observe(callout)
    case .frame(let frame): observe(frame)
    case .drag(let drag): drags.observe(drag, &log)
    case .overlay(let overlay): overlays.observe(overlay, &log)
    case .calloutAnnotation(let event): calloutAnnotations.observe(event, viewOf: viewOf, &log)
    case .session(.began(let legend)):
      let identifiers = legend.identifiers
      check(Set(identifiers).count == identifiers.count, "a reuse identifier has two pools")
    case .session(.ended):
      check(request == nil, "a requested view never came")
      checkNoViewIsDue()
      check(!drags.isCarrying, "a drag never came to its end")
      check(displayedCount == 0, "the delegate never received views that were displayed")
    case .animator(.alphaKept(let view, let annotation, let other)):
      check(viewOf[annotation] == view, "view \(view) keeps its alpha but is not of \(annotation)")
      check(other != annotation, "view \(view) faded out for annotation \(other), which it shows")
    case .animator(.cutShort(let view)):
      check(isShown(view), "view \(view) fades but is not on the map")
    case .session, .data, .snapshot, .input, .delegate, .animator: break
    }
  }

  private mutating func check(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    log.check(holds, sentence())
  }

  private var trackingMode = UserTrackingMode.none

  private mutating func observe(_ event: MapEvent) {
    switch event {
    case .regionWillChange:
      check(!isRegionChanging, "a region change began before the last one ended")
      isRegionChanging = true
    case .visibleRegionChanged:
      check(isRegionChanging, "the region changed outside of a region change")
    case .regionDidChange:
      check(isRegionChanging, "a region change ended that never began")
      isRegionChanging = false
    case .regionChangeInterrupted:
      check(isRegionChanging, "a region change was interrupted that never began")
    case .reentered(let depth):
      checkReentry(depth)
      reentryDepth = depth
    case .reentryRefused(let depth): checkReentry(depth)
    case .resized: check(!isRegionChanging, "the map view was resized in a region change")
    case .trackingChanged(let mode):
      check(mode != trackingMode, "the map followed the user as it did before")
      trackingMode = mode
    }
  }

  /// The app may act inside the end of a change that began inside the end of another one, and so
  /// on: each time one deeper, or again from the outermost.
  private mutating func checkReentry(_ depth: Int32) {
    check(!isRegionChanging, "the app acted inside the end of a region change that had not ended")
    let last = reentryDepth
    check(
      depth >= 1 && depth <= last + 1,
      "the app began a region change \(depth) deep after one \(last) deep")
  }

  private mutating func observe(_ event: ViewEvent) {
    members.observe(event, &log)
    switch event {
    case .requested(let annotation, let identifier):
      check(request == nil, "a view was requested before the last one came")
      checkNoViewIsDue()
      check(viewOf[annotation] == nil, "annotation \(annotation) has a view already")
      request = (annotation: annotation, identifier: identifier)
    case .created(let view, let identifier):
      check(view.index == shownBy.count, "view \(view) was made out of turn")
      shownBy.append(nil)
      identifiers.append(identifier)
      show(view, identifier)
    case .reused(let view, let identifier):
      check(isPooled(view), "view \(view) was taken from a pool but was not there")
      show(view, identifier)
    case .shownAgain(let view, let identifier):
      let owner = setAside.removeValue(forKey: view)
      check(
        owner != nil && owner == request?.annotation,
        "view \(view) was shown again but not kept for its annotation")
      show(view, identifier)
    case .returned(let view, let annotation, _): leave(view, annotation)
    case .setAside(let view, let annotation):
      leave(view, annotation)
      setAside[view] = annotation
    case .released(let view):
      let owner = setAside.removeValue(forKey: view)
      check(owner != nil, "view \(view) went and was kept by no annotation")
      gone.insert(view)
    case .providerAnsweredNil(let annotation):
      check(
        request?.annotation == annotation, "the view of annotation \(annotation) was not requested")
    case .appearanceKept(let view, _, let kept, let wanted):
      check(coming == view, "view \(view) keeps its appearance but did not just come")
      check(kept != wanted, "view \(view) keeps the appearance that it should have")
    case .displayed(let view, let annotation, _):
      check(coming == view, "view \(view) is displayed but did not just come")
      check(viewOf[annotation] == view, "view \(view) is displayed for another annotation")
      coming = nil
      displayedCount += 1
    case .didAdd(let views):
      checkNoViewIsDue()
      let count = displayedCount
      check(views == count, "the delegate received \(views) views, \(count) were displayed")
      displayedCount = 0
    case .hidden(let view, let other):
      check(isShown(view), "view \(view) is hidden but not on the map")
      check(isShown(other) && other != view, "view \(view) is hidden by what is not on the map")
      let isNew = hidden.insert(view).inserted
      check(isNew, "view \(view) is hidden twice")
    case .unhidden(let view):
      let wasHidden = hidden.remove(view) != nil
      check(wasHidden, "view \(view) comes back but was not hidden")
    case .poolsEmptied(let views):
      let before = gone.count
      for (index, annotation) in shownBy.enumerated()
      where annotation == nil && setAside[ViewID(index)] == nil {
        gone.insert(ViewID(index))
      }
      let waiting = gone.count - before
      check(
        Int(views) == waiting, "\(views) views went with their pools, in which \(waiting) were")
    case .clusteringLost(let view, _):
      check(coming == view, "view \(view) clusters no more but did not just come")
    case .memoryChanged(let view, let bytes):
      check(isShown(view), "view \(view) takes memory but is not on the map")
      let change = bytesOfView.updateValue(bytes, forKey: view)
      check(bytes >= 0 && change != bytes, "view \(view) occupies \(bytes) bytes as before")
    case .roleKept(let view, let annotation):
      check(
        viewOf[annotation] == view, "view \(view) stays for annotation \(annotation) of another")
    case .joinedCluster, .leftCluster, .clusterTextRead, .clusterAnnotationRequested: break
    }
  }

  /// A view leaves the map.
  private mutating func leave(_ view: ViewID, _ annotation: AnnotationID) {
    check(viewOf[annotation] == view, "view \(view) did not show annotation \(annotation)")
    check(coming != view, "view \(view) left before it was displayed")
    viewOf[annotation] = nil
    hidden.remove(view)
    if shownBy.indices.contains(view.index) { shownBy[view.index] = nil }
  }

  private mutating func checkNoViewIsDue() {
    if let coming { check(false, "view \(coming) came and was not displayed") }
    coming = nil
  }

  private func isShown(_ view: ViewID) -> Bool {
    shownBy.indices.contains(view.index) && shownBy[view.index] != nil
  }

  private func isPooled(_ view: ViewID) -> Bool {
    shownBy.indices.contains(view.index) && shownBy[view.index] == nil && !gone.contains(view)
      && setAside[view] == nil
  }

  private mutating func show(_ view: ViewID, _ identifier: Int32) {
    check(request?.identifier == identifier, "view \(view) came for another identifier")
    coming = view
    guard let request, identifiers.indices.contains(view.index) else { return }
    check(identifiers[view.index] == identifier, "view \(view) changed its identifier")
    viewOf[request.annotation] = view
    shownBy[view.index] = request.annotation
    self.request = nil
  }

  private mutating func observe(_ frame: FrameReport) {
    checkNoViewIsDue()
    members.observeFrame(viewOf: viewOf, &log)
    let shown = viewOf.count
    check(
      Int(frame.liveViews) == shown,
      "a frame reports \(frame.liveViews) live views, \(shown) are shown")
    check(
      Int(frame.liveViews) + Int(frame.pooledViews)
        == shownBy.count - gone.count - setAside.count,
      "live and pooled views are not all that were made")
  }

  private mutating func observe(_ event: SelectionEvent) {
    switch event {
    case .willSelect(let annotation):
      check(selected == nil, "annotation \(annotation) was selected beside another one")
    case .didSelect(let annotation):
      check(selected == nil, "annotation \(annotation) was selected beside another one")
      check(viewOf[annotation] != nil, "annotation \(annotation) was selected without a view")
      selected = annotation
    case .willDeselect(let annotation):
      check(selected == annotation, "annotation \(annotation) was not selected")
    case .didDeselect(let annotation):
      check(selected == annotation, "annotation \(annotation) was not selected")
      check(
        openCallout == nil || calloutAnnotations.isParent(calloutParent),
        "a callout outlived the selection")
      selected = nil
    case .missed, .didSelectAnnotation, .didDeselectAnnotation, .refused: break
    }
  }

  private mutating func observe(_ event: CalloutEvent) {
    switch event {
    case .opened(let callout, let annotation, _):
      check(openCallout == nil, "callout \(callout) opened beside another one")
      check(
        selected == annotation || calloutAnnotations.isParent(annotation),
        "callout \(callout) opened over what is not selected")
      openCallout = callout
      calloutParent = annotation
    case .closed(let callout):
      check(openCallout == callout, "callout \(callout) is not open")
      openCallout = nil
    case .settled(let callout, _), .interrupted(let callout), .accessoryTapped(let callout, _, _),
      .pinned(let callout, _):
      check(openCallout == callout, "callout \(callout) is not open")
    }
  }
}
