import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support

@testable import MapModel

/// The rules by which a cluster controller keeps, adds and removes clusters, slowly and obviously,
/// beside a map that has to follow them.
///
/// It is told what the app gives to the layer, watches the events, and works out at the beginning
/// of each update what must come of it.
final class SlowController {
  struct Cluster {
    var coordinate: Coordinate
    var members: [Int32]
    /// Its number in the session once it came onto the map.
    var serial: AnnotationID?
    /// Where the tree of visible clusters holds it.
    var place: Coordinate?
    /// Whether it got points that had moved.
    var follows = false
  }

  struct Update {
    var question: OracleQuestion
    var views: OracleViews
    var before: [Int]
  }

  /// What is wrong with the rules on purpose.
  enum Diagnostic: CaseIterable {
    case none
    case asksMembersBackwards, takesTheLastCluster, takesClustersTwice, takesFromAfar
    case keepsOldPlaces, comparesAtTheWrongMoment, forgetsThatClustersLeft
  }

  /// What an update must do, and what it did.
  struct Outcome {
    var number: Int32
    var result: [Int] = []
    var reused: [(cluster: Int, place: Coordinate?)] = []
    var created: [Int] = []
    var removed: [Int] = []
    var told: [String] = []
  }

  private unowned let map: MapSimulation
  private let layer: LayerSetup
  private let setup: ClusterSetup
  private let fault: Diagnostic
  private var engine: Oracle
  private var clusters: [Cluster] = []
  private var onMap: [Int] = []
  private var tree = OracleIndex()
  private var waiting: [Int32: Update] = [:]
  private var changes: [(inout OracleIndex) -> Void] = []
  /// The cluster that got each point last, and the points that moved since then.
  private var holders: [Int32: Int] = [:]
  private var moved: Set<Int32> = []
  private var outcome: Outcome?
  /// What differed, in words.
  private(set) var faults: [String] = []
  private(set) var finished = 0
  /// How often an annotation had to go along with its points.
  private(set) var followed = 0

  init(_ map: MapSimulation, layer: LayerSetup, setup: ClusterSetup, fault: Diagnostic = .none) {
    self.map = map
    self.layer = layer
    self.setup = setup
    self.fault = fault
    engine = Oracle(fixes: setup.fixes)
  }

  private var fixes: ClusterFixes { setup.fixes }

  // MARK: What the app does

  func add(_ points: [PointID]) {
    let places = points.map { map.data.layers[0].coordinates[$0] }
    let new = points.indices.filter { !map.data.layers[0].isMember[points[$0]] }
    map.add(points, to: 0)
    changes.append { index in
      for number in new { _ = index.add(points[number].rawValue, at: places[number]) }
    }
  }

  func remove(_ points: [PointID]) {
    let places = points.map { map.data.layers[0].coordinates[$0] }
    let old = points.indices.filter { map.data.layers[0].isMember[points[$0]] }
    map.remove(points, from: 0)
    changes.append { [unowned self] index in
      for number in old {
        _ = index.remove(points[number].rawValue, at: places[number])
        holders[points[number].rawValue] = nil
      }
    }
  }

  func move(_ point: PointID, to place: Coordinate) {
    let old = map.data.layers[0].coordinates[point]
    let moves = map.data.layers[0].isMember[point] && old != place
    map.move([point], in: 0, to: [place])
    guard moves, fixes.movesPoints else { return }
    changes.append { [unowned self] index in
      _ = index.remove(point.rawValue, at: old)
      _ = index.add(point.rawValue, at: place)
      moved.insert(point.rawValue)
    }
  }

  // MARK: What happens

  func observe(_ event: Event) {
    switch event.kind {
    case .cluster(.indexed): changes.removeFirst()(&engine.index)
    case .cluster(.queued(let update, _, _, _)):
      waiting[update] = ask()
    case .cluster(.coalesced(let update, _, _)):
      expect(fixes.coalescesUpdates && waiting.removeValue(forKey: update) != nil, "coalesces")
    case .cluster(.started(let update, _)):
      guard let inputs = waiting.removeValue(forKey: update) else {
        return expect(false, "update \(update) was dropped and starts")
      }
      outcome = begin(update, inputs)
    case .cluster(.reused(let annotation, _, _, _)): outcome?.told.append("keep \(annotation)")
    case .cluster(.moved(let annotation, _, let place)):
      // Another order of arithmetic is no move.
      let old = clusters.first { $0.serial == annotation }?.coordinate
      guard old.map({ OracleGeometry.isSame($0, place) }) != true else { return }
      outcome?.told.append("move \(annotation)")
    case .cluster(.followed(let annotation, _)):
      guard outcome?.told.last == "move \(annotation)" else { return }
      outcome?.told.append("follow \(annotation)")
    case .data(.annotationAdded(let annotation, _, _, _)):
      guard let index = created.first(where: { clusters[$0].serial == nil }) else {
        return expect(false, "annotation \(annotation) is too much")
      }
      clusters[index].serial = annotation
      onMap.append(index)
      outcome?.told.append("add")
    case .data(.annotationRemoved(let annotation, _, _, _)):
      outcome?.told.append("remove \(annotation)")
    case .cluster(.finished(let update, _)): finish(update)
    default: break
    }
  }

