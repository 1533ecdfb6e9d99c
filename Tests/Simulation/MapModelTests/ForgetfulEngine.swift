import Clustering
import MapConfiguration
import MapGeometry

/// An engine of squares that looks into all cells each time, in a tree that is made anew.
struct ForgetfulEngine: ClusterEngine {
  /// What it says of itself that is not so.
  enum Lie: CaseIterable {
    case none
    /// That nothing has changed since the last answer.
    case nothingChanged
    /// That nothing has changed when the cells are the same, whatever points came or went.
    case samePoints
  }

  let kind: AggregateEngine.Kind
  var lie = Lie.none
  private var held: AggregateEngine
  private var places: [Int32: Coordinate] = [:]
  private var last: ClusterQuery?

  init(_ kind: AggregateEngine.Kind, lie: Lie = .none) {
    self.kind = kind
    self.lie = lie
    held = AggregateEngine(kind)
  }

  var name: String { kind.rawValue }
  var count: Int { held.count }

  func cellSide(forLength mapLength: Double) -> Double { held.cellSide(forLength: mapLength) }

  func isUnchanged(for query: ClusterQuery) -> Bool {
    switch lie {
    case .none: false
    case .nothingChanged: last != nil
    case .samePoints: last == query
    }
  }

  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    for (id, place) in zip(ids, coordinates) where !held.contains(id) { places[id] = place }
    return held.add(ids, at: coordinates, work: &work)
  }

  mutating func remove(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    for id in ids { places[id] = nil }
    return held.remove(ids, at: coordinates, work: &work)
  }

  mutating func clusters(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work) {
    last = query
    var engine = AggregateEngine(kind)
    let ids = places.keys.sorted()
    _ = engine.add(ids, at: ids.compactMap { places[$0] }, work: &work)
    engine.clusters(query, into: &sets, work: &work)
  }
}
