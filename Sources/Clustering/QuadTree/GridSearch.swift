import MapGeometry

/// Finds the points of all cells of a grid in one walk through a tree.
///
/// What is found, in which order and how much work it counts as is what a walk for each cell gives,
/// one after the other: a walk meets nodes in the same order, whatever it looks for, and a node is
/// touched by as many cells as touch its box, columns times rows.
struct GridSearch: Sendable {
  /// A column or row of cells: degrees of longitude or latitude.
  struct Band: Sendable {
    /// Its place among the columns or rows of the grid.
    let index: Int
    /// The column or row of the world, for exact edges.
    let worldIndex: Int
    /// Its western or northern edge, in map points.
    let edge: Double
    /// The degrees between its edges.
    let degrees: Interval
    /// No point outside belongs to its cells.
    let outer: Interval
    /// Every point inside belongs to them.
    let inner: Interval

    /// Degrees around the edges of a cell in which the map point decides; rounding is a thousandth
    /// of it.
    private static let slack = 1e-9

    /// Makes a band; cells with exact edges are decided by degrees only beyond some slack.
    init(index: Int, worldIndex: Int, edge: Double, degrees: Interval, isExact: Bool) {
      (self.index, self.worldIndex, self.edge) = (index, worldIndex, edge)
      let slack = isExact ? Band.slack : 0
      self.degrees = degrees
      outer = Interval(min: degrees.min - slack, max: degrees.max + slack)
      inner = Interval(min: degrees.min + slack, max: degrees.max - slack)
    }
  }

  /// Degrees from one edge to the other, both of which belong to it; of a narrow cell none is sure
  /// to be inside.
  struct Interval: Sendable {
    let min: Double
    let max: Double

    func contains(_ degrees: Double) -> Bool { degrees >= min && degrees <= max }
    func contains(from low: Double, to high: Double) -> Bool { min <= low && max >= high }
  }

  /// A node, and the columns and rows of which some touch it.
  private struct Stop: Sendable {
    var node: Int
    var columns: Range<Int>
    var rows: Range<Int>
  }

  /// The columns from west to east.
  private var columns: [Band] = []
  /// The rows from south to north.
  private var rows: [Band] = []
  private var gridColumns = 0
  /// Cells with exact edges; nil when those of their boxes count.
  private var world: (columns: Int, side: Double)?

  private var stops: [Stop] = []
  /// A point that was found in a cell.
  private struct Finding: Sendable {
    let id: Int32
    let cell: Int32
  }

  /// In the order of the walk.
  private var findings: [Finding] = []
  /// For each cell of the grid where its points end, once they are sorted.
  private var ends: [Int32] = []
  /// The columns in the order of the grid.
  private var inOrder: [Int] = []

  /// The number of cells.
  var cellCount: Int { columns.count * rows.count }

  /// Begins with a grid, whose columns and rows follow.
  mutating func begin(_ grid: ClusterGrid, exact world: (columns: Int, side: Double)?) {
    columns.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    gridColumns = grid.columns
    self.world = world
    ends.removeAll(keepingCapacity: true)
    ends.append(contentsOf: repeatElement(0, count: grid.count))
  }

  /// Adds a column of the grid, from the first to the last.
  mutating func append(column: Band) { columns.append(column) }
  /// Adds a row of the grid, from the first to the last.
  mutating func append(row: Band) { rows.append(row) }

  /// Finds the points of all cells and appends them to a list, cell by cell.
  ///
  /// - Complexity: O(nodes and points that touch the grid).
  mutating func find(
    in tree: borrowing QuadTree, into result: inout [Int32], work: inout Work
  ) {
    findings.removeAll(keepingCapacity: true)
    // A grid across the date line comes back in the west.
    columns.sort { ($0.degrees.min, $0.degrees.max) < ($1.degrees.min, $1.degrees.max) }
    inOrder.removeAll(keepingCapacity: true)
    inOrder.append(contentsOf: columns.indices)
    inOrder.sort { columns[$0].index < columns[$1].index }
    rows.reverse()
    assert(GridSearch.areSorted(columns) && GridSearch.areSorted(rows), "a grid is no grid")
    work.nodesVisited += Int64(cellCount)
    assert(stops.isEmpty, "a search ended before it had seen all")
    push(0, Stop(node: 0, columns: columns.indices, rows: rows.indices), of: tree)
    while let stop = stops.popLast() {
      if let cell = onlyCell(of: stop, around: tree.nodes[stop.node].box) {
        takeAll(of: cell, below: stop.node, of: tree, work: &work)
      } else {
        visit(stop, of: tree, work: &work)
      }
    }
    sort(into: &result)
  }

  private static func areSorted(_ bands: [Band]) -> Bool {
    zip(bands, bands.dropFirst()).allSatisfy {
      $0.degrees.min <= $1.degrees.min && $0.degrees.max <= $1.degrees.max
    }
  }

  /// Notes a node for later, unless none of some columns and rows touches it.
  private mutating func push(_ node: Int, _ above: Stop, of tree: borrowing QuadTree) {
    let box = tree.nodes[node].box
    var (west, east) = (above.columns.lowerBound, above.columns.upperBound)
    while west < east, columns[west].outer.max < box.minLongitude { west += 1 }
    while west < east, columns[east - 1].outer.min > box.maxLongitude { east -= 1 }
    guard west < east else { return }
    var (south, north) = (above.rows.lowerBound, above.rows.upperBound)
    while south < north, rows[south].outer.max < box.minLatitude { south += 1 }
    while south < north, rows[north - 1].outer.min > box.maxLatitude { north -= 1 }
    guard south < north else { return }
    stops.append(Stop(node: node, columns: west..<east, rows: south..<north))
  }

