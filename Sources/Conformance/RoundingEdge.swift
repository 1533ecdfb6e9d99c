internal import Clustering
internal import MapGeometry

/// What must agree where rounding decides: counts, within one.
///
/// Two published cases are known for that. In `synthetic/cell-corner-cell50` five points lie on
/// corners and edges of the cells around 0, 0; in `synthetic/cell128-z5` the world is a whole
/// number of cells wide, and noise decides whether there is one more. Both agree to the last bit at
/// present. A report counts the cases that are compared this way, and how many of them need no
/// allowance, and names them, in lines that begin with `ROUNDING`. What does not agree is told in
/// lines that begin with `ROUNDED`, with the case, the step and the cluster of the cell.
///
/// A point or a row of cells on an edge falls to one side or to the other, and then members, places
/// and serials of the neighbours differ too.
enum RoundingEdge {
  /// Whether two lists of counts differ by one in each place at most, in any order, when up to one
  /// count more stands in one of them.
  static func areNear(_ left: [Int], _ right: [Int]) -> Bool {
    let (short, long) =
      left.count <= right.count ? (left.sorted(), right.sorted()) : (right.sorted(), left.sorted())
    guard long.count - short.count <= 1 else { return false }
    guard long.count > short.count else { return isNearInOrder(short, long) }
    return long.indices.contains { spare in
      var rest = long
      rest.remove(at: spare)
      return isNearInOrder(short, rest)
    }
  }

  private static func isNearInOrder(_ left: [Int], _ right: [Int]) -> Bool {
    zip(left, right).allSatisfy { abs($0 - $1) <= 1 }
  }

  static func compare(
    _ result: GoldenValue, sizes: [Int], name: String, _ comparison: Comparison
  ) throws {
    let expected = try result.list("clusters").map { try $0.whole("count") }
    guard !areNear(expected, sizes) else { return }
    comparison.differ(
      "\(name) sizes of clusters, within one", expected: "\(expected.sorted())",
      got: "\(sizes.sorted())")
  }

  static func compare(
    _ result: GoldenValue, grid: ClusterGrid, name: String, _ comparison: Comparison
  ) throws {
    let (side, area) = (try result.number("cellMapSize"), try result.mapRect("gridMapRect"))
    for (what, expected, got) in [
      ("cells around the world", MapSize.worldSide / side, MapSize.worldSide / grid.cellSide),
      ("columns", area.width / side, Double(grid.columns)),
      ("rows", area.height / side, Double(grid.rows)),
    ] {
      // A quotient of whole numbers of cells is not always whole.
      comparison.expect("\(name) \(what), within one", expected, got, within: 1.001)
    }
  }
}
