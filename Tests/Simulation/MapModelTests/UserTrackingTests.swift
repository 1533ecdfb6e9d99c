import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// A map that follows the user, and one that gets another size.
@Suite("User tracking and other sizes")
struct UserTrackingTests {
  /// What an app or a finger does.
  private enum Deed: CaseIterable {
    case none, follow, followWithHeading, pan, turn, pinch, setCenter
  }

  /// The mode after each deed, as Apple documents it.
  private static func obvious(_ mode: UserTrackingMode, _ deed: Deed) -> UserTrackingMode {
    switch deed {
    case .none: .none
    case .follow: .follow
    case .followWithHeading: .followWithHeading
    case .pan: .none
    case .turn: mode == .followWithHeading ? .follow : mode
    case .pinch, .setCenter: mode
    }
  }

  private static let time = SimulatedTime(milliseconds: 100)

  private static func perform(_ deed: Deed, on map: MapSimulation) {
    switch deed {
    case .none: map.trackUser(.none)
    case .follow: map.trackUser(.follow)
    case .followWithHeading: map.trackUser(.followWithHeading)
    case .pan: map.pan(by: ScreenOffset(dx: 30, dy: 10), over: time)
    case .turn: map.rotate(byDegrees: 20, about: nil, over: time)
    case .pinch: map.pinch(byLevels: 0.2, about: nil, over: time)
    case .setCenter: map.setCenter(TestMap.coordinate(x: 10, y: 190), animated: false)
    }
    map.advanceUntilSettled()
  }

  /// Every sequence of three deeds; after each the user walks and turns.
  @Test
  func `follows as long as no finger ends it`() {
    for first in Deed.allCases {
      for second in Deed.allCases {
        for third in Deed.allCases {
          let test = TestMap(screenPoints: [], userLocation: (x: 100, y: 60))
          var mode = UserTrackingMode.none
          for (index, deed) in [first, second, third].enumerated() {
            UserTrackingTests.perform(deed, on: test.map)
            mode = UserTrackingTests.obvious(mode, deed)
            let before = test.map.viewport
            let place = TestMap.coordinate(x: 110 + 5 * Double(index), y: 70)
            let heading = 30 + 10 * Double(index)
            test.map.moveUserLocation(to: place)
            test.map.turnUser(toDegrees: heading)
            test.map.advanceUntilSettled()
            let after = test.map.viewport
            let dot = after.screenPoint(for: Projection.mapKit.mapPoint(for: place))
            let isInMiddle = max((dot.x - 150).magnitude, (dot.y - 100).magnitude) < 1e-6
            #expect(test.map.tracking.mode == mode)
            guard isInMiddle == (mode != .none), (after == before) == (mode == .none),
              mode != .followWithHeading || (after.headingDegrees - heading).magnitude < 1e-9
            else {
              Issue.record("\(first), \(second), \(third) after \(index + 1): \(mode)")
              return
            }
          }
        }
      }
    }
  }

  /// A view of 300 x 200 points shows 1,000 m on its shorter side, unless it shows less already.
  @Test(arguments: MapOptions.TrackingBegins.allCases, [64.0, 9])
  func `zooms in when it begins, where the options say so`(
    option: MapOptions.TrackingBegins, scale: Double
  ) {
    let viewport = TestMap.viewport(scale: scale)
    let test = TestMap(
      viewport: viewport, screenPoints: [], options: .with { $0.trackingBegins = option },
      userLocation: (x: 100, y: 60))
    func place(_ x: Double) -> Coordinate { TestMap.coordinate(x: x, y: 60, in: viewport) }
    let closest =
      1_000 * Projection.mapKit.mapPointsPerMeter(atLatitude: place(100).latitude) / 200
    let wanted = option == .zoomsIn ? min(scale, closest) : scale
    test.map.trackUser(.follow)
    test.map.advanceUntilSettled()
    #expect((test.map.viewport.mapPointsPerPoint / wanted - 1).magnitude < 1e-12)
    let dot = test.map.viewport.screenPoint(for: Projection.mapKit.mapPoint(for: place(100)))
    #expect((dot.x - 150).magnitude < 1e-6 && (dot.y - 100).magnitude < 1e-6)
    // Only where it begins.
    test.map.zoom(byLevels: -1, over: UserTrackingTests.time)
    test.map.trackUser(.followWithHeading)
    test.map.moveUserLocation(to: place(110))
    test.map.advanceUntilSettled()
    #expect((test.map.viewport.mapPointsPerPoint / wanted / 2 - 1).magnitude < 1e-9)
  }

