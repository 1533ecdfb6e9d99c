internal import MapGeometry

/// One search for the cells of a grid: the known cells, the cells with points, and their contents.
struct CellSearch: Sendable {
  /// Cells without points or left out, as in the last answer, not visited yet, or to be listed.
  private enum State: UInt8 { case empty, known, wanted, full }

  private(set) var area = CellMemory.Area(firstColumn: 0, columns: 0, firstRow: 0, rows: 0)
  private var query = ClusterQuery(
    grid: ClusterGrid(rect: MapRect(x: 0, y: 0, width: 0, height: 0), cellSide: 0))
  private var worldColumns: [Int] = []
  private var worldColumnCount = 0
  private var states: [State] = []
  private var walk = GridWalk()
  private var levels = LevelWalk()
  private var sums: [CellAggregate] = []
  private var members: [CellMember] = []
  private var places: [Coordinate] = []
  private var positions: [Int32] = []
  private var splitter = LocationSplitter()

  mutating func begin(_ query: ClusterQuery, memory: CellMemory, work: inout Work) {
    let grid = query.grid
    let columns = WorldColumns(grid: grid, fixes: .standard)
    self.query = query
    area = CellMemory.Area(
      firstColumn: columns.first, columns: grid.columns, firstRow: columns.firstRow,
      rows: grid.rows)
    worldColumnCount = columns.count
    worldColumns.removeAll(keepingCapacity: true)
    for column in 0..<grid.columns {
      worldColumns.append(
        columns.isLeftOut(gridColumn: column) ? -1 : columns.worldColumn(ofGridColumn: column))
    }
    states.removeAll(keepingCapacity: true)
    states.append(contentsOf: repeatElement(.wanted, count: grid.count))
    // A grid wider than the world has left some columns out.
    guard memory.serves(query), grid.columns <= columns.count,
      memory.area.columns <= columns.count, let same = area.overlap(with: memory.area)
    else { return }
    for row in same.firstRow..<same.firstRow + same.rows {
      for column in same.firstColumn..<same.firstColumn + same.columns {
        states[row * area.columns + column] = .known
      }
    }
    for key in memory.changes { invalidate(key, work: &work) }
  }

  /// Lists the cells again that have a part of the unit of a changed key.
  private mutating func invalidate(_ key: UInt64, work: inout Work) {
    let units = query.grid.cellSide * MortonKey.unitsPerMapPoint
    let x = Double(MortonKey.gathered(key))
    let y = Double(MortonKey.gathered(key >> 1))
    let west = Int(((x - 1) / units).rounded(.down))
    let east = Int(((x + 1) / units).rounded(.down))
    let north = max(Int(((y - 1) / units).rounded(.down)) - area.firstRow, 0)
    let south = min(Int(((y + 1) / units).rounded(.down)) - area.firstRow, area.rows - 1)
    assert(west <= east, "a unit begins behind its end")
    guard north <= south else { return }
    for row in north...south {
      // Cells smaller than a unit lie between the two as well.
      for column in worldColumns.indices
      where worldColumns[column] >= west && worldColumns[column] <= east {
        let index = row * area.columns + column
        guard states[index] == .known else { continue }
        states[index] = .full
        work.cellsVisited += 1
      }
    }
  }

  mutating func look(into tree: inout AggregateQuadtree, work: inout Work) {
    var row = 0
    while row < area.rows {
      // Rows that want the same columns are looked at together.
      let wanted = stretches(ofRow: row)
      var end = row + 1
      while end < area.rows, stretches(ofRow: end) == wanted { end += 1 }
      for stretch in wanted { look(into: &tree, columns: stretch, rows: row..<end, work: &work) }
      row = end
    }
  }