  private func expect(_ isTrue: Bool, _ words: @autoclosure () -> String) {
    if !isTrue { faults.append(words()) }
  }

  /// New clusters of the update under way that are not on the map yet, in order.
  private var created: [Int] { outcome?.created ?? [] }

  /// What an update asks for on the map as it is now.
  private func ask() -> Update {
    let (visible, width) = (map.region.visibleRect, map.viewport.size.width)
    var question = OracleQuestion(
      visible: visible, margin: setup.marginFraction,
      length: OracleQuestion.length(
        ofPoints: setup.cellSizePoints, visible: visible, viewWidth: width))
    question.endsWithMargin = fixes.keepsPointsInOneCell
    question.isDisabled =
      OracleQuestion.zoomLevel(visible: visible, viewWidth: width) > setup.maximumZoomLevel
    question.minimum = setup.minimumUniqueLocations
    question.method = setup.method
    question.placer = setup.placer
    let scale = map.viewport.mapPointsPerPoint
    func size(_ width: Double, _ height: Double) -> MapSize {
      MapSize(width: width * scale, height: height * scale)
    }
    let (pin, cluster) = (layer.view, layer.clusterView)
    var views = OracleViews(
      pin: size(pin.size.width, pin.size.height),
      cluster: size(cluster.size.width, cluster.size.height))
    views.pinOffset = size(pin.centerOffset.dx, pin.centerOffset.dy)
    views.clusterOffset = size(cluster.centerOffset.dx, cluster.centerOffset.dy)
    return Update(question: question, views: views, before: onMap)
  }

  private func begin(_ number: Int32, _ inputs: Update) -> Outcome {
    var outcome = Outcome(number: number)
    let sets = OracleOverlaps.resolve(
      engine.sets(inputs.question), fixes.overlap, views: inputs.views,
      question: inputs.question
    ).sets
    let makesRoom = fixes.overlap != .left && !inputs.question.isDisabled
    var standings: [OracleStays.Standing] = []
    var staying: [(standing: Int, reused: Int)] = []
    var cell = -1
    var candidates: [Int] = []
    for set in sets {
      if set.cell != cell {
        cell = set.cell
        candidates = tree.points(in: set.box).map { Int($0) }
        // Where a point has one cell, so has a cluster.
        if fault != .takesClustersTwice, fixes.keepsPointsInOneCell || fixes.overlap != .left {
          candidates.removeAll { outcome.result.contains($0) }
        }
      }
      let cluster: Int
      var old: Coordinate?
      let kept = survivor(of: set, among: candidates) ?? follower(of: set, taken: outcome.result)
      if let kept {
        if fault != .takesClustersTwice { candidates.removeAll { $0 == kept } }
        clusters[kept].members = set.members
        let moves = set.isUnique || fixes.movesReused
        outcome.reused.append((cluster: kept, place: moves ? set.place : nil))
        if !moves {
          old = clusters[kept].coordinate
          staying.append((standing: standings.count, reused: outcome.reused.count - 1))
        }
        cluster = kept
      } else {
        cluster = clusters.count
        clusters.append(Cluster(coordinate: set.place, members: set.members))
      }
      note(set, cluster)
      standings.append(
        OracleStays.Standing(fresh: set.place, old: old, count: set.members.count))
      if !outcome.result.contains(cluster) { outcome.result.append(cluster) }
    }
    if makesRoom, fault != .keepsOldPlaces {
      let stays = OracleStays.stays(standings, views: inputs.views)
      for one in staying where !stays[one.standing] {
        outcome.reused[one.reused].place = standings[one.standing].fresh
      }
    }
    let isNow = fixes.comparesWhenApplied != (fault == .comparesAtTheWrongMoment)
    compare(with: isNow ? onMap : inputs.before, &outcome)
    return outcome
  }

