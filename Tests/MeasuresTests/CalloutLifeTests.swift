import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// Why a callout closes follows from what comes before and after; no event says it.
@Suite("Lives of callouts")
struct CalloutLifeTests {
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
        Camera(center: MapPoint(x: 1_000, y: 1_000), mapPointsPerPoint: scale)))
  }

  private static func didChange(scale: Double) -> Event.Kind {
    .map(
      .regionDidChange(
        animated: false,
        Camera(center: MapPoint(x: 1_000, y: 1_000), mapPointsPerPoint: scale)))
  }

  /// What comes before and after a callout closes, and the reason.
  static let reasons: [([Event.Kind], [Event.Kind], CalloutLife.Cause)] = [
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
  ]

  @Test(arguments: reasons)
  func `tell why a callout closes`(
    before: [Event.Kind], after: [Event.Kind], cause: CalloutLife.Cause
  ) {
    var session = Session()
    session.step(0) { session in
      session.add(CalloutLifeTests.opened, CalloutLifeTests.settled)
      session.wait(100)
    }
    session.step(1) { session in
      session.wait(100)
      for event in before + CalloutLifeTests.closing + after { session.add(event) }
    }
    var biographer = CalloutBiographer()
    for event in session.events { biographer.observe(event) }
    let life = biographer.lives
    #expect(life.map(\.annotation) == [7])
    #expect(
      life.first?.chapters.map(\.kind) == [.opened(.animated), .settled, .closed(cause)])
    #expect(
      life.first?.chapters.map(\.time) == [.zero, .zero, SimulatedTime(milliseconds: 200)])
    #expect(life.first?.chapters.map(\.step) == [0, 0, 1])
  }

  /// Only what an update takes away counts, in the step in which it does.
  @Test(arguments: reasons)
  func `count the callouts that an update closes`(
    before: [Event.Kind], after: [Event.Kind], cause: CalloutLife.Cause
  ) {
    var session = Session()
    session.step(0) { session in
      for update: Int32 in 0...12 { session.add(session.queued(update)) }
      session.add(CalloutLifeTests.opened, CalloutLifeTests.settled)
    }
    session.step(1) { session in
      session.wait(100)
      for event in before + CalloutLifeTests.closing + after { session.add(event) }
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
    session.step(0) { $0.add(CalloutLifeTests.opened, CalloutLifeTests.settled) }
    session.step(1) { session in
      for event in CalloutLifeTests.closing { session.add(event) }
    }
    #expect(session.facts().calloutLives[0].chapters.last?.kind == .closed(.step))
  }

  @Test
  func `tell of interruptions, but not of those by closing`() {
    var session = Session()
    session.step(0) { session in
      session.add(CalloutLifeTests.opened)
      session.wait(10)
      session.add(.callout(.interrupted(callout: 0)))
    }
    session.step(1) { session in
      session.wait(10)
      session.add(.callout(.accessoryTapped(callout: 0, annotation: 7, .left)))
    }
    #expect(
      session.facts().calloutLives[0].chapters.map(\.kind) == [
        .opened(.animated), .interrupted, .accessoryTapped(.left),
      ])
    session = Session()
    session.step(0) { session in
      session.add(CalloutLifeTests.opened)
      session.wait(10)
      session.add(CalloutLifeTests.tap, .callout(.interrupted(callout: 0)))
      for event in CalloutLifeTests.closing { session.add(event) }
    }
    #expect(
      session.facts().calloutLives[0].chapters.map(\.kind) == [.opened(.animated), .closed(.tap)])
  }

  @Test
  func `count the frames after the rest, and the furthest that the tip came off`() {
    var session = Session()
    session.step(0) { session in
      session.add(CalloutLifeTests.opened, CalloutLifeTests.settled)
      for off in [0.0, 0.25, 3, 1] {
        session.wait(10)
        session.add(
          .callout(
            .pinned(
              callout: 0, tip: ScreenPoint(x: 5 + off, y: 5), anchor: ScreenPoint(x: 5, y: 5),
              scale: 1)))
      }
    }
    let facts = session.facts()
    #expect(
      facts.calloutLives[0].chapters.map(\.kind) == [
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
    #expect(session.facts().calloutLives[0].chapters.map(\.kind) == [.refused])
  }
}
