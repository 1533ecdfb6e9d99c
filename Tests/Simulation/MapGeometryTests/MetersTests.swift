import MapGeometry
import Testing

private let side = MapSize.worldSide

@Suite("Meters")
struct MetersTests {
  @Test
  func `makes the published region of distances to the last bit`() {
    let region = CoordinateRegion(
      center: Coordinate(latitude: 0, longitude: 0), latitudinalMeters: 1_000,
      longitudinalMeters: 2_000)
    #expect(region.span.latitudeDelta == 0.009043695025814083)
    #expect(region.span.longitudeDelta == 0.017966310975031877)
  }

  @Test
  func `copies the center of a region of distances unchecked`() {
    let center = Coordinate(latitude: 95, longitude: -700)
    let region = CoordinateRegion(center: center, latitudinalMeters: -1, longitudinalMeters: 0)
    #expect(region.center == center)
    #expect(region.span.latitudeDelta < 0)
    #expect(region.span.longitudeDelta == 0)
  }

  private static let degrees: [(Double, Double, Double)] = [
    // latitude, meters of a degree of latitude, of longitude
    (0, 110_574.2727, 111_319.458), (45, 111_131.745, 78_846.805_72),
    (-45, 111_131.745, 78_846.805_72), (90, 111_693.9173, 0),
  ]

  @Test(arguments: degrees)
  func `knows the length of a degree`(latitude: Double, north: Double, east: Double) {
    #expect(abs(MetersPerDegree.ofLatitude(atLatitude: latitude) - north) < 1e-4)
    #expect(abs(MetersPerDegree.ofLongitude(atLatitude: latitude) - east) < 1e-4)
  }

  private static let scales: [(Double, Double)] = [
    (0, 0.14828977333772544), (45, 0.10538267551332613), (60, 0.07470109070817468),
    (80, 0.025981817044788295), (85, 0.027389836522547215), (85.25, 0.05350913866168124),
    (85.49, 1.3067540004709668), (85.5, .infinity), (86, .infinity), (89.5, .infinity),
    (90, 0.2540372207976361), (-90, 0.0004167749067445029), (91, .infinity), (-91, .infinity),
    (90.6, .infinity), (-90.6, .infinity), (1e300, .infinity),
  ]

  @Test(arguments: scales)
  func `follows the published scale with all that is odd about it`(
    latitude: Double, meters: Double
  ) {
    let actual = Projection.mapKit.metersPerMapPoint(atLatitude: latitude)
    #expect(actual == meters || abs(actual / meters - 1) < 3e-14, "\(actual)")
    let inverse = Projection.mapKit.mapPointsPerMeter(atLatitude: latitude)
    #expect(meters.isFinite ? abs(inverse * meters - 1) < 3e-14 : inverse == 0)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `has no scale at a latitude that is not finite`(latitude: Double) {
    #expect(Projection.mapKit.metersPerMapPoint(atLatitude: latitude).isNaN)
    #expect(Projection.mapKit.mapPointsPerMeter(atLatitude: latitude).isNaN)
  }

  @Test
  func `has the same scale north and south of the equator up to the clamp`() {
    for step in 0...169 {
      let latitude = Double(step) / 2
      let north = Projection.mapKit.metersPerMapPoint(atLatitude: latitude)
      let south = Projection.mapKit.metersPerMapPoint(atLatitude: -latitude)
      #expect(abs(north / south - 1) < 1e-11, "\(latitude)")
    }
  }
}

@Suite("Meters between map points")
struct MapPointDistanceTests {
  private static let published: [(MapPoint, MapPoint, Double, Double)] = [
    (
      MapPoint(x: side / 2, y: side / 2), MapPoint(x: side / 2 + 1, y: side / 2),
      0.14929160922333803, 1e-12
    ),
    (MapPoint(x: 0, y: 0), MapPoint(x: 1_000, y: 1_000), 18.153, 1e-3),
    (
      MapPoint(x: side / 2, y: 439_674.4024835378),
      MapPoint(x: side / 2 + 1, y: 439_674.4024835378),
      0.01297, 5e-6
    ),
  ]

  @Test(arguments: published)
  func `agrees with the published ones`(
    start: MapPoint, end: MapPoint, meters: Double, tolerance: Double
  ) {
    #expect(abs(start.distance(to: end) - meters) < tolerance)
  }

  @Test
  func `is 406 meters more than the geodesic from Beijing to Shanghai`() {
    let beijing = Coordinate(latitude: 39.9042, longitude: 116.4074)
    let shanghai = Coordinate(latitude: 31.2304, longitude: 121.4737)
    let meters = Projection.mapKit.mapPoint(for: beijing).distance(
      to: Projection.mapKit.mapPoint(for: shanghai))
    #expect(abs(meters - beijing.distance(from: shanghai) - 406) < 1)
  }

  @Test
  func `is zero to itself and not a number when something is not finite`() {
    let point = MapPoint(x: 1e8, y: 7e7)
    #expect(point.distance(to: point) == 0)
    for bad in [Double.nan, .infinity, -.infinity] {
      for other in [MapPoint(x: bad, y: 0), MapPoint(x: 0, y: bad)] {
        #expect(point.distance(to: other).isNaN)
        #expect(other.distance(to: point).isNaN)
      }
    }
  }

  @Test
  func `takes the short way across the 180th meridian`() {
    let west = MapPoint(x: 10, y: side / 2)
    let east = MapPoint(x: side - 10, y: side / 2)
    #expect(abs(west.distance(to: east) - 20 * 0.14929160922333803) < 1e-6)
  }

  @Test
  func `reaches half around the sphere at most`() {
    let half = MapPoint(x: 0, y: side / 2).distance(to: MapPoint(x: side / 2, y: side / 2))
    #expect(abs(half - Double.pi * 6_378_160) < 1e-6)
  }
}
