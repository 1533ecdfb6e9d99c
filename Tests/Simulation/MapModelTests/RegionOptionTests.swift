import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Changes of the region that the map makes in its own way, by each option.
@Suite("Ways of the map's own")
struct RegionOptionTests {
  /// Centers in each direction and zooms, each as far as a multiple of the limit.
  @Test(arguments: [0.0, 3, -4], [0.5, 0.999, 1.001, 3])
  func `jump to what is far, and fly to what is near`(levels: Double, share: Double) {
    let limit = 2.5
    for (dx, dy) in [(1.0, 0.0), (-0.6, 0.8), (0, -1)] {
      let test = TestMap(
        options: .with {
          $0.farChanges = .jump
          $0.farDistanceViews = limit
        })
      let start = test.map.viewport
      let factor = Double(sign: .plus, exponent: Int(levels), significand: 1)
      let scale = max(start.mapPointsPerPoint, start.mapPointsPerPoint / factor)
      let way = limit * share * 300 * scale
      var goal = start
      goal.center = MapPoint(x: start.center.x + dx * way, y: start.center.y + dy * way)
      goal.mapPointsPerPoint = start.mapPointsPerPoint / factor
      _ = test.take()
      test.map.setRegion(goal.region, animated: true)
      test.map.advanceUntilSettled()
      let words = test.take(.map)
      #expect(words.first == "will animated" && words.last == "did animated")
      #expect((words.count == 3) == (share > 1), "\(words.count) events")
      let missed = test.map.viewport.screenPoint(for: goal.center)
      #expect(max((missed.x - 150).magnitude, (missed.y - 100).magnitude) < 1e-3)
    }
  }

  /// A place on the other side of the 180th meridian is near, and one on the other side of the
  /// world far; without an animation each is shown at once, and told so.
  @Test(arguments: [true, false], [true, false])
  func `take the short way around the world`(isFar: Bool, isAnimated: Bool) {
    var viewport = TestMap.viewport()
    viewport.center.x = 10_000
    let test = TestMap(
      viewport: viewport,
      options: .with {
        $0.farChanges = .jump
        $0.farDistanceViews = 10
      })
    let x = isFar ? MapSize.worldSide / 2 : MapSize.worldSide - 10_000
    let goal = Projection.coordinate(for: MapPoint(x: x, y: viewport.center.y))
    _ = test.take()
    test.map.setCenter(goal, animated: isAnimated)
    test.map.advanceUntilSettled()
    let words = test.take(.map)
    #expect((words.count > 3) == (isAnimated && !isFar))
    #expect(words.first == (isAnimated ? "will animated" : "will"))
  }

  /// One annotation, two at one place, and two places: only these are as large as they are.
  @Test(arguments: [0.0, 250, 8_000], [0.0, 60, -70])
  func `show a single annotation with a span of its own`(meters: Double, latitude: Double) {
    for places in [[0.0], [0, 0], [0, 0.2]] {
      let test = TestMap(
        points: places.map { Coordinate(latitude: latitude, longitude: $0) },
        options: .with { $0.singleAnnotationSpanMeters = meters })
      test.addAll()
      test.map.showAnnotations(of: [0], padding: EdgeInsets(all: 10), animated: false)
      let scale = test.map.viewport.mapPointsPerPoint
      let isSingle = places.last == 0
      let side = meters * Projection.mapKit.mapPointsPerMeter(atLatitude: latitude)
      let wanted = isSingle ? side / 180 : 0.2 / 360 * MapSize.worldSide / 280
      let closest = test.map.viewport.options.closestMapPointsPerPoint
      #expect((scale / max(wanted, closest) - 1).magnitude < 1e-6)
    }
  }

