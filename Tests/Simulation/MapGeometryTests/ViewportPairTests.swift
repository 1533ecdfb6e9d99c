import MapGeometry
import Testing

/// Two viewports at once give the doubles that they give one by one, whatever the other one is.
@Suite("Viewports two by two")
struct ViewportPairTests {
  /// Maps on one parallel and on many, at the equator, at both ends, turned, with other options,
  /// and one that lies nowhere.
  private static let maps: [Viewport] = {
    let side = MapSize.worldSide
    var result: [Viewport] = []
    for (number, y) in [side / 2, 5e7, 5e7, 1.1e8, side - 5e7, 2e3, side / 2 + 3].enumerated() {
      for scale in [1.0, 4_000, 500_000] {
        result.append(Fixture.map(x: 1e6 + Double(number % 3) * 1e8, y: y, scale: scale))
      }
    }
    result.append(Fixture.map(x: 3e7, y: 5e7, scale: 4_000, heading: 45))
    result.append(Fixture.map(x: 4e7, y: 5e7, scale: 4_000, heading: 90))
    for fit in RegionFit.allCases {
      result.append(Fixture.map(x: 3e7, y: 5e7, scale: 4_000, fit: fit))
    }
    for options in [
      ViewportOptions {
        $0.turnedBounds = .unturned
        $0.rectConversion = .unturned
      },
      ViewportOptions { $0.regionConversion = .exactInverse },
      ViewportOptions {
        $0.northSouthEdge = .open
        $0.headingOnRegionChange = .reset
      },
    ] {
      result.append(Fixture.map(x: 5e7, y: 5e7, scale: 4_000, heading: 30, options: options))
    }
    return result + [Fixture.map(x: .nan, y: .nan)]
  }()

  private static let rects = [
    ScreenRect(minX: 0, minY: 0, width: 320, height: 480),
    ScreenRect(minX: -40, minY: 12.5, width: 90, height: 30),
  ]

  /// Regions with their validity changed, besides those of the maps.
  private static let regions = [
    Fixture.region(latitude: 0, latitudeDelta: 1, longitudeDelta: 1),
    Fixture.region(latitude: -0.0, latitudeDelta: 0, longitudeDelta: 1),
    Fixture.region(latitude: 95, latitudeDelta: 1, longitudeDelta: 1),
    Fixture.region(latitude: .nan, latitudeDelta: 1, longitudeDelta: 1),
    Fixture.region(latitude: 40, latitudeDelta: .infinity, longitudeDelta: 1),
    Fixture.region(latitude: 40, latitudeDelta: 3, longitudeDelta: 4),
    Fixture.region(latitude: 40, longitude: 70, latitudeDelta: 3, longitudeDelta: 400),
  ]

  /// The bits of what was found, since two zeros and two that are no numbers are not the same.
  private static func bits(_ region: CoordinateRegion?) -> [UInt64] {
    guard let region else { return [] }
    return [
      region.center.latitude, region.center.longitude, region.span.latitudeDelta,
      region.span.longitudeDelta,
    ].map(bits)
  }

  private static func bits(_ rect: ScreenRect) -> [UInt64] {
    [rect.minX, rect.minY, rect.width, rect.height].map(bits)
  }

  private static func bits(_ map: Viewport?) -> [UInt64] {
    guard let map else { return [] }
    return [map.center.x, map.center.y, map.mapPointsPerPoint, map.headingDegrees].map(bits)
  }

  private static func bits(_ number: Double) -> UInt64 { number.isNaN ? 1 : number.bitPattern }

  @Test(arguments: maps.indices)
  func `show the same regions and rectangles as one by one`(number: Int) {
    let first = ViewportPairTests.maps[number]
    for second in ViewportPairTests.maps {
      let regions = Viewport.regions(of: first, second)
      #expect(ViewportPairTests.bits(regions.0) == ViewportPairTests.bits(first.region))
      #expect(ViewportPairTests.bits(regions.1) == ViewportPairTests.bits(second.region))
      let shown = Viewport.screenRects(for: regions, in: first, second)
      let alone = (first.screenRect(for: regions.0), second.screenRect(for: regions.1))
      #expect(ViewportPairTests.bits(shown.0) == ViewportPairTests.bits(alone.0))
      #expect(ViewportPairTests.bits(shown.1) == ViewportPairTests.bits(alone.1))
      for rects in [(0, 0), (0, 1), (1, 1)] {
        let (one, other) = (ViewportPairTests.rects[rects.0], ViewportPairTests.rects[rects.1])
        let found = Viewport.regions(for: (one, other), in: first, second)
        #expect(ViewportPairTests.bits(found.0) == ViewportPairTests.bits(first.region(for: one)))
        #expect(
          ViewportPairTests.bits(found.1) == ViewportPairTests.bits(second.region(for: other)))
      }
    }
  }

  @Test(arguments: maps.indices)
  func `are sent to the same places as one by one`(number: Int) {
    let first = ViewportPairTests.maps[number]
    let here = ViewportPairTests.regions + [first.region]
    for second in ViewportPairTests.maps {
      for region in here {
        for other in ViewportPairTests.regions + [second.region] {
          let ends = Viewport.showing((region, other), in: first, second)
          let fitted = Viewport.regionsThatFit((region, other), in: first, second)
          let isSame =
            ViewportPairTests.bits(ends.0) == ViewportPairTests.bits(first.showing(region))
            && ViewportPairTests.bits(ends.1) == ViewportPairTests.bits(second.showing(other))
            && ViewportPairTests.bits(fitted.0)
              == ViewportPairTests.bits(first.regionThatFits(region))
            && ViewportPairTests.bits(fitted.1)
              == ViewportPairTests.bits(second.regionThatFits(other))
          #expect(isSame, "\(region) of \(first), \(other) of \(second)")
        }
      }
    }
  }
}
