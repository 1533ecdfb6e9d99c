public import MapGeometry

/// Finds which pinned clusters, which keep their old places, would overlap others there.
///
/// A pass against overlaps decides about new places; nothing makes room for a pinned cluster. All
/// that overlap another one go to their new places at once; then all that overlap one of these, and
/// so on, until only clusters at new places overlap, if any.
public struct PinnedClusters: Sendable {
  /// A cluster of the result.
  struct Standing {
    /// The middle of its view where it stands.
    var point: MapPoint
    /// The middle of its view at its new place.
    var fresh: MapPoint
    var size: MapSize
    var stays: Bool
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

  private var standings: [Standing] = []
  private var edges: [Edge] = []

  /// Makes a value without clusters.
  public init() {}

  /// How many clusters there are.
  public var count: Int { standings.count }

  /// Removes all clusters.
  public mutating func removeAll() { standings.removeAll(keepingCapacity: true) }

  /// Adds a cluster of the result.
  ///
  /// - Parameters:
  ///   - place: Its new place.
  ///   - old: The place that it would keep; nil when it goes to the new one.
  ///   - count: How many points it has.
  ///   - isUniqueLocation: Whether those lie at one location.
  ///   - extents: The extents of views, in map points.
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
    // Mostly nothing has changed.
    let point = old.map { $0 == place ? fresh : middle($0) } ?? fresh
    standings.append(
      Standing(
        point: point, fresh: fresh,
        size: extents.size(ofCount: count, isUniqueLocation: isUniqueLocation), stays: old != nil))
  }

  /// Whether a cluster is pinned, by its position.
  public func stays(_ index: Int) -> Bool { standings[index].stays }

  /// Unpins clusters that overlap others where they are.
  ///
  /// - Complexity: O(n log n) for each round, and the views above each other.
  public mutating func resolve() {
    var isAtRest = false
    while !isAtRest {
      isAtRest = true
      line()
      for first in edges.indices {
        let east = edges[first].west + standings[Int(edges[first].index)].size.width
        for second in edges.indices.dropFirst(first + 1) {
          guard edges[second].west < east else { break }
          compare(edges[first], edges[second])
        }
      }
      for index in standings.indices where standings[index].overlaps {
        standings[index].overlaps = false
        guard standings[index].stays else { continue }
        standings[index].stays = false
        standings[index].point = standings[index].fresh
        isAtRest = false
      }
    }
  }

  /// Sorts the views from west to east; those near the western end of the world are there twice, as
  /// far as the easternmost view reaches.
  private mutating func line() {
    edges.removeAll(keepingCapacity: true)
    var east = -Double.infinity
    for index in standings.indices {
      let standing = standings[index]
      let west = standing.point.x - standing.size.width / 2
      east = max(east, west + standing.size.width)
      edges.append(Edge(west: west, index: Int32(index), shift: 0))
    }
    for index in standings.indices {
      let west = edges[index].west + MapSize.worldSide
      guard west < east else { continue }
      edges.append(Edge(west: west, index: Int32(index), shift: MapSize.worldSide))
    }
    edges.heapSort()
  }

  private mutating func compare(_ first: Edge, _ second: Edge) {
    let (one, other) = (standings[Int(first.index)], standings[Int(second.index)])
    guard first.index != second.index, one.stays || other.stays else { return }
    let width = (one.size.width + other.size.width) / 2
    let height = (one.size.height + other.size.height) / 2
    let east = other.point.x + second.shift - one.point.x - first.shift
    let south = other.point.y - one.point.y
    guard width - abs(east) > width * ClusterOverlaps.slack,
      height - abs(south) > height * ClusterOverlaps.slack
    else { return }
    standings[Int(first.index)].overlaps = true
    standings[Int(second.index)].overlaps = true
  }
}
