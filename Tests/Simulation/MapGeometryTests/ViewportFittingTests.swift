import ExactMath
import MapGeometry
import Support
import Testing

private let side = MapSize.worldSide

@Suite("Viewport fitting")
struct ViewportFittingTests {
  @Test
  func `comes back to its region when the fit is an exact inverse`() throws {
    var numbers = Numbers(seed: 8)
    for number in 0..<400 {
      // Quarter turns only: the bounding box of a bounding box is larger at all others.
      let map = Fixture.map(
        x: numbers.next(in: 0...side), y: numbers.next(in: 1e6...2.67e8),
        scale: Elementary.exp(numbers.next(in: -1.3...13)), heading: Double(number % 4) * 90,
        fit: .exactInverse
      ).clamped()
      let region = map.region
      let again = try #require(map.showing(region))
      // A latitude has an error of some 1e-14 degrees, of which a small span is a small multiple.
      let tolerance = 1e-12 + 1e-13 / region.span.latitudeDelta
      #expect(abs(again.mapPointsPerPoint / map.mapPointsPerPoint - 1) < tolerance, "\(map)")
      #expect(abs(again.center.x - map.center.x) < 1e-6, "\(map)")
      #expect(abs(again.center.y - map.center.y) < 1e-6, "\(map)")
    }
  }

  @Test
  func `finds the exact height that bisection finds`() throws {
    var numbers = Numbers(seed: 9)
    for _ in 0..<200 {
      let latitude = numbers.next(in: -84...84)
      let delta = numbers.next(in: 0.01...160)
      let middle = Projection.mapKit.mapY(forLatitude: latitude)
      var (low, high) = (0.0, side)
      for _ in 0..<60 {
        let half = (low + high) / 4
        let span =
          Projection.latitude(forMapY: middle - half) - Projection.latitude(forMapY: middle + half)
        if span < delta { low = 2 * half } else { high = 2 * half }
      }
      // A view so high and narrow that the height decides and the limits of the world do not.
      let map = Fixture.map(width: 1e-3, height: 1e-3, fit: .exactInverse)
      let region = Fixture.region(latitude: latitude, latitudeDelta: delta, longitudeDelta: 0)
      let height = try #require(map.showing(region)).mapPointsPerPoint * 1e-3
      #expect(abs(height / high - 1) < 1e-10, "\(latitude) \(delta)")
    }
  }

  private static let zoomingOut: [(Double, Double, Double)] = [
    (37.8, 0.05, 8.045_926e-8), (55.7, 0.79, 3.649_124e-5), (50, 30, 0.048_657_02),
    (60, 40, 0.122_817_99),
  ]

  @Test(arguments: zoomingOut)
  func `zooms out by feeding the region back when the fit is the sum of edges`(
    latitude: Double, span: Double, growth: Double
  ) throws {
    let map = Fixture.map(latitude: latitude, longitudeDelta: span)
    let again = try #require(map.showing(map.region))
    let actual = again.mapPointsPerPoint / map.mapPointsPerPoint - 1
    #expect(abs(actual / growth - 1) < 1e-4)
    let exact = Fixture.map(latitude: latitude, longitudeDelta: span, fit: .exactInverse)
    let same = try #require(exact.showing(exact.region))
    #expect(abs(same.mapPointsPerPoint / exact.mapPointsPerPoint - 1) < 1e-11)
  }

  @Test
  func `keeps the center and contains the region`() throws {
    var numbers = Numbers(seed: 10)
    for fit in RegionFit.allCases {
      for _ in 0..<100 {
        let region = Fixture.region(
          latitude: numbers.next(in: -60...60), longitude: numbers.next(in: -180...180),
          latitudeDelta: numbers.next(in: 0.001...20),
          longitudeDelta: numbers.next(in: 0.001...40))
        let heading = numbers.next(in: 0...360)
        let map = try #require(Fixture.map(heading: heading, fit: fit).showing(region))
        if fit != .legacyIntegerZoom {
          #expect(map.center == Projection.mapKit.mapPoint(for: region.center))
        }
        #expect(map.headingDegrees == heading)
        let shown = map.region.span
        let slack = 1 + 1e-9
        #expect(shown.longitudeDelta * slack >= region.span.longitudeDelta, "\(region)")
        if fit == .exactInverse {
          #expect(shown.latitudeDelta * slack >= region.span.latitudeDelta, "\(region)")
        } else {
          let rect = map.visibleMapRect
          let edge = region.center.latitude + region.span.latitudeDelta / 2
          let other = region.center.latitude - region.span.latitudeDelta / 2
          let height =
            Projection.mapKit.mapY(forLatitude: other) - Projection.mapKit.mapY(forLatitude: edge)
          #expect(rect.height * slack >= height, "\(region)")
        }
        if fit == .legacyIntegerZoom {
          #expect(map.mapPointsPerPoint.significand == 1, "\(region)")
        }
        #expect(map.region == Fixture.map(heading: heading, fit: fit).regionThatFits(region))
      }
    }
  }

