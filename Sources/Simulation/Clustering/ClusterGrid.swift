public import MapGeometry

/// The cells that an update queries: squares of equal side, aligned to the corner of the world.
///
/// Edges are found by adding up the side, as upstream does: a product would round differently and
/// move points that lie on an edge. How many cells there are is found in this way too, but for a
/// grid that holds its edges.
public struct ClusterGrid: Hashable, Sendable {
  /// The area covered, in map points; MapKit's null rect when the side is zero.
  public let rect: MapRect
  /// The side of a cell, in map points.
  public let cellSide: Double
  /// The number of rows.
  public private(set) var rows: Int
  /// The number of columns.
  public private(set) var columns: Int
  /// How often the cells around the world were halved to keep within ``mostCells``; 0 for cells of
  /// the side that was asked for.
  public private(set) var doublings = 0

  /// The most cells of a grid, 2^19, which bounds the time and the memory of every query.
  ///
  /// No cell as long as asked for needs more. A view of w x h points with its margin, k = 1 + 2m
  /// times as wide and as high, shows at any heading less than c columns times c rows of cells of s
  /// points, c = k (w + h) / (√2 s) + 2. Scenarios in which that is above 250,000 are refused;
  /// adding up the side can make half as many again, 375,003. What asks for more is a length that
  /// came out much too short, as that of ``ClusterScale/mapLength(viewport:cellSize:projection:)``
  /// beyond the poles.
  public static let mostCells = 1 << 19

  /// The number of cells.
  public var count: Int { rows * columns }

  /// Makes the grid of a map: the visible rect, widened by a margin and out to whole cells.
  ///
  /// The margin is a fraction of the visible width and height for each side; negative ones shrink
  /// the grid. There are no cells when their side, from ``alignedCellSide(mapLength:)``, is zero,
  /// infinite or not a number. Where there would be more than ``mostCells``, cells are doubled
  /// until there are not; see ``doublings``. A grid that holds its edges has the cells beyond them,
  /// for points that lie on the eastern and the southern one. Its cells are divided out, and not
  /// added up until they cover it, where rounding makes one more in some places of the world.
  public init(
    visibleRect: MapRect, marginFactor: Double, cellSide: Double, holdsEdges: Bool = false
  ) {
    let dx = -marginFactor * visibleRect.width
    let dy = -marginFactor * visibleRect.height
    let widened = MapRect(
      x: visibleRect.minX + dx, y: visibleRect.minY + dy, width: visibleRect.width - 2 * dx,
      height: visibleRect.height - 2 * dy)
    let (side, doublings) = ClusterGrid.boundedSide(cellSide, covering: widened.size)
    self.init(
      rect: ClusterGrid.alignedRect(widened, cellSide: side, holdsEdges: holdsEdges),
      cellSide: side)
    self.doublings = doublings
    if holdsEdges, count > 0 {
      columns = Int((rect.width / side).rounded())
      rows = Int((rect.height / side).rounded())
    }
  }

  /// Makes the grid that begins in the upper left corner of a rect and covers it, unaligned.
  ///
  /// - Precondition: At most ``mostCells``.
  public init(rect: MapRect, cellSide: Double) {
    (self.rect, self.cellSide) = (rect, cellSide)
    let isEmpty = !(cellSide > 0 && cellSide.isFinite)
    rows = isEmpty ? 0 : ClusterGrid.steps(from: rect.minY, to: rect.maxY, by: cellSide)
    columns = isEmpty ? 0 : ClusterGrid.steps(from: rect.minX, to: rect.maxX, by: cellSide)
    assert(rows >= 0 && columns >= 0, "a grid cannot have fewer than no cells")
    precondition(rows * columns <= ClusterGrid.mostCells, "\(rows) x \(columns) cells are too many")
  }

  /// The side of the cells for a wanted length, both in map points: the smallest that is not below
  /// the length and divides the width of the world into whole cells, W / floor(W / length).
  ///
  /// Zero stays zero, more than the world becomes infinite.
  public static func alignedCellSide(mapLength: Double) -> Double {
    guard mapLength != 0 else { return 0 }
    return MapSize.worldSide / (MapSize.worldSide / mapLength).rounded(.down)
  }

  /// The smallest side from a wanted one on, in map points, of which a grid over an extent has at
  /// most ``mostCells``, and how often the number of cells around the world was halved.
  ///
  /// A wanted side that divides the world leaves one that does.
  static func boundedSide(
    _ wanted: Double, covering extent: MapSize
  ) -> (side: Double, doublings: Int) {
    guard wanted > 0, wanted.isFinite, extent.width.isFinite, extent.height.isFinite else {
      return (wanted, 0)
    }
    /// Whole cells out to both sides, and one more where adding up rounds.
    func count(_ length: Double, _ side: Double) -> Double { max(length, 0) / side + 3 }
    func isTooMany(_ side: Double) -> Bool {
      count(extent.width, side) * count(extent.height, side) > Double(mostCells)
    }
    guard isTooMany(wanted) else { return (wanted, 0) }
    var (side, doublings) = (wanted, 0)
    // Beyond 2^52 the number of cells is rounded, and could be infinite.
    var around = min((MapSize.worldSide / wanted).rounded(), 0x1p52)
    while around > 1, isTooMany(side) {
      around = (around / 2).rounded(.down)
      side = MapSize.worldSide / around
      doublings += 1
    }
    return (side, doublings)
  }

  /// A rect moved out to multiples of the side on all four edges; the null rect for a side of zero.
  ///
  /// One that holds its edges is moved out by a side where the eastern or the southern one is a
  /// multiple already, unless no further cell of the world lies there.
  public static func alignedRect(
    _ rect: MapRect, cellSide: Double, holdsEdges: Bool = false
  ) -> MapRect {
    guard cellSide != 0 else { return MapRect(x: .infinity, y: .infinity, width: 0, height: 0) }
    let startX = (rect.minX / cellSide).rounded(.down) * cellSide
    let startY = (rect.minY / cellSide).rounded(.down) * cellSide
    func end(_ edge: Double, isLast: Bool) -> Double {
      let cells = edge / cellSide
      return (holdsEdges && !isLast ? cells.rounded(.down) + 1 : cells.rounded(.up)) * cellSide
    }
    let endX = end(rect.maxX, isLast: rect.width >= MapSize.worldSide)
    let endY = end(rect.maxY, isLast: rect.maxY >= MapSize.worldSide)
    return MapRect(x: startX, y: startY, width: endX - startX, height: endY - startY)
  }

  /// The remainder of a number of map points divided by the world; the sign stays.
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
        steps <= mostCells, "cells of \(side) map points are too small for \(end - start)")
      edge += side
    }
    return steps
  }
}

extension ClusterGrid {
  /// The cells, row by row from north to south and from west to east within a row.
  public var cells: Cells { Cells(grid: self) }

  /// The cells of a grid in their order, without memory.
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
    /// Cells right of the world come back on its western side. Those left of it stay there and hold
    /// nothing, because the remainder of a division keeps its sign: upstream's flaw at the date
    /// line.
    public mutating func next() -> MapRect? {
      guard column < grid.columns, row < grid.rows else { return nil }
      let cell = MapRect(
        x: ClusterGrid.remainder(x), y: y, width: grid.cellSide, height: grid.cellSide)
      column += 1
      x += grid.cellSide
      if column == grid.columns {
        assert(x > grid.rect.maxX - grid.cellSide / 2, "the row ended before the grid did")
        column = 0
        x = grid.rect.minX
        row += 1
        y += grid.cellSide
      }
      return cell
    }
  }
}
