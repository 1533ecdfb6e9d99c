import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Points that are equal although they are two, and a map that shows nothing.
@Suite("Equal points and empty maps")
struct EqualPointsTests {
  /// All but the second are equal; the third is where no index looks.
  private static let places = [
    TestMap.coordinate(x: 100, y: 100), TestMap.coordinate(x: 40, y: 40),
    Coordinate(latitude: 87, longitude: 0), TestMap.coordinate(x: 250, y: 20),
  ]

  private func map(fixes: ClusterFixes = .none) -> TestMap {
    TestMap(
      points: EqualPointsTests.places, layers: [.clustered(fixes: fixes)],
      identities: [0, 1, 0, 0])
  }

  private func members(_ test: TestMap) -> [[PointID]] {
    test.map.recordedClusters(of: 0).map(\.members).sorted { $0[0] < $1[0] }
  }

  @Test
  func `takes one of them, and lets it go where it is looked for`() {
    let test = map()
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(members(test) == [[0], [1]])
    #expect(test.map.memberCount(of: 0) == 2)
    // The equal one is found, but not at the place of the other.
    test.map.remove([2], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(members(test) == [[0], [1]])
    #expect(test.map.memberCount(of: 0) == 1)
    test.map.add([3], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(members(test) == [[0], [1]], "the index still has one")
    test.map.remove([3], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(members(test) == [[1]], "a bucket is searched whatever the place")
    test.map.add([2, 3], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(members(test) == [[1], [3]], "the first is refused")
  }

  @Test
  func `finds the cluster of a point by one that is equal`() {
    let test = map()
    test.map.add([0, 1], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.tap(point: 2, layer: 0))
    #expect(
      test.map.selectedSerial
        == test.map.recordedClusters(of: 0).first { $0.members == [0] }?.serial)
  }

  @Test(arguments: [ClusterMoveTests.moving, .standard])
  func `moves the one of them that it holds`(fixes: ClusterFixes) {
    let test = map(fixes: fixes)
    test.map.add([3, 1], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(members(test) == [[1], [3]])
    let serial = test.map.recordedClusters(of: 0).first { $0.members == [3] }?.serial
    _ = test.take()
    let goals = [
      TestMap.coordinate(x: 30, y: 180), TestMap.coordinate(x: 150, y: 30),
      TestMap.coordinate(x: 280, y: 180),
    ]
    // Two that are equal, and one that is not.
    test.map.move([0, 1, 3], in: 0, to: goals)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data) == [])
    let clusters = test.map.recordedClusters(of: 0)
    #expect(members(test) == [[1], [3]])
    #expect(clusters.first { $0.members == [3] }?.serial == serial)
    #expect(clusters.first { $0.members == [3] }?.coordinate == goals[2])
    #expect(clusters.first { $0.members == [1] }?.coordinate == goals[1])
    #expect(test.map.coordinate(of: 0, in: 0) == goals[0])
    // An equal one that moves alone moves nothing.
    test.map.move([0], in: 0, to: [goals[1]])
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.cluster).filter { $0.hasPrefix("queued") } == [])
  }

  @Test(arguments: [ClusterFixes.none, ClusterMoveTests.moving])
  func `an audit asks the one that is held where it is`(fixes: ClusterFixes) {
    let test = map(fixes: fixes)
    test.map.add([3], to: 0)
    #expect(test.map.advanceUntilSettled())
    for (point, visible) in [(PointID(0), 1), (3, 0)] {
      test.map.move([point], in: 0, to: [TestMap.coordinate(x: 900, y: 20)])
      ClusterFixTests.shift(test.map, by: 1)
      #expect(test.map.advanceUntilSettled())
      #expect(
        test.take(.audit).last == "audit \(visible) lost 0 twice 0 ghosts 0", "point \(point)")
    }
  }

  @Test
  func `a map without size shows nothing and traps nowhere`() {
    var viewport = TestMap.viewport()
    viewport.size = ScreenSize(width: 0, height: 0)
    let test = TestMap(
      viewport: viewport, points: [Coordinate(latitude: 1, longitude: 2)],
      layers: [LayerSetup.clustered().clustering { $0.app.drawsGrid = true }])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    test.map.setCenter(Coordinate(latitude: 1, longitude: 2), animated: true)
    test.map.setRegion(
      CoordinateRegion(
        center: Coordinate(latitude: 1, longitude: 2),
        span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1)), animated: false)
    test.map.selectAndZoom(
      to: 0, layer: 0, latitudinalMeters: 10, longitudinalMeters: 10, animated: true)
    test.map.remove([0], from: 0)
    #expect(test.map.advanceUntilSettled())
    test.map.end()
    #expect(test.map.recordedClusters(of: 0).isEmpty)
    let words = test.take(.cluster, .overlay)
    #expect(words.contains("completed 0") && words.contains("completed 2"))
    #expect(!words.contains { $0.hasPrefix("overlay") })
  }
}
