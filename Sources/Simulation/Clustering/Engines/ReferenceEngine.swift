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
  private var search = GridSearch()
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
      ReferenceEngine.take(
        from..<to, of: ids, coordinates, fixes, tree.bounds, into: &tree.batch.points,
        &self.coordinates, &isMember, work: &work)
      taken += tree.batch.points.count
      tree.insertBatch(work: &work)
      from = to
    }
    return taken
  }

  /// Takes the points of a range that are not held yet and lie inside the bounds into a batch.
  private static func take(
    _ range: Range<Int>, of ids: [Int32], _ coordinates: [Coordinate], _ fixes: ClusterFixes,
    _ bounds: CoordinateBox, into points: inout [QuadTreeBatch.Point],
    _ held: inout [Coordinate], _ isMember: inout [Bool], work: inout Work
  ) {
    let none = QuadTreeBatch.Point(coordinate: Coordinate(latitude: 0, longitude: 0), id: -1)
    points.append(contentsOf: repeatElement(none, count: range.count))
    var batch = points.mutableSpan
    var places = held.mutableSpan
    var flags = isMember.mutableSpan
    var count = 0
    for index in range {
      let id = Int(ids[index])
      guard !flags[id] else { continue }
      let place = indexed(coordinates[index], fixes, bounds)
      guard bounds.contains(place) else {
        work.nodesVisited += 1
        continue
      }
      places[id] = place
      flags[id] = true
      batch[count] = QuadTreeBatch.Point(coordinate: place, id: ids[index])
      count += 1
    }
    points.removeLast(range.count - count)
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
        : tree.remove(
          ids[index], at: ReferenceEngine.indexed(coordinates[index], fixes, tree.bounds),
          work: &work)
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
    layOut(query.grid, work: &work)
    search.find(in: tree, into: &sets.members, work: &work)
    let side = query.grid.cellSide
    search.forEachCell { column, row, members in
      let box = CoordinateBox(
        minLatitude: row.degrees.min, minLongitude: column.degrees.min,
        maxLatitude: row.degrees.max, maxLongitude: column.degrees.max)
      sets.openCell(
        ClusterCell(
          gridIndex: row.index * query.grid.columns + column.index,
          rect: MapRect(x: column.edge, y: row.edge, width: side, height: side), box: box))
      splitter.closeSets(
        of: members, in: &sets, coordinates: coordinates, limit: query.splitLimit, work: &work)
    }
  }

  /// Lays the cells out: as the library makes them, or as columns and rows of the world.
  private mutating func layOut(_ grid: ClusterGrid, work: inout Work) {
    let side = grid.cellSide
    let isWorld = fixes.wrapsWestward || fixes.visitsCellsOnce || fixes.keepsPointsInOneCell
    let isExact = fixes.keepsPointsInOneCell
    let world = isWorld ? WorldColumns(grid: grid, fixes: fixes) : nil
    search.begin(grid, exact: isExact ? world.map { ($0.count, side) } : nil)
    var x = grid.rect.minX
    for column in 0..<grid.columns {
      defer { x += side }
      guard world?.isLeftOut(gridColumn: column) != true else { continue }
      let worldColumn = world?.worldColumn(ofGridColumn: column) ?? 0
      let west =
        isExact
        ? Double(worldColumn) * side
        : world?.inWorld(x, ofGridColumn: column) ?? ClusterGrid.remainder(x)
      search.append(
        column: GridSearch.Band(
          index: column, worldIndex: worldColumn, edge: west,
          degrees: GridSearch.Interval(
            min: CoordinateBox.longitude(forMapX: west),
            max: CoordinateBox.longitude(forMapX: west + side)), isExact: isExact))
    }
    var y = grid.rect.minY
    for row in 0..<grid.rows {
      let worldRow = (world?.firstRow ?? 0) + row
      let north = isExact ? Double(worldRow) * side : y
      search.append(
        row: GridSearch.Band(
          index: row, worldIndex: worldRow, edge: north,
          degrees: GridSearch.Interval(
            min: Projection.latitude(forMapY: north + side),
            max: Projection.latitude(forMapY: north)), isExact: isExact))
      y += side
    }
    work.cellsVisited += Int64(search.cellCount)
  }

  /// Where the index keeps a point: with fixes inside its bounds, and west of the date line.
  private static func indexed(
    _ coordinate: Coordinate, _ fixes: ClusterFixes, _ bounds: CoordinateBox
  ) -> Coordinate {
    guard fixes.clampsLatitudes || fixes.keepsPointsInOneCell else { return coordinate }
    guard Projection.isValid(coordinate) else { return coordinate }
    var place = coordinate
    if fixes.clampsLatitudes {
      place.latitude = min(max(place.latitude, bounds.minLatitude), bounds.maxLatitude)
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
