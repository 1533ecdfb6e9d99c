internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// A cluster annotation of a layer; used again after it left the map.
typealias RecordID = ID<ClusterController.Record>

/// The clusters of one layer: which are on the map, and what an update changes.
///
/// It follows the order that CCHMapClusterController shows when its hash sets keep theirs: sets by
/// cell, survivors by the first member that an old cluster holds, additions in the order of the
/// result, removals in that of the map.
final class ClusterController {
  private(set) var setup: ClusterSetup
  let fixes: ClusterFixes
  private var engine: any ClusterEngine
  private(set) var records = SlotArray<Record>()
  /// Records on the map, in the order in which they came.
  private(set) var onMap: [RecordID] = []
  private var free: [RecordID] = []
  /// Records that left, and the number of the first update that cannot name them.
  private var retired: [(record: RecordID, nextUpdate: Int32)] = []
  /// The sets of the current update, unless it repeats the last answer.
  private var sets = ClusterSets()
  private var overlaps = ClusterOverlaps()
  private var stays = PinnedClusters()
  /// Of clusters that keep their old place for now the positions in ``stays`` and among the reused
  /// ones of the plan, and the new place.
  private var staying: [(standing: Int, reused: Int, place: Coordinate)] = []
  private var result: [RecordID] = []
  /// The conditions of the last update's result; nil before the first one.
  private var answer: (extents: ClusterExtents?, isPlaced: Bool)?
  private var isRepeating = false
  private var holders: PointHolders
  private var auditor: ClusterAuditor
  private var reusesAnnotations = false

  private var candidates: ClusterCandidates
  /// The last plan; what it held does not matter.
  private var sparePlan: Plan?
  /// Released lists of ``Inputs/before``; more than one update can be pending.
  private var spareLists: [[RecordID]] = []
  private var leavingSlots: [AnnotationSlot] = []

  /// Makes a controller of points that are at some coordinates, or will be added elsewhere.
  init(setup: ClusterSetup, coordinates: [Coordinate]) {
    let pointCount = coordinates.count
    self.setup = setup
    fixes = setup.fixes
    engine = setup.engine
    holders = PointHolders(pointCount: fixes.movesPoints ? pointCount : 0)
    auditor = ClusterAuditor(of: coordinates)
    candidates = ClusterCandidates(pointCount: pointCount)
  }

  func index(_ change: IndexChange, at places: [Coordinate], work: inout Work) -> Int {
    auditor.note(change, at: places)
    if fixes.movesPoints { holders.note(change) }
    let points = change.points.map(\.rawValue)
    switch change.kind {
    case .add: return engine.add(points, at: places, work: &work)
    case .remove: return engine.remove(points, at: places, work: &work)
    case .move(let old):
      assert(old.count == places.count, "each point that moves leaves one place for another")
      let held = engine.count
      let moved = engine.move(points, to: places, work: &work)
      // One that the engine refuses at its new place is gone, and an update must show that.
      return max(moved, held - engine.count)
    }
  }

  /// Asks the engine for the sets of an update; not at all when they are those of the last one.
  func query(_ inputs: Inputs, work: inout Work) {
    isRepeating = repeatsAnswer(inputs)
    guard !isRepeating else { return }
    takingSets { engine.find(inputs.query, into: &$0, work: &work) }
  }

  /// Gives the sets of an update their places, and deals with those whose views would overlap.
  func locate(_ inputs: Inputs, work: inout Work) {
    guard !isRepeating else { return }
    takingSets { sets in
      engine.locate(&sets, query: inputs.query, work: &work)
      // Sets of neighboring cells whose views would overlap, at the scale of the moment when the
      // update was requested.
      overlaps.resolve(
        &sets, overlap: fixes.overlap, extents: inputs.extents, query: inputs.query, work: &work)
    }
  }

  /// Takes the sets out of the object for an engine, which would else be checked for each access.
  private func takingSets(_ body: (inout ClusterSets) -> Void) {
    var taken = ClusterSets()
    swap(&taken, &sets)
    body(&taken)
    swap(&taken, &sets)
  }

