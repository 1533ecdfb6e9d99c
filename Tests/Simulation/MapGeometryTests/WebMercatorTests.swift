import MapGeometry
import Support
import Testing

private let side = MapSize.worldSide

@Suite("Tiles and pixels")
struct WebMercatorTests {
  @Test
  func `knows the latitude of the edge of the world`() {
    #expect(Projection.worldLatitudeEdge == Projection.latitude(forMapY: 0))
    #expect(abs(WebMercator.projection.mapY(forLatitude: 90)) < 1e-6)
    #expect(abs(WebMercator.projection.mapY(forLatitude: -90) - side) < 1e-6)
  }

  @Test
  func `finds the tile that a place is in`() throws {
    var numbers = Numbers(seed: 111)
    for number in 0..<300 {
      let zoom = number % 23
      let place = Coordinate(
        latitude: numbers.next(in: -85...85), longitude: numbers.next(in: -180...180))
      let tile = try #require(MapTile(containing: place, zoom: zoom))
      #expect(tile.mapRect.contains(WebMercator.projection.mapPoint(for: place)))
      #expect(tile.northWest.latitude >= place.latitude - 1e-12)
      #expect(tile.southEast.longitude >= place.longitude - 1e-12)
      // The deepest tile lies in the same tile of each other level.
      let deep = try #require(MapTile(containing: place, zoom: 28))
      #expect(deep.x >> (28 - zoom) == tile.x && deep.y >> (28 - zoom) == tile.y)
    }
  }

  @Test
  func `gives each corner to the tile that begins there`() {
    for zoom in 0...20 {
      let side = 1 << zoom
      for number in 0..<400 {
        let tile = MapTile(
          x: number * 2_654_435_761 % side, y: number * 40_503 % side, zoom: zoom)
        #expect(MapTile(containing: tile.northWest, zoom: zoom) == tile)
      }
    }
  }

  private static let corners: [(Double, Double, Int, Int)] = [
    (90, -180, 0, 0), (-90, 180, 7, 7), (0, 0, 4, 4), (85.2, 179.9, 7, 0), (-85.2, -180, 0, 7),
  ]

  @Test(arguments: corners)
  func `has tiles at the ends of the world`(
    latitude: Double, longitude: Double, x: Int, y: Int
  ) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    #expect(MapTile(containing: place, zoom: 3) == MapTile(x: x, y: y, zoom: 3))
  }

  @Test
  func `has no tile for what is no coordinate`() async {
    #expect(MapTile(containing: Coordinate(latitude: 91, longitude: 0), zoom: 3) == nil)
    #expect(MapTile(containing: Coordinate(latitude: 0, longitude: .nan), zoom: 3) == nil)
    await #expect(processExitsWith: .failure) { _ = MapTile(x: 0, y: 0, zoom: 29) }
    await #expect(processExitsWith: .failure) { _ = MapTile(x: 0, y: 0, zoom: -1) }
  }

  @Test
  func `covers the world with tiles exactly`() {
    for zoom in 0...3 {
      var area = 0.0
      for x in 0..<(1 << zoom) {
        for y in 0..<(1 << zoom) {
          let rect = MapTile(x: x, y: y, zoom: zoom).mapRect
          #expect(MapRect.world.contains(rect))
          #expect(MapTile(x: x + 1, y: y + 1, zoom: zoom).mapRect.intersects(rect) == false)
          area += rect.width * rect.height
        }
      }
      #expect(area == side * side)
    }
    #expect(MapTile(x: 0, y: 0, zoom: 0).mapRect == .world)
    #expect(MapTile(x: 0, y: 0, zoom: 0).southEast.longitude == 180)
  }

  @Test
  func `converts pixels there and back at any level`() {
    var numbers = Numbers(seed: 112)
    for _ in 0..<200 {
      let zoom = numbers.next(in: 0...22)
      let place = Coordinate(
        latitude: numbers.next(in: -85...85), longitude: numbers.next(in: -180...180))
      let pixel = WebMercator.pixel(for: place, zoom: zoom)
      let back = WebMercator.coordinate(forPixelX: pixel.x, y: pixel.y, zoom: zoom)
      #expect(abs(back.latitude - place.latitude) < 1e-11)
      #expect(abs(back.longitude - place.longitude) < 1e-11)
    }
    let middle = WebMercator.pixel(for: Coordinate(latitude: 0, longitude: 0), zoom: 1)
    #expect(middle.x == 256 && middle.y == 256)
  }

  @Test
  func `counts meters of the plane from the equator and Greenwich`() {
    let none = WebMercator.meters(for: Coordinate(latitude: 0, longitude: 0))
    #expect(none.east == 0 && none.north == 0)
    let corner = WebMercator.meters(for: Coordinate(latitude: 90, longitude: 180))
    #expect(abs(corner.east - 20_037_508.342_789_244) < 1e-7)
    #expect(abs(corner.north - 20_037_508.342_789_244) < 1e-6)
  }

  @Test
  func `meters of the plane lead back to the coordinate`() {
    var numbers = Numbers(seed: 23)
    for _ in 0..<200 {
      let place = Coordinate(
        latitude: numbers.next(in: -85...85), longitude: numbers.next(in: -180...180))
      let meters = WebMercator.meters(for: place)
      let back = WebMercator.coordinate(forMetersEast: meters.east, north: meters.north)
      #expect(abs(back.latitude - place.latitude) < 1e-11)
      #expect(abs(back.longitude - place.longitude) < 1e-11)
    }
  }

  @Test(arguments: [(0.0, 0.0), (45, 0.280_549_9), (-60, -0.419_200_7), (90, 1), (-90, -1)])
  func `normalized y is 1 at the northern edge of the square world`(latitude: Double, y: Double) {
    #expect(abs(WebMercator.unitY(forLatitude: latitude) - y) < 1e-7)
  }
}
