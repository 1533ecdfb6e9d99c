import MapGeometry
import Support
import Testing

@testable import Clustering

/// The quick projection against the exact one.
@Suite("Units of places")
struct UnitProjectionTests {
  private static func exact(_ place: Coordinate) -> UInt64 {
    let x = Projection.mapX(forLongitude: place.longitude) * 16
    let y = Projection.mapKit.mapY(forLatitude: place.latitude) * 16
    return MortonKey.key(
      x: x < 0x1p32 ? UInt32(x.rounded(.down)) : 0, y: UInt32(y.rounded(.down)))
  }

  @Test
  func `are those of the exact projection`() {
    var draw = Dice(seed: 8)
    var places: [Coordinate] = []
    for number in 0..<200_000 {
      var place = Coordinate(
        latitude: draw.fraction() * 180 - 90, longitude: draw.fraction() * 360 - 180)
      // Next to the edge of a unit, where only the exact way knows.
      if number.isMultiple(of: 4) {
        let y = Projection.mapKit.mapY(forLatitude: place.latitude)
        place.latitude = Projection.latitude(forMapY: (y * 16).rounded() / 16)
        if number.isMultiple(of: 8) { place.latitude = place.latitude.nextUp }
      }
      if number.isMultiple(of: 5) {
        let x = Projection.mapX(forLongitude: place.longitude)
        // Drawn ones lie on every fourth unit; halves before odd ones are rounded the other way.
        let unit = (x * 16).rounded() + Double(number / 5 % 4)
        place.longitude = min(unit / 16 / MapSize.worldSide * 360 - 180, 180)
      }
      places.append(place)
    }
    for latitude in [0, -0.0, 1e-300, 85, -85, 90, -90, 84.999999999999, 45] {
      for longitude in [0, 180, -180, 179.99999999999997, -179.99999999999997, -179.9999999, 1e-9] {
        places.append(Coordinate(latitude: latitude, longitude: longitude))
      }
    }
    var keys: [UInt64] = []
    UnitProjection.keys(of: places, into: &keys)
    #expect(keys.count == places.count)
    for (place, key) in zip(places, keys) {
      #expect(key == UnitProjectionTests.exact(place), "\(place)")
      #expect(UnitProjection.key(of: place) == key)
    }
  }

  @Test(arguments: [
    Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .nan),
    Coordinate(latitude: 91, longitude: 0), Coordinate(latitude: 0, longitude: -180.1),
    Coordinate(latitude: .infinity, longitude: 0),
  ])
  func `what is no place has none`(coordinate: Coordinate) {
    #expect(UnitProjection.key(of: coordinate) == UnitProjection.noKey)
    var keys: [UInt64] = []
    UnitProjection.keys(of: Array(repeating: coordinate, count: 5), into: &keys)
    #expect(keys.allSatisfy { $0 == UnitProjection.noKey })
  }

  @Test
  func `the quick way is off by far less than the margin`() {
    var worst = 0.0
    for step in 0...40_000 {
      let latitude = Double(step) * 170 / 40_000 - 85
      let quick = UnitProjection.quickY(latitude)
      worst = max(worst, abs(quick - Projection.mapKit.mapY(forLatitude: latitude) * 16))
    }
    #expect(worst < 0x1p-13)
    #expect(worst > 0)
  }

  /// Results do not show which way was taken, only times do.
  @Test
  func `few places need the exact way`() {
    var draw = Dice(seed: 9)
    let unsure = (0..<10_000).count { _ in
      let place = Coordinate(
        latitude: draw.fraction() * 168 - 84, longitude: draw.fraction() * 359 - 179.5)
      return !UnitProjection.isQuick(place)
    }
    #expect((1...100).contains(unsure))
  }

  @Test(
    arguments: [(0, 0, 0), (1, 0, 1), (0, 1, 2), (3, 5, 0b10_0111)] as [(UInt32, UInt32, UInt64)])
  func `keys take the bits of y and x in turns`(x: UInt32, y: UInt32, key: UInt64) {
    #expect(MortonKey.key(x: x, y: y) == key)
    #expect(MortonKey.gathered(key) == x)
    #expect(MortonKey.gathered(key >> 1) == y)
  }
  @Test
  func `a column follows from the longitude that is kept, and keys compare without being made`() {
    var draw = Dice(seed: 10)
    var last = (x: UInt32(0), y: UInt32(0))
    for number in 0..<100_000 {
      var place = Coordinate(latitude: 0, longitude: draw.fraction() * 360 - 180)
      if number.isMultiple(of: 3) {
        // At the edge of a unit, or next to it.
        let unit = Double(draw.below(1 << 32))
        place.longitude = min(max(unit / 0x1p32 * 360 - 180, -180), 180)
        if draw.below(2) == 0 { place.longitude = place.longitude.nextUp }
      }
      let key = UnitProjection.key(of: place)
      #expect(
        UnitProjection.column(of: AggregateQuadtree.kept(place)) == MortonKey.gathered(key))
      // Rows that differ in few bits, or not at all.
      let unit = (x: MortonKey.gathered(key), y: last.y ^ UInt32(draw.below(3)) << 30)
      let near = (x: unit.x ^ UInt32(1) << UInt32(draw.below(32)), y: unit.y)
      for other in [last, near, unit] {
        #expect(
          MortonKey.isBefore(x: unit.x, y: unit.y, otherX: other.x, otherY: other.y)
            == (MortonKey.key(x: unit.x, y: unit.y) < MortonKey.key(x: other.x, y: other.y)))
      }
      last = (x: unit.x, y: UInt32(draw.below(1 << 32)))
    }
    for longitude in [-180, 180, 180.0.nextDown] {
      let kept = AggregateQuadtree.kept(Coordinate(latitude: 0, longitude: longitude))
      #expect(UnitProjection.column(of: kept) == 0)
    }
  }

  @Test
  func `a position reaches that of a unit where the column reaches the unit`() {
    var draw = Dice(seed: 11)
    let east = GridAxis.Direction.east
    let badge = PointPieces.Badge(y: 0, id: 0)
    for _ in 0..<100_000 {
      let unit = Int64(draw.below(1 << 32)) >> Int64(draw.below(32))
      let position = east.position(ofUnit: unit)
      var place = Coordinate(latitude: 0, longitude: Double(unit) / 0x1p32 * 360 - 180)
      for _ in 0..<draw.below(3) { place.longitude = max(place.longitude.nextDown, -180) }
      for _ in 0..<4 {
        #expect(
          (east.position(of: place, badge) >= position)
            == (Int64(UnitProjection.column(of: place)) >= unit), "\(place.longitude) \(unit)")
        place.longitude = place.longitude.nextUp
      }
    }
    #expect(east.position(ofUnit: -5) == 0)
  }
}
