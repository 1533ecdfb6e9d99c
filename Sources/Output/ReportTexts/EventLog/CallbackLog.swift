internal import Formatting
public import MapEvents
internal import MapGeometry

/// The callbacks of a session in their order, as lines in MapKit's words.
///
/// Each line begins with the simulated time in milliseconds. A line in parentheses is no callback
/// but something that a reader of the log wants to know; `frame` ends a frame in which something
/// happened. Numbers are made of whole numbers alone, so the log is the same on every machine.
public struct CallbackLog: EventObserver, Sendable {
  /// The log so far.
  public private(set) var text = ""

  private let steps: [Int32: String]
  var names = LogNames()
  private var now = SimulatedTime.zero
  private var hasNews = false

  /// Makes an empty log.
  ///
  /// - Parameter steps: The heading of each step, by its number.
  public init(steps: [Int32: String]) { self.steps = steps }

  /// Takes in an event.
  ///
  /// - Complexity: O(length of its lines).
  public mutating func observe(_ event: Event) {
    now = event.time
    names.observe(event)
    switch event.kind {
    case .session(let session): observe(session, step: event.step)
    case .map(let map): add(words(map))
    case .data(let data): add(words(data))
    case .view(let view): for line in words(view) { add(line) }
    case .selection(let selection): add(words(selection))
    case .cluster(let cluster): add(words(cluster))
    case .callout(let callout): add(words(callout))
    case .input(let input): add(words(input))
    case .drag(let drag): add(words(drag))
    case .overlay(let overlay): add(words(overlay))
    case .delegate(let delegate): add(words(delegate))
    case .animator(let animator): add(words(animator))
    case .calloutAnnotation(let event): add(words(event))
    case .frame(let frame):
      if hasNews { add("frame \(frame.number)") }
      hasNews = false
    case .snapshot: break
    }
  }

  /// Removes the lines so far and returns them.
  public mutating func takeLines() -> [String] {
    defer { text = "" }
    return text.split(separator: "\n").map(String.init)
  }

  private mutating func add(_ line: String?) {
    guard let line else { return }
    text += "\(CallbackLog.milliseconds(now))  \(line)\n"
    hasNews = true
  }

  /// Milliseconds with three decimals, what is below cut off, in a column of 12.
  private static func milliseconds(_ time: SimulatedTime) -> String {
    let (whole, rest) = (time.nanoseconds / 1_000).quotientAndRemainder(dividingBy: 1_000)
    let digits = String(rest)
    let text = "\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits
    return TextLayout.padded(text, to: 12, left: true)
  }

  private mutating func observe(_ event: SessionEvent, step: Int32) {
    switch event {
    case .began(let legend):
      let size = legend.viewSize
      add(
        "map view of \(MapWords.decimal(size.width)) x \(MapWords.decimal(size.height)) pt, "
          + MapWords.camera(legend.camera))
    case .stepBegan: text += "\n== \(Escape.line(steps[step] ?? "step \(step)"))\n"
    case .mark(let mark): add("(mark \"\(names.name(mark, \.marks))\")")
    case .snapshot(let snapshot): add("(snapshot \"\(names.name(snapshot, \.snapshots))\")")
    case .neverSettled: add("(the wait gave up)")
    case .neverHeld(let number): add("(the wait gave up, the number being \(number))")
    case .nothingDone(let reason): add("(nothing to do: \(words(reason)))")
    case .ended: add("(end)")
    case .stepEnded, .expectationsDue: break
    }
  }
}

/// The text of each event in the log; nil for events that are not logged.
extension CallbackLog {
  private func words(_ reason: IdleReason) -> String {
    switch reason {
    case .pointsPresent: "the layer has all of the points"
    case .pointsAbsent: "the layer has none of the points"
    case .pointsInPlace: "all points are there"
    case .nothingToShow: "no annotation of the layers is on the map"
    case .regionKept: "the region stays as it is"
    case .nothingSelected: "nothing is selected"
    }
  }

  func words(_ event: MapEvent) -> String? {
    switch event {
    case .regionWillChange(let animated): "regionWillChangeAnimated(\(animated))"
    case .visibleRegionChanged(let camera, _):
      "mapViewDidChangeVisibleRegion \(MapWords.camera(camera))"
    case .regionDidChange(let animated, let camera):
      "regionDidChangeAnimated(\(animated)) \(MapWords.camera(camera))"
    case .regionChangeInterrupted: "(the region change is interrupted)"
    case .reentered(let depth): "(the app begins another region change, \(depth) deep)"
    case .reentryRefused(let depth): "(another region change is refused, \(depth) deep)"
    case .resized(let size):
      "(the map view is \(MapWords.decimal(size.width)) x \(MapWords.decimal(size.height)) pt)"
    case .trackingChanged(.none): "didChangeUserTrackingMode none"
    case .trackingChanged(.follow): "didChangeUserTrackingMode follow"
    case .trackingChanged(.followWithHeading): "didChangeUserTrackingMode followWithHeading"
    }
  }

