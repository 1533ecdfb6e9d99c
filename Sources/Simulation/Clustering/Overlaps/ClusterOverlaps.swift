internal import MapGeometry

/// Resolves overlaps between clusters of neighboring cells, on the answer of any engine; a value
/// is kept from one update to the next only for its buffers.
///
/// Views are upright rects around the places of their sets plus the offset of the extents. Two
/// overlap when they share more than a billionth of the distance at which they touch, in both
/// directions, the short way around the world. Only sets of cells that touch each other, at a
/// corner too, are compared, so views should not be larger than cells. A grid closes around the
/// world when it has at least as many columns as the world and no set lies in a column beyond
/// these; then its first column touches the last one. Pairs are taken row by row, in each row from
/// the grid's west on, or from 180 degrees west on where the grid closes: each cell with its
/// neighbors in the east, south-west, south and south-east, and the sets of both in their order.
/// Rounds over all pairs end when one changes nothing, after ``largestRoundCount`` at most; a
/// change counts for the next pair at once. Nothing happens while clustering is disabled.
///
/// **Merged**: two sets that overlap become one, in the cell of the first, with the members in the
/// order of the sets. Pairs of either then mean the new set, which is as large as its members say,
/// in the smallest rect around both cells, the short way around the world. Sets of a single
/// location are left alone in cells that have too few locations to be clustered; two of the same
/// location stay one, at the place of the first. Any other new set is placed by the query's method:
/// in the center of mass, which is (a · n + b · m) / (n + m) for places a and b of n and m members,
/// the short way around the world; at the place nearer to the middle of that rect, the first of
/// equally near ones; at the first place; or by a custom rule for two members at a and b.
///
/// **Pushed apart**: two sets that overlap by x map points from west to east and by y from north to
/// south go apart along the shorter way, from west to east when they are equal: half of it each,
/// the whole of it when the other one is a single location, which does not move. They go a
/// 100,000th of the distance at which they touch further, so that no rounding makes them overlap on
/// the screen. Two single locations are left alone. The set whose view has its middle in the east
/// or south goes there; with both level it is the second in the answer. Equal and level is what
/// differs by no more than a billionth of the distance at which they touch. x goes around the
/// world, y stays between 85 degrees north and south.
public struct ClusterOverlaps: Sendable {
  /// How often all pairs are gone through at most.
  public static let largestRoundCount = 16
  /// Where the neighbors of a cell lie that come after it, in rows down and columns to the right.
  private static let neighbors = [(0, 1), (1, -1), (1, 0), (1, 1)]

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

  /// Two sets of neighboring cells, the earlier one first.
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

  /// Resolves the overlaps of an answer to a query, for extents of views in map points, and returns
  /// how many sets were joined to others, or moved.
  ///
  /// The box of a cell grows around the boxes of the cells that its sets were joined with, and the
  /// places of its sets, so that what is shown in a cell is found there. Cells that have given away
  /// their sets are left out.
  ///
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

