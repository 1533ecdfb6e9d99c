internal import MapGeometry

/// The buffers of a walk over the cells of a grid, kept from one to the next.
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

  /// Visits the quarters of a square.
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
    if !node.isLeaf {
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

  /// Visits the points of a leaf at a corner of cells.
  private func scan(
    _ node: CellAggregate, _ range: GridWalk.CellRange, _ walk: GridWalk,
    _ cells: inout MutableSpan<CellAggregate>
  ) {
    let columns = Int32(truncatingIfNeeded: walk.columns.count)
    let rows = Int32(truncatingIfNeeded: walk.rows.count)
    eachPoint(of: node) { place, badge in
      let column = walk.columns.cell(of: place, badge, from: range.minColumn, to: range.maxColumn)
      let row = walk.rows.cell(of: place, badge, from: range.minRow, to: range.maxRow)
      guard column >= 0, row >= 0, column < columns, row < rows else { return }
      cells[Int(row &* columns &+ column)].add(place)
    }
  }
}

struct CellMember {
  var id: Int32
  var place: Coordinate
}

private struct MemberFrame {
  var node: CellAggregate
  var level: Int32
  var x: UInt32
  var y: UInt32
}

extension AggregateQuadtree {
  /// Appends the points of one cell in the order of keys, in O(points of the cell and of leaves
  /// that its edges cut).
  func members(
    of cell: GridCells, walk: inout GridWalk, into result: inout [CellMember], work: inout Work
  ) {
    precondition(cell.columns == 1 && cell.rows == 1, "one cell at a time")
    walk.set(cell)
    walk.stack.removeAll(keepingCapacity: true)
    var stack: [MemberFrame] = [MemberFrame(node: root, level: 0, x: 0, y: 0)]
    while let frame = stack.popLast() {
      let node = frame.node
      guard node.count > 0 else { continue }
      work.nodesVisited += 1
      let side = Int64(1) << Int64(32 - frame.level)
      let x = Int64(frame.x) * side
      let y = Int64(frame.y) * side
      let columns = walk.columns.overlap(x, x + side)
      let rows = walk.rows.overlap(y, y + side)
      guard columns != .outside, rows != .outside else { continue }
      if node.isLeaf {
        let isWhole = columns == .inside && rows == .inside
        work.pointsTouched += Int64(node.count)
        eachPoint(of: node) { place, badge in
          guard isWhole || walk.isInside(place, badge) else { return }
          result.append(CellMember(id: badge.id, place: place))
        }
      } else {
        for quarter in (0..<4).reversed() {
          stack.append(
            MemberFrame(
              node: nodes[Int(node.tag) + quarter], level: frame.level + 1,
              x: frame.x * 2 + UInt32(quarter & 1), y: frame.y * 2 + UInt32(quarter >> 1)))
        }
      }
    }
  }
}

extension AggregateQuadtree {
  /// Visits the points of a leaf, then its pending ones.
  @inline(__always)
  private func eachPoint(
    of leaf: CellAggregate, _ body: (Coordinate, PointPieces.Badge) -> Void
  ) {
    let stretch = stretch(of: leaf)
    let more = points.more.span
    let places = stretch.isInFirst ? points.first.places.span : more[stretch.piece].places.span
    let badges = stretch.isInFirst ? points.first.badges.span : more[stretch.piece].badges.span
    for slot in stretch.slots { body(places[slot], badges[slot]) }
    eachPending(of: leaf) { body($0.point.place, PointPieces.Badge(of: $0.point, id: $0.id)) }
  }
}

extension GridWalk {
  /// Whether a point lies in the only cell.
  func isInside(_ place: Coordinate, _ badge: PointPieces.Badge) -> Bool {
    columns.cell(of: place, badge, from: -1, to: 1) == 0
      && rows.cell(of: place, badge, from: -1, to: 1) == 0
  }
}

extension GridAxis {
  enum Overlap { case outside, cut, inside }

  /// How a stretch of units overlaps the only cell.
  func overlap(_ start: Int64, _ end: Int64) -> Overlap {
    if end <= cut[0] || start >= beyond[1] { return .outside }
    return start >= beyond[0] && end <= cut[1] ? .inside : .cut
  }
}

/// An edge between two cells that cuts a square in two.
struct GridEdge {
  /// The unit in which the edge lies, and the first one beyond it.
  let cut: Int64
  let beyond: Int64
  let direction: GridAxis.Direction
  let positionCut: UInt64
  let positionBeyond: UInt64
  /// The offset to the next quarter in the direction of the axis.
  let far: Int
  /// The offset to the neighboring quarter along the edge.
  let beside: Int

  @inline(__always) init(_ number: Int32, of axis: GridAxis) {
    let number = Int(number)
    cut = axis.cut[number]
    beyond = axis.beyond[number]
    direction = axis.direction
    positionCut = axis.positionCut[number]
    positionBeyond = axis.positionBeyond[number]
    far = direction == .east ? 1 : 2
    beside = 3 - far
  }
}

