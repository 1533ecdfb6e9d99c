internal import Clustering
internal import MapEvents

/// Which cluster record got each point last, and which points the app moved since then.
///
/// A cluster is looked for in the cell of its new points, and a point that moved can have left the
/// cell in which its cluster still is. So each point knows the record that got it last, in one
/// number beside the points: a record, or a record turned over once the point moved.
struct PointHolders {
  /// The number of a point that no record got since it was given.
  private static let none = Int32.min

  private var holders: [Int32]
  /// Whether the app moved or took points since the last update.
  private var areTouched = false

  init(pointCount: Int) {
    holders = Array(repeating: PointHolders.none, count: pointCount)
  }

  /// The record that got a point last.
  func record(of point: PointID) -> RecordID {
    let holder = holders[point.index]
    return RecordID(rawValue: holder >= 0 ? holder : holder == PointHolders.none ? -1 : ~holder)
  }

  private func hasMoved(_ point: PointID) -> Bool {
    let holder = holders[point.index]
    return holder < 0 && holder != PointHolders.none
  }

  /// Whether a record that has exactly these points already is known as the one that got them last.
  ///
  /// Points change hands together, so the first one tells, unless the app moved or took some since
  /// the last update: then all are looked at.
  func isHolder(_ record: RecordID, of points: some Collection<PointID>) -> Bool {
    guard !areTouched, let first = points.first else { return false }
    return holders[first.index] == record.rawValue
  }

  /// A record gets points.
  ///
  /// - Returns: Whether the app had moved one of them since a record got it last.
  mutating func give(_ points: some Sequence<PointID>, to record: RecordID) -> Bool {
    var hasMoved = false
    for point in points {
      hasMoved = hasMoved || self.hasMoved(point)
      holders[point.index] = record.rawValue
    }
    return hasMoved
  }

  /// The record that got all of some points last, if the app moved one of them since.
  func recordOfMoved(_ points: some Collection<PointID>) -> RecordID {
    guard let first = points.first else { return .none }
    let record = record(of: first)
    guard record.isSome, points.allSatisfy({ self.record(of: $0) == record }),
      points.contains(where: { hasMoved($0) })
    else { return .none }
    return record
  }

  /// The index learned that the app moved points, or let them go: what comes again is another point
  /// to its clusters.
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

  /// An update has given all points to records.
  mutating func didUpdate() { areTouched = false }
}
