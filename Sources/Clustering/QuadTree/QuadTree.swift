public import MapGeometry

/// A bucket quad tree over latitude and longitude that keeps points by their number.
///
/// It behaves exactly as the tree of the reproduced library, order included:
/// - a node keeps the first points that reach it, as many as its bucket holds, and they never move
///   down, not even when the node gets children;
/// - the four children are (south, west), (north, west), (south, east), (north, east), and the
///   first one whose box contains the point takes it; sides are inclusive, so a point in the middle
///   goes south and west;
/// - a removed point is replaced by the last one of its bucket, and nodes are never merged;
/// - a query delivers a node's own bucket before its children, and a point on the common side of
///   two boxes is found by both.
///
/// Equal coordinates form a chain with a level for every bucket, so inserting n of them costs
/// O(n² / capacity). Nothing recurses: neither a long chain nor a query of it needs any stack.
///
/// All nodes lie in one array and all buckets in another. The children of a node are neighbours,
/// which together with the parent of each such group of four lets a walk find its way back without
/// a stack.
public struct QuadTree: Sendable {
  /// How many points a node keeps before it has children.
  public let bucketCapacity: Int
  /// What the root accepts; other coordinates are refused.
  public let bounds: CoordinateBox
  /// How many points the tree holds.
  public private(set) var count = 0

  private var nodes: [QuadTreeNode]
  /// The node whose children are the group of four with this number.
  private var parents: [Int32] = []
  /// The buckets, each `bucketCapacity` entries long; a node has one from its first point on.
  private var entries: [QuadTreeEntry] = []

  /// Makes an empty tree.
  ///
  /// - Precondition: The capacity is at least 1.
  public init(bucketCapacity: Int = 10, bounds: CoordinateBox = .world) {
    precondition(bucketCapacity > 0, "a bucket of \(bucketCapacity) points can hold none")
    self.bucketCapacity = bucketCapacity
    self.bounds = bounds
    nodes = [QuadTreeNode(box: bounds)]
  }

  /// Keeps a point, unless its coordinate lies outside the bounds.
  ///
  /// The same number can be kept more than once; callers that mind have to look before.
  ///
  /// - Returns: Whether the tree took the point.
  /// - Complexity: O(depth), which is O(log n) for points that differ and O(n) for n equal ones.
  @discardableResult
  public mutating func insert(_ id: Int32, at coordinate: Coordinate, work: inout Work) -> Bool {
    work.nodesVisited += 1
    guard bounds.contains(coordinate) else { return false }
    var index = 0
    while Int(nodes[index].count) == bucketCapacity {
      if nodes[index].firstChild < 0 { addChildren(to: index) }
      index = Int(nodes[index].firstChild) + nodes[index].childOffset(for: coordinate)
      work.nodesVisited += 1
      assert(nodes[index].box.contains(coordinate), "the first child that accepts was not found")
    }
    if nodes[index].bucket < 0 { addBucket(to: index) }
    let slot = Int(nodes[index].bucket) + Int(nodes[index].count)
    entries[slot] = QuadTreeEntry(coordinate: coordinate, id: id)
    nodes[index].count += 1
    count += 1
    return true
  }

  /// Drops the first point with this number on the way down to a coordinate.
  ///
  /// Only the nodes that a point at this coordinate would pass are searched, as upstream does: with
  /// another coordinate than at insertion the point is usually not found.
  ///
  /// - Returns: Whether a point was dropped.
  /// - Complexity: O(depth × capacity).
  @discardableResult
  public mutating func remove(_ id: Int32, at coordinate: Coordinate, work: inout Work) -> Bool {
    work.nodesVisited += 1
    guard bounds.contains(coordinate) else { return false }
    var index = 0
    while true {
      let start = Int(nodes[index].bucket)
      let held = Int(nodes[index].count)
      for slot in start..<start + held where entries[slot].id == id {
        work.pointsTouched += Int64(slot - start + 1)
        entries[slot] = entries[start + held - 1]
        nodes[index].count -= 1
        count -= 1
        assert(count >= 0, "more points were dropped than kept")
        return true
      }
      work.pointsTouched += Int64(held)
      guard nodes[index].firstChild >= 0 else { return false }
      index = Int(nodes[index].firstChild) + nodes[index].childOffset(for: coordinate)
      work.nodesVisited += 1
    }
  }