  /// The columns of a row that are wanted and lie side by side on the map.
  private func stretches(ofRow row: Int) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    for column in 0..<area.columns
    where states[row * area.columns + column] == .wanted && worldColumns[column] >= 0 {
      if let last = stretches.last, last.upperBound == column,
        worldColumns[column] == worldColumns[column - 1] + 1
      {
        stretches[stretches.count - 1] = last.lowerBound..<column + 1
      } else {
        stretches.append(column..<column + 1)
      }
    }
    return stretches
  }

  private mutating func look(
    into tree: inout AggregateQuadtree, columns: Range<Int>, rows: Range<Int>, work: inout Work
  ) {
    let cells = GridCells(
      firstColumn: worldColumns[columns.lowerBound], columns: columns.count,
      firstRow: area.firstRow + rows.lowerBound, rows: rows.count, side: query.grid.cellSide,
      worldColumns: worldColumnCount)
    sums.removeAll(keepingCapacity: true)
    tree.sums(of: cells, walk: &walk, into: &sums, work: &work)
    assert(sums.count <= columns.count * rows.count, "more cells have points than there are")
    for sum in sums {
      let row = rows.lowerBound + Int(sum.tag) / columns.count
      let column = columns.lowerBound + Int(sum.tag) % columns.count
      states[row * area.columns + column] = .full
    }
  }

  mutating func write(
    into sets: inout ClusterSets, memory: CellMemory, tree: AggregateQuadtree, work: inout Work
  ) {
    var boxes = RowBoxes()
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        let index = row * area.columns + column
        switch states[index] {
        case .empty, .wanted: continue
        case .known:
          let old =
            (row + area.firstRow - memory.area.firstRow) * memory.area.columns + column
            + area.firstColumn - memory.area.firstColumn
          sets.append(memory.sets(ofCell: old), of: memory.sets, gridIndex: index)
        case .full:
          list(row: row, column: column, boxes: &boxes, tree: tree, into: &sets, work: &work)
        }
      }
    }
  }

  private mutating func list(
    row: Int, column: Int, boxes: inout RowBoxes, tree: AggregateQuadtree,
    into sets: inout ClusterSets, work: inout Work
  ) {
    let side = query.grid.cellSide
    let worldRow = area.firstRow + row
    members.removeAll(keepingCapacity: true)
    tree.members(
      of: GridCells(
        firstColumn: worldColumns[column], columns: 1, firstRow: worldRow, rows: 1, side: side,
        worldColumns: worldColumnCount), walk: &walk, into: &members, work: &work)
    guard !members.isEmpty else { return }
    members.sort { $0.id < $1.id }
    let square = WorldSquare(
      column: worldColumns[column], row: worldRow, columns: worldColumnCount, side: side)
    sets.openCell(
      ClusterCell(
        gridIndex: row * area.columns + column, rect: square.rect, box: boxes.box(of: square.rect)))
    places.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    for index in members.indices {
      places.append(members[index].place)
      positions.append(Int32(index))
    }
    let isSplit = splitter.split(
      &positions, in: positions.indices, coordinates: places, limit: query.splitLimit, work: &work)
    guard isSplit else {
      for member in members { sets.append(member.id) }
      sets.closeSet(isUniqueLocation: false, coordinate: place(in: square.rect, work: &work))
      return
    }
    var first = 0
    for end in splitter.ends {
      for position in positions[first..<Int(end)] { sets.append(members[Int(position)].id) }
      sets.closeSet(isUniqueLocation: true, coordinate: corner(of: positions[first..<Int(end)]))
      first = Int(end)
    }
    assert(first == members.count, "a member has been left out")
  }

  private func place(in cell: MapRect, work: inout Work) -> Coordinate {
    guard query.placer == nil, query.method == ClusterMethod.centerOfMass else {
      return query.coordinate(
        of: positions, from: 0, to: positions.count, coordinates: places, cell: cell, work: &work)
    }
    var sum = CellAggregate.nothing
    for place in places { sum.add(place) }
    return sum.place
  }

  /// The south-western one of the places of one location, whatever their order.
  private func corner(of positions: ArraySlice<Int32>) -> Coordinate {
    var best = places[Int(positions[positions.startIndex])]
    for position in positions {
      let place = places[Int(position)]
      if (place.latitude, place.longitude) < (best.latitude, best.longitude) { best = place }
    }
    return best
  }
}
