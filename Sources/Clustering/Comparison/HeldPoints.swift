internal import MapGeometry

/// The points of an index in the order in which they came; a removed one leaves a gap with count 0
/// until gaps outnumber points.
struct HeldPoints: Sendable {
  private(set) var spots: [ClusterPosition] = []
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
      guard let spot = ClusterPosition(ids[index], at: coordinates[index]) else { continue }
      slots[Int(spot.id)] = Int32(spots.count)
      assert(spot.count == 1, "a point is a cluster of one")
      spots.append(spot)
      count += 1
    }
    work.pointsTouched += Int64(ids.count)
    return count - before
  }

  /// Removes points and lists them; skips those that are not held.
  mutating func remove(_ ids: [Int32], into gone: inout [ClusterPosition], work: inout Work) {
    for id in ids where id >= 0 && Int(id) < slots.count && slots[Int(id)] >= 0 {
      let slot = Int(slots[Int(id)])
      gone.append(spots[slot])
      spots[slot].count = 0
      slots[Int(id)] = -1
      count -= 1
    }
    work.pointsTouched += Int64(ids.count)
    guard spots.count > 2 * count else { return }
    work.pointsTouched += Int64(spots.count)
    closeGaps()
  }

  private mutating func closeGaps() {
    var kept = 0
    for slot in spots.indices where spots[slot].count > 0 {
      slots[Int(spots[slot].id)] = Int32(kept)
      spots[kept] = spots[slot]
      kept += 1
    }
    assert(kept == count, "\(kept) points are there, not \(count)")
    spots.removeLast(spots.count - kept)
  }
}

/// The points of an index, and the tree in which they are found by place.
struct TreePoints: Sendable {
  private(set) var held = HeldPoints()
  var tree: PointQuadTree

  init(_ tree: PointQuadTree) { self.tree = tree }

  /// Adds points that are not held and valid at the end, and returns their number.
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    let first = held.spots.count
    let taken = held.add(ids, at: coordinates, work: &work)
    for slot in first..<held.spots.count { tree.insert(held.spots[slot], work: &work) }
    return taken
  }

  /// Removes points and returns their number; skips those that are not held.
  mutating func remove(_ ids: [Int32], work: inout Work) -> Int {
    var gone: [ClusterPosition] = []
    held.remove(ids, into: &gone, work: &work)
    for spot in gone { tree.remove(spot, work: &work) }
    return gone.count
  }
}
