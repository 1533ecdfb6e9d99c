import MapGeometry

/// Finds the points of all cells of a grid in one walk through a tree.
///
/// The points, their order and the counted work equal those of a separate walk for each
/// cell. A walk always meets nodes in the same order, and a node is touched by all cells
/// that touch its box, columns times rows.
struct GridSearch: Sendable {
  /// A column or row of cells: degrees of longitude or latitude.
  struct Band: Sendable {
    /// The index among the columns or rows of the grid.
    let index: Int
    /// The index of the column or row in the world, for exact edges.
    let worldIndex: Int
    /// Its western or northern edge, in map points.
    let edge: Double
    /// The degrees between its edges.
    let degrees: Interval
    /// The interval outside which no point belongs to the cells.
    let outer: Interval
    /// The interval inside which every point belongs to the cells.
    let inner: Interval

    /// The margin around the edges of a cell in which the map point decides, in degrees.
    ///
    /// Rounding is a thousandth of it.
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

  /// The degrees from one edge to the other, both included.
  ///
  /// A narrow cell has no interval that is certainly inside.
  struct Interval: Sendable {
    let min: Double
    let max: Double

    func contains(_ degrees: Double) -> Bool { degrees >= min && degrees <= max }
    func contains(from low: Double, to high: Double) -> Bool { min <= low && max >= high }
  }

  /// A node, and the columns and rows some of which touch it.
  private struct Stop: Sendable {
    var node: Int
    var columns: Range<Int>
    var rows: Range<Int>
  }

  /// The columns and rows of the search.
  private struct Cells: Sendable {
    /// From west to east.
    var columns: [Band] = []
    /// From south to north.
    var rows: [Band] = []
    var gridColumns = 0
    /// The geometry of cells with exact edges; nil when the boxes of the cells decide.
    var world: (columns: Int, side: Double)?

    var areSorted: Bool {
      [columns, rows].allSatisfy { bands in
        zip(bands, bands.dropFirst()).allSatisfy {
          $0.degrees.min <= $1.degrees.min && $0.degrees.max <= $1.degrees.max
        }
      }
    }

    /// A node with the columns and rows that touch it; nil for none.
    func stop(at node: Int, _ box: CoordinateBox, among above: Stop) -> Stop? {
      let (columns, rows) = (columns.span, rows.span)
      var (west, east) = (above.columns.lowerBound, above.columns.upperBound)
      while west < east, columns[west].outer.max < box.minLongitude { west += 1 }
      while west < east, columns[east - 1].outer.min > box.maxLongitude { east -= 1 }
      guard west < east else { return nil }
      var (south, north) = (above.rows.lowerBound, above.rows.upperBound)
      while south < north, rows[south].outer.max < box.minLatitude { south += 1 }
      while south < north, rows[north - 1].outer.min > box.maxLatitude { north -= 1 }
      guard south < north else { return nil }
      return Stop(node: node, columns: west..<east, rows: south..<north)
    }

    /// The only cell that touches a node, if the node lies completely inside it.
    func onlyCell(of stop: Stop, around box: CoordinateBox) -> Int? {
      guard stop.columns.count == 1, stop.rows.count == 1 else { return nil }
      let column = columns[stop.columns.lowerBound]
      let row = rows[stop.rows.lowerBound]
      guard column.inner.contains(from: box.minLongitude, to: box.maxLongitude),
        row.inner.contains(from: box.minLatitude, to: box.maxLatitude)
      else { return nil }
      return row.index * gridColumns + column.index
    }

    /// Finds the points of a bucket in the cells that touch it.
    func find(
      _ bucket: Range<Int>, of places: Span<Coordinate>, in stop: Stop,
      into findings: inout Findings
    ) {
      var slot = bucket.lowerBound
      while slot < bucket.upperBound {
        slot = Cells.findInside(
          slot..<bucket.upperBound, of: places, columns.span.extracting(stop.columns),
          rows.span.extracting(stop.rows), gridColumns, into: &findings.runs)
        guard slot < bucket.upperBound else { return }
        findAtEdges(slot, at: places[slot], in: stop, into: &findings)
        slot += 1
      }
    }