  func words(_ event: DataEvent) -> String? {
    switch event {
    case .batchArrived(let layer, let points): "(a batch of \(points) arrives for \(names[layer]))"
    case .pointsAdded(let layer, let points): "addAnnotations \(points) to \(names[layer])"
    case .pointsRemoved(let layer, let points): "removeAnnotations \(points) from \(names[layer])"
    case .annotationMoved(let annotation, let coordinate):
      "setCoordinate \(names[annotation]) to \(MapWords.coordinate(coordinate))"
    case .replaced(let layer, let removed, let added, let kept, let compared):
      "(replaced in \(names[layer]): \(removed) removed, \(added) added, \(kept) kept, "
        + "\(compared) compared)"
    case .clustersRemoved(let layer, let clusters):
      "removeAnnotations \(clusters) clusters of \(names[layer])"
    case .batchLost(let layer, let points, let isGivenUp):
      "(a batch of \(points) for \(names[layer]) is lost and "
        + (isGivenUp ? "given up)" : "asked for again)")
    case .downloadBegan(let download): "(download \(download) begins)"
    case .downloadEnded(let download): "(download \(download) is over)"
    case .downloadCancelled(let download, let batches):
      "(download \(download) is cancelled, \(batches) \(batches == 1 ? "batch" : "batches") short)"
    case .nothingToCancel: "(no such download is running)"
    case .annotationAdded, .annotationRemoved: nil
    }
  }

  func words(_ event: ViewEvent) -> [String] {
    switch event {
    case .requested(let annotation, _): ["viewFor \(names[annotation])"]
    case .providerAnsweredNil: ["  -> nil, the map takes its own"]
    case .created(let view, let identifier):
      ["  dequeue \"\(names.name(identifier, \.identifiers))\" -> none, made \(names[view])"]
    case .reused(let view, let identifier):
      [
        "  dequeue \"\(names.name(identifier, \.identifiers))\" -> \(names[view])",
        "  prepareForReuse \(names[view])",
      ]
    case .appearanceKept(let view, _, let kept, let wanted):
      [
        "  (\(names[view]) stays \(MapWords.appearance(kept)), "
          + "not \(MapWords.appearance(wanted)))"
      ]
    case .displayed(let view, let annotation, _):
      ["  prepareForDisplay \(names[view]) for \(names[annotation])"]
    case .returned(let view, let annotation, _): ["enqueue \(names[view]) of \(names[annotation])"]
    case .didAdd(let views): ["didAdd \(views) \(views == 1 ? "view" : "views")"]
    case .hidden(let view, let other): ["(hide \(names[view]) under \(names[other]))"]
    case .unhidden(let view): ["(unhide \(names[view]))"]
    case .joinedCluster(let annotation, let cluster):
      ["(\(names[annotation]) joins \(names[cluster]))"]
    case .leftCluster(let annotation, let cluster):
      ["(\(names[annotation]) leaves \(names[cluster]))"]
    case .poolsEmptied(let views):
      ["didReceiveMemoryWarning (\(views) \(views == 1 ? "view" : "views") in pools are gone)"]
    case .memoryChanged: []
    case .roleKept(let view, let annotation):
      ["(\(names[view]) stays as it was before \(names[annotation]) got another role)"]
    case .clusteringLost(let view, _): ["  (\(names[view]) has no clustering identifier)"]
    case .clusterAnnotationRequested(let first, let members):
      ["clusterAnnotationForMemberAnnotations \(names[first]) and \(members - 1) more"]
    case .clusterTextRead(let cluster, let owner, let members) where owner == cluster:
      ["title of \(names[cluster]) -> its own, of \(members)"]
    case .clusterTextRead(let cluster, let owner, let members):
      [
        "title of \(names[cluster]) -> \(owner.isSome ? "that of \(names[owner])" : "none")",
        "subtitle of \(names[cluster]) -> \(members - 1) more",
      ]
    }
  }

  func words(_ event: SelectionEvent) -> String? {
    switch event {
    case .willSelect(let annotation): "setSelected(true) \(names.view(of: annotation))"
    case .didSelect(let annotation): "didSelect \(names.view(of: annotation))"
    case .willDeselect(let annotation): "setSelected(false) \(names.view(of: annotation))"
    case .didDeselect(let annotation): "didDeselect \(names.view(of: annotation))"
    case .missed(let missed): "(nothing to select: \(missed.words { names[$0] }))"
    case .didSelectAnnotation(let annotation): "didSelect \(names[annotation])"
    case .didDeselectAnnotation(let annotation): "didDeselect \(names[annotation])"
    case .refused(let missed): "(cannot be selected: \(missed.words { names[$0] }))"
    }
  }

