import MapGeometry
import Support
import Testing

@Suite("Distances on the ellipsoid")
struct GeodesicDistanceTests {
  @Test
  func `agree with those computed by Karney's library`() throws {
    let rows = try FixtureFiles.rows("geodesics.csv")
    #expect(rows.count == 190)
    var worst = (error: 0.0, row: "")
    for row in rows {
      let numbers = row.compactMap { Double($0) }
      try #require(numbers.count == 5, "\(row)")
      let start = Coordinate(latitude: numbers[0], longitude: numbers[1])
      let end = Coordinate(latitude: numbers[2], longitude: numbers[3])
      let error = abs(start.distance(from: end) - numbers[4])
      if !(error <= worst.error) { worst = (error, "\(row)") }
    }
    #expect(worst.error < 2e-8, "\(worst.row)")
  }

  private static let published: [(Coordinate, Coordinate, Double, Double)] = [
    // A test that runs on CLLocation.
    (
      Coordinate(latitude: 47.623651, longitude: -122.312572),
      Coordinate(latitude: 47.632352, longitude: -122.312526), 967.4102, 5e-5
    ),
    // Karney (2013), table 3: nearly antipodal; the quarter of a meridian; half of the equator
    // along a meridian.
    (
      Coordinate(latitude: -30, longitude: 0), Coordinate(latitude: 29.9, longitude: 179.8),
      19_989_832.827_61, 1e-5
    ),
    (
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 90, longitude: 0),
      10_001_965.729_312_75, 1e-7
    ),
    (
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 180),
      20_003_931.458_625_5, 1e-7
    ),
  ]

  @Test(arguments: published)
  func `agree with published ones`(
    start: Coordinate, end: Coordinate, meters: Double, tolerance: Double
  ) {
    #expect(abs(start.distance(from: end) - meters) <= tolerance)
  }

  @Test
  func `do not change when the earth is turned or mirrored or the ends change places`() {
    var numbers = Numbers(seed: 41)
    for _ in 0..<40 {
      let start = Coordinate(
        latitude: numbers.next(in: -90...90), longitude: numbers.next(in: -180...180))
      let end = Coordinate(
        latitude: numbers.next(in: -90...90), longitude: numbers.next(in: -180...180))
      let meters = start.distance(from: end)
      #expect(end.distance(from: start) == meters)
      let turned = [start, end].map {
        Coordinate(latitude: -$0.latitude, longitude: 360 - $0.longitude)
      }
      #expect(abs(turned[0].distance(from: turned[1]) - meters) < 2e-8)
    }
  }

  @Test
  func `are no longer than a detour`() {
    var numbers = Numbers(seed: 42)
    for _ in 0..<60 {
      let places = (0..<3).map { _ in
        Coordinate(latitude: numbers.next(in: -90...90), longitude: numbers.next(in: -180...180))
      }
      let straight = places[0].distance(from: places[2])
      let detour = places[0].distance(from: places[1]) + places[1].distance(from: places[2])
      #expect(straight <= detour + 1e-7, "\(places)")
    }
  }

  @Test
  func `are zero between the same places`() {
    for latitude in [-90, -33.3, 0, 1e-300, 60, 90] {
      let place = Coordinate(latitude: latitude, longitude: 180)
      #expect(place.distance(from: place) == 0)
      #expect(place.distance(from: Coordinate(latitude: latitude, longitude: -180)) == 0)
    }
    let pole = Coordinate(latitude: 90, longitude: 0)
    #expect(pole.distance(from: Coordinate(latitude: 90, longitude: 77)) < 1e-8)
  }

  private static let impossible: [(Double, Double)] = [
    (90.1, 0), (-91, 0), (.nan, 0), (0, .nan), (0, .infinity), (.infinity, 0),
  ]

  @Test(arguments: impossible)
  func `are not numbers where there is no place`(latitude: Double, longitude: Double) {
    let place = Coordinate(latitude: 1, longitude: 2)
    let other = Coordinate(latitude: latitude, longitude: longitude)
    #expect(place.distance(from: other).isNaN)
    #expect(other.distance(from: place).isNaN)
  }
}