  /// By hand, at 60 degrees north, where the degree of latitude around it has 1,491,440.6 map
  /// points and 111,412.24 m: 1,000 m on 200 points.
  @Test
  func `zooms in as far as the span says`() {
    let viewport = TestMap.viewport(
      center: Projection.mapKit.mapPoint(for: Coordinate(latitude: 60, longitude: 20)), scale: 500)
    let test = TestMap(
      viewport: viewport, screenPoints: [], options: .with { $0.trackingBegins = .zoomsIn },
      userLocation: (x: 150, y: 100))
    test.map.trackUser(.follow)
    test.map.advanceUntilSettled()
    #expect((test.map.viewport.mapPointsPerPoint - 66.933).magnitude < 0.001)
  }

  /// A new location or heading moves the map in an animation.
  @Test(arguments: [UserTrackingMode.follow, .followWithHeading])
  func `follows in animations`(mode: UserTrackingMode) {
    let test = TestMap(screenPoints: [], userLocation: (x: 100, y: 60))
    test.map.trackUser(mode)
    test.map.advanceUntilSettled()
    _ = test.take()
    test.map.moveUserLocation(to: TestMap.coordinate(x: 110, y: 70))
    test.map.advanceUntilSettled()
    test.map.turnUser(toDegrees: 40)
    test.map.advanceUntilSettled()
    let words = test.take(.map).filter { $0.hasPrefix("will") || $0.hasPrefix("did") }
    let pair = ["will animated", "did animated"]
    #expect(words == (mode == .follow ? pair : pair + pair))
  }

  /// The location comes after the mode.
  @Test
  func `zooms in once there is a location`() {
    let test = TestMap(
      screenPoints: [],
      options: .with {
        $0.trackingBegins = .zoomsIn
        $0.trackingSpanMeters = 500
      }, showsUserLocation: true)
    test.map.trackUser(.follow)
    #expect(test.map.viewport.mapPointsPerPoint == 64)
    let place = TestMap.coordinate(x: 100, y: 60)
    test.map.moveUserLocation(to: place)
    test.map.advanceUntilSettled()
    let wanted = 500 * Projection.mapKit.mapPointsPerMeter(atLatitude: place.latitude) / 200
    #expect((test.map.viewport.mapPointsPerPoint / wanted - 1).magnitude < 1e-12)
  }

  /// Places and headings that are reported while the map zooms in do not end that.
  @Test
  func `zooms in while the user walks and turns`() {
    let test = TestMap(
      screenPoints: [], options: .with { $0.trackingBegins = .zoomsIn },
      userLocation: (x: 100, y: 60))
    test.map.trackUser(.followWithHeading)
    for step in 1...9 {
      test.map.advance(by: SimulatedTime(milliseconds: 70))
      test.map.turnUser(toDegrees: Double(10 * step))
      test.map.advance(by: SimulatedTime(milliseconds: 30))
      test.map.moveUserLocation(to: TestMap.coordinate(x: 100 + Double(step), y: 60))
    }
    test.map.advanceUntilSettled()
    let latitude = TestMap.coordinate(x: 100, y: 60).latitude
    let wanted = 1_000 * Projection.mapKit.mapPointsPerMeter(atLatitude: latitude) / 200
    #expect((test.map.viewport.mapPointsPerPoint / wanted - 1).magnitude < 1e-9)
    #expect(test.map.viewport.headingDegrees == 90)
  }

  /// Beyond 85 degrees, where no map point belongs to a meter, by the meters of 85 degrees: 6.6985
  /// map points for each at the equator, over the cosine.
  @Test(arguments: [-90.0, 85.2, 89])
  func `zooms in near the poles too`(latitude: Double) {
    let test = TestMap(
      viewport: TestMap.viewport(scale: 1_024), screenPoints: [],
      options: .with {
        $0.trackingBegins = .zoomsIn
        $0.trackingSpanMeters = 500
      }, showsUserLocation: true)
    test.map.moveUserLocation(to: Coordinate(latitude: latitude, longitude: 13))
    test.map.trackUser(.follow)
    test.map.advanceUntilSettled()
    let wanted = 500 * 6.6985 / 0.0871557 / 200
    #expect((test.map.viewport.mapPointsPerPoint / wanted - 1).magnitude < 0.02)
  }