  /// The text of an event; clusters that stay and audits without findings have none.
  func words(_ event: ClusterEvent) -> String? {
    switch event {
    case .applied(let update, let layer, let change):
      "(update \(update) of \(names[layer]): \(change.shown) clusters, "
        + "\(change.created) new, \(change.reused) kept, \(change.removed) gone)"
    case .coalesced(let update, let layer, let into):
      "(update \(update) of \(names[layer]) is replaced by update \(into))"
    case .cancelled(let update, let layer):
      "(update \(update) of \(names[layer]) is cancelled, and runs all the same)"
    case .settingsChanged(let layer): "(clustering of \(names[layer]) gets other settings)"
    case .moved(let annotation, _, let coordinate):
      "(\(names[annotation]) moves to \(MapWords.coordinate(coordinate)))"
    case .audited(let update, let layer, let audit) where audit.hasFindings:
      "(after update \(update) of \(names[layer]): \(audit.lost) of \(audit.visible) visible "
        + "points lost, \(audit.countedTwice) counted twice, \(audit.ghosts) ghosts)"
    case .paused(let layer, let isPaused):
      "(updates of \(names[layer]) \(isPaused ? "wait" : "go on"))"
    case .completed(let layer, let call): "completionHandler \(call) of \(names[layer])"
    case .titleRequested(let annotation, _): "titleForClusterAnnotation \(names[annotation])"
    case .subtitleRequested(let annotation, _): "subtitleForClusterAnnotation \(names[annotation])"
    case .viewNotRefreshed(let annotation, _):
      "(\(names.view(of: annotation)) still shows what its cluster held before)"
    case .stalled(let update, let layer):
      "(update \(update) of \(names[layer]) stalls its queue forever: "
        + "its animator never completes)"
    case .coarsened(let update, let layer, let doublings):
      "(the cells of \(names[layer]) are too short: update \(update) takes cells "
        + "\(1 << Int(min(doublings, 60))) times as long)"
    case .unsupported(let layer, let request):
      "(\(names[layer]) cannot \(words(request)): nothing happens)"
    case .waited(let update, let layer, let time):
      "(update \(update) of \(names[layer]) waited \(MetricText.short(time)) for the main thread)"
    case .queued, .started, .computed, .reused, .finished, .indexed, .listed, .audited, .followed,
      .worked:
      nil
    }
  }

  private func words(_ request: ClusterEvent.Request) -> String {
    switch request {
    case .pause: "pause"
    case .resume: "resume"
    case .update: "update on request"
    }
  }

  func words(_ event: CalloutEvent) -> String? {
    switch event {
    case .opened(let callout, let annotation, _):
      "(callout \(callout) opens over \(names[annotation]))"
    case .settled(let callout, _): "(callout \(callout) settles)"
    case .interrupted(let callout): "(callout \(callout) is interrupted)"
    case .closed(let callout): "(callout \(callout) closes)"
    case .accessoryTapped(_, let annotation, let side):
      "calloutAccessoryControlTapped \(side) of \(names.view(of: annotation))"
    case .pinned: nil
    }
  }

  func words(_ event: InputEvent) -> String? {
    switch event {
    case .tapped(let point): "(tap at \(MapWords.point(point)))"
    case .doubleTapped(let point): "(double tap at \(MapWords.point(point)))"
    case .twoFingersTapped: "(two-finger tap)"
    case .longPressed(let point): "(long press at \(MapWords.point(point)))"
    case .began(let gesture): "(\(gesture) begins)"
    case .ended(let gesture, let speed):
      "(\(gesture) ends at \(MapWords.decimal(speed.dx)), \(MapWords.decimal(speed.dy)) pt/s)"
    }
  }

  func words(_ event: DragEvent) -> String? {
    switch event {
    case .viewStateSet(let annotation, let state):
      "setDragState(\(state)) \(names.view(of: annotation))"
    case .stateChanged(let annotation, let new, let old):
      "didChangeDragState \(names.view(of: annotation)) from \(old) to \(new)"
    case .refused(let annotation): "(\(names[annotation]) cannot be dragged)"
    case .geocodeRequested(let annotation, let coordinate):
      "(the app asks for the address of \(names[annotation]) at "
        + "\(MapWords.coordinate(coordinate)))"
    }
  }

  func words(_ event: OverlayEvent) -> String? {
    switch event {
    case .added(let overlay, let level, let index):
      "addOverlay \(names.name(overlay, \.overlays)) \(level) at \(index)"
    case .removed(let overlay): "removeOverlay \(names.name(overlay, \.overlays))"
    case .exchanged(let first, let second):
      "exchangeOverlay \(names.name(first, \.overlays)) with \(names.name(second, \.overlays))"
    case .rendererRequested(let overlay): "rendererFor \(names.name(overlay, \.overlays))"
    case .rendererMissing: "  -> nil, nothing is drawn"
    }
  }

