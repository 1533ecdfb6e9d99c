import MapGeometry
import Support
import Testing

@testable import Clustering

/// Clusters that would overlap others where they stand, held against the definition.
@Suite("Clusters that stay")
struct ClusterStaysTests {
  private typealias Cluster = OracleStays.Standing

  private static let views = {
    var views = OracleViews(
      pin: MapSize(width: 20_000, height: 30_000), cluster: MapSize(width: 44_000, height: 44_000))
    views.pinOffset = MapSize(width: 8_000, height: -16_000)
    return views
  }()

  @Test
  func `views at one location have an extent and an offset of their own`() {
    var extents = ClusterStaysTests.views.extents
    #expect(extents.oneLocation == extents.cluster)
    #expect(extents.oneLocationOffset == extents.clusterOffset)
    extents.oneLocation = MapSize(width: 10_000, height: 10_000)
    extents.oneLocationOffset = MapSize(width: 0, height: 50_000)
    for (isUnique, offset) in [
      (false, 50_000.0), (true, 50_000), (false, 20_000), (true, 20_000), (true, -5_000),
    ] {
      let middle = MapPoint(x: 100_000_000, y: 100_000_000)
      var clusters = PinnedClusters()
      for point in [middle, MapPoint(x: middle.x, y: middle.y + offset)] {
        let place = Projection.coordinate(for: point)
        clusters.append(
          at: place, keeping: place, count: 2, isUniqueLocation: isUnique && point == middle,
          extents: extents)
      }
      clusters.resolve()
      // The first view is 10,000 high and 50,000 below its place, or 44,000 high around it.
      let first = isUnique ? (50_000.0, 5_000.0) : (0, 22_000)
      let isApart = abs(offset - first.0) >= first.1 + 22_000
      #expect(clusters.isPinned(0) == isApart, "\(isUnique) \(offset)")
    }
  }

  private static func fast(_ clusters: [Cluster], with stays: inout PinnedClusters) -> [Bool] {
    stays.removeAll()
    for cluster in clusters {
      stays.append(
        at: cluster.fresh, keeping: cluster.old, count: cluster.count,
        extents: views.extents)
    }
    stays.resolve()
    return clusters.indices.map { stays.isPinned($0) }
  }

  @Test
  func `goes when it overlaps, and whoever it then overlaps`() {
    func place(_ longitude: Double) -> Coordinate {
      Coordinate(latitude: 10, longitude: longitude)
    }
    var stays = PinnedClusters()
    // A cluster is 0.059 degrees wide.
    let clusters = [
      Cluster(fresh: place(0), old: place(0.5), count: 2),
      Cluster(fresh: place(0.55), old: nil, count: 2),
      Cluster(fresh: place(-1), old: place(-0.01), count: 2),
      Cluster(fresh: place(5), old: place(4), count: 2),
    ]
    #expect(ClusterStaysTests.fast(clusters, with: &stays) == [false, false, false, true])
  }

  /// Clusters near each other, sometimes on both sides of the date line.
  private static func drawn(_ dice: inout Dice) -> [Cluster] {
    let middle = dice.below(3) == 0 ? 180.0 : 20
    func place() -> Coordinate {
      let longitude = middle + dice.fraction() * 0.6 - 0.3
      return Coordinate(
        latitude: 40 + dice.fraction() * 0.3,
        longitude: longitude >= 180 ? longitude - 360 : longitude)
    }
    return (0..<dice.below(14)).map { _ in
      Cluster(fresh: place(), old: dice.below(3) > 0 ? place() : nil, count: 1 + dice.below(3))
    }
  }

  @Test(arguments: 0..<OracleTests.blocks)
  func `agrees with letting all go that overlap, round by round`(block: Int) {
    var dice = Dice(seed: 7_000 + block)
    var stays = PinnedClusters()
    var kept = 0
    var gone = 0
    let count = OracleTests.worldCount / OracleTests.blocks
    for _ in 0..<count {
      let clusters = ClusterStaysTests.drawn(&dice)
      let found = ClusterStaysTests.fast(clusters, with: &stays)
      #expect(found == OracleStays.stays(clusters, views: ClusterStaysTests.views))
      kept += found.count { $0 }
      gone += zip(found, clusters).count { !$0 && $1.old != nil }
    }
    #expect(kept > count / 3 && gone > count / 3)
  }

  @Test(arguments: OracleStays.Diagnostic.allCases)
  func `notices an oracle that is wrong`(fault: OracleStays.Diagnostic) {
    var dice = Dice(seed: 7_777)
    var stays = PinnedClusters()
    let isNoticed = (0..<500).contains { _ in
      let clusters = ClusterStaysTests.drawn(&dice)
      let slow = OracleStays.stays(clusters, views: ClusterStaysTests.views, fault: fault)
      return ClusterStaysTests.fast(clusters, with: &stays) != slow
    }
    #expect(isNoticed == (fault != .none))
  }
}
