import Clustering
import MapGeometry
import Support
import Testing

@testable import Benchmarks

@Suite("Reference engine as an index")
struct ReferenceIndexTests {
  private static func sorted(_ sums: [CellAggregate]) -> [[Int64]] {
    sums.map { [$0.latitude, $0.longitude, Int64($0.count)] }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test(arguments: 0..<4)
  func `has the exact sums of an aggregate`(block: Int) {
    var compared = 0
    for number in block * 100..<(block + 1) * 100 {
      var index = ReferenceIndex()
      var other = AggregateEngine(.aggregate)
      var work = Work()
      for step in ComparisonWorld(number).steps {
        switch step {
        case .add(let ids, let places):
          #expect(
            index.add(ids, at: places, work: &work) == other.add(ids, at: places, work: &work))
        case .remove(let ids):
          #expect(index.remove(ids, work: &work) == other.remove(ids, work: &work))
        case .move(let ids, let places):
          #expect(
            index.move(ids, to: places, work: &work) == other.move(ids, to: places, work: &work))
        case .ask(let view):
          var view = view
          view.mapPointsPerPoint = max(view.mapPointsPerPoint, view.rect.width / 1_000)
          var theirs: [CellAggregate] = []
          other.clusters(in: view, into: &theirs, work: &work)
          let mine = index.sums(of: view)
          #expect(
            ReferenceIndexTests.sorted(mine) == ReferenceIndexTests.sorted(theirs),
            "world \(number)")
          check(&index, in: view, against: mine)
          compared += mine.count
        }
        #expect(index.count == other.count)
      }
    }
    #expect(compared > 200)
  }

  /// Clusters are the means of the sums.
  private func check(
    _ index: inout ReferenceIndex, in view: ClusterView, against sums: [CellAggregate]
  ) {
    var clusters: [ReferenceIndex.Cluster] = []
    var work = Work()
    index.clusters(in: view, into: &clusters, work: &work)
    #expect(clusters.map { $0.count } == sums.map { $0.count })
    #expect(work.cellsVisited >= Int64(clusters.count))
    for (cluster, sum) in zip(clusters, sums) {
      #expect(abs(cluster.place.latitude - sum.place.latitude) < 1e-4)
      #expect(abs(cluster.place.longitude - sum.place.longitude) < 1e-4)
    }
  }

  @Test func `shows the flaws that it is left with`() {
    // West of the date line the library finds nothing.
    var counts: [Int] = []
    for fixes in [ClusterFixes.none, .standard] {
      var index = ReferenceIndex(fixes: fixes)
      var work = Work()
      var clusters: [ReferenceIndex.Cluster] = []
      _ = index.add([0], at: [Coordinate(latitude: 10, longitude: 179)], work: &work)
      let scale = MapSize.worldSide / 1_024
      let rect = MapRect(
        x: -50 * scale, y: 0, width: 100 * scale, height: MapSize.worldSide)
      index.clusters(
        in: ClusterView(rect: rect, mapPointsPerPoint: scale), into: &clusters, work: &work)
      counts.append(clusters.count)
    }
    #expect(counts == [0, 1])
  }

  @Test
  func `indexes without a grid have as few cells`() {
    var dice = Dice(seed: 61)
    let places = (0..<2_000).map { _ in
      Coordinate(latitude: dice.fraction() * 160 - 80, longitude: dice.fraction() * 360 - 180)
    }
    var reference = ReferenceIndex()
    var aggregate = AggregateEngine(.aggregate)
    var pyramid = AggregateEngine(.pyramid)
    var work = Work()
    _ = reference.add(Array(0..<2_000), at: places, work: &work)
    _ = aggregate.add(Array(0..<2_000), at: places, work: &work)
    _ = pyramid.add(Array(0..<2_000), at: places, work: &work)
    for (points, scale) in [(1.0, 1e-3), (60, 1e-4), (1e-3, 1e3)] {
      let view = ClusterView(rect: .world, mapPointsPerPoint: scale, cellPoints: points)
      work = Work()
      let sums = reference.sums(of: view)
      var others: [CellAggregate] = []
      aggregate.clusters(in: view, into: &others, work: &work)
      #expect(sums.map(\.count).sorted() == others.map(\.count).sorted() && sums.count > 1_900)
      var levels: [CellAggregate] = []
      pyramid.clusters(in: view, into: &levels, work: &work)
      #expect(levels.reduce(0) { $0 + Int($1.count) } == 2_000 && levels.count > 1_900)
    }
  }
}
