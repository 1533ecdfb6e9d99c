import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Pans that begin at a place of the map, and pans along a path, with a frame every 20 ms.
@Suite("Where a pan begins")
struct TouchPlaceTests {
  private static let time = SimulatedTime(milliseconds: 200)
  private static let offset = ScreenOffset(dx: 30, dy: -40)
  private static let pin = ScreenPoint(x: 100, y: 100)

  /// A view of the map, or the empty map, that the finger touches before it moves.
  enum Scene: CaseIterable {
    case pin, selectedPin, callout, draggablePin, disabledPin, emptyMap

    /// Makes a map that has the view.
    func map() -> TestMap {
      var layer = LayerSetup.plain(callout: .plain(adjuster: NoAdjuster()))
      layer.view.isDraggable = self == .draggablePin
      layer.view.isEnabled = self != .disabledPin
      let test = TestMap(screenPoints: [(x: pin.x, y: pin.y)], layers: [layer])
      test.addAll()
      _ = test.map.advanceUntilSettled()
      if self == .selectedPin || self == .callout { test.map.tap(point: 0, layer: 0) }
      _ = test.map.advanceUntilSettled()
      _ = test.take()
      return test
    }

    private var pin: ScreenPoint { TouchPlaceTests.pin }

    func place(on test: TestMap) -> TouchPlace {
      switch self {
      case .pin, .selectedPin, .draggablePin, .disabledPin: .annotation(.point(0, layer: 0))
      case .callout:
        .point(test.map.callouts.rects.map { ScreenPoint(x: $0.body.midX, y: $0.body.midY) } ?? pin)
      case .emptyMap: .point(ScreenPoint(x: 250, y: 30))
      }
    }
  }

  private static func touches(_ test: TestMap) -> [ScreenPoint] {
    test.trace.events.compactMap { event in
      if case .input(.touched(let point)) = event.kind { point } else { nil }
    }
  }

  /// The pan takes the touch: it is a pan like any other.
  @Test(arguments: Scene.allCases, [true, false])
  func `does what a pan from nowhere does, and taps nothing`(scene: Scene, flings: Bool) {
    func play(
      from hasPlace: Bool
    ) -> (words: [String], touches: [ScreenPoint], end: Viewport) {
      let test = scene.map()
      let place = hasPlace ? scene.place(on: test) : nil
      if flings {
        test.map.fling(pointsPerSecond: ScreenOffset(dx: 300, dy: 0), from: place)
      } else {
        test.map.pan(by: TouchPlaceTests.offset, from: place, over: TouchPlaceTests.time)
      }
      let touches = TouchPlaceTests.touches(test)
      return (test.take(timed: true).filter { !$0.hasSuffix(" touch") }, touches, test.map.viewport)
    }
    let (plain, begun) = (play(from: false), play(from: true))
    #expect(plain.touches == [])
    #expect(begun.touches.count == 1)
    #expect(begun.words == plain.words)
    #expect(begun.end == plain.end)
    #expect(!begun.words.contains { $0.contains("elect") || $0.contains("tap") })
  }

  @Test
  func `touches an annotation where a finger reaches it`() {
    let bars = EdgeInsets(top: 96, left: 0, bottom: 0, right: 0)
    let test = TestMap(
      points: [TestMap.coordinate(x: 100, y: 100)], layers: [.plain()], bars: bars)
    test.addAll()
    _ = test.map.advanceUntilSettled()
    test.map.pan(
      by: TouchPlaceTests.offset, from: .annotation(.point(0, layer: 0)),
      over: TouchPlaceTests.time)
    let touch = TouchPlaceTests.touches(test).first
    #expect(touch.map { $0.y >= 96 } == true)
    #expect(touch.map { $0.x == 100 } == true)
  }

  /// Places that no finger reaches, with the reason of the miss.
  private static let missed: [(place: TouchPlace, reason: MissedSelection.Reason)] = [
    (.point(ScreenPoint(x: 150, y: 10)), .underBar),
    (.point(ScreenPoint(x: 301, y: 100)), .outsideMapView),
    (.annotation(.point(1, layer: 0)), .notOnMap),
    (.annotation(.at(ScreenPoint(x: 250, y: 150), withinPoints: 20)), .tooFar),
    (.annotation(.only(.cluster, .middle)), .noClusters),
  ]

