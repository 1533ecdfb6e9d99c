public import MapGeometry

/// CCHMapClusterController's engine: a tree of all points, queried cell by cell.
///
/// It is the oracle for the others, so flaws that are not fixed are kept: nothing is found left of
/// x = 0, a grid wider than the world finds points twice, and so does an edge between two cells.
public struct ReferenceEngine: ClusterEngine {
  /// The name by which scenarios and reports know the engine.
  public let name = "reference"
  /// The fixes; only those of the engine matter here.
  public let fixes: ClusterFixes
  private var tree: QuadTree
  /// The coordinate of each point at the time it was taken, by number.
  private var coordinates: [Coordinate] = []
  private var isMember: [Bool] = []
  private var splitter = LocationSplitter()
  /// The last level of the tree with shared leaves: 170 / 2^24 degrees, 1.1 m, less than any cell.
  static let lastSharedLevel = 24

  /// Makes an engine without points; by default nothing is fixed.
  public init(fixes: ClusterFixes = .none) {
    self.fixes = fixes
    tree = QuadTree(
      lastLevel: fixes.sharesLeaves ? ReferenceEngine.lastSharedLevel : .max,
      findsByIdentity: fixes.findsByIdentity)
  }

  /// The number of points that it holds.
  public var count: Int { tree.count }

  /// Whether it holds the point with a number.
  public func contains(_ id: Int32) -> Bool {
    id >= 0 && Int(id) < isMember.count && isMember[Int(id)]
  }

  /// The coordinate of a point that it holds, as it was added; otherwise nil.
  ///
  /// With fixes it is where the index keeps the point: latitudes beyond 85 degrees at 85, and 180
  /// degrees east at 180 degrees west.
  public func coordinate(of id: Int32) -> Coordinate? { contains(id) ? coordinates[Int(id)] : nil }

