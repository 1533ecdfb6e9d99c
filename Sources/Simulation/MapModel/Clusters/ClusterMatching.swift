internal import Clustering
internal import MapEvents
internal import MapGeometry

/// The clusters of a cell that an update can keep, and which of them holds a point.
struct ClusterCandidates {
  /// The clusters on the map.
  private var visible = QuadTree()
  private var cursor = QuadTreeCursor()
  /// The records as the tree has them; -1 for one that is taken.
  private var records: [Int32] = []
  /// For each point the position of the first candidate that held it when it was stamped.
  private var owners: [(candidate: Int32, stamp: Int32)]
  private var stamp: Int32 = 0
  private var areStamped = false

  init(pointCount: Int) {
    owners = Array(repeating: (candidate: -1, stamp: 0), count: pointCount)
  }

  /// The number of clusters on the map.
  var visibleCount: Int { visible.count }

  /// Notes that a cluster is on the map at some place; returns whether the tree takes it.
  mutating func insert(_ record: RecordID, at place: Coordinate, work: inout Work) -> Bool {
    cursor.reset()
    return visible.insert(record.rawValue, at: place, work: &work)
  }

  /// Notes that a cluster is on the map no more; returns whether it was found at the place.
  mutating func remove(_ record: RecordID, at place: Coordinate, work: inout Work) -> Bool {
    cursor.reset()
    return visible.remove(record.rawValue, at: place, work: &work)
  }

  mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    areStamped = false
  }

  mutating func find(in box: CoordinateBox, work: inout Work) {
    cursor.query(box, in: visible, into: &records, work: &work)
  }

  mutating func removeAll(where isTaken: (RecordID) -> Bool) {
    records.removeAll { isTaken(RecordID(rawValue: $0)) }
  }

  subscript(index: Int) -> RecordID { RecordID(rawValue: records[index]) }

  mutating func take(_ index: Int) -> RecordID {
    defer { records[index] = -1 }
    return self[index]
  }

  mutating func append(_ record: RecordID) -> Int {
    records.append(record.rawValue)
    return records.count - 1
  }

  /// The position of the first remaining candidate that holds a point: usually the first candidate
  /// for the first member of a set; only otherwise holders are stamped.
  mutating func holder(of point: PointID, _ all: SlotArray<ClusterController.Record>.View) -> Int? {
    if !areStamped {
      guard let first = records.firstIndex(where: { $0 >= 0 }) else { return nil }
      if all[self[first]].members.first == point { return first }
      stampMembers(all)
    }
    let owner = owners[point.index]
    guard owner.stamp == stamp else { return nil }
    let first = Int(owner.candidate)
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
    let (records, stamp) = (records, stamp)
    var owners = owners.mutableSpan
    for index in records.indices.reversed() where records[index] >= 0 {
      for member in all[RecordID(rawValue: records[index])].members {
        owners[member.index] = (candidate: Int32(index), stamp: stamp)
      }
    }
  }
}

/// Which cluster record got each point last, and which points the app moved since then, so that a
/// cluster is found again whose points moved to another cell: for each point a record, or its
/// complement once the point moved.
struct PointHolders {
  /// The number of a point that no record got since it was given.
  private static let none = Int32.min

  private var holders: [Int32]
  /// Whether the app moved or took points since the last update.
  private var areTouched = false

  init(pointCount: Int) { holders = Array(repeating: PointHolders.none, count: pointCount) }

  func record(of point: PointID) -> RecordID {
    let holder = holders[point.index]
    return RecordID(rawValue: holder >= 0 ? holder : holder == PointHolders.none ? -1 : ~holder)
  }

  private static func hasMoved(_ holder: Int32) -> Bool { holder < 0 && holder != none }

  /// Whether a record has these points already; the first decides unless some were touched.
  func isHolder(_ record: RecordID, of points: some Collection<PointID>) -> Bool {
    guard !areTouched, let first = points.first else { return false }
    return holders[first.index] == record.rawValue
  }

  /// A record gets points; returns whether one of them moved since a record got it last.
  mutating func give(_ points: some Sequence<PointID>, to record: RecordID) -> Bool {
    var hasMoved = false
    var holders = holders.mutableSpan
    for point in points {
      hasMoved = hasMoved || PointHolders.hasMoved(holders[point.index])
      holders[point.index] = record.rawValue
    }
    return hasMoved
  }

  /// The record that got all of some points last, if the app moved one of them since.
  func recordOfMoved(_ points: some Collection<PointID>) -> RecordID {
    guard let first = points.first else { return .none }
    let record = record(of: first)
    guard record.isSome, points.allSatisfy({ self.record(of: $0) == record }),
      points.contains(where: { PointHolders.hasMoved(holders[$0.index]) })
    else { return .none }
    return record
  }

  /// The app moved points or took them: what comes again is another point to its clusters.
  mutating func note(_ change: ClusterController.IndexChange) {
    switch change.kind {
    case .add: return
    case .remove: for point in change.points { holders[point.index] = PointHolders.none }
    case .move:
      for point in change.points where holders[point.index] >= 0 {
        holders[point.index] = ~holders[point.index]
      }
    }
    areTouched = areTouched || !change.points.isEmpty
  }

  mutating func didUpdate() { areTouched = false }
}
