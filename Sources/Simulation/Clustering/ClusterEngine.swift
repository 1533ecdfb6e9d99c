public import MapGeometry

/// An index of points that finds the clusters of a grid's cells, with their members.
///
/// The caller assigns the ids of points, dense from 0. An engine is called once for each
/// batch and once for each update, never once for each point, and counts its work.
public protocol ClusterEngine: Sendable {
  /// The name of the engine in scenarios and reports.
  var name: String { get }
  /// The number of points in the engine.
  var count: Int { get }
  /// Whether the engine visits only cells that are new since its last answer or whose points
  /// changed, so that callers may skip unchanged clusters.
  var remembersCells: Bool { get }

  /// The side of the engine's cells for a wanted length, both in map points.
  func cellSide(forLength mapLength: Double) -> Double

  /// Whether a query equals the last one, and no point was added, removed or moved since.
  ///
  /// The answer would be the same. An engine without a memory returns false.
  func isUnchanged(for query: ClusterQuery) -> Bool

  /// Adds points with ids that are not negative, and returns the number of added points.
  ///
  /// Points that the engine already holds are skipped; a coordinate that it cannot place is
  /// refused.
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int

  /// Removes points, and returns the number of removed points; unknown points are skipped.
  ///
  /// An engine that searches by place does not find a point that has moved from its
  /// coordinate, and keeps it.
  mutating func remove(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int

  /// Replaces an earlier answer with the sets of all cells of a grid, each with its place.
  mutating func clusters(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work)

  /// The first half of ``clusters(_:into:work:)``: finds the sets, and leaves the places of those
  /// of several locations to ``locate(_:query:work:)``, unless the engine does both in one go.
  mutating func find(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work)

  /// The second half of ``clusters(_:into:work:)``: gives sets of several locations their places.
  mutating func locate(_ sets: inout ClusterSets, query: ClusterQuery, work: inout Work)

  /// Moves points, adding unknown ones, and returns the number of points that are now at
  /// their given coordinate.
  ///
  /// A point whose new coordinate cannot be placed is removed.
  mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int
}

extension ClusterEngine {
  /// False: every query visits all cells.
  public var remembersCells: Bool { false }

  /// CCHMapClusterController's side.
  public func cellSide(forLength mapLength: Double) -> Double {
    ClusterGrid.alignedCellSide(mapLength: mapLength)
  }

  /// Returns false: the engine has no memory.
  public func isUnchanged(for query: ClusterQuery) -> Bool { false }

  /// Finds sets and places in one go.
  public mutating func find(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work) {
    clusters(query, into: &sets, work: &work)
  }

  /// Does nothing: ``find(_:into:work:)`` has set the places.
  public mutating func locate(_ sets: inout ClusterSets, query: ClusterQuery, work: inout Work) {}

  /// Removes points and adds them again.
  ///
  /// An engine that searches by place looks for them at their new place, as
  /// CCHMapClusterController does, and keeps those that it does not find there.
  public mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int {
    _ = remove(ids, at: coordinates, work: &work)
    return add(ids, at: coordinates, work: &work)
  }
}