  /// Lists the sets of a cell with those of its neighbors that come after it.
  ///
  /// Where the last column touches the first one, `world` is how many go around the world.
  private mutating func findPairs(of cell: Int, in sets: ClusterSets, columns: Int, world: Int?) {
    let row = sets.cells[cell].gridIndex / columns
    let column = sets.cells[cell].gridIndex % columns
    for (down, right) in ClusterOverlaps.neighbors {
      var neighbor = column + right
      if let world { neighbor = (neighbor + world) % world }
      guard neighbor >= 0, neighbor < columns else { continue }
      let gridIndex = (row + down) * columns + neighbor
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

  /// The part of two extents that may overlap, so that rounding does not count.
  static let slack = 1e-9
  /// The part of two extents by which sets go apart beyond touching, since comparing views on the
  /// screen rounds too; of a view of 44 points less than a thousandth of a point.
  private static let gap = 1e-5

  /// The overlap of the views of two sets, and the way from the first to the second, east x south,
  /// in map points; nil when they do not overlap.
  private static func overlap(_ first: Body, _ second: Body) -> (size: MapSize, way: MapSize)? {
    var east = second.point.x + second.offset.width - first.point.x - first.offset.width
    if east > MapSize.worldSide / 2 { east -= MapSize.worldSide }
    if east < -MapSize.worldSide / 2 { east += MapSize.worldSide }
    let south = second.point.y + second.offset.height - first.point.y - first.offset.height
    let width = (first.size.width + second.size.width) / 2
    let height = (first.size.height + second.size.height) / 2
    let size = MapSize(width: width - abs(east), height: height - abs(south))
    guard size.width > width * slack, size.height > height * slack else { return nil }
    return (size: size, way: MapSize(width: east, height: south))
  }

  // MARK: Merging

  /// Joins sets that overlap, and what they became, until nothing overlaps; returns how many were
  /// joined.
  mutating func join(extents: ClusterExtents, query: ClusterQuery, work: inout Work) -> Int {
    var joined = 0
    for _ in 0..<ClusterOverlaps.largestRoundCount {
      let before = joined
      for pair in pairs {
        let one = Int(root(of: Int(pair.first)))
        let other = Int(root(of: Int(pair.second)))
        guard one != other, bodies[one].canJoin, bodies[other].canJoin,
          ClusterOverlaps.overlap(bodies[one], bodies[other]) != nil
        else { continue }
        join(min(one, other), with: max(one, other), extents: extents, query: query, work: &work)
        joined += 1
      }
      if joined == before { break }
    }
    assert(joined < bodies.count, "more sets were joined than there are")
    return joined
  }

  private mutating func join(
    _ first: Int, with second: Int, extents: ClusterExtents, query: ClusterQuery, work: inout Work
  ) {
    let (left, right) = (bodies[first], bodies[second])
    assert(roots[first] == first && roots[second] == second, "a part is joined, not the whole")
    roots[second] = Int32(first)
    bodies[first].rect = ClusterOverlaps.union(left.rect, right.rect)
    bodies[first].box = left.box.union(right.box)
    bodies[first].isUniqueLocation =
      left.isUniqueLocation && right.isUniqueLocation
      && LocationKey.areOneLocation([left.place, right.place])
    if !bodies[first].isUniqueLocation {
      bodies[first].place = place(
        of: left, and: right, in: bodies[first].rect, query: query, work: &work)
      bodies[first].point = Projection.mapKit.mapPoint(for: bodies[first].place)
    }
    bodies[first].count = left.count + right.count
    let isUnique = bodies[first].isUniqueLocation
    bodies[first].size = extents.size(ofCount: bodies[first].count, isUniqueLocation: isUnique)
    bodies[first].offset = extents.offset(ofCount: bodies[first].count, isUniqueLocation: isUnique)
    bodies[first].hasChanged = true
  }

  private mutating func place(
    of left: Body, and right: Body, in rect: MapRect, query: ClusterQuery, work: inout Work
  ) -> Coordinate {
    guard query.placer == nil, query.method == .centerOfMass else {
      joinedPlaces.removeAll(keepingCapacity: true)
      joinedPlaces.append(left.place)
      joinedPlaces.append(right.place)
      return query.coordinate(
        of: joinedMembers, from: 0, to: 2, coordinates: joinedPlaces, cell: rect, work: &work)
    }
    work.pointsTouched += 2
    var east = right.place.longitude - left.place.longitude
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    let weight = Double(right.count) / Double(left.count + right.count)
    var longitude = left.place.longitude + east * weight
    if longitude >= 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    let north = (right.place.latitude - left.place.latitude) * weight
    return Coordinate(latitude: left.place.latitude + north, longitude: longitude)
  }

  /// The smallest rect around two, the short way around the world; it can reach beyond the world.
  private static func union(_ left: MapRect, _ right: MapRect) -> MapRect {
    var x = right.minX
    if x - left.minX > MapSize.worldSide / 2 { x -= MapSize.worldSide }
    if x - left.minX < -MapSize.worldSide / 2 { x += MapSize.worldSide }
    let west = min(left.minX, x)
    let north = min(left.minY, right.minY)
    return MapRect(
      x: west, y: north, width: max(left.maxX, x + right.width) - west,
      height: max(left.maxY, right.maxY) - north)
  }

  // MARK: Pushing

  /// Moves sets that overlap apart until nothing does; returns how many were moved.
  mutating func pushApart() -> Int {
    for _ in 0..<ClusterOverlaps.largestRoundCount {
      var isAtRest = true
      for pair in pairs where push(Int(pair.first), Int(pair.second)) { isAtRest = false }
      if isAtRest { break }
    }
    var moved = 0
    for index in bodies.indices where bodies[index].hasChanged {
      let place = Projection.coordinate(for: bodies[index].point)
      bodies[index].place = Coordinate(
        latitude: min(max(place.latitude, -85), 85), longitude: place.longitude)
      moved += 1
    }
    return moved
  }

  private mutating func push(_ first: Int, _ second: Int) -> Bool {
    guard !bodies[first].isUniqueLocation || !bodies[second].isUniqueLocation,
      let (size, way) = ClusterOverlaps.overlap(bodies[first], bodies[second])
    else { return false }
    let width = (bodies[first].size.width + bodies[second].size.width) / 2
    let height = (bodies[first].size.height + bodies[second].size.height) / 2
    // Clusters pushed by the same pin are level but for rounding, which must not choose a side.
    let goesEast = size.width - size.height <= width * ClusterOverlaps.slack
    let reach = goesEast ? width : height
    let isForward = (goesEast ? way.width : way.height) >= -reach * ClusterOverlaps.slack
    let overlap = (goesEast ? size.width : size.height) + reach * ClusterOverlaps.gap
    let length = isForward ? overlap : -overlap
    var share = 0.5
    if bodies[first].isUniqueLocation { share = 0 }
    if bodies[second].isUniqueLocation { share = 1 }
    move(first, by: -length * share, goesEast: goesEast)
    move(second, by: length * (1 - share), goesEast: goesEast)
    return true
  }

  private mutating func move(_ index: Int, by length: Double, goesEast: Bool) {
    guard length != 0 else { return }
    assert(!bodies[index].isUniqueLocation, "a single location does not move")
    bodies[index].hasChanged = true
    if goesEast {
      var x = bodies[index].point.x + length
      if x < 0 { x += MapSize.worldSide }
      if x >= MapSize.worldSide { x -= MapSize.worldSide }
      bodies[index].point.x = x
    } else {
      let north = Projection.mapKit.mapY(forLatitude: 85)
      let y = bodies[index].point.y + length
      bodies[index].point.y = min(max(y, north), MapSize.worldSide - north)
    }
  }
}
