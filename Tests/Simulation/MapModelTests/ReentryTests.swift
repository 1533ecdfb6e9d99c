import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Apps that change the region when another change ends, and changes that interrupt others.
@Suite("Region changes of the app")
struct ReentryTests {
  static let place = Coordinate(latitude: 41.6, longitude: -45.9)
  static let jump = ["will", "visible", "did"]

  static func map(
    _ request: RegionRequest?, limit: Int = 8, interruption: MapOptions.Interruption = .didThenWill
  ) -> TestMap {
    var options = MapOptions.asRecorded
    options.reentryLimit = limit
    options.interruption = interruption
    return TestMap(options: options, app: AppSetup(onRegionDidChange: request))
  }

  @Test
  func `counts a change from inside a did, and ends where it asks for what is there`() {
    let test = ReentryTests.map(RegionRequest(.center(ReentryTests.place), animated: false))
    test.map.pan(by: ScreenOffset(dx: 9, dy: 4), over: .zero)
    #expect(test.take(.map) == ReentryTests.jump + ["reentered 1"] + ReentryTests.jump)
    // The next finger is the beginning of a new count.
    test.map.pan(by: ScreenOffset(dx: 9, dy: 4), over: .zero)
    #expect(test.take(.map) == ReentryTests.jump + ["reentered 1"] + ReentryTests.jump)
    test.map.setCenter(ReentryTests.place, animated: false)
    #expect(test.take(.map) == [])
  }

  @Test(arguments: [0, 1, 3, 8])
  func `refuses an app that never ends`(limit: Int) {
    for isAnimated in [true, false] {
      let move = RegionRequest(.move(ScreenOffset(dx: 3, dy: 1)), animated: isAnimated)
      let test = ReentryTests.map(move, limit: limit)
      let flag = isAnimated ? " animated" : ""
      var expected = ["will", "did"]
      for depth in 0..<limit {
        expected += ["reentered \(depth + 1)", "will" + flag, "did" + flag]
      }
      expected.append("refused at depth \(limit + 1)")
      for _ in 0..<2 {
        test.map.setCenter(ReentryTests.place, animated: false)
        #expect(test.map.advanceUntilSettled())
        #expect(test.take(.map).filter { $0 != "visible" } == expected)
        test.map.tapWithTwoFingers()
        #expect(test.map.advanceUntilSettled())
        let words = test.take(.map).filter { $0 != "visible" }
        #expect(words == ["will animated", "did animated"] + expected.dropFirst(2))
        test.map.setCenter(Coordinate(latitude: 3, longitude: 4), animated: false)
        #expect(test.map.advanceUntilSettled())
        _ = test.take()
      }
      #expect(test.map.region.animation == nil)
    }
  }

  @Test
  func `lets the app go to a place that no map has`() {
    for request in [
      RegionRequest(.center(Coordinate(latitude: 91, longitude: 0)), animated: false),
      RegionRequest(.move(ScreenOffset(dx: .infinity, dy: 0)), animated: true),
      RegionRequest(
        .region(
          CoordinateRegion(
            center: ReentryTests.place,
            span: CoordinateSpan(latitudeDelta: .nan, longitudeDelta: 1))), animated: false),
    ] {
      let test = ReentryTests.map(request)
      test.map.pan(by: ScreenOffset(dx: 9, dy: 4), over: .zero)
      #expect(test.take(.map) == ReentryTests.jump)
    }
  }

  @Test
  func `stops what the app began before a finger moves the map`() {
    let request = RegionRequest(.center(ReentryTests.place), animated: true)
    let test = ReentryTests.map(request, limit: 2)
    test.map.pan(by: ScreenOffset(dx: 9, dy: 4), over: .zero)
    test.map.advance(by: SimulatedTime(milliseconds: 30))
    _ = test.take()
    test.map.pan(by: ScreenOffset(dx: 9, dy: 4), over: .zero)
    #expect(
      test.take(.map, .input) == [
        "pan begins", "interrupted change", "did animated", "reentered 1", "will animated",
        "interrupted change", "did animated", "reentered 2", "will animated",
        "interrupted change", "did animated", "refused at depth 3", "will", "pan ends",
        "visible", "did", "reentered 1", "will animated",
      ])
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.region.camera.center == Projection.mapKit.mapPoint(for: ReentryTests.place))
  }

  @Test
  func `counts what the app did at an interruption for the change that follows`() {
    let span = CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1)
    let region = CoordinateRegion(center: ReentryTests.place, span: span)
    let test = ReentryTests.map(RegionRequest(.region(region), animated: false), limit: 1)
    test.map.setCenter(Coordinate(latitude: 41, longitude: -45), animated: true)
    test.map.advance(by: SimulatedTime(milliseconds: 30))
    _ = test.take()
    let goal = Coordinate(latitude: 40, longitude: -44)
    test.map.setCenter(goal, animated: false)
    #expect(
      test.take(.map) == [
        "interrupted change", "did animated", "reentered 1", "will", "visible", "did", "will",
        "visible", "did", "reentered 1", "will", "visible", "did",
      ])
    #expect(test.map.viewport == test.map.viewport.showing(region))
  }

  @Test
  func `goes on with one pair when changes follow each other`() {
    let test = ReentryTests.map(nil, interruption: .onePair)
    func glide() {
      _ = test.take()
      test.map.setCenter(ReentryTests.place, animated: true)
      test.map.advance(by: SimulatedTime(milliseconds: 30))
    }
    func said() -> [String] { test.take(.map, .input).filter { $0 != "visible" } }
    glide()
    test.map.setCenter(Coordinate(latitude: 40, longitude: -44), animated: false)
    #expect(said() == ["will animated", "did animated"])
    glide()
    test.map.pan(by: ScreenOffset(dx: 9, dy: 4), over: SimulatedTime(milliseconds: 40))
    #expect(said() == ["will animated", "pan begins", "pan ends", "did animated"])
    glide()
    test.map.doubleTap(at: ScreenPoint(x: 9, y: 9))
    #expect(said() == ["will animated", "double tap", "did animated"])
    glide()
    // Nothing follows, so the pair ends here.
    test.map.pan(by: .zero, over: .zero)
    #expect(
      said() == ["will animated", "pan begins", "interrupted change", "did animated", "pan ends"])
    #expect(test.map.region.change == nil)
  }
}
