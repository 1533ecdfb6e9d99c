import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// The animation that moves views into a new cluster of the map.
@Suite("Views that move into built-in clusters")
struct NativeClusterMergeTests {
  private typealias Maps = NativeClusterTests

  private static let duration = SimulatedTime(milliseconds: 200)

  /// A map after the frame in which two pins, at x = 135 and 150, joined a cluster between them.
  private static func merging(_ points: [(x: Double, y: Double)] = []) -> TestMap {
    let options = MapOptions.with {
      $0.mergeDuration = duration
      $0.clusteredViews = .kept
    }
    let test = Maps.map(
      [(x: 120, y: 100), (x: 150, y: 100)] + points, layers: [.grouped()], options: options)
    #expect(Maps.clusters(test.map).isEmpty)
    test.map.zoom(byLevels: -1, over: .zero)
    #expect(Maps.clusters(test.map).values.sorted { $0.count < $1.count } == [[0, 1]])
    return test
  }

  /// The middles of the pins in sight from west to east, in points of the map view.
  private static func placesInSight(_ test: TestMap) -> [Double] {
    test.map.makeSnapshot(.mark).pins.map { ($0.point.x * 1e6).rounded() / 1e6 }.sorted()
  }

  @Test
  func `arrive after the duration of the options`() {
    let test = NativeClusterMergeTests.merging()
    let begin = test.map.now
    let moments: [(milliseconds: Int64, west: Double, east: Double)] = [
      (0, 135, 150), (40, 136.5, 148.5), (160, 141, 144),
    ]
    for (milliseconds, west, east) in moments {
      test.map.advance(by: begin + SimulatedTime(milliseconds: milliseconds) - test.map.now)
      #expect(NativeClusterMergeTests.placesInSight(test) == [west, 142.5, east])
      #expect(!test.map.isSettled)
    }
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.now == begin + NativeClusterMergeTests.duration)
    #expect(NativeClusterMergeTests.placesInSight(test) == [142.5])
  }

  /// The first tap is on the western pin alone, the second one also on the cluster.
  @Test
  func `take no taps`() {
    let test = NativeClusterMergeTests.merging()
    test.map.tap(at: ScreenPoint(x: 130, y: 90))
    #expect(test.map.selectedSerial == nil)
    test.map.tap(at: ScreenPoint(x: 140, y: 90))
    #expect(test.map.selectedSerial == 2)
    #expect(NativeClusterMergeTests.placesInSight(test).count == 3)
  }

  @Test
  func `return to their own places when the cluster splits`() {
    let test = NativeClusterMergeTests.merging()
    test.map.advance(by: SimulatedTime(milliseconds: 100))
    test.map.zoom(byLevels: 1, over: .zero)
    #expect(NativeClusterMergeTests.placesInSight(test) == [120, 150])
    #expect(
      test.take(.view).filter { $0.hasPrefix("request") } == [
        "request 0 of 0", "request 1 of 0", "request 2 of 1",
      ])
  }

  /// A third pin joins while the others still move, or after they have disappeared.
  @Test(arguments: [(100, [138.75, 146.25]), (500, [])] as [(Int64, [Double])])
  func `continue into a larger cluster`(milliseconds: Int64, moving: [Double]) {
    let test = NativeClusterMergeTests.merging([(x: 30, y: 100)])
    test.map.advance(by: SimulatedTime(milliseconds: milliseconds))
    #expect(NativeClusterMergeTests.placesInSight(test) == ([90, 142.5] + moving).sorted())
    let place = TestMap.coordinate(x: 150, y: 100)
    test.map.move([2], in: 0, to: [place])
    test.map.advance(by: SimulatedTime(milliseconds: 20))
    #expect(Maps.clusters(test.map) == [4: [0, 1, 2]])
    // The third pin, now at x = 150, was in sight too.
    let seen = NativeClusterMergeTests.placesInSight(test)
    #expect(seen.count == moving.count + 2)
    #expect(seen.contains(145))
    #expect(seen.contains { $0 < 142.5 } == !moving.isEmpty)
    #expect(test.map.advanceUntilSettled())
    #expect(NativeClusterMergeTests.placesInSight(test) == [145])
  }

  /// One pin moves, and the cluster moves with it.
  @Test
  func `follow their cluster`() {
    let test = NativeClusterMergeTests.merging()
    test.map.move([1], in: 0, to: [TestMap.coordinate(x: 138, y: 100)])
    test.map.advance(by: SimulatedTime(milliseconds: 180))
    #expect(Maps.clusters(test.map) == [2: [0, 1]])
    let seen = NativeClusterMergeTests.placesInSight(test)
    #expect(seen.count == 3)
    #expect(seen.allSatisfy { abs($0 - 139.5) < 2 })
  }

  /// Two pins join in the frame in which they come, and later again.
  @Test(arguments: MapOptions.ClusteredViews.allCases)
  func `were visible before and stay on the map`(
    option: MapOptions.ClusteredViews
  ) {
    let options = MapOptions.with {
      $0.mergeDuration = NativeClusterMergeTests.duration
      $0.clusteredViews = option
    }
    let test = TestMap(screenPoints: Maps.trio, layers: [.grouped()], options: options)
    test.addAll()
    test.map.advance(by: SimulatedTime(milliseconds: 20))
    #expect(NativeClusterMergeTests.placesInSight(test) == [105, 200])
    test.map.zoom(byLevels: 1.5, over: .zero)
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map).isEmpty)
    test.map.zoom(byLevels: -1.5, over: .zero)
    #expect(NativeClusterMergeTests.placesInSight(test).count == (option == .kept ? 4 : 2))
  }
}
