internal import Clustering
internal import MapGeometry

/// Points that an app takes for equal although they are two: `isEqual` of its annotations.
///
/// An index knows points by what makes them equal, so it refuses an equal one; it is given the
/// coordinate of the point that the app passed, and removes what it finds there.
extension MapSimulation {
  /// The number that a point shares with those it is equal to.
  func identity(of point: Int32) -> Int32 {
    setup.identities.isEmpty ? point : setup.identities[Int(point)]
  }

  /// Gives points to the index of a layer, takes them from it, or puts them elsewhere.
  ///
  /// - Returns: How many were accepted.
  func index(
    _ change: ClusterController.IndexChange, of layer: Int, work: inout Work
  ) -> Int {
    guard let controller = layers[layer].controller else { return 0 }
    let places = change.places ?? change.points.map { layers[layer].coordinates[Int($0)] }
    guard !setup.identities.isEmpty else {
      return controller.index(change, at: places, work: &work)
    }
    if layers[layer].memory.indexed.isEmpty { layers[layer].memory.indexed = setup.identities }
    var accepted = 0
    for (number, (point, place)) in zip(change.points, places).enumerated() {
      let identity = identity(of: point)
      var single = change
      single.points = [identity]
      if case .move(let old) = change.kind {
        // Where an equal point goes that it does not hold is none of its business.
        guard isHeldItself(point, layer: layer) else { continue }
        single.kind = .move(from: [old[number]])
      }
      let count = controller.index(single, at: [place], work: &work)
      if count > 0, !change.isRemoval { layers[layer].memory.indexed[Int(identity)] = point }
      accepted += count
    }
    return accepted
  }

  /// Whether it is a point itself that the index of a layer holds for those that are equal to it,
  /// if it holds any.
  func isHeldItself(_ point: Int32, layer: Int) -> Bool {
    let indexed = layers[layer].memory.indexed
    return indexed.isEmpty || indexed[Int(identity(of: point))] == point
  }

  /// Notes which of equal points the clusters of an update stand for: those that the index held
  /// when it was asked.
  func notePoints(of plan: ClusterController.Plan, layer: Int) {
    guard !setup.identities.isEmpty, let controller = layers[layer].controller else { return }
    let indexed = layers[layer].memory.indexed
    for record in plan.reused.map(\.record) + plan.created {
      layers[layer].memory.points[record] = controller.records[Int(record)].members.map {
        indexed[Int($0)]
      }
    }
  }

  /// The points for which a cluster of a layer stands.
  func points(of record: Int32, layer: Int) -> [Int32] {
    let members = layers[layer].controller?.records[Int(record)].members ?? []
    guard !setup.identities.isEmpty else { return members }
    return layers[layer].memory.points[record] ?? members
  }

  /// How many points were given to a layer and not taken from it, whether its index took them or
  /// not.
  package func memberCount(of layer: Int) -> Int {
    layers[layer].isMember.count { $0 }
  }
}
