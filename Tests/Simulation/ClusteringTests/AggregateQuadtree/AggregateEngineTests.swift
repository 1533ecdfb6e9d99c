import Clustering
import MapGeometry
import Support
import Testing

/// The fast engine against the reference engine with all its fixes.
@Suite("Aggregate engine")
struct AggregateEngineTests {
  /// A set without the order in which an engine lists it.
  private struct Plain: Equatable {
    var gridIndex: Int
    var members: [Int32]
    var isUnique: Bool
    var place: Coordinate
  }

  private static func plain(_ sets: ClusterSets) -> [Plain] {
    sets.indices.map { index in
      let set = sets[index]
      return Plain(
        gridIndex: sets.cells[set.cell].gridIndex, members: sets.members(of: set).sorted(),
        isUnique: set.isUniqueLocation, place: set.coordinate)
    }.sorted { ($0.gridIndex, $0.members[0]) < ($1.gridIndex, $1.members[0]) }
  }

  /// How far the places of a set may lie apart: sums are rounded, the place of one location is
  /// that of any member, and so is that of the first one of a cell.
  private static func areEqual(_ mine: Plain, _ other: Plain, method: ClusterMethod) -> Bool {
    var one = mine
    one.place = other.place
    guard one == other else { return false }
    guard method == .centerOfMass || mine.isUnique else { return true }
    let degrees = mine.isUnique ? 45.0 / 1_048_576 : 1e-9
    return abs(mine.place.latitude - other.place.latitude) <= degrees
      && abs(mine.place.longitude - other.place.longitude) <= degrees
  }

  /// The first difference between an engine and the reference in a world, and how many sets were
  /// compared.
  private static func play(
    _ number: Int, _ engine: inout AggregateEngine, _ other: inout ReferenceEngine
  ) -> (difference: String?, sets: Int) {
    var mine = ClusterSets()
    var theirs = ClusterSets()
    var work = Work()
    var compared = 0
    for (index, step) in OracleWorld(number).steps.enumerated() {
      var counts = (0, 0)
      switch step {
      case .add(let ids, let places):
        counts.0 = engine.add(ids, at: places, work: &work)
        counts.1 = other.add(ids, at: places, work: &work)
      case .remove(let ids, let places):
        counts.0 = engine.remove(ids, at: places, work: &work)
        counts.1 = other.remove(ids, at: places, work: &work)
      case .move(let ids, let places):
        counts.0 = engine.move(ids, to: places, work: &work)
        counts.1 = other.move(ids, to: places, work: &work)
      case .ask(let question):
        engine.clusters(question.query, into: &mine, work: &work)
        other.clusters(question.query, into: &theirs, work: &work)
        let one = plain(mine)
        let two = plain(theirs)
        compared += two.count
        guard one.count == two.count,
          zip(one, two).allSatisfy({ areEqual($0, $1, method: question.method) })
        else { return ("step \(index): \(one)\nis not\n\(two)", compared) }
        // Asked again, an engine that remembers says the same.
        engine.clusters(question.query, into: &mine, work: &work)
        guard plain(mine) == one else { return ("step \(index) differs the second time", compared) }
      }
      guard counts.0 == counts.1, engine.count == other.count else {
        return ("step \(index): \(counts), \(engine.count) of \(other.count)", compared)
      }
    }
    return (nil, compared)
  }

  @Test(arguments: AggregateEngine.Kind.allCases, 0..<OracleTests.blocks)
  func `finds what the fixed reference finds`(kind: AggregateEngine.Kind, block: Int) {
    let count = OracleTests.worldCount / OracleTests.blocks
    var compared = 0
    for number in block * count..<(block + 1) * count {
      var engine = AggregateEngine(kind)
      var other = ReferenceEngine(fixes: .standard)
      let (difference, sets) = AggregateEngineTests.play(number, &engine, &other)
      #expect(difference == nil, "world \(number)")
      compared += sets
    }
    #expect(compared > 10 * count)
  }

  @Test(arguments: 0..<5)
  func `notices a reference that is not fixed`(fix: Int) {
    // Shared leaves change nothing that is found.
    let isNoticed = (0..<2_000).contains { number in
      var engine = AggregateEngine(.aggregate)
      var other = ReferenceEngine(fixes: OracleWorld.switched(.standard, fix: fix))
      return AggregateEngineTests.play(number, &engine, &other).difference != nil
    }
    #expect(isNoticed == (fix != 4))
  }
}
