import MapGeometry
import Support
import Testing

@testable import Clustering

/// The fast engine as an index: sums of cells, while points come, go and move.
@Suite("Aggregate index")
struct AggregateIndexTests {
  private static let world = MapSize.worldSide

  /// Places of a kind that a world is full of.
  enum Data: String, CaseIterable {
    case anywhere, cities, stacked, line
  }

  private static func places(_ data: Data, _ count: Int, _ draw: inout Dice) -> [Coordinate] {
    (0..<count).map { _ in
      switch data {
      case .anywhere:
        return Coordinate(
          latitude: draw.fraction() * 180 - 90, longitude: draw.fraction() * 360 - 180)
      case .cities:
        let city = draw.below(5)
        let spread = [10.0, 1, 0.01, 1e-4, 1e-7][city]
        return Coordinate(
          latitude: Double(city * 25 - 60) + draw.fraction() * spread,
          longitude: min(Double(city * 72 - 120) + draw.fraction() * spread, 180))
      case .stacked:
        // Hundreds at each of a few places, at the edges of cells too.
        let place = draw.below(6)
        return Coordinate(
          latitude: [0, 0, 52.5, -85, 90, 1e-12][place],
          longitude: [0, 180, 13.4, -180, 179.99999999999997, 90][place])
      case .line:
        let step = draw.fraction()
        return Coordinate(latitude: 45, longitude: step * 360 - 180)
      }
    }
  }

  /// A view that shows anything from the world to a street, past the date line too.
  private static func view(
    _ points: [Coordinate], cellPoints: Double, _ draw: inout Dice
  ) -> ClusterView {
    let scale = world / (256 * Double(1 << draw.below(22)))
    let middle =
      draw.below(4) == 0 || points.isEmpty
      ? MapPoint(x: (draw.fraction() * 3 - 1) * world, y: draw.fraction() * world)
      : Projection.mapKit.mapPoint(for: points[draw.below(points.count)])
    let width = 400 * scale
    let height = 700 * scale
    return ClusterView(
      rect: MapRect(
        x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height),
      mapPointsPerPoint: scale, cellPoints: cellPoints)
  }

  private static func plain(_ sums: [CellAggregate]) -> [SlowSums.Sum: Int] {
    var plain: [SlowSums.Sum: Int] = [:]
    for sum in sums {
      let key = SlowSums.Sum(latitude: sum.latitude, longitude: sum.longitude, count: sum.count)
      plain[key, default: 0] += 1
    }
    return plain
  }

  private static func plain(_ sums: [SlowSums.Sum]) -> [SlowSums.Sum: Int] {
    Dictionary(sums.map { ($0, 1) }, uniquingKeysWith: +)
  }

