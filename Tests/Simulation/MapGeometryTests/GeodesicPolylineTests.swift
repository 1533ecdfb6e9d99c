import ExactMath
import MapGeometry
import Support
import Testing

private let side = MapSize.worldSide

@Suite("Geodesic polylines")
struct GeodesicPolylineTests {
  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  private static let counts: [(Double, Int)] = [
    (0, 1), (0.001, 2), (1, 113), (90, 10_020), (0.008983, 2), (0.008984, 3),
  ]

  @Test(arguments: counts)
  func `have a point for each kilometer and one more`(degrees: Double, count: Int) throws {
    let line = try #require(GeodesicPolyline([place(0, 10), place(0, 10 + degrees)]))
    #expect(line.coordinates.count == count)
    #expect(line.points.count == count)
  }

  @Test
  func `share the points where segments meet`() throws {
    let vertices = [place(0, 0), place(0, 1), place(0, 1), place(1, 1), place(0, 0)]
    let line = try #require(GeodesicPolyline(vertices))
    // 112 steps, none, 112 steps and the diagonal.
    #expect(line.coordinates.count == 1 + 112 + 112 + 158)
    #expect(line.coordinates[112] == place(0, 1))
    #expect(line.coordinates[224] == place(1, 1))
    #expect(line.coordinates.first == vertices.first && line.coordinates.last == vertices.last)
    for (left, right) in zip(line.coordinates, line.coordinates.dropFirst()) {
      #expect(left != right)
    }
  }

  @Test
  func `lie on the great circle, equally far from each other`() throws {
    var numbers = Numbers(seed: 71)
    for _ in 0..<20 {
      let start = place(numbers.next(in: -80...80), numbers.next(in: -180...180))
      let end = place(
        start.latitude + numbers.next(in: -8...8),
        max(-180, min(180, start.longitude + numbers.next(in: -9...9))))
      let line = try #require(GeodesicPolyline([start, end]))
      #expect(line.coordinates.first == start && line.coordinates.last == end)
      let vectors = line.coordinates.map(vector)
      let pole = cross(vector(start), vector(end))
      let length = dot(pole, pole).squareRoot()
      let steps = zip(vectors, vectors.dropFirst()).map { pair in
        (0..<3).map { pair.0[$0] - pair.1[$0] }
      }.map { dot($0, $0).squareRoot() * 6_378_137 }
      for vector in vectors { #expect(abs(dot(vector, pole)) < 1e-15 * max(1, 1 / length)) }
      let (shortest, longest) = (steps.min() ?? 0, steps.max() ?? 0)
      #expect(longest - shortest < 1e-6 && longest <= 1_000.001, "\(start) \(end)")
    }
  }

  @Test
  func `go on beyond the edge of the world`() throws {
    let line = try #require(GeodesicPolyline([place(10, 179), place(12, -179)]))
    #expect(line.points[0] == Projection.mapKit.mapPoint(for: place(10, 179)))
    let last = try #require(line.points.last)
    #expect(last.x == Projection.mapKit.mapPoint(for: place(12, -179)).x + side)
    #expect(MapRect(bounding: line.points).spans180thMeridian)
    #expect(MapRect(bounding: line.points).width < 3 * 745_654.05)
    for (left, right) in zip(line.points, line.points.dropFirst()) {
      #expect(right.x > left.x && right.x - left.x < 1e4)
    }
    let back = try #require(GeodesicPolyline([place(12, -179), place(10, 179)]))
    #expect(MapRect(bounding: back.points).minX < 0)
    #expect(back.coordinates.count == line.coordinates.count)
    let nowhere = try #require(GeodesicPolyline([place(0, 180), place(0, -180)]))
    #expect(MapRect(bounding: nowhere.points).width == 0)
  }

  @Test
  func `leave antipodes northwards`() throws {
    for start in [place(0, 0), place(30, 20), place(-60, -100), place(-90, 40)] {
      let east = start.longitude + 180
      let end = place(-start.latitude, east > 180 ? east - 360 : east)
      let line = try #require(GeodesicPolyline([start, end]))
      #expect(line.coordinates.count == 20_039)
      #expect(line.coordinates[1].latitude > start.latitude)
      #expect(abs(line.coordinates[1].longitude - start.longitude) < 1e-6)
    }
  }

  @Test
  func `cross a pole by turning to the opposite meridian`() throws {
    let line = try #require(GeodesicPolyline([place(89, 10), place(89, -170)]))
    let top = line.coordinates.map(\.latitude).max() ?? 0
    #expect(top > 89.99 && line.coordinates.count == 224)
    for place in line.coordinates {
      let offset = min(abs(place.longitude - 10), abs(place.longitude + 170))
      #expect(offset < 1e-6 || place.latitude > 89.999_999, "\(place)")
    }
  }

  @Test
  func `have as many points as they have vertices when there are few`() throws {
    #expect(try #require(GeodesicPolyline([])).points.isEmpty)
    #expect(MapRect(bounding: try #require(GeodesicPolyline([])).points) == .null)
    #expect(try #require(GeodesicPolyline([place(1, 2)])).coordinates == [place(1, 2)])
  }

  @Test
  func `need valid vertices`() {
    #expect(GeodesicPolyline([place(91, 0)]) == nil)
    #expect(GeodesicPolyline([place(0, 0), place(0, 181)]) == nil)
    #expect(GeodesicPolyline([place(0, 0), place(.nan, 1)]) == nil)
  }

  private func vector(_ place: Coordinate) -> [Double] {
    let (north, east) = (place.latitude * Double.pi / 180, place.longitude * Double.pi / 180)
    return [
      Elementary.cos(north) * Elementary.cos(east), Elementary.cos(north) * Elementary.sin(east),
      Elementary.sin(north),
    ]
  }

  private func dot(_ left: [Double], _ right: [Double]) -> Double {
    left[0] * right[0] + left[1] * right[1] + left[2] * right[2]
  }

  private func cross(_ left: [Double], _ right: [Double]) -> [Double] {
    (0..<3).map { axis in
      let (next, last) = ((axis + 1) % 3, (axis + 2) % 3)
      return left[next] * right[last] - left[last] * right[next]
    }
  }
}
