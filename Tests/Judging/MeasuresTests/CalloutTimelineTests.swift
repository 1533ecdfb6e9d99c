import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// Why a callout closes follows from what comes before and after; no event says it.
@Suite("Lives of callouts")
struct CalloutTimelineTests {
  private static let opened = Event.Kind.callout(
    .opened(callout: 0, annotation: 7, JudgedCallout().opening))
  private static let settled = Event.Kind.callout(.settled(callout: 0, JudgedCallout().rest))
  private static let closing: [Event.Kind] = [
    .selection(.willDeselect(annotation: 7)), .callout(.closed(callout: 0)),
    .selection(.didDeselect(annotation: 7)), .selection(.didDeselectAnnotation(7)),
  ]
  private static let tap = Event.Kind.input(.tapped(ScreenPoint(x: 1, y: 1)))
  private static let removed = Event.Kind.data(
    .annotationRemoved(annotation: 7, layer: 1, content: 0, isCluster: true))
  private static let pinRemoved = Event.Kind.data(
    .annotationRemoved(annotation: 7, layer: 1, content: 0, isCluster: false))

  private static let pinReturned = Event.Kind.view(
    .returned(view: 1, annotation: 7, identifier: 0))
  private static let otherReturned = Event.Kind.view(
    .returned(view: 2, annotation: 8, identifier: 0))

  private static func seen(scale: Double) -> Event.Kind {
    .map(
      .visibleRegionChanged(
        Camera(center: MapPoint(x: 1_000, y: 1_000), mapPointsPerPoint: scale), by: .app))
  }

  private static func didChange(scale: Double) -> Event.Kind {
    .map(
      .regionDidChange(
        animated: false,
        Camera(center: MapPoint(x: 1_000, y: 1_000), mapPointsPerPoint: scale)))
  }

  /// What comes before and after a callout closes, and the reason.
  static let reasons: [([Event.Kind], [Event.Kind], CalloutTimeline.Cause)] = [
    ([tap], [], .tap),
    ([tap], [.selection(.willSelect(annotation: 9))], .selected(annotation: 9)),
    ([], [.selection(.willSelect(annotation: 9))], .selected(annotation: 9)),
    ([seen(scale: 2), didChange(scale: 2)], [], .regionChange),
    ([seen(scale: 2), didChange(scale: 2)], [pinReturned], .outOfSight),
    ([seen(scale: 2), didChange(scale: 2)], [otherReturned], .regionChange),
    ([seen(scale: 2), didChange(scale: 2)], [pinReturned, pinRemoved], .removed),
    ([seen(scale: 1)], [otherReturned], .outOfSight),
    (
      [
        .cluster(
          .applied(
            update: 12, layer: 1,
            change: ClusterChange(shown: 1, created: 0, reused: 1, removed: 1)))
      ], [.view(.returned(view: 1, annotation: 7, identifier: 0))], .removed
    ),
    (
      [
        .cluster(
          .applied(
            update: 12, layer: 1,
            change: ClusterChange(shown: 1, created: 0, reused: 1, removed: 1)))
      ], [.view(.returned(view: 1, annotation: 7, identifier: 0)), removed], .leftInUpdate(12)
    ),
    ([], [removed], .removed),
    ([], [pinRemoved], .removed),
    ([applied], [successor, removed], .handedOver(update: 12, successor: 9)),
    // A step that began at this instant selects only until it ends.
    ([applied, tap], [successor, removed], .handedOver(update: 12, successor: 9)),
    ([applied, tap], [successor, .session(.stepEnded), removed], .selected(annotation: 9)),
    ([applied], [successor, pinRemoved], .selected(annotation: 9)),
    ([applied], [.selection(.willSelect(annotation: 8)), removed], .selected(annotation: 8)),
    ([], [successor, removed], .selected(annotation: 9)),
  ]

  private static let applied = Event.Kind.cluster(
    .applied(
      update: 12, layer: 1, change: ClusterChange(shown: 1, created: 1, reused: 0, removed: 1)))
  private static let successor = Event.Kind.selection(.willSelect(annotation: 9))

