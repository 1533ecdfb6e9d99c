import MapGeometry

/// A cell of the world, which is cut into a whole number of columns from the date line on.
///
/// The column of a point is floor(x / side), its row floor(y / side) of its map point, so that a
/// point on an edge belongs to the cell in the east or in the south. What lies at x = W belongs to
/// the first column.
struct WorldSquare {
  let column: Int
  let row: Int
  let columns: Int
  let side: Double

  var rect: MapRect {
    MapRect(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
  }

  func holds(_ coordinate: Coordinate) -> Bool {
    let x = Projection.mapX(forLongitude: coordinate.longitude)
    let y = Projection.mapKit.mapY(forLatitude: coordinate.latitude)
    assert(x >= 0 && x <= MapSize.worldSide, "a point lies outside the world")
    // Just before the date line the quotient can be rounded up to the number of columns.
    let rounded = min(Int(x / side), columns - 1)
    return (x < MapSize.worldSide ? rounded : 0) == column && Int((y / side).rounded(.down)) == row
  }
}

/// The columns of a grid as columns of the world, for engines with fixes at the date line.
struct WorldColumns {
  let count: Int
  /// The first column of the grid, counted from the date line; negative to the west.
  let first: Int
  /// The first row of the grid, counted from the northern edge.
  let firstRow: Int
  /// Whether columns outside the world are those on the other side.
  private let wraps: Bool
  /// Whether a column is left out that the same row has had before.
  private let visitsOnce: Bool

  /// Counts the columns of a grid.
  ///
  /// - Precondition: The grid has cells that divide the world and are aligned to its corner.
  init(grid: ClusterGrid, fixes: ClusterFixes) {
    let exact = MapSize.worldSide / grid.cellSide
    let column = grid.rect.minX / grid.cellSide
    let row = grid.rect.minY / grid.cellSide
    count = Int(exact.rounded())
    first = Int(column.rounded())
    firstRow = Int(row.rounded())
    wraps = fixes.wrapsWestward
    visitsOnce = fixes.visitsCellsOnce
    precondition(
      count > 0 && abs(exact - exact.rounded()) < 1e-6 * exact,
      "cells of \(grid.cellSide) map points do not divide the world")
    precondition(
      abs(column - column.rounded()) < 1e-3 && abs(row - row.rounded()) < 1e-3,
      "the grid is not aligned to the corner of the world")
  }

  /// The column of the world for one of the grid; negative for one outside, which holds nothing.
  ///
  /// Without the fix the remainder keeps its sign.
  func worldColumn(ofGridColumn column: Int) -> Int {
    let rest = (first + column) % count
    return wraps && rest < 0 ? rest + count : rest
  }

  func isLeftOut(gridColumn column: Int) -> Bool {
    guard visitsOnce, column >= count else { return false }
    return worldColumn(ofGridColumn: column) == worldColumn(ofGridColumn: column - count)
  }

  /// The western edge of a column of the grid where it is looked for.
  func inWorld(_ x: Double, ofGridColumn column: Int) -> Double {
    guard wraps else { return ClusterGrid.remainder(x) }
    let worlds = (first + column - worldColumn(ofGridColumn: column)) / count
    return x - Double(worlds) * MapSize.worldSide
  }
}