  @Test(arguments: missed.indices)
  func `misses what no finger reaches, and stays`(index: Int) {
    let (place, reason) = TouchPlaceTests.missed[index]
    let points = [(100.0, 100.0), (50, 50)].map { TestMap.coordinate(x: $0.0, y: $0.1) }
    let bars = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
    for gesture in 0..<3 {
      let test = TestMap(points: points, layers: [.plain()], bars: bars)
      test.map.add([0], to: 0)
      _ = test.map.advanceUntilSettled()
      _ = test.take()
      let (start, view) = (test.map.now, test.map.viewport)
      switch gesture {
      case 0: test.map.pan(by: TouchPlaceTests.offset, from: place, over: TouchPlaceTests.time)
      case 1: test.map.pan(along: [TouchPlaceTests.pin], from: place, over: TouchPlaceTests.time)
      default: test.map.fling(pointsPerSecond: TouchPlaceTests.offset, from: place)
      }
      let reasons = test.trace.events.compactMap { event in
        if case .selection(.missed(let missed)) = event.kind { missed.reason } else { nil }
      }
      #expect(reasons == [reason])
      #expect(test.take().count == 1)
      #expect(test.map.viewport == view)
      #expect(test.map.now == start)
    }
  }

  // MARK: Paths

  /// The place of a finger after a share of a path, found by walking along its lines.
  private static func walk(_ points: [ScreenPoint], share: Double) -> ScreenPoint {
    func length(_ from: ScreenPoint, _ to: ScreenPoint) -> Double {
      ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
    }
    let lines = Array(zip(points, points.dropFirst()))
    var left = lines.reduce(0) { $0 + length($1.0, $1.1) } * share
    for (from, to) in lines {
      let way = length(from, to)
      guard left > way else {
        let part = way > 0 ? left / way : 0
        return ScreenPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
      }
      left -= way
    }
    return points[points.count - 1]
  }

  private static let paths: [[ScreenPoint]] = [
    [(150, 100), (180, 100), (180, 60)], [(150, 100), (120, 60), (120, 60), (60, 60)],
    [(150, 100), (150, 100), (200, 150)], [(150, 100), (220, 100), (220, 40), (150, 100)],
    [(10, 10), (290, 190), (10, 190), (290, 10), (150, 100)],
  ].map { path in path.map { ScreenPoint(x: Double($0.0), y: Double($0.1)) } }

  @Test(arguments: paths, [0.0, 137])
  func `keeps what it touched under the finger all along the path`(
    path: [ScreenPoint], heading: Double
  ) {
    for curve in MapOptions.TimingCurve.allCases {
      let test = TestMap(viewport: GestureTests.viewport(turnedBy: heading))
      let place = test.map.viewport.mapPoint(at: path[0])
      var distances: [Double] = []
      test.trace.watch = { event in
        guard case .map(.visibleRegionChanged) = event.kind else { return }
        let share = min(1, Double(event.time.nanoseconds) / 400_000_000)
        let finger = TouchPlaceTests.walk(path, share: AnimationCurve(curve).progress(at: share))
        let point = test.map.viewport.screenPoint(for: place)
        distances.append(max(abs(point.x - finger.x), abs(point.y - finger.y)))
      }
      test.map.pan(
        along: Array(path.dropFirst()), from: .point(path[0]),
        over: SimulatedTime(milliseconds: 400), curve: curve)
      test.trace.watch = nil
      #expect(distances.count == 20)
      #expect(distances.allSatisfy { $0 < 1e-5 })
      let words = test.take(.map, .input).filter { $0 != "visible" }
      #expect(words == ["touch", "pan begins", "will", "pan ends", "did"])
    }
  }

  @Test
  func `leaves with the speed of its last line`() {
    let points = [(150, 100), (150, 40), (200, 40)].map { ScreenPoint(x: $0.0, y: $0.1) }
    let test = TestMap()
    // 110 points in 440 ms: the last 100 ms are 25 points to the right.
    test.map.pan(
      along: Array(points.dropFirst()), from: .point(points[0]),
      over: SimulatedTime(milliseconds: 440), release: .moving)
    let speed = GestureTests.speeds(test).first ?? .zero
    #expect(abs(speed.dx - 250) < 1e-9)
    #expect(abs(speed.dy) < 1e-9)
  }

  @Test
  func `does not move on a path that goes nowhere, or that no frame sees`() {
    for (path, milliseconds) in [([150.0, 150], 200), ([200, 150], 0), ([200, 150], 10)] {
      let test = TestMap()
      test.map.pan(
        along: path.map { ScreenPoint(x: $0, y: 100) },
        from: .point(ScreenPoint(x: 150, y: 100)),
        over: SimulatedTime(milliseconds: Int64(milliseconds)))
      #expect(test.take(.map, .input) == ["touch", "pan begins", "pan ends"])
      #expect(test.map.viewport == TestMap.viewport())
    }
  }
}
