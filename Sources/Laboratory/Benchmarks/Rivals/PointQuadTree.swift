internal import Clustering
internal import MapGeometry

/// A quadtree over the square of the world, as Google's maps utility library has it.
///
/// A leaf of more than 50 points is quartered, down to a last level. A point on a middle line
/// belongs to the east and the south. Leaves have stretches of one array, with capacity for a power
/// of two; nodes are never merged.
struct PointQuadTree: Sendable {
  private struct Node {
    /// The first of its four quarters: north-west, north-east, south-west, south-east; negative for
    /// a leaf.
    var quarters: Int32 = -1
    var start: Int32 = 0
    var count: Int32 = 0
    /// How many points there is capacity for; a power of two, or 0.
    var capacity: Int32 = 0
    /// Whether the points of a leaf are known to be in the order of keys.
    var isOrdered = true
  }

  private struct Square {
    var node: Int
    var x: Double
    var y: Double
    var side: Double

    @inline(__always) func isInside(_ area: UnitRect) -> Bool {
      area.minX <= x && x + side <= area.maxX && area.minY <= y && y + side <= area.maxY
    }

    /// Whether points of the square may lie in an area; its eastern and southern edges are others'.
    @inline(__always) func touches(_ area: UnitRect) -> Bool {
      area.minX < x + side && x <= area.maxX && area.minY < y + side && y <= area.maxY
    }

    @inline(__always) func quarter(_ number: Int, first: Int) -> Square {
      let half = side / 2
      return Square(
        node: first + number, x: number & 1 == 0 ? x : x + half, y: number < 2 ? y : y + half,
        side: half)
    }

    @inline(__always) func number(of position: ClusterPosition) -> Int {
      let half = side / 2
      return (position.y < y + half ? 0 : 2) + (position.x < x + half ? 0 : 1)
    }
  }

  static let mostPoints: Int32 = 50
  /// The level whose leaves take any number of points; the world is on level 0.
  let lastLevel: Int
  private var nodes = [Node()]
  private var positions: [ClusterPosition] = []
  /// The place of each point in the array, by its number; negative for one that is not held.
  private var places: [Int32] = []
  /// Starts of stretches that are unused, by the logarithm of their capacity.
  private var free = [[Int32]](repeating: [], count: 33)
  private static let world = Square(node: 0, x: 0, y: 0, side: 1)
  private static let gap = ClusterPosition(x: 0, y: 0, count: 0, id: -1)

  init(lastLevel: Int = 40) { self.lastLevel = lastLevel }

  /// Adds a point that is not held.
  mutating func insert(_ position: ClusterPosition, work: inout Work) {
    let id = Int(position.id)
    if id >= places.count {
      places.append(contentsOf: repeatElement(-1, count: id + 1 - places.count))
    }
    precondition(places[id] < 0, "point \(id) is held already")
    var (square, level) = leaf(of: position, work: &work)
    append(position, to: square.node)
    // All points but one may be in one quarter.
    while nodes[square.node].count > PointQuadTree.mostPoints, level < lastLevel {
      quarter(square, work: &work)
      let first = Int(nodes[square.node].quarters)
      square = square.quarter(square.number(of: position), first: first)
      level += 1
    }
  }

  mutating func remove(_ position: ClusterPosition, work: inout Work) {
    let node = leaf(of: position, work: &work).square.node
    let place = Int(places[Int(position.id)])
    let last = Int(nodes[node].start + nodes[node].count) - 1
    assert(place >= Int(nodes[node].start) && place <= last, "point \(position.id) is elsewhere")
    work.pointsTouched += 1
    if place != last {
      put(positions[last], at: place)
      nodes[node].isOrdered = false
    }
    nodes[node].count -= 1
    assert(nodes[node].count >= 0, "a leaf has fewer points than none")
    places[Int(position.id)] = -1
  }

  private func leaf(of position: ClusterPosition, work: inout Work) -> (square: Square, level: Int)
  {
    var square = PointQuadTree.world
    var level = 0
    while nodes[square.node].quarters >= 0 {
      square = square.quarter(square.number(of: position), first: Int(nodes[square.node].quarters))
      level += 1
    }
    work.nodesVisited += Int64(level + 1)
    return (square, level)
  }

  @inline(__always) private mutating func put(_ position: ClusterPosition, at place: Int) {
    positions[place] = position
    places[Int(position.id)] = Int32(truncatingIfNeeded: place)
  }

  private mutating func append(_ position: ClusterPosition, to node: Int) {
    if nodes[node].count == nodes[node].capacity { grow(node) }
    put(position, at: Int(nodes[node].start + nodes[node].count))
    nodes[node].count += 1
    nodes[node].isOrdered = nodes[node].count == 1
  }

