import MapGeometry
import Testing

@testable import Scenarios

@Suite("Choosing points of a data set")
struct DataSetFilterTests {
  private let set = DataSet(
    name: "cities", file: nil, ids: ["berlin", "paris", "potsdam"],
    coordinates: [
      Coordinate(latitude: 52.52, longitude: 13.405),
      Coordinate(latitude: 48.8566, longitude: 2.3522),
      Coordinate(latitude: 52.39, longitude: 13.0645),
    ],
    titles: ["B", "P", "Po"])

  @Test
  func `keeps those within a distance, in order`() {
    let near = set.filtered(around: set.coordinates[0], withinKilometers: 50)
    #expect(near.ids == ["berlin", "potsdam"])
    #expect(near.titles == ["B", "Po"])
    // Berlin to Paris is 877.5 km on the sphere.
    #expect(set.filtered(around: set.coordinates[0], withinKilometers: 877).count == 2)
    #expect(set.filtered(around: set.coordinates[0], withinKilometers: 878).count == 3)
    #expect(set.filtered(around: set.coordinates[0], withinKilometers: 0).ids == ["berlin"])
  }

  @Test
  func `measures across the date line and to the other side of the earth`() {
    let line = DataSet(
      name: "line", file: nil, ids: ["a", "b"],
      coordinates: [
        Coordinate(latitude: 0, longitude: -179.5), Coordinate(latitude: 0, longitude: 0),
      ],
      titles: ["", ""])
    let center = Coordinate(latitude: 0, longitude: 179.5)
    #expect(line.filtered(around: center, withinKilometers: 111.2).ids == ["a"])
    #expect(line.filtered(around: center, withinKilometers: 111.1).ids == [])
    #expect(line.filtered(around: center, withinKilometers: 20_016).count == 2)
  }

  /// What is far to the north or the south is left out without the formula, and nothing else is.
  @Test
  func `keeps what the formula keeps`() {
    let places = (0..<4_000).map { number in
      let (latitude, longitude) = (number * 7_919 % 180_001, number * 104_729 % 360_001)
      return Coordinate(
        latitude: Double(latitude) / 1_000 - 90, longitude: Double(longitude) / 1_000 - 180)
    }
    let names = places.indices.map { "\($0)" }
    let all = DataSet(name: "all", file: nil, ids: names, coordinates: places, titles: names)
    let limits: [Double] = [0, 1, 50, 500, 5_000, 19_000, 20_100]
    for (index, limit) in limits.enumerated() {
      let center = all.coordinates[index * 13]
      let kept = names.filter {
        GreatCircle.kilometers(center, all.coordinates[Int($0) ?? 0]) <= limit
      }
      #expect(all.filtered(around: center, withinKilometers: limit).ids == kept)
    }
  }

  @Test
  func `takes the first ones`() {
    #expect(set.first(2).ids == ["berlin", "paris"])
    #expect(set.first(9) == set)
  }
}
