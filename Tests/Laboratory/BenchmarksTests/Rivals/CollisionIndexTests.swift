import Clustering
import MapGeometry
import Support
import Testing

@testable import Benchmarks

@Suite("Index of views that collide")
struct CollisionIndexTests {
  @Test(arguments: 0..<6)
  func `finds what its definition finds`(block: Int) {
    var compared = 0
    for number in block * 100..<(block + 1) * 100 {
      let height = number % 3 == 0 ? 20.0 : 44
      var index = CollisionIndex(viewHeight: height)
      let (difference, clusters) = ComparisonWorld(number).play(
        &index, SlowCollision(height: height).clusters)
      #expect(difference == nil, "world \(number)")
      compared += clusters
    }
    #expect(compared > 200)
  }

  @Test(arguments: [
    SlowCollision(width: 45), SlowCollision(width: 43), SlowCollision(height: 45),
    SlowCollision(height: 43), SlowCollision(margin: 0), SlowCollision(margin: 2),
    SlowCollision(edgesCollide: true), SlowCollision(joinsLast: true),
    SlowCollision(isByArrival: true),
  ])
  func `notices a definition that is wrong`(slow: SlowCollision) {
    let isNoticed = (0..<400).contains { number in
      var index = CollisionIndex()
      return ComparisonWorld(number).play(&index, slow.clusters).difference != nil
    }
    #expect(isNoticed)
  }

  /// A crowd around a place, by its numbers.
  private static func crowd(_ count: Int, seed: Int) -> [Coordinate] {
    var draw = Dice(seed: seed)
    return (0..<count).map { _ in
      Coordinate(latitude: 48 + draw.fraction(), longitude: 11 + draw.fraction())
    }
  }

  @Test(arguments: 7..<12)
  func `begins groups only where no view is, and leaves nobody out`(level: Int) {
    let places = CollisionIndexTests.crowd(3_000, seed: Int(level))
    var index = CollisionIndex()
    var work = Work()
    var points: [ClusterPosition] = []
    let ids = (0..<3_000).map { Int32($0) }
    _ = index.add(ids, at: places, work: &work)
    _ = points.add(ids, at: places)
    let middle = Projection.mapKit.mapPoint(for: Coordinate(latitude: 48.5, longitude: 11.5))
    let scale = Viewport.mapPointsPerPoint(atZoomLevel: Double(level))
    let view = ClusterView(
      rect: MapRect(
        x: middle.x - 300 * scale, y: middle.y - 200 * scale, width: 600 * scale,
        height: 400 * scale), mapPointsPerPoint: scale)
    var clusters: [ClusterPosition] = []
    index.clusters(in: view, into: &clusters, work: &work)
    let slow = SlowCollision()
    let visible = slow.candidates(points, view)
    #expect(clusters.reduce(0) { $0 + Int($1.count) } == visible.count)
    let seeds = clusters.map { points[Int($0.id)] }
    for (index, seed) in seeds.enumerated() {
      #expect(!seeds[..<index].contains { slow.collide($0, seed, view) }, "group \(index)")
    }
    for point in visible {
      #expect(seeds.contains { slow.collide($0, point, view) }, "point \(point.id)")
    }
  }

  @Test func `does not depend on the order in which points came`() {
    let places = CollisionIndexTests.crowd(1_000, seed: 1)
    let ids = (0..<1_000).map { Int32($0) }
    let scale = Viewport.mapPointsPerPoint(atZoomLevel: 8)
    let view = ClusterView(rect: .world, mapPointsPerPoint: scale)
    var work = Work()
    var answers: [[ClusterPosition]] = [[], [], []]
    var index = CollisionIndex()
    _ = index.add(ids, at: places, work: &work)
    index.clusters(in: view, into: &answers[0], work: &work)
    _ = index.remove(Array(ids[100..<700]), work: &work)
    _ = index.add(Array(ids[100..<700]), at: Array(places[100..<700]), work: &work)
    index.clusters(in: view, into: &answers[1], work: &work)
    var other = CollisionIndex()
    _ = other.add(ids.reversed(), at: places.reversed(), work: &work)
    other.clusters(in: view, into: &answers[2], work: &work)
    #expect(answers[0].count > 1)
    #expect(answers[0] == answers[1])
    #expect(answers[0] == answers[2])
  }

  @Test func `costs what is shown`() {
    let places = CollisionIndexTests.crowd(4_000, seed: 2)
    var index = CollisionIndex()
    var work = Work()
    _ = index.add((0..<4_000).map { Int32($0) }, at: places, work: &work)
    func cost(_ rect: MapRect) -> Int64 {
      var work = Work()
      var clusters: [ClusterPosition] = []
      index.clusters(
        in: ClusterView(rect: rect, mapPointsPerPoint: 1), into: &clusters, work: &work)
      return work.pointsTouched
    }
    // Once for the order of leaves.
    _ = cost(.world)
    let middle = Projection.mapKit.mapPoint(for: Coordinate(latitude: 48.5, longitude: 11.5))
    #expect(cost(.world) == 8_000)
    #expect(cost(MapRect(x: middle.x, y: middle.y, width: 1_000, height: 1_000)) < 300)
    #expect(cost(MapRect(x: 0, y: 0, width: 1_000, height: 1_000)) == 0)
  }
}
