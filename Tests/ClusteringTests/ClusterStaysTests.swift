import MapGeometry
import Testing

@testable import Clustering

/// Clusters that would overlap others where they stand, held against the definition.
@Suite("Clusters that stay")
struct ClusterStaysTests {
  private struct Cluster {
    var fresh: Coordinate
    var old: Coordinate?
    var count: Int
  }

  private static let extents = ClusterExtents(
    pin: MapSize(width: 20_000, height: 30_000), cluster: MapSize(width: 44_000, height: 44_000),
    pinOffset: MapSize(width: 8_000, height: -16_000))

  private static func middle(_ place: Coordinate, _ count: Int) -> MapPoint {
    let point = Projection.mapKit.mapPoint(for: place)
    return count > 1 ? point : MapPoint(x: point.x + 8_000, y: point.y - 16_000)
  }

  /// Whether two views overlap, on whatever copy of the world.
  private static func overlap(_ one: (MapPoint, Int), _ other: (MapPoint, Int)) -> Bool {
    let sizes = [one, other].map { $0.1 > 1 ? extents.cluster : extents.pin }
    let width = (sizes[0].width + sizes[1].width) / 2
    let height = (sizes[0].height + sizes[1].height) / 2
    let east = [-1.0, 0, 1].map { abs(other.0.x + $0 * MapSize.worldSide - one.0.x) }.min() ?? 0
    return width - east > width * 1e-9 && height - abs(other.0.y - one.0.y) > height * 1e-9
  }

  /// Lets all go that overlap another one, again and again until nobody goes.
  private static func slow(_ clusters: [Cluster]) -> [Bool] {
    var stays = clusters.map { $0.old != nil }
    func standing(_ index: Int) -> (MapPoint, Int) {
      let cluster = clusters[index]
      let place = stays[index] ? cluster.old ?? cluster.fresh : cluster.fresh
      return (middle(place, cluster.count), cluster.count)
    }
    while true {
      let pairs = clusters.indices.flatMap { one in
        clusters.indices.dropFirst(one + 1).map { (one, $0) }
      }
      let going = pairs.filter { overlap(standing($0.0), standing($0.1)) }.flatMap { [$0.0, $0.1] }
      guard going.contains(where: { stays[$0] }) else { return stays }
      for index in going { stays[index] = false }
    }
  }

  @Test
  func `views at one location have an extent and an offset of their own`() {
    var extents = ClusterStaysTests.extents
    #expect(extents.oneLocation == extents.cluster)
    #expect(extents.oneLocationOffset == extents.clusterOffset)
    extents.oneLocation = MapSize(width: 10_000, height: 10_000)
    extents.oneLocationOffset = MapSize(width: 0, height: 50_000)
    for (isUnique, offset) in [
      (false, 50_000.0), (true, 50_000), (false, 20_000), (true, 20_000), (true, -5_000),
    ] {
      let middle = MapPoint(x: 100_000_000, y: 100_000_000)
      var clusters = ClusterStays()
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
      #expect(clusters.stays(0) == isApart, "\(isUnique) \(offset)")
    }
  }

  private static func fast(_ clusters: [Cluster], with stays: inout ClusterStays) -> [Bool] {
    stays.removeAll()
    for cluster in clusters {
      stays.append(
        at: cluster.fresh, keeping: cluster.old, count: cluster.count, extents: extents)
    }
    stays.resolve()
    return clusters.indices.map { stays.stays($0) }
  }

  @Test
  func `goes when it overlaps, and whoever it then overlaps`() {
    func place(_ longitude: Double) -> Coordinate {
      Coordinate(latitude: 10, longitude: longitude)
    }
    var stays = ClusterStays()
    // A cluster is 0.059 degrees wide.
    let clusters = [
      Cluster(fresh: place(0), old: place(0.5), count: 2),
      Cluster(fresh: place(0.55), old: nil, count: 2),
      Cluster(fresh: place(-1), old: place(-0.01), count: 2),
      Cluster(fresh: place(5), old: place(4), count: 2),
    ]
    #expect(ClusterStaysTests.fast(clusters, with: &stays) == [false, false, false, true])
  }

  @Test(arguments: 0..<20)
  func `agrees with letting all go that overlap, round by round`(block: Int) {
    var dice = Draw(seed: UInt64(7_000 + block))
    var stays = ClusterStays()
    var kept = 0
    var gone = 0
    for _ in 0..<60 {
      let middle = dice.below(3) == 0 ? 180.0 : 20
      func place() -> Coordinate {
        let longitude = middle + dice.fraction() * 0.6 - 0.3
        return Coordinate(
          latitude: 40 + dice.fraction() * 0.3,
          longitude: longitude >= 180 ? longitude - 360 : longitude)
      }
      let clusters = (0..<dice.below(14)).map { _ in
        Cluster(
          fresh: place(), old: dice.below(3) > 0 ? place() : nil, count: 1 + dice.below(3))
      }
      let found = ClusterStaysTests.fast(clusters, with: &stays)
      #expect(found == ClusterStaysTests.slow(clusters))
      kept += found.count { $0 }
      gone += zip(found, clusters).count { !$0 && $1.old != nil }
    }
    #expect(kept > 20 && gone > 20)
  }
}
