internal import Clustering
internal import MapGeometry

/// The ``ReferenceEngine`` as an index: CCHMapClusterController's tree, queried cell by cell.
///
/// With all fixes its clusters are those of an aggregate ``AggregateEngine``. Its flaws are its
/// costs: each cell searches from the root, and its points are listed to be counted.
struct ReferenceIndex: ClusterIndex {
  /// A cluster of one cell.
  struct Cluster: IndexedCluster {
    /// The number of its points.
    var count: Int32
    /// The latitude at which it is shown, in degrees.
    var latitude: Double
    /// The longitude at which it is shown, in degrees.
    var longitude: Double

    /// The mean of the coordinates; the first one's for points at one location.
    var place: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
  }

  /// The name by which it is chosen.
  let name = "reference"
  private var engine: ReferenceEngine
  private var sets = ClusterSets()

  /// Makes an index without points, by default with the default fixes.
  init(fixes: ClusterFixes = .standard) { engine = ReferenceEngine(fixes: fixes) }

  /// The number of points that it holds.
  var count: Int { engine.count }

  /// Adds points in O(n log of all).
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    engine.add(ids, at: coordinates, work: &work)
  }

  /// Removes points, searched for where they were added; skips those that it does not hold.
  mutating func remove(_ ids: [Int32], work: inout Work) -> Int {
    let held = ids.filter { engine.contains($0) }
    return engine.remove(held, at: held.compactMap { engine.coordinate(of: $0) }, work: &work)
  }

  /// Appends the clusters of all cells that a map shows, in O(nodes and points that touch each
  /// cell).
  mutating func clusters(
    in view: ClusterView, into clusters: inout [Cluster], work: inout Work
  ) {
    engine.clusters(ReferenceIndex.query(view), into: &sets, work: &work)
    for index in sets.indices {
      let place = sets[index].coordinate
      clusters.append(
        Cluster(
          count: Int32(sets[index].count), latitude: place.latitude, longitude: place.longitude))
    }
  }

  /// The exact sums of the clusters of all cells that a map shows, tagged with the cell's index in
  /// the grid, as an aggregate ``AggregateEngine`` answers.
  mutating func sums(of view: ClusterView) -> [CellAggregate] {
    var work = Work()
    engine.clusters(ReferenceIndex.query(view), into: &sets, work: &work)
    return sets.indices.map { index in
      let sum = CellAggregate(
        of: sets.members(of: sets[index]).compactMap { engine.coordinate(of: $0) },
        tag: UInt32(sets.cells[sets[index].cell].gridIndex))
      assert(Int(sum.count) == sets[index].count, "a sum is not that of its cluster")
      return sum
    }
  }

  /// The cells that a map shows.
  ///
  /// CCHMapClusterController adds up the side of a cell until it is past the edge, by rounding
  /// sometimes once more. Here the last column and row end well before the next.
  private static func query(_ view: ClusterView) -> ClusterQuery {
    let side = view.boundedSide(
      ClusterGrid.alignedCellSide(mapLength: view.cellPoints * view.mapPointsPerPoint))
    let west = (view.rect.minX / side).rounded(.down)
    let north = (view.rect.minY / side).rounded(.down)
    let columns = (view.rect.maxX / side).rounded(.up) - west
    let rows = (view.rect.maxY / side).rounded(.up) - north
    // False for a rectangle that is nowhere, too.
    guard side > 0, side.isFinite, columns >= 1, rows >= 1 else {
      return ClusterQuery(grid: ClusterGrid(rect: .null, cellSide: 0))
    }
    let rect = MapRect(
      x: west * side, y: north * side, width: (columns - 0.5) * side, height: (rows - 0.5) * side)
    let grid = ClusterGrid(rect: rect, cellSide: side)
    assert(grid.columns == Int(columns) && grid.rows == Int(rows), "another number of cells")
    return ClusterQuery(grid: grid)
  }
}
