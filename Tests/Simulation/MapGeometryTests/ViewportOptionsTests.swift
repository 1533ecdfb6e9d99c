import ExactMath
import MapGeometry
import Support
import Testing

private let side = MapSize.worldSide

@Suite("Viewport options")
struct ViewportOptionsTests {
  @Test
  func `have standard values`() {
    let standard = ViewportOptions.standard
    #expect(standard == ViewportOptions())
    #expect(standard.regionFit == .edgeSum)
    #expect(standard.worldCopy == .nearest)
    #expect(standard.northSouthEdge == .closed)
    #expect(standard.farthestScale == .worldOnLongerSide)
    #expect(standard.closestMapPointsPerPoint == 0.25)
    #expect(standard.turnedBounds == .boundingBox)
    #expect(standard.regionConversion == .edges)
    #expect(standard.rectConversion == .boundingBox)
    #expect(standard.edgePadding == .innerRect)
    #expect(standard.headingOnRegionChange == .kept)
    #expect(Fixture.map() == Fixture.map(options: standard))
  }

  @Test
  func `are written in small words`() {
    let words: [[String]] = [
      RegionFit.allCases.map(\.rawValue), WorldCopy.allCases.map(\.rawValue),
      NorthSouthEdge.allCases.map(\.rawValue), FarthestScale.allCases.map(\.rawValue),
      TurnedBounds.allCases.map(\.rawValue), RegionConversion.allCases.map(\.rawValue),
      RectConversion.allCases.map(\.rawValue), EdgePadding.allCases.map(\.rawValue),
      HeadingOnRegionChange.allCases.map(\.rawValue),
    ]
    #expect(
      words == [
        ["edge sum", "exact inverse", "legacy integer zoom"], ["nearest", "as projected"],
        ["closed", "open"], ["one world on the longer side", "one world on the shorter side"],
        ["bounding box", "unturned"], ["edges", "exact inverse"],
        ["bounding box", "unturned"], ["inner rect", "whole view"], ["kept", "reset"],
      ])
  }

  @Test
  func `hold the region fit, which can be set alone`() {
    var map = Fixture.map(options: ViewportOptions { $0.northSouthEdge = .open })
    map.regionFit = .exactInverse
    #expect(map.options.regionFit == .exactInverse && map.options.northSouthEdge == .open)
    #expect(map.regionFit == .exactInverse)
  }

  @Test
  func `decide on which copy of the world a place is shown`() {
    var map = Fixture.map(x: 0)
    let west = MapPoint(x: side - 1_024, y: side / 2)
    let region = Fixture.region(
      latitude: 0, longitude: 179, latitudeDelta: 1, longitudeDelta: 1)
    #expect(map.screenPoint(for: west) == ScreenPoint(x: 159, y: 240))
    let near = map.screenRect(for: region)
    map.options.worldCopy = .asProjected
    #expect(map.screenPoint(for: west) == ScreenPoint(x: 160 + 262_143, y: 240))
    let far = map.screenRect(for: region)
    #expect(near.midX < 0 && abs(far.midX - near.midX - 262_144) < 1e-6)
    #expect(near.width == far.width && near.minY == far.minY)
  }

  @Test
  func `decide where the map stops in the north and in the south`() {
    let open = ViewportOptions { $0.northSouthEdge = .open }
    for (y, closed, free) in [
      (0.0, 24_000.0, 0.0), (-5, 24_000, 0), (100, 24_000, 100), (side + 9, side - 24_000, side),
      (1e8, 1e8, 1e8),
    ] {
      #expect(Fixture.map(y: y, scale: 100).clamped().center.y == closed)
      #expect(Fixture.map(y: y, scale: 100, options: open).clamped().center.y == free)
    }
    // Taller than the world: no need for the middle.
    let tall = ViewportOptions {
      $0.northSouthEdge = .open
      $0.farthestScale = .worldOnShorterSide
    }
    #expect(Fixture.map(y: 5, scale: 1e9, options: tall).clamped().center.y == 5)
  }

  @Test
  func `decide how far away and how near the map can be`() {
    let far = ViewportOptions { $0.farthestScale = .worldOnShorterSide }
    #expect(Fixture.map(scale: 1e9).clamped().mapPointsPerPoint == side / 480)
    let shown = Fixture.map(scale: 1e9, options: far).clamped()
    #expect(shown.mapPointsPerPoint == side / 320 && shown.center.y == side / 2)
    #expect(shown.visibleMapRect.height == side * 1.5)
    let near = ViewportOptions { $0.closestMapPointsPerPoint = 2 }
    #expect(Fixture.map(scale: 0.1, options: near).clamped().mapPointsPerPoint == 2)
  }

  @Test
  func `decide what a turned map says that it shows`() {
    let unturned = ViewportOptions { $0.turnedBounds = .unturned }
    for heading in [0.0, 45, 90, 180, 301] {
      let map = Fixture.map(x: 1e8, y: 9e7, heading: heading, options: unturned)
      let straight = Fixture.map(x: 1e8, y: 9e7)
      #expect(map.visibleMapRect == straight.visibleMapRect)
      #expect(map.region == straight.region)
      let box = Fixture.map(x: 1e8, y: 9e7, heading: heading)
      #expect(map.mapRect(for: map.bounds) == box.visibleMapRect)
      #expect(box.visibleMapRect == box.mapRect(for: box.bounds))
    }
  }

  @Test
  func `decide which region a rectangle of a turned screen has`() {
    let unturned = ViewportOptions { $0.rectConversion = .unturned }
    let rect = ScreenRect(minX: 40, minY: 100, width: 120, height: 60)
    for heading in [0.0, 90, 180, 33] {
      let map = Fixture.map(x: 1e8, y: 9e7, heading: heading, options: unturned)
      let middle = map.mapPoint(at: ScreenPoint(x: 100, y: 130))
      let scale = map.mapPointsPerPoint
      let alone = Projection.region(
        for: MapRect(
          x: middle.x - 60 * scale, y: middle.y - 30 * scale, width: 120 * scale,
          height: 60 * scale))
      #expect(map.region(for: rect) == alone)
      let boxed = Fixture.map(x: 1e8, y: 9e7, heading: heading).region(for: rect)
      #expect((boxed.span == alone.span) == (heading == 0 || heading == 180))
    }
  }

  @Test
  func `decide where padding leaves a rect`() throws {
    let rect = MapRect(x: 1e8, y: 9e7, width: 1e6, height: 1e6)
    let padding = EdgeInsets(top: 100, left: 20, bottom: 0, right: 60)
    let inner = try #require(Fixture.map().showing(rect, padding: padding))
    let whole = try #require(
      Fixture.map(options: ViewportOptions { $0.edgePadding = .wholeView }).showing(
        rect, padding: padding)
    )
    #expect(inner.mapPointsPerPoint == whole.mapPointsPerPoint)
    let middle = MapPoint(x: rect.midX, y: rect.midY)
    #expect(whole.center == middle)
    let place = inner.screenPoint(for: middle)
    #expect(abs(place.x - (20 + 240.0 / 2)) < 1e-9 && abs(place.y - (100 + 380.0 / 2)) < 1e-9)
  }

  @Test
  func `decide whether a region comes back from the screen`() {
    let exact = ViewportOptions { $0.regionConversion = .exactInverse }
    var numbers = Numbers(seed: 121)
    for number in 0..<200 {
      let map = Fixture.map(
        x: numbers.next(in: 0...side), y: numbers.next(in: 3e7...2.3e8),
        scale: Elementary.exp(numbers.next(in: 3...12)), heading: Double(number % 4) * 90,
        options: exact)
      let rect = ScreenRect(
        minX: numbers.next(in: 0...160), minY: numbers.next(in: 0...240),
        width: numbers.next(in: 1...160), height: numbers.next(in: 1...240))
      let back = map.screenRect(for: map.region(for: rect))
      for (left, right) in [
        (back.minX, rect.minX), (back.minY, rect.minY), (back.width, rect.width),
        (back.height, rect.height),
      ] { #expect(abs(left - right) < 1e-7, "\(map) \(rect)") }
      let region = Fixture.region(
        latitude: numbers.next(in: -60...60), longitude: numbers.next(in: -90...90),
        latitudeDelta: numbers.next(in: 0.1...40), longitudeDelta: numbers.next(in: 0.1...40))
      let again = map.region(for: map.screenRect(for: region))
      #expect(abs(again.span.latitudeDelta - region.span.latitudeDelta) < 1e-8)
      #expect(abs(again.center.latitude - region.center.latitude) < 1e-8)
    }
  }

  @Test
  func `convert a region by its edges to a rectangle that is not the view`() {
    var map = Fixture.map(latitude: 60, longitudeDelta: 40)
    #expect(abs(map.screenRect(for: map.region).minY - -95.695_673_2) < 1e-6)
    map.options.regionConversion = .exactInverse
    #expect(abs(map.screenRect(for: map.region).minY) < 1e-9)
    #expect(abs(map.screenRect(for: map.region).height - 480) < 1e-9)
    let all = Fixture.region(latitude: 0, latitudeDelta: 500, longitudeDelta: 1)
    #expect(map.screenRect(for: all).height.isFinite)
  }

  @Test
  func `decide whether north is at the top after a region change`() throws {
    let reset = ViewportOptions { $0.headingOnRegionChange = .reset }
    let turned = Fixture.map(heading: 50, options: reset)
    let straight = Fixture.map(options: reset)
    let region = Fixture.region(latitude: 40, latitudeDelta: 2, longitudeDelta: 3)
    #expect(turned.showing(region) == straight.showing(region))
    #expect(turned.regionThatFits(region) == straight.regionThatFits(region))
    let place = Coordinate(latitude: 1, longitude: 2)
    #expect(turned.centered(at: place) == straight.centered(at: place))
    let rect = MapRect(x: 1e8, y: 1e8, width: 1e6, height: 2e6)
    let padding = EdgeInsets(top: 1, left: 20, bottom: 30, right: 4)
    #expect(turned.showing(rect, padding: padding) == straight.showing(rect, padding: padding))
    // Gestures are no region changes.
    #expect(turned.centered(at: MapPoint(x: 1e8, y: 1e8)).headingDegrees == 50)
    #expect(turned.moved(by: .zero).headingDegrees == 50)
    let kept = Fixture.map(heading: 50)
    #expect(kept.showing(region)?.headingDegrees == 50)
    #expect(kept.centered(at: place)?.headingDegrees == 50)
    #expect(try #require(kept.showing(rect, padding: padding)).headingDegrees == 50)
  }
}
