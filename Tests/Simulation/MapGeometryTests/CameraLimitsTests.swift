import Testing

@testable import MapGeometry

/// How far an app lets the camera go.
@Suite("Limits of the camera")
struct CameraLimitsTests {
  private static let world = MapSize.worldSide

  private static func map(
    _ limits: CameraLimits, x: Double = world / 2, y: Double = world / 2, scale: Double = 1_024
  ) -> Viewport {
    Fixture.map(x: x, y: y, scale: scale, options: ViewportOptions { $0.cameraLimits = limits })
  }

  /// The camera of a view of 480 points is s m 480 / (2 tan 15°) above the map.
  @Test(arguments: [0.0, 52.5, -71])
  func `of distance are distances`(latitude: Double) {
    let limits = CameraLimits(closestMeters: 2_000, farthestMeters: 30_000)
    let y = Projection.mapKit.mapY(forLatitude: latitude)
    for (scale, meters) in [(1.0, 2_000.0), (100_000, 30_000)] {
      let map = CameraLimitsTests.map(limits, y: y, scale: scale).clamped()
      #expect((map.cameraDistance / meters - 1).magnitude < 1e-9)
      #expect(map.center.y == y)
    }
    let between = CameraLimitsTests.map(limits, y: y, scale: 40).clamped()
    #expect((between.mapPointsPerPoint == 40) == (latitude != -71))
  }

  /// By hand, at the equator: 2,000 m times 2 tan 15° are 1,071.797 m on 480 points, and a degree
  /// of latitude has 745,663.5 map points and 110,574.27 m there.
  @Test
  func `of distance are as far as the formula says`() {
    let map = CameraLimitsTests.map(CameraLimits(closestMeters: 2_000), scale: 1).clamped()
    #expect((map.mapPointsPerPoint - 15.057747).magnitude < 1e-6)
  }

  @Test
  func `keep a pinch in its place`() {
    let limits = CameraLimits(farthestMeters: 30_000)
    let map = CameraLimitsTests.map(limits, scale: 64).clamped()
    let fingers = ScreenPoint(x: 40, y: 100)
    let place = map.mapPoint(at: fingers)
    let out = map.scaled(by: 0.01, about: fingers)
    #expect((out.cameraDistance / 30_000 - 1).magnitude < 1e-6)
    let shown = out.screenPoint(for: place)
    #expect((shown.x - 40).magnitude < 1e-3 && (shown.y - 100).magnitude < 1e-3)
    // The options hold beside them.
    #expect(
      CameraLimitsTests.map(CameraLimits(farthestMeters: 1), scale: 64).clamped().mapPointsPerPoint
        == 0.25)
  }

  /// Centers east of, inside and north of a rect, also of one over the 180th meridian.
  @Test(arguments: [0.5, 1.0])
  func `of place keep the center`(middle: Double) {
    let world = CameraLimitsTests.world
    let rect = MapRect(
      x: (middle - 0.05) * world, y: 0.3 * world, width: 0.1 * world, height: 0.1 * world)
    func center(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let map = CameraLimitsTests.map(CameraLimits(boundary: rect), x: x * world, y: y * world)
      let center = map.clamped().center
      return (x: center.x / world, y: center.y / world)
    }
    func isNear(_ one: (x: Double, y: Double), _ x: Double, _ y: Double) -> Bool {
      let wrapped = x > 1 ? x - 1 : x
      return (one.x - wrapped).magnitude < 1e-12 && (one.y - y).magnitude < 1e-12
    }
    #expect(isNear(center(middle + 0.2, 0.35), middle + 0.05, 0.35))
    #expect(isNear(center(middle - 0.2, 0.8), middle - 0.05, 0.4))
    #expect(isNear(center(middle + 0.01, 0.1), middle + 0.01, 0.3))
    #expect(center(middle - 0.03, 0.31) == (x: middle - 0.03, y: 0.31))
  }

  /// A map that is inside its limits stays where it is, whichever limits meet.
  @Test
  func `move a map once`() {
    let world = CameraLimitsTests.world
    var moved = 0
    let boundaries: [MapRect?] = [
      nil, MapRect(x: 0.4 * world, y: 0.001 * world, width: 0.1 * world, height: 0.01 * world),
      MapRect(x: 0.9 * world, y: 0.9 * world, width: 0.2 * world, height: 0.1 * world),
    ]
    for boundary in boundaries {
      for (closest, farthest) in [(nil, 1_000_000.0), (3_000_000.0, nil), (1_000.0, 1_100.0)] {
        let limits = CameraLimits(
          boundary: boundary, closestMeters: closest, farthestMeters: farthest)
        for y in [0, 0.004, 0.2, 0.5, 0.93, 0.9999] {
          for scale in [0.01, 10, 10_000, 1e9] {
            let free = CameraLimitsTests.map(limits, x: 0.97 * world, y: y * world, scale: scale)
            let once = free.clamped()
            #expect(once.clamped() == once, "\(limits), \(y), \(scale)")
            if once.center != free.center { moved += 1 }
            if let boundary {
              #expect(once.center.y >= boundary.minY && once.center.y <= boundary.maxY)
            }
          }
        }
      }
    }
    #expect(moved > 100)
  }
}
