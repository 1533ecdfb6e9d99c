import Clustering
internal import ExactMath
import Instruments
import MapGeometry

/// How the work of a steady query grows with the points, while the map shows as many clusters.
///
/// Exact counts, the same on every machine. A query is steady when it was answered before.
struct WorkGrowth: Hashable, Sendable {
  var sizes: [Int] = []
  /// The work of a query: nodes, points, cells and distances together.
  var works: [Double] = []
  var clusters: [Int] = []
  /// Four times as many points each, from a thousand to a million.
  static let sizes = [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000]
  /// The zoom levels of the views: a large country, and a part of it.
  static let zooms = [4, 5]
  static let fewestSizes = 3
  /// The middle of the views, in the United States, so that both are full of cities.
  static let middle = Coordinate(latitude: 39.8, longitude: -98.6)

  /// The exponent b of the best fit work = a · n^b: by least squares of logarithms.
  var exponent: Double {
    let xs = sizes.map { Elementary.log(Double($0)) }
    let ys = works.map { Elementary.log(max($0, 1)) }
    let count = Double(xs.count)
    let (meanX, meanY) = (xs.reduce(0, +) / count, ys.reduce(0, +) / count)
    let products = zip(xs, ys).map { ($0 - meanX) * ($1 - meanY) }.reduce(0, +)
    return products / xs.map { ($0 - meanX) * ($0 - meanX) }.reduce(0, +)
  }

  /// Queries an engine at each of ``zooms`` with more and more of some points.
  ///
  /// - Returns: The growth at each zoom level, and the digest of the clusters of the most points;
  ///   nil when there are too few points or when it would take longer than the patience, in
  ///   nanoseconds.
  static func measured(
    of peer: BenchPlan.Peer, points: [Coordinate], patience: Int64 = .max
  ) -> (growths: [WorkGrowth], digest: String)? {
    let sizes = sizes.filter { $0 <= points.count }
    guard sizes.count >= fewestSizes else { return nil }
    let trial = Trial.of(peer)
    defer { trial.drop() }
    let clock = MonotonicClock()
    let views = zooms.map { BenchView(center: middle, zoom: $0) }
    var growths = zooms.map { _ in WorkGrowth() }
    for size in sizes {
      let start = clock.nanoseconds
      _ = trial.build(Array(points[..<size]))
      for (number, view) in views.enumerated() {
        let (work, clusters) = trial.steadyWork(view)
        growths[number].sizes.append(size)
        growths[number].works.append(
          Double(work.nodesVisited + work.pointsTouched + work.cellsVisited + work.distances))
        growths[number].clusters.append(clusters)
      }
      // Growth by the square of the points would be four times four times as long.
      guard size == sizes.last || (clock.nanoseconds - start) < patience / 16 else { return nil }
    }
    return (growths: growths, digest: trial.digest(views))
  }
}

extension WorkGrowth {
  /// The numbers: of each zoom level, then of all: the largest exponent, and sums of the rest.
  static func figures(of growths: [WorkGrowth]) -> [EngineBenchReport.NumberFormat] {
    let exponents = growths.map(\.exponent)
    let parts: [(String, [Double])] = [
      ("growth_work_fewest_points", growths.map { $0.works.first ?? 0 }),
      ("growth_work_most_points", growths.map { $0.works.last ?? 0 }),
      ("growth_clusters_fewest", growths.map { Double($0.clusters.min() ?? 0) }),
      ("growth_clusters_most", growths.map { Double($0.clusters.max() ?? 0) }),
    ]
    var figures: [EngineBenchReport.NumberFormat] = []
    for (number, zoom) in zooms.enumerated() {
      figures.append(.init("growth_exponent", zoom: zoom, exponents[number]))
      figures += parts.map { .init($0.0, zoom: zoom, $0.1[number]) }
    }
    figures.append(.init("growth_exponent", exponents.max() ?? 0))
    return figures + parts.map { .init($0.0, $0.1.reduce(0, +)) }
  }
}
