import MapEvents
import MapGeometry
import Testing
import Wire

@testable import Reporting

@Suite("Timelines of sessions")
struct TimelineTests {
  /// A made-up session: each row is a time in milliseconds and what happens then.
  static func events(_ rows: [(Int64, Event.Kind)], step: Int32 = 0) -> [Event] {
    rows.map { Event(time: Fixture.ms($0.0), step: step, kind: $0.1) }
  }

  static func timeline(_ events: [Event]) -> SessionTimeline {
    var recorder = TimelineRecorder()
    for event in events { recorder.observe(event) }
    return recorder.timeline
  }

  private static let plain = ViewState(
    title: 0, accessory: -1, callout: -1, isTransformed: false, isSelected: false)

  static func displayed(_ view: ViewID, _ annotation: AnnotationID) -> Event.Kind {
    .view(.displayed(view: view, annotation: annotation, plain))
  }

  /// A view that is made for a cluster, goes back, and is used again for a pin that stays.
  static let views: [(Int64, Event.Kind)] = [
    (
      0,
      .data(
        .annotationAdded(
          annotation: 0, layer: 0, content: 1,
          cluster: ClusterSize(count: 3, isUniqueLocation: false)))
    ),
    (0, .data(.annotationAdded(annotation: 1, layer: 0, content: 2, cluster: nil))),
    (10, .view(.created(view: 0, identifier: 0))), (10, displayed(0, 0)),
    (10, .frame(FrameReport(number: 1, mainThread: .zero, liveViews: 1, pooledViews: 0))),
    (20, .frame(FrameReport(number: 2, mainThread: .zero, liveViews: 1, pooledViews: 0))),
    (30, .view(.returned(view: 0, annotation: 0, identifier: 0))),
    (40, .view(.reused(view: 0, identifier: 0))), (40, displayed(0, 1)),
    (
      50,
      .frame(
        FrameReport(
          number: 3, mainThread: Fixture.ms(40), liveViews: 1, pooledViews: 2,
          lateness: Fixture.ms(32)))
    ),
  ]

  static let session: [(Int64, Event.Kind)] =
    [(0, .session(.began(Fixture.legend))), (0, .session(.stepBegan))] + views + [
      (60, .input(.began(.pan))), (61, .map(.regionWillChange(animated: true))),
      (70, .map(.regionChangeInterrupted)),
      (70, .map(.regionDidChange(animated: true, Fixture.camera))),
      (80, .input(.ended(.pan, pointsPerSecond: .zero))),
      (80, .input(.tapped(ScreenPoint(x: 1, y: 2)))), (81, .session(.stepEnded)),
      (81, .session(.stepBegan)), (90, .data(.batchArrived(layer: 0, points: 500))),
      (95, .data(.batchLost(layer: 0, points: 20, isGivenUp: true))),
      (
        100,
        .cluster(
          .indexed(
            layer: 0, began: Fixture.ms(92),
            work: ClusterWork(nodesVisited: 1, pointsTouched: 2, cellsVisited: 3, distances: 4)))
      ),
      (101, .cluster(.started(update: 0, layer: 0))), (120, .session(.ended)),
    ]

