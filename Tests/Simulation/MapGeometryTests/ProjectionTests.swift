import MapGeometry
import Support
import Testing

@Suite("Projection")
struct ProjectionTests {
  private static let invalid: [(Double, Double)] = [
    (90.000_001, 0), (-90.000_001, 0), (0, 180.000_001), (0, -180.000_001), (.nan, 0), (0, .nan),
    (.infinity, 0), (0, -.infinity),
  ]

  @Test(arguments: invalid)
  func `sends what is no coordinate to one point`(latitude: Double, longitude: Double) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    #expect(Projection.isValid(place) == false)
    #expect(Projection.mapKit.mapPoint(for: place) == MapPoint(x: -1, y: -1))
  }

  @Test(arguments: [85.0, 85.05, 86, 90])
  func `clamps latitudes at 85 degrees`(latitude: Double) {
    let north = Projection.mapKit.mapPoint(for: Coordinate(latitude: latitude, longitude: 180))
    #expect(abs(north.y - 439_674.402_483_537_8) < 1e-6)
    #expect(north.x == MapSize.worldSide)
    let south = Projection.mapKit.mapPoint(for: Coordinate(latitude: -latitude, longitude: -180))
    #expect(abs(south.y - 267_995_781.597_516_5) < 1e-6)
    #expect(south.x == 0)
  }

  @Test
  func `has a limit that can be chosen`() {
    let projection = Projection(latitudeLimit: 60)
    #expect(projection.mapY(forLatitude: 80) == Projection.mapKit.mapY(forLatitude: 60))
    #expect(projection.mapY(forLatitude: -80) == Projection.mapKit.mapY(forLatitude: -60))
  }

  @Test
  func `comes back to the coordinate it began with`() {
    var numbers = Numbers(seed: 11)
    for _ in 0..<2_000 {
      let place = Coordinate(
        latitude: numbers.next(in: -85...85), longitude: numbers.next(in: -180...180))
      let back = Projection.coordinate(for: Projection.mapKit.mapPoint(for: place))
      #expect(abs(back.latitude - place.latitude) < 1e-12, "\(place)")
      #expect(abs(back.longitude - place.longitude) < 1e-12, "\(place)")
    }
  }

  @Test
  func `grows to the south and is odd about the equator`() {
    var last = -Double.infinity
    for step in 0...340 {
      let latitude = 85 - Double(step) / 2
      let y = Projection.mapKit.mapY(forLatitude: latitude)
      #expect(y > last, "\(latitude)")
      let mirrored = MapSize.worldSide - Projection.mapKit.mapY(forLatitude: -latitude)
      #expect(abs(mirrored - y) < 1e-6, "\(latitude)")
      last = y
    }
  }

  private static let wrapped: [(Double, Double)] = [
    (-1.0, 179.999_998_658_895_49), (0, -180), (MapSize.worldSide, 180),
    (MapSize.worldSide + 1, -179.999_998_658_895_49), (-MapSize.worldSide, -180),
    (2.5 * MapSize.worldSide, 0), (-0.25 * MapSize.worldSide, 90),
  ]

  @Test(arguments: wrapped)
  func `wraps x into the world but keeps its eastern edge`(x: Double, longitude: Double) {
    let place = Projection.coordinate(for: MapPoint(x: x, y: 0))
    #expect(abs(place.longitude - longitude) < 1e-9)
  }

  @Test
  func `does not clamp y on the way back`() {
    #expect(abs(Projection.latitude(forMapY: -1) - 85.051_128_895_499_3) < 1e-12)
    #expect(Projection.latitude(forMapY: -.infinity) == 90)
    #expect(Projection.latitude(forMapY: .infinity) == -90)
    #expect(Projection.latitude(forMapY: .nan).isNaN)
  }

  @Test
  func `puts the center of a region into the middle of the rect in map points`() {
    let rect = MapRect(x: 1e8, y: 2e7, width: 3e7, height: 6e7)
    let region = Projection.region(for: rect)
    #expect(region.center.latitude == Projection.latitude(forMapY: 5e7))
    let edges = (Projection.latitude(forMapY: 2e7), Projection.latitude(forMapY: 8e7))
    #expect(region.span.latitudeDelta == edges.0 - edges.1)
    #expect(region.center.latitude - (edges.0 + edges.1) / 2 > 1)
    #expect(abs(region.span.longitudeDelta - 3e7 / MapSize.worldSide * 360) < 1e-12)
  }
}
