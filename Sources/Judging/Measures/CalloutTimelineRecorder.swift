internal import MapEvents
internal import MapGeometry

/// Records the timelines of callouts, from the events alone.
///
/// No event contains why a callout closes; it follows from the events just before at the same
/// instant and from the next ones.
struct CalloutTimelineRecorder {
  private(set) var timelines: [CalloutTimeline] = []
  /// The number of callouts whose annotation left in a cluster update without a successor.
  private(set) var closedInUpdates: Int64 = 0

  /// The timeline of the open callout.
  private var open: Int?
  private var isSettled = false
  /// Frames since the callout settled, and the largest distance in them.
  private var frames = 0
  private var offPoints = 0.0
  /// The last event that can close a callout, and its time.
  private var hint: (cause: CalloutTimeline.Cause, time: SimulatedTime)?
  /// A closed callout whose cause may follow from the next events.
  private var closing: (timeline: Int, entry: Int)?
  /// A callout that closed for another annotation, which can be its successor, until its own one
  /// leaves or anything else can have selected.
  private var handover: (timeline: Int, entry: Int, successor: AnnotationID, time: SimulatedTime)?
  /// Subjects of timelines whose size follows at the end of an update.
  private var uncounted: [(timeline: Int, subject: Int)] = []
  /// The cluster update that was applied last, for each layer.
  private var updates: [LayerID: Int32] = [:]
  private(set) var annotations = AnnotationRegistry()
  /// Callouts that are annotations, by their number.
  private var calloutAnnotations: [AnnotationID: CalloutAnnotation] = [:]
  /// The callout annotation of each parent that the app will remove.
  private var ownOf: [AnnotationID: AnnotationID] = [:]

