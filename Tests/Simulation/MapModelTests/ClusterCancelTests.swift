import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Updates that the library cancels, to no effect.
@Suite("Cancelled updates")
struct ClusterCancelTests {
  private static func words(_ test: TestMap) -> [String] {
    _ = test.map.advanceUntilSettled()
    return test.take(.cluster, timed: true).filter {
      ["cancelled", "queued", "finished"].contains($0.split(separator: " ")[1])
    }
  }

  @Test
  func `each pan cancels what waits or runs, once`() {
    #expect(
      ClusterCancelTests.words(ClusterFixTests.threePans(fixes: .none)) == [
        "200 queued 1 regionChanged", "200 cancelled 1", "200 queued 2 regionChanged",
        "200 cancelled 2", "200 queued 3 regionChanged", "400 finished 1", "600 finished 2",
        "800 finished 3",
      ])
  }

  @Test(arguments: [false, true])
  func `points that come or go cancel at once, and with their update again`(isRemoval: Bool) {
    let test = ClusterFixTests.map(fixes: .none)
    test.map.add([0, 1], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    if isRemoval { test.map.remove([1], from: 0) } else { test.map.add([2], to: 0) }
    test.map.advance(by: SimulatedTime(milliseconds: 10))
    ClusterFixTests.shift(test.map, by: 1)
    let trigger = isRemoval ? "pointsRemoved" : "pointsAdded"
    // The change waits behind the first update, the second update behind the change.
    #expect(
      ClusterCancelTests.words(test) == [
        "0 queued 0 pointsAdded", "50 cancelled 0", "60 queued 1 regionChanged", "200 finished 0",
        "200 cancelled 1", "200 queued 2 \(trigger)", "400 finished 1", "600 finished 2",
      ])
  }

  @Test
  func `an add of nothing cancels too`() {
    let test = ClusterFixTests.map(fixes: .none)
    test.map.add([0, 1], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    test.map.add([], to: 0)
    #expect(
      ClusterCancelTests.words(test) == [
        "0 queued 0 pointsAdded", "50 cancelled 0", "200 finished 0",
      ])
  }

  @Test
  func `nothing is cancelled where updates coalesce`() {
    let test = ClusterFixTests.threePans(
      fixes: ClusterFixTests.fixes { $0.coalescesUpdates = true })
    #expect(!ClusterCancelTests.words(test).contains { $0.contains("cancelled") })
  }
}
