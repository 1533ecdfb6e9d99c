import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// A step costs the same the thousandth time.
@Suite("Steady cost")
struct SteadyCostTests {
  static func city(seed: Int, layers: [LayerSetup]) -> TestMap {
    var dice = Dice(seed: seed)
    return TestMap(
      margin: 0.25, costs: .phone(creation: 2, reuse: 1, layout: 1, change: 1, point: 1, node: 2),
      screenPoints: (0..<400).map { _ in
        (x: dice.fraction() * 900 - 300, y: dice.fraction() * 600 - 200)
      }, layers: layers)
  }

  @Test(arguments: [
    [LayerSetup.plain(identifiers: ["a", "b"])], [.clustered()],
    [.clustered(reuses: false), .plain()], [.grouped(), .grouped()],
  ])
  func `stays the same over a thousand drags there and back`(layers: [LayerSetup]) {
    let test = SteadyCostTests.city(seed: 1, layers: layers)
    for layer in layers.indices { test.addAll(to: layer) }
    #expect(test.map.advanceUntilSettled())
    func round() {
      for dx in [150.0, -150] {
        test.map.pan(by: ScreenOffset(dx: dx, dy: dx / 3), over: SimulatedTime(milliseconds: 60))
        _ = test.map.advanceUntilSettled()
      }
    }
    // The first rounds fill the pools and let the clusters find their places.
    for _ in 0..<5 { round() }
    _ = test.take()
    round()
    let events = test.trace.events.count
    let work = SteadyCostTests.work(test)
    let sizes = SteadyCostTests.sizes(test.map)
    for number in 0..<1000 {
      _ = test.take()
      round()
      guard number % 100 == 99 else { continue }
      #expect(test.trace.events.count == events, "round \(number)")
      #expect(SteadyCostTests.work(test) == work, "round \(number)")
      #expect(SteadyCostTests.sizes(test.map) == sizes, "round \(number)")
    }
    #expect((work > 0) == layers.contains { $0.cluster != nil })
  }

  /// Nodes and points of all updates since the events were last taken.
  static func work(_ test: TestMap) -> Int64 {
    test.trace.events.reduce(0) { sum, event in
      guard case .cluster(.computed(_, _, let work)) = event.kind else { return sum }
      return sum + work.nodesVisited + work.pointsTouched
    }
  }

  /// What the map keeps.
  static func sizes(_ map: MapSimulation) -> [Int] {
    [
      map.annotations.slots.count, map.views.pools.views.count, map.views.shown.count,
      map.scheduler.isEmpty ? 0 : 1, map.layout.native.clusters.count,
      map.layout.native.clusters.indices.count,
    ]
      + map.clusters.layers.flatMap { layer in
        guard let controller = layer?.controller else { return [Int]() }
        // The controller asserts that its tree of visible clusters holds exactly the visible ones.
        return [
          controller.records.count, controller.onMap.count,
          controller.visibleRecords.count,
        ]
      }
  }
}