  @Test
  func `rounds to the next power of two and keeps one that fits`() throws {
    let map = Fixture.map(fit: .legacyIntegerZoom)
    for (scale, result) in [(64.0, 64.0), (64.1, 128), (127.9, 128), (0.3, 0.5), (0.1, 0.25)] {
      let region = Fixture.region(
        latitude: 0, latitudeDelta: 0, longitudeDelta: scale * 320 / side * 360)
      #expect(try #require(map.showing(region)).mapPointsPerPoint == result, "\(scale)")
    }
  }

  /// A map of iOS 3 was asked for a place and showed (134166592, 89216064, 10240, 14720).
  @Test
  func `legacy maps lie on whole points`() throws {
    let wanted = MapRect(x: 134_166_592, y: 89_216_064, width: 10_240, height: 14_720)
    let blank = Fixture.map(width: 320, height: 460, fit: .legacyIntegerZoom)
    for (dx, dy) in [(0.0, 0.0), (15.9, -15.9), (-15.9, 15.9), (-0.1, 7)] {
      var region = Projection.region(for: wanted.offsetBy(dx: dx, dy: dy))
      region.span.latitudeDelta *= 0.9
      region.span.longitudeDelta *= 0.9
      #expect(try #require(blank.showing(region)).visibleMapRect == wanted, "\(dx), \(dy)")
    }
    #expect(wanted.startsOnWholePoints(mapPointsPerPoint: 32) == (x: true, y: true))
    let moved = wanted.offsetBy(dx: 10, dy: -32)
    #expect(moved.startsOnWholePoints(mapPointsPerPoint: 32) == (x: false, y: true))
    var smaller = Projection.region(for: wanted)
    smaller.span.latitudeDelta *= 0.9
    #expect(try #require(blank.showing(smaller)).center == MapPoint(x: wanted.midX, y: wanted.midY))
  }

