import ExactMath
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Fingers on the map, on a phone with a frame every 20 ms.
@Suite("Gestures")
struct GestureTests {
  static func time(_ milliseconds: Int64) -> SimulatedTime {
    SimulatedTime(milliseconds: milliseconds)
  }

  /// The cameras of the visible changes since the events were last taken.
  static func cameras(_ test: TestMap) -> [Camera] {
    test.trace.events.compactMap { event in
      guard case .map(.visibleRegionChanged(let camera, _)) = event.kind else { return nil }
      return camera
    }
  }

  static func speeds(_ test: TestMap) -> [ScreenOffset] {
    test.trace.events.compactMap { event in
      guard case .input(.ended(_, let speed)) = event.kind else { return nil }
      return speed
    }
  }

  /// A map that is turned, as far from its edges as `TestMap`'s own.
  static func viewport(turnedBy degrees: Double) -> Viewport {
    var viewport = TestMap.viewport()
    viewport.headingDegrees = degrees
    return viewport
  }

  @Test(arguments: [0.0, 90, 137, 270])
  func `lets the content follow the finger whatever the heading`(heading: Double) {
    let test = TestMap(viewport: GestureTests.viewport(turnedBy: heading))
    let place = test.map.viewport.mapPoint(at: ScreenPoint(x: 100, y: 100))
    test.map.pan(by: ScreenOffset(dx: 30, dy: -40), over: GestureTests.time(200))
    let point = test.map.viewport.screenPoint(for: place)
    #expect(abs(point.x - 130) < 1e-6)
    #expect(abs(point.y - 60) < 1e-6)
    #expect(test.map.region.camera.headingDegrees == heading)
    #expect(GestureTests.speeds(test) == [.zero])
  }

  @Test(arguments: [
    (Int64(50), 0.0), (100, 0), (200, 45), (1000, 180), (330, 301),
  ])
  func `drifts on with the speed of the finger, in the same pair`(
    milliseconds: Int64, heading: Double
  ) {
    for deceleration in MapOptions.Deceleration.allCases {
      var options = MapOptions.asRecorded
      options.deceleration = deceleration
      let test = TestMap(
        viewport: GestureTests.viewport(turnedBy: heading), options: options)
      let place = test.map.viewport.mapPoint(at: ScreenPoint(x: 100, y: 100))
      test.map.pan(
        by: ScreenOffset(dx: 30, dy: -40), over: GestureTests.time(milliseconds), release: .moving)
      // 50 points in the time, and the rest of a scroll view's way.
      let speed = 50_000 / Double(milliseconds)
      let way = 1 - 1 / Scrolling(deceleration).decay * speed / 50
      let point = test.map.viewport.screenPoint(for: place)
      #expect(abs(point.x - (100 + 30 * way)) < 1e-5)
      #expect(abs(point.y - (100 - 40 * way)) < 1e-5)
      let seconds = Scrolling(deceleration).decelerationSeconds(pointsPerSecond: speed)
      let end = Double(milliseconds) / 1000 + seconds
      #expect((0..<0.02 + 1e-9).contains(Double(test.map.now.nanoseconds) / 1e9 - end))
      let words = test.take(.map, .input)
      #expect(words.prefix(2) == ["pan begins", "will"])
      #expect(words.filter { $0 != "visible" } == ["pan begins", "will", "pan ends", "did"])
      #expect(words.firstIndex(of: "pan ends") == 2 + Int(milliseconds - 1) / 20)
      #expect(words.last == "did")
    }
  }

  @Test
  func `knows the finger's speed from its last samples`() {
    let test = TestMap()
    let offset = ScreenOffset(dx: 30, dy: -40)
    for milliseconds: Int64 in [0, 1, 50, 100, 200, 1000] {
      _ = test.take()
      test.map.pan(by: offset, over: GestureTests.time(milliseconds), release: .moving)
      let speed = GestureTests.speeds(test).first ?? .zero
      let expected = milliseconds == 0 ? 0 : 30_000 / Double(milliseconds)
      #expect(abs(speed.dx - expected) < 1e-9)
      #expect(abs(speed.dy + expected * 4 / 3) < 1e-9)
    }
  }

