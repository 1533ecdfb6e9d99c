import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// A callout is judged as long as it is open: whenever it stands still again, at its closing and at
/// the end of the session.
@Suite("Open callouts")
struct OpenCalloutTests {
  /// A callout of 100 x 50 pt over a pin of 20 x 20 pt, inside a view of 320 x 480 pt: 110 pt of
  /// room on its right.
  static let callout: JudgedCallout = {
    var callout = JudgedCallout.visible
    callout.contain = ScreenRect(minX: 110, minY: 100, width: 100, height: 50)
    callout.containAfter = callout.contain
    callout.parent = ScreenRect(minX: 150, minY: 160, width: 20, height: 20)
    return callout
  }()

  static let camera = Camera(center: MapPoint(x: 1_000, y: 1_000), mapPointsPerPoint: 1)
  static let opened = Event.Kind.callout(.opened(callout: 0, annotation: 7, callout.opening))
  static let settled = Event.Kind.callout(.settled(callout: 0, callout.rest))
  static let closed = Event.Kind.callout(.closed(callout: 0))
  static let interrupted = Event.Kind.callout(.interrupted(callout: 0))
  static let willChange = Event.Kind.map(.regionWillChange(animated: true))
  static let didChange = Event.Kind.map(.regionDidChange(animated: true, camera))

  /// The map moves at once.
  static func moved(by mover: RegionMover) -> [Event.Kind] {
    [willChange, .map(.visibleRegionChanged(camera, by: mover)), didChange]
  }

  static func pin(x: Double = 0, y: Double = 0, tipOff: Double = 0, scale: Double = 1) -> Event.Kind
  {
    let (way, rects) = (ScreenOffset(dx: x, dy: y), callout.opening.rects)
    let anchor = ScreenPoint(x: rects.tip.x + x, y: rects.tip.y + y)
    return .callout(
      .pinned(
        callout: 0,
        CalloutPin(
          tip: ScreenPoint(x: anchor.x + tipOff, y: anchor.y), anchor: anchor, scale: scale,
          parent: rects.parent.offset(by: way), body: rects.body.offset(by: way))))
  }

  /// A session in which the callout has opened, settled and grown by 20 ms.
  static func session(settles: Bool = true) -> Session {
    var session = Session()
    session.add(opened)
    if settles { session.add(settled) }
    session.wait(10)
    session.add(pin(), frame())
    session.wait(10)
    return session
  }

  private static func inside(_ facts: Facts) -> Double? { facts.callouts[0].amount(of: .inside) }

  @Test(arguments: [
    (moved(by: .app), CalloutCause.app), (moved(by: .callout), .room),
    (moved(by: .tracking), .tracking), (moved(by: .system), .system),
    ([.data(.annotationMoved(annotation: 7, Coordinate(latitude: 0, longitude: 0)))], .data),
    ([.data(.annotationMoved(annotation: 8, Coordinate(latitude: 0, longitude: 0)))], .view),
    ([.cluster(.moved(annotation: 7, layer: 1, Coordinate(latitude: 0, longitude: 0)))], .data),
    (moved(by: .app) + moved(by: .fingers), .app), (moved(by: .fingers) + moved(by: .app), .app),
    ([], .view),
  ])
  func `are judged where anything but fingers has left them`(
    events: [Event.Kind], cause: CalloutCause
  ) {
    var session = Self.session()
    session.step(2) { session in
      for event in events { session.add(event) }
      session.add(Self.pin(x: 200), frame())
      session.wait(11)
    }
    let facts = session.facts()
    #expect(Self.inside(facts) == 90)
    #expect(facts.callouts[0].overflowPoints == 90 && facts.callouts[0].overflowSide == .right)
    #expect(facts.callouts[0].amount(of: .parentVisible) == 30)
    let moment = facts.callouts[0].moment(of: .inside)
    #expect(moment?.cause == cause && moment?.step == 2)
    #expect(moment?.since == SimulatedTime(milliseconds: 20))
    #expect(facts.callouts[0].moment(of: .zoomUnchanged) == nil)
    #expect(facts.callouts[0].after?.body.minX == 310)
  }

