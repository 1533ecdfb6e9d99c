import Clustering
import MapGeometry
import Support
import Testing

/// The oracle's own geometry against published numbers, and what is under test against it.
@Suite("Geometry of the oracle")
struct OracleGeometryTests {
  @Test(arguments: [
    // Wikipedia, "Geohash"; geohash.org.
    (42.605, -5.603, "ezs42"), (57.64911, 10.40744, "u4pruydqq"),
    (-25.382708, -49.265506, "6gkzwgjzn"),
  ])
  func `knows published geohashes`(latitude: Double, longitude: Double, text: String) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    #expect(OracleGeometry.geohash(place, length: text.count) == text)
    #expect(OracleGeometry.geohash(place).hasPrefix(text))
  }

  @Test
  func `has the text of the key, on edges too`() throws {
    var draw = Dice(seed: 45)
    let side = 45.0 / 1_048_576
    for number in 0..<4_000 {
      var place = Coordinate(
        latitude: draw.fraction() * 180 - 90, longitude: draw.fraction() * 360 - 180)
      if number.isMultiple(of: 2) {
        place.latitude = (place.latitude / side).rounded() * side
        place.longitude = (place.longitude / side).rounded() * side
      }
      if number.isMultiple(of: 4) { place.longitude = place.longitude.nextDown }
      guard place.longitude >= -180, abs(place.latitude) <= 90 else { continue }
      let key = String(try #require(LocationKey(place)).bits, radix: 2)
      let bits = String(repeating: "0", count: 45 - key.count) + key
      #expect(OracleGeometry.text(ofBits: bits) == OracleGeometry.geohash(place))
    }
  }

  @Test
  func `measures a quarter of the equator and of a meridian`() {
    let origin = Coordinate(latitude: 0, longitude: 0)
    let quarter = 6_378_137 * Double.pi / 2
    for other in [
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: 0, longitude: -90),
    ] {
      #expect(abs(OracleGeometry.meters(origin, other) - quarter) < 1e-6)
    }
  }

  @Test
  func `projects as the map does`() {
    var draw = Dice(seed: 46)
    for _ in 0..<1_000 {
      let place = Coordinate(
        latitude: draw.fraction() * 170 - 85, longitude: draw.fraction() * 360 - 180)
      let point = Projection.mapKit.mapPoint(for: place)
      #expect(OracleGeometry.x(place.longitude) == point.x)
      #expect(abs(OracleGeometry.y(place.latitude) - point.y) < 1e-6)
      let back = OracleGeometry.latitude(point.y)
      #expect(abs(back - place.latitude) < 1e-9)
    }
  }

  @Test(arguments: [0.0, 20, 33.3, 60, 200])
  func `knows how long a cell is`(points: Double) {
    var draw = Dice(seed: 47)
    for _ in 0..<200 {
      let visible = MapRect(
        x: draw.fraction() * 1e9 - 5e8, y: 0, width: draw.fraction() * 4e8, height: 1)
      let width = 1 + draw.fraction() * 1_000
      let length = OracleQuestion.length(ofPoints: points, visible: visible, viewWidth: width)
      let mine = ClusterScale.mapLength(visibleRect: visible, viewWidth: width, cellSize: points)
      #expect(mine == length)
    }
  }
}
