import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Region changes and their callbacks, on a phone with a frame every 20 ms.
@Suite("Region changes")
struct RegionTests {
  /// A change of the region that a session can ask for.
  enum Change: String, CaseIterable {
    case pan, fling, zoomIn, zoomOut, setRegion, setCenter, jumpRegion, jumpCenter

    func start(on map: MapSimulation) {
      let span = CoordinateSpan(latitudeDelta: 0.01, longitudeDelta: 0.02)
      let place = Coordinate(latitude: 41.51, longitude: -45.85)
      let region = CoordinateRegion(center: place, span: span)
      switch self {
      case .pan:
        map.pan(by: ScreenOffset(dx: 50, dy: -20), over: SimulatedTime(milliseconds: 100))
      case .fling: map.fling(pointsPerSecond: ScreenOffset(dx: 300, dy: 400))
      case .zoomIn: map.zoom(byLevels: 1, over: SimulatedTime(milliseconds: 100))
      case .zoomOut: map.zoom(byLevels: -2.5, over: SimulatedTime(milliseconds: 90))
      case .setRegion: map.setRegion(region, animated: true)
      case .setCenter: map.setCenter(place, animated: true)
      case .jumpRegion: map.setRegion(region, animated: false)
      case .jumpCenter: map.setCenter(place, animated: false)
      }
    }

    var isAnimated: Bool { self == .setRegion || self == .setCenter }

    /// Frames of 20 ms from the start to the end.
    var frames: Int {
      switch self {
      case .pan, .zoomIn, .zoomOut: 5
      // ln(-1000 ln d 0.25 / 500) / 1000 ln d = 3.450 s
      case .fling: 173
      case .setRegion: 25
      case .setCenter: 17
      case .jumpRegion, .jumpCenter: 0
      }
    }
  }

  @Test(arguments: Change.allCases)
  func `has one pair of callbacks and a visible change in every frame`(change: Change) {
    let test = TestMap()
    change.start(on: test.map)
    #expect(test.map.advanceUntilSettled())
    let suffix = change.isAnimated ? " animated" : ""
    let visible = Array(repeating: "visible", count: max(1, change.frames))
    #expect(test.take(.map) == ["will" + suffix] + visible + ["did" + suffix])
    let now = test.map.now
    #expect(now == SimulatedTime(milliseconds: 20 * Int64(change.frames)) || change.frames == 0)
  }

  @Test(arguments: Change.allCases)
  func `ends exactly where it was asked to, with the final region readable`(change: Change) {
    let test = TestMap()
    let start = test.map.viewport
    change.start(on: test.map)
    #expect(test.map.advanceUntilSettled())
    let events = test.trace.events.compactMap { event -> Camera? in
      guard case .map(.regionDidChange(_, let camera)) = event.kind else { return nil }
      return camera
    }
    #expect(events == [test.map.region.camera])
    var target = start
    switch change {
    case .pan:
      target.center = MapPoint(x: start.center.x - 50 * 64, y: start.center.y + 20 * 64)
    case .fling:
      let way = 64 / 2.002_002_670_673_079_4
      let x = start.center.x - 300 * way
      #expect(abs(test.map.viewport.center.x - x) < 1e-6)
      return
    case .zoomIn: target.mapPointsPerPoint = 32
    case .zoomOut:
      #expect(abs(test.map.viewport.mapPointsPerPoint - 64 * 5.656_854_249_492_38) < 1e-9)
      return
    case .setRegion, .jumpRegion:
      let span = CoordinateSpan(latitudeDelta: 0.01, longitudeDelta: 0.02)
      let place = Coordinate(latitude: 41.51, longitude: -45.85)
      #expect(test.map.viewport == start.showing(CoordinateRegion(center: place, span: span)))
      return
    case .setCenter, .jumpCenter:
      let place = Coordinate(latitude: 41.51, longitude: -45.85)
      #expect(test.map.viewport == start.centered(at: place))
      return
    }
    #expect(test.map.viewport == target)
  }

  @Test
  func `moves evenly while it is dragged`() {
    let test = TestMap()
    test.map.pan(by: ScreenOffset(dx: 10, dy: 0), over: SimulatedTime(milliseconds: 100))
    let places = test.trace.events.compactMap { event -> Double? in
      guard case .map(.visibleRegionChanged(let camera, _)) = event.kind else { return nil }
      return (TestMap.middle.x - camera.center.x) / 64
    }
    #expect(places == [2, 4, 6, 8, 10])
  }

  @Test
  func `says nothing when nothing changes`() {
    let test = TestMap()
    let map = test.map
    map.pan(by: .zero, over: SimulatedTime(milliseconds: 100))
    map.fling(pointsPerSecond: .zero)
    map.zoom(byLevels: 0, over: SimulatedTime(milliseconds: 100))
    map.setCenter(Coordinate(latitude: 91, longitude: 0), animated: false)
    map.setCenter(Coordinate(latitude: 10, longitude: 20), animated: false)
    _ = test.take()
    for isAnimated in [true, false] {
      map.setCenter(Coordinate(latitude: 10, longitude: 20), animated: isAnimated)
    }
    #expect(test.take() == [])
    map.zoom(byLevels: 40, over: .zero)
    _ = test.take()
    map.zoom(byLevels: 1, over: .zero)
    map.zoom(byLevels: 1e300, over: .zero)
    #expect(test.take().filter { !$0.hasPrefix("pinch") } == [])
  }

