public import MapEvents
internal import MapGeometry

/// Records when things happen in a session, up to the limits of its timeline.
///
/// Memory grows with the annotations and views that a session numbers, by a few bytes each.
public struct TimelineRecorder: EventObserver, Sendable {
  /// The timeline so far.
  public private(set) var timeline = SessionTimeline()

  private typealias View = SessionTimeline.ViewSpan

  /// What an annotation is and where it belongs, by its number.
  private struct Role {
    var layer = LayerID.none
    var subject = View.Subject.point
  }

  private var roles: [Role] = []
  /// Whether each view is out of its pool, by its number, and the row in which it is shown.
  private var isReused: [Bool] = []
  private var identifiers: [Int32] = []
  private var shownIn: [Int?] = []
  private var step: Int?
  private var gestures: [Gesture: Int] = [:]
  private var regionChange: Int?
  private var callout: Int?
  private var frames = FrameWorkRecorder()

  /// Makes a recorder that has seen nothing.
  public init() {}

  /// Records the event if it begins or ends something.
  ///
  /// - Complexity: O(1).
  public mutating func observe(_ event: Event) {
    let now = event.time
    switch event.kind {
    case .session(let session): observe(session, at: now, step: event.step)
    case .input(let input): observe(input, at: now)
    case .map(let map): observe(map, at: now)
    case .data(let data): observe(data, at: now)
    case .view(let view): observe(view, at: now)
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
    case .stepBegan: step = timeline.steps.append(SessionTimeline.StepSpan(start: now, step: id))
    case .stepEnded:
      timeline.steps.change(step) { $0.end = now }
      step = nil
    case .ended:
      timeline.length = now
      timeline.frames = frames.rows
    case .began, .mark, .expectationsDue, .neverSettled, .snapshot, .neverHeld: break
    }
  }

  private mutating func observe(_ event: InputEvent, at now: SimulatedTime) {
    switch event {
    case .tapped: touch(.tap, at: now)
    case .doubleTapped: touch(.doubleTap, at: now)
    case .twoFingersTapped: touch(.twoFingerTap, at: now)
    case .longPressed: touch(.longPress, at: now)
    case .began(let gesture):
      gestures[gesture] = timeline.touches.append(
        SessionTimeline.TouchSpan(start: now, kind: gesture.touch))
    case .ended(let gesture, _):
      timeline.touches.change(gestures.removeValue(forKey: gesture)) { $0.end = now }
    }
  }

  private mutating func touch(_ kind: SessionTimeline.TouchSpan.Kind, at now: SimulatedTime) {
    timeline.touches.append(SessionTimeline.TouchSpan(start: now, end: now, kind: kind))
  }

  private mutating func observe(_ event: MapEvent, at now: SimulatedTime) {
    switch event {
    case .regionWillChange(let animated):
      regionChange = timeline.regionChanges.append(
        SessionTimeline.RegionSpan(start: now, isAnimated: animated))
    case .regionChangeInterrupted:
      timeline.regionChanges.change(regionChange) { $0.isInterrupted = true }
    case .regionDidChange:
      timeline.regionChanges.change(regionChange) { $0.end = now }
      regionChange = nil
    case .visibleRegionChanged, .reentered, .reentryRefused, .resized, .trackingChanged: break
    }
  }

  private mutating func observe(_ event: DataEvent, at now: SimulatedTime) {
    switch event {
    case .annotationAdded(let annotation, let layer, _, let cluster):
      let subject: View.Subject =
        layer.isSome
        ? cluster == nil ? .point : .cluster : layer == .callouts ? .callout : .userLocation
      while roles.count <= annotation.index { roles.append(Role()) }
      roles[annotation.index] = Role(layer: layer, subject: subject)
    case .batchArrived(let layer, let points): answer(.arrived, layer, points, at: now)
    case .batchLost(let layer, let points, let isGivenUp):
      answer(isGivenUp ? .givenUp : .askedForAgain, layer, points, at: now)
    case .pointsAdded, .pointsRemoved, .annotationRemoved, .annotationMoved, .replaced,
      .clustersRemoved, .downloadBegan, .downloadEnded, .downloadCancelled, .nothingToCancel:
      break
    }
  }

  private mutating func answer(
    _ outcome: SessionTimeline.BatchAnswer.Outcome, _ layer: LayerID, _ points: Int32,
    at now: SimulatedTime
  ) {
    timeline.batches.append(
      SessionTimeline.BatchAnswer(start: now, layer: layer, points: points, outcome: outcome))
  }

  private mutating func observe(_ event: ViewEvent, at now: SimulatedTime) {
    switch event {
    case .created(let view, let identifier): take(view, identifier, isReused: false)
    case .reused(let view, let identifier): take(view, identifier, isReused: true)
    case .displayed(let view, let annotation, _): show(view, for: annotation, at: now)
    case .returned(let view, _, _):
      guard shownIn.indices.contains(view.index) else { return }
      timeline.views.change(shownIn[view.index]) { $0.end = now }
      shownIn[view.index] = nil
    case .requested, .didAdd, .providerAnsweredNil, .hidden, .unhidden, .joinedCluster,
      .leftCluster, .appearanceKept, .clusterTextRead, .clusterAnnotationRequested,
      .clusteringLost, .poolsEmptied, .memoryChanged:
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
    shownIn[view.index] = timeline.views.append(
      View(
        start: now, view: view, annotation: annotation, layer: role.layer,
        identifier: identifiers[view.index], isReused: isReused[view.index],
        subject: role.subject))
  }

  private mutating func observe(_ event: CalloutEvent, at now: SimulatedTime) {
    switch event {
    case .opened(let number, let annotation, _):
      callout = timeline.callouts.append(
        SessionTimeline.CalloutSpan(start: now, callout: number, annotation: annotation))
    case .settled: timeline.callouts.change(callout) { $0.rest = now }
    case .interrupted:
      timeline.callouts.change(callout) { ($0.rest, $0.isInterrupted) = (now, true) }
    case .closed:
      timeline.callouts.change(callout) { $0.end = now }
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
    timeline.hitches.append(
      SessionTimeline.Hitch(
        start: now, lateness: frame.lateness, mainThread: frame.mainThread, frame: frame.number))
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

/// The work of frames, as many of them in a row as fit into the rows of a session.
private struct FrameWorkRecorder: Sendable {
  private typealias Work = SessionTimeline.FrameWork

  private var all: [Work] = []
  /// How many frames a row has.
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

  /// Makes one row of each two.
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
