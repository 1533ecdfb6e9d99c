internal import MapEvents
package import MapGeometry

/// The times at which the scene of a session shows its events, see ``MomentColumn``.
package struct SceneTimes {
  private let moments: SceneTable<MomentColumn>
  /// The numbers of the events that created or ended the rows of each kind.
  private let events: [SessionTimeline.Occurrence.Kind: [Int64: Int64]]
  private let timeline: SessionTimeline
  private let snapshots: [PlacedSnapshot]

  package init(_ session: SessionReport) {
    moments = session.scene?.moments ?? SceneTable()
    (timeline, snapshots) = (session.timeline, session.snapshots)
    var events: [SessionTimeline.Occurrence.Kind: [Int64: Int64]] = [:]
    for occurrence in timeline.occurrences?.rows ?? [] {
      events[occurrence.kind, default: [:]][occurrence.row] = occurrence.event
    }
    self.events = events
  }

  /// The time at which the scene shows an event, given its number; without a number, the last
  /// event of its time.
  ///
  /// - Complexity: O(moments).
  package func time(of time: SimulatedTime, event: Int64 = .max) -> SimulatedTime {
    let last = moments.indices.last {
      moments[$0, .event] <= event && moments[$0, .time] <= time.nanoseconds
    }
    return last.map { max(time, moments.start(of: $0)) } ?? time
  }

  /// The number of the event that created or ended a row; the greatest number when it is
  /// unknown.
  package func event(_ kind: SessionTimeline.Occurrence.Kind, _ row: Int) -> Int64 {
    events[kind]?[Int64(row)] ?? .max
  }

  /// The pictures that steps took, each with its time in the scene.
  var pictures: [(placed: PlacedSnapshot, time: SimulatedTime)] {
    snapshots.filter(\.scene.occasion.isOfStep).map { placed in
      (placed: placed, time: time(of: placed.time, event: placed.event ?? .max))
    }
  }

  /// The end of the session.
  package var end: SimulatedTime { time(of: timeline.length) }

  /// The steps from the time at which the scene shows their effects.
  package var steps: TimelineRows<SessionTimeline.StepSpan> {
    moved(timeline.steps) { row, step in
      step.start = time(of: step.start, event: event(.step, row))
      step.end = step.end.map { time(of: $0, event: event(.step, row + 1)) }
    }
  }

  /// The touches from the time at which the scene shows their effects.
  package var touches: TimelineRows<SessionTimeline.TouchSpan> {
    moved(timeline.touches) { row, touch in
      touch.start = time(of: touch.start, event: event(.touch, row))
      touch.end = touch.end.map { max($0, touch.start) }
    }
  }

  private func moved<Row: TimelineRow>(
    _ rows: TimelineRows<Row>, _ move: (Int, inout Row) -> Void
  ) -> TimelineRows<Row> {
    rows.rows.enumerated().reduce(into: TimelineRows()) { all, next in
      var row = next.element
      move(next.offset, &row)
      all.append(row)
    }
  }
}

extension Snapshot.Occasion {
  /// Whether a step of the scenario takes the picture.
  var isOfStep: Bool {
    switch self {
    case .mark, .snapshot: true
    case .callout, .end: false
    }
  }
}
