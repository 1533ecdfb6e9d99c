internal import Clustering
internal import MapEvents
internal import MapGeometry

/// The clusters of one layer: which are on the map, and what an update changes.
///
/// It follows the order that the reproduced library shows when its hash sets keep their order:
/// sets by cell, survivors by the first member that an old cluster holds, additions in the order of
/// the result, removals in the order of the map. A class, so that its buffers have one owner and
/// are never copied by being looked at.
final class ClusterController {
  /// What updates follow that are asked for from now on.
  var setup: ClusterSetup
  private(set) var engine: any ClusterEngine
  private(set) var records: [Record] = []
  /// Records on the map, in the order in which they came.
  private(set) var onMap: [Int32] = []
  private var visible = QuadTree()
  private var free: [Int32] = []
  /// Records that left, and the number of the first update that cannot name them.
  private var retired: [(record: Int32, nextUpdate: Int32)] = []
  /// The sets of the update at hand, unless that repeats the last answer.
  private(set) var sets = ClusterSets()
  private var overlaps = ClusterOverlaps()
  var stays = ClusterStays()
  var staying: [Staying] = []
  /// The records of the last result, in its order.
  private(set) var result: [Int32] = []
  /// What the last update found, as far as it matters to the next one; nil before the first one.
  private var answer: Answer?
  /// Whether the update at hand would find what the last one did.
  private var isRepeating = false
  /// Where the points of the layer are, for audits, which would else project each of them again.
  var places: [MapPoint]
  /// The points that the index was given and not told to let go, whether it took them or not.
  var isGiven: [Bool]
  /// Which record got each point last, and which points moved since; see ``give(_:to:)``.
  var holders: [Int32]
  /// Whether the app moved or took points since the last update.
  var areHoldersTouched = false
  /// As the update wants it that is being matched.
  private var reusesAnnotations = false

  // Scratch of `match`, kept so that a steady update needs no memory.
  var candidates: [Int32] = []
  var owner: [Int32]
  var ownerStamp: [Int32]
  var stamp: Int32 = 0
  /// Whether the members of the candidates are stamped.
  var areCandidatesStamped = false
  /// Lists that go from one update to the next.
  var spare = SpareLists()
  /// What audits remember.
  var audited: AuditMemory

  init(setup: ClusterSetup, pointCount: Int) {
    self.setup = setup
    engine = setup.engine
    owner = Array(repeating: -1, count: pointCount)
    ownerStamp = Array(repeating: 0, count: pointCount)
    places = Array(repeating: MapPoint(x: -1, y: -1), count: pointCount)
    isGiven = Array(repeating: false, count: pointCount)
    holders = Array(repeating: Holder.nobody, count: setup.mends.movesPoints ? pointCount : 0)
    audited = AuditMemory(pointCount: pointCount)
  }

  /// Gives points to the index, takes them from it, or puts them elsewhere.
  ///
  /// - Returns: How many were accepted.
  func index(_ change: IndexChange, at places: [Coordinate], work: inout Work) -> Int {
    note(change, at: places)
    switch change.kind {
    case .add: return engine.add(change.points, at: places, work: &work)
    case .remove: return engine.remove(change.points, at: places, work: &work)
    case .move(let old):
      assert(old.count == places.count, "each point that moves leaves one place for another")
      let held = engine.count
      let moved = engine.move(change.points, to: places, work: &work)
      // One that the engine refuses at its new place is gone, and an update must show that.
      return max(moved, held - engine.count)
    }
  }

  /// Asks the engine for the sets of an update; not at all when they are those of the last one.
  func query(_ inputs: Inputs, work: inout Work) {
    isRepeating = repeats(answer, inputs)
    guard !isRepeating else { return }
    engine.find(inputs.query, into: &sets, work: &work)
  }

  /// Gives the sets of an update their places, and deals with those whose views would overlap.
  func locate(_ inputs: Inputs, work: inout Work) {
    guard !isRepeating else { return }
    engine.locate(&sets, query: inputs.query, work: &work)
    resolveOverlaps(inputs, work: &work)
  }

  /// The pass after the engine's: sets of neighbouring cells whose views would overlap, at the
  /// scale of the moment when the update was asked for.
  private func resolveOverlaps(_ inputs: Inputs, work: inout Work) {
    overlaps.resolve(
      &sets, overlap: setup.mends.overlap, extents: inputs.extents, query: inputs.query,
      work: &work)
  }

