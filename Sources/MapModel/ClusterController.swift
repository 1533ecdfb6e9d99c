internal import Clustering
internal import MapGeometry

/// The clusters of one layer: which are on the map, and what an update changes.
///
/// It follows the order that the reproduced library shows when its hash sets keep their order:
/// sets by cell, survivors by the first member that an old cluster holds, additions in the order of
/// the result, removals in the order of the map. A class, so that its buffers have one owner and
/// are never copied by being looked at.
final class ClusterController {
  /// A cluster annotation, on the map or about to be.
  struct Record {
    var coordinate: Coordinate
    var members: [Int32] = []
    /// The same for clusters of the same points.
    var content: UInt64 = 0
    /// The slot of its annotation; -1 while it is not on the map.
    var annotation: Int32 = -1
    /// The update whose result it last belonged to.
    var result: Int32 = -1
    /// The update that last found it on the map when it was asked for.
    var before: Int32 = -1
    /// Whether the tree of visible clusters holds it.
    var isVisible = false
  }

  /// What an update works on, frozen when it is asked for.
  struct Inputs {
    var number: Int32
    var origin: Origin
    var query: ClusterQuery
    /// Cluster annotations on the map at that moment, in map order.
    var before: [Int32]
    /// Whether cluster annotations with common members stay.
    var reusesAnnotations: Bool
  }

  /// Where in the session an update was asked for; its real time is told with it.
  struct Origin {
    var step: Int32
    var marks: Int32
  }

  /// What an update is about to change.
  struct Plan {
    var number: Int32
    var origin: Origin
    var work: Work
    var shown = 0
    /// Kept clusters that got members; with the coordinate when that is new too.
    var reused: [(record: Int32, movesTo: Coordinate?)] = []
    var created: [Int32] = []
    var removed: [Int32] = []
  }

  /// What updates follow that are asked for from now on.
  var setup: ClusterSetup
  private(set) var engine: any ClusterEngine
  private(set) var records: [Record] = []
  /// Records on the map, in the order in which they came.
  private(set) var onMap: [Int32] = []
  private var visible = QuadTree()
  private var free: [Int32] = []
  private var retired: [Int32] = []
  private var sets = ClusterSets()
  /// As the update wants it that is being matched.
  private var reusesAnnotations = false

  // Scratch of `match`, kept so that a steady update needs no memory.
  private var candidates: [Int32] = []
  private var owner: [Int32]
  private var ownerStamp: [Int32]
  private var stamp: Int32 = 0

  init(setup: ClusterSetup, pointCount: Int) {
    self.setup = setup
    engine = setup.engine
    owner = Array(repeating: -1, count: pointCount)
    ownerStamp = Array(repeating: 0, count: pointCount)
  }

  /// Gives points to the index, or takes them from it.
  ///
  /// - Returns: How many were accepted.
  func index(
    _ points: [Int32], at coordinates: [Coordinate], isRemoval: Bool, work: inout Work
  ) -> Int {
    isRemoval
      ? engine.remove(points, at: coordinates, work: &work)
      : engine.add(points, at: coordinates, work: &work)
  }

  /// Asks the engine for the sets of an update.
  func query(_ inputs: Inputs, work: inout Work) {
    engine.clusters(inputs.query, into: &sets, work: &work)
  }

  /// Matches the sets with the clusters on the map and says what changes; members of reused
  /// clusters change at once, as in the background of the reproduced library.
  func match(_ inputs: Inputs, work: Work) -> Plan {
    var plan = Plan(number: inputs.number, origin: inputs.origin, work: work)
    reusesAnnotations = inputs.reusesAnnotations
    var result: [Int32] = []
    var cell = -1
    for index in sets.indices {
      let set = sets[index]
      if set.cell != cell {
        cell = set.cell
        findCandidates(in: sets.cells[cell].box, work: &plan.work)
      }
      let record = choose(set, plan: &plan)
      guard records[Int(record)].result != inputs.number else { continue }
      records[Int(record)].result = inputs.number
      result.append(record)
    }
    diff(result, inputs: inputs, plan: &plan)
    return plan
  }

  /// The visible clusters of a cell, and for each of their members the first one that holds it.
  private func findCandidates(in box: CoordinateBox, work: inout Work) {
    candidates.removeAll(keepingCapacity: true)
    guard reusesAnnotations else { return }
    visible.query(box, into: &candidates, work: &work)
    stamp += 1
    for index in candidates.indices.reversed() {
      for member in records[Int(candidates[index])].members {
        owner[Int(member)] = Int32(index)
        ownerStamp[Int(member)] = stamp
      }
    }
  }

