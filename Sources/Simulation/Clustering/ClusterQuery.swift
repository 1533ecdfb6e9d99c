import MapGeometry

/// A query of a cluster engine: the cells, and when the points of a cell become one set.
public struct ClusterQuery: Hashable, Sendable {
  /// The cells to query.
  public var grid: ClusterGrid
  /// Whether every location is shown on its own, because the map is zoomed in far enough.
  public var isClusteringDisabled: Bool
  /// A cell with fewer locations than this is not clustered; 0, 1 and 2 mean the same.
  public var minimumUniqueLocations: Int
  /// Where a set of several locations is put.
  public var method: ClusterMethod
  /// A custom rule in place of the method.
  public var placer: ClusterPlacer?

  /// Makes a query of its parts.
  public init(
    grid: ClusterGrid, isClusteringDisabled: Bool = false, minimumUniqueLocations: Int = 0,
    method: ClusterMethod = .centerOfMass, placer: ClusterPlacer? = nil
  ) {
    (self.grid, self.isClusteringDisabled) = (grid, isClusteringDisabled)
    (self.minimumUniqueLocations, self.method) = (minimumUniqueLocations, method)
    self.placer = placer
  }

  /// The most locations of a cell that is split into one set for each of them.
  public var splitLimit: Int {
    guard !isClusteringDisabled else { return Int.max }
    return minimumUniqueLocations > 1 ? minimumUniqueLocations - 1 : 1
  }

  func coordinate(
    of members: [Int32], from start: Int, to end: Int, coordinates: [Coordinate], cell: MapRect,
    work: inout Work
  ) -> Coordinate {
    guard let placer else {
      return method.coordinate(
        of: members, from: start, to: end, coordinates: coordinates, cell: cell, work: &work)
    }
    work.pointsTouched += Int64(end - start)
    return placer.coordinate(of: members[start..<end], coordinates: coordinates, cell: cell)
  }
}