  /// A gesture that the map cannot follow, and how long it takes.
  enum Idle: CaseIterable {
    case zoomIn, zoomFarIn, zoomByNothing, pan, panNorth, fling, flingNorth

    func start(on map: MapSimulation) {
      let time = SimulatedTime(milliseconds: 510)
      switch self {
      case .zoomIn: map.zoom(byLevels: 1, over: time)
      case .zoomFarIn: map.zoom(byLevels: 1e300, over: time)
      case .zoomByNothing: map.zoom(byLevels: 0, over: time)
      case .pan: map.pan(by: .zero, over: time)
      case .panNorth: map.pan(by: ScreenOffset(dx: 0, dy: 40), over: time)
      case .fling: map.fling(pointsPerSecond: .zero)
      case .flingNorth: map.fling(pointsPerSecond: ScreenOffset(dx: 0, dy: 500))
      }
    }

    var duration: SimulatedTime {
      switch self {
      case .fling: .zero
      case .flingNorth:
        Scrolling.time(
          seconds: Scrolling.standard.decelerationSeconds(pointsPerSecond: 500))
      default: SimulatedTime(milliseconds: 510)
      }
    }

    /// The closest scale, in the north of the world, which stops the map.
    static var map: TestMap {
      let test = TestMap(
        viewport: TestMap.viewport(center: MapPoint(x: 1e8, y: 0)), screenPoints: [(x: 9, y: 9)],
        options: .stopping)
      test.map.zoom(byLevels: 64, over: .zero)
      test.map.pan(by: ScreenOffset(dx: 0, dy: 1e9), over: .zero)
      _ = test.take()
      return test
    }
  }

  @Test(arguments: Idle.allCases)
  func `takes its time even where the map cannot follow`(gesture: Idle) {
    let test = Idle.map
    let start = test.map.now
    let viewport = test.map.viewport
    test.map.planBatch([0], for: 0, after: SimulatedTime(milliseconds: 500))
    gesture.start(on: test.map)
    #expect(test.map.now == start + gesture.duration)
    #expect(test.map.viewport == viewport)
    #expect(test.take(.map) == [])
    #expect((test.map.annotations.count == 1) == (gesture != .fling), "data comes meanwhile")
  }

