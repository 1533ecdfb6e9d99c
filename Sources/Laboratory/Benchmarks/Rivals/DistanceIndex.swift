internal import Clustering
internal import MapGeometry

/// The non-hierarchical, distance-based algorithm of Google's utility library for maps, from the
/// description of its classes.
///
/// For a zoom level all points are visited in the order in which they came. Each that no square has
/// covered begins a cluster at its own place, of all points in a square around it; points of other
/// clusters change over if its place is nearer. Squares are ``maximumDistance`` points wide on the
/// screen. The zoom level is ``ClusterView/zoomLevel``, rounded down.
///
/// Its flaws: all points are clustered at every new zoom level, whatever the map shows; the result
/// depends on the order of points; a cluster stays where its first point is; the date line parts
/// neighbors.
struct DistanceIndex: ClusterIndex {
  /// The name by which it is chosen.
  let name = "distance"
  /// The width of the square around a cluster, in points.
  let maximumDistance: Double
  private var points = TreePoints(PointQuadTree())
  /// The last zoom level, whose clusters are kept until a point changes.
  private var lastZoom: Int?
  private var lastClusters: [ClusterPosition] = []
  private var search = DistanceSearch()

  /// Makes an index without points; by default with the distance of the library.
  init(maximumDistance: Double = 100) {
    precondition(maximumDistance >= 0, "a square cannot be \(maximumDistance) wide")
    self.maximumDistance = maximumDistance
  }

  /// The number of points that it holds.
  var count: Int { points.held.count }

  /// Adds points in O(n log of all); skips what it holds or what is no coordinate.
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    let taken = points.add(ids, at: coordinates, work: &work)
    if taken > 0 { lastZoom = nil }
    return taken
  }

  /// Removes points in O(n log of all); skips those that it does not hold.
  mutating func remove(_ ids: [Int32], work: inout Work) -> Int {
    let gone = points.remove(ids, work: &work)
    if gone > 0 { lastZoom = nil }
    return gone
  }

  /// Appends the clusters whose places a map shows.
  ///
  /// - Complexity: O(clusters of the zoom level) for the last one; else O(all × points in a
  ///   square).
  mutating func clusters(
    in view: ClusterView, into clusters: inout [ClusterPosition], work: inout Work
  ) {
    let zoom = zoom(of: view)
    if lastZoom != zoom {
      let side = maximumDistance / (256 * Double(sign: .plus, exponent: zoom, significand: 1))
      search.run(points, side: side, into: &lastClusters, work: &work)
      lastZoom = zoom
    }
    let areas = UnitRects(view.rect)
    work.pointsTouched += Int64(lastClusters.count)
    for cluster in lastClusters
    where areas.first?.contains(cluster) == true || areas.second?.contains(cluster) == true {
      clusters.append(cluster)
    }
  }

  /// The zoom at which a map's clusters are looked for, at least 0.
  func zoom(of view: ClusterView) -> Int { view.wholeZoom(tileExtent: 256, atMost: 60) }
}

struct DistanceSearch: Sendable {
  /// For each point its cluster; negative before a square had it in it.
  private var clusterOf: [Int32] = []
  /// The square of its distance from the place of that.
  private var distances: [Double] = []
  private var found: [ClusterPosition] = []

  /// Replaces clusters, in the order of their first points; `side` is in sides of the world.
  mutating func run(
    _ points: TreePoints, side: Double, into clusters: inout [ClusterPosition], work: inout Work
  ) {
    let held = points.held
    clusters.removeAll(keepingCapacity: true)
    clusterOf.removeAll(keepingCapacity: true)
    clusterOf.append(contentsOf: repeatElement(-1, count: held.positions.count))
    distances.removeAll(keepingCapacity: true)
    distances.append(contentsOf: repeatElement(.infinity, count: held.positions.count))
    let half = side / 2
    for slot in held.positions.indices where held.positions[slot].count > 0 && clusterOf[slot] < 0 {
      let seed = held.positions[slot]
      found.removeAll(keepingCapacity: true)
      points.tree.search(
        UnitRect(
          minX: seed.x - half, minY: seed.y - half, maxX: seed.x + half, maxY: seed.y + half),
        into: &found, work: &work)
      assert(found.contains { $0.id == seed.id }, "point \(seed.id) is not in its own square")
      let cluster = Int32(clusters.count)
      clusters.append(ClusterPosition(x: seed.x, y: seed.y, count: 0, id: seed.id))
      work.distances += Int64(found.count)
      for position in found {
        let member = held.slot(of: position.id)
        let distance = position.squaredDistance(x: seed.x, y: seed.y)
        guard distance <= distances[member] else { continue }
        if clusterOf[member] >= 0 { clusters[Int(clusterOf[member])].count -= 1 }
        clusters[Int(cluster)].count += 1
        clusterOf[member] = cluster
        distances[member] = distance
      }
    }
    assert(clusters.allSatisfy { $0.count > 0 }, "a cluster has lost its first point")
  }
}