  /// A map of 300 by 200 points with its upper edge so far south of the world's.
  static func northern(_ points: Double, options: MapOptions = .asRecorded) -> TestMap {
    TestMap(
      viewport: TestMap.viewport(center: MapPoint(x: 1e8, y: (100 + points) * 64)),
      options: options)
  }

  @Test(arguments: [0.0, 20])
  func `stretches beyond the edge, and springs back in the same pair`(room: Double) {
    let test = GestureTests.northern(room)
    test.map.pan(by: ScreenOffset(dx: 10, dy: 100 + room), over: GestureTests.time(400))
    let tops = GestureTests.cameras(test).map { $0.center.y / 64 - 100 }
    // The finger's last place is 100 points beyond the edge.
    let shown = rubberBand(distance: 100, extent: 200)
    #expect(tops.min().map { abs($0 + shown) < 1e-9 } == true)
    #expect(tops.firstIndex { abs($0 + shown) < 1e-9 } == 19)
    for (number, top) in tops[20...].dropLast().enumerated() {
      let time = Double(number + 1) / 50
      #expect(
        abs(top + Scrolling.standard.spring(from: shown, speed: 0, afterSeconds: time)) < 1e-9)
      #expect(top < -0.5)
    }
    #expect(tops.last == 0)
    #expect(test.map.viewport == test.map.viewport.clamped())
    #expect(test.map.viewport.center.x == 1e8 - 640)
    #expect(
      test.take(.map, .input).filter { $0 != "visible" } == [
        "pan begins", "will", "pan ends", "did",
      ])
  }

  @Test(arguments: [0.0, 180])
  func `passes the edge with its speed when a drift reaches it`(heading: Double) {
    var viewport = TestMap.viewport(center: MapPoint(x: 1e8, y: 160 * 64))
    viewport.headingDegrees = heading
    let test = TestMap(viewport: viewport)
    let down = heading == 0 ? 1.0 : -1
    test.map.fling(pointsPerSecond: ScreenOffset(dx: 100, dy: 400 * down))
    let tops = GestureTests.cameras(test).map { $0.center.y / 64 - 100 }
    let decay = Scrolling.standard.decay
    // 60 points away the speed is 400 - 60 * 2.002.
    let left = 400 + decay * 60
    let reached = Elementary.log(left / 400) / decay
    for (number, top) in tops.dropLast().enumerated() {
      let time = Double(number + 1) / 50
      let expected =
        time <= reached
        ? 60 - 400 * Scrolling.standard.decelerationFactor(afterSeconds: time)
        : -Scrolling.standard.spring(from: 0, speed: left, afterSeconds: time - reached)
      #expect(abs(top - expected) < 1e-6, "after \(time)")
    }
    #expect((tops.min() ?? 0) < -9)
    #expect(tops.last == 0)
    // Meanwhile it drifts on to the side.
    let way = (1e8 - test.map.viewport.center.x) / 64 * down
    #expect(abs(way - 100 / -decay) < 1e-6)
    #expect(test.take(.map).filter { $0 != "visible" } == ["will", "did"])
  }

  @Test
  func `is slower beyond the edge than the finger that lets go there`() {
    let test = GestureTests.northern(0)
    test.map.pan(by: ScreenOffset(dx: 0, dy: 100), over: GestureTests.time(200), release: .moving)
    let tops = GestureTests.cameras(test).map { $0.center.y / 64 - 100 }
    let shown = rubberBand(distance: 100, extent: 200)
    let speed = 500 * Scrolling.standard.bandSlope(shown: shown, extent: 200)
    #expect(
      abs(tops[10] + Scrolling.standard.spring(from: shown, speed: speed, afterSeconds: 0.02))
        < 1e-9)
    #expect(GestureTests.speeds(test) == [ScreenOffset(dx: 0, dy: 500)])
  }

  /// What catches a drifting map.
  enum Catch: CaseIterable, Sendable {
    case finger, fling, doubleTap, tap, select, app
  }

  @Test(arguments: Catch.allCases, MapOptions.Interruption.allCases)
  func `ends where it is caught`(by way: Catch, interruption: MapOptions.Interruption) throws {
    let test = TestMap(
      screenPoints: [(x: 150, y: 100)],
      options: .with { $0.interruption = interruption })
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    let pan = ScreenOffset(dx: -40, dy: 0)
    test.map.pan(by: pan, over: GestureTests.time(100), release: .moving, waitsForRest: false)
    #expect(test.map.now == SimulatedTime(milliseconds: 120) && !test.map.isSettled)
    test.map.advance(by: GestureTests.time(200))
    let caught = test.map.viewport
    let gone = (caught.center.x - 1e8) / 64
    #expect(gone > 40 + 400 * 0.15 && gone < 40 + 400 * 0.2)
    _ = test.take()
    switch way {
    case .finger: test.map.pan(by: pan, over: GestureTests.time(100))
    case .fling: test.map.fling(pointsPerSecond: pan, waitsForRest: false)
    case .doubleTap: test.map.doubleTap(at: ScreenPoint(x: 150, y: 100))
    case .tap: test.map.tap(at: ScreenPoint(x: 290, y: 190))
    case .select: test.map.tap(nearestTo: TestMap.coordinate(x: 150, y: 100))
    case .app: test.map.setCenter(Projection.coordinate(for: TestMap.middle), animated: false)
    }
    let isTap = way == .tap || way == .select
    let words = test.take(.map).filter { $0 != "visible" }
    if isTap {
      #expect(words == ["interrupted change", "did"])
      #expect(test.map.viewport == caught && test.map.isSettled)
    } else if interruption == .onePair {
      #expect(!words.contains { $0.hasPrefix("interrupted") || $0.hasPrefix("will") })
    } else {
      #expect(words.prefix(2) == ["interrupted change", "did"])
      #expect(words[2].hasPrefix("will"))
    }
    #expect(test.map.advanceUntilSettled())
  }

  @Test
  func `springs back from further than a rubber band can show, whatever a finger adds there`() {
    let test = GestureTests.northern(10)
    let fast = ScreenOffset(dx: 0, dy: 100_000)
    test.map.fling(pointsPerSecond: fast, waitsForRest: false)
    test.map.advance(by: GestureTests.time(60))
    let height = test.map.viewport.size.height * test.map.viewport.mapPointsPerPoint
    #expect(test.map.viewport.clamped().center.y - test.map.viewport.center.y > height)
    test.map.fling(pointsPerSecond: fast)
    #expect(test.map.viewport == test.map.viewport.clamped())
    #expect(Scrolling.standard.bandSlope(shown: 480, extent: 480) == 0)
    #expect(Scrolling.standard.bandSlope(shown: -700, extent: 480) == 0)
  }

  @Test
  func `stops at the edge when it is told to`() {
    let test = GestureTests.northern(10, options: .stopping)
    test.map.pan(by: ScreenOffset(dx: 20, dy: 40), over: GestureTests.time(100), release: .moving)
    #expect(GestureTests.cameras(test).allSatisfy { $0.center.y >= 6400 })
    #expect(test.map.viewport.center.y == 6400)
    #expect(test.map.viewport.center.x < 1e8 - 119 * 64)
    let before = test.map.viewport
    _ = test.take()
    test.map.pan(by: ScreenOffset(dx: 0, dy: 40), over: GestureTests.time(100), release: .moving)
    #expect(test.take(.map) == [])
    #expect(test.map.viewport == before)
  }

  @Test(arguments: [1.0, -1, 0.37, -2.5])
  func `keeps what lies under a pinch or a rotation`(amount: Double) {
    for isPinch in [true, false] {
      for isAnimated in [true, false] {
        var options = MapOptions.asRecorded
        options.pinchIsAnimated = isAnimated
        let test = TestMap(viewport: GestureTests.viewport(turnedBy: 20), options: options)
        let start = test.map.viewport
        let fingers = ScreenPoint(x: 70, y: 160)
        if isPinch {
          test.map.pinch(byLevels: amount, about: fingers, over: GestureTests.time(300))
        } else {
          test.map.rotate(byDegrees: 40 * amount, about: fingers, over: GestureTests.time(300))
        }
        for camera in GestureTests.cameras(test) {
          var viewport = start
          viewport.center = camera.center
          viewport.mapPointsPerPoint = camera.mapPointsPerPoint
          viewport.headingDegrees = camera.headingDegrees
          let point = viewport.screenPoint(for: start.mapPoint(at: fingers))
          #expect(max(abs(point.x - 70), abs(point.y - 160)) < 1e-6)
        }
        let end = test.map.region.camera
        if isPinch {
          #expect(
            abs(end.mapPointsPerPoint * Elementary.exp(amount * Elementary.log(2)) - 64) < 1e-9)
          #expect(end.headingDegrees == 20)
        } else {
          #expect(
            abs(end.headingDegrees - (380 + 40 * amount).truncatingRemainder(dividingBy: 360))
              < 1e-9)
          #expect(end.mapPointsPerPoint == 64)
        }
        let flag = isAnimated ? " animated" : ""
        let name = isPinch ? "pinch" : "rotation"
        var events = ["\(name) begins", "will" + flag]
        events += Array(repeating: "visible", count: 14)
        events += ["\(name) ends", "visible", "did" + flag]
        #expect(test.take(.map, .input) == events)
      }
    }
  }

  @Test
  func `turns all the way round, and not at all`() {
    let test = TestMap()
    let start = test.map.viewport
    test.map.rotate(byDegrees: 360, about: nil, over: GestureTests.time(100))
    #expect(GestureTests.cameras(test).map(\.headingDegrees) == [72, 144, 216, 288, 0])
    #expect(test.map.viewport == start)
    _ = test.take()
    test.map.rotate(byDegrees: 0, about: nil, over: GestureTests.time(100))
    #expect(test.take() == ["rotation begins", "rotation ends"])
  }

  @Test
  func `comes twice as near at a double tap, twice as far at one with two fingers`() {
    let test = TestMap()
    let finger = ScreenPoint(x: 250, y: 20)
    let place = test.map.viewport.mapPoint(at: finger)
    test.map.doubleTap(at: finger)
    #expect(test.map.viewport.mapPointsPerPoint == 32)
    let point = test.map.viewport.screenPoint(for: place)
    #expect(max(abs(point.x - 250), abs(point.y - 20)) < 1e-6)
    #expect(test.map.now == GestureTests.time(500))
    let pair = ["will animated"] + Array(repeating: "visible", count: 25) + ["did animated"]
    #expect(test.take(.map, .input) == ["double tap"] + pair)
    let center = test.map.viewport.center
    test.map.tapWithTwoFingers()
    #expect(test.map.viewport.mapPointsPerPoint == 64)
    #expect(test.map.viewport.center == center)
    #expect(test.take(.map, .input) == ["two-finger tap"] + pair)
    // As near as it can be.
    test.map.zoom(byLevels: 40, over: .zero)
    _ = test.take()
    test.map.doubleTap(at: finger)
    #expect(test.take() == ["double tap"])
  }

  @Test(arguments: [(64.0, 32.0), (50, 32), (40, 16), (92, 64), (90, 32)])
  func `snaps double taps to whole levels`(scale: Double, expected: Double) {
    var options = MapOptions.asRecorded
    options.doubleTapSnaps = true
    let test = TestMap(viewport: TestMap.viewport(scale: scale), options: options)
    test.map.doubleTap(at: ScreenPoint(x: 10, y: 20))
    #expect(abs(test.map.viewport.mapPointsPerPoint / expected - 1) < 1e-15)
  }

  @Test(arguments: MapOptions.TimingCurve.allCases)
  func `moves along the curve and for the time of the options`(timing: MapOptions.TimingCurve) {
    var options = MapOptions.asRecorded
    options.animationCurve = timing
    options.panDuration = GestureTests.time(100)
    options.zoomDuration = GestureTests.time(200)
    let test = TestMap(options: options)
    let start = test.map.viewport
    let goal = MapPoint(x: start.center.x + 64_000, y: start.center.y - 32_000)
    test.map.setCenter(Projection.coordinate(for: goal), animated: true)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.now == GestureTests.time(100))
    let curve = AnimationCurve(timing)
    for (number, camera) in GestureTests.cameras(test).enumerated() {
      let progress = curve.progress(at: Double(number + 1) / 5)
      #expect(abs(camera.center.x - start.center.x - 64_000 * progress) < 1e-5)
      #expect(abs(camera.center.y - start.center.y + 32_000 * progress) < 1e-5)
    }
    test.map.setRegion(
      CoordinateRegion(
        center: Projection.coordinate(for: goal),
        span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1)), animated: true)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.now == GestureTests.time(300))
  }

  @Test
  func `takes pictures that were asked for`() {
    let map = MapSimulation(
      setup: SimulationSetup(
        viewport: TestMap.viewport(), viewMarginFraction: 0, costs: .free, coordinates: [],
        rows: [], layers: [], marks: [], snapshots: ["first", "second"]),
      meter: StillMeter()
    ) { event in
      guard case .snapshot(let scene) = event.kind else { return }
      #expect(scene.occasion == .snapshot)
    }
    map.snapshot(1)
  }

  /// Flings the map, or pans it and lets it go in motion.
  private static func drift(on map: MapSimulation, isFling: Bool) {
    guard !isFling else { return map.fling(pointsPerSecond: ScreenOffset(dx: -2000, dy: 300)) }
    map.pan(by: ScreenOffset(dx: -200, dy: 30), over: time(100), release: .moving)
  }

  /// One pair of callbacks, or one for fingers and one for the drift; the map goes the same way.
  @Test(arguments: [false, true])
  func `tells of a drift as the options say`(isFling: Bool) {
    var ends: [Camera] = []
    for option in MapOptions.FlingCallbacks.allCases {
      let test = TestMap(options: .with { $0.flingCallbacks = option })
      GestureTests.drift(on: test.map, isFling: isFling)
      #expect(test.map.advanceUntilSettled())
      let words = test.take(.map).filter { $0 != "visible" }
      let pairs = option == .onePair ? 1 : 2
      #expect(words == Array(repeating: ["will", "did"], count: pairs).flatMap { $0 })
      ends.append(test.map.region.camera)
    }
    #expect(ends[0] == ends[1])
    // A finger that rests leaves no drift.
    let test = TestMap(options: .with { $0.flingCallbacks = .fingerAndDrift })
    test.map.pan(by: ScreenOffset(dx: -200, dy: 30), over: GestureTests.time(100))
    #expect(test.take(.map).filter { $0 != "visible" } == ["will", "did"])
  }

  /// The app moves the map when it hears that the fingers are gone.
  @Test(arguments: [false, true], [false, true])
  func `drops a drift for what the app does`(isFling: Bool, isAnimated: Bool) {
    let place = TestMap.coordinate(x: 40, y: 170)
    let test = TestMap(
      options: .with { $0.flingCallbacks = .fingerAndDrift },
      app: AppSetup(onRegionDidChange: RegionRequest(.center(place), animated: isAnimated)))
    GestureTests.drift(on: test.map, isFling: isFling)
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.map).filter { $0.hasPrefix("will") || $0.hasPrefix("did") }
    let own = isAnimated ? ["will animated", "did animated"] : ["will", "did"]
    #expect(words == ["will", "did"] + own)
    let center = test.map.viewport.screenPoint(for: Projection.mapKit.mapPoint(for: place))
    #expect((center.x - 150).magnitude < 1e-6 && (center.y - 100).magnitude < 1e-6)
  }

  /// The nearer to the edge a drift would rest, the longer it would take to reach it.
  @Test(arguments: [1e-9, 1e-3, 0.2, 0.3])
  func `is over in time when it would hardly pass the edge`(excess: Double) {
    let test = GestureTests.northern(300)
    let speed = (300 + excess) * -Scrolling.standard.decay
    let start = test.map.now
    test.map.fling(pointsPerSecond: ScreenOffset(dx: 0, dy: speed))
    let seconds = Scrolling.standard.decelerationSeconds(pointsPerSecond: speed)
    #expect((test.map.now - start) <= Scrolling.time(seconds: seconds + 0.2))
    #expect(abs(test.map.viewport.center.y / 64 - 100) < 1e-9)
  }

  @Test(arguments: [0, 10, 100] as [Int64])
  func `comes round to where it was, and tells it only if a frame saw it`(milliseconds: Int64) {
    let test = TestMap()
    let isSeen = milliseconds > 20
    test.map.rotate(byDegrees: 360, about: nil, over: GestureTests.time(milliseconds))
    #expect(test.take(.map).filter { $0 != "visible" } == (isSeen ? ["will", "did"] : []))
    test.map.zoom(byLevels: -20, over: .zero)
    _ = test.take()
    let world = MapSize.worldSide / test.map.viewport.mapPointsPerPoint
    test.map.pan(by: ScreenOffset(dx: world, dy: 0), over: GestureTests.time(milliseconds))
    #expect(test.take(.map).filter { $0 != "visible" } == (isSeen ? ["will", "did"] : []))
  }
}
