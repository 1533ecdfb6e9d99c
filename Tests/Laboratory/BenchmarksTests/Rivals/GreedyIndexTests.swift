import Clustering
import MapGeometry
import Support
import Testing

@testable import Benchmarks

@Suite("Greedy index")
struct GreedyIndexTests {
  /// A map of a zoom in the sense of the index that shows the whole world.
  private static func world(atZoom zoom: Int) -> ClusterView {
    ClusterView(
      rect: .world,
      mapPointsPerPoint: Viewport.mapPointsPerPoint(atZoomLevel: Double(zoom + 1)))
  }

  private static func coordinates(_ count: Int, seed: Int) -> [Coordinate] {
    var draw = Dice(seed: seed)
    return (0..<count).map { _ in
      Coordinate(
        latitude: 52 + draw.fraction() * draw.fraction(),
        longitude: 13 + draw.fraction() * draw.fraction())
    }
  }

  private static func clusters(
    _ coordinates: [Coordinate], ids: [Int32], zoom: Int
  ) -> [ClusterPosition] {
    var index = GreedyIndex()
    var work = Work()
    var clusters: [ClusterPosition] = []
    _ = index.add(ids, at: coordinates, work: &work)
    index.clusters(in: world(atZoom: zoom), into: &clusters, work: &work)
    return clusters
  }

  @Test(arguments: 0..<6)
  func `finds what its definition finds`(block: Int) {
    var compared = 0
    for number in block * 100..<(block + 1) * 100 {
      var index = GreedyIndex(minimumPoints: number % 5 == 0 ? 4 : 2)
      let slow = SlowGreedy(minimumPoints: number % 5 == 0 ? 4 : 2)
      let (difference, clusters) = ComparisonWorld(number).play(&index, slow.clusters)
      #expect(difference == nil, "world \(number)")
      compared += clusters
    }
    #expect(compared > 200)
  }

  @Test(arguments: [
    SlowGreedy(radius: 41), SlowGreedy(radius: 39), SlowGreedy(isWeighted: false),
    SlowGreedy(minimumPoints: 3), SlowGreedy(shift: 1), SlowGreedy(shift: -1),
    SlowGreedy(takesEdge: false),
  ])
  func `notices a definition that is wrong`(slow: SlowGreedy) {
    let isNoticed = (0..<400).contains { number in
      var index = GreedyIndex()
      return ComparisonWorld(number).play(&index, slow.clusters).difference != nil
    }
    #expect(isNoticed)
  }

  @Test func `finds the same in a large world`() {
    let coordinates = GreedyIndexTests.coordinates(2_000, seed: 1)
    let ids = (0..<2_000).map { Int32($0) }
    var points: [ClusterPosition] = []
    #expect(points.add(ids, at: coordinates) == 2_000)
    for zoom in [17, 16, 11] {
      let mine = GreedyIndexTests.clusters(coordinates, ids: ids, zoom: zoom)
      #expect(
        ComparisonWorld.areSame(mine, SlowGreedy().level(zoom, of: points)), "zoom \(zoom)")
      #expect(zoom < 17 ? mine.count < 2_000 : mine.count == 2_000)
    }
  }

  @Test func `has every point in one cluster of each zoom`() {
    var index = GreedyIndex()
    var work = Work()
    let ids = (0..<3_000).map { Int32($0) }
    #expect(
      index.add(ids, at: GreedyIndexTests.coordinates(3_000, seed: 2), work: &work) == 3_000)
    var last = 0
    for zoom in 0...18 {
      var clusters: [ClusterPosition] = []
      index.clusters(in: GreedyIndexTests.world(atZoom: zoom), into: &clusters, work: &work)
      #expect(clusters.reduce(0) { $0 + $1.count } == 3_000, "zoom \(zoom)")
      #expect(clusters.count >= last, "zoom \(zoom)")
      last = clusters.count
    }
    #expect(last == 3_000)
  }

  @Test func `depends on the order in which points came`() {
    let coordinates = GreedyIndexTests.coordinates(500, seed: 3)
    let ids = (0..<500).map { Int32($0) }
    let differs = (0...16).contains { zoom in
      let one = GreedyIndexTests.clusters(coordinates, ids: ids, zoom: zoom)
      let two = GreedyIndexTests.clusters(coordinates.reversed(), ids: ids.reversed(), zoom: zoom)
      // Numbers say who was first; the places and counts are what a map shows.
      let places = [one, two].map { clusters in
        Set(clusters.map { [$0.x, $0.y, Double($0.count)].map { Int($0 * 1e9) } })
      }
      return places[0] != places[1]
    }
    #expect(differs)
  }

  @Test(arguments: [(-1.0, 0), (0.5, 0), (1, 0), (1.99, 0), (2, 1), (5, 4), (17.9, 16), (18, 17)])
  func `is a zoom behind the zoom level`(level: Double, zoom: Int) {
    let view = ClusterView(
      rect: .world, mapPointsPerPoint: Viewport.mapPointsPerPoint(atZoomLevel: level))
    #expect(GreedyIndex().zoom(of: view) == zoom)
  }

  @Test func `asks neighbors for less than all`() {
    let ids = (0..<3_000).map { Int32($0) }
    var index = GreedyIndex()
    var work = Work()
    _ = index.add(ids, at: GreedyIndexTests.coordinates(3_000, seed: 4), work: &work)
    #expect(work.distances > 3_000)
    #expect(work.distances < 17 * 3_000 * 3_000 / 4)
    #expect(work.pointsTouched >= work.distances)
    #expect(work.nodesVisited > 3_000)
  }
}