  /// Adds points that it does not hold yet and that lie inside the bounds of the tree.
  ///
  /// - Precondition: As many coordinates as ids, and no id is negative.
  /// - Complexity: O(log n) for each point; memory for the largest id. Many points at one place
  ///   take quadratic time unless leaves are shared.
  public mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    precondition(ids.count == coordinates.count, "each point needs a coordinate")
    guard let largest = ids.max(), let smallest = ids.min() else { return 0 }
    precondition(smallest >= 0, "point \(smallest) must not be negative")
    reserve(for: Int(largest))
    var taken = 0
    var from = 0
    while from < ids.count {
      let to = min(from + QuadTreeBatch.size, ids.count)
      for index in from..<to {
        let id = Int(ids[index])
        guard !isMember[id] else { continue }
        let place = indexed(coordinates[index])
        guard tree.bounds.contains(place) else {
          work.nodesVisited += 1
          continue
        }
        self.coordinates[id] = place
        isMember[id] = true
        taken += 1
        tree.batch.points.append(QuadTreeBatch.Point(coordinate: place, id: ids[index]))
      }
      tree.insertBatch(work: &work)
      from = to
    }
    return taken
  }

  /// Removes points where they are said to be, or wherever they are when they are found by
  /// identity; a point that the tree does not find stays.
  ///
  /// - Complexity: O(log n) for each point; O(1) by identity.
  public mutating func remove(
    _ ids: [Int32], at coordinates: [Coordinate], work: inout Work
  ) -> Int {
    precondition(ids.count == coordinates.count, "each point needs a coordinate")
    var dropped = 0
    for index in ids.indices where contains(ids[index]) {
      let isDropped =
        fixes.findsByIdentity
        ? tree.remove(ids[index], work: &work)
        : tree.remove(ids[index], at: indexed(coordinates[index]), work: &work)
      guard isDropped else { continue }
      isMember[Int(ids[index])] = false
      dropped += 1
    }
    return dropped
  }

  /// Moves points: removes them and adds them again.
  ///
  /// Without the fix `movesPoints` it looks for
  /// them at their new place, and keeps those that it does not find there.
  public mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int {
    precondition(ids.count == coordinates.count, "each point needs a coordinate")
    let kept =
      fixes.movesPoints ? zip(ids, coordinates).map { coordinate(of: $0) ?? $1 } : coordinates
    _ = remove(ids, at: kept, work: &work)
    assert(!fixes.movesPoints || !ids.contains { contains($0) }, "a point is not where it is kept")
    return add(ids, at: coordinates, work: &work)
  }

  /// Replaces an earlier answer with the sets of all cells of a grid.
  ///
  /// Allocates nothing once the buffers have grown.
  ///
  /// - Precondition: With a fix of cells the grid is aligned to the corner of the world and its
  ///   cells divide the world.
  /// - Complexity: O(nodes and points that touch each cell).
  public mutating func clusters(
    _ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work
  ) {
    find(query, into: &sets, work: &work)
    locate(&sets, query: query, work: &work)
  }

  /// Gives the sets of several locations their places, in O(members of these sets).
  public mutating func locate(_ sets: inout ClusterSets, query: ClusterQuery, work: inout Work) {
    for index in sets.indices {
      let set = sets[index]
      guard !set.isUniqueLocation else { continue }
      let place = query.coordinate(
        of: sets.members, from: set.memberRange.lowerBound, to: set.memberRange.upperBound,
        coordinates: coordinates, cell: sets.cells[set.cell].rect, work: &work)
      sets.put(index, at: place)
    }
  }

  /// Finds the sets of all cells; those of several locations have no place yet.
  public mutating func find(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work) {
    sets.removeAll(keepingCapacity: true)
    guard query.grid.count > 0 else { return }
    if fixes.wrapsWestward || fixes.visitsCellsOnce || fixes.keepsPointsInOneCell {
      findInWorldCells(query, into: &sets, work: &work)
    } else {
      findInGridCells(query, into: &sets, work: &work)
    }
  }

  /// The cells as the library makes them.
  private mutating func findInGridCells(
    _ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work
  ) {
    var boxes = RowBoxes()
    var gridIndex = 0
    for cell in query.grid.cells {
      let box = boxes.box(of: cell)
      find(
        CellCut(box), in: ClusterCell(gridIndex: gridIndex, rect: cell, box: box), query: query,
        sets: &sets, work: &work)
      gridIndex += 1
    }
    assert(gridIndex == query.grid.count, "the grid delivered another number of cells")
    work.cellsVisited += Int64(gridIndex)
  }

  /// The cells as columns of the world.
  private mutating func findInWorldCells(
    _ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work
  ) {
    let grid = query.grid
    let side = grid.cellSide
    let columns = WorldColumns(grid: grid, fixes: fixes)
    var boxes = RowBoxes()
    var y = grid.rect.minY
    for row in 0..<grid.rows {
      let worldRow = columns.firstRow + row
      let north = fixes.keepsPointsInOneCell ? Double(worldRow) * side : y
      var x = grid.rect.minX
      for column in 0..<grid.columns {
        defer { x += side }
        guard !columns.isLeftOut(gridColumn: column) else { continue }
        work.cellsVisited += 1
        let square = WorldSquare(
          column: columns.worldColumn(ofGridColumn: column), row: worldRow, columns: columns.count,
          side: side)
        let west =
          fixes.keepsPointsInOneCell ? square.rect.minX : columns.inWorld(x, ofGridColumn: column)
        let rect = MapRect(x: west, y: north, width: side, height: side)
        let box = boxes.box(of: rect)
        let cell = ClusterCell(gridIndex: row * grid.columns + column, rect: rect, box: box)
        let cut = fixes.keepsPointsInOneCell ? CellCut(square, box: box) : CellCut(box)
        find(cut, in: cell, query: query, sets: &sets, work: &work)
      }
      y += side
    }
  }

  private mutating func find(
    _ cut: CellCut, in cell: ClusterCell, query: ClusterQuery, sets: inout ClusterSets,
    work: inout Work
  ) {
    let start = sets.members.count
    tree.query(cut, into: &sets.members, work: &work)
    guard sets.members.count > start else { return }
    sets.openCell(cell)
    let isSplit = splitter.split(
      &sets.members, from: start, coordinates: coordinates, limit: query.splitLimit, work: &work)
    guard isSplit else {
      sets.closeSet(
        isUniqueLocation: false, coordinate: Coordinate(latitude: .nan, longitude: .nan))
      return
    }
    var first = start
    for end in splitter.ends {
      assert(start + Int(end) > first, "a location without members")
      sets.closeSet(
        endingAt: start + Int(end), isUniqueLocation: true,
        coordinate: coordinates[Int(sets.members[first])])
      first = start + Int(end)
    }
    assert(first == sets.members.count, "a member has been left out")
  }

  /// Where the index keeps a point: with fixes inside its bounds, and west of the date line.
  private func indexed(_ coordinate: Coordinate) -> Coordinate {
    guard fixes.clampsLatitudes || fixes.keepsPointsInOneCell else { return coordinate }
    guard Projection.isValid(coordinate) else { return coordinate }
    var place = coordinate
    if fixes.clampsLatitudes {
      place.latitude = min(max(place.latitude, tree.bounds.minLatitude), tree.bounds.maxLatitude)
    }
    let x = Projection.mapX(forLongitude: place.longitude)
    if fixes.keepsPointsInOneCell, x >= MapSize.worldSide { place.longitude = -180 }
    return place
  }

  private mutating func reserve(for id: Int) {
    guard id >= isMember.count else { return }
    let missing = id + 1 - isMember.count
    isMember.append(contentsOf: repeatElement(false, count: missing))
    coordinates.append(
      contentsOf: repeatElement(Coordinate(latitude: 0, longitude: 0), count: missing))
    assert(isMember.count == coordinates.count, "every number needs a coordinate")
  }
}