  private static func drag(_ new: DragState, _ old: DragState) -> Event.Kind {
    .drag(.stateChanged(annotation: 7, new: new, old: old))
  }

  @Test(arguments: [moved(by: .fingers), [drag(.starting, .none)], [drag(.ending, .dragging)]])
  func `are excused where fingers have taken them`(events: [Event.Kind]) {
    var session = Self.session()
    for event in events { session.add(event) }
    session.add(Self.pin(x: 200), frame())
    session.wait(50)
    let facts = session.facts()
    #expect(facts.callouts[0].isCorrect && Self.inside(facts) == 0)
    #expect(facts.callouts[0].overflowPoints == 0)
  }

  /// The coordinate of a dragged pin can stay until it is dropped.
  @Test
  func `are excused while a finger drags their pin, whatever is told of that`() {
    var session = Self.session()
    session.add(Self.drag(.starting, .none), frame())
    for step in 1...9 {
      session.wait(10)
      session.add(Self.pin(x: 30 * Double(step)), frame())
    }
    session.wait(100)
    #expect(session.facts().callouts[0].isCorrect)
  }

  @Test
  func `are judged in the size that the map view has`() {
    var session = Self.session()
    session.add(.map(.resized(ScreenSize(width: 200, height: 480))))
    for event in Self.moved(by: .system) { session.add(event) }
    session.add(frame())
    session.wait(30)
    let facts = session.facts()
    #expect(Self.inside(facts) == 10)
    #expect(facts.callouts[0].moment(of: .inside)?.cause == .system)
  }

  /// Of a view that is too narrow for it, a callout cannot be asked to be inside; its pin can.
  @Test
  func `are not asked to fit where they cannot`() {
    var session = Self.session()
    session.add(.map(.resized(ScreenSize(width: 90, height: 480))))
    session.add(frame())
    session.wait(30)
    let facts = session.facts()
    #expect(Self.inside(facts) == 0, "as it was when it settled")
    #expect(facts.callouts[0].keeps(.parentVisible) == false)
  }

  // MARK: When

  @Test
  func `are not judged while the map moves`() {
    var session = Self.session()
    session.add(Self.willChange)
    for x in [100.0, 200, 300, 0] {
      session.add(.map(.visibleRegionChanged(Self.camera, by: .app)), Self.pin(x: x), frame())
      session.wait(40)
    }
    session.add(Self.didChange)
    session.wait(40)
    #expect(session.facts().callouts[0].isCorrect)
  }

  @Test(arguments: [(10, true), (11, false)])
  func `stand still for longer than a frame`(milliseconds: Int64, isCorrect: Bool) {
    var session = Self.session()
    for x in [200.0, 0] {
      session.add(Self.pin(x: x), frame())
      session.wait(milliseconds)
    }
    session.wait(20)
    #expect(session.facts().callouts[0].isCorrect == isCorrect)
  }

  @Test
  func `are judged before expectations are`() {
    var session = Self.session()
    session.step(0) { $0.add(Self.pin(x: 200), frame()) }
    session.step(1) { $0.add(.session(.expectationsDue)) }
    let expected = bound(.calloutInside, .always)
    let facts = session.facts(stepExpectations: [[], [expected]])
    #expect(facts.verdicts.map(\.outcome) == [.broken])
    #expect(facts.verdicts[0].worst?.step == 0)
    #expect(facts.verdicts[0].worst?.time == SimulatedTime(milliseconds: 20))
  }

  @Test
  func `are not judged while they grow`() {
    var session = Session()
    session.add(Self.opened, Self.settled)
    session.wait(10)
    session.add(Self.pin(scale: 0.5), frame())
    for event in Self.moved(by: .app) { session.add(event) }
    session.wait(10)
    session.add(Self.pin(x: 200, scale: 0.5), frame())
    session.wait(100)
    session.add(Self.pin(x: 0), frame())
    session.wait(100)
    #expect(session.facts().callouts[0].isCorrect)
  }