  private func choose(_ set: ClusterSet, plan: inout Plan) -> Int32 {
    if let index = survivor(for: set) {
      let record = candidates[index]
      candidates[index] = -1
      fill(record, with: set)
      plan.reused.append(
        (record: record, movesTo: set.isUniqueLocation ? set.coordinate : nil))
      return record
    }
    let record = free.popLast() ?? Int32(records.count)
    if Int(record) == records.count { records.append(Record(coordinate: place(of: set))) }
    assert(records[Int(record)].annotation == -1, "cluster \(record) is free and on the map")
    assert(!records[Int(record)].isVisible, "cluster \(record) is free and in the tree")
    records[Int(record)].coordinate = place(of: set)
    records[Int(record)].result = -1
    records[Int(record)].before = -1
    fill(record, with: set)
    return record
  }

  /// Where a new cluster is put: where the clusterer says, or at 0, 0 when that is gone and nobody
  /// answers.
  private func place(of set: ClusterSet) -> Coordinate {
    set.isUniqueLocation || setup.app.hasClusterer
      ? set.coordinate : Coordinate(latitude: 0, longitude: 0)
  }

  /// The position among the candidates of the cluster that keeps a set, if there is one.
  private func survivor(for set: ClusterSet) -> Int? {
    guard reusesAnnotations else { return nil }
    for member in sets.members(of: set) where ownerStamp[Int(member)] == stamp {
      guard let index = holder(of: member) else { continue }
      // One place for all members: the old cluster must already stand there.
      let old = records[Int(candidates[index])].coordinate
      if set.isUniqueLocation, !ClusterController.isNear(old, set.coordinate) { return nil }
      return index
    }
    return nil
  }

  /// The first remaining candidate that holds a point.
  private func holder(of point: Int32) -> Int? {
    let first = Int(owner[Int(point)])
    if candidates[first] >= 0 { return first }
    for index in candidates.indices.dropFirst(first + 1) where candidates[index] >= 0 {
      if records[Int(candidates[index])].members.contains(point) { return index }
    }
    return nil
  }

  private func fill(_ record: Int32, with set: ClusterSet) {
    records[Int(record)].members.removeAll(keepingCapacity: true)
    var content: UInt64 = 0
    for member in sets.members(of: set) {
      records[Int(record)].members.append(member)
      content &+= ClusterController.mixed(member)
    }
    records[Int(record)].content = content
  }

  private func diff(_ result: [Int32], inputs: Inputs, plan: inout Plan) {
    plan.shown = result.count
    for record in inputs.before where records[Int(record)].result != inputs.number {
      plan.removed.append(record)
    }
    // Marks those that were there, so that additions are the rest in the order of the result.
    for record in inputs.before { records[Int(record)].before = inputs.number }
    for record in result where records[Int(record)].before != inputs.number {
      plan.created.append(record)
    }
    // An update that was asked for before another one was applied does not know what that one added
    // or removed, so both can be done already; the tree must not hold a cluster twice.
    for record in plan.removed where records[Int(record)].isVisible {
      let place = records[Int(record)].coordinate
      records[Int(record)].isVisible = !visible.remove(record, at: place, work: &plan.work)
    }
    for record in plan.created where !records[Int(record)].isVisible {
      let place = records[Int(record)].coordinate
      records[Int(record)].isVisible = visible.insert(record, at: place, work: &plan.work)
    }
    assert(
      visible.count == records.reduce(0) { $0 + ($1.isVisible ? 1 : 0) },
      "the tree of visible clusters holds one twice, or one that does not know")
  }

  // MARK: The map's side

  func setCoordinate(_ coordinate: Coordinate, of record: Int32) {
    records[Int(record)].coordinate = coordinate
  }

  /// A record came onto the map.
  func didShow(_ record: Int32, annotation: Int32) {
    assert(records[Int(record)].annotation == -1, "cluster \(record) is on the map already")
    records[Int(record)].annotation = annotation
    onMap.append(record)
  }

  /// Records left the map; they are used again once no waiting update can name them.
  func didHide(_ hidden: [Int32]) {
    for record in hidden { records[Int(record)].annotation = -1 }
    onMap.removeAll { records[Int($0)].annotation == -1 }
    retired += hidden
  }

  /// Lets left records be used again; no update waits or runs.
  ///
  /// A record that moved a little since it came is sometimes not found in the tree of visible
  /// clusters when it leaves, and then stays there and can come back, as in the reproduced library.
  func reclaim() {
    for record in retired where records[Int(record)].annotation == -1 {
      guard !records[Int(record)].isVisible else { continue }
      records[Int(record)].members.removeAll(keepingCapacity: true)
      free.append(record)
    }
    retired.removeAll(keepingCapacity: true)
  }

  /// Two coordinates that the reproduced library takes for one: nearer than single precision.
  static func isNear(_ left: Coordinate, _ right: Coordinate) -> Bool {
    abs(left.latitude - right.latitude) < 1.1920928955078125e-07
      && abs(left.longitude - right.longitude) < 1.1920928955078125e-07
  }

  /// A point's share of a content number; sums of shares do not depend on order.
  static func mixed(_ point: Int32) -> UInt64 {
    var mixed = UInt64(UInt32(bitPattern: point)) &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
