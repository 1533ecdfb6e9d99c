import ExactMath
import MapGeometry
import Support
import Testing

private let side = MapSize.worldSide

@Suite("Viewport")
struct ViewportTests {
  /// Viewports of any place, scale and heading that never show more than half a world around them.
  private static let anywhere: [Viewport] = {
    var numbers = Numbers(seed: 3)
    return (0..<300).map { number in
      let x = [numbers.next(in: 0...side), 0, side, 3, side - 5][number % 5]
      return Fixture.map(
        x: x, y: numbers.next(in: 0...side),
        scale: Elementary.exp(numbers.next(in: -1...12)),
        heading: number % 3 == 0 ? 0 : numbers.next(in: -360...720))
    }
  }()

  @Test
  func `converts points there and back without moving them`() {
    var numbers = Numbers(seed: 5)
    for map in Self.anywhere {
      // What a map point itself rounds off, half a unit of 2^28 and of the sum before it, is more
      // than 1e-9 points at close scales.
      let tolerance = 1e-9 + 2 * MapSize.worldSide.ulp / map.mapPointsPerPoint
      for _ in 0..<10 {
        let point = ScreenPoint(x: numbers.next(in: 0...320), y: numbers.next(in: 0...480))
        let there = map.mapPoint(at: point)
        let back = map.screenPoint(for: there)
        #expect(abs(back.x - point.x) <= tolerance && abs(back.y - point.y) <= tolerance, "\(map)")
        // The same place on another copy of the world, as it comes from a coordinate.
        for copy in [there.x + side, there.x - side] {
          let again = map.screenPoint(for: MapPoint(x: copy, y: there.y))
          #expect(abs(again.x - point.x) <= 2 * tolerance, "\(map)")
          #expect(abs(again.y - point.y) <= 2 * tolerance, "\(map)")
        }
      }
    }
  }

  private static let headings: [(Double, Double, Double)] = [
    (0.0, 0.0, -1.0), (90, 1, 0), (180, 0, 1), (270, -1, 0), (-90, -1, 0),
  ]

  @Test(arguments: headings)
  func `has its heading at the top`(heading: Double, east: Double, south: Double) {
    for turns in [-360.0, 0, 360] {
      let map = Fixture.map(heading: heading + turns)
      let above = map.mapPoint(at: ScreenPoint(x: 160, y: 239))
      #expect(above == MapPoint(x: map.center.x + 1_024 * east, y: map.center.y + 1_024 * south))
    }
  }

  @Test
  func `agrees with a turned map computed elsewhere`() {
    var map = Fixture.map(x: 1_000, y: 1e8, scale: 500)
    map.headingDegrees = 37
    let rect = map.visibleMapRect
    #expect(abs(rect.minX - -135_108.643_582_029_24) < 1e-6)
    #expect(abs(rect.minY - 99_856_018.536_942_15) < 1e-6)
    #expect(abs(rect.width - 272_217.287_164_058_5) < 1e-6)
    #expect(abs(rect.height - 287_962.926_115_691_66) < 1e-6)
    let region = map.region
    #expect(abs(region.center.latitude - 41.648_031_768_182_29) < 1e-9)
    #expect(abs(region.center.longitude - -179.998_658_895_492_55) < 1e-9)
    #expect(abs(region.span.latitudeDelta - 0.288_575_822_744_327_6) < 1e-9)
    #expect(abs(region.span.longitudeDelta - 0.365_071_830_820_519_7) < 1e-9)
    let point = map.screenPoint(for: MapPoint(x: side - 3_000, y: 1e8 + 2_000))
    #expect(abs(point.x - 156.018_176_012_229_84) < 1e-9)
    #expect(abs(point.y - 248.009_062_225_405_56) < 1e-9)
    let wide = Fixture.region(
      latitude: 39, longitude: -179.9, latitudeDelta: 0.5, longitudeDelta: 0.5)
    let bounds = map.screenRect(for: wide)
    #expect(abs(bounds.minX - 2_808.457_219_550_181) < 1e-6)
    #expect(abs(bounds.minY - 3_680.901_520_240_53) < 1e-6)
    #expect(abs(bounds.width - 1_172.937_991_927_273_3) < 1e-6)
    #expect(abs(bounds.height - 1_215.024_208_671_217) < 1e-6)
    let part = map.region(for: ScreenRect(minX: 10, minY: 20, width: 30, height: 40))
    #expect(abs(part.center.latitude - 41.768_661_137_101_994) < 1e-9)
    #expect(abs(part.span.latitudeDelta - 0.025_006_185_526_251_556) < 1e-9)
    let next = Fixture.region(
      latitude: 39, longitude: -179.9, latitudeDelta: 0.5, longitudeDelta: 0.7)
    #expect(abs((map.showing(next)?.mapPointsPerPoint ?? 0) - 2_204.906_736_201_187) < 1e-6)
  }

