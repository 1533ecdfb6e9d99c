import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Showing all annotations of layers at once.
@Suite("Showing annotations")
struct ShowAnnotationsTests {
  private static func map(_ longitudes: [Double]) -> TestMap {
    let test = TestMap(
      points: longitudes.map { Coordinate(latitude: 10, longitude: $0) } + [
        Coordinate(latitude: 0, longitude: longitudes.first ?? 0),
        // No place in the world.
        Coordinate(latitude: 95, longitude: 0),
      ], layers: [.plain(), .plain()])
    test.addAll()
    return test
  }

  @Test(arguments: [
    ([10.0, 20, 40], 10.0, 30.0), ([-170, 170, 175], 170, 20), ([179, -179], 179, 2),
    ([-60, 60, 180], 60, 240), ([0], 0, 0),
  ])
  func `takes the short way around the annotations`(
    longitudes: [Double], west: Double, span: Double
  ) {
    for isAnimated in [true, false] {
      let test = ShowAnnotationsTests.map(longitudes)
      let padding = EdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
      test.map.showAnnotations(of: [0], padding: padding, animated: isAnimated)
      #expect(test.map.advanceUntilSettled())
      let viewport = test.map.viewport
      let degree = MapSize.worldSide / 360
      for longitude in longitudes {
        let east = (longitude - west + 720).truncatingRemainder(dividingBy: 360)
        #expect(east <= span + 1e-9)
        let point = viewport.screenPoint(
          for: MapPoint(
            x: Projection.mapX(forLongitude: longitude),
            y: Projection.mapKit.mapY(forLatitude: 10)))
        #expect((19.999...260.001).contains(point.x), "\(longitude)")
        #expect((9.999...170.001).contains(point.y))
      }
      // As large as it can be: one of the directions is filled.
      let height = Projection.mapKit.mapY(forLatitude: 0) - Projection.mapKit.mapY(forLatitude: 10)
      let scale = max(span * degree / 240, height / 160)
      #expect(abs(viewport.mapPointsPerPoint / min(scale, MapSize.worldSide / 300) - 1) < 1e-9)
      let suffix = isAnimated ? " animated" : ""
      let words = test.take(.map)
      #expect(words.first == "will" + suffix)
      #expect(words.last == "did" + suffix)
    }
  }

  /// Wherever they are, up to the edge of the world: what is shown has the span on one of its
  /// sides.
  @Test(arguments: [1, 3])
  func `shows annotations at one place with the span of the options`(count: Int) {
    var dice = Dice(seed: count)
    let edges = [(85.0, 180.0), (-85, -180), (84.9, 0), (-84.6, 139.7), (35.7, 139.7), (90, 1)]
    let drawn = (0..<400).map { _ in (dice.fraction() * 170 - 85, dice.fraction() * 360 - 180) }
    for (latitude, longitude) in edges + drawn {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      let test = TestMap(points: Array(repeating: place, count: count), options: .standard)
      test.addAll()
      test.map.showAnnotations(of: [0], padding: EdgeInsets(all: 0), animated: false)
      #expect(test.map.advanceUntilSettled())
      let viewport = test.map.viewport
      let scale = Projection(latitudeLimit: 86).mapPointsPerMeter(
        atLatitude: max(-85, min(85, latitude)))
      let meters = viewport.size.height * viewport.mapPointsPerPoint / scale
      #expect(abs(meters - MapOptions.standard.singleAnnotationSpanMeters) < 1e-3, "\(place)")
    }
  }