  @Test(arguments: reasons)
  func `tell why a callout closes`(
    before: [Event.Kind], after: [Event.Kind], cause: CalloutTimeline.Cause
  ) {
    var session = Session()
    session.step(0) { session in
      session.add(
        .data(.annotationAdded(annotation: 8, layer: 0, content: 3, cluster: nil)),
        .data(.annotationAdded(annotation: 9, layer: 1, content: 4, cluster: .several)),
        CalloutTimelineTests.opened, CalloutTimelineTests.settled)
      session.wait(100)
    }
    session.step(1) { session in
      session.wait(100)
      for event in before + CalloutTimelineTests.closing + after { session.add(event) }
    }
    var calloutRecorder = CalloutTimelineRecorder()
    for event in session.events { calloutRecorder.observe(event) }
    let timeline = calloutRecorder.timelines
    #expect(timeline.map(\.annotation) == [7])
    #expect(
      timeline.first?.entries.map(\.kind) == [.opened(.animated), .settled, .closed(cause)])
    #expect(
      timeline.first?.entries.map(\.time) == [.zero, .zero, SimulatedTime(milliseconds: 200)])
    #expect(timeline.first?.entries.map(\.step) == [0, 0, 1])
  }

  /// Only what an update takes away counts, in the step in which it does.
  @Test(arguments: reasons)
  func `count the callouts that an update closes`(
    before: [Event.Kind], after: [Event.Kind], cause: CalloutTimeline.Cause
  ) {
    var session = Session()
    session.step(0) { session in
      for update: Int32 in 0...12 { session.add(session.queued(update)) }
      session.add(CalloutTimelineTests.opened, CalloutTimelineTests.settled)
    }
    session.step(1) { session in
      session.wait(100)
      for event in before + CalloutTimelineTests.closing + after { session.add(event) }
    }
    let facts = session.facts()
    let count: Int64 = cause == .leftInUpdate(12) ? 1 : 0
    #expect(facts.session[.calloutsClosedInUpdates] == .count(count))
    #expect(facts.steps[1][.calloutsClosedInUpdates] == .count(count))
    #expect(facts.steps[0][.calloutsClosedInUpdates] == .count(0))
  }

  @Test
  func `tell of an app that closes, at the beginning of its step`() {
    var session = Session()
    session.step(0) { $0.add(CalloutTimelineTests.opened, CalloutTimelineTests.settled) }
    session.step(1) { session in
      for event in CalloutTimelineTests.closing { session.add(event) }
    }
    #expect(session.facts().calloutTimelines[0].entries.last?.kind == .closed(.step))
  }

  @Test
  func `tell of interruptions, but not of those by closing`() {
    var session = Session()
    session.step(0) { session in
      session.add(CalloutTimelineTests.opened)
      session.wait(10)
      session.add(.callout(.interrupted(callout: 0)))
    }
    session.step(1) { session in
      session.wait(10)
      session.add(.callout(.accessoryTapped(callout: 0, annotation: 7, .left)))
    }
    #expect(
      session.facts().calloutTimelines[0].entries.map(\.kind) == [
        .opened(.animated), .interrupted, .accessoryTapped(.left),
      ])
    session = Session()
    session.step(0) { session in
      session.add(CalloutTimelineTests.opened)
      session.wait(10)
      session.add(CalloutTimelineTests.tap, .callout(.interrupted(callout: 0)))
      for event in CalloutTimelineTests.closing { session.add(event) }
    }
    #expect(
      session.facts().calloutTimelines[0].entries.map(\.kind) == [
        .opened(.animated), .closed(.tap),
      ])
  }

  @Test
  func `count the frames after the rest, and the furthest that the tip came off`() {
    var session = Session()
    session.step(0) { session in
      session.add(CalloutTimelineTests.opened, CalloutTimelineTests.settled)
      for off in [0.0, 0.25, 3, 1] {
        session.wait(10)
        session.add(
          .callout(
            .pinned(
              callout: 0,
              CalloutPin(tip: ScreenPoint(x: 5 + off, y: 5), anchor: ScreenPoint(x: 5, y: 5)))),
          frame())
      }
    }
    let facts = session.facts()
    #expect(
      facts.calloutTimelines[0].entries.map(\.kind) == [
        .opened(.animated), .settled, .followed(frames: 4, offPoints: 3),
      ])
    // The judge goes by the worst frame too, though the callout came to rest before.
    #expect(facts.callouts[0].amount(of: .tipPinned) == 3)
  }

  @Test
  func `tell that the map refused`() {
    var callout = JudgedCallout()
    callout.isRefused = true
    var session = Session()
    session.add(.callout(.opened(callout: 0, annotation: 7, callout.opening)))
    #expect(session.facts().calloutTimelines[0].entries.map(\.kind) == [.refused])
  }

  private static func layout(over: AnnotationID) -> CalloutAnnotationLayout {
    CalloutAnnotationLayout(
      view: 4, maker: .delegate, parent: 7, over: over, content: 0, shownContent: 0,
      contentOwner: 20)
  }

  /// What comes before and after the callout of annotation 20 closes, and the reason.
  static let ownReasons: [([Event.Kind], [Event.Kind], CalloutTimeline.Cause)] = [
    ([.calloutAnnotation(.removed(annotation: 20))], [ownReturned, ownRemoved], .removed),
    (
      [.calloutAnnotation(.removed(annotation: 20))],
      [ownReturned, ownRemoved, .selection(.willSelect(annotation: 9))], .selected(annotation: 9)
    ),
    (
      [tap, .calloutAnnotation(.removed(annotation: 20))],
      [ownReturned, ownRemoved, .calloutAnnotation(.tappedAway(annotation: 20))], .tappedItself
    ),
    ([], [ownReturned], .outOfSight),
  ]

  private static let ownReturned = Event.Kind.view(
    .returned(view: 4, annotation: 20, identifier: 0))
  private static let ownRemoved = Event.Kind.data(
    .annotationRemoved(annotation: 20, layer: -2, content: 0, isCluster: false))

  @Test(arguments: ownReasons)
  func `tell why a callout closes that is an annotation`(
    before: [Event.Kind], after: [Event.Kind], cause: CalloutTimeline.Cause
  ) {
    var session = Session()
    session.step(0) { session in
      session.add(
        .calloutAnnotation(.added(annotation: 20, parent: 7, content: 0, by: .delegate)),
        .calloutAnnotation(.laidOut(annotation: 20, CalloutTimelineTests.layout(over: 7))),
        CalloutTimelineTests.opened, CalloutTimelineTests.settled)
      session.wait(100)
    }
    session.step(1) { session in
      session.wait(100)
      for event in before + [.callout(.closed(callout: 0))] + after { session.add(event) }
    }
    var calloutRecorder = CalloutTimelineRecorder()
    for event in session.events { calloutRecorder.observe(event) }
    #expect(
      calloutRecorder.timelines.first?.entries.map(\.kind) == [
        .laidOut(CalloutTimelineTests.layout(over: 7), isAgain: false), .opened(.animated),
        .settled,
        .closed(cause),
      ])
  }

  @Test
  func `tell what is left behind, and laid out anew`() {
    var session = Session()
    session.step(0) { session in
      session.add(
        .calloutAnnotation(.added(annotation: 20, parent: 7, content: 0, by: .delegate)),
        .calloutAnnotation(.laidOut(annotation: 20, CalloutTimelineTests.layout(over: 7))),
        CalloutTimelineTests.opened, .callout(.closed(callout: 0)))
      session.wait(100)
      session.add(
        .calloutAnnotation(.laidOut(annotation: 20, CalloutTimelineTests.layout(over: 7))),
        .callout(.opened(callout: 1, annotation: 7, JudgedCallout().opening)),
        .calloutAnnotation(.leftBehind(annotation: 20)), .callout(.closed(callout: 1)))
      session.wait(100)
      session.add(
        .calloutAnnotation(.laidOut(annotation: 20, CalloutTimelineTests.layout(over: -1))),
        // Another callout of the same place is none of its business.
        .calloutAnnotation(.added(annotation: 21, parent: 7, content: 0, by: .delegate)),
        .callout(.opened(callout: 2, annotation: 7, JudgedCallout().opening)))
    }
    var calloutRecorder = CalloutTimelineRecorder()
    for event in session.events { calloutRecorder.observe(event) }
    #expect(calloutRecorder.timelines.count == 3)
    #expect(
      calloutRecorder.timelines.dropFirst().first?.entries.map(\.kind) == [
        .laidOut(CalloutTimelineTests.layout(over: 7), isAgain: true), .opened(.animated),
        .leftBehind,
        .closed(.removed), .laidOut(CalloutTimelineTests.layout(over: -1), isAgain: true),
      ])
    #expect(calloutRecorder.timelines.last?.entries.map(\.kind) == [.opened(.animated)])
  }

  @Test
  func `know clusters by their size, as it was when the timeline spoke of them`() {
    var session = Session()
    let place = Coordinate(latitude: 1, longitude: 2)
    func listed(_ count: Int32) -> Event.Kind {
      .cluster(
        .listed(
          annotation: 7, layer: 1, content: UInt64(count), count: count, isUniqueLocation: false,
          place))
    }
    session.step(0) { session in
      session.add(
        .data(.annotationAdded(annotation: 7, layer: 1, content: 5, cluster: .several)), listed(12),
        .data(.annotationAdded(annotation: 9, layer: 0, content: 3, cluster: nil)),
        CalloutTimelineTests.opened,
        .cluster(.reused(annotation: 7, layer: 1, content: 15, size: .several)),
        listed(15))
      session.wait(100)
      for event in CalloutTimelineTests.closing { session.add(event) }
      session.add(.selection(.willSelect(annotation: 9)))
    }
    var calloutRecorder = CalloutTimelineRecorder()
    for event in session.events { calloutRecorder.observe(event) }
    #expect(
      calloutRecorder.timelines.first?.subjects == [
        CalloutTimeline.Subject(annotation: 7, layer: 1, content: 12, isCluster: true, count: 12),
        CalloutTimeline.Subject(annotation: 9, layer: 0, content: 3),
      ])
  }

  /// What takes over is told of before the update that brought it says its size.
  @Test(arguments: [(UInt64(4), Int32(4)), (5, 0)])
  func `learn the size of a cluster that took over when its update ends`(
    content: UInt64, count: Int32
  ) {
    let place = Coordinate(latitude: 1, longitude: 2)
    func listed(_ content: UInt64, count: Int32) -> Event.Kind {
      .cluster(
        .listed(
          annotation: 9, layer: 1, content: content, count: count, isUniqueLocation: false, place))
    }
    var session = Session()
    session.step(0) { $0.add(CalloutTimelineTests.opened, CalloutTimelineTests.settled) }
    session.step(1) { session in
      session.add(
        .data(.annotationAdded(annotation: 9, layer: 1, content: 4, cluster: .several)),
        CalloutTimelineTests.applied)
      session.wait(200)
      for event in CalloutTimelineTests.closing + [CalloutTimelineTests.successor] {
        session.add(event)
      }
      session.add(
        .callout(.opened(callout: 1, annotation: 9, JudgedCallout().opening)),
        CalloutTimelineTests.removed, listed(content, count: 4))
      // It holds others later, of which no timeline has spoken yet.
      session.wait(200)
      session.add(listed(6, count: 7))
    }
    var calloutRecorder = CalloutTimelineRecorder()
    for event in session.events { calloutRecorder.observe(event) }
    let successor = CalloutTimeline.Subject(
      annotation: 9, layer: 1, content: 4, isCluster: true, count: count)
    #expect(
      calloutRecorder.timelines.first?.entries.last?.kind
        == .closed(.handedOver(update: 12, successor: 9)))
    #expect(calloutRecorder.timelines.map(\.subjects) == [[successor], [successor]])
  }

  @Test
  func `count the members of the map's own clusters, and forget what an update changes`() {
    var book = AnnotationRegistry()
    func observe(_ kind: Event.Kind) { book.observe(Event(time: .zero, step: 0, kind: kind)) }
    observe(.data(.annotationAdded(annotation: 7, layer: 0, content: 5, cluster: .several)))
    for member: AnnotationID in 0..<3 {
      observe(.view(.joinedCluster(annotation: member, cluster: 7)))
    }
    observe(.view(.leftCluster(annotation: 1, cluster: 7)))
    #expect(book[7]?.count == 2)
    observe(.cluster(.reused(annotation: 7, layer: 0, content: 5, size: .several)))
    #expect(book[7]?.count == 2, "the same members")
    observe(.cluster(.reused(annotation: 7, layer: 0, content: 6, size: .several)))
    #expect(book[7]?.count == 0)
    observe(CalloutTimelineTests.removed)
    #expect(book[7] == nil)
  }
}