  @Test
  func `shows a map rect of its own aspect ratio`() {
    let map = Fixture.map(x: 5e7, y: 6e7, scale: 3)
    #expect(map.visibleMapRect == MapRect(x: 5e7 - 480, y: 6e7 - 720, width: 960, height: 1_440))
    #expect(
      map.mapRect(for: ScreenRect(minX: 10, minY: 20, width: 30, height: 40))
        == MapRect(x: 5e7 - 450, y: 6e7 - 660, width: 90, height: 120))
    #expect(map.bounds == ScreenRect(minX: 0, minY: 0, width: 320, height: 480))
  }

  @Test(arguments: 0...22)
  func `has whole zoom levels at powers of two`(level: Int) {
    let map = Fixture.map(scale: Double(1 << (22 - level)) / 4)
    #expect(map.zoomLevel == Double(level))
    let between = Fixture.map(scale: Double(1 << (22 - level)) / 3)
    #expect(abs(between.zoomLevel - (Double(level) - 0.415_037_499_278_843_8)) < 1e-12)
  }

  @Test
  func `moves between headings without keeping the old turn`() {
    var map = Fixture.map(heading: 30)
    map.headingDegrees = 90
    #expect(map == Fixture.map(heading: 90))
  }

  @Test
  func `refuses a heading that is no number and a map without a size`() async {
    await #expect(processExitsWith: .failure) {
      _ = Fixture.map(heading: .nan)
    }
    await #expect(processExitsWith: .failure) {
      _ = Fixture.map(height: 0).clamped()
    }
    await #expect(processExitsWith: .failure) {
      _ = Fixture.map().centered(at: MapPoint(x: .infinity, y: 0))
    }
  }
}

extension ViewportTests {
  private static let corners: [(Double, Double, Double)] = [
    // latitude, longitude span, y of the corner at center + half the span
    (37.8, 0.05, -0.048_156_9), (55.7, 0.79, -1.033_952_6), (50, 30, -50.945_536_2),
    (60, 40, -95.695_673_2), (0, 1, 0),
  ]

  @Test(arguments: corners)
  func `has corners off the edges of the view`(latitude: Double, span: Double, y: Double) {
    let map = Fixture.map(latitude: latitude, longitudeDelta: span)
    let region = map.region
    let rect = map.screenRect(for: region)
    #expect(abs(rect.minY - y) < 1e-6)
    #expect(abs(rect.minX) < 1e-6 && abs(rect.width - 320) < 1e-6)
    // The same from the conversion of a single coordinate.
    let corner = Coordinate(
      latitude: region.center.latitude + region.span.latitudeDelta / 2,
      longitude: region.center.longitude - region.span.longitudeDelta / 2)
    let point = map.screenPoint(for: Projection.mapKit.mapPoint(for: corner))
    #expect(abs(point.y - y) < 1e-6 && abs(point.x) < 1e-6)
  }

  @Test
  func `has the corner of two kilometers in Beijing a little above the view`() {
    let map = Fixture.beijing
    #expect(abs(map.screenRect(for: map.region).minY - -0.023_572_38) < 1e-7)
  }
}

extension ViewportTests {
  /// Where a point right and down of the middle lies on the map: east and south of the center.
  private static let quarters: [(Double, Double, Double)] = [
    (0.0, 30, 50), (90, -50, 30), (180, -30, -50), (270, 50, -30), (-90, 50, -30), (450, -50, 30),
  ]

  @Test(arguments: quarters)
  func `converts exactly at whole quarters of a turn`(heading: Double, east: Double, south: Double)
  {
    let map = Fixture.map(heading: heading)
    let point = ScreenPoint(x: 190, y: 290)
    let there = MapPoint(x: map.center.x + 1_024 * east, y: map.center.y + 1_024 * south)
    #expect(map.mapPoint(at: point) == there)
    #expect(map.screenPoint(for: there) == point)
    let isUpright = heading.truncatingRemainder(dividingBy: 180) == 0
    let (width, height) = isUpright ? (320.0, 480.0) : (480, 320)
    #expect(map.visibleMapRect.width == width * 1_024)
    #expect(map.visibleMapRect.height == height * 1_024)
    #expect(map.region.span.longitudeDelta == width * 1_024 / side * 360)
    let straight = Fixture.map()
    #expect(map.region.center == straight.region.center)
    #expect(map.zoomLevel == straight.zoomLevel)
    #expect(map.cameraDistance == straight.cameraDistance)
    #expect(map.screenRect(for: straight.region).midX == 160)
  }

  @Test
  func `changes nothing when it is converted again and again`() {
    let map = Fixture.map(x: 12_345_678.9, y: 98_765_432.1, scale: 700, heading: 90)
    let first = map.mapPoint(at: ScreenPoint(x: 17.3, y: 401.7))
    var point = map.screenPoint(for: first)
    for _ in 0..<1_000 { point = map.screenPoint(for: map.mapPoint(at: point)) }
    #expect(abs(point.x - 17.3) < 1e-9 && abs(point.y - 401.7) < 1e-9)
  }

  @Test(arguments: [1e-13, -1e-13, -1e-9])
  func `is turned by tiny headings to all their digits`(heading: Double) {
    let map = Fixture.map(x: 0, heading: heading)
    let way = heading.remainder(dividingBy: 360) * (Double.pi / 180) * 240 * 1_024
    #expect(abs(map.mapPoint(at: ScreenPoint(x: 160, y: 0)).x / way - 1) < 1e-9)
  }
}