  @Test
  func `say how long each view is on the map, for what, and whether it is new`() {
    let rows = TimelineTests.timeline(TimelineTests.events(TimelineTests.views)).views.rows
    #expect(
      rows == [
        SessionTimeline.ViewSpan(
          start: Fixture.ms(10), end: Fixture.ms(30), view: 0, annotation: 0, layer: 0,
          identifier: 0, isReused: false, subject: .cluster),
        SessionTimeline.ViewSpan(
          start: Fixture.ms(40), end: nil, view: 0, annotation: 1, layer: 0, identifier: 0,
          isReused: true, subject: .point),
      ])
  }

  @Test
  func `hold steps, fingers, regions, data, updates and late frames`() {
    let timeline = TimelineTests.timeline(TimelineTests.events(TimelineTests.session))
    #expect(timeline.length == Fixture.ms(120))
    #expect(timeline.steps.rows.map(\.end) == [Fixture.ms(81), nil])
    #expect(timeline.touches.rows.map(\.kind) == [.pan, .tap])
    #expect(timeline.touches.rows.map(\.end) == [Fixture.ms(80), Fixture.ms(80)])
    #expect(
      timeline.regionChanges.rows == [
        SessionTimeline.RegionSpan(
          start: Fixture.ms(61), end: Fixture.ms(70), isAnimated: true, isInterrupted: true)
      ])
    #expect(timeline.batches.rows.map(\.outcome) == [.arrived, .givenUp])
    #expect(timeline.indexings.rows.map(\.start) == [Fixture.ms(92)])
    #expect(timeline.updateStarts.rows.map(\.start) == [Fixture.ms(101)])
    #expect(timeline.hitches.rows.map(\.lateness) == [Fixture.ms(32)])
    // A frame with the same numbers is no news.
    #expect(timeline.viewCounts.rows.map(\.pooled) == [0, 2])
  }

  @Test
  func `hold callouts until they close`() {
    let opening = CalloutOpening(
      rects: Fixture.rects, insets: EdgeInsets(all: 0), camera: Fixture.camera, move: .animated,
      probes: CalloutProbes(
        atOnce: CalloutProbe(), center: Fixture.camera.center, mapPointsPerPoint: 1))
    let settled = SettledCallout(
      rects: Fixture.rects, camera: Fixture.camera, secondShift: .zero, secondScaleRatio: 1)
    let timeline = TimelineTests.timeline(
      TimelineTests.events([
        (10, .callout(.opened(callout: 0, annotation: 4, opening))),
        (20, .callout(.settled(callout: 0, settled))), (30, .callout(.closed(callout: 0))),
        (40, .callout(.opened(callout: 1, annotation: 5, opening))),
        (50, .callout(.interrupted(callout: 1))), (60, .session(.ended)),
      ]))
    #expect(
      timeline.callouts.rows == [
        SessionTimeline.CalloutSpan(
          start: Fixture.ms(10), end: Fixture.ms(30), rest: Fixture.ms(20), callout: 0,
          annotation: 4),
        SessionTimeline.CalloutSpan(
          start: Fixture.ms(40), end: nil, rest: Fixture.ms(50), callout: 1, annotation: 5,
          isInterrupted: true),
      ])
  }

  /// A step that moves the map, one in which a batch arrives, whose points are indexed for a
  /// while, and one that waits; all of them begin or end at one time.
  static let instant: [(Int64, Event.Kind)] = [
    (0, .session(.stepBegan)), (10, .map(.regionWillChange(animated: false))),
    (10, .map(.regionDidChange(animated: false, Fixture.camera))), (10, queued(0, .regionChanged)),
    (10, .session(.stepEnded)), (10, .session(.stepBegan)),
    (10, .data(.batchArrived(layer: 0, points: 5))), (10, .data(.pointsAdded(layer: 0, points: 5))),
    (10, .session(.stepEnded)), (10, .session(.stepBegan)), (20, queued(1, .pointsAdded)),
    (
      20,
      .cluster(
        .applied(
          update: 1, layer: 0, change: ClusterChange(shown: 1, created: 1, reused: 0, removed: 0)))
    ), (30, .session(.ended)),
  ]

  private static func queued(_ update: Int32, _ trigger: ClusterEvent.Trigger) -> Event.Kind {
    .cluster(
      .queued(update: update, layer: 0, trigger: trigger, triggeredAt: Fixture.ms(10)))
  }

  @Test
  func `hold what happened in the order of events, updates where they were asked for`() throws {
    let timeline = TimelineTests.timeline(TimelineTests.events(TimelineTests.instant))
    let rows = try #require(timeline.occurrences).rows
    let expected: [(Int64, Int64, SessionTimeline.Occurrence.Kind, Int64)] = [
      (0, 0, .step, 0), (10, 1, .regionWillChange, 0), (10, 2, .regionDidChange, 0),
      (10, 3, .updateRequested, 0), (10, 5, .step, 1), (10, 6, .batch, 0),
      (10, 7, .updateRequested, 1), (10, 9, .step, 2), (20, 11, .updateApplied, 1),
    ]
    #expect(
      rows
        == expected.map {
          SessionTimeline.Occurrence(start: Fixture.ms($0.0), event: $0.1, kind: $0.2, row: $0.3)
        })
    // A kind of a later version.
    let count = Int64(SessionTimeline.Occurrence.Kind.allCases.count)
    #expect(TimelineRows<SessionTimeline.Occurrence>([0, 1, count, 0], leftOut: 0) == nil)
  }

  /// What an expectation says of views may be broken when the first of them is asked for.
  @Test
  func `have the views of a frame where the first of them is asked for`() throws {
    let views = (0..<3 as Range<Int>).flatMap { number -> [(Int64, Event.Kind)] in
      let (view, annotation) = (ViewID(number), AnnotationID(number))
      return [
        (10, .view(.requested(annotation: annotation, identifier: 0))),
        (10, .view(.created(view: view, identifier: 0))),
        (10, TimelineTests.displayed(view, annotation)),
      ]
    }
    let timeline = TimelineTests.timeline(
      TimelineTests.events(
        [(10, .session(.stepBegan))] + views + [(10, .session(.ended))]))
    let rows = try #require(timeline.occurrences).rows
    #expect(rows.map(\.kind) == [.step, .views] && rows.map(\.event) == [0, 1])
  }

  @Test
  func `keep the first rows of a long session and count the others`() {
    let many = (0..<3_000).flatMap { number -> [(Int64, Event.Kind)] in
      [
        (Int64(number), .view(.reused(view: 0, identifier: 0))),
        (Int64(number), TimelineTests.displayed(0, 0)),
        (Int64(number + 1), .view(.returned(view: 0, annotation: 0, identifier: 0))),
      ]
    }
    let views = TimelineTests.timeline(TimelineTests.events(many)).views
    #expect(views.rows.count == 2_000 && views.leftOut == 1_000)
    #expect(views.rows.last?.end == Fixture.ms(2_000))
    #expect(TimelineRows(views.parts.numbers, leftOut: 1_000) == views)
  }

  @Test
  func `come back from another process, and from their numbers`() throws {
    let timeline = TimelineTests.timeline(TimelineTests.events(TimelineTests.session))
    let bytes = try Record.bytes(of: timeline)
    #expect(try Record.value(SessionTimeline.self, from: bytes) == timeline)
    #expect(SessionTimeline.columns.count == timeline.numbers.count)
    for (columns, part) in zip(SessionTimeline.columns, timeline.numbers) {
      #expect(part.numbers.count.isMultiple(of: columns.columns.count), "\(columns.kind)")
      #expect(!part.numbers.isEmpty || columns.kind == "callouts", "\(columns.kind)")
    }
  }

  /// Numbers of a file that somebody changed.
  @Test(arguments: [
    [0, 1, 2], [0, 10, 0, 0, 0, 0, 2, 0], [0, -2, 0, 0, 0, 0, 0, 0], [0, 10, 0, 0, 0, 0, 0, 9],
    [0, 10, 1 << 40, 0, 0, 0, 0, 0], [.max, 10, 0, 0, 0, 0, 0, 0],
    [.max, -1, 0, 0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 0, 0],
  ])
  func `are refused when no row has such numbers`(numbers: [Int64]) {
    #expect(TimelineRows<SessionTimeline.ViewSpan>(numbers, leftOut: 0) == nil)
    #expect(TimelineRows<SessionTimeline.ViewSpan>([], leftOut: -1) == nil)
  }

  @Test
  func `are rows of numbers in the run file`() {
    var session = Fixture.session()
    session.timeline = TimelineTests.timeline(TimelineTests.events(TimelineTests.session))
    let text = RunFile.text(of: Fixture.run([session]))
    #expect(
      text.contains(
        #""views":{"rows":[[10000000,20000000,0,0,0,0,0,1],[30000000,-1,0,1,0,0,1,0]]}"#))
    #expect(text.contains(#""update starts":{"rows":[["#))
  }
}
