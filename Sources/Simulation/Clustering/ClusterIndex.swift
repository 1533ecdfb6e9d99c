internal import ExactMath
public import MapGeometry

/// The view of a map, for an index that answers with clusters alone.
public struct ClusterView: Hashable, Sendable {
  /// The visible rect, in map points; x may lie outside the world, around which it goes.
  public var rect: MapRect
  /// How far the map is zoomed out.
  public var mapPointsPerPoint: Double
  /// The side of a cell on the screen, for indexes that have cells.
  public var cellPoints: Double

  /// Makes a view of its parts.
  public init(rect: MapRect, mapPointsPerPoint: Double, cellPoints: Double = 60) {
    precondition(mapPointsPerPoint > 0, "a map without a scale")
    (self.rect, self.mapPointsPerPoint, self.cellPoints) = (rect, mapPointsPerPoint, cellPoints)
  }

  /// The zoom level: at 0 the world is 256 points wide, at each next one twice as wide.
  public var zoomLevel: Double {
    Elementary.log(MapSize.worldSide / (256 * mapPointsPerPoint)) / Elementary.log(2)
  }
}

extension ClusterView {
  /// The side of the cells of a grid that has at most ``ClusterGrid/mostCells``.
  package func boundedSide(_ wanted: Double) -> Double {
    ClusterGrid.boundedSide(wanted, covering: rect.size).side
  }
}

/// A cluster as an index answers it.
public protocol IndexedCluster: Hashable, Sendable, BitwiseCopyable {
  /// The number of its points.
  var count: Int32 { get }
  /// The position where it is shown.
  var place: Coordinate { get }
}

/// An index of points that answers with clusters alone, without their members, for comparisons.
public protocol ClusterIndex: Sendable {
  /// The type of its answers.
  associatedtype Cluster: IndexedCluster

  /// The name by which it is chosen.
  var name: String { get }
  /// The number of points that it holds.
  var count: Int { get }

  /// Adds points, skipping those that it holds or that are no coordinate, and returns their number.
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int

  /// Removes points, skipping those that it does not hold, and returns their number.
  mutating func remove(_ ids: [Int32], work: inout Work) -> Int

  /// Appends the clusters that a map shows.
  mutating func clusters(in view: ClusterView, into clusters: inout [Cluster], work: inout Work)

  /// Appends the clusters that a map shows and did not show before at the same scale; all of them
  /// where the index does not know.
  ///
  /// The two maps are compared as they lie beside each other: what the last one showed somewhere
  /// and this one shows a world further east or west is appended again.
  mutating func clusters(
    in view: ClusterView, notIn last: ClusterView, into clusters: inout [Cluster], work: inout Work)
}

extension ClusterIndex {
  /// Moves points, and returns how many are held afterwards.
  public mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int {
    _ = remove(ids, work: &work)
    return add(ids, at: coordinates, work: &work)
  }

  /// Appends all clusters that a map shows.
  public mutating func clusters(
    in view: ClusterView, notIn last: ClusterView, into clusters: inout [Cluster], work: inout Work
  ) { self.clusters(in: view, into: &clusters, work: &work) }
}
