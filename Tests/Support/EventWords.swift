public import MapEvents
internal import MapGeometry

/// The room of a simulated map in which an event happens.
public enum EventRoom: Hashable, Sendable {
  case session
  case map
  case data
  case view
  case selection
  case cluster
  /// What is told of clusters after each update.
  case audit
  case callout
  case frame
  case scene
  case input
  case drag
  case overlay
  case delegate
  case animator
}

extension Event {
  /// The room in which it happened.
  public var room: EventRoom {
    switch kind {
    case .session: .session
    case .map: .map
    case .data: .data
    case .view: .view
    case .selection: .selection
    case .cluster(.listed), .cluster(.audited): .audit
    case .cluster: .cluster
    case .callout, .calloutAnnotation: .callout
    case .frame: .frame
    case .snapshot: .scene
    case .input: .input
    case .drag: .drag
    case .overlay: .overlay
    case .delegate: .delegate
    case .animator: .animator
    }
  }

  /// What happened, in a few words for expectations.
  public var words: String {
    switch kind {
    case .session(let event): event.words
    case .map(let event): event.words
    case .data(let event): event.words
    case .view(let event): event.words
    case .selection(let event): event.words
    case .cluster(let event): event.words
    case .callout(let event): event.words
    case .frame(let frame): "frame \(frame.number)"
    case .snapshot: "picture"
    case .input(let event): event.words
    case .drag(let event): event.words
    case .overlay(let event): event.words
    case .delegate(let event): event.words
    case .animator(let event): event.words
    case .calloutAnnotation(let event): event.words
    }
  }
}

extension SessionEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .began: "began"
    case .stepBegan: "step began"
    case .stepEnded: "step ended"
    case .mark(let mark): "mark \(mark)"
    case .expectationsDue: "expectations due"
    case .neverSettled: "never settled"
    case .neverHeld(let number): "never held, \(number)"
    case .nothingDone(let reason): "nothing done, \(reason)"
    case .counted(let counted, let number): "\(number) \(counted.quantity.rawValue)"
    case .rowsSkipped(let rows): "\(rows) rows skipped"
    case .ended: "ended"
    case .snapshot(let snapshot): "snapshot \(snapshot)"
    }
  }
}

extension MapEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .regionWillChange(let animated): animated ? "will animated" : "will"
    case .visibleRegionChanged: "visible"
    case .regionDidChange(let animated, _): animated ? "did animated" : "did"
    case .regionChangeInterrupted: "interrupted change"
    case .reentered(let depth): "reentered \(depth)"
    case .reentryRefused(let depth): "refused at depth \(depth)"
    case .resized(let size): "resized to \(size.width) x \(size.height)"
    case .trackingChanged(let mode): "tracking \(mode)"
    }
  }
}

extension DataEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .batchArrived(let layer, let points): "batch of \(points) for \(layer)"
    case .pointsAdded(let layer, let points): "\(points) points to \(layer)"
    case .pointsRemoved(let layer, let points): "\(points) points from \(layer)"
    case .annotationAdded(let annotation, _, _, _): "add \(annotation)"
    case .annotationRemoved(let annotation, _, _, _): "remove \(annotation)"
    case .annotationMoved(let annotation, _): "move \(annotation)"
    case .replaced(let layer, let removed, let added, let kept, let compared):
      "replaced in \(layer): -\(removed) +\(added) =\(kept) of \(compared)"
    case .clustersRemoved(let layer, let clusters): "\(clusters) clusters from \(layer)"
    case .batchLost(let layer, let points, let isGivenUp):
      "lost \(points) for \(layer)\(isGivenUp ? ", given up" : "")"
    case .downloadBegan(let download): "download \(download)"
    case .downloadEnded(let download): "end of download \(download)"
    case .downloadCancelled(let download, let batches): "cancel \(batches) of download \(download)"
    case .nothingToCancel: "nothing to cancel"
    case .loadBegan(let load, let layer): "load \(load) for \(layer)"
    case .loadEnded(let load, let layer, let points): "\(points) of load \(load) for \(layer)"
    case .loadCancelled(let load, let layer): "cancel load \(load) for \(layer)"
    case .annotationRetitled(let annotation, let isTitled):
      "\(isTitled ? "title" : "no title") for \(annotation)"
    }
  }
}