/// The sum of the points beyond an edge.
struct SumBeyond {
  var units = SIMD2<Int64>.zero
  var count: Int32 = 0
  /// Whether the edge cuts the unit of a point, so that only its map point decides the side.
  var isDoubtful = false
  var nodesVisited: Int64 = 0
  var pointsTouched: Int64 = 0

  @inline(__always) mutating func add(_ node: CellAggregate) {
    units &+= SIMD2(node.latitude, node.longitude)
    count &+= node.count
  }

  @inline(__always) var sum: CellAggregate {
    CellAggregate(latitude: units[0], longitude: units[1], count: count, tag: 0)
  }
}

extension AggregateQuadtree {
  /// Adds the points beyond an edge in a square that it cuts and that begins at a position in the
  /// direction of the axis, in units.
  ///
  /// The points before it are the rest of the square, so half of the quarters are never visited.
  func addBeyond(
    _ edge: GridEdge, _ node: CellAggregate, level: UInt32, position: UInt32,
    to sum: inout SumBeyond
  ) {
    guard node.count > 0 else { return }
    guard !node.isLeaf else { return scan(node, beyond: edge, to: &sum) }
    let half = UInt32(1) << (31 &- level)
    let middle = position | half
    let group = Int(node.tag)
    sum.nodesVisited &+= 4
    if edge.beyond <= Int64(middle) {
      sum.add(nodes[group &+ edge.far])
      sum.add(nodes[group &+ 3])
      guard edge.cut < Int64(middle) else { return }
      addBeyond(edge, nodes[group], level: level &+ 1, position: position, to: &sum)
      addBeyond(edge, nodes[group &+ edge.beside], level: level &+ 1, position: position, to: &sum)
    } else {
      addBeyond(edge, nodes[group &+ edge.far], level: level &+ 1, position: middle, to: &sum)
      addBeyond(edge, nodes[group &+ 3], level: level &+ 1, position: middle, to: &sum)
    }
  }

  @inline(__always)
  private func scan(_ leaf: CellAggregate, beyond edge: GridEdge, to sum: inout SumBeyond) {
    sum.pointsTouched &+= Int64(leaf.count)
    let stretch = stretch(of: leaf)
    let more = points.more.span
    let all = stretch.isInFirst ? points.first.places.span : more[stretch.piece].places.span
    let places = all.extracting(stretch.slots)
    // A loop for each direction: to the east no badge is read.
    switch edge.direction {
    case .east:
      AggregateQuadtree.add(places, beyond: edge, to: &sum) { slot in
        GridAxis.Direction.east.position(of: places[slot], PointPieces.Badge(y: 0, id: 0))
      }
    case .south:
      let all = stretch.isInFirst ? points.first.badges.span : more[stretch.piece].badges.span
      let badges = all.extracting(stretch.slots)
      AggregateQuadtree.add(places, beyond: edge, to: &sum) { slot in
        GridAxis.Direction.south.position(of: places[slot], badges[slot])
      }
    }
    if hasPending(leaf) { scan(pendingOf: leaf, beyond: edge, to: &sum) }
  }

  /// Adds those of some places that are beyond an edge by their positions.
  @inline(__always)
  private static func add(
    _ places: Span<Coordinate>, beyond edge: GridEdge, to sum: inout SumBeyond,
    position: (Int) -> UInt64
  ) {
    var units = SIMD2<Int64>.zero
    var beyond: Int64 = 0
    var atCut: Int64 = 0
    for slot in places.indices {
      let position = position(slot)
      let isBeyond: Int64 = position >= edge.positionBeyond ? 1 : 0
      units &+= CellAggregate.shiftedUnits(of: places[slot]) & SIMD2(repeating: 0 &- isBeyond)
      beyond &+= isBeyond
      atCut &+= position >= edge.positionCut ? 1 : 0
    }
    sum.units &+= units &- SIMD2(repeating: CellAggregate.unitShift &* beyond)
    sum.count &+= Int32(truncatingIfNeeded: beyond)
    // Points in the unit of the edge are on either side of it; only their map points decide.
    sum.isDoubtful = sum.isDoubtful || atCut != beyond
  }

  @inline(never)
  private func scan(pendingOf leaf: CellAggregate, beyond edge: GridEdge, to sum: inout SumBeyond) {
    eachPending(of: leaf) { item in
      let position = edge.direction.position(
        of: item.point.place, PointPieces.Badge(of: item.point, id: item.id))
      if position >= edge.positionBeyond {
        sum.add(CellAggregate(of: item.point.place))
      } else if position >= edge.positionCut {
        sum.isDoubtful = true
      }
    }
  }
}