  /// Matches the sets with the clusters on the map; members of reused clusters change at once.
  func choose(_ inputs: Inputs, work: Work) -> Plan {
    var plan = takePlan(for: inputs, work: work)
    guard !isRepeating else { return repeated(plan) }
    answer = answer(to: inputs)
    let sparesKnown = engine.remembersCells && knowsKeepers && inputs.reusesAnnotations
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
      guard records[record].result != inputs.number else { continue }
      records[record].result = inputs.number
      result.append(record)
      note(set, record, reused: plan.reused.count > count ? count : nil, inputs)
    }
    plan.shown = result.count
    holders.didUpdate()
    moveOverlapping(&plan)
    return plan
  }

  /// The visible clusters of a cell.
  ///
  /// Boxes of neighboring cells share their edges: in the library a cluster can be taken by two
  /// cells, one of which then has none; where points have one cell each, that would lose some.
  private func findCandidates(in box: CoordinateBox, for update: Int32, work: inout Work) {
    candidates.removeAll()
    guard reusesAnnotations else { return }
    candidates.find(in: box, work: &work)
    if fixes.keepsPointsInOneCell || fixes.overlap != .left {
      candidates.removeAll { records[$0].result == update }
    }
  }

  private func choose(_ set: ClusterSet, plan: inout Plan) -> RecordID {
    if let index = survivor(for: set, update: plan.number) {
      return keep(candidates.take(index), for: set, plan: &plan)
    }
    let record = free.popLast() ?? RecordID(records.count)
    if record.index == records.count {
      if records.isFull { _ = records.moveElements(to: SlotArray(capacity: 2 * records.count)) }
      records.append(Record(coordinate: place(of: set)))
    }
    assert(records[record].annotation.isNone, "cluster \(record) is free and on the map")
    assert(!records[record].isVisible, "cluster \(record) is free and in the tree")
    records[record].coordinate = place(of: set)
    records[record].isFree = false
    records[record].result = nil
    records[record].before = nil
    fill(record, with: set)
    return record
  }

  private func keep(_ record: RecordID, for set: ClusterSet, plan: inout Plan) -> RecordID {
    fill(record, with: set)
    let moves = set.isUniqueLocation || fixes.movesReused
    plan.reused.append((record: record, movesTo: moves ? place(of: set) : nil))
    return record
  }

  /// The plan of an update that found what the last one did: all stay where they are.
  private func repeated(_ empty: consuming Plan) -> Plan {
    var plan = empty
    for record in result {
      records[record].result = plan.number
      plan.reused.append((record: record, movesTo: nil))
    }
    plan.shown = result.count
    assert(leavesNoGhost(plan), "an update that finds nothing new leaves a cluster behind")
    return plan
  }

  /// The position among the candidates of the cluster that keeps a set, if there is one.
  private func survivor(for set: ClusterSet, update: Int32) -> Int? {
    guard reusesAnnotations else { return nil }
    for slot in set.memberRange {
      let member = PointID(rawValue: sets.members[slot])
      guard let index = candidates.holder(of: member, records.view) else {
        continue
      }
      // One location for all members: the old cluster must already be there.
      let old = records[candidates[index]].coordinate
      if set.isUniqueLocation, !ClusterController.isNear(old, set.coordinate) { break }
      return index
    }
    guard let record = follower(of: set, update: update) else { return nil }
    // Whether it is among them already or not: no other set has these points.
    return candidates.append(record)
  }

  /// The record of exactly the points at one place, some of which moved there from whatever cell.
  private func follower(of set: ClusterSet, update: Int32) -> RecordID? {
    guard set.isUniqueLocation, fixes.movesPoints else { return nil }
    let points = points(of: set)
    let record = holders.recordOfMoved(points)
    guard record.isSome else { return nil }
    let held = records[record]
    guard held.isVisible, held.result != update, held.members.count == points.count,
      held.content == ClusterController.content(of: points)
    else { return nil }
    assert(held.members.sorted() == points.sorted(), "other points have the same content")
    return record
  }

  private func fill(_ record: RecordID, with set: ClusterSet) {
    records[record].isUniqueLocation = set.isUniqueLocation || set.count == 1
    let isKnown = holds(record, set)
    records[record].followsPoints =
      fixes.movesPoints && !(isKnown && holders.isHolder(record, of: points(of: set)))
      && holders.give(points(of: set), to: record)
    guard !isKnown else { return }
    var held: [PointID] = []
    swap(&held, &records[record].members)
    records[record].content = ClusterController.copy(sets.members, set.memberRange, to: &held)
    swap(&held, &records[record].members)
    auditor.setNeedsHolders()
  }

  /// Adds to a plan the changes that its result makes on the map.
  func diff(_ inputs: Inputs, plan: inout Plan) {
    guard !isRepeating else { return }
    // One operation runs at a time, so the map stays as it is now until the result is applied.
    let isNow = fixes.comparesWhenApplied
    diff(with: isNow ? onMap : inputs.before, plan: &plan)
    assert(!isNow || leavesNoGhost(plan), "an update leaves a cluster behind")
  }

  /// Compares the result with the clusters that are, or were, on the map.
  private func diff(with before: [RecordID], plan: inout Plan) {
    for record in before where records[record].result != plan.number { plan.removed.append(record) }
    // Marks those that were there, so that additions are the rest in the order of the result.
    for record in before { records[record].before = plan.number }
    for record in result where records[record].before != plan.number { plan.created.append(record) }
    // An update that was requested before another one was applied does not know what that one added
    // or removed, so both can be done already; the tree must not hold a cluster twice.
    for record in plan.removed where records[record].isVisible { letGo(record, work: &plan.work) }
    for record in plan.created where !records[record].isVisible {
      hold(record, at: records[record].coordinate, work: &plan.work)
    }
    if fixes.movesReused || fixes.movesPoints || fixes.overlap != .left {
      for (record, place) in plan.reused where records[record].isVisible {
        guard let place, place != records[record].place else { continue }
        letGo(record, work: &plan.work)
        hold(record, at: place, work: &plan.work)
      }
    }
    assert(
      candidates.visibleCount == records.indices.count { records[$0].isVisible },
      "the tree of visible clusters holds one twice, or one that does not know")
  }

  private func leavesNoGhost(_ plan: Plan) -> Bool {
    let others = onMap.count { records[$0].result != plan.number }
    return others == plan.removed.count && plan.created.allSatisfy { records[$0].annotation.isNone }
      && plan.removed.allSatisfy { records[$0].annotation.isSome }
  }

  /// Takes a record out of the tree of visible clusters: CCHMapClusterController looks where it is
  /// now, which need not find it, the fixes where it was put.
  private func letGo(_ record: RecordID, work: inout Work) {
    let held = records[record]
    let isFixed = fixes.comparesWhenApplied || fixes.movesReused || fixes.movesPoints
    let place = isFixed ? held.place : held.coordinate
    records[record].isVisible = !candidates.remove(record, at: place, work: &work)
    assert(!isFixed || !records[record].isVisible, "a cluster is not where it was put")
  }

  private func hold(_ record: RecordID, at place: Coordinate, work: inout Work) {
    var place = place
    if fixes.clampsLatitudes {
      // As the engine keeps its points; else what is beyond would never be found again.
      place.latitude = min(max(place.latitude, -85), 85)
    }
    records[record].place = place
    records[record].isVisible = candidates.insert(record, at: place, work: &work)
  }

  func change(_ change: (inout ClusterSetup) -> Void) {
    var new = setup
    change(&new)
    setup = new
  }

  func isGiven(_ point: PointID) -> Bool { auditor.isGiven(point) }

  /// Records for audits that a point is elsewhere than the index knows.
  func notePlace(of point: PointID, _ coordinate: Coordinate) {
    auditor.notePlace(of: point, coordinate)
  }

  /// Compares the clusters on the map with the points of the index.
  func audit(after update: Int32, in rect: MapRect) -> ClusterAudit {
    auditor.audit(after: update, in: rect, records.view, onMap: onMap)
  }

  func setCoordinate(_ coordinate: Coordinate, of record: RecordID) {
    records[record].coordinate = coordinate
  }

  func didShow(_ record: RecordID, annotation: AnnotationSlot) {
    assert(records[record].annotation.isNone, "cluster \(record) is on the map already")
    records[record].annotation = annotation
    onMap.append(record)
    auditor.setNeedsHolders()
  }

  /// The records that a plan removes left the map; updates from a number on cannot name them.
  func didHide(_ plan: Plan, before nextUpdate: Int32) {
    guard plan.removed.contains(where: { records[$0].annotation.isSome }) else { return }
    for record in plan.removed where records[record].annotation.isSome {
      records[record].annotation = .none
      retired.append((record: record, nextUpdate: nextUpdate))
    }
    auditor.setNeedsHolders()
    onMap.removeAll { records[$0].annotation.isNone }
  }

  /// The app took all clusters from the map; an update that finds one in the tree adds it again, as
  /// in CCHMapClusterController.
  func didLoseAnnotations() {
    for record in onMap { records[record].annotation = .none }
    onMap.removeAll()
    auditor.setNeedsHolders()
  }

  /// Makes records that left free for reuse before the first pending update.
  ///
  /// A record that moved is sometimes not found in the tree when it leaves, and then stays there
  /// and can come back, as in CCHMapClusterController.
  func reclaim(before firstWaiting: Int32) {
    let count = retired.firstIndex { $0.nextUpdate > firstWaiting } ?? retired.count
    for (record, _) in retired[..<count] where records[record].annotation.isNone {
      // It can have come back and left again in the meantime.
      guard !records[record].isVisible, !records[record].isFree else { continue }
      records[record].isFree = true
      records[record].members.removeAll(keepingCapacity: true)
      free.append(record)
    }
    retired.removeFirst(count)
  }
}