  /// As large as it can be with room for whole views, or for coordinates alone.
  @Test(arguments: MapOptions.ShownAnnotations.allCases, [0.0, 12])
  func `leaves room for views as the options say`(
    shown: MapOptions.ShownAnnotations, padding: Double
  ) throws {
    for offset in [ScreenOffset.zero, ScreenOffset(dx: 9, dy: -31)] {
      var layer = LayerSetup.plain()
      layer.view.size = ScreenSize(width: 40, height: 60)
      layer.view.centerOffset = offset
      let test = TestMap(
        screenPoints: [(x: 10, y: 90), (x: 140, y: 20), (x: 170, y: 110)],
        layers: [layer, .plain()], options: .with { $0.shownAnnotations = shown })
      test.addAll()
      test.map.showAnnotations(of: [0], padding: EdgeInsets(all: padding), animated: false)
      #expect(test.map.advanceUntilSettled())
      var extent: ScreenRect?
      for slot in 0..<3 {
        let point = test.map.viewport.screenPoint(
          for: test.map.annotations[AnnotationSlot(slot)].mapPoint)
        var frame = ScreenRect(minX: point.x, minY: point.y, width: 0, height: 0)
        if shown == .wholeViews {
          // The coordinate stays in sight too where the view lies beside it.
          frame = frame.union(
            ScreenRect(
              minX: point.x + offset.dx - 20, minY: point.y + offset.dy - 30, width: 40, height: 60)
          )
        }
        extent = extent?.union(frame) ?? frame
      }
      let whole = try #require(extent)
      let spare = [
        whole.minX - padding, whole.minY - padding, 300 - padding - whole.maxX,
        200 - padding - whole.maxY,
      ]
      #expect(spare.allSatisfy { $0 > -1e-6 }, "\(spare)")
      // Both edges of one direction are reached.
      #expect(
        max(spare[0], spare[2]).magnitude < 1e-6 || max(spare[1], spare[3]).magnitude < 1e-6,
        "\(spare)")
    }
  }

  /// In a direction in which views take more than half of the map, 300 x 200 points, it shows the
  /// coordinates; in the other one it has room for views all the same.
  @Test(arguments: [(width: 150.0, room: 75.0), (width: 151, room: 0), (width: 400, room: 0)])
  func `leaves the room that a small view has`(width: Double, room: Double) {
    for isTall in [false, true] {
      var layer = LayerSetup.plain()
      layer.view.size = ScreenSize(width: width, height: 60)
      layer.view.centerOffset = .zero
      let test = TestMap(
        screenPoints: isTall
          ? [(x: 140, y: 10), (x: 142, y: 190)] : [(x: 10, y: 90), (x: 140, y: 88)],
        layers: [layer], options: .standard)
      test.addAll()
      test.map.showAnnotations(of: [0], padding: EdgeInsets(all: 0), animated: false)
      #expect(test.map.advanceUntilSettled())
      let viewport = test.map.viewport
      let points = (0..<2).map {
        viewport.screenPoint(for: test.map.annotations[AnnotationSlot($0)].mapPoint)
      }
      let (first, last) = isTall ? (points[0].y, points[1].y) : (points[0].x, points[1].x)
      #expect((first - (isTall ? 30 : room)).magnitude < 1e-6)
      #expect((last - (isTall ? 170 : 300 - room)).magnitude < 1e-6)
    }
  }

  /// Each request of the app takes the time that it names.
  @Test(arguments: [Int64(40), 2_000])
  func `moves for as long as the app says`(milliseconds: Int64) {
    let time = SimulatedTime(milliseconds: milliseconds)
    let place = TestMap.coordinate(x: 180, y: 80)
    let region = CoordinateRegion(
      center: place, span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1))
    for request in 0..<4 {
      let app = AppSetup(
        onRegionDidChange: request < 3
          ? nil : RegionRequest(.center(place), animated: true, over: time))
      let test = TestMap(points: [place, TestMap.coordinate(x: 20, y: 80)], app: app)
      test.addAll()
      test.map.advanceUntilSettled()
      let start = test.map.context.now
      switch request {
      case 0: test.map.setCenter(place, animated: true, over: time)
      case 1: test.map.setRegion(region, animated: true, over: time)
      case 2:
        test.map.showAnnotations(
          of: [0], padding: EdgeInsets(all: 0), animated: true, over: time)
      default: test.map.setCenter(TestMap.coordinate(x: 150, y: 99), animated: false)
      }
      test.map.advanceUntilSettled()
      let end = test.trace.events.last { event in
        if case .map(.regionDidChange(animated: true, _)) = event.kind { true } else { false }
      }
      #expect(end.map { $0.time - start } == time, "request \(request)")
    }
  }

  @Test
  func `shows two copies of a place on the 180th meridian as one`() {
    let test = ShowAnnotationsTests.map([180, -180])
    test.map.showAnnotations(of: [0], padding: EdgeInsets(all: 0), animated: false)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.viewport.visibleMapRect.width < MapSize.worldSide / 10)
  }

  @Test
  func `does nothing without annotations`() {
    let test = ShowAnnotationsTests.map([0])
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    for layers in [[], [1]] {
      test.map.showAnnotations(of: layers, padding: EdgeInsets(all: 10), animated: true)
    }
    #expect(test.take() == Array(repeating: "nothing done, nothingToShow", count: 2))
  }
}