  /// A callout of 100 x 40 points above pins all over the map, beside a bar of 30 points.
  @Test(
    arguments: MapOptions.OwnCallouts.allCases,
    [(true, true), (true, false), (false, true)] as [(Bool, Bool)])
  func `scroll by the least amount for the map's own callout`(
    option: MapOptions.OwnCallouts, callout kind: (isOwn: Bool, canShow: Bool)
  ) {
    let (isOwn, canShow) = kind
    for x in stride(from: 5.0, through: 295, by: 29) {
      for y in stride(from: 40.0, through: 195, by: 31) {
        var callout = CalloutSetup(
          style: .plain(size: ScreenSize(width: 100, height: 40)), adjuster: NoAdjuster())
        callout.isOwn = isOwn
        callout.bars = EdgeInsets(top: 30, left: 0, bottom: 0, right: 0)
        var layer = LayerSetup.plain(callout: callout)
        layer.view.canShowCallout = canShow
        let test = TestMap(
          screenPoints: [(x: x, y: y)], layers: [layer],
          options: .with { $0.ownCallouts = option })
        test.addAll()
        test.map.advanceUntilSettled()
        let before = test.map.viewport
        test.map.tap(point: 0, layer: 0)
        let opened = test.map.callouts.rects
        test.map.advanceUntilSettled()
        let pin = before.screenPoint(for: test.map.annotations[0].mapPoint)
        let place = test.map.viewport.screenPoint(for: test.map.annotations[0].mapPoint)
        guard let opened else {
          Issue.record("no callout at \(x), \(y)")
          return
        }
        let whole = opened.body.union(opened.parent)
        func least(_ low: Double, _ high: Double, from start: Double, to end: Double) -> Double {
          low < start ? start - low : high > end ? end - high : 0
        }
        let scrolls = isOwn && canShow && option == .scroll
        let dx = scrolls ? least(whole.minX, whole.maxX, from: 0, to: 300) : 0
        let dy = scrolls ? least(whole.minY, whole.maxY, from: 30, to: 200) : 0
        #expect((place.x - pin.x - dx).magnitude < 1e-6 && (place.y - pin.y - dy).magnitude < 1e-6)
        #expect(test.take(.map).isEmpty == (dx == 0 && dy == 0))
      }
    }
  }

  /// A marker shows its title by itself; its callout opens for an accessory or a detail view, or
  /// where the option says so.
  @Test(
    arguments: MapOptions.MarkerCallouts.allCases,
    [(false, false), (false, true), (true, false)] as [(Bool, Bool)])
  func `open the map's own callout over a marker that has more to show`(
    option: MapOptions.MarkerCallouts, callout more: (hasAccessory: Bool, hasDetail: Bool)
  ) {
    for kind in [AnnotationViewKind.marker, .pin] {
      for canShow in [true, false] {
        let accessory = AccessorySetup(size: ScreenSize(width: 30, height: 30), isControl: true)
        var callout = CalloutSetup(
          style: .plain(size: ScreenSize(width: 100, height: 40)), adjuster: NoAdjuster(),
          rightAccessory: more.hasAccessory ? accessory : nil)
        callout.hasDetail = more.hasDetail
        var layer = LayerSetup.plain(callout: callout)
        layer.view.kind = kind
        layer.view.canShowCallout = canShow
        let test = TestMap(
          screenPoints: [(x: 150, y: 100)], layers: [layer],
          options: .with { $0.markerCallouts = option })
        test.addAll()
        test.map.advanceUntilSettled()
        test.map.tap(point: 0, layer: 0)
        test.map.advanceUntilSettled()
        let hasMore = more.hasAccessory || more.hasDetail
        let opens = kind == .pin || !canShow || hasMore || option == .all
        #expect((test.map.callouts.rects != nil) == opens)
        #expect(test.take(.selection).contains { $0.hasPrefix("didSelect") })
      }
    }
  }

  /// What the delegate gets before anything has happened.
  @Test(arguments: MapOptions.FirstLayout.allCases)
  func `tell of the first layout`(option: MapOptions.FirstLayout) {
    let test = TestMap(options: .with { $0.firstLayout = option })
    let cameras = test.trace.events.compactMap { event -> Camera? in
      if case .map(.regionDidChange(false, let camera)) = event.kind { camera } else { nil }
    }
    #expect(test.map.viewport == TestMap.viewport())
    switch option {
    case .silent: #expect(test.take(.map) == [])
    case .tells:
      #expect(test.take(.map) == ["will", "visible", "did", "will", "visible", "did"])
      #expect(cameras.last?.center == TestMap.viewport().center)
      #expect(
        cameras.first.map { $0.mapPointsPerPoint > 100 * TestMap.viewport().mapPointsPerPoint }
          == true)
    }
  }
}
