import Clustering
import MapGeometry
import Testing
import Workloads

/// How the work of a query grows with the points, while the map shows as many clusters as before.
///
/// Counters, not clocks: the exponent of a log-log fit is the same on every machine.
@Suite("Growth of work")
struct GrowthTests {
  static let sizes = [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000]

  /// Places like cities, as many as the largest size.
  private static let places: [Coordinate] = {
    var crowd = CityCrowd(seed: 7)
    return crowd.next(sizes[sizes.count - 1])
  }()

  /// The exponent of the best fit work = a · n^b, by least squares of logarithms.
  static func exponent(_ works: [Double]) -> Double {
    let xs = sizes.map { Elementary.log(Double($0)) }
    let ys = works.map { Elementary.log($0) }
    let count = Double(xs.count)
    let (meanX, meanY) = (xs.reduce(0, +) / count, ys.reduce(0, +) / count)
    let products = zip(xs, ys).map { ($0 - meanX) * ($1 - meanY) }.reduce(0, +)
    return products / xs.map { ($0 - meanX) * ($0 - meanX) }.reduce(0, +)
  }

  private static func work(_ work: Work) -> Double {
    Double(work.nodesVisited + work.pointsTouched + work.cellsVisited)
  }

  /// The work of a steady query of each size, and the clusters shown.
  private static func works(
    _ make: () -> some ClusterIndex, cellPoints: Double, zoom: Int
  ) -> (works: [Double], shown: [Int]) {
    // The states between Mexico and Canada, or a part of them.
    let middle = Projection.mapKit.mapPoint(for: Coordinate(latitude: 39.8, longitude: -98.6))
    let scale = MapSize.worldSide / Double(256 << zoom)
    let view = ClusterView(
      rect: MapRect(
        x: middle.x - 390 * scale, y: middle.y - 844 * scale, width: 780 * scale,
        height: 1_688 * scale), mapPointsPerPoint: scale, cellPoints: cellPoints)
    var works: [Double] = []
    var shown: [Int] = []
    for size in sizes {
      var index = make()
      var building = Work()
      _ = index.add(Array(0..<Int32(size)), at: Array(places[..<size]), work: &building)
      works.append(steady(&index, view, &shown))
    }
    return (works, shown)
  }

  private static func steady<Index: ClusterIndex>(
    _ index: inout Index, _ view: ClusterView, _ shown: inout [Int]
  ) -> Double {
    var clusters: [Index.Cluster] = []
    var first = Work()
    index.clusters(in: view, into: &clusters, work: &first)
    shown.append(clusters.count)
    clusters.removeAll()
    var steady = Work()
    index.clusters(in: view, into: &clusters, work: &steady)
    return work(steady)
  }

  @Test(arguments: [4, 5], [(SquareEngine.Kind.aggregate, 60.0, 0.5), (.pyramid, 64, 0.1)])
  func `is the root of how the points grow, or none`(
    zoom: Int, engine: (kind: SquareEngine.Kind, cellPoints: Double, limit: Double)
  ) {
    let (works, shown) = GrowthTests.works(
      { SquareEngine(engine.kind) }, cellPoints: engine.cellPoints, zoom: zoom)
    let exponent = GrowthTests.exponent(works)
    #expect(exponent <= engine.limit, "\(works) for \(shown)")
    #expect(exponent >= -0.1)
    #expect((shown.min() ?? 0) > 50 && (shown.max() ?? 0) < 2 * (shown.min() ?? 0), "\(shown)")
  }

  @Test
  func `notices an index that looks at every point`() {
    #expect(GrowthTests.exponent(GrowthTests.sizes.map { Double($0) }) > 0.99)
    #expect(GrowthTests.exponent(GrowthTests.sizes.map { Double($0).squareRoot() }) < 0.51)
  }
}
