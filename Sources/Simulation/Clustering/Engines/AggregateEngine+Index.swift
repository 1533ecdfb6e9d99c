internal import MapGeometry

extension CellAggregate: IndexedCluster {}

extension AggregateEngine: ClusterIndex {
  /// Removes points, skipping unknown points.
  public mutating func remove(_ ids: [Int32], work: inout Work) -> Int {
    remove(ids, at: [], work: &work)
  }

  /// Appends the sums of the cells that a map shows.
  ///
  /// An aggregate has the cells of the reference engine, row by row. A pyramid has the cells
  /// of the finest level that is not below the wanted size, in the order of keys.
  ///
  /// - Complexity: O(cells × log of all), and the points of leaves that edges cut; a pyramid
  ///   O(cells) once it has seen a place.
  public mutating func clusters(
    in view: ClusterView, into clusters: inout [CellAggregate], work: inout Work
  ) {
    guard !appendLevel(of: view, into: &clusters, work: &work),
      let cells = cells(of: view)
    else { return }
    append(cells, into: &clusters, work: &work)
  }

  /// Appends the cells of a pyramid that a map shows, and returns whether it does.
  ///
  /// It does so only when the map lies within the world and shows few cells, which is the
  /// usual case. The cells are those of ``cells(of:)``, found with one division.
  @inline(__always) private mutating func appendLevel(
    of view: ClusterView, into clusters: inout [CellAggregate], work: inout Work
  ) -> Bool {
    let around = MapSize.worldSide / (view.cellPoints * view.mapPointsPerPoint)
    guard kind == .pyramid, around >= 1, around < Double(AggregateEngine.mostColumns) else {
      return false
    }
    let level = UInt64.bitWidth &- 1 &- UInt64(around).leadingZeroBitCount
    let columns = UInt64(1) &<< UInt64(level)
    let perSide = Double(columns) * (1 / MapSize.worldSide)
    let (minX, maxX) = (view.rect.minX * perSide, view.rect.maxX * perSide)
    let (minY, maxY) = (view.rect.minY * perSide, view.rect.maxY * perSide)
    guard minX >= 0, minX <= maxX, maxX <= Double(columns), minY > -0x1p31, minY <= maxY,
      maxY < 0x1p31, AggregateEngine.hasFewCells(view.rect, perSide: perSide)
    else { return false }
    let rect = LevelRect(
      minColumn: UInt32(minX), maxColumn: UInt32(AggregateEngine.ceiling(maxX)),
      minRow: UInt32(max(AggregateEngine.floor(minY), 0)),
      maxRow: UInt32(max(min(AggregateEngine.ceiling(maxY), Int(columns)), 0)))
    guard rect.minColumn < rect.maxColumn, rect.minRow < rect.maxRow else { return true }
    assert(max(rect.maxColumn, rect.maxRow) <= columns, "cells beyond the world")
    tree.cells(level: level, in: rect, walk: &levels.0, into: &clusters, work: &work)
    return true
  }

  /// Appends the sums of the cells that a map shows now but did not show before.
  ///
  /// A cell that was shown a world further west or east is appended again.
  public mutating func clusters(
    in view: ClusterView, notIn last: ClusterView, into clusters: inout [CellAggregate],
    work: inout Work
  ) {
    guard let cells = cells(of: view) else { return }
    guard let old = self.cells(of: last), old.side == cells.side else {
      return append(cells, into: &clusters, work: &work)
    }
    for part in cells.parts(notIn: old) { append(part, into: &clusters, work: &work) }
  }

  /// The cells that a map overlaps, at most once around the world.
  private func cells(of view: ClusterView) -> GridCells? {
    let side = view.boundedSide(cellSide(forLength: view.cellPoints * view.mapPointsPerPoint))
    let mostCells = 0x1p52
    // A map that is nowhere, as the null rect is, shows no cells; nor does one of cells so small
    // that they cannot be counted.
    guard side > 0, side.isFinite, MapSize.worldSide / side < mostCells else { return nil }
    let (minX, maxX) = (view.rect.minX / side, view.rect.maxX / side)
    let (minY, maxY) = (view.rect.minY / side, view.rect.maxY / side)
    guard minX.magnitude < mostCells, maxX.magnitude < mostCells, minY.magnitude < mostCells,
      maxY.magnitude < mostCells
    else { return nil }
    let columns = Int((MapSize.worldSide / side).rounded())
    let (west, east) = (AggregateEngine.floor(minX), AggregateEngine.ceiling(maxX))
    let north = max(AggregateEngine.floor(minY), 0)
    let south = min(AggregateEngine.ceiling(maxY), columns)
    guard west < east, north < south else { return nil }
    return GridCells(
      firstColumn: west, columns: min(east - west, columns), firstRow: north, rows: south - north,
      side: side, worldColumns: columns)
  }

  /// Whether a map shows so few cells that their side needs no bound, for a side that is a
  /// power of two; see ``ClusterGrid/boundedSide(_:covering:)``.
  @inline(__always) private static func hasFewCells(_ rect: MapRect, perSide: Double) -> Bool {
    (max(rect.width, 0) * perSide + 3) * (max(rect.height, 0) * perSide + 3)
      <= Double(ClusterGrid.mostCells)
  }

  /// The next whole number below or above, without the function call of `rounded`.
  @inline(__always) private static func floor(_ number: Double) -> Int {
    let whole = Int(number)
    return Double(whole) > number ? whole - 1 : whole
  }

  @inline(__always) private static func ceiling(_ number: Double) -> Int {
    let whole = Int(number)
    return Double(whole) < number ? whole + 1 : whole
  }

  /// Appends the sums of cells that may wrap around the world.
  private mutating func append(
    _ cells: GridCells, into clusters: inout [CellAggregate], work: inout Work
  ) {
    var rest = cells
    rest.firstColumn %= cells.worldColumns
    if rest.firstColumn < 0 { rest.firstColumn += cells.worldColumns }
    let beyond = rest.firstColumn + rest.columns - cells.worldColumns
    assert(beyond < cells.worldColumns, "cells go around the world twice")
    if beyond > 0 {
      rest.columns -= beyond
      appendInWorld(rest, isBeyond: false, into: &clusters, work: &work)
      rest.firstColumn = 0
      rest.columns = beyond
    }
    appendInWorld(rest, isBeyond: beyond > 0, into: &clusters, work: &work)
  }
}

extension GridCells {
  /// The cells that are not in another rectangle of the same side: first north and south,
  /// then west and east.
  func parts(notIn other: GridCells) -> [GridCells] {
    assert(side == other.side, "cells of two sizes are compared")
    let west = max(firstColumn, other.firstColumn)
    let east = min(firstColumn + columns, other.firstColumn + other.columns)
    let north = max(firstRow, other.firstRow)
    let south = min(firstRow + rows, other.firstRow + other.rows)
    guard west < east, north < south else { return [self] }
    var parts: [GridCells] = []
    func add(_ columns: Range<Int>, _ rows: Range<Int>) {
      guard !columns.isEmpty, !rows.isEmpty else { return }
      var part = self
      part.firstColumn = columns.lowerBound
      part.columns = columns.count
      part.firstRow = rows.lowerBound
      part.rows = rows.count
      parts.append(part)
    }
    add(firstColumn..<firstColumn + columns, firstRow..<north)
    add(firstColumn..<firstColumn + columns, south..<firstRow + rows)
    add(firstColumn..<west, north..<south)
    add(east..<firstColumn + columns, north..<south)
    return parts
  }
}
