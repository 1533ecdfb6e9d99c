import Clustering
import MapGeometry
import Support
import Testing

@testable import Benchmarks

@Suite("Index by distance")
struct DistanceIndexTests {
  @Test(arguments: 0..<6)
  func `has each point in the nearest cluster whose square it is in`(block: Int) {
    var compared = 0
    for number in block * 100..<(block + 1) * 100 {
      var index = DistanceIndex()
      let (difference, clusters) = ComparisonWorld(number).play(
        &index, SlowDistance().clusters)
      #expect(difference == nil, "world \(number)")
      compared += clusters
    }
    #expect(compared > 200)
  }

  @Test(arguments: [
    SlowDistance(maximumDistance: 101), SlowDistance(maximumDistance: 99),
    SlowDistance(maximumDistance: 200), SlowDistance(goesOverForTies: false),
    SlowDistance(goesOver: false),
  ])
  func `notices a definition that is wrong`(slow: SlowDistance) {
    let isNoticed = (0..<400).contains { number in
      var index = DistanceIndex()
      return ComparisonWorld(number).play(&index, slow.clusters).difference != nil
    }
    #expect(isNoticed)
  }

  /// Longitudes on the equator, in points from one at zoom level 0, and the counts of the clusters
  /// in the order in which they begin.
  @Test(arguments: [
    ([0.0], [1]), ([0, 50], [2]), ([0, 51], [1, 1]), ([0, 50, 100], [1, 2]),
    ([50, 0, 100], [3]), ([0, 40, 60], [1, 2]), ([0, 20, 60], [2, 1]), ([0, 30, 60], [1, 2]),
    ([0, 0, 0, 51], [3, 1]),
  ])
  func `lets points go over to what is nearer`(points: [Double], counts: [Int]) {
    var index = DistanceIndex()
    var work = Work()
    let places = points.map { Coordinate(latitude: 0, longitude: $0 / 256 * 360 - 90) }
    _ = index.add(points.indices.map { Int32($0) }, at: places, work: &work)
    var clusters: [ClusterPosition] = []
    let view = ClusterView(
      rect: .world, mapPointsPerPoint: Viewport.mapPointsPerPoint(atZoomLevel: 0.5))
    index.clusters(in: view, into: &clusters, work: &work)
    #expect(clusters.map { Int($0.count) } == counts)
    #expect(clusters.first?.id == 0)
    #expect(clusters.first?.place.longitude == places[0].longitude)
  }

  @Test func `clusters all points for a zoom, and once`() {
    var index = DistanceIndex()
    var work = Work()
    var draw = Dice(seed: 1)
    let places = (0..<2_000).map { _ in
      Coordinate(latitude: draw.fraction() * 10, longitude: draw.fraction() * 10)
    }
    _ = index.add((0..<2_000).map { Int32($0) }, at: places, work: &work)
    func ask(level: Double, x: Double) -> (clusters: Int, work: Work) {
      var clusters: [ClusterPosition] = []
      var work = Work()
      let rect = MapRect(x: x, y: 0, width: 1e6, height: MapSize.worldSide)
      let scale = Viewport.mapPointsPerPoint(atZoomLevel: level)
      index.clusters(
        in: ClusterView(rect: rect, mapPointsPerPoint: scale), into: &clusters, work: &work)
      return (clusters.count, work)
    }
    // Of a map that shows nobody all points are looked at; another one costs its clusters alone.
    let first = ask(level: 8, x: 0)
    #expect(first.clusters == 0)
    #expect(first.work.distances >= 2_000)
    let second = ask(level: 8.5, x: MapSize.worldSide / 2)
    #expect(second.clusters > 0)
    #expect(second.work.distances == 0)
    #expect(second.work.pointsTouched < 2_000)
    #expect(ask(level: 9, x: 0).work.distances >= 2_000)
    #expect(index.remove([0], work: &work) == 1)
    #expect(ask(level: 9, x: 0).work.distances >= 1_999)
  }
}
