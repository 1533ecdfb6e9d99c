internal import MapGeometry

/// The last answer of an engine, whose cells stay what they are until one of their points changes.
///
/// When the same cells are queried again, as after a pan, only new and changed ones are visited.
struct CellMemory: Sendable {
  /// Where the cells of a grid are, counted from the corner of the world without going around it.
  struct Area: Hashable {
    var firstColumn: Int
    var columns: Int
    var firstRow: Int
    var rows: Int

    /// The columns and rows that another area has as well, as offsets in this one; nil for none.
    func overlap(with other: Area) -> Area? {
      let west = max(firstColumn, other.firstColumn)
      let east = min(firstColumn + columns, other.firstColumn + other.columns)
      let north = max(firstRow, other.firstRow)
      let south = min(firstRow + rows, other.firstRow + other.rows)
      guard west < east, north < south else { return nil }
      return Area(
        firstColumn: west - firstColumn, columns: east - west, firstRow: north - firstRow,
        rows: south - north)
    }
  }

  /// The last query; nil when nothing is remembered.
  private(set) var query: ClusterQuery?
  private(set) var area = Area(firstColumn: 0, columns: 0, firstRow: 0, rows: 0)
  private(set) var sets = ClusterSets()
  /// For each cell of the grid its first set; -1 for those without points.
  private var firstSets: [Int32] = []
  /// The keys of points that came or went since.
  private(set) var changes: [UInt64] = []
  /// Beyond this number of changes all cells are visited.
  private static let mostChanges = 4_096

  /// Forgets all, so that the next query visits all cells.
  mutating func forget() {
    query = nil
    changes.removeAll(keepingCapacity: true)
  }

  var isInUse: Bool { query != nil }

  mutating func note(_ keys: inout [UInt64]) {
    defer { keys.removeAll(keepingCapacity: true) }
    guard isInUse else { return }
    guard changes.count + keys.count <= CellMemory.mostChanges else { return forget() }
    changes.append(contentsOf: keys)
  }

  /// Whether a query asks for what was answered, and nothing has changed since.
  func answers(_ query: ClusterQuery) -> Bool { self.query == query && changes.isEmpty }

  /// Whether cells of the last answer can serve another query.
  func serves(_ query: ClusterQuery) -> Bool {
    guard var last = self.query else { return false }
    last.grid = query.grid
    return last == query && self.query?.grid.cellSide == query.grid.cellSide
  }

  func sets(ofCell index: Int) -> Range<Int> {
    let first = Int(firstSets[index])
    guard first >= 0 else { return 0..<0 }
    let cell = sets[first].cell
    var end = first + 1
    while end < sets.count, sets[end].cell == cell { end += 1 }
    return first..<end
  }

  mutating func keep(_ new: ClusterSets, of query: ClusterQuery, area: Area) {
    (self.query, self.area) = (query, area)
    changes.removeAll(keepingCapacity: true)
    assert(area.columns * area.rows == query.grid.count, "an answer is not about its grid")
    sets.copy(new)
    firstSets.removeAll(keepingCapacity: true)
    firstSets.append(contentsOf: repeatElement(-1, count: query.grid.count))
    for index in sets.indices.reversed() {
      firstSets[sets.cells[sets[index].cell].gridIndex] = Int32(index)
    }
  }
}