  @Test(arguments: [0.0, 30, 90, 180, 311])
  func `legacy maps move by half a point at the most, at any heading`(heading: Double) throws {
    var numbers = Numbers(seed: 47)
    for _ in 0..<100 {
      let region = Fixture.region(
        latitude: numbers.next(in: -80...80), longitude: numbers.next(in: -180...180),
        latitudeDelta: numbers.next(in: 0.001...1), longitudeDelta: 0.001)
      let map = try #require(
        Fixture.map(heading: heading, fit: .legacyIntegerZoom).showing(region))
      let scale = map.mapPointsPerPoint
      let rect = map.visibleMapRect
      for edge in [rect.minX / scale, rect.minY / scale] {
        #expect(abs(edge - edge.rounded()) < 1e-6, "\(region)")
      }
      let place = Projection.mapKit.mapPoint(for: region.center)
      let way = (map.center.x - place.x).remainder(dividingBy: side)
      #expect(abs(way) <= scale * 0.500_001)
      #expect(abs(map.center.y - place.y) <= scale * 0.500_001)
    }
  }

  private static let clampedScales: [(Double, Double)] = [
    (0.1, 0.25), (0, 0.25), (-5, 0.25), (0.25, 0.25), (3, 3), (1e7, side / 480),
    (.infinity, side / 480), (side / 480, side / 480),
  ]

  @Test(arguments: clampedScales)
  func `keeps its scale inside the limits`(scale: Double, result: Double) {
    #expect(Fixture.map(scale: scale).clamped().mapPointsPerPoint == result)
  }

  private static let clampedCenters: [(MapPoint, MapPoint)] = [
    (MapPoint(x: 7, y: 0), MapPoint(x: 7, y: 24_000)),
    (MapPoint(x: 7, y: side), MapPoint(x: 7, y: side - 24_000)),
    // 180 and -180 degrees are one meridian.
    (MapPoint(x: 0, y: 1e8), MapPoint(x: side, y: 1e8)),
    (MapPoint(x: side, y: 1e8), MapPoint(x: side, y: 1e8)),
    (MapPoint(x: side + 5, y: 1e8), MapPoint(x: 5, y: 1e8)),
    (MapPoint(x: -5, y: 1e8), MapPoint(x: side - 5, y: 1e8)),
    (MapPoint(x: 3 * side + 5, y: -1e9), MapPoint(x: 5, y: 24_000)),
  ]

  @Test(arguments: clampedCenters)
  func `keeps its center inside the world`(center: MapPoint, result: MapPoint) {
    let map = Fixture.map(scale: 100)
    #expect(map.centered(at: center).center == result)
    #expect(map.centered(at: center).mapPointsPerPoint == 100)
  }

  @Test
  func `stands in the middle when it is as high as the world`() {
    let map = Fixture.map(y: 1e7, scale: 1e9).clamped()
    #expect(map.center.y == side / 2)
    #expect(map.visibleMapRect.height == side)
  }

  @Test
  func `refuses centers that are no coordinates`() {
    let map = Fixture.map()
    #expect(map.centered(at: Coordinate(latitude: 91, longitude: 0)) == nil)
    #expect(map.centered(at: Coordinate(latitude: 0, longitude: .nan)) == nil)
    #expect(
      map.showing(Fixture.region(latitude: -91, latitudeDelta: 1, longitudeDelta: 1)) == nil)
    #expect(
      map.centered(at: Coordinate(latitude: 0, longitude: 0))?.center
        == MapPoint(x: side / 2, y: side / 2))
  }

  @Test(arguments: RegionFit.allCases, [Double.nan, .infinity, -.infinity])
  func `refuses spans that are not finite`(fit: RegionFit, span: Double) {
    let map = Fixture.map(fit: fit)
    for region in [
      Fixture.region(latitude: 1, latitudeDelta: span, longitudeDelta: 1),
      Fixture.region(latitude: 1, latitudeDelta: 1, longitudeDelta: span),
    ] {
      #expect(map.showing(region) == nil)
      #expect(map.regionThatFits(region) == nil)
    }
  }

  @Test(arguments: RegionFit.allCases)
  func `shows all for huge spans and the closest for none`(fit: RegionFit) {
    let map = Fixture.map(fit: fit)
    for span in [500, 1e300, Double.greatestFiniteMagnitude] {
      let huge = Fixture.region(latitude: 1, latitudeDelta: span, longitudeDelta: span)
      #expect(map.showing(huge)?.mapPointsPerPoint == side / 480)
    }
    for span in [0.0, -1, .leastNonzeroMagnitude, -Double.greatestFiniteMagnitude] {
      let none = Fixture.region(latitude: 1, latitudeDelta: span, longitudeDelta: span)
      #expect(map.showing(none)?.mapPointsPerPoint == 0.25)
    }
  }

  @Test(arguments: [0.0, 90, 213])
  func `centers a map rect in what the padding leaves`(heading: Double) throws {
    let map = Fixture.map(heading: heading)
    let padding = EdgeInsets(top: 100, left: 20, bottom: 30, right: 60)
    let rect = MapRect(x: 1e8, y: 1.2e8, width: 5e5, height: 4e5)
    let shown = try #require(map.showing(rect, padding: padding))
    let middle = shown.screenPoint(for: MapPoint(x: rect.midX, y: rect.midY))
    #expect(abs(middle.x - 140) < 1e-9 && abs(middle.y - 275) < 1e-9)
    // All corners lie in the inner part, and one axis is used up.
    var slack = (x: Double.infinity, y: Double.infinity)
    for (x, y) in [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY)] {
      let corner = shown.screenPoint(for: MapPoint(x: x, y: y))
      slack.x = min(slack.x, 120 - abs(corner.x - 140))
      slack.y = min(slack.y, 175 - abs(corner.y - 275))
    }
    #expect(slack.x > -1e-9 && slack.y > -1e-9 && abs(min(slack.x, slack.y)) < 1e-9)
  }

  @Test
  func `refuses a map rect that is not finite`() {
    let map = Fixture.map()
    let none = EdgeInsets(all: 0)
    #expect(map.showing(.null, padding: none) == nil)
    #expect(map.showing(MapRect(x: 0, y: 0, width: .nan, height: 1), padding: none) == nil)
  }
}
