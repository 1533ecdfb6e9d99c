import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Cluster layers in time: a queue for each, one operation at a time, and the fade before the next.
@Suite("Cluster layers")
struct ClusterLayerTests {
  /// Two points in one cell, one far from them, one outside.
  static let places = [(x: 100.0, y: 100.0), (x: 105, y: 105), (x: 250, y: 20), (x: 1000, y: 0)]

  static func map(
    layer: LayerSetup = .clustered(), costs: DeviceCosts = .free,
    places: [(x: Double, y: Double)] = places
  ) -> TestMap {
    TestMap(costs: costs, screenPoints: places, layers: [layer])
  }

  static func settled(layer: LayerSetup = .clustered()) -> TestMap {
    let test = map(layer: layer)
    test.addAll()
    _ = test.map.advanceUntilSettled()
    _ = test.take()
    return test
  }

  @Test
  func `shows a cluster at once and lets the queue wait for the fade`() {
    let test = ClusterLayerTests.map()
    test.map.add([0, 1, 2], to: 0)
    test.map.add([3], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.cluster, .data, timed: true) == [
        "0 3 points to 0", "0 1 points to 0", "0 indexed", "0 queued 0 pointsAdded", "0 indexed",
        "0 cancelled 0", "0 queued 1 pointsAdded", "0 started 0", "0 computed 0", "0 add 0",
        "0 add 1", "0 applied 0 shown 2 new 2 kept 0 gone 0", "200 finished 0", "200 completed 0",
        "200 started 1", "200 computed 1", "200 keep 0", "200 keep 1",
        "200 applied 1 shown 2 new 0 kept 2 gone 0", "400 finished 1", "400 completed 1",
      ])
  }

  @Test
  func `takes the modeled time of its work in the background`() {
    let test = ClusterLayerTests.map(costs: .phone(point: 10_000, node: 1_000_000))
    test.map.add([0], to: 0)
    #expect(test.map.advanceUntilSettled())
    // One node to put the point into an empty tree.
    let times = test.trace.events.compactMap { event -> (String, Int64)? in
      guard case .cluster(let cluster) = event.kind, event.room == .cluster else { return nil }
      return (cluster.words, event.time.nanoseconds)
    }
    #expect(times.map(\.0).prefix(2) == ["indexed", "queued 0 pointsAdded"])
    #expect(times.map(\.1).prefix(2) == [1_000_000, 1_000_000])
    let works = test.trace.events.compactMap { event -> ClusterWork? in
      guard case .cluster(.computed(_, _, let work)) = event.kind else { return nil }
      return work
    }
    let compute = works[0].nodesVisited * 1_000_000 + works[0].pointsTouched * 10_000
    #expect(works[0].nodesVisited > 0 && works[0].pointsTouched > 0)
    #expect(
      times.map(\.1).suffix(4) == [
        1_000_000 + compute, 1_000_000 + compute, 201_000_000 + compute, 201_000_000 + compute,
      ])
  }

  @Test
  func `tells the work of an index when its time is over`() {
    let costs = DeviceCosts.phone(point: 1_000_000, node: 10_000_000)
    let test = ClusterLayerTests.map(costs: costs)
    test.map.add([0, 1, 2], to: 0)
    #expect(test.take(.cluster) == [])
    test.map.remove([1], from: 0)
    #expect(test.map.advanceUntilSettled())
    let ends = test.trace.events.compactMap { event -> (time: SimulatedTime, work: ClusterWork)? in
      guard case .cluster(.indexed(layer: 0, _, let work)) = event.kind else { return nil }
      return (time: event.time, work: work)
    }
    #expect(ends.count == 2)
    var end = SimulatedTime.zero
    for (time, work) in ends {
      #expect(work.nodesVisited > 0)
      end =
        end
        + SimulatedTime(
          milliseconds: work.nodesVisited * 10 + work.pointsTouched + work.distances)
      #expect(time == end)
    }
  }

  @Test
  func `shows in a frame that clusters left, even at no cost`() {
    let test = ClusterLayerTests.settled()
    test.map.remove([0, 1], from: 0)
    #expect(test.map.advanceUntilSettled())
    let start = 20 * ((test.map.now.nanoseconds - 1) / 20_000_000)
    #expect(
      test.take(.data, .cluster, .view, .frame, timed: true).suffix(5) == [
        "\(start) return b of 1", "\(start) remove 1", "\(start) finished 1",
        "\(start) completed 1", "\(start + 20) frame \(start / 20 + 1)",
      ])
  }

  @Test
  func `leaves it to the end of a region change to show what came meanwhile`() {
    let test = ClusterLayerTests.map()
    test.map.setCenter(Coordinate(latitude: 41, longitude: -45), animated: true)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    test.map.add([0, 1], to: 0)
    test.map.remove([1], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.cluster, timed: true) == [
        "50 indexed", "50 completed 0", "50 indexed", "50 completed 1",
        "340 queued 0 regionChanged", "340 started 0", "340 computed 0",
        "340 applied 0 shown 0 new 0 kept 0 gone 0", "540 finished 0",
      ])
  }

  @Test
  func `asks for one update at each end of a region change`() {
    let test = ClusterLayerTests.settled()
    test.map.pan(by: ScreenOffset(dx: 10, dy: 0), over: SimulatedTime(milliseconds: 40))
    test.map.pan(by: ScreenOffset(dx: 10, dy: 0), over: SimulatedTime(milliseconds: 40))
    test.map.setCenter(Coordinate(latitude: 41, longitude: -45), animated: false)
    let words = test.take(.cluster)
    #expect(words.filter { $0.hasPrefix("queued") }.count == 3)
    #expect(words.filter { $0.hasPrefix("started") }.count == 1)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.cluster).filter { $0.hasPrefix("finished") }.count == 3)
  }

  @Test
  func `keeps a cluster whose members it finds again, where it is`() {
    let test = ClusterLayerTests.map(places: [
      (x: 100, y: 100), (x: 105, y: 105), (x: 110, y: 100), (x: 250, y: 20),
    ])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    let place = test.map.annotations[1].coordinate
    _ = test.take()
    test.map.remove([2], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.data, .cluster, .view) == [
        "1 points from 0", "indexed", "queued 1 pointsRemoved", "started 1", "computed 1",
        "keep 0", "keep 1", "applied 1 shown 2 new 0 kept 2 gone 0", "finished 1", "completed 1",
      ])
    #expect(test.map.annotations[1].count == 2)
    #expect(test.map.annotations[1].coordinate == place)
  }

  @Test
  func `puts a new cluster where one place is left of several`() {
    let test = ClusterLayerTests.settled()
    test.map.remove([1], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.data, .cluster) == [
        "1 points from 0", "indexed", "queued 1 pointsRemoved", "started 1", "computed 1",
        "keep 0", "add 2", "applied 1 shown 2 new 1 kept 1 gone 1", "remove 1", "finished 1",
        "completed 1",
      ])
  }

  @Test
  func `makes all clusters anew when it must not keep them`() {
    let test = ClusterLayerTests.settled(layer: .clustered(reuses: false))
    let count = test.map.annotations.count
    test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.data)
    #expect(words.filter { $0.hasPrefix("add") }.count == count)
    #expect(words.filter { $0.hasPrefix("remove") }.count == count)
    #expect(words.firstIndex { $0.hasPrefix("remove") } == count, "new ones first")
  }

  @Test
  func `drops the selection when the scale changes, not when the map is dragged`() {
    for isZoom in [true, false] {
      let test = ClusterLayerTests.settled()
      #expect(test.map.tap(point: 2, layer: 0))
      _ = test.take()
      if isZoom {
        test.map.zoom(byLevels: -0.5, over: .zero)
      } else {
        test.map.pan(by: ScreenOffset(dx: -20, dy: 3), over: .zero)
      }
      #expect(test.map.advanceUntilSettled())
      let words = test.take(.map, .selection, .cluster)
      let drop = isZoom ? ["willDeselect 0", "didDeselect 0", "didDeselect annotation 0"] : []
      let expected = ["will", "visible", "did"] + drop + ["queued 1 regionChanged"]
      #expect(Array(words.prefix(expected.count)) == expected)
    }
  }

  @Test
  func `deselects a cluster before it leaves`() {
    let test = ClusterLayerTests.settled(layer: .clustered(callout: .plain(adjuster: NoAdjuster())))
    #expect(test.map.tap(point: 0, layer: 0))
    test.map.remove([0, 1], from: 0)
    _ = test.take()
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.selection, .callout, .view, .data)
    #expect(
      words == [
        "willDeselect 1", "closed 0", "didDeselect 1", "didDeselect annotation 1", "return b of 1",
        "remove 1",
      ])
  }

  @Test
  func `fades as long as its layer says`() {
    for fade: Int64 in [0, 35, 200] {
      let test = ClusterLayerTests.map(
        layer: .clustered(fade: SimulatedTime(milliseconds: fade)))
      test.addAll()
      #expect(test.map.advanceUntilSettled())
      #expect(
        test.take(.cluster, timed: true).suffix(2) == ["\(fade) finished 0", "\(fade) completed 0"])
    }
  }

  @Test
  func `lets the queues of two layers run side by side`() {
    let test = TestMap(
      screenPoints: ClusterLayerTests.places,
      layers: [.clustered(), .clustered(fade: SimulatedTime(milliseconds: 50))])
    test.addAll(to: 0)
    test.addAll(to: 1)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.cluster, timed: true).filter { $0.contains("finished") } == [
        "50 finished 1", "200 finished 0",
      ])
  }

  @Test
  func `clusters again and again without remembering more`() {
    let test = ClusterLayerTests.settled(layer: .clustered(reuses: false))
    func size(_ map: MapSimulation) -> [Int] {
      [
        map.clusters.layers[0]?.controller.records.count ?? 0, map.annotations.slots.count,
        map.views.pools.views.count, map.views.pools.placeCount < 100 ? 0 : 1,
        map.views.shown.count,
      ]
    }
    for _ in 0..<3 {
      test.map.zoom(byLevels: 1, over: .zero)
      test.map.zoom(byLevels: -1, over: .zero)
      #expect(test.map.advanceUntilSettled())
    }
    let before = size(test.map)
    for _ in 0..<200 {
      test.map.zoom(byLevels: 1, over: .zero)
      test.map.zoom(byLevels: -1, over: .zero)
      #expect(test.map.advanceUntilSettled())
    }
    #expect(size(test.map) == before)
    #expect(test.map.scheduler.isEmpty)
  }
}