extension ClusterController {
  struct Record {
    var coordinate: Coordinate
    var members: [PointID] = []
    var isUniqueLocation = false
    /// The same for clusters of the same points.
    var content: UInt64 = 0
    var annotation = AnnotationSlot.none
    /// The update whose result it last belonged to.
    var result: Int32?
    /// The update that last found it on the map when it was requested.
    var before: Int32?
    /// Whether it is free to become another cluster.
    var isFree = false
    var followsPoints = false
    var isVisible = false
    var place = Coordinate(latitude: 0, longitude: 0)
  }

  /// The inputs of an update, frozen when it is requested.
  struct Inputs {
    var number: Int32
    /// The step and the number of marks at that moment.
    var step: Int32
    var marks: Int32
    var query: ClusterQuery
    /// The clusters on the map at that moment, unless they are compared when the update is applied.
    var before: [RecordID]
    var reusesAnnotations: Bool
    /// The extents of the views of single points and of clusters at that scale.
    var extents: ClusterExtents
    var visibleRect: MapRect
    /// When it was requested, or the first of the updates whose work it does.
    var waitsSince: SimulatedTime
    /// The animator that fades the removed clusters.
    var animator: ClusterAnimator
    var isAnimatedByApp: Bool
  }

  struct IndexChange {
    enum Kind {
      case add
      case remove
      /// The points are at these places until then, each for one of them.
      case move(from: [Coordinate])
    }

