import ExactMath
import MapGeometry
import Support
import Testing

private let side = MapSize.worldSide

@Suite("Viewport moves")
struct ViewportMovesTests {
  /// Maps that no edge of the world is near to, with a point of the screen each.
  private static let anywhere: [(Viewport, ScreenPoint)] = {
    var numbers = Numbers(seed: 91)
    return (0..<200).map { number in
      let map = Fixture.map(
        x: numbers.next(in: 0...side), y: numbers.next(in: 1.2e8...1.5e8),
        scale: Elementary.exp(numbers.next(in: 2...10)),
        heading: [0, 90, 180, 270, numbers.next(in: 0...360)][number % 5])
      return (map, ScreenPoint(x: numbers.next(in: 0...320), y: numbers.next(in: 0...480)))
    }
  }()

  private func expect(_ point: ScreenPoint, near other: ScreenPoint) {
    #expect(abs(point.x - other.x) < 1e-6 && abs(point.y - other.y) < 1e-6, "\(point) \(other)")
  }

  /// 180 and -180 degrees are one meridian, however a map gets there.
  @Test
  func `leave a map at the 180th meridian with one center`() throws {
    let (west, east) = (
      Fixture.map(x: 0, y: 1e8, scale: 64), Fixture.map(x: side, y: 1e8, scale: 64)
    )
    #expect(west.clamped() == east.clamped())
    let there = [-180.0, 180].map { Coordinate(latitude: 7, longitude: $0) }
    let map = Fixture.map(x: 1e8, y: 1e8, scale: 64)
    #expect(map.centered(at: there[0]) == map.centered(at: there[1]))
    let span = CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1)
    let shown = there.map { map.showing(CoordinateRegion(center: $0, span: span)) }
    #expect(shown[0] != nil && shown[0] == shown[1])
    let moved = Fixture.map(x: 64, y: 1e8, scale: 64).moved(by: ScreenOffset(dx: 1, dy: 0))
    let back = Fixture.map(x: side - 64, y: 1e8, scale: 64).moved(by: ScreenOffset(dx: -1, dy: 0))
    #expect(moved == back)
  }

  @Test
  func `scale about a point and keep what is under it`() {
    var numbers = Numbers(seed: 92)
    for (map, point) in Self.anywhere {
      let factor = Elementary.exp(numbers.next(in: -1...1))
      let scaled = map.scaled(by: factor, about: point)
      #expect(scaled.mapPointsPerPoint == map.mapPointsPerPoint / factor)
      #expect(scaled.headingDegrees == map.headingDegrees)
      expect(scaled.screenPoint(for: map.mapPoint(at: point)), near: point)
      expect(
        scaled.scaled(by: 1 / factor, about: point).screenPoint(for: map.center),
        near: ScreenPoint(x: 160, y: 240))
    }
  }

  @Test
  func `scale no further than the limits and keep the point there too`() {
    let point = ScreenPoint(x: 10, y: 470)
    let close = Fixture.map(scale: 0.5).scaled(by: 100, about: point)
    #expect(close.mapPointsPerPoint == 0.25)
    expect(close.screenPoint(for: Fixture.map(scale: 0.5).mapPoint(at: point)), near: point)
    let far = Fixture.map(y: 1e7).scaled(by: 1e-9, about: point)
    #expect(far.mapPointsPerPoint == side / 480 && far.center.y == side / 2)
    let limit = Fixture.map(x: 5e6, y: 4e7, scale: 0.25)
    #expect(limit.scaled(by: 3, about: point) == limit)
    #expect(limit.scaled(by: .infinity, about: point) == limit)
  }

  @Test
  func `turn about a point and keep what is under it`() {
    var numbers = Numbers(seed: 93)
    for (map, point) in Self.anywhere {
      let degrees = numbers.next(in: -800...800)
      let turned = map.turned(byDegrees: degrees, about: point)
      #expect((0..<360).contains(turned.headingDegrees))
      let rest = (turned.headingDegrees - map.headingDegrees - degrees).remainder(dividingBy: 360)
      #expect(abs(rest) < 1e-9)
      #expect(turned.mapPointsPerPoint == map.mapPointsPerPoint)
      expect(turned.screenPoint(for: map.mapPoint(at: point)), near: point)
    }
  }

  private static let headings: [(Double, Double, Double)] = [
    (350, 20, 10), (10, -20, 350), (0, 360, 0), (90, -90, 0), (0, -1e-300, 0), (180, 540, 0),
    (0, -90, 270), (0, 0, 0),
  ]

  @Test(arguments: headings)
  func `turn to headings from 0 up to 360`(heading: Double, degrees: Double, result: Double) {
    let map = Fixture.map(heading: heading)
    let turned = map.turned(byDegrees: degrees, about: ScreenPoint(x: 160, y: 240))
    #expect(turned.headingDegrees == result && turned.headingDegrees.sign == .plus)
    #expect(turned.center == map.center)
  }

  @Test
  func `turn what is shown against the clock when the heading grows`() {
    let map = Fixture.map()
    let north = map.mapPoint(at: ScreenPoint(x: 160, y: 140))
    let turned = map.turned(byDegrees: 90, about: ScreenPoint(x: 160, y: 240))
    #expect(turned.screenPoint(for: north) == ScreenPoint(x: 60, y: 240))
  }

  @Test
  func `move with a finger whatever the heading`() {
    var numbers = Numbers(seed: 94)
    for (map, point) in Self.anywhere {
      let offset = ScreenOffset(dx: numbers.next(in: -99...99), dy: numbers.next(in: -99...99))
      let moved = map.moved(by: offset)
      let there = ScreenPoint(x: point.x + offset.dx, y: point.y + offset.dy)
      expect(moved.screenPoint(for: map.mapPoint(at: point)), near: there)
      #expect(moved == map.movedBeyondEdges(by: offset))
      #expect(map.moved(by: .zero).center == map.center)
    }
  }

  @Test(arguments: [(0.0, -1.0, 0.0), (90, 0, -1), (180, 1, 0), (270, 0, 1)])
  func `move exactly at whole quarters`(heading: Double, east: Double, south: Double) {
    let map = Fixture.map(heading: heading)
    let moved = map.moved(by: ScreenOffset(dx: 7, dy: 0))
    #expect(moved.center.x == map.center.x + 7 * 1_024 * east)
    #expect(moved.center.y == map.center.y + 7 * 1_024 * south)
  }

  @Test
  func `move around the world`() {
    let map = Fixture.map(x: 1_024)
    #expect(map.moved(by: ScreenOffset(dx: 2, dy: 0)).center.x == side - 1_024)
    #expect(map.movedBeyondEdges(by: ScreenOffset(dx: 2, dy: 0)).center.x == side - 1_024)
  }

  @Test
  func `stop at the edges that the options leave open`() {
    let open = ViewportOptions { $0.northSouthEdge = .open }
    let map = Fixture.map(y: 1_024 * 100, options: open)
    let up = ScreenOffset(dx: 0, dy: 150)
    #expect(map.moved(by: up).center.y == 0)
    #expect(map.movedBeyondEdges(by: up).center.y == -1_024 * 50)
    let closed = Fixture.map(y: 1_024 * 300).moved(by: up)
    #expect(closed.center.y == 1_024 * 240)
  }

  @Test
  func `refuse factors that are not positive`() async {
    await #expect(processExitsWith: .failure) {
      _ = Fixture.map().scaled(by: 0, about: ScreenPoint(x: 0, y: 0))
    }
    await #expect(processExitsWith: .failure) {
      _ = Fixture.map().scaled(by: .nan, about: ScreenPoint(x: 0, y: 0))
    }
    await #expect(processExitsWith: .failure) {
      _ = Fixture.map().turned(byDegrees: .infinity, about: ScreenPoint(x: 0, y: 0))
    }
  }
}
