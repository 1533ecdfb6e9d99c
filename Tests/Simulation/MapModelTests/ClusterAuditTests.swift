import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What an audit measures an update by: what its index had been given, where the map was.
@Suite("Cluster audits")
struct ClusterAuditTests {
  static let controllers: [ClusterFixes] = [.none, .standard]

  /// A map whose first update, of points 0 and 1, fades.
  static func fading(fixes: ClusterFixes) -> TestMap {
    let test = ClusterFixTests.map(fixes: fixes)
    test.map.add([0, 1], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 100))
    #expect(test.take(.cluster).last == "applied 0 shown 1 new 1 kept 0 gone 0")
    return test
  }

  /// What the audits tell from now on, until the map settles.
  static func audits(of test: TestMap) -> [String] {
    #expect(test.map.advanceUntilSettled())
    return test.take(.audit).filter { $0.hasPrefix("audit") }
  }

  @Test(arguments: controllers)
  func `a batch that arrives while an update fades is no loss`(fixes: ClusterFixes) {
    let test = ClusterAuditTests.fading(fixes: fixes)
    test.map.add([2], to: 0)
    #expect(
      ClusterAuditTests.audits(of: test) == [
        "audit 2 lost 0 twice 0 ghosts 0", "audit 3 lost 0 twice 0 ghosts 0",
      ])
  }

  @Test(arguments: controllers)
  func `a batch that arrives while an update is computed is no loss`(fixes: ClusterFixes) {
    let test = ClusterFixTests.map(fixes: fixes, costs: .phone(node: 1_000_000))
    test.map.add([0], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 10))
    test.map.add([1, 2], to: 0)
    #expect(
      ClusterAuditTests.audits(of: test) == [
        "audit 1 lost 0 twice 0 ghosts 0", "audit 3 lost 0 twice 0 ghosts 0",
      ])
  }

  @Test(arguments: controllers)
  func `points whose removal waits count once, and no longer after it`(fixes: ClusterFixes) {
    let test = ClusterAuditTests.fading(fixes: fixes)
    test.map.remove([1], from: 0)
    #expect(
      ClusterAuditTests.audits(of: test) == [
        "audit 2 lost 0 twice 0 ghosts 0", "audit 1 lost 0 twice 0 ghosts 0",
      ])
    // Taken and given again before the queue comes to it.
    ClusterFixTests.shift(test.map, by: 1)
    test.map.remove([0], from: 0)
    test.map.add([0], to: 0)
    #expect(Set(ClusterAuditTests.audits(of: test)) == ["audit 1 lost 0 twice 0 ghosts 0"])
  }

  @Test(arguments: controllers)
  func `an update is measured by where the map was when it was asked for`(fixes: ClusterFixes) {
    // Away from all points while it fades, and to where only the last point is.
    for dx in [5000.0, -900] {
      let test = ClusterFixTests.map(fixes: fixes)
      test.addAll()
      test.map.advance(by: SimulatedTime(milliseconds: 100))
      ClusterFixTests.shift(test.map, by: dx)
      #expect(
        ClusterAuditTests.audits(of: test) == [
          "audit 3 lost 0 twice 0 ghosts 0",
          dx > 0 ? "audit 0 lost 0 twice 0 ghosts 0" : "audit 1 lost 0 twice 0 ghosts 0",
        ])
    }
  }

  @Test
  func `a point that the index refuses is lost`() {
    let top = Coordinate(latitude: 84.9999, longitude: 13)
    let middle = Projection.mapKit.mapPoint(for: top)
    for (fixes, lost) in [(ClusterFixes.none, 1), (.standard, 0)] {
      let test = TestMap(
        viewport: TestMap.viewport(center: middle),
        points: [top, Coordinate(latitude: 85.0001, longitude: 13)],
        layers: [.clustered(fixes: fixes)])
      test.addAll()
      #expect(ClusterAuditTests.audits(of: test) == ["audit 2 lost \(lost) twice 0 ghosts 0"])
    }
  }

  @Test(arguments: controllers)
  func `a point counts where the index has it, or where the app says`(fixes: ClusterFixes) {
    let test = ClusterAuditTests.fading(fixes: fixes)
    test.map.move([1], in: 0, to: [TestMap.coordinate(x: 1000, y: 0)])
    #expect(
      ClusterAuditTests.audits(of: test)
        == (fixes.movesPoints
          ? ["audit 2 lost 0 twice 0 ghosts 0", "audit 1 lost 0 twice 0 ghosts 0"]
          : ["audit 1 lost 0 twice 0 ghosts 0"]))
  }
}