    /// Finds consecutive points that certainly lie in one cell; nearly all do.
    private static func findInside(
      _ slots: Range<Int>, of places: Span<Coordinate>, _ columns: Span<Band>, _ rows: Span<Band>,
      _ gridColumns: Int, into runs: inout [Findings.Run]
    ) -> Int {
      assert(!columns.isEmpty && !rows.isEmpty, "a node that touches no cell was visited")
      let (lastColumn, lastRow) = (columns.count - 1, rows.count - 1)
      // Points of a large node mostly lie beside the grid, which is small.
      let (west, east) = (columns[0].outer.min, columns[lastColumn].outer.max)
      let (south, north) = (rows[0].outer.min, rows[lastRow].outer.max)
      var atEdge = slots.upperBound
      runs.append(addingCapacity: slots.count) { runs in
        for slot in slots {
          let place = places[slot]
          guard place.longitude >= west, place.longitude <= east, place.latitude >= south,
            place.latitude <= north
          else { continue }
          var row = 0
          while row < lastRow, rows[row].outer.max < place.latitude { row += 1 }
          var column = 0
          while column < lastColumn, columns[column].outer.max < place.longitude { column += 1 }
          // Rows share their edges, and beyond a pole they lie on each other.
          guard rows[row].inner.contains(place.latitude),
            columns[column].inner.contains(place.longitude),
            row == lastRow || rows[row + 1].outer.min > place.latitude,
            column == lastColumn || columns[column + 1].outer.min > place.longitude
          else {
            atEdge = slot
            return
          }
          let cell = rows[row].index &* gridColumns &+ columns[column].index
          runs.append(
            Findings.Run(
              slot: Int32(truncatingIfNeeded: slot), count: 1,
              cell: Int32(truncatingIfNeeded: cell)))
        }
      }
      return atEdge
    }

    private func findAtEdges(
      _ slot: Int, at place: Coordinate, in stop: Stop, into findings: inout Findings
    ) {
      for row in rows[stop.rows] where row.outer.contains(place.latitude) {
        for column in columns[stop.columns] where column.outer.contains(place.longitude) {
          let isInside =
            row.inner.contains(place.latitude) && column.inner.contains(place.longitude)
          guard isInside || holds(place, column, row) else { continue }
          let cell = row.index * gridColumns + column.index
          findings.runs.append(
            Findings.Run(slot: Int32(slot), count: 1, cell: Int32(cell)))
        }
      }
    }

    /// Whether a point on the edge of a cell belongs to it.
    private func holds(_ place: Coordinate, _ column: Band, _ row: Band) -> Bool {
      guard let world else { return false }
      return WorldSquare(
        column: column.worldIndex, row: row.worldIndex, columns: world.columns, side: world.side
      ).holds(place)
    }
  }

  /// The points found by a search.
  private struct Findings: Sendable {
    /// Consecutive points of a bucket that were found in one cell.
    struct Run: Sendable {
      let slot: Int32
      let count: Int32
      let cell: Int32
    }

    /// The runs in the order of the walk.
    var runs: [Run] = []

    /// Appends the points of a node and of all nodes below it, and returns the numbers of nodes
    /// and points.
    mutating func append(
      all root: Int, of tree: borrowing QuadTree, in cell: Int
    ) -> (visited: Int64, touched: Int64) {
      var (visited, touched): (Int64, Int64) = (0, 0)
      tree.visitAll(below: root) { node in
        if node.firstChild >= 0 { visited += 4 }
        guard node.count > 0 else { return }
        touched += Int64(node.count)
        runs.append(Run(slot: node.bucket, count: node.count, cell: Int32(cell)))
      }
      return (visited, touched)
    }

    /// Appends the points to a list, grouped by cell, and records the end of each cell.
    func deal(_ ids: [Int32], to result: inout [Int32], ends list: inout [Int32]) {
      let (runs, ids) = (runs.span, ids.span)
      var ends = list.mutableSpan
      for index in runs.indices { ends[Int(runs[index].cell)] += runs[index].count }
      var end = Int32(result.count)
      for cell in ends.indices {
        let count = ends[cell]
        ends[cell] = end
        end += count
      }
      assert(Int(end) >= result.count, "cells with fewer than no points")
      result.append(contentsOf: repeatElement(0, count: Int(end) - result.count))
      var result = result.mutableSpan
      for index in runs.indices {
        let run = runs[index]
        let end = Int(ends[Int(run.cell)])
        result[end] = ids[Int(run.slot)]
        for offset in 1..<Int(run.count) {
          result[end &+ offset] = ids[Int(run.slot) &+ offset]
        }
        ends[Int(run.cell)] = Int32(truncatingIfNeeded: end) &+ run.count
      }
    }
  }

