public import MapGeometry

/// The fast engine: a tree of squares that knows the exact sum of each.
///
/// Clusters are those of the reference engine with all its fixes, whatever the order in which
/// points came: each point is in one cell, cells go around the world, and the place of a cluster is
/// the mean of exact sums. Cells that were asked for last are not looked into again.
public struct AggregateEngine: ClusterEngine {
  /// For which cells the engine is made.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Cells of any size, summed over the squares that no edge cuts.
    case aggregate
    /// Cells whose side is a power of two of the world, kept for every level that is looked at.
    case pyramid
  }

  /// For which cells it is made.
  public let kind: Kind
  /// The name by which scenarios and reports know the engine.
  public var name: String { kind.rawValue }
  /// How many points it holds.
  public var count: Int { tree.count }

  private(set) var tree: AggregateQuadtree
  private var memory = CellMemory()
  private var search = CellSearch()
  private var walk = GridWalk()
  private var levels = LevelWalk()

  /// Makes an engine without points.
  public init(_ kind: Kind) {
    self.kind = kind
    tree = AggregateQuadtree(leafCapacity: 32, keepsLevels: kind == .pyramid)
  }

  /// It looks only into cells that are new, and into those whose points changed.
  public var remembersCells: Bool { true }

  /// Whether a query asks for what was answered last, and no point has come, gone or moved since.
  public func isUnchanged(for query: ClusterQuery) -> Bool { memory.answers(query) }

  /// Whether it holds the point with a number.
  public func contains(_ id: Int32) -> Bool { tree.contains(id) }

  /// The side of the cells for a wanted length, both in map points; a pyramid has powers of two,
  /// down to ``smallestLevelSide``.
  public func cellSide(forLength mapLength: Double) -> Double {
    let side = ClusterGrid.alignedCellSide(mapLength: mapLength)
    guard kind == .pyramid, side > 0, side.isFinite else { return side }
    var level = MapSize.worldSide
    while level / 2 >= side, level > AggregateEngine.smallestLevelSide { level /= 2 }
    return level
  }

  /// The side of the smallest cells of a pyramid, an eighth of a map point, which is 2 cm on the
  /// ground: the level above that of single units.
  public static let smallestLevelSide = 0.125

  /// The most points that it can hold, 2^25: of more, a sum could be beyond 64 bits.
  public static var mostPoints: Int { AggregateQuadtree.mostPoints }

  /// Takes points that it does not hold yet; what is no coordinate is refused.
  ///
  /// A batch with which it would come to hold more than ``mostPoints`` ends the program: who takes
  /// points from outside counts them before.
  ///
  /// - Precondition: As many coordinates as numbers, no number is negative, and it comes to hold no
  ///   more than ``mostPoints``.
  /// - Complexity: O(n log of all); O(n + all) for a batch that is a fourth of all or more.
  public mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    precondition(ids.count == coordinates.count, "each point needs a coordinate")
    precondition(ids.allSatisfy { $0 >= 0 }, "a point must not have a negative number")
    tree.isLogging = memory.isInUse
    defer { memory.note(&tree.log) }
    return tree.add(ids, at: coordinates, work: &work)
  }

  /// Lets points go, wherever they are said to be.
  ///
  /// - Complexity: O(n log of all), and a pass over each leaf that loses a point.
  public mutating func remove(
    _ ids: [Int32], at coordinates: [Coordinate], work: inout Work
  ) -> Int {
    tree.isLogging = memory.isInUse
    defer { memory.note(&tree.log) }
    return tree.remove(ids, work: &work)
  }

  /// Says where points are now.
  ///
  /// - Precondition: As of ``add(_:at:work:)``.
  /// - Complexity: As of letting them go and taking them again.
  public mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int {
    _ = remove(ids, at: coordinates, work: &work)
    return add(ids, at: coordinates, work: &work)
  }

  /// Writes the sets of all cells of a grid over an earlier answer, each with its place.
  ///
  /// Looks only into cells that the last answer did not have, and into those whose points changed.
  ///
  /// - Precondition: The grid is aligned to the corner of the world and its cells divide the world.
  /// - Complexity: O(points of the sets) to list them; the tree is walked for new cells alone.
  public mutating func clusters(
    _ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work
  ) {
    guard !memory.answers(query) else {
      sets.copy(memory.sets)
      return
    }
    sets.removeAll(keepingCapacity: true)
    guard query.grid.count > 0 else { return }
    search.begin(query, memory: memory, work: &work)
    search.look(into: &tree, work: &work)
    search.write(into: &sets, memory: memory, tree: tree, work: &work)
    memory.keep(sets, of: query, area: search.area)
  }

  mutating func appendInWorld(
    _ cells: GridCells, into clusters: inout [CellAggregate], work: inout Work
  ) {
    guard kind == .pyramid else {
      tree.sums(of: cells, walk: &walk, into: &clusters, work: &work)
      return
    }
    tree.cells(
      level: cells.worldColumns.trailingZeroBitCount,
      in: LevelRect(
        minColumn: UInt32(cells.firstColumn), maxColumn: UInt32(cells.firstColumn + cells.columns),
        minRow: UInt32(cells.firstRow), maxRow: UInt32(cells.firstRow + cells.rows)),
      walk: &levels, into: &clusters, work: &work)
  }
}
