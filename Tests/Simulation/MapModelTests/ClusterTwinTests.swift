import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Points so close that a cluster of one is near enough to be taken for a cluster of the other: the
/// only clusters that move while they stay.
@Suite("Nearly equal points")
struct ClusterTwinTests {
  /// Less than the library's tolerance of 1.19e-7 degrees.
  static let step = 1e-7

  /// A map over the meridian of Greenwich.
  static func map(points: [Coordinate], layer: LayerSetup = .clustered()) -> TestMap {
    let middle = Projection.mapKit.mapPoint(for: Coordinate(latitude: 41, longitude: 0))
    let test = TestMap(
      viewport: TestMap.viewport(center: middle), points: points, layers: [layer])
    return test
  }

  static func members(_ test: TestMap) -> [[PointID]] {
    guard let controller = test.map.clusters.layers[0]?.controller else { return [] }
    return controller.onMap.map { controller.records[$0].members.sorted() }
      .sorted { $0[0] < $1[0] }
  }

  @Test
  func `gives one cluster to one of two places only`() {
    // On both sides of an edge between two locations: the cluster of both is near each.
    let edge = 45.0 / 1_048_576 * 955_370
    let points = [-0.5, 0.5].map {
      Coordinate(latitude: edge + $0 * ClusterTwinTests.step, longitude: 0.001)
    }
    // At 64 map points for each point the zoom level is 14.
    let test = ClusterTwinTests.map(points: points, layer: .clustered(maximumZoom: 14.5))
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(ClusterTwinTests.members(test) == [[0, 1]])
    _ = test.take()
    test.map.zoom(byLevels: 1, over: .zero)
    #expect(test.map.advanceUntilSettled())
    #expect(ClusterTwinTests.members(test) == [[0], [1]])
    #expect(test.take(.data) == ["add 1"])
  }

  @Test
  func `shows the view of a cluster that moved into sight`() {
    let west = Coordinate(latitude: 41, longitude: 0)
    let east = Coordinate(latitude: 41, longitude: ClusterTwinTests.step)
    let test = ClusterTwinTests.map(points: [west, east])
    let between =
      (Projection.mapX(forLongitude: 0) + Projection.mapX(forLongitude: east.longitude)) / 2
    let target = test.map.viewport.centered(
      at: MapPoint(x: between + 150 * 64, y: test.map.viewport.center.y))
    test.map.region.change(animated: false) { _ in target }
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.view) == [])
    test.map.remove([0], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(ClusterTwinTests.members(test) == [[1]])
    #expect(test.take(.view) == ["request 0 of 0", "create a", "display a for 0", "didAdd 1"])
  }

  /// A map far from a cluster that moved over the border of two nodes of the tree before it left.
  ///
  /// - Returns: The map and the record of that cluster.
  static func leftBehind(fixes: ClusterFixes) -> (test: TestMap, record: RecordID) {
    // Ten clusters fill the root of the tree of visible clusters, so that the next one goes to a
    // child.
    let others = (0..<10).map { (number: Int) -> Coordinate in
      let row = Double(number / 5 - 2)
      let column = Double(number % 5 - 2)
      return Coordinate(latitude: 41 + 0.004 * row, longitude: 0.006 * column)
    }
    // The root is divided at 0°, which belongs to the west; the locations are too, but to the east.
    let west = Coordinate(latitude: 41.003, longitude: 0)
    let east = Coordinate(latitude: 41.003, longitude: ClusterTwinTests.step)
    let test = ClusterTwinTests.map(
      points: others + [west, east], layer: .clustered(cellSize: 20, fixes: fixes))
    let map = test.map
    map.add(Array(0..<10), to: 0)
    #expect(map.advanceUntilSettled())
    #expect(ClusterTwinTests.members(test).count == 10)
    map.add([10, 11], to: 0)
    #expect(map.advanceUntilSettled())
    map.remove([10], from: 0)
    #expect(map.advanceUntilSettled())
    let controller = map.clusters.layers[0]?.controller
    let twin = controller?.onMap.last ?? .none
    #expect(controller?.records[twin].coordinate == east)

    map.pan(by: ScreenOffset(dx: 5000, dy: 0), over: .zero)
    #expect(map.advanceUntilSettled())
    #expect(map.annotations.count == 0)
    _ = test.take()
    return (test: test, record: twin)
  }

  @Test
  func `leaves no cluster in the tree when it looks where it put it`() {
    let fixes = ClusterFixTests.fixes { $0.comparesWhenApplied = true }
    let (test, _) = ClusterTwinTests.leftBehind(fixes: fixes)
    #expect(test.map.clusters.layers[0]?.controller.visibleRecords == [])
  }

  @Test
  func `finds again what the tree could not let go`() {
    let (test, twin) = ClusterTwinTests.leftBehind(fixes: .none)
    let map = test.map
    let controller = map.clusters.layers[0]?.controller
    // It left the map but not the tree, and nobody else may get its record.
    #expect(controller?.records[twin].isVisible == true)
    map.pan(by: ScreenOffset(dx: -5000, dy: 0), over: .zero)
    #expect(map.advanceUntilSettled())
    // The tree still knows it, but it comes onto the map anew.
    let words = test.take(.cluster)
    #expect(words.filter { $0.hasPrefix("keep") } == [])
    #expect(words.contains("applied 4 shown 11 new 11 kept 0 gone 0"), "\(words)")
    let expected: [[PointID]] = (0..<10).map { [PointID($0)] } + [[11]]
    #expect(ClusterTwinTests.members(test) == expected)
    #expect(controller?.onMap.contains(twin) == true)
  }

  @Test
  func `asks for the view of the points that a cluster has now`() {
    let layer = LayerSetup.clustered(clusterIdentifiers: ["zero", "one", "two"])
    let test = TestMap(
      screenPoints: [(x: 10, y: 100), (x: 12, y: 102), (x: 14, y: 104)], layers: [layer])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    test.map.remove([0], from: 0)
    #expect(test.map.advanceUntilSettled())
    let first = test.map.annotations[0].point
    #expect(first != 0)
    // Out of sight, but within the margin of the clusters.
    test.map.pan(by: ScreenOffset(dx: -60, dy: 0), over: .zero)
    test.map.pan(by: ScreenOffset(dx: 60, dy: 0), over: .zero)
    #expect(test.map.advanceUntilSettled())
    let requests = test.take(.view).filter { $0.hasPrefix("request") }
    #expect(requests == ["request 0 of 1", "request 0 of \(1 + first.index)"])
  }
}
