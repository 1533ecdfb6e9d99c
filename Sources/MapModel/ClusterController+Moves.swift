internal import Clustering
internal import MapGeometry

/// Clusters that go where the app moves their points.
///
/// A cluster is looked for in the cell of its new points, and a point that moved can have left the
/// cell in which its cluster still stands. So each point knows the record that got it last, in one
/// number beside the points: a record, or a record turned over once the point moved.
extension ClusterController {
  /// What a number of ``holders`` says.
  enum Holder {
    /// No record got the point, since it was given.
    static let nobody = Int32.min

    /// The record that got the point last; -1 for none.
    static func record(_ holder: Int32) -> Int32 {
      holder >= 0 ? holder : holder == nobody ? -1 : ~holder
    }

    /// Whether the point moved since a record got it.
    static func hasMoved(_ holder: Int32) -> Bool { holder < 0 && holder != nobody }
  }

  /// Whether a record that has exactly these points already is known as the one that got them last.
  ///
  /// Points change hands together, so the first one tells, unless the app moved or took some since
  /// the last update: then all are asked anew.
  func isHolder(_ record: Int32, of points: ArraySlice<Int32>) -> Bool {
    guard !areHoldersTouched, let first = points.first else { return false }
    return holders[Int(first)] == record
  }

  /// A record gets points.
  ///
  /// - Returns: Whether the app had moved one of them since a record got it last.
  func give(_ points: ArraySlice<Int32>, to record: Int32) -> Bool {
    var hasMoved = false
    for point in points {
      hasMoved = hasMoved || Holder.hasMoved(holders[Int(point)])
      holders[Int(point)] = record
    }
    return hasMoved
  }

  /// The index learned that the app moved a point.
  func noteMove(of point: Int32) {
    assert(setup.mends.movesPoints, "the index learned of a move that is none of its business")
    areHoldersTouched = true
    let holder = holders[Int(point)]
    if holder >= 0 { holders[Int(point)] = ~holder }
    assert(Holder.record(holders[Int(point)]) == Holder.record(holder), "a move lost a record")
  }

  /// The index let a point go: what comes again is another one to its clusters.
  func forget(_ point: Int32) {
    guard setup.mends.movesPoints else { return }
    areHoldersTouched = true
    holders[Int(point)] = Holder.nobody
  }

  /// The record of exactly the points at one place, some of which the app moved there: their
  /// annotation goes along, from whatever cell.
  ///
  /// - Complexity: O(points of the set).
  func follower(of set: ClusterSet, _ points: ArraySlice<Int32>, update: Int32) -> Int32? {
    guard set.isUniqueLocation, setup.mends.movesPoints else { return nil }
    assert(!points.isEmpty, "a set without points")
    var content: UInt64 = 0
    var hasMoved = false
    let record = Holder.record(holders[Int(points[points.startIndex])])
    for point in points {
      let holder = holders[Int(point)]
      guard record >= 0, Holder.record(holder) == record else { return nil }
      hasMoved = hasMoved || Holder.hasMoved(holder)
      content &+= ClusterController.mixed(point)
    }
    let held = records[Int(record)]
    guard hasMoved, held.isVisible, held.result != update, held.members.count == points.count,
      held.content == content
    else { return nil }
    assert(held.members.sorted() == points.sorted(), "other points have the same content")
    return record
  }
}