  /// Appends the numbers of all points inside a box or on its sides, in the order of the walk.
  ///
  /// - Complexity: O(nodes that touch the box × capacity).
  public func query(_ box: CoordinateBox, into result: inout [Int32], work: inout Work) {
    var visited: Int64 = 0
    var touched: Int64 = 0
    var index = 0
    while true {
      visited += 1
      let node = nodes[index]
      let isInside = node.box.intersects(box)
      if isInside, node.count > 0 {
        let start = Int(node.bucket)
        touched += Int64(node.count)
        for slot in start..<start + Int(node.count) where box.contains(entries[slot].coordinate) {
          result.append(entries[slot].id)
        }
      }
      if isInside, node.firstChild >= 0 {
        index = Int(node.firstChild)
        continue
      }
      // Groups of four begin at 1, 5, 9…, so the last child of each is a multiple of four, and so
      // is the root, the only one without a parent.
      while index != 0, index & 3 == 0 { index = Int(parents[(index - 1) >> 2]) }
      if index == 0 { break }
      index += 1
    }
    assert(visited <= Int64(nodes.count), "a node was visited twice")
    work.nodesVisited += visited
    work.pointsTouched += touched
  }

  private mutating func addChildren(to index: Int) {
    let parent = nodes[index].box
    let middleLatitude = (parent.minLatitude + parent.maxLatitude) / 2
    let middleLongitude = (parent.minLongitude + parent.maxLongitude) / 2
    assert(nodes.count == 4 * parents.count + 1, "the groups of four have lost their parents")
    nodes[index].firstChild = Int32(nodes.count)
    parents.append(Int32(index))
    for offset in 0..<4 {
      var box = parent
      if offset & 1 == 0 {
        box.maxLatitude = middleLatitude
      } else {
        box.minLatitude = middleLatitude
      }
      if offset & 2 == 0 {
        box.maxLongitude = middleLongitude
      } else {
        box.minLongitude = middleLongitude
      }
      nodes.append(QuadTreeNode(box: box))
    }
  }

  private mutating func addBucket(to index: Int) {
    nodes[index].bucket = Int32(entries.count)
    entries.append(contentsOf: repeatElement(QuadTreeEntry.none, count: bucketCapacity))
  }
}

/// A node: its box, where its bucket and its children lie, and how full the bucket is.
private struct QuadTreeNode: Sendable {
  let box: CoordinateBox
  /// The first of four neighbouring children; negative for none.
  var firstChild: Int32 = -1
  /// The first entry of the bucket; negative before the first point.
  var bucket: Int32 = -1
  var count: Int32 = 0

  init(box: CoordinateBox) {
    self.box = box
  }

  /// Which child takes a coordinate of this box.
  ///
  /// The same as trying the four inclusive boxes in order: a point on the middle line is accepted
  /// by the southern or western child first.
  func childOffset(for coordinate: Coordinate) -> Int {
    let isNorth = coordinate.latitude > (box.minLatitude + box.maxLatitude) / 2
    let isEast = coordinate.longitude > (box.minLongitude + box.maxLongitude) / 2
    return (isNorth ? 1 : 0) + (isEast ? 2 : 0)
  }
}

/// A point in a bucket, with its coordinate beside it so that a query reads one place.
private struct QuadTreeEntry: Sendable {
  var coordinate: Coordinate
  var id: Int32

  static let none = QuadTreeEntry(coordinate: Coordinate(latitude: 0, longitude: 0), id: -1)
}
