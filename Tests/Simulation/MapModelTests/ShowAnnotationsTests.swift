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