  /// Moves the points of a leaf to where there is capacity for twice as many.
  private mutating func grow(_ node: Int) {
    let old = nodes[node]
    let capacity = max(2 * old.capacity, 8)
    let start: Int
    if let free = free[capacity.trailingZeroBitCount].popLast() {
      start = Int(free)
    } else {
      start = positions.count
      positions.append(contentsOf: repeatElement(PointQuadTree.gap, count: Int(capacity)))
    }
    for offset in 0..<Int(old.count) { put(positions[Int(old.start) + offset], at: start + offset) }
    if old.capacity > 0 { free[old.capacity.trailingZeroBitCount].append(old.start) }
    nodes[node].start = Int32(start)
    nodes[node].capacity = capacity
    assert(old.count < capacity, "a leaf grows, and is full")
  }

  private mutating func quarter(_ square: Square, work: inout Work) {
    let old = nodes[square.node]
    assert(old.quarters < 0, "a square is quartered twice")
    let first = nodes.count
    nodes.append(contentsOf: repeatElement(Node(), count: 4))
    nodes[square.node] = Node(quarters: Int32(first))
    for place in Int(old.start)..<Int(old.start + old.count) {
      let position = positions[place]
      append(position, to: first + square.number(of: position))
    }
    free[old.capacity.trailingZeroBitCount].append(old.start)
    work.pointsTouched += Int64(old.count)
  }

  /// Appends the points in a rectangle, in O(leaves touched + their points).
  func search(_ area: UnitRect, into found: inout [ClusterPosition], work: inout Work) {
    search(PointQuadTree.world, area, into: &found, work: &work)
  }

  private func search(
    _ square: Square, _ area: UnitRect, into found: inout [ClusterPosition], work: inout Work
  ) {
    work.nodesVisited &+= 1
    guard square.touches(area) else { return }
    let node = nodes[square.node]
    guard node.quarters < 0 else {
      for number in 0..<4 {
        search(square.quarter(number, first: Int(node.quarters)), area, into: &found, work: &work)
      }
      return
    }
    append(node, of: square, area, into: &found, work: &work)
  }

  /// Appends the points in a rectangle in the order of their keys, then of their ids.
  ///
  /// - Precondition: The last level is that of the units of keys.
  mutating func searchInOrder(
    _ area: UnitRect, into found: inout [ClusterPosition], work: inout Work
  ) {
    precondition(lastLevel <= MortonKey.levelCount, "the tree tells more apart than keys do")
    searchInOrder(PointQuadTree.world, area, into: &found, work: &work)
  }

  /// The same walk again: one that could sort leaves is slower where no order is wanted.
  private mutating func searchInOrder(
    _ square: Square, _ area: UnitRect, into found: inout [ClusterPosition], work: inout Work
  ) {
    work.nodesVisited &+= 1
    guard square.touches(area) else { return }
    let node = nodes[square.node]
    guard node.quarters < 0 else {
      for number in 0..<4 {
        searchInOrder(
          square.quarter(number, first: Int(node.quarters)), area, into: &found, work: &work)
      }
      return
    }
    if !node.isOrdered { order(square.node, work: &work) }
    append(nodes[square.node], of: square, area, into: &found, work: &work)
  }

  @inline(__always) private func append(
    _ leaf: Node, of square: Square, _ area: UnitRect, into found: inout [ClusterPosition],
    work: inout Work
  ) {
    let stretch = Int(leaf.start)..<Int(leaf.start &+ leaf.count)
    work.pointsTouched &+= Int64(leaf.count)
    guard !square.isInside(area) else {
      found.append(contentsOf: positions[stretch])
      return
    }
    for place in stretch where area.contains(positions[place]) { found.append(positions[place]) }
  }

  private mutating func order(_ node: Int, work: inout Work) {
    let stretch = Int(nodes[node].start)..<Int(nodes[node].start + nodes[node].count)
    let sorted = positions[stretch].sorted { left, right in
      (left.key, left.id) < (right.key, right.id)
    }
    for (offset, position) in sorted.enumerated() { put(position, at: stretch.lowerBound + offset) }
    nodes[node].isOrdered = true
    assert(nodes[node].quarters < 0, "only leaves have points")
    work.pointsTouched += Int64(stretch.count)
  }
}

extension ClusterPosition {
  var key: UInt64 {
    assert(x >= 0 && x < 1 && y >= 0 && y < 1, "no place in the world")
    return MortonKey.key(x: UInt32(x * 0x1p32), y: UInt32(y * 0x1p32))
  }
}