  func words(_ event: DelegateEvent) -> String? {
    switch event {
    case .set(.app): "setDelegate to the app's"
    case .set(.another): "setDelegate to another one"
    case .set(.none): "setDelegate to none"
    case .unanswered(let callback): "  (no delegate answers \(callback))"
    }
  }

  func words(_ event: AnimatorEvent) -> String? {
    switch event {
    case .added(let layer, let views):
      "animator of \(names[layer]) didAdd \(views) \(views == 1 ? "view" : "views")"
    case .removes(let layer, let annotations):
      "animator of \(names[layer]) willRemove \(annotations)"
    case .alphaKept(let view, _, let other):
      "(\(names[view]) is still transparent from the fade of \(names[other]))"
    case .cutShort(let view): "(\(names[view]) leaves before it has faded)"
    }
  }
}

/// Callouts that are annotations, in words.
extension CallbackLog {
  func words(_ event: CalloutAnnotationEvent) -> String? {
    switch event {
    case .added(let annotation, let parent, let content, let maker):
      "(\(maker == .delegate ? "the delegate" : "the view of the parent") adds "
        + "\(names[annotation]) for \(names[parent]), content \(content))"
    case .moved(let annotation, let parent, let content):
      "(\(names[annotation]) moves to \(names[parent]), content \(content))"
    case .removed(let annotation): "(the app removes \(names[annotation]))"
    case .leftBehind(let annotation): "(\(names[annotation]) stays and is never removed)"
    case .laidOut(let annotation, let layout): words(layout, of: annotation)
    case .tappedAway(let annotation): "(the tap on callout annotation \(annotation) took it away)"
    case .held(let parent, let siblings):
      "(the button keeps \(names.view(of: parent)) selected, \(siblings) other views are disabled)"
    case .released(let siblings, let reenabled):
      "(\(siblings) views are enabled again, \(reenabled) of them against the app's will)"
    case .deadTap(let annotation): "(\(names.view(of: annotation)) is dead for now)"
    case .drawn: nil
    }
  }

  private func words(_ layout: CalloutAnnotationLayout, of annotation: AnnotationID) -> String {
    let over = layout.over.isNone ? "a view in its pool" : names[layout.over]
    let wrong = layout.over == layout.parent ? "" : " in place of \(names[layout.parent])"
    let content =
      layout.content == layout.shownContent
      ? "content \(layout.content)" : "content \(layout.shownContent) in place of \(layout.content)"
    return "(\(names.view(of: annotation)) is laid out over \(over)\(wrong), \(content))"
  }
}

/// Names of what events give as numbers, learnt from the events themselves.
struct LogNames {
  private struct Annotation {
    var layer: LayerID
    var isCluster: Bool
    var view: ViewID?
  }

  private(set) var legend: Legend?
  /// Annotations on the map, by their number.
  private var annotations: [AnnotationID: Annotation] = [:]
  /// For each view its identifier.
  private var identifiers: [ViewID: Int32] = [:]

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .session(.began(let legend)): self.legend = legend
    case .data(.annotationAdded(let annotation, let layer, _, let size)):
      annotations[annotation] = Annotation(layer: layer, isCluster: size != nil)
    case .view(.created(let view, let identifier)): identifiers[view] = identifier
    case .view(.displayed(let view, let annotation, _)): annotations[annotation]?.view = view
    case .session, .map, .data, .view, .selection, .cluster, .callout, .frame, .snapshot, .input,
      .drag, .overlay, .delegate, .animator, .calloutAnnotation:
      break
    }
  }

  /// An annotation with its layer: `annotation 12 (cities)`.
  subscript(id: AnnotationID) -> String {
    guard let annotation = annotations[id] else { return "annotation \(id)" }
    let layer =
      annotation.layer.isSome
      ? self[annotation.layer] : annotation.layer == .userLocation ? "user location" : "callout"
    return "\(annotation.isCluster ? "cluster" : "annotation") \(id) (\(layer))"
  }

  /// A view with its identifier: `city #3`.
  subscript(view: ViewID) -> String {
    "\(name(identifiers[view] ?? -1, \.identifiers)) #\(view)"
  }

  subscript(layer: LayerID) -> String { name(layer.rawValue, \.layers) }

  /// The view that an annotation was last shown by, or the annotation itself.
  func view(of annotation: AnnotationID) -> String {
    annotations[annotation]?.view.map { self[$0] } ?? self[annotation]
  }

  /// The name at an index of a list of the legend.
  func name(_ index: Int32, _ list: KeyPath<Legend, [String]>) -> String {
    guard let names = legend?[keyPath: list], names.indices.contains(Int(index)) else {
      return "\(index)"
    }
    return Escape.line(names[Int(index)])
  }
}
