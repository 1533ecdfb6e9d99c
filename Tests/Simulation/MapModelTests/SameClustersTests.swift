import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Testing

@testable import MapModel

/// The engines beside each other in the same sessions: what stands on the map after each update.
@Suite("Same clusters whatever the engine")
struct SameClustersTests {
  private struct Standing: Equatable {
    /// The same for the same points.
    var content: UInt64
    var count: Int32
    var isUnique: Bool
    var place: Coordinate
  }

  /// What stands after each update, without the order in which it came.
  private static func pictures(_ outcome: SteadyClusterTests.Outcome) -> [[Standing]] {
    var pictures: [[Standing]] = []
    var standing: [Standing] = []
    for kind in outcome.kinds {
      switch kind {
      case .cluster(.listed(_, _, let content, let count, let isUnique, let place)):
        standing.append(
          Standing(content: content, count: count, isUnique: isUnique, place: place))
      case .cluster(.finished): standing = []
      case .cluster(.audited):
        pictures.append(standing.sorted { $0.content < $1.content })
        standing = []
      default: break
      }
    }
    return pictures
  }

  /// Sums are rounded, and the place of one location is that of any member.
  private static func areEqual(_ one: Standing, _ other: Standing, places: Bool) -> Bool {
    guard places else {
      return one.content == other.content && one.count == other.count
        && one.isUnique == other.isUnique
    }
    let degrees = one.isUnique ? 45.0 / 1_048_576 : 1e-8
    var moved = one
    moved.place = other.place
    return moved == other && abs(one.place.latitude - other.place.latitude) < degrees
      && abs(one.place.longitude - other.place.longitude) < degrees
  }

  /// The first picture in which two engines differ, and how many clusters were compared.
  private static func compare(
    seed: Int, _ engine: any ClusterEngine, _ other: any ClusterEngine, movesReused: Bool,
    slip: (inout ClusterFixes) -> Void = { _ in }
  ) -> (difference: Int?, clusters: Int) {
    func play(_ engine: any ClusterEngine, _ slip: (inout ClusterFixes) -> Void) -> [[Standing]] {
      pictures(
        SteadyClusterTests.play(seed: seed, engine: engine) {
          $0.comparesWhenApplied = true
          $0.movesReused = movesReused
          slip(&$0)
        })
    }
    let one = play(engine, { _ in })
    let two = play(other, slip)
    guard one.count == two.count else { return (min(one.count, two.count), 0) }
    let difference = zip(one, two).enumerated().first { _, pair in
      pair.0.count != pair.1.count
        || !zip(pair.0, pair.1).allSatisfy { areEqual($0, $1, places: movesReused) }
    }
    return (difference?.offset, one.reduce(0) { $0 + $1.count })
  }

  /// Where clusters that stay go to their members, all places are the same; where they stay where
  /// they were, which one of several stays is the engine's to say.
  @Test(arguments: [true, false], 0..<6)
  func `an aggregate shows what the fixed reference shows`(movesReused: Bool, block: Int) {
    var clusters = 0
    for seed in 10_000 + block * 40..<10_000 + (block + 1) * 40 {
      let (difference, count) = SameClustersTests.compare(
        seed: seed, AggregateEngine(.aggregate), ReferenceEngine(fixes: .standard),
        movesReused: movesReused)
      #expect(difference == nil, "session \(seed)")
      clusters += count
    }
    #expect(clusters > 1_000)
  }

  /// With cells of its size, a pyramid is no other engine.
  @Test(arguments: 0..<3)
  func `a pyramid shows what an aggregate with its cells shows`(block: Int) {
    for seed in 20_000 + block * 40..<20_000 + (block + 1) * 40 {
      let (difference, _) = SameClustersTests.compare(
        seed: seed, AggregateEngine(.pyramid), PowersOfTwo(), movesReused: true)
      #expect(difference == nil, "session \(seed)")
    }
  }

  @Test
  func `another size of cells, and another rule for what overlaps, are noticed`() {
    func notices(_ engine: any ClusterEngine, _ slip: (inout ClusterFixes) -> Void) -> Bool {
      (30_000..<30_040).contains { seed in
        SameClustersTests.compare(
          seed: seed, AggregateEngine(.aggregate), engine, movesReused: true, slip: slip
        ).difference != nil
      }
    }
    #expect(notices(AggregateEngine(.pyramid), { _ in }))
    #expect(
      notices(ReferenceEngine(fixes: .standard)) {
        $0.overlap = $0.overlap == .merged ? .left : .merged
      })
    #expect(!notices(ReferenceEngine(fixes: .standard), { _ in }))
  }
}

/// The fixed reference engine with the cells of a pyramid.
private struct PowersOfTwo: ClusterEngine {
  private var engine = ReferenceEngine(fixes: .standard)

  var name: String { engine.name }
  var count: Int { engine.count }

  func cellSide(forLength mapLength: Double) -> Double {
    AggregateEngine(.pyramid).cellSide(forLength: mapLength)
  }

  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    engine.add(ids, at: coordinates, work: &work)
  }

  mutating func remove(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    engine.remove(ids, at: coordinates, work: &work)
  }

  mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int {
    engine.move(ids, to: coordinates, work: &work)
  }

  mutating func clusters(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work) {
    engine.clusters(query, into: &sets, work: &work)
  }
}
