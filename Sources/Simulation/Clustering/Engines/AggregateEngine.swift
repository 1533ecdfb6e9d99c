public import MapGeometry

/// The fast engine: an aggregate quadtree, which knows the exact sum of each square.
///
/// Clusters are those of the reference engine with all its fixes, whatever the order of points; the
/// place of a cluster is the mean of exact sums. Cells of the last answer are not visited again.
public struct AggregateEngine: ClusterEngine {
  /// The cells that the engine is made for.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Cells of any size, summed over the squares that no edge cuts.
    case aggregate
    /// Cells whose side is a power of two of the world, kept for every level that is looked at.
    case pyramid
  }

  /// The cells that it is made for.
  public let kind: Kind
  /// The name by which scenarios and reports know the engine.
  public var name: String { kind.rawValue }
  /// The number of points that it holds.
  public var count: Int { tree.count }

  var tree: AggregateQuadtree
  private var memory = CellMemory()
  private var search = CellSearch()
  private var walk = GridWalk()
  /// The walks over the part of a map in the world, and over the part that is beyond the date line.
  var levels = (LevelWalk(), LevelWalk())

  /// Makes an engine without points.
  public init(_ kind: Kind) {
    self.kind = kind
    tree = AggregateQuadtree(leafCapacity: 32)
  }

  /// It visits only cells that are new or whose points changed.
  public var remembersCells: Bool { true }

  /// Whether a query equals the last query, and no point was added, removed or moved since.
  public func isUnchanged(for query: ClusterQuery) -> Bool { memory.answers(query) }
  /// Whether it holds the point with a number.
  public func contains(_ id: Int32) -> Bool { tree.contains(id) }

  /// The side of the cells for a wanted length, both in map points; a pyramid has powers of two,
  /// down to ``smallestLevelSide``.
  public func cellSide(forLength mapLength: Double) -> Double {
    let side = ClusterGrid.alignedCellSide(mapLength: mapLength)
    guard kind == .pyramid, side > 0, side.isFinite else { return side }
    // The smallest power of two from there on.
    let level = side.binade < side ? 2 * side.binade : side
    return min(max(level, AggregateEngine.smallestLevelSide), MapSize.worldSide)
  }

  /// The cells of ``smallestLevelSide`` from one side of the world to the other.
  static let mostColumns: UInt64 = 1 << 31

  /// The side of the smallest cells of a pyramid: an eighth of a map point, 2 cm on the ground.
  public static let smallestLevelSide = 0.125

  /// The most points that it can hold, 2^25: sums of more could overflow 64 bits.
  public static var mostPoints: Int { AggregateQuadtree.mostPoints }

  /// Adds points that it does not hold yet; invalid coordinates are refused.
  ///
  /// - Precondition: As many coordinates as ids, no id is negative, and all points together are no
  /// more than ``mostPoints``.
  /// - Complexity: O(n log of all); O(n + all) for a batch that is a fourth of all or more.
  public mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    precondition(ids.count == coordinates.count, "each point needs a coordinate")
    precondition(ids.allSatisfy { $0 >= 0 }, "a point must not have a negative number")
    tree.isLogging = memory.isInUse
    defer { memory.note(&tree.log) }
    return tree.add(ids, at: coordinates, work: &work)
  }

  /// Removes points, wherever they are said to be, in O(n log of all) and a pass over their leaves.
  public mutating func remove(
    _ ids: [Int32], at coordinates: [Coordinate], work: inout Work
  ) -> Int {
    tree.isLogging = memory.isInUse
    defer { memory.note(&tree.log) }
    return tree.remove(ids, work: &work)
  }

  /// Moves points: removes them and adds them again.
  public mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int {
    _ = remove(ids, at: coordinates, work: &work)
    return add(ids, at: coordinates, work: &work)
  }

  /// Replaces an earlier answer with the sets of all cells of a grid, each with its place.
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
    _ cells: GridCells, isBeyond: Bool, into clusters: inout [CellAggregate], work: inout Work
  ) {
    guard kind == .pyramid else {
      tree.sums(of: cells, walk: &walk, into: &clusters, work: &work)
      return
    }
    let level = cells.worldColumns.trailingZeroBitCount
    let rect = LevelRect(
      minColumn: UInt32(cells.firstColumn), maxColumn: UInt32(cells.firstColumn + cells.columns),
      minRow: UInt32(cells.firstRow), maxRow: UInt32(cells.firstRow + cells.rows))
    if isBeyond {
      tree.cells(level: level, in: rect, walk: &levels.1, into: &clusters, work: &work)
    } else {
      tree.cells(level: level, in: rect, walk: &levels.0, into: &clusters, work: &work)
    }
  }
}
