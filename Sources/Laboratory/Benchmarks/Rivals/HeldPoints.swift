internal import Clustering
internal import MapGeometry

/// The points of an index in the order in which they came; a removed one leaves a gap with count 0
/// until gaps outnumber points.
struct HeldPoints: Sendable {
  private(set) var positions: [ClusterPosition] = []
  private(set) var count = 0
  /// Where each point is, by its number; negative for one that is not held.
  private var slots: [Int32] = []

  @inline(__always) func slot(of id: Int32) -> Int {
    assert(slots[Int(id)] >= 0, "point \(id) is not held")
    return Int(slots[Int(id)])
  }

  /// Adds points that are not held and valid at the end, and returns their number.
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    precondition(ids.count == coordinates.count, "each point needs a coordinate")
    precondition(ids.allSatisfy { $0 >= 0 }, "a point must not have a negative number")
    let missing = Int(ids.max() ?? -1) + 1 - slots.count
    if missing > 0 { slots.append(contentsOf: repeatElement(-1, count: missing)) }
    let before = count
    for index in ids.indices where slots[Int(ids[index])] < 0 {
      guard let position = ClusterPosition(ids[index], at: coordinates[index]) else { continue }
      slots[Int(position.id)] = Int32(positions.count)
      assert(position.count == 1, "a point is a cluster of one")
      positions.append(position)
      count += 1
    }
    work.pointsTouched += Int64(ids.count)
    return count - before
  }

  /// Removes points and returns them; skips those that are not held.
  mutating func remove(_ ids: [Int32], work: inout Work) -> [ClusterPosition] {
    var gone: [ClusterPosition] = []
    for id in ids where id >= 0 && Int(id) < slots.count && slots[Int(id)] >= 0 {
      let slot = Int(slots[Int(id)])
      gone.append(positions[slot])
      positions[slot].count = 0
      slots[Int(id)] = -1
      count -= 1
    }
    work.pointsTouched += Int64(ids.count)
    guard positions.count > 2 * count else { return gone }
    work.pointsTouched += Int64(positions.count)
    closeGaps()
    return gone
  }

  private mutating func closeGaps() {
    var kept = 0
    for slot in positions.indices where positions[slot].count > 0 {
      slots[Int(positions[slot].id)] = Int32(kept)
      positions[kept] = positions[slot]
      kept += 1
    }
    assert(kept == count, "\(kept) points are there, not \(count)")
    positions.removeLast(positions.count - kept)
  }
}

/// The points of an index, and the tree in which they are found by place.
struct TreePoints: Sendable {
  private(set) var held = HeldPoints()
  var tree: PointQuadTree

  init(_ tree: PointQuadTree) { self.tree = tree }

  /// Adds points that are not held and valid at the end, and returns their number.
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    let first = held.positions.count
    let taken = held.add(ids, at: coordinates, work: &work)
    for slot in first..<held.positions.count { tree.insert(held.positions[slot], work: &work) }
    return taken
  }

  /// Removes points and returns their number; skips those that are not held.
  mutating func remove(_ ids: [Int32], work: inout Work) -> Int {
    let gone = held.remove(ids, work: &work)
    for position in gone { tree.remove(position, work: &work) }
    return gone.count
  }
}
