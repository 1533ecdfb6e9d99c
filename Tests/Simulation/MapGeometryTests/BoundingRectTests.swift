import MapGeometry
import Support
import Testing

private let side = MapSize.worldSide

@Suite("Bounding rects")
struct BoundingRectTests {
  @Test
  func `of points touch the outermost ones`() {
    var numbers = Numbers(seed: 61)
    for count in 1..<40 {
      let points = (0..<count).map { _ in
        MapPoint(x: numbers.next(in: -side...side), y: numbers.next(in: 0...side))
      }
      let rect = MapRect(bounding: points)
      let slow = points.reduce(MapRect.null) { rect, point in
        rect.union(MapRect(origin: point, size: MapSize(width: 0, height: 0)))
      }
      #expect(rect.minX == points.map(\.x).min() && rect.minY == points.map(\.y).min())
      #expect(abs(rect.maxX - slow.maxX) < 1e-6 && abs(rect.maxY - slow.maxY) < 1e-6)
    }
    #expect(MapRect(bounding: []) == .null)
    #expect(MapRect(bounding: [MapPoint(x: .nan, y: 0)]) == .null)
    let one = MapPoint(x: 3, y: 4)
    let rect = MapRect(bounding: [MapPoint(x: 1, y: .nan), one])
    #expect(rect == MapRect(x: 3, y: 4, width: 0, height: 0))
  }

  private static let circles: [(Double, Double, Double)] = [
    (0, 1_000, 13_487.1067), (39.9042, 1_000, 17_509.2359), (0, 0, 0), (86, 1_000, 0),
    (0, -1_000, -13_487.1067),
  ]

  @Test(arguments: circles)
  func `of circles are squares about the center`(
    latitude: Double, radius: Double, length: Double
  ) {
    let center = Coordinate(latitude: latitude, longitude: 116.4074)
    let rect = MapRect(boundingCircleAt: center, radius: radius)
    #expect(abs(rect.width - length) < 5e-5 && rect.height == rect.width)
    let middle = Projection.mapKit.mapPoint(for: center)
    #expect(abs(rect.midX - middle.x) < 1e-7 && abs(rect.midY - middle.y) < 1e-7)
  }

  @Test
  func `of circles around nowhere lie around (-1, -1) or have no size`() {
    let beyond = MapRect(
      boundingCircleAt: Coordinate(latitude: 0, longitude: 181), radius: 1_000)
    #expect(abs(beyond.midX - -1) < 1e-9 && abs(beyond.midY - -1) < 1e-9)
    let nowhere = MapRect(boundingCircleAt: Coordinate(latitude: .nan, longitude: 0), radius: 1)
    #expect(nowhere.width.isNaN)
  }

  @Test
  func `have the coordinate of the shape in their middle`() throws {
    let triangle = [(0, 0), (0, 1), (1, 1)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let middle = try #require(Projection.mapKit.coordinate(ofShape: triangle))
    #expect(abs(middle.latitude - 0.500019039676) < 1e-12)
    #expect(abs(middle.longitude - 0.5) < 1e-12)
    let point = try #require(Projection.mapKit.coordinate(ofShape: [triangle[2]]))
    #expect(abs(point.latitude - 1) < 1e-12 && abs(point.longitude - 1) < 1e-12)
    #expect(Projection.mapKit.coordinate(ofShape: []) == nil)
  }

  @Test
  func `of regions give the span back while the clamp is far`() {
    var numbers = Numbers(seed: 62)
    for _ in 0..<200 {
      let region = Fixture.region(
        latitude: numbers.next(in: -60...60), longitude: numbers.next(in: -90...90),
        latitudeDelta: numbers.next(in: 0.01...40), longitudeDelta: numbers.next(in: 0.01...90))
      let back = Projection.region(for: Projection.mapKit.mapRect(for: region))
      #expect(abs(back.span.latitudeDelta - region.span.latitudeDelta) < 1e-12)
      #expect(abs(back.span.longitudeDelta - region.span.longitudeDelta) < 1e-12)
      #expect(abs(back.center.longitude - region.center.longitude) < 1e-12)
    }
    let world = Fixture.region(latitude: 0, longitude: 0, latitudeDelta: 180, longitudeDelta: 360)
    let rect = Projection.mapKit.mapRect(for: world)
    #expect(rect.minX == 0 && rect.width == side)
    #expect(abs(rect.minY - 439_674.402_483_537_8) < 1e-6)
  }

  @Test
  func `are made of regions as they are, whatever is in them`() {
    for region in [
      Fixture.region(latitude: 95, latitudeDelta: 0, longitudeDelta: 1),
      Fixture.region(latitude: 10, longitude: 500, latitudeDelta: -2, longitudeDelta: -3),
    ] {
      let rect = Projection.mapKit.mapRect(for: region)
      #expect(abs(rect.width / side * 360 - region.span.longitudeDelta) < 1e-9)
      #expect(rect.height <= 0)
    }
  }
}
