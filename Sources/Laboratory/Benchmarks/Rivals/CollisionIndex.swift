internal import Clustering
internal import MapGeometry

/// The clusters of views that collide, as the native clustering since iOS 11 is modeled, for views
/// of one size and priority.
///
/// The points that a map shows, and those as near as a view to it, are visited in the order of
/// their Morton keys, then of their ids. Each joins the group that was begun first among those
/// whose view its own collides with, else begins one; a group has the view of its first point. A
/// cluster is shown at the mean of its map points. Views that touch do not collide; those on either
/// side of the date line collide unless the map is as wide as the world.
///
/// Its flaws: every query costs as much as there are points on the map, and which clusters there
/// are depends on what the map shows.
struct CollisionIndex: ClusterIndex {
  /// The name by which it is chosen.
  let name = "collision"
  /// The width of a view, in points.
  let viewWidth: Double
  /// The height of a view, in points.
  let viewHeight: Double
  private var points = TreePoints(PointQuadTree(lastLevel: MortonKey.levelCount))
  private var found: [ClusterPosition] = []
  private var groups = ViewGroups()

  /// Makes an index without points; by default with views of 44 × 44 points.
  init(viewWidth: Double = 44, viewHeight: Double = 44) {
    precondition(viewWidth > 0 && viewHeight > 0, "a view of \(viewWidth) × \(viewHeight)")
    (self.viewWidth, self.viewHeight) = (viewWidth, viewHeight)
  }

  /// The number of points that it holds.
  var count: Int { points.held.count }

  /// Adds points in O(n log of all); skips what it holds or what is no coordinate.
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    points.add(ids, at: coordinates, work: &work)
  }

  /// Removes points in O(n log of all); skips those that it does not hold.
  mutating func remove(_ ids: [Int32], work: inout Work) -> Int {
    points.remove(ids, work: &work)
  }

  /// Appends the groups of all points that a map shows, or that are as near as a view to it, in
  /// O(points shown).
  mutating func clusters(
    in view: ClusterView, into clusters: inout [ClusterPosition], work: inout Work
  ) {
    let width = viewWidth * view.mapPointsPerPoint
    let height = viewHeight * view.mapPointsPerPoint
    let areas = UnitRects(
      MapRect(
        x: view.rect.minX - width, y: view.rect.minY - height,
        width: view.rect.width + 2 * width, height: view.rect.height + 2 * height))
    guard let area = areas.first else { return }
    found.removeAll(keepingCapacity: true)
    points.tree.searchInOrder(area, into: &found, work: &work)
    if let beyond = areas.second {
      let first = found.count
      points.tree.searchInOrder(beyond, into: &found, work: &work)
      for index in first..<found.count { found[index].x += 1 }
    }
    groups.join(
      found, viewWidth: width / MapSize.worldSide, viewHeight: height / MapSize.worldSide,
      work: &work)
    groups.write(into: &clusters)
  }
}

/// Groups of views that collide, in a grid of cells as wide as a view: only neighbors can collide.
struct ViewGroups: Sendable {
  private struct Group {
    var x: Double
    var y: Double
    /// The sums of its members' offsets from there.
    var east = 0.0
    var south = 0.0
    var count: Int32 = 1
    var id: Int32
    /// The next group in its chain; negative after the last one.
    var next: Int32
  }

  private var groups: [Group] = []
  /// Cells in a row and rows, each a power of two; the grid repeats beyond.
  private static let side = 64
  /// The group that was begun last in each cell; negative for none.
  private var heads = [Int32](repeating: -1, count: side * side)
  private var width = 1.0
  private var height = 1.0

  /// Groups the views of some points in their order, in O(points × groups near each).
  mutating func join(
    _ positions: [ClusterPosition], viewWidth: Double, viewHeight: Double, work: inout Work
  ) {
    assert(heads.allSatisfy { $0 < 0 }, "the last groups are still in the grid")
    groups.removeAll(keepingCapacity: true)
    // A little wider, so that rounding puts no two that collide two cells apart.
    width = viewWidth * 1.001
    height = viewHeight * 1.001
    for position in positions {
      let (column, row) = cell(x: position.x, y: position.y)
      let first = firstGroup(
        around: column, row, position, viewWidth: viewWidth, viewHeight: viewHeight, work: &work)
      guard first < 0 else {
        groups[Int(first)].count += 1
        groups[Int(first)].east += position.x - groups[Int(first)].x
        groups[Int(first)].south += position.y - groups[Int(first)].y
        continue
      }
      let chain = ViewGroups.chain(column, row)
      groups.append(Group(x: position.x, y: position.y, id: position.id, next: heads[chain]))
      heads[chain] = Int32(groups.count - 1)
    }
    work.pointsTouched += Int64(positions.count)
    for group in groups {
      let (column, row) = cell(x: group.x, y: group.y)
      heads[ViewGroups.chain(column, row)] = -1
    }
    assert(groups.reduce(0) { $0 + Int($1.count) } == positions.count, "a point is in no group")
  }

  func write(into clusters: inout [ClusterPosition]) {
    for group in groups {
      let count = Double(group.count)
      let x = group.x + group.east / count
      assert(abs(x - group.x) < width, "a group is shown beside the views that it stands for")
      clusters.append(
        ClusterPosition(
          x: x < 1 ? x : x - 1, y: group.y + group.south / count, count: group.count, id: group.id))
    }
  }

  /// The group that was begun first among those around a cell whose views one collides with;
  /// negative when there is none.
  @inline(__always) private func firstGroup(
    around column: Int, _ row: Int, _ position: ClusterPosition, viewWidth: Double,
    viewHeight: Double, work: inout Work
  ) -> Int32 {
    var first: Int32 = -1
    var looks: Int64 = 0
    for row in row - 1...row + 1 {
      for column in column - 1...column + 1 {
        var other = heads[ViewGroups.chain(column, row)]
        while other >= 0 {
          let group = groups[Int(other)]
          looks += 1
          if first < 0 || other < first, abs(group.x - position.x) < viewWidth,
            abs(group.y - position.y) < viewHeight
          {
            first = other
          }
          other = group.next
        }
      }
    }
    work.cellsVisited += 9
    work.distances += looks
    return first
  }

  private func cell(x: Double, y: Double) -> (column: Int, row: Int) {
    // Views that are next to nothing make numbers beyond all integers.
    (column: Int(min(x / width, 0x1p52)), row: Int(min(y / height, 0x1p52)))
  }

  @inline(__always) private static func chain(_ column: Int, _ row: Int) -> Int {
    // The side is a power of two: negative cells too fall into the grid.
    (row & (side - 1)) * side + column & (side - 1)
  }
}
