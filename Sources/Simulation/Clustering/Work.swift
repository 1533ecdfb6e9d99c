/// Exact counts of the work of an operation: facts, the same on every machine, by which engines are
/// compared.
///
/// Operations add to a value that is passed in, so that one value can cover a whole update.
public struct Work: Hashable, Sendable {
  /// Nodes of an index that were looked at, those turned away at their border included.
  public var nodesVisited: Int64
  /// Looks at a single point: compared with a box, searched for, keyed by location or averaged.
  public var pointsTouched: Int64
  /// Cells of the grid that were queried, including empty cells.
  public var cellsVisited: Int64
  /// Metric distances that were computed.
  public var distances: Int64

  /// Makes a value of four counts; without arguments, nothing was done.
  public init(
    nodesVisited: Int64 = 0, pointsTouched: Int64 = 0, cellsVisited: Int64 = 0, distances: Int64 = 0
  ) {
    (self.nodesVisited, self.pointsTouched) = (nodesVisited, pointsTouched)
    (self.cellsVisited, self.distances) = (cellsVisited, distances)
  }

  /// Adds every count of the right value to the left one.
  public static func += (left: inout Work, right: Work) {
    left.nodesVisited += right.nodesVisited
    left.pointsTouched += right.pointsTouched
    left.cellsVisited += right.cellsVisited
    left.distances += right.distances
  }

  /// The sum of two values, count by count.
  public static func + (left: Work, right: Work) -> Work {
    var sum = left
    sum += right
    return sum
  }
}