extension ViewEvent {
  /// What happened, in a few words; views are lettered.
  public var words: String {
    switch self {
    case .requested(let annotation, let identifier): "request \(annotation) of \(identifier)"
    case .created(let view, _): "create \(viewLetter(view))"
    case .reused(let view, _): "reuse \(viewLetter(view))"
    case .returned(let view, let annotation, _): "return \(viewLetter(view)) of \(annotation)"
    case .didAdd(let views): "didAdd \(views)"
    case .providerAnsweredNil(let annotation): "nil for \(annotation)"
    case .appearanceKept(let view, _, let kept, let wanted):
      "\(viewLetter(view)) stays \(kept.words), not \(wanted.words)"
    case .displayed(let view, let annotation, _): "display \(viewLetter(view)) for \(annotation)"
    case .hidden(let view, let other): "hide \(viewLetter(view)) under \(viewLetter(other))"
    case .unhidden(let view): "unhide \(viewLetter(view))"
    case .joinedCluster(let annotation, let cluster): "join \(annotation) to \(cluster)"
    case .leftCluster(let annotation, let cluster): "leave \(annotation) from \(cluster)"
    case .clusterTextRead(let cluster, let owner, let members):
      "text of \(cluster): \(owner) of \(members)"
    case .poolsEmptied(let views): "\(views) views gone"
    case .memoryChanged(let view, let bytes): "view \(view) takes \(bytes) bytes"
    case .roleKept(let view, let annotation): "\(viewLetter(view)) keeps its role for \(annotation)"
    case .setAside(let view, let annotation):
      "\(viewLetter(view)) stays with \(annotation)"
    case .shownAgain(let view, _): "again \(viewLetter(view))"
    case .released(let view): "\(viewLetter(view)) goes"
    case .clusteringLost(let view, _): "\(viewLetter(view)) clusters no more"
    case .clusterAnnotationRequested(let first, let members):
      "cluster of \(first) and \(members - 1)"
    }
  }
}

extension ViewAppearance {
  /// Its kind, its extent, and where its middle is.
  fileprivate var words: String {
    "\(kind) \(Int(size.width))x\(Int(size.height)) at \(Int(centerOffset.dx)), "
      + "\(Int(centerOffset.dy))"
  }
}

/// The letter of a view: a for the first one; views beyond z are numbered.
public func viewLetter(_ view: ViewID) -> String {
  guard (0..<26).contains(view.rawValue) else { return "(\(view))" }
  return String(UnicodeScalar(UInt8(97 + view.rawValue)))
}

extension SelectionEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .willSelect(let annotation): "willSelect \(annotation)"
    case .didSelect(let annotation): "didSelect \(annotation)"
    case .willDeselect(let annotation): "willDeselect \(annotation)"
    case .didDeselect(let annotation): "didDeselect \(annotation)"
    case .missed: "missed"
    case .didSelectAnnotation(let annotation): "didSelect annotation \(annotation)"
    case .didDeselectAnnotation(let annotation): "didDeselect annotation \(annotation)"
    case .refused(let missed): "refused \(missed.nearest?.annotation ?? .none)"
    }
  }
}