  /// What closes while the map still moves is judged where the last frame showed it.
  @Test(arguments: [closed, .session(.ended)])
  func `are judged at their closing and at the end`(end: Event.Kind) {
    var session = Self.session()
    session.add(Self.willChange)
    session.add(.map(.visibleRegionChanged(Self.camera, by: .app)), Self.pin(x: 150), frame())
    session.wait(5)
    if case .callout = end { session.add(end, Self.didChange) }
    #expect(Self.inside(session.facts()) == 40)
  }

  // MARK: Who answers

  private static func play(_ places: [(x: Double, by: RegionMover)], lasts: Int64 = 30) -> Facts {
    var session = session()
    for place in places {
      for event in moved(by: place.by) { session.add(event) }
      session.add(pin(x: place.x), frame())
      session.wait(lasts)
    }
    return session.facts()
  }

  /// 110 pt of room: at 160 the callout sticks out by 50 pt.
  @Test(
    arguments: [
      ([(160, .fingers), (130, .app)], 0), ([(160, .fingers), (161, .app)], 51),
      ([(160, .fingers), (130, .app), (140, .app)], 30),
      ([(160, .fingers), (110, .fingers), (160, .app)], 50),
      ([(160, .fingers), (0, .app), (160, .fingers)], 0),
      ([(160, .app), (200, .fingers)], 50), ([(160, .app), (120, .fingers)], 50),
      ([(160, .fingers), (170, .tracking), (300, .fingers)], 60),
      ([(110.5, .app)], 0.5), ([(110.4, .fingers), (110.6, .app)], 0.6),
    ] as [([(Double, RegionMover)], Double)])
  func `answer for what others make worse, and not for fingers`(
    places: [(Double, RegionMover)], amount: Double
  ) throws {
    let found = try #require(Self.inside(Self.play(places.map { (x: $0.0, by: $0.1) })))
    #expect((found - amount).magnitude < 1e-9)
  }

  /// A way that leads further out and then back in is one change.
  @Test
  func `answer for the end of a change by others`() {
    var session = Self.session()
    for event in Self.moved(by: .fingers) { session.add(event) }
    session.add(Self.pin(x: 160), frame())
    session.wait(30)
    session.add(Self.willChange)
    for x in [250.0, 300, 150] {
      session.add(.map(.visibleRegionChanged(Self.camera, by: .app)), Self.pin(x: x), frame())
      session.wait(10)
    }
    session.add(Self.didChange)
    session.wait(30)
    #expect(Self.inside(session.facts()) == 0)
  }

  /// On its way the callout is wholly inside, so that nothing of where it ends is excused.
  @Test
  func `answer for a change that leads through the map and out again`() {
    var session = Self.session()
    for event in Self.moved(by: .fingers) { session.add(event) }
    session.add(Self.pin(x: 160), frame())
    session.wait(30)
    session.add(Self.willChange)
    for x in [130.0, 60, 140] {
      session.add(.map(.visibleRegionChanged(Self.camera, by: .app)), Self.pin(x: x), frame())
      session.wait(10)
    }
    session.add(Self.didChange)
    session.wait(30)
    #expect(Self.inside(session.facts()) == 30)
  }

  /// In the frames of a pan an app moves the pin away: the finger that goes on does not excuse it.
  @Test
  func `answer for a change in the middle of a pan`() {
    let places: [(Double, RegionMover)] = [(20, .fingers), (400, .app), (420, .fingers)]
    #expect(Self.inside(Self.play(places.map { (x: $0.0, by: $0.1) }, lasts: 10)) == 290)
  }

  // MARK: How often

