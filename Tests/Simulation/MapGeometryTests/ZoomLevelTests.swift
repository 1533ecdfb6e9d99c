import ExactMath
import MapGeometry
import Support
import Testing

@Suite("Zoom levels and camera")
struct ZoomLevelTests {
  @Test(arguments: [
    (256.0, 12.0), (1, 20), (0.25, 22), (300, 11.771_181), (1_048_576, 0), (4_194_304, -2),
  ])
  func `do not depend on the heading`(scale: Double, level: Double) {
    for heading in [0.0, 90, 222] {
      #expect(abs(Fixture.map(scale: scale, heading: heading).zoomLevel - level) < 1e-6)
    }
  }

  @Test
  func `lead back to the scale`() {
    var numbers = Numbers(seed: 101)
    for _ in 0..<200 {
      let map = Fixture.map(
        width: numbers.next(in: 1...3_000), scale: Elementary.exp(numbers.next(in: -2...15)))
      let scale = Viewport.mapPointsPerPoint(atZoomLevel: map.zoomLevel)
      #expect(abs(scale / map.mapPointsPerPoint - 1) < 1e-13)
    }
  }

  @Test(arguments: -3...24)
  func `have exact scales when they are whole`(level: Int) {
    let scale = Viewport.mapPointsPerPoint(atZoomLevel: Double(level))
    #expect(scale == Double(sign: .plus, exponent: 20 - level, significand: 1))
  }
}

@Suite("Camera distance")
struct CameraDistanceTests {
  @Test
  func `is the published one for the default region`() {
    var map = Fixture.map(scale: 41_418_752 / 320)
    map.center = Projection.mapKit.mapPoint(for: Coordinate(latitude: 35.7738, longitude: 0))
    #expect(abs(map.cameraDistance / 13_995_915.97 - 1) < 3e-7)
  }

  @Test
  func `is infinite where no map point belongs to a meter`() {
    let open = ViewportOptions { $0.northSouthEdge = .open }
    #expect(Fixture.map(y: -5_000_000, options: open).cameraDistance == .infinity)
  }
}