  private func survivor(of set: OracleSet, among candidates: [Int]) -> Int? {
    guard setup.reusesAnnotations else { return nil }
    let members = fault == .asksMembersBackwards ? set.members.reversed() : set.members
    let candidates = fault == .takesTheLastCluster ? candidates.reversed() : candidates
    for member in members {
      for candidate in candidates where clusters[candidate].members.contains(member) {
        let place = clusters[candidate].coordinate
        let isNear =
          abs(place.latitude - set.place.latitude) < 1.1920928955078125e-07
          && abs(place.longitude - set.place.longitude) < 1.1920928955078125e-07
        return set.isUnique && !isNear && fault != .takesFromAfar ? nil : candidate
      }
    }
    return nil
  }

  /// The cluster that stands and got exactly these points last, some of which moved since, if they
  /// are at one place.
  private func follower(of set: OracleSet, taken: [Int]) -> Int? {
    guard fixes.movesPoints, setup.reusesAnnotations, set.isUnique,
      let cluster = holders[set.members[0]],
      set.members.allSatisfy({ holders[$0] == cluster }),
      Set(clusters[cluster].members) == Set(set.members), !moved.isDisjoint(with: set.members),
      clusters[cluster].place != nil, !taken.contains(cluster)
    else { return nil }
    return cluster
  }

  /// Takes note of who got the points of a set.
  private func note(_ set: OracleSet, _ cluster: Int) {
    clusters[cluster].follows = set.members.contains { holders[$0] != nil && moved.contains($0) }
    for member in set.members { holders[member] = cluster }
    moved.subtract(set.members)
  }

  private func compare(with before: [Int], _ outcome: inout Outcome) {
    let result = outcome.result
    outcome.removed = before.filter { !result.contains($0) }
    outcome.created = result.filter { !before.contains($0) }
    for cluster in outcome.removed where fault != .forgetsThatClustersLeft { letGo(cluster) }
    for cluster in outcome.created where clusters[cluster].place == nil {
      hold(cluster, at: clusters[cluster].coordinate)
    }
    for (cluster, place) in outcome.reused
    where fixes.movesReused || fixes.movesPoints || fixes.overlap != .left {
      guard let place, clusters[cluster].place != place else { continue }
      letGo(cluster)
      hold(cluster, at: place)
    }
  }

  private func letGo(_ cluster: Int) {
    guard let held = clusters[cluster].place else { return }
    let isFixed = fixes.comparesWhenApplied || fixes.movesReused || fixes.movesPoints
    let place = isFixed ? held : clusters[cluster].coordinate
    if tree.remove(Int32(cluster), at: place) { clusters[cluster].place = nil }
  }

  private func hold(_ cluster: Int, at place: Coordinate) {
    var place = place
    if fixes.clampsLatitudes { place.latitude = min(max(place.latitude, -85), 85) }
    guard tree.add(Int32(cluster), at: place) else { return }
    clusters[cluster].place = place
  }

  private func finish(_ update: Int32) {
    guard let outcome, outcome.number == update else {
      return expect(false, "update \(update) ends but did not begin")
    }
    self.outcome = nil
    finished += 1
    var told: [String] = []
    for (cluster, place) in outcome.reused {
      let old = clusters[cluster].coordinate
      if let place { clusters[cluster].coordinate = place }
      // One that left and is found in the tree all the same comes anew and is not told of.
      guard let serial = clusters[cluster].serial, !isNew(cluster, in: outcome) else { continue }
      if let place, !OracleGeometry.isSame(place, old) {
        told.append("move \(serial)")
        if clusters[cluster].follows {
          told.append("follow \(serial)")
          followed += 1
        }
      }
      told.append("keep \(serial)")
    }
    told += outcome.created.filter { isNew($0, in: outcome) }.map { _ in "add" }
    let leaving = outcome.removed.filter { onMap.contains($0) }
    told += leaving.compactMap { cluster in clusters[cluster].serial.map { "remove \($0)" } }
    for cluster in leaving { clusters[cluster].serial = nil }
    onMap.removeAll { leaving.contains($0) }
    expect(outcome.told == told, "update \(update) told \(outcome.told), not \(told)")
    let mine = onMap.map { "\(clusters[$0].serial ?? .none) \(clusters[$0].members)" }
    let theirs = map.recordedClusters(of: 0).map { "\($0.serial) \($0.members)" }
    expect(mine == theirs, "after update \(update) the map shows \(theirs), not \(mine)")
    let places = zip(onMap.map { clusters[$0].coordinate }, map.recordedClusters(of: 0))
    expect(
      places.allSatisfy { OracleGeometry.isSame($0, $1.coordinate) }, "clusters stand elsewhere")
  }

  /// Whether a cluster came onto the map with this update.
  private func isNew(_ cluster: Int, in outcome: Outcome) -> Bool {
    let count = outcome.told.count { $0 == "add" }
    return onMap.suffix(count).contains(cluster)
  }
}
