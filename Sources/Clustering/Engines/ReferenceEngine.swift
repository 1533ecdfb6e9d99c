public import MapGeometry

/// The engine of the reproduced library: a tree of all points, asked cell by cell.
///
/// Its flaws are kept, since it is the oracle for the others: nothing is found left of x = 0, a
/// grid wider than the world finds points twice, and so does an edge between two cells.
public struct ReferenceEngine: ClusterEngine {
  /// The name by which scenarios and reports know the engine.
  public let name = "reference"

  private var tree = QuadTree()
  /// The coordinate of each point at the time it was taken, by number.
  private var coordinates: [Coordinate] = []
  private var isMember: [Bool] = []
  private var splitter = LocationSplitter()

  /// Makes an engine without points.
  public init() {}

  /// How many points it holds.
  public var count: Int { tree.count }

  /// Whether it holds the point with a number.
  public func contains(_ id: Int32) -> Bool {
    id >= 0 && Int(id) < isMember.count && isMember[Int(id)]
  }

  /// The coordinate of a point that it holds, as it was when it was taken; otherwise nil.
  public func coordinate(of id: Int32) -> Coordinate? {
    contains(id) ? coordinates[Int(id)] : nil
  }

  /// Takes points that it does not hold yet and that lie inside the bounds of the tree.
  ///
  /// - Precondition: As many coordinates as numbers, and no number is negative.
  /// - Complexity: O(log n) for each point; memory for the largest number.
  public mutating func add(
    _ ids: [Int32], at coordinates: [Coordinate], work: inout Work
  ) -> Int {
    precondition(ids.count == coordinates.count, "each point needs a coordinate")
    var taken = 0
    for index in ids.indices {
      let id = Int(ids[index])
      precondition(id >= 0, "point \(id) must not be negative")
      makeRoom(for: id)
      guard !isMember[id], tree.insert(ids[index], at: coordinates[index], work: &work) else {
        continue
      }
      self.coordinates[id] = coordinates[index]
      isMember[id] = true
      taken += 1
    }
    return taken
  }

  /// Lets points go that lie where they are said to be.
  ///
  /// A point that the tree does not find at the coordinate stays, and stays a member.
  ///
  /// - Precondition: As many coordinates as numbers.
  /// - Complexity: O(log n) for each point.
  public mutating func remove(
    _ ids: [Int32], at coordinates: [Coordinate], work: inout Work
  ) -> Int {
    precondition(ids.count == coordinates.count, "each point needs a coordinate")
    var dropped = 0
    for index in ids.indices {
      guard contains(ids[index]), tree.remove(ids[index], at: coordinates[index], work: &work)
      else { continue }
      isMember[Int(ids[index])] = false
      dropped += 1
    }
    return dropped
  }

  /// Writes the sets of all cells of a grid over an earlier answer.
  ///
  /// Allocates nothing once the buffers have grown.
  ///
  /// - Complexity: O(nodes and points that touch each cell).
  public mutating func clusters(
    _ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work
  ) {
    sets.removeAll(keepingCapacity: true)
    var box = CoordinateBox.world
    var row = Double.nan
    var gridIndex = 0
    for cell in query.grid.cells {
      // The latitudes cost an arc tangent each and are the same for a whole row.
      if cell.minY != row {
        row = cell.minY
        box = CoordinateBox(cell)
      }
      box.minLongitude = CoordinateBox.longitude(forMapX: cell.minX)
      box.maxLongitude = CoordinateBox.longitude(forMapX: cell.maxX)
      let start = sets.members.count
      tree.query(box, into: &sets.members, work: &work)
      if sets.members.count > start {
        sets.openCell(ClusterCell(gridIndex: gridIndex, rect: cell, box: box))
        close(from: start, cell: cell, query: query, sets: &sets, work: &work)
      }
      gridIndex += 1
    }
    assert(gridIndex == query.grid.count, "the grid delivered another number of cells")
    work.cellsVisited += Int64(gridIndex)
  }

  /// Turns the members of a cell into one set, or into one for each location.
  private mutating func close(
    from start: Int, cell: MapRect, query: ClusterQuery, sets: inout ClusterSets, work: inout Work
  ) {
    let isSplit = splitter.split(
      &sets.members, from: start, coordinates: coordinates, limit: query.splitLimit, work: &work)
    guard isSplit else {
      let place = query.method.coordinate(
        of: sets.members, from: start, to: sets.members.count, coordinates: coordinates,
        cell: cell, work: &work)
      sets.closeSet(isUniqueLocation: false, coordinate: place)
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

  private mutating func makeRoom(for id: Int) {
    guard id >= isMember.count else { return }
    let missing = id + 1 - isMember.count
    isMember.append(contentsOf: repeatElement(false, count: missing))
    coordinates.append(
      contentsOf: repeatElement(Coordinate(latitude: 0, longitude: 0), count: missing))
    assert(isMember.count == coordinates.count, "every number needs a coordinate")
  }
}
