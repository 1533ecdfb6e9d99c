import Clustering
import MapEvents
import MapGeometry
import Testing

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
    var serial: Int32?
    /// Where the tree of visible clusters holds it.
    var place: Coordinate?
    /// Whether it got points that had moved.
    var follows = false
  }

  struct Update {
    var query: ClusterQuery
    var before: [Int]
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
  private let setup: ClusterSetup
  private var engine: any ClusterEngine
  private var clusters: [Cluster] = []
  private var onMap: [Int] = []
  private var tree = QuadTree()
  private var waiting: [Int32: Update] = [:]
  private var changes: [(inout any ClusterEngine) -> Void] = []
  /// The cluster that got each point last, and the points that moved since then.
  private var holders: [Int32: Int] = [:]
  private var moved: Set<Int32> = []
  private var outcome: Outcome?
  private var work = Work()
  /// What differed, in words.
  private(set) var faults: [String] = []
  private(set) var finished = 0
  /// How often an annotation had to go along with its points.
  private(set) var followed = 0

  init(_ map: MapSimulation, setup: ClusterSetup) {
    self.map = map
    self.setup = setup
    engine = setup.engine
  }

  private var mends: ClusterMends { setup.mends }

  // MARK: What the app does

  func add(_ points: [Int32]) {
    let places = points.map { map.layers[0].coordinates[Int($0)] }
    let new = points.indices.filter { !map.layers[0].isMember[Int(points[$0])] }
    map.add(points, to: 0)
    changes.append { engine in
      var work = Work()
      _ = engine.add(new.map { points[$0] }, at: new.map { places[$0] }, work: &work)
    }
  }

  func remove(_ points: [Int32]) {
    let places = points.map { map.layers[0].coordinates[Int($0)] }
    let old = points.indices.filter { map.layers[0].isMember[Int(points[$0])] }
    map.remove(points, from: 0)
    changes.append { [unowned self] engine in
      var work = Work()
      _ = engine.remove(old.map { points[$0] }, at: old.map { places[$0] }, work: &work)
      for point in old.map({ points[$0] }) { holders[point] = nil }
    }
  }

  func move(_ point: Int32, to place: Coordinate) {
    let old = map.layers[0].coordinates[Int(point)]
    let moves = map.layers[0].isMember[Int(point)] && old != place
    map.move([point], in: 0, to: [place])
    guard moves, mends.movesPoints else { return }
    changes.append { [unowned self] engine in
      var work = Work()
      _ = engine.remove([point], at: [old], work: &work)
      _ = engine.add([point], at: [place], work: &work)
      moved.insert(point)
    }
  }

  // MARK: What happens

  func observe(_ event: Event) {
    switch event.kind {
    case .cluster(.indexed): changes.removeFirst()(&engine)
    case .cluster(.queued(let update, _, _, _)):
      waiting[update] = Update(query: map.query(for: setup), before: onMap)
    case .cluster(.coalesced(let update, _, _)):
      expect(mends.coalescesUpdates && waiting.removeValue(forKey: update) != nil, "coalesces")
    case .cluster(.started(let update, _)):
      guard let inputs = waiting.removeValue(forKey: update) else {
        return expect(false, "update \(update) was dropped and starts")
      }
      outcome = begin(update, inputs)
    case .cluster(.reused(let annotation, _, _)): outcome?.told.append("keep \(annotation)")
    case .cluster(.moved(let annotation, _, _)): outcome?.told.append("move \(annotation)")
    case .cluster(.followed(let annotation, _)): outcome?.told.append("follow \(annotation)")
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

  private func begin(_ number: Int32, _ inputs: Update) -> Outcome {
    var outcome = Outcome(number: number)
    var sets = ClusterSets()
    engine.clusters(inputs.query, into: &sets, work: &work)
    var cell = -1
    var candidates: [Int] = []
    for set in sets.indices.map({ sets[$0] }) {
      if set.cell != cell {
        cell = set.cell
        var found: [Int32] = []
        tree.query(sets.cells[cell].box, into: &found, work: &work)
        candidates = found.map { Int($0) }
      }
      let members = Array(sets.members(of: set))
      let cluster: Int
      let kept =
        survivor(of: members, at: set, among: candidates)
        ?? follower(of: members, at: set, taken: outcome.result)
      if let kept {
        candidates.removeAll { $0 == kept }
        clusters[kept].members = members
        let moves = set.isUniqueLocation || mends.movesReused
        outcome.reused.append((cluster: kept, place: moves ? set.coordinate : nil))
        cluster = kept
      } else {
        cluster = clusters.count
        clusters.append(Cluster(coordinate: set.coordinate, members: members))
      }
      clusters[cluster].follows = members.contains { holders[$0] != nil && moved.contains($0) }
      for member in members { holders[member] = cluster }
      moved.subtract(members)
      if !outcome.result.contains(cluster) { outcome.result.append(cluster) }
    }
    compare(with: mends.comparesWhenApplied ? onMap : inputs.before, &outcome)
    return outcome
  }

  private func survivor(
    of members: [Int32], at set: ClusterSet, among candidates: [Int]
  ) -> Int? {
    guard setup.reusesAnnotations else { return nil }
    for member in members {
      for candidate in candidates where clusters[candidate].members.contains(member) {
        let place = clusters[candidate].coordinate
        let isNear =
          abs(place.latitude - set.coordinate.latitude) < 1.1920928955078125e-07
          && abs(place.longitude - set.coordinate.longitude) < 1.1920928955078125e-07
        return set.isUniqueLocation && !isNear ? nil : candidate
      }
    }
    return nil
  }

  /// The cluster that stands and got exactly these points last, some of which moved since, if they
  /// are at one place.
  private func follower(of members: [Int32], at set: ClusterSet, taken: [Int]) -> Int? {
    guard mends.movesPoints, setup.reusesAnnotations, set.isUniqueLocation,
      let cluster = holders[members[0]], members.allSatisfy({ holders[$0] == cluster }),
      Set(clusters[cluster].members) == Set(members), !moved.isDisjoint(with: members),
      clusters[cluster].place != nil, !taken.contains(cluster)
    else { return nil }
    return cluster
  }

  private func compare(with before: [Int], _ outcome: inout Outcome) {
    let result = outcome.result
    outcome.removed = before.filter { !result.contains($0) }
    outcome.created = result.filter { !before.contains($0) }
    for cluster in outcome.removed { letGo(cluster) }
    for cluster in outcome.created where clusters[cluster].place == nil {
      hold(cluster, at: clusters[cluster].coordinate)
    }
    for (cluster, place) in outcome.reused where mends.movesReused || mends.movesPoints {
      guard let place, clusters[cluster].place != place else { continue }
      letGo(cluster)
      hold(cluster, at: place)
    }
  }

  private func letGo(_ cluster: Int) {
    guard let held = clusters[cluster].place else { return }
    let isMended = mends.comparesWhenApplied || mends.movesReused || mends.movesPoints
    let place = isMended ? held : clusters[cluster].coordinate
    if tree.remove(Int32(cluster), at: place, work: &work) { clusters[cluster].place = nil }
  }

  private func hold(_ cluster: Int, at place: Coordinate) {
    guard tree.insert(Int32(cluster), at: place, work: &work) else { return }
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
      if let place, place != old {
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
    let mine = onMap.map { "\(clusters[$0].serial ?? -1) \(clusters[$0].members)" }
    let theirs = map.recordedClusters(of: 0).map { "\($0.serial) \($0.members)" }
    expect(mine == theirs, "after update \(update) the map shows \(theirs), not \(mine)")
    let places = onMap.map { clusters[$0].coordinate }
    expect(
      places == map.recordedClusters(of: 0).map(\.coordinate), "clusters stand elsewhere")
  }

  /// Whether a cluster came onto the map with this update.
  private func isNew(_ cluster: Int, in outcome: Outcome) -> Bool {
    let count = outcome.told.count { $0 == "add" }
    return onMap.suffix(count).contains(cluster)
  }
}
