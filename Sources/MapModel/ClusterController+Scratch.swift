internal import Clustering
internal import MapGeometry

/// Lists that go from one update to the next, so that a steady update needs no memory.
extension ClusterController {
  /// Lists of updates that are over; what they held does not matter.
  struct SpareLists {
    var reused: [(record: Int32, movesTo: Coordinate?)] = []
    var created: [Int32] = []
    var removed: [Int32] = []
    /// What was on the map when updates were asked for; more than one can wait.
    var before: [[Int32]] = []
    /// Records that are about to leave the map, and the slots of their annotations.
    var leaving: [Int32] = []
    var leavingSlots: [Int32] = []
  }

  /// An empty plan; a queue has one at a time, so that one set of lists goes around.
  func takePlan(for inputs: Inputs, work: Work) -> Plan {
    var plan = Plan(
      number: inputs.number, origin: inputs.origin, visibleRect: inputs.visibleRect, work: work)
    plan.animator = inputs.animator
    plan.isAnimatedByApp = inputs.isAnimatedByApp
    swap(&plan.reused, &spare.reused)
    swap(&plan.created, &spare.created)
    swap(&plan.removed, &spare.removed)
    plan.reused.removeAll(keepingCapacity: true)
    plan.created.removeAll(keepingCapacity: true)
    plan.removed.removeAll(keepingCapacity: true)
    return plan
  }

  /// A plan was carried out.
  func giveBack(_ plan: consuming Plan) {
    spare.reused = plan.reused
    spare.created = plan.created
    spare.removed = plan.removed
  }

  /// The clusters on the map now, in map order, for an update that is compared with them later.
  func takeListOfMap() -> [Int32] {
    guard !setup.mends.comparesWhenApplied else { return [] }
    var list = spare.before.popLast() ?? []
    list.removeAll(keepingCapacity: true)
    list.append(contentsOf: onMap)
    return list
  }

  /// An update was compared with the map, or never will be.
  func giveBack(_ inputs: consuming Inputs) {
    guard inputs.before.capacity > 0 else { return }
    spare.before.append(inputs.before)
  }

  /// Lists the clusters that a plan lets go and that are on the map.
  func listLeaving(_ plan: Plan) {
    spare.leaving.removeAll(keepingCapacity: true)
    spare.leavingSlots.removeAll(keepingCapacity: true)
    for record in plan.removed where records[Int(record)].annotation >= 0 {
      spare.leaving.append(record)
      spare.leavingSlots.append(records[Int(record)].annotation)
    }
  }
}
