import Clustering
import MapGeometry
import Testing

@testable import Benchmarks

/// What all indexes have in common that are compared.
@Suite("Indexes that are compared")
struct ComparisonIndexTests {
  private static let names = [
    "greedy", "distance", "collision", "reference", "aggregate", "pyramid",
  ]

  private static func index(_ name: String) -> any ClusterIndex {
    switch name {
    case "greedy": GreedyIndex()
    case "distance": DistanceIndex()
    case "collision": CollisionIndex()
    case "reference": ReferenceIndex()
    case "aggregate": AggregateEngine(.aggregate)
    default: AggregateEngine(.pyramid)
    }
  }

  /// The counts and places of the clusters in a rectangle at a zoom level.
  private static func answer<Index: ClusterIndex>(
    _ index: inout Index, _ rect: MapRect, level: Double = 5
  ) -> [(count: Int32, place: Coordinate)] {
    var clusters: [Index.Cluster] = []
    var work = Work()
    let scale = Viewport.mapPointsPerPoint(atZoomLevel: level)
    index.clusters(
      in: ClusterView(rect: rect, mapPointsPerPoint: scale), into: &clusters, work: &work)
    return clusters.map { ($0.count, $0.place) }
  }

  @Test(arguments: names)
  func `goes by its name`(name: String) {
    #expect(ComparisonIndexTests.index(name).name == name)
  }

  @Test(arguments: names)
  func `takes any number of points at one place`(name: String) {
    var index = ComparisonIndexTests.index(name)
    var work = Work()
    let place = Coordinate(latitude: 48.1, longitude: 11.5)
    let other = Coordinate(latitude: -33, longitude: 151)
    let ids = (0..<600).map { Int32($0) }
    #expect(index.add(ids, at: ids.map { _ in place }, work: &work) == 600)
    #expect(index.remove(Array(ids[50..<250]), work: &work) == 200)
    #expect(index.move(Array(ids[300...]), to: ids[300...].map { _ in other }, work: &work) == 300)
    #expect(index.count == 400)
    let answer = ComparisonIndexTests.answer(&index, .world).sorted { $0.count < $1.count }
    #expect(answer.map { $0.count } == [100, 300])
    for (cluster, expected) in zip(answer, [place, other]) {
      #expect(abs(cluster.place.latitude - expected.latitude) < 1e-4)
      #expect(abs(cluster.place.longitude - expected.longitude) < 1e-4)
    }
    #expect(index.remove(ids, work: &work) == 400)
    #expect(index.count == 0)
    #expect(ComparisonIndexTests.answer(&index, .world).isEmpty)
  }

  @Test(arguments: names)
  func `takes what is a coordinate, and each number once`(name: String) {
    var index = ComparisonIndexTests.index(name)
    var work = Work()
    let places = [
      Coordinate(latitude: 90, longitude: -180), Coordinate(latitude: .nan, longitude: 0),
      Coordinate(latitude: 0, longitude: 181), Coordinate(latitude: -90, longitude: 180),
      Coordinate(latitude: 0, longitude: 0),
    ]
    #expect(index.add([7, 1, 2, 3, 7], at: places, work: &work) == 2)
    #expect(index.count == 2)
    #expect(index.remove([0, 1, 2, 99], work: &work) == 0)
    let answer = ComparisonIndexTests.answer(&index, .world)
    #expect(answer.map { $0.count } == [1, 1])
    #expect(answer.allSatisfy { abs(abs($0.place.latitude) - 85) < 1e-6 })
    #expect(index.move([7], to: [Coordinate(latitude: 0, longitude: 500)], work: &work) == 0)
    #expect(index.count == 1)
  }

  @Test(arguments: names)
  func `goes around the world, but not twice`(name: String) {
    var index = ComparisonIndexTests.index(name)
    var work = Work()
    let places = [-179.0, 179, 180].map { Coordinate(latitude: 0, longitude: $0) }
    _ = index.add([0, 1, 2], at: places, work: &work)
    let world = MapSize.worldSide
    // From 170 degrees east to 170 degrees west, three times, and all the world, seen from afar.
    for start in [-1.0, 0, 1] {
      let rect = MapRect(
        x: (start - 1.0 / 36) * world, y: world / 2 - 5_000, width: world / 18, height: 10_000)
      let answer = ComparisonIndexTests.answer(&index, rect, level: 11)
      #expect(answer.map { $0.count } == [1, 1, 1], "from \(start)")
    }
    let wide = MapRect(
      x: -world, y: world / 2 - 5_000, width: 2.5 * world, height: 10_000)
    #expect(ComparisonIndexTests.answer(&index, wide, level: 9).reduce(0) { $0 + $1.count } == 3)
  }

  @Test(arguments: names.dropLast(2))
  func `shows nothing of a map that is nowhere`(name: String) {
    var index = ComparisonIndexTests.index(name)
    var work = Work()
    _ = index.add([0], at: [Coordinate(latitude: 0, longitude: 0)], work: &work)
    for rect in [MapRect.null, MapRect(x: .nan, y: 0, width: 1, height: 1)] {
      #expect(ComparisonIndexTests.answer(&index, rect).isEmpty)
    }
  }
}
