public import MapEvents

/// The room of a simulated map in which an event happens.
public enum EventRoom: Hashable, Sendable {
  case session
  case map
  case data
  case view
  case selection
  case cluster
  case callout
  case frame
  case scene
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
    case .cluster: .cluster
    case .callout: .callout
    case .frame: .frame
    case .scene: .scene
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
    case .scene: "picture"
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
    case .ended: "ended"
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
    case .didAdd(let views): "didAdd \(views.map(viewLetter).joined())"
    }
  }
}

/// The letter of a view: a for the first one; views beyond z are numbered.
public func viewLetter(_ view: Int32) -> String {
  guard (0..<26).contains(view) else { return "(\(view))" }
  return String(UnicodeScalar(UInt8(97 + view)))
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
    case .reused(let annotation, _, _): "keep \(annotation)"
    case .applied(let update, _, let change):
      "applied \(update) shown \(change.shown) new \(change.created) kept \(change.reused)"
        + " gone \(change.removed)"
    case .finished(let update, _): "finished \(update)"
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
    }
  }
}
