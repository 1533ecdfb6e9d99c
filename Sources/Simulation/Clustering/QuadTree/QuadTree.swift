public import MapGeometry

/// A bucket quadtree over latitude and longitude that behaves exactly as CCHMapClusterController's.
///
/// - a node keeps the first points that reach it, as many as its bucket holds, for ever;
/// - the four children are (south, west), (north, west), (south, east), (north, east), and the
///   first one whose box, sides included, contains the point takes it;
/// - a removed point is replaced by the last one of its bucket, and nodes are never merged;
/// - a query delivers a node's own bucket before its children, and a point on the common side of
///   two boxes is found by both.
///
/// Equal coordinates form a chain with a level for every bucket, so inserting n of them costs O(n²
/// / capacity), unless the depth is bounded: a leaf of the last level takes any number of points.
/// Nothing recurses. Nodes, ids and coordinates lie in one array each; the children of a node are
/// neighbors, which with the parent of each such group lets a walk find its way back without a
/// stack.
public struct QuadTree: Sendable {
  /// The number of points that a node keeps before it has children.
  public let bucketCapacity: Int
  /// The coordinates that the root accepts; others are refused.
  public let bounds: CoordinateBox
  /// The level whose nodes are leaves of any size; the root is on level 0.
  public let lastLevel: Int
  /// Whether the tree knows the slot of each id, so that it finds it without a coordinate.
  public let findsByIdentity: Bool
  /// The number of points that the tree holds.
  public private(set) var count = 0
  var nodes: [QuadTreeNode]
  /// The node whose children are the group of four with this number.
  var parents: [Int32] = []
  /// Ids in the buckets, each of which is one or more blocks of `bucketCapacity` slots.
  var ids: [Int32] = []
  var places: [Coordinate] = []
  /// The node of each block, when identities are found.
  var owners: [Int32] = []
  /// The slot of each id, when identities are found, or -1.
  var slots: [Int32] = []
  var batch = QuadTreeBatch()

  /// Makes an empty tree; by default nodes of any level have children.
  public init(
    bucketCapacity: Int = 10, bounds: CoordinateBox = .world, lastLevel: Int = .max,
    findsByIdentity: Bool = false
  ) {
    precondition(bucketCapacity > 0, "a bucket of \(bucketCapacity) points can hold none")
    precondition(lastLevel >= 0, "a tree has at least the level of its root")
    (self.bucketCapacity, self.bounds, self.lastLevel) = (bucketCapacity, bounds, lastLevel)
    self.findsByIdentity = findsByIdentity
    nodes = [QuadTreeNode(box: bounds)]
  }

  /// Adds a point, unless its coordinate lies outside the bounds; the same id can be added twice.
  ///
  /// - Returns: Whether the tree took the point.
  /// - Complexity: O(depth), which is O(log n) for points that differ and O(n) for n equal ones.
  @discardableResult
  public mutating func insert(_ id: Int32, at coordinate: Coordinate, work: inout Work) -> Bool {
    guard bounds.contains(coordinate) else {
      work.nodesVisited += 1
      return false
    }
    insert(id, at: coordinate, below: 0, level: 0, work: &work)
    return true
  }

  mutating func insert(
    _ id: Int32, at coordinate: Coordinate, below root: Int, level: Int, work: inout Work
  ) {
    var index = root
    var level = level
    var visited: Int64 = 1
    while Int(nodes[index].count) >= bucketCapacity, level < lastLevel {
      if nodes[index].firstChild < 0 { addChildren(to: index) }
      index = Int(nodes[index].firstChild) + nodes[index].childOffset(for: coordinate)
      visited += 1
      level += 1
      assert(nodes[index].box.contains(coordinate), "the first child that accepts was not found")
    }
    work.nodesVisited += visited
    append(id, at: coordinate, to: index)
  }

  mutating func append(_ id: Int32, at coordinate: Coordinate, to index: Int) {
    if nodes[index].count == nodes[index].capacity { growBucket(of: index) }
    let slot = Int(nodes[index].bucket) + Int(nodes[index].count)
    ids[slot] = id
    places[slot] = coordinate
    nodes[index].count += 1
    count += 1
    guard findsByIdentity else { return }
    reserve(for: id)
    assert(slots[Int(id)] < 0, "point \(id) is held already")
    slots[Int(id)] = Int32(slot)
  }

  /// Makes it possible to note the slot of an id.
  mutating func reserve(for id: Int32) {
    guard findsByIdentity, Int(id) >= slots.count else { return }
    slots.append(contentsOf: repeatElement(-1, count: Int(id) + 1 - slots.count))
  }

  /// Appends a part of a batch; there is memory for the slots of all its ids.
  mutating func append(
    _ points: Span<QuadTreeBatch.Point>, _ stretch: Range<Int>, to index: Int
  ) {
    var from = stretch.lowerBound
    while from < stretch.upperBound {
      if nodes[index].count == nodes[index].capacity { growBucket(of: index) }
      let node = nodes[index]
      let start = Int(node.bucket) + Int(node.count)
      let to = min(from + Int(node.capacity - node.count), stretch.upperBound)
      let part = points.extracting(from..<to)
      var ids = ids.mutableSpan
      for offset in part.indices { ids[start + offset] = part[offset].id }
      var places = places.mutableSpan
      for offset in part.indices { places[start + offset] = part[offset].coordinate }
      if findsByIdentity {
        var slots = slots.mutableSpan
        for offset in part.indices {
          let id = Int(part[offset].id)
          assert(slots[id] < 0, "point \(id) is held already")
          slots[id] = Int32(start + offset)
        }
      }
      nodes[index].count += Int32(part.count)
      count += part.count
      from = to
    }
  }

