import Clustering
import MapGeometry
import Support
import Testing

/// The fast engine, which remembers its last answer, against one that is asked for the first time.
@Suite("Aggregate engine asked again")
struct AggregateAgainTests {
  /// A grid anywhere, past the date line too; sides are few, so that many follow each other.
  private static func query(_ draw: inout Dice) -> ClusterQuery {
    let side = MapSize.worldSide / [5.0, 8, 12, 13][draw.below(4)]
    let columns = 1 + draw.below(9)
    return ClusterQuery(
      grid: ClusterGrid(
        visibleRect: MapRect(
          x: Double(draw.below(20) - 8) * side + side / 4,
          y: Double(draw.below(6)) * side + side / 4,
          width: (Double(columns) - 0.5) * side, height: (0.5 + Double(draw.below(5))) * side),
        marginFactor: 0, cellSide: side),
      isClusteringDisabled: draw.below(6) == 0, minimumUniqueLocations: draw.below(2) * 3,
      method: draw.below(3) == 0 ? .nearCenter : .centerOfMass)
  }

  private static func change(
    _ engine: inout AggregateEngine, _ held: inout [Int32: Coordinate], _ draw: inout Dice
  ) {
    var work = Work()
    let ids = (0..<1 + draw.below(4)).map { _ in Int32(draw.below(40)) }
    if draw.below(3) == 0 {
      for id in ids { held[id] = nil }
      _ = engine.remove(ids, at: [], work: &work)
    } else {
      // Few places, so that some are at one location.
      let places = ids.map { _ in
        Coordinate(
          latitude: Double(draw.below(12)) * 14 - 75, longitude: Double(draw.below(19)) * 20 - 180)
      }
      for (id, place) in zip(ids, places) where !engine.contains(id) && held[id] == nil {
        held[id] = place
      }
      _ = engine.add(ids, at: places, work: &work)
    }
  }

  @Test(arguments: AggregateEngine.Kind.allCases, 0..<4)
  func `says what a new one says`(kind: AggregateEngine.Kind, seed: Int) {
    var draw = Dice(seed: 40 + seed)
    var engine = AggregateEngine(kind)
    var held: [Int32: Coordinate] = [:]
    var mine = ClusterSets()
    var theirs = ClusterSets()
    var work = Work()
    var found = 0
    var query = AggregateAgainTests.query(&draw)
    for round in 0..<400 {
      if draw.below(3) > 0 { AggregateAgainTests.change(&engine, &held, &draw) }
      if draw.below(3) > 0 { query = AggregateAgainTests.query(&draw) }
      engine.clusters(query, into: &mine, work: &work)
      var other = AggregateEngine(kind)
      let ids = held.keys.sorted()
      _ = other.add(ids, at: ids.compactMap { held[$0] }, work: &work)
      other.clusters(query, into: &theirs, work: &work)
      // In the same order as well.
      #expect(mine.members == theirs.members, "round \(round)")
      #expect(mine.cells == theirs.cells, "round \(round)")
      #expect(mine.indices.map { mine[$0] } == theirs.indices.map { theirs[$0] }, "round \(round)")
      found += mine.count
    }
    #expect(found > 1_000)
  }
}
