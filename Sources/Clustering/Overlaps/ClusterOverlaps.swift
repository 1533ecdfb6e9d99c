public import MapGeometry

/// What makes room between clusters of neighbouring cells whose views would overlap.
///
/// It works on the answer of any engine. The result depends on nothing but the arguments; a value
/// is kept from one update to the next only for its buffers.
///
/// Views are upright rects whose middle is at the places of their sets, or beside them by the
/// offset of the extents. Two overlap when they share more than a billionth of the distance at
/// which they touch, in both directions, the short way around the world; so what only touches does
/// not. Only sets of cells that touch each other, at a corner too, are compared, so views should
/// not be larger than cells. A grid closes around the world when it has at least as many columns as
/// the world and no set lies in a column beyond these many; then its first column touches the last
/// one. Pairs are taken row by row, in each row from the grid's west on, or from 180 degrees west
/// on where the grid closes: each cell with its neighbours in the east, south-west, south and
/// south-east in turn, and the sets of both in their order. All pairs are gone through until a
/// round changes nothing, but ``largestRoundCount`` times at most; a change counts for the next
/// pair at once.
///
/// Nothing happens while clustering is disabled.
///
/// **Merged**: two sets that overlap become one, in the cell of the one that comes first in the
/// answer, with the members in the order of the sets. From then on a pair of either of them means
/// the new set, which is as large as its members say, in the smallest rect around both cells, the
/// short way around the world. Sets of a single location are left alone in cells that have too few
/// locations to be clustered. Two sets of the same single location stay one, at the place of the
/// first. Any other new set is put by the query's method: in the center of mass, which is (a · n +
/// b · m) / (n + m) for places a and b of n and m members, the short way around the world; at the
/// one of the two places that is nearer to the middle of that rect, the first when they are equally
/// near; at the place of the first one; or where the query's own rule puts two members at a and b.
///
/// **Pushed apart**: two sets that overlap by x map points from west to east and by y from north to
/// south go apart along the shorter way of the two, from west to east when they are equal: half of
/// it each, the whole of it when the other one is a single location, which stays where it is. They
/// go a 100,000th of the distance at which they touch further, so that no rounding makes them
/// overlap on the screen. Two single locations are left alone. The set whose view has its middle in
/// the east or south of the other's goes there; with both level that is the one that comes second
/// in the answer. Equal and level is what differs by no more than a billionth of the distance at
/// which they touch, on the way in question, so that rounding does not choose a side. No place
/// leaves the world: x goes around it, y stays between 85 degrees north and south.
public struct ClusterOverlaps: Sendable {
  /// How often all pairs are gone through at most.
  public static let largestRoundCount = 16

  /// Where the neighbours of a cell lie that come after it, in rows down and columns to the right.
  private static let neighbours = [(0, 1), (1, -1), (1, 0), (1, 1)]

  struct Body {
    var place: Coordinate
    var point: MapPoint
    var size: MapSize
    /// From its place to the middle of its view.
    var offset: MapSize
    var count: Int
    var rect: MapRect
    var box: CoordinateBox
    var isUniqueLocation: Bool
    var canJoin: Bool
    var hasChanged = false
  }

  /// Two sets of neighbouring cells, the earlier one first.
  struct Pair {
    var first: Int32
    var second: Int32
  }

  /// Whether sets that overlap become one.
  private var isMerging = false
  var bodies: [Body] = []
  var pairs: [Pair] = []
  /// The set that a set was joined to; itself when it was not.
  var roots: [Int32] = []
  private var nextInGroup: [Int32] = []
  private var firstInGroup: [Int32] = []
  private var firstSets: [Int32] = []
  private var result = ClusterSets()
  /// The places of two sets that are joined, and their positions there.
  var joinedPlaces: [Coordinate] = []
  let joinedMembers: [Int32] = [0, 1]

  /// Makes a value without buffers.
  public init() {}

