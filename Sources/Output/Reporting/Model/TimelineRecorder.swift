public import MapEvents
internal import MapGeometry

/// Records when things happen in a session, up to the limits of its timeline.
///
/// Memory grows with the annotations and views that a session numbers, with its changes of data and
/// its updates, by a few bytes each.
public struct TimelineRecorder: EventObserver, Sendable {
  /// The timeline so far.
  public private(set) var timeline = SessionTimeline()

  private typealias View = SessionTimeline.ViewSpan
  private typealias Occurrence = SessionTimeline.Occurrence

  /// The layer and the subject of an annotation.
  ///
  /// The array is indexed by annotation number.
  private struct Role {
    var layer = LayerID.none
    var subject = View.Subject.point
  }

  private var roles: [Role] = []
  /// Whether each view was dequeued from its pool, by view number, and the row in which it is
  /// shown.
  private var isReused: [Bool] = []
  private var identifiers: [Int32] = []
  private var shownIn: [Int?] = []
  private var step: Int?
  private var gestures: [Gesture: Int] = [:]
  private var regionChange: Int?
  private var callout: Int?
  private var frames = FrameWorkRecorder()
  /// The number of events so far, and their occurrences.
  private var eventCount: Int64 = 0
  private var occurrences: [Occurrence] = []
  /// The number of the last event that requested a view.
  private var viewRequest: Int64 = 0
  /// The number of the last event that changed a layer's data, by time.
  private var dataChanges: [LayerID: [SimulatedTime: Int64]] = [:]

  /// Makes a recorder that has seen nothing.
  public init() {}

  /// Records the event if it begins or ends something.
  ///
  /// - Complexity: O(1).
  public mutating func observe(_ event: Event) {
    let now = event.time
    defer { eventCount += 1 }
    switch event.kind {
    case .session(let session): observe(session, at: now, step: event.step)
    case .input(let input): observe(input, at: now)
    case .map(let map): observe(map, at: now)
    case .data(let data): observe(data, at: now)
    case .view(let view): observe(view, at: now)
    case .cluster(.queued(let update, let layer, let trigger, let triggeredAt)):
      request(update, of: layer, trigger, triggeredAt, at: now)
    case .cluster(.applied(let update, _, _)): note(.updateApplied, Int(update), at: now)
    case .cluster(.started(let update, _)):
      timeline.updateStarts.append(SessionTimeline.UpdateStart(start: now, update: update))
    case .cluster(.indexed(let layer, let began, _)):
      timeline.indexings.append(
        SessionTimeline.IndexingSpan(start: began, end: now, layer: layer))
    case .callout(let callout): observe(callout, at: now)
    case .frame(let frame): observe(frame, at: now)
    case .cluster, .selection, .snapshot, .drag, .overlay, .delegate, .animator,
      .calloutAnnotation:
      break
    }
  }

  private mutating func observe(_ event: SessionEvent, at now: SimulatedTime, step id: Int32) {
    switch event {
    case .stepBegan:
      step = timeline.steps.append(SessionTimeline.StepSpan(start: now, step: id))
      note(.step, step, at: now)
    case .stepEnded:
      timeline.steps.change(step) { $0.end = now }
      step = nil
    case .ended:
      timeline.length = now
      timeline.frames = frames.rows
      timeline.occurrences = sortedOccurrences
    case .began, .mark, .expectationsDue, .neverSettled, .snapshot, .neverHeld, .nothingDone,
      .counted, .rowsSkipped:
      break
    }
  }

  private mutating func observe(_ event: InputEvent, at now: SimulatedTime) {
    switch event {
    case .tapped: touch(.tap, until: now, at: now)
    case .doubleTapped: touch(.doubleTap, until: now, at: now)
    case .twoFingersTapped: touch(.twoFingerTap, until: now, at: now)
    case .longPressed: touch(.longPress, until: now, at: now)
    // The gesture that begins with it has the span.
    case .touched: break
    case .began(let gesture):
      gestures[gesture] = touch(gesture.touch, until: nil, at: now)
    case .ended(let gesture, _):
      timeline.touches.change(gestures.removeValue(forKey: gesture)) { $0.end = now }
    }
  }

  @discardableResult
  private mutating func touch(
    _ kind: SessionTimeline.TouchSpan.Kind, until end: SimulatedTime?, at now: SimulatedTime
  ) -> Int? {
    let row = timeline.touches.append(
      SessionTimeline.TouchSpan(start: now, end: end, kind: kind))
    note(.touch, row, at: now)
    return row
  }