  /// A callout that needs room ends it if the options say so; one that needs none never does.
  @Test(arguments: MapOptions.TrackingAtCallouts.allCases, [10.0, 150])
  func `ends where the map makes room for a callout`(
    option: MapOptions.TrackingAtCallouts, x: Double
  ) {
    let test = TestMap(
      screenPoints: [(x: x, y: 120)], layers: [.plain(callout: .plain())],
      options: .with {
        $0.trackingAtCallouts = option
        $0.trackingBegins = .keepsScale
      }, userLocation: (x: 150, y: 100))
    test.addAll()
    test.map.trackUser(.follow)
    test.map.advanceUntilSettled()
    _ = test.take()
    test.map.tap(point: 0, layer: 0)
    test.map.advanceUntilSettled()
    let ends = x == 10 && option == .ends
    #expect(test.map.tracking.mode == (ends ? .none : .follow))
    let words = test.take(.callout, .map).filter { $0 != "visible" }
    if ends {
      #expect(
        words.map { $0.prefix { $0 != " " } }
          == ["opened", "will", "tracking", "did", "settled"], "\(words)")
    }
    let before = test.map.viewport
    test.map.moveUserLocation(to: TestMap.coordinate(x: 160, y: 100))
    test.map.advanceUntilSettled()
    #expect((test.map.viewport == before) == ends)
  }

  @Test
  func `tells its mode once for each change`() {
    let test = TestMap(screenPoints: [], userLocation: (x: 100, y: 60))
    for deed in [Deed.follow, .follow, .pinch, .pan, .pan, .none] {
      UserTrackingTests.perform(deed, on: test.map)
    }
    let modes = test.trace.events.compactMap { event -> UserTrackingMode? in
      if case .map(.trackingChanged(let mode)) = event.kind { mode } else { nil }
    }
    #expect(modes == [UserTrackingMode.follow, .none])
  }

  /// What is under each point at the edges before and after, by the definition of each option.
  @Test(
    arguments: MapOptions.ResizedMap.allCases,
    [(width: 200.0, height: 300.0), (600, 400), (150, 100), (300, 200), (80, 260)])
  func `keeps its middle and its scale or what it showed`(
    option: MapOptions.ResizedMap, size: (width: Double, height: Double)
  ) {
    let test = TestMap(options: .with { $0.resizedMap = option })
    test.map.rotate(byDegrees: 25, about: nil, over: UserTrackingTests.time)
    test.map.advanceUntilSettled()
    let before = test.map.viewport
    let corners = [(0.0, 0.0), (300, 0), (300, 200), (0, 200)].map {
      before.mapPoint(at: ScreenPoint(x: $0.0, y: $0.1))
    }
    _ = test.take()
    let new = ScreenSize(width: size.width, height: size.height)
    test.map.resize(to: new)
    let after = test.map.viewport
    #expect(after.size == new && after.center == before.center)
    let words = test.take(.map)
    #expect(
      words.filter { !$0.hasPrefix("resized") }
        == (new == before.size ? [] : ["will", "visible", "did"]))
    switch option {
    case .keepsScale: #expect(after.mapPointsPerPoint == before.mapPointsPerPoint)
    case .keepsRegion:
      let area = after.bounds.inset(by: EdgeInsets(all: -1e-6))
      let shown = corners.map { after.screenPoint(for: $0) }
      #expect(shown.allSatisfy { area.holds($0) }, "all that was shown is")
      // Any nearer, and a corner would be outside: one is on an edge.
      let tight = after.bounds.inset(by: EdgeInsets(all: 1e-6))
      #expect(shown.contains { !tight.holds($0) })
    }
  }

  /// However often it is turned, a map that keeps its region shows the same when it is turned back;
  /// what moves it in between counts.
  @Test
  func `shows the same region when it is turned back`() {
    let test = TestMap(options: .with { $0.resizedMap = .keepsRegion })
    let upright = ScreenSize(width: 300, height: 200)
    let before = test.map.viewport
    for width in [200.0, 90, 400] {
      test.map.resize(to: ScreenSize(width: width, height: 300))
      #expect(test.map.viewport != before)
    }
    test.map.resize(to: upright)
    #expect(test.map.viewport == before)
    test.map.resize(to: ScreenSize(width: 200, height: 300))
    test.map.pinch(byLevels: 1, about: nil, over: UserTrackingTests.time)
    let near = test.map.viewport
    test.map.resize(to: upright)
    #expect(test.map.viewport.mapPointsPerPoint == near.mapPointsPerPoint * 1.5)
  }

  /// A size that the map view has already changes nothing.
  @Test
  func `goes on making room for a callout when its size stays`() {
    let test = TestMap(
      screenPoints: [(x: 20, y: 100)], layers: [.plain(callout: .plain())])
    test.addAll()
    test.map.advanceUntilSettled()
    test.map.tap(point: 0, layer: 0)
    #expect(test.map.region.animation != nil)
    test.map.resize(to: ScreenSize(width: 300, height: 200))
    test.map.advanceUntilSettled()
    #expect(
      test.trace.events.contains { if case .callout(.settled) = $0.kind { true } else { false } })
  }

  /// Views come and go for the new area, as after any change.
  @Test
  func `asks for the views of what a larger map shows`() {
    let test = TestMap(screenPoints: [(x: 150, y: 100), (x: 150, y: 260)])
    test.addAll()
    test.map.advanceUntilSettled()
    #expect(test.map.views.shown.count == 1)
    test.map.resize(to: ScreenSize(width: 300, height: 400))
    test.map.advanceUntilSettled()
    #expect(test.map.views.shown.count == 2)
    test.map.resize(to: ScreenSize(width: 300, height: 100))
    test.map.advanceUntilSettled()
    #expect(test.map.views.shown.count == 1)
  }
}