  private func cell(_ column: Int, _ row: Int) -> Int {
    rows[row].index * gridColumns + columns[column].index
  }

  /// The cell in which a node lies as a whole and that alone touches it.
  private func onlyCell(of stop: Stop, around box: CoordinateBox) -> Int? {
    guard stop.columns.count == 1, stop.rows.count == 1 else { return nil }
    let column = columns[stop.columns.lowerBound].inner
    let row = rows[stop.rows.lowerBound].inner
    guard column.contains(from: box.minLongitude, to: box.maxLongitude),
      row.contains(from: box.minLatitude, to: box.maxLatitude)
    else { return nil }
    return cell(stop.columns.lowerBound, stop.rows.lowerBound)
  }

  /// Finds the points of a node, and notes its children.
  private mutating func visit(_ stop: Stop, of tree: borrowing QuadTree, work: inout Work) {
    let node = tree.nodes[stop.node]
    let touching = Int64(stop.columns.count * stop.rows.count)
    work.pointsTouched += touching * Int64(node.count)
    // Points of a large node mostly lie beside the grid, which is small.
    let (west, east) = (
      columns[stop.columns.lowerBound].outer, columns[stop.columns.upperBound - 1].outer
    )
    let (south, north) = (rows[stop.rows.lowerBound].outer, rows[stop.rows.upperBound - 1].outer)
    for slot in Int(node.bucket)..<Int(node.bucket) + Int(node.count) {
      let place = tree.places[slot]
      guard place.longitude >= west.min, place.longitude <= east.max, place.latitude >= south.min,
        place.latitude <= north.max
      else { continue }
      find(tree.ids[slot], at: place, in: stop)
    }
    guard node.firstChild >= 0 else { return }
    work.nodesVisited += 4 * touching
    for child in (0..<4).reversed() { push(Int(node.firstChild) + child, stop, of: tree) }
  }

  /// Notes each of some cells that has a point.
  private mutating func find(_ id: Int32, at place: Coordinate, in stop: Stop) {
    for row in stop.rows where rows[row].outer.contains(place.latitude) {
      let isInRow = rows[row].inner.contains(place.latitude)
      for column in stop.columns where columns[column].outer.contains(place.longitude) {
        let isInside = isInRow && columns[column].inner.contains(place.longitude)
        if isInside || holds(place, column, row) { take(id, into: cell(column, row)) }
      }
    }
  }

  /// Whether a point on the edge of a cell belongs to it.
  private func holds(_ place: Coordinate, _ column: Int, _ row: Int) -> Bool {
    guard let world else { return false }
    return WorldSquare(
      column: columns[column].worldIndex, row: rows[row].worldIndex, columns: world.columns,
      side: world.side
    ).holds(place)
  }

  private mutating func take(_ id: Int32, into cell: Int) {
    assert(cell >= 0 && cell < ends.count, "cell \(cell) is none of the grid")
    findings.append(Finding(id: id, cell: Int32(cell)))
  }

  /// Takes the points of a node and of all below it into one cell.
  private mutating func takeAll(
    of cell: Int, below root: Int, of tree: borrowing QuadTree, work: inout Work
  ) {
    var (visited, touched): (Int64, Int64) = (0, 0)
    let ids = tree.ids.span
    tree.visitAll(below: root) { node in
      if node.firstChild >= 0 { visited += 4 }
      touched += Int64(node.count)
      findings.append(addingCapacity: Int(node.count)) { found in
        for slot in Int(node.bucket)..<Int(node.bucket) + Int(node.count) {
          found.append(Finding(id: ids[slot], cell: Int32(cell)))
        }
      }
    }
    work.nodesVisited += visited
    work.pointsTouched += touched
  }

  /// Appends what was found to a list, cell by cell, and notes where each ends.
  private mutating func sort(into result: inout [Int32]) {
    let start = result.count
    result.append(contentsOf: repeatElement(0, count: findings.count))
    GridSearch.deal(findings, from: start, to: &result, ends: &ends)
  }

  /// Puts each finding where its cell goes on.
  private static func deal(
    _ findings: [Finding], from start: Int, to result: inout [Int32], ends: inout [Int32]
  ) {
    let findings = findings.span
    var result = result.mutableSpan
    var ends = ends.mutableSpan
    for index in findings.indices { ends[Int(findings[index].cell)] += 1 }
    var end = Int32(start)
    for cell in ends.indices {
      let count = ends[cell]
      ends[cell] = end
      end += count
    }
    for index in findings.indices {
      let cell = Int(findings[index].cell)
      result[Int(ends[cell])] = findings[index].id
      ends[cell] += 1
    }
  }

  /// Visits the cells that have points, in the order of the grid, with their column, their row and
  /// the range of their points in a list that held nothing else.
  func forEachCell(_ look: (_ column: Band, _ row: Band, _ members: Range<Int>) -> Void) {
    var from = 0
    for row in rows.reversed() {
      for column in inOrder {
        let end = Int(ends[row.index * gridColumns + columns[column].index])
        guard end > from else { continue }
        look(columns[column], row, from..<end)
        from = end
      }
    }
  }
}