extension ClusterEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .queued(let update, _, let trigger, _): "queued \(update) \(trigger)"
    case .indexed: "indexed"
    case .started(let update, _): "started \(update)"
    case .computed(let update, _, _): "computed \(update)"
    case .reused(let annotation, _, _, _): "keep \(annotation)"
    case .applied(let update, _, let change):
      "applied \(update) shown \(change.shown) new \(change.created) kept \(change.reused)"
        + " gone \(change.removed)"
    case .finished(let update, _): "finished \(update)"
    case .coalesced(let update, _, let newer): "coalesced \(update) into \(newer)"
    case .moved(let annotation, _, _): "cluster \(annotation) moves"
    case .listed(let annotation, _, _, let count, _, _): "cluster \(annotation) of \(count)"
    case .audited(_, _, let audit):
      "audit \(audit.visible) lost \(audit.lost) twice \(audit.countedTwice)"
        + " ghosts \(audit.ghosts)"
    case .paused(let layer, let isPaused): "\(isPaused ? "pause" : "resume") \(layer)"
    case .completed(_, let call): "completed \(call)"
    case .titleRequested(let annotation, _): "title of \(annotation)"
    case .viewNotRefreshed(let annotation, _): "stale view of \(annotation)"
    case .stalled(let update, _): "stalled \(update)"
    case .unsupported(let layer, let request): "no \(request) of \(layer)"
    case .followed(let annotation, _): "cluster \(annotation) follows"
    case .subtitleRequested(let annotation, _): "subtitle of \(annotation)"
    case .cancelled(let update, _): "cancelled \(update)"
    case .coarsened(let update, _, let doublings): "coarsened \(update) by 2^\(doublings)"
    case .waited(let update, _, let time): "update \(update) waited \(time.nanoseconds) ns"
    case .worked(let update, _, let time): "update \(update) works \(time.nanoseconds) ns"
    case .settingsChanged(let layer): "other settings of \(layer)"
    }
  }
}

extension CalloutEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .opened(let callout, let annotation, _): "opened \(callout) over \(annotation)"
    case .settled(let callout, _): "settled \(callout)"
    case .interrupted(let callout): "interrupted \(callout)"
    case .closed(let callout): "closed \(callout)"
    case .accessoryTapped(let callout, _, let side): "tapped \(side) of \(callout)"
    case .pinned(let callout, _): "pinned \(callout)"
    }
  }
}

extension CalloutAnnotationEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .added(let annotation, let parent, let content, _):
      "callout \(annotation) of \(parent) with \(content)"
    case .moved(let annotation, let parent, let content):
      "callout \(annotation) to \(parent) with \(content)"
    case .removed(let annotation): "callout \(annotation) goes"
    case .leftBehind(let annotation): "callout \(annotation) left"
    case .laidOut(let annotation, let layout):
      "callout \(annotation) over \(layout.over) shows \(layout.shownContent)"
    case .tappedAway(let annotation): "callout \(annotation) tapped away"
    case .held(let parent, let siblings): "\(parent) held beside \(siblings)"
    case .released(let siblings, let revived): "released \(siblings) revived \(revived)"
    case .deadTap(let annotation): "\(annotation) is dead"
    case .drawn(let annotation, _, _): "callout \(annotation) stands"
    }
  }
}

extension InputEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .tapped: "tap"
    case .doubleTapped: "double tap"
    case .twoFingersTapped: "two-finger tap"
    case .longPressed: "long press"
    case .touched: "touch"
    case .began(let gesture): "\(gesture) begins"
    case .ended(let gesture, _): "\(gesture) ends"
    }
  }
}

extension DragEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .viewStateSet(let annotation, let state): "view of \(annotation) \(state)"
    case .stateChanged(let annotation, let new, let old): "\(annotation) \(new) from \(old)"
    case .refused(let annotation): "drag of \(annotation) refused"
    case .geocodeRequested(let annotation, _): "geocode \(annotation)"
    }
  }
}

extension OverlayEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .added(let overlay, let level, let index): "overlay \(overlay) \(level) at \(index)"
    case .removed(let overlay): "overlay \(overlay) removed"
    case .exchanged(let first, let second): "overlays \(first) and \(second) exchanged"
    case .rendererRequested(let overlay): "renderer of \(overlay)"
    case .rendererMissing(let overlay): "no renderer of \(overlay)"
    }
  }
}

extension DelegateEvent {
  /// What happened, in a few words.
  public var words: String {
    switch self {
    case .set(let target): "delegate \(target)"
    case .unanswered(let callback): "unanswered \(callback)"
    }
  }
}

extension AnimatorEvent {
  /// What happened, in a few words; views are lettered.
  public var words: String {
    switch self {
    case .added(let layer, let views): "fade in \(views) for \(layer)"
    case .removes(let layer, let annotations): "fade out \(annotations) of \(layer)"
    case .alphaKept(let view, let annotation, let other):
      "\(viewLetter(view)) for \(annotation) is as \(other) faded"
    case .cutShort(let view): "cut short \(viewLetter(view))"
    }
  }
}