  // Without those that the northern edge holds back: an animation leaves that edge.
  @Test(arguments: [Idle.zoomIn, .zoomFarIn, .zoomByNothing, .pan, .fling])
  func `stops what the map does before any gesture`(gesture: Idle) {
    let test = Idle.map
    let start = test.map.now
    test.map.setCenter(Coordinate(latitude: 85, longitude: -45), animated: true)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    let midway = test.map.viewport
    gesture.start(on: test.map)
    #expect(test.map.viewport == midway)
    #expect(test.map.now == start + SimulatedTime(milliseconds: 50) + gesture.duration)
    let times = test.trace.events.map { ($0.time - start).nanoseconds / 1_000_000 }
    let end = 50 + gesture.duration.nanoseconds / 1_000_000
    // A fling has left the map when it comes to a stop.
    let isFling = gesture == .fling
    #expect(times == [0, 20, 20, 40, 40, 50, 50, 50, isFling ? 50 : end])
    let fingers = isFling || gesture == .pan ? "pan" : "pinch"
    let stop = ["interrupted change", "did animated"]
    #expect(
      test.take() == [
        "will animated", "visible", "frame 3", "visible", "frame 4", "\(fingers) begins",
      ] + (isFling ? ["pan ends"] + stop : stop + ["\(fingers) ends"]))
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.map) == [])
  }

  @Test(arguments: [true, false])
  func `stops an animation when asked for the region or center that it shows`(isAnimated: Bool) {
    let test = TestMap()
    let place = Coordinate(latitude: 41.5, longitude: -45.8)
    let small = CoordinateRegion(
      center: place, span: CoordinateSpan(latitudeDelta: 0.01, longitudeDelta: 0.02))
    let large = CoordinateRegion(
      center: place, span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.2))
    test.map.setRegion(small, animated: false)
    #expect(test.map.advanceUntilSettled())
    let start = test.map.now
    for request in 0..<2 {
      _ = test.take()
      test.map.setRegion(large, animated: true)
      // Before the first frame it shows the region still, later the center.
      test.map.advance(by: SimulatedTime(milliseconds: request == 0 ? 10 : 40))
      let midway = test.map.viewport
      if request == 0 {
        test.map.setRegion(small, animated: isAnimated)
      } else {
        test.map.setCenter(place, animated: isAnimated)
      }
      let words = request == 0 ? [] : ["visible", "visible"]
      #expect(
        test.take(.map) == ["will animated"] + words + ["interrupted change", "did animated"])
      #expect(test.map.isSettled)
      test.map.advance(by: SimulatedTime(milliseconds: 1_000))
      #expect(test.take() == [])
      #expect(test.map.viewport == midway)
      #expect(midway == test.map.viewport.showing(small) || request == 1)
    }
    #expect(test.map.now == start + SimulatedTime(milliseconds: 2_050))
  }

  @Test
  func `stops at the north of the world`() {
    let test = TestMap(
      viewport: TestMap.viewport(center: MapPoint(x: 1e8, y: 200 * 64 / 2 + 64)),
      options: .stopping)
    test.map.pan(by: ScreenOffset(dx: 0, dy: 4), over: SimulatedTime(milliseconds: 80))
    // One point of room: the first frame uses it up, the others change nothing.
    #expect(test.take(.map, timed: true) == ["0 will", "20 visible", "80 did"])
    test.map.pan(by: ScreenOffset(dx: 0, dy: 4), over: SimulatedTime(milliseconds: 80))
    #expect(test.take(.map) == [])
  }

  @Test(arguments: Change.allCases)
  func `ends the old change before it begins a new one`(change: Change) {
    let test = TestMap()
    test.map.setCenter(Coordinate(latitude: 42, longitude: -46), animated: true)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    let midway = test.map.region.camera
    change.start(on: test.map)
    #expect(test.map.advanceUntilSettled())
    let dids = test.trace.events.compactMap { event -> Camera? in
      guard case .map(.regionDidChange(_, let camera)) = event.kind else { return nil }
      return camera
    }
    #expect(dids == [midway, test.map.region.camera])
    let suffix = change.isAnimated ? " animated" : ""
    let words = test.take(.map)
    #expect(
      words.prefix(6) == [
        "will animated", "visible", "visible", "interrupted change", "did animated",
        "will" + suffix,
      ])
    let rest = words.dropFirst(6)
    #expect(rest.last == "did" + suffix)
    #expect(rest.dropLast().allSatisfy { $0 == "visible" })
    // Begun between two frames, a change can need one more of them.
    #expect((max(1, change.frames)...change.frames + 1).contains(rest.count - 1))
  }

  @Test
  func `interrupts an animation at an instant between frames`() {
    let test = TestMap()
    test.map.setCenter(Coordinate(latitude: 42, longitude: -46), animated: true)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    test.map.setCenter(Coordinate(latitude: 43, longitude: -47), animated: false)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    #expect(
      test.take(.map, timed: true) == [
        "0 will animated", "20 visible", "40 visible", "50 interrupted change", "50 did animated",
        "50 will", "50 visible", "50 did",
      ])
  }

  @Test(arguments: [(0, "0"), (1, "20"), (20, "20"), (21, "40"), (50, "60")])
  func `shows the last frame at the first one after the end`(time: Int64, frame: String) {
    let test = TestMap()
    test.map.pan(by: ScreenOffset(dx: 1, dy: 1), over: SimulatedTime(milliseconds: time))
    #expect(test.take(.map, timed: true).last == "\(time == 0 ? "20" : frame) did")
  }

  @Test(arguments: [1, 2, 3, 4, 7])
  func `comes back to the very same scale after whole levels`(levels: Int) {
    let test = TestMap(viewport: TestMap.viewport(scale: 61.7))
    let start = test.map.viewport
    test.map.zoom(byLevels: Double(levels), over: SimulatedTime(milliseconds: 300))
    #expect(test.map.viewport.mapPointsPerPoint * Double(1 << levels) == 61.7)
    #expect(abs(test.map.viewport.zoomLevel - start.zoomLevel - Double(levels)) < 1e-12)
    test.map.zoom(byLevels: -Double(levels), over: SimulatedTime(milliseconds: 170))
    #expect(test.map.viewport == start)
  }

  @Test
  func `adds two drags in the region they reach`() {
    let test = TestMap()
    let start = test.map.viewport
    test.map.pan(by: ScreenOffset(dx: 13.5, dy: -7.25), over: SimulatedTime(milliseconds: 130))
    test.map.pan(by: ScreenOffset(dx: -13.5, dy: 7.25), over: SimulatedTime(milliseconds: 210))
    #expect(test.map.viewport == start)
  }

  @Test
  func `goes on with an animation while later steps wait`() {
    let test = TestMap()
    test.map.setCenter(Coordinate(latitude: 42, longitude: -46), animated: true)
    #expect(test.take(.map) == ["will animated"])
    #expect(!test.map.isSettled)
    test.map.advance(by: SimulatedTime(milliseconds: 1000))
    #expect(test.take(.map).last == "did animated")
    #expect(test.map.isSettled)
    #expect(test.map.now == SimulatedTime(milliseconds: 1000))
  }
}
