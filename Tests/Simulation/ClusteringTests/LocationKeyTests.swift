import Clustering
import MapGeometry
import Support
import Testing

/// The key against the definition of a geohash.
@Suite("Location key")
struct LocationKeyTests {
  /// The 45 bits by halving the range again and again, longitude first.
  static func bisected(_ coordinate: Coordinate) -> UInt64 {
    var longitudes = (low: -180.0, high: 180.0)
    var latitudes = (low: -90.0, high: 90.0)
    var bits: UInt64 = 0
    for bit in 0..<45 {
      let isHigh =
        bit.isMultiple(of: 2)
        ? halve(&longitudes, at: coordinate.longitude) : halve(&latitudes, at: coordinate.latitude)
      bits = bits << 1 | (isHigh ? 1 : 0)
    }
    return bits
  }

  private static func halve(_ range: inout (low: Double, high: Double), at value: Double) -> Bool {
    let middle = (range.low + range.high) / 2
    let isHigh = value >= middle
    if isHigh { range.low = middle } else { range.high = middle }
    return isHigh
  }

  @Test
  func `is the geohash of nine characters`() {
    var draw = Dice(seed: 9)
    var wrong = 0
    for _ in 0..<20_000 {
      let coordinate = Coordinate(
        latitude: draw.fraction() * 180 - 90, longitude: draw.fraction() * 360 - 180)
      if LocationKey(coordinate)?.bits != LocationKeyTests.bisected(coordinate) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test
  func `is the geohash on every edge and beside it`() {
    var draw = Dice(seed: 10)
    let side = 45.0 / 1_048_576
    var wrong = 0
    for _ in 0..<20_000 {
      let longitude = Double(draw.below(1 << 23)) * side - 180
      let latitude = Double(draw.below(1 << 22)) * side - 90
      for offset in [-1, 0, 1] {
        let coordinate = Coordinate(
          latitude: moved(latitude, by: offset), longitude: moved(longitude, by: offset))
        guard Projection.isValid(coordinate) else { continue }
        if LocationKey(coordinate)?.bits != LocationKeyTests.bisected(coordinate) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  private func moved(_ value: Double, by offset: Int) -> Double {
    switch offset {
    case -1: value.nextDown
    case 1: value.nextUp
    default: value
    }
  }

  @Test(arguments: [-90.0, -0.0, 0.0, 90.0], [-180.0, 0.0, 180.0])
  func `is the geohash at the ends of the world`(latitude: Double, longitude: Double) {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    #expect(LocationKey(coordinate)?.bits == LocationKeyTests.bisected(coordinate))
  }

  @Test(arguments: [
    (90.1, 0.0), (-90.1, 0.0), (0.0, 180.1), (0.0, -180.1), (.nan, 0.0), (0.0, .infinity),
  ])
  func `does not exist outside the world`(latitude: Double, longitude: Double) {
    #expect(LocationKey(Coordinate(latitude: latitude, longitude: longitude)) == nil)
  }

  @Test
  func `needs a coordinate to be one location`() {
    #expect(!LocationKey.areOneLocation([]))
    #expect(!LocationKey.areOneLocation([Coordinate(latitude: 91, longitude: 0)]))
    #expect(LocationKey.areOneLocation([Coordinate(latitude: 1, longitude: 2)]))
  }
}