  private mutating func observe(_ event: MapEvent, at now: SimulatedTime) {
    switch event {
    case .regionWillChange(let animated):
      regionChange = timeline.regionChanges.append(
        SessionTimeline.RegionSpan(start: now, isAnimated: animated))
      note(.regionWillChange, regionChange, at: now)
    case .regionChangeInterrupted:
      timeline.regionChanges.change(regionChange) { $0.isInterrupted = true }
    case .regionDidChange:
      timeline.regionChanges.change(regionChange) { $0.end = now }
      note(.regionDidChange, regionChange, at: now)
      regionChange = nil
    case .visibleRegionChanged, .reentered, .reentryRefused, .resized, .trackingChanged: break
    }
  }

  private mutating func observe(_ event: DataEvent, at now: SimulatedTime) {
    if case .annotationAdded(let annotation, let layer, _, let cluster) = event {
      let subject: View.Subject =
        layer.isSome
        ? cluster == nil ? .point : .cluster : layer == .callouts ? .callout : .userLocation
      while roles.count <= annotation.index { roles.append(Role()) }
      roles[annotation.index] = Role(layer: layer, subject: subject)
    } else if case .batchArrived(let layer, let points) = event {
      answer(.arrived, layer, points, at: now)
      // Its points may wait for the main thread, but their update was triggered now.
      dataChanges[layer, default: [:]][now] = eventCount
    } else if case .loadEnded(_, let layer, _) = event {
      dataChanges[layer, default: [:]][now] = eventCount
    } else if case .batchLost(let layer, let points, let isGivenUp) = event {
      answer(isGivenUp ? .givenUp : .askedForAgain, layer, points, at: now)
    } else if case .pointsAdded(let layer, _) = event {
      dataChanges[layer, default: [:]][now] = eventCount
    } else if case .pointsRemoved(let layer, _) = event {
      dataChanges[layer, default: [:]][now] = eventCount
    }
  }

  private mutating func answer(
    _ outcome: SessionTimeline.BatchAnswer.Outcome, _ layer: LayerID, _ points: Int32,
    at now: SimulatedTime
  ) {
    let row = timeline.batches.append(
      SessionTimeline.BatchAnswer(start: now, layer: layer, points: points, outcome: outcome))
    note(.batch, row, at: now)
  }

  private mutating func observe(_ event: ViewEvent, at now: SimulatedTime) {
    switch event {
    case .created(let view, let identifier), .shownAgain(let view, let identifier):
      take(view, identifier, isReused: false)
    case .reused(let view, let identifier): take(view, identifier, isReused: true)
    case .displayed(let view, let annotation, _): show(view, for: annotation, at: now)
    case .returned(let view, _, _), .setAside(let view, _):
      guard shownIn.indices.contains(view.index) else { return }
      timeline.views.change(shownIn[view.index]) { $0.end = now }
      shownIn[view.index] = nil
    case .requested: viewRequest = eventCount
    case .didAdd, .providerAnsweredNil, .hidden, .unhidden, .joinedCluster,
      .leftCluster, .appearanceKept, .clusterTextRead, .clusterAnnotationRequested,
      .clusteringLost, .roleKept, .poolsEmptied, .memoryChanged, .released:
      break
    }
  }

  private mutating func take(_ view: ViewID, _ identifier: Int32, isReused: Bool) {
    while shownIn.count <= view.index {
      shownIn.append(nil)
      self.isReused.append(false)
      identifiers.append(-1)
    }
    self.isReused[view.index] = isReused
    identifiers[view.index] = identifier
  }

  private mutating func show(
    _ view: ViewID, for annotation: AnnotationID, at now: SimulatedTime
  ) {
    guard shownIn.indices.contains(view.index) else { return }
    let role = roles.indices.contains(annotation.index) ? roles[annotation.index] : Role()
    let isFirst = timeline.views.rows.last?.start != now
    shownIn[view.index] = timeline.views.append(
      View(
        start: now, view: view, annotation: annotation, layer: role.layer,
        identifier: identifiers[view.index], isReused: isReused[view.index],
        subject: role.subject))
    // What views break is broken by a request, or by what follows it.
    if isFirst { note(.views, shownIn[view.index], at: now, event: viewRequest) }
  }

