import ExactMath
import MapGeometry
import Testing

@testable import Workloads

@Suite("Shapes of places")
struct PlaceShapesTests {
  private static let area = PlaceArea(
    southWest: Coordinate(latitude: 52.3, longitude: 13.0),
    northEast: Coordinate(latitude: 52.7, longitude: 13.8))

  private func area(
    _ south: Double, _ west: Double, _ north: Double, _ east: Double
  ) throws -> PlaceArea {
    try #require(
      PlaceArea(
        southWest: Coordinate(latitude: south, longitude: west),
        northEast: Coordinate(latitude: north, longitude: east)))
  }

  private func digest(_ places: [Coordinate]) -> UInt64 {
    places.reduce(0) { bits, place in
      let bits = (bits ^ place.latitude.bitPattern) &* 0x0000_0100_0000_01b3
      return (bits ^ place.longitude.bitPattern) &* 0x0000_0100_0000_01b3
    }
  }

  @Test
  func `are pinned to the bit`() throws {
    let area = try #require(PlaceShapesTests.area)
    let middle = Coordinate(latitude: 52.5163, longitude: 13.3777)
    let end = Coordinate(latitude: -33.8688, longitude: 151.2093)
    let digests = [
      digest(PlaceShapes.uniform(500, in: area, seed: 7)),
      digest(PlaceShapes.blobs(500, blobs: 5, radiusMeters: 2_000, in: area, seed: 7)),
      digest(PlaceShapes.line(500, from: middle, to: end)),
      digest(PlaceShapes.grid(columns: 20, rows: 25, in: area)),
      digest(PlaceShapes.stacked(500, at: middle, radiusMeters: 5, seed: 7)),
    ]
    #expect(
      digests == [
        9_727_085_309_921_466_165, 8_038_020_075_836_201_248, 11_696_779_285_634_525_448,
        6_436_566_749_154_382_869, 5_776_783_287_677_449_481,
      ])
  }

  @Test
  func `follow their seed, and begin with the same places when there are more`() throws {
    let area = try #require(PlaceShapesTests.area)
    let middle = Coordinate(latitude: 52.5163, longitude: 13.3777)
    let shapes: [(Int, UInt64) -> [Coordinate]] = [
      { PlaceShapes.uniform($0, in: area, seed: $1) },
      { PlaceShapes.blobs($0, blobs: 3, radiusMeters: 500, in: area, seed: $1) },
      { PlaceShapes.stacked($0, at: middle, radiusMeters: 5, seed: $1) },
    ]
    for shape in shapes {
      #expect(shape(90, 7).count == 90)
      #expect(shape(40, 7) == Array(shape(90, 7).prefix(40)))
      #expect(Set(shape(40, 7)).isDisjoint(with: shape(40, 8)))
    }
  }

  @Test
  func `uniform ones fill their area evenly`() throws {
    let area = try area(84, 170, 90, 180)
    let places = PlaceShapes.uniform(20_000, in: area, seed: 1)
    #expect(
      places.allSatisfy {
        area.latitudes.contains($0.latitude) && area.longitudes.contains($0.longitude)
      })
    var counts = [Int](repeating: 0, count: 20)
    for place in places {
      counts[Int((place.latitude - 84) / 3) * 10 + Int(place.longitude - 170)] += 1
    }
    // 1,000 in each, with a standard deviation of 31.
    #expect(counts.allSatisfy { abs($0 - 1_000) < 155 }, "\(counts)")
  }

  @Test
  func `blobs are round, dense to the rim and equally large`() throws {
    let area = try area(30, 0, 60, 40)
    let places = PlaceShapes.blobs(8_000, blobs: 4, radiusMeters: 5_000, in: area, seed: 2)
    var stream = RandomStream(seed: 2, name: "middles of blobs")
    let middles = (0..<4).map { _ in area.place(&stream) }
    for middle in middles {
      let distances = places.map { $0.distance(from: middle) }.filter { $0 < 100_000 }
      #expect(abs(distances.count - 2_000) < 200)
      #expect(distances.allSatisfy { $0 < 5_005 })
      // Half of a disc is within the square root of a half of its radius.
      let inside = distances.count { $0 < 5_000 * 0.5.squareRoot() }
      #expect(abs(Double(inside) / Double(distances.count) - 0.5) < 0.06)
    }
  }

  @Test
  func `blobs end at the edge of their area, at a pole and with no radius too`() throws {
    let pole = try area(89.999, -180, 90, 180)
    let places = PlaceShapes.blobs(500, blobs: 3, radiusMeters: 9_000, in: pole, seed: 1)
    #expect(
      places.allSatisfy {
        pole.latitudes.contains($0.latitude) && pole.longitudes.contains($0.longitude)
      })
    let area = try #require(PlaceShapesTests.area)
    #expect(
      Set(PlaceShapes.blobs(500, blobs: 3, radiusMeters: 0, in: area, seed: 1)).count == 3)
  }

  @Test
  func `a line has both ends and even steps`() {
    let start = Coordinate(latitude: 52.1, longitude: 13.3)
    let end = Coordinate(latitude: 52.7, longitude: 12.1)
    let places = PlaceShapes.line(61, from: start, to: end)
    #expect(places.count == 61 && places.first == start && places.last == end)
    for (index, place) in places.enumerated() {
      #expect(abs(place.latitude - (52.1 + 0.01 * Double(index))) < 1e-12)
      #expect(abs(place.longitude - (13.3 - 0.02 * Double(index))) < 1e-12)
    }
    #expect(PlaceShapes.line(1, from: start, to: end) == [start])
  }

  @Test
  func `a grid has its corners and even steps, by rows from the south-west`() throws {
    let area = try area(10, 20, 12, 23)
    let places = PlaceShapes.grid(columns: 4, rows: 3, in: area)
    #expect(places.map(\.latitude) == [10, 10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12])
    #expect(places.map(\.longitude) == [20, 21, 22, 23, 20, 21, 22, 23, 20, 21, 22, 23])
    #expect(PlaceShapes.grid(columns: 1, rows: 2, in: area).map(\.longitude) == [20, 20])
  }

  @Test
  func `stacked ones are at one coordinate or close around it`() {
    let place = Coordinate(latitude: 52.5163, longitude: 13.3777)
    #expect(
      PlaceShapes.stacked(30, at: place, radiusMeters: 0, seed: 1)
        == Array(repeating: place, count: 30))
    let near = PlaceShapes.stacked(2_000, at: place, radiusMeters: 5, seed: 1)
    let distances = near.map { $0.distance(from: place) }
    #expect(Set(near).count == 2_000)
    #expect(distances.allSatisfy { $0 < 5.005 } && distances.contains { $0 > 4.9 })
  }

  @Test(arguments: [(90.0, 0.0), (-90, 12), (0, 180), (0, -180), (51, 179.999_9)])
  func `stacked ones stay on the earth`(latitude: Double, longitude: Double) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    let places = PlaceShapes.stacked(500, at: place, radiusMeters: 1_000, seed: 3)
    for near in places {
      #expect(abs(near.latitude) <= 90 && abs(near.longitude) <= 180)
      #expect(near.distance(from: place) < 1_005)
    }
    // Around a pole they are at every longitude.
    #expect(places.contains { $0.longitude < -170 } && places.contains { $0.longitude > 170 })
  }

  @Test
  func `an area has a south-west and a north-east`() {
    let low = Coordinate(latitude: 1, longitude: 2)
    let high = Coordinate(latitude: 3, longitude: 4)
    #expect(PlaceArea(southWest: low, northEast: high) != nil)
    #expect(PlaceArea(southWest: low, northEast: low) != nil)
    #expect(PlaceArea(southWest: high, northEast: low) == nil)
    let other = Coordinate(latitude: 3, longitude: 1)
    #expect(PlaceArea(southWest: low, northEast: other) == nil)
  }
}
