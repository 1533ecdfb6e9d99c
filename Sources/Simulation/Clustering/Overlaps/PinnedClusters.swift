public import MapGeometry

/// Finds which pinned clusters, which keep their old places, would overlap others there.
///
/// A pass against overlaps decides about new places; nothing makes room for a pinned cluster. All
/// that overlap another one go to their new places at once; then all that overlap one of these, and
/// so on, until only clusters at new places overlap, if any.
public struct PinnedClusters: Sendable {
  /// A cluster of the result.
  struct Cluster {
    /// The middle of its view.
    var point: MapPoint
    /// The middle of its view at its new place.
    var fresh: MapPoint
    var size: MapSize
    var isPinned: Bool
    var overlaps = false
  }

  /// A view in a row from west to east, or its copy a world away.
  private struct Edge: Comparable {
    var west: Double
    var index: Int32
    var shift: Double

    static func < (left: Edge, right: Edge) -> Bool {
      (left.west, left.index) < (right.west, right.index)
    }
  }

  private var clusters: [Cluster] = []
  private var edges: [Edge] = []

  /// Makes a value without clusters.
  public init() {}

  /// The number of clusters.
  public var count: Int { clusters.count }

  /// Removes all clusters.
  public mutating func removeAll() { clusters.removeAll(keepingCapacity: true) }

  /// Adds a cluster of the result with its new place; `old` is the place that it would keep, or nil
  /// when it goes to the new one.
  public mutating func append(
    at place: Coordinate, keeping old: Coordinate?, count: Int, isUniqueLocation: Bool = false,
    extents: ClusterExtents
  ) {
    let offset = extents.offset(ofCount: count, isUniqueLocation: isUniqueLocation)
    func middle(_ place: Coordinate) -> MapPoint {
      let point = Projection.mapKit.mapPoint(for: place)
      return MapPoint(x: point.x + offset.width, y: point.y + offset.height)
    }
    let fresh = middle(place)
    // Usually nothing has changed.
    let point = old.map { $0 == place ? fresh : middle($0) } ?? fresh
    clusters.append(
      Cluster(
        point: point, fresh: fresh,
        size: extents.size(ofCount: count, isUniqueLocation: isUniqueLocation), isPinned: old != nil
      ))
  }

  /// Whether a cluster is pinned, by its position.
  public func isPinned(_ index: Int) -> Bool { clusters[index].isPinned }

  /// Unpins clusters that overlap others where they are.
  ///
  /// - Complexity: O(n log n) for each round, and the views above each other.
  public mutating func resolve() {
    var isAtRest = false
    while !isAtRest {
      isAtRest = true
      line()
      for first in edges.indices {
        let east = edges[first].west + clusters[Int(edges[first].index)].size.width
        for second in edges.indices.dropFirst(first + 1) {
          guard edges[second].west < east else { break }
          compare(edges[first], edges[second])
        }
      }
      for index in clusters.indices where clusters[index].overlaps {
        clusters[index].overlaps = false
        guard clusters[index].isPinned else { continue }
        clusters[index].isPinned = false
        clusters[index].point = clusters[index].fresh
        isAtRest = false
      }
    }
    assert(clusters.allSatisfy { !$0.overlaps }, "an overlap has decided nothing")
  }

  /// Sorts the views from west to east; those near the western end of the world are there twice, as
  /// far as the easternmost view reaches.
  private mutating func line() {
    edges.removeAll(keepingCapacity: true)
    var east = -Double.infinity
    for index in clusters.indices {
      let cluster = clusters[index]
      let west = cluster.point.x - cluster.size.width / 2
      east = max(east, west + cluster.size.width)
      edges.append(Edge(west: west, index: Int32(index), shift: 0))
    }
    for index in clusters.indices {
      let west = edges[index].west + MapSize.worldSide
      guard west < east else { continue }
      edges.append(Edge(west: west, index: Int32(index), shift: MapSize.worldSide))
    }
    assert(edges.count <= 2 * clusters.count, "a view is there a third time")
    edges.heapSort()
  }

  private mutating func compare(_ first: Edge, _ second: Edge) {
    let (one, other) = (clusters[Int(first.index)], clusters[Int(second.index)])
    guard first.index != second.index, one.isPinned || other.isPinned else { return }
    let width = (one.size.width + other.size.width) / 2
    let height = (one.size.height + other.size.height) / 2
    let east = other.point.x + second.shift - one.point.x - first.shift
    let south = other.point.y - one.point.y
    guard width - abs(east) > width * ClusterOverlaps.slack,
      height - abs(south) > height * ClusterOverlaps.slack
    else { return }
    clusters[Int(first.index)].overlaps = true
    clusters[Int(second.index)].overlaps = true
  }
}