  @Test(arguments: AggregateEngine.Kind.allCases, Data.allCases)
  func `sums what is in each cell, whatever came and went`(kind: AggregateEngine.Kind, data: Data) {
    var found = 0
    for seed in 0..<12 {
      var draw = Dice(seed: seed)
      var engine = AggregateEngine(kind)
      var slow = SlowSums()
      var work = Work()
      for round in 0..<8 {
        let count = round == 0 ? 1_500 : draw.below(600)
        let ids = (0..<count).map { _ in Int32(draw.below(2_500)) }
        let places = AggregateIndexTests.places(data, count, &draw)
        switch round == 0 ? 0 : draw.below(3) {
        case 0: engine.add(ids, at: places, beside: &slow)
        case 1: engine.remove(ids, beside: &slow)
        default: engine.move(ids, to: places, beside: &slow)
        }
        #expect(engine.count == slow.places.count)
        let cellPoints = [60.0, 64, 33.3, 500][draw.below(4)]
        for _ in 0..<3 {
          let view = AggregateIndexTests.view(places, cellPoints: cellPoints, &draw)
          let side = engine.cellSide(forLength: view.cellPoints * view.mapPointsPerPoint)
          guard side.isFinite else { continue }
          var sums: [CellAggregate] = []
          engine.clusters(in: view, into: &sums, work: &work)
          found += sums.count
          #expect(
            AggregateIndexTests.plain(sums)
              == AggregateIndexTests.plain(slow.sums(in: view, side: side)),
            "seed \(seed), round \(round), \(view)")
        }
      }
      // What goes to the last point leaves nothing behind.
      let all = Array(Int32(0)..<2_500)
      #expect(engine.remove(all, work: &work) == slow.places.count)
      #expect(engine.count == 0)
    }
    #expect(found > 300)
  }

  @Test(arguments: AggregateEngine.Kind.allCases)
  func `says the same however often it is asked, also across the date line`(
    kind: AggregateEngine.Kind
  ) {
    var draw = Dice(seed: 14)
    var engine = AggregateEngine(kind)
    var slow = SlowSums()
    var known = (inWorld: 0, beyond: 0)
    func places(_ count: Int) -> [Coordinate] {
      (0..<count).map { number in
        let longitude =
          number.isMultiple(of: 3) ? draw.fraction() * 40 + 160 : draw.fraction() * 360
        return Coordinate(
          latitude: draw.fraction() * 140 - 70,
          longitude: longitude > 180 ? longitude - 360 : longitude)
      }
    }
    engine.add(Array(0..<20_000), at: places(20_000), beside: &slow)
    for round in 0..<24 {
      // Around the date line in every second round; cells have blocks of many points.
      let scale = MapSize.worldSide / (256 * Double(4 << draw.below(2)))
      let x = MapSize.worldSide * (round.isMultiple(of: 2) ? 1 : draw.fraction())
      var view = ClusterView(
        rect: MapRect(
          x: x - 200 * scale, y: MapSize.worldSide * 0.3, width: 400 * scale, height: 300 * scale),
        mapPointsPerPoint: scale)
      let side = engine.cellSide(forLength: 60 * scale)
      for time in 0..<5 {
        if time > 2 { view.rect.origin.y += side / 3 }
        var (first, second) = (Work(), Work())
        var sums: [CellAggregate] = []
        engine.clusters(in: view, into: &sums, work: &first)
        let expected = AggregateIndexTests.plain(slow.sums(in: view, side: side))
        #expect(AggregateIndexTests.plain(sums) == expected, "round \(round), time \(time)")
        if engine.levels.0.hasCopies { known.inWorld += 1 }
        if engine.levels.1.hasCopies { known.beyond += 1 }
        // Nobody can tell from the work of the next time.
        var again: [CellAggregate] = []
        engine.clusters(in: view, into: &again, work: &second)
        #expect(again == sums && (first == second || time == 0 || time > 2))
      }
      let ids = (0..<20).map { _ in Int32(draw.below(21_000)) }
      if round % 3 == 0 { engine.remove(ids, beside: &slow) }
      if round % 3 == 1 { engine.add(ids, at: places(20), beside: &slow) }
    }
    let isKnown = known.inWorld > 20 && known.beyond > 20
    #expect(isKnown == (kind == .pyramid))
  }

  @Test(arguments: AggregateEngine.Kind.allCases)
  func `sums crowds that are spread more than once`(kind: AggregateEngine.Kind) {
    // More points than are sorted at once, on two places that differ by a unit, in a small city
    // around them and anywhere.
    var draw = Dice(seed: 9)
    let crowd = 70_000
    let unit = 360 / 0x1p32
    var places = (0..<2 * crowd).map { number in
      Coordinate(latitude: 52.5, longitude: Double(number & 1) * 1.5 * unit + 13.4)
    }
    places += (0..<crowd).map { _ in
      Coordinate(
        latitude: 52.5 + draw.fraction() * 1e-4, longitude: 13.4 + draw.fraction() * 1e-4)
    }
    places += AggregateIndexTests.places(.cities, 2_000, &draw)
    var engine = AggregateEngine(kind)
    var slow = SlowSums()
    var work = Work()
    let ids = (0..<Int32(places.count)).reversed().map { $0 }
    engine.add(ids, at: places, beside: &slow)
    for zoom in [0, 5, 10, 15, 18, 20, 23] {
      let scale = AggregateIndexTests.world / (256 * Double(1 << zoom))
      let middle = Projection.mapKit.mapPoint(for: places[0])
      let view = ClusterView(
        rect: MapRect(
          x: middle.x - 200 * scale, y: middle.y - 350 * scale, width: 400 * scale,
          height: 700 * scale),
        mapPointsPerPoint: scale, cellPoints: 60)
      let side = engine.cellSide(forLength: view.cellPoints * view.mapPointsPerPoint)
      var sums: [CellAggregate] = []
      engine.clusters(in: view, into: &sums, work: &work)
      let expected = slow.sums(in: view, side: side)
      #expect(!expected.isEmpty)
      #expect(
        AggregateIndexTests.plain(sums) == AggregateIndexTests.plain(expected), "zoom \(zoom)")
    }
    #expect(engine.remove(ids, work: &work) == places.count)
    #expect(engine.count == 0)
  }

  @Test(arguments: AggregateEngine.Kind.allCases)
  func `says the same whatever the order in which points came`(kind: AggregateEngine.Kind) {
    var draw = Dice(seed: 5)
    let places = AggregateIndexTests.places(.cities, 3_000, &draw)
    let ids = Array(0..<Int32(places.count))
    var shuffled = Array(zip(ids, places))
    for index in shuffled.indices.dropFirst().reversed() {
      shuffled.swapAt(index, draw.below(index + 1))
    }
    var work = Work()
    var one = AggregateEngine(kind)
    _ = one.add(ids, at: places, work: &work)
    var two = AggregateEngine(kind)
    // In batches, with some that go and come again.
    for start in stride(from: 0, to: shuffled.count, by: 250) {
      let batch = shuffled[start..<start + 250]
      _ = two.add(batch.map(\.0), at: batch.map(\.1), work: &work)
      let some = batch.prefix(50)
      _ = two.remove(some.map(\.0), work: &work)
      _ = two.add(some.map(\.0), at: some.map(\.1), work: &work)
    }
    for _ in 0..<200 {
      let view = AggregateIndexTests.view(places, cellPoints: 60, &draw)
      var first: [CellAggregate] = []
      var second: [CellAggregate] = []
      one.clusters(in: view, into: &first, work: &work)
      two.clusters(in: view, into: &second, work: &work)
      #expect(first == second)
    }
  }

  @Test(arguments: AggregateEngine.Kind.allCases)
  func `a pan shows the cells that are new`(kind: AggregateEngine.Kind) {
    var draw = Dice(seed: 6)
    let places = AggregateIndexTests.places(.anywhere, 4_000, &draw)
    var engine = AggregateEngine(kind)
    var work = Work()
    _ = engine.add(Array(0..<Int32(places.count)), at: places, work: &work)
    for _ in 0..<100 {
      let old = AggregateIndexTests.view(places, cellPoints: 64, &draw)
      var new = old
      new.rect = MapRect(
        x: old.rect.minX + (draw.fraction() - 0.5) * old.rect.width * 2.5,
        y: old.rect.minY + (draw.fraction() - 0.5) * old.rect.height * 2.5,
        width: old.rect.width, height: old.rect.height)
      var before: [CellAggregate] = []
      var all: [CellAggregate] = []
      var fresh: [CellAggregate] = []
      engine.clusters(in: old, into: &before, work: &work)
      engine.clusters(in: new, into: &all, work: &work)
      engine.clusters(in: new, notIn: old, into: &fresh, work: &work)
      // Cells that both views show are left out, but for those around the world.
      let expected = AggregateIndexTests.plain(all)
      let known = AggregateIndexTests.plain(before)
      for (sum, count) in AggregateIndexTests.plain(fresh) { #expect(expected[sum] == count) }
      for (sum, count) in expected where known[sum] == nil {
        #expect(AggregateIndexTests.plain(fresh)[sum] == count)
      }
    }
  }
}
