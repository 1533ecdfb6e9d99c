public import MapGeometry

/// An index of points that finds the clusters of a grid's cells, with their members.
///
/// Points have ids that the caller gives out, dense from 0. An engine is called once for each batch
/// and once for each update, never once for each point, and counts its work.
public protocol ClusterEngine: Sendable {
  /// The name by which scenarios and reports know the engine.
  var name: String { get }
  /// The number of points that it holds.
  var count: Int { get }
  /// Whether it visits only cells that its last answer did not have or whose points changed, so
  /// that callers may skip clusters that stay as they are.
  var remembersCells: Bool { get }

  /// The side of the cells that it makes for a wanted length, both in map points.
  func cellSide(forLength mapLength: Double) -> Double

  /// Whether a query asks for what was answered last, and no point has come, gone or moved since.
  ///
  /// The answer would be the same. An engine that remembers nothing returns false.
  func isUnchanged(for query: ClusterQuery) -> Bool

  /// Adds points with ids that are not negative, and returns how many were added.
  ///
  /// Those that it holds already are skipped; a coordinate that it cannot place is refused.
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int

  /// Removes points, and returns how many; those that are not held are skipped.
  ///
  /// An engine that searches by place does not find a point that is not at its coordinate, and
  /// keeps it.
  mutating func remove(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int

  /// Replaces an earlier answer with the sets of all cells of a grid, each with its place.
  mutating func clusters(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work)

  /// The first half of ``clusters(_:into:work:)``: finds the sets, and leaves the places of those
  /// of several locations to ``locate(_:query:work:)``, unless the engine does both in one go.
  mutating func find(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work)

  /// The second half of ``clusters(_:into:work:)``: gives sets of several locations their places.
  mutating func locate(_ sets: inout ClusterSets, query: ClusterQuery, work: inout Work)

  /// Moves points, adding those that are not held, and returns how many are now at the coordinate
  /// they were given; one whose new coordinate cannot be placed is removed.
  mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int
}

extension ClusterEngine {
  /// False: every query visits all cells.
  public var remembersCells: Bool { false }

  /// CCHMapClusterController's side.
  public func cellSide(forLength mapLength: Double) -> Double {
    ClusterGrid.alignedCellSide(mapLength: mapLength)
  }

  /// It remembers nothing.
  public func isUnchanged(for query: ClusterQuery) -> Bool { false }

  /// Finds sets and places in one go.
  public mutating func find(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work) {
    clusters(query, into: &sets, work: &work)
  }

  /// Leaves the places as they are.
  public mutating func locate(_ sets: inout ClusterSets, query: ClusterQuery, work: inout Work) {}

  /// Removes points and adds them again; an engine that searches by place looks for them at their
  /// new one, as CCHMapClusterController does, and keeps those that it does not find there.
  public mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int {
    _ = remove(ids, at: coordinates, work: &work)
    return add(ids, at: coordinates, work: &work)
  }
}
