public import MapGeometry

/// An index of points that can say which of them are shown together.
///
/// Points are known by a number that the caller gives out, dense from 0. An engine is crossed once
/// for each batch and once for each update, never once for each point, and counts what it does.
public protocol ClusterEngine: Sendable {
  /// The name by which scenarios and reports know the engine.
  var name: String { get }
  /// How many points it holds.
  var count: Int { get }
  /// Whether it looks only into cells that its last answer did not have, or whose points changed.
  ///
  /// Then whoever shows the clusters may spare itself the search for those that stay as they are.
  var remembersCells: Bool { get }

  /// The side of the cells that it makes for a wanted length, both in map points.
  func cellSide(forLength mapLength: Double) -> Double

  /// Whether a query asks for what was answered last, and no point has come, gone or moved since.
  ///
  /// The answer would be the same. An engine that remembers nothing says no.
  func isUnchanged(for query: ClusterQuery) -> Bool

  /// Takes points that it does not hold yet.
  ///
  /// Points that are held already, earlier in the same batch too, are skipped, wherever they are
  /// now said to be.
  ///
  /// - Parameters:
  ///   - ids: The numbers of the points, none of them negative.
  ///   - coordinates: A coordinate for each of them; one that the engine cannot place is refused.
  ///   - work: What was done is added to this.
  /// - Returns: How many points it took.
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int

  /// Lets points go.
  ///
  /// - Parameters:
  ///   - ids: The numbers of the points; those that are not held are skipped.
  ///   - coordinates: Where to look for each of them. An engine that searches by place does not
  ///     find a point that is somewhere else, and keeps it.
  ///   - work: What was done is added to this.
  /// - Returns: How many points it let go.
  mutating func remove(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int

  /// Writes the sets of all cells of a grid over an earlier answer, each with its place.
  mutating func clusters(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work)

  /// Does the first half of ``clusters(_:into:work:)``: finds the sets, and leaves the places of
  /// those of several locations to ``locate(_:query:work:)``.
  ///
  /// Who wants to know what each half takes calls the halves. An engine that finds sets and places
  /// in one go has both here.
  mutating func find(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work)

  /// Does the second half of ``clusters(_:into:work:)``: gives the sets of several locations their
  /// places.
  mutating func locate(_ sets: inout ClusterSets, query: ClusterQuery, work: inout Work)

  /// Says where points are now.
  ///
  /// - Parameters:
  ///   - ids: The numbers of the points; those that are not held are taken.
  ///   - coordinates: The new coordinate of each of them; one that the engine cannot place is
  ///     refused, and the point is not held any longer.
  ///   - work: What was done is added to this.
  /// - Returns: How many points are now held at the coordinate they were given.
  mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int
}

extension ClusterEngine {
  /// It looks into all cells.
  public var remembersCells: Bool { false }

  /// The side of the reproduced library.
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

  /// Says where points are now: lets them go and takes them again.
  ///
  /// An engine that searches by place looks for them at their new one, as the reproduced library
  /// does, and keeps those that it does not find there where they were.
  public mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int {
    _ = remove(ids, at: coordinates, work: &work)
    return add(ids, at: coordinates, work: &work)
  }
}
