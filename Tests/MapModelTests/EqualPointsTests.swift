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

  private func map() -> TestMap {
    TestMap(points: EqualPointsTests.places, layers: [.clustered()], identities: [0, 1, 0, 0])
  }

  private func members(_ test: TestMap) -> [[Int32]] {
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
