internal import Clustering
internal import MapGeometry

/// Clusters that stay where they were, unless their views would overlap others there.
extension ClusterController {
  /// A cluster of a result that keeps its old place for now.
  struct Staying {
    /// Its position in ``stays``.
    var standing: Int
    /// Its position among the reused ones of the plan.
    var reused: Int
    /// Its new place.
    var place: Coordinate
  }

  /// Where a new cluster is put: where the clusterer says, or at 0, 0 when that is gone and nobody
  /// answers.
  func place(of set: ClusterSet) -> Coordinate {
    set.isUniqueLocation || setup.app.hasClusterer
      ? set.coordinate : Coordinate(latitude: 0, longitude: 0)
  }

  /// Takes note of where a cluster of a result will stand.
  ///
  /// - Parameters:
  ///   - set: What it stands for.
  ///   - record: Its record.
  ///   - reused: Its position among the reused ones of the plan; nil for a new one.
  ///   - inputs: Those of the update.
  func note(_ set: ClusterSet, _ record: Int32, reused: Int?, _ inputs: Inputs) {
    guard setup.mends.overlap != .left, !inputs.query.isClusteringDisabled else { return }
    let place = place(of: set)
    var old: Coordinate?
    if let reused, !set.isUniqueLocation, !setup.mends.movesReused {
      old = records[Int(record)].coordinate
      staying.append(Staying(standing: stays.count, reused: reused, place: place))
    }
    stays.append(
      at: place, keeping: old, count: set.count, isUniqueLocation: set.isUniqueLocation,
      extents: inputs.extents)
  }

  /// Lets clusters go to their new places whose views would overlap others where they stand.
  func moveOverlapping(_ plan: inout Plan) {
    guard !staying.isEmpty else { return }
    stays.resolve()
    for one in staying where !stays.stays(one.standing) {
      plan.reused[one.reused].movesTo = one.place
    }
  }
}
