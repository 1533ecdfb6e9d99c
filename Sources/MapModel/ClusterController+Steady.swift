internal import Clustering
internal import MapGeometry

/// What an update need not do, because nothing has changed where it would look.
///
/// All of it follows from what an engine that remembers its cells says of itself; with any other
/// one each update looks everywhere, as in the reproduced library. What comes onto the map, what
/// the delegate is asked and what an app is told is the same in either case.
extension ClusterController {
  /// What an update found, as far as it matters to the next one.
  struct Answer: Hashable {
    /// What views covered, by which overlapping ones were found; nil where nobody looked.
    var extents: ClusterExtents?
    /// Whether clusters stand where the clusterer put them, and not where nobody did.
    var isPlaced: Bool
  }

  /// Whether an update would find what the last one found, and all of that is on the map.
  ///
  /// - Complexity: O(clusters on the map).
  func repeats(_ answer: Answer?, _ inputs: Inputs) -> Bool {
    guard let answer, knowsKeepers, inputs.reusesAnnotations, setup.app.hasClusterer,
      answer == Answer(inputs, setup), engine.isUnchanged(for: inputs.query)
    else { return false }
    return result.count == onMap.count
      && result.allSatisfy { records[Int($0)].annotation >= 0 && records[Int($0)].isVisible }
  }

  /// Whether each point on the map is in one cluster, which is known: then that stays for a set of
  /// the same points, whatever else is in the cell.
  var knowsKeepers: Bool {
    let mends = setup.mends
    return mends.movesPoints && mends.comparesWhenApplied && mends.keepsPointsInOneCell
      && mends.visitsCellsOnce
  }

  /// The cluster that has exactly the points of a set and stands in its cell, without a search for
  /// those that stand there.
  ///
  /// It is the one that the search would come to: the only one that holds the first of the points.
  ///
  /// - Complexity: O(points of the set).
  func keeper(of set: ClusterSet, update: Int32) -> Int32? {
    let members = sets.members(of: set)
    guard let first = members.first else { return nil }
    let record = Holder.record(holders[Int(first)])
    guard record >= 0, records[Int(record)].isVisible, records[Int(record)].result != update,
      sets.cells[set.cell].box.contains(records[Int(record)].place),
      ClusterController.areEqual(records[Int(record)].members, members),
      !set.isUniqueLocation
        || ClusterController.isNear(records[Int(record)].coordinate, set.coordinate)
    else { return nil }
    return record
  }
}

extension ClusterController.Answer {
  /// What an update finds with inputs, under settings.
  init(_ inputs: ClusterController.Inputs, _ setup: ClusterSetup) {
    extents = setup.mends.overlap == .left ? nil : inputs.extents
    isPlaced = setup.app.hasClusterer
  }
}