  /// Makes room between the sets of an answer.
  ///
  /// The box of a cell grows around the boxes of the cells that its sets were joined with, and
  /// until it holds the places of its sets, so that whoever looks for what is shown in a cell finds
  /// it there; boxes of neighbours can overlap then. Cells that have given away their sets are left
  /// out.
  ///
  /// - Parameters:
  ///   - sets: The answer of an engine to the query.
  ///   - overlap: What is done.
  ///   - extents: The extents of views, in map points.
  ///   - query: The query that was answered.
  ///   - work: What placing joined sets took is added to this.
  /// - Returns: How many sets were joined to others, or moved.
  /// - Complexity: O(pairs × rounds + members of the answer).
  @discardableResult public mutating func resolve(
    _ sets: inout ClusterSets, overlap: ClusterOverlap, extents: ClusterExtents,
    query: ClusterQuery, work: inout Work
  ) -> Int {
    guard overlap != .left, !query.isClusteringDisabled, sets.count > 1 else { return 0 }
    prepare(sets, extents: extents, query: query)
    isMerging = overlap == .merged
    findPairs(sets, grid: query.grid)
    let changes =
      overlap == .merged ? join(extents: extents, query: query, work: &work) : pushApart()
    guard changes > 0 else { return 0 }
    rebuild(&sets)
    return changes
  }

  private mutating func prepare(_ sets: ClusterSets, extents: ClusterExtents, query: ClusterQuery) {
    bodies.removeAll(keepingCapacity: true)
    roots.removeAll(keepingCapacity: true)
    firstSets.removeAll(keepingCapacity: true)
    for index in sets.indices {
      let set = sets[index]
      if set.cell == firstSets.count { firstSets.append(Int32(index)) }
      let cell = sets.cells[set.cell]
      bodies.append(
        Body(
          place: set.coordinate, point: Projection.mapKit.mapPoint(for: set.coordinate),
          size: extents.size(ofCount: set.count, isUniqueLocation: set.isUniqueLocation),
          offset: extents.offset(ofCount: set.count, isUniqueLocation: set.isUniqueLocation),
          count: set.count, rect: cell.rect, box: cell.box, isUniqueLocation: set.isUniqueLocation,
          canJoin: !set.isUniqueLocation || query.splitLimit == 1))
      roots.append(Int32(index))
    }
    firstSets.append(Int32(sets.count))
    assert(firstSets.count == sets.cells.count + 1, "a cell has no set")
  }

  /// Lists the sets of cells that touch each other.
  private mutating func findPairs(_ sets: ClusterSets, grid: ClusterGrid) {
    pairs.removeAll(keepingCapacity: true)
    let columns = grid.columns
    let world = Int((MapSize.worldSide / grid.cellSide).rounded())
    // Where every cell of the world is there once, the first column touches the last one.
    let closes = columns >= world && sets.cells.allSatisfy { $0.gridIndex % columns < world }
    guard closes else {
      for cell in sets.cells.indices { findPairs(of: cell, in: sets, columns: columns, world: nil) }
      return
    }
    // The grid begins elsewhere after each pan. Beginning with its own west each time, pairs would
    // come in another order, and clusters would change though the map shows the same world.
    let start = Int((grid.rect.minX / grid.cellSide).rounded()) % world
    let west = (world - start) % world
    var cell = 0
    while cell < sets.cells.count {
      let row = sets.cells[cell].gridIndex / columns * columns
      let middle = ClusterOverlaps.position(of: row + west, in: sets)
      let end = ClusterOverlaps.position(of: row + columns, in: sets)
      for cell in middle..<end { findPairs(of: cell, in: sets, columns: columns, world: world) }
      for cell in cell..<middle { findPairs(of: cell, in: sets, columns: columns, world: world) }
      cell = end
    }
  }

