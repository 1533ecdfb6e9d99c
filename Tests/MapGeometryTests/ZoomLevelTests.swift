import MapGeometry
import Testing

@Suite("Zoom levels and camera")
struct ZoomLevelTests {
  @Test(arguments: [
    (256.0, 12.0, 11.0, 13.0), (1, 20, 19, 21), (0.25, 22, 21, 23), (300, 11.771_181, 11, 12),
    (1_048_576, 0, -1, 1), (4_194_304, -2, -3, -1),
  ])
  func `differ by their definition`(
    scale: Double, common: Double, troyBrant: Double, pinFloyd: Double
  ) {
    for heading in [0.0, 90, 222] {
      let map = Fixture.map(scale: scale, heading: heading)
      #expect(abs(map.zoomLevel(.common) - common) < 1e-6)
      #expect(map.zoomLevel(.common) == map.zoomLevel)
      #expect(abs(map.zoomLevel(.cch) - common) < 1e-6)
      #expect(map.zoomLevel(.troyBrant) == troyBrant)
      #expect(map.zoomLevel(.pinFloyd) == pinFloyd)
    }
  }

  @Test
  func `are the same number by both ways`() {
    var numbers = Numbers(seed: 101)
    for _ in 0..<200 {
      let map = Fixture.map(
        width: numbers.next(in: 1...3_000), scale: Elementary.exp(numbers.next(in: -2...15)))
      #expect(abs(map.zoomLevel(.cch) - map.zoomLevel(.common)) < 1e-12)
      let scale = Viewport.mapPointsPerPoint(atZoomLevel: map.zoomLevel)
      #expect(abs(scale / map.mapPointsPerPoint - 1) < 1e-13)
    }
  }

  @Test(arguments: -3...24)
  func `have exact scales when they are whole`(level: Int) {
    let scale = Viewport.mapPointsPerPoint(atZoomLevel: Double(level))
    #expect(scale == Double(sign: .plus, exponent: 20 - level, significand: 1))
  }

  @Test
  func `belong to words that differ`() {
    #expect(Set(ZoomLevelDefinition.allCases.map(\.rawValue)).count == 4)
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
  func `leads back to the scale`() throws {
    var numbers = Numbers(seed: 102)
    for _ in 0..<200 {
      let map = Fixture.map(
        y: numbers.next(in: 4e7...2.2e8), scale: Elementary.exp(numbers.next(in: -1...9)),
        heading: numbers.next(in: 0...360))
      let back = try #require(Fixture.map(y: map.center.y).atCameraDistance(map.cameraDistance))
      #expect(abs(back.mapPointsPerPoint / map.mapPointsPerPoint - 1) < 1e-14)
      #expect(back.center == map.center)
    }
  }

  @Test
  func `must be positive and finite`() {
    for distance in [0, -1, Double.nan, .infinity] {
      #expect(Fixture.map().atCameraDistance(distance) == nil, "\(distance)")
    }
    // No map point belongs to a metre there.
    let open = ViewportOptions(northSouthEdge: .open)
    var north = Fixture.map(y: -5_000_000, options: open)
    #expect(north.cameraDistance == .infinity)
    #expect(north.atCameraDistance(1_000) == nil)
    north.center.y = 1e8
    #expect(north.atCameraDistance(1_000) != nil)
    #expect(Fixture.map().atCameraDistance(1e-9)?.mapPointsPerPoint == 0.25)
  }

  private static let ranges: [(Double, Double, Bool)] = [
    (-1, -1, true), (-1, 100, true), (100, -1, true), (100, 100, true), (0, 0, true),
    (100, 99, false), (.infinity, 5, false), (-2, 5, false), (5, -2, false), (.nan, 5, false),
    (5, .nan, false), (0, .infinity, true),
  ]

  @Test(arguments: ranges)
  func `has a range whose minimum is not above its maximum`(
    low: Double, high: Double, isRange: Bool
  ) {
    let range = CameraZoomRange(
      minCenterCoordinateDistance: low, maxCenterCoordinateDistance: high)
    #expect((range != nil) == isRange)
  }

  @Test
  func `is clamped by a range, on the sides where there is a limit`() throws {
    for (low, high, distance, result) in [
      (-1.0, -1.0, 7.0, 7.0), (10, -1, 7, 10), (-1, 5, 7, 5), (6, 8, 7, 7), (6, 8, 9, 8),
      (6, 8, 1, 6), (-1, 8, 0, 0),
    ] {
      let range = try #require(
        CameraZoomRange(minCenterCoordinateDistance: low, maxCenterCoordinateDistance: high))
      #expect(range.clamped(distance) == result)
    }
    #expect(try #require(CameraZoomRange()).clamped(3) == 3)
  }

  @Test
  func `limits the map`() throws {
    let map = Fixture.map(heading: 20)
    let distance = map.cameraDistance
    let free = try #require(CameraZoomRange())
    #expect(map.limited(to: free) == map)
    let near = try #require(CameraZoomRange(maxCenterCoordinateDistance: distance / 4))
    #expect(abs(map.limited(to: near).mapPointsPerPoint - 256) < 1e-9)
    let far = try #require(CameraZoomRange(minCenterCoordinateDistance: distance * 4))
    #expect(abs(map.limited(to: far).mapPointsPerPoint - 4_096) < 1e-9)
    let nothing = try #require(CameraZoomRange(maxCenterCoordinateDistance: 0))
    #expect(map.limited(to: nothing).mapPointsPerPoint == 0.25)
    let all = try #require(CameraZoomRange(minCenterCoordinateDistance: .infinity))
    #expect(map.limited(to: all).mapPointsPerPoint == map.farthestMapPointsPerPoint)
  }
}