  private mutating func observe(_ event: CalloutEvent, at now: SimulatedTime) {
    switch event {
    case .opened(let number, let annotation, _):
      callout = timeline.callouts.append(
        SessionTimeline.CalloutSpan(start: now, callout: number, annotation: annotation))
      note(.calloutOpens, callout, at: now)
    case .settled:
      timeline.callouts.change(callout) { $0.rest = now }
      note(.calloutRests, callout, at: now)
    case .interrupted:
      timeline.callouts.change(callout) { ($0.rest, $0.isInterrupted) = (now, true) }
      note(.calloutRests, callout, at: now)
    case .closed:
      timeline.callouts.change(callout) { $0.end = now }
      note(.calloutCloses, callout, at: now)
      callout = nil
    case .accessoryTapped, .pinned: break
    }
  }

  private mutating func observe(_ frame: FrameReport, at now: SimulatedTime) {
    frames.observe(frame, at: now)
    let last = timeline.viewCounts.rows.last
    if last?.live != frame.liveViews || last?.pooled != frame.pooledViews {
      timeline.viewCounts.append(
        SessionTimeline.ViewCount(start: now, live: frame.liveViews, pooled: frame.pooledViews))
    }
    guard frame.lateness > .zero else { return }
    let row = timeline.hitches.append(
      SessionTimeline.Hitch(
        start: now, lateness: frame.lateness, mainThread: frame.mainThread, frame: frame.number))
    note(.lateFrame, row, at: now)
  }
}

extension TimelineRecorder {
  /// Notes that the event, or an earlier one, begins or ends a row, which may be omitted.
  private mutating func note(
    _ kind: Occurrence.Kind, _ row: Int?, at time: SimulatedTime, event: Int64? = nil
  ) {
    guard let row else { return }
    occurrences.append(
      Occurrence(start: time, event: event ?? eventCount, kind: kind, row: Int64(row)))
  }

  /// Notes an update.
  ///
  /// If data changed, it was indexed before the update entered its queue.
  private mutating func request(
    _ update: Int32, of layer: LayerID, _ trigger: ClusterEvent.Trigger,
    _ triggeredAt: SimulatedTime, at now: SimulatedTime
  ) {
    let change: Int64? =
      switch trigger {
      case .pointsAdded, .pointsRemoved: dataChanges[layer]?[triggeredAt]
      case .regionChanged, .requested, .resumed: nil
      }
    note(
      .updateRequested, Int(update), at: change == nil ? now : triggeredAt, event: change)
  }

  /// The occurrences in the order of their events, and so of time.
  private var sortedOccurrences: TimelineRows<Occurrence> {
    let sorted = occurrences.sorted {
      ($0.event, $0.kind.rawValue, $0.row) < ($1.event, $1.kind.rawValue, $1.row)
    }
    return sorted.reduce(into: TimelineRows()) { $0.append($1) }
  }
}

extension Gesture {
  fileprivate var touch: SessionTimeline.TouchSpan.Kind {
    switch self {
    case .pan: .pan
    case .pinch: .pinch
    case .rotation: .rotation
    case .drag: .drag
    }
  }
}

/// Records the work of frames.
///
/// Each table row covers as many consecutive frames as the limit of rows requires.
private struct FrameWorkRecorder: Sendable {
  private typealias Work = SessionTimeline.FrameWork

  private var all: [Work] = []
  /// The number of frames in a row.
  private var each: Int64 = 1

  mutating func observe(_ frame: FrameReport, at now: SimulatedTime) {
    if let last = all.last, last.frames < each {
      all[all.count - 1].frames += 1
      all[all.count - 1].mainThread = max(last.mainThread, frame.mainThread)
      return
    }
    if all.count == Work.limit { halve() }
    all.append(Work(start: now, mainThread: frame.mainThread, frames: 1))
  }

  /// Merges rows in pairs.
  private mutating func halve() {
    all = stride(from: 0, to: all.count, by: 2).map { first in
      let pair = all[first..<min(first + 2, all.count)]
      return Work(
        start: all[first].start, mainThread: pair.map(\.mainThread).max() ?? .zero,
        frames: pair.reduce(0) { $0 + $1.frames })
    }
    each *= 2
  }

  var rows: TimelineRows<SessionTimeline.FrameWork> {
    all.reduce(into: TimelineRows()) { $0.append($1) }
  }
}