  private var cells = Cells()
  private var stops: [Stop] = []
  private var findings = Findings()
  /// The end of each cell's points.
  private var ends: [Int32] = []
  /// The columns in the order of the grid.
  private var inOrder: [Int] = []

  /// The number of cells.
  var cellCount: Int { cells.columns.count * cells.rows.count }

  /// Begins with a grid, whose columns and rows follow.
  mutating func begin(_ grid: ClusterGrid, exact world: (columns: Int, side: Double)?) {
    cells.columns.removeAll(keepingCapacity: true)
    cells.rows.removeAll(keepingCapacity: true)
    cells.gridColumns = grid.columns
    cells.world = world
    findings.runs.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    ends.append(contentsOf: repeatElement(0, count: grid.count))
  }

  /// Adds a column of the grid, from the first to the last.
  mutating func append(column: Band) { cells.columns.append(column) }
  /// Adds a row of the grid, from the first to the last.
  mutating func append(row: Band) { cells.rows.append(row) }

  /// Finds the points of all cells and appends them to a list, cell by cell.
  ///
  /// - Complexity: O(nodes and points that touch the grid).
  mutating func find(
    in tree: borrowing QuadTree, into result: inout [Int32], work: inout Work
  ) {
    // A grid across the date line comes back in the west.
    cells.columns.sort { ($0.degrees.min, $0.degrees.max) < ($1.degrees.min, $1.degrees.max) }
    inOrder.removeAll(keepingCapacity: true)
    inOrder.append(contentsOf: cells.columns.indices)
    inOrder.sort { cells.columns[$0].index < cells.columns[$1].index }
    cells.rows.reverse()
    assert(cells.areSorted, "a grid is no grid")
    work.nodesVisited += Int64(cellCount)
    assert(stops.isEmpty, "a search ended before it had seen all")
    let all = Stop(node: 0, columns: cells.columns.indices, rows: cells.rows.indices)
    push(0, among: all, of: tree)
    while let stop = stops.popLast() {
      if let cell = cells.onlyCell(of: stop, around: tree.nodes[stop.node].box) {
        let (visited, touched) = findings.append(all: stop.node, of: tree, in: cell)
        work.nodesVisited += visited
        work.pointsTouched += touched
      } else {
        visit(stop, of: tree, work: &work)
      }
    }
    findings.deal(tree.ids, to: &result, ends: &ends)
  }

  /// Pushes a node, unless none of the columns and rows touches it.
  private mutating func push(_ node: Int, among above: Stop, of tree: borrowing QuadTree) {
    if let stop = cells.stop(at: node, tree.nodes[node].box, among: above) { stops.append(stop) }
  }

  /// Finds the points of a node, and pushes its children.
  private mutating func visit(_ stop: Stop, of tree: borrowing QuadTree, work: inout Work) {
    let node = tree.nodes[stop.node]
    let touching = Int64(stop.columns.count * stop.rows.count)
    work.pointsTouched += touching * Int64(node.count)
    let bucket = Int(node.bucket)..<Int(node.bucket) + Int(node.count)
    cells.find(bucket, of: tree.places.span, in: stop, into: &findings)
    guard node.firstChild >= 0 else { return }
    work.nodesVisited += 4 * touching
    for child in (0..<4).reversed() {
      push(Int(node.firstChild) + child, among: stop, of: tree)
    }
  }

  /// Visits the nonempty cells in the order of the grid, with their column, their row and the
  /// range of their points in a list that was empty before.
  func forEachCell(_ look: (_ column: Band, _ row: Band, _ members: Range<Int>) -> Void) {
    var from = 0
    for row in cells.rows.reversed() {
      for column in inOrder {
        let end = Int(ends[row.index * cells.gridColumns + cells.columns[column].index])
        guard end > from else { continue }
        look(cells.columns[column], row, from..<end)
        from = end
      }
    }
  }
}
