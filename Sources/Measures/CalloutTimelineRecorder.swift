internal import MapEvents
internal import MapGeometry

/// Records the timelines of callouts, from the events alone.
///
/// Why a callout closes no event says; it follows from what came just before at the same instant,
/// and from what comes next.
struct CalloutTimelineRecorder {
  private(set) var timelines: [CalloutTimeline] = []
  /// The callouts whose annotation left in a cluster update, and nothing took over.
  private(set) var closedInUpdates: Int64 = 0

  /// The callout that is open, as an index into the timelines.
  private var open: Int?
  private var isSettled = false
  /// Frames after the rest, and the furthest distance in them.
  private var frames = 0
  private var offPoints = 0.0
  /// What may have made a callout close, and when that happened.
  private var hint: (cause: CalloutTimeline.Cause, time: SimulatedTime)?
  /// A callout whose reason for closing may follow from the next events.
  private var closing: (timeline: Int, entry: Int)?
  /// A callout that closed for another annotation, which can be that of the same points; this lasts
  /// until its own one leaves or anything else can have selected.
  private var handover: (timeline: Int, entry: Int, successor: Int32, time: SimulatedTime)?
  /// Subjects of timelines whose size is known when an update ends.
  private var uncounted: [(timeline: Int, subject: Int)] = []
  /// The cluster update that was applied last, for each layer.
  private var updates: [Int32: Int32] = [:]
  private(set) var annotations = AnnotationRegistry()
  /// Callouts that are annotations, by their number.
  private var calloutAnnotations: [Int32: CalloutAnnotation] = [:]
  /// For each parent the callout annotation that the app will take away.
  private var ownOf: [Int32: Int32] = [:]

  /// A callout that is an annotation.
  private struct CalloutAnnotation {
    var parent: Int32
    var isLaidOut = false
    /// Its layout that came last, for the timeline that begins with it; nil once recorded.
    var entry: CalloutTimeline.Entry?
    /// The timeline of its opening that came last, as an index.
    var timeline: Int?
    /// Whether the app took it away.
    var isRemoved = false
    /// Whether it will never be taken away.
    var isLeftBehind = false
  }

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .session(.stepBegan): hint = (.step, event.time)
    case .input(.tapped): hint = (.tap, event.time)
    case .map(.visibleRegionChanged): hint = (.outOfSight, event.time)
    case .map(.regionDidChange): hint = (.regionChange, event.time)
    case .cluster(.applied(let update, let layer, _)): updates[layer] = update
    case .callout(let callout): observe(callout, event)
    case .second(let second): observe(second, event)
    default: break
    }
    if handover != nil { inherit(event) }
    if closing != nil { explain(event) }
    annotations.observe(event)
    if !uncounted.isEmpty, case .cluster(.stands) = event.kind { countSubjects() }
  }

  private mutating func observe(_ event: SecondCalloutEvent, _ place: Event) {
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
      let isAnew = calloutAnnotations[annotation]?.isLaidOut ?? false
      calloutAnnotations[annotation]?.isLaidOut = true
      calloutAnnotations[annotation]?.entry = CalloutTimeline.Entry(
        time: place.time, step: place.step, kind: .laidOut(layout, isAnew: isAnew))
      recordLayout(of: annotation)
    case .leftBehind(let annotation):
      release(annotation)
      calloutAnnotations[annotation]?.isLeftBehind = true
      guard let timeline = calloutAnnotations[annotation]?.timeline else { return }
      timelines[timeline].entries.append(
        CalloutTimeline.Entry(time: place.time, step: place.step, kind: .leftBehind))
    case .tappedAway, .held, .released, .deadTap, .stands: break
    }
  }

  /// The app takes a callout annotation away for its parent no more.
  private mutating func release(_ annotation: Int32) {
    guard let parent = calloutAnnotations[annotation]?.parent, ownOf[parent] == annotation else {
      return
    }
    ownOf[parent] = nil
  }

  /// What is left behind opens no more; its layouts belong to the timeline that it had.
  private mutating func recordLayout(of annotation: Int32) {
    guard let second = calloutAnnotations[annotation], second.isLeftBehind,
      let timeline = second.timeline,
      let entry = second.entry
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

  /// Adds an annotation to the subjects of a timeline, as it is now, if it is not among them.
  private mutating func note(_ annotation: Int32, in timeline: Int) {
    guard let subject = annotations[annotation],
      !timelines[timeline].subjects.contains(where: { $0.annotation == annotation })
    else { return }
    timelines[timeline].subjects.append(subject)
    guard subject.isCluster, subject.count == 0 else { return }
    uncounted.append((timeline, timelines[timeline].subjects.count - 1))
  }

  /// Fills in sizes that were unknown when timelines named them, unless the subject has changed.
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
    case .pinned(_, let tip, let anchor, _):
      guard isSettled else { return }
      let (dx, dy) = (tip.x - anchor.x, tip.y - anchor.y)
      frames += 1
      offPoints = max(offPoints, (dx * dx + dy * dy).squareRoot())
    case .closed:
      endFollowing(place)
      guard let timeline = open else { return }
      // What ends with the callout was not interrupted by anything else.
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

  /// A timeline may be that of a callout annotation, whose view was laid out at the same instant.
  private mutating func beginCalloutAnnotation(over parent: Int32, _ timeline: Int, _ place: Event)
  {
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

  /// The frames so far become a entry of their own; the first one only shows the callout.
  private mutating func endFollowing(_ place: Event) {
    if frames > 1 { add(.followed(frames: frames, offPoints: offPoints), place) }
    (frames, offPoints) = (0, 0)
  }

  /// Finds the reason of the last closing in what comes after it.
  private mutating func explain(_ event: Event) {
    guard let (timeline, entry) = closing else { return }
    switch event.kind {
    case .callout(.closed), .selection(.didDeselect), .selection(.didDeselectAnnotation):
      return
    case .view(.returned(_, let annotation, _)):
      // Views go right after the selection that left with them, and that of a callout which the
      // app did not take away goes by itself.
      let isOwn =
        calloutAnnotations[annotation].map { $0.timeline == timeline && !$0.isRemoved } ?? false
      let isParent =
        annotation == timelines[timeline].annotation
        && timelines[timeline].entries[entry].kind == .closed(.regionChange)
      if isParent || isOwn {
        timelines[timeline].entries[entry].kind = .closed(.outOfSight)
      }
      return
    case .selection(.willSelect(let annotation)):
      timelines[timeline].entries[entry].kind = .closed(.selected(annotation: annotation))
      note(annotation, in: timeline)
      handover = (timeline, entry, annotation, event.time)
    case .second(.tappedAway):
      timelines[timeline].entries[entry].kind = .closed(.tappedItself)
    case .data(.annotationRemoved(let annotation, _, _, _))
    where calloutAnnotations[annotation] != nil:
      // The callout goes with the selection; why that went is still to come.
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

  /// Finds out whether an annotation was selected since a cluster update took away the one before:
  /// nobody selects then, and that one leaves at the same instant, before anything else is done.
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

  /// Ends the session: what is open stays so.
  mutating func finish(at event: Event) { endFollowing(event) }
}
