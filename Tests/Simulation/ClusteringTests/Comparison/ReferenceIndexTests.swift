import Clustering
import MapGeometry
import Testing

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
}