  /// Lists the sets of a cell with those of its neighbours that come after it.
  ///
  /// Where the last column touches the first one, `world` is how many go around the world.
  private mutating func findPairs(of cell: Int, in sets: ClusterSets, columns: Int, world: Int?) {
    let row = sets.cells[cell].gridIndex / columns
    let column = sets.cells[cell].gridIndex % columns
    for (down, right) in ClusterOverlaps.neighbours {
      var neighbour = column + right
      if let world { neighbour = (neighbour + world) % world }
      guard neighbour >= 0, neighbour < columns else { continue }
      let gridIndex = (row + down) * columns + neighbour
      let other = ClusterOverlaps.position(of: gridIndex, in: sets)
      guard other < sets.cells.count, sets.cells[other].gridIndex == gridIndex, other != cell
      else { continue }
      appendPairs(cell, other)
    }
  }

  private mutating func appendPairs(_ cell: Int, _ other: Int) {
    let (early, late) = cell < other ? (cell, other) : (other, cell)
    // All sets of a cell are alike in what can be done with them.
    guard canChange(bodies[Int(firstSets[early])], bodies[Int(firstSets[late])]) else { return }
    for first in firstSets[early]..<firstSets[early + 1] {
      for second in firstSets[late]..<firstSets[late + 1] {
        assert(first < second, "the sets of an earlier cell come first")
        // Cells that are not clustered can have thousands of sets that nothing is done with.
        guard canChange(bodies[Int(first)], bodies[Int(second)]) else { continue }
        pairs.append(Pair(first: first, second: second))
      }
    }
  }

  private func canChange(_ first: Body, _ second: Body) -> Bool {
    isMerging
      ? first.canJoin && second.canJoin : !first.isUniqueLocation || !second.isUniqueLocation
  }

  /// The position of the first cell of an answer that is not before one of the grid.
  private static func position(of gridIndex: Int, in sets: ClusterSets) -> Int {
    var low = 0
    var high = sets.cells.count
    while low < high {
      let middle = (low + high) / 2
      if sets.cells[middle].gridIndex < gridIndex { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func rebuild(_ sets: inout ClusterSets) {
    nextInGroup.removeAll(keepingCapacity: true)
    firstInGroup.removeAll(keepingCapacity: true)
    nextInGroup.append(contentsOf: repeatElement(-1, count: bodies.count))
    firstInGroup.append(contentsOf: repeatElement(-1, count: bodies.count))
    for index in bodies.indices.reversed() {
      let root = Int(self.root(of: index))
      nextInGroup[index] = firstInGroup[root]
      firstInGroup[root] = Int32(index)
    }
    result.removeAll(keepingCapacity: true)
    for cell in sets.cells.indices {
      let range = Int(firstSets[cell])..<Int(firstSets[cell + 1])
      guard range.contains(where: { firstInGroup[$0] >= 0 }) else { continue }
      result.openCell(widened(sets.cells[cell], around: range))
      for index in range where firstInGroup[index] >= 0 {
        assert(Int(firstInGroup[index]) == index, "a set was joined to a later one")
        var part = Int(firstInGroup[index])
        while part >= 0 {
          result.append(contentsOf: sets.members(of: sets[part]))
          part = Int(nextInGroup[part])
        }
        result.closeSet(
          isUniqueLocation: bodies[index].isUniqueLocation, coordinate: bodies[index].place)
      }
    }
    assert(result.members.count == sets.members.count, "a member was lost or doubled")
    swap(&sets, &result)
  }

  /// A cell, grown by what its sets have taken in and to where they have gone.
  private func widened(_ cell: ClusterCell, around range: Range<Int>) -> ClusterCell {
    var rect = cell.rect
    var box = cell.box
    for body in bodies[range] where body.hasChanged {
      // A cell of which sets can be joined has only one.
      rect = body.rect
      box = box.union(body.box).union(CoordinateBox(around: body.place))
    }
    return ClusterCell(gridIndex: cell.gridIndex, rect: rect, box: box)
  }

  func root(of index: Int) -> Int32 {
    var root = Int32(index)
    while roots[Int(root)] != root { root = roots[Int(root)] }
    return root
  }
}
