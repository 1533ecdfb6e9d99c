import MapEvents
import MapGeometry
import Testing

@testable import MapModel

/// A look between edges meets all points there, and not many others.
@Suite("Bins of points")
struct PointBinsTests {
  private static let side = 64
  private static let coordinates = (0..<(side * side)).map { number in
    Coordinate(
      latitude: 46 - Double(number / side) / 64, longitude: 8 + Double(number % side) / 32)
  }

  @Test(arguments: 0..<16)
  func `a look at a sixteenth of the area visits few points outside it`(part: Int) {
    let places = Self.coordinates.map { Projection.mapKit.mapPoint(for: $0) }
    var bins = PointBins(around: Self.coordinates)
    for index in places.indices { bins.put(PointID(rawValue: Int32(index)), at: places[index]) }
    let (first, last) = (places[0], places[places.count - 1])
    let (width, height) = ((last.x - first.x) / 4, (last.y - first.y) / 4)
    let west = first.x + Double(part % 4) * width
    let north = first.y + Double(part / 4) * height
    func isThere(_ place: MapPoint) -> Bool {
      (west...(west + width)).contains(place.x) && (north...(north + height)).contains(place.y)
    }
    var met: [Int] = []
    bins.visit(from: west, to: west + width, north: north, south: north + height) { point, isSure in
      met.append(point.index)
      #expect(!isSure || isThere(places[point.index]))
    }
    #expect(Set(met).count == met.count)
    #expect(Set(met).isSuperset(of: places.indices.filter { isThere(places[$0]) }))
    #expect(met.count < places.count / 8)

    for point in met { bins.remove(PointID(rawValue: Int32(point))) }
    bins.visit(from: west, to: west + width, north: north, south: north + height) { point, _ in
      Issue.record("point \(point) is still there")
    }
  }
}
