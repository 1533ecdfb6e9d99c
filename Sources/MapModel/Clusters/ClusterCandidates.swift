internal import Clustering
internal import MapEvents

/// The clusters of a cell that an update can keep, and which of them holds a point.
struct ClusterCandidates {
  /// The records as the tree has them; -1 for one that is taken.
  private var records: [Int32] = []
  /// For each point the position of the first candidate that held it when it was stamped.
  private var owner: [Int32]
  private var ownerStamp: [Int32]
  private var stamp: Int32 = 0
  /// Whether the members of the candidates are stamped.
  private var areStamped = false

  init(pointCount: Int) {
    owner = Array(repeating: -1, count: pointCount)
    ownerStamp = Array(repeating: 0, count: pointCount)
  }

  mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    areStamped = false
  }

  /// Finds the records of a tree in a box.
  mutating func find(in box: CoordinateBox, of tree: QuadTree, work: inout Work) {
    tree.query(box, into: &records, work: &work)
  }

  mutating func removeAll(where isTaken: (RecordID) -> Bool) {
    records.removeAll { isTaken(RecordID(rawValue: $0)) }
  }

  subscript(index: Int) -> RecordID { RecordID(rawValue: records[index]) }

  /// Takes a candidate, which then keeps no other set.
  mutating func take(_ index: Int) -> RecordID {
    defer { records[index] = -1 }
    return self[index]
  }

  /// Appends a record and returns its position.
  mutating func append(_ record: RecordID) -> Int {
    records.append(record.rawValue)
    return records.count - 1
  }

  /// The position of the first remaining candidate that holds a point.
  ///
  /// Whoever looks for the first member of a set mostly finds the first candidate, whose first
  /// member it was before. Only when that is not so the holder of each point is written down.
  mutating func holder(
    of point: PointID, _ all: SlotArray<ClusterController.Record>.View
  ) -> Int? {
    if !areStamped {
      guard let first = records.firstIndex(where: { $0 >= 0 }) else { return nil }
      if all[self[first]].members.first == point { return first }
      stampMembers(all)
    }
    guard ownerStamp[point.index] == stamp else { return nil }
    let first = Int(owner[point.index])
    if records[first] >= 0 { return first }
    for index in records.indices.dropFirst(first + 1) where records[index] >= 0 {
      if all[self[index]].members.contains(point) { return index }
    }
    return nil
  }

  /// Writes down for each member of the remaining candidates the first one that holds it.
  private mutating func stampMembers(_ all: SlotArray<ClusterController.Record>.View) {
    stamp += 1
    areStamped = true
    for index in records.indices.reversed() where records[index] >= 0 {
      for member in all[self[index]].members {
        owner[member.index] = Int32(index)
        ownerStamp[member.index] = stamp
      }
    }
  }
}