    var kind: Kind
    var points: [PointID]
    /// Where the points are, or go; nil looks when the change is made.
    var places: [Coordinate]?
    var triggeredAt: SimulatedTime
    /// How long it waited for the main thread.
    var wait = SimulatedTime.zero
    /// The app's call, whose completion handler is called once.
    var call: Int32?

    var isRemoval: Bool {
      if case .remove = kind { true } else { false }
    }
  }

  /// The changes that an update is about to make.
  struct Plan {
    var inputs: Inputs
    var work: Work
    var shown = 0
    /// Kept clusters that got members; with the coordinate when that is new too.
    var reused: [(record: RecordID, movesTo: Coordinate?)] = []
    var created: [RecordID] = []
    var removed: [RecordID] = []

    var number: Int32 { inputs.number }
  }
}

/// Lists that go from one update to the next, so that a steady update needs no memory.
extension ClusterController {
  /// An empty plan; a queue has one at a time, so that one set of lists goes around.
  private func takePlan(for inputs: Inputs, work: Work) -> Plan {
    var plan = sparePlan.take() ?? Plan(inputs: inputs, work: work)
    (plan.inputs, plan.work, plan.shown) = (inputs, work, 0)
    // That list is returned separately.
    plan.inputs.before = []
    plan.reused.removeAll(keepingCapacity: true)
    plan.created.removeAll(keepingCapacity: true)
    plan.removed.removeAll(keepingCapacity: true)
    return plan
  }

  func giveBack(_ plan: consuming Plan) { sparePlan = plan }

  /// The clusters on the map now, in map order, for an update that is compared with them later.
  func takeListOfMap() -> [RecordID] {
    guard !fixes.comparesWhenApplied else { return [] }
    var list = spareLists.popLast() ?? []
    list.removeAll(keepingCapacity: true)
    list.append(contentsOf: onMap)
    return list
  }

  /// An update was compared with the map, or never will be.
  func giveBack(_ inputs: consuming Inputs) {
    if inputs.before.capacity > 0 { spareLists.append(inputs.before) }
  }

  /// The annotations on the map of the clusters that a plan removes.
  func leavingSlots(_ plan: Plan) -> [AnnotationSlot] {
    leavingSlots.removeAll(keepingCapacity: true)
    for record in plan.removed where records[record].annotation.isSome {
      leavingSlots.append(records[record].annotation)
    }
    return leavingSlots
  }
}

/// The work that an update skips because nothing has changed where it would look.
///
/// Only with an engine that remembers its cells; what comes onto the map and what an app sees is
/// the same in either case.
extension ClusterController {
  /// The extents that overlaps are found by, and whether there was a clusterer.
  private func answer(to inputs: Inputs) -> (extents: ClusterExtents?, isPlaced: Bool) {
    (fixes.overlap == .left ? nil : inputs.extents, setup.app.hasClusterer)
  }