  private struct CalloutAnnotation {
    var parent: AnnotationID
    var isLaidOut = false
    /// Its last layout, for the timeline that begins with it; nil once recorded.
    var entry: CalloutTimeline.Entry?
    /// The timeline of its last opening.
    var timeline: Int?
    var isRemoved = false
    var isLeftBehind = false
  }

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .session(.stepBegan): hint = (.step, event.time)
    case .session(.ended): endFollowing(event)
    case .input(.tapped): hint = (.tap, event.time)
    case .map(.visibleRegionChanged): hint = (.outOfSight, event.time)
    case .map(.regionDidChange): hint = (.regionChange, event.time)
    case .cluster(.applied(let update, let layer, _)): updates[layer] = update
    case .callout(let callout): observe(callout, event)
    case .calloutAnnotation(let second): observe(second, event)
    default: break
    }
    if handover != nil { inherit(event) }
    if closing != nil { explain(event) }
    annotations.observe(event)
    if !uncounted.isEmpty, case .cluster(.listed) = event.kind { countSubjects() }
  }

  private mutating func observe(_ event: CalloutAnnotationEvent, _ place: Event) {
    switch event {
    case .added(let annotation, let parent, _, _):
      calloutAnnotations[annotation] = CalloutAnnotation(parent: parent)
      ownOf[parent] = annotation
    case .moved(let annotation, let parent, _):
      release(annotation)
      calloutAnnotations[annotation]?.parent = parent
      ownOf[parent] = annotation
    case .removed(let annotation):
      release(annotation)
      calloutAnnotations[annotation]?.isRemoved = true
    case .laidOut(let annotation, let layout):
      let isAgain = calloutAnnotations[annotation]?.isLaidOut ?? false
      calloutAnnotations[annotation]?.isLaidOut = true
      calloutAnnotations[annotation]?.entry = CalloutTimeline.Entry(
        time: place.time, step: place.step, kind: .laidOut(layout, isAgain: isAgain))
      recordLayout(of: annotation)
    case .leftBehind(let annotation):
      release(annotation)
      calloutAnnotations[annotation]?.isLeftBehind = true
      guard let timeline = calloutAnnotations[annotation]?.timeline else { return }
      timelines[timeline].entries.append(
        CalloutTimeline.Entry(time: place.time, step: place.step, kind: .leftBehind))
    case .tappedAway, .held, .released, .deadTap, .drawn: break
    }
  }

  /// Ends the link of a parent to the callout annotation that the app will remove.
  private mutating func release(_ annotation: AnnotationID) {
    guard let parent = calloutAnnotations[annotation]?.parent, ownOf[parent] == annotation else {
      return
    }
    ownOf[parent] = nil
  }

  /// Records a layout of a callout that was left behind, in the timeline that it had.
  private mutating func recordLayout(of annotation: AnnotationID) {
    guard let callout = calloutAnnotations[annotation], callout.isLeftBehind,
      let timeline = callout.timeline, let entry = callout.entry
    else { return }
    record(entry, in: timeline)
    calloutAnnotations[annotation]?.entry = nil
  }

  private mutating func record(_ layout: CalloutTimeline.Entry, in timeline: Int) {
    if case .laidOut(let layout, _) = layout.kind {
      note(layout.parent, in: timeline)
      note(layout.over, in: timeline)
    }
    timelines[timeline].entries.append(layout)
  }

  /// Adds an annotation to the subjects of a timeline unless it is among them.
  private mutating func note(_ annotation: AnnotationID, in timeline: Int) {
    guard let subject = annotations[annotation],
      !timelines[timeline].subjects.contains(where: { $0.annotation == annotation })
    else { return }
    timelines[timeline].subjects.append(subject)
    guard subject.isCluster, subject.count == 0 else { return }
    uncounted.append((timeline, timelines[timeline].subjects.count - 1))
  }

  /// Sets sizes of subjects that were unknown, unless the subject has changed.
  private mutating func countSubjects() {
    uncounted.removeAll { timeline, index in
      let subject = timelines[timeline].subjects[index]
      guard let known = annotations[subject.annotation], known.content == subject.content else {
        return true
      }
      timelines[timeline].subjects[index].count = known.count
      return known.count > 0
    }
  }

  private mutating func observe(_ event: CalloutEvent, _ place: Event) {
    switch event {
    case .opened(let callout, let annotation, let opening):
      closing = nil
      timelines.append(CalloutTimeline(callout: callout, annotation: annotation))
      let timeline = timelines.count - 1
      open = timeline
      note(annotation, in: timeline)
      (isSettled, frames, offPoints) = (false, 0, 0)
      beginCalloutAnnotation(over: annotation, timeline, place)
      add(opening.isRefused ? .refused : .opened(opening.move), place)
    case .settled:
      isSettled = true
      add(.settled, place)
    case .interrupted:
      isSettled = true
      add(.interrupted, place)
    case .accessoryTapped(_, _, let side):
      endFollowing(place)
      add(.accessoryTapped(side), place)
    case .pinned(_, let pin):
      guard isSettled else { return }
      frames += 1
      offPoints = max(offPoints, pin.tipOffPoints)
    case .closed:
      endFollowing(place)
      guard let timeline = open else { return }
      // The callout itself interrupted a move that ends with it.
      if let last = timelines[timeline].entries.last, last.kind == .interrupted,
        last.time == place.time
      {
        timelines[timeline].entries.removeLast()
      }
      let cause = hint.flatMap { $0.time == place.time ? $0.cause : nil } ?? .removed
      add(.closed(cause), place)
      closing = (timeline, timelines[timeline].entries.count - 1)
      open = nil
    }
  }

  /// Records the layout of a callout annotation in the timeline that it opens at the same instant.
  private mutating func beginCalloutAnnotation(
    over parent: AnnotationID, _ timeline: Int, _ place: Event
  ) {
    guard let own = ownOf[parent] else { return }
    calloutAnnotations[own]?.timeline = timeline
    guard let entry = calloutAnnotations[own]?.entry, entry.time == place.time else { return }
    calloutAnnotations[own]?.entry = nil
    record(entry, in: timeline)
  }

  private mutating func add(_ kind: CalloutTimeline.Kind, _ place: Event) {
    guard let open else { return }
    assert(
      timelines[open].entries.last.map { $0.time <= place.time } ?? true,
      "a timeline runs backwards")
    timelines[open].entries.append(
      CalloutTimeline.Entry(time: place.time, step: place.step, kind: kind))
  }

  /// Adds an entry for the frames until now, without the first one, which only shows the callout.
  private mutating func endFollowing(_ place: Event) {
    if frames > 1 { add(.followed(frames: frames, offPoints: offPoints), place) }
    (frames, offPoints) = (0, 0)
  }

  /// Finds the cause of the last closing in the event after it.
  private mutating func explain(_ event: Event) {
    guard let (timeline, entry) = closing else { return }
    switch event.kind {
    case .callout(.closed), .selection(.didDeselect), .selection(.didDeselectAnnotation): return
    case .view(.returned(_, let annotation, _)), .view(.setAside(_, let annotation)):
      // Views go right after the selection that left with them; that of a callout which the app did
      // not remove goes by itself.
      let isOwn =
        calloutAnnotations[annotation].map { $0.timeline == timeline && !$0.isRemoved } ?? false
      let isParent =
        annotation == timelines[timeline].annotation
        && timelines[timeline].entries[entry].kind == .closed(.regionChange)
      if isParent || isOwn { timelines[timeline].entries[entry].kind = .closed(.outOfSight) }
      return
    case .selection(.willSelect(let annotation)):
      timelines[timeline].entries[entry].kind = .closed(.selected(annotation: annotation))
      note(annotation, in: timeline)
      handover = (timeline, entry, annotation, event.time)
    case .calloutAnnotation(.tappedAway):
      timelines[timeline].entries[entry].kind = .closed(.tappedItself)
    case .data(.annotationRemoved(let annotation, _, _, _))
    where calloutAnnotations[annotation] != nil:
      // The callout goes with the selection, whose cause is a later event.
      return
    case .data(.annotationRemoved(let annotation, let layer, _, let isCluster))
    where annotation == timelines[timeline].annotation:
      let update = isCluster ? updates[layer] : nil
      timelines[timeline].entries[entry].kind = .closed(
        update.map { .leftInUpdate($0) } ?? .removed)
      closedInUpdates += update == nil ? 0 : 1
    default: break
    }
    closing = nil
  }

  /// Whether an annotation was selected because a cluster update removed the one before: that one
  /// leaves at the same instant, before any other event can select.
  private mutating func inherit(_ event: Event) {
    guard let (timeline, entry, successor, time) = handover else { return }
    let isPast = if case .session = event.kind { true } else { event.time > time }
    if isPast { handover = nil }
    guard !isPast, case .data(.annotationRemoved(let annotation, let layer, _, true)) = event.kind,
      annotation == timelines[timeline].annotation
    else { return }
    handover = nil
    guard let update = updates[layer], annotations[successor]?.layer == layer else { return }
    timelines[timeline].entries[entry].kind = .closed(
      .handedOver(update: update, successor: successor))
  }
}

struct AnnotationRegistry {
  private var all: [AnnotationID: CalloutTimeline.Subject] = [:]

  subscript(annotation: AnnotationID) -> CalloutTimeline.Subject? { all[annotation] }

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .data(.annotationAdded(let annotation, let layer, let content, let size)):
      all[annotation] = CalloutTimeline.Subject(
        annotation: annotation, layer: layer, content: content, isCluster: size != nil)
    case .data(.annotationRemoved(let annotation, _, _, _)): all[annotation] = nil
    case .cluster(.reused(let annotation, _, let content, _)):
      guard let known = all[annotation], known.content != content else { return }
      all[annotation]?.content = content
      // Listed again at the end of the update.
      all[annotation]?.count = 0
    case .cluster(.listed(let annotation, _, let content, let count, _, _)):
      all[annotation]?.content = content
      all[annotation]?.count = count
    case .view(.joinedCluster(_, let cluster)): all[cluster]?.count += 1
    case .view(.leftCluster(_, let cluster)): all[cluster]?.count -= 1
    default: break
    }
  }
}
