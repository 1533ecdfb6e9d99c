internal import MapGeometry

/// What a walk over the cells of a grid needs, kept from one to the next.
struct GridWalk: Sendable {
  /// A square with quarters, some of whose points may be in cells of the grid.
  struct Frame {
    var group: UInt32
    var level: UInt32
    var x: UInt32
    var y: UInt32
    var cells: CellRange
  }

  /// The first and the last column and row that points of a square can be in.
  struct CellRange {
    var minColumn: Int32
    var maxColumn: Int32
    var minRow: Int32
    var maxRow: Int32
  }

  var columns = GridAxis(.east)
  var rows = GridAxis(.south)
  var stack: [Frame] = []
  var cells: [CellAggregate] = []

  mutating func set(_ cells: GridCells) {
    columns.set(
      first: cells.firstColumn, count: cells.columns, last: cells.worldColumns - 1,
      side: cells.side)
    rows.set(first: cells.firstRow, count: cells.rows, last: nil, side: cells.side)
  }
}

/// A rectangle of cells that does not cross the date line.
struct GridCells {
  var firstColumn: Int
  var columns: Int
  /// Counted from the northern edge of the world; negative beyond it.
  var firstRow: Int
  var rows: Int
  var side: Double
  var worldColumns: Int
}

extension AggregateQuadtree {
  /// Sums the points of each cell of a grid; cells are squares of the world.
  func sums(
    of cells: GridCells, walk: inout GridWalk, into result: inout [CellAggregate], work: inout Work
  ) {
    walk.set(cells)
    let cellCount = cells.columns * cells.rows
    work.cellsVisited += Int64(cellCount)
    var cells: [CellAggregate] = []
    swap(&cells, &walk.cells)
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(.nothing, count: cellCount))
    walk.stack.removeAll(keepingCapacity: true)
    let world = Int64(1) << 32
    let range = GridWalk.CellRange(
      minColumn: walk.columns.lowest(0), maxColumn: walk.columns.lowest(world - 1),
      minRow: walk.rows.lowest(0), maxRow: walk.rows.lowest(world - 1))
    var span = cells.mutableSpan
    visit(root, GridWalk.Frame(group: 0, level: 0, x: 0, y: 0, cells: range), &walk, &span, &work)
    while let frame = walk.stack.popLast() { open(frame, &walk, &span, &work) }
    for index in 0..<cellCount where cells[index].count > 0 {
      var cell = cells[index]
      cell.tag = UInt32(truncatingIfNeeded: index)
      result.append(cell)
    }
    swap(&cells, &walk.cells)
  }

  /// Looks at the quarters of a square.
  @inline(__always) private func open(
    _ frame: GridWalk.Frame, _ walk: inout GridWalk, _ cells: inout MutableSpan<CellAggregate>,
    _ work: inout Work
  ) {
    let half = UInt32(1) << (31 &- frame.level)
    let middleX = Int64(frame.x | half)
    let middleY = Int64(frame.y | half)
    let range = frame.cells
    let lowX = walk.columns.lowest(middleX, from: range.minColumn, to: range.maxColumn)
    let lowY = walk.rows.lowest(middleY, from: range.minRow, to: range.maxRow)
    let highX = walk.columns.highest(before: middleX, lowest: lowX)
    let highY = walk.rows.highest(before: middleY, lowest: lowY)
    let group = Int(frame.group)
    work.nodesVisited &+= 4
    for quarter in 0..<4 {
      let isEast = quarter & 1 == 1
      let isSouth = quarter & 2 == 2
      visit(
        nodes[group &+ quarter],
        GridWalk.Frame(
          group: 0, level: frame.level &+ 1, x: isEast ? frame.x | half : frame.x,
          y: isSouth ? frame.y | half : frame.y,
          cells: GridWalk.CellRange(
            minColumn: isEast ? lowX : range.minColumn, maxColumn: isEast ? range.maxColumn : highX,
            minRow: isSouth ? lowY : range.minRow, maxRow: isSouth ? range.maxRow : highY)), &walk,
        &cells, &work)
    }
  }

  @inline(__always) private func visit(
    _ node: CellAggregate, _ frame: GridWalk.Frame, _ walk: inout GridWalk,
    _ cells: inout MutableSpan<CellAggregate>, _ work: inout Work
  ) {
    let columns = Int32(truncatingIfNeeded: walk.columns.count)
    let rows = Int32(truncatingIfNeeded: walk.rows.count)
    let range = frame.cells
    guard node.count > 0, range.maxColumn >= 0, range.minColumn < columns, range.maxRow >= 0,
      range.minRow < rows
    else { return }
    if range.minColumn == range.maxColumn, range.minRow == range.maxRow {
      cells[Int(range.minRow &* columns &+ range.minColumn)].add(node)
      return
    }
    if range.minRow == range.maxRow, range.maxColumn == range.minColumn &+ 1 {
      if isSplit(node, frame, east: true, &walk, &cells, &work) { return }
    } else if range.minColumn == range.maxColumn, range.maxRow == range.minRow &+ 1 {
      if isSplit(node, frame, east: false, &walk, &cells, &work) { return }
    }
    if node.tag & AggregateQuadtree.leafBit == 0 {
      var frame = frame
      frame.group = node.tag
      walk.stack.append(frame)
    } else {
      work.pointsTouched &+= Int64(node.count)
      scan(node, range, walk, &cells)
    }
  }

  /// Splits a square that one edge cuts between two cells, unless a point is in a unit that is cut.
  private func isSplit(
    _ node: CellAggregate, _ frame: GridWalk.Frame, east: Bool, _ walk: inout GridWalk,
    _ cells: inout MutableSpan<CellAggregate>, _ work: inout Work
  ) -> Bool {
    let range = frame.cells
    let edge =
      east ? GridEdge(range.maxColumn, of: walk.columns) : GridEdge(range.maxRow, of: walk.rows)
    var sum = SumBeyond()
    addBeyond(edge, node, level: frame.level, position: east ? frame.x : frame.y, to: &sum)
    guard !sum.isDoubtful else { return false }
    work.nodesVisited &+= sum.nodesVisited
    work.pointsTouched &+= sum.pointsTouched
    let columns = Int32(truncatingIfNeeded: walk.columns.count)
    let rows = Int32(truncatingIfNeeded: walk.rows.count)
    let first = Int(range.minRow &* columns &+ range.minColumn)
    if range.minColumn >= 0, range.minRow >= 0 { cells[first].add(node, without: sum.sum) }
    if range.maxColumn < columns, range.maxRow < rows {
      cells[first &+ (east ? 1 : Int(columns))].add(sum.sum)
    }
    return true
  }

  /// Looks at the points of a leaf at a corner of cells.
  private func scan(
    _ node: CellAggregate, _ range: GridWalk.CellRange, _ walk: GridWalk,
    _ cells: inout MutableSpan<CellAggregate>
  ) {
    let columns = Int32(truncatingIfNeeded: walk.columns.count)
    let rows = Int32(truncatingIfNeeded: walk.rows.count)
    @inline(__always) func put(_ point: Point) {
      let column = walk.columns.cell(of: point, from: range.minColumn, to: range.maxColumn)
      let row = walk.rows.cell(of: point, from: range.minRow, to: range.maxRow)
      guard column >= 0, row >= 0, column < columns, row < rows else { return }
      cells[Int(row &* columns &+ column)].add(point.place)
    }
    for slot in slots(of: node) { put(points[slot]) }
    eachPending(of: node) { put($0.point) }
  }
}