  /// Whether an update would find what the last one found, and all of that is on the map.
  private func repeatsAnswer(_ inputs: Inputs) -> Bool {
    guard let answer, knowsKeepers, inputs.reusesAnnotations, setup.app.hasClusterer,
      answer == self.answer(to: inputs), engine.isUnchanged(for: inputs.query)
    else { return false }
    return result.count == onMap.count
      && result.allSatisfy { records[$0].annotation.isSome && records[$0].isVisible }
  }

  /// Whether each point on the map is in one known cluster, which stays for a set of its points.
  private var knowsKeepers: Bool {
    fixes.movesPoints && fixes.comparesWhenApplied && fixes.keepsPointsInOneCell
      && fixes.visitsCellsOnce
  }

  /// The only cluster in the cell of a set that has exactly its points.
  private func keeper(of set: ClusterSet, update: Int32) -> RecordID? {
    let members = points(of: set)
    guard let first = members.first else { return nil }
    let record = holders.record(of: first)
    guard record.isSome, records[record].isVisible, records[record].result != update,
      sets.cells[set.cell].box.contains(records[record].place), holds(record, set),
      !set.isUniqueLocation || ClusterController.isNear(records[record].coordinate, set.coordinate)
    else { return nil }
    return record
  }
}

/// Clusters that stay where they were, unless their views would overlap others there.
extension ClusterController {
  /// Where the clusterer puts a new cluster, or 0, 0 when that is gone.
  private func place(of set: ClusterSet) -> Coordinate {
    set.isUniqueLocation || setup.app.hasClusterer
      ? set.coordinate : Coordinate(latitude: 0, longitude: 0)
  }

  private func note(_ set: ClusterSet, _ record: RecordID, reused: Int?, _ inputs: Inputs) {
    guard fixes.overlap != .left, !inputs.query.isClusteringDisabled else { return }
    let place = place(of: set)
    var old: Coordinate?
    if let reused, !set.isUniqueLocation, !fixes.movesReused {
      old = records[record].coordinate
      staying.append((standing: stays.count, reused: reused, place: place))
    }
    stays.append(
      at: place, keeping: old, count: set.count, isUniqueLocation: set.isUniqueLocation,
      extents: inputs.extents)
  }

  /// Moves clusters to their new places if their views would overlap others where they are.
  private func moveOverlapping(_ plan: inout Plan) {
    guard !staying.isEmpty else { return }
    stays.resolve()
    for one in staying where !stays.isPinned(one.standing) {
      plan.reused[one.reused].movesTo = one.place
    }
  }
}

/// Equality of points and of places.
extension ClusterController {
  /// Differences in degrees that CCHMapClusterController ignores: the epsilon of single precision.
  static let noiseDegrees = 1.1920928955078125e-07

  /// Whether CCHMapClusterController treats two coordinates as equal.
  static func isNear(_ left: Coordinate, _ right: Coordinate) -> Bool {
    abs(left.latitude - right.latitude) < noiseDegrees
      && abs(left.longitude - right.longitude) < noiseDegrees
  }

  /// A point's share of a content number; sums of shares do not depend on order.
  static func mixed(_ point: PointID) -> UInt64 {
    var mixed = UInt64(UInt32(bitPattern: point.rawValue)) &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Replaces points by the members of a set; returns their content.
  private static func copy(
    _ members: [Int32], _ range: Range<Int>, to points: inout [PointID]
  ) -> UInt64 {
    let members = members.span.extracting(range)
    var content: UInt64 = 0
    points.removeAll(keepingCapacity: true)
    points.append(addingCapacity: members.count) { points in
      for index in members.indices {
        let point = PointID(rawValue: members[index])
        content &+= mixed(point)
        points.append(point)
      }
    }
    return content
  }

  static func content(of points: some Sequence<PointID>) -> UInt64 {
    points.reduce(0) { $0 &+ mixed($1) }
  }

  /// Whether a record has exactly the points of a set, in its order; looks at all of them, since
  /// most have, and then without branches.
  private func holds(_ record: RecordID, _ set: ClusterSet) -> Bool {
    let (left, right) = (records[record].members, sets.members)
    let one = left.span
    let other = right.span.extracting(set.memberRange)
    guard one.count == other.count else { return false }
    var difference: Int32 = 0
    for index in one.indices { difference |= one[index].rawValue ^ other[index] }
    return difference == 0
  }

  private func points(of set: ClusterSet) -> some Collection<PointID> {
    sets.members(of: set).lazy.map { PointID(rawValue: $0) }
  }
}