  /// Matches the sets with the clusters on the map; members of reused clusters change at once, as
  /// in the background of the reproduced library.
  func choose(_ inputs: Inputs, work: Work) -> Plan {
    var plan = takePlan(for: inputs, work: work)
    guard !isRepeating else { return repeated(plan) }
    answer = Answer(inputs, setup)
    let sparesKnown =
      engine.remembersCells && knowsKeepers && inputs.reusesAnnotations
    reusesAnnotations = inputs.reusesAnnotations
    result.removeAll(keepingCapacity: true)
    stays.removeAll()
    staying.removeAll(keepingCapacity: true)
    var cell = -1
    for index in sets.indices {
      let set = sets[index]
      let count = plan.reused.count
      let keeper = sparesKnown ? keeper(of: set, update: inputs.number) : nil
      if keeper == nil, set.cell != cell {
        cell = set.cell
        findCandidates(in: sets.cells[cell].box, for: inputs.number, work: &plan.work)
      }
      let record = keeper.map { keep($0, for: set, plan: &plan) } ?? choose(set, plan: &plan)
      guard records[Int(record)].result != inputs.number else { continue }
      records[Int(record)].result = inputs.number
      result.append(record)
      note(set, record, reused: plan.reused.count > count ? count : nil, inputs)
    }
    plan.shown = result.count
    areHoldersTouched = false
    moveOverlapping(&plan)
    return plan
  }

  /// The visible clusters of a cell.
  ///
  /// Boxes of neighbouring cells share their edges, and more where clusters were joined or pushed.
  /// In the library a cluster that one cell has taken can be taken by the next one too, which then
  /// has no cluster of its own; where points have one cell each, that would lose some.
  private func findCandidates(in box: CoordinateBox, for update: Int32, work: inout Work) {
    candidates.removeAll(keepingCapacity: true)
    guard reusesAnnotations else { return }
    visible.query(box, into: &candidates, work: &work)
    if setup.mends.keepsPointsInOneCell || setup.mends.overlap != .left {
      candidates.removeAll { records[Int($0)].result == update }
    }
    areCandidatesStamped = false
  }

  private func choose(_ set: ClusterSet, plan: inout Plan) -> Int32 {
    if let index = survivor(for: set, update: plan.number) {
      let record = candidates[index]
      candidates[index] = -1
      return keep(record, for: set, plan: &plan)
    }
    let record = free.popLast() ?? Int32(records.count)
    if Int(record) == records.count { records.append(Record(coordinate: place(of: set))) }
    assert(records[Int(record)].annotation == -1, "cluster \(record) is free and on the map")
    assert(!records[Int(record)].isVisible, "cluster \(record) is free and in the tree")
    records[Int(record)].coordinate = place(of: set)
    records[Int(record)].isFree = false
    records[Int(record)].result = -1
    records[Int(record)].before = -1
    fill(record, with: set)
    return record
  }

  /// A cluster on the map stays for a set.
  private func keep(_ record: Int32, for set: ClusterSet, plan: inout Plan) -> Int32 {
    fill(record, with: set)
    let moves = set.isUniqueLocation || setup.mends.movesReused
    plan.reused.append((record: record, movesTo: moves ? place(of: set) : nil))
    return record
  }

  /// The plan of an update that found what the last one did: all stay where they are.
  private func repeated(_ empty: consuming Plan) -> Plan {
    var plan = empty
    for record in result {
      records[Int(record)].result = plan.number
      plan.reused.append((record: record, movesTo: nil))
    }
    plan.shown = result.count
    assert(leavesNoGhost(plan), "an update that finds nothing new leaves a cluster behind")
    return plan
  }

  /// The position among the candidates of the cluster that keeps a set, if there is one.
  private func survivor(for set: ClusterSet, update: Int32) -> Int? {
    guard reusesAnnotations else { return nil }
    for member in sets.members(of: set) {
      guard let index = holder(of: member) else { continue }
      // One place for all members: the old cluster must already stand there.
      let old = records[Int(candidates[index])].coordinate
      if set.isUniqueLocation, !ClusterController.isNear(old, set.coordinate) { break }
      return index
    }
    guard let record = follower(of: set, sets.members(of: set), update: update) else { return nil }
    // Whether it is among them already or not: no other set has these points.
    candidates.append(record)
    return candidates.count - 1
  }

  private func fill(_ record: Int32, with set: ClusterSet) {
    let members = sets.members(of: set)
    records[Int(record)].isUniqueLocation = set.isUniqueLocation || set.count == 1
    let isKnown = ClusterController.areEqual(records[Int(record)].members, members)
    records[Int(record)].followsPoints =
      setup.mends.movesPoints && !(isKnown && isHolder(record, of: members))
      && give(members, to: record)
    guard !isKnown else { return }
    records[Int(record)].members.removeAll(keepingCapacity: true)
    records[Int(record)].members.append(contentsOf: members)
    records[Int(record)].content = ClusterController.content(of: members)
    audited.areHoldersStale = true
  }