  /// Removes the first point with this id on the way down to a coordinate.
  ///
  /// Only nodes that a point at this coordinate would pass are searched, as upstream does.
  ///
  /// - Returns: Whether a point was removed.
  /// - Complexity: O(depth × capacity).
  @discardableResult
  public mutating func remove(_ id: Int32, at coordinate: Coordinate, work: inout Work) -> Bool {
    work.nodesVisited += 1
    guard bounds.contains(coordinate) else { return false }
    var index = 0
    while true {
      let start = Int(nodes[index].bucket)
      let held = Int(nodes[index].count)
      for slot in start..<start + held where ids[slot] == id {
        work.pointsTouched += Int64(slot - start + 1)
        drop(slot, of: index)
        return true
      }
      work.pointsTouched += Int64(held)
      guard nodes[index].firstChild >= 0 else { return false }
      index = Int(nodes[index].firstChild) + nodes[index].childOffset(for: coordinate)
      work.nodesVisited += 1
    }
  }

  /// Removes a point by its id, in O(1), and returns whether it was held.
  ///
  /// - Precondition: The tree finds by identity.
  @discardableResult public mutating func remove(_ id: Int32, work: inout Work) -> Bool {
    precondition(findsByIdentity, "this tree finds a point by its coordinate only")
    guard id >= 0, Int(id) < slots.count, slots[Int(id)] >= 0 else { return false }
    let slot = Int(slots[Int(id)])
    work.nodesVisited += 1
    work.pointsTouched += 1
    drop(slot, of: Int(owners[slot / bucketCapacity]))
    return true
  }

  /// Replaces a point by the last one of its bucket.
  private mutating func drop(_ slot: Int, of index: Int) {
    let last = Int(nodes[index].bucket) + Int(nodes[index].count) - 1
    assert(slot >= Int(nodes[index].bucket) && slot <= last, "the slot is not in the bucket")
    if findsByIdentity {
      slots[Int(ids[last])] = Int32(slot)
      slots[Int(ids[slot])] = -1
    }
    ids[slot] = ids[last]
    places[slot] = places[last]
    nodes[index].count -= 1
    count -= 1
    assert(count >= 0, "more points were dropped than kept")
  }

  mutating func addChildren(to index: Int) {
    let parent = nodes[index].box
    let middleLatitude = (parent.minLatitude + parent.maxLatitude) / 2
    let middleLongitude = (parent.minLongitude + parent.maxLongitude) / 2
    assert(nodes.count == 4 * parents.count + 1, "the groups of four have lost their parents")
    nodes[index].firstChild = Int32(nodes.count)
    parents.append(Int32(index))
    for offset in 0..<4 {
      let (isNorth, isEast) = (offset & 1 == 1, offset & 2 == 2)
      let box = CoordinateBox(
        minLatitude: isNorth ? middleLatitude : parent.minLatitude,
        minLongitude: isEast ? middleLongitude : parent.minLongitude,
        maxLatitude: isNorth ? parent.maxLatitude : middleLatitude,
        maxLongitude: isEast ? parent.maxLongitude : middleLongitude)
      nodes.append(QuadTreeNode(box: box))
    }
  }

  /// Gives a node its first block, or a bucket on the last level twice the capacity; old blocks
  /// stay unused.
  private mutating func growBucket(of index: Int) {
    let old = nodes[index]
    let start = ids.count
    let capacity = old.capacity == 0 ? bucketCapacity : 2 * Int(old.capacity)
    ids.append(contentsOf: repeatElement(-1, count: capacity))
    places.append(contentsOf: repeatElement(Coordinate(latitude: 0, longitude: 0), count: capacity))
    nodes[index].bucket = Int32(start)
    nodes[index].capacity = Int32(capacity)
    for offset in 0..<Int(old.count) {
      ids[start + offset] = ids[Int(old.bucket) + offset]
      places[start + offset] = places[Int(old.bucket) + offset]
    }
    guard findsByIdentity else { return }
    owners.append(contentsOf: repeatElement(Int32(index), count: capacity / bucketCapacity))
    for offset in 0..<Int(old.count) { slots[Int(ids[start + offset])] = Int32(start + offset) }
    assert(owners.count * bucketCapacity == ids.count, "a block has no owner")
  }
}

struct QuadTreeNode: Sendable {
  let box: CoordinateBox
  /// The first of four neighboring children; negative for none.
  var firstChild: Int32 = -1
  /// The first slot of the bucket; negative before the first point.
  var bucket: Int32 = -1
  var count: Int32 = 0
  var capacity: Int32 = 0

  /// Which child takes a coordinate of this box: a point on a middle line goes south or west.
  func childOffset(for coordinate: Coordinate) -> Int {
    let isNorth = coordinate.latitude > (box.minLatitude + box.maxLatitude) / 2
    let isEast = coordinate.longitude > (box.minLongitude + box.maxLongitude) / 2
    return (isNorth ? 1 : 0) + (isEast ? 2 : 0)
  }
}
