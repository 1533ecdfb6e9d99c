import MapEvents
import MapGeometry
import Measures
import Metrics

/// A hand-made session, written event by event.
struct Session {
  private(set) var events: [Event] = []
  private var time = SimulatedTime.zero
  private var step: Int32 = -1
  private var clusters: [AnnotationID] = []
  private var clusterCount = 0

  /// A session that has begun.
  init(
    framePeriod: SimulatedTime = SimulatedTime(milliseconds: 10),
    marks: [String] = ["first", "second"],
    camera: Camera = Camera(center: MapPoint(x: 1_000, y: 1_000), mapPointsPerPoint: 1)
  ) {
    add(
      .session(
        .began(
          Legend(
            viewSize: ScreenSize(width: 320, height: 480), viewMarginFraction: 0,
            framePeriod: framePeriod, camera: camera, layers: ["pins", "clusters"],
            marks: marks, identifiers: ["pin"]))))
  }

  /// Lets events happen now.
  mutating func add(_ kinds: Event.Kind...) {
    for var kind in kinds {
      // A frame is due on the screen when it is made, unless it says when.
      if case .frame(var frame) = kind, frame.dueAt == .zero {
        frame.dueAt = time
        kind = .frame(frame)
      }
      events.append(Event(time: time, step: step, kind: kind))
    }
  }

  /// Lets time pass.
  mutating func wait(_ milliseconds: Int64) {
    time = time + SimulatedTime(milliseconds: milliseconds)
  }

  /// Lets clusters come onto the map, or the oldest ones leave it when there are fewer than none.
  mutating func clusters(_ change: Int, layer: LayerID = 1) {
    for _ in 0..<max(0, change) {
      let number = AnnotationID(clusterCount)
      clusterCount += 1
      clusters.append(number)
      add(
        .data(
          .annotationAdded(
            annotation: number, layer: layer, content: UInt64(number.index), cluster: .several)))
    }
    for _ in 0..<max(0, -change) {
      let number = clusters.removeFirst()
      add(
        .data(
          .annotationRemoved(
            annotation: number, layer: layer, content: UInt64(number.index), isCluster: true)))
    }
  }

  /// Plays a step.
  mutating func step(_ id: Int32, _ play: (inout Session) -> Void = { _ in }) {
    step = id
    add(.session(.stepBegan))
    play(&self)
    add(.session(.stepEnded))
  }

  /// Lets an update run from its trigger to its end, each phase as long as told.
  mutating func update(
    _ number: Int32, layer: LayerID = 1, wait waiting: Int64 = 0, compute: Int64 = 0,
    fade: Int64 = 0, shown: Int32 = 0, created: Int32 = 0, reused: Int32 = 0
  ) {
    add(queued(number, layer: layer))
    wait(waiting)
    add(.cluster(.started(update: number, layer: layer)))
    wait(compute)
    add(computed(number), applied(number, layer, shown: shown, created: created, reused: reused))
    wait(fade)
    add(.cluster(.finished(update: number, layer: layer)))
  }

  /// An update that is triggered now.
  func queued(_ number: Int32, layer: LayerID = 1) -> Event.Kind {
    .cluster(
      .queued(update: number, layer: layer, trigger: .regionChanged, triggeredAt: time))
  }

  /// What an update computed, in counts that differ.
  func computed(_ number: Int32) -> Event.Kind {
    .cluster(
      .computed(
        update: number, layer: 1,
        work: ClusterWork(
          nodesVisited: 5, pointsTouched: 7, cellsVisited: 11, distances: 13)))
  }

  /// What an update brings onto the map.
  func applied(
    _ number: Int32, _ layer: LayerID = 1, shown: Int32 = 0, created: Int32 = 0, reused: Int32 = 0
  ) -> Event.Kind {
    .cluster(
      .applied(
        update: number, layer: layer,
        change: ClusterChange(shown: shown, created: created, reused: reused, removed: 0)))
  }

  /// The facts of the session, which ends now.
  func facts(
    stepExpectations: [[BoundExpectation]] = Array(repeating: [], count: 4),
    finalExpectations: [BoundExpectation] = []
  ) -> Facts {
    var recorder = FactsRecorder(
      stepExpectations: stepExpectations, finalExpectations: finalExpectations)
    for event in events { recorder.observe(event) }
    recorder.observe(Event(time: time, step: -1, kind: .session(.ended)))
    return recorder.result
  }
}

/// An expectation with a place to tell it by.
func bound(
  _ metric: Metric, _ rule: Metrics.Expectation.Rule, sinceMark: Bool = false,
  since: BoundExpectation.Since = .start, line: Int = 1,
  step: Int? = nil, isImplied: Bool = false
) -> BoundExpectation {
  BoundExpectation(
    expectation: Metrics.Expectation(metric: metric, rule: rule),
    written: WrittenRule("\(rule)", line: line, column: 3),
    since: sinceMark ? .lastMark : since, step: step, isImplied: isImplied)
}

/// A frame that costs the main thread some time and is late by the whole periods of 10 ms beyond
/// the first, with views on the map.
func frame(
  milliseconds: Int64 = 0, live: Int32 = 0, pooled: Int32 = 0, dueAt due: SimulatedTime = .zero
) -> Event.Kind {
  .frame(
    FrameReport(
      number: 0, mainThread: SimulatedTime(milliseconds: milliseconds), liveViews: live,
      pooledViews: pooled,
      lateness: SimulatedTime(milliseconds: max(0, milliseconds - 1) / 10 * 10), dueAt: due))
}

extension MissedSelection {
  /// A selection that a disabled view refused.
  static func disabled(annotation: AnnotationID) -> MissedSelection {
    let place = ScreenPoint(x: 0, y: 0)
    return MissedSelection(
      .disabled, nearest: Nearest(annotation: annotation, place: place, distancePoints: 0))
  }
}

extension SelectionEvent {
  /// A selection that missed, whatever the reason.
  static let nothingMeant = SelectionEvent.missed(MissedSelection(.notOnMap))
}