  /// Says what the result of a plan changes on the map.
  func diff(_ inputs: Inputs, plan: inout Plan) {
    guard !isRepeating else { return }
    // One operation runs at a time, so the map stays as it is now until the result is applied.
    let isNow = setup.mends.comparesWhenApplied
    diff(with: isNow ? onMap : inputs.before, plan: &plan)
    assert(!isNow || leavesNoGhost(plan), "an update leaves a cluster behind")
  }

  /// What changes between clusters that are, or were, on the map, and the result.
  private func diff(with before: [Int32], plan: inout Plan) {
    for record in before where records[Int(record)].result != plan.number {
      plan.removed.append(record)
    }
    // Marks those that were there, so that additions are the rest in the order of the result.
    for record in before { records[Int(record)].before = plan.number }
    for record in result where records[Int(record)].before != plan.number {
      plan.created.append(record)
    }
    // An update that was asked for before another one was applied does not know what that one added
    // or removed, so both can be done already; the tree must not hold a cluster twice.
    for record in plan.removed where records[Int(record)].isVisible {
      letGo(record, work: &plan.work)
    }
    for record in plan.created where !records[Int(record)].isVisible {
      hold(record, at: records[Int(record)].coordinate, work: &plan.work)
    }
    if setup.mends.movesReused || setup.mends.movesPoints || setup.mends.overlap != .left {
      for (record, place) in plan.reused where records[Int(record)].isVisible {
        guard let place, place != records[Int(record)].place else { continue }
        letGo(record, work: &plan.work)
        hold(record, at: place, work: &plan.work)
      }
    }
    assert(
      visible.count == records.reduce(0) { $0 + ($1.isVisible ? 1 : 0) },
      "the tree of visible clusters holds one twice, or one that does not know")
  }

  /// Whether the map shows the last result and nothing else once a plan is carried out.
  func leavesNoGhost(_ plan: Plan) -> Bool {
    let others = onMap.count { records[Int($0)].result != plan.number }
    return others == plan.removed.count
      && plan.created.allSatisfy { records[Int($0)].annotation == -1 }
      && plan.removed.allSatisfy { records[Int($0)].annotation >= 0 }
  }

  /// Takes a record out of the tree of visible clusters.
  ///
  /// The reproduced library looks for it where it is now, which a cluster that moved since it came
  /// need not be found at; the mends look where it was put.
  private func letGo(_ record: Int32, work: inout Work) {
    let held = records[Int(record)]
    let mends = setup.mends
    let isMended = mends.comparesWhenApplied || mends.movesReused || mends.movesPoints
    let place = isMended ? held.place : held.coordinate
    records[Int(record)].isVisible = !visible.remove(record, at: place, work: &work)
    assert(!isMended || !records[Int(record)].isVisible, "a cluster is not where it was put")
  }

  /// Puts a record into the tree of visible clusters.
  private func hold(_ record: Int32, at place: Coordinate, work: inout Work) {
    var place = place
    if setup.mends.clampsLatitudes {
      // As the engine keeps its points; else what is beyond would never be found again.
      place.latitude = min(max(place.latitude, -85), 85)
    }
    records[Int(record)].place = place
    records[Int(record)].isVisible = visible.insert(record, at: place, work: &work)
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
    audited.areHoldersStale = true
  }

  /// Records left the map; they are used again once no waiting update can name them, which are
  /// those before a number.
  func didHide(_ hidden: [Int32], before nextUpdate: Int32) {
    guard !hidden.isEmpty else { return }
    audited.areHoldersStale = true
    for record in hidden { records[Int(record)].annotation = -1 }
    onMap.removeAll { records[Int($0)].annotation == -1 }
    for record in hidden { retired.append((record: record, nextUpdate: nextUpdate)) }
  }

  /// Lets left records be used again that no waiting update names; the first of those has a number.
  ///
  /// A record that moved a little since it came is sometimes not found in the tree of visible
  /// clusters when it leaves, and then stays there and can come back, as in the reproduced library.
  func reclaim(before firstWaiting: Int32) {
    let count = retired.firstIndex { $0.nextUpdate > firstWaiting } ?? retired.count
    for (record, _) in retired[..<count] where records[Int(record)].annotation == -1 {
      // It can have come back and left again in the meantime.
      guard !records[Int(record)].isVisible, !records[Int(record)].isFree else { continue }
      records[Int(record)].isFree = true
      records[Int(record)].members.removeAll(keepingCapacity: true)
      free.append(record)
    }
    retired.removeFirst(count)
  }
}
