public import MapGeometry

/// The cells that an update looks into: squares of equal side, aligned to the corner of the world.
///
/// The edges of the cells are found by adding the side again and again, as upstream does, because a
/// product would round differently and move points that lie on an edge.
public struct ClusterGrid: Hashable, Sendable {
  /// The area covered, in map points; MapKit's null rect when the side is zero.
  public let rect: MapRect
  /// The side of a cell, in map points.
  public let cellSide: Double
  /// How many cells lie above each other.
  public let rows: Int
  /// How many cells lie beside each other.
  public let columns: Int

  /// More rows or columns than this are a mistake: no screen has so many points.
  public static let largestSideCount = 1 << 20

  /// How many cells there are.
  public var count: Int { rows * columns }

  /// Makes the grid of a map: the visible rect, widened by a margin and out to whole cells.
  ///
  /// - Parameters:
  ///   - visibleRect: What the map shows.
  ///   - marginFactor: How much is added at each of the four sides, as a fraction of the visible
  ///     width or height; negative numbers shrink the grid.
  ///   - cellSide: The side of a cell in map points, from ``alignedCellSide(mapLength:)``; there
  ///     are no cells when it is zero, infinite or not a number.
  /// - Precondition: At most ``largestSideCount`` rows and columns.
  public init(visibleRect: MapRect, marginFactor: Double, cellSide: Double) {
    let dx = -marginFactor * visibleRect.width
    let dy = -marginFactor * visibleRect.height
    let widened = MapRect(
      x: visibleRect.minX + dx, y: visibleRect.minY + dy, width: visibleRect.width - 2 * dx,
      height: visibleRect.height - 2 * dy)
    self.init(
      rect: ClusterGrid.alignedRect(widened, cellSide: cellSide), cellSide: cellSide)
  }

  /// Makes the grid that begins in the upper left corner of a rect and covers it, unaligned.
  ///
  /// - Precondition: At most ``largestSideCount`` rows and columns.
  public init(rect: MapRect, cellSide: Double) {
    self.rect = rect
    self.cellSide = cellSide
    let isEmpty = !(cellSide > 0 && cellSide.isFinite)
    rows = isEmpty ? 0 : ClusterGrid.steps(from: rect.minY, to: rect.maxY, by: cellSide)
    columns = isEmpty ? 0 : ClusterGrid.steps(from: rect.minX, to: rect.maxX, by: cellSide)
    assert(rows >= 0 && columns >= 0, "a grid cannot have fewer than no cells")
  }

  /// The side of the cells for a wanted length, both in map points.
  ///
  /// The smallest side that is not below the length and divides the width of the world into whole
  /// cells: W / floor(W / length). Zero stays zero, more than the world becomes infinite.
  public static func alignedCellSide(mapLength: Double) -> Double {
    guard mapLength != 0 else { return 0 }
    return MapSize.worldSide / (MapSize.worldSide / mapLength).rounded(.down)
  }

  /// A rect moved out to multiples of the side on all four edges; the null rect for a side of zero.
  public static func alignedRect(_ rect: MapRect, cellSide: Double) -> MapRect {
    guard cellSide != 0 else {
      return MapRect(x: .infinity, y: .infinity, width: 0, height: 0)
    }
    let startX = (rect.minX / cellSide).rounded(.down) * cellSide
    let startY = (rect.minY / cellSide).rounded(.down) * cellSide
    let endX = (rect.maxX / cellSide).rounded(.up) * cellSide
    let endY = (rect.maxY / cellSide).rounded(.up) * cellSide
    return MapRect(x: startX, y: startY, width: endX - startX, height: endY - startY)
  }

  /// What a number of map points leaves when it is divided by the world; the sign stays.
  static func remainder(_ x: Double) -> Double {
    guard abs(x) >= MapSize.worldSide else { return x }
    return x.truncatingRemainder(dividingBy: MapSize.worldSide)
  }

  private static func steps(from start: Double, to end: Double, by side: Double) -> Int {
    var steps = 0
    var edge = start
    while edge < end {
      steps += 1
      precondition(
        steps <= largestSideCount, "cells of \(side) map points are too small for \(end - start)")
      edge += side
    }
    return steps
  }
}

extension ClusterGrid {
  /// The cells, row by row from north to south and from west to east within a row.
  public var cells: Cells { Cells(grid: self) }

  /// The cells of a grid in their order; takes no memory of its own.
  public struct Cells: Sequence, IteratorProtocol, Sendable {
    private let grid: ClusterGrid
    private var row = 0
    private var column = 0
    private var x: Double
    private var y: Double

    fileprivate init(grid: ClusterGrid) {
      self.grid = grid
      x = grid.rect.minX
      y = grid.rect.minY
    }

    /// The next cell, or nil after the last one.
    ///
    /// Cells right of the world come back on its western side. Cells left of it stay there and hold
    /// nothing, because the remainder of a division keeps the sign: upstream's flaw at the date
    /// line.
    public mutating func next() -> MapRect? {
      guard column < grid.columns, row < grid.rows else { return nil }
      let cell = MapRect(
        x: ClusterGrid.remainder(x), y: y, width: grid.cellSide, height: grid.cellSide)
      column += 1
      x += grid.cellSide
      if column == grid.columns {
        assert(x >= grid.rect.maxX, "the row ended before the grid did")
        column = 0
        x = grid.rect.minX
        row += 1
        y += grid.cellSide
      }
      return cell
    }
  }
}