  @Test
  func `count once, and once in each interval in which they were judged`() {
    var session = Session(marks: ["first", "second", "third", "fourth"])
    session.step(0) { session in
      session.add(.session(.mark(0)), Self.opened, Self.settled)
      session.wait(10)
      session.add(Self.pin(), frame())
      session.wait(10)
    }
    session.step(1) { session in
      session.add(.session(.mark(1)))
      for x in [140.0, 150, 120] {
        session.add(Self.pin(x: x), frame())
        session.wait(30)
      }
      session.add(.session(.mark(2)))
      session.wait(30)
      session.add(.session(.mark(3)), Self.pin(x: 0), frame())
      session.wait(30)
    }
    let interval = SessionInterval(from: .mark("second"), to: .mark("third"))
    let facts = session.facts(finalExpectations: [
      bound(.calloutInside, .always, since: .interval(interval))
    ])
    #expect(facts.verdicts.map(\.value) == [.share(part: 0, of: 1)])
    #expect(facts.verdicts[0].worst?.time == SimulatedTime(milliseconds: 50))
    #expect(facts.session[.calloutsJudged] == .count(1))
    #expect(facts.session[.calloutInside] == .share(part: 0, of: 1))
    #expect(facts.session[.calloutOverflowMaximum] == .micropoints(40_000_000))
    // The numbers of the parts do not add up to that of the session.
    #expect(facts.marks.map { $0.table[.calloutsJudged] } == [1, 1, 0, 1].map { .count($0) })
    #expect(
      facts.marks.map { $0.table[.calloutInside] } == [
        .share(part: 1, of: 1), .share(part: 0, of: 1), .share(part: 0, of: 0),
        .share(part: 1, of: 1),
      ])
    #expect(facts.steps.prefix(2).map { $0[.calloutsJudged] } == [1, 1].map { .count($0) })
    #expect(facts.callouts[0].moment(of: .inside)?.since == SimulatedTime(milliseconds: 50))
  }

  @Test
  func `take the tip of later frames too`() {
    var session = Self.session()
    session.add(Self.pin(x: 5, tipOff: 3), frame())
    session.wait(10)
    session.add(Self.pin(x: 5), frame())
    session.wait(30)
    #expect(session.facts().callouts[0].amount(of: .tipPinned) == 3)
  }

  // MARK: Unsettled

  private static func unsettled(
    after milliseconds: Int64 = 0, duration: Int64 = 100, _ kinds: Event.Kind..., open: Int64
  ) -> MetricValue {
    var callout = callout
    callout.move = .animated
    var opening = callout.opening
    opening.duration = SimulatedTime(milliseconds: duration)
    var session = Session()
    session.add(.callout(.opened(callout: 0, annotation: 7, opening)))
    session.wait(milliseconds)
    for kind in kinds { session.add(kind) }
    session.wait(open)
    return session.facts().session[.calloutsUnsettled]
  }

  @Test
  func `count as unsettled when they never settle in time`() {
    // Interrupted, and left open until the end of the session.
    #expect(Self.unsettled(after: 50, Self.interrupted, open: 10) == .count(1))
    #expect(Self.unsettled(after: 50, Self.interrupted, open: 500) == .count(1))
    // Closed before, or as soon as, the map could have made room.
    #expect(Self.unsettled(after: 50, Self.interrupted, Self.closed, open: 500) == .count(0))
    #expect(Self.unsettled(after: 110, Self.interrupted, Self.closed, open: 500) == .count(0))
    #expect(Self.unsettled(after: 111, Self.interrupted, Self.closed, open: 500) == .count(1))
    // Still on the way at the end.
    #expect(Self.unsettled(open: 110) == .count(0))
    #expect(Self.unsettled(open: 111) == .count(1))
    // Its last frame came late.
    #expect(Self.unsettled(after: 300, Self.settled, open: 10) == .count(0))
  }

  /// One that asked for no room, over a map that something else moves: it closes at the last moment
  /// by which it should have settled, or after that.
  @Test(arguments: [(Int64(110), Int64(0)), (111, 1)])
  func `are judged when they close late`(milliseconds: Int64, judged: Int64) {
    var opening = Self.callout.opening
    opening.move = CalloutRequest.none
    opening.duration = SimulatedTime(milliseconds: 100)
    var session = Session()
    session.add(.map(.regionWillChange(animated: true)))
    session.add(.callout(.opened(callout: 0, annotation: 7, opening)))
    session.add(Self.interrupted)
    session.wait(milliseconds)
    session.add(Self.closed)
    session.wait(30)
    #expect(session.facts().session[.calloutsJudged] == .count(judged))
  }

  /// The rest of a move is judged where it led, without the criteria of a room that nobody made.
  @Test
  func `are judged by their place alone when they never settled`() {
    var session = Self.session(settles: false)
    session.add(Self.interrupted)
    for event in Self.moved(by: .app) { session.add(event) }
    session.add(Self.pin(x: 150), frame())
    session.wait(30)
    let facts = session.facts()
    #expect(facts.callouts[0].isJudged)
    let criteria = Criterion.allCases.filter { facts.callouts[0].keeps($0) != nil }
    #expect(criteria == [.inside, .tipPinned, .parentVisible])
    #expect(Self.inside(facts) == 40)
    #expect(facts.session[.calloutsJudged] == .count(1))
  }

  /// Fingers that stop the map answer for where the callout is; that it never settled still counts.
  @Test
  func `are excused where fingers stopped the map`() {
    var callout = Self.callout
    callout.contain.minX = 250
    var session = Session()
    session.add(.callout(.opened(callout: 0, annotation: 7, callout.opening)))
    session.wait(20)
    session.add(.input(.began(.pan)), Self.interrupted, Self.willChange)
    session.add(
      .map(.visibleRegionChanged(Self.camera, by: .fingers)), Self.pin(x: 140), frame(),
      Self.didChange)
    session.wait(50)
    let facts = session.facts()
    #expect(facts.callouts[0].isCorrect && facts.callouts[0].isJudged)
    #expect(facts.session[.calloutsUnsettled] == .count(1))
  }

  /// Where each place is reached, and where the callout breaks a criterion first and is worst.
  @Test(
    arguments: [
      ([200.0], 20, 20), ([10, 200, 250], 35, 50), ([150, 0, 200], 20, 50), ([10], nil, nil),
    ] as [([Double], Int64?, Int64?)])
  func `tell when a criterion was broken first, whenever it was worst`(
    places: [Double], first: Int64?, worst: Int64?
  ) {
    var session = Self.session()
    for x in places {
      for event in Self.moved(by: .app) { session.add(event) }
      session.add(Self.pin(x: x), frame())
      session.wait(15)
    }
    let callout = session.facts().callouts[0]
    #expect(callout.firstBroken?.since == first.map { SimulatedTime(milliseconds: $0) })
    #expect(callout.firstBroken?.cause == first.map { _ in .app })
    let isWorse = callout.keeps(.inside) == false
    #expect(
      (isWorse ? callout.moment(of: .inside)?.since : nil)
        == worst.map { SimulatedTime(milliseconds: $0) })
  }

  /// What was broken as the map had made room was so from then on, however much worse it became.
  @Test
  func `tell no first time for what was broken from the beginning`() {
    var callout = Self.callout
    callout.containAfter.minX = -50
    var session = Session()
    session.add(Self.opened, .callout(.settled(callout: 0, callout.rest)))
    session.wait(10)
    for event in Self.moved(by: .app) { session.add(event) }
    session.add(Self.pin(x: 250), frame())
    session.wait(30)
    let verdict = session.facts().callouts[0]
    #expect(verdict.moment(of: .inside)?.since == SimulatedTime(milliseconds: 10))
    #expect(verdict.firstBroken == nil && !verdict.isCorrect)
  }

  // MARK: Visible time

  @Test
  func `are visible for a part of the time for which they stand open`() {
    var session = Session()
    session.add(Self.opened)
    session.wait(100)
    session.add(Self.settled, Self.pin(scale: 0.5), frame())
    session.wait(100)
    session.add(Self.pin(), frame())
    session.wait(30)
    for (x, mover, milliseconds) in [
      (200.0, RegionMover.app, 20), (0, .app, 50), (200, .fingers, 400), (150, .app, 700),
      (160, .app, 40), (10, .app, 60),
    ] as [(Double, RegionMover, Int64)] {
      for event in Self.moved(by: mover) { session.add(event) }
      session.add(Self.pin(x: x), frame())
      session.wait(milliseconds)
    }
    // Not: 100 ms of room, 100 ms of growth, 400 ms and 700 ms where fingers had taken it.
    #expect(
      session.facts().session[.calloutVisibleTime]
        == .share(part: 140_000_000, of: 200_000_000))
  }
}
