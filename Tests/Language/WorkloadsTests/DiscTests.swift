import MapGeometry
import Testing

@testable import Workloads

/// Shapes that are drawn around a place.
@Suite("Places around a place")
struct DiscTests {
  private static let middles = [
    Coordinate(latitude: 52.5163, longitude: 13.3777), Coordinate(latitude: -17, longitude: 179.99),
    Coordinate(latitude: 89.95, longitude: 0),
  ]

  /// The places of each shape within 20 km, with its seed.
  private static func shapes(
    around middle: Coordinate, _ count: Int, seed: UInt64
  ) -> [[Coordinate]] {
    let area = PlaceArea(around: middle, radiusMeters: 20_000)
    var crowd = CityCrowd(seed: seed, in: area)
    return [
      crowd.next(count), PlaceShapes.uniform(count, in: area, seed: seed),
      PlaceShapes.blobs(count, blobs: 4, radiusMeters: 500, in: area, seed: seed),
    ]
  }

  /// The distance of a place from the middle, as a part of the radius.
  private static func share(_ place: Coordinate, from middle: Coordinate) -> Double {
    let disc = Disc(middle: middle, radiusMeters: 20_000)
    let north = (place.latitude - middle.latitude) / disc.northward
    let east =
      (place.longitude - middle.longitude).remainder(dividingBy: 360) / disc.eastward
    return (north * north + east * east).squareRoot()
  }

  @Test(arguments: middles)
  func `lie within the radius, on the earth`(middle: Coordinate) {
    for places in DiscTests.shapes(around: middle, 600, seed: 3) {
      #expect(places.count == 600)
      #expect(places.allSatisfy { Projection.isValid($0) })
      #expect(places.allSatisfy { DiscTests.share($0, from: middle) <= 1 + 1e-9 })
    }
  }

  /// Each seed has points near the middle, where the largest city and the first blob are.
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `are dense in the middle of cities and blobs`(seed: UInt64) {
    let middle = DiscTests.middles[0]
    let counts = DiscTests.shapes(around: middle, 600, seed: seed).map { places in
      places.count { DiscTests.share($0, from: middle) < 0.05 }
    }
    #expect(counts[0] >= 12 && counts[2] >= 60, "\(counts)")
    // Of points anywhere one of 400 is so near.
    #expect(counts[1] <= 8, "\(counts)")
  }

  @Test
  func `follow their seed, and begin with the same places when there are more`() {
    let middle = DiscTests.middles[0]
    let many = DiscTests.shapes(around: middle, 90, seed: 7)
    #expect(many.map { Array($0.prefix(40)) } == DiscTests.shapes(around: middle, 40, seed: 7))
    for (one, other) in zip(many, DiscTests.shapes(around: middle, 90, seed: 8)) {
      #expect(Set(one).isDisjoint(with: other))
    }
  }

  @Test
  func `of a grid are a square`() {
    let area = PlaceArea(around: Coordinate(latitude: 0, longitude: 180), radiusMeters: 100_000)
    let places = PlaceShapes.grid(columns: 3, rows: 3, in: area)
    #expect(places[4].latitude.magnitude < 1e-9 && places[4].longitude.magnitude == 180)
    #expect(places[3].longitude > 179 && places[5].longitude < -179)
    #expect(places.allSatisfy { Projection.isValid($0) })
  }
}
